"""Batches of fits: rows do not see one another, and a floor leaves a start with a likelihood."""

from __future__ import annotations

import numpy as np
from lawcheck.verify.inference.likelihood import Counts

SIZES = 2.0 ** np.arange(4, 10)
COLUMNS = np.column_stack([np.ones(6), np.log(SIZES)])
TRIALS = np.full(6, 20_000.0)


def test_each_row_of_a_batch_is_fitted_as_if_alone() -> None:
    data = Counts(counts=np.round(TRIALS * (4 / SIZES + 2e-3)), trials=TRIALS)
    floors = np.array([-0.1, -1e-3, 0.0, 1e-3, 2e-3])
    offsets = np.zeros((len(floors), 6))
    together = data.fit(COLUMNS, offsets, floors)
    alone = [data.fit(COLUMNS, offsets[:1], floors[i : i + 1]).deviance[0] for i in range(len(floors))]
    np.testing.assert_allclose(together.deviance, alone, rtol=1e-6, atol=1e-5)
    assert int(np.argmin(together.deviance)) == 4
    # The planted floor alone describes the counts.
    assert together.deviance[4] < 1 < together.deviance[2]


def test_a_deep_negative_floor_still_has_a_likelihood() -> None:
    data = Counts(counts=np.round(TRIALS * 4 / SIZES), trials=TRIALS)
    fits = data.fit(COLUMNS, np.zeros((2, 6)), np.array([-0.1, 0.0]))
    assert np.isfinite(fits.deviance).all()
    assert fits.deviance[1] < 1 < fits.deviance[0]
