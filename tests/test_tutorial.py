"""The tutorial and the worked examples do what they say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from theorycheck.report.contents import contents
from theorycheck.report.output import read
from theorycheck.wording.statements import short_id

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


def shell(script, folder):
    """A script of the tutorial, run with this environment's commands."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path}
    command = ["bash", "-ec", script]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_every_command_of_the_tutorial_prints_what_stands_below_it(tmp_path):
    printed = ""
    blocks = BLOCK.findall((DOCS / "tutorial.md").read_text())
    assert {kind for kind, _ in blocks} == {"sh", "text"}
    for kind, text in blocks:
        if kind == "sh":
            done = shell(text, tmp_path)
            assert done.returncode == 0, f"{text}{done.stdout}{done.stderr}"
            printed = done.stdout
        else:
            for line in text.splitlines():
                assert line in printed, f"{line!r} is promised, and this was printed:\n{printed}"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["probability", "learning", "derived"])
def test_every_worked_example_ends_as_it_expects(tmp_path, name):
    example = DOCS / "examples" / f"{name}.py"
    done = shell(f"theorycheck check {example} --preset quick", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert example.read_text().count("expect=") == example.read_text().count("@claim")


FOUND = {
    "hopfield": {
        "S1": "holds",
        "S2": "holds",
        "S3": "holds",
        "S4": "holds",
        "S5": "holds",
        "S6": "fails",
        "S7": "lower bound only",
        "S8": "holds",
        "S9": "not covered",
        "Q1": "fails",
    },
    "performer": {
        "S1": "holds",
        "S2": "holds",
        "S3": "holds",
        "S4": "holds",
        "S5": "holds at our threshold",
        "S6": "fails",
        "S7": "holds",
        "S8": "upper bound only",
        "S9": "lower bound only",
        "S10": "not covered",
    },
}
"""What becomes of each sentence of the worked papers."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND)
def test_every_sentence_of_a_worked_paper_comes_to_what_is_known(tmp_path, name):
    example = DOCS / "examples" / f"{name}.py"
    done = shell(f"theorycheck run {example} --preset quick --out out", tmp_path)
    document = read(tmp_path / "out")
    found = {short_id(one.statement.id): one.answer.value for one in contents(document).entries}
    assert found == FOUND[name], done.stdout + done.stderr
    assert len(example.read_text().splitlines()) < 150


@pytest.mark.slow
def test_an_example_that_expects_otherwise_is_red(tmp_path):
    text = (DOCS / "examples" / "probability.py").read_text()
    (tmp_path / "wrong.py").write_text(text.replace('expect="bound only"', 'expect="refuted"'))
    assert shell("theorycheck check wrong.py --preset quick", tmp_path).returncode == 1


@pytest.mark.slow
def test_evidence_of_two_machines_is_joined_as_the_page_on_clusters_says(tmp_path):
    blocks = [script for _, script in BLOCK.findall((DOCS / "cluster.md").read_text()) if "merge" in script]
    [script] = blocks
    done = shell(script.replace("--preset full", "--preset quick --no-figures"), tmp_path)
    assert done.returncode == 0, done.stderr
    apart = [(tmp_path / name / "evidence.sqlite").stat().st_mtime_ns for name in ("first", "second")]
    assert (tmp_path / "both" / "verdicts.json").exists()
    assert max(apart) < (tmp_path / "both" / "evidence.sqlite").stat().st_mtime_ns
