"""All pairs of random vectors, model (23), Eq. (24): other premises, and steps broken on purpose."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from theorycheck.theory import laws
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
    Rectified,
    rectified_any,
    rectified_error,
    rectified_sound,
    rectified_token,
)
from theorycheck.theory.derivation import CheckFailed, Derivation, SideConditionError, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import eta, symbol
from theorycheck.theory.rules import circles, mistakes, pairs, stored_mass
from theorycheck.theory.rules.events import Expectation, Named, Probability
from theorycheck.theory.rules.laws import Gaussian, Sphere
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
    (rectified_any, Rectified(law=Sphere(2 * d))),
    (rectified_token, Rectified(law=Sphere(2 * d))),
    (rectified_error, Kept(size=sp.exp(eta**2 * d / 5))),
]


def _event(chance: sp.Expr) -> sp.Eq:
    return sp.Eq(Probability(Named("it happens")), chance, evaluate=False)


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    other = derive(premises)
    assert other.formula != derive().formula
    assert other.status is Status.DERIVED


@pytest.mark.parametrize(
    ("derive", "premises", "reason"),
    [
        (rectified_any, Rectified(law=Gaussian(d)), "unit vectors"),
        (rectified_sound, Rectified(output_law=Gaussian(d)), "unit vectors"),
        (learned_ties, Learned(law=Gaussian(d)), "unit vectors"),
        (learned_room, Circle(turns=sp.Integer(2)), "spread evenly"),
    ],
)
def test_premises_under_which_a_rule_does_not_hold(
    derive: Callable[..., Derivation], premises: object, reason: str
) -> None:
    with pytest.raises(SideConditionError, match=reason):
        derive(premises)


def test_vectors_of_other_lengths_are_refused() -> None:
    for law in (laws.Normal(0, 1 / size, dimension=size), laws.Sphere(size, 2)):
        with pytest.raises(Refused, match="is not that of the unit sphere"):
            incoherence_union(Vectors(law=law))


def test_three_pairs_of_three_vectors_in_space() -> None:
    """In three dimensions one coordinate is uniform, so that a pair is beyond 1/4 with probability 3/4."""
    at = {symbol("d"): 3, P: 3, eta: sp.Rational(1, 4)}
    assert abs(sp.N(incoherence_union().formula.subs(at), 30) - sp.Rational(9, 4)) < 1e-25
    size = sp.N(incoherent_size().formula.subs(at), 30)
    assert abs(size * (size - 1) / 2 * sp.Rational(3, 4) - HALF) < 1e-25


def test_a_mean_number_of_ordered_pairs_is_caught() -> None:
    fact = _event(sp.Rational(1, 7))
    right = pairs.mean_pairs.apply(fact, count=P)
    with pytest.raises(CheckFailed, match="there are"):
        pairs.mean_pairs.check(sp.Eq(right.lhs, 2 * right.rhs, evaluate=False), fact, count=P)
    with pytest.raises(CheckFailed, match="there are"):
        pairs.mean_partners.check(sp.Eq(right.lhs, P * fact.rhs, evaluate=False), fact, count=P)
    with pytest.raises(SideConditionError, match="not the probability"):
        pairs.mean_pairs.conditions(sp.Eq(sp.Symbol("a"), 1), count=P)


def test_at_least_one_is_not_half_the_mean() -> None:
    mean = sp.Eq(Expectation(sp.Symbol("K")), P / 7, evaluate=False)
    with pytest.raises(CheckFailed, match="does not hold"):
        pairs.some_by_mean.check(sp.Le(sp.Symbol("p"), P / 14, evaluate=False), mean)
    with pytest.raises(SideConditionError, match="no mean number"):
        pairs.some_by_mean.conditions(_event(HALF))


def test_two_partners_need_their_pairs() -> None:
    chance = _event(sp.Rational(1, 7))
    right = pairs.two_partners.apply(chance, count=P)
    with pytest.raises(CheckFailed, match="beyond the bound"):
        pairs.two_partners.check(sp.Le(right.lhs, right.rhs / P**2, evaluate=False), chance, count=P)


def test_a_gap_that_may_vanish_shows_nothing() -> None:
    kappa, Z = sp.Symbol("kappa", positive=True), sp.Symbol("Z", real=True)
    below = sp.Lt(eta, 1, evaluate=False)
    apart = sp.Le(sp.Symbol("X"), eta, evaluate=False)
    gap = sp.Eq(Z, (1 - 2 * eta) * kappa**2 / 2, evaluate=False)
    with pytest.raises(SideConditionError, match="not known to be positive"):
        mistakes.none_wrong.conditions(gap, apart, below)
    with pytest.raises(SideConditionError, match="not known to be positive"):
        mistakes.where_equal.conditions(sp.Eq(Z, -(kappa**2)), _event(sp.Integer(0)), share=symbol("E"))
    with pytest.raises(CheckFailed, match="not zero"):
        mistakes.none_wrong.check(_event(HALF), gap, apart, below)


def test_a_bound_on_something_else_is_refused() -> None:
    kappa, Z, X = sp.Symbol("kappa", positive=True), sp.Symbol("Z", real=True), sp.Symbol("X", real=True)
    gap = sp.Eq(Z, (1 - eta) * kappa**2 / 2, evaluate=False)
    below, apart = sp.Lt(eta, 1, evaluate=False), sp.Le(sp.Abs(X), eta, evaluate=False)
    tail = sp.Eq(Probability(sp.Gt(sp.Abs(X), eta)), symbol("p"), evaluate=False)
    bound = sp.Le(Probability(Named("at least one")), P * symbol("p"), evaluate=False)
    assert mistakes.only_beyond.conditions(gap, apart, below, tail, bound)
    other = sp.Eq(Probability(sp.Gt(sp.Abs(X), HALF)), symbol("p"), evaluate=False)
    with pytest.raises(SideConditionError, match="is not the probability that"):
        mistakes.only_beyond.conditions(gap, apart, below, other, bound)
    with pytest.raises(SideConditionError, match="bounds no probability by"):
        mistakes.only_beyond.conditions(
            gap, apart, below, tail, sp.Le(bound.lhs, P * symbol("r"), evaluate=False)
        )
    with pytest.raises(CheckFailed, match="is not bounded by"):
        mistakes.only_beyond.check(sp.Le(bound.lhs, symbol("p"), evaluate=False), gap, apart, bound)


def test_equal_vectors_on_the_line_are_not_rare() -> None:
    t = symbol("t")
    with pytest.raises(SideConditionError, match="no tail"):
        mistakes.never_equal.conditions(_event(t), threshold=t)
    with pytest.raises(SideConditionError, match="converges only if"):
        learned_ties(Learned(law=Sphere(1)))
    spread = _event(sp.betainc_regularized(HALF, (symbol("d") - 1) / 2, t**2, 1))
    with pytest.raises(CheckFailed, match="does not fall to"):
        mistakes.never_equal.check(_event(sp.Rational(1, 9)), spread, threshold=t)


def test_one_overlap_is_not_enough_only_below_one() -> None:
    e = Inner(*(Vector("e", sp.Symbol(name, integer=True), Sphere(d)) for name in "ij"))
    below, two = sp.Lt(eta, 1, evaluate=False), sp.Le(symbol("p"), HALF, evaluate=False)
    turned = sp.Eq(symbol("o"), sp.Max(0, eta - e), evaluate=False)
    with pytest.raises(CheckFailed, match="reaches the own term"):
        mistakes.two_needed.check(two, turned, below, two)
    with pytest.raises(SideConditionError, match="no sum of overlaps"):
        mistakes.two_needed.conditions(sp.Eq(symbol("o"), eta), below, two)


def test_a_cosine_bounded_from_the_wrong_side_is_caught() -> None:
    M, G = symbol("M"), sp.Symbol("G")
    gap = sp.Eq(G, 1 - sp.cos(2 * sp.pi / M), evaluate=False)
    for rule, factor in ((circles.cosine_above, HALF), (circles.cosine_below, 3)):
        bound = rule.apply(gap)
        with pytest.raises(CheckFailed, match="wrong side"):
            rule.check(bound.func(bound.lhs, factor * bound.rhs, evaluate=False), gap)
    k = sp.Symbol("i", integer=True, positive=True)
    steps = sp.Eq(G, 1 - sp.cos(2 * sp.pi * k / M), evaluate=False)
    with pytest.raises(CheckFailed, match="least gap"):
        circles.nearest_on_circle.check(sp.Eq(G, steps.rhs.subs(k, 2)), steps, step=k, count=M)


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
