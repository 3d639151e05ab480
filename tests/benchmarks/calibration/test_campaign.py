"""Runs in chunks, resumed and repeated; and verifiers that are broken on purpose are found out."""

import json
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace as changed
from theorycheck.decide.verdict import decide, measured
from theorycheck.document import Outcome
from theorycheck.errors import CheckFailedError, InterruptedRunError, NothingSelectedError, UsageError
from theorycheck.evidence.plan import CLAIM_LEVEL
from theorycheck.table import evidence

from benchmarks.calibration import campaign, session, stored_counts, trial
from benchmarks.calibration.campaign import FULL, QUICK, carry_out, select
from benchmarks.calibration.criteria import Status
from benchmarks.calibration.document import calibration
from benchmarks.calibration.hard import HARD
from benchmarks.calibration.page import markdown
from benchmarks.calibration.samples import draw
from benchmarks.calibration.stored_counts import FILE, StoredCounts
from benchmarks.calibration.truths import PLANTED

SMALL = replace(QUICK, runs=20, costly=5)
CHEAP = (
    "equals.exact.default",
    "holds.pure.default",
    "fails.tenth below.default",
    "orderings.positive.default",
    "hard.bounds.met",
)


class Inline:
    """An executor that runs at once, up to `most` tasks, as if Ctrl-C came then."""

    def __init__(self, most=10**9):
        self.tasks, self.most = [], most

    def submit(self, task, *arguments):
        future = Future()
        if len(self.tasks) == self.most:
            future.set_exception(KeyboardInterrupt())
            return future
        self.tasks.append(arguments)
        try:
            future.set_result(task(*arguments))
        except ArithmeticError as error:
            future.set_exception(error)
        return future


class Silent:
    def __init__(self):
        self.total = self.done = 0

    def begins(self, total, done):
        self.total, self.done = total, done

    def advances(self, count, row):
        self.done += count


def carried(folder, rows=CHEAP, asked=SMALL, seed=0, pool=None, fresh=False):
    watch, pool = Silent(), pool or Inline()
    with StoredCounts.open(folder, seed, fresh=fresh) as book:
        counts = carry_out(select(rows), asked, seed, book, pool, watch)
    return counts, pool, watch


def timeless(counts):
    return {name: changed(one, seconds=0.0) for name, one in counts.items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """All cheap rows carried out."""
    return carried(tmp_path_factory.mktemp("whole"))


def test_the_same_seed_counts_the_same_and_another_does_not(tmp_path, whole):
    one, _, watch = whole
    two, _, _ = carried(tmp_path / "b")
    assert timeless(one) == timeless(two)
    assert watch.total == watch.done == 5 * 20
    other, _, _ = carried(tmp_path / "c", rows=["holds.pure.starved"], seed=1)
    same, _, _ = carried(tmp_path / "d", rows=["holds.pure.starved"])
    assert timeless(other) != timeless(same)


def test_an_interrupted_calibration_goes_on_where_it_was(tmp_path, whole):
    counts, all_tasks, _ = whole
    with pytest.raises(KeyboardInterrupt):
        carried(tmp_path / "cut", pool=Inline(most=3))
    rest, tasks, watch = carried(tmp_path / "cut")
    assert timeless(rest) == timeless(counts)
    assert 0 < len(tasks.tasks) <= len(all_tasks.tasks)
    assert watch.done == watch.total


def test_an_interrupted_calibration_leaves_the_table_of_what_was_counted(tmp_path, monkeypatch):
    carried(tmp_path, rows=CHEAP[:2])
    monkeypatch.setattr(session, "executor", lambda _: nullcontext(Inline(most=0)))
    with pytest.raises(InterruptedRunError, match="is of what was counted"):
        session.calibrate(select(CHEAP), SMALL, 0, 1, tmp_path, fresh=False, as_json=False)
    found = json.loads((tmp_path / session.JSON).read_text())
    assert {row["name"]: row["tally"]["runs"] for row in found["rows"]} == dict.fromkeys(CHEAP[:2], 20)
    assert (tmp_path / session.PAGE).exists()


def test_a_line_cut_short_by_a_kill_costs_its_chunk_only(tmp_path):
    counts, _, _ = carried(tmp_path)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:-40])
    again, tasks, _ = carried(tmp_path)
    assert timeless(again) == timeless(counts)
    assert len(tasks.tasks) == 1


def test_a_quick_calibration_is_the_beginning_of_a_longer_one(tmp_path):
    rows = ["equals.exact.default"]
    short, first, _ = carried(tmp_path, rows=rows)
    longer, rest, _ = carried(tmp_path, rows=rows, asked=replace(SMALL, runs=60))
    assert (short[rows[0]].runs, longer[rows[0]].runs) == (20, 60)
    assert set(first.tasks).isdisjoint(rest.tasks)
    back, none, _ = carried(tmp_path, rows=rows)
    assert timeless(back) == timeless(short)
    assert not none.tasks


def test_a_row_may_have_the_runs_of_preset_full_beside_shorter_ones(tmp_path):
    longer = campaign.with_longer(SMALL, ["equals.exact.default"])
    counts, _, watch = carried(tmp_path, rows=CHEAP[:2], asked=longer)
    assert {name: one.runs for name, one in counts.items()} == {CHEAP[0]: FULL.runs, CHEAP[1]: SMALL.runs}
    assert watch.total == watch.done == FULL.runs + SMALL.runs
    with pytest.raises(NothingSelectedError):
        campaign.with_longer(SMALL, ["no such row"])


def test_counts_of_another_seed_or_code_are_not_added_up(tmp_path, monkeypatch):
    carried(tmp_path, rows=["equals.exact.default"])
    with pytest.raises(UsageError, match="holds counts of seed 0; choose another --out"):
        carried(tmp_path, seed=1)
    with monkeypatch.context() as patch:
        patch.setattr(stored_counts, "code_digest", lambda: "another")
        with pytest.raises(UsageError, match="another version of the code"):
            carried(tmp_path)
    (tmp_path / FILE).write_text("nonsense")
    with pytest.raises(UsageError, match="holds no counts"):
        carried(tmp_path)
    assert carried(tmp_path, rows=["equals.exact.default"], seed=1, fresh=True)[2].done


@pytest.mark.parametrize("row", (*PLANTED, *HARD)[::4], ids=lambda row: row.name)
def test_what_is_counted_is_what_a_verdict_says(row):
    found = evidence(draw(row, 1, np.random.default_rng(331)).table(1))
    counted, verdict = (
        function(row.claim, *nothing, found, level=CLAIM_LEVEL)
        for function, nothing in ((measured, ()), (decide, (None,)))
    )
    assert (counted.outcome, counted.exponents) == (verdict.outcome, verdict.exponents)


def test_a_decision_that_raises_names_its_row(tmp_path, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("a pole")

    monkeypatch.setattr(trial, "measured", broken)
    with pytest.raises(CheckFailedError, match=r"equals\.exact\.default, runs from 0: a pole"):
        carried(tmp_path, rows=["equals.exact.default"])


BROKEN = {
    "false support at or beyond the margin": (Outcome.AGREES, "fails.at margin below.default"),
    "false refutation of a true claim": (Outcome.REFUTED, "holds.pure.default"),
    "undecided at the default budget": (Outcome.INCONCLUSIVE, "holds.pure.default"),
    "power, exponent off by 0.1, default budget": (Outcome.INCONCLUSIVE, "fails.tenth below.default"),
    "truth outside the family, not supported": (Outcome.AGREES, "outside.log.default"),
    "one violated point of twenty, 10 % beyond the bound, found": (
        Outcome.BOUND_ONLY,
        "bounds.one violated.default",
    ),
    "ever wrong over all interim analyses": (Outcome.AGREES, "looks.tenth"),
    "hard rows: false refutation of a true claim": (Outcome.REFUTED, "hard.zero.equals"),
    "hard rows: false support of what is visible beyond the margin": (
        Outcome.AGREES,
        "hard.bounds.one point beyond",
    ),
    "hard rows: undecided where a rule could decide": (Outcome.INCONCLUSIVE, "hard.zero.equals"),
    "hard rows: undecided where a rule could decide and the truth is inside the family": (
        Outcome.INCONCLUSIVE,
        "hard.zero.equals",
    ),
}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """What a calibration says of a row where nothing is broken."""

    @cache
    def found(row):
        return calibration(select([row]), carried(tmp_path_factory.mktemp("right"), rows=[row])[0], SMALL, 0)

    return found


@pytest.mark.parametrize("criterion", BROKEN)
def test_a_verifier_broken_on_purpose_is_found_out(criterion, undisturbed, tmp_path, monkeypatch):
    """The same answer whatever the data: the criterion that forbids it must not be met."""
    outcome, row = BROKEN[criterion]
    honest = trial.measured

    def stubborn(*arguments, **options):
        return SimpleNamespace(outcome=outcome, exponents=honest(*arguments, **options).exponents)

    right = undisturbed(row)
    monkeypatch.setattr(trial, "measured", stubborn)
    wrong = calibration(select([row]), carried(tmp_path / "wrong", rows=[row])[0], SMALL, 0)
    assert {d.name: d.status for d in right.criteria}[criterion] is not Status.NOT_MET
    assert {d.name: d.status for d in wrong.criteria}[criterion] is Status.NOT_MET
    assert not wrong.reached


def test_intervals_that_are_too_narrow_are_found_out(tmp_path, monkeypatch):
    """Decided at a level of a quarter, the interval covers half the time."""
    row = "holds.pure.default"
    honest = trial.measured
    monkeypatch.setattr(trial, "measured", lambda *arguments, level: honest(*arguments, level=50 * level))
    found = calibration(select([row]), carried(tmp_path, rows=[row])[0], SMALL, 0)
    assert {d.name: d.status for d in found.criteria}["coverage of 99 % intervals"] is Status.NOT_MET


def test_an_open_criterion_is_enough_in_a_quick_run_and_not_in_a_full_one(tmp_path):
    counts, _, _ = carried(tmp_path, rows=["holds.pure.default"])
    spoiled = {n: changed(t, outcomes={"agrees": 19, "refuted": 1}) for n, t in counts.items()}
    rows = select(["holds.pure.default"])
    assert calibration(rows, spoiled, QUICK, 0).reached
    assert not calibration(rows, spoiled, replace(FULL), 0).reached


def test_the_page_shows_every_criterion_and_every_row(whole):
    counts, _, _ = whole
    found = calibration(select(CHEAP), counts, SMALL, 0)
    page = markdown(found)
    for criterion in found.criteria:
        assert f"| {criterion.name} |" in page
    for name in CHEAP:
        assert f"| {name} |" in page
    assert "## Rank of the truth" in page
    assert page.index("## Rows that hurt") < page.index("## Acceptance criteria")
    assert all(
        line.count(" | ") == page.splitlines()[_first_table(page)].count(" | ") for line in _table(page)
    )


def _first_table(page):
    return next(number for number, line in enumerate(page.splitlines()) if line.startswith("|"))


def _table(page):
    lines = page.splitlines()[_first_table(page) :]
    return lines[: next(n for n, line in enumerate(lines) if not line.startswith("|"))]


def test_the_presets_ask_for_what_they_say():
    assert campaign.preset("full").runs == campaign.preset("full").costly == 2000
    with pytest.raises(UsageError, match="no preset 'fast'; choose one of quick, standard, full"):
        campaign.preset("fast")
