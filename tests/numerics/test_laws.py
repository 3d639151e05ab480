"""Every law is drawn, and its mean and covariance are those that are declared of it."""

from fractions import Fraction

import numpy as np
import pytest
import torch
from theorycheck.numerics.compile.statistics import parameter_values
from theorycheck.numerics.laws import LAWS, sampler
from theorycheck.numerics.trials import Source
from theorycheck.theory import laws
from theorycheck.theory.laws import (
    Bernoulli,
    DiscreteUniform,
    Exponential,
    MarkovChain,
    Mixture,
    Normal,
    OneHot,
    Rademacher,
    Sphere,
    Uniform,
    Zipf,
)
from theorycheck.theory.model import Parameter, Size, fixed
from theorycheck.theory.node import Term

d, S = Size("d"), Size("S")
s, a = Parameter("s"), Parameter("a")
mu, sigma = fixed("mu", d), fixed("Sigma", d, d)
move, start = fixed("M", S, S), fixed("p", S)
AT = {
    d: 3,
    S: 3,
    s: 1.7,
    a: 0.3,
    mu: np.array([1.0, -2.0, 0.5]),
    sigma: np.array([[2.0, 0.6, 0.0], [0.6, 1.0, -0.3], [0.0, -0.3, 0.5]]),
    move: np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]]),
    start: np.array([0.2, 0.5, 0.3]),
}
value = parameter_values(AT)
N_TRIALS = 40_000

DRAWN = {
    "sphere": Sphere(d, s),
    "sphere in one dimension": Sphere(1, s),
    "normal": Normal(mu, sigma),
    "normal of one variance": Normal(mu, s),
    "normal number": Normal(a, s),
    "one-hot": OneHot(d),
    "Rademacher": Rademacher(d, scale=s),
    "Rademacher number": Rademacher(scale=s),
    "discrete uniform": DiscreteUniform(S),
    "uniform": Uniform(a, s),
    "exponential": Exponential(s),
    "Bernoulli": Bernoulli(a),
    "Zipf": Zipf(Fraction(3, 2), 5),
    "mixture": Mixture([Fraction(1, 4), Fraction(3, 4)], [Sphere(d, 2), Normal(mu, sigma)]),
}


def drawn(law: Term, *sizes: int, seed: int = 5) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return sampler(law, value)(sizes, Source(generator=generator))


def declared(law: Term) -> tuple[np.ndarray, np.ndarray]:
    """Mean and covariance as `theory.laws` has them, or for two laws from their probabilities."""
    if law.head == "zipf":
        j = np.arange(1, 6)
        p = j**-1.5 / np.sum(j**-1.5)
        return np.array([p @ j]), np.array([[p @ j**2 - (p @ j) ** 2]])
    if law.head == "mixture":
        (one, other), mixed = [declared(part) for part in law.args[2:]], [0.25, 0.75]
        mean = mixed[0] * one[0] + mixed[1] * other[0]
        second = sum(w * (c + np.outer(m, m)) for w, (m, c) in zip(mixed, (one, other), strict=True))
        return mean, second - np.outer(mean, mean)
    mean, spread = (value(part(law)).numpy() for part in (laws.mean, laws.covariance))
    return np.atleast_1d(mean), spread if spread.ndim else spread * np.eye(mean.size)


def largest_z(law: Term, x: torch.Tensor) -> float:
    """The largest z-score among means and covariances."""
    values = x.reshape(len(x), -1).numpy()
    mean, covariance = declared(law)
    centred = values - mean
    products = (centred[:, :, None] * centred[:, None, :]).reshape(len(x), -1)
    columns = np.concatenate([centred, products - covariance.ravel()], axis=1)
    error = columns.std(axis=0, ddof=1) / len(x) ** 0.5
    constant = error < 1e-12
    if np.any(abs(columns.mean(axis=0)[constant]) > 1e-9):
        return np.inf
    return float(np.max(abs(columns.mean(axis=0)[~constant] / error[~constant])))


def test_every_law_is_tried():
    assert {law.head for law in DRAWN.values()} | {"markov_chain"} == set(LAWS)


@pytest.mark.parametrize("name", DRAWN)
def test_a_law_has_its_declared_mean_and_covariance(name):
    assert largest_z(DRAWN[name], drawn(DRAWN[name], N_TRIALS)) < 4


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("sphere", Sphere(d, s * Fraction(103, 100))),
        ("normal", Normal(mu, s)),
        ("one-hot", Sphere(d)),
        ("Rademacher", Rademacher(d)),
        ("discrete uniform", DiscreteUniform(4)),
        ("uniform", Uniform(0, s)),
        ("exponential", Exponential(s * Fraction(12, 10))),
        ("Bernoulli", Bernoulli(Fraction(32, 100))),
        ("Zipf", Zipf(Fraction(13, 10), 5)),
        ("mixture", Mixture([Fraction(1, 2), Fraction(1, 2)], [Sphere(d, 2), Normal(mu, sigma)])),
    ],
)
def test_another_law_is_told_apart(name, other):
    assert largest_z(DRAWN[name], drawn(other, N_TRIALS)) > 6


def test_a_sphere_has_its_radius_and_signs_their_scale():
    assert torch.allclose(drawn(Sphere(d, s), 50).norm(dim=-1), torch.tensor(1.7).double())
    assert set(drawn(Sphere(1, s), 50).flatten().tolist()) == {1.7, -1.7}


def test_a_chain_moves_by_its_matrix():
    x = drawn(MarkovChain(move, start), N_TRIALS, 4).long() - 1
    assert x.shape == (N_TRIALS, 4)
    law = AT[start]
    for time in range(4):
        share = np.bincount(x[:, time], minlength=3) / N_TRIALS
        assert np.all(abs(share - law) < 4 * np.sqrt(law * (1 - law) / N_TRIALS))
        law = law @ AT[move]
    moved = x[x[:, 1] == 0, 2]
    share = np.bincount(moved, minlength=3) / len(moved)
    assert np.all(abs(share - AT[move][0]) < 4 * np.sqrt(AT[move][0] * (1 - AT[move][0]) / len(moved)))
    assert np.any(abs(share - AT[move][1]) > 20 * np.sqrt(AT[move][1] * (1 - AT[move][1]) / len(moved)))


@pytest.mark.parametrize(
    ("law", "sentence"),
    [
        (Normal(0, -s), "negative"),
        (Bernoulli(s), "no probability"),
        (Uniform(s, a), "empty"),
        (Zipf(2), "infinitely many"),
        (MarkovChain(sigma, mu), "no probabilities"),
        (Normal(mu, fixed("M", d, d)), "no covariance"),
    ],
)
def test_wrong_parameters_get_one_sentence(law, sentence):
    parameters = parameter_values({**AT, fixed("M", d, d): AT[move]})
    with pytest.raises(ValueError, match=sentence):
        sampler(law, parameters)
