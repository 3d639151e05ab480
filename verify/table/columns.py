"""Columns that a process holds already, those of a frame or a dict, as the table that their file would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import UsageError, attempted
from .checked import Table, Vector
from .layout import Layout, plain_names, side_by_side
from .reading import MAX_COLUMNS, read_tables, tables_of_columns

Tables = dict[str, Table | UsageError]

DRAW: Final = "draw"
"""The one column that may hold labels."""


def tables_of(data: object, name: str, layout: Layout) -> dict[str, Table]:
    """The tables of a pandas or polars frame, or of a dict of columns, by the labels of their groups.

    The named levels of a pandas index are columns too; `name` stands for the data in messages. Raises
    UsageError for anything else, and as `read_tables` does.
    """
    frame, names = _frame(data, name)
    keys = list(names)
    if len(keys) > MAX_COLUMNS:
        raise UsageError(
            f"{name} has {len(keys)} columns, more than {MAX_COLUMNS}; leave out what is constant."
        )
    told = plain_names(name, [str(key) for key in keys])
    found = {plain: _array(name, frame, key) for plain, key in zip(told, keys, strict=True)}
    group = None if layout.group is None else plain_names(name, [layout.group])[0]
    labels: list[str] = []
    if group in found:
        labels, codes = _labelled(name, group, found[group])
        found[group] = codes
    several = side_by_side(name, told, layout)
    columns = {key: _vector(name, key, column, key in several) for key, column in found.items()}
    sizes = {key: len(column) for key, column in columns.items()}
    if len(set(sizes.values())) > 1:
        each = ", ".join(f"{key} {size}" for key, size in sizes.items())
        raise UsageError(
            f"{name} has columns of different lengths ({each}); give each a number for every row."
        )
    if not any(sizes.values()):
        raise UsageError(f"{name} has no rows; give the measured numbers.")
    return tables_of_columns(name, columns, layout, labels, lambda row: f"row {row}")


NO_NUMBERS: Final = {"c": "complex numbers", "m": "times", "M": "dates"}
"""Kinds of columns that NumPy would make numbers of."""

SHOWN: Final = 40
"""Characters of a value that are told."""


def _labelled(name: str, key: str, column: NDArray[Any]) -> tuple[list[str], NDArray[Any]]:
    """The labels of a group column in the order of their appearance, and the number of each row's."""
    told = [str(label).strip() for label in column.tolist()]
    if any(label in {"", "None", "nan"} for label in told):
        row = next(i for i, label in enumerate(told) if label in {"", "None", "nan"})
        raise UsageError(f"{name}, row {row}, column {key}: there is no label; give one, or remove the row.")
    labels = list(dict.fromkeys(told))
    return labels, np.array([labels.index(label) for label in told], dtype=np.float64)


def _frame(data: Any, name: str) -> tuple[Any, list[Any]]:  # noqa: ANN401 - whatever a user gives
    """What has columns, and their names."""
    if isinstance(data, Mapping):
        return data, list(data)
    if hasattr(data, "reset_index"):
        levels = [level for level in data.index.names if level is not None]
        data = data.reset_index(level=levels) if levels else data
    # What has yet to be collected has no columns to index.
    if hasattr(data, "__getitem__") and not hasattr(data, "collect") and hasattr(data, "columns"):
        return data, list(data.columns)
    raise UsageError(
        f"{name} is of type {type(data).__name__}; give the path of a CSV file, a pandas or polars frame, or "
        "a dict of columns."
    )


def _array(name: str, frame: Any, key: Any) -> NDArray[Any]:  # noqa: ANN401 - see above
    try:
        return np.asarray(frame[key])
    except (TypeError, ValueError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise UsageError(f"{name}, column {key}: it is not a column of numbers ({reason}).") from error


def _vector(name: str, key: str, column: NDArray[Any], may_lack: bool) -> Vector:
    """A column as numbers; the labels of trials are numbered in the order of their appearance.

    One of several numbers side by side may lack some.
    """
    if column.ndim != 1:
        raise UsageError(f"{name}, column {key}: it has shape {column.shape}; give one number for each row.")
    if column.dtype.kind in NO_NUMBERS:
        raise UsageError(f"{name}, column {key}: it holds {NO_NUMBERS[column.dtype.kind]}; give numbers.")
    try:
        return column.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        if key == DRAW:
            labels = {label: float(i) for i, label in enumerate(dict.fromkeys(column.tolist()))}
            return np.array([labels[label] for label in column.tolist()])
    if may_lack and all(each is None or _is_number(each) for each in column.tolist()):
        return np.array([np.nan if each is None else each for each in column.tolist()], dtype=np.float64)
    row, value = next((i, each) for i, each in enumerate(column.tolist()) if not _is_number(each))
    raise UsageError(f"{name}, row {row}, column {key}: {repr(value)[:SHOWN]} is not a number.")


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def tables_by_name(data: Sequence[object], layout: Layout) -> Tables:
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
