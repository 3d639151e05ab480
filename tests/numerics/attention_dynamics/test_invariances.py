"""What gradients keep, and that other combinations of the same gradients are not kept."""

import pytest
import torch
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients
from theorycheck.numerics.attention_dynamics.invariances import (
    balance_drift,
    drift_gap,
    invariance_gap,
    step_drift,
)
from theorycheck.numerics.attention_dynamics.model import Sizes, sample_instances
from theorycheck.numerics.trials import Source


@pytest.mark.parametrize("point", invariance_gap.points, ids=lambda point: "-".join(map(str, point.values())))
def test_it_vanishes_up_to_rounding(point):
    found = invariance_gap.evaluate(point)
    assert found.value <= found.error_bound < 1e-10


def test_columns_of_the_score_gradient_and_other_balances_do_not_vanish():
    drawn = sample_instances(Sizes(), (), Source(generator=torch.Generator().manual_seed(1)))
    found = automatic_gradients(drawn.head, drawn.x, drawn.y, causal=False)
    assert found.s.sum(dim=-2).abs().max() > 1e-3
    one, other = found.W_Q @ drawn.head.W_Q.mT, found.W_V @ drawn.head.W_V.mT
    assert (one + one.mT - other - other.mT).abs().max() > 1e-3


@pytest.mark.parametrize("of", ["routing balance", "output balance"])
def test_a_step_adds_the_square_of_the_gradients_and_no_other_multiple_of_it(of):
    added, squares = step_drift(of, "causal", 0.5)
    assert (added - squares / 4).abs().max() < 1e-13
    assert (added - squares / 2).abs().max() > 1e-3
    assert drift_gap.evaluate({"of": of, "mask": "causal", "eta": 0.5}).value < 1e-12
    wide, narrow = (
        balance_drift.evaluate({"of": of, "mask": "full", "eta": eta}).value for eta in (1.0, 0.25)
    )
    assert abs(wide / narrow - 16) < 1e-9
