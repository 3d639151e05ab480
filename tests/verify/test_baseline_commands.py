"""`baseline`, `ci` and `run --baseline` as their user meets them: sentences and exit codes."""

import json
import math
import shutil
import sqlite3

import pytest
from theorycheck.commands.decided_again import require_as_decided
from theorycheck.errors import UsageError
from theorycheck.report import output

from .running import stored, theorycheck

CHEAP = "conditioning.key_overlap.mean_square"
ONE = ("--workers", "1")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A folder with a finished run and the baseline made from it."""
    folder = tmp_path_factory.mktemp("recorded")
    ran = theorycheck("run", CHEAP, "--preset", "quick", *ONE, "--out", "out", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    done = theorycheck("baseline", "update", "--reason", "first", "--from", "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def another(recorded, tmp_path):
    """A baseline file to plant differences in, and a function that writes it."""
    content = json.loads((recorded / "reports" / "baseline.json").read_text())

    def write(**changes):
        content["presets"]["quick"]["claims"][CHEAP] |= changes
        (tmp_path / "planted.json").write_text(json.dumps(content))
        return tmp_path / "planted.json"

    return write


def test_show_prints_an_entry_and_why_it_changed(recorded):
    shown = theorycheck("baseline", "show", CHEAP, cwd=recorded)
    assert shown.stdout.startswith(f"quick\tagrees\t{CHEAP}\t")
    assert "first" in shown.stderr
    as_json = json.loads(theorycheck("baseline", "show", CHEAP, "--json", cwd=recorded).stdout)
    assert list(as_json["presets"]["quick"]["claims"]) == [CHEAP]


@pytest.mark.slow
def test_ci_is_green_to_the_last_bit_on_the_same_machine(recorded):
    done = theorycheck("ci", CHEAP, *ONE, "--json", cwd=recorded)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["identical"] == [CHEAP]


def test_ci_goes_on_with_the_evidence_of_its_folder_and_refuses_that_of_another_run(recorded, tmp_path):
    out, asked = tmp_path / "out", ("ci", CHEAP, *ONE, "--out", tmp_path / "out")
    shutil.copytree(recorded / "out", out)
    with sqlite3.connect(out / "evidence.sqlite") as connection:
        connection.execute("UPDATE blocks SET seconds = 12345.0")
    connection.close()
    before = stored(out)
    assert theorycheck(*asked, cwd=recorded).returncode == 0
    assert stored(out) == before
    (claim,) = json.loads((out / "verdicts.json").read_text())["claims"]
    assert claim["seconds"] >= 12345, "the evidence was drawn anew"

    other = json.loads((recorded / "reports" / "baseline.json").read_text())
    other["presets"]["quick"]["seed"] = 1
    (tmp_path / "other.json").write_text(json.dumps(other))
    files = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    refused = theorycheck(*asked, "--baseline", tmp_path / "other.json", cwd=recorded)
    assert refused.returncode == 2
    assert "its seed is 0, not 1" in refused.stderr
    assert "--fresh" in refused.stderr
    assert {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()} == files
    anew = theorycheck(*asked, "--fresh", "--baseline", tmp_path / "other.json", cwd=recorded)
    assert anew.returncode == 0, anew.stderr
    assert {seed for _, _, _, seed, _ in stored(out)} == {1}


@pytest.mark.slow
def test_ci_confirms_moved_means_before_it_is_red(recorded, another):
    content = json.loads((recorded / "reports" / "baseline.json").read_text())
    points = content["presets"]["quick"]["claims"][CHEAP]["points"]
    planted = another(points=[point | {"mean": 1.5 * point["mean"]} for point in points])
    done = theorycheck("ci", CHEAP, *ONE, "--baseline", planted, cwd=recorded)
    assert done.returncode == 1
    assert done.stdout.startswith("regression\tmeans\t")
    assert "1 run again at a fresh seed" in done.stderr


@pytest.mark.slow
def test_a_run_that_differs_from_the_baseline_exits_with_1(recorded, another):
    planted = another(verdict="refuted", holds="no")
    again = ("run", CHEAP, "--preset", "quick", *ONE, "--out", "out")
    done = theorycheck(*again, "--baseline", planted, cwd=recorded)
    assert done.returncode == 1
    assert "the verdict was refuted (holds: no), and is agrees (holds: yes)" in done.stderr
    fine = theorycheck(*again, cwd=recorded)
    assert fine.returncode == 0
    assert "Differs" not in fine.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("baseline", "update", "--from", "out"), "--reason"),
        (("baseline", "update", "--reason", " ", "--from", "out"), "for a reason"),
        (("baseline", "update", "--reason", "x", "--all", "--only", CHEAP), "exclude each other"),
        (("baseline", "update", "--reason", "x", "--from", "nowhere"), "holds no verdicts.json"),
        (("baseline", "update", "--reason", "x", "--only", "nothing"), "There is no claim"),
        (("run", CHEAP, "--baseline", "nowhere.json"), "cannot be read"),
        (("ci", CHEAP, "--preset", "quik"), "did you mean quick?"),
    ],
)
def test_a_wrong_argument_gets_one_sentence_and_changes_nothing(arguments, sentence, recorded):
    before = (recorded / "reports" / "baseline.json").read_bytes()
    done = theorycheck(*arguments, cwd=recorded)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert (recorded / "reports" / "baseline.json").read_bytes() == before


@pytest.fixture
def altered(recorded, tmp_path):
    """The recorded run with its evidence, and a function that alters what its document says of the claim."""
    shutil.copytree(recorded / "out", tmp_path / "out", ignore=shutil.ignore_patterns("report*"))
    content = json.loads((recorded / "out" / "verdicts.json").read_text())

    def write(alter):
        alter(content, content["claims"][0])
        (tmp_path / "out" / "verdicts.json").write_text(json.dumps(content))
        return tmp_path / "out"

    return write


@pytest.mark.parametrize(
    ("part", "alter"),
    [
        ("verdict", lambda _, claim: claim.update(verdict="refuted", holds="no")),
        ("holds", lambda _, claim: claim.update(holds="no")),
        ("derived", lambda _, claim: claim["formulas"].update(derived="2/d_k")),
        ("steps", lambda _, claim: claim["derivation"]["chain"].pop()),
        ("code", lambda _, claim: claim.update(code="0")),
        (
            "points",
            lambda _, claim: claim["points"][0].update(mean=math.nextafter(claim["points"][0]["mean"], 1)),
        ),
        ("points", lambda _, claim: claim["points"][0].update(trials=claim["points"][0]["trials"] + 1)),
        ("points", lambda _, claim: claim["points"].pop()),
        ("its seed is 0, not 1", lambda document, _: document.update(seed=1)),
        ("definitions", lambda document, _: document["definitions"].clear()),
    ],
)
def test_an_update_believes_no_run_that_says_other_than_its_evidence(part, alter, recorded, altered):
    out = altered(alter)
    with pytest.raises(UsageError) as refused:
        require_as_decided(output.read(out), out, recorded / "reports" / "baseline.json", None, 1)
    assert part in str(refused.value)
    assert str(out) in str(refused.value)
    assert CHEAP in str(refused.value) or part.startswith("its seed") or part == "definitions"


def test_an_update_names_the_claim_that_differs_and_says_what_has_no_evidence(recorded, altered):
    out = altered(lambda *_: None)
    update = ("baseline", "update", "--reason", "again", "--from", out, "--baseline", out / "baseline.json")
    sound = theorycheck(*update, cwd=recorded)
    assert (sound.returncode, "Not held to evidence" in sound.stderr) == (0, False)
    kept = (out / "baseline.json").read_bytes()

    altered(lambda _, claim: claim.update(verdict="refuted", holds="no"))
    refused = theorycheck(*update, cwd=recorded)
    assert refused.returncode == 2
    assert f"has another verdict of {CHEAP} than the evidence beside it" in refused.stderr
    assert (out / "baseline.json").read_bytes() == kept

    (out / "evidence.sqlite").unlink()
    told = theorycheck(*update, cwd=recorded)
    assert told.returncode == 0
    assert f"{out} has no evidence.sqlite" in told.stderr


def test_an_update_draws_nothing(altered):
    out = altered(lambda *_: None)
    with sqlite3.connect(out / "evidence.sqlite") as connection:
        connection.execute("DELETE FROM blocks")
    connection.close()
    with pytest.raises(UsageError, match="vidence that this version asks for is not there"):
        require_as_decided(output.read(out), out, out / "baseline.json", None, 1)
