"""The processes that work is done in: how they begin, with one thread each, and how they end.

Where the system can fork, workers are copies of one server process that has loaded what workers
need, so that packages are loaded once whatever their number. The server is asked for while the
command itself still loads: nothing here imports more than the standard library.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import active_children, get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from typing import Final

_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What a library of linear algebra reads when it is loaded."""

REPRODUCIBLE: Final = {"MKL_CBWR": "AVX2"}
"""What torch's library of linear algebra reads at its first use: one branch for all processors with AVX2,
at no cost. The branch that MKL promises for every x86 processor, COMPATIBLE, takes 3 to 4 times as long for a
large product (benchmarks/results/run_modes.json)."""

_SAFE_PATH: Final = "PYTHONSAFEPATH"
"""Keeps the server from taking a file of the folder it was called in for a package."""

_LOADED: Final = (f"{__package__}.work", f"{__package__}.judging")
"""What the server loads; each worker is a copy of it."""


def begin_server() -> None:
    """Begin to load the server of workers, where there is to be one; it is ready some seconds later."""
    if "forkserver" not in get_all_start_methods():
        return
    from multiprocessing import forkserver

    with single_threaded_children(), _environment({_SAFE_PATH: "1"}), _deaf():
        forkserver.set_forkserver_preload(list(_LOADED))
        forkserver.ensure_running()


def worker_context(*, foreign: bool = False) -> BaseContext:
    """How workers begin. Those that run `foreign` code begin from nothing and share no memory."""
    if foreign or "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    begin_server()
    return get_context("forkserver")


@contextmanager
def single_threaded_children() -> Iterator[None]:
    """Processes begun meanwhile have libraries of linear algebra with one thread."""
    with _environment(dict.fromkeys(_THREADS, "1")):
        yield


def work_reproducibly() -> None:
    """Ask for the modes that give equal numbers on more processors, where the user has not chosen others."""
    for name, value in REPRODUCIBLE.items():
        os.environ.setdefault(name, value)


def work_single_threaded() -> None:
    """Libraries of linear algebra that this process is yet to load get one thread."""
    os.environ.update(dict.fromkeys(_THREADS, "1"))


@contextmanager
def ending_workers() -> Iterator[None]:
    """Where Ctrl-C ends the body, the workers begun in it end at once, whatever they are at."""
    before = set(active_children())
    try:
        yield
    except KeyboardInterrupt:
        for worker in set(active_children()) - before:
            worker.kill()
        raise


def initialise_worker() -> None:
    """One thread a process; leave Ctrl-C to the parent, and end when the parent is gone."""
    work_reproducibly()
    import torch

    torch.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _deaf() -> Iterator[None]:
    """A process begun meanwhile leaves Ctrl-C to this one, from its first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
