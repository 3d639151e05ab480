"""A claim with its three comparisons, derived and measured here: `theorycheck check derived.py`."""

import numpy as np
import sympy as sp
from theorycheck import claim
from theorycheck.theory.derivation import Chain
from theorycheck.theory.notation import n
from theorycheck.theory.rules.counting import all_distinct, evaluate_product
from theorycheck.theory.rules.events import Named, Probability

d = sp.Symbol("d", integer=True, positive=True)


def all_differ():
    """P(n uniform choices among d all differ), from the law of one choice."""
    chain = Chain(name="all_differ", title="All choices differ", premises=("$n$ choices, uniform on $d$",))
    mass = chain.define("probability of one value", Probability(Named("a given value")), 1 / d)
    product = chain.apply("choose one after another", all_distinct, mass, count=n)
    return chain.close(chain.apply("evaluate the product", evaluate_product, product))


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
