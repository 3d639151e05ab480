"""Papers that other packages bring by an entry point: listed from metadata, decided as any."""

import json
import os
from pathlib import Path

import pytest
from theorycheck.errors import UsageError
from theorycheck.user import installed

from . import running

PAPER = """
[paper]
name = "walks"
source = "A. Author, Notes on walks, 2026"

[[statement]]
id = "S1"
title = "Square"
text = "The mean square is $d$."
place = "Lemma 2"

[[claim]]
id = "square"
statement = "S1"
law = "d"
bound = "equals"
grid = { d = [16, 32] }
measure = { python = "signs.py:squared", generator = "numpy" }
"""
SIGNS = """
def squared(d, *, n_trials, generator):
    return (generator.integers(0, 2, (n_trials, d)) * 2 - 1).sum(1) ** 2
"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder of installed packages with one that brings a paper and leaves a file where it is imported."""
    where = tmp_path / "site"
    bringing(where, "walks-paper", "walks_paper.notes")
    notes = where / "walks_paper" / "notes"
    notes.mkdir(parents=True)
    (where / "walks_paper" / "__init__.py").write_text("open('imported', 'w').close()\n")
    (notes / "claims.toml").write_text(PAPER)
    (notes / "signs.py").write_text(SIGNS)
    monkeypatch.syspath_prepend(str(where))
    monkeypatch.chdir(tmp_path)
    return where


def bringing(site: Path, package: str, module: str) -> None:
    """Metadata of a package that names a module as the paper `walks`."""
    metadata = site / f"{package.replace('-', '_')}-0.1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n")
    (metadata / "entry_points.txt").write_text(f"[theorycheck.papers]\nwalks = {module}\n")


def theorycheck(site, *words):
    return running.in_a_process(*words, env={**os.environ, "PYTHONPATH": str(site)})


def test_list_shows_an_installed_paper_and_does_not_import_it(site):
    done = theorycheck(site, "list")
    assert done.stdout.splitlines()[-1] == "walks comes with walks-paper 0.1: theorycheck list walks"
    stated = theorycheck(site, "list", "walks", "--json")
    assert [claim["id"] for claim in json.loads(stated.stdout)] == ["walks.square"]
    assert not Path("imported").exists()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["run", "check"])
def test_an_installed_paper_is_decided_by_its_name(site, command):
    done = theorycheck(site, command, "walks", "--preset", "quick", "--out", "out")
    assert done.returncode == 0, done.stderr
    (claim,) = json.loads(Path("out/verdicts.json").read_text())["claims"]
    assert (claim["id"], claim["verdict"]) == ("walks.square", "agrees")


def test_a_file_of_that_name_comes_first(site):
    assert installed.located(Path("walks")) == site / "walks_paper" / "notes"
    Path("walks").mkdir()
    assert installed.located(Path("walks")) == Path("walks")


def test_a_paper_that_is_not_where_its_package_says_is_named(site):
    bringing(site, "moved-paper", "walks_paper.absent")
    with pytest.raises(UsageError, match=r"moved-paper 0.1 and walks-paper 0.1; name its folder"):
        installed.located(Path("walks"))
    for file in (site / "walks_paper-0.1.dist-info").iterdir():
        file.unlink()
    with pytest.raises(UsageError, match=r"moved-paper 0.1 names walks_paper.absent as its paper walks"):
        installed.located(Path("walks"))
