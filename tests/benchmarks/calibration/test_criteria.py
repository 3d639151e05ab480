"""When a criterion is met, open or not met, from counts made up for it."""

import pytest
from theorycheck.statistics.intervals import clopper_pearson_lower, clopper_pearson_upper

from benchmarks.calibration.campaign import ROWS
from benchmarks.calibration.counts import RANKS, SHARES, Counts, added
from benchmarks.calibration.criteria import CRITERIA, Status, assessed, assessed_cost, cost, rate

NAMED = {row.name: row for row in ROWS}
BY_NAME = {criterion.name: criterion for criterion in CRITERIA}


def held(criterion, rows, **counts):
    chosen = [NAMED[name] for name in rows]
    return assessed(BY_NAME[criterion], chosen, {row.name: Counts(**counts) for row in chosen})


@pytest.mark.parametrize(
    ("refuted", "runs", "status"),
    [
        (0, 40, Status.OPEN),
        (0, 299, Status.MET),
        (1, 280, Status.OPEN),
        (4, 40, Status.NOT_MET),
        (10, 2000, Status.MET),
        (20, 2000, Status.OPEN),
        (40, 2000, Status.NOT_MET),
    ],
)
def test_false_refutations_are_judged_by_their_limit(refuted, runs, status):
    found = held(
        "false refutation of a true claim",
        ["holds.pure.default"],
        runs=runs,
        outcomes={"refuted": refuted, "agrees": runs - refuted},
    )
    assert found.status is status
    assert (clopper_pearson_lower(refuted, runs, 0.05) > 0.01) == (status is Status.NOT_MET)
    assert (clopper_pearson_upper(refuted, runs, 0.05) <= 0.01) == (status is Status.MET)
    assert found.rate.upper == pytest.approx(float(clopper_pearson_upper(refuted, runs, 0.05)))


def test_the_row_that_stands_for_a_criterion_is_the_one_whose_limit_is_farthest():
    """None of 3 says less than 2 of 2,000."""
    rows = [NAMED["holds.pure.default"], NAMED["holds.pure.rich"]]
    counts = {
        "holds.pure.default": Counts(runs=2000, outcomes={"refuted": 2, "agrees": 1998}),
        "holds.pure.rich": Counts(runs=3, outcomes={"agrees": 3}),
    }
    found = assessed(BY_NAME["false refutation of a true claim"], rows, counts)
    assert (found.worst, found.status) == ("holds.pure.rich", Status.OPEN)


def test_the_error_is_shared_among_the_rows():
    """Three of 60 exclude a hundredth in one row; in eighty rows such a one is chance."""
    many = [row.name for row in ROWS if BY_NAME["false refutation of a true claim"].applies(row)]
    counts = {name: Counts(runs=60, outcomes={"agrees": 60}) for name in many}
    counts["holds.pure.default"] = Counts(runs=60, outcomes={"agrees": 57, "refuted": 3})
    criterion = BY_NAME["false refutation of a true claim"]
    alone = assessed(criterion, [NAMED["holds.pure.default"]], counts)
    amid = assessed(criterion, [NAMED[name] for name in many], counts)
    assert alone.status is Status.NOT_MET
    assert amid.status is Status.OPEN
    assert amid.worst == "holds.pure.default"
    assert amid.together == rate(3, 60 * len(many))


@pytest.mark.parametrize(
    ("covered", "status"),
    [
        (2000, Status.NOT_MET),
        (1980, Status.MET),
        (1985, Status.MET),
        (1970, Status.OPEN),
        (1940, Status.NOT_MET),
    ],
)
def test_coverage_may_be_too_low_and_too_high(covered, status):
    found = held(
        "coverage of 99 % intervals", ["holds.pure.default"], runs=2000, intervals=2000, covered=covered
    )
    assert found.status is status


@pytest.mark.parametrize(("found", "status"), [(60, "met"), (57, "open"), (50, "not met")])
def test_power_is_judged_from_below(found, status):
    finding = held(
        "power, exponent off by 0.1, default budget",
        ["fails.tenth below.default"],
        runs=60,
        outcomes={"refuted": found, "inconclusive": 60 - found},
    )
    assert finding.status == status


def test_a_bound_called_tight_that_is_loose_is_false_support():
    finding = held(
        "false support at or beyond the margin", ["bound_types.O loose"], runs=40, outcomes={"agrees": 40}
    )
    assert finding.status is Status.NOT_MET
    bound = held(
        "false support at or beyond the margin",
        ["bound_types.O loose"],
        runs=300,
        outcomes={"bound only": 300},
    )
    assert bound.status is Status.MET


def test_external_benchmarks_are_right_only_once_enough_of_them_were_run():
    criterion = BY_NAME["external benchmarks, wrong"]
    rows = [row for row in ROWS if row.field]

    def status(runs, wrong):
        counts = {row.name: Counts(runs=runs, outcomes={str(row.right): runs}) for row in rows}
        if wrong:
            counts["gauntlet.norm"] = Counts(runs=runs, outcomes={"refuted": wrong})
        return assessed(criterion, rows, counts).status

    assert status(1, 0) is Status.OPEN
    assert status(20, 0) is Status.MET
    assert status(3, 3) is Status.OPEN
    assert status(20, 20) is Status.NOT_MET


def test_external_benchmarks_are_decided_over_all_its_rows_together():
    rows = [row for row in ROWS if row.field]
    open_ = {row.name for row in rows[: len(rows) // 10]}
    counts = {
        row.name: Counts(runs=20, outcomes={"inconclusive" if row.name in open_ else str(row.right): 20})
        for row in rows
    }
    assert assessed(BY_NAME["external benchmarks, decided"], rows, counts).status is Status.MET
    none = {row.name: Counts(runs=20, outcomes={"inconclusive": 20}) for row in rows}
    assert assessed(BY_NAME["external benchmarks, decided"], rows, none).status is Status.NOT_MET


def test_rows_that_were_not_run_are_not_judged():
    assert assessed(BY_NAME["ever wrong over all interim analyses"], [NAMED["holds.pure.rich"]], {}) is None


def looked_at(blocks, power):
    """All of 100 runs stop after so many blocks; a fixed sample decides as often as `power` says."""
    return Counts(
        runs=100,
        stopped=90,
        blocks=100 * blocks,
        blocks_squared=100 * blocks**2,
        fixed=[round(100 * power(share)) for share in SHARES],
    )


@pytest.mark.parametrize(
    ("blocks", "relative", "status"),
    [(18, 0.9, "met"), (22, 1.1, "open"), (23, 1.15, "open"), (32, 1.6, "not met")],
)
def test_the_cost_of_looking_is_relative_to_a_fixed_sample_of_the_same_power(blocks, relative, status):
    """Power 0.9 is that of 20 fixed blocks, 1 that of 24."""
    counts = looked_at(blocks, lambda share: min(0.9 + (share - 20) / 40, 1.0))
    found = cost(NAMED["looks.pure"], counts)
    assert found.relative == pytest.approx(relative)
    assert assessed_cost([found]).status == status


def test_what_is_seldom_decided_has_no_cost():
    assert cost(NAMED["looks.pure"], Counts(runs=100, stopped=10, blocks=3200)) is None
    assert cost(NAMED["holds.pure.rich"], Counts(runs=100, stopped=100, blocks=100)) is None


def test_counts_add_field_by_field_in_any_order():
    one = Counts(runs=1, outcomes={"agrees": 1}, ranks=[1] + [0] * (RANKS - 1), seconds=0.5)
    two = Counts(runs=2, outcomes={"refuted": 1, "agrees": 1}, naive={"agrees": 2}, ranks=[2] * RANKS)
    total = added([one, two])
    assert total == added([two, one])
    assert (total.runs, total.outcomes, total.naive) == (3, {"agrees": 2, "refuted": 1}, {"agrees": 2})
    assert total.ranks == [3] + [2] * (RANKS - 1)
    assert added([]) == Counts()
