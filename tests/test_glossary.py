"""The glossary: each word once, in order, in plain words of the field."""

import re
from pathlib import Path

from theorycheck.claim import Relation
from theorycheck.document import Outcome

GLOSSARY = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text()
ENTRIES = dict(re.findall(r"^\*\*(.+?)\.\*\* (.+?)(?:\n\n|\Z)", GLOSSARY, re.MULTILINE | re.DOTALL))


def test_about_forty_words_are_defined_each_once_and_in_order():
    names = re.findall(r"^\*\*(.+?)\.\*\*", GLOSSARY, re.MULTILINE)
    assert len(names) == len(set(names)) == len(ENTRIES) >= 40
    assert names == sorted(names, key=str.lower)


def test_every_verdict_is_told():
    told = GLOSSARY.replace("\n", " ")
    assert [outcome.value for outcome in Outcome if f"`{outcome.value}`" not in told] == []


def test_every_relation_is_told():
    words = {
        Relation.IDENTITY: "identity",
        Relation.EQUALS: "equality",
        Relation.LAW: "growth",
        Relation.AT_MOST: "at most",
        Relation.AT_LEAST: "at least",
        Relation.LIMIT: "limit",
        Relation.ORDERING: "ordering",
        Relation.REPORTED: "published number",
    }
    told = " ".join(ENTRIES["Relation"].split())
    assert [relation for relation in Relation if words[relation] not in told] == []
