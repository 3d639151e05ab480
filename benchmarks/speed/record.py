"""What a benchmark found, as it is written to a file."""

from __future__ import annotations

import msgspec
from theorycheck.upgrade import SCHEMA_VERSION


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One route over one piece of work: CPU seconds, and how many times faster than the first route of it.

    `also` are further figures by their names.
    """

    work: str
    route: str
    seconds: float
    faster: float
    also: dict[str, float] = {}


class Benchmark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rows by subject, with the device they were measured on."""

    schema: int = SCHEMA_VERSION
    theorycheck: str
    device: str
    torch: str
    threads: int
    subjects: dict[str, list[Row]]


def compared(work: str, seconds: dict[str, float]) -> list[Row]:
    """A row for each route; the first is what the others are compared with."""
    first = next(iter(seconds.values()))
    return [Row(work=work, route=route, seconds=one, faster=first / one) for route, one in seconds.items()]
