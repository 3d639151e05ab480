"""The engine has the field's words: no identifier of `verify` holds a word of a dialect that was dropped."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

VERIFY = Path(__file__).parents[1] / "verify"
DROPPED = {
    "brief": "decision input",
    "briefs": "decision inputs",
    "cell": "design point",
    "cells": "design points",
    "crossing": "threshold",
    "crossings": "thresholds",
    "foreign": "user code",
    "functional": "statistic",
    "guard": "sandbox",
    "inquiry": "resolved claim",
    "inquiries": "resolved claims",
    "opaque": "nonlinear form",
    "parcel": "batch",
    "patience": "poll interval",
    "profiles": "presets",
    "rival": "alternative",
    "rivals": "alternatives",
    "road": "route",
    "roads": "routes",
    "sense": "bound type",
    "senses": "bound types",
    "sheet": "design group",
    "sheets": "design groups",
    "shelf": "cache",
    "stranger": "user",
}
"""Words that name nothing here any more, with what the field says."""
OTHERS = ("claims", "upgrade.py")
"""Papers keep their words until they move; files of before are read under theirs."""
ELSEWHERE = {"cell_contents", "functional", "rivals"}
"""Names that are not ours to choose: of Python, of torch, and of a simulator that is still to move."""


def words(identifier):
    return re.findall(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*", identifier)


def dropped(text):
    """Identifiers of a module with a word that was dropped."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    names = {token.string for token in tokens if token.type == tokenize.NAME} - ELSEWHERE
    return {name for name in names if DROPPED.keys() & {word.lower() for word in words(name)}}


MODULES = sorted(path for path in VERIFY.rglob("*.py") if path.relative_to(VERIFY).parts[0] not in OTHERS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(VERIFY)))
def test_no_identifier_has_a_word_that_was_dropped(path):
    assert dropped(path.read_text(encoding="utf-8")) == set()


def test_a_dropped_word_is_noticed_in_any_spelling():
    assert dropped("def cell_of(Sheet, ROADS): return cells") == {"cell_of", "Sheet", "ROADS", "cells"}
    assert dropped("excellent = cancelled(torch.nn.functional)") == set()
