"""Files that earlier versions wrote, read under the names that their fields have now.

Schema 1 named the version of this package `lawcheck`; schema 2 names it `theorycheck`.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

SCHEMA_VERSION: Final = 2
"""The schema of every JSON file that is written."""

_RENAMED: Final = {"lawcheck": "theorycheck"}

Kind = TypeVar("Kind")


def decode(text: bytes | str, kind: type[Kind]) -> Kind:
    """The record in a JSON file of this schema or of schema 1.

    Raises msgspec.DecodeError where it is neither.

    >>> from .baseline import Baseline
    >>> decode('{"schema": 1, "history": [], "profiles": {}}', Baseline).schema
    2
    """
    if msgspec.json.decode(text, type=_Version).schema != 1:
        return msgspec.json.decode(text, type=kind)
    current = _current(msgspec.json.decode(text)) | {"schema": SCHEMA_VERSION}
    return msgspec.convert(current, type=kind)


class _Version(msgspec.Struct):
    schema: int = 0


def _current(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The value of schema 1 with today's names of fields, at every depth."""
    if isinstance(value, dict):
        return {_RENAMED.get(name, name): _current(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_current(part) for part in value]
    return value
