"""Means of one item beside all, by symmetry, and of normal numbers beside smooth functions, by parts."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.prove import derive, prove

NORMAL, WAITS, U = ["x: normal(0, 1)"], ["x: exponential(1)"], ["u: fixed(d)"]
COINS, CHANCE = ["x: bernoulli(p)"], ["p > 0", "p < 1"]


@pytest.mark.parametrize(
    ("text", "laws", "where"),
    [
        ("E softmax(x)[1]", ["x[n]: normal(0, 1)"], []),
        ("E softmax(s x)[i]", ["x[n]: normal(0, 1)", "i: index(n)"], []),
        ("E[exp(s x_i)/sum_j exp(s x_j)]", NORMAL, []),
        ("E[x_i/sum_j x_j]", WAITS, []),
        ("E[x_i^2/sum_j x_j^2]", NORMAL, []),
        ("E[|x_i|/sum_j |x_j|]", NORMAL, []),
        ("P(x_i == max_j x_j)", NORMAL, []),
        ("P(x_i >= max_j x_j)", WAITS, []),
        ("P(x_i <= min_j x_j)", ["x: uniform(a, b)"], ["a < b"]),
        ("P(argmax_j x_j == 1)", NORMAL, []),
        ("P(<x_i, u> == max_j <x_j, u>)", ["x: normal(dimension=d)", *U], ["|u|^2 > 0"]),
        ("P(x_i == 1 given sum_j x_j == 1)", COINS, CHANCE),
    ],
)
def test_each_of_n_items_has_one_share(text, laws, where):
    found = derive(text, laws=laws, where=where)
    assert repr(found).endswith(" = 1/n")
    assert believe(record(found)).status == "derived"
    with pytest.raises(Refused):
        prove(f"{text} == 1/(n + 1)", laws=laws, where=where)


def test_a_share_agrees_with_a_simulation():
    drawn = np.random.default_rng(1).exponential(size=(4000, 5))
    shares = drawn[:, 0] / drawn.sum(1)
    assert abs(shares.mean() - 1 / 5) < 4 * shares.std() / np.sqrt(len(shares))


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("E[x_i/sum_j x_j] == 1/n", NORMAL),
        ("P(x_i == max_j x_j) == 1/n", ["x: bernoulli(1/2)"]),
        ("P(argmax_j x_j == 1) == 1/n", ["x: bernoulli(1/2)"]),
        ("E[x_i/(x_i + sum_j x_j)] == 1/(n + 1)", WAITS),
        ("E[j x_i/sum_j x_j] == 1/n", WAITS),
        ("P(x_i == 1 given sum_j x_j == 1) == p", ["x: bernoulli(p)"]),
    ],
)
def test_without_symmetry_or_with_ties_nothing_is_shared(text, laws):
    with pytest.raises((Refused, ValueError)):
        prove(text, laws=laws)


def test_coins_given_their_number_are_as_likely_each():
    stated = "P(x_i == 1 given sum_j x_j == k)"
    found = derive(stated, laws=COINS, where=[*CHANCE, "k <= n"], sizes=["k >= 1"])
    assert repr(found).endswith(" = k/n")
    n, k, p = 5, 2, 0.3
    weights = {coins: p ** sum(coins) * (1 - p) ** (n - sum(coins)) for coins in product((0, 1), repeat=n)}
    given = {coins: w for coins, w in weights.items() if sum(coins) == k}
    assert sum(w for coins, w in given.items() if coins[0]) / sum(given.values()) == pytest.approx(k / n)
    with pytest.raises(Refused, match="Counterexample"):
        prove(f"{stated} == k p", laws=COINS, where=[*CHANCE, "k <= n"], sizes=["k >= 1"])


@pytest.mark.parametrize(("n", "k"), [(4, 1), (5, 5), (6, 3)])
def test_signs_add_up_by_binomial_chances(n, k):
    laws = [f"x[{n}]: rademacher()"]
    sums = [sum(signs) for signs in product((-1, 1), repeat=n)]
    assert sums.count(2 * k - n) == comb(n, k)
    chance = Fraction(comb(n, k), 2**n)
    assert prove(f"P(sum_j x_j == {2 * k - n}) == {chance}", laws=laws)
    with pytest.raises(Refused):
        prove(f"P(sum_j x_j == {2 * k - n}) == {chance / 2}", laws=laws)
    with pytest.raises(Refused):
        derive(f"P(sum_j x_j == {2 * k - n + 1})", laws=laws)


BY_PARTS = [
    ("E[x tanh(x)]", NORMAL, "1 - E[tanh(x)^2]", "1 - E[tanh(x)]^2"),
    ("E[x sigmoid(x)]", NORMAL, "E[sigmoid(x) (1 - sigmoid(x))]", "E[sigmoid(x)]^2"),
    ("E[x softplus(x)]", NORMAL, "1/2", "1"),
    ("E[x log(1 + exp(x))]", NORMAL, "E sigmoid(x)", "E tanh(x)"),
    ("E[x sin(x)]", NORMAL, "exp(-1/2)", "exp(-1)"),
    ("E[x sin(x)]", ["x: normal(0, 4)"], "4 E cos(x)", "2 E cos(x)"),
    ("E[(x - m) sigmoid(x)]", ["x: normal(m, v)"], "v E[sigmoid(x) - sigmoid(x)^2]", "m E sigmoid(x)"),
    (
        "E[x^2 tanh(x)^2]",
        NORMAL,
        "6 E[tanh(x)^4] - 7 E[tanh(x)^2] + 2",
        "6 E[tanh(x)^4] - 7 E[tanh(x)^2] + 1",
    ),
    (
        "E <x, u> tanh(<x, w>)",
        ["x: normal(dimension=d)", *U, "w: fixed(d)"],
        "<u, w> E[1 - tanh(<x, w>)^2]",
        "<u, u> E[1 - tanh(<x, w>)^2]",
    ),
]


@pytest.mark.parametrize(("text", "laws", "right", "wrong"), BY_PARTS)
def test_normal_factors_are_integrated_by_parts(text, laws, right, wrong):
    where = ["v > 0"] if "v)" in laws[0] else []
    assert believe(record(prove(f"{text} == {right}", laws=laws, where=where))).status == "derived"
    with pytest.raises(Refused, match="Counterexample"):
        prove(f"{text} == {wrong}", laws=laws, where=where)


def test_means_by_parts_agree_with_quadrature():
    def mean(f):
        return quad(lambda x: f(x) * norm.pdf(x), -12, 12)[0]

    assert mean(lambda x: x * np.tanh(x)) == pytest.approx(1 - mean(lambda x: np.tanh(x) ** 2))
    assert mean(lambda x: x * np.logaddexp(0, x)) == pytest.approx(1 / 2)
    assert mean(lambda x: x * np.sin(x)) == pytest.approx(np.exp(-1 / 2))


@pytest.mark.parametrize("law", ["uniform(-1, 1)", "rademacher()", "exponential(1)"])
def test_other_laws_are_not_integrated_by_parts(law):
    with pytest.raises(Refused):
        prove("E[x tanh(x)] == E[1 - tanh(x)^2]", laws=[f"x: {law}"])


@pytest.mark.parametrize(
    ("text", "laws", "value"),
    [
        ("E sigmoid(x)", NORMAL, "1/2"),
        ("E sigmoid(x - y)", [*NORMAL, "y: normal(0, 2)"], "1/2"),
        ("E sigmoid(<x, u>)", ["x: sphere(d)", *U], "1/2"),
        ("E[3 + sin(x)^3]", NORMAL, "3"),
        ("E[1/(1 + exp(-x))]", NORMAL, "1/2"),
    ],
)
def test_what_is_odd_but_for_a_constant_has_that_mean(text, laws, value):
    assert prove(f"{text} == {value}", laws=laws)
    with pytest.raises(Refused):
        prove(f"{text} == {value} + 1/100", laws=laws)
    with pytest.raises(Refused):
        prove(f"{text.replace('(', '(1 + ', 1)} == {value}", laws=laws)
