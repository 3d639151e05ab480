"""Streams, normalisation, MLPs and losses in special cases."""

from fractions import Fraction

import sympy as sp
from theorycheck.theory.kernel.theorem import Status
from theorycheck.theory.model import Parameter
from theorycheck.theory.notation import L, symbol
from theorycheck.theory.transformer_basics import mlps, normalisation, streams


def test_a_normalised_vector_has_no_mean_whatever_the_gain_and_one_that_is_not_centred_has():
    assert normalisation.norm_mean().status is Status.DERIVED
    assert normalisation.norm_mean(normalisation.Normaliser(gain=3)).formula == 0
    assert normalisation.norm_mean(normalisation.Normaliser(centre=Fraction(1, 2))).formula != 0


def test_a_stream_of_general_gain():
    gain, g = Parameter("g"), symbol("g")
    assert sp.expand(streams.fixed_stream(streams.Stream(gain=gain)).formula - 1 - L * g**2) == 0
    relative = streams.relative_stream(streams.Stream(gain=gain, relative=True)).formula
    assert sp.simplify(relative / (1 + g**2) ** L) == 1


def test_half_of_the_pairs_double_the_length_of_the_majority():
    assert mlps.majority_length(mlps.Block(seen=Fraction(1, 2))).formula == 4 * symbol("d")
    assert mlps.majority_length().exponents == {"d": 1}
