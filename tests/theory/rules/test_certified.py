"""Balls hold the exact value: of formulas at a point, and of integrals."""

import pytest
import sympy as sp
from flint import arb
from theorycheck.theory.rules.balls import enclosure
from theorycheck.theory.rules.certified import integral

x = sp.Symbol("x", positive=True)


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


def test_an_integral_lies_in_its_ball_and_another_value_does_not():
    ball = integral(lambda z: z.exp(), arb(0), arb(1))
    assert ball.overlaps(arb(1).exp() - 1)
    assert not ball.overlaps(arb(1).exp() - 1 + arb("1e-10"))
