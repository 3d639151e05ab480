r"""Contraction and bilinearity: from a state of outer products to sums of inner products.

Each rule takes statements `left = right` and produces one; each result is computed once more on
vectors of integers.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .realisation import require_same
from .vectors import IndexSum, Inner, Outer, Recall, Vector, with_right


def _substitute(fact: sp.Eq, known: sp.Eq) -> sp.Eq:
    return with_right(fact, fact.rhs.xreplace({known.lhs: known.rhs}))


def _contract(fact: sp.Eq) -> sp.Eq:
    def distribute(recall: Recall) -> sp.Expr:
        query, state = recall.args
        return state.func(_contracted_term(query, state.summand), *state.args[1:])

    return with_right(fact, fact.rhs.replace(lambda e: isinstance(e, Recall), distribute))


def _contracted_term(query: sp.Expr, term: sp.Expr) -> sp.Expr:
    return term.replace(
        lambda e: isinstance(e, Outer), lambda outer: Inner(query, outer.args[0]) * outer.args[1]
    )


def _contract_conditions(fact: sp.Eq) -> tuple[str, ...]:
    for recall in fact.rhs.atoms(Recall):
        state = recall.args[1]
        if not (isinstance(state, IndexSum) and len(state.summand.atoms(Outer)) == 1):
            raise SideConditionError(
                f"The state {state} is not a sum of outer products, so it cannot be contracted."
            )
    return ("the state is a sum of outer products",)


def _separate(fact: sp.Eq, *, index: sp.Symbol) -> sp.Eq:
    def split(total: IndexSum) -> sp.Expr:
        (j,) = total.indices
        rest = IndexSum(total.summand, total.indices, total.upper, (*total.excluded, index))
        return total.summand.xreplace({j: index}) + rest

    return with_right(fact, fact.rhs.replace(lambda e: isinstance(e, IndexSum), split))


def _squared_norm(fact: sp.Eq) -> sp.Eq:
    total = fact.rhs
    j, l = total.indices[0], sp.Symbol("l", integer=True, positive=True)
    one, other = _scalar_and_vector(total.summand), _scalar_and_vector(total.summand.xreplace({j: l}))
    summand = one[0] * other[0] * Inner(one[1], other[1])
    return fact.func(
        Inner(fact.lhs, fact.lhs), IndexSum(summand, (j, l), total.upper, total.excluded), evaluate=False
    )


def _power(fact: sp.Eq, *, exponent: int) -> sp.Eq:
    """Copies of a sum get indices of their own; anything else is raised as it stands."""
    total = fact.rhs
    if not isinstance(total, IndexSum):
        return fact.func(fact.lhs**exponent, total**exponent, evaluate=False)
    copies, indices = [], []
    for _ in range(exponent):
        fresh = {
            j: sp.Symbol(f"j_{len(indices) + k}", integer=True, positive=True)
            for k, j in enumerate(total.indices, start=1)
        }
        indices.extend(fresh.values())
        copies.append(total.summand.xreplace(fresh))
    return fact.func(
        fact.lhs**exponent,
        IndexSum(sp.Mul(*copies), tuple(indices), total.upper, total.excluded),
        evaluate=False,
    )


def _scalar_and_vector(term: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Split a term into its scalar factor and its one vector."""
    (vector,) = (factor for factor in sp.Mul.make_args(term) if isinstance(factor, Vector))
    return term / vector, vector


substitute = Rule(
    name="substitution",
    statement="Equals may be put for equals.",
    apply=_substitute,
    check=lambda result, fact, known: require_same(fact.rhs, result.rhs, known),
)

contract = Rule(
    name="contraction",
    statement=r"$a^{\top} \sum_j b_j c_j^{\top} = \sum_j \langle a, b_j \rangle c_j$.",
    apply=_contract,
    conditions=_contract_conditions,
    check=lambda result, fact: require_same(fact.rhs, result.rhs),
)

separate = Rule(
    name="own term",
    statement=r"$\sum_{j=1}^{n} x_j = x_i + \sum_{j \ne i} x_j$ for $1 \le i \le n$.",
    apply=_separate,
    check=lambda result, fact, *, index: require_same(fact.rhs, result.rhs),
)

squared_norm = Rule(
    name="bilinearity",
    statement=r"$\| \sum_j c_j x_j \|^2 = \sum_{j, l} c_j c_l \langle x_j, x_l \rangle$.",
    apply=_squared_norm,
    check=lambda result, fact: require_same(Inner(fact.rhs, fact.rhs), result.rhs),
)

power = Rule(
    name="power of a sum",
    statement=r"$(\sum_j x_j)^p = \sum_{j_1, \ldots, j_p} x_{j_1} \cdots x_{j_p}$.",
    apply=_power,
    check=lambda result, fact, *, exponent: require_same(fact.rhs**exponent, result.rhs),
)
