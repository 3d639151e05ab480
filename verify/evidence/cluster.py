"""An existing cluster of dask.distributed as the executor of a run.

A block's numbers follow from its key alone, so it does not matter which machine draws it, nor how often: the
scheduler gives the blocks of a lost worker to another, and only the collector stores.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from ..errors import UsageError
from .batching import Batching
from .machine import ComputeDevice, common_device, local_device

POLL_INTERVAL: Final = 10.0
"""Seconds that a cluster is given to answer, and again to have a worker."""

QUIET: Final = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "1s",
}
"""The environment of a scheduler and workers that leave the processor to the blocks: by default each looks at
itself a hundred times a second, and takes the interpreter's lock from the block for it."""

_PACKAGES: Final = ("theorycheck", "torch", "numpy", "scipy", "sympy")
"""What must be of one version on all machines, for the same seed to give the same numbers."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler at `address`.

    Raises UsageError where distributed is not installed, nobody answers, or a worker has other packages.
    """
    with _connected(address) as client:
        yield Batching(client.get_executor(pure=False), partial(_threads, client))


def cluster_device(address: str, device: str) -> ComputeDevice:
    """Where the workers draw blocks: the device is theirs, and this machine need not have one.

    Raises UsageError as `cluster` does, where a worker lacks the device, or where their classes differ.
    """
    with _connected(address) as client:
        devices: dict[str, ComputeDevice | str] = client.run(_device_or_reason, device)
    return _agreed(devices)


def _device_or_reason(device: str) -> ComputeDevice | str:
    """The device of the worker that is asked, or why it has none."""
    try:
        return local_device(device)
    except UsageError as error:
        return str(error)


def _agreed(devices: Mapping[str, ComputeDevice | str]) -> ComputeDevice:
    found = {}
    for worker, one in devices.items():
        if isinstance(one, str):
            raise UsageError(f"Worker {worker}: {one}")
        found[worker] = one
    return common_device(found)


def _threads(client: Any) -> int:  # noqa: ANN401
    """How many tasks the workers do at once; one where nobody tells."""
    try:
        threads: dict[str, int] = client.nthreads()
        return max(1, sum(threads.values()))
    except Exception:  # noqa: BLE001 - a scheduler that is gone is told of by the tasks it had
        return 1


def packages() -> dict[str, str | None]:
    """The versions on this machine of what the numbers depend on."""
    return {name: _version(name) for name in _PACKAGES}


def _version(name: str) -> str | None:
    try:
        return version(name).partition("+")[0]
    except PackageNotFoundError:
        return None


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client of the scheduler, once it has workers with the packages of this machine."""
    client = _client(address)
    try:
        _require_workers(client, address)
        _require_packages(client)
        yield client
    finally:
        # What was asked for and is no longer awaited is cancelled with its client.
        client.close(timeout=2)


def _client(address: str) -> Any:  # noqa: ANN401 - a package that need not be there has no types
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise UsageError("--dask needs dask.distributed: pip install 'theorycheck[dask]'.") from error
    _silence()
    try:
        asyncio.run(_require_answer(distributed, address))
        return distributed.Client(address, timeout=POLL_INTERVAL, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise UsageError(
            f"No scheduler answers at {address} ({reason}); start one with `dask scheduler`."
        ) from error


async def _require_answer(distributed: Any, address: str) -> None:  # noqa: ANN401
    """Raise OSError or ValueError where nobody answers: a client that fails so is a minute about it."""
    if not address.startswith("tls://"):
        connection = await distributed.comm.connect(address, timeout=POLL_INTERVAL)
        await connection.close()


def _silence() -> None:
    """Its connections tell at length what is told here in a sentence."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in {"distributed", "tornado"}:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _require_workers(client: Any, address: str) -> None:  # noqa: ANN401
    try:
        client.wait_for_workers(1, timeout=POLL_INTERVAL)
    except TimeoutError as error:
        raise UsageError(
            f"The scheduler at {address} has no worker; start one with `dask worker {address} --nthreads 1`."
        ) from error


def _require_packages(client: Any) -> None:  # noqa: ANN401
    here = packages()
    try:
        there: dict[str, dict[str, str | None]] = client.run(packages)
    except Exception as error:
        raise UsageError(f"The workers cannot load theorycheck ({error}); install it there too.") from error
    for worker, theirs in there.items():
        for name, mine in here.items():
            if theirs[name] != mine:
                raise UsageError(
                    f"Worker {worker} has {name} {theirs[name]} and this machine {mine}; install the same."
                )
