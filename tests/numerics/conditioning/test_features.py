"""Means of feature maps by hand, and what centring removes."""

from math import e, exp, pi, sinh

import pytest
import torch
from scipy.special import iv
from theorycheck.numerics.conditioning.features import (
    FEATURE_MAPS,
    coordinate_mean,
    elu_plus_one,
    feature_failure,
    mean_signal,
    sample_features,
)
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.trials import Source

from ..samples import measure, z_score, z_scores

Z_LIMIT = 4.5


def shared(
    feature_map: str, centring: str = "raw", d_k: int = 2, scale: str = "unit"
) -> dict[str, str | int]:
    """Coordinates of a group."""
    return {"feature_map": feature_map, "scale": scale, "centring": centring, "d_k": d_k}


def test_elu_plus_one_by_hand():
    found = elu_plus_one(torch.tensor([-1.0, 0.0, 2.0]))
    assert found.tolist() == pytest.approx([exp(-1), 1.0, 3.0])


def test_means_of_coordinates_by_hand():
    radii = torch.tensor([1.0, 3.0], dtype=torch.float64)
    # Half of E|x|: 2/pi on the circle, 1/2 on the sphere of R^3; E exp(r x): Bessel, sinh.
    assert coordinate_mean(torch.relu, radii, 2).tolist() == pytest.approx([1 / pi, 3 / pi], abs=1e-12)
    assert coordinate_mean(torch.relu, radii, 3).tolist() == pytest.approx([1 / 4, 3 / 4], abs=1e-12)
    assert coordinate_mean(torch.exp, radii, 2).tolist() == pytest.approx([iv(0, 1), iv(0, 3)], abs=1e-12)
    assert coordinate_mean(torch.exp, radii, 3)[0].item() == pytest.approx((e - 1 / e) / 2, abs=1e-12)


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
def test_centred_features_have_mean_zero_and_raw_ones_have_not(feature_map):
    n_trials = 400
    for centring in ("raw", "centred"):
        group = DesignGroup.sized(
            shared=shared(feature_map, centring, d_k=6, scale="root"), trials_per_block=1
        )
        features = sample_features(group, n_trials, 50, Source(generator=torch.Generator().manual_seed(6)))
        # Keys of one trial may share a projection: trials are the independent units.
        z = z_score(features.mean(dim=(1, 2)))
        assert (abs(z) < Z_LIMIT) == (centring == "centred" or feature_map == "identity")


def group(feature_map: str, centring: str, d_k: int, scale: str = "unit") -> DesignGroup:
    """A group without points of its own."""
    coordinates = shared(feature_map, centring, d_k, scale)
    return DesignGroup.sized(shared=coordinates, trials_per_block=1)


@pytest.mark.parametrize(
    ("feature_map", "centring", "scale", "expected"),
    [
        ("relu", "raw", "root", 3 / 2),
        # The spheres of R^3 have uniform coordinates: E x_+ = 1/4, E e^x = sinh(1).
        ("relu", "centred", "unit", 3 * (1 / 6 - 1 / 16)),
        ("exp", "raw", "unit", 3 * sinh(2) / 2),
        ("exp", "centred", "unit", 3 * (sinh(2) / 2 - sinh(1) ** 2)),
        # E e^(2 z) for a normal z, and E e^(z + z') for normals whose correlation is the keys' overlap.
        ("positive", "raw", "unit", 3 * exp(2)),
        ("positive", "centred", "unit", 3 * (exp(2) - exp(1) * sinh(1))),
    ],
)
def test_the_mean_signal_in_three_dimensions(feature_map, centring, scale, expected):
    found = mean_signal(group(feature_map, centring, 3, scale))
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize("centring", ["raw", "centred"])
def test_the_mean_signal_is_that_of_drawn_features(feature_map, centring):
    drawn = group(feature_map, centring, 6)
    features = sample_features(drawn, 3000, 4, Source(generator=torch.Generator().manual_seed(8)))
    own = features.square().sum(dim=2).mean(dim=1)
    spread = float(own.std()) / 3000**0.5
    expected = mean_signal(drawn)
    assert abs(float(own.mean()) - expected) <= 4 * spread + 1e-12
    other = mean_signal(group(feature_map, "raw" if centring == "centred" else "centred", 6))
    # The identity has no mean to take away, and every unit key's signal is 1.
    assert (abs(float(own.mean()) - other) > 4 * spread + 1e-12) == (feature_map != "identity")


def test_a_query_without_features_fails():
    # On a line ReLU leaves nothing of every other key.
    estimate = measure(feature_failure, shared("relu", d_k=1), [{"n": 1}])
    assert abs(z_scores(estimate, [1 / 2])).max() < Z_LIMIT
