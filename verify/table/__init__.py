"""A user's measured data: a file of columns, read, checked and turned into evidence.

A column a variable, and either `mean` with `stderr` (or with `error_bound`, where values are
exact), or `failures` with `trials`, or raw `value`s with an optional `draw`.
"""

from __future__ import annotations

from .columns import table_of
from .grouping import evidence
from .reading import Kind, Table, read_table
from .requirements import require_law

__all__ = ["Kind", "Table", "evidence", "read_table", "require_law", "table_of"]
