"""Two classes: the closed form by hand where it is elementary, and what breaks it."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.exact import TWO, TwoClasses, two_class_error
from theorycheck.theory.derivation import Derivation, SideConditionError, Status
from theorycheck.theory.rules import student
from theorycheck.theory.rules.laws import Gaussian, Sphere

d = sp.Symbol("d", integer=True, positive=True)
size = sp.Symbol("d", positive=True)
q, S, R = (sp.Symbol(name, positive=True) for name in "qSR")


def value(formula: sp.Expr, **at: float) -> mpmath.mpf:
    """The formula's beta integral at numbers."""
    integral = formula.atoms(sp.betainc_regularized).pop()
    share = integral.args[3].subs({q: at["q"], S: at["S"], R: at["R"]})
    half = integral.args[0].subs(size, at["d"])
    return mpmath.betainc(mpmath.mpf(half), 0.5, 0, mpmath.mpf(share), regularized=True) / 2


@pytest.fixture(scope="module")
def derivation(once: Callable[..., Derivation]) -> Derivation:
    return once(two_class_error)


@pytest.mark.parametrize("signal", [0.5, 1.0, 3.0])
def test_one_and_two_dimensions_are_elementary(derivation: Derivation, signal: float) -> None:
    """Student's law of one degree is Cauchy's, of two degrees algebraic: t = sqrt(d) q / sqrt(S + R)."""
    formula = derivation.formula
    at = {"q": signal, "S": 0.25, "R": 0.75}
    assert abs(value(formula, d=1, **at) - (0.5 - mpmath.atan(signal) / mpmath.pi)) < 1e-14
    t = 2**0.5 * signal
    assert abs(value(formula, d=2, **at) - (1 - t / (2 + t * t) ** 0.5) / 2) < 1e-14


def test_another_premise_gives_another_formula(derivation: Derivation) -> None:
    wider = two_class_error(TwoClasses(input_law=Gaussian(2 * d)))
    assert wider.formula != derivation.formula
    assert wider.formula.atoms(sp.betainc_regularized).pop().args[0] == size


def test_inputs_on_the_sphere_are_refused() -> None:
    with pytest.raises(SideConditionError, match="not normal"):
        two_class_error(TwoClasses(input_law=Sphere(d)))


def test_a_wrong_tail_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled(fact: sp.Eq, definition: sp.Eq) -> sp.Eq:
        right = student._student(fact, definition)
        integral = right.rhs.atoms(sp.betainc_regularized).pop()
        a, b, low, share = integral.args
        return sp.Eq(right.lhs, sp.betainc_regularized(a, b, low, share**2) / 2, evaluate=False)

    wrong = student.Rule(
        name="wrong", statement="", apply=doubled, conditions=student._conditions, check=student._check
    )
    monkeypatch.setattr("theorycheck.theory.associative_memory.exact.student_tail", wrong)
    assert two_class_error(TWO).status is Status.FAILED
