"""The constant that a threshold in proportion to d leaves: from its premises, by hand, and tampered with."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory import thresholded
from theorycheck.theory.associative_memory.exact import TwoClasses
from theorycheck.theory.associative_memory.thresholded import (
    DIMENSION,
    thresholded_error,
)
from theorycheck.theory.derivation import SideConditionError, Status
from theorycheck.theory.rules import stored
from theorycheck.theory.rules.laws import Gaussian
from theorycheck.theory.rules.stored import beyond, normal_limit

d = sp.Symbol("d", positive=True)


def limit(derivation):
    """What the error tends to."""
    return next(step.result.rhs for step in derivation.steps if step.label == "the others vanish")


@pytest.mark.parametrize("share", [1, 2])
def test_the_limit_is_a_normal_beyond_the_root_of_tokens_per_dimension(share):
    found = limit(thresholded_error(replace(DIMENSION, share=sp.Integer(share))))
    assert abs(found.evalf(20) - mpmath.ncdf(-1 / mpmath.sqrt(share))) < 1e-14


def test_twice_the_dimension_of_the_inputs_moves_the_limit():
    classes = TwoClasses(input_law=Gaussian(2 * sp.Symbol("d", integer=True, positive=True)))
    wider = thresholded_error(replace(DIMENSION, classes=classes))
    assert limit(wider) == sp.erfc(1) / 2
    assert wider.status is Status.FAILED  # The route beside it is about d dimensions.


def test_a_law_without_a_mean_and_a_threshold_of_another_order_are_refused():
    with pytest.raises(SideConditionError, match="no positive limit"):
        thresholded_error(replace(DIMENSION, share=d))
    x = sp.Symbol("x", integer=True, positive=True)
    law = sp.Eq(sp.Function("p")(x), 1 / (sp.sqrt(x) * sp.zeta(sp.Rational(1, 2))), evaluate=False)
    with pytest.raises(SideConditionError, match="alpha > 1"):
        beyond.conditions(law, sp.Eq(sp.Symbol("P"), d))


def test_a_wrong_limit_is_caught(monkeypatch):
    def wrong(fact, *, variable):
        right = stored._limit(fact, variable=variable)
        return sp.Eq(right.lhs, right.rhs * sp.Rational(1001, 1000), evaluate=False)

    monkeypatch.setattr(thresholded, "normal_limit", replace(normal_limit, apply=wrong))
    assert thresholded_error().status is Status.FAILED
