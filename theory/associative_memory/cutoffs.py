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
from ..model import Model
from ..node import Term, as_term, number
from ..prove import prove
from ..tactics import both, bound, combined, fallen, linked, named, nonnegative, positive, quotient, rewritten
from ..tactics.rewriting import left, replaced_within, right
from ..terms import hurwitz_zeta, zeta
from .competitors import dimension
from .many_classes import EIGHTH, First, many
from .weighted import PowerWeights

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
        steep = [self.powers.summable, *(self.powers.law or [prove(a > 1, by=bound)])]
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
        falls = fallen(combined(whole <= edge + 1, within), a - 1, *known)
        tail = apply("hurwitz_between", *known, term=hurwitz_zeta(a, whole), side="below")
        scale, low = 1 / zeta(a), left(falls) / ((a - 1) * zeta(a))
        return combined(low <= left(exact), exact, (falls, 1 / (a - 1), scale), (tail, scale), known=known)

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
    prove(premises.alike.stored < dimension, by=bound)
    error, constant, sign, most = premises.bounds()
    some, low, high = _not_stored(premises)
    ratio, known = named("r", left(most) / left(high)), linked(some, low)
    found, below = (
        apply("symmetric", linked(quotient(one, high, sign, known), ratio)) for one in (error, constant)
    )
    sides = below, linked(ratio, quotient(most, low, nonnegative(number(1)), some))
    return proved("cutoff_ratio_floor", "The error over Eq. (9)", found, dimension, between=sides)


def _not_stored(premises: First) -> tuple[Theorem, Theorem, Theorem]:
    """0 < b, b <= P(X > P), and a bound from above."""
    x, s, y = Model(X=Zipf(premises.exponent)).X, premises.exponent, premises.alike.stored
    first, beyond = (apply("zipf_beyond", x=x, t=t) for t in (many, y))
    alike = linked(beyond, replaced_within(first, [premises.first]))
    low, high = (
        apply("zipf_tail", nonnegative(number(1)), x=x, s=number(1), t=y, side=side)
        for side in ("below", "above")
    )
    low, high = rewritten(low, alike), rewritten(high, alike)
    rest = prove(y ** (1 - s) / (s - 1) - y**-s > 0, by=[bound, premises.far])
    return combined(left(low) > 0, (rest, 1 / zeta(s)), known=[premises.steep]), low, high
