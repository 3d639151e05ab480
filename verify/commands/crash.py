"""What is said of an error that nobody foresaw: one sentence, with the trace in a file."""

from __future__ import annotations

import platform
import sys
import tempfile
import traceback
from importlib import metadata

from ..errors import in_a_sentence, words_of


def sentence(error: Exception) -> str:
    """That theorycheck failed itself, by what, and where the trace is; on standard error if in no file."""
    words = in_a_sentence(words_of(error))
    said = f"{type(error).__name__}: {words}" if words else type(error).__name__
    return f"failed itself ({said}), which says nothing of any claim. {_written(_trace(error))}"


def _trace(error: Exception) -> str:
    versions = f"theorycheck {metadata.version('theorycheck')}, Python {platform.python_version()}"
    return f"{versions}, {platform.platform()}\n{sys.argv}\n\n{''.join(traceback.format_exception(error))}"


def _written(trace: str) -> str:
    """Where the trace was written, as a sentence."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="theorycheck-crash-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as file:
            file.write(trace)
    except OSError:
        print(trace, file=sys.stderr)
        return "The trace is above; please report it."
    return f"The trace is in {file.name}; please report it."
