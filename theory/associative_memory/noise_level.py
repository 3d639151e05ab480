r"""The noise of Eq. (9): $Q_\infty$, the squared weights of the largest class, over $p_* \|q\|^2$ (S3.1).

With $f(x) = x \bmod M$ and M dividing N, the class of the first token is the largest, and the sum over it is
a difference of Hurwitz zeta functions. The ratio is one where $q^2$ is p; at $q = 1$ and $q = p$ it is not.

| letter | meaning |
|---|---|
| `p_*` | mass of the heaviest class |
| `K` | tokens of a class, $M (k - 1) + c$ for $k = 1, \dots, K$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Size, fixed
from ..node import TRUE, Term, number, power
from ..prove import prove, suppose
from ..tactics import algebra, bound, combined, fallen, linked, named, positive, same
from ..tactics.rewriting import itself, left, replaced_within, right, then
from ..tactics.telescopes import hurwitz_sum
from ..terms import Sum, define, hurwitz_zeta, max_over, zeta

N, each = Size("N", minimum=5), Size("K")
_tokens, _classes = Size("N"), Size("M")
_token, _class = Index("x", _tokens), Index("y", _classes)
_TITLE: Final = "The noise over its approximation"
_x, _k = Index("x", N), Index("k", each)


@dataclass(frozen=True, kw_only=True)
class Residues:
    """The power of the frequency in the weights, the exponent of the Zipf law, and the number of classes."""

    rho: int
    alpha: int = 2
    classes: int = 5

    @property
    def even(self) -> Theorem:
        """Every class has as many tokens."""
        return suppose(each == N / self.classes, "the number of classes divides that of tokens")

    def total(self, s: int) -> Theorem:
        """The sum of x^(-s) over all tokens."""
        term = Sum(_x, _x ** (-s) if s else number(1))
        if not s:
            return apply("count", term=term)
        return hurwitz_sum(term, prove(number(s) > 1, by=bound))

    def largest(self, s: int) -> tuple[Theorem, Theorem]:
        """The largest sum of x^(-s) over a class is that over the first, and what that is."""
        c = Index("c", number(self.classes))
        places = [self.classes * (_k - 1) + one for one in (c, number(1))]
        own, first = (Sum(_k, place ** (-s) if s else number(1)) for place in places)
        whole = max_over(c, own)
        below = apply("instance", apply("largest", term=whole, index=c), symbol=c, value=number(1))
        above = apply(
            "largest_below", apply("sum_monotone", self.smaller(s, c), condition=TRUE, index=_k), index=c
        )
        found = apply("antisymmetric", above, below)
        if not s:
            return found, apply("count", term=first)
        facts = prove(number(s) > 1, by=bound), positive(number(self.classes))
        return found, hurwitz_sum(first, *facts, step=self.classes, start=1 - self.classes)

    def smaller(self, s: int, c: Term) -> Theorem:
        """(M (k - 1) + c)^-s <= (M (k - 1) + 1)^-s."""
        if not s:
            return apply("weakened", itself(number(1)))
        low, places = apply("bounded", term=_k, end="low"), [self.classes * (_k - 1) + one for one in (1, c)]
        some = [combined(place > 0, low, end) for place, end in zip(places, (1, c), strict=True)]
        return fallen(combined(places[0] <= places[1], apply("bounded", term=c, end="low")), s, *some)

    def ratio(self) -> tuple[Theorem, list[Theorem]]:
        """The noise over its approximation, by sums over the first class and over all, and what these are."""
        powers = 2 * self.rho * self.alpha, self.alpha
        (noise, of_noise), (mass, of_mass) = map(self.largest, powers)
        squares, masses = map(self.total, powers)
        found = named("r", left(noise) / (left(mass) / left(masses) * left(squares)), noise, mass)
        return found, [of_noise, of_mass, squares, masses]


UNIFORM: Final = Residues(rho=0)
FREQUENCY: Final = Residues(rho=1)


def noise_level_uniform(premises: Residues = UNIFORM) -> Derivation:
    r"""$Q_\infty/(p_* \|q\|^2)$ at $q = 1$: $1/(5 p_*)$, of the order $N^0$.

    >>> noise_level_uniform().exponents
    {'N': Fraction(0, 1)}
    """
    found, sums = premises.ratio()
    sides = _constants(found, sums, premises)
    return proved(
        "noise_level_uniform", _TITLE, replaced_within(found, [*sums, premises.even]), N, between=sides
    )


def noise_level_frequency(premises: Residues = FREQUENCY) -> Derivation:
    r"""The same at $q = p$."""
    found, sums = premises.ratio()
    return proved("noise_level_frequency", _TITLE, replaced_within(found, [*sums, premises.even]))


def _constants(ratio: Theorem, sums: list[Theorem], premises: Residues) -> tuple[Theorem, Theorem]:
    """Numbers that the ratio lies between where all weights are one, whatever N is.

    Raises `Refused` for other weights, and where the exponent of the law is odd.
    """
    _, of_first, squares, of_all = sums
    s, M, first, whole = premises.alpha, premises.classes, left(of_first), left(of_all)
    steep = prove(number(s) > 1, by=bound)
    ends = [_first_term(total, index) for total, index in ((first, _k), (whole, _x))]
    limits = hurwitz_zeta(s, Fraction(1, M)) * number(M) ** (-s), zeta(s)
    rests = hurwitz_zeta(s, each + Fraction(1, M)), hurwitz_zeta(s, N + 1)
    below = [
        combined(left(total) <= limit, total, rest, known=[steep])
        for total, limit, rest in zip((of_first, of_all), limits, rests, strict=True)
    ]
    found = replaced_within(ratio, [sums[0], squares])
    some = [combined(right(end) > 0, 1, end) for end in ends]
    even = premises.even, whole / (first * N)
    found = then(found, combined(right(found) == whole / (M * first), even, known=some))
    known, over = (*some, steep), 1 / first
    least = combined(
        1 / (M * limits[0]) <= right(found), (ends[1], over), (below[0], over, 1 / limits[0]), known=known
    )
    most = combined(right(found) <= limits[1] / M, (ends[0], zeta(s), over), (below[1], over), known=known)
    return apply("symmetric", linked(least, found)), linked(found, most)


def _first_term(total: Term, index: Term) -> Theorem:
    """1 <= the sum, from the term at any index and what is left."""
    taken = apply("taken_out", term=total, value=index)
    own, rest = right(taken).args
    found = apply("instance", combined(own <= total, taken, rest), symbol=index, value=number(1))
    return linked(same(number(1), left(found), ()), found)


@dataclass(frozen=True, kw_only=True)
class Power:
    """The power of the frequency in the weights, for any law on the tokens and any classes."""

    rho: Fraction = Fraction(1, 2)


ROOT: Final = Power()


def noise_level_root(premises: Power = ROOT) -> Derivation:
    r"""The same at $q = p^{1/2}$, where $q^2 = p$: one.

    Raises `Refused` for another power.

    >>> noise_level_root().formula
    1
    """
    p, member = fixed("p", _tokens), fixed("c", _classes, _tokens)
    squares = power(p[_token], 2 * premises.rho)

    def heaviest(weight: Term) -> Term:
        return max_over(_class, Sum(_token, member[_class, _token] * weight))

    whole, share = Sum(_token, p[_token]), heaviest(p[_token])
    facts = [suppose(whole > 0, "tokens have masses"), suppose(share > 0, "some class has a mass")]
    ratio = define("r", heaviest(squares) / (share / whole * Sum(_token, squares)))
    found = prove(ratio == 1, by=[algebra, *facts])
    return proved("noise_level_root", _TITLE, found)
