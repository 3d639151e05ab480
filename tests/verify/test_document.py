"""The published schema is that of the document."""

import json
from importlib.resources import files

import msgspec
import pytest
from theorycheck import document


def test_the_published_schema_is_that_of_the_document():
    published = (files("theorycheck") / "schema" / "verdicts.schema.json").read_text()
    assert json.loads(published) == json.loads(document.json_schema())


def test_a_record_takes_no_positions_and_no_unknown_fields():
    with pytest.raises(TypeError):
        document.Comparison(document.ComparisonOutcome.AGREES, "a sentence")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"outcome": "agrees", "sentence": "", "more": 1}', type=document.Comparison)
