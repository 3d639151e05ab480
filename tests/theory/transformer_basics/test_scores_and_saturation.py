"""Scores, averages and counts under other premises."""

from fractions import Fraction

import sympy as sp
from theorycheck.theory.laws import WithMoments
from theorycheck.theory.model import Parameter, Size
from theorycheck.theory.notation import D, H, d_k, kappa, n
from theorycheck.theory.terms import sqrt
from theorycheck.theory.transformer_basics.averaging import Values, average_variance
from theorycheck.theory.transformer_basics.heads import Layer, biased_head_parameters, head_parameters
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


def test_other_averages_and_other_layers():
    assert average_variance(Values(divisor=sqrt(Size("n")))).formula == 1
    assert average_variance(Values(law=WithMoments(1, 2))).formula == 1 / n
    assert head_parameters(Layer(width=Size("D"))).formula == 4 * D**2 * H
    assert sp.expand(biased_head_parameters().formula - head_parameters().formula) == 4 * D
