r"""Tables of position vectors that are too short (S12): places that take a row which was taken before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..model import Index, Size, fixed
from ..node import Term
from ..prove import derive, suppose
from ..tactics import algebra
from ..terms import Sum, define

n, N = Size("n"), Size("N")


@dataclass(frozen=True, kw_only=True)
class Table:
    """How many rows there are, all of them taken by some of n places."""

    rows: Term = N


TABLE: Final = Table()


def wrapped_repeats(premises: Table = TABLE) -> Derivation:
    r"""$\sum_r (c_r - 1) = n - N$: all places of a row but its first repeat a vector (S12).

    >>> wrapped_repeats().formula
    -N + n
    """
    r, c = Index("r", premises.rows), fixed("c", premises.rows)
    repeats = define("R", Sum(r, c[r] - 1))
    places = suppose(Sum(r, c[r]) == n, "each of n places takes one row, and row r is that of c_r of them")
    found = derive(repeats, by=[algebra, places])
    return proved("wrapped_repeats", "Places that repeat a vector", found)
