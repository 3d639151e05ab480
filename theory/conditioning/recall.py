r"""Recall under the delta rule (S7.1): the oldest item at a load of one, and all items at convergence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation
from ..notation import d_k, eta, n
from ..rules.isolating import put_in
from ..rules.points import Point, against
from ..rules.rank import generic_rank, generic_recall
from .learning import DELTA, Learner, forward_error, oldest_error
from .model import j


@dataclass(frozen=True, kw_only=True)
class Converged:
    """Items repeated until the delta rule has converged: no more of them than dimensions (`few`), or more."""

    learner: Learner = DELTA
    few: bool = True

    @property
    def load(self) -> sp.Rel:
        """How the number of items compares with the dimension."""
        return (sp.Le if self.few else sp.Gt)(n, self.learner.law.dimension, evaluate=False)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        repeated = "the items are repeated until convergence"
        return (*self.learner.sentences[:2], repeated, f"${sp.latex(self.load)}$")


FEW: Final = Converged()
MANY: Final = Converged(few=False)


def delta_error_full(premises: Learner = DELTA) -> Derivation:
    r"""The error of the oldest item at $n = d_k$, one pass of the delta rule, exactly (S7.1)."""
    title = "Error of the oldest item with as many items as dimensions"
    chain = Chain(name="delta_error_full", title=title, premises=(*premises.sentences, "$n = d_k$"))
    full = chain.define("as many items as dimensions", n, premises.law.dimension)
    error = chain.apply("put the number in", put_in, oldest_error(chain, premises), full)

    def forward(point: Point) -> Fraction:
        return forward_error(premises, {**point, n: premises.law.dimension.subs(point)})

    points = [{d_k: sp.Integer(k), eta: sp.Rational(1, k)} for k in (2, 5, 9)]
    return chain.close(error, checks=(against(forward, points, "the output's moments run forward"),))


def delta_exact_recall(premises: Converged = FEW) -> Derivation:
    r"""At convergence all of $n \le d_k$ items are recalled exactly, almost surely (S7.1).

    >>> delta_exact_recall().formula
    1
    """
    return _recall(premises, "delta_exact_recall")


def delta_no_exact_recall(premises: Converged = MANY) -> Derivation:
    r"""At convergence $n > d_k$ items are almost never all recalled exactly (S7.1).

    >>> delta_no_exact_recall().formula
    0
    """
    return _recall(premises, "delta_no_exact_recall")


def _recall(premises: Converged, name: str) -> Derivation:
    chain = Chain(
        name=name, title="Probability that all items are recalled exactly", premises=premises.sentences
    )
    keys = chain.define("the keys of all items", sp.Symbol("K"), premises.learner.vector.at(j))
    rank = chain.apply("generic vectors are independent", generic_rank, keys, count=n)
    load = chain.define("the number of items", premises.load)
    recalled = chain.apply("solve for the state", generic_recall, rank, load, count=n)
    return chain.close(recalled, checks=(_by_state(premises),))


def _by_state(premises: Converged) -> Callable[[sp.Expr], str]:
    """A state that recalls random integers, found or missed by exact elimination."""

    def check(formula: sp.Expr) -> str:
        random = Random(31)
        for size in (2, 3, 4):
            d = int(premises.learner.law.dimension.subs(d_k, size))
            items = d if premises.few else d + 1
            keys = sp.Matrix(items, d, lambda *_: random.randint(-9, 9))
            values = sp.Matrix(items, 1, lambda *_: random.randint(-9, 9))
            state = (keys.T * keys).LUsolve(keys.T * values)
            if int(keys * state == values) != formula:
                raise CheckFailed(f"{items} items in dimension {d} leave {list(keys * state - values)}.")
        return "least squares of random integers at three sizes, exactly"

    return check
