"""A limit on the CPU time of algebra that may not come to an end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from theorycheck.evidence.processes import OutOfTime, processor_time


class TooLongError(Exception):
    """What was computed did not come to an end in its time."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLongError after so many CPU seconds; without limit where no alarm can be set."""
    try:
        with processor_time(seconds):
            yield
    except OutOfTime:
        raise TooLongError(f"it did not come to an end within {seconds} CPU seconds") from None
