"""A file of measured data as columns of numbers, or one sentence that says what to correct.

Commas, semicolons or tabs separate; lines that begin with '#' and blank lines are left out; the
first other line names the columns (`layout` says how). Numbers are read by NumPy's parser. Only when it
refuses, or a number cannot be what its column says, is the file walked again to name the line.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import UsageError, one_line, require_visible
from .checked import Table, Vector, checked_table
from .layout import LONG, Layout, arranged, plain_names, side_by_side

Converters = Mapping[int | str, Callable[[str], Any]]

SHOWN: Final = 20
"""Characters of a line that a message repeats."""

SEPARATORS: Final = ",;\t"
STANDARD_INPUT: Final = "-"

MAX_BYTES: Final = 2**28
MAX_COLUMNS: Final = 64
"""A larger table is refused before it is taken apart."""


def read_table(path: str | Path, layout: Layout = LONG) -> Table:
    """The table in a file, or on standard input for `-`; raises `UsageError` for what cannot be used."""
    (table,) = read_tables(path, replace(layout, group=None)).values()
    return table


def read_tables(path: str | Path, layout: Layout = LONG) -> dict[str, Table]:
    """The table of each group in a file by its label; of a layout without groups the only one by no name.

    Raises `UsageError` for what cannot be used.
    """
    named = "standard input" if str(path) == STANDARD_INPUT else one_line(str(path))
    source = _Source(path=named, data=_bytes(path))
    source.require_text()
    names, separator = _header(source)
    if layout.group is not None:
        _group_column(source.path, layout.group, names)
    labels = _Labels(names, layout.group)
    numbers = _numbers(source, names, separator, labels, side_by_side(source.path, names, layout))
    require_visible([*names, *labels.group], source.path)
    columns = dict(zip(names, numbers.T.copy(), strict=True))
    return tables_of_columns(source.path, columns, layout, labels.group, source.line)


def tables_of_columns(
    path: str, columns: Mapping[str, Vector], layout: Layout, labels: Sequence[str], row: Callable[[int], str]
) -> dict[str, Table]:
    """The table of each group by its label, or the only one by no name. Raises UsageError.

    `path` names the table in messages, `row` a row by its index; the group column holds numbers of `labels`.
    """
    found, origin = arranged(path, columns, layout)

    def row_of(places: NDArray[np.intp], index: int) -> str:
        return row(int(places[index]))

    if layout.group is None:
        return {"": checked_table(path, found, partial(row_of, origin))}
    name = _group_column(path, layout.group, found)
    codes = found.pop(name)
    tables = {}
    for code in np.unique(codes):
        here, label = np.flatnonzero(codes == code), labels[int(code)]
        part = {key: column[here] for key, column in found.items()}
        tables[label] = checked_table(f"{path} ({name} {label})", part, partial(row_of, origin[here]))
    return tables


def _group_column(path: str, group: str, names: Iterable[str]) -> str:
    """The column of the groups' labels, without its unit; raises UsageError where there is none."""
    (name,) = plain_names(path, [group])
    if name not in (known := list(names)):
        raise UsageError(f"{path} has no column {group} to group by; its columns are {', '.join(known)}.")
    return name


@dataclass(frozen=True, kw_only=True)
class _Source:
    """The bytes of a file and what it is called."""

    path: str
    data: bytes

    def text(self) -> io.TextIOWrapper:
        """The text from its first line, newlines of any system."""
        return io.TextIOWrapper(io.BytesIO(self.data), encoding="utf-8-sig", newline=None)

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines that are neither blank nor comments, with their numbers."""
        for number, line in enumerate(self.text(), start=1):
            content = line.partition("#")[0].strip("\r\n ")
            if content:
                yield number, content

    def line(self, row: int) -> str:
        """The line of a row of numbers, as messages name it."""
        number, _ = next(islice(self.lines(), row + 1, None))
        return f"line {number}"

    def require_text(self) -> None:
        """Raise UsageError for an empty file or one that is not UTF-8."""
        try:
            self.data.decode()
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise UsageError(
                f"{self.path}, line {line}: this is not UTF-8 text; save it as UTF-8."
            ) from error
        if not self.data.strip():
            raise UsageError(f"{self.path} is empty; it needs a header line and rows of numbers.")
        if self.data.lstrip()[:1] in {b"[", b"{"}:
            raise UsageError(
                f"{self.path} is JSON, and a table has a header line and rows of numbers; write it as CSV."
            )


def _bytes(path: str | Path) -> bytes:
    try:
        if str(path) == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    if len(data) > MAX_BYTES:
        raise UsageError(f"{path} is larger than {MAX_BYTES // 2**20} MB; give means with standard errors.")
    return data


def _header(source: _Source) -> tuple[list[str], str]:
    """Column names and separator."""
    line, text = next(source.lines(), (0, ""))
    if not text:
        raise UsageError(f"{source.path} holds comments only; it needs a header line and rows of numbers.")
    separator = max(SEPARATORS, key=re.sub('"[^"]*"', "", text).count)
    names = [name.strip() for name in _fields(source.path, text, separator)]
    if len(names) > MAX_COLUMNS:
        raise UsageError(
            f"{source.path} has {len(names)} columns, more than {MAX_COLUMNS}; leave out what is constant."
        )
    where = f"{source.path}, line {line}"
    if all(_is_number(name) for name in names):
        raise UsageError(f"{where}: there are numbers where a header should name the columns; add one.")
    if "" in names:
        raise UsageError(f"{where}: column {names.index('') + 1} of the header has no name; give it one.")
    return plain_names(where, names), separator


class _Labels:
    """The columns of a table that hold labels, which are numbered in the order of their appearance."""

    def __init__(self, names: Sequence[str], group: str | None) -> None:
        self._names = list(names)
        self._group = None if group is None else plain_names("--group", [group])[0]
        told = ("draw", self._group or "")
        self._found: dict[str, dict[str, float]] = {name: {} for name in told if name in names}

    @property
    def group(self) -> list[str]:
        """The labels of the group column."""
        return list(self._found.get(self._group or "", {}))

    @property
    def columns(self) -> set[str]:
        """Their names."""
        return set(self._found)

    def converters(self, *, every: bool) -> dict[int | str, Callable[[str], float]]:
        """What makes numbers of every one of them, or of all but trials, whose labels may be numbers."""
        told = [name for name in self._found if every or name != "draw" or name == self._group]
        return {self._names.index(name): partial(self._number, self._found[name]) for name in told}

    @staticmethod
    def _number(labels: dict[str, float], text: str) -> float:
        """A number for each new label; ValueError, which the parser passes on, for none."""
        label = text.strip()
        if not label:
            raise ValueError("a row without a label")
        return labels.setdefault(label, float(len(labels)))


def _numbers(
    source: _Source, names: list[str], separator: str, labels: _Labels, several: Sequence[str]
) -> Vector:
    """All columns, shape "rows columns"; a field of `several` side by side may be empty."""
    blanks: dict[int | str, Callable[[str], float]] = {names.index(n): _number_or_none for n in several}
    numbers = _load(source, separator, {**blanks, **labels.converters(every=False)})
    if numbers is None and "draw" in labels.columns:
        numbers = _load(source, separator, {**blanks, **labels.converters(every=True)})
    if numbers is None or (numbers.size and numbers.shape[1] != len(names)):
        raise UsageError(_first_fault(source, names, separator, {*labels.columns}, {*several}))
    if not numbers.size:
        raise UsageError(f"{source.path} has a header but no rows; add the measured numbers.")
    return numbers


def _number_or_none(text: str) -> float:
    return float(text) if text.strip() else float("nan")


def _load(source: _Source, separator: str, converters: Converters) -> Vector | None:
    """What NumPy's parser makes of the rows; None where it refuses.

    It leaves out comments itself, and sooner than a walk in Python, but takes spaces for a number.
    """
    header, _ = next(source.lines())
    rows = _parsed(islice(source.text(), header, None), separator, converters)
    if rows is None:
        rows = _parsed((text for line, text in source.lines() if line > header), separator, converters)
    return rows


def _parsed(rows: Iterable[str], separator: str, converters: Converters) -> Vector | None:
    try:
        with warnings.catch_warnings():
            # A table without rows gets a sentence of its own.
            warnings.simplefilter("ignore", UserWarning)
            return np.loadtxt(
                rows,
                dtype=np.float64,
                delimiter=separator,
                quotechar='"',
                ndmin=2,
                converters=converters or None,
            )
    except ValueError:
        return None


def _first_fault(
    source: _Source, names: list[str], separator: str, labels: set[str], several: set[str]
) -> str:
    """A sentence about the first field that is not a number, or the first line of another length.

    Columns of labels hold any text but none, those of several numbers side by side may be empty.
    """
    lines = source.lines()
    next(lines)
    for line, text in lines:
        fields = _fields(source.path, text, separator)
        if len(fields) != len(names):
            return (
                f"{source.path}, line {line}: {len(fields)} fields where the header names {len(names)} "
                "columns; write one number for each."
            )
        for name, entry in zip(names, fields, strict=True):
            fine = bool(entry) if name in labels else _is_number(entry) or (name in several and not entry)
            if not fine:
                return f"{source.path}, line {line}, column {name}: {_no_number(entry)}"
    return f"{source.path} is not a table of numbers separated by {separator!r}."


def _no_number(entry: str) -> str:
    if not entry:
        return "there is no number; give one, or remove the row."
    if _is_number(entry.replace(",", ".")):
        return f"{entry!r} is not a number; write decimals with a point."
    return f"{entry!r} is not a number; leave the column out, or group by it: --group, or measure.group."


def _fields(path: str | Path, line: str, separator: str) -> list[str]:
    try:
        (entries,) = csv.reader([line], delimiter=separator, skipinitialspace=True)
    except csv.Error as error:
        raise UsageError(
            f"{path}: the line that begins with {line[:SHOWN]!r} is none of a table ({error})."
        ) from error
    return [entry.strip() for entry in entries]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text and text.isascii()
