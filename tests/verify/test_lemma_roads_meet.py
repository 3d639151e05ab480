"""Lemma 1, gaps and Cover's count: what is derived against what is measured, and the bounds' order."""

from __future__ import annotations

import pytest
from theorycheck.law import evaluate
from theorycheck.numerics.associative_memory import QUANTITIES
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.theory.associative_memory.incoherence import (
    incoherence_bound,
    incoherence_lemma,
    learned_gap,
    rectified_gap,
)
from theorycheck.theory.associative_memory.separability import separable_probability

FAILURE = QUANTITIES["incoherence_failure"]


@pytest.mark.parametrize(("derivation", "rule"), [(incoherence_lemma, "lemma"), (incoherence_bound, "given")])
def test_bounds_on_a_pair_lie_above_what_is_enclosed(derivation, rule):
    formula = derivation().formula
    cells = [cell for cell in FAILURE.cells if cell["rule"] == rule]
    assert len(cells) > 10
    for cell in cells:
        found = FAILURE.evaluate(cell)
        assert found.value + found.error_bound <= evaluate(formula, cell)


def test_a_bound_with_twice_the_exponent_would_be_violated():
    formula = incoherence_bound().formula
    (exponential,) = [part for part in formula.args if part.is_Pow is False and part.func.__name__ == "exp"]
    wrong = formula / exponential * exponential**2
    cells = [cell for cell in FAILURE.cells if cell["rule"] == "given"]
    assert any(FAILURE.evaluate(cell).value > evaluate(wrong, cell) for cell in cells)


@pytest.mark.parametrize(("derivation", "model"), [(learned_gap, "(24)"), (rectified_gap, "(23)")])
def test_gaps_are_what_the_models_answer(derivation, model):
    formula, quantity = derivation().formula, QUANTITIES["answer_gap"]
    for cell in quantity.cells:
        gap = abs(quantity.evaluate(cell).value - evaluate(formula, cell))
        if cell["model"] == model:
            assert gap <= quantity.evaluate(cell).error_bound
        elif cell["eta"] and model == "(24)":
            assert gap > quantity.evaluate(cell).error_bound


@pytest.mark.usefixtures("one_torch_thread")
@pytest.mark.parametrize("name", ["separable_rays", "separable"])
def test_matrices_are_found_as_often_as_counted(name):
    quantity, formula = QUANTITIES[name], separable_probability().formula
    sheets = [sheet for sheet in quantity.sheets if sheet.shared["M"] == 2]
    for sheet in sheets:
        means = sample_block(quantity, sheet, 0, 5, "cpu").mean
        for cell, mean in zip(sheet.cells, means, strict=True):
            chance = evaluate(formula, cell)
            spread = (chance * (1 - chance) / sheet.trials_per_block) ** 0.5
            assert abs(mean - chance) <= 4 * spread
            # One token more is told apart by the larger samples.
            other = evaluate(formula, {**cell, "N": cell["N"] + 1})
            if sheet.trials_per_block > 1000:
                assert abs(mean - other) > 4 * spread


def test_the_best_matrix_is_enclosed():
    low, high = QUANTITIES["best_error_floor"], QUANTITIES["best_error_ceiling"]
    outer = QUANTITIES["least_error"]
    for cell in low.cells:
        below, above = low.evaluate(cell).value, high.evaluate(cell).value
        assert below < above < 100 * below
        assert above < outer.evaluate(cell).value
