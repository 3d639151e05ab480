"""Leading exponents: known growth, cancellations refused, wrong exponents caught."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.formula_balls import WORKING_DIGITS, number
from theorycheck.theory.leading import NoLeadingTerm, leading, sign
from theorycheck.theory.notation import H, L, d_k, d_v, n


def local_slope(formula):
    """The exponent in d_k between 10^16 and 10^17, the other variables being small integers."""
    along = formula.subs({n: 5, L: 4, H: 2, d_v: 3})
    with mpmath.workdps(WORKING_DIGITS):
        far, farther = (number(along, {d_k: sp.Integer(10) ** k}) for k in (16, 17))
        return mpmath.log10(farther / far)


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
    assert abs(local_slope(formula) - exponent) < 1e-6


def test_a_coefficient_without_a_proved_sign_has_none():
    assert sign(n - 5) == 0
    assert sign(n - 1) == 1
    assert sign(1 - n) == -1


def test_an_unbalanced_gamma_function_is_no_power():
    with pytest.raises(NoLeadingTerm, match="do not balance"):
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
    assert (
        abs(local_slope(formula) - exponent.subs(H, 2) if exponent != -1 else local_slope(formula) + 1) < 1e-6
    )


def test_exponents_without_a_proved_order_are_refused():
    a = sp.Symbol("a", positive=True)
    with pytest.raises(NoLeadingTerm, match="no proved order"):
        leading(d_k**a + d_k**H, d_k)


def test_the_sign_of_a_logarithm_is_that_of_its_argument():
    assert sign(-sp.log(1 - (1 - 1 / d_k) ** H)) == 1
    assert sign(sp.log(sp.Rational(1, 2)) * d_k) == -1
    assert sign(-sp.log(n / d_k)) == 0


def test_a_compound_power_converges_to_an_exponential():
    assert leading((1 - 2 / d_k) ** (3 * d_k), d_k) == (sp.exp(-6), 0)
    assert leading((1 - 1 / d_k**2) ** d_k, d_k) == (1, 0)


def test_a_compound_power_that_vanishes_or_stays_is_refused():
    for power in ((1 - 1 / d_k) ** (d_k**2), sp.Rational(1, 2) ** d_k * (1 + 1 / d_k) ** sp.sqrt(2), 2**d_k):
        with pytest.raises(NoLeadingTerm):
            leading(power, d_k)
