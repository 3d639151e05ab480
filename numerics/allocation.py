"""Freed memory stays with the process, as each chunk of trials asks for the same arrays again.

The GNU C library hands freed memory back to the system above thresholds of a few megabytes, and the system
clears each page anew when it is asked for again: of a chunk of 16 MB that is up to half of its CPU time. No
number depends on where arrays lie.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""The numbers of these options in malloc.h."""

LARGEST: Final = 2**25
"""Bytes of an array above which it has pages of its own, the most that the library takes."""

KEPT: Final = 2**27
"""Bytes of freed memory at the end of the heap that are kept."""


@cache
def keep_freed_memory() -> bool:
    """Keep it from now on in this process; whether its C library can be told to."""
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(
        mallopt(option, size) for option, size in ((_MMAP_THRESHOLD, LARGEST), (_TRIM_THRESHOLD, KEPT))
    )
