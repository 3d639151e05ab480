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
from theorycheck.theory.prove import suppose
from theorycheck.theory.terms import (
    P,
    Product,
    Sum,
    Term,
    absolute,
    any_,
    as_term,
    exp,
    expansion,
    gamma,
    indicator,
    log,
    number,
    power,
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


def a_hypothesis_about_the_variable_lost() -> Theorem:
    return combined(eventually(suppose(n == 7)), left=n, main=7, order=1)


def a_constant_that_grows() -> Theorem:
    return combined(eventually(suppose(absolute(x) <= n * 1)), left=x, main=0, order=1)


def a_bound_below_the_variable_that_moves_with_it() -> Theorem:
    return eventually(suppose(n >= n**2))


def a_tie_left_out() -> Theorem:
    return combined(eventually(suppose(m == 2 * n)), left=m, main=2 * n, order=1)


def another_tie() -> Theorem:
    tied = eventually(suppose(m == 2 * n), limit=(n, m == 2 * n))
    other = dominated(0, 1, n, m == 3 * n)
    return combined(tied, other, left=m, main=2 * n, order=1)


def a_tied_size_as_a_constant() -> Theorem:
    return dominated(m, 1, n, m == 2 * n)


def limits_interchanged_by_an_instance() -> Theorem:
    return apply("instance", dominated(m / n, 1 / n), symbol=m, value=n)


def limits_interchanged_by_a_premise() -> Theorem:
    return apply("coarser", dominated(m / n, 1 / n), dominated(1 / n, 1, m))


def limits_interchanged_by_a_product() -> Theorem:
    return apply("order_of_product", dominated(1 / n, 1 / n), dominated(n / m, 1 / m, m))


def a_size_that_cannot_grow() -> Theorem:
    small = Term("size", (), ("k", 1, 9))
    return dominated(1 / small, 1 / small, small)


def equals_put_below_a_limit() -> Theorem:
    return apply("rewrite", suppose(n == 7), dominated(1 / n, 1 / n))


def asymptotic_equality_as_an_equation() -> Theorem:
    return apply("rewrite", suppose(similar(n + 1, n, n)), suppose(n + 1 > 5))


def asymptotic_equality_as_an_expansion() -> Theorem:
    return combined(suppose(similar(n + 1, n, n)), left=n + 1, main=n, order=0)


def exponentials_of_what_is_asymptotically_equal() -> Theorem:
    return taylor(suppose(similar(1 + 1 / n, 1, n)), "exp")


def a_series_outside_its_range() -> Theorem:
    return taylor(dominated(x, 1), "log")


def a_series_of_what_grows() -> Theorem:
    return taylor(dominated(n, n), "exp")


def an_exponent_that_grows() -> Theorem:
    return taylor(dominated(1 / n, 1 / n), "power", n)


def an_exponent_tied_to_the_variable() -> Theorem:
    return taylor(dominated(1 / n, 1 / n, n, m == n**2), "power", m)


def a_main_part_forgotten() -> Theorem:
    return taylor(combined(dominated(1 / n, 1 / n), left=1 + 1 / n, main=1, order=1 / n), "exp")


def bounded_as_vanishing() -> Theorem:
    return apply("vanishing", dominated(-x, 1), level=number(1))


def a_logarithm_as_bounded() -> Theorem:
    return dominated(log(n), 1)


def an_exponential_as_a_power() -> Theorem:
    return dominated(exp(n), n**50)


def an_exponential_of_unknown_sign() -> Theorem:
    return dominated(exp(x * n), 1)


def an_exponent_of_unknown_sign() -> Theorem:
    return dominated(n**x, n**y)


def an_order_that_may_be_zero() -> Theorem:
    return dominated(1 / n, x / n)


def a_leading_term_that_may_be_zero() -> Theorem:
    near = combined(dominated(1, 1), left=x * n + 1, main=x * n, order=1)
    exact = combined(dominated(0, 1), left=x * n, main=x * n, order=1)
    return apply("asymptotically_equal", near, exact)


def a_leading_term_of_the_size_of_the_remainder() -> Theorem:
    near = combined(dominated(n, n), left=2 * n, main=n, order=n)
    return apply("asymptotically_equal", near, combined(dominated(0, n), left=n, main=n, order=n))


def a_term_left_out() -> Theorem:
    return combined(dominated(1 / n, 1 / n), left=1 + 1 / n, main=0, order=1 / n)


def a_sign_turned() -> Theorem:
    return combined(dominated(1 / n, 1 / n), left=n - 1 / n, main=-n, order=1 / n)


def a_finer_order() -> Theorem:
    return combined(dominated(1 / n, 1 / n), left=1 / n, main=0, order=1 / n**2)


def a_coarser_order_the_wrong_way_round() -> Theorem:
    return apply("coarser", dominated(1 / n, 1 / n), dominated(1 / n**2, 1 / n))


def the_gamma_function_of_a_negative_number() -> Theorem:
    return apply("gamma_as_exponential", suppose(x > -1), z=x)


def the_gamma_function_of_a_product_from_zero_on() -> Theorem:
    return apply("gamma_of_product", suppose(x >= 0), term=Product(j, j + (x - 1)), z=x)


def the_gamma_function_of_a_product_that_begins_later() -> Theorem:
    return apply("gamma_of_product", suppose(x > 0), term=Product(j, j + x), z=x)


def the_gamma_function_of_a_product_of_other_factors() -> Theorem:
    positive = apply("positive", term=j)
    return apply("gamma_of_product", positive, term=Product(j, j + (j - 1)), z=j)


def stirling_at_zero() -> Theorem:
    return apply("stirling", suppose(x >= 0), z=x, terms=1)


def stirling_of_a_quantity_said_to_differ_from_zero() -> Theorem:
    return apply("stirling", suppose(x != 0), z=x, terms=1)


def a_power_sum_at_its_pole() -> Theorem:
    return apply("power_sum", suppose(a > 0), term=Sum(j, j ** (-a)), terms=1)


def a_power_sum_that_grows_too_fast() -> Theorem:
    return apply("power_sum", term=Sum(j, j**9), terms=1)


def a_power_sum_over_a_condition() -> Theorem:
    return apply("power_sum", term=Sum(j != Index("i", n), j ** (-2)), terms=1)


def a_power_sum_of_another_body() -> Theorem:
    return apply("power_sum", term=Sum(j, (j + 1) ** (-2)), terms=1)


def a_root_of_unknown_sign() -> Theorem:
    return apply("ring", left=power(x**2, Fraction(1, 2)), right=x)


def a_logarithm_of_unknown_sign() -> Theorem:
    return apply("ring", suppose(x * y > 0), left=log(x * y), right=log(x) + log(y))


def a_power_of_a_power_of_unknown_sign() -> Theorem:
    return apply("ring", suppose(y > 0), left=power(x**2, y), right=x ** (2 * y))


def logarithms_ordered_beyond_their_domain() -> Theorem:
    return apply("positive", suppose(x < y), term=log(y) - log(x))


def the_gamma_function_as_positive() -> Theorem:
    return apply("positive", suppose(x > -1), term=gamma(x))


def the_zeta_function_as_positive() -> Theorem:
    return apply("positive", suppose(x > 0), term=zeta(x))


def an_inverse_as_positive() -> Theorem:
    return apply("positive", suppose(x != y), term=1 / (x - y))


def a_quotient_of_what_may_be_zero() -> Theorem:
    return apply("ring", suppose(x > 0), left=(x + y) / (x + y), right=number(1))


def a_geometric_sum_of_ones() -> Theorem:
    return apply("geometric_sum", suppose(x >= 1), term=Sum(j, x**j))


def a_geometric_sum_up_to_an_index_of_another_range() -> Theorem:
    return apply("geometric_sum", suppose(x > 1), term=Sum(j <= Index("l", m), x**j))


def a_geometric_sum_below_an_index() -> Theorem:
    return apply("geometric_sum", suppose(x > 1), term=Sum(j < Index("l", n), x**j))


def as_many_as_an_index_of_another_range() -> Theorem:
    return apply("count", term=Sum(j <= Index("l", m), x))


def a_sum_as_positive() -> Theorem:
    return apply("positive", suppose(x > 0), term=x + y)


def a_difference_as_positive() -> Theorem:
    return apply("positive", suppose(x > 1), term=x - 2)


ATTACKS: dict[str, tuple[Callable[[], Theorem], ...]] = {
    "relation turned or weakened": (an_upper_bound_as_an_order, asymptotic_equality_as_an_equation),
    "a bound's order taken for the quantity's": (
        the_order_of_a_bound_as_the_quantitys,
        a_leading_term_of_the_size_of_the_remainder,
        a_coarser_order_the_wrong_way_round,
        a_finer_order,
    ),
    "wrong head": (
        asymptotic_equality_as_an_expansion,
        exponentials_of_what_is_asymptotically_equal,
        the_gamma_function_of_a_product_that_begins_later,
        the_gamma_function_of_a_product_of_other_factors,
        a_level_put_for_the_variable_in_a_probability,
        a_power_sum_of_another_body,
        a_power_sum_over_a_condition,
    ),
    "wrong domain": (
        the_gamma_function_of_a_negative_number,
        the_gamma_function_of_a_product_from_zero_on,
        stirling_at_zero,
        a_power_sum_at_its_pole,
        a_power_sum_that_grows_too_fast,
        a_size_that_cannot_grow,
        a_root_of_unknown_sign,
        a_logarithm_of_unknown_sign,
        a_power_of_a_power_of_unknown_sign,
    ),
    "lost side condition": (
        a_hypothesis_about_the_variable_lost,
        a_bound_below_the_variable_that_moves_with_it,
        a_constant_that_grows,
        a_series_outside_its_range,
        a_series_of_what_grows,
        a_main_part_forgotten,
        bounded_as_vanishing,
        a_logarithm_as_bounded,
        an_exponential_as_a_power,
        an_exponential_of_unknown_sign,
        an_exponent_of_unknown_sign,
        an_order_that_may_be_zero,
        a_leading_term_that_may_be_zero,
        a_term_left_out,
        a_sign_turned,
        stirling_of_a_quantity_said_to_differ_from_zero,
        a_sum_as_positive,
        logarithms_ordered_beyond_their_domain,
        the_gamma_function_as_positive,
        the_zeta_function_as_positive,
        an_inverse_as_positive,
        a_quotient_of_what_may_be_zero,
        a_geometric_sum_of_ones,
        a_geometric_sum_up_to_an_index_of_another_range,
        a_geometric_sum_below_an_index,
        as_many_as_an_index_of_another_range,
        a_difference_as_positive,
    ),
    "limits interchanged": (
        a_tie_left_out,
        another_tie,
        a_tied_size_as_a_constant,
        limits_interchanged_by_an_instance,
        limits_interchanged_by_a_premise,
        limits_interchanged_by_a_product,
        equals_put_below_a_limit,
        an_exponent_that_grows,
        an_exponent_tied_to_the_variable,
    ),
}


@pytest.mark.parametrize("attack", [one for every in ATTACKS.values() for one in every])
def test_an_attack_on_expansions_is_refused(attack):
    with pytest.raises(Refused):
        attack()


def test_the_uses_beside_the_attacks_are_accepted():
    assert eventually(suppose(n > x))
    assert combined(eventually(suppose(absolute(x) <= y)), left=x, main=0, order=y)
    assert eventually(suppose(m == 2 * n), limit=(n, m == 2 * n))
    assert taylor(dominated(1 / n, 1 / n), "power", x)
    assert apply("power_sum", suppose(a > 0), suppose(a != 1), term=Sum(j, j ** (-a)), terms=1)
    assert apply("geometric_sum", suppose(x > 1), term=Sum(j <= Index("l", n), x**j))
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
