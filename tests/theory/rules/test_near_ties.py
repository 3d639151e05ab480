"""Near ties: hypotheses are checked, and a wrong bound does not pass the second route."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.class_gaps import NormalLaw
from theorycheck.theory.rules.events import Expectation
from theorycheck.theory.rules.near_ties import (
    all_pairs,
    gap,
    length,
    logistic_integrals,
    mean_over_length,
    near_tie_above,
    near_tie_below,
)

m = sp.Symbol("m", nonnegative=True)
SMALLER = sp.Eq(m, 1 / (1 + sp.exp(gap)), evaluate=False)
LAW = sp.Eq(sp.Symbol("g_12"), NormalLaw(sp.S.Zero, 2 * length**2), evaluate=False)


def test_the_bounds_enclose_and_each_is_refused_as_the_other():
    above, below = (rule.apply(SMALLER, LAW) for rule in (near_tie_above, near_tie_below))
    assert near_tie_above.check(above, SMALLER, LAW)
    assert near_tie_below.check(below, SMALLER, LAW)
    with pytest.raises(CheckFailed, match="the mean is"):
        near_tie_above.check(sp.Le(above.lhs, below.rhs, evaluate=False), SMALLER, LAW)
    with pytest.raises(CheckFailed, match="the mean is"):
        near_tie_below.check(sp.Ge(above.lhs, above.rhs, evaluate=False), SMALLER, LAW)


def test_a_law_with_a_mean_and_a_function_that_changes_its_sign_are_refused():
    with pytest.raises(SideConditionError, match="mean zero"):
        near_tie_above.apply(SMALLER, sp.Eq(LAW.lhs, NormalLaw(sp.S.One, 2 * length**2), evaluate=False))
    with pytest.raises(SideConditionError, match="nonnegative"):
        near_tie_above.conditions(sp.Eq(m, gap - 1, evaluate=False), LAW)


def test_logistic_integrals_and_one_that_is_none():
    found = logistic_integrals.apply(near_tie_above.apply(SMALLER, LAW))
    assert sp.simplify(found.rhs - sp.log(2) / (length * sp.sqrt(sp.pi))) == 0
    with pytest.raises(SideConditionError, match="no integral of a logistic"):
        logistic_integrals.apply(near_tie_above.apply(sp.Eq(m, sp.exp(-gap), evaluate=False), LAW))


def test_the_mean_of_the_inverse_length_and_a_wrong_one():
    fact = sp.Le(m, 1 / length, evaluate=False)
    found = mean_over_length.apply(fact, dimension=d_k)
    assert sp.simplify(found.rhs.subs(d_k, 3) - sp.sqrt(2 / sp.pi)) == 0
    assert mean_over_length.check(found, fact, dimension=d_k)
    with pytest.raises(CheckFailed, match="coordinates the means"):
        mean_over_length.check(sp.Le(m, 1 / sp.sqrt(d_k), evaluate=False), fact, dimension=d_k)
    with pytest.raises(SideConditionError, match="no sum of powers"):
        mean_over_length.conditions(sp.Le(m, length**d_k, evaluate=False), dimension=d_k)


def test_all_pairs_are_counted_and_a_row_of_neighbours_is_too_few():
    pair = sp.Le(Expectation(m), sp.log(2), evaluate=False)
    row = sp.Symbol("m_n", nonnegative=True)
    found = all_pairs.apply(pair, SMALLER, name=row, count=n)
    assert found.rhs.subs(n, 4) == 6 * sp.log(2)
    assert all_pairs.check(found, pair, SMALLER, name=row, count=n)
    wrong = sp.Le(found.lhs, (n - 1) * sp.log(2), evaluate=False)
    with pytest.raises(CheckFailed, match="pairs"):
        all_pairs.check(wrong, pair, SMALLER, name=row, count=n)
    with pytest.raises(SideConditionError, match="smaller of two weights"):
        all_pairs.conditions(sp.Ge(*pair.args, evaluate=False), SMALLER, name=row, count=n)
