"""The rows: what is planted is what the table says, and every criterion has rows that could fail it."""

import re

import numpy as np
import pytest
from theorycheck import law
from theorycheck.claim import Relation
from theorycheck.document import Outcome
from theorycheck.errors import NothingSelectedError
from theorycheck.statistics.corrections import Design
from theorycheck.statistics.sizing import required_error

from benchmarks.calibration import hard
from benchmarks.calibration.budgets import relative_error
from benchmarks.calibration.campaign import ROWS, select
from benchmarks.calibration.criteria import CRITERIA
from benchmarks.calibration.hard import HARD
from benchmarks.calibration.row import Budget, Noise, Row
from benchmarks.calibration.truths import PLANTED

NAMED = {row.name: row for row in ROWS}
SMALL = 2.0**40
ALL = (*PLANTED, *HARD)


def test_names_are_unique():
    assert len(NAMED) == len(ROWS)


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda criterion: criterion.name)
def test_every_criterion_has_rows(criterion):
    assert any(criterion.applies(row) for row in ROWS)


@pytest.mark.parametrize("row", ALL, ids=lambda row: row.name)
def test_planted_means_can_be_measured(row):
    means = row.means
    assert means.shape == (np.prod([len(sizes) for sizes in row.sizes.values()]),)
    assert np.all(np.isfinite(means))
    if row.relation is not Relation.ORDERING:
        assert np.all(means >= 0) if row.name.startswith("hard.zero") else np.all(means > 0)
    if row.noise in (Noise.COUNTS, Noise.BINARY_CLUSTERS):
        assert np.all(means < 1)
    assert relative_error(row) > 0


@pytest.mark.parametrize("row", [row for row in ALL if len(row.exponents) == 1], ids=lambda row: row.name)
def test_the_exponent_that_must_be_covered_is_the_slope_at_infinity(row):
    """The claim's own logarithm divided out; what the claim is up to, or a slow correction, is left."""
    ((name, exponent),) = row.exponents.items()
    far = {name: np.array([SMALL, SMALL**2]) ** (-1.0 if max(row.sizes[name]) < 1 else 1.0)}
    fixed = law.form(row.claimed, (name,)).terms[0].fixed
    values = law.values(law.parse(row.truth), far) / np.broadcast_to(law.values(fixed, far), 2)
    slope = np.diff(np.log(values))[0] / np.diff(np.log(far[name]))[0]
    slow = row.up_to_logs or row.name.startswith("hard.slow")
    assert slope == pytest.approx(exponent, abs=0.03 if slow else 1e-5)


@pytest.mark.parametrize("row", ALL, ids=lambda row: row.name)
def test_the_right_answer_follows_from_exponents_and_margin(row):
    if row.relation is not Relation.LAW or len(row.exponents) != 1:
        return
    ((name, exponent),) = row.exponents.items()
    gap = exponent - float(law.form(row.claimed, (name,)).exponents[name])
    gap = -gap if row.bound_type == "Omega" else gap
    if row.bound_type != "Theta" and gap < 0:
        expected = Outcome.BOUND_ONLY
    else:
        expected = Outcome.REFUTED if abs(gap) > row.margin - 1e-9 else Outcome.AGREES
    assert row.right is expected


def test_the_default_budget_is_what_the_planner_asks_of_the_hardest_correction():
    row = NAMED["holds.pure.default"]
    columns = np.log(np.array(row.sizes["d"], dtype=float))[:, None]
    design = Design(names=("d",), columns=columns, offset=np.zeros(len(columns)))
    asked = {"margin": 0.05, "level": 0.005, "power": 0.95}
    assert relative_error(row) == required_error(design, np.array([1.0]), **asked)
    # A pure law needs 612 counts a size, 1/sqrt K being their relative error; the whole family far more.
    assert 1 / relative_error(row) ** 2 > 13 * 612
    scale = {budget: relative_error(NAMED[f"holds.pure.{budget}"]) for budget in Budget}
    assert scale[Budget.STARVED] > scale[Budget.DEFAULT] > scale[Budget.RICH]


def test_spikes_are_ten_percent_beyond_their_bounds():
    for name, ratio in (
        ("bounds.one violated.default", 1.1),
        ("bounds.one violated, counts", 1.1),
        ("bounds.one violated from below", 0.9),
        ("bounds.at the margin.default", 1.02),
    ):
        row = NAMED[name]
        values = row.means / law.values(law.parse(row.claimed), row.coordinates)
        assert values[row.spike[0]] == pytest.approx(ratio)
        assert np.sum(np.isclose(values, ratio)) == 1
        assert values.size == 20


def test_hard_rows_know_no_sample_size_but_their_own():
    assert all(row.error is not None for row in HARD)
    assert all(row.right is not Outcome.REFUTED or not row.inside for row in HARD)
    # The groups are those of the module's table.
    groups = {row.name.split(".")[1] for row in HARD}
    assert groups == set(re.findall(r"^\| (\w+) \|", hard.__doc__ or "", re.MULTILINE)[1:])


def test_rows_are_selected_by_group_name_and_glob():
    assert {row.name for row in select(["bound_types"])} == {n for n in NAMED if n.startswith("bound_types.")}
    assert [row.name for row in select(["equals.counts"])] == ["equals.counts"]
    assert all(row.name.endswith("rich") for row in select(["*.rich"]))
    assert len(select([])) == len(ROWS)
    with pytest.raises(NothingSelectedError, match="selects no row; the groups are holds, fails"):
        select(["nothing"])


def test_a_row_is_data_that_can_be_written_and_read():
    import msgspec

    for row in ROWS:
        assert msgspec.json.decode(msgspec.json.encode(row), type=Row) == row
