"""The JSON Schema of claim files, for editors: what `claim_file` reads, as one claim, several, or a paper.

It is published with the package (`schema/claim.schema.json`), and `theorycheck new` puts it beside the files
that it writes, whose first line names it to editors that complete and check TOML.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ..upgrade import encode
from .entry import Entry
from .paper_file import PaperKeys, Reading, StatementKeys
from .shorthand import NUMBER

PATH: Final = "schema/claim.schema.json"
"""Where it is in the package."""

BESIDE: Final = ".theorycheck/claim.schema.json"
"""Where it is beside claim files, relative to them."""

TITLE: Final = "Claims for theorycheck"


def json_schema() -> str:
    """The schema as indented JSON."""
    kinds = (Entry, PaperKeys, StatementKeys, Reading)
    (entry, paper, statement, _), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    _take_numbers(parts["Entry"])
    _take_single_values(parts["Entry"])
    parts["PaperClaim"] = _of_paper(parts["Entry"], parts["Reading"])
    parts["StatedClaim"] = _stated(parts["StatementKeys"], parts["PaperClaim"])
    # What a file says once for all its claims may be missing in each.
    for name in ("Entry", "PaperClaim"):
        parts[f"Further{name}"] = parts[name] | {"title": f"Further{name}", "required": []}
    parts["FurtherStatedClaim"] = _stated(parts["StatementKeys"], parts["FurtherPaperClaim"])
    parts["StatementOfClaims"] = _listing(parts["StatementKeys"], parts["FurtherPaperClaim"])
    of_claims = _named("StatementOfClaims")
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "anyOf": [
            entry,
            _tables({"claim": entry}, {}),
            _tables({"claim": _named("FurtherEntry")}, {"defaults": _named("FurtherEntry")}),
            _tables(
                {
                    "statement": {"anyOf": [statement, _named("StatedClaim"), of_claims]},
                    "claim": _named("PaperClaim"),
                },
                {"paper": paper},
                optional=("claim",),
            ),
            _tables(
                {
                    "statement": {"anyOf": [statement, _named("FurtherStatedClaim"), of_claims]},
                    "claim": _named("FurtherPaperClaim"),
                },
                {"paper": paper, "defaults": _named("FurtherPaperClaim")},
                optional=("claim",),
            ),
        ],
        "$defs": parts,
    }
    return encode(schema, order="sorted")


def _tables(
    several: dict[str, Any], single: dict[str, Any], *, optional: tuple[str, ...] = ()
) -> dict[str, Any]:
    """An object of tables: those of which there are several, and those of which there is one."""
    arrays = {name: {"type": "array", "minItems": 1, "items": one} for name, one in several.items()}
    return {
        "type": "object",
        "properties": arrays | single,
        "required": sorted((arrays | single).keys() - {*optional}),
        "additionalProperties": False,
    }


def _of_paper(entry: dict[str, Any], reading: dict[str, Any]) -> dict[str, Any]:
    """A claim of a paper: its statement by id, no source of its own, and how the sentence is read."""
    properties = {name: one for name, one in entry["properties"].items() if name != "source"}
    return entry | {"title": "PaperClaim", "properties": properties | reading["properties"]}


def _stated(statement: dict[str, Any], claim: dict[str, Any]) -> dict[str, Any]:
    """A statement with the keys of its one claim, which has its id."""
    required = {*statement["required"], *claim["required"], "law"} - {"statement"}
    properties = claim["properties"] | statement["properties"]
    return statement | {"title": "StatedClaim", "properties": properties, "required": sorted(required)}


def _listing(statement: dict[str, Any], claim: dict[str, Any]) -> dict[str, Any]:
    """A statement with a list of its claims, and with keys that these share."""
    each = {"allOf": [_named("FurtherPaperClaim"), {"required": ["id"]}]}
    claims = {"type": "array", "minItems": 1, "items": each}
    with_laws = {"properties": {"claim": {"items": {"required": ["law"]}}}}
    return statement | {
        "title": "StatementOfClaims",
        "properties": claim["properties"] | statement["properties"] | {"claim": claims},
        "required": sorted({*statement["required"], "claim"}),
        "anyOf": [{"required": ["law"]}, with_laws],
    }


def _take_numbers(entry: dict[str, Any]) -> None:
    """A claim may name its number in one text, alone or with other keys of [measure]."""
    measure = entry["properties"]["measure"]
    text = {"type": "string"}
    numbered = {"type": "object", "properties": {NUMBER: text}, "required": [NUMBER]}
    entry["properties"]["measure"] = {"anyOf": [measure, text, numbered]}


def _take_single_values(entry: dict[str, Any]) -> None:
    """A variable of the grid may have one value, without a list."""
    values = entry["properties"]["grid"]["additionalProperties"]
    entry["properties"]["grid"]["additionalProperties"] = {"anyOf": [values, values["items"]]}


def _named(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}
