"""A limit on the CPU time of algebra that may not come to an end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLongError(Exception):
    """What was computed did not come to an end in its time."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLongError after so many CPU seconds; without limit where no alarm can be set."""
    if not hasattr(signal, "SIGVTALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLongError(f"it did not come to an end within {seconds} CPU seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    # Once more each second: what catches all exceptions, as SymPy does in places, must not go on for ever.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
