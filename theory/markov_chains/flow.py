r"""Gradient flow of the reduced model (S7): its minimum, its energy, its line e = 0, the ball around zero.

$\mathrm{logit} = s x + c$ with the slope $s = e^2 (1 + 2 w |w|)(1 + a)$ and the intercept $c = b - e^2/2$; u
and v are the loss's derivatives by s and c, and v = 0 where the bias is eliminated. On each side of w = 0
$w |w| = \pm w^2$; $\omega = |w|$. Source: the slides, and "Local to Global" (NeurIPS 2024) behind them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol
from ..rules.algebra import specialise
from ..rules.flows import area_under, descend, descend_jointly, rate_along
from ..rules.isolating import put_in
from ..rules.points import WORKING_DIGITS, Point, against, number, random_points
from ..rules.stationary import (
    curvature_through,
    hessian_determinant,
    least_logit,
    least_odds,
    least_place,
    least_value,
    odds_ratio,
    slope_by,
)

p, q = symbol("p"), symbol("q")
e, w, a, b, u, v = (sp.Symbol(name, real=True) for name in ("e", "w", "a", "b", "u", "v"))
s, c = symbol("s"), symbol("c")
E, F, A, loss = (sp.Symbol(name, real=True) for name in ("E", "F", "A", "L"))
size: Final = symbol("size")
rate: Final = symbol("rate")
omega: Final = sp.Symbol("omega", positive=True)
saddle: Final = sp.Symbol("h_0", positive=True)
_TWO: Final = sp.Integer(2)


@dataclass(frozen=True, kw_only=True)
class Transitions:
    """The probabilities of a 1 after a 0 and after a 1."""

    after_zero: sp.Expr = p
    after_one: sp.Expr = 1 - q

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        one, other = sp.latex(self.after_zero), sp.latex(self.after_one)
        return (
            rf"a 1 follows a 0 with probability ${one}$ and a 1 with probability ${other}$",
            r"the current symbol is 1 with probability $p/(p+q)$",
            "the next symbol is predicted by the logit $s x + c$ of the current symbol x",
        )


@dataclass(frozen=True, kw_only=True)
class Reduced:
    """The side of w = 0, the factor of w |w|, and whether attention multiplies the slope by 1 + a."""

    side: int = 1
    bend: sp.Expr = _TWO
    attention: bool = False

    @property
    def slope(self) -> sp.Expr:
        """The slope on this side."""
        return e**2 * (1 + self.side * self.bend * w**2) * (1 + a if self.attention else 1)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        sign = ">" if self.side > 0 else "<"
        return (
            rf"$s = {sp.latex(self.slope)}$, on the side $w {sign} 0$",
            "the parameters follow gradient flow of any loss of slope and intercept",
        )


CHAIN: Final = Transitions()
RIGHT: Final = Reduced()
LEFT: Final = Reduced(side=-1)
LEFT_WITH_ATTENTION: Final = Reduced(side=-1, attention=True)
ELIMINATED: Final = ("at every moment b makes the loss least, so that its derivative by c vanishes",)


def slope_odds(premises: Transitions = CHAIN) -> Derivation:
    r"""$e^{s^*} = (1-p)(1-q)/(p q)$: the best slope is positive where p + q < 1, negative where p + q > 1.

    >>> slope_odds().formula
    (p - 1)*(q - 1)/(p*q)
    """
    chain = Chain(name="slope_odds", title="Odds of the best slope", premises=premises.sentences)
    zero = _context(chain, "after 0", premises.after_zero, sp.Symbol("o_0"))
    one = _context(chain, "after 1", premises.after_one, sp.Symbol("o_1"))
    return chain.close(
        chain.apply("the slope is their difference", odds_ratio, one, zero, name=sp.Symbol("o"))
    )


def intercept_odds(premises: Transitions = CHAIN) -> Derivation:
    r"""$e^{c^*} = p/(1-p)$.

    >>> intercept_odds().formula
    -p/(p - 1)
    """
    chain = Chain(name="intercept_odds", title="Odds of the best intercept", premises=premises.sentences)
    return chain.close(_context(chain, "after 0", premises.after_zero, sp.Symbol("o_0")))


def loss_curvature(premises: Transitions = CHAIN) -> Derivation:
    r"""$\det \partial^2 L = \pi_0 \pi_1 \sigma'(c) \sigma'(s + c) > 0$: strictly convex in s and c.

    >>> loss_curvature().formula.subs({s: 0, c: 0})
    p*q/(16*(p + q)**2)
    """
    title = "Determinant of the Hessian in slope and intercept"
    chain = Chain(name="loss_curvature", title=title, premises=premises.sentences)
    total = chain.define("the population loss", loss, _population(premises))
    return chain.close(
        chain.apply("second derivatives", hessian_determinant, total, by=(s, c), name=sp.Symbol("D"))
    )


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
    sentences = (*premises.sentences, *ELIMINATED)
    chain = Chain(name="attention_rate", title="Rate of $e^2 - 2(1+a)^2$", premises=sentences)
    velocities = _velocities(chain, premises)
    level = chain.define("the balance of e and a", F, e**2 - 2 * (1 + a) ** 2)
    return chain.close(chain.apply("follow it along the flow", rate_along, level, *velocities))


def energy_drift(premises: Reduced = LEFT) -> Derivation:
    r"""$\dot E = 2 e^2 v$ where the bias moves: v is what its motion leaves of the loss's derivative by c.

    >>> energy_drift().formula
    2*e**2*v
    """
    chain = Chain(name="energy_drift", title="Rate of the energy, bias moving", premises=premises.sentences)
    velocities = _moving(chain, premises)
    level = chain.define("the energy", E, _energy(premises))
    found = chain.apply("follow it along the flow", rate_along, level, *velocities[:2])
    points = random_points({e, w, u, v})
    return chain.close(found, checks=(against(_differences(premises), points, "differences along the flow"),))


def energy_balance(premises: Reduced = LEFT) -> Derivation:
    r"""$E + \frac{2}{\kappa} \int e^2 db$ is conserved where b moves $\kappa$ times as fast as e and w.

    >>> energy_balance().formula
    0
    """
    title = "Rate of the energy and the area under the bias"
    chain = Chain(name="energy_balance", title=title, premises=premises.sentences)
    by_width, by_bend, by_bias = _moving(chain, premises)
    height = chain.define("the area under the path of b", A, e**2)
    grown = chain.apply("its rate", area_under, height, by_bias)
    level = chain.define("energy and area", F, _energy(premises) + 2 / rate * A)
    return chain.close(chain.apply("follow it along the flow", rate_along, level, by_width, by_bend, grown))


def sharp_square_above(premises: Reduced = LEFT) -> Derivation:
    r"""$(\ln 2)/2$: the least $e^2 + w^2$ on the separatrix, the level of the energy at the saddle.

    >>> sharp_square_above().formula
    log(2)/2
    """
    title = "Squared distance of the separatrix from zero"
    chain = Chain(name="sharp_square_above", title=title, premises=premises.sentences)
    least = _saddle_level(chain, premises)
    level = omega**2 - 2 / premises.bend * sp.log(omega) - saddle
    squared = chain.define("the squared distance on the separatrix", sp.Symbol("r^2"), level + omega**2)
    squared = chain.apply("put the saddle's level in", put_in, squared, least)
    return chain.close(
        chain.apply("its least value", least_value, squared, variable=omega, name=sp.Symbol("R^2"))
    )


def sharp_square_below(premises: Reduced = LEFT) -> Derivation:
    r"""1/2: the squared distance from zero of the saddle, where the line e = 0 begins to attract.

    >>> sharp_square_below().formula
    1/2
    """
    title = "Squared distance of the saddle from zero"
    chain = Chain(name="sharp_square_below", title=title, premises=premises.sentences)
    height = _height(chain, premises)
    place = chain.apply("where it is least", least_place, height, variable=omega, name=sp.Symbol("omega_0"))
    squared = chain.define("the squared distance on the line e = 0", sp.Symbol("R^2"), place.result.lhs**2)
    return chain.close(chain.apply("put the place in", put_in, squared, place))


def _context(chain: Chain, label: str, probability: sp.Expr, name: sp.Symbol) -> Step:
    logit = sp.Symbol("g", real=True)
    context = chain.define(f"the loss {label}", loss, _cross_entropy(logit, probability))
    return chain.apply(f"the best odds {label}", least_odds, context, logit=logit, name=name)


def _cross_entropy(logit: sp.Expr, probability: sp.Expr) -> sp.Expr:
    return sp.log(1 + sp.exp(logit)) - probability * logit


def _population(premises: Transitions) -> sp.Expr:
    zero = _cross_entropy(c, premises.after_zero)
    return q / (p + q) * zero + p / (p + q) * _cross_entropy(s + c, premises.after_one)


def _line_curvature(name: str, premises: Transitions, model: Reduced) -> Derivation:
    title = "Curvature across the line e = 0"
    chain = Chain(name=name, title=title, premises=(*premises.sentences, *model.sentences, *ELIMINATED))
    total = chain.define("the population loss", loss, _population(premises))
    level = chain.apply("at slope zero", specialise, total, symbol=s, value=sp.Integer(0))
    best = chain.apply("the best intercept there", least_logit, level, logit=c)
    steep = chain.apply("derivative by the slope", slope_by, total, by=s)
    steep = chain.apply("at slope zero", specialise, steep, symbol=s, value=sp.Integer(0))
    steep = chain.apply("at the best intercept", put_in, steep, best)
    slope = chain.define("the slope", s, model.slope.subs(w, size))
    name_ = sp.Symbol("L''")
    return chain.close(chain.apply("curvature in e", curvature_through, slope, steep, by=e, name=name_))


def _energy(premises: Reduced) -> sp.Expr:
    return e**2 - w**2 - premises.side * sp.log(w**2) / 2


def _differences(premises: Reduced) -> Callable[[Point], mpmath.mpf]:
    """The energy a moment later, e and w having gone down a loss with the slopes u and v."""
    slope = sp.lambdify((e, w), premises.slope, "mpmath")

    def energy(x: mpmath.mpf, y: mpmath.mpf) -> mpmath.mpf:
        return x**2 - y**2 - premises.side * mpmath.log(abs(y))

    def route(point: Point) -> mpmath.mpf:
        x, y, by_slope, by_intercept = (number(s, point) for s in (e, w, u, v))

        def loss(*at: mpmath.mpf) -> mpmath.mpf:
            return by_slope * slope(*at) - by_intercept * at[0] ** 2 / 2

        with mpmath.workdps(2 * WORKING_DIGITS):
            width, bend = (-mpmath.diff(loss, (x, y), order) for order in ((1, 0), (0, 1)))
            return mpmath.diff(lambda time: energy(x + time * width, y + time * bend), 0)

    return route


def _energy_rate(name: str, premises: Reduced) -> Derivation:
    sentences = (*premises.sentences, *ELIMINATED)
    chain = Chain(name=name, title="Rate of the energy", premises=sentences)
    velocities = _velocities(chain, premises)
    level = chain.define("the energy", E, _energy(premises))
    return chain.close(chain.apply("follow it along the flow", rate_along, level, *velocities[:2]))


def _velocities(chain: Chain, premises: Reduced) -> tuple[Step, ...]:
    slope = chain.define("the slope", s, premises.slope)
    moving = (e, w, a) if premises.attention else (e, w)
    return tuple(chain.apply(f"velocity of {by}", descend, slope, by=by, slope=u) for by in moving)


def _moving(chain: Chain, premises: Reduced) -> tuple[Step, Step, Step]:
    """Velocities of e, w and b, the last `rate` times as fast."""
    slope = chain.define("the slope", s, premises.slope)
    intercept = chain.define("the intercept", c, b - e**2 / 2)
    by_width, by_bend = (
        chain.apply(f"velocity of {by}", descend_jointly, slope, intercept, by=by, slopes=(u, v))
        for by in (e, w)
    )
    by_bias = chain.apply("velocity of b", descend_jointly, slope, intercept, by=b, slopes=(u, v), rate=rate)
    return by_width, by_bend, by_bias


def _height(chain: Chain, premises: Reduced) -> Step:
    height = omega**2 - 2 / premises.bend * sp.log(omega)
    return chain.define("what e^2 exceeds the energy by at w = -omega", sp.Symbol("h"), height)


def _saddle_level(chain: Chain, premises: Reduced) -> Step:
    height = _height(chain, premises)
    return chain.apply("the least e^2 on a level", least_value, height, variable=omega, name=saddle)
