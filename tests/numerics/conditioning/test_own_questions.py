"""What our own questions are about, by other routes: averaged outputs, cleaned chains, failures at a load."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats
from theorycheck.numerics.conditioning import passes, terms
from theorycheck.numerics.conditioning.averaged import averaged_error
from theorycheck.numerics.conditioning.depth import clean_up_failure
from theorycheck.numerics.conditioning.nearest_by_map import argmax_error_by_map
from theorycheck.numerics.conditioning.sharpness import failure_at_load
from theorycheck.numerics.conditioning.three_items import three_item_failure

from ..samples import drawn, sampled, units, z_between, z_score

MAX_Z = 4.5


def overlap_density(d: int, t: float) -> float:
    """The density of <x, y>, x and y on the unit sphere: (1 + t)/2 has a Beta law."""
    return float(stats.beta.pdf((1 + t) / 2, (d - 1) / 2, (d - 1) / 2)) / 2


@pytest.mark.parametrize("d", [4, 16])
def test_two_items_leave_an_integral_over_one_overlap(d):
    wanted, _ = integrate.quad(lambda w: 2 * w**2 / (1 + w) ** 2 * overlap_density(d, w), 0, 1)
    found = averaged_error.evaluate({"n": 2, "d_k": d})
    assert abs(found.value - wanted) < 1e-9
    assert abs(found.value / (2 * wanted) - 1) > 0.4


@pytest.mark.parametrize("group", terms.averaged_square.groups, ids=lambda group: str(dict(group.shared)))
def test_the_integral_and_the_drawn_error_agree(group):
    squares = drawn(terms.averaged_square, 1024, seed=7, **group.shared).double()
    assert abs(z_score(squares, averaged_error.evaluate(dict(group.shared)).value)) < MAX_Z
    other = averaged_error.evaluate({**group.shared, "n": 3 * group.shared["n"]}).value
    assert abs(z_score(squares, other)) > MAX_Z


def test_a_chain_by_loops_over_items():
    n, d, depth, trials = 16, 16, 3, 400
    generator = np.random.default_rng(5)
    left = np.zeros((trials, depth))
    for trial in range(trials):
        layers = units(generator.normal(size=(depth + 1, n, d)))
        states = [sum(map(np.outer, keys, values)) for keys, values in pairwise(layers)]
        for item in range(n):
            held = layers[0][item]
            for layer, state in enumerate(states):
                nearest = int(np.argmax(layers[layer + 1] @ (held @ state)))
                held = layers[layer + 1][nearest]
                left[trial, layer] += (nearest != item) / n
    failed = drawn(clean_up_failure, 2048, seed=8, n=n, d_k=d).double()[:, :depth, 0].numpy()
    assert (abs(z_between(failed, left)) < MAX_Z).all()
    assert abs(z_between(failed[:, 0], left[:, 1])) > MAX_Z


@pytest.mark.parametrize(("load", "d"), [(0.5, 16), (1.25, 32)])
def test_a_failure_at_a_load_by_an_integral_over_one_chi_square(load, d):
    k = round(load * d)
    wanted, _ = integrate.quad(
        lambda a: stats.chi2.pdf(a, k) * stats.chi2.sf(d * d / a, d), 0, 20 * k, epsabs=1e-12
    )
    assert abs(failure_at_load.evaluate({"load": load, "d_k": d}).value - wanted) < 1e-8


def test_a_common_mean_of_collinear_parts_doubles_the_noise():
    """Of two items the noise is w^2 |c e_1 + u|^2, whose mean is (1 + c^2)/d_k."""
    noise = sampled(terms.shifted_noise, 4096, seed=9, n=2, d_k=3, c=2.0).double()[:, 0]
    assert abs(z_score(noise[:, 0], 5 / 3)) < MAX_Z
    assert abs(z_score(noise[:, 1], 5 / 6)) < MAX_Z
    assert abs(z_score(noise[:, 0], 1 / 3)) > MAX_Z


@pytest.mark.parametrize("items", ["unit", "normal"])
@pytest.mark.parametrize("d", [4, 8])
def test_a_failure_of_three_items_by_drawing_them(items, d):
    trials = 400_000
    vectors = np.random.default_rng(11).normal(size=(5, trials, d)) / d**0.5
    unit = units(vectors)
    keys, values = np.split((unit if items == "unit" else vectors)[1:], 2)
    noise = ((unit[0] * keys).sum(-1, keepdims=True) * values).sum(0)
    rate = ((noise**2).sum(-1) > 1).mean()
    error = (rate * (1 - rate) / trials) ** 0.5
    at = {"items": items, "d_k": d}
    assert abs(three_item_failure.evaluate(at).value - rate) / error < MAX_Z
    assert abs(three_item_failure.evaluate({**at, "d_k": d + 1}).value - rate) / error > MAX_Z


def by_loops(keys: np.ndarray, values: np.ndarray, passes: int) -> float:
    """The mean square error after passes of the delta rule, a step at a time."""
    state = np.zeros((keys.shape[1], values.shape[1]))
    for _ in range(passes):
        for key, value in zip(keys, values, strict=True):
            state += np.outer(key, value - key @ state)
    return float(((keys @ state - values) ** 2).sum(1).mean())


@pytest.mark.parametrize("load", [0.5, 1.0])
def test_passes_of_the_delta_rule_by_loops_over_items(load: float) -> None:
    drawn = sampled(passes.delta_passes, 512, seed=12, points=[{"m": 1}, {"m": 4}], load=load, d_k=8)[..., 0]
    generator, looped = np.random.default_rng(13), []
    for _ in range(512):
        keys, values = (units(generator.normal(size=(round(8 * load), d))) for d in (8, 16))
        looped.append([by_loops(keys, values, m) for m in (1, 4)])
    means, errors = np.mean(looped, axis=0), np.std(looped, axis=0) / 512**0.5
    apart = drawn.mean(0).numpy() - means
    assert (abs(apart) / np.hypot(errors, drawn.std(0).numpy() / 512**0.5) < MAX_Z).all()
    assert abs(means[0] - means[1]) / errors[0] > MAX_Z


def test_the_nearest_value_under_relu_by_loops_over_items() -> None:
    n, d, trials = 8, 8, 400
    shared = {"feature_map": "relu", "scale": "unit", "centring": "raw", "d_k": d}
    drawn = sampled(argmax_error_by_map, 2048, seed=15, points=[{"n": n}], **shared).double()
    generator = np.random.default_rng(16)
    errors = {"positive parts": np.zeros(trials), "keys": np.zeros(trials)}
    for trial in range(trials):
        keys, values = units(generator.normal(size=(2, n, d)))
        for name, features in (("positive parts", np.maximum(keys, 0)), ("keys", keys)):
            for item in range(n):
                output = sum((features[item] @ features[j]) * values[j] for j in range(n))
                errors[name][trial] += (int(np.argmax(values @ output)) != item) / n
    z = {
        name: abs(drawn.mean().item() - found.mean())
        / np.hypot(drawn.std().item() / 2048**0.5, found.std() / trials**0.5)
        for name, found in errors.items()
    }
    assert z["positive parts"] < MAX_Z < z["keys"]
