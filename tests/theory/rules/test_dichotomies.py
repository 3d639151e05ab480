"""Dichotomies: numbers known by hand, and each rule broken on purpose."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.derivation import Chain, CheckFailed, SideConditionError
from theorycheck.theory.rules import dichotomies
from theorycheck.theory.rules.dichotomies import GeneralPosition, all_regions, coin_tail, fair_labels
from theorycheck.theory.rules.laws import Gaussian, OneHot
from theorycheck.theory.rules.vectors import Vector

d, N, j = (sp.Symbol(name, integer=True, positive=True) for name in "dNj")
POSITION = GeneralPosition(Vector("e", j, Gaussian(d)))


def regions() -> sp.Eq:
    recurrence = dichotomies.one_more_point.apply(POSITION, count=N)
    return all_regions.apply(recurrence, POSITION, count=N)


@pytest.mark.parametrize(("points", "size", "known"), [(3, 2, 6), (4, 3, 14), (5, 3, 22), (4, 4, 16)])
def test_regions_of_few_points_are_known(points: int, size: int, known: int) -> None:
    assert regions().rhs.subs({N: points, d: size}).doit() == known


def test_another_recurrence_is_refused() -> None:
    recurrence = dichotomies.one_more_point.apply(POSITION, count=N)
    doubled = sp.Eq(recurrence.lhs, 2 * recurrence.rhs, evaluate=False)
    with pytest.raises(SideConditionError, match="Pascal"):
        all_regions.conditions(doubled, POSITION, count=N)
    with pytest.raises(CheckFailed, match="dichotomies"):
        dichotomies.one_more_point.check(doubled, POSITION, count=N)


def test_a_missing_term_of_the_sum_is_caught() -> None:
    recurrence = dichotomies.one_more_point.apply(POSITION, count=N)
    right = regions()
    (total,) = right.rhs.atoms(sp.Sum)
    index, start, end = total.limits[0]
    short = sp.Eq(right.lhs, 2 * sp.Sum(total.function, (index, start, end - 1)), evaluate=False)
    with pytest.raises(CheckFailed, match="Run from one point"):
        all_regions.check(short, recurrence, POSITION, count=N)
    with pytest.raises(CheckFailed, match="share"):
        fair_labels.check(fair_labels.apply(short, POSITION, count=N), short, POSITION, count=N)


def test_points_without_a_density_are_refused() -> None:
    with pytest.raises(SideConditionError, match="density"):
        dichotomies.one_more_point.conditions(GeneralPosition(Vector("e", j, OneHot(d))), count=N)


def test_a_wrong_tail_of_coins_is_caught() -> None:
    share = fair_labels.apply(regions(), POSITION, count=N)
    right = coin_tail.apply(share)
    a, b, low, high = right.rhs.args
    wrong = sp.Eq(right.lhs, sp.betainc_regularized(a + 1, b, low, high), evaluate=False)
    with pytest.raises(CheckFailed, match="coins"):
        coin_tail.check(wrong, share)
    with pytest.raises(SideConditionError, match="fair coins"):
        coin_tail.conditions(sp.Eq(share.lhs, 3 * share.rhs, evaluate=False))


def test_a_failed_check_marks_the_chain() -> None:
    chain = Chain(name="x", title="x", premises=())
    position = chain.define("points", POSITION)
    wrong = replace(
        dichotomies.one_more_point,
        apply=lambda position, *, count: sp.Eq(sp.Function("C")(count + 1, dichotomies._k), sp.Integer(2)),
    )
    assert chain.apply("add one", wrong, position, count=N).failed
