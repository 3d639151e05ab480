"""Trials of a group of a quantity, and how far means of independent trials lie from what is expected."""

from dataclasses import replace
from functools import partial

import numpy as np
import torch
from theorycheck.numerics.lock import CHUNK_BYTES
from theorycheck.numerics.monte_carlo import sample_block, sample_trials
from theorycheck.numerics.quantity import DesignGroup

ROOT_SEED = 20250811
CHUNK = CHUNK_BYTES // 1000


def drawn(quantity, trials, seed=0, **shared):
    """Trials of the group with these shared coordinates, in order of its points."""
    group = next(one for one in quantity.groups if dict(one.shared) == shared)
    return sample_trials(quantity, group, trials, torch.Generator().manual_seed(seed))


def sampled(quantity, trials, seed=0, points=({},), **shared):
    """Trials of a group of its own with these coordinates."""
    group = DesignGroup.sized(shared=shared, points=points, trials_per_block=trials)
    return sample_trials(quantity, group, trials, torch.Generator().manual_seed(seed))


def units(vectors):
    """Vectors of NumPy along the last axis, each divided by its length."""
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def measure(quantity, shared, points=({},), n_trials=20_000, **options):
    """The estimate of a quantity on a group of these coordinates; options reach its simulator."""
    group = DesignGroup.sized(shared=shared, points=points, trials_per_block=n_trials)
    group = replace(group, trials_per_chunk=min(n_trials, CHUNK))
    sample = partial(quantity.sample, **options)
    return sample_block(replace(quantity, sample=sample), group, 0, ROOT_SEED, "cpu")


def z_score(values, expected=0.0):
    """(mean - expected) / stderr of independent values."""
    return float((values.mean() - expected) / (values.std() / len(values) ** 0.5))


def z_between(one, other):
    """The difference of the means of two samples in standard errors, each taken along the first axis.

    What does not vary must be the same.
    """
    gap, noise = one.mean(0) - other.mean(0), (one.var(0) / len(one) + other.var(0) / len(other)) ** 0.5
    return gap / noise.clip(1e-12)


def gaps(one, other):
    """The differences of the means of two estimates in standard errors; equal constants have none."""
    errors = np.sqrt(np.diag(one.covariance) + np.diag(other.covariance))
    return _apart(one.mean - other.mean, errors, errors < 1e-7, 1e-6)


def z_scores(estimate, expected):
    """(mean - expected) / stderr of an estimate; where the stderr vanishes the mean must be the number."""
    differences, errors = estimate.mean - np.asarray(expected), np.sqrt(np.diag(estimate.covariance))
    # A constant computed in float32 keeps a few units of its last place.
    constant = errors < 1e-6 * np.maximum(1.0, abs(estimate.mean))
    return _apart(differences, errors, constant, 1e-5)


def _apart(differences, errors, constant, rounding):
    """In standard errors, and infinitely far where constants differ by more than rounding."""
    exact = np.where(abs(differences) < rounding, 0.0, np.inf)
    return np.where(constant, exact, differences / np.where(constant, 1.0, errors))
