r"""The delta rule at convergence (S7, S7.1): least squares, by a cited result on generic vectors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import d_k, n
from ..rules.laws import Gaussian, Sphere
from ..rules.rank import converged_residual, generic_rank, generic_recall
from ..rules.vectors import Vector
from .model import j

_KEYS: Final = Sphere(d_k)


@dataclass(frozen=True, kw_only=True)
class Converged:
    """Items repeated until convergence: no more of them than dimensions (`few`), more, or any number."""

    law: Sphere | Gaussian = _KEYS
    few: bool | None = None

    @property
    def load(self) -> sp.Rel:
        """How the number of items compares with the dimension."""
        return (sp.Le if self.few else sp.Gt)(n, self.law.dimension, evaluate=False)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the keys"),
            "keys and values are independent, centred, and of mean square length one",
            "the items are repeated until convergence",
            *([] if self.few is None else [f"${sp.latex(self.load)}$"]),
        )


ANY: Final = Converged()
FEW: Final = Converged(few=True)
MANY: Final = Converged(few=False)


def delta_converged_error(premises: Converged = ANY) -> Derivation:
    r"""$\mathbb{E}$ mean square error at convergence: $\max(0, 1 - d_k/n)$, zero for $n \le d_k$ (S7).

    The rule converges to least squares; the residual is the part of the values outside the span of
    the keys, and n generic keys span min(n, d_k) dimensions (cited).
    """
    chain = _chain(premises, "delta_converged_error", "Error of the delta rule at convergence")
    error = chain.apply("project the values out", converged_residual, _rank(chain, premises), count=n)
    return chain.close(error, checks=(_least_squares(premises),))


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


def _chain(premises: Converged, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _rank(chain: Chain, premises: Converged) -> Step:
    keys = chain.define("the keys of all items", sp.Symbol("K"), Vector("k", j, premises.law))
    return chain.apply("generic vectors are independent", generic_rank, keys, count=n)


def _recall(premises: Converged, name: str) -> Derivation:
    chain = _chain(premises, name, "Probability that all items are recalled exactly")
    rank, load = _rank(chain, premises), chain.define("the number of items", premises.load)
    recalled = chain.apply("solve for the state", generic_recall, rank, load, count=n)
    return chain.close(recalled, checks=(_by_state(premises),))


def _least_squares(premises: Converged) -> Callable[[sp.Expr], str]:
    """Least squares on random integer keys at four sizes, by the rank of the Gram matrix."""

    def check(formula: sp.Expr) -> str:
        random = Random(23)
        for items, size in ((2, 4), (4, 4), (6, 4), (7, 3)):
            keys = sp.Matrix(items, size, lambda *_: random.randint(-9, 9))
            null = len((keys * keys.T).nullspace())
            if formula.subs({n: items, premises.law.dimension: size}) != sp.Rational(null, items):
                raise CheckFailed(f"{items} keys in dimension {size} leave {null} values unexplained.")
        return "the null space of the Gram matrix of random integer keys at four sizes"

    return check


def _by_state(premises: Converged) -> Callable[[sp.Expr], str]:
    """A state that recalls random integers, found or missed by exact elimination."""

    def check(formula: sp.Expr) -> str:
        random = Random(31)
        for size in (2, 3, 4):
            d = int(premises.law.dimension.subs(d_k, size))
            items = d if premises.few else d + 1
            keys = sp.Matrix(items, d, lambda *_: random.randint(-9, 9))
            values = sp.Matrix(items, 1, lambda *_: random.randint(-9, 9))
            state = (keys.T * keys).LUsolve(keys.T * values)
            if int(keys * state == values) != formula:
                raise CheckFailed(f"{items} items in dimension {d} leave {list(keys * state - values)}.")
        return "least squares of random integers at three sizes, exactly"

    return check
