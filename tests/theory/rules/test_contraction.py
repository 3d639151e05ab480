"""Contraction and bilinearity, each caught by integer vectors when it is wrong."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import n
from theorycheck.theory.rules.contraction import contract, power, separate, squared_norm
from theorycheck.theory.rules.realisation import require_same, value, world
from theorycheck.theory.rules.vectors import IndexSum, Inner, Outer, Recall, Vector, with_right

i, j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
k, v = Vector("k", j), Vector("v", j)
STATE = IndexSum(Outer(k, v), (j,), n)
OUTPUT = sp.Eq(Vector("o", i), Recall(k.at(i), STATE), evaluate=False)


def test_contraction_agrees_with_the_matrix_product():
    result = contract.apply(OUTPUT)
    assert result.rhs == IndexSum(Inner(k.at(i), k) * v, (j,), n)
    contract.check(result, OUTPUT)


def test_a_flipped_sign_in_a_contraction_is_caught():
    result = contract.apply(OUTPUT)
    with pytest.raises(CheckFailed, match="differ"):
        contract.check(with_right(result, -result.rhs), OUTPUT)


def test_only_a_sum_of_outer_products_is_contracted():
    with pytest.raises(SideConditionError, match="not a sum of outer products"):
        contract.conditions(sp.Eq(Vector("o"), Recall(k.at(i), sp.Symbol("S")), evaluate=False))


def test_the_own_term_is_split_off_exactly():
    fact = contract.apply(OUTPUT)
    result = separate.apply(fact, index=i)
    separate.check(result, fact, index=i)
    with pytest.raises(CheckFailed):
        separate.check(with_right(result, result.rhs - Inner(k.at(i), k.at(i)) * v.at(i)), fact, index=i)


def test_norms_and_powers_of_sums_agree_with_integer_vectors():
    total = contract.apply(OUTPUT)
    norm = squared_norm.apply(total)
    squared_norm.check(norm, total)
    power.check(power.apply(norm, exponent=2), norm, exponent=2)
    with pytest.raises(CheckFailed):
        power.check(power.apply(norm, exponent=3), norm, exponent=2)


def test_the_inner_product_is_symmetric():
    assert Inner(k, v) == Inner(v, k)


def test_integer_vectors_differ_between_items():
    given = world(STATE)
    assert len({value(k.at(sp.Integer(item)), given) for item in (1, 2, 3, 4)}) > 1
    with pytest.raises(CheckFailed):
        require_same(k.at(sp.Integer(1)), k.at(sp.Integer(2)))
