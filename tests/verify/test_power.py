"""The forecast of a plan: cost and power from a pilot, against what runs really take and decide."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from theorycheck.claim import Threshold
from theorycheck.evidence.power import forecast
from theorycheck.evidence.preset import PRESETS
from theorycheck.papers.plans import plan
from theorycheck.papers.selection import select
from theorycheck.papers.tables import CLAIMS


def planned(claim_id, preset="standard", **changes):
    (claim,) = select(CLAIMS, [claim_id])
    return plan(msgspec.structs.replace(claim, **changes), PRESETS[preset])


@pytest.mark.parametrize(
    "claim_id",
    [
        "conditioning.key_overlap.mean_square",
        "conditioning.capacity.unshared.theta",
        "conditioning.retrieval.guarantee",
    ],
)
def test_a_standard_plan_has_the_power_to_decide(claim_id):
    assert forecast(planned(claim_id)).power > 0.95


def test_a_margin_below_the_error_has_no_power():
    assert forecast(planned("conditioning.key_overlap.mean_square", margin=1e-5)).power == 0


def test_power_grows_with_the_rounds():
    whole = planned("conditioning.key_overlap.sixth_moment", margin=0.012, grid={"d_k": (64,)})
    short = replace(whole, blocks=(1,), levels=(0.005,))
    assert forecast(short).power < forecast(whole).power


def test_the_cost_grows_with_the_blocks():
    whole = planned("conditioning.capacity.unshared.theta")
    assert forecast(whole).seconds > 4 * forecast(replace(whole, blocks=(1,), levels=(0.005,))).seconds


def test_what_is_computed_costs_no_draws():
    assert forecast(planned("conditioning.first_collision.probability")).power is None


def test_a_pilot_that_meets_no_threshold_says_so():
    threshold = Threshold(variable="n", level=1e6)
    found = forecast(planned("conditioning.capacity.unshared.theta", threshold=threshold))
    assert found.power is None
    assert "1e+06" in found.obstacle


def test_a_pilot_that_saw_nothing_says_so_and_one_that_saw_something_forecasts():
    found = forecast(planned("conditioning.error_law.one_head.theta"))
    assert found.power is None
    assert "every mean is zero" in found.obstacle
    assert forecast(planned("conditioning.error_law.factor_dimension")).power is not None
