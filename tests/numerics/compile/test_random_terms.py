"""Random terms on given trials: the compiled value is that of a plain evaluator which loops over indices."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
import torch
from theorycheck.numerics.compile.lowering import Lowering
from theorycheck.numerics.compile.products import TRIAL
from theorycheck.numerics.compile.program import Program
from theorycheck.numerics.compile.statistics import parameter_values
from theorycheck.numerics.trials import Source
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.laws import DiscreteUniform, Normal, Rademacher
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term, both
from theorycheck.theory.terms import (
    Product,
    Sum,
    absolute,
    all_,
    any_,
    exp,
    function,
    indicator,
    inner,
    log,
    max_over,
    maximum,
    min_over,
    minimum,
    norm2,
    outer,
    softmax,
    tabulate,
    trace,
)

n, d, t = Size("n", minimum=3), Size("d", minimum=3), Parameter("t")
i, j = indices("i j", n)
letters = indices("a b c e f l", n)
places = indices("p q", d)
u = fixed("u", d)
g, k = Model(g=iid(Normal(dimension=d), n), k=iid(Normal(dimension=d), n))
h = Model(h=iid(Normal(), n)).h
x = Model(x=Normal(dimension=d)).x
s = Size("s")
slot = Index("slot", s)
c = Model(c=iid(DiscreteUniform(s + 2), n)).c
hashes, bits = Model(H=iid(DiscreteUniform(3), n, d), b=iid(Rademacher(d), n))
few = Model(few=iid(DiscreteUniform(3), n)).few
sign = function("sign")
AT = {n: 4, d: 3, s: 9, t: 0.7, u: np.array([0.5, -1.0, 2.0])}
TRIALS = 5


class Grammar:
    """Terms of bounded depth; `bound` are the indices in scope."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def fresh(self, bound):
        """A letter that no index in scope has: each step of depth binds one, and the last up to three."""
        return next(letter for letter in letters if letter not in bound)

    def scalar(self, depth, bound):
        kinds = ["entry", "entry", "parameter", "random"]
        if depth > 0:
            kinds = [
                "inner",
                "norm2",
                "sum",
                "sum",
                "mul",
                "add",
                "trace",
                "event",
                "extreme",
                "power",
                "function",
            ]
            kinds += ["max", "product", "component", "softmax", "index"]
            kinds += ["count", "count", "bins", "largest", "distance", "alike", "pole"]
            kinds += ["equals", "angles", "taken"]
        kind = self.random.choice(kinds)
        return getattr(self, f"_{kind}")(depth - 1, bound)

    def condition(self, new, bound):
        other = self.random.choice(bound)
        choices = [new, new != other, new <= other, new < other, (new != other) & (new >= 2)]
        choices += [new > other, new >= other, Term("eq", (new, other + 1))]
        return self.random.choice(choices)

    def _count(self, depth, bound):
        new, other = self.fresh(bound), self.random.choice(bound)
        one, two, same = h[new] < h[other], Term("eq", (c[other], c[new])), c[new] != c[other]
        weight = self.random.choice([1, h[new], self.scalar(0, (*bound, new))])
        happens = self.random.choice([one, two, same])
        binder = self.random.choice([all_, any_])
        return self.random.choice(
            [
                Sum(self.condition(new, bound), indicator(happens) * weight),
                indicator(binder(self.condition(new, bound), happens)),
            ]
        )

    def _bins(self, depth, bound):
        new = self.fresh(bound)
        found = Term("eq", (c[new], slot))
        weight = self.random.choice([1, h[new]])
        counted = Sum(new, indicator(found) * weight)
        some = indicator(self.random.choice([any_(new, found), all_(new, c[new] != slot)]))
        two = self.fresh((*bound, new))
        if self.random.random() < 0.3:
            met = indicator(both(Term("eq", (few[new], slot)), Term("eq", (slot, few[two]))))
            return Sum(slot, Sum(new, Sum(self.condition(two, (new,)), met * weight)))
        return Sum(slot, (slot + 1) * self.random.choice([counted**2, counted, some]))

    def _largest(self, depth, bound):
        new, other = self.fresh(bound), self.random.choice(bound)
        beside = self.random.choice([new <= other, new >= other, new != other])
        binder, of_two = self.random.choice([(max_over, minimum), (min_over, maximum)])
        value = self.random.choice(
            [h[new], self.scalar(depth, (*bound, new)), h[other] - h[new], of_two(h[new], h[other], t * 1)]
        )
        ahead = all_(self.random.choice([new < other, new > other]), value < h[other])
        return self.random.choice([binder(beside, value), indicator(ahead)])

    def _alike(self, depth, bound):
        """Places where two items are equal, or the items that are equal at all places."""
        new, other, place = self.fresh(bound), self.random.choice(bound), places[0]
        one, two = self.random.choice(
            [
                (hashes[new, place], hashes[other, place]),
                (bits[new][place], bits[other][place]),
                (sign(g[new][place]), sign(k[other][place])),
                (sign(hashes[new, place] - 2), sign(hashes[other, place] - 2)),
            ]
        )
        equal = self.random.choice([Term("eq", (one, two)), one != two, one <= two])
        weight = self.random.choice([1, h[new], x[place], place * h[other]])
        condition = self.condition(new, bound)
        return self.random.choice(
            [
                Sum(condition, Sum(place, indicator(equal) * weight)),
                Sum(place, Sum(condition, indicator(equal)) ** 2),
                Sum(new, indicator(all_(place, equal))),
                max_over(new, Sum(place, indicator(equal))),
            ]
        )

    def _pole(self, depth, bound):
        """Quotients and logarithms of what is zero where the condition fails."""
        new, other = self.fresh(bound), self.random.choice(bound)
        apart = self.random.choice([new != other, new < other, new > other])
        zero = self.random.choice(
            [norm2(g[new] - g[other]), (h[new] - h[other]) ** 2, (new - other) ** 2 * h[1]]
        )
        value = self.random.choice([1 / (zero + 0), log(absolute(zero)), h[new] / zero])
        largest = max_over(new != other, value)
        return function("tanh")(self.random.choice([Sum(apart, value), Product(apart, value), largest]))

    def _equals(self, depth, bound):
        """How many items are equal under conditions on their order, or whether two numbers have one sign."""
        one, other = self.fresh(bound), self.random.choice(bound)
        two = self.fresh((*bound, one))
        three = self.fresh((*bound, one, two))
        equal = [Term("eq", (few[one], few[x])) for x in (other, two, three)]
        within = Sum(self.condition(two, (*bound, one)), indicator(both(equal[0], equal[1])))
        sign_of = self.random.choice([h[one] * h[two] < 0, (h[one] - 1) * h[two] >= 0])
        of_three = Sum(self.condition(two, (one, three)), indicator(both(equal[1], equal[2])))
        choices = [Sum(self.condition(one, bound), within), Sum(one, Sum(two, indicator(sign_of) * h[two]))]
        choices += [Sum(one, Sum(self.condition(three, (one,)), of_three))] * 2
        return self.random.choice(choices)

    def _angles(self, depth, bound):
        """Cosines of sums of numbers of several items, and products of events."""
        one, other = self.fresh(bound), self.random.choice(bound)
        angle = self.random.choice(
            [h[one] - h[other], inner(g[one] - 2 * k[other], u), inner(k[one], g[other] - x) + 1]
        )
        wave = function(self.random.choice(["cos", "sin"]))
        event = indicator(self.random.choice([h[one] > h[other], few[one] != few[other]]))
        events = Product(self.condition(one, bound), self.random.choice([event, 1 - event]))
        waves = Sum(one, wave(angle) * self.random.choice([1, h[one]]))
        return self.random.choice([events, waves, Sum(self.condition(one, bound), wave(angle)) ** 2])

    def _taken(self, depth, bound):
        """Numbers at random places."""
        one, other = self.fresh(bound), self.random.choice(bound)
        at_place = self.random.choice([few[other], hashes[other, places[0]]])
        weight = self.random.choice([h[one], h[one] ** 2, self.scalar(0, (*bound, one))])
        found = Sum(one, indicator(Term("eq", (at_place, one))) * weight)
        return Sum(places[0], places[0] * found**2)

    def _distance(self, depth, bound):
        one, other = self.random.choice(bound), self.random.choice(bound)
        found = norm2(g[one] - 2 * g[other] + u) + norm2(g[one] - 2 * k[other])
        new = self.fresh(bound)
        if self.random.random() < 0.5:
            return found
        along = inner(g[new], self.random.choice([g, k])[one] - 2 * k[other]) ** self.random.choice([1, 2])
        return found - Sum(new, along) * self.scalar(0, bound)

    def _entry(self, depth, bound):
        return h[self.random.choice(bound)]

    def _parameter(self, depth, bound):
        return self.random.choice([t * 1, Fraction(1, 2) * t, u[2] * 1])

    def _random(self, depth, bound):
        return x[self.random.choice([1, 2, 3])]

    def _index(self, depth, bound):
        return self.random.choice(bound) * self.scalar(depth, bound)

    def _inner(self, depth, bound):
        return inner(self.vector(depth, bound), self.vector(depth, bound))

    def _norm2(self, depth, bound):
        return norm2(self.vector(depth, bound))

    def _trace(self, depth, bound):
        return trace(self.matrix(depth, bound))

    def _component(self, depth, bound):
        if self.random.random() < 0.5:
            return self.vector(depth, bound)[self.random.choice([1, 2])]
        return Sum(places[0], self.matrix(depth, bound)[places[0], places[0]])

    def _sum(self, depth, bound):
        new = self.fresh(bound)
        return Sum(self.condition(new, bound), self.scalar(depth, (*bound, new)))

    def _max(self, depth, bound):
        new = self.fresh(bound)
        binder = self.random.choice([max_over, min_over])
        return binder(new, self.scalar(depth, (*bound, new)))

    def _product(self, depth, bound):
        new = self.fresh(bound)
        return Product(self.condition(new, bound), 1 + self.scalar(0, (*bound, new)) / 4)

    def _mul(self, depth, bound):
        return self.scalar(depth, bound) * self.scalar(depth, bound)

    def _add(self, depth, bound):
        return self.scalar(depth, bound) - self.scalar(depth, bound) * Fraction(1, 3) + 1

    def _power(self, depth, bound):
        return self.scalar(depth, bound) ** self.random.choice([2, 3, 4])

    def _function(self, depth, bound):
        return function(self.random.choice(["tanh", "relu", "abs", "sin"]))(self.scalar(depth, bound))

    def _extreme(self, depth, bound):
        return maximum(self.scalar(depth, bound), self.scalar(depth, bound), t * 1)

    def _event(self, depth, bound):
        one = self.scalar(depth, bound) > self.scalar(depth, bound)
        new = self.fresh(bound)
        binder = self.random.choice([all_, any_])
        other = binder(new, self.scalar(0, (*bound, new)) <= self.scalar(depth, bound))
        joined = self.random.choice([one, one & other, other | ~one, other])
        return indicator(joined)

    def _softmax(self, depth, bound):
        new = self.fresh(bound)
        weights = softmax(tabulate(new, function("tanh")(self.scalar(depth, (*bound, new)))))
        return Sum(new, weights[new] * h[new])

    def vector(self, depth, bound):
        kinds = ["item", "item", "fixed", "random"]
        if depth > 0:
            kinds += ["sum", "sum", "add", "scale", "matmul", "map"]
        match self.random.choice(kinds):
            case "item":
                return self.random.choice([g, k])[self.random.choice(bound)]
            case "fixed":
                return u
            case "random":
                return x
            case "add":
                return self.vector(depth - 1, bound) - self.vector(depth - 1, bound)
            case "scale":
                return self.scalar(depth - 1, bound) * self.vector(depth - 1, bound)
            case "matmul":
                return self.matrix(depth - 1, bound) @ self.vector(depth - 1, bound)
            case "map":
                return function("tanh")(self.vector(depth - 1, bound))
        new = self.fresh(bound)
        return Sum(
            self.condition(new, bound), self.scalar(0, (*bound, new)) * self.vector(depth - 1, (*bound, new))
        )

    def matrix(self, depth, bound):
        kind = self.random.choice(
            ["outer", "sum", "transpose", "matmul", "power"] if depth > 0 else ["outer"]
        )
        match kind:
            case "outer":
                return outer(self.vector(depth - 1, bound), self.vector(depth - 1, bound))
            case "transpose":
                return self.matrix(depth - 1, bound).T
            case "matmul":
                return self.matrix(depth - 1, bound) @ self.matrix(depth - 1, bound)
            case "power":
                return self.matrix(depth - 1, bound) ** self.random.choice([2, 3])
        new = self.fresh(bound)
        return Sum(self.condition(new, bound), outer(g[new], self.vector(depth - 1, (*bound, new))))


def samples(seed):
    drawn = np.random.default_rng(seed)
    return {
        g: drawn.normal(size=(TRIALS, 4, 3)),
        k: drawn.normal(size=(TRIALS, 4, 3)),
        h: drawn.normal(size=(TRIALS, 4)),
        c: drawn.integers(1, 12, size=(TRIALS, 4)).astype(float),
        x: drawn.normal(size=(TRIALS, 3)),
        few: drawn.integers(1, 4, size=(TRIALS, 4)).astype(float),
        hashes: drawn.integers(1, 4, size=(TRIALS, 4, 3)).astype(float),
        bits: drawn.integers(0, 2, size=(TRIALS, 4, 3)) * 2.0 - 1,
    }


def plainly(term: Term, drawn, at):
    batch = {own: values[None] for own, values in drawn.items()}
    value = Evaluator({**AT, **at}, batch).value(term)
    return np.broadcast_to(value, (1, TRIALS))[0]


def compiled(term: Term, drawn, monkeypatch):
    """The values over all values of the free indices i and j."""
    lowering = Lowering(AT, [term], parameter_values(AT))
    product = lowering.product(term)
    factor = lowering.spread_over(product, (TRIAL, lowering.label(i), lowering.label(j)))
    program = Program((factor.node,), parameter_values(AT))
    by_name = {own.data[0]: torch.from_numpy(value) for own, value in drawn.items()}
    monkeypatch.setattr(Program, "_drawn", lambda _, node, *__: by_name[node.params[0]].clone())
    source = Source(generator=torch.Generator())
    return program.run(TRIALS, source)[0].numpy()


@pytest.mark.parametrize("seed", range(120))
def test_a_random_term_has_the_value_of_a_plain_evaluator(seed, monkeypatch):
    grammar = Grammar(seed)
    term = grammar.scalar(4, (i, j))
    if not term.is_random:
        term = term + h[i]
    drawn = samples(seed)
    found = compiled(term, drawn, monkeypatch)
    for a, b in ((1, 1), (1, 3), (4, 2)):
        expected = plainly(term, drawn, {i: a, j: b})
        scale = 1 + np.max(abs(expected))
        assert np.allclose(found[:, a - 1, b - 1] / scale, expected / scale, rtol=1e-9, atol=1e-9), term


def test_another_term_has_another_value(monkeypatch):
    drawn = samples(1)
    assert not np.allclose(compiled(exp(h[i]), drawn, monkeypatch), compiled(exp(h[j]), drawn, monkeypatch))
