"""The citation names this version and these keywords, and has what the format requires."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CITATION = (ROOT / "CITATION.cff").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def faults(citation):
    """What of the citation is missing or differs from the project."""
    keys = dict(re.findall(r"^([a-z-]+):[ ]*(.*)$", citation, flags=re.MULTILINE))
    lists = {
        key: re.findall(r"^  - (.*)$", body, flags=re.MULTILINE)
        for key, body in re.findall(r"^([a-z-]+):\n((?:  .*\n)+)", citation, flags=re.MULTILINE)
    }
    expected = {"cff-version": "1.2.0", "type": "software", "version": PROJECT["version"]}
    found = [key for key, value in expected.items() if keys.get(key) != value]
    found += [key for key in ("message", "title", "abstract") if not keys.get(key)]
    found += [key for key, value in {"keywords": PROJECT["keywords"]}.items() if lists.get(key) != value]
    return found + (["authors"] if lists.get("authors") != ['name: "The theorycheck developers"'] else [])


def test_the_citation_is_that_of_the_project():
    assert faults(CITATION) == []


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        (f"version: {PROJECT['version']}", "version"),
        ("cff-version: 1.2.0", "cff-version"),
        ("  - SymPy\n", "keywords"),
    ],
)
def test_a_citation_that_differs_is_noticed(line, missing):
    assert line in CITATION
    assert missing in faults(CITATION.replace(line, line.replace("2", "7").replace("SymPy", "SimPy")))
    assert "title" in faults(CITATION.replace("title:", "titles:"))
