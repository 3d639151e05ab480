"""Scores, saturation, averages and counts: other coordinates, and means by integration."""

from fractions import Fraction
from itertools import product
from random import Random

import mpmath
import pytest
import sympy as sp
from sympy.polys.matrices import DomainMatrix
from theorycheck.theory.laws import WithMoments
from theorycheck.theory.model import Parameter, Size
from theorycheck.theory.notation import D, H, d_k, kappa, n
from theorycheck.theory.terms import sqrt
from theorycheck.theory.transformer_basics.averaging import Values, average_variance
from theorycheck.theory.transformer_basics.heads import (
    Layer,
    biased_head_parameters,
    head_parameters,
    product_directions,
)
from theorycheck.theory.transformer_basics.saturation import (
    jacobian_above,
    query_gradient_above,
    shortfall_above,
    shortfall_below,
)
from theorycheck.theory.transformer_basics.scores import (
    NORMAL,
    SIGNS,
    Score,
    aligned_score_variance,
    full_score_mean,
    neutral_power,
    normal_score_excess,
    root_variance,
    scaled_variance,
    score_deviation,
    score_excess,
    score_variance,
    shifted_score_variance,
    sign_score_excess,
)

BOUNDS = (shortfall_above, shortfall_below, jacobian_above, query_gradient_above)


def test_other_coordinates_have_other_moments():
    assert score_variance(Score(coordinate=WithMoments(0, 2))).formula == 4 * d_k
    assert normal_score_excess(Score(coordinate=SIGNS)).formula == sign_score_excess().formula == -2 / d_k
    assert sign_score_excess(Score(coordinate=NORMAL)).formula == 6 / d_k
    assert score_excess().formula.subs(kappa, 3) == 6 / d_k
    shifted = shifted_score_variance()
    assert shifted_score_variance(Score(coordinate=NORMAL)).formula == d_k != shifted.formula
    assert score_deviation(Score(coordinate=WithMoments(0, 2))).formula == 2 * score_deviation().formula


def test_the_power_is_that_of_the_standard_deviation():
    assert scaled_variance(Score(power=Fraction(1, 4))).formula == sp.sqrt(d_k)
    assert root_variance(Score(power=1)).formula == 1 / d_k
    assert neutral_power().formula == sp.Rational(1, 2)
    wider = Score(coordinate=WithMoments(0, Size("d_k")), power=Parameter("a"))
    assert neutral_power(wider).formula == sp.Rational(3, 2)


def test_an_aligned_key_is_not_an_independent_one():
    apart = Score(power=Fraction(1, 2), coordinate=NORMAL)
    assert full_score_mean().formula == 1
    assert full_score_mean(Score(coordinate=NORMAL, aligned=True)).formula == d_k
    assert aligned_score_variance().formula == 2 * aligned_score_variance(apart).formula == 2
    assert aligned_score_variance(Score(power=Fraction(1, 2), coordinate=SIGNS, aligned=True)).formula == 0


@pytest.fixture(scope="module")
def bounds(once):
    return {function.__name__: once(function) for function in BOUNDS}


@pytest.mark.slow
def test_bounds_enclose_the_mean_over_normal_keys(bounds):
    """One dimension more than the rules know: the product of two densities integrated."""
    d = 16
    half = mpmath.mpf(d) / 2

    def mean(function):
        def inner(r):
            density = r ** (d - 1) * mpmath.exp(-r * r / 2) / (2 ** (half - 1) * mpmath.gamma(half))
            spread = mpmath.sqrt(2) * r
            area = mpmath.quad(lambda g: function(g) * mpmath.npdf(g, 0, spread), [0, 2, 8, 30])
            return 2 * density * area

        return mpmath.quad(inner, [0, 2, 4, 6, 12])

    with mpmath.workdps(12):
        small = mean(lambda g: 1 / (1 + mpmath.exp(g)))
    low, high = (float(bounds[f"shortfall_{side}"].formula.subs(d_k, d)) for side in ("below", "above"))
    assert low < float(small) < high
    # The mean of twice as long keys lies outside: the enclosure is tight enough to tell.
    assert not low < float(small) / 2 < high


def test_other_averages_and_other_layers():
    assert average_variance(Values(divisor=sqrt(Size("n")))).formula == 1
    assert average_variance(Values(law=WithMoments(1, 2))).formula == 1 / n
    assert head_parameters(Layer(width=Size("D"))).formula == 4 * D**2 * H
    assert sp.expand(biased_head_parameters().formula - head_parameters().formula) == 4 * D


def rank_of_slope(size: int, width: int) -> int:
    """Of A B by both factors, whole numbers drawn at random."""
    random = Random(1)
    one, other = (sp.Matrix(size, width, lambda *_: random.randint(-9, 9)) for _ in "AB")
    entries = list(product(range(size), range(width)))
    units = [sp.Matrix(size, width, lambda a, b, at=at: int((a, b) == at)) for at in entries]
    rows = [list(slope) for unit in units for slope in (unit * other.T, one * unit.T)]
    return DomainMatrix.from_Matrix(sp.Matrix(rows)).convert_to(sp.QQ).rank()


@pytest.mark.parametrize(("size", "heads"), [(2, 1), (2, 2), (3, 1), (4, 2)])
def test_directions_that_change_products_are_ranks_by_elimination(size, heads):
    found = product_directions().formula.subs({D: size, H: heads})
    assert found == 2 * heads * rank_of_slope(size, size // heads)
