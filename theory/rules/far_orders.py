"""Orders that are checked so far out that corrections of small orders have vanished."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed
from .asymptotics import Growth, growth
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


far_growth = replace(growth, check=_check_far_growth)
"""Leading exponents, checked so far out that corrections of small orders have vanished."""
