"""The JSON Schema of claim files, for editors: what `claim_file` reads, as one claim, several, or a paper.

It is published with the package (`schema/claim.schema.json`), and `theorycheck new` puts it beside the files
that it writes, whose first line names it to editors that complete and check TOML.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from .entry import Entry
from .paper_file import PaperKeys, Reading, StatementKeys

PATH: Final = "schema/claim.schema.json"
"""Where it is in the package."""

BESIDE: Final = ".theorycheck/claim.schema.json"
"""Where it is beside claim files, relative to them."""

TITLE: Final = "Claims for theorycheck"


def json_schema() -> str:
    """The schema as indented JSON."""
    kinds = (Entry, PaperKeys, StatementKeys, Reading)
    (entry, paper, statement, _), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    parts["PaperClaim"] = _of_paper(parts["Entry"], parts["Reading"])
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "anyOf": [
            entry,
            _tables({"claim": entry}, {}),
            _tables({"statement": statement, "claim": {"$ref": "#/$defs/PaperClaim"}}, {"paper": paper}),
        ],
        "$defs": parts,
    }
    return msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=1).decode() + "\n"


def _tables(several: dict[str, Any], single: dict[str, Any]) -> dict[str, Any]:
    """An object of tables: those of which there are several, and those of which there is one."""
    arrays = {name: {"type": "array", "minItems": 1, "items": one} for name, one in several.items()}
    return {
        "type": "object",
        "properties": arrays | single,
        "required": sorted(arrays | single),
        "additionalProperties": False,
    }


def _of_paper(entry: dict[str, Any], reading: dict[str, Any]) -> dict[str, Any]:
    """A claim of a paper: its statement by id, no source of its own, and how the sentence is read."""
    properties = {name: one for name, one in entry["properties"].items() if name != "source"}
    return entry | {"title": "PaperClaim", "properties": properties | reading["properties"]}
