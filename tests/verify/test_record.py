"""Formulas of a document are printed ahead of it, once, as they are printed in it."""

from __future__ import annotations

import pytest
import sympy as sp
from lawcheck.verify import record
from lawcheck.verify.claims import CLAIMS
from lawcheck.verify.kept import Table
from lawcheck.verify.law import LawError, parse
from msgspec.structs import replace


@pytest.fixture
def laws(tmp_path, monkeypatch):
    """An empty table of printed laws."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    table = Table("laws", lambda: "one")
    monkeypatch.setattr(record, "LAWS", table)
    return table


def test_a_formula_printed_ahead_is_not_read_again(laws, monkeypatch):
    claim = CLAIMS[0]
    record.print_claimed([claim])
    monkeypatch.setattr(record, "parse", lambda _: pytest.fail("It is printed already."))
    assert record._latex(claim.claimed) == sp.latex(parse(claim.claimed))


def test_one_that_cannot_be_read_stops_no_other_and_is_refused_when_asked_for(laws):
    wrong, right = replace(CLAIMS[0], claimed="1 +"), CLAIMS[0]
    record.print_claimed([wrong, right])
    assert laws.get("1 +") is None
    assert laws.get(right.claimed) is not None
    with pytest.raises(LawError):
        record._latex("1 +")
