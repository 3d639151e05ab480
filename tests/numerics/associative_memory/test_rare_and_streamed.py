"""Rare errors by three routes, and the streamed route against the plain one."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory import streaming
from theorycheck.numerics.associative_memory.error import plain_group, recall_error
from theorycheck.numerics.associative_memory.model import coordinates
from theorycheck.numerics.associative_memory.quadrature import exact_token_errors
from theorycheck.numerics.associative_memory.rare import rare_error
from theorycheck.numerics.associative_memory.streaming import recall_error_streamed
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.trials import Source

from ..samples import gaps

SEED = 20251108


def rare(u: str, d: int, x: int = 1, **given: object) -> tuple[np.ndarray, np.ndarray]:
    shared = {**coordinates(N=100, u=u, d=d, **given), "x": x}
    group = DesignGroup.sized(shared=shared, trials_per_block=8000)
    group = replace(group, trials_per_chunk=1000)
    moments = sample_block(rare_error, group, 0, SEED, "cpu")
    return moments.mean, np.sqrt(np.diag(moments.covariance))


@pytest.mark.parametrize(("d", "x", "rho"), [(40, 1, 0.0), (400, 7, 0.0), (2000, 3, 0.0), (300, 2, 1.0)])
def test_rare_errors_by_three_routes(d, x, rho):
    mean, stderr = rare("orthonormal", d, x, rho=rho)
    exact = exact_token_errors(coordinates(N=100, u="orthonormal", d=d, rho=rho), (x,))[0]
    assert abs((mean - exact) / stderr).max() < 4
    assert stderr[1] < 0.1 * exact
    near = exact_token_errors(coordinates(N=100, u="orthonormal", d=d + d // 4, rho=rho), (x,))[0]
    assert abs((mean - near) / stderr)[1] > 4


@pytest.mark.parametrize("d", [100, 400])
def test_random_unembeddings_by_two_routes(d):
    mean, stderr = rare("sphere", d)
    assert abs(mean[0] - mean[1]) < 4 * np.hypot(*stderr)
    assert mean[0] > 0


def test_the_streamed_route_has_the_plain_law(monkeypatch):
    monkeypatch.setattr(streaming, "_TOKENS", 7)
    for given in ({"rho": 0.0}, {"scheme": "threshold", "rho": 0.5, "P": 9}, {"rho": 1.0, "T": 30}):
        group = plain_group([{"d": 12, **given}], 300, N=30, M=4)
        plain, streamed = (
            sample_block(q, group, 0, SEED, "cpu") for q in (recall_error, recall_error_streamed)
        )
        assert abs(gaps(plain, streamed)).max() < 4
        other = sample_block(recall_error, plain_group([{"d": 30, **given}], 300, N=30, M=4), 0, SEED, "cpu")
        assert abs(gaps(other, streamed)).max() > 4


def test_tiles_change_nothing_but_the_order_of_trials():
    """A second pass from the same state draws the same embeddings."""
    generator = torch.Generator().manual_seed(1)
    state = generator.get_state()
    first = torch.cat(
        [e for _, e in streaming._tiles(3000, 5, Source(generator=generator, dtype=torch.float32))]
    )
    generator.set_state(state)
    second = torch.cat(
        [e for _, e in streaming._tiles(3000, 5, Source(generator=generator, dtype=torch.float32))]
    )
    assert torch.equal(first, second)
