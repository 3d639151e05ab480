r"""Sentences on errors, rest points and scores at the smallest heads that tell (S3, S5).

The error $u = \partial L / \partial g$ is that of the chain rule; rates and sums are taken for any number of
classes, positions and dimensions, and a witness then says what predictions, rows of $W_O$, weights and
compatibilities are, as sums of indicators.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Rule, SideConditionError, Step
from ..notation import d_v, eta
from ..rules.algebra import specialise
from ..rules.components import differentiate, gather, insert
from .model import (
    HEAD,
    W_O,
    C,
    Gradients,
    T,
    Y,
    alpha,
    b,
    e,
    gap,
    i,
    j,
    mean,
    n,
    p,
    r,
    u,
    upstream,
    w,
    z,
)

d_score, pushed, logit, total_loss = (
    sp.IndexedBase(r"\Delta s"),
    sp.IndexedBase(r"\overline{\Delta s}"),
    sp.IndexedBase(r"\ell"),
    sp.Symbol("L"),
)
half, third, quarter = sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 4)


@dataclass(frozen=True, kw_only=True)
class Readout:
    """One query: rows of W_O by class for a scalar context, its predictions, and its target class."""

    rows: tuple[sp.Rational, ...]
    predicted: tuple[sp.Rational, ...]
    target: int = 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is assumed beside the head."""
        rows, predicted = (", ".join(sp.latex(x) for x in numbers) for numbers in (self.rows, self.predicted))
        return (f"rows of $W_O$ are ${rows}$, predictions ${predicted}$, the target is {self.target}",)


ONE_QUERY: Final = Readout(rows=(sp.S.One, sp.Integer(2)), predicted=(half, half))
MEAN_ROW: Final = Readout(rows=(sp.S.Zero, sp.S.One, -sp.S.One), predicted=(third, third, third))


def _rest_conditions(_: sp.Eq, step: sp.Eq) -> tuple[str, ...]:
    if step.rhs != 0:
        raise SideConditionError(f"{step} does not vanish.")
    return ("what moves it vanishes",)


at_rest: Final = Rule(
    name="at rest",
    statement="What is said of a place of rest is said where the step vanishes.",
    apply=lambda fact, _: fact,
    conditions=_rest_conditions,
)


@dataclass(frozen=True, kw_only=True)
class Users:
    """By query: its weight on the value, and its error; and where the value is."""

    weights: tuple[sp.Rational, ...]
    errors: tuple[sp.Rational, ...]
    value: sp.Rational = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        shares = ", ".join(sp.latex(weight) for weight in self.weights)
        errors = ", ".join(sp.latex(error) for error in self.errors)
        return (
            r"$\Delta v_j = -\eta \sum_r \alpha_{rj} u_r$",
            f"queries put ${shares}$ of their weight on the value, and have errors ${errors}$",
            f"values are scalars, this one is ${sp.latex(self.value)}$, and the step size is 1",
        )


@dataclass(frozen=True, kw_only=True)
class Row:
    """One query: its weights and its compatibilities, value by value."""

    weights: tuple[sp.Rational, ...]
    compatibilities: tuple[sp.Rational, ...]

    @property
    def values(self) -> sp.Integer:
        """Their number."""
        return sp.Integer(len(self.weights))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        shares, levels = (
            ", ".join(sp.latex(x) for x in numbers) for numbers in (self.weights, self.compatibilities)
        )
        return (
            r"$\Delta s_{ij} = -\eta\, \alpha_{ij} (b_{ij} - \bar b_i)$",
            f"a query has weights ${shares}$ on values of compatibilities ${levels}$; the step size is 1",
        )


TWO_VALUES: Final = Row(weights=(half, half), compatibilities=(sp.S.One, -sp.S.One))
BEST_OF_THREE: Final = Row(
    weights=(sp.Rational(1, 12), sp.Rational(2, 3), quarter),
    compatibilities=(sp.Integer(-12), sp.Integer(-9), sp.Integer(28)),
)
BALANCED: Final = Users(weights=(half, half), errors=(-sp.S.One, sp.S.One))
HELPFUL: Final = Row(
    weights=(quarter, half, quarter), compatibilities=(-sp.S.One, -sp.Integer(3), sp.Integer(7))
)
THAWING: Final = Row(weights=(sp.Rational(2, 3), third), compatibilities=(-third, third))


def loss_along_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""Minus the rate of the loss as g moves along u: $-|u|^2$ (S3.e).

    >>> loss_along_error().formula
    -1/4
    """
    return _along("loss_along_error", premises, sp.S.One)


def loss_against_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""Minus the rate of the loss as g moves along -u: $|u|^2$ (S3.e, S3.g).

    >>> loss_against_error().formula
    1/4
    """
    return _along("loss_against_error", premises, -sp.S.One)


def logit_against_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""The rate of the right logit as g moves along -u: minus the target's row on u (S3.f).

    >>> logit_against_error().formula
    -1/2
    """
    head, _, printed = _error("logit_against_error", "Right logit against the error", premises)
    row = sp.Sum(W_O[premises.target, e] * u[r, e], (e, 1, d_v))
    return _read(head, premises, head.chain.define("the rate of the right logit", gap, -row), printed)


def log_odds_against_error(premises: Readout = ONE_QUERY) -> Derivation:
    r"""The rate of the right log-odds as g moves along -u (S3.f).

    >>> log_odds_against_error().formula
    1/2
    """
    head, _, printed = _error("log_odds_against_error", "Right log-odds against the error", premises)
    chain = head.chain
    target = logit[r, premises.target]
    others = sp.Sum(sp.exp(logit[r, w]), (w, 1, C)) - sp.exp(target)
    odds = chain.define("the right log-odds", pushed[r], target - sp.log(others))
    slope = chain.apply("differentiate by a logit", differentiate, odds, by=logit[r, z])
    # What all logits have in common moves no odds.
    at = chain.define("the logits, up to what they share", logit[r, z], sp.log(p[r, z]))
    predicted = chain.define("the predictions", p[r, z], _listed(z, premises.predicted))
    for step in (at, predicted):
        slope = chain.apply("put a definition in", insert, slope, step)
    slope = chain.apply("gather the sums", gather, slope)
    row = sp.Sum(slope.result.lhs * W_O[z, e], (z, 1, C))
    total = chain.define("their rate", gap, -sp.Sum(row * u[r, e], (e, 1, d_v)))
    total = chain.apply("put the derivative in", insert, total, slope)
    return _read(head, premises, total, printed)


def loss_at_mean_row(premises: Readout = MEAN_ROW) -> Derivation:
    r"""$\log C$ where the target's row is the mean of all rows under p, so that $u = 0$ (S3.r).

    >>> loss_at_mean_row().formula
    log(3)
    """
    title = "Loss where the error vanishes"
    chain = Chain(name="loss_at_mean_row", title=title, premises=premises.sentences)
    classes = sp.Integer(len(premises.rows))
    error = chain.define("the error", u[1, e], sp.Sum(W_O[z, e] * (p[1, z] - Y[1, z]), (z, 1, classes)))
    for step in _readout(chain, premises):
        error = chain.apply("put a definition in", insert, error, step)
    error = chain.apply("the error that is left", gather, error)
    return _equal_loss(chain, classes, sp.S.One, error)


def loss_at_balance(premises: Users = BALANCED) -> Derivation:
    r"""$T \log C$ of two queries and classes, where errors cancel in every value's sum (S3.s).

    >>> loss_at_balance().formula
    2*log(2)
    """
    chain, step = _balanced("loss_at_balance", premises)
    return _equal_loss(chain, sp.Integer(2), sp.Integer(2), step)


def error_at_balance(premises: Users = BALANCED) -> Derivation:
    r"""$|u_1|^2$ where errors cancel in every value's sum (S3.t).

    >>> error_at_balance().formula
    1
    """
    chain, step = _balanced("error_at_balance", premises)
    error = chain.define("the squared error", gap, u[1, e] ** 2)
    error = chain.apply("where it rests", at_rest, error, step)
    known = chain.define("the errors", u[i, e], _listed(i, premises.errors))
    error = chain.apply("put a definition in", insert, error, known)
    return chain.close(chain.apply("gather the sums", gather, error))


def score_of_worse(premises: Row = TWO_VALUES) -> Derivation:
    r"""$\Delta s_{i1}$ of a value above the mean compatibility (S3.a, S3.n).

    >>> score_of_worse().formula
    -1/2
    """
    chain, step, level = _scores("score_of_worse", "Score step above the mean", premises)
    total = chain.define("the first value's", gap, d_score[i, 1])
    return _weighed(chain, premises, total, step, level)


def weight_of_best(premises: Row = BEST_OF_THREE) -> Derivation:
    r"""$\alpha_{i1} (\Delta s_{i1} - \sum_j \alpha_{ij} \Delta s_{ij})$: the best loses weight (S5.2).

    >>> weight_of_best().formula
    -1/9
    """
    return _weight_rate("weight_of_best", "Weight of the most helpful value", premises)


def weight_of_helpful(premises: Row = HELPFUL) -> Derivation:
    r"""The same of a value of positive advantage (S3.y).

    >>> weight_of_helpful().formula
    -1/32
    """
    return _weight_rate("weight_of_helpful", "Weight of a helpful value", premises)


def thawing_rate(premises: Row = THAWING) -> Derivation:
    r"""The rate of $-\Delta s_{i2}/\eta$ where b moves from equality along a value step (S3.v).

    A change of errors that is alike for all values moves no score: b moves by $u_i \cdot \Delta v_j$.

    >>> thawing_rate().formula
    4/27
    """
    chain, step, level = _scores("thawing_rate", "Score gradient along a value step", premises)
    total = chain.define("the second value's", gap, -d_score[i, 2])
    return _weighed(chain, premises, total, step, level)


def equal_compatibilities() -> Derivation:
    r"""$\alpha_{ij} (b_{ij} - \bar b_i) = 0$ where $b_{ij} = b_i$ for all j, at any weights (S3.u).

    >>> equal_compatibilities().formula
    0
    """
    sentences = ("all values of a query have one compatibility", "weights are a softmax of any scores")
    chain = Chain(name="equal_compatibilities", title="Scores at equal compatibilities", premises=sentences)
    s, own = sp.IndexedBase("s"), sp.IndexedBase("c")
    softmax = chain.define("the weights", alpha[i, j], sp.exp(s[i, j]) / sp.Sum(sp.exp(s[i, n]), (n, 1, T)))
    level = chain.define("the mean", mean[i], sp.Sum(alpha[i, n] * b[i, n], (n, 1, T)))
    alike = chain.define("one compatibility", b[i, j], own[i])
    total = chain.define("the score gradient", gap, alpha[i, j] * (b[i, j] - mean[i]))
    for step in (level, alike, softmax):
        total = chain.apply("put a definition in", insert, total, step)
    return chain.close(chain.apply("gather the sums", gather, total))


def _error(name: str, title: str, premises: Readout) -> tuple[Gradients, Step, Step]:
    """The chain up to the error by the chain rule, that step, and the error as printed."""
    head = Gradients.of(name, title, HEAD, premises.sentences)
    found, printed = upstream(head)
    return head, found, printed


def _along(name: str, premises: Readout, way: sp.Expr) -> Derivation:
    head, found, printed = _error(name, "Loss along the error", premises)
    rate = sp.Sum(found.result.lhs * way * u[r, e], (e, 1, d_v))
    total = head.chain.define("minus the rate of the loss", gap, -rate)
    total = head.chain.apply("put the derivative in", insert, total, found)
    return _read(head, premises, total, printed)


def _read(head: Gradients, premises: Readout, total: Step, printed: Step) -> Derivation:
    """At the witness, with d_v = 1."""
    chain = head.chain
    for step in (printed, *_readout(chain, premises)):
        total = chain.apply("put a definition in", insert, total, step)
    total = chain.apply("gather the sums", gather, total)
    return chain.close(chain.apply("take $d_v = 1$", specialise, total, symbol=d_v, value=sp.S.One))


def _readout(chain: Chain, premises: Readout) -> tuple[Step, Step, Step]:
    """Rows, predictions and target by class."""
    rows = chain.define("the rows", W_O[z, e], _listed(z, premises.rows))
    predicted = chain.define("the predictions", p[r, z], _listed(z, premises.predicted))
    return rows, predicted, chain.define("the target", Y[r, z], sp.KroneckerDelta(z, premises.target))


def _balanced(name: str, premises: Users) -> tuple[Chain, Step]:
    """A chain that begins with the value step, and that step with all put in."""
    chain = Chain(name=name, title="Where value steps vanish", premises=premises.sentences)
    total = chain.define("a value step", gap, -eta * sp.Sum(alpha[i, j] * u[i, e], (i, 1, T)))
    known = (
        chain.define("the weights", alpha[i, j], _listed(i, premises.weights)),
        chain.define("the errors", u[i, e], _listed(i, premises.errors)),
    )
    for step in known:
        total = chain.apply("put a definition in", insert, total, step)
    return chain, chain.apply("the step that is left", gather, total)


def _equal_loss(chain: Chain, classes: sp.Integer, queries: sp.Integer, step: Step) -> Derivation:
    """The loss of equal logits where a step vanishes, for symbolic numbers of queries and classes first."""
    competitor = sp.log(sp.Sum(sp.exp(logit[i, w]), (w, 1, C)))
    own = sp.Sum(Y[i, z] * logit[i, z], (z, 1, C))
    loss = chain.define("the loss", total_loss, sp.Sum(competitor - own, (i, 1, T)))
    loss = chain.apply("where it rests", at_rest, loss, step)
    equal = chain.define("equal logits", logit[i, z], sp.S.Zero)
    loss = chain.apply("put a definition in", insert, loss, equal)
    loss = chain.apply("gather the sums", gather, loss)
    for symbol, number in ((T, queries), (C, classes)):
        loss = chain.apply("take its number", specialise, loss, symbol=symbol, value=number)
    return chain.close(loss)


def _scores(name: str, title: str, premises: Row) -> tuple[Chain, Step, Step]:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    step = chain.define("the score step", d_score[i, j], -eta * alpha[i, j] * (b[i, j] - mean[i]))
    level = chain.define("the mean", mean[i], sp.Sum(alpha[i, j] * b[i, j], (j, 1, premises.values)))
    return chain, step, level


def _weight_rate(name: str, title: str, premises: Row) -> Derivation:
    """The rate of the first value's weight along the score step."""
    chain, step, level = _scores(name, title, premises)
    average = chain.define(
        "the mean score step", pushed[i], sp.Sum(alpha[i, j] * d_score[i, j], (j, 1, premises.values))
    )
    rate = chain.define("the softmax's rate", gap, alpha[i, 1] * (d_score[i, 1] - pushed[i]))
    return _weighed(chain, premises, rate, average, step, level)


def _weighed(chain: Chain, premises: Row, total: Step, *known: Step) -> Derivation:
    shares = chain.define("the weights", alpha[i, j], _listed(j, premises.weights))
    levels = chain.define("the compatibilities", b[i, j], _listed(j, premises.compatibilities))
    for step in (*known, shares, levels):
        total = chain.apply("put a definition in", insert, total, step)
    total = chain.apply("gather the sums", gather, total)
    return chain.close(chain.apply(r"take $\eta = 1$", specialise, total, symbol=eta, value=sp.S.One))


def _listed(index: sp.Symbol, numbers: tuple[sp.Rational, ...]) -> sp.Expr:
    """The family over the index 1, 2, ... that has these numbers."""
    return sp.Add(*(x * sp.KroneckerDelta(index, k) for k, x in enumerate(numbers, start=1)))
