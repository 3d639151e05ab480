"""What commands cost: CPU seconds with all processes below them, and seconds on the wall."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SUBREAPER = 36
"""prctl's option by which orphans, as workers of a server that has ended, become children of this one."""

LOOP = 5_000_000


@dataclass(frozen=True, kw_only=True)
class Timed:
    """A command that has ended."""

    exit_code: int
    out: str
    cpu_s: float
    wall_s: float


def timed(
    command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> Timed:
    """A command in a folder, with variables beside those of this process, until all below it have ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    others, before, begun = _children(), _spent(), time.monotonic()
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    wall = time.monotonic() - begun
    while left := _children() - others:
        os.waitpid(min(left), 0)
    return Timed(exit_code=done.returncode, out=done.stdout, cpu_s=_spent() - before, wall_s=wall)


def loop_seconds() -> float:
    """Processor time of a fixed loop: what a processor second is worth here and now."""
    start, total = time.process_time(), 0
    for i in range(LOOP):
        total += i * i
    return time.process_time() - start


def _spent() -> float:
    """Processor seconds of all processes that have ended below this one."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _children() -> set[int]:
    """The processes below this one, orphans that it has got included; none where the system tells none."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            _, parent, *_ = path.read_text().rpartition(")")[2].split()
            if int(parent) == os.getpid():
                found.add(int(path.parent.name))
    return found
