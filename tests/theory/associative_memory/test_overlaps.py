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
from theorycheck.theory.associative_memory.rectified import (
    Kept,
    P,
    rectified_error,
)
from theorycheck.theory.derivation import CheckFailed, Derivation, SideConditionError, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Size
from theorycheck.theory.notation import eta, symbol
from theorycheck.theory.rules import mistakes, pairs, stored_mass
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.laws import Sphere
from theorycheck.theory.rules.vectors import Inner, Vector

d = sp.Symbol("d", integer=True, positive=True)
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
    (rectified_error, Kept(size=sp.exp(eta**2 * d / 5))),
]


def _event(chance: sp.Expr) -> sp.Eq:
    return sp.Eq(Probability(Named("it happens")), chance, evaluate=False)


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
    at = {symbol("d"): 3, P: 3, eta: sp.Rational(1, 4)}
    assert abs(sp.N(incoherence_union().formula.subs(at), 30) - sp.Rational(9, 4)) < 1e-25
    size = sp.N(incoherent_size().formula.subs(at), 30)
    assert abs(size * (size - 1) / 2 * sp.Rational(3, 4) - HALF) < 1e-25


def test_two_partners_need_their_pairs() -> None:
    chance = _event(sp.Rational(1, 7))
    right = pairs.two_partners.apply(chance, count=P)
    with pytest.raises(CheckFailed, match="beyond the bound"):
        pairs.two_partners.check(sp.Le(right.lhs, right.rhs / P**2, evaluate=False), chance, count=P)


def test_one_overlap_is_not_enough_only_below_one() -> None:
    e = Inner(*(Vector("e", sp.Symbol(name, integer=True), Sphere(d)) for name in "ij"))
    below, two = sp.Lt(eta, 1, evaluate=False), sp.Le(symbol("p"), HALF, evaluate=False)
    turned = sp.Eq(symbol("o"), sp.Max(0, eta - e), evaluate=False)
    with pytest.raises(CheckFailed, match="reaches the own term"):
        mistakes.two_needed.check(two, turned, below, two)
    with pytest.raises(SideConditionError, match="no sum of overlaps"):
        mistakes.two_needed.conditions(sp.Eq(symbol("o"), eta), below, two)


def test_a_bound_that_leaves_out_the_rest_is_caught() -> None:
    alpha, x = symbol("alpha"), sp.Symbol("x", integer=True, positive=True)
    law = sp.Eq(sp.Function("p")(x), x**-alpha / sp.zeta(alpha), evaluate=False)
    stored = sp.Eq(P, sp.exp(eta**2 * symbol("d") / 4), evaluate=False)
    wrong = sp.Le(Probability(Named("a stored token is wrong")), P**2 / 10**9, evaluate=False)
    right = stored_mass.stored_and_rest.apply(wrong, law, stored)
    part = sp.zeta(alpha) * wrong.rhs.subs(P, stored.rhs)
    for less in (right.rhs - part, part):
        with pytest.raises(CheckFailed, match="above the bound"):
            stored_mass.stored_and_rest.check(sp.Le(right.lhs, less, evaluate=False), wrong, law, stored)
    with pytest.raises(SideConditionError, match="not known to rise"):
        stored_mass.stored_and_rest.conditions(sp.Le(wrong.lhs, 1 / P, evaluate=False), law, stored)


def test_the_share_of_caps_is_the_tail_of_one_coordinate() -> None:
    with mpmath.workdps(30):
        share = pairs.cap(6, mpmath.mpf(1) / 2)
        beta = mpmath.betainc(mpmath.mpf(1) / 2, mpmath.mpf(5) / 2, 0.25, 1, regularized=True)
        assert abs(share - beta) < mpmath.mpf(10) ** -28
