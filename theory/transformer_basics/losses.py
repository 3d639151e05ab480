r"""Cross-entropy: its gradient, where it rests, the chain rule, and the end of training (S16).

$\ell = \log \sum_w e^{s_w} - \sum_z q_z s_z$ for targets q with $\sum_z q_z = 1$, $p$ the softmax of s, `M`
classes. J(t) is the probability of the first t tokens of a sequence of `T`. In the two-class flow the right
logit is a and the other b, and training lasts until $1 - p = 1/R$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import TRUE, Term, Value, as_term, is_number, number
from ..prove import prove, suppose
from ..substitution import replaced
from ..tactics import algebra, gradients, products
from ..tactics.algebra import evaluated
from ..tactics.rewriting import itself, left, right
from ..tactics.steps import at_least, calculation, equals, worked_out
from ..terms import Sum, any_function, define, exp, gradient, inner, log, log_sum_exp, softmax

classes, length = Size("M"), Size("T")
c, step = Index("z", classes), Index("t", length)
logits, targets = fixed("s", classes), fixed("q", classes)
a, b, margin, R, chance = map(Parameter, ("a", "b", "z", "R", "p"))
one = number(1)


@dataclass(frozen=True, kw_only=True)
class Targets:
    """The weight of the term with the targets, 1 in the cross-entropy; they are one-hot or frequencies."""

    weight: Value = one

    @property
    def slope(self) -> Term:
        """The gradient of the cross-entropy by a logit."""
        return gradient(log_sum_exp(logits) - self.weight * inner(targets, logits), logits)[c]


@dataclass(frozen=True, kw_only=True)
class Predictions:
    """What the predictions $p_z = e^{b_z}$ add up to, beside targets $q_z = e^{a_z}$."""

    total: Value = one


@dataclass(frozen=True, kw_only=True)
class OneHot:
    """The share of the right class among the targets."""

    share: Value = one


@dataclass(frozen=True, kw_only=True)
class Sequence:
    """The probability of no token at all; J(t) is that of the first t tokens."""

    empty: Value = one


@dataclass(frozen=True, kw_only=True)
class Descent:
    """Whether the logit of the other class moves too, and the rate of the flow; targets are one-hot."""

    both: bool = True
    rate: Value = one

    @property
    def velocity(self) -> Term:
        """Of the margin z = a - b under gradient flow of the loss."""
        loss = log(1 + exp(b - a))
        slopes = gradient(loss, b) - gradient(loss, a) if self.both else -gradient(loss, a)
        return self.rate * replaced(slopes, a, b + margin)


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
    gap = define("g", premises.slope - (softmax(logits)[c] - targets[c]), c)
    return proved("logit_gradient_gap", "Gradient by a logit", prove(gap == 0, by=gradients))


def truth_gradient(premises: Targets = CROSS_ENTROPY) -> Derivation:
    r"""$\partial \ell / \partial s_z$ where the prediction is the conditional distribution: zero.

    >>> truth_gradient().formula
    0
    """
    truth = suppose(softmax(logits) == targets, "the prediction is the frequencies")
    by_prediction = softmax(logits)[c] - premises.weight * targets[c]
    found = calculation(define("g", premises.slope, c), equals(by_prediction), equals(0, truth))
    return proved("truth_gradient", "Gradient at the truth", found)


def one_hot_push(premises: OneHot = RIGHT) -> Derivation:
    r"""$-\partial \ell / \partial s_z = 1 - p$ for the right class: not zero before p is one.

    >>> one_hot_push().formula
    1 - p
    """
    own = suppose(softmax(logits)[c] == chance, "what the right class is given")
    share = suppose(targets[c] == premises.share, "its share of the targets")
    push = calculation(
        define("f", -CROSS_ENTROPY.slope, c),
        equals(targets[c] - softmax(logits)[c]),
        equals(premises.share - chance, own, share),
    )
    return proved("one_hot_push", "Push on the right logit", push)


def excess_bound(premises: Predictions = PREDICTIONS) -> Derivation:
    r"""$\sum_z q_z \log (q_z / p_z) \ge 0$: no prediction beats the conditional distribution (Gibbs).

    With p of total t it is $-\log t$: $1 + x \le e^x$ at $x = \log(p_z / (t q_z))$, weighed by $q_z$.

    >>> excess_bound().formula
    0
    """
    title = "Cross-entropy above the entropy"
    return proved("excess_bound", title, gibbs(as_term(premises.total)))


def sequence_gap(premises: Sequence = TOKENS) -> Derivation:
    r"""$\sum_t \log p(x_t | x_{<t}) - \log p(x_1, \ldots, x_T)$: zero.

    >>> sequence_gap().formula
    0
    """
    of_first = any_function("J")
    whole = log(of_first(step))
    terms = Sum(step, whole - log(of_first(step - 1)))
    gap = define("g", terms - log(of_first(length)))
    difference = itself(whole - replaced(whole, step, step - 1))
    telescoped = apply("telescoped", difference, index=step, whole=whole)
    none = suppose(of_first(0) == premises.empty, "the probability of no token")
    found = calculation(gap, worked_out(algebra, telescoped, none))
    return proved("sequence_gap", "Chain rule of a sequence's loss", found)


def gibbs(total: Term) -> Theorem:
    r"""$\sum_z q_z \log (q_z / p_z) \ge -\log t$ for a law q and p of total t, of exponentials."""
    a, b = fixed("a", classes)[c], fixed("b", classes)[c]
    level = number(0) if is_number(total, 1) else log(total)
    above = apply("tangent", x=b - a - level)
    low, high = exp(a) * (1 + b - a - level), exp(b) / total
    one_class = prove(low <= high, by=[products, above, apply("positive", term=exp(a))])
    every = apply("sum_monotone", one_class, index=c, condition=TRUE)
    law = suppose(Sum(c, exp(a)) == 1, "targets are a law")
    added = evaluated(right(every), (suppose(Sum(c, exp(b)) == total, "what predictions add up to"),))
    return calculation(
        define("D", Sum(c, exp(a) * (a - b))),
        equals((1 - level) * Sum(c, exp(a)) - left(every)),
        equals(1 - level - left(every), law),
        at_least(1 - level - right(every), every),
        equals(-level, added),
    )


def training_time(premises: Descent = BOTH) -> Derivation:
    r"""Time until $1 - p = 1/R$ from equal logits: $(R - 2 + \log(R - 1))/2$ where both logits move.

    >>> training_time().formula
    R/2 + log(R - 1)/2 - 1
    """
    return _time("training_time", "Time of training, both logits moving", premises)


def training_time_one(premises: Descent = ONE) -> Derivation:
    r"""Time until $1 - p = 1/R$ where the logit of the target moves alone: twice as long.

    >>> training_time_one().formula
    R + log(R - 1) - 2
    """
    return _time("training_time_one", "Time of training, one logit moving", premises)


def _time(name: str, title: str, premises: Descent) -> Derivation:
    """By $H = e^z + z$ of the margin z, whose speed is constant: the way it goes over its speed."""
    way, beyond = exp(margin) + margin, suppose(R > 1)
    start, end = (replaced(way, margin, place) for place in (number(0), log(R - 1)))
    constant = as_term(premises.rate) * (2 if premises.both else 1)
    speed = apply("componentwise", left=gradient(way, margin) * premises.velocity, right=constant)
    value = (R - 2 + log(R - 1)) / constant
    found = calculation(define("T", (end - start) / left(speed)), equals(value, speed, beyond))
    return proved(name, title, found)
