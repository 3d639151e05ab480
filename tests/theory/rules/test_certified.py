"""Certificates: what is positive is proved so, what is not is refuted at a point, ties decide nothing."""

import pytest
import sympy as sp
from flint import arb
from theorycheck.theory.conditioning import DERIVATIONS
from theorycheck.theory.derivation import CheckFailed
from theorycheck.theory.rules.balls import enclosure
from theorycheck.theory.rules.certified import (
    certified_above,
    certified_value,
    certify_positive,
    integral,
)

x, y = sp.symbols("x y", positive=True)
UNIT = (sp.Rational(0), sp.Rational(1))
UPPER = (sp.Rational(1, 2), sp.Rational(1))


def test_a_formula_that_is_positive_by_little_is_proved_so():
    assert certify_positive(x**2 - x + sp.Rational(13, 50), {x: UNIT}) > 1
    assert certify_positive(sp.exp(x) - 1 - x + y / 100, {x: UPPER, y: UPPER}) >= 1


def test_a_formula_that_dips_below_zero_is_refuted():
    with pytest.raises(CheckFailed, match="not positive"):
        certify_positive(x**2 - x + sp.Rational(6, 25), {x: UNIT})


def test_a_difference_that_touches_zero_is_not_decided():
    touching = sp.Mul(x - sp.sqrt(2) / 2, x - sp.sqrt(2) / 2, evaluate=False)
    with pytest.raises(CheckFailed, match=r"do not decide|not positive"):
        certify_positive(touching, {x: UPPER})


def test_an_enclosure_holds_the_value():
    point = {x: arb(2)}
    for formula in (
        sp.gamma(x / 2),
        sp.sqrt(x),
        sp.pi**x,
        sp.log(x),
        sp.betainc_regularized(sp.S.Half, x, sp.S.Half, 1),
    ):
        ball = enclosure(formula, point)
        assert ball.overlaps(arb(str(sp.N(formula.subs(x, 2), 17)) + " +/- 1e-14"))


def test_an_unknown_function_is_named():
    with pytest.raises(TypeError, match="airyai"):
        enclosure(sp.airyai(x), {x: arb(2)})


def test_a_wrong_value_is_caught_and_a_right_one_certified():
    def route(point):
        return integral(lambda z: z.exp(), arb(0), arb(1))

    check = certified_value(route, [{x: sp.Integer(1)}], digits=12, by="an integral")
    assert "12 digits" in check(sp.exp(x) - 1)
    with pytest.raises(CheckFailed, match="lie apart"):
        check(sp.exp(x) - 1 + sp.Rational(1, 10**10))


@pytest.mark.parametrize("name", ["distinct_keys_bound", "near_collision_pair"])
def test_derivations_carry_their_certificates(name):
    assert any(check.startswith("certified") for check in DERIVATIONS[name]().checks)


def test_a_bound_made_tighter_is_refuted():
    check = certified_above(lambda formula: formula - x**2, [{x: UNIT}])
    assert "certified" in check(x**2 + 1)
    with pytest.raises(CheckFailed):
        check(x**2 / 2 - sp.Rational(1, 100))
