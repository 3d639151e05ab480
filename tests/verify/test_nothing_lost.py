"""Killed at any instant, on a full disk: no completed block is lost, and none is counted twice."""

import itertools
import multiprocessing
import random
import sqlite3
import time

import pytest
from theorycheck.errors import UsageError
from theorycheck.evidence.files import STORE
from theorycheck.evidence.progress import BlockStored, unobserved
from theorycheck.evidence.store import Store

from . import running
from .running import findings

pytestmark = pytest.mark.slow

KILLS = 50
SELECTION = ("conditioning.noise_power.m*",)


class Announcing:
    """An observer that names each block on a pipe once it is stored."""

    def __init__(self, pipe):
        self.pipe = pipe

    def __call__(self, event):
        if isinstance(event, BlockStored):
            self.pipe.send_bytes(b".")


def run_in(folder, observer=unobserved):
    return running.run_in(folder, SELECTION, observer, seed=3)


def begin_run(folder, pipe):
    run_in(folder, Announcing(pipe))


def evidence(folder):
    """All stored blocks; none where the run was killed before it had made its tables."""
    with sqlite3.connect(folder / STORE) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        stored = "SELECT quantity, design_group, block, statistic FROM blocks NATURAL JOIN groups"
        rows = connection.execute(stored).fetchall() if "blocks" in tables else []
    connection.close()
    return sorted(rows)


def folders(parent):
    """One empty folder after another: how many blocks a run stores before it is killed is chance."""
    for number in itertools.count():
        folder = parent / f"broken{number}"
        folder.mkdir()
        yield folder


def killed_after(folder, blocks, delay):
    """How many blocks a run had reported when it was killed, some time after so many of them."""
    context = multiprocessing.get_context("fork")
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=begin_run, args=(folder, theirs))
    process.start()
    theirs.close()
    reported = 0
    try:
        while reported < blocks:
            mine.recv_bytes()
            reported += 1
    except EOFError:
        pass
    time.sleep(delay)
    process.kill()
    process.join()
    try:
        while mine.poll():
            mine.recv_bytes()
            reported += 1
    except EOFError:
        pass
    mine.close()
    return reported


def test_killed_at_fifty_random_instants_a_run_ends_as_if_it_never_was(tmp_path):
    whole = tmp_path / "whole"
    whole.mkdir()
    document = run_in(whole)
    expected = evidence(whole)
    instants = random.Random(0)
    amid = 0
    for broken in folders(tmp_path):
        stored = []
        while amid < KILLS and stored != expected:
            share = max(1, len(expected) // 10)
            reported = killed_after(broken, instants.randint(0, share), instants.uniform(0, 0.01))
            before, stored = stored, evidence(broken)
            assert set(before) <= set(stored) <= set(expected)
            assert len(stored) == len(set(stored)) >= len(before) + reported
            amid += stored != expected
        assert findings(run_in(broken)) == findings(document)
        assert evidence(broken) == expected
        if amid == KILLS:
            break


def test_a_full_disk_ends_a_run_with_what_was_stored(tmp_path, monkeypatch):
    opened = Store.open.__func__
    whole, small = tmp_path / "whole", tmp_path / "small"
    whole.mkdir()
    small.mkdir()
    run_in(whole)
    with sqlite3.connect(whole / STORE) as connection:
        ((pages,),) = connection.execute("PRAGMA page_count")

    def on_a_small_disk(cls, path, settings):
        store = opened(cls, path, settings)
        store._connection.execute(f"PRAGMA max_page_count = {pages - 1}")
        return store

    with monkeypatch.context() as patch:
        patch.setattr(Store, "open", classmethod(on_a_small_disk))
        with pytest.raises(UsageError, match="full"):
            run_in(small)
    stored = evidence(small)
    assert stored
    assert set(stored) < set(evidence(whole))
    run_in(small)
    assert evidence(small) == evidence(whole)
