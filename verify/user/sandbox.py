"""A process of its own in which a user's code is tried, under a time limit.

What hangs there is killed and what ends the process is noticed; either is one sentence. What is called there
most stands here, so that the process loads little more than torch.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from multiprocessing.process import BaseProcess
from typing import Any, Final, ParamSpec, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..claim import Value
from ..errors import UsageError
from ..evidence.processes import initialise_worker, single_threaded_children, worker_context
from ..numerics.lock import CHUNK_BYTES
from ..numerics.quantity import DesignGroup
from ..simulator import VERSION, Columns, Simulator, draw, output_of, simulated, values_of

START_SECONDS: Final = 120.0
"""A process that has not loaded torch by then never will."""

SEED: Final = 0x7472757374
"""Of what is drawn here, and in no run."""

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """One draw of a point, its CPU seconds, and the peak memory of its process so far, in bytes."""

    columns: Columns
    seconds: float
    peak: int

    def of(self, simulator: Simulator) -> NDArray[np.bool_] | NDArray[np.float64]:
        """The trials of the output that a claim is about; raises UsageError where there is none such."""
        return output_of(self.columns, simulator)


class Sandbox:
    """Calls functions in a process of its own; use as a context manager.

    `timeout` is the seconds that one call may take.
    """

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._begin_anew()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _begin_anew(self) -> None:
        self._ready = False
        self._connection, self._far_end = Pipe()
        self._process: BaseProcess | None = None

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._connection.close()

    def start(self) -> None:
        """Begin to load the process, so that the first call finds it ready; a call does so too."""
        if self._process is None:
            with single_threaded_children():
                self._process = worker_context().Process(target=_serve, args=(self._far_end,), daemon=True)
                self._process.start()
            self._far_end.close()

    def call(self, what: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The value of a function there; `what` names the user's code in messages.

        After a call that hung or ended the process the next one has a new process.

        Raises UsageError: the function's own, one for a call beyond the time limit, and one for code
        that ends the process.
        """
        self._require_ready()
        try:
            self._connection.send((function, args, kwargs))
            value: R = self._reply(self._timeout)
        except TimeoutError as error:
            self._end()
            self._begin_anew()
            raise UsageError(
                f"{what} did not come back within {self._timeout:g} s; make it faster, or allow it "
                "longer with --timeout."
            ) from error
        except (EOFError, ConnectionError) as error:
            code = self._exit_code()
            self._end()
            self._begin_anew()
            raise UsageError(f"{what} ended its process (exit code {code}); it must return.") from error
        return value

    def _exit_code(self) -> int | None:
        if self._process is None:
            return None
        self._process.join()
        return self._process.exitcode

    def _require_ready(self) -> None:
        if self._ready:
            return
        self.start()
        try:
            self._reply(START_SECONDS)
        except (TimeoutError, EOFError) as error:
            raise UsageError("A process of its own for your code could not be started here.") from error
        self._ready = True

    def _reply(self, seconds: float) -> Any:  # noqa: ANN401 - whatever the function called returns
        if not self._connection.poll(seconds):
            raise TimeoutError
        value, refusal = self._connection.recv()
        if refusal is not None:
            raise UsageError(refusal)
        return value


def _serve(connection: Connection) -> None:
    initialise_worker()
    connection.send((None, None))
    while True:
        function, args, kwargs = connection.recv()
        try:
            connection.send((function(*args, **kwargs), None))
        except UsageError as error:
            connection.send((None, str(error)))


def draw_once(simulator: Simulator, point: Mapping[str, Value], n_trials: int, block: int) -> Drawn:
    """A draw on the pilot's seed, as the sandbox makes it."""
    from ..numerics.monte_carlo import block_generator

    key = DesignGroup(
        shared=point,
        points=(point,),
        trials_per_block=n_trials,
        trials_per_chunk=n_trials,
        bytes_per_chunk=CHUNK_BYTES,
    ).key
    generator = block_generator(SEED, simulated(simulator).name, VERSION, key, block, "cpu")
    start = time.thread_time()
    columns = draw(simulator, point, n_trials, generator)
    return Drawn(columns=columns, seconds=time.thread_time() - start, peak=_peak_memory())


def computed_once(simulator: Simulator, point: Mapping[str, Value]) -> None:
    """Try a computed function at a point; raises UsageError where it gives no value with a bound."""
    values_of(simulator).evaluate(point)


def _peak_memory() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
