r"""All N tokens stored alike, two answers (S4 at $\rho = 0$): Student's tail, also where d grows with N.

With $q = 1$ on every token the squared weights of all but one add up to $N - 1$, so that each token is wrong
with probability $P(t_d > \sqrt{d/(N - 1)})$, and so is the error, whatever the law of the tokens.

| letter | meaning |
|---|---|
| `tokens` | N, how many tokens there are and are stored |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ..derivation import Derivation, proved
from ..model import Index, Size, fixed
from ..node import Term, number
from ..prove import derive, suppose
from ..tactics import algebra
from ..tactics.rewriting import left
from ..terms import Sum, define
from .exact import TWO_CLASSES, Competitor, dimension

N = Size("N", minimum=2)


@dataclass(frozen=True, kw_only=True)
class Uniform:
    """How many tokens there are, all stored alike, and what two classes rest on."""

    tokens: Term = N
    competitor: Competitor = TWO_CLASSES


ALL: Final = Uniform()
"""Any number of tokens."""

HALF: Final = Uniform(tokens=dimension / 2)
"""$d = 2N$."""

EQUAL: Final = Uniform(tokens=dimension)
"""$d = N$."""


def unweighted_error(premises: Uniform = ALL) -> Derivation:
    r"""$E = P(t_d > \sqrt{d/(N - 1)})$, a beta integral.

    >>> unweighted_error().formula
    betainc_regularized(1/2, d/2, 1/N, 1)/2
    """
    return _error("unweighted_error", premises)


def unweighted_error_twice(premises: Uniform = HALF) -> Derivation:
    r"""The same at $d = 2N$."""
    return _error("unweighted_error_twice", premises)


def unweighted_error_equal(premises: Uniform = EQUAL) -> Derivation:
    r"""The same at $d = N$."""
    return _error("unweighted_error_equal", premises)


def _error(name: str, premises: Uniform) -> Derivation:
    wins = replace(premises.competitor, weight=number(1), noise=premises.tokens - 1).wins()
    x, law = Index("x", N), fixed("p", N)
    whole = suppose(Sum(x, law[x]) == 1, "the law of the tokens")
    found = derive(define("E", Sum(x, law[x] * left(wins))), by=[algebra, whole, wins])
    return proved(name, "Error of equal weights", found)
