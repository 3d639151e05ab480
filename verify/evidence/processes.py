"""The processes that work is done in: how they begin, with one thread each, and how they end.

Where the system can fork, workers and the sandbox are copies of one server process that has loaded what
they need, so that packages are loaded once whatever their number. The server itself never runs code of a
user. It is asked for while the command itself still loads: nothing here imports more than the standard
library, and that only where it is needed.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from ..errors import InterruptedRunError

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What a library of linear algebra reads when it is loaded."""

REPRODUCIBLE: Final = {"MKL_CBWR": "AVX2"}
"""What torch's library of linear algebra reads at its first use: one branch for all processors with AVX2,
at no cost. The branch that MKL promises for every x86 processor, COMPATIBLE, takes 3 to 4 times as long for a
large product (benchmarks/results/run_modes.json)."""

SERVER: Final = "THEORYCHECK_SERVER"
"""Is set in the environment of the server."""

_YOUNG: Final = 50_000
"""New objects after which the garbage collector looks for what is gone. Almost all terms and theorems that a
derivation makes stay; after every 700, as Python would, the search takes a fifth of its time."""

GRACE: Final = 1.0
"""Seconds in which an idle worker ends by itself."""

_SAFE_PATH: Final = "PYTHONSAFEPATH"
"""Keeps the server from taking a file of the folder it was called in for a package."""

_LOADED: Final = (
    "theorycheck.evidence.server",
    "numpy.random",
    "theorycheck.numerics.monte_carlo",
    "theorycheck.evidence.work",
    "theorycheck.user.sandbox",
)
"""What the server loads, in this order; each worker is a copy of it."""

_DECIDING: Final = (
    "theorycheck.evidence.deciding",
    "theorycheck.theory.catalogue",
    "statsmodels.stats.proportion",
    "sympy.physics.units",
)
"""What it loads too where workers decide and derive: the last two are loaded by the first limit of a
proportion, with pandas and `scipy.stats`, and by the first expression that SymPy simplifies."""


def begin_server(*, deciding: bool = True) -> None:
    """Begin to load the server of workers, where there is to be one; it is ready some seconds later.

    Its workers are ready to decide where it is for `deciding`, else each loads that when it first does.
    """
    from multiprocessing import get_all_start_methods

    if "forkserver" not in get_all_start_methods():
        return
    from multiprocessing import forkserver

    # Processes begun meanwhile leave Ctrl-C to this one, from their first moment on.
    deaf = handling(signal.SIGINT, signal.SIG_IGN)
    with single_threaded_children(), _environment({_SAFE_PATH: "1", SERVER: "1"}), deaf:
        forkserver.set_forkserver_preload([*_LOADED, *_DECIDING] if deciding else [*_LOADED])
        forkserver.ensure_running()


def begin_workers_without_main() -> None:
    """Workers begun from now on do not load the main module again: what they are asked for is elsewhere."""
    main = sys.modules["__main__"]
    main.__spec__ = None
    vars(main).pop("__file__", None)


def worker_context() -> ForkServerContext | SpawnContext:
    """How workers and the sandbox begin: as copies of the server, or from nothing where it cannot be."""
    from multiprocessing import get_all_start_methods, get_context

    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    begin_server()
    return get_context("forkserver")


@contextmanager
def single_threaded_children() -> Iterator[None]:
    """Processes begun meanwhile have libraries of linear algebra with one thread."""
    with _environment(dict.fromkeys(_THREADS, "1")):
        yield


@contextmanager
def loading_packages() -> Iterator[None]:
    """The garbage collector rests while packages load: what they make stays, and it would search it.

    That takes a tenth of the time in which SymPy loads. Afterwards it leaves all of that alone.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        _collect_what_follows(before)


def _collect_what_follows(enabled: bool = True) -> None:
    gc.freeze()
    gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
    if enabled:
        gc.enable()


def work_reproducibly() -> None:
    """Ask for the modes that give equal numbers on more processors, where the user has not chosen others."""
    for name, value in REPRODUCIBLE.items():
        os.environ.setdefault(name, value)


def work_single_threaded() -> None:
    """Libraries of linear algebra that this process is yet to load get one thread."""
    os.environ.update(dict.fromkeys(_THREADS, "1"))


@contextmanager
def ending_workers(close: Callable[[], None]) -> Iterator[None]:
    """The workers begun in the body end with it: idle ones as `close` asks, those at work soon after.

    Where the body ends, nobody awaits what they are at. Where an interruption ends it, all end at once.
    """
    from multiprocessing import active_children

    before = set(active_children())
    grace = GRACE
    try:
        yield
    except (KeyboardInterrupt, InterruptedRunError):
        grace = 0.0
        raise
    finally:
        workers = set(active_children()) - before
        close()
        until = time.monotonic() + grace
        for worker in workers:
            worker.join(max(until - time.monotonic(), 0.0))
            if worker.is_alive():
                worker.kill()
                worker.join()


def _write_nothing() -> None:
    """What is written to the standard streams is lost: code of a user's could imitate a verdict there."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def initialise_worker() -> None:
    """One thread a process; write nothing, leave Ctrl-C to the parent, and end when the parent is gone.

    Copies of the server would share the state of NumPy's global generator, so each gets one of its own. The
    collector, which is off in the server, leaves alone what was loaded there.
    """
    _write_nothing()
    _collect_what_follows()
    work_reproducibly()
    import numpy as np
    import torch

    np.random.set_state(np.random.RandomState().get_state())  # noqa: NPY002 - see above
    torch.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def handling(number: int, handler: Callable[..., object] | signal.Handlers) -> Iterator[None]:
    """A signal has this handler in the body; the main thread alone can see to that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


class OutOfTime(BaseException):
    """The end of the processor time that something was given; no `except Exception` takes it."""


@contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """Raise OutOfTime after so many seconds of processor time; without limit where no alarm can be set."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def give_up(*_: object) -> None:
        raise OutOfTime

    with handling(signal.SIGVTALRM, give_up):
        # Once more each second: what is raised while the interpreter frees an object is lost.
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@contextmanager
def _environment(changes: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
