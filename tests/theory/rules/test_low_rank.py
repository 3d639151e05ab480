"""Ranks of sums of products: hypotheses are checked, and a wrong bound does not pass the second route."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.low_rank import sum_of_products

i, j, c = (sp.Symbol(name, integer=True, positive=True) for name in "ijc")
q, k, s = (sp.IndexedBase(name) for name in "qks")
SCORES = sp.Eq(s[i, j], sp.Sum(q[i, c] * k[j, c], (c, 1, d_k)), evaluate=False)


def test_the_bound_is_the_number_of_terms():
    found = sum_of_products.apply(SCORES)
    assert found.rhs == d_k
    assert sum_of_products.check(found, SCORES)


@pytest.mark.parametrize("wrong", [d_k - 1, d_k + 1])
def test_a_bound_too_low_and_one_that_is_not_reached_are_caught(wrong):
    found = sum_of_products.apply(SCORES)
    with pytest.raises(CheckFailed, match="products of c have rank"):
        sum_of_products.check(sp.Le(found.lhs, wrong, evaluate=False), SCORES)


def test_terms_that_are_no_products_are_refused():
    mixed = sp.Eq(s[i, j], sp.Sum(sp.exp(q[i, c] * k[j, c]), (c, 1, d_k)), evaluate=False)
    with pytest.raises(SideConditionError, match="no products"):
        sum_of_products.apply(mixed)
    with pytest.raises(SideConditionError, match="one sum"):
        sum_of_products.apply(sp.Eq(s[i, j], q[i, c] * k[j, c], evaluate=False))
