"""Attacks on induction, iterations, rates, stationary laws, and identities modulo equations."""

from __future__ import annotations

import pytest
from theorycheck.theory.kernel import Refused, Theorem, apply
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid
from theorycheck.theory.node import Term, number
from theorycheck.theory.prove import derive, suppose
from theorycheck.theory.tactics import chains
from theorycheck.theory.terms import (
    E,
    Sum,
    absolute,
    gradient,
    inner,
    iterate,
    log,
    matrix,
    norm2,
    ones,
    rate,
    stationary,
    vector,
)

x, y, z = map(Parameter, "xyz")
n, k = Size("n", minimum=0), Size("k")
few = Size("few", minimum=0, maximum=3)
P = matrix([1 - x, x], [y, 1 - y])
one, half = matrix([1, 0], [0, 1]), vector(number(1) / 2, number(1) / 2)
any_vector = fixed("any", 2)


def equal(left: Term, right: Term) -> Theorem:
    """An identity by entries."""
    return apply("componentwise", left=left, right=right)


def law() -> tuple[Theorem, ...]:
    """Balance, total and uniqueness of the chain of two states."""
    return derive(stationary(P), by=chains, where=[x > 0, y > 0]).premises[0].premises


def trivial(statement: Term) -> Theorem:
    """The statement, from itself alone."""
    return suppose(statement)


BAD_MULTIPLIERS = {
    "an inequality for an equation": ((suppose(x <= y),), x, y, (number(1),)),
    "an inequality, no multiplier": ((suppose(x < y),), x, y, ()),
    "a multiplier of another size": ((suppose(x == y),), x, y, (number(2),)),
    "an equation that is not used": ((suppose(x == y),), x, z, (number(1),)),
    "too few multipliers": ((suppose(x == y), suppose(y == z)), x, z, (number(1),)),
    "a multiplier that may be 1/0": ((suppose(x * z == y * z),), x, y, (1 / z,)),
    "an inequality of symbols": ((suppose(x != y),), x, y, (number(1),)),
}


@pytest.mark.parametrize("name", BAD_MULTIPLIERS)
def test_no_identity_follows_from_what_is_no_equation_or_not_combined(name):
    premises, left, right, multipliers = BAD_MULTIPLIERS[name]
    with pytest.raises(Refused):
        apply("ring", *premises, left=left, right=right, multipliers=multipliers)


def test_equations_combined_give_what_follows():
    equations = suppose(x + y == 3), suppose(x - y == z)
    multipliers = (number(1) / 2, number(1) / 2)
    theorem = apply("ring", *equations, left=x, right=(3 + z) / 2, multipliers=multipliers)
    assert {h.proposition for h in theorem.hypotheses} == {e.proposition for e in equations}


INDUCTIONS = {
    "the step assumes the case": (suppose(n <= 3), suppose(n <= 3), n, n <= 3),
    "the base is another": (apply("bounded", term=k, end="low"), suppose(number(1) <= k + 1), k, k <= 1),
    "the step is for one size": (trivial(number(0) <= x), trivial(number(1) <= x), n, n <= x),
    "a size that ends": (trivial(number(0) <= x), trivial(few + 1 <= x), few, few <= x),
    "a parameter": (trivial(number(0) <= y), trivial(x + 1 <= y), x, x <= y),
    "an index": (trivial(number(1) <= y), trivial(Index("i", k) + 1 <= y), Index("i", k), Index("i", k) <= y),
    "the base from the case": (suppose(n <= x), suppose(n + 1 <= x), n, n <= x),
}


@pytest.mark.parametrize("name", INDUCTIONS)
def test_no_induction_without_its_base_and_step(name):
    base, step, symbol, statement = INDUCTIONS[name]
    with pytest.raises(Refused):
        apply("induction", base, step, symbol=symbol, statement=statement)


def test_no_induction_over_the_number_of_items_of_a_family():
    family = Model(g=iid(Normal(), k)).g
    i = Index("i", k)
    statement = E(Sum(i, family[i])) <= 0
    grown = Model(g=iid(Normal(), k + 1)).g
    j = Index("i", k + 1)
    with pytest.raises(Refused, match=r"two things|must be a theorem"):
        apply(
            "induction",
            suppose(statement),
            apply("both", suppose(statement), suppose(E(Sum(j, grown[j])) <= 0)),
            symbol=k,
            statement=statement,
        )


ITERATIONS = {
    "a count that may be zero": iterate(2 * x, x, y, n),
    "no iteration": x + y,
    "a sum": Sum(Index("i", k), x),
}


@pytest.mark.parametrize("name", ITERATIONS)
def test_no_step_back_from_what_may_be_the_start(name):
    with pytest.raises(Refused):
        apply("iterated", term=ITERATIONS[name])


@pytest.mark.parametrize(
    "make",
    [
        lambda: iterate(2 * x, x, y, Parameter("t")),
        lambda: iterate(2 * x, x, y, n - 1),
        lambda: iterate(2 * x, x, y, number(-1)),
        lambda: iterate(fixed("u", 2), fixed("u", 2), fixed("v", 3), n),
        lambda: iterate(inner(fixed("u", 2), fixed("u", 2)), fixed("u", 2), fixed("v", 2), n),
        lambda: iterate(x, n, y, n),
        lambda: rate(fixed("u", 2), x, y),
        lambda: stationary(fixed("M", 2, 3)),
    ],
)
def test_what_is_no_iteration_is_not_built(make):
    with pytest.raises(ValueError, match=r".+"):
        make()


RATES = {
    "no fixed point": (suppose(x == y), rate(x**2, x, z)),
    "a fixed point of another step": (equal(number(0) ** 2, number(0)), rate(x**3 + 1, x, number(0))),
    "another point": (equal(2 * number(0), number(0)), rate(2 * x, x, number(1))),
    "a kink": (equal(absolute(number(0)) * 0, number(0)), rate(absolute(x) * 0 + absolute(x), x, number(0))),
    "a bound for an equation": (suppose(y**2 <= y), rate(x**2, x, y)),
    "a gradient": (suppose(y**2 == y), gradient(x**2, x)),
    "a logarithm where it may end": (suppose(log(y) == y), rate(log(x), x, y)),
    "a quotient at zero": (suppose(1 / y == y), rate(1 / x, x, y)),
}


@pytest.mark.parametrize("name", RATES)
def test_no_rate_without_a_fixed_point_and_a_derivative(name):
    fixed_point, step = RATES[name]
    with pytest.raises(Refused):
        apply("rate_of_fixed_point", fixed_point, step=step)


def _assumed_law() -> tuple[Theorem, ...]:
    """Uniqueness claimed for one vector by a hypothesis of its own."""
    balance, total, _ = law()
    pi = balance.proposition.args[1]
    return balance, total, suppose(Term("eq", (any_vector, pi)))


def _two_laws() -> tuple[Theorem, ...]:
    """The chain that never moves has every law."""
    balance, total = equal(half @ one, half), equal(inner(half, ones(2)), number(1))
    return balance, total, suppose(Term("eq", (any_vector, half)))


def _assumed_balance() -> tuple[Theorem, ...]:
    """Balance of the vector itself."""
    _, total, only = law()
    vector_ = only.proposition.args[0]
    return suppose(Term("eq", (vector_ @ P, vector_))), total, only


def _other_matrix() -> tuple[Theorem, ...]:
    """Uniqueness for another chain."""
    _, total, only = law()
    pi = only.proposition.args[1]
    lazy = Term("eq", (pi @ one, pi))
    return equal(*lazy.args), total, only


def _total_of_another() -> tuple[Theorem, ...]:
    balance, _, only = law()
    return balance, equal(inner(half, ones(2)), number(1)), only


LAWS = {
    "uniqueness assumed of one vector": _assumed_law,
    "a chain with two laws": _two_laws,
    "balance of any vector": _assumed_balance,
    "another chain": _other_matrix,
    "the total of another vector": _total_of_another,
    "uniqueness in place of balance": lambda: (law()[2], *law()[1:]),
    "two premises": lambda: law()[:2],
    "a norm for a total": lambda: (law()[0], suppose(norm2(half) == 1), law()[2]),
}


@pytest.mark.parametrize("name", LAWS)
def test_no_stationary_law_without_balance_total_and_uniqueness(name):
    with pytest.raises(Refused):
        apply("stationary_law", *LAWS[name]())


def test_a_law_keeps_the_hypotheses_of_its_uniqueness():
    theorem = apply("stationary_law", *law())
    assert {repr(h.proposition) for h in theorem.hypotheses} == {"x > 0", "y > 0"}


v, w = fixed("v", 2), fixed("w", 2)
coin = Model(coin=Normal()).coin
BELOW = {
    "an equation at one value": (suppose(x == y), gradient(x**2, x), Parameter("x_2")),
    "an equation of the variable": (suppose(z == y), gradient(x**2, x), z),
    "an equation that holds almost surely": (
        apply("ring", left=coin + 0 * coin, right=coin),
        gradient((coin + 0 * coin) * x, x),
        z,
    ),
    "a variable that occurs": (equal(x + y, y + x), gradient(x + y, x), y),
    "a variable of another shape": (equal(x + y, y + x), gradient(inner(v, v) * (x + y), v), z),
    "a random variable": (equal(x + y, y + x), gradient(x + y, x), coin),
    "what binds nothing": (equal(x + y, y + x), x + y, z),
    "an inequality": (apply("weakened", equal(x + y, y + x)), gradient(x + y, x), z),
}


@pytest.mark.parametrize("name", BELOW)
def test_nothing_is_put_below_a_gradient_that_does_not_hold_for_every_value(name):
    equation, term, variable = BELOW[name]
    with pytest.raises(Refused):
        apply("under_variable", equation, term=term, variable=variable)


def test_what_holds_for_every_value_is_put_below_a_gradient():
    square = equal((z + y) ** 2, z**2 + 2 * z * y + y**2)
    theorem = apply("under_variable", square, term=gradient((x + y) ** 2, x), variable=z)
    assert theorem.proposition.args[1] is gradient(x**2 + 2 * x * y + y**2, x)
    assert not theorem.hypotheses
