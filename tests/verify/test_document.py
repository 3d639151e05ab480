"""The published schema is that of the document."""

from __future__ import annotations

import json
from importlib.resources import files

from lawcheck.verify import document


def test_the_published_schema_is_that_of_the_document():
    published = (files("lawcheck.verify") / "schema" / "verdicts.schema.json").read_text()
    assert json.loads(published) == json.loads(document.json_schema())


def test_a_record_refuses_positions_and_unknown_fields():
    for record in (document.Document, document.ClaimRecord, document.CellRecord):
        assert record.__struct_config__.kw_only or record.__struct_config__.forbid_unknown_fields
