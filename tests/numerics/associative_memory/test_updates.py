"""Iterates of an update, schemes and gradients on cases worked by hand."""

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory.approximation import (
    update_approximation,
    update_approximation_long,
)
from theorycheck.numerics.associative_memory.gradients import loss, printed_gradient
from theorycheck.numerics.associative_memory.updates import (
    fitted_power,
    frequencies,
    iterates,
    population_power,
    scheme,
)
from theorycheck.numerics.trials import Source, Trials


def test_iterates_by_hand():
    first = 1 / 1.5
    assert iterates(1.0, 2, 2).tolist() == pytest.approx([0.0, first, first + 1 / (1 + exp(first) / 2)])


def test_iterates_grow_by_the_logarithm():
    far = iterates(1.0, 5, 4000)
    assert far[4000] - far[2000] == pytest.approx(log(2), abs=2e-3)


def test_the_rarest_token_of_the_figure_is_visited_once():
    q = scheme(0.1, 100)
    assert q[-1] == iterates(0.1, 5, 1)[1]
    assert np.all(np.diff(q) <= 0)


def test_a_fitted_power_is_that_of_a_pure_scheme_whatever_its_size():
    shares = frequencies(100)
    assert fitted_power(7 * shares**0.35, shares) == pytest.approx(0.35, abs=1e-6)
    assert abs(fitted_power(shares**0.36, shares) - 0.35) > 5e-3


def test_one_population_step_stores_the_law():
    assert population_power.evaluate({"N": 100, "eta": 1.0, "t": 1}).value == pytest.approx(1.0, abs=1e-6)


def test_the_printed_gradient_by_differences():
    generator = torch.Generator().manual_seed(2)
    W, u = (torch.empty(3, 3, dtype=torch.float64).normal_(generator=generator) for _ in range(2))
    e = torch.empty(3, dtype=torch.float64).normal_(generator=generator)
    found = printed_gradient(W, u, e, 1)
    for i in range(3):
        for j in range(3):
            step = torch.zeros_like(W)
            step[i, j] = 1e-5
            rise = loss(W + step, u, e, 1, normalised=False) - loss(W - step, u, e, 1, normalised=False)
            assert found[i, j] == pytest.approx(float(rise) / 2e-5, abs=1e-8)


def test_looks_on_the_way_change_no_training():
    """Errors after 256 tokens are the same whether or not they were looked at after 16."""
    group = update_approximation_long.groups[0]
    points = [point for point in group.points if point["t"] in {16, 256}]
    found = []
    for asked in (points, [point for point in points if point["t"] == 256]):
        part = replace(group, points=tuple(asked))
        generator = torch.Generator().manual_seed(7)
        found.append(
            update_approximation.sample(Trials(group=part, n_trials=16, source=Source(generator=generator)))
        )
    torch.testing.assert_close(found[0][:, 1::2], found[1])
    assert (found[0][:, ::2, 0] > found[1][..., 0]).double().mean() > 0.8
