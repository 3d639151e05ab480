"""Measuring one hand-made group, on one torch thread as blocks require; running kernels without a GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from theorycheck.numerics.estimate import Estimate
from theorycheck.numerics.lock import CHUNK_BYTES
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, Value

ROOT_SEED = 20250811
CHUNK = CHUNK_BYTES // 1000

Measure = Callable[..., Estimate]


@pytest.fixture(autouse=True)
def _on_one_thread(one_torch_thread: None) -> None:
    """Every test of this folder may sample blocks."""


@pytest.fixture
def measure() -> Measure:
    """Estimate of a quantity on a group of the given coordinates; extra options reach its simulator."""

    def _measure(
        quantity: SampledQuantity,
        shared: dict[str, Value],
        points: list[dict[str, Value]] | None = None,
        n_trials: int = 20_000,
        **options: object,
    ) -> Estimate:
        group = DesignGroup.sized(shared=shared, points=points or [{}], trials_per_block=n_trials)
        group = replace(group, trials_per_chunk=min(n_trials, CHUNK))
        return sample_block(
            replace(quantity, sample=partial(quantity.sample, **options)), group, 0, ROOT_SEED, "cpu"
        )

    return _measure


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


@pytest.fixture
def z_scores() -> Callable[[Estimate, list[float]], np.ndarray]:
    """(mean - expected) / stderr; where the stderr vanishes the mean must be the expected number."""

    def _z_scores(estimate: Estimate, expected: list[float]) -> np.ndarray:
        difference = estimate.mean - np.asarray(expected)
        stderr = np.sqrt(np.diag(estimate.covariance))
        # A constant computed in float32 keeps a few units of its last place.
        constant = stderr < 1e-6 * np.maximum(1.0, abs(estimate.mean))
        exact = np.where(abs(difference) < 1e-5, 0.0, np.inf)
        return np.where(constant, exact, difference / np.where(constant, 1.0, stderr))

    return _z_scores
