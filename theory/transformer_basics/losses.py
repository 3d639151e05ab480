r"""Cross-entropy: its gradient, where it rests, the chain rule, and the end of training (S16).

$\ell = \log \sum_w e^{s_w} - \sum_z q_z s_z$ for targets q with $\sum_z q_z = 1$, $p$ the softmax of s, `M`
classes. J(t) is the probability of the first t tokens of a sequence of `T`. In the two-class flow the right
logit is a and the other b, and training lasts until $1 - p = 1/R$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol
from ..rules.components import differentiate, gather, insert
from ..rules.flows import descend, rate_along
from ..rules.isolating import put_in
from ..rules.softmax import name_softmax, softmax
from ..rules.telescoping import telescope
from ..rules.totals import sum_out
from ..rules.travel import travel_time
from ..rules.weighted_means import log_of_mean

M: Final = symbol("M")
T: Final = symbol("T")
z, w, t = (sp.Symbol(letter, integer=True, positive=True) for letter in "zwt")
p, s, q, x = (sp.IndexedBase(letter) for letter in "psqx")
J: Final = sp.Function("J", positive=True)
loss, gap = sp.symbols("loss gap", real=True)
a, b, u, margin = sp.symbols("a b u margin", real=True)
H: Final = sp.Symbol("H", real=True)
R: Final = symbol("R")
right: Final = symbol("p")


@dataclass(frozen=True, kw_only=True)
class Targets:
    """The weight of the term with the targets, 1 in the cross-entropy."""

    weight: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        weight = "" if self.weight == 1 else sp.latex(self.weight)
        return (
            rf"$\ell = \log \sum_w e^{{s_w}} - {weight} \sum_z q_z s_z$",
            "$p$ is the softmax of the $M$ logits",
            "one-hot targets and frequencies are both such $q$",
        )


@dataclass(frozen=True, kw_only=True)
class Predictions:
    """What the predictions add up to."""

    total: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            r"targets $q_z > 0$ add up to 1",
            rf"predictions $p_z > 0$ add up to ${sp.latex(self.total)}$",
        )


@dataclass(frozen=True, kw_only=True)
class OneHot:
    """The share of the right class among the targets."""

    share: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *CROSS_ENTROPY.sentences,
            rf"the class looked at has the share ${sp.latex(self.share)}$ of the targets, and is given $p$",
        )


@dataclass(frozen=True, kw_only=True)
class Sequence:
    """The probability of no token at all."""

    empty: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            r"the conditional of token $t$ is $J(t)/J(t-1)$, $J(t)$ the probability of the first $t$ tokens",
            rf"$J(0) = {sp.latex(self.empty)}$",
        )


@dataclass(frozen=True, kw_only=True)
class Descent:
    """Whether the logit of the other class moves too, and the rate of the flow."""

    both: bool = True
    rate: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        moving = "both logits follow" if self.both else "the logit of the target follows"
        return (
            "two classes, one-hot targets, $p = 1/(1 + e^{b - a})$",
            rf"{moving} gradient flow at rate ${sp.latex(self.rate)}$",
        )


CROSS_ENTROPY: Final = Targets()
RIGHT: Final = OneHot()
PREDICTIONS: Final = Predictions()
TOKENS: Final = Sequence()
BOTH: Final = Descent()
ONE: Final = Descent(both=False)


def logit_gradient_gap(premises: Targets = CROSS_ENTROPY) -> Derivation:
    r"""$\partial \ell / \partial s_z - (p_z - q_z)$: zero, for one-hot targets and for frequencies.

    >>> logit_gradient_gap().formula
    0
    """
    chain = Chain(name="logit_gradient_gap", title="Gradient by a logit", premises=premises.sentences)
    slope = _slope(chain, premises)
    rest = chain.define("subtract prediction less target", gap, slope.result.lhs - (p[z] - q[z]))
    rest = chain.apply("put the derivative in", insert, rest, slope)
    return chain.close(chain.apply("gather the sums", gather, rest))


def truth_gradient(premises: Targets = CROSS_ENTROPY) -> Derivation:
    r"""$\partial \ell / \partial s_z$ where the prediction is the conditional distribution: zero.

    >>> truth_gradient().formula
    0
    """
    chain = Chain(name="truth_gradient", title="Gradient at the truth", premises=premises.sentences)
    slope = _slope(chain, premises)
    truth = chain.define("predict the frequencies", p[z], q[z])
    rest = chain.apply("put them in", insert, slope, truth)
    return chain.close(chain.apply("gather the sums", gather, rest))


def one_hot_push(premises: OneHot = RIGHT) -> Derivation:
    r"""$-\partial \ell / \partial s_z = 1 - p$ for the right class: not zero before p is one.

    >>> one_hot_push().formula
    1 - p
    """
    chain = Chain(name="one_hot_push", title="Push on the right logit", premises=premises.sentences)
    slope = _slope(chain, CROSS_ENTROPY)
    push = chain.define("the push", gap, -slope.result.lhs)
    push = chain.apply("put the derivative in", insert, push, slope)
    push = chain.apply("gather the sums", gather, push)
    share = chain.define("the target's share", q[z], premises.share)
    push = chain.apply("put the share in", insert, push, share)
    return chain.close(chain.apply("name it", insert, push, chain.define("its probability", p[z], right)))


def excess_bound(premises: Predictions = PREDICTIONS) -> Derivation:
    r"""$\sum_z q_z \log (q_z / p_z) \ge 0$: no prediction beats the conditional distribution (Gibbs).

    >>> excess_bound().formula
    0
    """
    title = "Cross-entropy above the entropy"
    chain = Chain(name="excess_bound", title=title, premises=premises.sentences)
    index = (z, 1, M)
    found = chain.define("cross-entropy less entropy", gap, -sp.Sum(q[z] * sp.log(x[z]), index))
    targets = chain.define("targets are a law", sp.Sum(q[z], index), sp.S.One)
    found = chain.apply("take the logarithm of the mean", log_of_mean, found, targets)
    odds = chain.define("prediction over target", x[z], p[z] / q[z])
    found = chain.apply("put the ratios in", insert, found, odds)
    total = chain.define("predictions add up", sp.Sum(p[z], index), premises.total)
    return chain.close(chain.apply("add them up", sum_out, found, total))


def sequence_gap(premises: Sequence = TOKENS) -> Derivation:
    r"""$\sum_t \log p(x_t | x_{<t}) - \log p(x_1, \ldots, x_T)$: zero.

    >>> sequence_gap().formula
    0
    """
    chain = Chain(name="sequence_gap", title="Chain rule of a sequence's loss", premises=premises.sentences)
    terms = sp.Sum(sp.log(J(t)) - sp.log(J(t - 1)), (t, 1, T))
    total = chain.define("logarithms of all conditionals, less that of the whole", gap, terms - sp.log(J(T)))
    empty = chain.define("the probability of no token", J(0), premises.empty)
    return chain.close(chain.apply("sum the differences", telescope, total, empty))


def training_time(premises: Descent = BOTH) -> Derivation:
    r"""Time until $1 - p = 1/R$ from equal logits: $(R - 2 + \log(R - 1))/2$ where both logits move.

    >>> training_time().formula
    R/2 + log(R - 1)/2 - 1
    """
    return _time(premises, "training_time", "Time of training, both logits moving")


def training_time_one(premises: Descent = ONE) -> Derivation:
    r"""Time until $1 - p = 1/R$ where the logit of the target moves alone: twice as long.

    >>> training_time_one().formula
    R + log(R - 1) - 2
    """
    return _time(premises, "training_time_one", "Time of training, one logit moving")


def _slope(chain: Chain, premises: Targets) -> Step:
    competitor = sp.Sum(sp.exp(s[w]), (w, 1, M))
    own = premises.weight * sp.Sum(q[w] * s[w], (w, 1, M))
    total = chain.define("the cross-entropy", loss, sp.log(competitor) - own)
    named = softmax(p, s, z, M)
    model = chain.define("the predictions", named.lhs, named.rhs)
    slope = chain.apply("differentiate by a logit", differentiate, total, by=s[z])
    return chain.apply("recognise the predictions", name_softmax, slope, model)


def _time(premises: Descent, name: str, title: str) -> Derivation:
    """By $H = e^z + z$ of the margin z, whose speed is constant."""
    chain = Chain(name=name, title=title, premises=premises.sentences)
    score = chain.define("the margin", margin, a - b)
    moving = (a, b) if premises.both else (a,)
    flows = [chain.apply(f"velocity of {by}", descend, score, by=by, slope=u) for by in moving]
    slope = chain.define("the slope of the loss in the margin", u, -premises.rate / (1 + sp.exp(a - b)))
    way = chain.define("a quantity", H, sp.exp(margin) + margin)
    along = chain.apply("velocity of the margin", rate_along, score, *flows)
    along = chain.apply("put the slope in", put_in, along, slope)
    along = chain.apply("by the margin", put_in, along, chain.define("the first logit", a, b + margin))
    speed = chain.apply("follow the quantity", rate_along, way, along)
    start = chain.define("equal logits", margin, sp.S.Zero)
    end = chain.define("what is left is 1/R", margin, sp.log(R - 1))
    return chain.close(chain.apply("time it takes", travel_time, speed, way, start, end, along))
