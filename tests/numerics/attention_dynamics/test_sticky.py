"""The sticky chain's laws, its sequences by frequencies, and the table's arithmetic."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from theorycheck.numerics.attention_dynamics import sticky, table_one
from theorycheck.numerics.trials import Source


def nats(distance: str, weight: str, diagonal: str) -> float:
    return sticky.entropy_rate_nats(sticky.transition_law(distance, weight, diagonal))


def test_every_row_of_every_reading_is_a_law():
    for point in sticky.sticky_stay_probability.points:
        P = sticky.transition_law(*(str(point[name]) for name in ("distance", "weight", "diagonal")))
        assert np.allclose(P.sum(axis=1), 1)
        assert (P >= 0).all()


@pytest.mark.parametrize("distance", sticky.DISTANCES)
def test_no_reading_with_the_stated_chance_of_staying_has_the_printed_entropy(distance):
    for weight in sticky.WEIGHTS:
        assert abs(nats(distance, weight, "split") - 1.829) > 0.003


def test_sequences_follow_the_law():
    P = torch.tensor(sticky.transition_law("linear", "inverse", "split"))
    generator = torch.Generator().manual_seed(3)
    mu = sticky.sample_means(4, Source(generator=generator))
    drawn = sticky.sample_sequences(P, mu, 4000, generator)
    before, after = drawn.symbols[:, :-1].flatten(), drawn.symbols[:, 1:].flatten()
    counts = torch.zeros(8, 8, dtype=torch.float64).index_put_(
        (before, after), torch.ones(len(before), dtype=torch.float64), accumulate=True
    )
    visits = counts.sum(dim=1, keepdim=True)
    z = (counts - visits * P) / (visits * P * (1 - P)).sqrt()
    assert float(z.abs().max()) < 4
    # The law read backwards is another one.
    reversed_z = (counts - visits * P.mT) / (visits * P.mT * (1 - P.mT)).sqrt()
    assert float(reversed_z.abs().max()) > 4


def test_inputs_carry_the_symbol_before():
    P = torch.tensor(sticky.transition_law("circular 8", "inverse", "split"))
    generator = torch.Generator().manual_seed(3)
    mu = 100 * sticky.sample_means(2, Source(generator=generator))
    drawn = sticky.sample_sequences(P, mu, 50, generator)
    nearest = torch.cdist(drawn.x, mu).argmin(dim=-1)
    assert torch.equal(nearest, drawn.symbols[:, :-1])
    assert not torch.equal(nearest, drawn.y)


def test_surprise_is_the_loss_of_who_knows_the_law():
    P = torch.tensor(sticky.transition_law("circular 8", "inverse", "split"))
    mu = torch.zeros(1, 8, sticky.WIDTH, dtype=torch.float64)
    drawn = sticky.sample_sequences(P, mu, 3, torch.Generator().manual_seed(1))
    fixed = replace(drawn, symbols=torch.tensor([[0, 0, 1, 1]]))
    expected = -(2 * math.log(0.3) + math.log(float(P[0, 1]))) / 3
    assert float(fixed.surprise(P)) == pytest.approx(expected)


def test_p_values_bracket_the_printed_one():
    least, most = (
        table_one.table_p_value.evaluate({"end": end, "spread": "sample"}).value for end in ("least", "most")
    )
    assert least < 0.003 < most
    # t = .088 sqrt(5)/.041 on four degrees of freedom.
    assert most == pytest.approx(0.00865, abs=1e-5)
    # Ten times as small a p-value is out of reach.
    assert least > 0.0003
