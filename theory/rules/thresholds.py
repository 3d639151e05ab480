r"""Noise beside the signal, and the size at which a bound on it reaches a level."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .isolating import isolated
from .points import number, random_points, require_close
from .solving import root_symbol


def _threshold(bound: sp.Rel, *, variable: sp.Symbol, level: sp.Rational) -> sp.Rel:
    below = isinstance(bound, sp.Le) != (_way(bound, variable) > 0)
    value = isolated(bound.rhs, variable, sp.sympify(level, strict=True))
    return (sp.Le if below else sp.Ge)(root_symbol(variable), value, evaluate=False)


@lru_cache(maxsize=64)
def _way(bound: sp.Rel, variable: sp.Symbol) -> int:
    """1 where the bound rises in the variable, -1 where it falls; raises `SideConditionError` otherwise."""
    slope = sp.factor(sp.diff(bound.rhs, variable))
    lowest = {s: 2 + sp.Dummy(nonnegative=True) for s in slope.free_symbols}
    # Series of positive terms, and shares of a Beta law between places in order, are positive.
    shares = {f for f in slope.atoms(sp.betainc_regularized) if f.args[2] < f.args[3]}
    known = slope.xreplace({f: sp.Dummy(positive=True) for f in slope.atoms(sp.hyper) | shares})
    above, below = sp.fraction(sp.together(known.xreplace(lowest)))
    for way in (1, -1):
        if _positive(way * above) and _positive(below):
            return way
    raise SideConditionError(
        f"{bound.rhs} is not known to rise or to fall in {variable}, so its crossing bounds nothing."
    )


def _threshold_conditions(bound: sp.Rel, *, variable: sp.Symbol, level: sp.Rational) -> tuple[str, ...]:
    if not isinstance(bound, sp.Le | sp.Ge):
        raise SideConditionError(f"{bound} is no bound: solve it for the size.")
    word = "rises" if _way(bound, variable) > 0 else "falls"
    return (f"the bound {word} as ${sp.latex(variable)}$ grows, so its crossing bounds the true one",)


def _positive(expression: sp.Expr) -> bool:
    return bool(expression.is_positive or sp.expand(expression).is_positive)


def _check_threshold(result: sp.Rel, bound: sp.Rel, *, variable: sp.Symbol, level: sp.Rational) -> str:
    if (isinstance(bound, sp.Le) == isinstance(result, sp.Le)) == (_way(bound, variable) > 0):
        raise CheckFailed(
            "An upper bound that rises is reached no later than the level itself; that falls, later."
        )
    real = sp.Dummy("x", positive=True)
    formula = bound.rhs.xreplace({variable: real})
    for point in random_points(result.rhs.free_symbols):
        back = number(formula.subs(point).subs(real, result.rhs.subs(point)), {})
        require_close(
            back, number(sp.sympify(level, strict=True), {}), "The bound at its crossing and the level"
        )
    return "put back at random rational points: the bound is at the level to 50 digits"


threshold = Rule(
    name="crossing of a bound",
    statement=(
        "What lies below a rising bound reaches a level no earlier than the bound; above it, no later. Where "
        "the bound falls it is the other way round."
    ),
    apply=_threshold,
    conditions=_threshold_conditions,
    check=_check_threshold,
)
