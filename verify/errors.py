"""What a user can correct: each error is one sentence or two, shown without a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

CRASHED: Final = 6
"""The exit code of a command that failed itself: it says nothing of any claim."""


class UsageError(ValueError):
    """A wrong argument, selection, folder or store; the command line exits with code 2."""


def attempted(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | UsageError:
    """What a function returns, or what it refuses: one of many files or claims, whose others go on."""
    try:
        return function(*args, **kwargs)
    except UsageError as error:
        return error


class OtherCodeError(UsageError):
    """A worker has other code than the run: no block of it counts."""


class NothingSelectedError(UsageError):
    """A selection that names nothing; the command line exits with code 5."""


class InterruptedRunError(RuntimeError):
    """A run stopped by the user with its evidence stored; the command line exits with code 130."""


class CheckFailedError(RuntimeError):
    """A route of a claim raised while it ran; the command line exits with code 4."""
