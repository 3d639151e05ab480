"""The noise of Eq. (9) over its approximation: by hand, from its premises, refused, and tampered with."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import noise_level
from theorycheck.theory.associative_memory.noise_level import (
    UNIFORM,
    N,
    Power,
    noise_level_frequency,
    noise_level_root,
    noise_level_uniform,
)
from theorycheck.theory.derivation import CheckFailed, SideConditionError, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.residues import constant_order, largest_residue, sum_of_powers, tails_vanish
from theorycheck.theory.rules.vectors import with_right


def test_five_tokens_by_hand():
    """One token a class: 1/5 over the share of the first, 3600/5269."""
    found = number(noise_level_uniform().formula, {N: sp.Integer(5)})
    assert abs(found - mpmath.mpf(5269) / 18000) < 1e-14


def test_two_classes_and_another_law_move_the_ratio():
    for moved in (replace(UNIFORM, modulus=sp.Integer(2)), replace(UNIFORM, alpha=sp.Integer(3))):
        found = noise_level_uniform(moved)
        assert found.status is Status.DERIVED
        assert found.formula != noise_level_uniform().formula


def test_another_power_leaves_another_ratio():
    for rho in (Fraction(1), Fraction(0)):
        with pytest.raises(Refused, match="not the same"):
            noise_level_root(Power(rho=rho))


def test_powers_without_a_zeta_function_are_refused():
    with pytest.raises(SideConditionError, match="no falling power"):
        noise_level_uniform(replace(UNIFORM, rho=sp.Rational(1, 4)))
    with pytest.raises(SideConditionError, match="no falling power"):
        noise_level_uniform(replace(UNIFORM, rho=sp.Integer(-1)))


def test_a_tail_that_does_not_vanish_is_refused():
    slow = sp.Eq(sp.Symbol("r"), sp.zeta(sp.Rational(1, 2), N + 1) + 1, evaluate=False)
    with pytest.raises(SideConditionError, match="does not vanish"):
        tails_vanish.conditions(slow, variable=N)
    gone = sp.Eq(sp.Limit(sp.Symbol("r"), N, sp.oo), sp.Integer(0), evaluate=False)
    with pytest.raises(SideConditionError, match="not positive"):
        constant_order.conditions(gone, variable=N)


@pytest.mark.parametrize("rule", [largest_residue, sum_of_powers])
def test_a_tampered_sum_fails_the_derivation(monkeypatch, rule):
    def tampered(*inputs, **options):
        result = rule.apply(*inputs, **options)
        return with_right(result, result.rhs * sp.Rational(1001, 1000))

    (name,) = [key for key, value in vars(noise_level).items() if value is rule]
    monkeypatch.setattr(noise_level, name, replace(rule, apply=tampered))
    assert noise_level_frequency().status is Status.FAILED


def test_a_wrong_limit_is_caught():
    (step,) = [step for step in noise_level_uniform().steps if step.rule is tails_vanish]
    with pytest.raises(CheckFailed, match="distances from the limit"):
        tails_vanish.check(with_right(step.result, 2 * step.result.rhs), *step.inputs, **step.options)
