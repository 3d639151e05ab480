"""Defaults of options in a user's project: `[tool.theorycheck]` of the nearest pyproject.toml.

| key | option | of the commands |
|---|---|---|
| `preset` | `--preset` | run, check, ci, show, baseline update |
| `seed` | `--seed` | run, check, baseline update |
| `out` | `--out` | run, check |
| `baseline` | `--baseline` | run, ci, baseline show, baseline update |
| `workers` | `--workers` | run, check, ci, baseline update |
| `device` | `--device` | run, ci, baseline update |

Paths are relative to the folder of the file. An option on the command line goes before.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from ..errors import UsageError

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
    "update": ("preset", "seed", "baseline", "workers", "device"),
}
_OF_BASELINE_SHOW: Final = ("baseline",)
_KINDS: Final = {str: "a text", int: "a whole number"}


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
    found["baseline"] = {"update": found.pop("update"), "show": of(_OF_BASELINE_SHOW)}
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
            near = get_close_matches(key, KEYS, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"the keys are {', '.join(KEYS)}."
            raise UsageError(f"{path}: [{SECTION}] has no key {key!r}; {hint}")
        if type(value) is not KEYS[key]:
            raise UsageError(f"{path}: [{SECTION}] {key} must be {_KINDS[KEYS[key]]}, and is {value!r}.")
    return {**section, **{key: path.parent / str(section[key]) for key in _PATHS if key in section}}
