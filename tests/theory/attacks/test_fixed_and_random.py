"""Attacks that take what holds of a fixed value for what holds of a random one."""

from __future__ import annotations

import json

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused, Theorem, apply, believe, record
from theorycheck.theory.laws import MarkovChain, Mixture, Normal, Rademacher, Sphere, Uniform
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term, number, power
from theorycheck.theory.prove import prove, suppose
from theorycheck.theory.substitution import replaced
from theorycheck.theory.tactics.rewriting import of_two
from theorycheck.theory.terms import (
    E,
    absolute,
    argmax,
    define,
    fold,
    indicator,
    iterate,
    maximum,
    norm2,
    ones,
    tabulate,
)

d, n = Size("d", minimum=2), Size("n", minimum=2)
u, state = Parameter("u"), Parameter("s")
i, j = indices("i j", d)
(k,) = indices("k", n)
x, y, z, wide, up_to_nine, near = Model(
    x=Sphere(d),
    y=Sphere(d),
    z=iid(Rademacher(), n),
    wide=Uniform(0, u**2),
    up_to_nine=Uniform(0, 9),
    near=Normal(1, 1),
)
ZERO, ONE = number(0), number(1)
largest = argmax(j, x[j])


def mean_of_the_modulus() -> Theorem:
    """|- E|x| = E x for a normal x of mean 1, from E u > 0 |- |u| = u for a number u."""
    given = apply("rewrite", apply("linear", term=E(u)), suppose(E(u) > 0))
    own = apply("own_modulus", apply("weakened", given), x=u)
    held = apply("transitive", apply("linear", term=E(absolute(u))), own)
    mean = apply("by_covariance", term=E(near), x=near)
    above = apply("transitive", apply("positive", term=ONE), apply("symmetric", mean))
    return apply("held_fixed", held, apply("symmetric", above), fixed=u, x=near)


def largest_without_its_condition() -> Theorem:
    """|- E max(x^2, 1) = 1 for an x between 0 and u^2, where u^2 <= 1."""
    given = suppose(u**2 <= 1)
    own = of_two(given, maximum(u**2, 1))
    held = apply("transitive", apply("linear", term=E(maximum(u**2, 1))), own)
    low, high = (apply("bounded", term=wide, end=end) for end in ("low", "high"))
    below = apply("transitive", high, given)
    parts = ((1, 1, (1,), ()), (1, 1, (0, 1), ()))
    square = apply("certificate", low, below, left=wide**2, right=ONE, relation="le", parts=parts)
    return apply("held_fixed", held, square, fixed=u, x=wide)


def second_moment_of_a_walk() -> Theorem:
    """|- E x_n^2 = 0 for x_j = z_j x_(j-1): E (z s)^2 = (E s)^2 for a number s, and (E z s)^2 = 0."""
    step = z[k] * state
    square, mean = E(state * state), power(E(state), 2)
    later, later_mean = (E(replaced(f, state, step)) for f in (square, mean))
    inside = prove(later.args[0] == state * state, by="moments")
    number_of = apply("linear", term=E(state))
    one = apply("transitive", apply("linear", term=later), inside)
    one = apply("transitive", one, apply("ring", left=state * state, right=state**2))
    one = apply("transitive", one, apply("symmetric", apply("within", number_of, term=mean)))
    none = prove(E(step) == 0, by="moments")
    two = apply("within", none, term=later_mean.args[0])
    two = apply("transitive", apply("linear", term=later_mean), two)
    two = apply("transitive", two, apply("ring", left=two.proposition.args[1], right=ZERO))
    return apply(
        "mean_of_fold",
        one,
        two,
        term=fold(step, state, k, 1),
        state=state,
        index=k,
        statistics=(square, mean),
        rows=((ZERO, ONE, ZERO), (ZERO, ZERO, ZERO)),
    )


def below_its_mean() -> Theorem:
    """|- P(x <= 1) <= P(E x <= 1) for a normal x of mean 1: from u <= 1 |- E u <= 1 for a number u."""
    held = apply("mean_monotone", suppose(u <= ONE))
    held = apply("transitive", held, apply("linear", term=E(ONE)))
    return apply("implied", held, event=u <= ONE, fixed=u, x=near)


def always_above_one() -> Theorem:
    """|- P(x <= 9) <= P(1 <= x) for an x between 0 and 9, from 1 <= u |- 1 <= u for a number u."""
    return apply("implied", suppose(u >= ONE), event=u <= number(9), fixed=u, x=up_to_nine)


ATTACKS = {
    "an event about a mean taken for one about the number": (below_its_mean, "a mean at"),
    "an event that rests on what is not known": (always_above_one, "is not known of"),
    "a mean of a number taken for that of a variable": (mean_of_the_modulus, "a mean at"),
    "a mean of a state taken for the state": (second_moment_of_a_walk, "a mean at"),
    "the largest coordinate taken for any": (
        lambda: apply("coordinate_moment", term=E(x[largest] ** 2), x=x),
        "random",
    ),
    "the largest coordinate moved elsewhere": (
        lambda: apply("same_law", term=E(x[largest]), x=x, places=(largest,), y=y, others=(i,)),
        "random",
    ),
    "any coordinate moved to the largest": (
        lambda: apply("same_law", term=E(x[i]), x=x, places=(i,), y=y, others=(argmax(j, y[j]),)),
        "random",
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_fixed_is_not_taken_for_what_is_random(name):
    attack, why = ATTACKS[name]
    with pytest.raises(Refused, match=why):
        attack()


def test_a_condition_that_a_fact_rests_on_stays():
    theorem = largest_without_its_condition()
    assert [h.proposition for h in theorem.hypotheses] == [u**2 <= 1]
    assert check(theorem.proposition, [u**2 <= 1])


@pytest.mark.parametrize(
    "statement",
    [
        E(absolute(near)) == E(near),
        E(maximum(up_to_nine**2, 1)) == 1,
        E(x[largest] ** 2) == 1 / d,
        E(x[largest]) == E(y[i]),
    ],
)
def test_what_they_would_prove_is_false(statement):
    with pytest.raises(CheckFailed):
        check(statement)


@pytest.mark.parametrize(
    "name",
    ["2", "1 = 2", "", "pi", "π", "x + 1", "0 ≤ x", "|x|²", "E[x]", "√n", "∞", "τ", "x,y", "x\n", "½", "x²"],
)
def test_no_name_is_printed_as_a_number_or_formula(name):
    with pytest.raises(ValueError, match="name"):
        define(name, u + 3)
    with pytest.raises(ValueError, match="name"):
        Parameter(name)


def test_ties_among_numbers_that_are_not_random_are_not_broken_at_random():
    with pytest.raises(ValueError, match="random"):
        argmax(j, ones(d)[j], ties="uniform")
    assert argmax(j, x[j], ties="uniform").is_random


def test_a_random_place_or_value_does_not_come_below_a_statistic():
    """E k_j is 0 for each j, and E k_j at the largest k_j is positive."""
    place = argmax(k, z[k])
    means = tabulate(k, E(z[k]))
    named = define("named", E(z[k]), k)
    with pytest.raises(Refused, match="statistic at each value"):
        apply("componentwise", left=means[place], right=E(z[place]))
    with pytest.raises(Refused, match="statistic at each value"):
        apply("written_out", term=Term("definition", (named.args[0], place), ("named",)))
    step = iterate(E(state * near), state, near, number(1))
    with pytest.raises(Refused, match="statistic at each value"):
        apply("iterated", term=step)
    at_a_number = apply("componentwise", left=means[1], right=E(z[1]))
    assert at_a_number.status == "derived"


def test_a_family_or_a_law_has_no_other_name():
    """Under one a draw would be independent of itself, and the states of a chain of each other."""
    states = MarkovChain(fixed("P", d, d), fixed("first", d))
    for hidden in (z, states, Normal()):
        with pytest.raises(ValueError, match="to be named"):
            define("hidden", hidden)
    with pytest.raises(ValueError, match="no chains"):
        Mixture([1], [states])


def test_lots_drawn_for_equal_numbers_are_not_one_lot():
    """Lengths on two spheres are equal, and the places that lots choose among them are independent."""
    lengths = apply("fixed_norm", term=norm2(x)), apply("symmetric", apply("fixed_norm", term=norm2(y)))
    equal = apply("transitive", *lengths)
    one, other = (argmax(j, norm2(part), ties="uniform") for part in (x, y))
    assert apply("within", equal, term=one).proposition is Term("eq", (one, one))
    below = argmax(j, norm2(x) + x[j], ties="uniform")
    opened = apply("ring", left=norm2(x) + x[i], right=x[i] + norm2(x))
    with pytest.raises(Refused, match="lot"):
        apply("under", opened, binder=below, index=i)
    chance = E(indicator(one == ONE) * indicator(other == ONE))
    assert apply("mean_of_independent", term=chance, first=(0,)).status == "derived"


@pytest.mark.parametrize("steps", [[["assume", [], []]], [["assume", [], None]], [7], {"a": 1}])
def test_steps_of_another_form_are_refused(steps):
    body = json.loads(record(suppose(u > 0)))
    with pytest.raises(Refused, match="replay"):
        believe(json.dumps({**body, "steps": steps}))


def test_a_reason_is_a_text():
    for reason in (5, "given\n⊢ u = 2"):
        with pytest.raises(Refused, match="text"):
            apply("assume", proposition=u > 0, ground="condition", because=reason)
