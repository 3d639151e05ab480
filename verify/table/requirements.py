"""What a law must have in common with the table it is fitted to."""

from __future__ import annotations

import numpy as np

from ..errors import UsageError
from ..law import Form, variables
from .checked import Table


def require_law(law: Form, table: Table) -> None:
    """Raise UsageError for a law that names no column, or only columns that never vary.

    Names that are columns are variables; all others are free constants.
    """
    names = variables(law.expr)
    data = ("mean", "stderr", "error_bound", "failures", "trials", "value", "draw")
    taken = [name for name in names if name in data and getattr(table, name) is not None]
    if taken:
        raise UsageError(
            f"The law {law.text!r} names {taken[0]}, which holds data; a law is about variables."
        )
    shared = [name for name in names if name in table.columns]
    if not shared:
        raise UsageError(
            f"The law {law.text!r} names no column of {table.path}; its columns are "
            f"{', '.join(table.columns)}."
        )
    if all(np.ptp(table.columns[name]) == 0 for name in shared):
        which = f"{shared[0]} has" if len(shared) == 1 else f"{', '.join(shared)} have"
        raise UsageError(
            f"{which} one size only in {table.path}; a law needs at least two sizes of a variable it names."
        )
