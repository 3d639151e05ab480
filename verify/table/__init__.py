"""A user's measured data: a file of columns, read, checked and turned into evidence.

A column a variable, and either `mean` with `stderr` (or with `error_bound`, where values are
exact), or `failures` with `trials`, or raw `value`s with an optional `draw`.
"""

from .checked import Kind, Table, require_law
from .columns import tables_by_name
from .grouping import evidence
from .layout import Layout
from .reading import read_table, read_tables

__all__ = [
    "Kind",
    "Layout",
    "Table",
    "evidence",
    "read_table",
    "read_tables",
    "require_law",
    "tables_by_name",
]
