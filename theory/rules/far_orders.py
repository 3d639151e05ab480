"""Orders that are checked so far out that corrections of small orders have vanished."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed
from .asymptotics import Growth, growth, sandwich
from .points import number

_FAR: Final = 60
_FAR_DIGITS: Final = 200
_FAR_TOLERANCE: Final = mpmath.mpf(10) ** -6


def _check_far_growth(result: Growth, fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> str:
    """The local exponent at 10^60: corrections may be of an order as small as 1/8."""
    for x in variables:
        along = sp.lambdify(x, fact.rhs, "mpmath")
        with mpmath.workdps(_FAR_DIGITS):
            values = [along(mpmath.mpf(10) ** k) for k in (_FAR, _FAR + 1)]
            slope = mpmath.log10(values[1] / values[0])
            if abs(slope - number(dict(result.args[1])[x], {})) > _FAR_TOLERANCE:
                raise CheckFailed(f"The local exponent in {x} at 10^{_FAR} is {mpmath.nstr(slope, 8)}.")
    return f"the local exponents between 10^{_FAR} and 10^{_FAR + 1} agree to six digits"


def _check_far_sandwich(below_and_above: Growth, below: sp.Ge, above: sp.Le, *grown: Growth) -> str:
    (x,) = (pair[0] for pair in below_and_above.args[1])
    for side in (below, above):
        _check_far_growth(below_and_above, side, variables=(x,))
    lower, upper = (sp.lambdify(x, side.rhs, "mpmath") for side in (below, above))
    for k in range(2, 9):
        one, other = (bound(mpmath.mpf(10) ** k) for bound in (lower, upper))
        if one > other:
            raise CheckFailed(f"At {x} = 10^{k} the lower bound {one} exceeds the upper bound {other}.")
    return "the bounds are in order from 10^2 to 10^8, and both have these local exponents far out"


far_growth = replace(growth, check=_check_far_growth)
"""Leading exponents, checked so far out that corrections of small orders have vanished."""

far_sandwich = replace(sandwich, check=_check_far_sandwich)
"""The sandwich, checked so far out."""
