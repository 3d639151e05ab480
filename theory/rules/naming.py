"""Names for expressions: an expression is the name of a definition plus what the definition leaves.

Where the definition is the expression the rest is zero; where it is not, the statement stays true and the
rest stays in sight. `name_weights` puts attention weights for the quotients that define them.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .components import cancelled, gathered
from .entries import require_same_entries
from .vectors import with_right


def attention(
    family: sp.IndexedBase,
    scores: sp.IndexedBase,
    seen: sp.IndexedBase,
    place: tuple[sp.Symbol, sp.Symbol],
    count: sp.Symbol,
    factor: sp.Expr = sp.S.One,
    sink: sp.Expr = sp.S.Zero,
) -> sp.Eq:
    """Weights of query i on position j: seen_ij exp(factor s_ij) over `sink` plus its sum over j.

    `seen` is 1 where the query sees the position and 0 elsewhere, so that one definition serves all masks.

    >>> a, s, m = (sp.IndexedBase(name) for name in "asm")
    >>> i, j, T = sp.symbols("i j T")
    >>> attention(a, s, m, (i, j), T).rhs
    exp(s[i, j])*m[i, j]/Sum(exp(s[i, w])*m[i, w], (w, 1, T))
    """
    query, position = place
    competitor = sp.Symbol("w", integer=True, positive=True)

    def mass(at: sp.Symbol) -> sp.Expr:
        return seen[query, at] * sp.exp(factor * scores[query, at])

    total = sink + sp.Sum(mass(competitor), (competitor, 1, count))
    return sp.Eq(family[place], mass(position) / total, evaluate=False)


def _named(fact: sp.Eq, definition: sp.Eq) -> sp.Eq:
    rest = cancelled(gathered(fact.rhs - definition.rhs))
    return with_right(fact, definition.lhs + rest)


def _weights(fact: sp.Eq, definition: sp.Eq) -> sp.Eq:
    quotient = gathered(definition.rhs)
    (total,), (mass,) = quotient.atoms(sp.Sum), quotient.atoms(sp.exp) - _inside(quotient)
    (score,) = mass.atoms(sp.Indexed)
    right = gathered(fact.rhs)
    # Denominators are kept apart from the exponentials above them.
    marks = {found: sp.Dummy() for found in right.atoms(sp.Sum) if _is_total(found, total)}
    masked = right.xreplace(marks)
    for place in {x.indices for x in masked.atoms(sp.Indexed) if x.base == score.base}:
        at = dict(zip(definition.lhs.indices, place, strict=True))
        power = mass.subs(at, simultaneous=True)
        beside = (quotient / mass).subs(at, simultaneous=True).xreplace(marks)
        masked = masked.xreplace({power: definition.lhs.base[place] / beside})
    return with_right(fact, gathered(masked.xreplace({mark: found for found, mark in marks.items()})))


def _inside(quotient: sp.Expr) -> set[sp.Basic]:
    """The exponentials under the sum."""
    return {power for total in quotient.atoms(sp.Sum) for power in total.atoms(sp.exp)}


def _is_total(found: sp.Sum, total: sp.Sum) -> bool:
    """Whether the sum is the denominator of some query."""
    (query,) = {x.indices[0] for x in total.atoms(sp.Indexed)}
    queries = {x.indices[0] for x in found.atoms(sp.Indexed)}
    return len(queries) == 1 and found == gathered(total.subs(query, queries.pop()))


def _weights_conditions(fact: sp.Eq, definition: sp.Eq) -> tuple[str, ...]:
    masks = {x.base for x in definition.rhs.atoms(sp.Indexed)}
    masks -= {x.base for power in definition.rhs.atoms(sp.exp) for x in power.atoms(sp.Indexed)}
    powers = _weights(fact, definition).rhs.atoms(sp.Pow)
    if any(p.exp.is_negative and getattr(p.base, "base", None) in masks for p in powers):
        raise SideConditionError(f"An exponential of {fact} stands without its mask, so it makes no weight.")
    return (f"${sp.latex(definition.lhs)}$ is an exponential over the sum of all that the query sees",)


name = Rule(
    name="an expression by its name",
    statement="An expression is what a definition says plus the difference from it.",
    apply=_named,
    check=lambda result, fact, definition: require_same_entries(fact.rhs, result.rhs, (definition,)),
)

name_weights = Rule(
    name="softmax, row by row",
    statement=r"$m_{ij} e^{s_{ij}} = \alpha_{ij} \sum_r m_{ir} e^{s_{ir}}$, where $m_{ij}$ is 0 or 1.",
    apply=_weights,
    conditions=_weights_conditions,
    check=lambda result, fact, definition: require_same_entries(fact.rhs, result.rhs, (definition,)),
)
