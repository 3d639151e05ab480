"""Attacks on expansions: misuses that would give a false statement about a limit from true premises."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, Status, Theorem, apply, believe, record
from theorycheck.theory.kernel.record import Belief
from theorycheck.theory.model import Index, Parameter, sizes
from theorycheck.theory.node import Term, as_term, number, power
from theorycheck.theory.prove import suppose
from theorycheck.theory.substitution import replaced
from theorycheck.theory.tactics.certificates import by_products
from theorycheck.theory.tactics.telescopes import gamma_product, geometric_sum
from theorycheck.theory.terms import (
    P,
    Product,
    Sum,
    absolute,
    any_,
    exp,
    expansion,
    gamma,
    indicator,
    log,
    similar,
    zeta,
)

n, m = sizes("n m")
x, y, a = map(Parameter, "xya")
j = Index("j", n)


def eventually(theorem: Theorem, *facts: Theorem, limit: tuple[Term, ...] = (n,)) -> Theorem:
    """What the theorem says, for all large n."""
    return apply("eventually", theorem, *facts, limit=limit)


def dominated(small: Term | int, large: Term | int, *limit: Term) -> Theorem:
    """The theorem small = O(large)."""
    return apply("dominated", small=as_term(small), large=as_term(large), limit=limit or (n,))


def combined(*premises: Theorem, left: Term, main: Term | int, order: Term | int) -> Theorem:
    """The theorem left = main + O(order), by the premises."""
    return apply(
        "combined", *premises, left=left, main=as_term(main), order=as_term(order), count=len(premises)
    )


def taylor(premise: Theorem, function: str, exponent: Term | int = 0) -> Theorem:
    """The first two terms of a series."""
    return apply("taylor", premise, function=function, exponent=as_term(exponent), terms=2)


def a_level_put_for_the_variable_in_a_probability() -> Theorem:
    above = apply("both", eventually(suppose(x > y), limit=(x,)), apply("reflexive", term=number(1)))
    return apply("implied", above, event=Term("eq", (y, y)), fixed=y, x=x)


def an_upper_bound_as_an_order() -> Theorem:
    bound = eventually(apply("certificate", left=-n, right=number(1), relation="le", parts=_one_and_n()))
    return combined(bound, left=-n, main=0, order=1)


def _one_and_n() -> tuple[tuple[object, ...], ...]:
    return ((1, 1, (), (power(n, Fraction(1, 2)),)), (1, 1, (), ()))


def the_order_of_a_bound_as_the_quantitys() -> Theorem:
    near = combined(eventually(suppose(absolute(x) <= n)), left=x, main=n, order=n)
    return apply("asymptotically_equal", near, combined(dominated(0, n), left=n, main=n, order=n))


def another_tie() -> Theorem:
    tied = eventually(suppose(m == 2 * n), limit=(n, m == 2 * n))
    other = dominated(0, 1, n, m == 3 * n)
    return combined(tied, other, left=m, main=2 * n, order=1)


def a_size_that_cannot_grow() -> Theorem:
    small = Term("size", (), ("k", 1, 9))
    return dominated(1 / small, 1 / small, small)


def a_leading_term_that_may_be_zero() -> Theorem:
    near = combined(dominated(1, 1), left=x * n + 1, main=x * n, order=1)
    exact = combined(dominated(0, 1), left=x * n, main=x * n, order=1)
    return apply("asymptotically_equal", near, exact)


def a_leading_term_of_the_size_of_the_remainder() -> Theorem:
    near = combined(dominated(n, n), left=2 * n, main=n, order=n)
    return apply("asymptotically_equal", near, combined(dominated(0, n), left=n, main=n, order=n))


def ones_of(index: Term) -> Theorem:
    """1 = j - (j - 1)."""
    return apply("ring", left=number(1), right=index - replaced(index, index, index - 1))


of_ones = {"index": j, "whole": j}


def _from_where_it_runs() -> Theorem:
    """M <= n + 1, as m <= j: of an empty sum nothing says it."""
    last = apply("bounded", term=j, end="high")
    beyond = by_products(n, n + 1, (1,))
    return apply("transitive", apply("transitive", apply("symmetric", suppose(j >= m)), last), beyond)


def the_gamma_function_of_a_product_of_other_factors() -> Theorem:
    positive = apply("positive", term=j)
    return gamma_product(Product(j, j + (j - 1)), j, positive)


ATTACKS: dict[str, dict[str, Callable[[], Theorem]]] = {
    "relation turned or weakened": {
        "an upper bound as an order": an_upper_bound_as_an_order,
        "asymptotic equality as an equation": lambda: apply(
            "rewrite", suppose(similar(n + 1, n, n)), suppose(n + 1 > 5)
        ),
    },
    "a bound's order taken for the quantity's": {
        "the order of a bound as the quantity's": the_order_of_a_bound_as_the_quantitys,
        "a leading term of the size of the remainder": a_leading_term_of_the_size_of_the_remainder,
        "a coarser order the wrong way round": lambda: apply(
            "coarser", dominated(1 / n, 1 / n), dominated(1 / n**2, 1 / n)
        ),
        "a finer order": lambda: combined(dominated(1 / n, 1 / n), left=1 / n, main=0, order=1 / n**2),
    },
    "wrong head": {
        "asymptotic equality as an expansion": lambda: combined(
            suppose(similar(n + 1, n, n)), left=n + 1, main=n, order=0
        ),
        "exponentials of what is asymptotically equal": lambda: taylor(
            suppose(similar(1 + 1 / n, 1, n)), "exp"
        ),
        "the gamma function of a product that begins later": lambda: gamma_product(
            Product(j, j + x), x, suppose(x > 0)
        ),
        "the gamma function of a product of other factors": the_gamma_function_of_a_product_of_other_factors,
        "a level put for the variable in a probability": a_level_put_for_the_variable_in_a_probability,
        "a power sum of another body": lambda: apply("power_sum", term=Sum(j, (j + 1) ** (-2)), terms=1),
        "a power sum over a condition": lambda: apply(
            "power_sum", term=Sum(j != Index("i", n), j ** (-2)), terms=1
        ),
    },
    "wrong domain": {
        "the gamma function of a negative number": lambda: apply(
            "gamma_as_exponential", suppose(x > -1), z=x
        ),
        "the gamma function of a product from zero on": lambda: gamma_product(
            Product(j, j + (x - 1)), x, suppose(x >= 0)
        ),
        "Stirling at zero": lambda: apply("stirling", suppose(x >= 0), z=x, terms=1),
        "a power sum at its pole": lambda: apply(
            "power_sum", suppose(a > 0), term=Sum(j, j ** (-a)), terms=1
        ),
        "a power sum that grows too fast": lambda: apply("power_sum", term=Sum(j, j**9), terms=1),
        "a size that cannot grow": a_size_that_cannot_grow,
        "a root of unknown sign": lambda: apply("ring", left=power(x**2, Fraction(1, 2)), right=x),
        "a logarithm of unknown sign": lambda: apply(
            "ring", suppose(x * y > 0), left=log(x * y), right=log(x) + log(y)
        ),
        "a power of a power of unknown sign": lambda: apply(
            "ring", suppose(y > 0), left=power(x**2, y), right=x ** (2 * y)
        ),
    },
    "lost side condition": {
        "a hypothesis about the variable lost": lambda: combined(
            eventually(suppose(n == 7)), left=n, main=7, order=1
        ),
        "a bound below the variable that moves with it": lambda: eventually(suppose(n >= n**2)),
        "a constant that grows": lambda: combined(
            eventually(suppose(absolute(x) <= n * 1)), left=x, main=0, order=1
        ),
        "a series outside its range": lambda: taylor(dominated(x, 1), "log"),
        "a series of what grows": lambda: taylor(dominated(n, n), "exp"),
        "a main part forgotten": lambda: taylor(
            combined(dominated(1 / n, 1 / n), left=1 + 1 / n, main=1, order=1 / n), "exp"
        ),
        "bounded as vanishing": lambda: apply("vanishing", dominated(-x, 1), level=number(1)),
        "a logarithm as bounded": lambda: dominated(log(n), 1),
        "an exponential as a power": lambda: dominated(exp(n), n**50),
        "an exponential of unknown sign": lambda: dominated(exp(x * n), 1),
        "an exponent of unknown sign": lambda: dominated(n**x, n**y),
        "an order that may be zero": lambda: dominated(1 / n, x / n),
        "a leading term that may be zero": a_leading_term_that_may_be_zero,
        "a term left out": lambda: combined(dominated(1 / n, 1 / n), left=1 + 1 / n, main=0, order=1 / n),
        "a sign turned": lambda: combined(dominated(1 / n, 1 / n), left=n - 1 / n, main=-n, order=1 / n),
        "Stirling of a quantity said to differ from zero": lambda: apply(
            "stirling", suppose(x != 0), z=x, terms=1
        ),
        "a sum as positive": lambda: apply("positive", suppose(x > 0), term=x + y),
        "logarithms ordered beyond their domain": lambda: apply(
            "positive", suppose(x < y), term=log(y) - log(x)
        ),
        "the gamma function as positive": lambda: apply("positive", suppose(x > -1), term=gamma(x)),
        "the zeta function as positive": lambda: apply("positive", suppose(x > 0), term=zeta(x)),
        "an inverse as positive": lambda: apply("positive", suppose(x != y), term=1 / (x - y)),
        "a quotient of what may be zero": lambda: apply(
            "ring", suppose(x > 0), left=(x + y) / (x + y), right=number(1)
        ),
        "a telescoping sum below an index": lambda: apply(
            "telescoped", ones_of(j), **of_ones, condition=j < 2
        ),
        "a telescoping sum beyond the last": lambda: apply(
            "telescoped", ones_of(j), **of_ones, condition=j <= 2
        ),
        "a telescoping sum without one": lambda: apply("telescoped", ones_of(j), **of_ones, condition=j != 1),
        "a telescoping sum that may begin far beyond its last": lambda: apply(
            "telescoped", ones_of(j), suppose(m <= n + 2), **of_ones, condition=j >= m
        ),
        "a telescoping sum that begins where it runs": lambda: apply(
            "telescoped", ones_of(j), _from_where_it_runs(), **of_ones, condition=j >= m
        ),
        "a telescoping sum that begins at its own index": lambda: apply(
            "telescoped", ones_of(j), **of_ones, condition=Term("ge", (j, j))
        ),
        "a telescoping sum from zero on": lambda: apply(
            "telescoped", ones_of(j), **of_ones, condition=j >= 0
        ),
        "a difference as a ratio": lambda: apply("telescoped", ones_of(j), **of_ones, head="product"),
        "the gamma function one step from zero": lambda: apply("gamma_next", z=j - 1),
        "Hurwitz's first term at zero": lambda: apply("hurwitz_next", suppose(x > 1), s=x, a=j - 1),
        "Hurwitz's series at its pole": lambda: apply("hurwitz_next", suppose(x >= 1), s=x, a=j),
        "a geometric sum of ones": lambda: geometric_sum(Sum(j, x**j), suppose(x >= 1)),
        "a geometric sum up to an index of another range": lambda: geometric_sum(
            Sum(j <= Index("l", m), x**j), suppose(x > 1)
        ),
        "a geometric sum below an index of another range": lambda: geometric_sum(
            Sum(j < Index("l", m), x**j), suppose(x > 1)
        ),
        "as many as an index of another range": lambda: apply("count", term=Sum(j <= Index("l", m), x)),
        "as many as below an index of another range": lambda: apply("count", term=Sum(j < Index("l", m), x)),
        "as many as above a number beyond the last": lambda: apply("count", term=Sum(j > 2, x)),
        "as many as below zero": lambda: apply("count", term=Sum(j < 0, x)),
        "as many as from zero": lambda: apply("count", term=Sum(j >= 0, x)),
        "a difference as positive": lambda: apply("positive", suppose(x > 1), term=x - 2),
    },
    "limits interchanged": {
        "a tie left out": lambda: combined(eventually(suppose(m == 2 * n)), left=m, main=2 * n, order=1),
        "another tie": another_tie,
        "a tied size as a constant": lambda: dominated(m, 1, n, m == 2 * n),
        "limits interchanged by an instance": lambda: apply(
            "instance", dominated(m / n, 1 / n), symbol=m, value=n
        ),
        "limits interchanged by a premise": lambda: apply(
            "coarser", dominated(m / n, 1 / n), dominated(1 / n, 1, m)
        ),
        "limits interchanged by a product": lambda: apply(
            "order_of_product", dominated(1 / n, 1 / n), dominated(n / m, 1 / m, m)
        ),
        "equals put below a limit": lambda: apply("rewrite", suppose(n == 7), dominated(1 / n, 1 / n)),
        "an exponent that grows": lambda: taylor(dominated(1 / n, 1 / n), "power", n),
        "an exponent tied to the variable": lambda: taylor(dominated(1 / n, 1 / n, n, m == n**2), "power", m),
    },
}


@pytest.mark.parametrize(
    "attack", [pytest.param(one, id=name) for every in ATTACKS.values() for name, one in every.items()]
)
def test_an_attack_on_expansions_is_refused(attack):
    with pytest.raises(Refused):
        attack()


def test_the_uses_beside_the_attacks_are_accepted():
    assert eventually(suppose(n > x))
    assert combined(eventually(suppose(absolute(x) <= y)), left=x, main=0, order=y)
    assert eventually(suppose(m == 2 * n), limit=(n, m == 2 * n))
    assert taylor(dominated(1 / n, 1 / n), "power", x)
    assert apply("power_sum", suppose(a > 0), suppose(a != 1), term=Sum(j, j ** (-a)), terms=1)
    assert geometric_sum(Sum(j <= Index("l", n), x**j), suppose(x > 1))
    assert gamma_product(Product(j, j + (x - 1)), x, suppose(x > 0))
    assert apply("ring", suppose(x > 0), suppose(y > 0), left=log(x * y), right=log(x) + log(y))
    assert apply("positive", suppose(x > 0), suppose(y > 0), suppose(x < y), term=log(y) - log(x))
    assert apply("positive", suppose(x > 1), term=gamma(x) * zeta(x) / (x - 1))


def _monomial(draw: random.Random) -> tuple[Term, tuple[int, Fraction, int]]:
    growth, a, b = draw.choice([-1, 0, 0, 1]), Fraction(draw.randint(-4, 4), 2), draw.choice([-1, 0, 0, 2])
    return exp(growth * n) * power(n, a) * power(log(n), b), (growth, a, b)


def test_the_order_of_random_powers_is_accepted_exactly_where_it_holds():
    draw = random.Random(5)
    positive_log = eventually(suppose(n > 1))
    for _ in range(300):
        (small, one), (large, other) = _monomial(draw), _monomial(draw)
        try:
            apply("dominated", positive_log, small=3 * small, large=large, limit=(n,))
        except Refused:
            assert one > other
        else:
            assert one <= other


@pytest.mark.parametrize("holder", [indicator, P, lambda event: Term("sum", (n, event, number(1)))])
def test_a_relation_along_a_limit_is_no_event(holder):
    above = Term("eventually", (x > y, x))
    for event in (above, above & (y > 0), any_(j, above)):
        with pytest.raises(ValueError, match="about a limit"):
            holder(event)


def test_random_combinations_of_expansions_hold_or_are_refused():
    draw = random.Random(11)
    accepted = 0
    for _ in range(120):
        u = dominated(Fraction(draw.randint(-3, 3), 2) / n, 1 / n)
        series = apply(
            "taylor",
            u,
            function=draw.choice(["exp", "log", "power"]),
            exponent=number(draw.randint(-2, 3)),
            terms=2,
        )
        f, main, order, *_ = series.proposition.args
        changed = [f, main + draw.choice([0, 0, 1]), order]
        if draw.random() < 0.5:
            changed[2] = order / n
        try:
            theorem = combined(series, left=changed[0], main=changed[1], order=changed[2])
        except Refused:
            continue
        accepted += 1
        assert check(theorem.proposition, instances=1)
    assert 10 < accepted < 110


def test_a_record_cannot_hide_what_it_cites():
    theorem = apply("stirling", suppose(x > 0), z=x, terms=1)
    object.__setattr__(theorem, "schemas", frozenset())
    belief: Belief = believe(record(theorem))
    assert belief.status is Status.PARTLY_CITED
    assert belief.schemas == ("stirling",)


def test_an_assumed_expansion_stays_a_hypothesis():
    assumed = suppose(expansion(n, 0, 1, n))
    theorem = apply("coarser", assumed, dominated(1, n))
    assert [h.proposition for h in theorem.hypotheses] == [expansion(n, 0, 1, n)]
