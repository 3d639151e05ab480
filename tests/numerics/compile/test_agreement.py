"""Compiled terms agree with programs written by hand, and with closed forms; another quantity does not."""

from dataclasses import replace
from fractions import Fraction
from math import comb, exp, pi, sqrt
from math import log as log_of
from math import sin as sine

import numpy as np
import pytest
import torch
from theorycheck.numerics.simulate import simulate, trials
from theorycheck.theory.laws import Bernoulli, DiscreteUniform, Normal, OneHot, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import number
from theorycheck.theory.substitution import replaced
from theorycheck.theory.terms import (
    PI,
    Cov,
    E,
    P,
    Product,
    Sum,
    Var,
    absolute,
    all_,
    any_,
    argmax,
    diagonal,
    fold,
    function,
    gradient,
    indicator,
    inner,
    iterate,
    log,
    matrix,
    max_over,
    median,
    min_over,
    norm2,
    outer,
    quantile,
    relu,
    softmax,
    stationary,
    tabulate,
    trace,
    unit,
)
from theorycheck.theory.terms import exp as exp_

from benchmarks.speed.compiled import EXAMPLES, compiled, drawn_by_hand, z_score

arccos, cos, sin = map(function, ("arccos", "cos", "sin"))
n, d, m = Size("n", minimum=2), Size("d"), Size("m")
i, j, l = indices("i j l", n)
a, b = indices("a b", d)
t = Parameter("t")
s = Parameter("s")
u, v_0 = fixed("u", d), fixed("v", d)
g = Model(g=iid(Normal(dimension=d), n)).g
k = Model(k=iid(Sphere(d), n)).k
x, y = Model(x=Normal(dimension=d), y=Normal(dimension=d))
z = Model(z=Normal()).z
h = Model(h=iid(Normal(), n)).h
bits = Model(s=iid(Rademacher(d), n)).s
c = Model(c=iid(DiscreteUniform(m), n)).c
f = Model(f=iid(DiscreteUniform(m + 2), n)).f
e = Model(e=iid(OneHot(d), n)).e
entries = Model(A=iid(Normal(), d, d)).A
square = Sum(a, Sum(b, entries[a, b] * outer(unit(a), unit(b))))
w = Sum(j, outer(g[j], g[j]))


RARE = {"retrieval of a noisy key", "nearest centre", "vote with ties"}
"""Probabilities so small that a tenth more is not told by 32,768 trials."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda x: x.name)
def test_a_term_agrees_with_its_program_and_a_tenth_more_does_not(example):
    few = replace(example, n_trials=min(example.n_trials, 2**15))
    hand, found = drawn_by_hand(few, 1), compiled(few, 1)
    assert abs(z_score(hand, found)) < 4
    more = replace(found, value=1.1 * found.value, stderr=1.1 * found.stderr)
    assert (abs(z_score(hand, more)) > 4) is (example.name not in RARE)


def test_a_program_of_another_quantity_disagrees():
    one, other = (
        replace(next(x for x in EXAMPLES if x.name == name), n_trials=2**12)
        for name in ("retrieval error", "squared cosine")
    )
    assert abs(z_score(drawn_by_hand(other, 1), compiled(one, 1))) > 6


CLOSED = {
    "sphere overlap": (E(inner(k[i], k[j]) ** 2), {"n": 5, "d": 7}, [i != j], 1 / 7),
    "overlap with itself": (E(Sum(i, Sum(j, inner(k[i], k[j])))), {"n": 5, "d": 7}, [], 5.0),
    "Wishart square, few": (E(trace(w @ w)), {"n": 3, "d": 9}, [], 3 * 9 * 13.0),
    "Wishart square, many": (E(trace(w**2)), {"n": 9, "d": 3}, [], 3 * 9 * 13.0),
    "Wishart determinant by powers": (E(trace(w) ** 2 - trace(w @ w)), {"n": 4, "d": 2}, [], 2.0 * 4 * 3),
    "variance of a norm": (Var(norm2(x)), {"d": 5}, [], 10.0),
    "covariance": (Cov(norm2(x), norm2(x + y)), {"d": 5}, [], 10.0),
    "ratio of moments": (E(z**4) / E(z**2) ** 2, {}, [], 3.0),
    "median": (median(z**2), {}, [], 0.454936423119572),
    "quantile of many": (quantile(h[j], Fraction(9, 10)), {"n": 6}, [], 1.2815515655446004),
    "difference of quantiles": (quantile(z, Fraction(3, 4)) - median(z), {}, [], 0.6744897501960817),
    "collisions": (E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))), {"n": 8, "m": 10}, [], comb(8, 2) / 10),
    "weights of values of two samples": (
        E(Sum(i, Sum(j, j * indicator(c[i] == f[j])))),
        {"n": 8, "m": 10},
        [],
        8 * 36 / 12,
    ),
    "symmetric square": (E(trace((square + square.T) @ (square + square.T))), {"d": 3}, [], 24.0),
    "square that is not symmetric": (E(trace(square @ square)), {"d": 3}, [], 3.0),
    "all distinct": (P(all_(i, all_(j < i, c[i] != c[j]))), {"n": 3, "m": 4}, [], 4 * 3 * 2 / 64),
    "one-hot overlap": (E(Sum(j != i, inner(e[i], e[j]))), {"n": 5, "d": 3}, [], 4 / 3),
    "half-normal": (E(absolute(z)), {}, [], sqrt(2 / pi)),
    "rectified": (E(inner(relu(x), relu(x))), {"d": 6}, [], 3.0),
    "log-normal": (E(exp_(t * z)), {"t": 0.5}, [], exp(0.125)),
    "argmax is uniform": (P(argmax(j, h[j]) == i), {"n": 5, "i": 2}, [], 0.2),
    "ties go to the first": (E(argmax(j, indicator(h[j] > 100))), {"n": 5}, [], 1.0),
    "ties are broken uniformly": (E(argmax(j, indicator(h[j] > 100), ties="uniform")), {"n": 5}, [], 3.0),
    "chosen item": (E(h[argmax(j, h[j])] - max_over(j, h[j])), {"n": 5}, [], 0.0),
    "product": (E(Product(j, 1 + h[j] * h[j])), {"n": 3}, [], 8.0),
    "squares of means kept apart": (Sum(i, E(i * h[i] ** 2) ** 2), {"n": 3}, [], 14.0),
    "largest of events": (E(max_over(j, indicator(c[j] == 1))), {"n": 3, "m": 4}, [], 1 - 27 / 64),
    "least of other events": (E(min_over(j != i, indicator(h[j] > 0))), {"n": 3}, [], 1 / 4),
    "product of events": (E(Product(j, 1 - indicator(c[j] == 1))), {"n": 3, "m": 4}, [], 27 / 64),
    "product of the other events": (E(Product(j != i, indicator(h[j] > 0))), {"n": 3}, [], 1 / 4),
    "angles, each key's with itself too": (
        E(Sum(i, Sum(j, arccos(inner(k[i], k[j]))))),
        {"n": 5, "d": 3},
        [],
        10 * pi,
    ),
    "angles of pairs": (E(Sum(i, Sum(j < i, arccos(inner(k[i], k[j]))))), {"n": 5, "d": 3}, [], 5 * pi),
    "sines of pairs": (
        E(Sum(i, Sum(j < i, (1 - inner(k[i], k[j]) ** 2) ** Fraction(1, 2)))),
        {"n": 5, "d": 3},
        [],
        10 * pi / 4,
    ),
    "cosines of differences": (E(Sum(i, Sum(j, cos(h[i] - h[j])))), {"n": 5}, [], 5 + 20 * exp(-1)),
    "sines of sums": (
        E(Sum(i, Sum(j, sin(1 - 2 * h[i] - h[j])))),
        {"n": 5},
        [],
        sine(1) * (20 * exp(-2.5) + 5 * exp(-4.5)),
    ),
    "pairs of one sign": (E(Sum(i, Sum(j != i, indicator(h[i] * h[j] > 0)))), {"n": 5}, [], 10.0),
    "pairs not of one sign": (E(Sum(i, Sum(j, indicator(h[i] * h[j] <= 0)))), {"n": 5}, [], 10.0),
    "product of the others": (E(Product(j != i, 2 + h[j])), {"n": 4}, [], 8.0),
    "gradient of a norm": (E(inner(gradient(inner(u, x) ** 2, u), u)), {"d": 3, "u": [1, 2, 2]}, [], 18.0),
    "Jacobian of softmax": (
        E(trace(gradient(softmax(tabulate(a, u[a] * 1)), u))),
        {"d": 2, "u": [0, 0]},
        [],
        0.5,
    ),
    "second gradient": (E(trace(gradient(gradient(inner(u, x) ** 2, u), u))), {"d": 4, "u": 1}, [], 8.0),
    "outer of means": (E(inner(x, u)) * E(inner(y, u)) + E(norm2(x)), {"d": 4, "u": 2}, [], 4.0),
    "indices that are not alike": (Sum(j, Var(j * h[j])), {"n": 3}, [], 14.0),
    "free index that is not alike": (Var(i * h[i]), {"n": 3}, [], 14 / 3),
    "diagonal entries": (E(w[a, a]), {"n": 4, "d": 3}, [], 4.0),
    "entries off the diagonal": (E(w[a, b] ** 2), {"n": 4, "d": 3}, [a != b], 4.0),
    "constants": (E(z**2) * PI, {}, [], pi),
    "diagonal matrix": (E(trace(diagonal(x) @ diagonal(x))), {"d": 4}, [], 4.0),
    "array of numbers": (E(trace(matrix((z, 1), (2, z)) @ matrix((z, 1), (2, z)))), {}, [], 6.0),
    "iterated noise": (E(iterate(t * s + z, s, 0, n) ** 2), {"n": 3, "t": 0.5}, [], 1.75**2),
    "noise folded in": (E(fold(t * s + j * h[j], s, j, 0) ** 2), {"n": 2, "t": 0.5}, [], 4.25),
    "gradient steps": (
        E(norm2(iterate(u - t * gradient(norm2(u - x), u), u, x * 0 + v_0, n))),
        {"n": 2, "t": 0.5, "d": 3, "v": 1},
        [],
        3.0,
    ),
    "stationary law": (
        stationary(matrix((1 - t, t), (2 * t, 1 - 2 * t)))[1] * E(z**2),
        {"t": 0.25},
        [],
        2 / 3,
    ),
    "inverse distance": (E(1 / norm2(k[i] - k[j])), {"n": 5, "d": 9}, [i != j], 7 / 12),
    "energy of all pairs": (E(Sum(i, Sum(j < i, 1 / norm2(k[i] - k[j])))), {"n": 5, "d": 9}, [], 35 / 6),
    "logarithm of distances": (
        E(Sum(i, Sum(j != i, log(norm2(k[i] - k[j]))))),
        {"n": 3, "d": 3},
        [],
        6 * (log_of(4) - 1),
    ),
    "distance to the first": (E(min_over(j != 1, 1 / norm2(k[1] - k[j]))), {"n": 2, "d": 9}, [], 7 / 12),
    "matrix of inverse differences": (E(Sum(i, Sum(j != i, h[j] / (i - j))) ** 2), {"n": 3}, [], 4.5),
    "a condition on another index of the name": (
        E(Sum(j <= i, Sum(j != i, z**2 / (j - i) ** 2))),
        {"n": 4, "i": 1},
        [],
        1 + 1 / 4 + 1 / 9,
    ),
    "coins": (P(Sum(j, h[j] * 0 + 1) >= n), {"n": 3}, [], 1.0),
}


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_term_has_its_closed_form(name, dtype):
    term, at, where, expected = CLOSED[name]
    found = simulate(term, at, n_trials=20_000, seed=11, where=where, dtype=dtype)
    close = abs(found.value - expected) < 1e-5 * (1 + abs(expected))
    assert close or abs(found.z_score(expected)) < 4


def test_a_wrong_closed_form_is_told_apart():
    term, at, where, expected = CLOSED["Wishart square, few"]
    assert abs(simulate(term, at, n_trials=20_000, where=where).z_score(1.05 * expected)) > 5


def test_standard_errors_are_those_of_repeated_runs():
    for term in (E(norm2(x)), Var(norm2(x)), E(norm2(x) ** 2) / E(norm2(x)) ** 2, median(norm2(x))):
        runs = [simulate(term, {"d": 3}, n_trials=1000, seed=seed) for seed in range(200)]
        spread = np.std([run.value for run in runs], ddof=1)
        assert 0.8 < np.mean([run.stderr for run in runs]) / spread < 1.25


def test_the_draw_is_the_independent_unit():
    """All items share one draw of z, so that more items make the error no smaller."""
    few, many = (simulate(E(z + h[i] / 1000), {"n": size}, n_trials=4000).stderr for size in (2, 50))
    assert abs(many / few - 1) < 0.1


def test_vectors_and_matrices_have_an_error_for_each_entry():
    found = simulate(E(outer(x, x)), {"d": 3}, n_trials=20_000)
    assert found.value.shape == found.stderr.shape == (3, 3)
    assert np.all(abs(found.z_score(np.eye(3))) < 4)


def test_a_number_is_not_above_itself():
    """A score of a table and the same score at its own place are rounded alike; those of two items differ."""
    apart, own = inner(Sum(l, inner(k[i], k[l]) * g[l]), g[j]), inner(Sum(l, inner(k[i], k[l]) * g[l]), g[i])
    first = replaced(apart, j, number(1))
    at = {"n": 12, "d": 24}
    for event in (any_(j, apart == own), any_(j, apart == first), max_over(j, apart) >= own):
        assert simulate(P(event), at, n_trials=2**12).value == 1
    assert simulate(P(any_(j != i, apart == own)), at, n_trials=2**12).value == 0
    above = E(Sum(j, indicator(apart > own)))
    assert abs(simulate(above - E(Sum(j != i, indicator(apart > own))), at, n_trials=2**12).value) < 1e-6
    assert simulate(E(Sum(j != i, indicator(own > apart))), at, n_trials=2**12).value > 1


@pytest.mark.parametrize("n_items", [2, 3])
def test_signs_have_the_square_one(n_items):
    at = {"n": n_items, "d": 4}
    assert simulate(E(Sum(b != a, bits[1][b] ** 2) ** 2), at).value == 9
    assert simulate(
        E(Sum(i, Sum(j != i, Sum(a, bits[i][a] ** 2 * bits[j][a] ** 2)))), at
    ).value == pytest.approx(4 * n_items * (n_items - 1))
    two = Model(t=iid(Rademacher(d, scale=2), n)).t
    assert simulate(E(Sum(b != a, two[1][b] ** 2) ** 2), at).value == 144


@pytest.mark.parametrize("held", ["j", "l", "m"])
def test_an_index_at_a_place_is_not_the_one_that_a_sum_binds(held):
    """Whatever the letters are: a sum over all items stays one beside an item that is held."""
    n = Size("n")
    b, z = Model(b=iid(Bernoulli(Fraction(1, 3)), n), z=iid(Normal(), n))
    place, other = Index(held, n), Index("s", n)
    total = Sum(other, b[other])
    found = simulate(E(z[place] ** 2 * total**2), {"n": 3, held: 2}, n_trials=20_000)
    assert abs(found.z_score(5 / 3)) < 4 < abs(found.z_score(3.0))
    values = trials(10 * total + b[place], {"n": 3, held: 2}, n_trials=64, generator=torch.Generator())
    assert {value // 10 for value in values.tolist()} == {0, 1, 2, 3}
