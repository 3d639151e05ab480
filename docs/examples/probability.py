"""Laws of probability and statistics, claimed and checked: `theorycheck check probability.py`."""

import numpy as np
from theorycheck import claim


@claim(
    id="probability.birthday",
    statement="two of n people share a birthday in a year of $d$ days once n is of the order $\\sqrt{d}$",
    interpretation="the n at which half of the groups have two who share a birthday",
    law="C*sqrt(d)",
    alternatives=["C*d", "C*d**(1/3)"],
    bound="Theta",
    grid={"d": [64, 256, 1024, 4096]},
    solve="n",
    level=0.5,
    range=[2, 10_000],
    direction="up",
    generator="numpy",
    expect="agrees",
)
def shared_birthday(d, n, *, n_trials, generator):
    """Whether two of n birthdays, uniform on d days, are the same."""
    days = np.sort(generator.integers(0, d, size=(n_trials, n)), axis=1)
    return (np.diff(days, axis=1) == 0).any(axis=1)


@claim(
    id="probability.coupons.linear",
    statement="collecting all of $d$ coupons takes of the order of $d$ draws",
    law="C*d",
    alternatives=["C*d*log(d)"],
    bound="Theta",
    grid={"d": [16, 32, 64, 128, 256, 512]},
    generator="numpy",
    expect="refuted",
)
def draws_of_all_coupons(d, *, n_trials, generator):
    """Draws until each of d coupons has come: a sum of waiting times."""
    chances = np.arange(1, d + 1) / d
    return generator.geometric(chances, size=(n_trials, d)).sum(axis=1)


@claim(
    id="probability.maximum_of_normals",
    statement="the largest of $n$ standard normals is at most $\\sqrt{2 \\log n}$ on average",
    law="sqrt(2*log(n))",
    bound="at most",
    grid={"n": [4, 16, 64, 256, 1024]},
    generator="numpy",
    expect="bound only",
)
def largest_normal(n, *, n_trials, generator):
    """The largest of n independent standard normals."""
    return generator.standard_normal((n_trials, n)).max(axis=1)
