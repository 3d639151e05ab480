"""The published schema is that of the document."""

import json
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from theorycheck import document
from theorycheck.errors import UsageError
from theorycheck.report.output import VERDICTS, read
from theorycheck.upgrade import decode

ROOT = Path(__file__).parents[2]


def test_the_published_schema_is_that_of_the_document():
    published = (files("theorycheck") / "schema" / "verdicts.schema.json").read_text()
    assert json.loads(published) == json.loads(document.json_schema())


def test_a_record_takes_no_positions_and_no_unknown_fields():
    with pytest.raises(TypeError):
        document.Comparison(document.ComparisonOutcome.AGREES, "a sentence")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"outcome": "agrees", "sentence": "", "more": 1}', type=document.Comparison)


@pytest.mark.parametrize(
    ("part", "path", "value", "message"),
    [
        ("claims", ("relation",), "{{7*7}}", "Invalid enum value"),
        ("claims", ("bound_type",), "big", "Invalid enum value"),
        ("claims", ("points", 0, "at", "d_k"), 1e308, "a coordinate has a size"),
        ("claims", ("points", 0, "at", "d_k"), 5e-324, "a coordinate has a size"),
        ("claims", ("scope", "level"), 0.0, "Expected `float` > 0.0"),
        ("figures", ("points", 0, "at", "d_k"), 10**101, "a coordinate has a size"),
        ("figures", ("x", "name"), "other", "lacks a coordinate of its axes"),
    ],
)
def test_a_document_that_no_run_writes_is_not_read(part, path, value, message):
    raw = json.loads((ROOT / "reports" / "conditioning.json").read_bytes())
    raw = raw | {"claims": raw["claims"][:1], "figures": raw["figures"][:1]}
    assert decode(json.dumps(raw), document.Document).figures
    *outer, last = path
    inner = raw[part][0]
    for name in outer:
        inner = inner[name]
    inner[last] = value
    with pytest.raises(msgspec.DecodeError, match=message):
        decode(json.dumps(raw), document.Document)


def test_a_reason_that_lacks_a_part_is_refused_by_file_and_claim(tmp_path):
    raw = json.loads((ROOT / "reports" / "conditioning.json").read_bytes())
    claim = next(one for one in raw["claims"] if (one["scope"].get("missing_reason") or {}).get("parts"))
    (tmp_path / VERDICTS).write_text(json.dumps(raw | {"claims": [claim]}))
    assert read(tmp_path).claims
    name, _ = claim["scope"]["missing_reason"]["parts"].popitem()
    (tmp_path / VERDICTS).write_text(json.dumps(raw | {"claims": [claim]}))
    with pytest.raises(UsageError) as refused:
        read(tmp_path)
    assert all(told in str(refused.value) for told in (str(tmp_path / VERDICTS), claim["id"], repr(name)))
