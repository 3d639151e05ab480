"""The error over the bounds that Theorem 1 prints: from their premises, refused, and tampered with."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import printed_bounds
from theorycheck.theory.associative_memory.bounds import Bounded
from theorycheck.theory.associative_memory.printed_bounds import (
    PRINTED,
    Classes,
    Printed,
    lower_multiple,
    lower_multiple_one_class,
)
from theorycheck.theory.associative_memory.printed_ceiling import Above, upper_share
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.rules.points import number
from theorycheck.theory.rules.vectors import with_right
from theorycheck.theory.rules.weighed_bounds import (
    either_token,
    multiple_of_printed,
    weigh_inside,
    without_weight,
)

RULES = (
    (without_weight, lower_multiple, 2),
    (either_token, lower_multiple, 2),
    (weigh_inside, lower_multiple, 2),
    (multiple_of_printed, lower_multiple, sp.Rational(101, 100)),
)


def test_the_multiple_is_twenty_times_a_normal_beyond_the_root_of_a_third():
    expected = 20 * mpmath.ncdf(-1 / mpmath.sqrt(3))
    assert abs(number(lower_multiple().formula, {}) - expected) < 1e-12


def test_another_constant_moves_the_multiple():
    tenth = lower_multiple(replace(PRINTED, floor=sp.Rational(1, 10)))
    assert tenth.formula == lower_multiple().formula / 2
    looser = lower_multiple(Printed(memory=Bounded(floor_cut_off=12)))
    assert number(looser.formula, {}) > number(lower_multiple().formula, {})


def test_what_decays_faster_than_the_proof_gives_is_refused():
    """2 d^(-2 gamma) is what follows; the cube of the printed term does not."""
    assert upper_share(Above(decay=Fraction(2))).status is Status.DERIVED
    with pytest.raises(Refused, match="not positive"):
        upper_share(Above(decay=Fraction(3)))


def test_two_classes_have_a_competitor():
    with pytest.raises(Refused, match="not the same"):
        lower_multiple_one_class(Classes(count=2))


@pytest.mark.parametrize(("rule", "derive", "factor"), RULES)
def test_a_tampered_rule_fails_the_derivation(monkeypatch, rule, derive, factor):
    def tampered(*inputs, **options):
        result = rule.apply(*inputs, **options)
        return with_right(result, result.rhs * factor)

    (name,) = [key for key, value in vars(printed_bounds).items() if value is rule]
    monkeypatch.setattr(printed_bounds, name, replace(rule, apply=tampered))
    assert derive().status is Status.FAILED
