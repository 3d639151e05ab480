"""Repeats are found without a table of pairs, and only where the term asks for them."""

import pytest
import torch
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.simulate import design_point, simulate
from theorycheck.theory.laws import DiscreteUniform
from theorycheck.theory.model import Model, Size, iid, indices
from theorycheck.theory.terms import E, P, Sum, all_, any_, indicator

n = Size("n", minimum=2)
i, j = indices("i j", n)
c = Model(c=iid(DiscreteUniform(5), n)).c
AT = {"n": 6}
N = 2**16
PLACES = torch.arange(6)
BEFORE = PLACES[None, :] < PLACES[:, None]
"""[i, j]: j < i."""
OTHER = PLACES[None, :] != PLACES[:, None]


def pairs(x, mask, shift=0):
    """[draw, i, j]: c_i + shift_ij = c_j, for pairs of the mask."""
    return (x[:, :, None] + shift == x[:, None, :]) & mask


CASES = {
    "distinct values": (
        E(Sum(i, indicator(all_(j < i, c[i] != c[j])))),
        lambda x: (~pairs(x, BEFORE).any(2)).sum(1),
    ),
    "values that come again": (
        E(Sum(i, indicator(any_(j > i, c[j] == c[i])))),
        lambda x: pairs(x, BEFORE.mT).any(2).sum(1),
    ),
    "places of repeats": (
        E(Sum(i, i * indicator(any_(j < i, c[i] == c[j])))),
        lambda x: (pairs(x, BEFORE).any(2) * (PLACES + 1)).sum(1),
    ),
    "some repeat": (P(any_(i, any_(j != i, c[i] == c[j]))), lambda x: pairs(x, OTHER).any(2).any(1)),
    "one that is alone": (P(all_(j != i, c[i] != c[j])), lambda x: ~pairs(x, OTHER)[:, 0].any(1)),
}
PLAIN = {
    "the item itself": (P(any_(j <= i, c[i] == c[j])), lambda x: torch.ones(len(x))),
    "numbers of both": (
        P(any_(j < i, c[i] + j == c[j] + i)),
        lambda x: pairs(x, BEFORE, PLACES[None, :] - PLACES[:, None]).any(2),
    ),
    "a number of one": (
        P(any_(j < i, c[i] == j + c[j])),
        lambda x: pairs(x, BEFORE, -1 - PLACES[None, :]).any(2),
    ),
    "a fixed item": (P(any_(j != 1, c[1] == c[j])), lambda x: pairs(x, OTHER)[:, 0].any(1)),
}


def z_score(term, hand, seed):
    found = simulate(term, AT, n_trials=N, seed=seed)
    x = hand(torch.randint(0, 5, (N, 6), generator=torch.Generator().manual_seed(seed))).double()
    if x.ndim > 1:
        x = x.mean(1)
    error = (found.stderr**2 + float(x.var()) / N) ** 0.5
    difference = found.value - float(x.mean())
    return difference / error if error else difference


def has_repeats(term):
    return any(step.node.op == "repeats" for step in compiled(term, design_point(term, AT)).program.steps)


@pytest.mark.parametrize("name", [*CASES, *PLAIN])
def test_repeats_agree_with_a_table_of_pairs(name):
    term, hand = (CASES | PLAIN)[name]
    assert abs(z_score(term, hand, seed=3)) < 4
    assert has_repeats(term) == (name in CASES)


def test_another_count_is_told_apart():
    assert abs(z_score(CASES["distinct values"][0], CASES["values that come again"][1], seed=3)) > 50


def test_repeats_hold_no_table_of_pairs():
    term = CASES["some repeat"][0]
    assert compiled(term, design_point(term, {"n": 100})).program.numbers_per_trial < 1000
