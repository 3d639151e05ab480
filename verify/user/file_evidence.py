"""Evidence that a claim file brings: the points of its table that lie on its grid and in its domain.

A claim on a table with a column of groups is one for each of its labels (`by_group`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .. import law
from ..claim import Value, point_words
from ..errors import UsageError
from ..law.towards import require_limits
from ..statistics.evidence import Evidence
from ..table import Kind, Layout, Table, evidence, read_tables, require_law
from .entry import Entry, several
from .files import inside
from .formulas import is_law

SEED: Final = "seed"
"""The column that numbers the values of a setting."""


def table_of(entry: Entry, folder: Path, where: str) -> Table:
    """The rows of the table that a claim names; raises UsageError for what cannot be used."""
    measure = entry.measure
    path = inside(folder, measure.data or "", "measure.data", where)
    tables = read_tables(path, Layout(value=several(measure.value), group=measure.group))
    if measure.group is None:
        return tables[""]
    only = several(measure.only)
    if len(only) != 1:
        raise UsageError(
            f"{where}: measure.group makes a claim for each label of {measure.group}; name one by "
            f"measure.only: {', '.join(tables)}."
        )
    _require_labels(only, tables, path, where)
    return tables[only[0]]


def by_group(keys: Mapping[str, Any], folder: Path, where: str) -> list[Mapping[str, Any]]:
    """The keys of a claim for each label of its group column, its id followed by the label; else its own.

    A claim on one label alone keeps its id. Raises UsageError for a table that cannot be read.
    """
    measure = keys.get("measure")
    if not isinstance(measure, Mapping) or not {"data", "group"} <= measure.keys():
        return [keys]
    data, group, value, only = (measure.get(key, ()) for key in ("data", "group", "value", "only"))
    # What is amiss with a key is told where all are checked.
    if not (isinstance(data, str) and isinstance(group, str) and _are_texts(value) and _are_texts(only)):
        return [keys]
    path = inside(folder, data, "measure.data", where)
    tables = read_tables(path, Layout(value=several(value), group=group))
    _require_labels(several(only), tables, path, where)
    labels = several(only) or tuple(tables)
    if only and len(labels) == 1:
        return [keys]
    return [
        {**keys, "id": f"{keys.get('id')}.{part_of_id(label)}", "measure": {**measure, "only": [label]}}
        for label in labels
    ]


def _are_texts(value: object) -> bool:
    return isinstance(value, str | Sequence) and all(isinstance(one, str) for one in value)


def part_of_id(label: str) -> str:
    """A label as part of an id.

    >>> part_of_id("GPT 2 (small)")
    'GPT-2-small'
    """
    return re.sub(r"[^A-Za-z0-9._-]+", "-", label).strip("-")


def _require_labels(only: Sequence[str], tables: Mapping[str, Table], path: Path, where: str) -> None:
    for label in only:
        if label not in tables:
            raise UsageError(
                f"{where}: measure.only names {label!r}, and the labels of {path} are {', '.join(tables)}."
            )


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
        whole = evidence(table, _variables(entry, table))
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


def _variables(entry: Entry, table: Table) -> list[str]:
    """The columns that tell settings. Seeds that nothing names number the values, where each has several."""
    named = (
        entry.law,
        *entry.alternatives,
        *entry.domain,
        *entry.domain.values(),
        *entry.grid,
        *entry.limits,
    )
    others = [name for name in table.columns if name != SEED]
    if table.kind is not Kind.VALUES or not others or re.search(rf"\b{SEED}\b", " ".join(named)):
        return list(table.columns)
    _, counts = np.unique([table.columns[name] for name in others], axis=1, return_counts=True)
    return others if counts.min() > 1 else list(table.columns)


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
        raise law.LawError(f"law {text!r} has no finite value at {point_words(place)}.")
