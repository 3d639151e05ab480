r"""Softmax retrieval (S6, the paper's open question): sizes up to which the right key keeps half the weight.

The weight on the right key is $1/(1+Z)$ with $Z = \sum_{j \ne i} e^{\beta (\langle k_i, k_j \rangle - 1)}$;
the crosstalk beside the signal, values being independent, has the power
$Y = \sum_{j \ne i} e^{2 \beta (\langle k_i, k_j \rangle - 1)}$ in mean. The score scale $\beta$ is 4
(`fixed`), $\sqrt{d_k}$ (`root`) or $d_k$ (`full`).

An annealed threshold is the n at which a mean, $\mathbb{E} Z$ or $\mathbb{E} Y$, is 1; a typical one the n
at which the median of Z (or of Y) is. A median lies within one standard deviation of the mean, which encloses
the typical threshold: it differs from the annealed one, but has the same exponential rate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Sphere
from ..model import Model, Parameter, Size, iid, indices
from ..node import Term, as_term, is_number, number
from ..prove import derive, prove, suppose
from ..tactics import bound, markov, moments, products
from ..tactics.rewriting import collected, factored, left, right, root_of
from ..tactics.steps import at_least, at_most, calculation, equals, more_than, specialized
from ..terms import E, P, Sum, Var, define, exp, inner, median, sqrt
from .definitions import d_k, n
from .sizes import size_at

_KEYS: Final = Sphere(d_k)
_LETTERS: Final = {1: "Z", 2: "Y", 4: "W"}
_HALF: Final = Fraction(1, 2)
_M, _V = Parameter("m"), Parameter("v")
"""Any mean of one weight, and any variance beside its square."""


@dataclass(frozen=True, kw_only=True)
class SoftmaxMemory:
    """The factor on scores, and the keys with their law and number."""

    score_scale: Term | int
    law: Term = _KEYS
    items: Term = n
    mark: str = ""
    """What tells its letters from those of a memory of another number of items."""

    def weights(self, order: int) -> Term:
        """The other keys' weights (Z, order 1), squares (Y, 2) or fourth powers, beside the right key's."""
        (keys,) = Model(**{f"k{self.mark}": iid(self.law, self.items)})
        i, j = indices(f"i{self.mark} j", self.items)
        weight = exp(order * self.score_scale * (inner(keys[i], keys[j]) - 1))
        return define(_LETTERS[order] + self.mark, Sum(j != i, weight), i)


FIXED: Final = SoftmaxMemory(score_scale=4)
ROOT: Final = SoftmaxMemory(score_scale=sqrt(d_k))
FULL: Final = SoftmaxMemory(score_scale=d_k)

_TITLES: Final = {1: "the other keys' weight", 2: "the crosstalk's power"}


def mean_of_weights(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    r"""$\mathbb{E} Z = (n-1) e^{-\beta}\, {}_0F_1(; d_k/2; \beta^2/4)$; of Y with $2 \beta$ (S6)."""
    return proved(name, f"Mean of {_TITLES[order]} beside the right key's", _mean(premises, order), n)


def mean_weight(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    r"""$\mathbb{E} \frac{1}{1+Z} \ge \frac{1}{1 + \mathbb{E} Z}$ (S6)."""
    return proved(name, "Mean weight on the right key", _weight_floor(premises, order))


def wrong(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    r"""$\mathbb{P}(Z > 1) \le \mathbb{E} Z$: the right key has less than half the weight (S6)."""
    mean = _mean(premises, order)
    tail = prove(P(premises.weights(order) > 1) <= right(mean), by=[markov, mean])
    return proved(name, "Probability that the right key has less than half the weight", tail)


def annealed(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    r"""The n at which $\mathbb{E} Z = 1$, or $\mathbb{E} Y = 1$ (S6, annealed).

    For Z it tends to $1 + e^4$ at $\beta = 4$, and is about $e^{\sqrt{d_k} - 1/2}$ at $\beta = \sqrt{d_k}$.
    """
    along = [d_k] if is_number(as_term(premises.score_scale)) else []
    title = f"Size at which the mean of {_TITLES[order]} is 1"
    return proved(name, title, _annealed(premises, order), *along)


def typical_ceiling(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    """A size above the n at which the median of Z (or Y) is 1 (S6, typical; S6.1)."""
    title = f"Size at which the median of {_LETTERS[order]} is 1, from above"
    return proved(name, title, _typical(premises, order, 1))


def typical_floor(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    """A size below the n at which the median of Z is 1 (S6, typical)."""
    title = f"Size at which the median of {_LETTERS[order]} is 1, from below"
    return proved(name, title, _typical(premises, order, -1))


def mean_weight_floor(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    r"""The right key has half of the mean weight at no fewer items than at $\mathbb{E} Z = 1$ (S6.1)."""
    floor, one = _weight_floor(premises, order), _one(premises, order)
    half = suppose(left(floor) <= _HALF, "the right key has at most half of the mean weight")
    light = calculation(right(floor), at_most(left(floor), floor), at_most(_HALF, half))
    theorem = prove(n >= 1 + 1 / one, by=[products, light])
    title = "Size at which the mean weight is 1/2, from below"
    return proved(name, title, theorem)


def typical_over_annealed(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    """The typical size beside the annealed one N, from below: the floor tends to 1 (S6.1)."""
    size = _annealed(replace(premises, items=Size("N"), mark="_N"), order)
    typical = _typical(premises, order, -1)
    many, floor = left(size), right(typical)
    share = calculation(n / many, at_least(floor / many, typical), equals(floor / right(size), size))
    return proved(name, "Typical size beside the annealed one, from below", share)


def _table() -> Iterator[tuple[str, Callable[..., Derivation], SoftmaxMemory, int]]:
    """Name, kind, memory, and order: 1 for Z, 2 for Y."""
    for scale, memory in {"fixed": FIXED, "root": ROOT, "full": FULL}.items():
        yield f"softmax_partition_{scale}", mean_of_weights, memory, 1
        yield f"softmax_noise_{scale}", mean_of_weights, memory, 2
        yield f"softmax_weight_{scale}", mean_weight, memory, 1
        yield f"softmax_wrong_{scale}", wrong, memory, 1
        yield f"capacity_softmax_{scale}", annealed, memory, 1
        yield f"capacity_softmax_noise_{scale}", annealed, memory, 2
        yield f"capacity_softmax_typical_{scale}", typical_ceiling, memory, 1
        yield f"capacity_softmax_typical_floor_{scale}", typical_floor, memory, 1
    yield "mean_weight_floor_full", mean_weight_floor, FULL, 1
    yield "noise_typical_root", typical_ceiling, ROOT, 2
    yield "noise_typical_full", typical_ceiling, FULL, 2
    yield "typical_over_annealed_floor", typical_over_annealed, FULL, 1


def _derivation(
    name: str, kind: Callable[..., Derivation], memory: SoftmaxMemory, order: int
) -> Callable[..., Derivation]:
    def derivation(premises: SoftmaxMemory = memory) -> Derivation:
        return kind(premises, name, order)

    derivation.__name__, derivation.__doc__ = name, kind.__doc__
    return derivation


DERIVATIONS: Final = {row[0]: _derivation(*row) for row in _table()}


@lru_cache
def _mean(premises: SoftmaxMemory, order: int, power: int = 1) -> Theorem:
    return derive(E(premises.weights(order) ** power), by=moments)


def _one(premises: SoftmaxMemory, order: int) -> Term:
    """The mean of one weight."""
    return factored(right(_mean(premises, order)) / (premises.items - 1))


@lru_cache
def _weight_floor(premises: SoftmaxMemory, order: int) -> Theorem:
    """E 1/(1 + Z) >= 1/(1 + E Z)."""
    whole, mean = 1 + premises.weights(order), _mean(premises, order)
    jensen = apply("jensen", x=whole, function="reciprocal")
    value = calculation(E(whole), equals(1 + right(mean), mean))
    return calculation(right(jensen), at_least(left(jensen), jensen), equals(1 / right(value), value))


def _annealed(premises: SoftmaxMemory, order: int) -> Theorem:
    """From E Z = 1: n = 1 + 1/m, m the mean of one weight."""
    mean = _mean(premises, order)
    reached = apply("rewrite", mean, suppose(left(mean) == 1, "the threshold"))
    return size_at(reached, premises.items)


@lru_cache
def _typical(premises: SoftmaxMemory, order: int, side: int) -> Theorem:
    r"""From median Z <= 1: n <= 1 + x^2 (side 1); from median Z >= 1: n >= 1 + x^2 (side -1).

    Z has the mean r^2 m and the deviation r m s, with m the mean of a weight, m^2 s^2 its variance, and
    r^2 = n - 1; x as in `_solved`.
    """
    (m, v, spread), (deviation, variance) = _moments(premises, order)
    mean, items, root = _mean(premises, order), premises.items, right(deviation)
    near = apply("median_near_mean", variance, deviation, side="below" if side > 0 else "above")
    middle = median(premises.weights(order))
    reached = suppose(middle <= 1 if side > 0 else middle >= 1, "the threshold")
    room = side * (1 - (items - 1) * m) + root
    enough = prove(number(0) <= room, by=[products, apply("rewrite", mean, near), reached])
    found = specialized(_solved(items, side), {_M: m, _V: v}, apply("positive", term=m), spread, enough)
    x = (sqrt(v + 4 / m) + side * sqrt(v)) / 2
    return calculation(items, (at_most if side > 0 else at_least)(1 + x**2, found))


@lru_cache
def _moments(
    premises: SoftmaxMemory, order: int
) -> tuple[tuple[Term, Term, Theorem], tuple[Theorem, Theorem]]:
    """m, v and 0 <= v; 0 <= r m s and Var Z = (r m s)^2 with r^2 = n - 1 and s^2 = v."""
    mean, square = (_mean(premises, order, power) for power in (1, 2))
    (m, second), items = (_one(premises, each) for each in (order, 2 * order)), premises.items
    v, weights = collected(second / m**2) - 1, premises.weights(order)
    spread = _spread(mean, square, items, v)
    (r_sign, r_square), (s_sign, s_square) = map(root_of, (prove(items - 1 >= 0, by=bound), spread))
    r, s = right(r_sign), right(s_sign)
    deviation = prove(number(0) <= r * m * s, by=[products, r_sign, s_sign])
    variance = calculation(
        Var(weights),
        equals(right(square) - right(mean) ** 2, apply("written_out", term=Var(weights)), square, mean),
        equals(r**2 * m**2 * s**2, r_square, s_square),
        equals((r * m * s) ** 2),
    )
    return (m, v, spread), (deviation, variance)


@lru_cache
def _solved(items: Term, side: int) -> Theorem:
    r"""From 0 <= side (1 - r^2 m) + r m s with r^2 = n - 1: n <= 1 + x^2 (side 1), n >= 1 + x^2 (side -1).

    With t^2 = s^2 + 4/m the sizes are x, y = (t + s)/2, (t - s)/2, or the other way: x y = 1/m.
    """
    m, spread = suppose(number(0) < _M), suppose(number(0) <= _V)
    wide = prove(number(0) < _V + 4 / _M, by=[products, spread, m])
    (r_sign, r_square), (s_sign, s_square) = map(root_of, (prove(items - 1 >= 0, by=bound), spread))
    t_sign, t_square = apply("positive", wide, term=sqrt(right(wide))), root_of(apply("weakened", wide))[1]
    r, s, t = (right(fact) for fact in (r_sign, s_sign, t_sign))
    squares, enough = (
        (r_square, s_square, t_square),
        suppose(number(0) <= side * (1 - (items - 1) * _M) + r * _M * s),
    )
    total = prove(t + s > 0, by=[products, t_sign, s_sign])
    gap = calculation(
        t - s,
        equals((t**2 - s**2) / (t + s), total),
        equals(4 / _M / (t + s), *squares),
        more_than(0, total, m),
    )
    x, y = (t + side * s) / 2, (t - side * s) / 2
    above, below = (prove(end + r > 0, by=[products, total, gap, r_sign]) for end in (x, y))
    both = prove(side * (x - r) * (y + r) >= 0, by=[products, enough, m, *squares])
    one = calculation(
        side * (x - r), equals(side * (x - r) * (y + r) / (y + r), below), at_least(0, both, below)
    )
    size = items <= 1 + x**2 if side > 0 else items >= 1 + x**2
    return prove(size, by=[products, one, above, r_square])


def _spread(mean: Theorem, square: Theorem, items: Term, v: Term) -> Theorem:
    """0 <= v, by Jensen's inequality for the sum of one weight: there are two items."""
    jensen = apply("jensen", x=left(mean).args[0], function="square")
    order = calculation(right(mean) ** 2, at_most(right(square), jensen, mean, square))
    return prove(number(0) <= v, by=[products, apply("instance", order, symbol=items, value=number(2))])
