"""Student's law from its definition: normal sums beyond a square length, on one side and on both."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.student import beyond_own_square, both_sides, student_tail
from theorycheck.theory.rules.vectors import IndexSum, Inner, Vector, with_right

i, j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
r = sp.Symbol("r", positive=True)


def noise(law, excluded=(i,)):
    query, key = (Vector("k", index, law) for index in (i, j))
    total = IndexSum(Inner(query, key), (j,), n, excluded)
    return (
        sp.Eq(sp.Symbol("eta", real=True), total, evaluate=False),
        sp.Eq(r**2, Inner(query, query), evaluate=False),
    )


def test_a_normal_sum_exceeds_a_square_length_with_a_normal_tail():
    fact, length = noise(Gaussian(d_k))
    tail = beyond_own_square.apply(fact, length)
    assert tail.rhs.subs({n: 2, d_k: 2, r: 3}) == sp.erfc(3) / 2
    beyond_own_square.check(tail, fact, length)


@pytest.mark.parametrize("factor", [2, sp.Rational(9, 10)])
def test_a_tail_of_another_size_is_caught(factor):
    fact, length = noise(Gaussian(d_k))
    tail = beyond_own_square.apply(fact, length)
    with pytest.raises(CheckFailed):
        beyond_own_square.check(with_right(tail, factor * tail.rhs), fact, length)


def test_unit_keys_and_a_sum_with_the_query_are_refused():
    for law, excluded in ((Sphere(d_k), (i,)), (Gaussian(d_k), ())):
        with pytest.raises(SideConditionError):
            beyond_own_square.conditions(*noise(law, excluded))


def test_both_sides_make_a_half_of_two_quarters():
    fact, length = noise(Gaussian(d_k))
    one = student_tail.apply(beyond_own_square.apply(fact, length), length)
    both = both_sides.apply(one)
    assert both.rhs.subs({n: 2, d_k: 1}).evalf() == pytest.approx(0.5)
    with pytest.raises(CheckFailed):
        both_sides.check(one, one)


@pytest.mark.parametrize("factor", [2, sp.Rational(9, 10)])
def test_a_wrong_average_over_the_length_is_caught(factor):
    fact, length = noise(Gaussian(d_k))
    tail = beyond_own_square.apply(fact, length)
    wrong = with_right(tail, factor * student_tail.apply(tail, length).rhs)
    with pytest.raises(CheckFailed):
        student_tail.check(wrong, tail, length)
