"""Clocks of the benchmarks: CPU time, of which neighbours on a machine take less than of the wall's."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import torch

REPEATS: Final = 3
LEAST: Final = 0.15
"""CPU seconds that a repetition lasts at least."""


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call after one that warms up: the least of a few, as neighbours only slow down."""
    work()
    return min(_each(work) for _ in range(REPEATS))


def device_seconds(work: Callable[[], object], device: torch.device) -> float:
    """Seconds of one call on a GPU, by its own clock, the least of a few; on a CPU as `cpu_seconds`."""
    if device.type != "cuda":
        return cpu_seconds(work)
    work()
    return min(_on_device(work) for _ in range(REPEATS))


def _on_device(work: Callable[[], object]) -> float:
    """Seconds of one call between two events, over as many calls as last long enough to be told."""
    calls = 1
    while True:
        start, end = (
            torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call, unused-ignore]
            for _ in range(2)
        )
        start.record()
        for _ in range(calls):
            work()
        end.record()
        end.synchronize()
        elapsed = float(start.elapsed_time(end)) / 1000
        if elapsed >= LEAST:
            return elapsed / calls
        calls *= 2


def device_name() -> str:
    """The processor's own name where the system tells it, else its architecture."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text().splitlines() if described.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _each(work: Callable[[], object]) -> float:
    """CPU seconds of one call, over as many calls as last long enough to be told."""
    calls, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < LEAST or not calls:
        work()
        calls += 1
    return elapsed / calls
