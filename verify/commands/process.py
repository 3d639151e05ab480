"""The process a command runs in: how it was called, and how it ends while packages load."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

from ..errors import visible

if TYPE_CHECKING:
    from ..evidence.preset import Preset
    from ..evidence.run import RunOptions


@contextmanager
def ending_at_once(workers: int = 1, *, deciding: bool = True) -> Iterator[None]:
    """While packages load: an interrupted import leaves NumPy and torch half made, so none goes on.

    The server of several workers, which are for `deciding` too or draw only, loads beside them. The command
    itself works as its workers do, with one thread, so that a number does not depend on which of them
    computes it.
    """
    from ..evidence.processes import begin_server, handling, loading_packages, work_single_threaded

    work_single_threaded()
    if workers > 1:
        begin_server(deciding=deciding)
    with handling(signal.SIGINT, lambda *_: os._exit(130)), loading_packages():
        yield


def ending_as_interrupted() -> AbstractContextManager[None]:
    """The signal of `timeout`, of a batch system or of `kill` acts as Ctrl-C does."""
    from ..evidence.processes import handling

    return handling(signal.SIGTERM, signal.default_int_handler)


def end_at_once(code: int) -> NoReturn:
    """End this process with its exit code, in the state it is in.

    A thread may be amid a long block, and taking SymPy's and torch's objects apart takes as long as loading
    some packages.
    """
    # The semaphores of pools are given back to the system here.
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError):
            stream.flush()
    os._exit(code)


def run_options(preset: Preset, seed: int, device: str, workers: int, memory: int) -> RunOptions:
    """What the command line asks of a run on a device of this machine: a GPU has one process."""
    from ..evidence.run import RunOptions

    return RunOptions(
        preset=preset,
        seed=seed,
        device=device,
        workers=workers if device == "cpu" else 1,
        memory=memory,
        command=command_line(),
    )


def command_line(*program: str) -> str:
    """The command as its user typed it, after the words of its program, by default `theorycheck`.

    Of a name that steers a terminal, or is no text, it has what can be read back from a document.
    """
    import shlex

    return visible(shlex.join([*(program or ("theorycheck",)), *sys.argv[1:]]))
