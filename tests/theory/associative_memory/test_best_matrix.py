"""The best matrix of all, two classes: other premises, and steps broken on purpose."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.associative_memory.best_matrix import (
    Best,
    Separated,
    best_matrix_ceiling,
    best_matrix_floor,
)
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import alpha, symbol
from theorycheck.theory.rules import best_matrix as rules
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.laws import Gaussian
from theorycheck.theory.rules.points import number

d = sp.Symbol("d", integer=True, positive=True)
N = sp.Symbol("N", integer=True, positive=True)
k = sp.Symbol("k", positive=True)
x, j = (sp.Symbol(name, integer=True, positive=True) for name in "xj")
WINDOW, ERRORS = sp.Eq(N, 6 * d, evaluate=False), sp.Eq(k, d / 4, evaluate=False)
LAW = sp.Eq(sp.Function("p")(x), x**-alpha, evaluate=False)
REGIONS = sp.Eq(symbol("C"), 2 * sp.Sum(sp.binomial(N - 1, j), (j, 0, d - 1)), evaluate=False)
RIGHT = sp.Eq(
    Probability(Named("some W is right about all tokens")),
    sp.betainc_regularized(N - d, d, 0, sp.Rational(1, 2)),
    evaluate=False,
)


@pytest.mark.parametrize(
    ("derive", "premises"),
    [
        (best_matrix_floor, Best(window=8 * d)),
        (best_matrix_floor, Best(errors=d / 8)),
        (best_matrix_ceiling, Best(right=3 * d / 2)),
        (best_matrix_ceiling, Best(classes=Separated(law=Gaussian(d + 1)))),
    ],
)
def test_other_premises_give_other_bounds(derive, premises) -> None:
    assert derive(premises).formula != derive().formula


def test_the_bounds_are_in_order_and_of_one_order() -> None:
    below, above = best_matrix_floor().formula, best_matrix_ceiling().formula
    for power in (sp.Rational(3, 2), sp.Integer(2)):
        ends = []
        for size in (100, 10_000):
            at = {symbol("d"): sp.Integer(size), alpha: power}
            ends.append([number(side * symbol("d") ** (alpha - 1), at) for side in (below, above)])
        assert all(0 < low < high for low, high in ends)
        assert abs(ends[1][0] / ends[0][0] - 1) < 1e-6


def test_too_many_errors_or_dimensions_are_not_bounded() -> None:
    bound = rules.regions_by_entropy.apply(REGIONS, WINDOW)
    with pytest.raises(SideConditionError, match="at most one half"):
        rules.regions_by_entropy.conditions(REGIONS, sp.Eq(N, 3 * d / 2, evaluate=False))
    with pytest.raises(SideConditionError, match="at most one half"):
        rules.few_errors.conditions(bound, WINDOW, sp.Eq(k, 4 * d, evaluate=False))
    with pytest.raises(SideConditionError, match="no number of dichotomies"):
        rules.regions_by_entropy.conditions(sp.Eq(symbol("C"), 2**N), WINDOW)
    with pytest.raises(SideConditionError, match="no upper bound"):
        rules.few_errors.conditions(REGIONS, WINDOW, ERRORS)


def test_counts_above_a_broken_bound_are_caught() -> None:
    bound = rules.regions_by_entropy.apply(REGIONS, WINDOW)
    small = sp.Le(bound.lhs, 2 * rules.spread(sp.Rational(1, 12)) ** (6 * d), evaluate=False)
    with pytest.raises(CheckFailed, match="dichotomies"):
        rules.regions_by_entropy.check(small, REGIONS, WINDOW)
    few = rules.few_errors.apply(bound, WINDOW, ERRORS)
    fewer = sp.Le(few.lhs, few.rhs / rules.spread(sp.Rational(1, 24)) ** (6 * d), evaluate=False)
    with pytest.raises(CheckFailed, match="more sets"):
        rules.few_errors.check(fewer, bound, WINDOW, ERRORS)


def test_a_weight_of_heavier_tokens_is_caught() -> None:
    few = sp.Le(Probability(Named("few")), sp.Rational(1, 2) ** d, evaluate=False)
    right = rules.otherwise_many.apply(few, WINDOW, ERRORS, LAW)
    first = sp.Ge(right.lhs, right.rhs * 6**alpha, evaluate=False)
    with pytest.raises(CheckFailed, match="weigh"):
        rules.otherwise_many.check(first, few, WINDOW, ERRORS, LAW)
    with pytest.raises(SideConditionError, match="not known to fall"):
        rules.otherwise_many.conditions(few, WINDOW, ERRORS, sp.Eq(LAW.lhs, x**alpha, evaluate=False))


def test_a_coin_about_nothing_is_caught() -> None:
    stored = sp.Eq(N, sp.Rational(9, 5) * d, evaluate=False)
    bound = rules.right_or_coin.apply(RIGHT, stored, LAW)
    for part in bound.rhs.args:
        with pytest.raises(CheckFailed, match="above the bound"):
            rules.right_or_coin.check(sp.Le(bound.lhs, bound.rhs - part, evaluate=False), RIGHT, stored, LAW)
    rising = sp.Eq(RIGHT.lhs, sp.betainc_regularized(d, N - d, 0, sp.Rational(1, 2)), evaluate=False)
    with pytest.raises(SideConditionError, match="does not fall"):
        rules.right_or_coin.conditions(rising, stored, LAW)
    with pytest.raises(SideConditionError, match="in units of the first"):
        rules.right_or_coin.conditions(RIGHT, stored, sp.Eq(LAW.lhs, 2 * x**-alpha, evaluate=False))
