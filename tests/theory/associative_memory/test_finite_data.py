"""Proposition 1 derived: every formula follows its premises, and tampered steps are caught."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import finite_data
from theorycheck.theory.associative_memory.finite_data import FINITE, TWO, N, T
from theorycheck.theory.derivation import SideConditionError, Status
from theorycheck.theory.notation import alpha
from theorycheck.theory.rules.token_sums import Zipf

NAMES = (
    "unseen_mass",
    "unseen_mass_six_fifths",
    "unseen_mass_three_halves",
    "unseen_mass_two",
    "unseen_mass_three",
    "unseen_mass_guessed",
    "unseen_mass_finite",
    "unseen_mass_constant",
    "unseen_mass_constant_two",
)


@pytest.fixture(scope="module")
def derived(once):
    return {name: once(getattr(finite_data, name)) for name in NAMES}


@pytest.mark.parametrize("name", ["unseen_mass_two", "unseen_mass_finite", "unseen_mass_constant_two"])
def test_a_changed_premise_moves_the_formula(derived, name):
    premises = FINITE if name == "unseen_mass_finite" else TWO
    moved = getattr(finite_data, name)(replace(premises, guess=sp.Rational(1, 3)))
    assert moved.status is Status.DERIVED
    assert moved.formula / derived[name].formula == sp.Rational(2, 3)


def test_the_exponent_follows_the_law(derived):
    assert derived["unseen_mass"].steps[-1].result.args[1][0][1] == 1 / alpha - 1
    assert [derived[name].exponents["T"] for name in NAMES[1:5]] == [
        sp.Rational(1) / a - 1 for a in (sp.Rational(6, 5), sp.Rational(3, 2), 2, 3)
    ]


def test_light_tails_have_no_law_on_infinitely_many_tokens():
    with pytest.raises(SideConditionError, match="must exceed 1"):
        Zipf(sp.Rational(1, 2))
    with pytest.raises(SideConditionError, match="has an end"):
        finite_data.unseen_mass(FINITE)


def test_two_tokens_and_one_sample_by_hand(derived):
    # alpha = 1: shares 2/3 and 1/3, so the missed mass is 2/3 * 1/3 twice.
    value = derived["unseen_mass_finite"].formula.subs({N: 2, alpha: 1, T: 1})
    assert mpmath.almosteq(mpmath.mpf(str(sp.N(value, 20))), mpmath.mpf(4) / 9, rel_eps=1e-15)
