"""Rates of softmax in the scale of scores."""

import pytest
from theorycheck.theory.conditioning.softmax_rates import SoftmaxScores, softmax_rate, softmax_typical_rate
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Size
from theorycheck.theory.terms import sqrt


def test_a_scale_that_does_not_grow_with_the_dimension_has_no_rate():
    with pytest.raises(Refused, match="no rate"):
        softmax_rate(SoftmaxScores(score_scale=sqrt(Size("d_k"))))


def test_the_typical_rate_is_the_annealed_one():
    premises = SoftmaxScores(score_scale=Size("d_k") / 2)
    assert softmax_typical_rate(premises).formula == softmax_rate(premises).formula
