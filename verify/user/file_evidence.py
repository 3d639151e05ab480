"""Evidence that a claim file brings: the points of its table that lie on its grid and in its domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import law
from ..claim import Value
from ..errors import UsageError
from ..law.towards import require_limits
from ..statistics.evidence import Evidence
from ..table import Table, evidence, require_law
from .entry import Entry
from .formulas import is_law


def given_evidence(entry: Entry, table: Table, where: str) -> Evidence:
    """The evidence of the claim's table; raises UsageError with file, key and remedy.

    Without a grid all rows count; with one, those at its values, each of which must be there.
    """
    for name in entry.grid:
        if name not in table.columns:
            raise UsageError(
                f"{where}: grid.{name} is not a column of {table.path}, which has {', '.join(table.columns)}."
            )
    try:
        if is_law(entry):
            require_law(law.form(entry.law, table.columns), table)
        for alternative in entry.alternatives:
            law.parse(alternative)
        whole = evidence(table)
        keep = _on_grid(whole, entry.grid, where) & _in_domain(whole, entry.domain)
        found = whole.take(keep)
        if not is_law(entry):
            _require_values(entry.law, found)
    except law.LawError as error:
        raise UsageError(f"{where}: {error}") from error
    if not len(found):
        raise UsageError(
            f"{where}: no row of {table.path} lies on [grid] and in [domain]; change one of them."
        )
    if is_law(entry):
        require_limits(entry.limits, {name: column.tolist() for name, column in found.at.items()}, where)
    return found


def _on_grid(whole: Evidence, grid: Mapping[str, Sequence[Value]], where: str) -> NDArray[np.bool_]:
    keep = np.ones(len(whole), dtype=bool)
    for name, values in grid.items():
        here = [np.asarray(whole.at[name] == value) for value in values]
        for value, rows in zip(values, here, strict=True):
            if not rows.any():
                raise UsageError(f"{where}: grid.{name} = {value} is in no row of the table; leave it out.")
        keep &= np.any(here, axis=0)
    return keep


def _in_domain(whole: Evidence, domain: Mapping[str, str]) -> NDArray[np.bool_]:
    conditions = [law.condition(text) for text in domain.values()]
    holds = [all(c.holds(whole.place(i)) for c in conditions) for i in range(len(whole))]
    return np.array(holds, dtype=bool)


def _require_values(text: str, found: Evidence) -> None:
    values = law.values(law.parse(text), found.at)
    if not np.isfinite(values).all():
        place = found.place(int(np.argmin(np.isfinite(values))))
        at = ", ".join(f"{name} = {each}" for name, each in place.items())
        raise law.LawError(f"law {text!r} has no finite value at {at}.")
