"""Several tables together, each by a name of its own: that of its file, of its group, or of both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import UsageError, attempted
from .checked import Table
from .columns import tables_of
from .layout import LONG, Layout
from .reading import read_tables

Tables = dict[str, Table | UsageError]


def tables_by_name(data: Sequence[object], layout: Layout = LONG) -> Tables:
    """The tables of files and frames, and what is amiss with those that have none.

    Frames beside others are named by their numbers.
    """
    several = len(data) > 1
    found: Tables = {}
    for number, each in enumerate(data, start=1):
        is_file = isinstance(each, str | Path)
        name = str(each) if is_file else f"data {number}" if several else "data"
        read = (
            attempted(read_tables, str(each), layout) if is_file else attempted(tables_of, each, name, layout)
        )
        if isinstance(read, UsageError):
            found[name] = read
            continue
        for label, table in read.items():
            found[" ".join(filter(None, (name if several else "", label)))] = table
    return found
