r"""Tables of position vectors that are too short (S12): places that take a row which was taken before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import n, symbol
from ..rules.components import gather
from ..rules.totals import sum_out

N: Final = symbol("N")
r: Final = sp.Symbol("r", integer=True, positive=True)
c: Final = sp.IndexedBase("c")
repeats: Final = sp.Symbol("R", nonnegative=True)


@dataclass(frozen=True, kw_only=True)
class Table:
    """How many rows there are, all of them taken by some of n places."""

    rows: sp.Expr = N

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"a table of ${sp.latex(self.rows)}$ different rows, row r taken by $c_r \ge 1$ of $n$ places",
            "each place takes one row",
        )


TABLE: Final = Table()


def wrapped_repeats(premises: Table = TABLE) -> Derivation:
    r"""$\sum_r (c_r - 1) = n - N$: all places of a row but its first repeat a vector (S12).

    >>> wrapped_repeats().formula
    -N + n
    """
    chain = Chain(name="wrapped_repeats", title="Places that repeat a vector", premises=premises.sentences)
    found = chain.define("all but the first of each row", repeats, sp.Sum(c[r] - 1, (r, 1, premises.rows)))
    found = chain.apply("gather the sums", gather, found)
    places = chain.define("each place takes one row", sp.Sum(c[r], (r, 1, premises.rows)), n)
    return chain.close(chain.apply("count the places", sum_out, found, places))
