r"""Eq. (9) for $q = p$ and two classes: the error over the mass beyond the cut-off is of order one (S3).

Both are of the order $d^{-(\alpha-1)/(2 \rho \alpha)}$: the error by the bounds of `weighted`, the mass by
integrals beside its sum.

| letter | meaning |
|---|---|
| `p_*` | mass of the heavier class |
| `m` | mass of the tokens with $d\, q(x)^2 \le p_* \|q\|^2$ |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation
from ..rules.asymptotics import growth
from ..rules.cutoffs import (
    cutoff_between,
    divided,
    heaviest_residue,
    mass_not_stored,
    mass_of_cutoff,
    quotient_of_bounds,
    quotient_order,
)
from ..rules.far_orders import far_growth, far_sandwich
from ..rules.points import number
from ..rules.stored_sums import Whole
from .one_competitor import FIVE, Competitors, stored_floor
from .weighted import PowerWeights, d, missed_error, one_side

_x = sp.Symbol("x", integer=True, positive=True)
_p, _q, _f = (sp.Function(name, positive=True) for name in "pqf")
_heaviest, _mass, _stored = (sp.Symbol(name, positive=True) for name in ("p_*", "m", "P"))
_POWERS: Final = PowerWeights(alpha=sp.Integer(2), rho=sp.Integer(1))
_CLASSES: Final = sp.Integer(2)


@dataclass(frozen=True, kw_only=True)
class CutOff:
    """The exponents, and how many classes there are."""

    powers: PowerWeights = field(default_factory=lambda: _POWERS)
    classes: sp.Integer = _CLASSES

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (*self.powers.sentences, rf"$f(x) = x \bmod {self.classes}$")


TWO: Final = CutOff()
"""Two classes, $q = p$, $\\alpha = 2$."""


def cutoff_ratio(premises: CutOff = TWO) -> Derivation:
    r"""$E/p(\{x : d\, q(x)^2 \le p_* \|q\|^2\})$ at $\alpha = 2$, $q = p$: of the order $d^0$.

    >>> cutoff_ratio().exponents
    {'d': Fraction(0, 1)}
    """
    powers = premises.powers
    chain = Chain(name="cutoff_ratio", title="The error over Eq. (9)", premises=premises.sentences)
    error, overlap = missed_error(chain, powers)
    law = chain.define("the tokens follow a Zipf law", _p(_x), _x**-powers.alpha / sp.zeta(powers.alpha))
    weights = chain.define("the weights, up to a factor", _q(_x), _x ** (-powers.rho * powers.alpha))
    classes = chain.define("classes are residues", _f(_x), sp.Mod(_x, premises.classes, evaluate=False))
    heaviest = chain.apply("the heaviest class", heaviest_residue, law, classes, name=_heaviest)
    mass = chain.apply("the mass of Eq. (9)", mass_of_cutoff, law, weights, heaviest, size=d, name=_mass)
    quotients = []
    for above in (False, True):
        side = one_side(chain, powers, error, overlap, above=above)
        beside = chain.apply("bound the mass", cutoff_between, mass, above=not above)
        quotients.append(chain.apply("divide the bounds", quotient_of_bounds, side, beside))
    grown = [chain.apply("read off the exponent", far_growth, part, variables=(d,)) for part in quotients]
    between = chain.apply("the ratio lies between the two", far_sandwich, *quotients, *grown)
    whole = chain.apply("divide", divided, error, mass)
    return chain.close(whole, growth=between, checks=(_added_up(premises),))


def cutoff_ratio_floor(premises: Competitors = FIVE) -> Derivation:
    r"""The same where $P = d/8$ tokens are stored among five classes: at least of order d.

    >>> cutoff_ratio_floor().relation, cutoff_ratio_floor().exponents
    ('>=', {'d': Fraction(1, 1)})
    """
    chain = Chain(name="cutoff_ratio_floor", title="The error over Eq. (9)", premises=premises.sentences)
    floor, order = stored_floor(chain, premises)
    a = sp.Integer(premises.exponent)
    law = chain.define("the tokens follow a Zipf law", _p(_x), _x**-a / sp.zeta(a))
    count = chain.define("so many are stored", _stored, Whole(premises.stored, 1))
    classes = chain.define("classes are residues", _f(_x), sp.Mod(_x, premises.classes, evaluate=False))
    heaviest = chain.apply("the heaviest class", heaviest_residue, law, classes, name=_heaviest)
    mass = chain.apply("the mass of Eq. (9)", mass_not_stored, law, count, heaviest, name=_mass)
    most = chain.apply("bound the mass", cutoff_between, mass, above=True)
    falls = chain.apply("read off its exponent", growth, most, variables=(d,))
    least = chain.apply("divide the bounds", quotient_of_bounds, floor, most)
    grown = chain.apply("subtract the exponents", quotient_order, least, order, falls, variable=d)
    return chain.close(least, growth=grown, checks=(_above_the_floor(premises),))


def _above_the_floor(premises: Competitors) -> Callable[[sp.Expr], str]:
    """Two of the classes alone, Student's law, over the mass that is not stored."""

    def check(formula: sp.Expr) -> str:
        for size in (8000, 80_000):
            stored = size // 8
            others = mpmath.mpf(2) * stored / premises.classes - 1
            with mpmath.workdps(15):
                tail = mpmath.betainc(size / 2, 0.5, 0, others / (others + 1), regularized=True) / 2
                rest = mpmath.zeta(premises.exponent, stored + 1) / mpmath.zeta(premises.exponent)
                least = (1 - rest) * tail / rest
                found = number(formula, {d: sp.Integer(size)})
                if not found <= least <= found * (1 + mpmath.mpf(3000) / size):
                    raise CheckFailed(
                        f"At d = {size} two classes have the ratio {least}, the bound is {found}."
                    )
        return "below two classes alone by Student's law, and near them, in 8,000 and 80,000 dimensions"

    return check


def _added_up(premises: CutOff) -> Callable[[sp.Expr], str]:
    """Thirty tokens one by one, the others wrong half of the time or never."""

    def check(formula: sp.Expr) -> str:
        a = number(premises.powers.alpha, {})
        fall, modulus = 2 * number(premises.powers.rho, {}) * a, int(premises.classes)
        size = 100
        with mpmath.workdps(15):
            level, whole = mpmath.zeta(fall), mpmath.zeta(a)
            heaviest = mpmath.zeta(a, mpmath.mpf(1) / modulus) / modulus**a / whole
            chances = [(x, mpmath.betainc(size / 2, 0.5, 0, 1 - x**-fall / level, regularized=True))
                       for x in map(mpmath.mpf, range(1, 31))]  # fmt: skip
            low = mpmath.fsum(x**-a * chance for x, chance in chances) / whole / 2
            high = low + mpmath.zeta(a, 31) / whole / 2
            out = [x for x, _ in chances if size * x**-fall > heaviest * level]
            mass = 1 - mpmath.fsum(x**-a for x in out) / whole
            found = number(formula, {d: sp.Integer(size)})
            if not low / mass <= found <= high / mass:
                raise CheckFailed(
                    f"At d = {size} the ratio is {found}, not from {low / mass} to {high / mass}."
                )
        return "between bounds of both sums over tokens, in 100 dimensions"

    return check
