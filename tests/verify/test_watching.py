"""`check --watch` runs again on each saving, on the evidence that is there, and ends cleanly."""

import os
import signal
import subprocess
import sys

import pytest
from theorycheck.commands.watching import again_on_saving, changed, stamps
from theorycheck.errors import UsageError

CLAIM = """
id = "mine.sum"
statement = "S"
law = "LAW"
bound = "equals"
margin = 0.2
grid = { d = [16, 64] }
measure = { python = "sums.py:total" }
"""
TOTAL = """
import torch

def total(d, *, n_trials, generator):
    return torch.rand(n_trials, d, generator=generator).sum(1)
"""


def test_what_is_written_made_or_deleted_is_seen_and_nothing_else(tmp_path):
    claim, beside = tmp_path / "claim.toml", tmp_path / "sums.py"
    claim.write_text("a")
    before = stamps([claim])
    (tmp_path / "notes.txt").write_text("no claim")
    assert changed(before, stamps([claim])) == ()
    beside.write_text("b")
    assert changed(before, stamps([claim])) == (beside,)
    claim.unlink()
    assert set(changed(before, stamps([tmp_path]))) == {claim, beside}
    assert stamps([tmp_path / "gone" / "claim.toml"]) == {}


def test_it_runs_again_once_a_saving_and_goes_on_after_an_error(tmp_path, monkeypatch, capsys):
    claim = tmp_path / "claim.toml"
    claim.write_text("0")
    runs: list[str] = []

    def run() -> int:
        runs.append(claim.read_text())
        if runs[-1] == "1":
            raise UsageError("the key law is missing.")
        return 1

    def wait(_: float) -> None:
        if len(runs) == 3:
            raise KeyboardInterrupt
        claim.write_text("1" * len(runs))

    monkeypatch.setattr("time.sleep", wait)
    assert again_on_saving([claim], run) == 0
    assert runs == ["0", "1", "11"]
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("theorycheck: the key law is missing.") == 1
    assert told.err.count("saved: claim.toml") == 2


@pytest.mark.slow
def test_an_edited_law_is_decided_again_on_the_evidence_that_is_there(tmp_path):
    claim = tmp_path / "claim.toml"
    claim.write_text(CLAIM.replace("LAW", "d/2"))
    (tmp_path / "sums.py").write_text(TOTAL)
    words = ["check", "claim.toml", "--watch", "--preset", "quick", "--workers", "1", "--out", "out"]
    command = [sys.executable, "-u", "-m", "theorycheck", *words]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        printed = []
        for line in process.stdout:
            printed.append(line)
            if line.startswith("waiting"):
                if "refuted" in "".join(printed):
                    os.kill(process.pid, signal.SIGINT)
                    break
                # At once: a file that is seen half written is saved twice.
                (tmp_path / "edited").write_text(CLAIM.replace("LAW", "d"))
                (tmp_path / "edited").replace(claim)
        rest = process.stdout.read()
    text = "".join(printed)
    assert process.returncode == 0
    assert rest == ""
    assert "\x1b" not in text
    assert text.index("agrees\tmine.sum") < text.index("saved: claim.toml") < text.index("refuted\tmine.sum")
