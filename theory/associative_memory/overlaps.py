r"""All pairs of P random unit vectors (S11): the exact law of one overlap, and what all pairs make of it.

The square of one overlap is a Beta variable of parameters $\frac12, \frac{d-1}{2}$. So the union over pairs
is exact but for its one inequality, and the number of vectors at which half a pair is expected is exact.

| letter | meaning |
|---|---|
| `eta` | the overlap that is not to be exceeded |
| `P` | how many vectors there are |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import eta, symbol
from ..rules.integrals import evaluate_integrals, tail
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.pairs import cap, mean_pairs, size_at_level, some_by_mean
from ..rules.points import Point, against, number, random_points
from ..rules.tokens import at_sizes
from ..rules.vectors import Inner, Vector

P: Final = symbol("P")
_d: Final = sp.Symbol("d", integer=True, positive=True)
_X: Final = sp.Symbol("X", real=True)
_B: Final = sp.Symbol("B", positive=True)
_i, _j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
_HALF: Final = sp.Rational(1, 2)
_SPHERE: Final = Sphere(_d)
_PLACES: Final = (
    (5, 4, sp.Rational(1, 2)),
    (12, 9, sp.Rational(3, 4)),
    (40, 30, sp.Rational(1, 4)),
)
"""Dimensions, numbers of vectors and levels at which formulas are checked."""


@dataclass(frozen=True, kw_only=True)
class Vectors:
    """The law of the vectors, and how many pairs are to be expected."""

    law: Sphere | Gaussian = _SPHERE
    level: sp.Rational = _HALF

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (self.law.describe("the vectors $e_j$"),)


VECTORS: Final = Vectors()
"""Vectors uniform on the unit sphere, half a pair."""


def incoherence_union(premises: Vectors = VECTORS) -> Derivation:
    r"""$\mathbb{P}(\text{some pair}) \le \frac{P(P-1)}{2} I_{1-\eta^2}(\frac{d-1}{2}, \frac12)$.

    >>> incoherence_union().relation
    '<='
    """
    chain = _chain("incoherence_union", "Some pair overlaps by more than a level", premises)
    some = chain.apply("at least one pair", some_by_mean, _expected_pairs(chain, premises))
    bound = chain.apply("for the sizes of a grid", at_sizes, some)

    def areas(point: Point) -> mpmath.mpf:
        many = number(P, point)
        return many * (many - 1) / 2 * cap_share(premises.law, point)

    return chain.close(bound, checks=(against(areas, grid_points(), "the areas of all pairs' caps"),))


def incoherent_size(premises: Vectors = VECTORS) -> Derivation:
    r"""$P = \frac12 (1 + \sqrt{1 + 4/p})$, p the exact tail of one overlap: half a pair is expected."""
    chain = _chain("incoherent_size", "Vectors at which half a pair is expected", premises)
    pairs = _expected_pairs(chain, premises)
    size = chain.apply("solve for the number", size_at_level, pairs, count=P, level=premises.level)
    size = chain.apply("for the sizes of a grid", at_sizes, size)
    return chain.close(size, checks=(_at_its_level(premises),))


def _at_its_level(premises: Vectors) -> Callable[[sp.Expr], str]:
    """The number at which the areas of all pairs' caps add up to the level."""

    def route(point: Point) -> mpmath.mpf:
        share = cap_share(premises.law, point)
        return mpmath.findroot(
            lambda many: many * (many - 1) / 2 * share - number(premises.level, {}),
            1 + 1 / mpmath.sqrt(share),
        )

    return against(route, grid_points(), "the areas of all pairs' caps, solved for the number")


@dataclass(frozen=True, kw_only=True)
class Footnote:
    """The power of P and the factor of the exponent in the bound of footnote 3."""

    power: int = 2
    rate: sp.Rational = _HALF

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"the bound is $P^{{{self.power}}} e^{{-{sp.latex(self.rate)} d \eta^2}}$",
            r"$P = e^{\eta^2 d/4}$, as a real number",
        )


PRINTED: Final = Footnote()
"""The bound as printed."""


def footnote_used(premises: Footnote = PRINTED) -> Derivation:
    r"""$P^2 e^{-d \eta^2/2} = 1$ at $P = e^{\eta^2 d/4}$: where model (23) uses it the bound is vacuous.

    >>> footnote_used().formula
    1
    """
    chain = Chain(name="footnote_used", title="Footnote 3 at its own use", premises=premises.sentences)
    d = symbol("d")
    bound = chain.define("the printed bound", _B, P**premises.power * sp.exp(-premises.rate * d * eta**2))
    size = chain.define("the number that model (23) is said to fit", P, sp.exp(eta**2 * d / 4))
    used = chain.apply("put the number in", put_in, bound, size)

    def printed(point: Point) -> mpmath.mpf:
        """The logarithm of the printed bound at the number stored, exponentiated."""
        square = number(d, point) * number(eta, point) ** 2
        return mpmath.exp(premises.power * square / 4 - number(premises.rate, {}) * square)

    return chain.close(used, checks=(against(printed, random_points({d, eta}), "its logarithm"),))


def overlap_tail(chain: Chain, law: Sphere | Gaussian) -> Step:
    """Steps to the probability that two of the vectors overlap by more than eta."""
    one, other = (Vector("e", index, law) for index in (_i, _j))
    overlap = chain.define("the overlap of two", _X, Inner(one, other))
    share = chain.apply("cut the sphere in slices", tail, overlap, threshold=eta)
    return chain.apply("evaluate the Beta integrals", evaluate_integrals, share)


def cap_share(law: Sphere | Gaussian, point: Point) -> mpmath.mpf:
    """The area of both caps beyond eta."""
    size = law.dimension.subs(_d, symbol("d")).subs(point)
    return cap(int(size), number(eta, point))


def grid_points() -> list[dict[sp.Symbol, sp.Rational]]:
    """Places with a level below one."""
    return [{symbol("d"): sp.Integer(d), P: sp.Integer(many), eta: level} for d, many, level in _PLACES]


def _expected_pairs(chain: Chain, premises: Vectors) -> Step:
    pair = overlap_tail(chain, premises.law)
    return chain.apply("count all pairs", mean_pairs, pair, count=P)


def _chain(name: str, title: str, premises: Vectors) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)
