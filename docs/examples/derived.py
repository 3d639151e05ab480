"""A claim with its three comparisons, derived and measured here: `theorycheck check derived.py`."""

import numpy as np
import theorycheck as tc
from theorycheck import claim


def all_differ():
    """P(n uniform choices among d all differ), from the law of one choice."""
    return tc.derive("P(x_i != x_j for all i, j != i)", laws=["x: discrete_uniform(d)"])


@claim(
    id="birthday.union_bound",
    statement="n people all have birthdays of their own with probability at least $1 - n(n-1)/(2d)$",
    law="1 - n*(n - 1)/(2*d)",
    bound="at least",
    grid={"d": [64, 365, 1024], "n": [4, 6, 8]},
    derivation=all_differ,
    generator="numpy",
    expect="bound only",
)
def own_birthdays(d, n, *, n_trials, generator):
    """Whether n birthdays, uniform on d days, all differ."""
    days = np.sort(generator.integers(0, d, size=(n_trials, n)), axis=1)
    return (np.diff(days, axis=1) > 0).all(axis=1)
