"""What least squares recalls of generic items."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.rank import generic_recall
from theorycheck.theory.rules.vectors import with_right

X = sp.Symbol("X")
RANK = sp.Eq(sp.Symbol("rank"), sp.Min(n, d_k), evaluate=False)
FEW, MANY = sp.Le(n, d_k, evaluate=False), sp.Gt(n, d_k, evaluate=False)


def test_generic_items_are_all_recalled_up_to_the_dimension_and_not_beyond():
    for load, share in ((FEW, 1), (MANY, 0)):
        recalled = generic_recall.apply(RANK, load, count=n)
        assert recalled.rhs == share
        generic_recall.check(recalled, RANK, load, count=n)
        with pytest.raises(CheckFailed):
            generic_recall.check(with_right(recalled, sp.Integer(1 - share)), RANK, load, count=n)


def test_a_load_that_tells_nothing_is_refused():
    with pytest.raises(SideConditionError, match="compares"):
        generic_recall.conditions(RANK, sp.Le(n, 2 * d_k, evaluate=False), count=n)
    with pytest.raises(SideConditionError, match="rank"):
        generic_recall.conditions(sp.Eq(X, n, evaluate=False), FEW, count=n)
