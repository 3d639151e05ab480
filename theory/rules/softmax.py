r"""The softmax of a family of scores, $p_z = e^{s_z} / \sum_w e^{s_w}$, for a symbolic number of them.

It has one definition, `softmax`, and is recognised by it: `name_softmax` puts $p_z$ for the quotient. Sums
and derivatives are those of `components`: $\partial \log p_y / \partial s_z = \delta_{y z} - p_z$ comes
out there.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .entries import require_same_entries
from .vectors import with_right


def softmax(family: sp.IndexedBase, scores: sp.IndexedBase, index: sp.Symbol, count: sp.Expr) -> sp.Eq:
    """The definition of p_z.

    >>> p, s, z = sp.IndexedBase("p"), sp.IndexedBase("s"), sp.Symbol("z")
    >>> softmax(p, s, z, sp.Integer(2)).rhs.doit()
    exp(s[z])/(exp(s[1]) + exp(s[2]))
    """
    competitor = sp.Symbol("w", integer=True, positive=True)
    return sp.Eq(
        family[index],
        sp.exp(scores[index]) / sp.Sum(sp.exp(scores[competitor]), (competitor, 1, count)),
        evaluate=False,
    )


def _parts(definition: sp.Eq) -> tuple[sp.IndexedBase, sp.IndexedBase, sp.Sum]:
    """The family, the scores, and the sum under the quotient."""
    sums = definition.rhs.atoms(sp.Sum)
    scores = {x.base for x in definition.rhs.atoms(sp.Indexed)}
    if not isinstance(definition.lhs, sp.Indexed) or len(sums) != 1 or len(scores) != 1:
        raise SideConditionError(f"{definition} is not the softmax of one family of scores.")
    (total,), (base,) = sums, scores
    if definition.rhs != sp.exp(base[definition.lhs.indices[0]]) / total:
        raise SideConditionError(f"{definition} is not an exponential over the sum of all of them.")
    return definition.lhs.base, base, total


def _same_sum(one: sp.Sum, other: sp.Sum) -> bool:
    """Whether the sums differ in the name of their index alone."""
    (i, *ends), (k, *other_ends) = one.limits[0], other.limits[0]
    return (
        len(one.limits) == len(other.limits) == 1
        and ends == other_ends
        and one.function.subs(i, k) == (other.function)
    )


def _name(fact: sp.Eq, definition: sp.Eq) -> sp.Eq:
    family, scores, total = _parts(definition)

    def named(product: sp.Mul) -> sp.Expr:
        for factor in product.args:
            base, power = factor.as_base_exp()
            if not (isinstance(base, sp.Sum) and power == -1 and _same_sum(base, total)):
                continue
            for other in product.args:
                if isinstance(other, sp.exp) and getattr(other.exp, "base", None) == scores:
                    return product / factor / other * family[other.exp.indices[0]]
        return product

    return with_right(fact, fact.rhs.replace(lambda e: isinstance(e, sp.Mul), named))


name_softmax = Rule(
    name="softmax",
    statement=r"$p_z = e^{s_z} / \sum_w e^{s_w}$.",
    apply=_name,
    conditions=lambda fact, definition: (
        f"${sp.latex(_parts(definition)[0])}$ is the softmax of ${sp.latex(_parts(definition)[1])}$",
    ),
    check=lambda result, fact, definition: require_same_entries(fact.rhs, result.rhs, (definition,)),
)
