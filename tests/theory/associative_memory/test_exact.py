"""Two classes: the closed form by hand where it is elementary."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.exact import two_class_error
from theorycheck.theory.notation import symbol

q, S, R = map(symbol, "qSR")


def value(formula: sp.Expr, **at: float) -> mpmath.mpf:
    """The formula at numbers."""
    return mpmath.mpf(sp.N(formula.subs({symbol(name): sp.Rational(x) for name, x in at.items()}), 20))


@pytest.fixture(scope="module")
def derivation(once):
    return once(two_class_error)


@pytest.mark.parametrize("signal", [0.5, 1.0, 3.0])
def test_one_and_two_dimensions_are_elementary(derivation, signal):
    """Student's law of one degree is Cauchy's, of two degrees algebraic: t = sqrt(d) q / sqrt(S + R)."""
    formula = derivation.formula
    at = {"q": signal, "S": 0.25, "R": 0.75}
    assert abs(value(formula, d=1, **at) - (0.5 - mpmath.atan(signal) / mpmath.pi)) < 1e-14
    t = 2**0.5 * signal
    assert abs(value(formula, d=2, **at) - (1 - t / (2 + t * t) ** 0.5) / 2) < 1e-14
