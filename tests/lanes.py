"""Which of many cases of one kind the default lane tries; `-m slow` tries the others."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

import pytest


def by_default(case: object, one_in: int) -> bool:
    """Whether the default lane tries a case: its own text decides, whatever stands beside it."""
    return crc32(str(case).encode()) % one_in == 0


def sampled(rows: Iterable[object], one_in: int) -> list[object]:
    """The rows of a parametrisation, of which all but about one in so many are slow."""
    return [row if by_default(row, one_in) else _slow(row) for row in rows]


def _slow(row: object) -> object:
    values = getattr(row, "values", row if isinstance(row, tuple) else (row,))
    return pytest.param(*values, marks=pytest.mark.slow)
