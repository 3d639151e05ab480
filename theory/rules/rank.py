r"""Generic vectors and least squares: the rank of n vectors, and what a projection leaves over."""

from __future__ import annotations

from random import Random

import sympy as sp

from ..derivation import CheckFailed, Kind, Rule, SideConditionError
from .events import Named, Probability
from .laws import Gaussian, Sphere
from .vectors import vectors

_SIZES = ((2, 3), (3, 3), (4, 3), (5, 2))


def _rank(fact: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    (vector,) = vectors(fact.rhs)
    return sp.Eq(sp.Function("rank")(fact.lhs), sp.Min(count, vector.law.dimension), evaluate=False)


def _rank_conditions(fact: sp.Eq, *, count: sp.Symbol) -> tuple[str, ...]:
    (vector,) = vectors(fact.rhs)
    if not isinstance(vector.law, Sphere | Gaussian):
        raise SideConditionError(f"Vectors of the law {vector.law} may coincide: they are not generic.")
    return ("the law gives no mass to the zeros of a polynomial",)


def _check_rank(result: sp.Eq, fact: sp.Eq, *, count: sp.Symbol) -> str:
    (vector,) = vectors(fact.rhs)
    for items, size in _SIZES:
        unknown = sp.Dummy("d")
        (d,) = vector.law.dimension.free_symbols
        at = {d: sp.solve(vector.law.dimension.subs(d, unknown) - size, unknown)[0], count: items}
        if result.rhs.subs(at) != _integers(items, size).rank():
            raise CheckFailed(f"{items} vectors of random integers in dimension {size} have another rank.")
    return "the rank of random integer vectors at four sizes"


def _integers(items: int, size: int) -> sp.Matrix:
    random = Random(17)
    return sp.Matrix(items, size, lambda *_: random.randint(-9, 9))


def _residual(rank: sp.Eq, *, count: sp.Symbol) -> sp.Eq:
    return sp.Eq(sp.Symbol("e"), 1 - rank.rhs / count, evaluate=False)


def _check_residual(result: sp.Eq, rank: sp.Eq, *, count: sp.Symbol) -> str:
    """The trace of I - K (K^T K)^-1 K^T for random integers, a share of it for each item."""
    items, size = 5, 2
    keys = _integers(items, size)
    left = sp.eye(items) - keys * (keys.T * keys).inv() * keys.T
    general = _residual(sp.Eq(rank.lhs, sp.Integer(size), evaluate=False), count=count).rhs
    if left.trace() / items != general.subs(count, items):
        raise CheckFailed(f"Least squares leaves {left.trace() / items} of each item's power.")
    if sp.expand(result.rhs - 1 + rank.rhs / count) != 0:
        raise CheckFailed(f"{result.rhs} is not one minus rank over items.")
    return "least squares on five random integer vectors in the plane, exactly"


def _generic_recall(rank: sp.Eq, load: sp.Rel, *, count: sp.Symbol) -> sp.Eq:
    recalled = Probability(Named("all items are recalled exactly"))
    return sp.Eq(recalled, sp.Integer(int(_spans(rank, load, count))), evaluate=False)


def _spans(rank: sp.Eq, load: sp.Rel, count: sp.Symbol) -> bool:
    """Whether the load makes the keys independent; raises `SideConditionError` where it tells neither."""
    (size,) = (part for part in rank.rhs.args if part != count)
    if load == sp.Le(count, size, evaluate=False):
        return True
    if load == sp.Gt(count, size, evaluate=False):
        return False
    raise SideConditionError(f"{load} does not say how {count} compares with {size}.")


def _recall_conditions(rank: sp.Eq, load: sp.Rel, *, count: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(rank.rhs, sp.Min) or count not in rank.rhs.args:
        raise SideConditionError(f"{rank.rhs} is not the rank of {count} vectors in a space.")
    word = "independent" if _spans(rank, load, count) else "dependent, and the values' law has a density"
    return (f"the keys are {word}",)


def _check_recall(result: sp.Eq, rank: sp.Eq, load: sp.Rel, *, count: sp.Symbol) -> str:
    """Least squares on random integers: exact where the keys have full rank, and not beyond."""
    spans = _spans(rank, load, count)
    for items, size in _SIZES:
        if (items <= size) != spans:
            continue
        keys, values = _integers(items, size), _integers(items, items)[:, 0]
        solvable = keys.row_join(values).rank() == keys.rank()
        if int(solvable) != result.rhs:
            raise CheckFailed(f"{items} values of keys in dimension {size}: {solvable}, not {result.rhs}.")
    return "values put beside random integer keys raise the rank or do not, at two sizes"


generic_rank = Rule(
    name="rank of generic vectors",
    statement=(
        r"$n$ independent vectors of $R^d$ with a law that gives no mass to the zeros of a polynomial span "
        r"$\min(n, d)$ dimensions almost surely."
    ),
    apply=_rank,
    kind=Kind.CITED,
    conditions=_rank_conditions,
    check=_check_rank,
)

converged_residual = Rule(
    name="residual of least squares",
    statement=(
        r"Independent centred values of mean square one lose the share $\mathrm{tr}(I - P)/n = 1 - "
        r"\mathrm{rank}/n$ of their power to a projection $P$ onto the span of the keys."
    ),
    apply=_residual,
    check=_check_residual,
)

generic_recall = Rule(
    name="exact recall of generic items",
    statement=(
        "Least squares recalls all of n values exactly where the n keys are independent; where they are not, "
        "values of a law with a density are recalled with probability 0."
    ),
    apply=_generic_recall,
    conditions=_recall_conditions,
    check=_check_recall,
)
