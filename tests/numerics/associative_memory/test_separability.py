"""All matrices: programs and rays, labels that no matrix has, and bounds beside the best of few tokens."""

from dataclasses import replace
from itertools import combinations
from math import comb, exp

import numpy as np
import pytest
import torch
from scipy.special import zeta
from scipy.stats import binom
from theorycheck.numerics.associative_memory import separability, unrestricted
from theorycheck.numerics.associative_memory.separability import (
    _constraints,
    _feasible,
    outer_products_failure,
    outer_products_wide,
)

from ..samples import drawn, sampled


@pytest.mark.parametrize(("d", "N"), [(2, 4), (3, 6)])
def test_programs_and_rays_agree_draw_by_draw(d, N):
    found = [
        sampled(replace(quantity, dtype="float64"), 40, seed=6, points=[{"N": N}], d=d, M=2)
        for quantity in (separability.separable, separability.separable_rays)
    ]
    assert torch.equal(*found)
    assert 0 < found[0].mean() < 1


def test_one_embedding_of_two_classes_has_no_matrix():
    twice = np.array([[1.0, 0.5], [1.0, 0.5]])
    rows, owner = _constraints(twice, 2)
    assert owner.tolist() == [0, 1]
    assert not _feasible(rows)
    assert _feasible(rows[:1])


def test_constraints_compare_the_own_class_with_each_competitor():
    """v_0 = 0 and a v with every token right satisfy them all; swapping two classes breaks some."""
    e = np.eye(4)
    rows, owner = _constraints(e, 3)
    v = np.zeros((3, 4))
    v[(np.arange(1, 5) % 3), np.arange(4)] = 1.0
    free = (v - v[0])[1:]
    assert len(owner) == 8
    assert (rows @ free.ravel() > 0).all()
    assert not (rows @ free[::-1].ravel() > 0).all()


def test_outer_products_fail_as_often_as_drawn():
    rng, d, tokens, trials = np.random.default_rng(3), 8, 32, 4000
    e = rng.standard_normal((trials, tokens, d))
    sums = e.reshape(trials, tokens // d, d, d).sum(axis=1)
    scores = np.einsum("tcd,td->tc", sums, e[:, 0])
    share = (scores[:, 1:].max(axis=1) >= scores[:, 0]).mean()
    exact = outer_products_failure(d, float(tokens), 200)
    assert abs(share - exact) < 4 * (exact * (1 - exact) / trials) ** 0.5
    assert outer_products_failure(d, 40.0, 200) - exact > 4 * (exact / trials) ** 0.5


def test_the_size_of_outer_products_has_five_percent_wrong():
    size = outer_products_wide.evaluate({"d": 128})
    assert outer_products_failure(128, size.value, 300) == pytest.approx(0.05, abs=1e-7)


def test_least_squares_fits_as_many_tokens_as_dimensions_and_no_more():
    found = drawn(separability.pseudo_inverse, 8, seed=6, **separability.pseudo_inverse.groups[1].shared)
    assert found[:, 0].max() == 0
    assert found[:, 1, 0].min() > 0


def test_the_best_of_few_tokens_lies_between_the_bounds():
    """In the plane the best of all lines over 60 tokens; tokens beyond are worth a coin at most."""
    rng, tokens, alpha = np.random.default_rng(2), 60, 1.5
    p = np.arange(1, tokens + 1.0) ** -alpha
    beyond = float(zeta(alpha, tokens + 1))
    least = []
    for _ in range(200):
        signed = rng.standard_normal((tokens, 2))
        turned = np.stack((signed[:, 1], -signed[:, 0]), axis=1)
        # Each line through a token, turned a little to either side, and both of its sides.
        normals = np.concatenate([side * turned + 1e-9 * way * signed for side in (1, -1) for way in (1, -1)])
        least.append((p @ (normals @ signed.T <= 0).T).min())
    low, high = (
        value({"alpha": alpha, "d": 2}).value
        for value in (unrestricted.best_error_floor.evaluate, unrestricted.best_error_ceiling.evaluate)
    )
    mean, spread = np.mean(least), np.std(least) / 200**0.5
    assert low <= mean + beyond + 4 * spread
    assert mean + beyond / 2 - 4 * spread <= high
    assert low < high


def test_dichotomies_of_the_plane_bound_the_errors():
    """Both tails of the floor by adding up binomials."""
    tail = unrestricted._log_lower_tail(12, np.array([0, 3]))
    assert exp(tail[1]) == pytest.approx(sum(comb(12, k) for k in range(4)) / 2**12, rel=1e-12)
    assert exp(tail[0]) == pytest.approx(2**-12, rel=1e-12)


@pytest.mark.parametrize("d", [16, 128])
@pytest.mark.parametrize("alpha", [1.5, 3.0])
def test_bounds_on_the_best_matrix_look_where_they_are_decided(d, alpha, monkeypatch):
    N, whole = 6 * d, zeta(alpha)
    k = np.arange(N // 4)
    misses = binom.logcdf(k, N, 0.5) + binom.logcdf(d - 1, N - 1, 0.5) + N * np.log(2)
    weight = zeta(alpha, N - k) - zeta(alpha, N + 1.0)
    greatest = float((-np.expm1(np.minimum(misses, 0)) * weight).max())
    assert unrestricted.best_error_floor.evaluate({"alpha": alpha, "d": d}).value == pytest.approx(
        greatest, rel=1e-9
    )
    P = np.arange(d, 2 * d + 1)
    beyond, fails = zeta(alpha, P + 1.0), binom.sf(d - 1, P - 1, 0.5)
    least = float((beyond + (whole - beyond) * fails).min()) / 2
    assert unrestricted.best_error_ceiling.evaluate({"alpha": alpha, "d": d}).value == pytest.approx(
        least, rel=1e-9
    )
    # Half a deviation is no window.
    monkeypatch.setattr(unrestricted, "_DEVIATIONS", 0.5)
    assert unrestricted.best_error_ceiling.evaluate({"alpha": alpha, "d": d}).value > least * 1.001


def test_rays_of_many_walls_are_those_of_all_pairs():
    rng = np.random.default_rng(1)
    walls = rng.standard_normal((50, 5, 3))
    found = separability._has_ray(torch.as_tensor(walls)).numpy()
    for trial, normals in enumerate(walls):
        some = False
        for a, b in combinations(range(5), 2):
            ray = np.cross(normals[a], normals[b])
            rest = np.delete(normals, [a, b], axis=0) @ ray
            some |= bool((rest > 0).all() or (rest < 0).all())
        assert some == found[trial]
