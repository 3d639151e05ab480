"""A run gives the same evidence and verdicts however it was gathered."""

import multiprocessing
import sqlite3
import time
from dataclasses import replace

import msgspec
import pytest
from theorycheck.document import Outcome
from theorycheck.errors import UsageError
from theorycheck.evidence.collect import AT_DEADLINE
from theorycheck.evidence.progress import BlockStored
from theorycheck.numerics.quantity import quantities

from . import running
from .running import findings, stored

SELECTION = (
    "conditioning.key_overlap.mean_square",
    "conditioning.capacity.unshared",
    "conditioning.one_hot",
    "conditioning.linearity",
)


class Interrupting:
    """An observer that presses Ctrl-C after a number of blocks."""

    def __init__(self, blocks: int) -> None:
        self.left = blocks

    def __call__(self, event):
        self.left -= isinstance(event, BlockStored)
        if self.left < 0:
            raise KeyboardInterrupt


def run_in(folder, patterns=SELECTION, **asked):
    return running.run_in(folder, patterns, **asked)


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    return folder, run_in(folder)


@pytest.mark.parametrize("given", [{"workers": 2}, {"memory": 700 * 2**20}])
def test_two_workers_or_little_memory_gather_the_same_evidence(reference, tmp_path, given):
    folder, document = reference
    again = run_in(tmp_path, **given)
    assert stored(tmp_path) == stored(folder)
    assert findings(again) == findings(document)


def test_too_little_memory_is_refused_before_anything_runs(tmp_path):
    with pytest.raises(UsageError, match="needs at least"):
        run_in(tmp_path, memory=2**20)
    assert not (tmp_path / "evidence.sqlite").exists()


@pytest.mark.parametrize("blocks", [0, 7])
def test_an_interrupted_run_resumes_to_the_same_verdicts(reference, tmp_path, blocks):
    folder, document = reference
    with pytest.raises(KeyboardInterrupt):
        run_in(tmp_path, observer=Interrupting(blocks))
    assert 0 < len(stored(tmp_path)) < len(stored(folder))
    resumed = run_in(tmp_path)
    assert stored(tmp_path) == stored(folder)
    assert findings(resumed) == findings(document)


def test_a_claim_alone_is_decided_as_among_others(reference, tmp_path):
    _, document = reference
    alone = run_in(tmp_path, ["conditioning.capacity.unshared.theta"])
    found = findings(alone)["conditioning.capacity.unshared.theta"]
    assert found == findings(document)["conditioning.capacity.unshared.theta"]


def test_the_seconds_of_claims_that_share_blocks_are_what_the_run_took(reference, tmp_path):
    folder, document = reference
    with sqlite3.connect(folder / "evidence.sqlite") as connection:
        ((drawn,),) = connection.execute("SELECT sum(seconds) FROM blocks")
    connection.close()
    assert sum(claim.seconds for claim in document.claims) == pytest.approx(
        drawn, abs=0.001 * len(document.claims)
    )
    (alone,) = run_in(tmp_path, ["conditioning.capacity.unshared.theta"]).claims
    shared = next(claim for claim in document.claims if claim.id == alone.id)
    assert 0 < shared.seconds < alone.seconds


def test_evidence_of_other_code_is_left_where_it_is_and_drawn_anew(tmp_path, monkeypatch):
    pattern = ["conditioning.key_overlap.mean_square"]
    run_in(tmp_path, pattern)
    before = stored(tmp_path)
    run_in(tmp_path, pattern)
    assert stored(tmp_path) == before
    overlap = quantities("conditioning")["key_overlap"]

    def larger(trials):
        return 1.05 * overlap.sample(trials)

    changed = replace(overlap, sample=larger)
    monkeypatch.setattr("theorycheck.numerics.quantity.quantity", lambda topic, name: changed)
    document = run_in(tmp_path, pattern)
    assert {*before} < {*stored(tmp_path)}
    assert document.claims[0].verdict is Outcome.ERROR
    assert document.claims[0].code == changed.code.digest


def test_another_seed_gathers_other_evidence(reference, tmp_path):
    folder, _ = reference
    run_in(tmp_path, seed=6)
    exact = [row for row in stored(folder) if row[3] == 0]
    assert exact
    assert set(stored(tmp_path)) & set(stored(folder)) == set(exact)


def test_a_budget_begins_no_block_and_the_scope_says_so(tmp_path):
    document = run_in(tmp_path, ["conditioning.noise_power.second_moment"], budget=1e-9)
    (claim,) = document.claims
    assert claim.verdict is Outcome.INCONCLUSIVE
    assert claim.scope.rounds == 1
    assert claim.scope.cut_by_budget
    assert claim.points == []
    assert AT_DEADLINE in str(msgspec.to_builtins(claim))
    resumed = run_in(tmp_path, ["conditioning.noise_power.second_moment"])
    assert not resumed.claims[0].scope.cut_by_budget
    assert resumed.claims[0].verdict is not Outcome.INCONCLUSIVE


def test_a_killed_run_loses_no_block_that_was_stored(reference, tmp_path):
    folder, document = reference
    process = multiprocessing.get_context("fork").Process(target=run_in, args=(tmp_path,))
    process.start()
    try:
        wait_for_a_block(tmp_path)
    finally:
        process.kill()
        process.join()
    resumed = run_in(tmp_path)
    assert stored(tmp_path) == stored(folder)
    assert findings(resumed) == findings(document)


def wait_for_a_block(folder, poll_interval=60.0):
    """Until the write-ahead log of the run in `folder` holds something."""
    log = folder / "evidence.sqlite-wal"
    deadline = time.monotonic() + poll_interval
    while time.monotonic() < deadline:
        if log.exists() and log.stat().st_size > 3 * 4096:
            return
        time.sleep(0.01)
    raise TimeoutError("the run stored nothing")
