r"""Exponential rates of the thresholds of softmax retrieval (S6) at a score scale $\beta \propto d_k$.

With w the weight $e^{\beta (\langle k_i, k_j \rangle - 1)}$ of another key, or its square, the mean of Z, or
of Y, is 1 at $n - 1 = 1/\mathbb{E} w$. The mean is a series 0F1 between two exponentials, whose exponents
differ by a bounded number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Refused, Theorem, apply
from ..laws import Sphere
from ..model import Model, iid
from ..node import Term, number
from ..prove import derive, prove, suppose
from ..substitution import occurs
from ..tactics import asymptotics, moments, products
from ..tactics.orders import grown
from ..tactics.rewriting import collected, left, nonnegative, occurring, right, root_of
from ..tactics.steps import at_most, calculation, equals, less_than
from ..terms import E, exp, expansion, inner, log, norm2
from .definitions import d_k, i, j, n

_KEYS: Final = Sphere(d_k)


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
    square = calculation(
        E(weight**2), equals(E(premises.weight(2))), equals(right(_mean(premises, 2)), _mean(premises, 2))
    )
    v, over_m = right(square) / m**2 - 1, apply("positive", term=1 / m)
    jensen = calculation(
        m**2, at_most(right(square), apply("jensen", x=weight, function="square"), square, rate.mean)
    )
    spread = prove(number(0) <= v, by=[products, jensen])
    fades = calculation(
        right(square),
        equals(E(weight**2), square),
        at_most(E(weight), _square_is_smaller(premises)),
        equals(m, rate.mean),
    )
    light = prove(v <= 1 / m, by=[products, fades])

    wide = prove(number(0) < v + 4 / m, by=[products, spread, over_m])
    (t_sign, t_square), (s_sign, s_square) = root_of(apply("weakened", wide)), root_of(spread)
    t, s = right(t_sign), right(s_sign)
    above, below = ((t + s) / 2) ** 2, ((t - s) / 2) ** 2
    squares = (t_square, s_square)
    low = prove(1 / m <= above, by=[products, t_sign, s_sign, spread, *squares])
    high = prove(above <= 3 / m, by=[products, light, nonnegative((t - s) ** 2), *squares])
    positive = calculation(0, less_than(1 / m, over_m), at_most(above, low))
    total = prove(t + s > 0, by=[products, apply("positive", wide, term=t), s_sign])
    product = calculation(
        below,
        equals(((t**2 - s**2) / 4) ** 2 / above, total),
        equals(1 / (m**2 * above), total, *squares),
    )
    over, more = (apply("positive", term=term) for term in (1 / d_k, log(3) / d_k))
    rises, falls = grown(low, "log", positive), grown(high, "log", positive)
    most = rate.expansion(log(above) / d_k, rises, falls, over, more)
    known = apply("within", product, term=log(below) / d_k)
    least = rate.expansion(left(known), rises, falls, over, more, known, positive)
    title = "Exponential rate of the size at which the median of Z is 1"
    return proved("softmax_typical_rate", title, apply("both", most, least))


def mean_rate(premises: SoftmaxScores, order: int) -> Theorem:
    """(1/d) log(1/E w) = rate + O(1/d)."""
    rate, more = _Rate.of(premises, order), apply("positive", term=log(3) / d_k)
    known = apply("within", rate.mean, term=log(1 / left(rate.mean)) / d_k)
    return rate.expansion(left(known), more, known)


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
        rises = prove(value - room <= own, by=[products, grown(high, "log"), over])
        return cls(mean, value, room, rises, prove(own <= value, by=[products, grown(low, "log"), over]))

    def expansion(self, own: Term, *facts: Theorem) -> Theorem:
        """Own = rate + O(1/d), by facts that bring it within log(3)/d of log(1/m)/d."""
        room = self.room + log(3) / d_k
        bounds = (self.rises, self.falls, *facts)
        near = apply(
            "modulus",
            prove(-room <= own - self.value, by=[products, *bounds]),
            prove(own - self.value <= room, by=[products, *bounds]),
        )
        small = prove(expansion(room, number(0), 1 / d_k, d_k), by=asymptotics)
        near = apply("coarser", apply("eventually", near, limit=(d_k,)), small)
        return apply("combined", near, left=own, main=self.value, order=1 / d_k, count=1)


def _mean(premises: SoftmaxScores, order: int) -> Theorem:
    return derive(E(premises.weight(order)), by=moments, where=[i != j])


def _square_is_smaller(premises: SoftmaxScores) -> Theorem:
    """w^2 <= w, since an overlap of unit vectors is at most 1."""
    one, other, weight = premises.key(i), premises.key(j), premises.weight(1)
    lengths = [apply("fixed_norm", term=norm2(key)) for key in (one, other)]
    along = calculation(
        inner(one, other) ** 2,
        at_most(norm2(one) * norm2(other), apply("cauchy_schwarz", x=one, y=other)),
        equals(1, *lengths),
    )
    falls = prove(inner(one, other) <= 1, by=[products, along, nonnegative((1 - inner(one, other)) ** 2)])
    scale = apply("positive", term=premises.score_scale)
    below = calculation(weight, at_most(exp(number(0)), falls, scale), equals(1))
    return prove(weight**2 <= weight, by=[products, below, apply("positive", term=weight)])
