"""Column sums of indifferent weights: by rules, added up by hand, and otherwise under other premises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics.column_sums import (
    CAUSAL,
    FULL,
    T,
    causal_column_sum,
    full_column_sum,
    harmonic_number,
    i,
    j,
    k,
)
from theorycheck.theory.derivation import Chain, Derivation, SideConditionError, Status

OTHERS = [
    (full_column_sum, CAUSAL),
    (full_column_sum, replace(FULL, last=T - 1)),
    (causal_column_sum, FULL),
    (causal_column_sum, replace(CAUSAL, first=j + 1)),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS)
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    found, other = derive(), derive(premises)
    assert found.status is other.status is Status.DERIVED
    assert found.formula != other.formula


@pytest.mark.parametrize(("length", "position"), [(1, 1), (4, 1), (4, 3), (9, 9)])
def test_the_causal_sum_by_hand(length: int, position: int) -> None:
    added = sum(Fraction(1, query) for query in range(position, length + 1))
    formula = causal_column_sum().formula.subs({T: length, j: position})
    assert formula == sp.Rational(added.numerator, added.denominator)


def test_scores_that_prefer_a_position_leave_no_harmonic_sum() -> None:
    with pytest.raises(SideConditionError):
        causal_column_sum(replace(CAUSAL, score=i * k))


def test_only_sums_of_inverses_from_one_on_are_harmonic_numbers() -> None:
    chain = Chain(name="squares", title="Squares", premises=())
    squares = chain.define("squares", sp.Symbol("A"), sp.Sum(1 / i**2, (i, 1, T)))
    with pytest.raises(SideConditionError):
        chain.apply("harmonic numbers", harmonic_number, squares)
