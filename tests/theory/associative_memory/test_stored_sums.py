"""The first tokens stored, summed over: by hand, from their premises, and tampered with."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import stored_sums
from theorycheck.theory.associative_memory.stored_sums import (
    Stored,
    best_error_above,
    best_error_frequency,
    c,
    d,
    stored_error_all,
    stored_error_eighth,
    stored_error_figure,
    stored_error_hundred,
    stored_error_logarithm,
)
from theorycheck.theory.derivation import CheckFailed, SideConditionError, Status
from theorycheck.theory.notation import alpha, symbol
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.stored_sums import (
    PowerSum,
    StoredMass,
    Whole,
    markov_last,
    markov_series,
    markov_stored,
    tail_beside,
    whole_between,
)
from theorycheck.theory.rules.vectors import with_right

NAMES = (
    "best_error_above",
    "best_error_frequency",
    "stored_error_all",
    "stored_error_eighth",
    "stored_error_figure",
    "stored_error_hundred",
    "stored_error_logarithm",
    "stored_error_quarter",
)


@pytest.fixture(scope="module")
def derived():
    return {name: getattr(stored_sums, name)() for name in NAMES}


def test_orders_are_those_of_the_mass_that_is_not_stored(derived):
    found = {name: derived[name].exponents.get("d") for name in NAMES}
    assert found["stored_error_eighth"] == Fraction(-2, 3)
    assert found["stored_error_quarter"] == Fraction(-1, 2)
    assert found["best_error_above"] == -1
    assert found["best_error_frequency"] == Fraction(-6, 25)
    assert found["stored_error_hundred"] == -3


def test_two_tokens_in_two_dimensions_by_hand(derived):
    """One other token of weight 1: P(t_2 > sqrt 2) = (1 - sqrt(1/2))/2."""
    at = {alpha: sp.Integer(2), symbol("rho"): sp.Integer(0), d: sp.Integer(2), symbol("N"): sp.Integer(2)}
    found = number(derived["stored_error_all"].formula, at)
    assert abs(found - (1 - mpmath.sqrt(mpmath.mpf(1) / 2)) / 2) < 1e-14


def test_series_and_head_are_one_sum():
    """Beyond a thousand tokens most terms are left to a series."""
    size, last = 600, 1200
    with mpmath.workdps(25):
        level = mpmath.fsum(mpmath.mpf(x) ** -0.5 for x in range(1, last + 1))
        added = mpmath.fsum(
            mpmath.mpf(x) ** -2
            * mpmath.betainc(size // 2, 0.5, 0, 1 - mpmath.mpf(x) ** -0.5 / level, regularized=True)
            for x in range(1, last + 1)
        )
    found = number(StoredMass(2, sp.Rational(1, 2), size, last), {})
    assert abs(found / added - 1) < 1e-12


def test_whole_parts_are_exact_where_powers_are_whole():
    assert number(Whole(10**6, sp.Rational(2, 3)), {}) == 10**4
    assert number(Whole(10**6 - 1, sp.Rational(2, 3)), {}) == 10**4 - 1
    assert number(Whole(sp.Integer(99) / 8, 1), {}) == 12
    assert abs(number(PowerSum(3, 1), {}) - mpmath.mpf(11) / 6) < 1e-14


@pytest.mark.parametrize("derive", [stored_error_eighth, stored_error_figure, stored_error_logarithm])
def test_twice_as_many_tokens_move_the_formula(derive, derived):
    moved = derive(Stored(alpha=sp.Integer(2), rho=sp.Rational(1, 8), stored=Whole(2 * d, sp.Rational(2, 3))))
    assert moved.status is Status.DERIVED
    assert moved.formula != derived[derive.__name__].formula


def test_wider_embeddings_move_the_formula():
    premises = Stored(rho=sp.Integer(0), stored=Whole(d / c, sp.Integer(1)), dimension=d + 1)
    assert stored_error_logarithm(premises).status is Status.DERIVED
    assert stored_error_all(Stored(all_stored=True, dimension=2 * d)).formula != stored_error_all().formula


def test_a_series_that_diverges_is_refused():
    slow = Stored(alpha=sp.Integer(2), rho=sp.Rational(11, 10), stored=Whole(d, sp.Integer(1)))
    with pytest.raises(SideConditionError, match="the series need"):
        best_error_frequency(slow)


def test_too_slow_a_fall_is_refused():
    slow = Stored(alpha=sp.Integer(2), rho=sp.Rational(1, 16), stored=Whole(d, sp.Rational(1, 2)))
    with pytest.raises(SideConditionError, match="r >= 1/2"):
        best_error_above(slow)


@pytest.mark.parametrize(
    ("rule", "derive", "factor"),
    [
        (markov_stored, best_error_above, sp.Rational(1, 10**5)),
        (markov_series, best_error_frequency, sp.Rational(1, 10**3)),
        (whole_between, best_error_above, sp.Rational(1, 100)),
        (markov_last, stored_error_hundred, sp.Rational(1, 10**9)),
    ],
)
def test_a_tampered_rule_fails_the_derivation(monkeypatch, rule, derive, factor):
    def tampered(*inputs, **options):
        result = rule.apply(*inputs, **options)
        return with_right(result, result.rhs * factor)

    (name,) = [key for key, value in vars(stored_sums).items() if value is rule]
    monkeypatch.setattr(stored_sums, name, replace(rule, apply=tampered))
    assert derive().status is Status.FAILED


@pytest.mark.parametrize("factor", [sp.Rational(1, 30), 30])
def test_a_tail_on_the_wrong_side_is_caught(derived, factor):
    for step in derived["stored_error_quarter"].steps:
        if step.rule is tail_beside and isinstance(step.result, sp.Ge) == (factor > 1):
            wrong = with_right(step.result, factor * step.result.rhs)
            with pytest.raises(CheckFailed, match="wrong side"):
                tail_beside.check(wrong, *step.inputs, **step.options)
            return
    raise AssertionError("No tail is bounded on that side.")
