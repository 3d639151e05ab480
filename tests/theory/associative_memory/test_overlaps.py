"""All pairs of random vectors, model (23), Eq. (24): other premises, and steps broken on purpose."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory import laws
from theorycheck.theory.associative_memory.incoherence import (
    Family,
    Unembeddings,
    rectified_any,
    rectified_gap,
    rectified_sound,
    rectified_token,
)
from theorycheck.theory.associative_memory.learned import (
    Circle,
    Learned,
    Line,
    learned_line,
    learned_room,
    learned_ties,
)
from theorycheck.theory.associative_memory.overlaps import (
    Footnote,
    Vectors,
    footnote_used,
    incoherence_union,
    incoherent_size,
)
from theorycheck.theory.associative_memory.overlaps import d as size
from theorycheck.theory.associative_memory.overlaps import eta as level
from theorycheck.theory.associative_memory.rectified import (
    Kept,
    rectified_error,
)
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Size
from theorycheck.theory.notation import eta, symbol
from theorycheck.theory.rules.pairs import cap
from theorycheck.theory.terms import exp

HALF = sp.Rational(1, 2)
OTHERS = [
    (footnote_used, Footnote(power=1)),
    (footnote_used, Footnote(rate=Fraction(1, 4))),
    (incoherence_union, Vectors(law=laws.Sphere(2 * size))),
    (incoherent_size, Vectors(law=laws.Sphere(2 * size))),
    (incoherent_size, Vectors(level=Fraction(1))),
    (learned_line, Line(points=3)),
    (rectified_any, Family(law=laws.Sphere(2 * size))),
    (rectified_token, Family(law=laws.Sphere(2 * size))),
    (rectified_error, Kept(size=exp(level**2 * size / 5))),
    (rectified_error, Kept(law=laws.Sphere(2 * size))),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    other = derive(premises)
    assert other.formula != derive().formula
    assert other.status is Status.DERIVED


@pytest.mark.parametrize("turns", [2, Fraction(1, 2)])
def test_steps_that_do_not_go_around_once_are_refused(turns):
    with pytest.raises(Refused, match="add up"):
        learned_room(Circle(turns=turns))


def test_vectors_of_other_lengths_are_refused() -> None:
    for law in (laws.Normal(0, 1 / size, dimension=size), laws.Sphere(size, 2)):
        with pytest.raises(Refused, match="is not that of the unit sphere"):
            incoherence_union(Vectors(law=law))


@pytest.mark.parametrize(
    ("derive", "premises", "reason"),
    [
        (rectified_gap, Unembeddings(law=laws.Normal(0, 1 / size, dimension=size)), "no fixed length"),
        (rectified_gap, Unembeddings(own=2), "not the same"),
        (rectified_sound, Family(law=laws.Normal(0, 1 / size, dimension=size)), "no fixed length"),
        (rectified_token, Family(law=laws.Sphere(size, Fraction(1, 2))), "do not add up"),
        (rectified_any, Family(law=laws.Sphere(size, 2)), "do not add up"),
        (rectified_error, Kept(law=laws.Sphere(size, Fraction(1, 2))), "do not add up"),
        (learned_ties, Learned(law=laws.Sphere(Size("d"))), "may be below 2"),
        (learned_ties, Learned(law=laws.Normal(0, 1 / size, dimension=size)), "fixed length"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_other_laws_and_lengths_are_refused(
    derive: Callable[..., Derivation], premises: object, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        derive(premises)


def test_three_pairs_of_three_vectors_in_space() -> None:
    """In three dimensions one coordinate is uniform, so that a pair is beyond 1/4 with probability 3/4."""
    at = {symbol("d"): 3, symbol("P"): 3, eta: sp.Rational(1, 4)}
    assert abs(sp.N(incoherence_union().formula.subs(at), 30) - sp.Rational(9, 4)) < 1e-25
    size = sp.N(incoherent_size().formula.subs(at), 30)
    assert abs(size * (size - 1) / 2 * sp.Rational(3, 4) - HALF) < 1e-25


def test_an_error_is_just_above_the_mass_of_what_is_neither_stored_nor_heard() -> None:
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


def test_the_share_of_caps_is_the_tail_of_one_coordinate() -> None:
    with mpmath.workdps(30):
        share = cap(6, mpmath.mpf(1) / 2)
        beta = mpmath.betainc(mpmath.mpf(1) / 2, mpmath.mpf(5) / 2, 0.25, 1, regularized=True)
        assert abs(share - beta) < mpmath.mpf(10) ** -28
