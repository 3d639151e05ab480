r"""Values divided by their lengths (Section 8.2): to first order steps leave the length.

The loss depends on $v_j$ through $\hat v_j = v_j/|v_j|$ alone, with any slope $G = dL/d\hat v$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_v
from ..rules.components import differentiate, gather, insert
from .model import G, T, e, f, gap, j, n, v, w

hat: Final = sp.IndexedBase(r"\hat{v}")


@dataclass(frozen=True, kw_only=True)
class Division:
    """The power of the length by which a value is divided."""

    power: sp.Rational = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"$\hat v_j = v_j / |v_j|^{{{sp.latex(self.power)}}}$",
            r"the loss depends on $v_j$ through $\hat v_j$ alone, with any slope $G_j$",
        )


BY_LENGTH: Final = Division()


def step_along_value(premises: Division = BY_LENGTH) -> Derivation:
    r"""$v_n \cdot \partial L/\partial v_n = 0$: to first order a step leaves the length (S10.6).

    >>> step_along_value().formula
    0
    """
    chain = Chain(name="step_along_value", title="Gradient along the value", premises=premises.sentences)
    slope = _slope(chain, premises)
    through = sp.Sum(G[j, e] * slope.result.lhs, (j, 1, T), (e, 1, d_v))
    total = chain.define("along the value", gap, sp.Sum(v[n, w] * through, (w, 1, d_v)))
    total = chain.apply("put the derivative in", insert, total, slope)
    return chain.close(chain.apply("gather the sums", gather, total))


def _slope(chain: Chain, premises: Division) -> Step:
    square = sp.Sum(v[j, f] ** 2, (f, 1, d_v))
    divided = chain.define("the divided values", hat[j, e], v[j, e] / square ** (premises.power / 2))
    return chain.apply("differentiate by a component", differentiate, divided, by=v[n, w])
