"""The streamed route against the plain one."""

import torch
from theorycheck.numerics.associative_memory import streaming
from theorycheck.numerics.associative_memory.error import plain_group, recall_error
from theorycheck.numerics.associative_memory.streaming import recall_error_streamed
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.trials import Source

from ..samples import gaps

SEED = 20251108


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
