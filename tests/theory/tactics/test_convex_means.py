"""Means of convex and concave functions beside functions of means; held to quadrature and sampled means."""

from math import exp, log, log1p, sqrt, tanh

import numpy as np
import pytest
import theorycheck as tc
from scipy.integrate import quad
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, apply, believe, record
from theorycheck.theory.parse import parse

Z, U, G = ["z: normal(0, 1)"], ["u: uniform(0, 1)"], ["g: normal(dimension=d)"]
X = ["x[n]: normal(0, 1)"]


def normal_mean(f):
    """E f(z) of a normal number."""
    return quad(lambda t: f(t) * exp(-t * t / 2) / sqrt(2 * np.pi), -9, 9)[0]


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(
    ("text", "laws", "small", "large"),
    [
        ("E log(1 + z^2) <= log(2)", Z, normal_mean(lambda t: log1p(t * t)), log(2)),
        ("E exp(tanh(z)) >= 1", Z, 1, normal_mean(lambda t: exp(tanh(t)))),
        ("E[1/(1 + z^2)] >= 1/2", Z, 1 / 2, normal_mean(lambda t: 1 / (1 + t * t))),
        ("E softplus(z) >= log(2)", Z, log(2), normal_mean(lambda t: np.logaddexp(0, t))),
        ("E sqrt(1 + z^2) + 1 <= sqrt(2) + 1", Z, normal_mean(lambda t: sqrt(1 + t * t)) + 1, sqrt(2) + 1),
        ("E log(1 + u) <= log(3/2)", U, quad(log1p, 0, 1)[0], log(3 / 2)),
        ("2 E log(2 + z^2) <= 2 log(3)", Z, 2 * normal_mean(lambda t: log(2 + t * t)), 2 * log(3)),
    ],
)
def test_a_mean_of_a_curve_is_beside_the_curve_at_the_mean(text, laws, small, large):
    found = tc.prove(text, laws=laws)
    assert believe(record(found)).status == "derived"
    assert small < large
    # With the sides exchanged the relation is false.
    turned = text.replace("<=", "??").replace(">=", "<=").replace("??", ">=")
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(turned, laws=laws)


def test_the_mean_of_log_sum_exp_and_of_a_log_probability_are_bounded():
    generator = np.random.default_rng(0)
    for n in (2, 5):
        x = generator.normal(size=(40_000, n))
        total = np.log(np.exp(x).sum(axis=1))
        weight = x[:, 0] - total
        assert total.mean() < log(n) + 1 / 2
        assert weight.mean() < -log(n)
    assert tc.prove("E log(sum_j exp(x_j)) <= log(n) + 1/2", laws=X)
    assert tc.prove("E log(n softmax(x)[1]) <= 0", laws=X)
    assert tc.prove("E log(softmax(x)[i]) <= -log(n)", laws=X)
    assert tc.prove("E log(n softmax(x)[1]) <= log(n)", laws=X)


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(
    "false",
    ["E log(sum_j exp(x_j)) <= log(n)", pytest.param("E log(n softmax(x)[1]) >= 0", marks=pytest.mark.slow)],
)
def test_other_bounds_of_them_have_a_counterexample(false):
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(false, laws=X)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "laws", "where"),
    [
        ("E log(z) <= log(E z)", Z, []),
        ("E log(u) >= log(E u)", U, []),
        ("E sin(z) >= sin(E z) + E z^2", Z, []),
        ("E[1/u] >= 3", U, []),
        ("E log(1 + |g|^2) <= log(d)", G, []),
        ("E[z^3] >= (E z)^3 + 1", Z, []),
        ("E relu(w) >= relu(m) + v", ["w: normal(m, v)"], ["v > 0"]),
        ("E log(1 + c u) <= log(1 + c/3)", U, ["c > 0"]),
        ("E exp(u) <= exp(1/2)", U, []),
        ("E sqrt(u) >= sqrt(1/2)", U, []),
    ],
)
def test_what_jensen_does_not_say_is_refused(text, laws, where):
    with pytest.raises(Refused):
        tc.prove(text, laws=laws, where=where)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "false"),
    [
        ("E[-log(softmax(x)[1])] >= log(n)", "E[-log(softmax(x)[1])] >= log(n) + 1/100"),
        pytest.param(
            "E[-2 log(softmax(x)[1])] >= 2 log(n)",
            "E[-2 log(softmax(x)[1])] <= 2 log(n)",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_negative_multiple_of_a_logarithm_is_convex(text, false):
    found = tc.prove(text, laws=X)
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, instances=3)
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(false, laws=X)


@pytest.mark.parametrize("text", ["log(z)", "log(z - 1)", "log(z^2)", "log(1 + z)", "log(z^2 - 1)"])
def test_a_logarithm_that_may_be_of_zero_has_no_moments_by_its_form(text):
    y = parse(text, laws=Z).term
    with pytest.raises(Refused, match="not known to be finite"):
        apply("mean_monotone", apply("weakened", apply("reflexive", term=y)))
    above = parse("log(1/3 + z^2)", laws=Z).term
    assert apply("mean_monotone", apply("weakened", apply("reflexive", term=above)))
