r"""What a step of gradient descent changes to first order, for every instance (Sections 3.7 and 4).

Values move by $\Delta v_j = -\eta \sum_r \alpha_{rj} u_r$ (Eq. 33) and scores by
$\Delta s_{ij} = -\eta\, \alpha_{ij} (b_{ij} - \bar b_i)$ (Eq. 34), with $b_{ij} = u_i^\top v_j$, $\bar b_i$
its mean under $\alpha_i$ and $A_{ij} = \bar b_i - b_{ij}$. T positions and $d_v$ dimensions are symbols. Of
one query i the weights are the softmax of any scores s; of one value j they are a column, and query r has
the error $U^\top e_r$. A gap is what is left of a statement once its right-hand side is subtracted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Sphere
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, Value, as_term, power
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.steps import calculation, equals, worked_out
from ..terms import E, Sum, define, diagonal, exp, gradient, inner, log, norm2, ones, softmax, unit
from .gaps import nothing_left

T, C, d_v = Size("T"), Size("C"), Size("d_v")
i, r, z = Index("i", T), Index("r", T), Index("z", C)
eta, share, ratio, t = map(Parameter, ("eta", "a", "ratio", "t"))
scores, b, change, column = (fixed(name, T) for name in ("s", "b", "c", "alpha"))
value, one = fixed("v", d_v), fixed("u_i", d_v)
error: Final = norm2(one)
"""The component of an error along that of query i."""
errors = fixed("U", T, d_v)
logits, direction, target = fixed("l", C), fixed("h", C), fixed("Y", C)


@dataclass(frozen=True, kw_only=True)
class Descent:
    """The step size, the power of the weights in the sum of errors, and the baseline under an advantage."""

    rate: Term = eta
    power: Value = 1
    baseline: Value = 1

    @property
    def value_step(self) -> Term:
        """What a value moves by."""
        return -self.rate * Sum(r, power(column[r], self.power) * _error(r))

    def centred(self, compatibilities: Term, weights: Term) -> Term:
        """Compatibilities less the baseline."""
        return compatibilities - self.baseline * inner(weights, compatibilities) * ones(T)


@dataclass(frozen=True, kw_only=True)
class Curve:
    """The factor on logits under the softmax; the loss of the target class is over it."""

    factor: Value = 1

    @property
    def moved(self) -> Term:
        """The logits, t far along a direction."""
        return self.factor * (logits + t * direction)

    @property
    def loss(self) -> Term:
        """Minus the log of the prediction for the target, over the factor."""
        whole = log(Sum(z, exp(self.moved[z])))
        return (whole - inner(target, self.moved)) / as_term(self.factor)


@dataclass(frozen=True, kw_only=True)
class Column:
    """Each other query's weight on the value over that of query i, and its error over that of query i."""

    share: Term = 1 / ratio
    error: Value = 1

    @property
    def others(self) -> Term:
        """What they add to the sum of errors along that of query i."""
        return Sum(r != i, self.share * share * (self.error * error))


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """What one other query's error has beyond the error of the others: nothing where all of them agree."""

    apart: Value = 0


@dataclass(frozen=True, kw_only=True)
class Scattered:
    """Each other query's weight on the value over that of query i, and the dimension of all errors.

    These are uniform in direction, of length one.
    """

    share: Term = 1 / ratio
    dimension: Term = d_v


DESCENT: Final = Descent()
CURVE: Final = Curve()
ALIGNED: Final = Column()
OPPOSED: Final = Column(error=-1)
AGREED: Final = Agreement()
SCATTERED: Final = Scattered()


def score_balance(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_j b_{ij} \Delta s_{ij} + \eta \sum_j \alpha_{ij} (b_{ij} - \bar b_i)^2 = 0$: scores go down b.

    >>> score_balance().formula
    0
    """
    alpha = softmax(scores)
    moves = -premises.rate * (diagonal(alpha) @ premises.centred(b, alpha))
    centred = DESCENT.centred(b, alpha)
    gap = inner(b, moves) + eta * inner(centred, diagonal(alpha) @ centred)
    return nothing_left("score_balance", "Score steps against compatibilities", gap)


def query_change(premises: Descent = DESCENT) -> Derivation:
    r"""$u_i^\top \Delta g_i$ minus $-\eta\, \alpha_{ij} \sum_r \alpha_{rj} u_i^\top u_r$ (Eqs. 39-41): 0.

    >>> query_change().formula
    0
    """
    printed = eta * column[i] * Sum(r, column[r] * inner(_error(i), _error(r)))
    gap = _loss_change(premises) + printed
    return nothing_left("query_change", "First-order change of a query's loss", gap)


def total_change(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_i \Delta L_i + \eta |\bar u_j|^2 = 0$: to first order all queries together gain (Section 4.2).

    >>> total_change().formula
    0
    """
    gap = Sum(i, _loss_change(premises)) + eta * norm2(_SIGNAL)
    return nothing_left("total_change", "First-order change of the loss", gap)


def compatibility_balance(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_i \alpha_{ij} \Delta b_{ij} + \eta |\bar u_j|^2 = 0$: its weighted sum falls.

    >>> compatibility_balance().formula
    0
    """
    gap = Sum(i, column[i] * inner(_error(i), premises.value_step)) + eta * norm2(_SIGNAL)
    return nothing_left("compatibility_balance", "Compatibilities along a value step", gap)


def advantage_balance(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_j \alpha_{ij} \Delta A_{ij} = 0$ for any change of b, weights held: some advantage must fall.

    >>> advantage_balance().formula
    0
    """
    alpha = softmax(scores)
    gap = -inner(alpha, premises.centred(change, alpha))
    return nothing_left("advantage_balance", "Advantages along a value step", gap)


def prototype_step(premises: Descent = DESCENT) -> Derivation:
    r"""$v_j + \Delta v_j$ at $\eta = 1/\sum_i \alpha_{ij}$ is the weighted mean of $v_j - u_i$: minus it, 0.

    >>> prototype_step().formula
    0
    """
    whole, e = inner(column, ones(T)), Index("e", d_v)
    moved = value + premises.value_step / (eta * whole)
    gap = (moved - Sum(r, column[r] * (value - _error(r))) / whole)[e]
    facts = suppose(eta > 0), suppose(whole > 0, "some query has a weight on the value")
    return nothing_left("prototype_step", "A value step as an M-step", gap, *facts)


def routing_response(premises: Descent = DESCENT) -> Derivation:
    r"""$\partial (\Delta s_{ij}/\eta) / \partial b_{ij} = -a (1 - a)$ at $\alpha_{ij} = a$.

    >>> routing_response().formula
    a*(a - 1)
    """
    push = -premises.rate / eta * column[i] * premises.centred(b, column)[i]
    here = suppose(column[i] == share, "the weight on j")
    own = -premises.rate / eta * column[i] * (1 - premises.baseline * column[i])
    found = calculation(define("f", gradient(push, b)[i]), equals(own), worked_out(here, suppose(eta > 0)))
    return proved("routing_response", "Response of a score step to compatibility", found)


def own_advantage(premises: Descent = DESCENT) -> Derivation:
    r"""$(2a - 1)(1 - a)$: the change of $A_j$ over $\eta |u|^2$ for one query, weight a on j of two values.

    >>> own_advantage().formula
    (1 - a)*(2*a - 1)
    """
    moves = [-premises.rate / eta * power(weight, premises.power) for weight in (share, 1 - share)]
    level = share * moves[0] + (1 - share) * moves[1]
    change = define("dA", premises.baseline * level - moves[0])
    title = "Advantage along the value step of its query alone"
    return proved("own_advantage", title, calculation(change, worked_out(suppose(eta > 0))))


def second_order(premises: Curve = CURVE) -> Derivation:
    r"""The second derivative of a query's loss along logits minus their variance under p: zero.

    >>> second_order().formula
    0
    """
    predictions = softmax(premises.moved)
    spread = inner(direction, diagonal(predictions) @ direction) - inner(predictions, direction) ** 2
    gap = gradient(gradient(premises.loss, t), t) - spread
    return nothing_left("second_order", "What first order leaves out", gap)


def dominance_error(premises: Column = ALIGNED) -> Derivation:
    r"""$(T-1)/\rho$: what Eq. (42) leaves out, over what it keeps, where all errors are equal.

    >>> dominance_error().formula
    (T - 1)/ratio
    """
    title = "Error of the dominant-query approximation"
    return proved("dominance_error", title, _over_kept("R", premises.others, premises.others))


def dominant_gain(premises: Column = OPPOSED) -> Derivation:
    r"""$1 - (T-1)/\rho$: the sum of errors over what Eq. (42) keeps of it, where all others oppose query i.

    >>> dominant_gain().formula
    (-T + ratio + 1)/ratio
    """
    title = "Gain of a dominant query whom all others oppose"
    whole = share * error + premises.others
    return proved("dominant_gain", title, _over_kept("K", whole, premises.others))


def dominance_share(premises: Agreement = AGREED) -> Derivation:
    r"""$\sum_{r \ne i} \alpha_{rj} u_r$ over $\sum_{r \ne i} \alpha_{rj}$ times the others' one error: 1.

    >>> dominance_share().formula
    1
    """
    errors, weight = Sum(r != i, share / ratio * error), Sum(r != i, share / ratio)
    left_out = errors + premises.apart * share / ratio * error
    counts = (apply("count", term=each) for each in (errors, weight))
    found = calculation(
        define("K", left_out / (weight * error)), worked_out(*counts, suppose(T > 1), *_kept())
    )
    title = "Error of the dominant-query approximation over the others' summed weight"
    return proved("dominance_share", title, found)


def dominance_power(premises: Scattered = SCATTERED) -> Derivation:
    r"""$\mathbb{E} |\sum_{r \ne i} u_r/\rho|^2 = (T-1)/\rho^2$ for errors in random directions (S4.4).

    >>> dominance_power().formula
    (T - 1)/ratio**2
    """
    u = Model(u=iid(Sphere(premises.dimension), T)).u
    mean = derive(E(norm2(Sum(r != i, premises.share * u[r]))), by=moments)
    return proved("dominance_power", "Mean square error of the dominant-query approximation", mean)


def _error(query: Term) -> Term:
    return errors.T @ unit(query)


_SIGNAL: Final = Sum(r, column[r] * _error(r))
"""A value's sum of errors."""


def _loss_change(premises: Descent) -> Term:
    """The first-order change of the loss of query i, by the step of its value."""
    return inner(_error(i), column[i] * premises.value_step)


def _kept() -> tuple[Theorem, ...]:
    """What Eq. (42) keeps is not zero."""
    return suppose(share > 0), suppose(error > 0), suppose(ratio > 0)


def _over_kept(name: str, part: Term, others: Term) -> Theorem:
    """A part of the sum of errors along that of query i, over what query i alone adds."""
    counted = apply("count", term=others)
    return calculation(define(name, part / (share * error)), worked_out(counted, *_kept()))
