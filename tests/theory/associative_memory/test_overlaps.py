"""All pairs of random vectors, model (23), Eq. (24) in special cases."""

import mpmath
import sympy as sp
from theorycheck.theory.associative_memory.overlaps import incoherence_union, incoherent_size
from theorycheck.theory.associative_memory.rectified import rectified_error
from theorycheck.theory.notation import eta, symbol

HALF = sp.Rational(1, 2)


def test_three_pairs_of_three_vectors_in_space():
    """In three dimensions one coordinate is uniform, so that a pair is beyond 1/4 with probability 3/4."""
    at = {symbol("d"): 3, symbol("P"): 3, eta: sp.Rational(1, 4)}
    assert abs(sp.N(incoherence_union().formula.subs(at), 30) - sp.Rational(9, 4)) < 1e-25
    size = sp.N(incoherent_size().formula.subs(at), 30)
    assert abs(size * (size - 1) / 2 * sp.Rational(3, 4) - HALF) < 1e-25


def test_an_error_is_just_above_the_mass_of_what_is_neither_stored_nor_heard():
    """What is not stored and overlaps with nothing is wrong: that is a bound from below."""
    for power, dimensions in ((sp.Rational(3, 2), 256), (sp.Integer(2), 384)):
        with mpmath.workdps(60):
            stored = mpmath.exp(mpmath.mpf(dimensions) / 16)
            tail = mpmath.betainc(
                mpmath.mpf(1) / 2, mpmath.mpf(dimensions - 1) / 2, 0.25, 1, regularized=True
            )
            low = mpmath.zeta(mpmath.mpf(power.p) / power.q, mpmath.floor(stored) + 1)
            low *= 1 - mpmath.floor(stored) * tail
            at = {symbol("d"): dimensions, eta: HALF, symbol("alpha"): power}
            bound = mpmath.mpf(str(sp.N(rectified_error().formula.subs(at), 60)))
            assert low < bound < low * (1 + mpmath.mpf(10) ** -5)
