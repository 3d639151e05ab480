"""`python -m benchmarks.calibration` as its user meets it: files, exit codes, Ctrl-C."""

import json
import signal
import subprocess
import sys
import time

import pytest

COMMAND = (sys.executable, "-m", "benchmarks.calibration")


def calibrate(*arguments):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False
    )


def test_it_writes_the_table_and_exits_with_0_where_no_criterion_is_excluded(tmp_path):
    done = calibrate("equals.exact.default", "--workers", 1, "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert {line[0]: line[2] for line in lines}["undecided at the default budget"] == "open"
    assert "Traceback" not in done.stderr
    found = json.loads((tmp_path / "calibration.json").read_text())
    assert [row["name"] for row in found["rows"]] == ["equals.exact.default"]
    assert found["rows"][0]["tally"]["runs"] == 40
    assert "# Calibration" in (tmp_path / "calibration.md").read_text()
    again = calibrate("equals.exact.default", "--workers", 1, "--out", tmp_path, "--json")
    assert json.loads(again.stdout) == found


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("nothing",), 5, "selects no row"),
        (("--preset", "fast"), 2, "no preset 'fast'"),
        (("--workers", "0"), 2, "not a positive number"),
    ],
)
def test_what_a_user_can_mend_is_one_sentence(arguments, code, words, tmp_path):
    done = calibrate(*arguments, "--out", tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_counted(tmp_path):
    running = subprocess.Popen(
        [*COMMAND, "holds", "--workers", "1", "--preset", "full", "--out", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
        # A suite that a script began in the background is deaf to Ctrl-C, and so is what it begins.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    stored = tmp_path / "counts.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (stored.exists() and stored.read_bytes().count(b"\n") > 2):
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, error = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "the same command goes on" in error
    assert "Traceback" not in error
    assert stored.read_bytes().count(b"\n") > 2
