"""How many tokens two classes store: by hand, from their premises, refused, and tampered with."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import stored_sizes
from theorycheck.theory.associative_memory.exact import TwoClasses
from theorycheck.theory.associative_memory.stored_sizes import (
    ANY,
    HALF,
    TWENTIETH,
    stored_all_floor,
    stored_size,
    stored_size_twentieth,
)
from theorycheck.theory.derivation import CheckFailed, SideConditionError, Status
from theorycheck.theory.notation import symbol
from theorycheck.theory.rules.laws import Gaussian
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.stored_sizes import (
    StudentQuantile,
    any_token,
    at_level,
    compound_exponential,
    power_above,
    quantile_growth,
)
from theorycheck.theory.rules.vectors import with_right

d, level = symbol("d"), symbol("level")


def test_quantiles_of_one_and_two_degrees_by_hand():
    """P(t_1 > t) = 1/2 - atan(t)/pi, P(t_2 > t) = (1 - t/sqrt(2 + t^2))/2."""
    chance = sp.Rational(1, 10)
    one, two = (number(StudentQuantile(chance, k), {}) for k in (1, 2))
    assert abs(one - mpmath.tan(mpmath.pi * 0.4)) < 1e-12
    assert abs(two - mpmath.sqrt(2) * 0.8 / 0.6) < 1e-12


def test_a_quantile_beyond_one_half_is_not_known():
    with pytest.raises(TypeError, match="between 0 and 1/2"):
        StudentQuantile.enclosed(*(sp.Rational(*x) for x in ((3, 4), (5, 1))))


def test_two_dimensions_by_hand():
    found = number(stored_size().formula, {d: sp.Integer(2), level: sp.Rational(1, 10)})
    assert abs(found - (1 + 2 / (mpmath.mpf(32) / 9))) < 1e-12


def test_premises_move_the_formulas():
    assert stored_size(replace(ANY, level=sp.Rational(1, 20))).formula == stored_size_twentieth().formula
    assert stored_size_twentieth(replace(TWENTIETH, level=sp.Rational(1, 5))).formula != (
        stored_size_twentieth().formula
    )
    fewer = stored_all_floor(replace(HALF, level=sp.Rational(1, 10)))
    assert fewer.formula == d / (2 * sp.log(5 * d))
    assert fewer.status is Status.DERIVED


def test_wider_embeddings_fail_the_route_beside_it():
    wider = TwoClasses(input_law=Gaussian(2 * sp.Symbol("d", integer=True, positive=True)))
    assert stored_size_twentieth(replace(TWENTIETH, classes=wider)).status is Status.FAILED


def test_levels_that_no_size_has_and_roots_beyond_the_most_are_refused():
    with pytest.raises(SideConditionError, match="between 0 and 1/2"):
        stored_size(replace(ANY, level=sp.Rational(3, 5)))
    with pytest.raises(SideConditionError, match="exceeds"):
        stored_all_floor(replace(HALF, most=sp.log(d)))


@pytest.mark.parametrize(
    ("rule", "derive", "factor"),
    [
        (at_level, stored_size, sp.Rational(1001, 1000)),
        (any_token, stored_all_floor, sp.Rational(99, 100)),
    ],
)
def test_a_tampered_rule_fails_the_derivation(monkeypatch, rule, derive, factor):
    def tampered(*inputs, **options):
        result = rule.apply(*inputs, **options)
        return with_right(result, result.rhs * factor)

    (name,) = [key for key, value in vars(stored_sizes).items() if value is rule]
    monkeypatch.setattr(stored_sizes, name, replace(rule, apply=tampered))
    assert derive().status is Status.FAILED


def test_a_power_below_the_tail_is_caught():
    (step,) = [step for step in stored_all_floor().steps if step.rule is power_above]
    with pytest.raises(CheckFailed, match="exceeds"):
        power_above.check(with_right(step.result, step.result.rhs * sp.Rational(9, 10)), *step.inputs)


def test_an_exponential_below_the_power_is_caught():
    (step,) = [step for step in stored_all_floor().steps if step.rule is compound_exponential]
    with pytest.raises(CheckFailed, match="below the power"):
        compound_exponential.check(with_right(step.result, step.result.rhs / 3), *step.inputs)


def test_a_wrong_power_is_caught(monkeypatch):
    def squared(fact, *, variable):
        return quantile_growth.apply(with_right(fact, fact.rhs**2), variable=variable)

    monkeypatch.setattr(stored_sizes, "quantile_growth", replace(quantile_growth, apply=squared))
    assert stored_size().status is Status.FAILED
