"""Softmax: thresholds at two dimensions by hand, order of the bounds, and rates in the scale of scores."""

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.conditioning.softmax import DERIVATIONS
from theorycheck.theory.conditioning.softmax_rates import (
    SoftmaxScores,
    softmax_noise_rate,
    softmax_rate,
    softmax_typical_rate,
)
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Size
from theorycheck.theory.notation import d_k, n
from theorycheck.theory.terms import sqrt


def at(derivation, d):
    return sp.N(derivation.formula.subs(d_k, d), 25)


def test_on_the_line_a_competitor_is_the_key_itself_or_its_negative():
    competitor = (1 + sp.exp(-8)) / 2
    assert abs(at(DERIVATIONS["capacity_softmax_fixed"](), 1) - sp.N(1 + 1 / competitor, 25)) < 10**-20


def test_a_fixed_scale_has_a_limit_and_the_root_of_the_dimension_none():
    far = sp.Float("1e8", 40)
    assert abs(at(DERIVATIONS["capacity_softmax_fixed"](), far) / (1 + sp.exp(4)) - 1) < 10**-6
    grown = sp.log(at(DERIVATIONS["capacity_softmax_root"](), 10**6)) - 10**3
    assert abs(grown + sp.Rational(1, 2)) < 10**-3


@pytest.mark.parametrize(
    ("low", "middle", "high"),
    [
        [f"capacity_softmax_{kind}{scale}" for kind in ("typical_floor_", "", "typical_")]
        for scale in ("fixed", "full")
    ],
)
def test_the_annealed_threshold_lies_where_the_typical_one_must(low, middle, high):
    gaps, sides = [], [DERIVATIONS[name]() for name in (low, middle, high)]
    for d in (4, 16, 40):
        below, annealed, above = (at(side, d) for side in sides)
        assert below < annealed < above
        gaps.append(above / below)
    assert gaps[0] > gaps[1] > gaps[2]


def test_a_scale_that_does_not_grow_with_the_dimension_has_no_rate():
    with pytest.raises(Refused, match="no rate"):
        softmax_rate(SoftmaxScores(score_scale=sqrt(Size("d_k"))))


@pytest.mark.parametrize(("rate", "order"), [(softmax_rate, 1), (softmax_noise_rate, 2)])
def test_the_series_grows_at_its_rate(rate, order):
    """Second differences of the logarithm of the mean of a weight leave O(1/d^2)."""
    with mpmath.workdps(30):
        logs = [
            order * d - mpmath.log(mpmath.hyp0f1(mpmath.mpf(d) / 2, (order * d) ** 2 / 4, maxterms=10**6))
            for d in (1000, 2000, 4000)
        ]
        measured = (logs[2] - 2 * logs[1] + logs[0]) / 1000
    assert float(measured) == pytest.approx(float(rate().formula), abs=1e-5)


def test_the_typical_rate_is_the_annealed_one():
    premises = SoftmaxScores(score_scale=Size("d_k") / 2)
    assert softmax_typical_rate(premises).formula == softmax_rate(premises).formula


def test_no_other_item_leaves_the_whole_weight():
    assert DERIVATIONS["softmax_weight_fixed"]().formula.subs(n, 1) == 1
