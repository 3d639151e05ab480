"""Tests of numerics have one torch thread, as blocks require; kernels run without a GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest


@pytest.fixture(autouse=True)
def _on_one_thread(one_torch_thread: None) -> None:
    """Every test of this folder may sample blocks."""


@pytest.fixture
def interpreted() -> Callable[[str], None]:
    """A program run in a process of its own, where Triton's kernels are interpreted; it must not fail."""
    pytest.importorskip("triton")

    def _interpreted(program: str) -> None:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"TRITON_INTERPRET": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    return _interpreted
