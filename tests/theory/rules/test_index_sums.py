"""Sums over indices: set partitions, coincidences, and the count of distinct choices."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.index_sums import coincidences, exchange, falling, set_partitions
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.vectors import IndexSum, Inner, Vector, with_right

i, j, m = (sp.Symbol(name, integer=True, positive=True) for name in "ijm")
Y = sp.Symbol("Y")


def double_sum(excluded=()):
    k = Vector("k", j, Sphere(d_k))
    summand = Inner(k.at(i), k) * Inner(k.at(i), k.at(m))
    return sp.Eq(Y, IndexSum(summand, (j, m), n, excluded), evaluate=False)


@pytest.mark.parametrize(("size", "bell"), [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203)])
def test_set_partitions_are_counted_by_bell_numbers(size, bell):
    assert len(set(set_partitions(size))) == bell


def test_falling_factorials_count_distinct_choices():
    assert falling(n - 1, 3).subs(n, 7) == 6 * 5 * 4


@pytest.mark.parametrize(("excluded", "patterns"), [((i,), 2), ((), 4)])
def test_an_index_that_is_not_excluded_may_meet_the_query(excluded, patterns):
    fact = double_sum(excluded)
    result = coincidences.apply(fact)
    assert len(result.rhs.args) == patterns
    coincidences.check(result, fact)


def test_a_lost_pattern_is_caught():
    fact = double_sum((i,))
    right = coincidences.apply(fact)
    with pytest.raises(CheckFailed):
        coincidences.check(with_right(right, right.rhs.args[0]), fact)


def test_items_of_different_laws_are_not_exchangeable():
    mixed = Inner(Vector("k", i, Sphere(d_k)), Vector("k", j, Gaussian(d_k)))
    with pytest.raises(SideConditionError, match="not exchangeable"):
        exchange.conditions(sp.Eq(Y, IndexSum(mixed, (j,), n, (i,)), evaluate=False))


def test_a_sum_whose_indices_may_coincide_is_not_counted_as_distinct():
    with pytest.raises(SideConditionError, match="may coincide"):
        exchange.conditions(double_sum((i,)))


def test_a_sum_that_may_meet_the_query_is_not_counted_as_distinct():
    single = Inner(Vector("k", i, Sphere(d_k)), Vector("k", j, Sphere(d_k)))
    with pytest.raises(SideConditionError, match="may meet the free one"):
        exchange.conditions(sp.Eq(Y, IndexSum(single, (j,), n), evaluate=False))
