"""Beta and Gamma integrals against values known in closed form, and against quadrature."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k, t
from theorycheck.theory.rules.integrals import evaluate_integrals, tail
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.vectors import Inner, Vector, with_right

x = sp.Symbol("x", positive=True)
Y = sp.Symbol("Y")
m = sp.Symbol("m", integer=True, nonnegative=True)


def overlap(law):
    i, j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
    return sp.Eq(Y, Inner(Vector("k", i, law), Vector("k", j, law)), evaluate=False)


def statement(integrand, start, end):
    return sp.Eq(Y, sp.Integral(integrand, (x, start, end)), evaluate=False)


@pytest.mark.parametrize(
    ("integrand", "end", "expected"),
    [
        (sp.sqrt(1 - x**2), 1, sp.pi / 4),
        (x**3 * (1 - x**2), 1, sp.Rational(1, 12)),
        (sp.exp(-(x**2)), sp.oo, sp.sqrt(sp.pi) / 2),
        (x**3 * sp.exp(-2 * x**2), sp.oo, sp.Rational(1, 8)),
    ],
)
def test_an_integral_has_its_known_value(integrand, end, expected):
    assert sp.simplify(evaluate_integrals.apply(statement(integrand, 0, end)).rhs - expected) == 0


def test_the_share_beyond_a_threshold_in_three_dimensions_is_linear():
    share = evaluate_integrals.apply(tail.apply(overlap(Sphere(d_k)), threshold=t)).rhs
    third = sp.Rational(1, 3)
    assert abs(share.subs({d_k: 3, t: third}).evalf(30) - (1 - third)) < 10**-25


def test_quadrature_catches_a_wrong_value():
    fact = statement(x**2 * (1 - x**2), 0, 1)
    right = evaluate_integrals.apply(fact)
    evaluate_integrals.check(right, fact)
    with pytest.raises(CheckFailed):
        evaluate_integrals.check(with_right(right, 2 * right.rhs), fact)


def test_a_divergent_integral_is_refused():
    with pytest.raises(SideConditionError, match="converges only if"):
        evaluate_integrals.conditions(statement((1 - x**2) ** -2, 0, 1))


def test_an_integrand_of_another_form_is_refused():
    with pytest.raises(SideConditionError, match="not of the form"):
        evaluate_integrals.apply(statement(sp.sin(x), 0, 1))


def test_the_tail_needs_unit_vectors_and_a_positive_threshold():
    with pytest.raises(SideConditionError, match="only for unit vectors"):
        tail.conditions(overlap(Gaussian(d_k)), threshold=t)
    with pytest.raises(SideConditionError, match="not known to be positive"):
        tail.conditions(overlap(Sphere(d_k)), threshold=sp.Symbol("s", real=True))
