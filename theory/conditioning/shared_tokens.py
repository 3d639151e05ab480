r"""Heads that see the same tokens: random projections and disjoint slices of one embedding (S4).

A token is uniform on the unit sphere of $R^m$. Each of H heads projects it to $d_k$ dimensions, by a
matrix of its own with normal entries of variance $1/d_k$ or by a slice of its coordinates scaled by
$\sqrt{m/d_k}$; either way a key has mean square length one. Values are shared and the heads' outputs
averaged, so that the weight of item j is the overlap of $q = H d_k$ rows together,
$\frac{m}{q} \sum_{a \le q} \langle e_i, g_a \rangle \langle e_j, g_a \rangle$, the rows $g_a$ being
normal with covariance $I/m$, or orthonormal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import H, d_k, d_v, n
from ..rules.algebra import collect
from ..rules.asymptotics import growth
from ..rules.contraction import power, squared_norm, substitute
from ..rules.events import Expectation
from ..rules.expectation import integrate_out
from ..rules.index_sums import coincidences, exchange
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.points import Point, against
from ..rules.vectors import IndexSum, Inner, Vector
from .model import i, j

width: Final = sp.Symbol("width", positive=True)
"""Dimensions of a token, m in formulas above."""
_a, _b = (sp.Symbol(name, integer=True, positive=True) for name in "ab")
_q = sp.Symbol("q", integer=True, positive=True)
_X = sp.Symbol("X", real=True)


@dataclass(frozen=True, kw_only=True)
class SharedTokens:
    """Tokens of all heads; `orthonormal` rows are slices of the coordinates, others normal projections."""

    token_law: Sphere | Gaussian = field(default_factory=lambda: Sphere(width))
    value_law: Sphere | Gaussian = field(default_factory=lambda: Sphere(d_v))
    orthonormal: bool = False

    @property
    def row(self) -> Vector:
        """A row of the projection of all heads."""
        return Vector("g", _a, None if self.orthonormal else Gaussian(width))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        rows = "disjoint slices of the coordinates" if self.orthonormal else "projected with normal entries"
        return (
            self.token_law.describe("the tokens $e_j$, seen by all heads,"),
            self.value_law.describe("the values $v_j$, shared by all heads,"),
            f"keys are tokens {rows}, of mean square length one",
            "the outputs of $H$ heads are averaged",
        )


PROJECTIONS: Final = SharedTokens()
SLICES: Final = SharedTokens(orthonormal=True)


def averaged_slices_noise(premises: SharedTokens = SLICES) -> Derivation:
    r"""$\mathbb{E} |\frac{1}{H} \sum_h \eta_h|^2 = (n-1)/(H d_k)$ for slices of one embedding (S4).

    >>> averaged_slices_noise().formula
    (n - 1)/(H*d_k)
    """
    return _averaged(premises, "averaged_slices_noise", "Mean noise power of averaged slices")


def _averaged(premises: SharedTokens, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    noise = _noise(chain, premises)
    square = _square(chain, premises)
    ((pair,),) = (list(noise.result.rhs.atoms(Expectation)),)
    scaled = chain.define(
        "the overlap of averaged keys is that of all rows, scaled",
        pair,
        (width / _q) ** 2 * square.result.lhs,
    )
    noise = chain.apply("put the overlap in", substitute, noise, scaled)
    noise = chain.apply("put its mean square in", substitute, noise, square)
    rows = chain.define("the rows of all heads", _q, H * d_k)
    noise = chain.apply("count the rows", put_in, noise, rows)
    noise = chain.apply("collect the terms", collect, noise)
    grown = chain.apply("read off the exponents", growth, noise, variables=(n, H))

    def rows_by_rows(point: Point) -> Fraction:
        return (int(point[n]) - 1) * _enumerated(premises, point)

    route = "the coordinates' mixed moments, row by row"
    return chain.close(noise, growth=grown, checks=(against(rows_by_rows, _points(), route),))


def _noise(chain: Chain, premises: SharedTokens) -> Step:
    """Steps to E|eta|^2 = (n-1) E<f, f'>^2 for the averaged keys' overlaps."""
    f, v = Vector("f", j), Vector("v", j, premises.value_law)
    total = IndexSum(Inner(f.at(i), f) * v, (j,), n, (i,))
    noise = chain.define("the crosstalk, weighed by overlaps of averaged keys", Vector(r"\eta", i), total)
    noise = chain.apply("square the norm by bilinearity", squared_norm, noise)
    noise = chain.apply("split by coincident indices", coincidences, noise)
    noise = chain.apply("take the expectation", exchange, noise)
    return chain.apply("integrate out the values", integrate_out, noise, letter="v")


def _square(chain: Chain, premises: SharedTokens) -> Step:
    """Steps to the mean square of sum_a <e, g_a> <e', g_a> over all rows."""
    e, other = Vector("e", None, premises.token_law), Vector("f", None, premises.token_law)
    overlap = IndexSum(Inner(e, premises.row) * Inner(other, premises.row), (_a,), _q)
    square = chain.define("the overlap of two tokens on all rows", _X, overlap)
    square = chain.apply("square it", power, square, exponent=2)
    square = chain.apply("split by coincident rows", coincidences, square)
    square = chain.apply("take the expectation", exchange, square)
    if not premises.orthonormal:
        square = chain.apply("integrate out the rows", integrate_out, square, letter="g")
    square = chain.apply("integrate out one token", integrate_out, square, letter="f")
    square = chain.apply("integrate out the other", integrate_out, square, letter="e")
    if premises.orthonormal:
        for one, two, value in ((_a, _a, 1), (_b, _b, 1), (_a, _b, 0)):
            pair = Inner(premises.row.at(one), premises.row.at(two))
            known = chain.define("rows are orthonormal", pair, sp.Integer(value))
            square = chain.apply("put it in", substitute, square, known)
    return square


def _enumerated(premises: SharedTokens, point: Point) -> Fraction:
    """E w^2 from the mixed moments of two rows' inner products with two tokens of overlap c, E c^2 = 1/m."""
    size, rows = Fraction(int(point[width])), int(point[H]) * int(point[d_k])
    common = 1 / size
    same = 1 / size**2 if premises.orthonormal else (1 + 2 * common) / size**2
    mixed = Fraction(0) if premises.orthonormal else common / size**2
    pairs = (same if a == b else mixed for a, b in product(range(rows), repeat=2))
    return (size / rows) ** 2 * sum(pairs, start=Fraction(0))


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    """Sizes at which slices fit the embedding."""
    return [
        {n: sp.Integer(k + 2), H: sp.Integer(k), d_k: sp.Integer(k + 1), width: sp.Integer(k * (k + 1) + k)}
        for k in (1, 2, 3)
    ]
