"""How a table is laid out: units in names, replicates or sizes of a variable side by side, groups.

Whatever its layout, a table is read as the long one, where each row is a setting with its numbers. A column
`loss (nats)` is called `loss`. Replicates side by side, columns `value1`, `value2`, or those that a `Layout`
names, become rows of one setting; columns `d=16`, `d=64` become rows of the sizes of d. An empty field of
such columns is no row. Each label of a group column has a table of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import UsageError

Vector = NDArray[np.float64]

_UNIT: Final = re.compile(r"(.*\S)\s*(\[[^\[\]]*\]|\([^()]*\))")
_REPLICATE: Final = re.compile(r"value[ _.-]?\d+")
_SIZE: Final = re.compile(r"([A-Za-z_]\w*)\s*=\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)")

ERRORS: Final = ("stderr", "error_bound")
"""Columns beside which a number is a mean."""


SUMMARY: Final = ("std", "sem", "count")
"""Columns beside a mean, as data frames aggregate the values of a setting."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The columns that hold the measured numbers, by name or pattern, and the one of the groups' labels."""

    value: tuple[str, ...] = ()
    group: str | None = None


LONG: Final = Layout()
"""A number a row in a column of a name that is known, and one group."""


class Arranged(NamedTuple):
    """The columns of a long table, and of each of its rows the row that it comes from."""

    columns: dict[str, Vector]
    origin: NDArray[np.intp]


def summary(names: Iterable[str]) -> tuple[str, ...]:
    """The columns of a summary that tell errors: a standard error of the mean, or a deviation and a count.

    >>> summary(["d", "mean", "std", "count"]), summary(["std", "mean"]), summary(["mean", "stderr", "count"])
    (('std', 'count'), (), ())
    """
    found = tuple(name for name in SUMMARY if name in names)
    told = "sem" in found or {"std", "count"} <= {*found}
    return found if told and not any(error in names for error in ERRORS) else ()


def plain_names(where: str, names: Iterable[str]) -> list[str]:
    """The names without units and spaces; raises UsageError where two are one then.

    >>> plain_names("data", ["time [s]", "loss (nats)", "model size", "d"])
    ['time', 'loss', 'model_size', 'd']
    """
    # Python reads names in compatibility form, so a column must be named in it too.
    given = [unicodedata.normalize("NFKC", name.strip()) for name in names]
    found = [_plain(name) for name in given]
    for first, name in enumerate(found):
        if name in found[:first]:
            other = given[found.index(name)]
            same = f"two columns are named {name}" if other == given[first] else ""
            raise UsageError(f"{where}: {same or f'{other} and {given[first]} are one name'}; rename one.")
    return found


def _plain(name: str) -> str:
    unit = _UNIT.fullmatch(name)
    kept = unit[1] if unit else name
    return kept if _SIZE.fullmatch(kept) else re.sub(r"\s+", "_", kept)


def side_by_side(path: str, names: Sequence[str], layout: Layout) -> list[str]:
    """The columns that hold one number each of several of one row: replicates, or sizes of a variable.

    Raises UsageError for a value that is no column.
    """
    measured = _measured(path, names, layout)
    return measured if len(measured) > 1 else _sizes(names)


def arranged(path: str, columns: Mapping[str, Vector], layout: Layout) -> Arranged:
    """The columns as those of a long table, with the numbers in `mean` or `value`."""
    names = list(columns)
    measured = _measured(path, names, layout)
    several = side_by_side(path, names, layout)
    rows = np.arange(len(next(iter(columns.values()))))
    if not several:
        name = "mean" if any(error in names for error in ERRORS) or summary(names) else "value"
        renamed = {(name if key in measured else key): column for key, column in columns.items()}
        return Arranged(renamed, rows)
    stray = next((name for name in (*ERRORS, "mean", "failures", "trials") if name in names), None)
    if stray is not None and stray not in several:
        raise UsageError(
            f"{path} has its numbers side by side in {', '.join(several)}, where a column {stray} has no "
            "meaning; remove it."
        )
    return _melted(columns, several, rows)


def _melted(columns: Mapping[str, Vector], several: Sequence[str], rows: NDArray[np.intp]) -> Arranged:
    value = np.concatenate([columns[name] for name in several])
    origin = np.tile(rows, len(several))
    there = ~np.isnan(value)
    long = {name: column[origin[there]] for name, column in columns.items() if name not in several}
    if sizes := [size for name in several if (size := _SIZE.fullmatch(name))]:
        at = np.array([float(size[2]) for size in sizes])
        long[sizes[0][1]] = np.repeat(at, len(rows))[there]
    return Arranged({**long, "value": value[there]}, origin[there])


def _measured(path: str, names: Sequence[str], layout: Layout) -> list[str]:
    """The columns that the layout names, or those of replicates by their names."""
    if not layout.value:
        replicates = [name for name in names if _REPLICATE.fullmatch(name)]
        return replicates if len(replicates) > 1 and "value" not in names else []
    found: list[str] = []
    for given in layout.value:
        wanted = _plain(given.strip())
        here = [name for name in names if fnmatchcase(name, wanted) and name not in found]
        if not here:
            raise UsageError(f"{path} has no column {given}; its columns are {', '.join(names)}.")
        found += here
    return found


def _sizes(names: Sequence[str]) -> list[str]:
    """The columns named after two sizes or more of one variable, as d=16 and d=64."""
    found = [(name, size[1]) for name in names if (size := _SIZE.fullmatch(name))]
    variables = {variable for _, variable in found}
    return [name for name, _ in found] if len(found) > 1 and len(variables) == 1 else []
