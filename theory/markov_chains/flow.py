r"""Gradient flow of the reduced model (S7): its minimum, its energy, its line e = 0, the ball around zero.

$\mathrm{logit} = s x + c$ with the slope $s = e^2 (1 + 2 w |w|)(1 + a)$ and the intercept $c = b - e^2/2$; u
and v are the loss's derivatives by s and c, and v = 0 where the bias is eliminated. On each side of w = 0
$w |w| = \pm w^2$; $\omega = |w|$. Source: the slides, and "Local to Global" (NeurIPS 2024) behind them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter
from ..node import Term, Value, add, as_term, multiply, number
from ..prove import derive, prove, suppose
from ..substitution import replaced
from ..tactics import gradients, products
from ..tactics.goals import same
from ..tactics.rewriting import collected, converted, factored, left, replaced_within, right, tidied
from ..tactics.steps import calculation, equals, worked_out
from ..terms import define, exp, gradient, log
from .chain import p, probabilities, q

e, w, a, b, u, v, s, c = map(Parameter, ("e", "w", "a", "b", "u", "v", "s", "c"))
size, rate, omega, near, bent = map(Parameter, ("size", "rate", "omega", "omega_0", "c_1"))


_TWO: Final = number(2)


@dataclass(frozen=True, kw_only=True)
class Transitions:
    """The probabilities of a 1 after a 0 and after a 1; the current symbol is 1 with probability p/(p+q)."""

    after_zero: Term = p
    after_one: Term = 1 - q

    @property
    def where(self) -> tuple[Term, ...]:
        """All probabilities are positive."""
        return probabilities(p, q, self.after_zero, self.after_one)

    def loss(self, slope: Value, intercept: Term) -> Term:
        """The population loss of the logit `slope x + intercept` of the current symbol x."""
        zero = cross_entropy(intercept, self.after_zero)
        return q / (p + q) * zero + p / (p + q) * cross_entropy(slope + intercept, self.after_one)


@dataclass(frozen=True, kw_only=True)
class Reduced:
    """The side of w = 0, the factor of w |w|, and whether attention multiplies the slope by 1 + a.

    The parameters follow gradient flow of any loss of slope and intercept.
    """

    side: int = 1
    bend: Term | int = _TWO
    attention: bool = False

    def slope(self, width: Term = w) -> Term:
        """The slope on this side."""
        return e**2 * (1 + self.side * self.bend * width**2) * (1 + a if self.attention else 1)

    @property
    def energy(self) -> Term:
        """e^2 - w^2 - log w on the right, e^2 - w^2 + log(-w) on the left."""
        return e**2 - w**2 - self.side * log(self.side * w)

    @property
    def on_side(self) -> Term:
        """On which side w is."""
        return w > 0 if self.side > 0 else w < 0

    def height(self, size_of_w: Term) -> Term:
        """What e^2 exceeds the energy by at w = -omega."""
        return size_of_w**2 - 2 * log(size_of_w) / as_term(self.bend)


CHAIN: Final = Transitions()
RIGHT: Final = Reduced()
LEFT: Final = Reduced(side=-1)
LEFT_WITH_ATTENTION: Final = Reduced(side=-1, attention=True)


def slope_odds(premises: Transitions = CHAIN) -> Derivation:
    r"""$e^{s^*} = (1-p)(1-q)/(p q)$: the best slope is positive where p + q < 1, negative where p + q > 1.

    The loss is least where its derivatives by the logits after 0 and after 1, c and s + c, vanish.
    """
    zero, one = _best_odds(premises, c, premises.after_zero), _best_odds(premises, s + c, premises.after_one)
    low, high = right(zero), right(one)
    facts = map(suppose, premises.where)
    odds = apply(
        "ring",
        zero,
        one,
        *facts,
        left=exp(s),
        right=factored(high / low),
        multipliers=(-high / low * exp(-c), exp(-c)),
    )
    return proved("slope_odds", "Odds of the best slope", odds)


def intercept_odds(premises: Transitions = CHAIN) -> Derivation:
    r"""$e^{c^*} = p/(1-p)$.

    >>> intercept_odds().formula
    p/(1 - p)
    """
    best = _best_odds(premises, c, premises.after_zero)
    return proved("intercept_odds", "Odds of the best intercept", best)


def loss_curvature(premises: Transitions = CHAIN) -> Derivation:
    r"""$\det \partial^2 L = \pi_0 \pi_1 \sigma'(c) \sigma'(s + c) > 0$: strictly convex in s and c.

    >>> loss_curvature().formula
    p*q*exp(c)*exp(c + s)/((p + q)**2*(exp(c) + 1)**2*(exp(c + s) + 1)**2)
    """
    loss = premises.loss(s, c)
    (ss, sc), (_, cc) = (tuple(gradient(gradient(loss, x), y) for y in (s, c)) for x in (s, c))
    slopes = (exp(x) / (1 + exp(x)) ** 2 for x in (c, s + c))
    value = p * q / (p + q) ** 2 * multiply(*slopes)
    facts = map(suppose, premises.where)
    found = calculation(define("D", ss * cc - sc**2), worked_out(gradients), equals(value, *facts))
    return proved("loss_curvature", "Determinant of the Hessian in slope and intercept", found)


def line_curvature_right(premises: Transitions = CHAIN, model: Reduced = RIGHT) -> Derivation:
    r"""$\partial_e^2 L = -2 \lambda \pi_0 \pi_1 (1 + 2 w^2)$ at e = 0, w > 0."""
    return _line_curvature("line_curvature_right", premises, model)


def line_curvature_left(premises: Transitions = CHAIN, model: Reduced = LEFT) -> Derivation:
    r"""$\partial_e^2 L = -2 \lambda \pi_0 \pi_1 (1 - 2 w^2)$ at e = 0, w < 0: it turns at $w^2 = 1/2$."""
    return _line_curvature("line_curvature_left", premises, model)


def energy_rate_right(premises: Reduced = RIGHT) -> Derivation:
    r"""$\frac{d}{dt} (e^2 - w^2 - \ln w) = 0$ for w > 0.

    >>> energy_rate_right().formula
    0
    """
    return _energy_rate("energy_rate_right", premises)


def energy_rate_left(premises: Reduced = LEFT) -> Derivation:
    r"""$\frac{d}{dt} (e^2 - w^2 + \ln |w|) = 0$ for w < 0.

    >>> energy_rate_left().formula
    0
    """
    return _energy_rate("energy_rate_left", premises)


def energy_rate_attention(premises: Reduced = LEFT_WITH_ATTENTION) -> Derivation:
    r"""The same energy beside an attention scalar.

    >>> energy_rate_attention().formula
    0
    """
    return _energy_rate("energy_rate_attention", premises)


def attention_rate(premises: Reduced = LEFT_WITH_ATTENTION) -> Derivation:
    r"""$\frac{d}{dt} (e^2 - 2 (1 + a)^2) = 0$.

    >>> attention_rate().formula
    0
    """
    change = _along(premises, e**2 - 2 * (1 + a) ** 2, number(0))
    return proved("attention_rate", "Rate of $e^2 - 2(1+a)^2$", _rate(change))


def energy_drift(premises: Reduced = LEFT) -> Derivation:
    r"""$\dot E = 2 e^2 v$ where the bias moves: v is what its motion leaves of the loss's derivative by c.

    >>> energy_drift().formula
    2*e**2*v
    """
    change = _along(premises, premises.energy, v)
    return proved("energy_drift", "Rate of the energy, bias moving", _rate(change, premises.on_side))


def energy_balance(premises: Reduced = LEFT) -> Derivation:
    r"""$E + \frac{2}{\kappa} \int e^2 db$ is conserved where b moves $\kappa$ times as fast as e and w.

    >>> energy_balance().formula
    0
    """
    of_bias = -rate * v * gradient(_INTERCEPT, b)
    change = _along(premises, premises.energy, v) + 2 / rate * e**2 * of_bias
    title = "Rate of the energy and the area under the bias"
    return proved("energy_balance", title, _rate(change, premises.on_side, rate > 0))


def sharp_square_above(premises: Reduced = LEFT) -> Derivation:
    r"""$(\ln 2)/2$: the least $e^2 + w^2$ on the separatrix, the level of the energy at the saddle.

    Both heights are convex in $\omega$, so that each is least where its derivative vanishes.

    >>> sharp_square_above().formula
    log(2)/2
    """
    saddle, best = _square(premises, near, 1), _square(premises, omega, 2)
    squared = premises.height(omega) + omega**2 - premises.height(near)
    facts = suppose(near > 0), suppose(omega > 0)
    logs = (log(left(saddle)) - log(left(best))) / as_term(premises.bend)
    by_squares = calculation(
        define("R_squared", squared), equals(2 * left(best) - left(saddle) + logs, *facts)
    )
    found = tidied(replaced_within(by_squares, [saddle, best]))
    return proved("sharp_square_above", "Squared distance of the separatrix from zero", found)


def sharp_square_below(premises: Reduced = LEFT) -> Derivation:
    r"""1/2: the squared distance from zero of the saddle, where the line e = 0 begins to attract.

    >>> sharp_square_below().formula
    1/2
    """
    saddle = _square(premises, near, 1)
    return proved("sharp_square_below", "Squared distance of the saddle from zero", saddle)


def cross_entropy(logit: Term, probability: Term) -> Term:
    """log(1 + e^g) - P g."""
    return log(1 + exp(logit)) - probability * logit


_INTERCEPT: Final = b - e**2 / 2
_BEST: Final = "where the loss is least"


def _best_odds(premises: Transitions, logit: Term, probability: Term) -> Theorem:
    """e^g = P/(1 - P), where the derivative of the loss by the logit g vanishes."""
    g = Parameter("g")
    slope = replaced(gradient(cross_entropy(g, probability), g), g, logit)
    level = apply("rewrite", derive(slope, by=gradients), suppose(Term("eq", (slope, number(0))), _BEST))
    odds = probability / factored(1 - probability)
    return prove(exp(logit) == odds, by=[products, level, *map(suppose, premises.where)])


def _line_curvature(name: str, premises: Transitions, model: Reduced) -> Derivation:
    """The curvature at e = 0, where c is best, and follows the slope with any factor c_1."""
    slope = model.slope(size)
    loss = premises.loss(slope, c + bent * slope)
    curvature = replaced(gradient(gradient(loss, e), e), e, number(0))
    facts = tuple(map(suppose, premises.where))
    found = calculation(
        define("D", curvature),
        worked_out(gradients),
        worked_out(*facts),
        worked_out(*facts, _mean_odds(premises)),
    )
    return proved(name, "Curvature across the line e = 0", found)


def _mean_odds(premises: Transitions) -> Theorem:
    """e^c = the odds of the next symbol, where the loss is least among logits that ignore the current one."""
    level = gradient(premises.loss(0, c), c)
    best = apply("rewrite", derive(level, by=gradients), suppose(Term("eq", (level, number(0))), _BEST))
    shares, chances = (q, p), (premises.after_zero, premises.after_one)
    one, zero = (add(*map(multiply, shares, each)) for each in (chances, [1 - x for x in chances]))
    signs = [*(suppose(x > 0) for x in shares), *(suppose(x < 1) for x in chances)]
    sign = prove(number(0) < zero, by=[products, *signs])
    return prove(exp(c) == one / zero, by=[products, best, sign, *signs])


def _along(premises: Reduced, level: Term, of_intercept: Term) -> Term:
    """d/dt of a level, where e, w and a go down the loss with the derivatives u and `of_intercept`."""
    moving = (e, w, a) if premises.attention else (e, w)
    slope = premises.slope()
    falls = (-u * gradient(slope, x) - of_intercept * gradient(_INTERCEPT, x) for x in moving)
    return add(*(gradient(level, x) * fall for x, fall in zip(moving, falls, strict=True)))


def _rate(change: Term, *where: Term) -> Theorem:
    facts = tuple(map(suppose, where))
    found = calculation(define("F'", change), worked_out(gradients, *facts))
    return converted(found, lambda own: same(own, collected(own, *facts), facts))


def _energy_rate(name: str, premises: Reduced) -> Derivation:
    """The bias is eliminated: at every moment the loss's derivative by c vanishes."""
    change = _along(premises, premises.energy, number(0))
    return proved(name, "Rate of the energy", _rate(change, premises.on_side))


def _square(premises: Reduced, at: Term, squares: int) -> Theorem:
    """omega^2 = 1/(k bend), where the derivative of k omega^2 - 2 log(omega)/bend vanishes, for k squares."""
    height = premises.height(at) + (squares - 1) * at**2
    slope = gradient(height, at)
    level = derive(slope, by=gradients, where=[at > 0])
    level = apply("rewrite", level, suppose(Term("eq", (slope, number(0))), "where the height is least"))
    value = 1 / (squares * as_term(premises.bend))
    return prove(at**2 == value, by=[products, level, suppose(at > 0)])
