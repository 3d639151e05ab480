"""Associative memory where no claim compares: matrices that separate, the best matrix."""

import pytest
from theorycheck.law import evaluate
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.associative_memory.separability import separable_probability

QUANTITIES = quantities("associative_memory")


@pytest.mark.usefixtures("one_torch_thread")
@pytest.mark.parametrize("name", ["separable_rays", "separable"])
def test_matrices_are_found_as_often_as_counted(name):
    quantity, formula = QUANTITIES[name], separable_probability().formula
    groups = [group for group in quantity.groups if group.shared["M"] == 2]
    for group in groups:
        means = sample_block(quantity, group, 0, 5, "cpu").mean
        for point, mean in zip(group.points, means, strict=True):
            chance = evaluate(formula, point)
            spread = (chance * (1 - chance) / group.trials_per_block) ** 0.5
            assert abs(mean - chance) <= 4 * spread
            # One token more is told apart by the larger samples.
            other = evaluate(formula, {**point, "N": point["N"] + 1})
            if group.trials_per_block > 1000:
                assert abs(mean - other) > 4 * spread


def test_the_best_matrix_is_enclosed():
    low, high = (
        QUANTITIES["best_error_floor"],
        QUANTITIES["best_error_ceiling"],
    )
    outer = QUANTITIES["least_error"]
    for point in low.points:
        below, above = low.evaluate(point).value, high.evaluate(point).value
        assert below < above < 100 * below
        assert above < outer.evaluate(point).value
