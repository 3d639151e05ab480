r"""Exponential rates of the thresholds of softmax retrieval (S6) at a score scale $\beta \propto d_k$.

With w the weight $e^{\beta (\langle k_i, k_j \rangle - 1)}$ of another key, or its square, the mean of Z, or
of Y, is 1 at $n - 1 = 1/\mathbb{E} w$. The mean is a series 0F1 between two exponentials, whose exponents
differ by a bounded number.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from ..derivation import Derivation, proved
from ..kernel import Refused, Theorem, apply
from ..laws import Sphere
from ..model import Model, iid
from ..node import Term, number
from ..prove import derive, prove, suppose
from ..substitution import occurs
from ..tactics import asymptotics, moments
from ..tactics.certificates import by_products
from ..tactics.rewriting import collected, left, occurring, right, root_of, then
from ..terms import E, exp, expansion, inner, log, norm2
from .definitions import d_k, i, j, n

_KEYS: Final = Sphere(d_k)
_HALF: Final = Fraction(1, 2)
Parts = list[tuple[Any, ...]]
"""Parts of a certificate, as `by_products` takes them."""


@dataclass(frozen=True, kw_only=True)
class SoftmaxScores:
    """Keys with their law, and the factor on scores."""

    score_scale: Term = d_k
    law: Term = _KEYS

    def weight(self, order: int) -> Term:
        """The weight of another key (order 1), or its square (2), beside the right key's."""
        return exp(order * self.score_scale * (inner(self.key(i), self.key(j)) - 1))

    def key(self, index: Term) -> Term:
        """The key of an item."""
        return Model(k=iid(self.law, n)).k[index]


FULL_SCORES: Final = SoftmaxScores()


def softmax_rate(premises: SoftmaxScores = FULL_SCORES) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log (n_* - 1)$ of the annealed threshold of Z: about 0.623 (S6)."""
    title = "Exponential rate of the size at which the mean of the other keys' weight is 1"
    return proved("softmax_rate", title, mean_rate(premises, 1))


def softmax_noise_rate(premises: SoftmaxScores = FULL_SCORES) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log (n_* - 1)$ of the annealed threshold of Y: about 0.909 (S6)."""
    title = "Exponential rate of the size at which the mean of the crosstalk's power is 1"
    return proved("softmax_noise_rate", title, mean_rate(premises, 2))


def softmax_typical_rate(premises: SoftmaxScores = FULL_SCORES) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log (n_* - 1)$ of the typical threshold of Z: the annealed rate (S6, typical).

    The median of Z passes 1 between the sizes $1 + x^2$, $x = \frac{1}{2} (\sqrt{v + 4/m} \pm \sqrt{v})$, of
    `capacity_softmax_typical_full` and its floor, m and $m^2 v$ being mean and variance of a weight. Both
    have the rate: $1/m \le x_+^2 \le 3/m$, since $v \le 1/m$, and $x_- x_+ = 1/m$.
    """
    rate = _Rate.of(premises, 1)
    weight, m = premises.weight(1), right(rate.mean)
    squared = apply("ring", left=weight**2, right=premises.weight(2))
    square = then(apply("within", squared, term=E(weight**2)), _mean(premises, 2))
    v, over_m = right(square) / m**2 - 1, apply("positive", term=1 / m)
    over_square = apply("positive", term=1 / m**2)
    jensen = _replaced(apply("jensen", x=weight, function="square"), square, rate.mean)
    spread = by_products(number(0), v, (1, jensen, over_square))
    fades = _replaced(apply("mean_monotone", _square_is_smaller(premises)), square, rate.mean)
    light = by_products(v, 1 / m, (1, fades, over_square), (1,))

    total = by_products(number(0), v + 4 / m, (1, spread), (4, over_m), relation="lt")
    (t_sign, t_square), (s_sign, s_square) = root_of(apply("weakened", total)), root_of(spread)
    t, s = right(t_sign), right(s_sign)
    above, below = ((t + s) / 2) ** 2, ((t - s) / 2) ** 2
    quarter = Fraction(1, 4)
    low = by_products(
        1 / m, above, (_HALF, t_sign, s_sign), (_HALF, spread), (-quarter, t_square), (-quarter, s_square)
    )
    high = apply(
        "certificate", light, t_square, s_square, left=above, right=3 / m, relation="le",
        parts=((1, 4, (), (t - s,)), (1, 1, (0,), ()), (1, 2, (1,), ()), (1, 2, (2,), ())),
    )  # fmt: skip
    positive = apply("transitive", over_m, low)
    times = (t**2 - s**2 + 4 / m) / (16 * above)
    product = apply(
        "ring",
        positive,
        t_square,
        s_square,
        left=below,
        right=1 / (m**2 * above),
        multipliers=(times, -times),
    )
    over, more = (apply("positive", term=term) for term in (1 / d_k, log(3) / d_k))
    rises, falls = ((1, _log(fact, positive), over) for fact in (low, high))
    most = rate.expansion(log(above) / d_k, [rises, (1, more)], [falls])
    known = apply("within", product, term=log(below) / d_k)
    least = rate.expansion(left(known), [falls, (-1, known)], [rises, (1, more), (1, known)], positive)
    title = "Exponential rate of the size at which the median of Z is 1"
    return proved("softmax_typical_rate", title, apply("both", most, least))


def mean_rate(premises: SoftmaxScores, order: int) -> Theorem:
    """(1/d) log(1/E w) = rate + O(1/d)."""
    rate, more = _Rate.of(premises, order), apply("positive", term=log(3) / d_k)
    known = apply("within", rate.mean, term=log(1 / left(rate.mean)) / d_k)
    return rate.expansion(left(known), [(1, more), (-1, known)], [(1, more), (1, known)])


@dataclass(frozen=True)
class _Rate:
    """rate - room <= (1/d) log(1/m) <= rate, for the mean m = E w, and room = O(1/d)."""

    mean: Theorem
    value: Term
    room: Term
    rises: Theorem
    falls: Theorem

    @classmethod
    def of(cls, premises: SoftmaxScores, order: int) -> _Rate:
        """From the exponentials on both sides of the series."""
        mean = _mean(premises, order)
        (series,) = occurring(right(mean), "hypergeometric")
        low = apply("confluent_between", term=series, side="below")
        high = apply("confluent_between", suppose(d_k > 1, "a large dimension"), term=series, side="above")
        least, most = collected(left(low).args[0]), collected(right(high).args[0])
        over, own = apply("positive", term=1 / d_k), log(1 / right(mean)) / d_k
        value = collected((order * premises.score_scale - least) / d_k)
        if occurs(d_k, value):
            raise Refused(f"There is no rate: {value} does not stay as {d_k} grows.")
        room = (most - least) / d_k
        rises = by_products(value - room, own, (1, _log(high), over))
        return cls(mean, value, room, rises, by_products(own, value, (1, _log(low), over)))

    def expansion(self, own: Term, low: Parts, high: Parts, *known: Theorem) -> Theorem:
        """Own = rate + O(1/d), its distances to log(1/m)/d being `low` and `high`, but for log(3)/d."""
        room = self.room + log(3) / d_k
        near = apply(
            "modulus",
            by_products(-room, own - self.value, (1, self.rises), *low, known=known),
            by_products(own - self.value, room, (2, self.falls), (1, self.rises), *high, known=known),
        )
        small = prove(expansion(room, number(0), 1 / d_k, d_k), by=asymptotics)
        near = apply("coarser", apply("eventually", near, limit=(d_k,)), small)
        return apply("combined", near, left=own, main=self.value, order=1 / d_k, count=1)


def _mean(premises: SoftmaxScores, order: int) -> Theorem:
    return derive(E(premises.weight(order)), by=moments, where=[i != j])


def _log(fact: Theorem, *known: Theorem) -> Theorem:
    """From a <= b: log a <= log b."""
    return apply("monotone", fact, *known, function="log", exponent=number(1))


def _replaced(theorem: Theorem, *equations: Theorem) -> Theorem:
    for equation in equations:
        theorem = apply("rewrite", equation, theorem)
    return theorem


def _square_is_smaller(premises: SoftmaxScores) -> Theorem:
    """w^2 <= w, since an overlap of unit vectors is at most 1."""
    weight, along = premises.weight(1), inner(premises.key(i), premises.key(j))
    lengths = [apply("fixed_norm", term=norm2(premises.key(index))) for index in (i, j)]
    square = _replaced(apply("cauchy_schwarz", x=premises.key(i), y=premises.key(j)), *lengths)
    scale, exponent = apply("positive", term=premises.score_scale), weight.args[0]
    falls = apply(
        "certificate", square, scale, left=number(0), right=1 - along, relation="le",
        parts=((1, 2, (0,), ()), (1, 2, (), (1 - along,))),
    )  # fmt: skip
    falls = by_products(exponent, number(0), (1, falls, scale))
    below = apply("monotone", falls, function="exp", exponent=number(1))
    return by_products(weight**2, weight, (1, below, apply("positive", term=weight)))
