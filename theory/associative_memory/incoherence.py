r"""The gaps of model (23) on quasi-orthogonal embeddings, and of embeddings that are the unembeddings.

| letter | meaning |
|---|---|
| `eta` | the overlap that no two exceed |
| `kappa` | distance of the right unembedding from a competitor's |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.answers import gap_by_distance, silenced
from ..rules.class_gaps import ClassOf
from ..rules.laws import Gaussian, Sphere
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
    """The law of the vectors."""

    law: Sphere | Gaussian = _VECTORS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (self.law.describe("the vectors $u_z$"),)


FAMILY: Final = Family()
"""Vectors uniform on the unit sphere."""


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


def _gap(chain: Chain, answer: Step, right: Vector, premises: Family) -> Derivation:
    distance = chain.define(
        "the distance from a competitor", _kappa**2, Inner(right - right.at(_z), right - right.at(_z))
    )
    gap = chain.apply("the gap to the competitor", gap_by_distance, answer, distance, gap=_Z)
    gap = chain.apply("for the sizes of a grid", at_sizes, gap)
    return chain.close(gap)


def _chain(name: str, title: str, premises: Family) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)
