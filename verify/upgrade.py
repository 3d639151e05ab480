"""Files that earlier versions wrote, read under the names that their fields have now.

Schema 2 has the names of `_RENAMED` in place of those of schema 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from .errors import STEERING

SCHEMA_VERSION: Final = 2
"""The schema of every JSON file that is written."""

WIDTH: Final = 240
"""Characters of a line of these files: a design point of most claims with what was measured at it."""

_RENAMED: Final = {
    "lawcheck": "theorycheck",
    "profile": "preset",
    "profiles": "presets",
    "rival": "alternative",
    "rivals": "alternatives",
    "sense": "bound_type",
    "subject": "label",
    "cell": "point",
    "cells": "points",
    "crossing": "threshold",
    "triangle": "comparisons",
    "component": "output",
    "functional": "statistic",
    "reading": "interpretation",
    "readings": "interpretations",
}

_FREE: Final = frozenset(
    {"at", "constants", "environment", "exponents", "grid", "machine", "rates", "setting"}
)
"""Fields that hold names of a user's or a machine's, which stay as they are."""

_OF_CLAIM_FILES: Final = {
    "reading": "interpretation",
    "rivals": "alternatives",
    "sense": "bound",
    "component": "output",
    "functional": "statistic",
}

_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|([bfr])|.)")
"""An escape of JSON: of a character by its code, of one that steers a terminal, or of another."""

_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_LONG: Final = re.compile(r"\d{309}")
"""A number that is beyond double precision."""

Kind = TypeVar("Kind")


def decode(text: bytes | str, kind: type[Kind]) -> Kind:
    """The record in a JSON file of this schema or of schema 1.

    Raises msgspec.DecodeError where it is neither, nests too deep, or has a character that steers a terminal.

    >>> from .baseline.expected import Baseline
    >>> decode('{"schema": 1, "history": [], "profiles": {}}', Baseline).schema
    2
    """
    try:
        return _decoded(text, kind)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(f"it is not text in UTF-8 (byte {error.start})") from error
    except RecursionError as error:
        raise msgspec.DecodeError("it nests too deep") from error


def _decoded(text: bytes | str, kind: type[Kind]) -> Kind:
    schema = msgspec.json.decode(text, type=_Version).schema
    told = text if isinstance(text, str) else text.decode()
    if (steering := _steering(told)) is not None:
        raise msgspec.DecodeError(f"it has the character U+{ord(steering):04X}, which steers a terminal")
    if _LONG.search(told) and _LONG.search(_TEXT.sub("", told)):
        raise msgspec.DecodeError("it has a number of more than 308 digits")
    if schema > SCHEMA_VERSION:
        raise msgspec.DecodeError(f"it has schema {schema}, later than {SCHEMA_VERSION}")
    if schema < 1:
        raise msgspec.DecodeError(f"it has schema {schema}, and they begin at 1")
    if schema != 1:
        return msgspec.json.decode(text, type=kind)
    return msgspec.convert(current(msgspec.json.decode(text)) | {"schema": SCHEMA_VERSION}, type=kind)


def _steering(text: str) -> str | None:
    """The first `STEERING` character, an escape of JSON or one that stands there as it is."""
    for found in _ESCAPE.finditer(text):
        escaped = chr(int(found[1], 16)) if found[1] else found[2] and "\b"
        # Halves of a pair are a character together; one alone is refused as no JSON.
        if escaped and STEERING.match(escaped) and not "\ud800" <= escaped <= "\udfff":
            return escaped
    raw = STEERING.search(text)
    return None if raw is None else raw[0]


def claim_keys(table: Mapping[str, object]) -> dict[str, object]:
    """The keys of a claim file under today's names; a key that stands there under both is left alone.

    >>> claim_keys({"law": "d", "sense": "O", "measure": {"component": "power"}})
    {'law': 'd', 'bound': 'O', 'measure': {'output': 'power'}}
    """
    return {
        name if (new := _OF_CLAIM_FILES.get(name, name)) in table else new: claim_keys(part)
        if name == "measure" and isinstance(part, Mapping)
        else part
        for name, part in table.items()
    }


def encode(value: object, *, order: Literal["sorted"] | None = None) -> str:
    """A record as the JSON of the files that are written: what fits in a line of `WIDTH` stays in one.

    >>> print(encode({"at": {"d": 8}, "steps": ["Jensen"]}), end="")
    {"at":{"d":8},"steps":["Jensen"]}
    """
    # Builtins would have the defaults that a record leaves out.
    found = msgspec.json.decode(msgspec.json.encode(value, order=order))
    return "".join(_laid_out(found, "\n")) + "\n"


def _laid_out(value: Any, newline: str) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """The text of a value whose lines begin as `newline` says; each part of what is too long has its own."""
    text = msgspec.json.encode(value).decode()
    if not isinstance(value, dict | list | tuple) or len(newline) + len(text) <= WIDTH:
        yield text
        return
    before, inner = text[0], f"{newline} "
    for name, part in value.items() if isinstance(value, dict) else ((None, part) for part in value):
        yield before + inner + ("" if name is None else f"{msgspec.json.encode(name).decode()}: ")
        yield from _laid_out(part, inner)
        before = ","
    yield newline + text[-1]


class _Version(msgspec.Struct):
    schema: int = SCHEMA_VERSION


def current(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The value of schema 1 with today's names of fields, at every depth.

    >>> current({"profile": "quick", "at": {"profile": 2}})
    {'preset': 'quick', 'at': {'profile': 2}}
    """
    if isinstance(value, dict):
        return {
            _RENAMED.get(name, name): part if name in _FREE else current(part) for name, part in value.items()
        }
    if isinstance(value, list):
        return [current(part) for part in value]
    return value
