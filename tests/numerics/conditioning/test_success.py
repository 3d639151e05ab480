"""Success of retrieval among signs on a line, and nested sizes against each size on its own."""

import torch
from theorycheck.numerics.conditioning.memory import crosstalk, sample_items
from theorycheck.numerics.conditioning.success import failure_map, memory_failure, noise_powers, query_success
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.trials import Source, Trials

Z_LIMIT = 4.5
LINE = {"d_k": 1, "d_v": 1}
POINTS = [{"n": n} for n in (2, 3, 4)]


def test_nested_sizes_are_memories_of_the_first_items():
    group = DesignGroup.sized(shared={"d_k": 6, "d_v": 3}, points=POINTS, trials_per_block=5)
    powers = list(
        noise_powers(
            Trials(group=group, n_trials=5, source=Source(generator=torch.Generator().manual_seed(1))),
            queries=3,
        )
    )
    keys, values = sample_items("sphere", (5, 4), (6, 3), Source(generator=torch.Generator().manual_seed(1)))
    for n, power in zip((2, 3, 4), powers, strict=True):
        expected = crosstalk(keys[:, :n], values[:, :n]).square().sum(dim=-1)[:, :3]
        torch.testing.assert_close(power, expected, rtol=0, atol=1e-12)


def test_success_of_signs_by_enumeration(measure, z_scores):
    # |eta| is the absolute sum of n - 1 fair signs: 1; 0 or 2; 1 or 3 with weights 3 : 1.
    estimate = measure(query_success, LINE, POINTS)
    assert abs(z_scores(estimate, [1, 1 / 2, 3 / 4])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [1 / 2, 3 / 4, 5 / 8])).min() > 3 * Z_LIMIT


def test_the_map_of_failures_is_the_complement_of_success(measure, z_scores):
    estimate = measure(failure_map, LINE, POINTS)
    assert abs(z_scores(estimate, [0, 1 / 2, 1 / 4])).max() < Z_LIMIT


def test_some_of_four_signs_fails_unless_they_are_balanced(measure, z_scores):
    # Three signs always disagree with one of them by two; of four, only 2 : 2 leaves every |eta| at 1.
    # The 3 : 1 split gives its minority 3, and 4 : 0 gives all 3.
    estimate = measure(memory_failure, LINE, POINTS)
    assert abs(z_scores(estimate, [0, 1, 1 - 6 / 16])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [0, 1, 1 - 4 / 16]))[2] > 3 * Z_LIMIT
