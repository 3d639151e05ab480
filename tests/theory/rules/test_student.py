"""Student's law: a normal tail averaged over the length of a normal vector."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.events import Probability
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.student import student_tail
from theorycheck.theory.rules.vectors import Inner, Vector, with_right

a, r, x = (sp.Symbol(name, positive=True) for name in "arx")
TAIL = sp.Eq(Probability(sp.Gt(x, 1)), sp.erfc(a * r) / 2, evaluate=False)


def length(law):
    key = Vector("k", None, law)
    return sp.Eq(r**2, Inner(key, key), evaluate=False)


def test_the_line_makes_a_cauchy_variable():
    tail = student_tail.apply(TAIL, length(Gaussian(d_k)))
    assert tail.rhs.subs({a: 1 / sp.sqrt(2), d_k: 1}).evalf() == pytest.approx(0.25)


@pytest.mark.parametrize("factor", [2, sp.Rational(9, 10)])
def test_a_wrong_average_over_the_length_is_caught(factor):
    fact = length(Gaussian(d_k))
    wrong = with_right(TAIL, factor * student_tail.apply(TAIL, fact).rhs)
    with pytest.raises(CheckFailed):
        student_tail.check(wrong, TAIL, fact)


def test_a_vector_that_is_not_normal_is_refused():
    with pytest.raises(SideConditionError, match="not normal"):
        student_tail.conditions(TAIL, length(Sphere(d_k)))
