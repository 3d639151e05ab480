"""How a law string is refused: by one error, and by a limit on the processor time that SymPy may spend on it.

SymPy asks for signs, roots and common factors while it builds an expression, and no bound on the
text bounds all of that. The limit is checked now and then at a Python call of this thread, which works in
every thread and on every system; what runs in C in between is bounded by the grammar.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from ..errors import UsageError

SECONDS: Final = 4.0
"""The longest claimed formula takes 25 ms; the first law of a process, which loads SymPy, over a second."""
INTERVAL: Final = 256
"""Calls between two looks at the clock."""
SHOWN: Final = 40
"""Characters of a hostile text that a message repeats."""


class LawError(UsageError):
    """A formula that the law grammar does not admit; the message says how to correct it."""


class _ExpiredError(BaseException):
    """No Exception, so that nothing on the way takes it for an error of its own."""


@contextmanager
def limited(text: str) -> Iterator[None]:
    """Raise `LawError` once the body has taken too long over this law."""
    end, calls = time.thread_time() + SECONDS, 0

    def check(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        if event == "call":
            calls += 1
            # The clock takes longer than most calls.
            if not calls % INTERVAL and time.thread_time() > end:
                raise _ExpiredError

    if sys.getprofile() is not None:
        # A profiler is at work, and its hook cannot be put back from here once it is taken away.
        yield
        return
    sys.setprofile(check)
    try:
        yield
    except (_ExpiredError, RecursionError) as error:
        shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
        raise LawError(f"The law {shown!r} is too intricate; write it simpler.") from error
    finally:
        sys.setprofile(None)
