"""The plain route by hand, by enumeration at d = 1, against W written out; the joint route against both."""

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory.error import OUTPUTS, judge, plain_group, recall_error
from theorycheck.numerics.associative_memory.joint import recall_error_joint
from theorycheck.numerics.associative_memory.model import Memory, ideal_scheme, labels, zipf_law
from theorycheck.numerics.estimate import Moments
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity

from ..samples import gaps

SEED = 20251104
Z_LIMIT = 4.0
UNIFORM, OWN_LAW = {"scheme": "power", "rho": 0.0}, {"scheme": "power", "rho": 1.0}
EIGHTH = {"scheme": "threshold", "rho": 0.0, "P": "d/8"}
PART = {"scheme": "threshold", "rho": 0.5, "P": 9}
SCHEMES = [UNIFORM, OWN_LAW, EIGHTH, PART]


def measured(quantity: SampledQuantity, group: DesignGroup) -> Moments:
    return sample_block(quantity, group, 0, SEED, "cpu")


def both(points: list[dict], trials: int, **shared: object) -> tuple[Moments, Moments]:
    """What the plain route and the joint one measure."""
    group = plain_group(points, trials, **shared)
    return measured(recall_error, group), measured(recall_error_joint, group)


def by_point(estimate: Moments) -> tuple[np.ndarray, np.ndarray]:
    """Means and standard errors, a row for each point."""
    shape = (-1, len(OUTPUTS))
    return estimate.mean.reshape(shape), np.sqrt(np.diag(estimate.covariance)).reshape(shape)


def written_out(point: dict, trials: int) -> np.ndarray:
    """Mean and standard error of the components with W formed and every score taken, one draw at a time."""
    rng, memory = np.random.default_rng(SEED), Memory.at(point)
    N, M, d = int(memory.N), memory.M, memory.d
    p, q, own = zipf_law(memory.alpha, N), ideal_scheme(memory), labels(memory.f, N, M)
    rows = []
    for _ in range(trials):
        e, u = rng.standard_normal((N, d)), rng.standard_normal((M, d))
        if memory.u == "sphere":
            u /= np.linalg.norm(u, axis=1, keepdims=True)
        if memory.e == "sphere":
            e /= np.linalg.norm(e, axis=1, keepdims=True)
        if memory.e == "one-hot":
            e = np.eye(d)[rng.integers(d, size=N)]
        W = (u[own] * q[:, None]).T @ e
        scores = e @ W.T @ u.T
        mine = scores[np.arange(N), own]
        scores[np.arange(N), own] = -np.inf
        # Sums in another order differ by rounding; one-hot tokens of empty coordinates tie at zero.
        wrong = mine <= scores.max(axis=1) + 1e-12
        rows.append([p @ wrong, p @ (wrong & (q > 0)), (wrong & (q > 0)).sum() / max(1, (q > 0).sum())])
    return np.array([np.mean(rows, axis=0), np.std(rows, axis=0, ddof=1) / trials**0.5])


@pytest.mark.parametrize(
    "given",
    [
        {**UNIFORM, "d": 4},
        {**OWN_LAW, "d": 9, "alpha": 1.3},
        {**PART, "d": 6, "f": "block"},
        {**UNIFORM, "d": 12, "f": "own", "N": 8, "M": 8},
        {**PART, "d": 5, "u": "gaussian"},
        {**OWN_LAW, "d": 5, "e": "sphere"},
        {**UNIFORM, "d": 12, "e": "one-hot"},
    ],
)
def test_the_error_is_that_of_w_written_out(given):
    group = plain_group([{}], 2000, **{"N": 16, "M": 3, **given})
    mean, stderr = (column[0, [0, 2, 3]] for column in by_point(measured(recall_error, group)))
    reference = written_out(dict(group.points[0]), 800)
    assert abs((mean - reference[0]) / np.hypot(stderr, reference[1])).max() < Z_LIMIT
    other = written_out({**group.points[0], "d": int(group.points[0]["d"]) + 6}, 800)
    assert abs((mean - other[0]) / np.hypot(stderr, other[1])).max() > Z_LIMIT


def test_outputs_by_hand():
    scores = torch.tensor([[[3.0, 1.0, 2.0], [1.0, 1.0, 5.0]]])
    law, weights = torch.tensor([0.5, 0.3, 0.2]), torch.tensor([[1.0, 0.0, 1.0]])
    found = judge(scores, torch.tensor([0, 1, 0]), law, weights)
    # Token 0 is right, 1 ties and is not stored, 2 is wrong and stored.
    torch.testing.assert_close(found, torch.tensor([[0.5, 0.3, 0.2, 0.5, 1.0]]))


def test_on_a_line_answers_tie_by_the_signs_of_their_embeddings():
    """A token is right alone where its own u has a sign of its own, 2^(1 - M), and <W, e_x> that sign."""
    estimate = measured(recall_error, plain_group([{"d": 1}], 20_000, N=1, M=3, f="one"))
    mean, stderr = by_point(estimate)
    # One stored token scores |e|^2 u_0 on its own answer: right alone where both other signs differ.
    assert abs(mean[0, 0] - 3 / 4) < Z_LIMIT * stderr[0, 0]
    assert abs(mean[0, 1] - 3 / 4) < Z_LIMIT * stderr[0, 1]


def test_an_empty_memory_is_all_ties():
    mean, _ = by_point(measured(recall_error, plain_group([{**EIGHTH, "d": 7}], 50, N=12, M=3)))
    assert abs(mean[0] - [1, 1, 0, 0, 0]).max() < 1e-6


def test_one_answer_alone_is_never_wrong_when_it_is_its_own():
    group = plain_group([{"d": 64, "scheme": "threshold", "P": 1}], 200, N=1, M=2, f="one")
    mean, _ = by_point(measured(recall_error, group))
    assert mean[0].max() == 0


@pytest.mark.parametrize("u", ["sphere", "orthonormal", "gaussian"])
def test_the_joint_route_has_the_law_of_the_plain_one(u):
    points = [{**scheme, "d": d} for scheme in SCHEMES for d in (5, 24)]
    plain, joint = both(points, 1500, N=40, u=u)
    assert abs(gaps(plain, joint)).max() < Z_LIMIT
    shifted = measured(
        recall_error_joint, plain_group([{**c, "d": c["d"] + 3} for c in points], 1500, N=40, u=u)
    )
    assert abs(gaps(plain, shifted)).max() > Z_LIMIT


def test_the_joint_route_has_the_spread_between_trials():
    """Variances of one draw's error: what a marginal law, with tokens on their own, gets wrong."""
    points = [{**scheme, "d": 12} for scheme in (UNIFORM, OWN_LAW, PART)]
    group, spreads = plain_group(points, 200, N=40), []
    for quantity in (recall_error, recall_error_joint):
        blocks = [sample_block(quantity, group, block, SEED, "cpu") for block in range(12)]
        spreads.append(np.array([np.diag(block.scatter)[::5] / (block.count - 1) for block in blocks]))
        means = blocks[0].mean[::5]
    stderr = np.hypot(*(spread.std(axis=0, ddof=1) / 12**0.5 for spread in spreads))
    plain, joint = (spread.mean(axis=0) for spread in spreads)
    assert abs((plain - joint) / stderr).max() < Z_LIMIT
    independent = (zipf_law(2.0, 40) ** 2).sum() * means * (1 - means)
    assert abs((plain - independent) / stderr).max() > Z_LIMIT


@pytest.mark.parametrize("given", [{"d": 2, "M": 5}, {"d": 1, "M": 3}, {"d": 20, "M": 12, "f": "own"}])
def test_the_joint_route_holds_in_few_dimensions_and_with_an_answer_for_each(given):
    shared = {"N": 12, **{name: given[name] for name in given if name != "d"}}
    points = [{**scheme, "d": d} for scheme in (UNIFORM, OWN_LAW) for d in (given["d"], 30)]
    plain, joint = both(points, 3000, **shared)
    assert abs(gaps(plain, joint)).max() < Z_LIMIT


def test_routes_agree_on_finite_data():
    points = [
        {**scheme, "d": d, "T": T} for scheme in (*SCHEMES[:2], PART) for d in (8, 30) for T in (6, 200)
    ]
    plain, joint = both(points, 1500, N=30, M=3)
    assert abs(gaps(plain, joint)).max() < Z_LIMIT
    infinite = measured(
        recall_error, plain_group([{**point, "T": "inf"} for point in points], 1500, N=30, M=3)
    )
    assert abs(gaps(infinite, joint)).max() > Z_LIMIT


def test_dimensions_of_a_group_are_nested():
    """Each dimension has the law it has alone, and neighbours err together."""
    together = measured(recall_error, plain_group([{"d": 20}, {"d": 24}], 4000, N=20))
    alone = measured(recall_error, plain_group([{"d": 24}], 4000, N=20))
    assert abs((together.mean - np.tile(alone.mean, 2))[5]) < Z_LIMIT * np.hypot(
        together.covariance[5, 5] ** 0.5, alone.covariance[0, 0] ** 0.5
    )
    correlation = together.covariance[0, 5] / np.sqrt(together.covariance[0, 0] * together.covariance[5, 5])
    assert correlation > 0.5


def test_the_joint_route_refuses_other_inputs():
    with pytest.raises(ValueError, match="Gaussian e_x only"):
        measured(recall_error_joint, plain_group([{"d": 4}], 4, N=5, e="sphere"))


def test_points_of_one_draw_share_their_tokens():
    with pytest.raises(ValueError, match="may differ in"):
        plain_group([{"d": 4, "M": 3}, {"d": 4, "M": 4}], 4)
