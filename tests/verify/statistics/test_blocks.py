"""Dependent trials are noticed by the scatter of their block means, and independent ones are left alone."""

from collections.abc import Callable

import numpy as np
import pytest
from theorycheck.statistics.blocks import (
    ASYMMETRIC,
    TrialBlocks,
    asymmetry,
    excess_scatter,
    heavy_share,
    largest_share,
)

RUNS = 200
GROUPS = 6
Draw = Callable[[np.random.Generator, int, int], np.ndarray]


def blocks(values: np.ndarray, *, counted: bool = False) -> TrialBlocks:
    """Of values of shape "blocks trials" one design point."""
    means = values.mean(axis=1, keepdims=True)
    return TrialBlocks(
        counts=np.full(len(values), float(values.shape[1])),
        means=means,
        scatters=np.sum((values - means) ** 2, axis=1, keepdims=True),
        counted=counted,
    )


def alarms(draw: Draw, shape: tuple[int, int], *, groups: int = GROUPS, counted: bool = False) -> int:
    rng = np.random.default_rng(20)
    found = [
        excess_scatter([blocks(draw(rng, *shape), counted=counted) for _ in range(groups)])
        for _ in range(RUNS)
    ]
    return sum(one is not None for one in found)


INDEPENDENT: dict[str, Draw] = {
    "normal": lambda rng, b, n: rng.normal(size=(b, n)),
    "heavy tail": lambda rng, b, n: rng.pareto(1.1, size=(b, n)),
    "lognormal": lambda rng, b, n: rng.lognormal(0, 3, size=(b, n)),
    "rare": lambda rng, b, n: np.where(rng.random((b, n)) < 0.3 / n, 1e6, 0.0),
    "rounding": lambda rng, b, n: 0.07 + 1e-15 * rng.normal(size=(b, 1)) + 1e-17 * rng.normal(size=(b, n)),
    "constant": lambda rng, b, n: np.ones((b, n)),
}


@pytest.mark.parametrize("name", INDEPENDENT)
@pytest.mark.parametrize("shape", [(4, 64), (16, 256), (64, 32)])
def test_independent_trials_raise_no_alarm(name, shape):
    assert alarms(INDEPENDENT[name], shape) == 0


@pytest.mark.parametrize(("shared", "groups"), [(1.0, 1), (0.1, GROUPS)])
def test_a_number_that_a_block_shares_is_noticed(shared, groups):
    def draw(rng: np.random.Generator, b: int, n: int) -> np.ndarray:
        return rng.normal(size=(b, n)) + np.sqrt(shared) * rng.normal(size=(b, 1))

    assert alarms(draw, (16, 256), groups=groups) >= 0.99 * RUNS


def test_proportions_of_a_shared_rate_are_noticed_at_one_point():
    def draw(rng: np.random.Generator, b: int, n: int) -> np.ndarray:
        return (rng.random((b, n)) < rng.uniform(0.1, 0.3, (b, 1))).astype(float)

    assert alarms(draw, (16, 512), groups=1, counted=True) >= 0.99 * RUNS


def test_it_says_how_many_times_more_the_means_scatter():
    rng = np.random.default_rng(3)
    found = excess_scatter([blocks(rng.normal(size=(64, 100)) + rng.normal(size=(64, 1)))])
    assert found == pytest.approx(np.sqrt(101), rel=0.3)


def test_one_block_tells_nothing():
    assert excess_scatter([blocks(np.random.default_rng(1).normal(size=(1, 50)))]) is None
    assert excess_scatter([]) is None


def heavy(draw: Draw, shape: tuple[int, int], *, counted: bool = False) -> float:
    """The share of runs of one design point that are told of a heavy tail."""
    rng = np.random.default_rng(21)
    return float(
        np.mean([heavy_share([blocks(draw(rng, *shape), counted=counted)]) is not None for _ in range(RUNS)])
    )


LIGHT: dict[str, Draw] = {
    "normal": lambda rng, b, n: rng.normal(size=(b, n)),
    "exponential": lambda rng, b, n: rng.exponential(size=(b, n)),
    "a normal number's square": lambda rng, b, n: rng.normal(size=(b, n)) ** 2,
    "constant": lambda rng, b, n: np.ones((b, n)),
    "rounding": lambda rng, b, n: 0.07 + 1e-17 * rng.normal(size=(b, n)),
    "rare events": lambda rng, b, n: (rng.random((b, n)) < 0.2 / n).astype(float),
}


@pytest.mark.parametrize("name", LIGHT)
@pytest.mark.parametrize("shape", [(2, 256), (4, 256), (8, 1024), (64, 256)])
def test_light_tails_are_left_alone(name, shape):
    assert heavy(LIGHT[name], shape) == 0


@pytest.mark.parametrize("shape", [(8, 256), (8, 4096), (16, 1024)])
def test_a_few_trials_that_make_up_a_mean_are_noticed(shape):
    assert heavy(lambda rng, b, n: rng.lognormal(0, 6, size=(b, n)), shape) > 0.9
    assert heavy(lambda rng, b, n: rng.pareto(1.25, size=(b, n)), shape) > 0.5


def test_proportions_and_blocks_of_few_trials_tell_no_tail():
    assert heavy(lambda rng, b, n: rng.lognormal(0, 6, size=(b, n)), (8, 256), counted=True) == 0
    assert heavy(lambda rng, b, n: rng.lognormal(0, 6, size=(b, n)), (8, 128)) == 0
    assert heavy(lambda rng, b, n: rng.lognormal(0, 6, size=(b, n)), (1, 256)) == 0


def one_sided(draw: Draw, points: int, trials: int, *, shared: bool = False) -> float:
    """The share of tables of so many points that are told of a heavy trial."""
    rng = np.random.default_rng(22)
    return float(
        np.mean(
            [
                np.abs(asymmetry(list(draw(rng, points, trials)), shared=shared)).max() >= ASYMMETRIC
                for _ in range(RUNS)
            ]
        )
    )


@pytest.mark.parametrize("trials", [3, 5, 10, 20, 100, 1000])
@pytest.mark.parametrize("shared", [False, True])
def test_normal_and_uniform_trials_are_left_alone_however_few(trials, shared):
    assert one_sided(LIGHT["normal"], 6, trials, shared=shared) <= 0.05
    assert one_sided(lambda rng, b, n: rng.random((b, n)), 6, trials, shared=shared) <= 0.02


@pytest.mark.parametrize("trials", [10, 40, 400, 4000])
def test_a_trial_of_a_heavy_tail_is_noticed(trials):
    assert one_sided(lambda rng, b, n: rng.lognormal(0, 2, size=(b, n)), 6, trials) > 0.95
    assert one_sided(lambda rng, b, n: -rng.pareto(2.2, size=(b, n)), 6, trials) > 0.7


def test_trials_that_are_equal_or_two_a_point_tell_no_tail():
    assert not asymmetry([np.ones(5), np.array([1.0, 9.0])], shared=False).any()
    assert not asymmetry([], shared=False).size


def test_the_side_of_the_rare_trials_is_told_at_each_point_and_where_all_are_of_one_kind_at_all():
    rng = np.random.default_rng(23)
    normal, heavy = rng.standard_normal((3, 400)), rng.lognormal(0, 2, (3, 400))
    one = asymmetry([*normal, -heavy[0]], shared=False)
    assert (np.abs(one) >= ASYMMETRIC).tolist() == [False, False, False, True]
    assert one[3] < 0
    even, lopsided = [np.arange(20.0), *rng.standard_exponential((7, 20))], rng.standard_exponential((8, 20))
    assert asymmetry(even, shared=False)[0] > ASYMMETRIC
    assert asymmetry([np.arange(20.0)], shared=False)[0] == 0
    assert np.all(asymmetry(list(lopsided), shared=False) >= ASYMMETRIC)
    assert largest_share([heavy[0], np.array([0.0, 0.0, 1.0])]) == pytest.approx(2 / 3)
