"""When a demand is met, open or not met, from counts made up for it."""

from __future__ import annotations

import pytest
from theorycheck.statistics.intervals import clopper_pearson_lower, clopper_pearson_upper

from benchmarks.calibration.campaign import ROWS
from benchmarks.calibration.demands import DEMANDS, Judgement, Rate, cost, judged, judged_cost
from benchmarks.calibration.tally import RANKS, SHARES, Tally, added

NAMED = {row.name: row for row in ROWS}
BY_NAME = {demand.name: demand for demand in DEMANDS}


def held(demand, rows, **tallies):
    chosen = [NAMED[name] for name in rows]
    return judged(BY_NAME[demand], chosen, {row.name: Tally(**tallies) for row in chosen})


@pytest.mark.parametrize(
    ("refuted", "runs", "judgement"),
    [
        (0, 40, Judgement.OPEN),
        (0, 299, Judgement.MET),
        (1, 280, Judgement.OPEN),
        (4, 40, Judgement.NOT_MET),
        (10, 2000, Judgement.MET),
        (20, 2000, Judgement.OPEN),
        (40, 2000, Judgement.NOT_MET),
    ],
)
def test_false_refutations_are_judged_by_their_limit(refuted, runs, judgement):
    found = held(
        "false refutation of a true claim",
        ["holds.pure.default"],
        runs=runs,
        outcomes={"refuted": refuted, "agrees": runs - refuted},
    )
    assert found.judgement is judgement
    assert (clopper_pearson_lower(refuted, runs, 0.05) > 0.01) == (judgement is Judgement.NOT_MET)
    assert (clopper_pearson_upper(refuted, runs, 0.05) <= 0.01) == (judgement is Judgement.MET)
    assert found.rate.limits()[1] == pytest.approx(float(clopper_pearson_upper(refuted, runs, 0.05)))


def test_the_row_that_stands_for_a_demand_is_the_one_whose_limit_is_farthest():
    """None of 3 says less than 2 of 2,000."""
    rows = [NAMED["holds.pure.default"], NAMED["holds.pure.rich"]]
    tallies = {
        "holds.pure.default": Tally(runs=2000, outcomes={"refuted": 2, "agrees": 1998}),
        "holds.pure.rich": Tally(runs=3, outcomes={"agrees": 3}),
    }
    found = judged(BY_NAME["false refutation of a true claim"], rows, tallies)
    assert (found.worst, found.judgement) == ("holds.pure.rich", Judgement.OPEN)


def test_the_error_is_shared_among_the_rows():
    """Three of 60 exclude a hundredth in one row; in eighty rows such a one is chance."""
    many = [row.name for row in ROWS if BY_NAME["false refutation of a true claim"].applies(row)]
    tallies = {name: Tally(runs=60, outcomes={"agrees": 60}) for name in many}
    tallies["holds.pure.default"] = Tally(runs=60, outcomes={"agrees": 57, "refuted": 3})
    demand = BY_NAME["false refutation of a true claim"]
    alone = judged(demand, [NAMED["holds.pure.default"]], tallies)
    amid = judged(demand, [NAMED[name] for name in many], tallies)
    assert alone.judgement is Judgement.NOT_MET
    assert amid.judgement is Judgement.OPEN
    assert amid.worst == "holds.pure.default"
    assert amid.together == Rate(count=3, of=60 * len(many))


@pytest.mark.parametrize(
    ("covered", "judgement"),
    [
        (2000, Judgement.NOT_MET),
        (1980, Judgement.MET),
        (1985, Judgement.MET),
        (1970, Judgement.OPEN),
        (1940, Judgement.NOT_MET),
    ],
)
def test_coverage_may_be_too_low_and_too_high(covered, judgement):
    found = held(
        "coverage of 99 % intervals", ["holds.pure.default"], runs=2000, intervals=2000, covered=covered
    )
    assert found.judgement is judgement


@pytest.mark.parametrize(("found", "judgement"), [(60, "met"), (57, "open"), (50, "not met")])
def test_power_is_judged_from_below(found, judgement):
    finding = held(
        "power, exponent off by 0.1, default budget",
        ["fails.tenth below.default"],
        runs=60,
        outcomes={"refuted": found, "inconclusive": 60 - found},
    )
    assert finding.judgement == judgement


def test_a_bound_called_tight_that_is_loose_is_false_support():
    finding = held(
        "false support at or beyond the margin", ["bound_types.O loose"], runs=40, outcomes={"agrees": 40}
    )
    assert finding.judgement is Judgement.NOT_MET
    bound = held(
        "false support at or beyond the margin",
        ["bound_types.O loose"],
        runs=300,
        outcomes={"bound only": 300},
    )
    assert bound.judgement is Judgement.MET


def test_the_gauntlet_is_right_only_once_enough_of_it_was_run():
    demand = BY_NAME["gauntlet, wrong"]
    rows = [row for row in ROWS if row.field]

    def judgement(runs, wrong):
        tallies = {row.name: Tally(runs=runs, outcomes={str(row.right): runs}) for row in rows}
        if wrong:
            tallies["gauntlet.norm"] = Tally(runs=runs, outcomes={"refuted": wrong})
        return judged(demand, rows, tallies).judgement

    assert judgement(1, 0) is Judgement.OPEN
    assert judgement(20, 0) is Judgement.MET
    assert judgement(3, 3) is Judgement.OPEN
    assert judgement(20, 20) is Judgement.NOT_MET


def test_the_gauntlet_is_decided_over_all_its_rows_together():
    rows = [row for row in ROWS if row.field]
    open_ = {row.name for row in rows[: len(rows) // 10]}
    tallies = {
        row.name: Tally(runs=20, outcomes={"inconclusive" if row.name in open_ else str(row.right): 20})
        for row in rows
    }
    assert judged(BY_NAME["gauntlet, decided"], rows, tallies).judgement is Judgement.MET
    none = {row.name: Tally(runs=20, outcomes={"inconclusive": 20}) for row in rows}
    assert judged(BY_NAME["gauntlet, decided"], rows, none).judgement is Judgement.NOT_MET


def test_rows_that_were_not_run_are_not_judged():
    assert judged(BY_NAME["ever wrong over all looks"], [NAMED["holds.pure.rich"]], {}) is None


def looked_at(blocks, power):
    """All of 100 runs stop after so many blocks; a fixed sample decides as often as `power` says."""
    return Tally(
        runs=100,
        stopped=90,
        blocks=100 * blocks,
        blocks_squared=100 * blocks**2,
        fixed=[round(100 * power(share)) for share in SHARES],
    )


@pytest.mark.parametrize(
    ("blocks", "relative", "judgement"),
    [(18, 0.9, "met"), (22, 1.1, "open"), (23, 1.15, "open"), (32, 1.6, "not met")],
)
def test_the_cost_of_looking_is_relative_to_a_fixed_sample_of_the_same_power(blocks, relative, judgement):
    """Power 0.9 is that of 20 fixed blocks, 1 that of 24."""
    tally = looked_at(blocks, lambda share: min(0.9 + (share - 20) / 40, 1.0))
    found = cost(NAMED["looks.pure"], tally)
    assert found.relative == pytest.approx(relative)
    assert judged_cost([found]) == judgement


def test_what_is_seldom_decided_has_no_cost():
    assert cost(NAMED["looks.pure"], Tally(runs=100, stopped=10, blocks=3200)) is None
    assert cost(NAMED["holds.pure.rich"], Tally(runs=100, stopped=100, blocks=100)) is None


def test_tallies_add_field_by_field_in_any_order():
    one = Tally(runs=1, outcomes={"agrees": 1}, ranks=[1] + [0] * (RANKS - 1), seconds=0.5)
    two = Tally(runs=2, outcomes={"refuted": 1, "agrees": 1}, naive={"agrees": 2}, ranks=[2] * RANKS)
    total = added([one, two])
    assert total == added([two, one])
    assert (total.runs, total.outcomes, total.naive) == (3, {"agrees": 2, "refuted": 1}, {"agrees": 2})
    assert total.ranks == [3] + [2] * (RANKS - 1)
    assert added([]) == Tally()
