r"""Lemma 1: how likely no two of P random unit vectors overlap by more than eta; and model (23).

| letter | meaning |
|---|---|
| `eta` | the overlap that no two exceed, $2 \sqrt{\log P / d}$ in Lemma 1 |
| `kappa` | distance of the right unembedding from a competitor's |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..rules.answers import gap_by_distance, silenced
from ..rules.chernoff import chernoff, exponential_moment, sum_series, termwise, two_sided
from ..rules.class_gaps import ClassOf
from ..rules.integrals import absolute_moment, evaluate_integrals
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.points import Point, number
from ..rules.structure import some_pair
from ..rules.tokens import at_sizes
from ..rules.vectors import IndexSum, Inner, Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
_P: Final = sp.Symbol("P", integer=True, positive=True)
_eta: Final = sp.Symbol("eta", positive=True)
_kappa: Final = sp.Symbol("kappa", positive=True)
_X, _Z = sp.Symbol("X", real=True), sp.Symbol("Z", real=True)
_lambda: Final = sp.Symbol("lambda", positive=True)
_m: Final = sp.Symbol("m", integer=True, nonnegative=True)
_i, _j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
_y, _z = (sp.Symbol(name, integer=True, positive=True) for name in "yz")

_VECTORS: Final = Sphere(_d)


@dataclass(frozen=True, kw_only=True)
class Family:
    r"""Random vectors, and the factor of $\sqrt{\log P/d}$ in Lemma 1."""

    law: Sphere | Gaussian = _VECTORS
    factor: int = 2

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (self.law.describe("the vectors $u_z$"),)


FAMILY: Final = Family()
"""Vectors uniform on the unit sphere."""


def incoherence_lemma(premises: Family = FAMILY) -> Derivation:
    r"""$P(\text{some pair beyond } 2\sqrt{\log P/d}) \le 1 - 1/P$: below one, so that some family has none.

    >>> incoherence_lemma().formula
    (P - 1)/P
    """
    chain = _chain("incoherence_lemma", "Lemma 1: some family is quasi-orthogonal", premises)
    some = _some_pair(chain, premises)
    level = chain.define(
        "the level of Lemma 1", _eta, premises.factor * sp.sqrt(sp.log(_P) / premises.law.dimension)
    )
    bound = chain.apply("put the level in", put_in, some, level)
    bound = chain.apply("for the sizes of a grid", at_sizes, bound)
    return chain.close(bound, checks=(_above_pairs(premises),))


def incoherence_bound(premises: Family = FAMILY) -> Derivation:
    r"""$P(\text{some pair beyond } \eta) \le P (P-1) e^{-d \eta^2/2}$; footnote 3 prints $P^2$.

    >>> incoherence_bound().formula
    P*(P - 1)*exp(-d*eta**2/2)
    """
    chain = _chain("incoherence_bound", "Some pair of random vectors overlaps", premises)
    bound = chain.apply("for the sizes of a grid", at_sizes, _some_pair(chain, premises))
    return chain.close(bound, checks=(_above_pairs(premises),))


def rectified_gap(premises: Family = FAMILY) -> Derivation:
    r"""The gap of model (23) to a competitor at distance $\kappa$: $(1 - \eta) \kappa^2/2$, quasi-orthogonal.

    >>> rectified_gap().formula
    kappa**2*(1 - eta)/2
    """
    chain = _chain("rectified_gap", "Gap of model (23)", premises)
    e, u = Vector("e", _j, premises.law), Vector("u", ClassOf(_j), premises.law)
    answer = chain.define(
        "the sum of rectified overlaps",
        Vector("o", _i),
        IndexSum(sp.Max(0, Inner(e, e.at(_i)) - _eta) * u, (_j,), _P),
    )
    apart = chain.define(
        "quasi-orthogonality, of two that differ", sp.Le(sp.Abs(Inner(e, e.at(_i))), _eta, evaluate=False)
    )
    below = chain.define("the level is not vacuous", sp.Lt(_eta, 1, evaluate=False))
    answer = chain.apply("leave out what vanishes", silenced, answer, apart, below)
    return _gap(chain, answer, u.at(ClassOf(_i)), premises)


def learned_gap(premises: Family = FAMILY) -> Derivation:
    r"""The gap of (24), W = I and $e_x = u_{f(x)}$, to a competitor at distance $\kappa$: $\kappa^2/2 > 0$.

    >>> learned_gap().formula
    kappa**2/2
    """
    chain = _chain("learned_gap", "Gap of embeddings equal to the unembeddings", premises)
    u = Vector("u", ClassOf(_i), premises.law)
    answer = chain.define("W = I, and the embedding is the unembedding", Vector("o", _i), u)
    return _gap(chain, answer, u, premises)


def _gap(chain: Chain, answer: Step, right: Vector, premises: Family) -> Derivation:
    distance = chain.define(
        "the distance from a competitor", _kappa**2, Inner(right - right.at(_z), right - right.at(_z))
    )
    gap = chain.apply("the gap to the competitor", gap_by_distance, answer, distance, gap=_Z)
    gap = chain.apply("for the sizes of a grid", at_sizes, gap)
    return chain.close(gap)


def _chain(name: str, title: str, premises: Family) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _overlap(chain: Chain, premises: Family) -> Step:
    one, other = (Vector("u", index, premises.law) for index in (_i, _j))
    return chain.define("the overlap of two", _X, Inner(one, other))


def _some_pair(chain: Chain, premises: Family) -> Step:
    """Steps to the bound on some pair by moments and Chernoff's inequality."""
    overlap = _overlap(chain, premises)
    moments = chain.apply("cut the sphere in slices", absolute_moment, overlap, power=_m, half=True)
    moments = chain.apply("evaluate the Beta integrals", evaluate_integrals, moments)
    bound = chain.apply("compare successive moments", termwise, moments, order=_m)
    bound = chain.apply(
        "expand the exponential", exponential_moment, bound, overlap, order=_m, parameter=_lambda
    )
    bound = chain.apply("sum the series", sum_series, bound)
    bound = chain.apply("choose the best exponent", chernoff, bound, parameter=_lambda, threshold=_eta)
    bound = chain.apply("count both sides", two_sided, bound, overlap)
    return chain.apply("add up all pairs", some_pair, bound, index=_j, count=_P)


def _cap_share(premises: Family, point: Point) -> mpmath.mpf:
    """The area of both caps beyond eta by quadrature over the angle."""
    power = number(premises.law.dimension, point) - 2
    angle = mpmath.acos(number(_eta, point))
    cap, half = (mpmath.quad(lambda t: mpmath.sin(t) ** power, [0, end]) for end in (angle, mpmath.pi / 2))
    return cap / half


def _above_pairs(premises: Family) -> Callable[[sp.Expr], str]:
    """The bound lies above all pairs' exact tails added up."""

    def check(formula: sp.Expr) -> str:
        for many, size in ((3, 12), (10, 40), (40, 60)):
            level = premises.factor * sp.sqrt(sp.log(many) / premises.law.dimension.subs(_d, size))
            with mpmath.workdps(30):
                point = {_d: sp.Integer(size), _eta: sp.N(level, 40)}
                pairs = mpmath.mpf(many * (many - 1)) / 2 * _cap_share(premises, point)
                at = {"d": sp.Integer(size), "P": sp.Integer(many), "eta": point[_eta]}
                bound = number(formula, {s: at[s.name] for s in formula.free_symbols})
            if bound < pairs:
                raise CheckFailed(
                    f"With {many} vectors in {size} dimensions the bound {bound} is below {pairs}."
                )
        return "above the areas of all pairs' caps at three sizes"

    return check
