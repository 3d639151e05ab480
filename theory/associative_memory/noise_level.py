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
from ..tactics import algebra, bound
from ..tactics.certificates import by_products
from ..tactics.rewriting import left, nonnegative, replaced_within, right, then, zero_by_signs
from ..tactics.telescopes import hurwitz_sum
from ..terms import Sum, define, hurwitz_zeta, max_over, zeta

N, each = Size("N", minimum=5), Size("K")
_tokens, _classes = Size("N"), Size("M")
_token, _class = Index("x", _tokens), Index("y", _classes)
_x, _k = Index("x", N), Index("k", each)
_ONE: Final = prove(number(1) > 0, by=bound)


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
        steep = prove(number(s) > 1, by=bound)
        return hurwitz_sum(term, steep, _ONE, step=number(1), start=number(0))

    def largest(self, s: int) -> tuple[Theorem, Theorem]:
        """The largest sum of x^(-s) over a class is that over the first, and what that is."""
        c = Index("c", number(self.classes))
        places = [self.classes * (_k - 1) + one for one in (c, number(1))]
        own, first = (Sum(_k, place ** (-s) if s else number(1)) for place in places)
        whole = max_over(c, own)
        below = apply("instance", apply("largest", term=whole, index=c), symbol=c, value=number(1))
        above = apply("sum_monotone", self.smaller(s, c), condition=TRUE, index=_k)
        above = apply("largest_below", above, index=c)
        zero = zero_by_signs(
            by_products(whole - first, number(0), (1, above)),
            by_products(number(0), whole - first, (1, below)),
        )
        found = apply("ring", zero, left=whole, right=first, multipliers=(number(1),))
        if not s:
            return found, apply("count", term=first)
        steep, step = prove(number(s) > 1, by=bound), number(self.classes)
        facts = steep, known_positive(step), _ONE
        return found, hurwitz_sum(first, *facts, step=step, start=1 - step)

    def smaller(self, s: int, c: Term) -> Theorem:
        """(M (k - 1) + c)^-s <= (M (k - 1) + 1)^-s."""
        if not s:
            return apply("weakened", apply("reflexive", term=number(1)))
        M, low = self.classes, apply("bounded", term=_k, end="low")
        places = [M * (_k - 1) + one for one in (c, number(1))]
        ends = (prove(c > 0, by=bound), _ONE)
        some = [
            by_products(number(0), place, (M, low), (1, end), relation="lt")
            for place, end in zip(places, ends, strict=True)
        ]
        inverses = [apply("positive", *some, term=1 / place) for place in places]
        least = apply("bounded", term=c, end="low")
        less = by_products(*(1 / place for place in places), (1, least, *inverses), known=tuple(some))
        less = apply("monotone", less, *some, function="power", exponent=number(s))
        exact = [
            apply("ring", *some, left=power(place, number(-s)), right=side)
            for place, side in zip(places, less.proposition.args, strict=True)
        ]
        return apply("transitive", apply("transitive", exact[0], less), apply("symmetric", exact[1]))

    def ratio(self) -> tuple[Theorem, list[Theorem]]:
        """The noise over its approximation, by sums over the first class and over all, and what these are."""
        powers = 2 * self.rho * self.alpha, self.alpha
        (noise, of_noise), (mass, of_mass) = map(self.largest, powers)
        squares, masses = map(self.total, powers)
        found = apply(
            "written_out", term=define("r", left(noise) / (left(mass) / left(masses) * left(squares)))
        )
        found = replaced_within(found, [noise, mass])
        return found, [of_noise, of_mass, squares, masses]


UNIFORM: Final = Residues(rho=0)
FREQUENCY: Final = Residues(rho=1)


def noise_level_uniform(premises: Residues = UNIFORM) -> Derivation:
    r"""$Q_\infty/(p_* \|q\|^2)$ at $q = 1$: $1/(5 p_*)$, of the order $N^0$.

    >>> noise_level_uniform().exponents
    {'N': Fraction(0, 1)}
    """
    found, sums = premises.ratio()
    value = _counted(found, sums, premises)
    sides = _constants(found, sums, premises)
    return proved("noise_level_uniform", "The noise over its approximation", value, N, between=sides)


def noise_level_frequency(premises: Residues = FREQUENCY) -> Derivation:
    r"""The same at $q = p$."""
    found, sums = premises.ratio()
    return proved(
        "noise_level_frequency", "The noise over its approximation", _counted(found, sums, premises)
    )


def _counted(ratio: Theorem, sums: list[Theorem], premises: Residues) -> Theorem:
    """The ratio by zeta functions of N."""
    return replaced_within(ratio, [*sums, premises.even])


def _constants(ratio: Theorem, sums: list[Theorem], premises: Residues) -> tuple[Theorem, Theorem]:
    """Numbers that the ratio lies between where all weights are one, whatever N is.

    Raises `Refused` for other weights, and where the exponent of the law is odd.
    """
    _, of_first, squares, of_all = sums
    s, M, first, whole = premises.alpha, premises.classes, left(of_first), left(of_all)
    steep = prove(number(s) > 1, by=bound)
    ends = [apply("taken_out", term=total, value=index) for total, index in ((first, _k), (whole, _x))]
    ends = [_first_term(one, index) for one, index in zip(ends, (_k, _x), strict=True)]
    some = [by_products(number(0), right(end), (1, _ONE), (1, end), relation="lt") for end in ends]
    limits = hurwitz_zeta(s, Fraction(1, M)) * number(M) ** (-s), zeta(s)
    rests = [
        apply("positive", steep, term=part)
        for part in (hurwitz_zeta(s, each + Fraction(1, M)), hurwitz_zeta(s, N + 1))
    ]
    below = [
        by_products(left(total), limit, (1, total), (factor, rest))
        for total, limit, rest, factor in zip(
            (of_first, of_all), limits, rests, (Fraction(1, M**s), 1), strict=True
        )
    ]
    found = replaced_within(ratio, [sums[0], squares])
    value, times = whole / (M * first), (whole / (first * N),)
    even = apply("ring", premises.even, *some, left=right(found), right=value, multipliers=times)
    found = then(found, even)
    positive = apply("positive", steep, term=limits[0])
    inverses = [apply("positive", *some, positive, term=1 / part) for part in (first, limits[0])]
    known = (*some, positive)
    least = by_products(
        1 / (M * limits[0]), right(found), (Fraction(1, M), ends[1], inverses[0]),
        (Fraction(1, M), below[0], *inverses), known=known,
    )  # fmt: skip
    all_masses = apply("positive", steep, term=zeta(s))
    most = by_products(
        right(found), limits[1] / M, (Fraction(1, M), ends[0], all_masses, inverses[0]),
        (Fraction(1, M), below[1], inverses[0]), known=known,
    )  # fmt: skip
    low = apply("symmetric", apply("transitive", least, apply("symmetric", found)))
    return low, apply("transitive", found, most)


def _first_term(taken: Theorem, index: Term) -> Theorem:
    """1 <= the sum, from the term at any index and what is left."""
    own, rest = right(taken).args
    found = by_products(own, left(taken), (-1, taken), (1, nonnegative(rest)))
    found = apply("instance", found, symbol=index, value=number(1))
    return apply("transitive", apply("ring", left=number(1), right=left(found)), found)


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
    return proved("noise_level_root", "The noise over its approximation", found)


def known_positive(term: Term) -> Theorem:
    """0 < x, by the form of x."""
    return apply("positive", term=term)
