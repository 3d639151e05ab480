"""What is counted, found or chosen among pairs is so without a table of pairs, where the term allows it."""

import pytest
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.simulate import design_point, simulate
from theorycheck.theory.laws import DiscreteUniform, Normal, Rademacher
from theorycheck.theory.model import Index, Model, Size, iid, indices
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    absolute,
    all_,
    any_,
    both,
    indicator,
    inner,
    max_over,
    maximum,
    min_over,
    minimum,
    norm2,
)

n = Size("n", minimum=6)
i, j = indices("i j", n)
c = Model(c=iid(DiscreteUniform(5), n)).c
other = Model(other=iid(DiscreteUniform(7), n)).other
g = Model(g=iid(Normal(dimension=3), n)).g
h = Model(h=iid(Normal(), n)).h
slot = Index("slot", Size("s", minimum=8))
l = Index("l", n)
r = Index("r", Size("m", minimum=2))
f, hashes = Model(f=iid(DiscreteUniform(n), n), H=iid(DiscreteUniform(3), n, r.args[0]))
d = Size("d", minimum=3)
a = Index("a", d)
words = Model(w=iid(Rademacher(d), n)).w
SIZES = {n: 6, r.args[0]: 2, d: 3}
AT = {"n": 6}
SOME_REPEAT = P(any_(i, any_(j != i, c[i] == c[j])))
SOME_TRIPLE = any_(i, any_(j < i, any_(l < j, both(c[i] == c[j], c[j] == c[l]))))
TRIPLES = Sum(i, Sum(j < i, Sum(l < j, indicator(both(c[i] == c[j], c[j] == c[l])))))
TWO_CYCLES = Sum(i, Sum(j != i, indicator(both(f[i] == j, f[j] == i))))
PEAKS = Sum(i, Sum(j == i + 1, Sum(l == i - 1, indicator(both(h[i] > h[j], h[i] > h[l])))))
ALL_ALIKE = Sum(i, Sum(j < i, indicator(all_(r, hashes[i, r] == hashes[j, r]))))
SECOND = max_over(i, max_over(j != i, minimum(h[i], h[j])))
LEAST_DISTANCE = min_over(i, min_over(j != i, Sum(a, indicator(words[i][a] != words[j][a]))))
WEIGHTED = max_over(i, max_over(j, Sum(l, inner(words[l], words[i] - words[j]) ** 2) * absolute(h[i] - h[j])))
CASES = {
    "distinct values": (E(Sum(i, indicator(all_(j < i, c[i] != c[j])))), "counted"),
    "values that come again": (E(Sum(i, indicator(any_(j > i, c[j] == c[i])))), "counted"),
    "places of repeats": (E(Sum(i, i * indicator(any_(j < i, c[i] == c[j])))), "counted"),
    "some repeat": (SOME_REPEAT, "counted"),
    "the item itself": (P(any_(j <= i, c[i] == c[j])), "counted"),
    "a number of one": (P(any_(j < i, c[i] == j + c[j])), "counted"),
    "one that is alone": (P(all_(j != i, c[i] != c[j])), "counted"),
    "some three": (P(SOME_TRIPLE), "histogram"),
    "triples": (E(TRIPLES), "histogram"),
    "triples the other way": (
        E(Sum(i, Sum(j > i, Sum(l > j, indicator(both(c[i] == c[j], c[j] == c[l])))))),
        "histogram",
    ),
    "two-cycles": (E(TWO_CYCLES), "gather"),
    "distance to a random item": (
        E(Sum(i, Sum(j, i * j * indicator(f[i] == j) * absolute(h[i] - h[j])))),
        "gather",
    ),
    "local maxima": (E(PEAKS), "taken"),
    "pairs with all hashes alike": (E(ALL_ALIKE), "counted_rows"),
    "hashes alike, counted one by one": (
        E(Sum(i, Sum(j < i, Sum(r, indicator(hashes[i, r] == hashes[j, r]))))),
        "compare",
    ),
    "items above one in all hashes, by weight": (
        E(Sum(i, Sum(j != i, h[j] * indicator(all_(r, hashes[i, r] <= hashes[j, r]))))),
        "counted_rows",
    ),
    "second largest": (E(SECOND), "beside"),
    "least of the later, bounded": (
        E(min_over(i, min_over(j > i, maximum(h[i], hashes[1, 1] / 2, h[j])))),
        "beside",
    ),
    "largest gain": (E(max_over(i, max_over(j < i, h[i] - h[j]))), "beside"),
    "some pair above": (E(Sum(i, indicator(any_(j != i, h[i] + h[j] > 1)))), "beside"),
    "a sum of both": (E(max_over(i, max_over(j, h[j] + c[i] * h[j]))), "amax"),
    "least distance of code words": (E(LEAST_DISTANCE), "matmul"),
    "largest weighted difference along the items": (E(WEIGHTED), "matmul"),
    "rows of hashes 1, 2": (E(Sum(j, indicator(all_(r, hashes[j, r] == r)))), "amin"),
}
"""Terms, and an operation by which no table of pairs is needed."""
OTHERWISE = {
    "numbers of both": (P(any_(j < i, c[i] + j == c[j] + i)), "counted"),
    "a fixed item": (P(any_(j != 1, c[1] == c[j])), "counted"),
    "another index is bound": (P(any_(l, any_(j < i, c[i] == c[j]))), "histogram"),
    "an item like two others": (
        P(any_(j != i, any_(l != i, both(c[i] == c[j], c[j] == c[l])))),
        "histogram",
    ),
    "the last of three": (P(any_(j < i, any_(l < j, both(c[i] == c[j], c[j] == c[l])))), "histogram"),
    "the middle of three": (P(any_(j < i, any_(l > i, both(c[i] == c[j], c[j] == c[l])))), "histogram"),
}
"""Terms that are near those, and worked out without the operation."""


NOT_EMPTY = {
    "least of the later, bounded": E(
        min_over(i <= 5, min_over(j > i, maximum(h[i], hashes[1, 1] / 2, h[j]))),
    ),
    "largest gain": E(max_over(i >= 2, max_over(j < i, h[i] - h[j]))),
}
"""Terms without the item that has none beside it, of which the plain evaluator knows no extreme."""


def sizes_of(term):
    """What the term has of the sizes."""
    return {own.data[0]: SIZES[own] for _, own in term.declarations if own in SIZES}


def operations(term, at):
    return {step.node.op for step in compiled(term, design_point(term, at)).program.steps}


@pytest.mark.parametrize("name", [*CASES, *OTHERWISE])
def test_numbers_are_those_of_a_plain_evaluator(name, difference):
    term, op = (CASES | OTHERWISE)[name]
    assert difference(term, sizes_of(term), of=NOT_EMPTY.get(name)) < 1e-9
    assert (op in operations(term, sizes_of(term))) == (name in CASES)


def test_another_count_is_told_apart(difference):
    assert difference(CASES["distinct values"][0], AT, of=CASES["values that come again"][0]) > 1e-2
    assert difference(CASES["some three"][0], AT, of=SOME_REPEAT) > 1e-2


def test_a_place_beyond_the_items_is_none():
    """Places 1, ..., 7 of six items: the last holds nothing, and is not looked up."""
    term = E(Sum(i, Sum(j, indicator(both(other[i] == j, h[j] > h[i])))))
    assert "gather" not in operations(term, AT)
    assert abs(simulate(term, AT, n_trials=2**16).z_score(6 * 5 / 7 / 2)) < 4


COUNTED = Sum(j, indicator(c[j] == slot))
SMALL = {
    "some repeat": (SOME_REPEAT, {"n": 100}, "counted"),
    "inversions": (E(Sum(i, Sum(j < i, indicator(h[i] < h[j])))), {"n": 100}, "counted"),
    "pairs of equal values": (E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))), {"n": 100}, "histogram"),
    "values of two samples": (
        E(Sum(i, Sum(j, j * indicator(c[i] == other[j])))),
        {"n": 50},
        "histogram",
    ),
    "some three equal": (P(SOME_TRIPLE), {"n": 100}, "histogram"),
    "triples": (E(TRIPLES), {"n": 100}, "histogram"),
    "largest load": (E(max_over(slot, COUNTED)), {"n": 100, "s": 30}, "histogram"),
    "bins that are empty": (
        E(Sum(slot, indicator(all_(j, c[j] != slot)))),
        {"n": 100, "s": 30},
        "histogram",
    ),
    "records": (P(all_(j < i, h[j] < h[i])), {"n": 100}, "beside"),
    "the largest other": (E(max_over(j != i, h[j])), {"n": 100}, "beside"),
    "two-cycles": (E(TWO_CYCLES), {"n": 100}, "gather"),
    "local maxima": (E(PEAKS), {"n": 100}, "taken"),
    "pairs with all hashes alike": (
        E(ALL_ALIKE),
        {"n": 50, "m": 3},
        "counted_rows",
    ),
    "code words": (E(LEAST_DISTANCE), {"n": 12, "d": 14}, "matmul"),
    "weighted differences": (
        E(WEIGHTED),
        {"n": 12, "d": 14},
        "matmul",
    ),
    "second largest": (E(SECOND), {"n": 100}, "beside"),
    "range by pairs": (E(max_over(i, max_over(j, h[i] - h[j]))), {"n": 100}, "amax"),
    "neighbours": (E(Sum(i, Sum(j == i + 1, h[i] * h[j])) ** 2), {"n": 100}, "taken"),
}


@pytest.mark.parametrize("name", SMALL)
def test_no_table_of_pairs_is_held(name):
    term, at, op = SMALL[name]
    assert op in operations(term, at)
    assert compiled(term, design_point(term, at)).program.numbers_per_trial < 1000


def test_a_table_is_held_where_pairs_are_joined_otherwise():
    term = E(max_over(i, Sum(j, indicator(h[i] < h[j] + h[i] * h[j]))))
    assert compiled(term, design_point(term, {"n": 100})).program.numbers_per_trial > 10_000


def test_squared_distances_are_those_of_inner_products():
    """Their table is made of inner products, of which rounding makes no negative number."""
    apart = norm2(g[i] - g[j])
    term = E(max_over(i, max_over(j, apart)))
    sizes = [step.node.numbers for step in compiled(term, design_point(term, {"n": 40})).program.steps]
    assert max(sizes) == 40**2
    assert simulate(P(any_(j, apart < 0)), {"n": 40, "i": 1}, n_trials=2**10).value == 0
