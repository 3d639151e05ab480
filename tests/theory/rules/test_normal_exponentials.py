"""The mean of an exponential linear in a normal vector: by hand on a line, and what it refuses."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.normal_exponentials import normal_exponential_mean
from theorycheck.theory.rules.vectors import Inner, Vector

d = sp.Symbol("d", integer=True, positive=True)
x, y = Vector("x"), Vector("y")
F = sp.Symbol("F", positive=True)


def statement(law, exponent):
    w = Vector("w", None, law)
    return sp.Eq(F, sp.exp(exponent(w)), evaluate=False)


def test_one_vector_and_its_powers():
    fact = statement(Gaussian(d), lambda w: sp.sqrt(d) * Inner(w, x))
    for power in (1, 2, 3):
        mean = normal_exponential_mean.apply(fact, letter="w", power=power)
        assert mean.rhs == sp.exp(sp.Rational(power**2, 2) * Inner(x, x))
        assert normal_exponential_mean.check(mean, fact, letter="w", power=power)


def test_known_inner_products_are_put_in():
    fact = statement(Gaussian(d), lambda w: sp.sqrt(d) * (Inner(w, x) - Inner(w, y)))
    known = [sp.Eq(Inner(*pair), value) for pair, value in (((x, x), 1), ((y, y), 2), ((x, y), -3))]
    assert normal_exponential_mean.apply(fact, *known, letter="w").rhs == sp.exp(sp.Rational(9, 2))


def test_a_wrong_mean_is_caught(monkeypatch):
    fact = statement(Gaussian(d), lambda w: sp.sqrt(d) * Inner(w, x))
    wrong = lambda fact, **_: sp.Eq(F, sp.exp(Inner(x, x)), evaluate=False)  # noqa: E731
    monkeypatch.setattr("theorycheck.theory.rules.normal_exponentials._mean", wrong)
    with pytest.raises(CheckFailed, match="by quadrature"):
        normal_exponential_mean.check(wrong(fact), fact, letter="w")


@pytest.mark.parametrize(
    ("law", "exponent", "said"),
    [
        (Sphere(d), lambda w: Inner(w, x), "is not normal"),
        (Gaussian(d), lambda w: Inner(w, x) * Inner(w, y), "not linear"),
        (Gaussian(d), lambda w: Inner(w, w) + Inner(w, x), "not linear"),
    ],
)
def test_other_laws_and_exponents_are_refused(law, exponent, said):
    with pytest.raises(SideConditionError, match=said):
        normal_exponential_mean.conditions(statement(law, exponent), letter="w")
