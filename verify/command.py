"""The command line, asked from Python in a process of its own.

The calling process may have an event loop, threads, a random state, a script that runs on import, or a
test suite's warnings and import path. What decides a claim must not depend on any of them, nor change them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .errors import CRASHED, CheckFailedError, NothingSelectedError, UsageError

if TYPE_CHECKING:
    from .document import Document

FINISHED: Final = frozenset({0, 1, 4})
"""Exit codes of a command that wrote its document: fine, refuted or regressed, and a check that failed."""

REFUSAL: Final = "theorycheck: "
"""How the sentence begins that says why a command wrote none."""

INSIDE: Final = "THEORYCHECK_INSIDE"
"""Set in the environment of such a process, where another one must not be asked for."""

_ARGUMENTS: Final = {
    "correction": "corrections",
    "alternative": "alternatives",
    "limit": "limits",
    "fresh": "fresh=True",
    "anytime": "anytime=True",
}
"""Options of commands that calls give another name, or a value."""

_ERRORS: Final = {4: CheckFailedError, 5: NothingSelectedError}


def document_of(arguments: Sequence[str], *, folder: Path | None = None, out: Path | None = None) -> Document:
    """The document that a command writes, into the folder `out` where that is given.

    Raises the error of the command with its sentence, in the words of a Python call.
    """
    from .report import output

    if INSIDE in os.environ:
        raise UsageError(
            "This code is being checked itself; put its own calls of check and run below `if __name__ == "
            "'__main__':`."
        )
    with tempfile.TemporaryDirectory(prefix="theorycheck-") as scratch:
        written = Path(scratch) / "run" if out is None else out
        done = subprocess.run(  # noqa: S603 - this interpreter, and the arguments of a call
            [sys.executable, "-P", "-m", __package__, *arguments, f"--out={written}"],
            cwd=folder,
            env=os.environ | {INSIDE: "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stderr.strip().rpartition("\n")[2]
        if done.returncode == CRASHED:
            raise RuntimeError(said)
        if done.returncode not in FINISHED or said.startswith(REFUSAL):
            sentence = in_python(said.removeprefix(REFUSAL))
            kind = _ERRORS.get(done.returncode, UsageError)
            raise kind(sentence or f"theorycheck ended with code {done.returncode}.")
        return output.read(written)


def in_python(sentence: str) -> str:
    """A sentence about options of the command, about the arguments of a call.

    >>> in_python("--bound 'x' is not known; name another --out, or overwrite it with --fresh.")
    "bound 'x' is not known; name another out, or overwrite it with fresh=True."
    """
    return re.sub(
        r"--([a-z]+(?:-[a-z]+)*)",
        lambda found: _ARGUMENTS.get(found[1], found[1].replace("-", "_")),
        sentence,
    )
