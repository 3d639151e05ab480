"""The published schema of claim files: it takes what their reader takes, and refuses what that refuses."""

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from theorycheck.errors import UsageError
from theorycheck.user import claim_file, claim_schema, scaffold

LAW = """
id = "mine.law"
statement = "it grows"
law = "C*d"
bound = "Theta"
[grid]
d = [16, 32, 64, 128]
[measure]
python = "law.py:law"
"""
SEVERAL = (
    LAW.replace("\nid", "\n[[claim]]\nid")
    .replace("[grid]", "[claim.grid]")
    .replace("[measure]", "[claim.measure]")
)
PAPER = """
[paper]
name = "walks"
source = "A. Author, 2026"

[[statement]]
id = "S1"
title = "Growth"
text = "It grows."
place = "Theorem 1"
""" + SEVERAL.replace('"mine.law"', '"law"').replace('"it grows"', '"S1"\nseverity = "critical"')

SHORT = """
[paper]
name = "walks"
source = "A. Author, 2026"

[defaults]
bound = "Theta"
grid = { d = [16, 32, 64, 128], n = [2] }

[[statement]]
id = "growth"
text = "It grows."
place = "Theorem 1"
law = "C*d"
measure = { number = "P(walk.far > 2*d)" }
"""


LISTED = """
[paper]
name = "walks"
source = "A. Author, 2026"

[[statement]]
id = "S1.1"
text = "It grows."
place = "Theorem 1"
bound = "Theta"
grid = { d = [16, 32, 64, 128] }
measure = { number = "P(walk.far > 2*d)" }

[[statement.claim]]
id = "growth"
law = "C*d"
label = "the chance"
"""


SCHEMA = json.loads((files("theorycheck") / claim_schema.PATH).read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_published_schema_is_that_of_the_reader_and_a_schema():
    assert json.loads(claim_schema.json_schema()) == SCHEMA
    VALIDATOR.check_schema(SCHEMA)


FILES = pytest.mark.parametrize(
    "text", [LAW, SEVERAL, PAPER, SHORT, LISTED], ids=["one", "several", "paper", "short", "listed"]
)


@pytest.fixture(autouse=True)
def simulators(tmp_path):
    (tmp_path / "walks.py").write_text("def walk(d, *, n_trials, generator): ...")


@FILES
def test_what_the_reader_takes_the_schema_takes(tmp_path, text):
    (tmp_path / "law.toml").write_text(text)
    assert len(claim_file.read(tmp_path / "law.toml")) == 1
    VALIDATOR.validate(tomllib.loads(text))


@FILES
@pytest.mark.parametrize(
    ("old", "new"),
    [('bound = "Theta"', 'bound = "Phi"'), ('law = "C*d"', ""), ("d = [16, 32, 64, 128]", "d = true")],
    ids=["word", "missing", "type"],
)
def test_what_the_reader_refuses_the_schema_refuses(tmp_path, text, old, new):
    wrong = text.replace(old, new)
    (tmp_path / "law.toml").write_text(wrong)
    with pytest.raises(UsageError):
        claim_file.read(tmp_path / "law.toml")
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(tomllib.loads(wrong))


def test_a_key_that_is_not_there_is_refused():
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(tomllib.loads('lawe = "C"\n' + LAW))


def test_the_file_that_new_writes_names_the_schema_beside_it_and_follows_it(tmp_path):
    claim, _ = scaffold.write(tmp_path, "demo")
    first = claim.read_text().splitlines()[0]
    assert first.startswith("#:schema ")
    assert json.loads((tmp_path / first.removeprefix("#:schema ")).read_text()) == SCHEMA
    VALIDATOR.validate(tomllib.loads(claim.read_text()))
    # A second claim file goes beside the same schema.
    scaffold.write(tmp_path, "other")


def test_the_examples_of_the_pages_follow_the_schema():
    pages = (Path(__file__).parents[2] / "docs").glob("*.md")
    found = [
        code
        for page in pages
        for code in re.findall(r"^```toml\n(.*?)^```$", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    ]
    whole = [table for table in map(tomllib.loads, found) if {"measure", "claim", "paper"} & set(table)]
    assert whole
    for table in whole:
        VALIDATOR.validate(table)
