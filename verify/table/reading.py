"""A file of measured data as columns of numbers, or one sentence that says what to correct.

Commas, semicolons or tabs separate; lines that begin with '#' and blank lines are left out; the
first other line names the columns. Numbers are read by NumPy's parser. Only when it refuses, or a
number cannot be what its column says, is the file walked again to name the line.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import UsageError

Vector = NDArray[np.float64]
Converters = Mapping[int | str, Callable[[str], Any]]

SEPARATORS: Final = ",;\t"
STANDARD_INPUT: Final = "-"

MAX_BYTES: Final = 2**28
MAX_ROWS: Final = 5_000_000
MAX_COLUMNS: Final = 64
"""A larger table is refused before it is taken apart."""

LARGEST: Final = 1e100
SMALLEST: Final = 1e-100
"""Of what is not zero: statistics square numbers, and multiply such squares, in double precision."""


class Kind(StrEnum):
    """What the numbers of a table are."""

    MEANS = "means"
    PROPORTIONS = "proportions"
    VALUES = "values"


_FIRST: Final = {"mean": Kind.MEANS, "failures": Kind.PROPORTIONS, "value": Kind.VALUES}
_RESERVED: Final = ("mean", "stderr", "error_bound", "failures", "trials", "value", "draw")
_SECOND: Final = {
    Kind.MEANS: ("stderr", "error_bound"),
    Kind.PROPORTIONS: ("trials",),
    Kind.VALUES: ("draw",),
}
_KINDS: Final = "mean (with stderr), or failures and trials, or value"


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """The columns of a file: variables in `columns`, and the numbers of its kind.

    Means come with `stderr` or `error_bound` or with neither, proportions with both counts, values with the
    labels of their trials where the file has them (text labels as numbers, in order of appearance).
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

    def __len__(self) -> int:
        """The number of rows."""
        return len(next(iter(self.columns.values())))


def read_table(path: str | Path) -> Table:
    """The table in a file, or on standard input for `-`; raises `UsageError` for what cannot be used."""
    source = _Source(path="standard input" if str(path) == STANDARD_INPUT else str(path), data=_bytes(path))
    source.require_text()
    names, separator = _header(source)
    kind = kind_of(source.path, names)
    numbers = _numbers(source, names, separator)
    columns = dict(zip(names, numbers.T.copy(), strict=True))
    return checked_table(source.path, kind, columns, source.line)


def checked_table(path: str, kind: Kind, columns: Mapping[str, Vector], row: Callable[[int], str]) -> Table:
    """The table of these columns. Raises UsageError for the first number that cannot be what its column says.

    `path` names the table in messages, and `row` a row by its index.
    """
    rows = len(next(iter(columns.values())))
    if rows > MAX_ROWS:
        raise UsageError(
            f"{path} has {rows:,} rows, more than {MAX_ROWS:,}; give means with standard errors."
        )
    _require_sound(path, columns, row)
    variables = dict(columns)
    data = {name: variables.pop(name) for name in _RESERVED if name in variables}
    return Table(path=path, kind=kind, columns=variables, **data)


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
    # Python reads names in compatibility form, so a column must be named in it too.
    names = [unicodedata.normalize("NFKC", name.strip()) for name in _fields(text, separator)]
    where = f"{source.path}, line {line}"
    if all(_is_number(name) for name in names):
        raise UsageError(f"{where}: there are numbers where a header should name the columns; add one.")
    if "" in names:
        raise UsageError(f"{where}: column {names.index('') + 1} of the header has no name; give it one.")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise UsageError(f"{where}: two columns are named {twice[0]}; rename one.")
    return names, separator


def kind_of(path: str, names: Sequence[str]) -> Kind:
    """What the numbers of columns of these names are; raises UsageError where they do not tell."""
    if len(names) > MAX_COLUMNS:
        raise UsageError(
            f"{path} has {len(names)} columns, more than {MAX_COLUMNS}; leave out what is constant."
        )
    kinds = [kind for name, kind in _FIRST.items() if name in names]
    if len(kinds) != 1:
        found = "none of them is there" if not kinds else "more than one is there"
        raise UsageError(f"{path} needs columns {_KINDS}, and {found}; its columns are {', '.join(names)}.")
    kind = kinds[0]
    given = [name for name in _SECOND[kind] if name in names]
    if not given and kind is Kind.PROPORTIONS:
        first = next(name for name in _FIRST if name in names)
        raise UsageError(f"{path} has a column {first} but no {' or '.join(_SECOND[kind])}; add one.")
    if len(given) > 1:
        raise UsageError(f"{path} has both {' and '.join(given)}; a mean is sampled or exact, so keep one.")
    data = {next(name for name in _FIRST if name in names), *given}
    stray = [name for name in _RESERVED if name in names and name not in data]
    if stray:
        raise UsageError(f"{path} is a table of {kind}, where a column {stray[0]} has no meaning; remove it.")
    if len(names) == len(data):
        raise UsageError(f"{path} has no variable; add a column for each size that was varied.")
    return kind


def _numbers(source: _Source, names: list[str], separator: str) -> Vector:
    """All columns, shape "rows columns"."""
    numbers = _load(source, separator, None)
    if numbers is None and "draw" in names:
        numbers = _load(source, separator, {names.index("draw"): _labelling()})
    if numbers is None or (numbers.size and numbers.shape[1] != len(names)):
        raise UsageError(_first_fault(source, names, separator))
    if not numbers.size:
        raise UsageError(f"{source.path} has a header but no rows; add the measured numbers.")
    return numbers


def _labelling() -> Callable[[str], float]:
    """A number for each new label; ValueError, which the parser passes on, for none."""
    labels: dict[str, float] = {}

    def number(text: str) -> float:
        label = text.strip()
        if not label:
            raise ValueError("a draw without a label")
        return labels.setdefault(label, float(len(labels)))

    return number


def _load(source: _Source, separator: str, converters: Converters | None) -> Vector | None:
    """What NumPy's parser makes of the rows; None where it refuses.

    It leaves out comments itself, and sooner than a walk in Python, but takes spaces for a number.
    """
    header, _ = next(source.lines())
    rows = _parsed(islice(source.text(), header, None), separator, converters)
    if rows is None:
        rows = _parsed((text for line, text in source.lines() if line > header), separator, converters)
    return rows


def _parsed(rows: Iterable[str], separator: str, converters: Converters | None) -> Vector | None:
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
                converters=converters,
            )
    except ValueError:
        return None


def _first_fault(source: _Source, names: list[str], separator: str) -> str:
    """A sentence about the first field that is not a number, or the first line of another length."""
    lines = source.lines()
    next(lines)
    for line, text in lines:
        fields = _fields(text, separator)
        if len(fields) != len(names):
            return (
                f"{source.path}, line {line}: {len(fields)} fields where the header names {len(names)} "
                "columns; write one number for each."
            )
        for name, entry in zip(names, fields, strict=True):
            if not _is_number(entry) and (name != "draw" or not entry):
                return f"{source.path}, line {line}, column {name}: {_no_number(entry)}"
    return f"{source.path} is not a table of numbers separated by {separator!r}."


def _no_number(entry: str) -> str:
    if not entry:
        return "there is no number; give one, or remove the row."
    if _is_number(entry.replace(",", ".")):
        return f"{entry!r} is not a number; write decimals with a point."
    return f"{entry!r} is not a number; leave the column out, or make a file for each of its names."


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
    rules: dict[str, Callable[[Vector], tuple[NDArray[np.bool_], str]]] = {
        "stderr": lambda x: (
            x > 0,
            "not a standard error; it must be positive (exact values have a column error_bound instead)",
        ),
        "error_bound": lambda x: (x >= 0, "not an error bound; it must not be negative"),
        "trials": lambda x: (
            (x >= 1) & (x % 1 == 0),
            "not a number of trials; it must be a positive integer",
        ),
        "failures": lambda x: ((x >= 0) & (x % 1 == 0), "not a count; it must be an integer from 0 on"),
    }
    for name, rule in rules.items():
        if name in columns:
            require(name, *rule(columns[name]))
    if "failures" in columns:
        good = columns["failures"] <= columns["trials"]
        require("failures", good, "more than the trials; swap or correct them")


def _fields(line: str, separator: str) -> list[str]:
    return [entry.strip() for entry in next(csv.reader([line], delimiter=separator, skipinitialspace=True))]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text
