"""Exact counterexamples: what random instances miss is found, what holds has none, and z3 is not believed."""

import sys
from fractions import Fraction

import pytest
import theorycheck as tc
from theorycheck.theory import smt
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Parameter, Size
from theorycheck.theory.node import Term
from theorycheck.theory.smt import NotRational, exact_counterexample
from theorycheck.theory.terms import exp

x, y, n = Parameter("x"), Parameter("y"), Size("n", minimum=2)
NARROW = Fraction(2_000_001, 1_000_000)
"""x^2 - NARROW x + 1 is negative on an interval of length .002 around 1 only."""


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (x**2 + 1 >= NARROW * x, []),
        (x**4 * y**2 + x**2 * y**4 + 1 >= x**2 * y**2 * Fraction(300_001, 100_000), []),
        (1 / x > 0, [x >= 0]),
        (n**2 >= 401 * n - 40_000, [n >= 150]),
        (x == y, [x**2 == y**2]),
        (x != 3, [Term("and", (x > 2, y > 2)), x + y <= 6]),
    ],
    ids=repr,
)
def test_what_fails_somewhere_has_exact_values_there(goal, given):
    values = exact_counterexample(goal, given)
    assert values is not None
    assert all(isinstance(value, Fraction) for value in values.values())
    assert values.get(n, Fraction(2)).denominator == 1


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (x**2 + 1 >= 2 * x, []),
        (x**4 * y**2 + x**2 * y**4 + 1 >= 3 * x**2 * y**2, []),
        (1 / x > 0, [x > 0]),
        (n**2 >= 401 * n - 40_200, []),
        (x == y, [x**3 == y**3]),
        (Term("not", (x > y,)), [x <= y]),
    ],
    ids=repr,
)
def test_what_holds_has_none(goal, given):
    assert exact_counterexample(goal, given) is None


def test_other_functions_are_not_read():
    with pytest.raises(NotRational, match=r"no rational function"):
        exact_counterexample(exp(x) >= 1 + x)


def test_values_that_do_not_refute_are_not_believed(monkeypatch):
    monkeypatch.setattr(smt, "_rational", lambda value: Fraction(7))
    with pytest.raises(TimeoutError, match=r"no rational counterexample"):
        exact_counterexample(x**2 + 1 >= NARROW * x)


def test_a_refused_bound_names_the_narrow_range():
    with pytest.raises(Refused, match=r"does not hold at x = \d"):
        tc.prove("x**2 + 1 >= 2000001/1000000 * x", by="bound")


def test_without_z3_a_refusal_says_what_was_tried(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    # It fails about x = 1.2345, and at no number of two digits.
    with pytest.raises(Refused, match=r"No counterexample was found in 60 instances"):
        tc.prove("x**2 + 152399025/100000000 >= 2469001/1000000 * x", by="bound")
