r"""Sentences on errors, rest points and scores at the smallest heads that tell (S3, S5).

A readout is one query with a scalar context g: rows r of $W_O$ by class, and logits $\log p_z + t\, r_z$ as g
moves by t, so that its predictions are p at t = 0 and its error is $u = \sum_z r_z (p_z - y_z)$. A row is one
query's weights and compatibilities, value by value; step sizes are 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value, add, as_term, number
from ..substitution import replaced
from ..terms import define, exp, gradient, inner, log, log_sum_exp, ones, softmax, vector, zero_like
from .gaps import nothing_left
from .witnesses import Users, half, proved_value, third, valued

quarter: Final = Fraction(1, 4)
T, t, own = Size("T"), Parameter("t"), Parameter("c")
scores = fixed("s", T)


@dataclass(frozen=True, kw_only=True)
class Readout:
    """One query: rows of W_O by class for a scalar context, its predictions, and its target class."""

    rows: tuple[Value, ...]
    predicted: tuple[Value, ...]
    target: int = 1

    @property
    def error(self) -> Term:
        """The mean row under the predictions, less that of the target."""
        return inner(vector(*self.predicted), vector(*self.rows)) - self.rows[self.target - 1]

    @property
    def right(self) -> Term:
        """The logit of the target at t."""
        return log(as_term(self.predicted[self.target - 1])) + t * self.rows[self.target - 1]

    def total(self, *without: int) -> Term:
        """The sum of the exponentials of the logits at t, without some classes."""
        pairs = enumerate(zip(self.predicted, self.rows, strict=True), start=1)
        return add(*(p * exp(t * as_term(r)) for z, (p, r) in pairs if z not in without))

    @property
    def loss(self) -> Term:
        """Minus the log of the target's prediction at t."""
        return log(self.total()) - self.right


@dataclass(frozen=True, kw_only=True)
class Row:
    """One query: its weights and its compatibilities, value by value."""

    weights: tuple[Value, ...]
    compatibilities: tuple[Value, ...]

    def step(self, place: int) -> Term:
        """What the score of a value moves by."""
        shares, levels = vector(*self.weights), vector(*self.compatibilities)
        return -as_term(self.weights[place]) * (self.compatibilities[place] - inner(shares, levels))

    @property
    def weight_rate(self) -> Term:
        """The rate of the first value's weight along the score step."""
        mean = add(*(share * self.step(place) for place, share in enumerate(self.weights)))
        return as_term(self.weights[0]) * (self.step(0) - mean)


ONE_QUERY: Final = Readout(rows=(1, 2), predicted=(half, half))
MEAN_ROW: Final = Readout(rows=(0, 1, -1), predicted=(third, third, third))
TWO_VALUES: Final = Row(weights=(half, half), compatibilities=(1, -1))
BEST_OF_THREE: Final = Row(weights=(Fraction(1, 12), Fraction(2, 3), quarter), compatibilities=(-12, -9, 28))
BALANCED: Final = Users(weights=(half, half), errors=(-1, 1))
HELPFUL: Final = Row(weights=(quarter, half, quarter), compatibilities=(-1, -3, 7))
THAWING: Final = Row(weights=(Fraction(2, 3), third), compatibilities=(-third, third))


def loss_along_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""Minus the rate of the loss as g moves along u: $-|u|^2$ (S3.e).

    >>> loss_along_error().formula
    -1/4
    """
    return proved_value("loss_along_error", "Loss along the error", -_rate(premises.loss) * premises.error)


def loss_against_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""Minus the rate of the loss as g moves along -u: $|u|^2$ (S3.e, S3.g).

    >>> loss_against_error().formula
    1/4
    """
    return proved_value("loss_against_error", "Loss along the error", _rate(premises.loss) * premises.error)


def logit_against_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""The rate of the right logit as g moves along -u: minus the target's row on u (S3.f).

    >>> logit_against_error().formula
    -1/2
    """
    title = "Right logit against the error"
    return proved_value("logit_against_error", title, -_rate(premises.right) * premises.error)


def log_odds_against_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""The rate of the right log-odds as g moves along -u (S3.f).

    >>> log_odds_against_error().formula
    1/2
    """
    odds = premises.right - log(premises.total(premises.target))
    title = "Right log-odds against the error"
    return proved_value("log_odds_against_error", title, -_rate(odds) * premises.error)


def loss_at_mean_row(premises: Readout = MEAN_ROW) -> Derivation:
    r"""$\log C$ where the target's row is the mean of all rows under p, so that $u = 0$ (S3.r).

    >>> loss_at_mean_row().formula
    log(3)
    """
    loss = replaced(premises.loss, t, number(0))
    return _at_rest("loss_at_mean_row", "Loss where the error vanishes", loss, premises.error)


def loss_at_balance(premises: Users = BALANCED) -> Derivation:
    r"""$T \log C$ of two queries and classes, where errors cancel in every value's sum (S3.s).

    >>> loss_at_balance().formula
    2*log(2)
    """
    classes = number(2)
    loss = len(premises.weights) * log_sum_exp(zero_like((classes,)))
    return _at_rest("loss_at_balance", "Where value steps vanish", loss, premises.step)


def error_at_balance(premises: Users = BALANCED) -> Derivation:
    r"""$|u_1|^2$ where errors cancel in every value's sum (S3.t).

    >>> error_at_balance().formula
    1
    """
    error = as_term(premises.errors[0]) ** 2
    return _at_rest("error_at_balance", "Where value steps vanish", error, premises.step)


def score_of_worse(premises: Row = TWO_VALUES) -> Derivation:
    r"""$\Delta s_{i1}$ of a value above the mean compatibility (S3.a, S3.n).

    >>> score_of_worse().formula
    -1/2
    """
    return proved_value("score_of_worse", "Score step above the mean", premises.step(0))


def weight_of_best(premises: Row = BEST_OF_THREE) -> Derivation:
    r"""$\alpha_{i1} (\Delta s_{i1} - \sum_j \alpha_{ij} \Delta s_{ij})$: the best loses weight (S5.2).

    >>> weight_of_best().formula
    -1/9
    """
    return proved_value("weight_of_best", "Weight of the most helpful value", premises.weight_rate)


def weight_of_helpful(premises: Row = HELPFUL) -> Derivation:
    r"""The same of a value of positive advantage (S3.y).

    >>> weight_of_helpful().formula
    -1/32
    """
    return proved_value("weight_of_helpful", "Weight of a helpful value", premises.weight_rate)


def thawing_rate(premises: Row = THAWING) -> Derivation:
    r"""The rate of $-\Delta s_{i2}/\eta$ where b moves from equality along a value step (S3.v).

    A change of errors that is alike for all values moves no score: b moves by $u_i \cdot \Delta v_j$.

    >>> thawing_rate().formula
    4/27
    """
    return proved_value("thawing_rate", "Score gradient along a value step", -premises.step(1))


def equal_compatibilities() -> Derivation:
    r"""$\alpha_{ij} (b_{ij} - \bar b_i) = 0$ where $b_{ij} = b_i$ for all j, at any weights (S3.u).

    >>> equal_compatibilities().formula
    0
    """
    alpha, title = softmax(scores), "Scores at equal compatibilities"
    gap = alpha[Index("j", T)] * (own - inner(alpha, own * ones(T)))
    return nothing_left("equal_compatibilities", title, gap)


def _rate(curve: Term) -> Term:
    """The derivative of a curve at t = 0."""
    return replaced(gradient(curve, t), t, number(0))


def _at_rest(name: str, title: str, term: Term, moves: Term) -> Derivation:
    """The value of a term, and that what moves the state vanishes. Raises `Refused` where it does not."""
    rest = apply("componentwise", left=define("step", moves), right=number(0))
    return proved(name, title, apply("both", valued(term), rest))
