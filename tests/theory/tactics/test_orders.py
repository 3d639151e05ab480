"""Orders from orders: chains, functions that grow or fall, sums over items, unions, and their limits."""

from fractions import Fraction

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.kernel.theorem import ordered
from theorycheck.theory.laws import Bernoulli, Normal, OneHot, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid
from theorycheck.theory.node import number
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics import (
    at,
    both,
    discharged,
    fallen,
    grown,
    linked,
    never_some,
    quotient,
    same,
    some_of,
    summed,
)  # fmt: skip
from theorycheck.theory.tactics.events import joint_chance
from theorycheck.theory.tactics.overlaps import overlap_atom
from theorycheck.theory.terms import P, Sum, absolute, all_, exp, log

n = Size("n", minimum=2)
i, j = Index("i", n), Index("j", n)
v, w = fixed("v", n), fixed("w", n)
x, y, z = map(Parameter, "xyz")
noise = Model(noise=iid(Normal(), n)).noise


def holds(theorem):
    return check(theorem.proposition, [h.proposition for h in theorem.hypotheses])


@pytest.mark.parametrize("first", [suppose(x == y), suppose(y == x), suppose(x <= y), suppose(y >= x)])
@pytest.mark.parametrize("second", [suppose(y == z), suppose(z == y), suppose(y < z), suppose(z > y)])
def test_a_chain_turns_what_it_must(first, second):
    found = linked(first, second)
    assert ordered(found.proposition)[::2] in {(x, z), (z, x)}
    assert holds(found)


def test_orders_of_two_directions_do_not_chain():
    with pytest.raises(Refused):
        linked(suppose(x <= y), suppose(z <= y))


def test_functions_grow_or_fall():
    order = suppose(x <= y)
    assert grown(order, "exp").proposition is (exp(x) <= exp(y))
    assert grown(suppose(number(2) <= y), "log").proposition is (log(number(2)) <= log(y))
    positive = suppose(x > 0), suppose(y > 0)
    assert fallen(order, z, suppose(z > 0), *positive).proposition is (y**-z <= x**-z)
    for refused in (lambda: grown(order, "log"), lambda: grown(order, 2), lambda: fallen(order, 2)):
        with pytest.raises(Refused):
            refused()


def test_a_quotient_needs_signs():
    order, divisors, some = suppose(x <= 1), suppose(y <= z), suppose(y > 0)
    assert holds(quotient(order, divisors, apply("positive", term=number(1)), some))
    with pytest.raises(Refused):
        quotient(order, divisors, suppose(x <= 1), some)


def test_sums_are_bounded_item_by_item_and_counted():
    each = suppose(all_(i, v[i] <= w[i]))
    assert summed(at(each, j), j).proposition is (Sum(j, v[j]) <= Sum(j, w[j]))
    least = suppose(all_(i, v[i] >= 3))
    assert holds(summed(at(least, j), j))
    assert ordered(summed(at(least, j), j != i).proposition)[2] is Sum(j != i, v[j])
    equal = suppose(all_(i, v[i] ** 2 == 1))
    assert ordered(summed(at(equal, j), j != i).proposition)[2] is n - 1
    with pytest.raises(Refused):
        summed(suppose(v[j] <= w[j]), j)


def test_of_all_items_those_that_meet_the_condition():
    stated = suppose(all_(i, all_(j != i, v[i] <= w[j])))
    assert at(stated, i, (j, suppose(j != i))).proposition is (v[i] <= w[j])
    with pytest.raises(Refused):
        at(stated, i, j)


def test_both_sides_of_a_modulus():
    low, high = both(suppose(absolute(x) <= y))
    assert (low.proposition, high.proposition) == (-y <= x, x <= y)


def test_facts_discharge_hypotheses_from_either_side_and_no_others():
    stated = grown(suppose(x >= 1), "exp")
    assert not discharged(stated, suppose(number(1) <= x)).hypotheses & stated.hypotheses
    assert discharged(stated, suppose(x >= 2)) is stated


def test_some_of_many_events_and_none():
    one = apply("bounded", term=P(noise[j] > 1), end="high")
    assert ordered(some_of(one, j != i).proposition)[2] is n - 1
    never = apply("no_atom", x=noise[j], value=number(0))
    assert ordered(never_some(never, j != i).proposition)[2] is number(0)
    with pytest.raises(Refused):
        never_some(one, j != i)


def test_equal_by_algebra_or_entry_by_entry():
    assert same((x + y) ** 2, x**2 + 2 * x * y + y**2, ())
    with pytest.raises(Refused):
        same((x + y) ** 2, x**2 + y**2, ())


def test_chances_multiply_for_independent_events_alone():
    coins = Model(c=iid(Bernoulli(Fraction(1, 3)), n)).c
    apart = suppose(i != j)
    chance = apply("atom", x=coins[i], value=number(1))
    both_fall = joint_chance(coins[i] == 1, coins[j] == 0, chance, distinct=[apart])
    assert ordered(both_fall.proposition)[2] is Fraction(1, 3) * P(coins[j] == 0)
    for event in (coins[j] == 0, coins[i] == 0):
        with pytest.raises(Refused):
            joint_chance(coins[i] == 1, event, chance)


def test_an_overlap_has_no_atom_but_for_laws_that_have():
    u, v = Model(u=Sphere(n), v=Sphere(n))
    assert ordered(overlap_atom(u, v).proposition)[2] is number(0)
    with pytest.raises(Refused):
        overlap_atom(*Model(u=OneHot(n), v=OneHot(n)))
