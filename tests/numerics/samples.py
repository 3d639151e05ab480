"""Trials of a group of a quantity, and how far means of independent trials lie from what is expected."""

import numpy as np
import torch
from theorycheck.numerics.monte_carlo import sample_trials


def drawn(quantity, trials, seed=0, **shared):
    """Trials of the group with these shared coordinates, in order of its points."""
    group = next(one for one in quantity.groups if dict(one.shared) == shared)
    return sample_trials(quantity, group, trials, torch.Generator().manual_seed(seed))


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
    differences = one.mean - other.mean
    errors = np.sqrt(np.diag(one.covariance) + np.diag(other.covariance))
    constant = errors < 1e-7
    apart = np.where(abs(differences) < 1e-6, 0.0, np.inf)
    return np.where(constant, apart, differences / np.where(constant, 1.0, errors))
