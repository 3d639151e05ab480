r"""Sums of differences: $\sum_{t=1}^{T} (f_t - f_{t-1}) = f_T - f_0$."""

from __future__ import annotations

from random import Random

import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivation import CheckFailed, Rule, SideConditionError
from .vectors import with_right

_ENDS = (1, 2, 5)


def _parts(total: sp.Sum) -> tuple[sp.Expr, sp.Symbol, sp.Expr]:
    """The f of the differences, its index, and the last value."""
    ((index, first, last),) = total.limits
    held = sp.Add.make_args(sp.expand_log(total.function, force=True))
    own = sp.Add(*(part for part in held if not part.has(index - 1)))
    rest = sp.Add(*held) - own
    if first != 1 or sp.expand(own.subs(index, index - 1) + rest) != 0:
        raise SideConditionError(f"{total} is no sum of differences of neighbours from 1 on.")
    return own, index, last


def _telescope(fact: sp.Eq, *starts: sp.Eq) -> sp.Eq:
    def ends(total: sp.Sum) -> sp.Expr:
        own, index, last = _parts(total)
        return own.subs(index, last) - own.subs(index, 0)

    known = {start.lhs: start.rhs for start in starts}
    return with_right(fact, sp.expand(fact.rhs.replace(lambda e: isinstance(e, sp.Sum), ends)).subs(known))


def _telescope_conditions(fact: sp.Eq, *starts: sp.Eq) -> tuple[str, ...]:
    for total in fact.rhs.atoms(sp.Sum):
        _parts(total)
    return ("every term is a difference of neighbours",)


def _check_telescope(result: sp.Eq, fact: sp.Eq, *starts: sp.Eq) -> str:
    """Both sides in numbers, the sum term by term, for sequences of random positive numbers."""
    (total,) = fact.rhs.atoms(sp.Sum)
    (last,) = total.limits[0][2].free_symbols
    for end in _ENDS:
        random = Random(end)
        known = {start.lhs: start.rhs for start in starts}
        sides = [side.subs(last, end).doit().subs(known) for side in (fact.rhs, result.rhs)]
        terms = set().union(*(side.atoms(AppliedUndef) for side in sides))
        values = {f: sp.Rational(random.randint(1, 99), 7) for f in sorted(terms, key=str)}
        one, other = (sp.N(side.xreplace(values), 30) for side in sides)
        if abs(one - other) > sp.Float(10) ** -25:
            raise CheckFailed(f"With {end} terms the sum is {one}, and its ends give {other}.")
    return f"added up term by term for {_ENDS} terms"


telescope = Rule(
    name="sum of differences",
    statement=r"$\sum_{t=1}^{T} (f_t - f_{t-1}) = f_T - f_0$, and $f_0$ is what its definition says.",
    apply=_telescope,
    conditions=_telescope_conditions,
    check=_check_telescope,
)
