"""Nulls under other premises."""

from fractions import Fraction

import sympy as sp
from theorycheck.theory.attention_dynamics import nulls
from theorycheck.theory.attention_dynamics.nulls import (
    Directions,
    random_cosine,
    random_signed_cosine,
    random_square_cosine,
)
from theorycheck.theory.notation import d_k


def test_keys_of_more_dimensions_are_more_orthogonal():
    for derivation in (random_cosine, random_square_cosine):
        shifted = derivation(Directions(dimension=nulls.d_k + 1)).formula
        assert sp.simplify(shifted - derivation().formula.subs(d_k, d_k + 1)) == 0
        assert shifted.subs(d_k, 7) < derivation().formula.subs(d_k, 7)


def test_cosines_average_to_what_keys_have_in_common():
    assert random_signed_cosine().formula == 0
    assert random_signed_cosine(Directions(own=Fraction(1, 2))).formula == sp.Rational(1, 2)
