"""Freed memory is kept: a process that asks for the same arrays again gets pages that it has already."""

import os
import subprocess
import sys

import pytest
from theorycheck.numerics.monte_carlo import keep_freed_memory

CHUNKS = """
import resource
from theorycheck.numerics.monte_carlo import keep_freed_memory
import torch
if {keeps}:
    assert keep_freed_memory()
def chunk():
    return [torch.ones(2**20) for _ in range(8)]
chunk()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    chunk()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(*, keeps: bool) -> int:
    """Pages that ten chunks of eight arrays of 4 MB ask the system for, after a first chunk.

    The library begins with its thresholds fixed where they are at its start, as what it makes of them
    depends on what else lies on the heap.
    """
    program = [sys.executable, "-c", CHUNKS.format(keeps=keeps)]
    environment = os.environ | {"MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_MMAP_THRESHOLD_": "131072"}
    done = subprocess.run(program, check=True, capture_output=True, text=True, env=environment)
    return int(done.stdout)


@pytest.mark.skipif(not keep_freed_memory(), reason="the C library of this system has no such option")
def test_pages_are_asked_for_once_and_not_for_each_chunk():
    # A chunk is 8192 pages of 4 KB.
    assert faults(keeps=True) < 2 * 8192
    assert faults(keeps=False) >= 10 * 8192
