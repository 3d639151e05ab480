"""Command-line values: read, checked, and refused with one sentence."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, get_args

from ..claim import LARGEST_SEED, SEVERITIES
from ..errors import UsageError, in_a_sentence, nearest
from ..evidence.preset import PRESETS, Preset
from . import installed
from .entry import BoundName, End

_SECONDS: Final = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_LONGEST: Final = 500 * 3600.0
"""Processes wait for each other by a number of milliseconds of 32 bits, which 596 hours exceed."""
_BYTES: Final = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_MOST_ROUNDS: Final = 8
"""Beyond those of a preset: 256 times its draws, whose blocks one process can still list."""


def preset(name: str) -> Preset:
    """A preset by name; with more rounds than that has, as in full+4, where asked."""
    base, plus, more = name.partition("+")
    if base not in PRESETS:
        hint = nearest(base, PRESETS, f"choose one of {', '.join(PRESETS)}.")
        raise UsageError(f"There is no preset {base!r}; {hint}")
    if not plus:
        return PRESETS[base]
    if not (more.isascii() and more.isdigit() and 1 <= int(more) <= _MOST_ROUNDS):
        raise UsageError(
            f"--preset {name} adds no number of rounds from 1 to {_MOST_ROUNDS} to {base}; say {base}+2, "
            "which may draw four times as much."
        )
    return replace(PRESETS[base], name=f"{base}+{int(more)}", rounds=PRESETS[base].rounds + int(more))


def seed(value: int) -> int:
    """A root seed between 0 and 2^63 - 1."""
    if not 0 <= value <= LARGEST_SEED:
        raise UsageError(f"--seed {value} is not between 0 and 2^63 - 1.")
    return value


def workers(value: int | None) -> int:
    """A number of processes; by default one for each core this process may use."""
    if value is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if value < 1:
        raise UsageError(f"--workers {value} is not a positive number of processes.")
    return value


def paths(select: Sequence[str] | None, topics: Container[str]) -> list[Path]:
    """The files and folders among what is selected: a user's papers, or those of an installed package.

    A name that is a topic means the topic. Raises UsageError for ids beside them.
    """
    named = [text for text in select or () if text not in topics and _is_paper(text)]
    if named and len(named) < len(select or ()):
        other = next(text for text in select or () if text not in named)
        raise UsageError(
            f"{other!r} names claims that come with theorycheck; run them apart from {named[0]}."
        )
    return [installed.located(Path(text)) for text in named]


def _is_paper(text: str) -> bool:
    """Whether a text is a path, or the name of an installed paper."""
    if Path(text).suffix in {".toml", ".py"} or os.sep in text or Path(text).is_dir():
        return True
    return text.replace("-", "_").isidentifier() and any(paper.name == text for paper in installed.papers())


def memory(text: str) -> int:
    """Bytes from `2G`, `500M`; raises UsageError."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT])i?B?", text.strip(), flags=re.IGNORECASE)
    size = float(match[1]) * _BYTES[match[2].upper()] if match else 0.0
    if not 1 <= size < math.inf:
        given = in_a_sentence(text)
        raise UsageError(f"--memory {given!r} is not a positive size with a unit, such as 2G or 800M.")
    return int(size)


def severity(name: str) -> str:
    """A severity of claims by name."""
    if name not in SEVERITIES:
        raise UsageError(f"There is no severity {name!r}; choose one of {', '.join(SEVERITIES)}.")
    return name


def budget(text: str | None) -> float | None:
    """Seconds from `90`, `90s`, `3m` or `1h`; raises UsageError."""
    return None if text is None else _seconds(text, "--budget")


def bound(name: str) -> BoundName:
    """A bound type as options name it, `at-most`, or as claim files do, `at most`; raises UsageError."""
    bound_types: tuple[BoundName, ...] = get_args(BoundName)
    for each in bound_types:
        if name.replace("-", " ").lower() == each.lower():
            return each
    names = [each.replace(" ", "-") for each in bound_types]
    raise UsageError(f"--bound {name!r} is none of {', '.join(names)}.")


def margin(value: float | None, bound: str) -> float | None:
    """A margin below one, positive or, of a bound, zero; raises UsageError."""
    zero = bound in ("at most", "at least") and value == 0
    if value is not None and not 0 < value < 1 and not zero:
        raise UsageError(f"--margin {value} is not between 0 and 1; a bound may have 0.")
    return value


def timeout(text: str) -> float:
    """Seconds that one call may take, written as a budget is; raises UsageError."""
    return _seconds(text, "--timeout")


def _seconds(text: str, option: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", text.strip())
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if not 0 < seconds <= _LONGEST:
        given = in_a_sentence(text)
        raise UsageError(f"{option} {given!r} is not a positive time up to 500h, such as 90s, 3m or 1h.")
    return seconds


def limits(texts: Iterable[str]) -> dict[str, End]:
    """Where variables go, from `eta=0` and `d=oo`; raises UsageError."""
    found: dict[str, End] = {}
    for text in texts:
        name, _, end = text.partition("=")
        if not name or end not in get_args(End):
            raise UsageError(f"--limit {text!r} is not a name and where it goes, as eta=0 or d=oo.")
        found[name] = "0" if end == "0" else "oo"
    return found
