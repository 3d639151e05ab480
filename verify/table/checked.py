"""A table of measured numbers: what they are, and the first of them that cannot be what its column says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..claim import LARGEST, SMALLEST
from ..errors import UsageError
from ..law import Form, variables
from .layout import SUMMARY, summary

Vector = NDArray[np.float64]

MAX_ROWS: Final = 5_000_000
"""A larger table is refused before it is taken apart."""


class Kind(StrEnum):
    """What the numbers of a table are."""

    MEANS = "means"
    PROPORTIONS = "proportions"
    VALUES = "values"


_FIRST: Final = {"mean": Kind.MEANS, "failures": Kind.PROPORTIONS, "value": Kind.VALUES}
_FIELDS: Final = ("mean", "stderr", "error_bound", "failures", "trials", "value", "draw")
_RESERVED: Final = (*_FIELDS, "count")
_SECOND: Final = {
    Kind.MEANS: ("stderr", "error_bound"),
    Kind.PROPORTIONS: ("trials",),
    Kind.VALUES: ("draw",),
}
_RULES: Final[dict[str, tuple[Callable[[Vector], NDArray[np.bool_]], str]]] = {
    "stderr": (
        lambda x: x > 0,
        "not a standard error; it must be positive (exact values have a column error_bound instead)",
    ),
    "error_bound": (lambda x: x >= 0, "not an error bound; it must not be negative"),
    "trials": (lambda x: (x >= 1) & (x % 1 == 0), "not a number of trials; it must be a positive integer"),
    "failures": (lambda x: (x >= 0) & (x % 1 == 0), "not a count; it must be an integer from 0 on"),
    "std": (lambda x: x >= 0, "not a standard deviation; it must not be negative"),
    "sem": (lambda x: x > 0, "not a standard error; it must be positive"),
    "count": (lambda x: (x > 1) & (x % 1 == 0), "not a number of values that have a standard deviation"),
}
"""What the numbers of a column must be, and what is said of one that is not."""

_KINDS: Final = "mean (with stderr, or std and count), or failures and trials, or value"


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """The columns of a file: variables in `columns`, and the numbers of its kind.

    Means come with `stderr` or `error_bound` or with neither (a summary's with `count`, the values behind
    each), proportions with both counts, values with the labels of their trials where the file has them (text
    labels as numbers, in order of appearance).
    """

    path: str
    kind: Kind
    columns: dict[str, Vector]
    mean: Vector | None = None
    stderr: Vector | None = None
    error_bound: Vector | None = None
    failures: Vector | None = None
    trials: Vector | None = None
    value: Vector | None = None
    draw: Vector | None = None
    count: Vector | None = None

    def __len__(self) -> int:
        """The number of rows."""
        return len(next(iter(self.columns.values())))


def checked_table(path: str, columns: Mapping[str, Vector], row: Callable[[int], str]) -> Table:
    """The table of these columns. Raises UsageError for the first number that cannot be what its column says.

    `path` names the table in messages, and `row` a row by its index.
    """
    kind = kind_of(path, list(columns))
    rows = len(next(iter(columns.values())))
    if rows > MAX_ROWS:
        raise UsageError(
            f"{path} has {rows:,} rows, more than {MAX_ROWS:,}; give means with standard errors."
        )
    _require_sound(path, columns, row)
    summed = {name: columns[name] for name in summary(columns)} if kind is Kind.MEANS else {}
    variables = {name: column for name, column in columns.items() if name not in summed}
    data = {name: variables.pop(name) for name in _FIELDS if name in variables}
    if "sem" in summed:
        data["stderr"] = summed["sem"]
    elif summed:
        data["stderr"] = summed["std"] / np.sqrt(summed["count"])
    return Table(path=path, kind=kind, columns=variables, count=summed.get("count"), **data)


def kind_of(path: str, names: Sequence[str]) -> Kind:
    """What the numbers of columns of these names are; raises UsageError where they do not tell."""
    kinds = [kind for name, kind in _FIRST.items() if name in names]
    if len(kinds) != 1:
        found = "none of them is there" if not kinds else "more than one is there"
        raise UsageError(
            f"{path} needs columns {_KINDS}, and {found}; its columns are {', '.join(names)}. A column of "
            "another name is chosen by --value."
        )
    kind = kinds[0]
    first = next(name for name in _FIRST if name in names)
    given = [name for name in _SECOND[kind] if name in names]
    if not given and kind is Kind.PROPORTIONS:
        raise UsageError(f"{path} has a column {first} but no {' or '.join(_SECOND[kind])}; add one.")
    if len(given) > 1:
        raise UsageError(f"{path} has both {' and '.join(given)}; a mean is sampled or exact, so keep one.")
    data = {first, *given}
    data |= set(summary(names)) if kind is Kind.MEANS else set()
    stray = [name for name in _FIELDS if name in names and name not in data]
    if stray:
        are_means = kind is Kind.VALUES and stray[0] in _SECOND[Kind.MEANS]
        way = "if it is the value's, call that column mean" if are_means else "remove it"
        raise UsageError(f"{path} is a table of {kind}, where a column {stray[0]} has no meaning; {way}.")
    if len(names) == len(data):
        raise UsageError(f"{path} has no variable; add a column for each size that was varied.")
    return kind


def _require_sound(path: str, columns: Mapping[str, Vector], row: Callable[[int], str]) -> None:
    """Raise UsageError for the first number that cannot be what its column says."""

    def require(name: str, good: NDArray[np.bool_], problem: str) -> None:
        if not good.all():
            bad = int(np.argmin(good))
            raise UsageError(f"{path}, {row(bad)}, column {name}: {columns[name][bad]:g} is {problem}.")

    for name, column in columns.items():
        require(name, np.isfinite(column), "not finite; remove the row or correct it")
        if name != "draw":
            least = 0.0 if name == "error_bound" else SMALLEST
            size = np.abs(column)
            require(
                name,
                (column == 0) | ((size >= least) & (size <= LARGEST)),
                f"no number to compute with ({SMALLEST:g} to {LARGEST:g} are); choose another unit",
            )
    summed = summary(columns) if "mean" in columns else ()
    for name, (is_sound, problem) in _RULES.items():
        if name in columns and (name in summed or name not in SUMMARY):
            require(name, is_sound(columns[name]), problem)
    if "failures" in columns:
        good = columns["failures"] <= columns["trials"]
        require("failures", good, "more than the trials; swap or correct them")


def require_law(law: Form, table: Table) -> None:
    """Raise UsageError for a law that names no column, or only columns that never vary.

    Names that are columns are variables; all others are free constants. `C` alone names none: that nothing
    varies.
    """
    names = variables(law.expr)
    taken = [name for name in names if name in _RESERVED and getattr(table, name) is not None]
    if taken:
        raise UsageError(
            f"The law {law.text!r} names {taken[0]}, which holds data; a law is about variables."
        )
    if "std" in table.columns and "std" not in names and table.mean is not None and table.stderr is None:
        raise UsageError(
            f"{table.path} has a column std, which tells errors beside a column count, the number of values "
            "behind each mean; add it, or remove std."
        )
    shared = [name for name in names if name in table.columns]
    if law.text == "C":
        shared = list(table.columns)
    if not shared:
        instead = "" if names else " For a value, say --bound equals, or tends-to where it is the limit."
        raise UsageError(
            f"The law {law.text!r} names no column of {table.path}; its columns are "
            f"{', '.join(table.columns)}.{instead}"
        )
    if all(np.ptp(table.columns[name]) == 0 for name in shared):
        which = f"{shared[0]} has" if len(shared) == 1 else f"{', '.join(shared)} have"
        raise UsageError(
            f"{which} one size only in {table.path}; a law needs at least two sizes of a variable it names."
        )
