"""What a check asks before its numbers: a side, and numbers at all."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed
from theorycheck.theory.rules.isolating import put_in
from theorycheck.theory.rules.points import require_close
from theorycheck.theory.rules.relations import require_side

x, y = sp.symbols("x y", positive=True)


def test_what_is_no_number_is_close_to_none() -> None:
    require_close(mpmath.mpf(1), mpmath.mpf(1) + mpmath.mpf(10) ** -60, "One and nearly one")
    for one, other in ((mpmath.nan, mpmath.mpf(1)), (mpmath.mpf(1), mpmath.nan), (mpmath.inf, mpmath.inf)):
        with pytest.raises(CheckFailed, match="differ"):
            require_close(one, other, "A number and none")


def test_a_bound_from_the_other_side_is_caught() -> None:
    require_side(sp.Ge(x, y, evaluate=False), sp.Ge)
    with pytest.raises(CheckFailed, match="from the other side"):
        require_side(sp.Le(x, y, evaluate=False), sp.Ge)


def test_a_definition_put_in_keeps_the_side() -> None:
    fact, known = sp.Le(x, 2 * y, evaluate=False), sp.Eq(y, sp.Symbol("z", positive=True), evaluate=False)
    right = put_in.apply(fact, known)
    assert put_in.check(right, fact, known)
    with pytest.raises(CheckFailed, match="from the other side"):
        put_in.check(sp.Ge(*right.args, evaluate=False), fact, known)
