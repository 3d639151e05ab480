"""Positions: cases worked by hand, the plain route beside the exact one, and what must fail."""

import math

import pytest
import torch
from theorycheck.numerics.transformer_basics import positions
from theorycheck.numerics.transformer_basics.copying import (
    TRAINED_AT,
    _rotated,
    late_accuracy,
    logits,
    sample_start,
    train,
)
from theorycheck.numerics.trials import Source

MAX_Z = 4


def test_two_places_of_one_frequency_by_hand():
    found = positions.sinusoids(
        torch.tensor([0.0, 1.0]).double(), torch.tensor([math.pi / 2], dtype=torch.float64)
    )
    torch.testing.assert_close(found, torch.tensor([[1.0, 0.0], [0.0, 1.0]]).double(), atol=1e-15, rtol=0)


def test_a_quarter_turn_by_hand():
    found = positions.turned(torch.tensor([[3.0, 4.0]]), torch.tensor([1.0]), torch.tensor([math.pi / 2]))
    torch.testing.assert_close(found, torch.tensor([[-4.0, 3.0]]))


def test_the_nearest_places_are_those_of_all_pairs():
    vectors = positions.sinusoids(torch.arange(50).double(), positions.usual_speeds(2))
    distances = torch.cdist(vectors, vectors) + 9 * torch.eye(50)
    exact = positions.nearest_places.evaluate({"of": "distance", "d": 4, "n": 49})
    assert exact.value == pytest.approx(float(distances.min()), abs=1e-7)


def test_rotary_identities_hold_and_the_plain_cosine_does_not():
    for point in positions.rotary_gap.points:
        found = positions.rotary_gap.evaluate(point)
        assert (found.value <= found.error_bound) == (point["of"] != "cosine")


def test_a_wrapped_table_repeats_and_an_interpolated_one_does_not():
    assert positions.table_collisions.evaluate({"scheme": "wrap", "n": 5, "N": 3}).value == 2
    assert positions.table_collisions.evaluate({"scheme": "interpolate", "n": 5, "N": 3}).value == 0


def test_interpolation_reaches_both_ends_in_order():
    row, share = positions._mixture("interpolate", 9, 5)
    along = row + share
    assert along.tolist() == [k / 2 for k in range(9)]


def test_the_spacing_is_that_of_random_tables():
    table = torch.randn(400, 65, 8, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    row, share = positions._mixture("interpolate", 129, 65)
    vectors = (1 - share)[:, None] * table[:, row] + share[:, None] * table[:, row + 1]
    ratios = vectors.diff(dim=1).square().mean(dim=(1, 2)) / 2
    exact = positions.table_spacing.evaluate({"scheme": "interpolate", "n": 129, "N": 65}).value
    stderr = float(ratios.std()) / len(ratios) ** 0.5
    assert abs(float(ratios.mean()) - exact) < MAX_Z * stderr
    assert abs(float(ratios.mean()) - 1.1 * exact) > MAX_Z * stderr


def test_an_untrained_head_copies_by_chance_and_a_trained_one_is_right():
    generator = torch.Generator().manual_seed(1)
    start = sample_start(6, Source(generator=generator, dtype=torch.float32))
    tokens = torch.randint(8, (6, 8, TRAINED_AT), generator=generator)
    trained = train("rotary", start, 120, generator)
    assert float(late_accuracy("rotary", start, tokens).mean()) < 0.3
    assert float(late_accuracy("rotary", trained, tokens).mean()) > 0.9


def test_rotary_answers_do_not_see_where_the_sequence_starts():
    generator = torch.Generator().manual_seed(1)
    start = sample_start(2, Source(generator=generator))
    x = torch.randn(2, 1, 5, 16, generator=generator, dtype=torch.float64)
    speeds = positions.usual_speeds(8)
    near, far = (positions.sinusoids(torch.arange(5).double() + by, speeds) for by in (0, 20))
    one, other = (_rotated(x, w) @ _rotated(x, w).mT for w in (near, far))
    torch.testing.assert_close(one, other)
    tokens = torch.randint(8, (2, 1, 6), generator=generator)
    shifted = {**start, "table": start["table"].roll(1, dims=1)}
    moved = logits("learned", shifted, tokens) - logits("learned", start, tokens)
    assert float(moved.abs().max()) > 1e-3
