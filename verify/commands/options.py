"""Arguments that several commands take, how they are read, and their defaults in a user's project.

Words and paths are taken as they are typed. Typer checks every value with pydantic, whose import is a tenth
of the time of a short command. A text, a path and a default need none of it: they are coerced here as Typer
does, and all else is left to Typer. It has no setting for that, so the function that it chooses a coercion by
is replaced, where this version has one.

Defaults are in `[tool.theorycheck]` of the nearest pyproject.toml:

| key | option | of the commands |
|---|---|---|
| `preset` | `--preset` | run, check, ci, show, baseline update |
| `seed` | `--seed` | run, check, baseline update |
| `out` | `--out` | run, check |
| `baseline` | `--baseline` | run, ci, baseline show, baseline update |
| `workers` | `--workers` | run, check, ci, baseline update |
| `device` | `--device` | run, ci, baseline update |

Paths are relative to the folder of the file. An option on the command line overrides them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import typer
from typer import core

from ..errors import UsageError, nearest
from ..terminal.verbosity import Verbosity, choose

_CHOICE: Final = "build_runtime_param"
"""The function of `typer.core` that chooses how a parameter is coerced."""


def _choosing(verbosity: Verbosity) -> Callable[[bool], bool]:
    """What an option does that chooses how much is said."""

    def chosen(asked: bool) -> bool:
        if asked:
            choose(verbosity)
        return asked

    return chosen


PILOT_TIMEOUT: Final = "20s"

Select = Annotated[
    list[str] | None,
    typer.Argument(metavar="SELECT", help="Claim ids, topics, tags or globs; all claims by default."),
]
SelectOrPapers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SELECT",
        help="Claim ids, topics, tags or globs, all claims by default; or files and folders of your papers.",
    ),
]
Preset = Annotated[
    str, typer.Option("--preset", metavar="NAME", help="quick, standard or full; full+4 adds four rounds.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Root seed of every random draw.")]
Device = Annotated[
    str, typer.Option("--device", metavar="NAME", help="cpu, cuda, or auto: cuda where there is one.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", help="Processes; by default one for each core.")
]
Dask = Annotated[
    str | None, typer.Option("--dask", metavar="ADDRESS", help="Use the workers of this dask scheduler.")
]
JsonLog = Annotated[
    Path | None,
    typer.Option(
        "--json-log", metavar="FILE", help="Write a line of JSON for each event; - is standard error."
    ),
]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="Most memory to use, such as 2G.")]
Run = Annotated[
    Path | None,
    typer.Option(
        "--run",
        metavar="DIR",
        help="The --out folder of a finished run; by default the latest one here, else the published report.",
    ),
]
Budget = Annotated[
    str | None,
    typer.Option(
        "--budget", metavar="TIME", help="Begin no block of evidence after this time, such as 90s or 3m."
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 3 if anything is inconclusive.")]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of report and evidence.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Discard an earlier run in DIR.")]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable, on standard output.")]
Law = Annotated[
    list[str] | None,
    typer.Option(
        "--law",
        metavar="LAW",
        help="The law of a letter, such as 'k: sphere(d)': of a family of n where it has an index, of m by "
        "'k[m]: sphere(d)'; may be repeated.",
    ),
]
Size = Annotated[
    list[str] | None,
    typer.Option("--size", metavar="SIZE", help="The domain of a size, such as 'n >= 2'; else 'n >= 1'."),
]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="CONDITION", help="A condition, which the result keeps: 'i != j'."),
]
All = Annotated[bool, typer.Option("--all", help="Print everything, not one screen.")]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", callback=_choosing(Verbosity.QUIET), help="Only findings and errors, no progress."
    ),
]
Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose",
        "-v",
        callback=_choosing(Verbosity.VERBOSE),
        help="Say each event and where errors come from.",
    ),
]
Baseline = Annotated[
    Path | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="What is expected; by default ./reports/baseline.json, else the packaged one.",
    ),
]

FILE: Final = "pyproject.toml"
SECTION: Final = "tool.theorycheck"

KEYS: Final[Mapping[str, type]] = {
    "preset": str,
    "seed": int,
    "out": str,
    "baseline": str,
    "workers": int,
    "device": str,
}
_PATHS: Final = ("out", "baseline")
_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "run": ("preset", "seed", "out", "baseline", "workers", "device"),
    "check": ("preset", "seed", "out", "workers"),
    "ci": ("preset", "baseline", "workers", "device"),
    "show": ("preset",),
    "baseline show": ("baseline",),
    "baseline update": ("preset", "seed", "baseline", "workers", "device"),
}
_KINDS: Final = {str: "a text", int: "a whole number"}


@dataclass(frozen=True)
class _AsTyped:
    """The coercion of one parameter; `otherwise` makes Typer's own."""

    otherwise: Callable[[Any], Any]
    described: Any

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - any option's
        """The value that a command is handed."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        wanted = (get_args(self.described.annotation) or (None,))[0] if many else self.described.annotation
        values = value if many else [value]
        if wanted is Path and all(isinstance(one, str | Path) for one in values):
            from typer._param_types import coerce_cli_path

            of_path = partial(coerce_cli_path, path_type=Path, param=param, ctx=ctx)
            found = [of_path(Path(one), self.described.parameter_info) for one in values]
        elif wanted is str and all(isinstance(one, str) for one in values):
            found = list(values)
        elif value == param.default and type(value) is wanted:
            found = [value]
        else:
            return self.otherwise(self.described).coerce(value, param=param, ctx=ctx)
        return found if many else found[0]


def take_as_typed() -> None:
    """Take words and paths as they are typed, from now on in this process."""
    otherwise = getattr(core, _CHOICE, None)
    if otherwise is not None and hasattr(core, "TypeDescriptor"):
        setattr(core, _CHOICE, partial(_AsTyped, otherwise))


def defaults(folder: Path | None = None) -> dict[str, Any]:
    """By command the defaults of its options; none where the project sets none.

    `folder` is the working directory, unless another is given. Raises UsageError for a file that cannot
    be read, an unknown key and a value of another type.
    """
    here = (folder or Path.cwd()).resolve()
    path = next((file for each in (here, *here.parents) if (file := each / FILE).is_file()), None)
    if path is None:
        return {}
    chosen = _checked(_section(path), path)
    if not chosen:
        return {}

    def of(names: tuple[str, ...]) -> dict[str, object]:
        return {name: chosen[name] for name in names if name in chosen}

    found: dict[str, Any] = {command: of(names) for command, names in _COMMANDS.items()}
    found["baseline"] = {name: found.pop(f"baseline {name}") for name in ("show", "update")}
    return found


def _section(path: Path) -> Mapping[str, object]:
    """The section of the file; empty where it has none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}  # another program's file, which need not concern this one
    if "theorycheck" not in text:
        return {}
    import tomllib

    try:
        found = tomllib.loads(text).get("tool", {}).get("theorycheck", {})
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} cannot be read as TOML ({error}); correct it.") from error
    if not isinstance(found, dict):
        raise UsageError(f"{path}: tool.theorycheck is not a table; write [{SECTION}].")
    return found


def _checked(section: Mapping[str, object], path: Path) -> dict[str, object]:
    """The values by the names of options."""
    for key, value in section.items():
        if key not in KEYS:
            hint = nearest(key, KEYS, f"the keys are {', '.join(KEYS)}.")
            raise UsageError(f"{path}: [{SECTION}] has no key {key!r}; {hint}")
        if type(value) is not KEYS[key]:
            raise UsageError(f"{path}: [{SECTION}] {key} must be {_KINDS[KEYS[key]]}, and is {value!r}.")
    return {**section, **{key: path.parent / str(section[key]) for key in _PATHS if key in section}}
