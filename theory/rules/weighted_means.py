r"""Means under weights that sum to one: the mean of a logarithm is at most the logarithm of the mean."""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import WORKING_DIGITS, number

_SIZES = (2, 3, 5)


def _parts(fact: sp.Eq, total: sp.Eq) -> tuple[sp.Indexed, sp.Expr, sp.Tuple]:
    """The weights, what is under the logarithm, and the range of the index."""
    sums = fact.rhs.atoms(sp.Sum)
    if len(sums) != 1 or fact.rhs != -next(iter(sums)) or total.rhs != 1:
        raise SideConditionError(f"{fact} is not minus one sum, or the weights of {total} do not sum to 1.")
    (found,) = sums
    weight, limit = total.lhs.function, found.limits[0]
    rest = found.function / weight
    if total.lhs.limits[0] != limit or not isinstance(rest, sp.log):
        raise SideConditionError(f"{found} is not the mean of a logarithm under {weight}.")
    return weight, rest.args[0], limit


def _log_of_mean(fact: sp.Eq, total: sp.Eq) -> sp.Ge:
    weight, inside, limit = _parts(fact, total)
    return sp.Ge(fact.lhs, -sp.log(sp.Sum(weight * inside, limit)), evaluate=False)


def _conditions(fact: sp.Eq, total: sp.Eq) -> tuple[str, ...]:
    weight, inside, _ = _parts(fact, total)
    return (f"${sp.latex(weight)} \\ge 0$ and ${sp.latex(inside)} > 0$", "the logarithm is concave")


def _check(result: sp.Ge, fact: sp.Eq, total: sp.Eq) -> str:
    """Both sides with random weights and random positive numbers."""
    weight, inside, (index, _, last) = _parts(fact, total)
    if not isinstance(inside, sp.Indexed):
        raise CheckFailed(f"{inside} is no family of numbers.")
    for size in _SIZES:
        random = Random(size)
        mass = [random.randint(1, 9) for _ in range(size)]
        at = {}
        for k in range(1, size + 1):
            at[weight.subs(index, k)] = sp.Rational(mass[k - 1], sum(mass))
            at[inside.subs(index, k)] = sp.Rational(random.randint(1, 99), 10)
        one, other = (
            number(side.subs(last, size).doit().xreplace(at), {}) for side in (fact.rhs, result.rhs)
        )
        with mpmath.workdps(WORKING_DIGITS):
            if one < other:
                raise CheckFailed(f"With {size} weights the mean is {one}, below {other}.")
    return f"in order for random weights and numbers, {_SIZES} of them"


log_of_mean = Rule(
    name="Jensen for the logarithm",
    statement=r"$-\sum_z q_z \log x_z \ge -\log \sum_z q_z x_z$ for weights $q_z$ that sum to 1.",
    apply=_log_of_mean,
    conditions=_conditions,
    check=_check,
)
