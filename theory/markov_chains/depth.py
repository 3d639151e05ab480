r"""Depth without non-linearities (S12): sums that layers of fixed patterns hold, and a sink that squares.

In every layer a head adds to what a position knows the same for positions back by its pattern; where the
pattern does not look at content, what is known are sums of the past with fixed weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem
from ..model import Parameter, Size
from ..node import Term, Value, as_term, number
from ..substitution import replaced
from ..tactics import flow, gradients
from ..tactics.goals import same
from ..tactics.rewriting import converted, factored
from ..tactics.steps import calculation, worked_out
from ..terms import define, exp, gradient, iterate

H, L = Size("H"), Size("L")
p, epsilon = Parameter("p"), Parameter("epsilon")
_known: Final = Parameter("N")


@dataclass(frozen=True, kw_only=True)
class FixedPatterns:
    """Heads in each layer: a head adds a copy of all sums known, shifted by distances alone."""

    heads: Value = H

    @property
    def sums(self) -> Term:
        """How many sums are known after L layers, each head adding as many as there were."""
        return iterate((1 + as_term(self.heads)) * _known, _known, 1, L)


@dataclass(frozen=True, kw_only=True)
class Sink:
    r"""The weight of the start symbol beside a context whose weights add up to one.

    A symbol of share v in the context is weighed by $e^{\varepsilon v}$.
    """

    weight: Value = 1

    def share(self, one: Term) -> Term:
        """The normalised weight of the start, where the two symbols have the shares p and 1 - p."""
        context = sum(v * exp(epsilon * v) for v in (one, 1 - one))
        return self.weight / (self.weight + context)


SINGLE: Final = FixedPatterns(heads=1)
FIXED: Final = FixedPatterns()
SINK: Final = Sink()


def pattern_count(premises: FixedPatterns = SINGLE) -> Derivation:
    """$2^L$: at most so many different sums are known after L layers of one head (S12).

    >>> pattern_count().formula
    2**L
    """
    return proved("pattern_count", "Sums known after L layers", _counted(define("N_L", premises.sums)))


def reachable_order(premises: FixedPatterns = FIXED) -> Derivation:
    """$(1 + H)^L - 1$: the largest k for which the distances 0, ..., k can all be among the sums (S12).

    >>> reachable_order().formula
    (H + 1)**L - 1
    """
    order = define("k", premises.sums - 1)
    return proved("reachable_order", "Largest order reached by L layers", _counted(order))


def sink_slope(premises: Sink = SINK) -> Derivation:
    r"""$-(p^2 + (1-p)^2)/4$: the weight of the start symbol measures the square of the code (S12).

    p is the share of one of two symbols in the context; the slope is taken at $\varepsilon = 0$.

    >>> sink_slope().formula
    -p**2/2 + p/2 - 1/4
    """
    slope = replaced(gradient(premises.share(p), epsilon), epsilon, number(0))
    found = calculation(define("F", slope), worked_out(gradients))
    return proved(
        "sink_slope",
        "Slope of the start symbol's weight",
        converted(found, lambda own: same(own, factored(own), ())),
    )


def _counted(number_of: Term) -> Theorem:
    """The definition's value after L layers."""
    return calculation(number_of, worked_out(flow))
