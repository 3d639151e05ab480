"""Compiled terms agree with a plain evaluator, and with closed forms; another quantity does not."""

from fractions import Fraction
from math import comb, exp, pi, sqrt
from math import log as log_of

import numpy as np
import pytest
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.laws import DiscreteUniform, MarkovChain, Normal, OneHot, Sphere
from theorycheck.theory.model import Model, Parameter, Size, chain, fixed, iid, indices
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
    argmax,
    both,
    diagonal,
    fold,
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

from benchmarks.lock import EXAMPLES
from benchmarks.speed import field_terms, further_terms

n, d, m = Size("n", minimum=2), Size("d"), Size("m")
i, j = indices("i j", n)
a, b = indices("a b", d)
t = Parameter("t")
s = Parameter("s")
u, v_0 = fixed("u", d), fixed("v", d)
g = Model(g=iid(Normal(dimension=d), n)).g
k = Model(k=iid(Sphere(d), n)).k
x, y = Model(x=Normal(dimension=d), y=Normal(dimension=d))
z = Model(z=Normal()).z
h = Model(h=iid(Normal(), n)).h
c = Model(c=iid(DiscreteUniform(m), n)).c
f = Model(f=iid(DiscreteUniform(m + 2), n)).f
e = Model(e=iid(OneHot(d), n)).e
walk = Model(walk=chain(MarkovChain(fixed("M", m, m), fixed("p", m)), Size("T", minimum=3))).walk
entries = Model(A=iid(Normal(), d, d)).A
square = Sum(a, Sum(b, entries[a, b] * outer(unit(a), unit(b))))
w = Sum(j, outer(g[j], g[j]))


FEWER = {
    "power of a spiked Wigner matrix": {"d": 8},
    "some three equal": {"n": 24, "S": 30},
    "triple collisions": {"n": 20},
}
"""Where the plain evaluator takes long."""
STEPS = {
    "four steps of regression": lambda end: norm2(end - field_terms.y),
    "query after four steps of regression": lambda end: inner(end - further_terms.y, further_terms.z) ** 2,
}
"""Where a gradient is taken at a random point, which the plain evaluator does not do."""
PLAIN = {x.name: x for x in EXAMPLES if x.name not in STEPS and x.name != "vote with ties"}
"""The others that the draws settle; the closed form below is of ties that are broken at random."""


@pytest.mark.parametrize("name", PLAIN)
def test_a_term_has_the_numbers_of_a_plain_evaluator(name, difference):
    example = PLAIN[name]
    assert difference(example.term, {**example.at, **FEWER.get(name, {})}, example.where) < 1e-9


@pytest.mark.parametrize(("name", "terms"), list(zip(STEPS, (field_terms, further_terms), strict=True)))
def test_steps_along_a_gradient_are_those_along_the_gradient_written_out(name, terms, difference):
    example = next(x for x in EXAMPLES if x.name == name)
    slope = Sum(terms.j, (inner(terms.w_0, terms.g[terms.j]) - terms.target) * terms.g[terms.j]) / terms.n
    end = iterate(terms.w_0 - terms.eta * slope, terms.w_0, 0 * terms.y, terms.T)
    assert difference(example.term, example.at, of=E(STEPS[name](end))) < 1e-9


def test_another_term_has_other_numbers(difference):
    one, other = PLAIN["largest load"], PLAIN["empty bins"]
    assert difference(one.term, one.at, of=other.term) > 1e-2


def closed(term, expected, where=(), **at):
    """A term where its symbols have these values, and what it is there."""
    return term, at, where, expected


CLOSED = {
    "sphere overlap": closed(E(inner(k[i], k[j]) ** 2), 1 / 7, where=[i != j], n=5, d=7),
    "overlap with itself": closed(E(Sum(i, Sum(j, inner(k[i], k[j])))), 5.0, n=5, d=7),
    "Wishart square, few": closed(E(trace(w @ w)), 3 * 9 * 13.0, n=3, d=9),
    "Wishart square, many": closed(E(trace(w**2)), 3 * 9 * 13.0, n=9, d=3),
    "Wishart determinant by powers": closed(E(trace(w) ** 2 - trace(w @ w)), 2.0 * 4 * 3, n=4, d=2),
    "variance of a norm": closed(Var(norm2(x)), 10.0, d=5),
    "covariance": closed(Cov(norm2(x), norm2(x + y)), 10.0, d=5),
    "ratio of moments": closed(E(z**4) / E(z**2) ** 2, 3.0),
    "median": closed(median(z**2), 0.454936423119572),
    "quantile of many": closed(quantile(h[j], Fraction(9, 10)), 1.2815515655446004, n=6),
    "difference of quantiles": closed(quantile(z, Fraction(3, 4)) - median(z), 0.6744897501960817),
    "collisions": closed(E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))), comb(8, 2) / 10, n=8, m=10),
    "weights of values of two samples": closed(
        E(Sum(i, Sum(j, j * indicator(c[i] == f[j])))), 8 * 36 / 12, n=8, m=10
    ),
    "symmetric square": closed(E(trace((square + square.T) @ (square + square.T))), 24.0, d=3),
    "square that is not symmetric": closed(E(trace(square @ square)), 3.0, d=3),
    "all distinct": closed(P(all_(i, all_(j < i, c[i] != c[j]))), 4 * 3 * 2 / 64, n=3, m=4),
    "one-hot overlap": closed(E(Sum(j != i, inner(e[i], e[j]))), 4 / 3, n=5, d=3),
    "half-normal": closed(E(absolute(z)), sqrt(2 / pi)),
    "rectified": closed(E(inner(relu(x), relu(x))), 3.0, d=6),
    "log-normal": closed(E(exp_(t * z)), exp(0.125), t=0.5),
    "argmax is uniform": closed(P(argmax(j, h[j]) == i), 0.2, n=5, i=2),
    "ties go to the first": closed(E(argmax(j, indicator(h[j] > 100))), 1.0, n=5),
    "ties are broken uniformly": closed(E(argmax(j, indicator(h[j] > 100), ties="uniform")), 3.0, n=5),
    "vote with ties": closed(
        P(argmax(j, c[j] + indicator(j == 1), ties="uniform") == 1), 1 / 4 + (1 - 4.0**-5) / 5, n=5, m=4
    ),
    "chosen item": closed(E(h[argmax(j, h[j])] - max_over(j, h[j])), 0.0, n=5),
    "product": closed(E(Product(j, 1 + h[j] * h[j])), 8.0, n=3),
    "product of the others": closed(E(Product(j != i, 2 + h[j])), 8.0, n=4),
    "gradient of a norm": closed(E(inner(gradient(inner(u, x) ** 2, u), u)), 18.0, d=3, u=[1, 2, 2]),
    "Jacobian of softmax": closed(E(trace(gradient(softmax(tabulate(a, u[a] * 1)), u))), 0.5, d=2, u=[0, 0]),
    "second gradient": closed(E(trace(gradient(gradient(inner(u, x) ** 2, u), u))), 8.0, d=4, u=1),
    "outer of means": closed(E(inner(x, u)) * E(inner(y, u)) + E(norm2(x)), 4.0, d=4, u=2),
    "indices that are not alike": closed(Sum(j, Var(j * h[j])), 14.0, n=3),
    "free index that is not alike": closed(Var(i * h[i]), 14 / 3, n=3),
    "diagonal entries": closed(E(w[a, a]), 4.0, n=4, d=3),
    "entries off the diagonal": closed(E(w[a, b] ** 2), 4.0, where=[a != b], n=4, d=3),
    "constants": closed(E(z**2) * PI, pi),
    "diagonal matrix": closed(E(trace(diagonal(x) @ diagonal(x))), 4.0, d=4),
    "array of numbers": closed(E(trace(matrix((z, 1), (2, z)) @ matrix((z, 1), (2, z)))), 6.0),
    "iterated noise": closed(E(iterate(t * s + z, s, 0, n) ** 2), 1.75**2, n=3, t=0.5),
    "noise folded in": closed(E(fold(t * s + j * h[j], s, j, 0) ** 2), 4.25, n=2, t=0.5),
    "gradient steps": closed(
        E(norm2(iterate(u - t * gradient(norm2(u - x), u), u, x * 0 + v_0, n))), 3.0, n=2, t=0.5, d=3, v=1
    ),
    "stationary law": closed(stationary(matrix((1 - t, t), (2 * t, 1 - 2 * t)))[1] * E(z**2), 2 / 3, t=0.25),
    "inverse distance": closed(E(1 / norm2(k[i] - k[j])), 7 / 12, where=[i != j], n=5, d=9),
    "energy of all pairs": closed(E(Sum(i, Sum(j < i, 1 / norm2(k[i] - k[j])))), 35 / 6, n=5, d=9),
    "logarithm of distances": closed(
        E(Sum(i, Sum(j != i, log(norm2(k[i] - k[j]))))), 6 * (log_of(4) - 1), n=3, d=3
    ),
    "distance to the first": closed(E(min_over(j != 1, 1 / norm2(k[1] - k[j]))), 7 / 12, n=2, d=9),
    "matrix of inverse differences": closed(E(Sum(i, Sum(j != i, h[j] / (i - j))) ** 2), 4.5, n=3),
    "a condition on another index of the name": closed(
        E(Sum(j <= i, Sum(j != i, z**2 / (j - i) ** 2))), 1 + 1 / 4 + 1 / 9, n=4, i=1
    ),
    "two steps of a chain": closed(
        P(both(walk[1] == 2, walk[3] == 1)),
        0.25 * (0.3 * 0.9 + 0.7 * 0.3),
        T=3,
        m=2,
        M=[[0.9, 0.1], [0.3, 0.7]],
        p=[0.75, 0.25],
    ),
    "coins": closed(P(Sum(j, h[j] * 0 + 1) >= n), 1.0, n=3),
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
