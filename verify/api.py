"""The Python face: fit a law, check claims of your own, run those that come with theorycheck, read a run.

Each function does what the command of its name does, and takes its options as arguments; those left out have
the command's defaults.
"""

from __future__ import annotations

import json
import math
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, Unpack, overload

import msgspec

from .baseline.difference import Difference
from .command import document_of, in_python
from .document import Document
from .errors import UsageError, require_visible
from .evidence.files import write_text
from .report import finished, output
from .results import Result, Results
from .simulator import Claimed
from .user import arguments
from .user.entry import BoundName, End, Measure

if TYPE_CHECKING:
    from .user.fit import Question

Preset = Literal["quick", "standard", "full"]
"""How much evidence may be gathered."""


class Frame(Protocol):
    """A frame of pandas or polars: columns by their names."""

    @property
    def columns(self) -> Iterable[Any]:
        """The names."""
        ...

    def __getitem__(self, name: Any, /) -> Any:  # noqa: ANN401 - each library has its own types
        """The column of that name."""
        ...


Data = str | PathLike[str] | Mapping[str, Sequence[float]] | Frame


class FitOptions(TypedDict, total=False):
    """The options of `fit` but `group`, which makes several results of one table."""

    value: str | Sequence[str]
    alternatives: str | Sequence[str]
    bound: BoundName
    margin: float | None
    up_to_logs: bool
    limits: Mapping[str, End | float] | None
    corrections: str | Sequence[str]
    anytime: bool
    out: str | PathLike[str] | None
    fresh: bool


@overload
def fit(  # type: ignore[overload-overlap] # a text is a sequence of texts
    data: Data, law: str, *, group: None = ..., **options: Unpack[FitOptions]
) -> Result: ...
@overload
def fit(
    data: Data | Sequence[Data],
    law: str | Sequence[str],
    *,
    group: str | None = ...,
    **options: Unpack[FitOptions],
) -> Results: ...
def fit(
    data: Data | Sequence[Data],
    law: str | Sequence[str],
    *,
    value: str | Sequence[str] = (),
    group: str | None = None,
    alternatives: str | Sequence[str] = (),
    bound: BoundName = "Theta",
    margin: float | None = None,
    up_to_logs: bool = False,
    limits: Mapping[str, End | float] | None = None,
    corrections: str | Sequence[str] = (),
    anytime: bool = False,
    out: str | PathLike[str] | None = None,
    fresh: bool = False,
) -> Result | Results:
    """Decide whether measured data follow a law, on what range and with what certainty.

    `data` is the path of a CSV file, a pandas or polars frame, or a dict of columns: one column for each
    variable, and `mean` with `stderr` (or with `error_bound`, or with `std` and `count`), or `failures` with
    `trials`, or raw `value`s with an optional `draw` or `seed`. `value` names the measured column where it is
    of another name; of several names, or of a pattern as "seed*", each column holds a replicate. In `law`
    numeric exponents and rates are claimed; any name that is not a column is fitted as a constant, and
    leaving a variable out claims that the quantity does not depend on it. Free exponents describe and claim
    nothing.
    `bound` is "Theta", "O", "Omega" or "limit" for an order of growth, or "equals", "equals in the limit"
    (their ratio tends to 1), "at most", "at least".
    `limits` says where a variable goes, as `{"eta": 0}`, `corrections` what the law is known to be corrected
    by on its way, as "log(log(n))/log(n)"; `anytime` that the data may be looked at again as they grow. The
    report is written into the folder `out` where that is given.

    A list of tables, a `group` (a fit for each label of that column) or a list of laws, which are ranked by
    evidence in `rankings`, give results instead of one.

    Raises UsageError for what the caller can correct.

    >>> d = [16, 64, 256, 1024]
    >>> found = fit({"d": d, "mean": [4.0, 8.0, 16.0, 32.0], "stderr": [0.01, 0.02, 0.04, 0.08]}, "C*sqrt(d)")
    >>> found.verdict.value
    'agrees'
    """
    from .decide.verdict import Monitoring
    from .table import Layout, tables_by_name
    from .user.fit import Question, fit_tables

    several = isinstance(data, list | tuple) and bool(data) and all(map(_is_table, data))
    given: list[object] = list(data) if several else [data]  # type: ignore[arg-type] # a list of tables
    columns, laws = _texts("value", value), _texts("law", law)
    _require("group", group, (str, type(None)), "the name of a column")
    _require("bound", bound, str, "a text, as 'Theta'")
    _require("margin", margin, (Real, type(None)), "a number")
    _require("limits", limits, (Mapping, type(None)), "a dict, as {'eta': 0}")
    with _python_words():
        wanted = arguments.bound(bound)
        question = Question(
            laws=laws,
            bound=wanted,
            margin=arguments.margin(margin, wanted),
            alternatives=_texts("alternatives", alternatives),
            limits=arguments.limits(f"{name}={_end(end)}" for name, end in (limits or {}).items()),
            corrections=_texts("corrections", corrections),
            up_to_logs=up_to_logs,
            analyses=Monitoring.ANYTIME if anytime else Monitoring.PLANNED,
        )
        tables = tables_by_name(given, Layout(value=columns, group=group))
        found = fit_tables(tables, question, _call(given, question, columns, group))
        if out is not None:
            with output.prepared(Path(out), fresh=fresh, resumes=False):
                output.write(Path(out), found.document)
    for fault in found.faults:
        warnings.warn(in_python(f"left out: {fault}"), stacklevel=2)
    results = Results(found.document)
    return results if several or group is not None or not isinstance(law, str) else results[0]


def _is_table(data: object) -> bool:
    return isinstance(data, str | PathLike | Mapping) or hasattr(data, "columns")


def _texts(name: str, given: object) -> tuple[str, ...]:
    """One text or several, by the name of the argument."""
    texts = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else (given,)
    wrong = [one for one in texts if not isinstance(one, str)]
    if wrong:
        raise UsageError(f"{name} is a text or a list of texts, and {wrong[0]!r} is no text.")
    return tuple(map(str, texts))


def _require(name: str, given: object, kind: type | tuple[type, ...], words: str) -> None:
    """Raise UsageError for an argument of another type."""
    if not isinstance(given, kind):
        raise UsageError(f"{name} is {words}, and {given!r} is of type {type(given).__name__}.")


def check(
    *targets: Claimed | str | PathLike[str],
    preset: Preset | None = None,
    seed: int | None = None,
    workers: int | None = None,
    memory: str | None = None,
    budget: str | None = None,
    timeout: str | None = None,
    dask: str | None = None,
    out: str | PathLike[str] | None = None,
    fresh: bool = False,
) -> Results:
    """Decide claims of your own: functions with a claim on them, claim files, and folders of claim files.

    A function is taken with all that it refers to: imported modules, functions beside it, and plain values.
    It runs in processes of its own, where one call of the pilot may take the time `timeout` ("20s"). No round
    of evidence begins after the time `budget` ("3m"). With the folder `out` the report is written there, and
    a call that was interrupted is resumed; without it nothing is kept but what is returned.

    Raises UsageError for what the caller can correct, and CheckFailedError where the work was lost.
    """
    if not targets:
        raise UsageError(
            "check needs a function with a claim on it, a claim file, or a folder of claim files."
        )
    for target in targets:
        _require("a target of check", target, (Claimed, str, PathLike), "a claimed function or a path")
    with _python_words(), _as_files(targets, None if out is None else Path(out), fresh=fresh) as files:
        document = _asked(
            ["check", *map(str, files)],
            out,
            fresh=fresh,
            preset=preset,
            seed=seed,
            workers=workers,
            memory=memory,
            budget=budget,
            timeout=timeout,
            dask=dask,
        )
    return Results(document if out is not None else _with_calls(document, targets))


def run(
    *select: str,
    preset: Preset | None = None,
    seed: int | None = None,
    device: Literal["auto", "cpu", "cuda"] | None = None,
    workers: int | None = None,
    memory: str | None = None,
    budget: str | None = None,
    dask: str | None = None,
    out: str | PathLike[str] | None = None,
    fresh: bool = False,
    figures: bool = False,
) -> Results:
    """Decide claims that come with theorycheck: by id, topic, statement, tag, or glob ("*" is all of them).

    The other arguments are those of `check`; `figures` collects the figures beside the claims as well.

    Raises UsageError for what the caller can correct, and CheckFailedError where the work was lost.
    """
    if not select:
        raise UsageError("run needs an id, a topic, a tag or a glob; '*' runs every claim.")
    select = _texts("select", select)
    return Results(
        _asked(
            ["run", *select, "--figures" if figures else "--no-figures"],
            out,
            fresh=fresh,
            preset=preset,
            seed=seed,
            device=device,
            workers=workers,
            memory=memory,
            budget=budget,
            dask=dask,
        )
    )


def load(folder: str | PathLike[str]) -> Results:
    """The results of a finished run: of its folder, or of a file `verdicts.json`.

    Raises UsageError where there is none that can be read.
    """
    _require("folder", folder, (str, PathLike), "the path of a finished run")
    path = Path(folder)
    with _python_words():
        return Results(output.read_document(path) if path.is_file() else output.read(path))


def diff(
    before: Results | str | PathLike[str], after: Results | str | PathLike[str], *, preset: str | None = None
) -> Difference:
    """What moved between two runs or baselines, by how much, and whether chance explains it.

    Each side is the results of a run, its folder, its `verdicts.json`, or a baseline; of two baselines
    `preset` says which part. Printed, the difference is a line a claim that moved.

    Raises UsageError where a side cannot be read, and where the two share no preset.
    """
    was, now = (one.document if isinstance(one, Results) else Path(one) for one in (before, after))
    with _python_words():
        return finished.diff(was, now, preset)


def _asked(
    words: Sequence[str], out: str | PathLike[str] | None, *, fresh: bool, **options: str | int | None
) -> Document:
    """The document of a command with those options that are given."""
    flags = [f"--{name}={value}" for name, value in options.items() if value is not None]
    flags += ["--fresh"] * fresh
    return document_of([*words, *flags], out=None if out is None else Path(out))


@contextmanager
def _python_words() -> Iterator[None]:
    """Errors of the body name the arguments of a call, not options of a command."""
    try:
        yield
    except UsageError as error:
        raise type(error)(in_python(str(error))) from error.__cause__


@contextmanager
def _as_files(
    targets: Sequence[Claimed | str | PathLike[str]], out: Path | None, *, fresh: bool
) -> Iterator[list[Path]]:
    """The claim files of the targets; those of functions are written into `out`, or for the body alone."""
    with tempfile.TemporaryDirectory(prefix="theorycheck-") as scratch:
        folder = Path(scratch)
        if out is not None and any(isinstance(target, Claimed) for target in targets):
            output.require_usable(out, fresh=fresh)
            folder = out / "claims"
        yield [
            _written(target, folder / str(number)) if isinstance(target, Claimed) else Path(target)
            for number, target in enumerate(targets)
        ]


def _written(claimed: Claimed, folder: Path) -> Path:
    """The claim as a file of `folder`, beside a file for each of its functions."""
    from .user.module_text import module_text

    given = {name: value for name, value in claimed.fields.items() if value is not None}
    name = claimed.function.__name__
    require_visible(given, f"the claim on {name}")
    write_text(folder / f"{name}.py", module_text(claimed.function))
    measured = {key: given.pop(key) for key in Measure.__struct_fields__ if key in given}
    measured["computed" if given.pop("computes", False) else "python"] = f"{name}.py:{name}"
    if claimed.derivation is not None:
        write_text(folder / "derivation.py", module_text(claimed.derivation))
        given["derivation"] = f"derivation.py:{claimed.fields['derivation']}"
    path = folder / f"{name}.toml"
    lines = [f"{name} = {_toml(value)}\n" for name, value in {**given, "measure": measured}.items()]
    write_text(path, "".join(lines))
    return path


def _toml(value: object) -> str:
    """A value of a claim in TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Real):
        return str(value if isinstance(value, Integral) else float(value)).lower()
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise UsageError(
        f"{value!r} cannot be written into a claim; give numbers, texts, lists or dicts of them."
    )


def _with_calls(document: Document, targets: Sequence[object]) -> Document:
    """The document with the calls that ask for the claims of functions, whose files are gone by now."""
    calls = {
        target.fields.get("id"): f"theorycheck.check({target.function.__name__})"
        for target in targets
        if isinstance(target, Claimed)
    }
    claims = [
        msgspec.structs.replace(claim, command=calls.get(claim.id, claim.command))
        for claim in document.claims
    ]
    return msgspec.structs.replace(document, claims=claims)


def _call(data: Sequence[object], question: Question, value: Sequence[str], group: str | None) -> str:
    """The call of `fit` that asks the question, as the report names it."""
    options: dict[str, object] = {"value": value, "group": group}
    options = {name: one for name, one in options.items() if one} | question.options
    if options.pop("analyses", None):
        options["anytime"] = True
    given = "".join(f", {name}={one!r}" for name, one in options.items())
    tables = [repr(str(each)) if isinstance(each, str | PathLike) else "data" for each in data]
    named = tables[0] if len(tables) == 1 else f"[{', '.join(tables)}]"
    laws = question.laws[0] if len(question.laws) == 1 else list(question.laws)
    return f"theorycheck.fit({named}, {laws!r}{given})"


def _end(end: End | float) -> str:
    return {0: "0", math.inf: "oo"}.get(end, str(end)) if isinstance(end, int | float) else end
