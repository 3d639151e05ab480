r"""Exact identities of the linear memory (S8): recall as a sum, and the recursive form of the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation
from ..notation import n
from ..rules.contraction import contract, substitute
from ..rules.induction import at_zero, combine, induction, last_term, shift
from ..rules.realisation import value, world
from ..rules.vectors import Feature, IndexSum, Inner, Outer, Recall, Vector
from .model import j

_STATE = Vector("H", n)


@dataclass(frozen=True, kw_only=True)
class Storage:
    r"""How items are stored: $S_n = \text{decay} \cdot S_{n-1} + \text{key map}(k_n) v_n^\top$.

    The claimed identities are those of decay 1 with one feature map for keys and queries.
    """

    key_map: str = r"\phi"
    decay: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """The assumptions as sentences."""
        return (
            rf"keys are stored through the feature map ${self.key_map}$, queries are read through $\phi$",
            f"each new item multiplies what is stored by ${sp.latex(self.decay)}$",
            "keys, values and queries are arbitrary vectors",
        )

    @property
    def term(self) -> sp.Expr:
        """What item j adds: its feature key times its value."""
        return Outer(Feature(self.key_map, Vector("k", j)), Vector("v", j))


HEBBIAN: Final = Storage()
"""Every item is added as it is, nothing is forgotten."""


def linearity(premises: Storage = HEBBIAN) -> Derivation:
    r"""$\phi(q)^\top S - \sum_j \langle \phi(q), \phi(k_j) \rangle v_j = 0$ (S8).

    >>> linearity().formula
    0
    """
    chain = Chain(name="linearity", title="Recall is a sum over stored items", premises=premises.sentences)
    state, query = sp.Symbol("S"), Feature(r"\phi", Vector("q"))
    stored = chain.define(
        "the state after n items", state, IndexSum(premises.decay ** (n - j) * premises.term, (j,), n)
    )
    output = chain.define("the output of a query", Vector("o"), Recall(query, state))
    output = chain.apply("put the state in", substitute, output, stored)
    output = chain.apply("contract the query with each key", contract, output)
    claimed = IndexSum(Inner(query, Feature(r"\phi", Vector("k", j))) * Vector("v", j), (j,), n)
    gap = chain.define("the gap to the claimed sum", Vector("g"), Vector("o") - claimed)
    gap = chain.apply("put the output in", substitute, gap, output)
    gap = chain.apply("combine the sums", combine, gap)
    return chain.close(gap, checks=(_same_gap(Recall(query, stored.result.rhs) - claimed),))


def recursion(premises: Storage = HEBBIAN) -> Derivation:
    r"""The Hebbian sum solves $S_n = S_{n-1} + \phi(k_n) v_n^\top$, $S_0 = 0$: the gap is 0 (S8).

    >>> recursion().formula
    0
    """
    chain = Chain(
        name="recursion", title="The recursive state is the Hebbian sum", premises=premises.sentences
    )
    hebbian = chain.define("the Hebbian sum", _STATE, IndexSum(premises.term, (j,), n))
    start = chain.apply("without items both are zero", at_zero, hebbian, variable=n)
    before = chain.apply("the sum one item earlier", shift, hebbian, variable=n, by=-1)
    newest = premises.term.xreplace({j: n})
    step = _STATE - premises.decay * before.result.lhs - newest
    gap = chain.define("the gap between the sum and one step of the recursion", Vector("G", n), step)
    gap = chain.apply("put the sum in", substitute, gap, hebbian)
    gap = chain.apply("put the earlier sum in", substitute, gap, before)
    gap = chain.apply("split off the newest item", last_term, gap, variable=n)
    gap = chain.apply("combine the sums", combine, gap)
    first = chain.apply("conclude by induction", induction, start, gap, name="D")
    shorter = IndexSum(premises.term, (j,), n - 1)
    return chain.close(first, checks=(_same_gap(hebbian.result.rhs - premises.decay * shorter - newest),))


def _same_gap(definition: sp.Expr) -> Callable[[sp.Expr], str]:
    """The gap computed from its definition with states of integers."""

    def check(formula: sp.Expr) -> str:
        for seed in range(3):
            given = world(definition, formula, seed=seed)
            expected, found = _flat(value(definition, given)), _flat(value(formula, given))
            if expected != found and any(expected + found):
                raise CheckFailed(
                    f"With integer states the gap is {expected}, and the formula gives {found}."
                )
        return "equal on real states of random integers"

    return check


def _flat(tensor: object) -> list[object]:
    return [x for part in tensor for x in _flat(part)] if isinstance(tensor, tuple) else [tensor]
