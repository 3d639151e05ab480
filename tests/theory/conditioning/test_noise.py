"""Noise moments by other routes: enumeration of signs, special cases, tampered rules."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
import sympy as sp
from theorycheck.theory.conditioning import (
    Premises,
    noise,
    noise_power,
    noise_power_second_moment,
    noise_power_third_moment,
    noise_power_variance,
    noise_tail_bound,
    retrieval_guarantee,
)
from theorycheck.theory.derivation import SideConditionError, Status
from theorycheck.theory.notation import d_k, d_v, n, tau
from theorycheck.theory.rules.expectation import integrate_out
from theorycheck.theory.rules.laws import OneHot, Sphere
from theorycheck.theory.rules.vectors import with_right


def moment_of_signs(items: int, power: int, own: int = 0) -> Fraction:
    """E|eta|^(2 power) in dimension one: keys and values are signs, eta is a sum of signs."""
    signs = list(product((-1, 1), repeat=items - 1))
    return Fraction(sum((own + sum(s)) ** (2 * power) for s in signs), len(signs))


@pytest.mark.parametrize("own", [0, 1])
@pytest.mark.parametrize(
    ("power", "derive"), [(1, noise_power), (2, noise_power_second_moment), (3, noise_power_third_moment)]
)
def test_in_one_dimension_moments_are_those_of_a_sum_of_signs(power, derive, own):
    formula = derive(Premises(own_term=bool(own))).formula
    for items in (2, 3, 5):
        assert formula.subs({n: items, d_k: 1, d_v: 1}) == moment_of_signs(items, power, own)


def test_two_items_leave_a_power_of_one_overlap():
    assert sp.cancel(noise_power_third_moment().formula.subs(n, 2) - 15 / (d_k * (d_k + 2) * (d_k + 4))) == 0


def test_the_variance_is_positive_and_vanishes_for_one_item():
    spread = noise_power_variance().formula
    assert spread.subs(n, 1) == 0
    assert spread.subs({n: 2, d_k: 3, d_v: 5}) > 0


def test_the_named_premises_give_the_named_formulas():
    assert noise_power(Premises(key_law=Sphere(d_k + 1))).formula == (n - 1) / (d_k + 1)
    assert sp.cancel(noise_power(Premises(own_term=True)).formula - 1 - (n - 1) / d_k) == 0
    kept = retrieval_guarantee(Premises(own_term=True)).formula
    assert sp.cancel(kept - (1 - n * (1 + (n - 1) / d_k) / tau)) == 0


def test_the_tail_bound_holds_for_signs():
    for threshold in (Fraction(1, 2), Fraction(5, 2), Fraction(17, 2)):
        signs = list(product((-1, 1), repeat=3))
        share = Fraction(sum(sum(s) ** 2 > threshold for s in signs), len(signs))
        bound = noise_tail_bound().formula.subs(
            {n: 4, d_k: 1, tau: sp.Rational(*threshold.as_integer_ratio())}
        )
        assert share <= bound


@pytest.mark.parametrize("factor", [sp.Rational(1, 2), 2, d_k / (d_k + 1)])
def test_a_tampered_pairing_rule_fails_the_derivation(monkeypatch, factor):
    def tampered(fact, **options):
        result = integrate_out.apply(fact, **options)
        return with_right(result, result.rhs * factor)

    monkeypatch.setattr(noise, "integrate_out", replace(integrate_out, apply=tampered))
    assert noise_power().status is Status.FAILED


def test_a_flipped_sign_leaves_a_noise_power_that_cannot_be(monkeypatch):
    def tampered(fact, **options):
        result = integrate_out.apply(fact, **options)
        return with_right(result, -result.rhs)

    monkeypatch.setattr(noise, "integrate_out", replace(integrate_out, apply=tampered))
    with pytest.raises(SideConditionError, match="not proved positive"):
        noise_power()


def test_the_walk_alone_catches_a_rule_tampered_with_its_check(monkeypatch):
    def tampered(fact, **options):
        result = integrate_out.apply(fact, **options)
        return with_right(result, result.rhs * 2)

    monkeypatch.setattr(noise, "integrate_out", replace(integrate_out, apply=tampered, check=None))
    derivation = noise_power()
    assert derivation.status is Status.FAILED
    assert derivation.failures


def test_one_hot_keys_have_no_pairings():
    with pytest.raises(SideConditionError, match="rotations"):
        noise_power(Premises(key_law=OneHot(d_k)))
