"""Tokens relabelled, appended and replaced; waves as sums; equals put in: each rule and its second route."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules import equals, places

T, i, j = (sp.Symbol(name, integer=True, positive=True) for name in "Tij")
x, z = sp.IndexedBase("x"), sp.IndexedBase("z")
V = sp.Function("V")
y = sp.Symbol("y")
WHOLE = sp.Eq(y, V(x[i]) * sp.Sum(V(x[j]), (j, 1, T)), evaluate=False)
BEFORE = sp.Eq(y, sp.Sum(V(x[j]), (j, 1, i)), evaluate=False)


def test_a_whole_sum_loses_its_order_and_a_part_of_it_does_not():
    whole, part = (places.relabel.apply(fact, tokens=x) for fact in (WHOLE, BEFORE))
    own = V(x[places.PERMUTATION(i)])
    assert places.reindex.apply(whole, count=T).rhs == own * sp.Sum(V(x[j]), (j, 1, T))
    assert places.reindex.apply(part, count=T) == part


def test_a_sum_put_in_order_where_it_may_not_is_caught():
    moved = places.relabel.apply(BEFORE, tokens=x)
    with pytest.raises(CheckFailed):
        places.reindex.check(BEFORE, moved, count=T)


def test_a_token_that_was_not_moved_is_caught():
    with pytest.raises(CheckFailed):
        places.relabel.check(WHOLE, WHOLE, tokens=x)


def test_replaced_tokens_leave_those_that_are_kept():
    options = {"tokens": x, "others": z, "kept": sp.Tuple(i)}
    found = places.elsewhere.apply(WHOLE, **options)
    assert found.rhs == V(x[i]) * (sp.Sum(V(z[j]), (j, 1, T)) + V(x[i]) - V(z[i]))
    assert places.elsewhere.check(found, WHOLE, **options)
    with pytest.raises(CheckFailed):
        places.elsewhere.check(WHOLE, WHOLE, **options)


def test_nested_sums_are_not_replaced_in():
    nested = sp.Eq(y, sp.Sum(x[j] * sp.Sum(x[i], (i, 1, j)), (j, 1, T)), evaluate=False)
    with pytest.raises(SideConditionError, match="under another"):
        places.elsewhere.conditions(nested, tokens=x, others=z, kept=sp.Tuple(i))


def test_one_token_more_changes_sums_over_all_of_them_alone():
    assert places.lengthen.apply(BEFORE, count=T) == BEFORE
    longer = places.lengthen.apply(WHOLE, count=T)
    assert longer.rhs == V(x[i]) * sp.Sum(V(x[j]), (j, 1, T + 1))
    with pytest.raises(CheckFailed):
        places.lengthen.check(WHOLE, WHOLE, count=T)


a, b = sp.symbols("a b", positive=True)


def test_equals_put_in_are_held_to_numbers():
    fact, known = sp.Eq(y, a**2 + b, evaluate=False), sp.Eq(a, 2 * b, evaluate=False)
    found = equals.put_in.apply(fact, known)
    assert found.rhs == 4 * b**2 + b
    assert equals.put_in.check(found, fact, known)
    with pytest.raises(CheckFailed):
        equals.put_in.check(fact, fact, known)


def test_a_statement_carried_to_the_wrong_place_is_caught():
    found = places.carry.apply(WHOLE, place=i)
    assert places.carry.check(found, WHOLE, place=i)
    with pytest.raises(CheckFailed):
        places.carry.check(WHOLE, WHOLE, place=i)
