"""Commands as a user types them, and runs in this process."""

from __future__ import annotations

import contextlib
import io
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
import theorycheck as verifier
from theorycheck import cli, theory
from theorycheck.commands import options
from theorycheck.document import ClaimRecord, Document
from theorycheck.evidence.figure_traces import plan_figure
from theorycheck.evidence.files import STORE
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.progress import Observer, unobserved
from theorycheck.evidence.run import RunOptions, run
from theorycheck.figure import Figure
from theorycheck.papers import index
from theorycheck.papers.plans import plans_of
from theorycheck.terminal import verbosity
from typer import core

OPTIONS = RunOptions(
    preset=PRESETS["quick"],
    seed=5,
    device="cpu",
    workers=1,
    memory=2**31,
    budget=None,
    command="theorycheck run",
)
"""Those of a quick run with one worker."""


class Ended(subprocess.CompletedProcess[str]):
    """What a command left behind."""

    @property
    def verdict(self) -> str:
        """Of the claim on the first line."""
        return self.stdout.partition("\t")[0]

    @property
    def all(self) -> tuple[int, str, str]:
        """Exit code, standard output and standard error."""
        return self.returncode, self.stdout, self.stderr


def theorycheck(*words: object, cwd: Path | None = None) -> Ended:
    """A command as it runs in a process of its own, but in this one: its code, and what it says."""
    said, told = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        mock.patch.dict(os.environ),
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(told),
    ):
        patch.setattr(sys, "argv", ["theorycheck", *map(str, words)])
        patch.setattr(verbosity, "_chosen", [verbosity.Verbosity.NORMAL])
        # The command takes its place, for good.
        patch.setattr(core, options._CHOICE, getattr(core, options._CHOICE, None), raising=False)
        if cwd is not None:
            patch.chdir(cwd)
        with pytest.raises(SystemExit) as ended:
            cli.main()
    out, err = (stream.buffer.getvalue().decode() for stream in (said, told))
    return Ended(words, int(ended.value.code or 0), out, err)


def python(*words: object, check: bool = False, **asked: Any) -> subprocess.CompletedProcess[str]:
    """A process of Python, by its arguments; `asked` are options of `subprocess.run`."""
    options = {"capture_output": True, "text": True, "timeout": 600} | asked
    return subprocess.run([sys.executable, *map(str, words)], check=check, **options)


def in_a_process(*words: object, **asked: Any) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, as `python` runs it."""
    return python("-m", "theorycheck", *words, **asked)


def run_in(
    folder: Path,
    patterns: Sequence[str],
    observer: Observer = unobserved,
    figures: Sequence[Figure] = (),
    **changes: Any,
) -> Document:
    """A run in this process of claims that come with theorycheck; `changes` are of `OPTIONS`."""
    folder.mkdir(exist_ok=True)
    options, claims = replace(OPTIONS, **changes), index.read().claims
    plans = plans_of(index.select(claims, patterns), options)
    drawn = [plan_figure(figure, claims, options.preset) for figure in figures]
    return run(plans, options, folder / STORE, observer, None, drawn)


def findings(document: Document) -> dict[str, ClaimRecord]:
    """All that a document says of its claims, except the seconds they took."""
    return {claim.id: msgspec.structs.replace(claim, seconds=0.0) for claim in document.claims}


def stored(folder: Path) -> list[tuple[Any, ...]]:
    """The blocks in the store of a run, sorted."""
    with sqlite3.connect(folder / STORE) as connection:
        rows = connection.execute(
            "SELECT quantity, design_group, block, seed, statistic FROM blocks NATURAL JOIN groups"
        ).fetchall()
    connection.close()
    return sorted(rows)


WATCHED = """
from cProfile import Profile
{before}
profile = Profile()
profile.enable()
{watched}
profile.disable()
codes = [entry.code for entry in profile.getstats() if not isinstance(entry.code, str)]
print(*{{code.co_filename for code in codes if code.co_flags & 3 == 3}}, sep="\\n")
"""


def walked(before: str, watched: str) -> set[Path]:
    """Our files that have a function which a new process calls in the second part of a program."""
    program = WATCHED.format(before=before, watched=watched)
    done = python("-c", program, check=True)
    found = {Path(line).resolve() for line in done.stdout.splitlines()}
    packages = [Path(package.__file__).resolve().parent for package in (verifier, theory)]
    return {path for path in found if any(path.is_relative_to(package) for package in packages)}
