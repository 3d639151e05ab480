r"""Depth without non-linearities (S12): sums that layers of fixed patterns hold, and a sink that squares.

In every layer a head adds to what a position knows the same for positions back by its pattern; where the
pattern does not look at content, what is known are sums of the past with fixed weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import H, L, symbol
from ..rules.isolating import put_in
from ..rules.recurrences import linear_recurrence
from ..rules.slopes import expansion_coefficient
from ..rules.totals import equate

p: Final = symbol("p")
epsilon: Final = sp.Symbol("epsilon", real=True)
_COUNT: Final = sp.Function("N")
_N: Final = sp.Symbol("N_L", positive=True)
_m: Final = sp.Symbol("m", integer=True, nonnegative=True)


@dataclass(frozen=True, kw_only=True)
class FixedPatterns:
    """Heads in each layer."""

    heads: sp.Expr = H

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"each layer has ${sp.latex(self.heads)}$ heads, whose weights depend on distances alone",
            "a head adds a shifted or averaged copy of everything known to what is known",
        )


@dataclass(frozen=True, kw_only=True)
class Sink:
    """The weight of the start symbol beside a context whose weights add up to one."""

    weight: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"a start symbol weighs ${sp.latex(self.weight)}$ beside the context, of weight one",
            r"a symbol of share $v$ in the context is weighed by $e^{\varepsilon v}$",
        )


SINGLE: Final = FixedPatterns(heads=sp.S.One)
FIXED: Final = FixedPatterns()
SINK: Final = Sink()


def pattern_count(premises: FixedPatterns = SINGLE) -> Derivation:
    """$2^L$: at most so many different sums are known after L layers of one head (S12).

    >>> pattern_count().formula
    2**L
    """
    chain = Chain(name="pattern_count", title="Sums known after L layers", premises=premises.sentences)
    return chain.close(_counted(chain, premises))


def reachable_order(premises: FixedPatterns = FIXED) -> Derivation:
    """$(1 + H)^L - 1$: the largest k for which the distances 0, ..., k can all be among the sums (S12).

    >>> reachable_order().formula
    (H + 1)**L - 1
    """
    title = "Largest order reached by L layers"
    chain = Chain(name="reachable_order", title=title, premises=premises.sentences)
    counted = _counted(chain, premises)
    known = chain.apply("by its name", equate, chain.define("sums known", _COUNT(L), _N), counted)
    order = chain.define("symbols before the own one", sp.Symbol("k"), _N - 1)
    return chain.close(chain.apply("put the number in", put_in, order, known))


def sink_slope(premises: Sink = SINK) -> Derivation:
    r"""$-(p^2 + (1-p)^2)/4$: the weight of the start symbol measures the square of the code (S12).

    p is the share of one of two symbols in the context; the slope is taken at $\varepsilon = 0$.

    >>> sink_slope().formula
    -(2*p**2 - 2*p + 1)/4
    """
    title = "Slope of the start symbol's weight"
    chain = Chain(name="sink_slope", title=title, premises=premises.sentences)
    context = p * sp.exp(epsilon * p) + (1 - p) * sp.exp(epsilon * (1 - p))
    weight = chain.define(
        "weight of the start", sp.Symbol("F"), premises.weight / (premises.weight + context)
    )
    return chain.close(chain.apply("expand", expansion_coefficient, weight, by=epsilon, order=1))


def _counted(chain: Chain, premises: FixedPatterns) -> Step:
    """The number of sums after L layers."""
    step = chain.define("one layer more", _COUNT(_m + 1), sp.expand((1 + premises.heads) * _COUNT(_m)))
    start = chain.define("no layer", _COUNT(0), sp.Integer(1))
    return chain.apply("L layers", linear_recurrence, step, start, count=L)
