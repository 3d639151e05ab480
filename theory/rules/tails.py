r"""Tails from moments.

Each takes means that earlier steps produced and gives an upper bound on a probability; every bound is
attained, by a law on two points or in a limit, which its check puts to the test.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Expectation, Probability
from .inequalities import is_nonnegative
from .points import number, random_points, require_close


def _order(fact: sp.Rel) -> tuple[sp.Expr, sp.Expr]:
    """The variable and the order of the moment that a statement is about."""
    if not isinstance(fact, sp.Eq | sp.Le) or not isinstance(fact.lhs, Expectation):
        raise SideConditionError(f"{fact} is neither a mean nor an upper bound on one.")
    return fact.lhs.args[0].as_base_exp()


def _moment_tail(fact: sp.Rel, *, threshold: sp.Symbol) -> sp.Le:
    variable, order = _order(fact)
    size = variable if is_nonnegative(variable) else sp.Abs(variable)
    return sp.Le(Probability(sp.Gt(size, threshold)), fact.rhs / threshold**order, evaluate=False)


def _moment_conditions(fact: sp.Rel, *, threshold: sp.Symbol) -> tuple[str, ...]:
    variable, order = _order(fact)
    if not order.is_positive or not (is_nonnegative(variable) or order.is_even):
        raise SideConditionError(f"{variable} may be negative, or its order {order} not positive.")
    if not sp.sympify(threshold, strict=True).is_positive:
        raise SideConditionError(f"The threshold {threshold} is not known to be positive.")
    return (f"the moment of order ${sp.latex(order)}$ is of a nonnegative number; the threshold is positive",)


def _check_moment_tail(result: sp.Le, fact: sp.Rel, *, threshold: sp.Symbol) -> str:
    """A law on 0 and the threshold with mass q there has the moment q threshold^order."""
    _, order = _order(fact)
    for share in (sp.Rational(1, 7), sp.Rational(2, 3)):
        attained = (result.rhs / fact.rhs) * share * threshold**order
        for point in random_points(attained.free_symbols):
            require_close(number(share, {}), number(attained, point), "Two points' mass and the bound")
    return "attained by laws on two points, 0 and the threshold"


moment_tail = Rule(
    name="Markov for a moment",
    statement=r"$\mathbb{P}(|x| > \tau) \le \mathbb{E} |x|^q / \tau^q$ for $\tau > 0$.",
    apply=_moment_tail,
    conditions=_moment_conditions,
    check=_check_moment_tail,
)
