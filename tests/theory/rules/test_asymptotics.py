"""Leading exponents: known growth, cancellations refused, wrong exponents caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import H, L, d_k, d_v, n
from theorycheck.theory.rules.asymptotics import Growth, growth, leading, sign

Y = sp.Symbol("Y")


def statement(formula):
    return sp.Eq(Y, formula, evaluate=False)


@pytest.mark.parametrize(
    ("formula", "exponent"),
    [
        ((n - 1) / d_k, -1),
        (sp.sqrt(2 * d_k + 1) / 2 + sp.Rational(1, 2), sp.Rational(1, 2)),
        (sp.gamma(d_k / 2) / sp.gamma(d_k / 2 + sp.Rational(1, 2)), -sp.Rational(1, 2)),
        (sp.gamma(d_k + 3) / sp.gamma(d_k), 3),
        (-1 / sp.log(1 - 1 / d_k), 1),
        (sp.sqrt(d_k**2 + 1) - d_k, -1),
        ((d_k * n + 3) / (d_k + 2), 0),
    ],
)
def test_the_exponent_of_a_known_formula(formula, exponent):
    assert leading(formula, d_k)[1] == exponent
    fact = statement(formula)
    growth.check(growth.apply(fact, variables=(d_k,)), fact, variables=(d_k,))


def test_exponents_are_found_for_each_variable():
    found = growth.apply(statement((n - 1) / (d_k * d_v)), variables=(n, d_k, d_v))
    assert found.exponents == {"n": 1, "d_k": -1, "d_v": -1}


def test_a_wrong_exponent_is_caught_by_the_local_slope():
    fact = statement(sp.sqrt(d_k))
    wrong = Growth(Y, sp.Tuple(sp.Tuple(d_k, sp.Rational(3, 5))))
    with pytest.raises(CheckFailed, match="local exponent"):
        growth.check(wrong, fact, variables=(d_k,))


def test_a_coefficient_without_a_proved_sign_is_refused():
    with pytest.raises(SideConditionError):
        growth.conditions(statement((n - 5) * d_k), variables=(d_k,))
    assert sign(n - 5) == 0
    assert sign(n - 1) == 1
    assert sign(1 - n) == -1


def test_an_unbalanced_gamma_function_is_no_power():
    with pytest.raises(SideConditionError, match="do not balance"):
        leading(sp.gamma(d_k), d_k)


@pytest.mark.parametrize(
    ("formula", "exponent"),
    [
        (1 - (1 - 1 / d_k) ** (n - 1), -1),
        ((1 + (n - 1) / d_k) ** L - 1, -1),
        (1 - (1 - (1 - (1 - 1 / d_k) ** (n - 1)) ** H) ** L, -H),
        (-sp.log(1 - d_k ** (-H)), -H),
        ((n / d_k) ** H + 1 / d_k ** (H + 1), -H),
    ],
)
def test_exponents_of_complements_and_of_symbolic_powers(formula, exponent):
    assert leading(formula, d_k)[1] == exponent
    fact = statement(formula)
    found = growth.apply(fact, variables=(d_k,))
    growth.check(found, fact, variables=(d_k,))
    assert ("d_k" in found.exponents) == (exponent == -1)


def test_exponents_without_a_proved_order_are_refused():
    a = sp.Symbol("a", positive=True)
    with pytest.raises(SideConditionError, match="no proved order"):
        leading(d_k**a + d_k**H, d_k)


def test_the_sign_of_a_logarithm_is_that_of_its_argument():
    assert sign(-sp.log(1 - (1 - 1 / d_k) ** H)) == 1
    assert sign(sp.log(sp.Rational(1, 2)) * d_k) == -1
    assert sign(-sp.log(n / d_k)) == 0
