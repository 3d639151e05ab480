r"""Column sums of weights that prefer nothing (Section 6.3): 1 unmasked, a harmonic sum under a causal mask.

The weights are the softmax of equal scores over what a query sees: all T positions, or those up to its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Rule, SideConditionError
from ..notation import symbol
from ..rules.components import gather, insert
from ..rules.vectors import with_right

T: Final = symbol("T")
j: Final = symbol("j")
i, k = (sp.Symbol(name, integer=True, positive=True) for name in "ik")
alpha, s = (sp.IndexedBase(name) for name in (r"\alpha", "s"))
column: Final = sp.Symbol("A")
_ENDS: Final = (1, 2, 7)


@dataclass(frozen=True, kw_only=True)
class Indifferent:
    """The last position that query i sees, the first query that sees position j, and all scores."""

    last: sp.Expr
    first: sp.Expr
    score: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"query i sees positions 1 to ${sp.latex(self.last)}$, among $T$",
            rf"position j is seen by queries ${sp.latex(self.first)}$ to T",
            rf"all scores are ${sp.latex(self.score)}$, and weights their softmax over what is seen",
        )


FULL: Final = Indifferent(last=T, first=sp.S.One)
CAUSAL: Final = Indifferent(last=i, first=j)


def _harmonic(fact: sp.Eq) -> sp.Eq:
    return with_right(fact, fact.rhs.replace(lambda part: isinstance(part, sp.Sum), _closed))


def _closed(total: sp.Sum) -> sp.Expr:
    ((index, first, last),) = total.limits
    if total.function != 1 / index or first != 1:
        raise SideConditionError(f"{total} is no sum of 1/{index} from 1 on.")
    return sp.harmonic(last)


def _check(result: sp.Eq, fact: sp.Eq) -> str:
    """Both sides with all other letters at small numbers, term by term."""
    letters = sorted(fact.rhs.free_symbols, key=str)

    def added(total: sp.Sum, at: dict[sp.Basic, sp.Integer]) -> sp.Rational:
        return sp.Add(*(sp.Rational(1, n) for n in range(1, int(total.limits[0][2].subs(at)) + 1)))

    for start in _ENDS:
        at = {letter: sp.Integer(start + 2 * place) for place, letter in enumerate(letters)}
        whole = fact.rhs.xreplace({part: added(part, at) for part in fact.rhs.atoms(sp.Sum)}).subs(at)
        if whole != result.rhs.subs(at):
            raise CheckFailed(f"At {at} the terms add up to {whole}, not to {result.rhs.subs(at)}.")
    return f"added up term by term at {len(_ENDS)} places"


harmonic_number: Final = Rule(
    name="harmonic numbers",
    statement=r"$\sum_{i=1}^{n} 1/i = H_n$.",
    apply=_harmonic,
    conditions=lambda fact: tuple(f"${sp.latex(_closed(part))}$" for part in fact.rhs.atoms(sp.Sum)),
    check=_check,
)


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
    title = "Column sum of weights that prefer nothing"
    chain = Chain(name=name, title=title, premises=premises.sentences)
    competitors = sp.Sum(sp.exp(s[i, k]), (k, 1, premises.last))
    weights = chain.define("the weights of what is seen", alpha[i, j], sp.exp(s[i, j]) / competitors)
    scores = chain.define("the scores", s[i, k], premises.score)
    # Queries before the first that sees the position have no weight on it: theirs are taken off.
    unseen = sp.Sum(alpha[i, j], (i, 1, premises.first - 1)) if premises.first != 1 else sp.S.Zero
    total = chain.define("the column sum", column, sp.Sum(alpha[i, j], (i, 1, T)) - unseen)
    for step in (weights, scores):
        total = chain.apply("put a definition in", insert, total, step)
    total = chain.apply("gather the sums", gather, total)
    return chain.close(chain.apply("harmonic numbers", harmonic_number, total))
