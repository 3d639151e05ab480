"""How much a command says on standard error; what it finds, on standard output, is always said."""

from __future__ import annotations

from enum import IntEnum


class Verbosity(IntEnum):
    """`QUIET` says errors alone, `NORMAL` progress, plans and counts, `VERBOSE` each event of a run."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


_chosen = [Verbosity.NORMAL]


def verbosity() -> Verbosity:
    """How much this process says."""
    return _chosen[0]


def choose(level: Verbosity) -> None:
    """Say so much from now on."""
    _chosen[0] = level
