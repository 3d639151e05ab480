"""Attacks: whatever goes wrong ends in one sentence and an exit code of its own, and is never a verdict."""

from __future__ import annotations

import errno
import subprocess
import sys

import pytest
from theorycheck.cli import exit_codes
from theorycheck.errors import CRASHED, UsageError
from theorycheck.evidence.files import alone_in
from theorycheck.report import output


def ended(error):
    """The exit code of a command that this error ends."""
    with pytest.raises(SystemExit) as end, exit_codes():
        raise error
    return end.value.code


def run(*words, folder, **more):
    return subprocess.run(
        [sys.executable, "-m", "theorycheck.cli", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        **more,
    )


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("x"), RecursionError(), MemoryError(), OSError(errno.EIO, "x"), KeyError("k")]
)
def test_an_error_that_nobody_foresaw_is_one_sentence_with_a_trace_in_a_file(
    error, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert ended(error) == CRASHED
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"theorycheck: failed itself ({type(error).__name__}")
    (trace,) = tmp_path.iterdir()
    assert str(trace) in said
    assert f"{type(error).__name__}" in trace.read_text().splitlines()[-1]


def test_what_an_error_says_can_neither_fill_nor_steer_the_terminal(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert ended(ValueError("\x1b[2Jagrees\tmine\n" + 1000 * "x")) == CRASHED
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "\x1b" not in said
    assert len(said) < 600


def test_a_trace_that_no_file_takes_is_on_standard_error(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    assert ended(ValueError("x")) == CRASHED
    assert "Traceback" in capsys.readouterr().err


def test_codes_that_are_foreseen_stay_what_they_are(capsys):
    full = OSError(errno.ENOSPC, "No space left on device", "report.html")
    assert ended(full) == 2
    assert "report.html cannot be written (No space left on device)" in capsys.readouterr().err
    assert ended(UsageError("x")) == 2
    assert ended(KeyboardInterrupt()) == 130


def test_a_folder_that_a_run_uses_is_refused_at_once_and_stays_as_it_is(tmp_path):
    with output.prepared(tmp_path, fresh=False) as store:
        store.write_text("evidence")
        for fresh in (True, False):
            with pytest.raises(UsageError, match="in use by another run"):
                output.require_usable(tmp_path, fresh=fresh)
            with (
                pytest.raises(UsageError, match="in use by another run"),
                output.prepared(tmp_path, fresh=fresh),
            ):
                pass
        words = ("fit", "x.csv", "--law", "C*d", "--fresh", "--out", str(tmp_path))
        done = run(*words, folder=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "in use by another run" in done.stderr
        assert store.read_text() == "evidence"
    with output.prepared(tmp_path, fresh=True) as store:
        assert not store.exists()


def test_a_folder_is_free_again_when_its_process_was_killed(tmp_path):
    code = (
        "import sys, time; from pathlib import Path; from theorycheck.evidence.files import alone_in\n"
        "with alone_in(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(UsageError), alone_in(tmp_path):
            pass
        holder.kill()
    with alone_in(tmp_path):
        pass
