r"""Eq. (9) for $q = p$ and two classes: the error over the mass beyond the cut-off is of order one (S3).

Both are of the order $d^{-(\alpha-1)/(2 \rho \alpha)}$: the error by the bounds of `weighted`, the mass by
integrals beside its sum.

| letter | meaning |
|---|---|
| `p_*` | mass of the heavier class |
| `m` | mass of the tokens with $d\, q(x)^2 < p_* \|q\|^2$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Zipf
from ..model import Model, Parameter
from ..node import Term, as_term, number
from ..prove import prove, suppose
from ..tactics import bound
from ..tactics.certificates import by_products
from ..tactics.rewriting import left, nonnegative, replaced_within, right, then
from ..terms import define, hurwitz_zeta, zeta
from .competitors import dimension
from .many_classes import EIGHTH, First, many
from .weighted import PowerWeights

_POWERS: Final = PowerWeights(alpha=2, rho=1)
_ZERO: Final = number(0)


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
        steep = [self.powers.summable, *(self.powers.law or [prove(a > 1, by=bound)])]
        return [*steep, apply("positive", *steep, term=self.noise)]

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
        ends = apply("whole_part", x=edge)
        above, within = (apply("one_of_both", ends, position=place) for place in (0, 1))
        known = (
            *signs,
            by_products(_ZERO, whole, (1, above), (1, apply("positive", *signs, term=edge)), relation="lt"),
        )
        within = by_products(whole, edge + 1, (1, within))
        falls = apply("monotone", within, *known, function="power", exponent=a - 1)
        values = [part ** (1 - a) for part in (edge + 1, whole)]
        falls = by_products(
            *values, (1, falls, *(apply("positive", *known, term=part) for part in values)), known=known
        )
        tail = apply("hurwitz_between", *known, term=hurwitz_zeta(a, whole), side="below")
        scale, over = (apply("positive", *signs, term=1 / part) for part in (zeta(a), a - 1))
        low = values[0] / ((a - 1) * zeta(a))
        return by_products(
            low, left(exact), (-1, exact), (1, falls, over, scale), (1, tail, scale), known=known
        )

    def ratio(self) -> tuple[Theorem, tuple[Theorem, Theorem]]:
        """The error over the mass, and bounds on it from below and from above."""
        error, mass = self.powers.error()[1], self.mass()
        ratio = define("R", left(error) / left(mass))
        named = apply("written_out", term=ratio)
        low, high = self.powers.sides()
        least, most = self._least(), self._most()
        chance = apply("bounded", term=left(error), end="low")
        positive = apply("positive", *self._signs, term=left(least))
        inside = apply("transitive", positive, least)
        below = _quotient(apply("symmetric", low), most, chance, inside)
        above = _quotient(high, least, apply("transitive", chance, high), positive)
        below = apply("symmetric", apply("transitive", below, apply("symmetric", named)))
        above = apply("transitive", named, above)
        return replaced_within(named, [error, mass]), (below, above)


def _quotient(above: Theorem, below: Theorem, sign: Theorem, positive: Theorem) -> Theorem:
    """A/c <= b/k from a <= b, k <= c, 0 <= b and 0 < k."""
    letters = a, b, k, c = [Parameter(f"any_{name}") for name in "abkc"]
    pairs = ("le", a, b), ("le", k, c), ("le", _ZERO, b), ("lt", _ZERO, k)
    less, most, signed, some = (suppose(Term(head, (low, high))) for head, low, high in pairs)
    wide = apply("transitive", some, most)
    one, other = apply("positive", some, term=1 / k), apply("positive", wide, term=1 / c)
    parts = (1, less, other), (1, signed, most, one, other)
    found = by_products(a / c, b / k, *parts, known=(some, wide))
    for letter, value in zip(letters, (*above.proposition.args, *below.proposition.args), strict=True):
        found = apply("instance", found, symbol=letter, value=value)
    for lemma in (above, below, sign, positive):
        found = apply("cut", lemma, found)
    return found


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
    prove(premises.alike.stored < dimension, by=bound)
    error, constant, sign, most = premises.bounds()
    some, low, high = _not_stored(premises)
    named = apply("written_out", term=define("r", left(most) / left(high)))
    known, positive = apply("symmetric", named), apply("transitive", some, low)
    found, below = (
        apply("symmetric", apply("transitive", _quotient(one, high, sign, positive), known))
        for one in (error, constant)
    )
    above = _quotient(most, low, nonnegative(number(1)), some)
    sides = below, apply("transitive", named, above)
    return proved("cutoff_ratio_floor", "The error over Eq. (9)", found, dimension, between=sides)


def _not_stored(premises: First) -> tuple[Theorem, Theorem, Theorem]:
    """0 < b, b <= P(X > P), and a bound from above."""
    x, s, y = Model(X=Zipf(premises.exponent)).X, premises.exponent, premises.alike.stored
    first, beyond = (apply("zipf_beyond", x=x, t=t) for t in (many, y))
    same = then(replaced_within(first, [premises.first]), apply("symmetric", beyond))
    low, high = (
        apply("zipf_tail", nonnegative(number(1)), x=x, s=number(1), t=y, side=side)
        for side in ("below", "above")
    )
    low, high = (apply("rewrite", apply("symmetric", same), one) for one in (low, high))
    rest = prove(y ** (1 - s) / (s - 1) - y**-s > 0, by=[bound, premises.far])
    return by_products(_ZERO, left(low), (1, rest, premises.over), relation="lt"), low, high
