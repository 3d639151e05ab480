"""The forecast of a plan: cost and power from a pilot, against what runs really take and decide."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import msgspec
import numpy as np
import pytest
from theorycheck.claim import Claim, Relation, Threshold
from theorycheck.document import Outcome
from theorycheck.evidence import power
from theorycheck.evidence.power import _cheapest, _last_analyses, forecast, forecast_on
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.progress import unobserved
from theorycheck.evidence.reduction import sampled_evidence
from theorycheck.evidence.run import RunOptions, run
from theorycheck.evidence.work import Task
from theorycheck.papers.index import select
from theorycheck.papers.plans import plan
from theorycheck.papers.tables import CLAIMS
from theorycheck.statistics.evidence import Evidence
from theorycheck.terminal import console
from theorycheck.wording import words

from . import planted


def planned(claim_id, preset="standard", **changes):
    (claim,) = select(CLAIMS, [claim_id])
    return plan(msgspec.structs.replace(claim, **changes), PRESETS[preset])


@pytest.mark.parametrize(
    "claim_id",
    [
        "conditioning.key_overlap.mean_square",
        "conditioning.capacity.unshared.theta",
        "conditioning.retrieval.guarantee",
        # A constant inside the law, and a variable that all outputs of one draw share.
        "conditioning.clean_up_failure.seldom",
    ],
)
def test_a_standard_plan_has_the_power_to_decide(claim_id):
    assert forecast(planned(claim_id)).power > 0.95


def test_a_margin_below_the_error_has_no_power():
    assert forecast(planned("conditioning.key_overlap.mean_square", margin=1e-5)).power == 0


def test_a_plan_that_cannot_decide_says_what_would(capsys):
    for claim_id, margin, told in (
        ("conditioning.key_overlap.mean_square", 1e-5, True),
        ("conditioning.key_overlap.mean_square", 0.05, False),
    ):
        found = planned(claim_id, margin=margin)
        console.print_forecast(found, PRESETS["standard"], forecast(found))
        assert ("to decide" in capsys.readouterr().err) is told


def test_power_grows_with_the_rounds():
    whole = planned("conditioning.key_overlap.sixth_moment", margin=0.012, grid={"d_k": (64,)})
    short = replace(whole, blocks=(1,), levels=(0.005,))
    assert forecast(short).power < forecast(whole).power


def test_the_cost_grows_with_the_blocks():
    whole = planned("conditioning.capacity.unshared.theta")
    assert forecast(whole).seconds > 4 * forecast(replace(whole, blocks=(1,), levels=(0.005,))).seconds


def test_what_is_computed_costs_no_trials():
    assert forecast(planned("conditioning.first_collision.probability")).power is None


def test_a_pilot_that_meets_no_threshold_says_so():
    threshold = Threshold(variable="n", level=1e6)
    found = forecast(planned("conditioning.capacity.unshared.theta", threshold=threshold))
    assert found.power is None
    assert "1e+06" in found.obstacle


def test_a_pilot_that_saw_nothing_says_so_and_one_that_saw_something_forecasts(monkeypatch):
    rare = planned("conditioning.error_law.one_head.theta")
    assert forecast(rare, 1).power is not None

    def saw_nothing(*words):
        seen = sampled_evidence(*words)
        return Evidence.of([replace(point, mean=0.0) for point in seen.points], seen.covariance.matrix)

    monkeypatch.setattr(power, "sampled_evidence", saw_nothing)
    found = forecast(rare, 1)
    assert found.power is None
    assert "every mean is zero" in found.obstacle


def test_a_law_whose_constants_no_pilot_tells_says_so(monkeypatch):
    monkeypatch.setattr(power, "held_fit", lambda *_: None)
    assert "constants of 1 - (1 - p)**L" in forecast(planned("conditioning.clean_up_failure.seldom")).obstacle


def test_a_power_that_every_simulated_run_shows_is_told_by_its_lower_limit(capsys):
    found = planned("conditioning.key_overlap.mean_square")
    for preset, told in (("quick", "above 86 %"), ("standard", "above 95 %")):
        console.print_forecast(found, PRESETS[preset], forecast(found, PRESETS[preset].simulations))
        assert f"with probability {told}" in capsys.readouterr().err


def test_a_bound_without_a_margin_names_none(capsys):
    found = planned("conditioning.retrieval.guarantee")
    for margin, told in ((0.0, "confirms it with probability"), (0.02, "confirms it (within 2 %) with")):
        changed = replace(
            found, resolved=replace(found.resolved, claim=msgspec.structs.replace(found.claim, margin=margin))
        )
        console.print_forecast(changed, PRESETS["quick"], forecast(found, 1))
        assert told in capsys.readouterr().err


class Recording(ThreadPoolExecutor):
    """Remembers which blocks it was asked for."""

    def __init__(self):
        super().__init__(1)
        self.blocks = []

    def submit(self, function, *arguments):
        self.blocks += [argument.block for argument in arguments if isinstance(argument, Task)]
        return super().submit(function, *arguments)


def test_a_run_begins_with_the_blocks_of_its_pilot(tmp_path):
    short = planned("conditioning.key_overlap.mean_square", preset="quick")
    options = RunOptions(
        preset=PRESETS["quick"], seed=3, device="cpu", workers=1, memory=2**31, budget=None, command=""
    )
    with Recording() as pool, Recording() as fresh:
        pilot = forecast_on(pool, short, 1, options.seed).blocks
        assert set(pool.blocks) == {0}
        pool.blocks.clear()
        found = run([short], options, tmp_path / "a", unobserved, pool, pilot=pilot)
        whole = run([short], options, tmp_path / "b", unobserved, fresh)
    assert 0 not in pool.blocks
    assert 0 in fresh.blocks
    assert [point.mean for point in found.claims[0].points] == [
        point.mean for point in whole.claims[0].points
    ]


SIZES = 2.0 ** np.arange(4, 12)


@dataclass(frozen=True)
class Planned:
    """A plan of two rounds, as far as its last analysis asks."""

    claim: Claim
    blocks: tuple[int, ...]
    levels: tuple[float, ...] = (0.0001, 0.0049)


def power_of_a_limit(curve, *, blocks=16, stderr=0.01, sizes=SIZES, **fields):
    """The power of a plan to show that a limit is 1, after a pilot of one block with these errors."""
    claim = planted.claim(Relation.LIMIT, "1", **fields)
    pilot = planted.sampled({"d_k": sizes}, curve(sizes), stderr, seed=5)
    plan = Planned(claim, (1, blocks))
    decided = _last_analyses(plan, pilot, 20)
    return sum(one.outcome is Outcome.AGREES for one in decided) / 20


def test_the_power_of_a_limit_is_that_of_its_slow_approach():
    """With 1 itself as the truth at every size, all three would have the power of the last."""
    assert power_of_a_limit(lambda d: 1 + 1 / np.log(d)) == 0
    assert power_of_a_limit(lambda d: 1 + 4 / np.sqrt(d)) == 0
    assert power_of_a_limit(lambda d: 1 + 0 * d) >= 0.9


def test_named_corrections_carry_the_truth_of_a_limit():
    assert power_of_a_limit(lambda d: 1 + 2 / d, corrections=("1/d_k",)) >= 0.9
    assert power_of_a_limit(lambda d: 1 + 1 / np.log(d), corrections=("1/log(d_k)",)) >= 0.9


def advised(curve, stderr, blocks=4, sizes=SIZES[:4], variable="d_k", **fields):
    """The cheapest plan that is told for a limit of 1, with what it decides for the planted curve."""
    claim = planted.claim(Relation.LIMIT, "1", **fields)
    pilot = planted.sampled({variable: sizes}, curve(sizes), stderr, seed=5)
    told = _cheapest(Planned(claim, (1, blocks)), pilot, 20)
    return None if told is None else words(told)


def test_the_cheapest_plan_that_decides_a_limit_is_told():
    """8/d is within the margin at 160: three sizes are too few, and the size that is told decides."""
    far, nearer = advised(lambda d: 1 + 8 / d, 0.004), advised(lambda d: 1 + 8 / d, 0.02)
    size, larger = (float(told.removeprefix("Sizes of d_k up to ").rstrip(".")) for told in (far, nearer))
    assert 160 <= size <= larger
    longer = 2.0 ** np.arange(4, 1 + np.log2(size))
    assert power_of_a_limit(lambda d: 1 + 8 / d, blocks=4, stderr=0.004, sizes=longer) >= 0.7
    assert power_of_a_limit(lambda d: 1 + 8 / d, blocks=4, stderr=0.004, sizes=longer[:-1]) <= 0.3


def test_the_trials_that_decide_a_limit_are_told():
    told = advised(lambda d: 1 + 0 * d, 0.04)
    times = float(told.removeprefix("About ").removesuffix(" times the trials."))
    flat = {"curve": lambda d: 1 + 0 * d, "stderr": 0.04, "sizes": SIZES[:4]}
    assert power_of_a_limit(**flat, blocks=4) <= 0.3
    assert power_of_a_limit(**flat, blocks=4 * int(times)) >= 0.7


def test_a_limit_that_no_plan_decides_has_none_and_one_at_zero_has_smaller_sizes():
    assert advised(lambda d: 1 + 1 / np.log(d), 0.001) is None
    small = advised(lambda s: 1 + 2 * s, 0.004, sizes=1 / SIZES[:4], variable="eta")
    assert float(small.removeprefix("Sizes of eta up to ").rstrip(".")) < 1 / SIZES[3]
