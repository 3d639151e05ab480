r"""Column sums of weights that prefer nothing (Section 6.3): 1 unmasked, a harmonic sum under a causal mask.

The weights are the softmax of equal scores over what a query sees: all T positions, or those up to its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size
from ..node import Term, number
from ..substitution import subterms
from ..tactics.goals import same
from ..tactics.rewriting import below, converted, factored, itself, replaced_within, right
from ..terms import Sum, define, exp

T: Final = Size("T")
i, j, k = (Index(name, T) for name in "ijk")
s: Final = Parameter("s")


@dataclass(frozen=True, kw_only=True)
class Indifferent:
    """Whether query i sees the positions up to its own alone, or all; and the score of all of them."""

    causal: bool
    score: Term = s

    @property
    def seen(self) -> Term:
        """The sum of exp(score) over what query i sees."""
        return Sum(k <= i if self.causal else k, exp(self.score))

    @property
    def column(self) -> Term:
        """The weights of position j, over the queries that see it."""
        return Sum(i >= j if self.causal else i, exp(self.score) / self.seen)


FULL: Final = Indifferent(causal=False)
CAUSAL: Final = Indifferent(causal=True)


def full_column_sum(premises: Indifferent = FULL) -> Derivation:
    r"""$\sum_i \alpha_{ij} = 1$ where every query sees all T positions and prefers none.

    >>> full_column_sum().formula
    1
    """
    return _column_sum("full_column_sum", premises)


def causal_column_sum(premises: Indifferent = CAUSAL) -> Derivation:
    r"""$\sum_{i=j}^T 1/i$ where query i sees the positions up to its own and prefers none.

    >>> causal_column_sum().formula
    harmonic(T) - harmonic(j - 1)
    """
    return _column_sum("causal_column_sum", premises)


def _column_sum(name: str, premises: Indifferent) -> Derivation:
    found = apply("written_out", term=define("A", premises.column, *([j] if premises.causal else ())))
    found = converted(found, lambda column: below(column, _weight, j))
    if not premises.causal:
        found = converted(found, lambda column: apply("count", term=column))
        found = converted(found, lambda total: same(total, number(1), ()))
    return proved(name, "Column sum of weights that prefer nothing", found)


def _weight(own: Term) -> Theorem:
    """One over what is seen: exp(s)/(n exp(s)) = 1/n."""
    (seen,) = (part for part in subterms(own) if part.head == "sum")
    counted = apply("count", term=seen)
    number_of = factored(right(counted) / seen.args[2])
    found = replaced_within(itself(own), [counted])
    return converted(found, lambda term: same(term, 1 / number_of, ()))
