"""Random keys by their first moments and their supports."""

import numpy as np
import pytest
import torch
from theorycheck.numerics.sampling import (
    sample_gaussian_keys,
    sample_keys,
    sample_one_hot_indices,
    sample_sphere,
)
from theorycheck.numerics.trials import Source

Z_LIMIT = 4.5


def generator(seed: int = 0) -> torch.Generator:
    """A generator of the test's own."""
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("d", [1, 2, 7, 64])
def test_sphere_vectors_have_length_one(d):
    vectors = sample_sphere((1000, 3), d, Source(generator=generator()))
    assert vectors.shape == (1000, 3, d)
    torch.testing.assert_close(vectors.norm(dim=-1), torch.ones(1000, 3, dtype=torch.float64))


def test_the_sphere_of_the_line_is_two_fair_signs():
    signs = sample_sphere((40_000,), 1, Source(generator=generator(), dtype=torch.float32)).squeeze(-1)
    assert set(signs.tolist()) == {-1.0, 1.0}
    assert abs(float(signs.sum())) / 200 < Z_LIMIT


def test_a_zero_vector_is_redrawn(monkeypatch):
    draw = torch.Tensor.normal_
    calls = []

    def first_call_zero(tensor: torch.Tensor, **options: object) -> torch.Tensor:
        calls.append(1)
        return tensor.zero_() if len(calls) == 1 else draw(tensor, **options)

    monkeypatch.setattr(torch.Tensor, "normal_", first_call_zero)
    vectors = sample_sphere((5,), 2, Source(generator=generator(), dtype=torch.float32))
    assert len(calls) > 1
    torch.testing.assert_close(vectors.norm(dim=-1), torch.ones(5))


@pytest.mark.parametrize("key_law", ["sphere", "gaussian"])
def test_keys_have_isotropic_covariance_with_trace_one(key_law):
    d, count = 3, 60_000
    keys = sample_keys(key_law, (count,), d, Source(generator=generator(1))).numpy()
    products = (keys[:, :, None] * keys[:, None, :]).reshape(count, -1)
    stderr = products.std(axis=0) / np.sqrt(count)
    assert np.all(abs(products.mean(axis=0) - np.eye(d).ravel() / d) < Z_LIMIT * stderr)


def test_gaussian_keys_differ_in_length():
    keys = sample_gaussian_keys((100,), 4, Source(generator=generator(), dtype=torch.float32))
    assert float(keys.norm(dim=-1).std()) > 0.1


def test_one_hot_indices_are_uniform():
    count, d = 50_000, 5
    indices = sample_one_hot_indices((count,), d, generator())
    counts = torch.bincount(indices, minlength=d).numpy()
    chi2 = ((counts - count / d) ** 2 / (count / d)).sum()
    # Mean 4 and variance 8 of chi2 with four degrees of freedom.
    assert chi2 < 4 + Z_LIMIT * 8**0.5


def test_an_unknown_key_law_is_refused_by_name():
    with pytest.raises(ValueError, match="'cube' is unknown; the laws are sphere, gaussian"):
        sample_keys("cube", (1,), 2, Source(generator=generator(), dtype=torch.float32))
