"""A batch of claims survives what is amiss with some of them, and claims on one function share its draws."""

import json
import os
import signal
import subprocess
import sys

import pytest
from theorycheck.errors import UsageError
from theorycheck.user.asked import asked, read_files
from theorycheck.user.resolve import resolved
from theorycheck.user.sandbox import Sandbox
from theorycheck.user.sizing import Batch

from .running import theorycheck

SIMULATORS = """
import torch

def walk(d, *, n_trials, generator):
    return (torch.randint(0, 2, (n_trials, d), generator=generator) * 2 - 1).sum(1).abs()

def broken(d, *, n_trials, generator):
    return torch.randn(n_trials, 2, generator=generator)

def hangs(d, *, n_trials, generator):
    while True:
        pass
"""


def claim(claim_id, law="C*sqrt(d)", bound="Theta", function="walk", more=""):
    return f"""
[[claim]]
id = "{claim_id}"
statement = "{claim_id}"
law = "{law}"
bound = "{bound}"
{more}
grid = {{ d = [16, 32, 64, 128] }}
measure = {{ python = "simulators.py:{function}" }}
"""


BATCH = (
    claim("first")
    + claim("typo", law="C*d**(")
    + claim("broken", function="broken")
    + claim("unknown", more="marginn = 0.1")
    + claim("second", law="C*d")
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "simulators.py").write_text(SIMULATORS)
    (tmp_path / "claims.toml").write_text(BATCH)
    return tmp_path


def check(folder, *options):
    return theorycheck("check", ".", "--preset", "quick", *options, cwd=folder)


def verdicts(folder):
    document = json.loads((folder / "out" / "verdicts.json").read_text())
    return {one["id"]: one["verdict"] for one in document["claims"]}


@pytest.mark.slow
def test_what_is_sound_is_decided_and_the_rest_is_told(folder):
    done = check(folder, "--out", "out")
    assert done.returncode == 4
    assert verdicts(folder) == {"first": "agrees", "broken": "error", "second": "refuted"}
    assert "left out: claims.toml (typo): law: " in done.stderr
    assert "no key marginn; did you mean margin?" in done.stderr
    assert done.stderr.index("left out") < done.stderr.index("CPU seconds")
    settled = [line for line in done.stderr.splitlines() if line.endswith("  first")]
    assert any(line.startswith("agrees") for line in settled)


@pytest.mark.slow
def test_a_dry_run_gathers_nothing(folder):
    done = check(folder, "--out", "out", "--dry-run")
    assert done.returncode == 4
    assert not (folder / "out").exists()
    for told in ("(typo)", "marginn", "returned shape (64, 2)", "CPU seconds"):
        assert told in done.stderr
    (folder / "claims.toml").write_text(claim("first"))
    assert check(folder, "--dry-run").returncode == 0


def test_without_a_sound_claim_all_that_is_amiss_is_one_refusal(folder):
    (folder / "claims.toml").write_text(claim("typo", law="C*d**(") + claim("broken", function="broken"))
    done = check(folder, "--out", "out")
    assert done.returncode == 2
    assert "(typo): law: " in done.stderr
    assert "returned shape (64, 2)" in done.stderr


def test_files_that_cannot_be_read_leave_the_others(folder, sandbox):
    (folder / "a.toml").write_text("id = ")
    (folder / "z.py").write_text(
        "import theorycheck\n@theorycheck.claim(id='x')\ndef f(): ...\nraise RuntimeError\n"
    )
    claims, faults = read_files([folder, folder / "absent.toml"], sandbox)
    assert [one.entry.id for one in claims] == ["first", "broken", "second"]
    assert [str(fault).count("\n") for fault in faults] == [0] * 5
    with pytest.raises(UsageError, match=r"a\.toml is not TOML"):
        asked([folder], sandbox)


def test_a_call_that_hangs_leaves_the_next_one_a_process_of_its_own(folder):
    (folder / "claims.toml").write_text(claim("hangs", function="hangs") + claim("first"))
    with Sandbox(timeout=3) as sandbox:
        hangs, first = asked([folder], sandbox)
        with pytest.raises(UsageError, match="did not come back within 3 s"):
            resolved(hangs, sandbox)
        assert resolved(first, sandbox).quantity.name.startswith("walk@")


def test_claims_on_one_function_share_its_pilot_and_its_blocks(folder, sandbox):
    strict = claim("strict", bound="equals", law="sqrt(2*d/pi)", more="margin = 0.005")
    (folder / "claims.toml").write_text(claim("first") + strict)
    claims = asked([folder], sandbox)
    batch = Batch(claims, sandbox)
    one, two = (resolved(each, sandbox, batch).quantity for each in claims)
    assert [group.key for group in one.groups] == [group.key for group in two.groups]
    # By itself the first asks for less, and its blocks are its own.
    alone = resolved(claims[0], sandbox).quantity
    assert alone.groups[0].trials_per_block < one.groups[0].trials_per_block


def test_an_edited_formula_asks_for_the_same_blocks(folder, sandbox):
    def keys(law):
        (folder / "claims.toml").write_text(claim("first", bound="equals", law=law))
        (found,) = asked([folder], sandbox)
        return [group.key for group in resolved(found, sandbox).quantity.groups]

    assert keys("sqrt(2*d/pi)") == keys("3*sqrt(d)")


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_what_was_decided_before_an_end_by_a_signal_is_printed_and_kept(sent, tmp_path):
    """The signal goes to the whole group, as that of `timeout` and Ctrl-C do."""
    slow = "import time\n" + SIMULATORS.replace("def walk", "def slow").replace(
        "    return (torch", "    time.sleep(1)\n    return (torch"
    )
    (tmp_path / "simulators.py").write_text(SIMULATORS)
    (tmp_path / "slow.py").write_text(slow)
    endless = claim("endless", function="slow").replace("simulators.py", "slow.py").replace(", 64, 128", "")
    claims = claim("second", law="C*d") + endless
    (tmp_path / "claims.toml").write_text(claims)
    words = ["check", "claims.toml", "--preset", "quick", "--workers", "2", "--out", "out"]
    with subprocess.Popen(
        [sys.executable, "-m", "theorycheck", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        for line in process.stderr:
            if line.startswith("refuted"):
                os.killpg(process.pid, sent)
                break
        said = process.stderr.read()
        printed = process.stdout.read()
    assert process.returncode == 130
    assert "interrupted with 1 of 2 claims decided" in said
    assert "second" in printed
    assert verdicts(tmp_path)["second"] == "refuted"
