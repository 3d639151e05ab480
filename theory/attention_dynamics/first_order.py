r"""What a step of gradient descent changes to first order, for every instance (Sections 3.7 and 4).

Values move by $\Delta v_j = -\eta \sum_r \alpha_{rj} u_r$ (Eq. 33) and scores by
$\Delta s_{ij} = -\eta\, \alpha_{ij} (b_{ij} - \bar b_i)$ (Eq. 34), with $b_{ij} = u_i^\top v_j$, $\bar b_i$
its mean under $\alpha_i$ and $A_{ij} = \bar b_i - b_{ij}$. T positions and $d_v$ dimensions are symbols, and
the weights are the softmax of any scores. A gap is what is left of a statement once its right-hand side is
subtracted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_v, eta, symbol
from ..rules.algebra import collect, ratio, specialise
from ..rules.components import differentiate, gather, insert
from ..rules.contraction import squared_norm
from ..rules.expectation import integrate_out
from ..rules.index_sums import coincidences, exchange
from ..rules.laws import Gaussian, Sphere
from ..rules.vectors import IndexSum, Vector

T: Final = symbol("T")
C: Final = symbol("C")
i, j, k, r, n, e, z, w = (sp.Symbol(x, integer=True, positive=True) for x in "ijkrnezw")
b, s, u, v, c, h, p, t, Y = (sp.IndexedBase(letter) for letter in "bsuvchptY")
alpha, mean, signal, data, logit = (
    sp.IndexedBase(x) for x in (r"\alpha", r"\bar{b}", r"\bar{u}", "x", r"\ell")
)
d_score, d_value, d_b, d_mean, d_loss = (
    sp.IndexedBase(rf"\Delta {letter}") for letter in ("s", "v", "b", r"\bar{b}", "L")
)
gap: Final = sp.Symbol("gap")
a: Final = symbol("a")
rho: Final = symbol("ratio")
_ERRORS: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class Descent:
    """The step size, the power of the weights in the sum of errors, and the baseline under an advantage."""

    rate: sp.Expr = eta
    power: sp.Expr = sp.S.One
    baseline: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        weight = r"\alpha_{rj}" if self.power == 1 else rf"\alpha_{{rj}}^{{{sp.latex(self.power)}}}"
        factor = "" if self.baseline == 1 else sp.latex(self.baseline)
        rate = sp.latex(self.rate)
        return (
            rf"$\Delta v_j = -{rate} \sum_r {weight} u_r$",
            rf"$\Delta s_{{ij}} = -{rate}\, \alpha_{{ij}} (b_{{ij}} - {factor} \bar b_i)$",
            r"$\alpha_{ij} = e^{s_{ij}} / \sum_k e^{s_{ik}}$",
            r"$\bar b_i$ is the mean of $b_{ij}$ under $\alpha_i$",
        )


@dataclass(frozen=True, kw_only=True)
class Curve:
    """The factor on logits under the softmax; the loss is over it."""

    factor: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        factor = "" if self.factor == 1 else sp.latex(self.factor)
        return (
            rf"$p_{{iz}} \propto e^{{{factor} (\ell_{{iz}} + t_i h_{{iz}})}}$",
            r"$L_i = -\log p_{i, y_i}$, with $Y_{iz}$ 1 for the target class and 0 elsewhere",
            r"logits move along $h$; a value step moves them by $\eta\, \alpha_{ij} W_O \bar u_j$",
        )


@dataclass(frozen=True, kw_only=True)
class Column:
    """Each other query's weight on the value over that of query i, and its error over that of query i."""

    share: sp.Expr = 1 / rho
    error: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"$\alpha_{{rj}} = {sp.latex(self.share)}\, \alpha_{{ij}}$ for all $r \ne i$",
            rf"$u_r = {sp.latex(self.error)}\, u_i$ for all $r \ne i$",
        )


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """What one other query's error has beyond the error of the others: nothing where all of them agree."""

    apart: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        one = "" if self.apart == 0 else rf", but $1 + ({sp.latex(self.apart)})$ times that for query n"
        return (
            r"$\alpha_{rj} = \alpha_{ij} / \mathrm{ratio}$ for all $r \ne i$",
            f"$u_r$ is one vector $c$ for all $r \\ne i${one}",
        )


@dataclass(frozen=True, kw_only=True)
class Scattered:
    """Each other query's weight on the value over that of query i, and the law of all errors."""

    share: sp.Expr = 1 / rho
    errors: Gaussian | Sphere = _ERRORS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"$\alpha_{{rj}} = {sp.latex(self.share)}\, \alpha_{{ij}}$ for all $r \ne i$",
            self.errors.describe("the errors $u_r$"),
        )


DESCENT: Final = Descent()
CURVE: Final = Curve()
ALIGNED: Final = Column()
OPPOSED: Final = Column(error=-sp.S.One)
AGREED: Final = Agreement()
SCATTERED: Final = Scattered()


def score_balance(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_j b_{ij} \Delta s_{ij} + \eta \sum_j \alpha_{ij} (b_{ij} - \bar b_i)^2 = 0$: scores go down b.

    >>> score_balance().formula
    0
    """
    chain = _chain("score_balance", "Score steps against compatibilities", premises)
    scores = chain.define("the score step", d_score[i, j], -premises.rate * alpha[i, j] * _centred(premises))
    spread = eta * sp.Sum(alpha[i, j] * (b[i, j] - mean[i]) ** 2, (j, 1, T))
    total = chain.define(
        "the sum, with the variance", gap, sp.Sum(b[i, j] * d_score[i, j], (j, 1, T)) + spread
    )
    return chain.close(_gathered(chain, total, scores, *_means(chain)))


def query_change(premises: Descent = DESCENT) -> Derivation:
    r"""$u_i^\top \Delta g_i$ minus $-\eta\, \alpha_{ij} \sum_r \alpha_{rj} u_i^\top u_r$ (Eqs. 39-41): 0.

    >>> query_change().formula
    0
    """
    chain = _chain("query_change", "First-order change of a query's loss", premises)
    moves = _value_step(chain, premises)
    change = loss_change(chain)
    inner = sp.Sum(alpha[r, j] * u[i, e] * u[r, e], (e, 1, d_v), (r, 1, T))
    rest = chain.define("subtract the printed one", gap, d_loss[i] + eta * alpha[i, j] * inner)
    return chain.close(_gathered(chain, rest, change, moves))


def total_change(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_i \Delta L_i + \eta |\bar u_j|^2 = 0$: to first order all queries together gain (Section 4.2).

    >>> total_change().formula
    0
    """
    chain = _chain("total_change", "First-order change of the loss", premises)
    moves, change = _value_step(chain, premises), loss_change(chain)
    rest = chain.define("the sum over queries", gap, sp.Sum(d_loss[i], (i, 1, T)) + _squared())
    return chain.close(_gathered(chain, rest, change, moves, _signal(chain)))


def compatibility_balance(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_i \alpha_{ij} \Delta b_{ij} + \eta |\bar u_j|^2 = 0$: its weighted sum falls.

    >>> compatibility_balance().formula
    0
    """
    chain = _chain("compatibility_balance", "Compatibilities along a value step", premises)
    moves = _value_step(chain, premises)
    change = _compatibility_change(chain)
    rest = chain.define("its weighted sum", gap, sp.Sum(alpha[i, j] * d_b[i, j], (i, 1, T)) + _squared())
    rest = chain.apply("put the compatibilities in", insert, rest, change)
    rest = chain.apply("gather the sums", gather, rest)
    return chain.close(_gathered(chain, rest, moves, _signal(chain)))


def advantage_balance(premises: Descent = DESCENT) -> Derivation:
    r"""$\sum_j \alpha_{ij} \Delta A_{ij} = 0$ for any change of b, weights held: some advantage must fall.

    >>> advantage_balance().formula
    0
    """
    chain = _chain("advantage_balance", "Advantages along a value step", premises)
    weights = _weights(chain)
    level = chain.define("the mean change", d_mean[i], sp.Sum(alpha[i, k] * d_b[i, k], (k, 1, T)))
    change = premises.baseline * d_mean[i] - d_b[i, j]
    rest = chain.define("the weighted sum", gap, sp.Sum(alpha[i, j] * change, (j, 1, T)))
    rest = chain.apply("gather the sums", gather, rest)
    return chain.close(_gathered(chain, rest, level, weights))


def prototype_step(premises: Descent = DESCENT) -> Derivation:
    r"""$v_j + \Delta v_j$ at $\eta = 1/\sum_i \alpha_{ij}$ is the weighted mean of $v_j - u_i$: minus it, 0.

    >>> prototype_step().formula
    0
    """
    chain = _chain("prototype_step", "A value step as an M-step", premises)
    column = sp.Sum(alpha[n, j], (n, 1, T))
    moves = chain.define(
        "the value step at one over the column's sum",
        d_value[j, e],
        -premises.rate / eta / column * sp.Sum(alpha[r, j] ** premises.power * u[r, e], (r, 1, T)),
    )
    points = chain.define("the data", data[i, e], v[j, e] - u[i, e])
    average = sp.Sum(alpha[i, j] * data[i, e], (i, 1, T)) / column
    rest = chain.define("subtract the weighted mean", gap, v[j, e] + d_value[j, e] - average)
    return chain.close(_gathered(chain, rest, moves, points))


def routing_response(premises: Descent = DESCENT) -> Derivation:
    r"""$\partial (\Delta s_{ij}/\eta) / \partial b_{ij} = -a (1 - a)$ at $\alpha_{ij} = a$.

    >>> routing_response().formula
    a**2 - a
    """
    chain = _chain("routing_response", "Response of a score step to compatibility", premises)
    level = sp.Sum(alpha[i, k] * b[i, k], (k, 1, T))
    push = chain.define(
        "the score step over the step size",
        sp.Symbol("f"),
        -premises.rate / eta * alpha[i, j] * (b[i, j] - premises.baseline * level),
    )
    own = sp.KroneckerDelta(k, j)
    here = chain.define("the weight on j", alpha[i, k], a * own + (1 - own) * c[i, k])
    push = chain.apply("put the weight in", insert, push, here)
    slope = chain.apply("differentiate by the compatibility", differentiate, push, by=b[i, j])
    return chain.close(chain.apply("gather the sums", gather, slope))


def own_advantage(premises: Descent = DESCENT) -> Derivation:
    r"""$(2a - 1)(1 - a)$: the change of $A_j$ over $\eta |u|^2$ for one query, weight a on j of two values.

    >>> own_advantage().formula
    -(a - 1)*(2*a - 1)
    """
    chain = _chain("own_advantage", "Advantage along the value step of its query alone", premises)
    own = sp.KroneckerDelta(k, j)
    moves = chain.define(
        "the change of a compatibility over the step size and $|u|^2$",
        d_b[i, k],
        -premises.rate / eta * alpha[i, k] ** premises.power,
    )
    here = chain.define("the weights", alpha[i, k], a * own + (1 - a) * (1 - own))
    level = premises.baseline * sp.Sum(alpha[i, k] * d_b[i, k], (k, 1, T))
    gain = chain.define("the change of the advantage", gap, level - d_b[i, j])
    gain = _gathered(chain, gain, moves, here)
    gain = chain.apply("take two values", specialise, gain, symbol=T, value=sp.Integer(2))
    return chain.close(chain.apply("collect the terms", collect, gain))


def second_order(premises: Curve = CURVE) -> Derivation:
    r"""The second derivative of a query's loss along logits minus their variance under p: zero.

    >>> second_order().formula
    0
    """
    chain = Chain(name="second_order", title="What first order leaves out", premises=premises.sentences)
    moved = logit[i, z] + t[i] * h[i, z]
    competitor = sp.Sum(sp.exp(premises.factor * (logit[i, w] + t[i] * h[i, w])), (w, 1, C))
    own = sp.Sum(Y[i, z] * moved, (z, 1, C))
    total = chain.define("the loss along the move", d_loss[i], sp.log(competitor) / premises.factor - own)
    slope = chain.apply("differentiate", differentiate, total, by=t[i])
    slope = chain.apply("differentiate again", differentiate, slope, by=t[i])
    model = chain.define("the predictions", p[i, z], sp.exp(premises.factor * moved) / competitor)
    mean_square = sp.Sum(p[i, z] * h[i, z] ** 2, (z, 1, C))
    spread = mean_square - sp.Sum(p[i, z] * h[i, z], (z, 1, C)) ** 2
    rest = chain.define("subtract the variance", gap, slope.result.lhs - spread)
    rest = chain.apply("put the derivative in", insert, rest, slope)
    return chain.close(_gathered(chain, rest, model))


def dominance_error(premises: Column = ALIGNED) -> Derivation:
    r"""$(T-1)/\rho$: what Eq. (42) leaves out, over what it keeps, where all errors are equal.

    >>> dominance_error().formula
    (T - 1)/ratio
    """
    title = "Error of the dominant-query approximation"
    chain = Chain(name="dominance_error", title=title, premises=premises.sentences)
    whole = sp.Sum(alpha[r, j] * u[r, e], (r, 1, T))
    return chain.close(_over_kept(chain, premises, whole - alpha[i, j] * u[i, e]))


def dominant_gain(premises: Column = OPPOSED) -> Derivation:
    r"""$1 - (T-1)/\rho$: the sum of errors over what Eq. (42) keeps of it, where all others oppose query i.

    >>> sp.expand(dominant_gain().formula)
    -T/ratio + 1 + 1/ratio
    """
    title = "Gain of a dominant query whom all others oppose"
    chain = Chain(name="dominant_gain", title=title, premises=premises.sentences)
    return chain.close(_over_kept(chain, premises, sp.Sum(alpha[r, j] * u[r, e], (r, 1, T))))


def dominance_share(premises: Agreement = AGREED) -> Derivation:
    r"""$\sum_{r \ne i} \alpha_{rj} u_r$ over $\sum_{r \ne i} \alpha_{rj}$ times the others' one error: 1.

    >>> dominance_share().formula
    1
    """
    title = "Error of the dominant-query approximation over the others' summed weight"
    chain = Chain(name="dominance_share", title=title, premises=premises.sentences)
    own = sp.KroneckerDelta(r, i)
    column = chain.define("the weights on the value", alpha[r, j], a * (own + (1 - own) / rho))
    another = c[e] * (1 + premises.apart * sp.KroneckerDelta(r, n))
    errors = chain.define("the errors", u[r, e], own * t[e] + (1 - own) * another)
    rest = sp.Sum(alpha[r, j] * u[r, e], (r, 1, T)) - alpha[i, j] * u[i, e]
    rest = chain.define("what is left out", sp.Symbol("R"), rest)
    weight = sp.Sum(alpha[r, j], (r, 1, T)) - alpha[i, j]
    weight = chain.define("the others' weight on one error", sp.Symbol("K"), weight * c[e])
    rest, weight = _gathered(chain, rest, column, errors), _gathered(chain, weight, column)
    share = chain.apply("their ratio", ratio, rest, weight)
    return chain.close(chain.apply("collect the terms", collect, share))


def dominance_power(premises: Scattered = SCATTERED) -> Derivation:
    r"""$\mathbb{E} |\sum_{r \ne i} u_r/\rho|^2 = (T-1)/\rho^2$ for errors in random directions (S4.4).

    >>> dominance_power().formula
    (T - 1)/ratio**2
    """
    title = "Mean square error of the dominant-query approximation"
    chain = Chain(name="dominance_power", title=title, premises=premises.sentences)
    others = IndexSum(Vector("u", r, premises.errors), (r,), T, (i,))
    left = chain.define("the sum of the others' errors", Vector("w", i), others)
    power = chain.apply("square its norm", squared_norm, left)
    power = chain.apply("split by coincidences", coincidences, power)
    power = chain.apply("take the expectation", exchange, power)
    power = chain.apply("integrate out the errors", integrate_out, power, letter="u")
    left = chain.define("over what is kept", gap, premises.share**2 * power.result.lhs)
    left = chain.apply("put the mean in", insert, left, power)
    return chain.close(chain.apply("collect the terms", collect, left))


def _over_kept(chain: Chain, premises: Column, part: sp.Expr) -> Step:
    """Steps to `part` over the component of alpha_ij u_i, all errors being multiples of one vector."""
    own = sp.KroneckerDelta(r, i)
    column = chain.define("the weights on the value", alpha[r, j], a * (own + (1 - own) * premises.share))
    errors = chain.define("the errors", u[r, e], c[e] * (own + (1 - own) * premises.error))
    kept = chain.define("what is kept", sp.Symbol("K"), alpha[i, j] * u[i, e])
    above = chain.define("what is held against it", sp.Symbol("R"), part)
    below, above = (_gathered(chain, step, column, errors) for step in (kept, above))
    share = chain.apply("their ratio", ratio, above, below)
    share = chain.apply("gather the sums", gather, share)
    return chain.apply("collect the terms", collect, share)


def _chain(name: str, title: str, premises: Descent) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _centred(premises: Descent) -> sp.Expr:
    return b[i, j] - premises.baseline * mean[i]


def _weights(chain: Chain) -> Step:
    return chain.define("the weights", alpha[i, j], sp.exp(s[i, j]) / sp.Sum(sp.exp(s[i, k]), (k, 1, T)))


def _means(chain: Chain) -> tuple[Step, Step]:
    """The mean compatibility, and the weights."""
    level = chain.define("the mean compatibility", mean[i], sp.Sum(alpha[i, j] * b[i, j], (j, 1, T)))
    return level, _weights(chain)


def _value_step(chain: Chain, premises: Descent) -> Step:
    errors = sp.Sum(alpha[r, j] ** premises.power * u[r, e], (r, 1, T))
    return chain.define("the value step", d_value[j, e], -premises.rate * errors)


def loss_change(chain: Chain) -> Step:
    """The first-order change of a query's loss, by the step of its value."""
    change = sp.Sum(u[i, e] * alpha[i, j] * d_value[j, e], (e, 1, d_v))
    return chain.define("the change of a loss", d_loss[i], change)


def _compatibility_change(chain: Chain) -> Step:
    change = sp.Sum(u[i, e] * d_value[j, e], (e, 1, d_v))
    return chain.define("the change of a compatibility", d_b[i, j], change)


def _signal(chain: Chain) -> Step:
    errors = sp.Sum(alpha[r, j] * u[r, e], (r, 1, T))
    return chain.define("the value's sum of errors", signal[j, e], errors)


def _squared() -> sp.Expr:
    return eta * sp.Sum(signal[j, e] ** 2, (e, 1, d_v))


def _gathered(chain: Chain, total: Step, *known: Step) -> Step:
    for step in known:
        total = chain.apply("put a definition in", insert, total, step)
    return chain.apply("gather the sums", gather, total)
