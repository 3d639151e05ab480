"""What is counted, found or chosen among pairs is so without a table of pairs, where the term allows it."""

from fractions import Fraction
from typing import NamedTuple

import pytest
import torch
from theorycheck.numerics.compile import shifts
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.simulate import design_point, random_program, simulate
from theorycheck.numerics.trials import Source
from theorycheck.theory.laws import DiscreteUniform, Normal, Rademacher
from theorycheck.theory.model import Index, Model, Size, fixed, iid, indices
from theorycheck.theory.node import both
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    absolute,
    all_,
    any_,
    exp,
    fold,
    function,
    indicator,
    inner,
    max_over,
    maximum,
    min_over,
    minimum,
    norm2,
    outer,
    sqrt,
)

cos, sign = map(function, ("cos", "sign"))
n = Size("n", minimum=6)
i, j = indices("i j", n)
c = Model(c=iid(DiscreteUniform(5), n)).c
other = Model(other=iid(DiscreteUniform(7), n)).other
g = Model(g=iid(Normal(dimension=3), n)).g
h = Model(h=iid(Normal(), n)).h
slot = Index("slot", Size("s", minimum=8))
AT = {"n": 6}
N = 2**16
PLACES = torch.arange(6)
BEFORE = PLACES[None, :] < PLACES[:, None]
"""[i, j]: j < i."""
OTHER = PLACES[None, :] != PLACES[:, None]


def rows(x):
    """[draw, i, j]: x_i."""
    return x[:, :, None]


def columns(x):
    """[draw, i, j]: x_j."""
    return x[:, None]


def alike(x):
    """[draw, i, j]: whether x_i = x_j."""
    return rows(x) == columns(x)


def differences(x):
    """[draw, i, j]: x_i - x_j."""
    return rows(x) - columns(x)


def pairs(x, mask, shift=0):
    """[draw, i, j]: c_i + shift_ij = c_j, for pairs of the mask."""
    return (rows(x) + shift == columns(x)) & mask


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
    "the item itself": (P(any_(j <= i, c[i] == c[j])), lambda x: torch.ones(len(x))),
    "a number of one": (
        P(any_(j < i, c[i] == j + c[j])),
        lambda x: pairs(x, BEFORE, -1 - PLACES[None, :]).any(2),
    ),
    "one that is alone": (P(all_(j != i, c[i] != c[j])), lambda x: ~pairs(x, OTHER)[:, 0].any(1)),
}
l = Index("l", n)
SOME_TRIPLE = any_(i, any_(j < i, any_(l < j, both(c[i] == c[j], c[j] == c[l]))))
TRIPLES = Sum(i, Sum(j < i, Sum(l < j, indicator(both(c[i] == c[j], c[j] == c[l])))))


def loads(x):
    """[draw, value]: how many items have it."""
    return (rows(x) == torch.arange(5)).double().sum(1)


def triples(x):
    """[draw]: how many triples (i, j, l) of different items have equal values."""
    return (loads(x) * (loads(x) - 1) * (loads(x) - 2)).sum(1)


BY_LOAD = {
    "some three": (P(SOME_TRIPLE), lambda x: loads(x).amax(1) >= 3),
    "some three in any order": (
        P(any_(i, any_(j != i, any_((l != i) & (l != j), both(c[i] == c[j], c[j] == c[l]))))),
        lambda x: loads(x).amax(1) >= 3,
    ),
    "triples": (E(TRIPLES), lambda x: triples(x) / 6),
    "triples the other way": (
        E(Sum(i, Sum(j > i, Sum(l > j, indicator(both(c[i] == c[j], c[j] == c[l])))))),
        lambda x: triples(x) / 6,
    ),
    "triples in any order": (
        E(Sum(i, Sum(j != i, Sum((l != i) & (l != j), indicator(both(c[i] == c[j], c[j] == c[l])))))),
        triples,
    ),
    "triples of which two are in order": (
        E(Sum(i, Sum(j < i, Sum((l != i) & (l != j), indicator(both(c[i] == c[j], c[j] == c[l])))))),
        lambda x: triples(x) / 2,
    ),
    "triples with an item twice": (
        E(Sum(i, Sum(j <= i, Sum(l < j, indicator(both(c[i] == c[j], c[j] == c[l])))))),
        lambda x: ((loads(x) + 1) * loads(x) * (loads(x) - 1)).sum(1) / 6,
    ),
}
COUNTED_THREE = {
    "another index is bound": (P(any_(l, any_(j < i, c[i] == c[j]))), lambda x: pairs(x, BEFORE).any(2)),
    "an item like two others": (
        P(any_(j != i, any_(l != i, both(c[i] == c[j], c[j] == c[l])))),
        lambda x: pairs(x, OTHER).sum(2) >= 1,
    ),
    "the last of three": (
        P(any_(j < i, any_(l < j, both(c[i] == c[j], c[j] == c[l])))),
        lambda x: pairs(x, BEFORE).sum(2) >= 2,
    ),
    "the middle of three": (
        P(any_(j < i, any_(l > i, both(c[i] == c[j], c[j] == c[l])))),
        lambda x: pairs(x, BEFORE).any(2) & pairs(x, BEFORE.mT).any(2),
    ),
}
r = Index("r", Size("m", minimum=2))
f, hashes = Model(f=iid(DiscreteUniform(n), n), H=iid(DiscreteUniform(3), n, r.args[0]))
d = Size("d", minimum=3)
a = Index("a", d)
words = Model(w=iid(Rademacher(d), n)).w


class Trials(NamedTuple):
    """What was drawn of six items in each trial."""

    h: torch.Tensor
    to: torch.Tensor
    """The place that f names, from zero."""
    hashes: torch.Tensor
    c: torch.Tensor
    words: torch.Tensor


ITEM_BY_ITEM = {
    "sums of items at random places": (
        Sum(r, Sum(i, Sum(j, indicator(hashes[i, r] == j) * h[j])) ** 2),
        "gather",
        lambda t: (
            t.h.gather(1, t.hashes.long().flatten(1) - 1).reshape(t.hashes.shape).sum(1).square().sum(1)
        ),
    ),
    "largest item at a random place": (
        max_over(i, Sum(j, indicator(f[i] == j) * h[j])),
        "gather",
        lambda t: t.h.gather(1, t.to).amax(1),
    ),
    "two-cycles": (
        Sum(i, Sum(j != i, indicator(both(f[i] == j, f[j] == i)))),
        "gather",
        lambda t: ((t.to.gather(1, t.to) == PLACES) & (t.to != PLACES)).sum(1),
    ),
    "distance to a random item": (
        Sum(i, Sum(j, i * j * indicator(f[i] == j) * absolute(h[i] - h[j]))),
        "gather",
        lambda t: ((PLACES + 1) * (t.to + 1) * (t.h - t.h.gather(1, t.to)).abs()).sum(1),
    ),
    "local maxima": (
        Sum(i, Sum(j == i + 1, Sum(l == i - 1, indicator(both(h[i] > h[j], h[i] > h[l]))))),
        "taken",
        lambda t: ((t.h[:, 1:-1] > t.h[:, :-2]) & (t.h[:, 1:-1] > t.h[:, 2:])).sum(1),
    ),
    "pairs with all hashes alike": (
        Sum(i, Sum(j < i, indicator(all_(r, hashes[i, r] == hashes[j, r])))),
        "histogram",
        lambda t: (alike(t.hashes).all(3) & BEFORE).sum((1, 2)),
    ),
    "hashes alike, counted one by one": (
        Sum(i, Sum(j < i, Sum(r, indicator(hashes[i, r] == hashes[j, r])))),
        "histogram",
        lambda t: (alike(t.hashes) & BEFORE[..., None]).sum((1, 2, 3)),
    ),
    "largest weight of hashes alike": (
        max_over(r, Sum(i, Sum(j != i, indicator(hashes[i, r] == hashes[j, r]) * h[i] * h[j] * r))),
        "histogram",
        lambda t: (
            ((rows(t.h) * columns(t.h) * OTHER)[..., None] * alike(t.hashes))
            .sum((1, 2))
            .mul(torch.tensor([1, 2]))
            .amax(1)
        ),
    ),
    "items with the bits of the next": (
        Sum(i, Sum(j, i * indicator(all_(a, words[i][a] == words[j][a])) * h[j])),
        "histogram",
        lambda t: (alike(t.words).all(3) * (PLACES + 1)[:, None] * columns(t.h)).sum((1, 2)),
    ),
    "signs alike": (
        Sum(i, Sum(j < i, indicator(all_(a, sign(words[i][a] + words[1][a]) == sign(words[j][a]))))),
        "counted",
        lambda t: ((rows((t.words + t.words[:, :1]).sign()) == columns(t.words)).all(3) & BEFORE).sum((1, 2)),
    ),
    "items above one in all hashes, by weight": (
        Sum(i, Sum(j != i, h[j] * indicator(all_(r, hashes[i, r] <= hashes[j, r])))),
        "counted_rows",
        lambda t: (columns(t.h) * ((differences(t.hashes) <= 0).all(3) & OTHER)).sum((1, 2)),
    ),
    "second largest": (
        max_over(i, max_over(j != i, minimum(h[i], h[j]))),
        "beside",
        lambda t: t.h.topk(2, 1).values[:, 1],
    ),
    "least of the later, bounded": (
        min_over(i, min_over(j > i, maximum(h[i], hashes[1, 1] / 2, h[j]))),
        "beside",
        lambda t: torch.maximum(
            torch.maximum(rows(t.h), columns(t.h)).where(BEFORE.mT, torch.inf).amin((1, 2)),
            t.hashes[:, 0, 0] / 2,
        ),
    ),
    "largest gain": (
        max_over(i, max_over(j < i, h[i] - h[j])),
        "beside",
        lambda t: (t.h[:, 1:] - t.h.cummin(1).values[:, :-1]).amax(1),
    ),
    "some pair above": (
        Sum(i, indicator(any_(j != i, h[i] + h[j] > 1))),
        "beside",
        lambda t: ((rows(t.h) + columns(t.h) > 1) & OTHER).any(2).sum(1),
    ),
    "a sum of both": (
        max_over(i, max_over(j, h[j] + c[i] * h[j])),
        "amax",
        lambda t: (columns(t.h) * (1 + rows(t.c))).amax((1, 2)),
    ),
    "least distance of code words": (
        min_over(i, min_over(j != i, Sum(a, indicator(words[i][a] != words[j][a])))),
        "matmul",
        lambda t: (~alike(t.words)).sum(3).double().where(OTHER, torch.inf).amin((1, 2)),
    ),
    "largest weighted difference along the items": (
        max_over(i, max_over(j, Sum(l, inner(words[l], words[i] - words[j]) ** 2) * absolute(h[i] - h[j]))),
        "matmul",
        lambda t: (differences(t.words @ t.words.mT).square().sum(3) * differences(t.h).abs()).amax((1, 2)),
    ),
    "weights of pairs with equal values": (
        Sum(i, Sum(j < i, indicator(c[i] == c[j]) * h[i] * h[j] * hashes[i, 1] * hashes[j, 1])),
        "histogram",
        lambda t: (
            rows(t.h * t.hashes[..., 0]) * columns(t.h * t.hashes[..., 0]) * (alike(t.c) & BEFORE)
        ).sum((1, 2)),
    ),
    "two weights of pairs with equal values": (
        Sum(i, Sum(j != i, indicator(c[i] == c[j]) * h[i] * hashes[j, 1])),
        "histogram",
        lambda t: (rows(t.h) * columns(t.hashes[..., 0]) * (alike(t.c) & OTHER)).sum((1, 2)),
    ),
    "two weights of pairs in order": (
        Sum(i, Sum(j < i, indicator(c[i] == c[j]) * h[i] * hashes[j, 1])),
        "counted",
        lambda t: (rows(t.h) * columns(t.hashes[..., 0]) * (alike(t.c) & BEFORE)).sum((1, 2)),
    ),
    "concordant pairs": (
        Sum(i, Sum(j < i, indicator(both(h[i] > h[j], c[i] > c[j])) * i)),
        "paired",
        lambda t: ((differences(t.h) > 0) & (differences(t.c) > 0) & BEFORE).sum(2) @ (PLACES + 1),
    ),
    "largest sum of distances to others": (
        max_over(i, Sum(j != i, absolute(h[i] - h[j]) * c[j] / (1 + h[i] ** 2))),
        "paired",
        lambda t: ((differences(t.h).abs() * columns(t.c)).sum(2) / (1 + t.h.square())).amax(1),
    ),
    "largest distance to all": (
        max_over(i, Sum(j, absolute(h[i] - h[j]) + minimum(c[i], c[j]))),
        "paired",
        lambda t: (differences(t.h).abs() + torch.minimum(rows(t.c), columns(t.c))).sum(2).amax(1),
    ),
    "squared sums of cubed differences": (
        Sum(i, Sum(j != i, (h[i] - h[j]) ** 3) ** 2),
        "paired",
        lambda t: differences(t.h).pow(3).sum(2).square().sum(1),
    ),
    "cosines of differences": (
        Sum(i, Sum(j, cos(2 * (h[i] - h[j])) * absolute(c[i] - c[j] + 1))),
        "paired",
        lambda t: ((2 * differences(t.h)).cos() * (differences(t.c) + 1).abs()).sum((1, 2)),
    ),
    "cosines of differences, exchanged": (
        Sum(i, Sum(j != i, cos(2 * (h[i] - h[j])) * (c[i] + c[j]))),
        "paired",
        lambda t: ((2 * differences(t.h)).cos() * (rows(t.c) + columns(t.c)) * OTHER).sum((1, 2)),
    ),
    "distances to the item itself and later ones": (
        Sum(i, Sum(j >= i, exp(-absolute(h[i] - h[j])) * inner(words[1], words[2]))),
        "paired",
        lambda t: (
            (-differences(t.h).abs()).exp().mul(~BEFORE).sum((1, 2)) * (t.words[:, 0] * t.words[:, 1]).sum(1)
        ),
    ),
    "roots of products of both": (
        Sum(i, Sum(j < i, h[i] / sqrt(exp(h[i]) * exp(2 * h[j])) * indicator(h[i] > h[j]))),
        "counted",
        lambda t: (
            rows(t.h * (-t.h / 2).exp()) * columns((-t.h).exp()) * (differences(t.h) > 0) * BEFORE
        ).sum((1, 2)),
    ),
    "roots of products, one of which may be negative": (
        Sum(i, Sum(j, absolute(h[i] * h[j]) ** Fraction(1, 2) + (h[i] * h[j]) ** 3)),
        "power",
        lambda t: t.h.abs().sqrt().sum(1).square() + t.h.pow(3).sum(1).square(),
    ),
    "rows of hashes 1, 2": (
        Sum(j, indicator(all_(r, hashes[j, r] == r))),
        "amin",
        lambda t: (t.hashes == torch.tensor([1, 2])).all(2).sum(1),
    ),
}


PLAIN = {
    "numbers of both": (
        P(any_(j < i, c[i] + j == c[j] + i)),
        lambda x: pairs(x, BEFORE, PLACES[None, :] - PLACES[:, None]).any(2),
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


def operations(term, at):
    return {step.node.op for step in compiled(term, design_point(term, at)).program.steps}


def tried(terms, at):
    """The operations of 256 trials of terms, the values of the first term, and [draw, term] of the others."""
    program = random_program(terms, at).program
    found, *drawn = program.run(256, Source(generator=torch.Generator().manual_seed(5), dtype=torch.float32))
    return {step.node.op for step in program.steps}, found, torch.stack(drawn, dim=1)


@pytest.mark.parametrize("name", [*CASES, *PLAIN])
def test_repeats_agree_with_a_table_of_pairs(name):
    term, hand = (CASES | PLAIN)[name]
    assert abs(z_score(term, hand, seed=3)) < 4
    assert ("counted" in operations(term, AT)) == (name in CASES)


@pytest.mark.parametrize("name", [*BY_LOAD, *COUNTED_THREE])
def test_three_equal_values_agree_with_tables(name):
    term, hand = (BY_LOAD | COUNTED_THREE)[name]
    assert abs(z_score(term, hand, seed=4)) < 4
    assert ("histogram" in operations(term, AT)) == (name in BY_LOAD)


@pytest.mark.parametrize("name", ITEM_BY_ITEM)
def test_trials_are_those_of_their_own_draws(name):
    """Each trial, beside the same worked out from the items that were drawn in it; not that of another."""
    term, op, hand = ITEM_BY_ITEM[name]
    items = [family[k] for family in (h, f) for k in range(1, 7)]
    items += [hashes[k, place] for k in range(1, 7) for place in (1, 2)]
    items += [c[k] for k in range(1, 7)] + [words[k][place] for k in range(1, 7) for place in (1, 2, 3)]
    used, found, drawn = tried([term, *items], AT | {"m": 2, "d": 3})
    assert op in used
    x, to, hashed, values, code = drawn.split([6, 6, 12, 6, 18], dim=1)
    trials = Trials(x, to.long() - 1, hashed.reshape(-1, 6, 2), values, code.reshape(-1, 6, 3))
    expected = hand(trials).float()
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)
    assert not torch.allclose(found, expected.roll(1), rtol=1e-5, atol=1e-5)


def test_what_exchanging_items_changes_is_worked_out_for_both(monkeypatch):
    monkeypatch.setattr(shifts, "_parity", lambda _: 1)
    with pytest.raises(AssertionError):
        test_trials_are_those_of_their_own_draws("cosines of differences")


def test_a_place_beyond_the_items_is_none():
    """Places 1, ..., 7 of six items: the last holds nothing, and is not looked up."""
    term = E(Sum(i, Sum(j, indicator(both(other[i] == j, h[j] > h[i])))))
    assert "gather" not in operations(term, AT)
    assert abs(simulate(term, AT, n_trials=N).z_score(6 * 5 / 7 / 2)) < 4


def test_three_equal_values_are_not_two():
    assert abs(z_score(BY_LOAD["some three"][0], lambda x: loads(x).amax(1) >= 2, seed=4)) > 50
    assert abs(z_score(BY_LOAD["triples"][0], BY_LOAD["some three"][1], seed=4)) > 50


def test_another_count_is_told_apart():
    assert abs(z_score(CASES["distinct values"][0], CASES["values that come again"][1], seed=3)) > 50


COUNTED = Sum(j, indicator(c[j] == slot))
SMALL = {
    "some repeat": (CASES["some repeat"][0], {"n": 100}, "gather"),
    "inversions": (E(Sum(i, Sum(j < i, indicator(h[i] < h[j])))), {"n": 100}, "counted"),
    "pairs of equal values": (E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))), {"n": 100}, "histogram"),
    "pairs in one bin": (
        E(Sum(slot, Sum(i, Sum(j < i, indicator(both(c[i] == slot, c[j] == slot)))))),
        {"n": 60, "s": 8},
        "histogram",
    ),
    "values of two samples": (E(Sum(i, Sum(j, j * indicator(c[i] == other[j])))), {"n": 50}, "histogram"),
    "some three equal": (P(SOME_TRIPLE), {"n": 100}, "histogram"),
    "triples": (E(TRIPLES), {"n": 100}, "histogram"),
    "largest load": (E(max_over(slot, COUNTED)), {"n": 100, "s": 30}, "histogram"),
    "bins that are empty": (E(Sum(slot, indicator(all_(j, c[j] != slot)))), {"n": 100, "s": 30}, "histogram"),
    "bins that are empty, by extremes": (
        E(Sum(slot, min_over(j, indicator(c[j] != slot)) - max_over(j, indicator(c[j] == slot)))),
        {"n": 100, "s": 30},
        "histogram",
    ),
    "records": (P(all_(j < i, h[j] < h[i])), {"n": 100}, "beside"),
    "the largest other": (E(max_over(j != i, h[j])), {"n": 100}, "beside"),
    "two-cycles": (E(ITEM_BY_ITEM["two-cycles"][0]), {"n": 100}, "gather"),
    "local maxima": (E(ITEM_BY_ITEM["local maxima"][0]), {"n": 100}, "taken"),
    "pairs with all hashes alike": (
        E(ITEM_BY_ITEM["pairs with all hashes alike"][0]),
        {"n": 50, "m": 3},
        "histogram",
    ),
    "hashes above in all": (
        E(ITEM_BY_ITEM["items above one in all hashes, by weight"][0]),
        {"n": 40, "m": 3},
        "counted_rows",
    ),
    "collisions over tables": (
        E(ITEM_BY_ITEM["hashes alike, counted one by one"][0]),
        {"n": 50, "m": 3},
        "histogram",
    ),
    "code words": (E(ITEM_BY_ITEM["least distance of code words"][0]), {"n": 12, "d": 14}, "matmul"),
    "weighted differences": (
        E(ITEM_BY_ITEM["largest weighted difference along the items"][0]),
        {"n": 12, "d": 14},
        "matmul",
    ),
    "second largest": (E(ITEM_BY_ITEM["second largest"][0]), {"n": 100}, "beside"),
    "mean difference": (E(Sum(i, Sum(j < i, absolute(h[i] - h[j])))), {"n": 100}, "paired"),
    "roots of products": (E(Sum(i, Sum(j, h[j] / sqrt(exp(h[i]) * exp(h[j]))))), {"n": 100}, "power"),
    "range by pairs": (E(max_over(i, max_over(j, h[i] - h[j]))), {"n": 100}, "amax"),
    "cosines of projected differences": (
        E(max_over(i, max_over(j, Sum(l, cos(inner(words[l], words[i] - words[j])))))),
        {"n": 12, "d": 12},
        "matmul",
    ),
    "neighbours": (E(Sum(i, Sum(j == i + 1, h[i] * h[j])) ** 2), {"n": 100}, "taken"),
}


@pytest.mark.parametrize("name", SMALL)
def test_no_table_of_pairs_is_held(name):
    term, at, op = SMALL[name]
    assert op in operations(term, at)
    assert compiled(term, design_point(term, at)).program.numbers_per_trial < 1000


many = Size("many", minimum=60)
p, q = indices("p q", many)
y = Model(y=iid(Normal(), many)).y
seen = Model(seen=iid(DiscreteUniform(90), n)).seen
RANKS = {
    "two at most above": (Sum(q, indicator(y[q] > y[p])) <= 2, lambda more: more.sum(2) <= 2),
    "fewer than 3 others below": (Sum(q != p, indicator(y[q] < y[p])) < 3, lambda more: more.mT.sum(2) < 3),
    "not among the 50 largest": (Sum(q, indicator(y[q] >= y[p])) > 50, lambda more: (~more.mT).sum(2) > 50),
    "at least half at most as large": (
        Sum(q, indicator(y[q] <= y[p])) >= many / 2,
        lambda more: (~more).sum(2) >= 30,
    ),
    "another number than 7 above": (Sum(q, indicator(y[q] > y[p])) != 7, lambda more: more.sum(2) != 7),
}


@pytest.mark.parametrize("name", RANKS)
def test_ranks_beside_a_number_are_those_of_each_trial(name):
    """By the item of the rank; the rank beside it is not the same, and few items are counted."""
    event, hand = RANKS[name]
    items = [y[k] for k in range(1, 61)]
    used, found, x = tried([Sum(p, p * indicator(event)), *items], {"many": 60})
    assert ("ranked" in used) == (name != "another number than 7 above")
    places = torch.arange(1.0, 61.0)
    assert torch.equal(found, hand(differences(x) < 0).float() @ places)
    assert not torch.equal(found, hand(differences(x.roll(1, 1)) < 0).float() @ places)


MANY = {
    "values of another sample": (Sum(i, indicator(any_(j, c[i] == seen[j]))), 60 * (1 - (1 - 1 / 90) ** 60)),
    "others like it": (Sum(i, Sum(j != i, indicator(seen[i] == seen[j])) ** 2), 60 * 59 / 90 * (1 + 58 / 90)),
    "alone": (Sum(i, indicator(all_(j != i, seen[i] != seen[j]))), 60 * (1 - 1 / 90) ** 59),
    "weights of those like it": (
        Sum(i, Sum(j, indicator(seen[i] == seen[j]) * h[j]) ** 2),
        60 * (1 + 59 / 90),
    ),
}


@pytest.mark.parametrize("name", MANY)
def test_many_items_like_each_are_read_off_a_histogram(name):
    """Those before it are counted, and are not as many."""
    term, expected = MANY[name]
    assert operations(E(term), {"n": 60}) >= {"histogram", "gather"}
    found = simulate(E(term), {"n": 60}, n_trials=2**13)
    assert abs(found.z_score(expected)) < 4
    assert abs(found.z_score(1.05 * expected)) > 4
    before = Sum(i, indicator(all_(j < i, seen[i] != seen[j])))
    assert "gather" not in operations(E(before), {"n": 60})
    assert abs(simulate(E(before), {"n": 60}, n_trials=2**13).z_score(MANY["alone"][1])) > 50


def test_a_table_is_held_where_pairs_are_joined_otherwise():
    term = E(max_over(i, max_over(j, h[i] * h[j])))
    assert compiled(term, design_point(term, {"n": 100})).program.numbers_per_trial > 10_000


def test_a_sum_of_outer_products_is_read_without_its_matrix_or_from_it():
    one, two = outer(g[1], g[2]), outer(g[3], g[4])
    sizes = [step.node.numbers for step in compiled(E((one + two) @ g[5]), {n: 6}).program.steps]
    assert max(sizes) == 6 * 3
    matrix = fixed("M", 3, 3)
    written = fold(matrix + outer(g[i] - matrix @ g[i], g[i]), matrix, i, 0 * one)
    assert not {"paired"} & operations(E(norm2(written @ g[1])), AT)
    found = simulate(E(inner(g[1], (one + two) @ g[2])), AT, n_trials=N)
    assert abs(found.z_score(9.0)) < 4
    assert abs(found.z_score(9.5)) > 4


def test_squared_distances_are_those_of_inner_products():
    """Their table is made of inner products, of which rounding makes no negative number."""
    apart = norm2(g[i] - g[j])
    term = E(max_over(i, max_over(j, apart)))
    sizes = [step.node.numbers for step in compiled(term, design_point(term, {"n": 40})).program.steps]
    assert max(sizes) == 40**2
    assert simulate(P(any_(j, apart < 0)), {"n": 40, "i": 1}, n_trials=2**10).value == 0
