"""The page on papers: its commands run, and every number it uses by name is one that they write."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "latex.md").read_text()
USED = re.compile(r"\\theorycheck\{([\w.]+)\}\{([\w.-]+)\}")


def block(kind):
    (text,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What the commands of the page write."""
    path = tmp_path_factory.mktemp("paper")
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["bash", "-ec", block("sh")], cwd=path, env=environment, check=True, capture_output=True)
    return path / "caps" / "latex"


@pytest.mark.slow
def test_every_number_of_the_page_is_written(folder):
    written = (folder / "numbers.tex").read_text()
    named = set(USED.findall(block("tex")))
    assert len(named) == 8
    for claim, name in named:
        assert written.count(f"\\theorycheck@set{{{claim}}}{{{name}}}{{") == 1
    names = {name for _, name in re.findall(r"@set\{(run|[\w.]+omega)\}\{([\w.-]+)\}", written)}
    listed = set(re.findall(r"`([\w.]+)`", PAGE.partition("The names of a claim are")[2].partition("## ")[0]))
    assert {name for name in names if not name.startswith(("fit.", "point"))} - listed == {
        f"exponent.d_k{end}" for end in (".high", ".interval", ".claimed", ".derived")
    }
    ends = {name.removeprefix("point.d_k-256") for name in names if name.startswith("point.d_k-256")}
    assert ends <= {""} | {f".{end}" for end in re.findall(r"`\.(\w+)`", PAGE)}


@pytest.mark.slow
def test_every_file_of_the_page_is_written(folder):
    named = re.findall(r"^\| `([\w.]+\.tex)`", PAGE, flags=re.MULTILINE)
    assert sorted(named) == sorted(path.name for path in folder.glob("*.tex"))
    assert list((folder / "figures").glob("*.pdf"))
    packages = set(
        re.findall(r"\b[a-z]{5,}\b", " ".join(re.findall(r"\| `([a-z ]+)` \|$", PAGE, re.MULTILINE)))
    )
    assert packages <= set(re.findall(r"[a-z]+", (folder / "example.tex").read_text()))
