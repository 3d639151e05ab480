"""Overlaps by hand, and every route that draws them, or means over values, against the plain one."""

from itertools import product

import pytest
import torch
from theorycheck.numerics.conditioning.collapsed import noise_walk, sample_overlaps
from theorycheck.numerics.quantity import quantities
from theorycheck.numerics.trials import Source

from ..samples import gaps, measure, z_score

QUANTITIES = quantities("conditioning")

MAX_Z = 4.0
SUM = {"normaliser": "sum", "feature_map": "identity", "d_k": 8, "n": 6}
FEATURES = {"scale": "unit", "d_k": 12}

# Plain route, faster route, a group, its points, trials of each, and a coordinate that another law has.
ROUTES = (
    (
        "system_failure",
        "system_failure_collapsed",
        {"d_k": 8, "tau": 1.0},
        [{"n": n, "L": layers, "H": heads} for n, layers, heads in product((6, 12), (1, 3), (1, 2))],
        (6000, 12_000),
        {"d_k": 7},
    ),
    *(
        (
            "normalised_error",
            "normalised_error_collapsed",
            {**SUM, "normaliser": name},
            [{"t": t} for t in ts],
            (20_000, 20_000),
            {"d_k": 7},
        )
        for name, ts in {"sum": (0.3, 1.0, 5.0), "rms": (0.2, 0.5, 1.0), "layer": (0.2, 0.5, 1.0)}.items()
    ),
    (
        "normalised_error",
        "normalised_tail",
        SUM,
        [{"t": t} for t in (5.0, 20.0, 100.0)],
        (60_000, 20_000),
        {"n": 7},
    ),
    (
        "worst_coherent_crosstalk",
        "worst_coherent_crosstalk_collapsed",
        {"d_k": 12},
        [{"n": n} for n in (2, 5, 12)],
        (4000, 4000),
        {"d_k": 13},
    ),
    (
        "depth_error",
        "depth_error_collapsed",
        {"clean_up": "none", "H": 1, "n": 4, "d_k": 6},
        [{"L": depth} for depth in (1, 2, 4)],
        (6000, 6000),
        {"d_k": 7},
    ),
    (
        "noise_growth",
        "noise_growth_given_keys",
        {"d_k": 8},
        [{"n": n} for n in (2, 9, 40)],
        (3000, 2000),
        {"d_k": 9},
    ),
    *(
        (
            "feature_noise",
            "feature_noise_given_keys",
            {**FEATURES, "feature_map": name, "centring": centring},
            [{"n": n} for n in (2, 5, 80)],
            (2000, 1000),
            other,
        )
        for name, centring, other in (
            ("relu", "centred", {"d_k": 14}),
            ("elu1", "raw", {"scale": "root"}),
            ("positive", "centred", {"d_k": 14}),
        )
    ),
)


@pytest.mark.parametrize(("plain", "faster", "shared", "points", "trials", "other"), ROUTES)
def test_the_faster_route_is_held_to_the_plain_one(plain, faster, shared, points, trials, other):
    drawn = measure(QUANTITIES[plain], shared, points, n_trials=trials[0])
    assert abs(gaps(drawn, measure(QUANTITIES[faster], shared, points, n_trials=trials[1]))).max() <= MAX_Z
    wrong = measure(QUANTITIES[faster], {**shared, **other}, points, n_trials=trials[1])
    assert abs(gaps(drawn, wrong)).max() > MAX_Z


@pytest.mark.parametrize("d", [2, 3, 5])
def test_overlaps_have_the_moments_of_a_coordinate(d):
    x = sample_overlaps((40_000,), d, Source(generator=torch.Generator().manual_seed(d))).numpy()
    # E x^2 = 1/d and E x^4 = 3/(d (d + 2)): 1/2 and 3/8 of a cosine, 1/3 and 1/5 of a uniform number.
    for power, expected in ((1, 0.0), (2, 1 / d), (4, 3 / (d * (d + 2)))):
        assert abs(z_score(x**power, expected)) < MAX_Z
    assert abs(z_score(x**2, 1 / (d + 1))) > MAX_Z


def test_a_walk_by_hand():
    # 3 v, then 4 at a right angle, then 5 back along the sum.
    weights, overlaps = torch.tensor([[3.0], [4.0], [5.0]]), torch.tensor([[0.7], [0.0], [-1.0]])
    assert [float(power) for power in noise_walk(weights, overlaps)] == pytest.approx([9, 25, 0], abs=1e-6)
