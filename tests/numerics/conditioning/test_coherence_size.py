"""The Poisson route of the coherence beside drawn keys, other quadratures, and what two keys do exactly."""

import pytest
from theorycheck.numerics.conditioning.coherence import coherence
from theorycheck.numerics.conditioning.coherence_size import (
    coherence_capacity,
    coherence_exceedance,
    pair_tail,
)
from theorycheck.numerics.conditioning.overlap import key_overlap_tail_quadrature

from ..samples import measure, z_scores

Z_LIMIT = 4.5


@pytest.mark.parametrize(
    ("d_k", "threshold"), [(16.0, 1 / 8), (64.0, 3 / 16), (512.0, 1 / 4), (512.0, 3 / 4)]
)
def test_tails_are_those_of_the_other_quadrature(d_k, threshold):
    other = key_overlap_tail_quadrature.evaluate({"d_k": int(d_k), "t": threshold}).value
    assert pair_tail(d_k, threshold, 160) == pytest.approx(other, rel=1e-10)


def test_of_a_single_pair_only_the_poisson_law_is_an_approximation():
    found = coherence_exceedance({"d_k": 16, "n": 2, "tau": 0.25})
    exact = pair_tail(16.0, 0.25, 160)
    assert 1e-3 < abs(found.value - exact) <= found.error_bound


@pytest.mark.parametrize("d_k", [128, 512])
def test_drawn_keys_have_the_coherence_of_the_poisson_law(d_k):
    sizes = [round(part * d_k**0.5) for part in (0.4, 0.45, 0.5)]
    points = [{"n": n, "tau": 1.0} for n in sizes]
    chances = [coherence_exceedance({"d_k": d_k, **point}).value for point in points]
    moments = measure(coherence, {"d_k": d_k}, points, n_trials=1500)
    scores = abs(z_scores(moments, [x for chance in chances for x in (0, 0, chance)]))[2::3]
    assert scores.max() < Z_LIMIT
    # Counting each pair twice must show.
    doubled = [1 - (1 - chance) ** 2 for chance in chances]
    wrong = abs(z_scores(moments, [x for chance in doubled for x in (0, 0, chance)]))[2::3]
    assert wrong.max() > 2 * Z_LIMIT


def test_a_size_is_where_half_of_the_trials_fail():
    at = dict(coherence_capacity.points[0])
    size = coherence_capacity.evaluate(at)
    low, high = (coherence_exceedance({**at, "n": size.value + sign * size.error_bound}) for sign in (-1, 1))
    assert low.value + low.error_bound <= 0.5 + 1e-9
    assert high.value - high.error_bound >= 0.5 - 1e-9
    assert coherence_exceedance({**at, "n": size.value}).value == pytest.approx(0.5, abs=1e-10)
