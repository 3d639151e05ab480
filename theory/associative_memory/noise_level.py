r"""Eq. (9): its noise over what it approximates, and the error over the mass beyond its cut-off (S3).

$Q_\infty$ are the squared weights of the largest class, which the paper takes for $p_* \|q\|^2$ (S3.1). With
$f(x) = x \bmod M$ and M dividing N, the class of the first token is the largest, and the sum over it is a
difference of Hurwitz zeta functions. The ratio is one where $q^2$ is p; at $q = 1$ and $q = p$ it is not.

For $q = p$ and two classes error and mass are both of the order $d^{-(\alpha-1)/(2 \rho \alpha)}$: the error
by the bounds of `weighted`, the mass by integrals beside its sum.

| letter | meaning |
|---|---|
| `p_*` | mass of the heaviest class |
| `K` | tokens of a class, $M (k - 1) + c$ for $k = 1, \dots, K$ |
| `m` | mass of the tokens with $d\, q(x)^2 < p_* \|q\|^2$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Zipf
from ..model import Index, Model, Size, fixed
from ..node import TRUE, Term, as_term, number, power
from ..prove import granted, prove, suppose
from ..tactics import both, combined, fallen, linked, named, nonnegative, positive, quotient, rewritten, same
from ..tactics.rewriting import itself, left, replaced_within, right, then
from ..tactics.telescopes import hurwitz_sum
from ..tactics.zetas import hurwitz_beyond
from ..terms import Sum, define, hurwitz_zeta, max_over, zeta
from .competitors import dimension
from .many_classes import EIGHTH, First, many
from .weighted import PowerWeights

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
        return hurwitz_sum(term, granted(number(s) > 1))

    def largest(self, s: int) -> tuple[Theorem, Theorem]:
        """The largest sum of x^(-s) over a class is that over the first, and what that is."""
        c = Index("c", number(self.classes))
        places = [self.classes * (_k - 1) + one for one in (c, number(1))]
        own, first = (Sum(_k, place ** (-s) if s else number(1)) for place in places)
        whole = max_over(c, own)
        below = apply("instance", apply("largest", term=whole, index=c), symbol=c, value=number(1))
        above = apply("sum_monotone", self.smaller(s, c), condition=TRUE, index=_k)
        above = apply("largest_below", above, index=c)
        found = apply("antisymmetric", above, below)
        if not s:
            return found, apply("count", term=first)
        facts = granted(number(s) > 1), positive(number(self.classes))
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
    value = replaced_within(found, [*sums, premises.even])
    return proved("noise_level_uniform", _TITLE, value, N, between=sides)


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
    steep = granted(number(s) > 1)
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
    found = prove(ratio == 1, by=["algebra", *facts])
    return proved("noise_level_root", _TITLE, found)


_POWERS: Final = PowerWeights(alpha=2, rho=1)


@dataclass(frozen=True, kw_only=True)
class CutOff:
    r"""The exponents, and how many classes there are, $f(x) = x \bmod M$."""

    powers: PowerWeights = _POWERS
    classes: int = 2

    @property
    def noise(self) -> Term:
        r"""$p_* \|q\|^2$, for the mass $p_*$ of the first token's class, the heaviest as masses fall."""
        a, count = as_term(self.powers.alpha), number(self.classes)
        return count**-a * hurwitz_zeta(a, 1 / count) / zeta(a) * self.powers.squares

    @property
    def _signs(self) -> list[Theorem]:
        """1 < r, 1 < alpha, and 0 < p_* |q|^2."""
        a = as_term(self.powers.alpha)
        steep = [self.powers.summable, *(self.powers.law or [prove(a > 1, by="bound")])]
        return [*steep, positive(self.noise, *steep)]

    def mass(self) -> Theorem:
        r"""$m = P(p_* \|q\|^2 X^r > d)$, by a Hurwitz zeta function."""
        r, d = 2 * self.powers.half, self.powers.dimension
        return apply("zipf_beyond", *self._signs, x=self.powers.token, t=d, y=self.noise, s=r)

    def _most(self) -> Theorem:
        """A bound on the mass from above."""
        signs, r, d = self._signs, 2 * self.powers.half, self.powers.dimension
        sign = apply("weakened", signs[-1])
        return apply("zipf_tail", sign, *signs, x=self.powers.token, s=r, t=d, side="above")

    def _least(self) -> Theorem:
        """A bound on the mass from below."""
        exact, signs, a = self.mass(), self._signs, as_term(self.powers.alpha)
        whole = right(exact).args[0].args[1]
        (edge,) = (part.args[0] for part in whole.args if part.head == "function")
        above, within = both(apply("whole_part", x=edge))
        known = *signs, combined(whole > 0, above, edge, known=signs)
        tail = hurwitz_beyond(hurwitz_zeta(a, whole), combined(whole <= edge + 1, within), *known)
        low = (edge + 1) ** (1 - a) / ((a - 1) * zeta(a))
        return combined(low <= left(exact), exact, (tail, 1 / zeta(a)), known=known)

    def ratio(self) -> tuple[Theorem, tuple[Theorem, Theorem]]:
        """The error over the mass, and bounds on it from below and from above."""
        error, mass = self.powers.error()[1], self.mass()
        ratio = named("R", left(error) / left(mass))
        low, high = self.powers.sides()
        least, most = self._least(), self._most()
        chance = apply("bounded", term=left(error), end="low")
        some = positive(left(least), *self._signs)
        below = quotient(apply("symmetric", low), most, chance, linked(some, least))
        above = quotient(high, least, linked(chance, high), some)
        below = apply("symmetric", linked(below, ratio))
        return replaced_within(ratio, [error, mass]), (below, linked(ratio, above))


TWO: Final = CutOff()
"""Two classes, $q = p$, $\\alpha = 2$."""


def cutoff_ratio(premises: CutOff = TWO) -> Derivation:
    r"""$E/p(\{x : d\, q(x)^2 < p_* \|q\|^2\})$ at $\alpha = 2$, $q = p$: of the order $d^0$.

    >>> cutoff_ratio().exponents
    {'d': Fraction(0, 1)}
    """
    found, between = premises.ratio()
    return proved("cutoff_ratio", "The error over Eq. (9)", found, premises.powers.dimension, between=between)


def cutoff_ratio_floor(premises: First = EIGHTH) -> Derivation:
    r"""The same where $P = d/8$ tokens of weight 1 are stored among five classes: at least of order d.

    As $p_* P < d$, the set is that of the tokens of weight 0. Raises `Refused` where P < d is not known.

    >>> cutoff_ratio_floor().relation, cutoff_ratio_floor().exponents
    ('>=', {'d': Fraction(1, 1)})
    """
    prove(premises.alike.stored < dimension, by="bound")
    error, constant, sign, most = premises.bounds()
    some, low, high = _not_stored(premises)
    ratio, known = named("r", left(most) / left(high)), linked(some, low)
    bounds = (linked(quotient(one, high, sign, known), ratio) for one in (error, constant))
    found, below = (apply("symmetric", one) for one in bounds)
    sides = below, linked(ratio, quotient(most, low, nonnegative(number(1)), some))
    return proved("cutoff_ratio_floor", "The error over Eq. (9)", found, dimension, between=sides)


def _not_stored(premises: First) -> tuple[Theorem, Theorem, Theorem]:
    """0 < b, b <= P(X > P), and a bound from above."""
    x, s, y = Model(X=Zipf(premises.exponent)).X, premises.exponent, premises.alike.stored
    first, beyond = (apply("zipf_beyond", x=x, t=t) for t in (many, y))
    alike = linked(beyond, replaced_within(first, [premises.first]))
    tail = {"x": x, "s": number(1), "t": y}
    low, high = (apply("zipf_tail", nonnegative(number(1)), **tail, side=side) for side in ("below", "above"))
    low, high = rewritten(low, alike), rewritten(high, alike)
    rest = prove(y ** (1 - s) / (s - 1) - y**-s > 0, by=["bound", premises.far])
    return combined(left(low) > 0, (rest, 1 / zeta(s)), known=[premises.steep]), low, high
