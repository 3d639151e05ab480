"""On which side a bound stands: what a check asks of a result before its numbers."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed


def require_side(result: sp.Basic, side: type[sp.Rel]) -> None:
    """Raise `CheckFailed` unless the result is an equation, or a bound from this side.

    >>> x = sp.Symbol("x")
    >>> require_side(sp.Le(x, 1), sp.Le)
    """
    if not isinstance(result, side):
        raise CheckFailed(f"{result} is no {side.__name__}: it bounds from the other side.")
