"""Streams, normalisation, MLPs, recurrence and losses: by hand, by another route, and broken on purpose."""

import numpy as np
import pytest
import torch
from scipy.integrate import solve_ivp
from theorycheck.numerics.monte_carlo import block_generator
from theorycheck.numerics.transformer_basics import losses, mlps, normalisation, recurrence, streams
from theorycheck.numerics.transformer_basics.coherence import coherence, coherence_collapsed
from torch.utils.flop_counter import FlopCounterMode

from ..samples import drawn, z_between, z_score

MAX_Z = 4


@pytest.mark.parametrize("block", streams.BLOCKS)
@pytest.mark.parametrize("L", [1, 4])
def test_matrices_and_the_sampler_exact_in_law_meet(block, L):
    plain = drawn(streams.residual_network, 300, block=block, d=48, L=L)
    collapsed = drawn(streams.residual_stream, 3000, block=block, d=48, L=L)
    assert float(z_between(plain, collapsed).abs().max()) < MAX_Z


def test_another_block_or_another_depth_does_not_meet():
    plain = drawn(streams.residual_network, 300, block="post", d=48, L=4)
    for block, L in (("pre", 4), ("post", 2), ("none", 4)):
        other = drawn(streams.residual_stream, 3000, block=block, d=48, L=L)
        assert float(z_between(plain, other).abs().max()) > MAX_Z


def test_rectified_branches_keep_the_gradient_that_skip_connections_alone_lose():
    rectified = drawn(streams.rectified_network, 200, d=32, L=8)[:, 0, 0]
    assert z_score(rectified, 0.25) > MAX_Z
    alone = drawn(streams.residual_stream, 200, block="post", d=48, L=8)[:, 0, 3]
    assert z_score(alone, 0.25) < -MAX_Z


def test_only_what_is_normalised_keeps_its_scale():
    seen = {
        block: streams.sublayer_input.evaluate({"block": block, "l": 4}).value
        for block in ("none", "pre", "post")
    }
    assert seen["pre"] == pytest.approx(1)
    assert seen["post"] == pytest.approx(1)
    assert seen["none"] > 4


def test_rescaling_by_a_negative_factor_shows():
    assert normalisation.rescaling_gap.evaluate({"c": 3.0}).value < 1e-12
    assert normalisation.rescaling_gap.evaluate({"c": -3.0}).value > 0.1


def test_counts_of_a_small_block():
    assert mlps.count(mlps.mlp(2, 4)) == 2 * 8 + 8 * 2
    assert mlps.count(mlps.mlp(2, 4, bias=True)) == 32 + 8 + 2
    assert mlps.count(mlps.attention(2)) == 16
    assert mlps.operations(mlps.mlp(2, 4), torch.empty(3, 2, device="meta")) == 2 * 3 * 32


def test_operations_are_as_many_as_torch_counts():
    for module, inputs in (
        (mlps.mlp(4, 4), (torch.empty(3, 4, device="meta"),)),
        (mlps._Mixing(), [torch.empty(5, 4, device="meta")] * 3),
    ):
        with FlopCounterMode(display=False) as counter:
            module(*inputs)
        assert mlps.operations(module, *inputs) == counter.get_total_flops() > 0


@pytest.mark.parametrize("eps", [0.1, 0.5])
def test_pairs_beyond_a_cosine_are_as_many_as_are_drawn(eps):
    d, n_trials = 8, 20000
    generator = torch.Generator().manual_seed(1)
    pairs = torch.nn.functional.normalize(torch.randn(n_trials, 2, d, generator=generator), dim=-1)
    hits = (pairs[:, 0] * pairs[:, 1]).sum(-1).abs() > eps
    tail = 2 * np.exp(-2 * d * mlps.direction_rate.evaluate({"eps": eps, "d": d}).value)
    noise = (tail * (1 - tail) / n_trials) ** 0.5
    assert abs(float(hits.double().mean()) - tail) < MAX_Z * noise
    wrong = 2 * np.exp(-2 * d * mlps.direction_rate.evaluate({"eps": eps, "d": d + 1}).value)
    assert abs(float(hits.double().mean()) - wrong) > MAX_Z * noise


def test_coherence_from_the_triangular_factor_is_exact_in_law():
    plain = drawn(coherence, 1500, d=128)
    collapsed, wrong = (drawn(coherence_collapsed, 6000, d=d) for d in (128, 256))
    assert abs(float(z_between(plain, collapsed))) < MAX_Z
    assert abs(float(z_between(plain.square(), collapsed.square()))) < MAX_Z
    assert abs(float(z_between(plain, wrong))) > MAX_Z


@pytest.mark.parametrize("kind", ["normal", "jordan", "random"])
def test_powers_by_squaring_are_powers_by_multiplying(kind):
    W = np.array([[0.9, 1.0], [0.0, 0.9]]) if kind == "jordan" else 0.9 * recurrence.matrix(kind)
    direct = np.linalg.norm(np.linalg.matrix_power(W, 13), 2)
    assert recurrence.jacobian_norm.evaluate({"matrix": kind, "rho": 0.9, "T": 13}).value == pytest.approx(
        direct
    )
    assert max(abs(np.linalg.eigvals(W))) == pytest.approx(0.9)


def test_a_tanh_network_by_finite_differences():
    rho, T, step = 0.9, 3, 1e-6
    W = rho * torch.from_numpy(recurrence.matrix("normal"))

    def run(start):
        generator = block_generator(0, "transformer_basics.recurrence", 1, "instance", 4, "cpu")
        for _ in range(T):
            start = torch.tanh(W @ start + torch.randn(16, generator=generator, dtype=torch.float64))
        return start

    columns = [(run(step * e) - run(-step * e)) / (2 * step) for e in torch.eye(16, dtype=torch.float64)]
    norm = float(torch.linalg.matrix_norm(torch.stack(columns, dim=1), 2))
    assert recurrence.saturated_norm.evaluate({"rho": rho, "T": T}).value == pytest.approx(norm, rel=1e-6)


@pytest.mark.parametrize(("kind", "lag"), [("symmetric", 1), ("skew", 3), ("three", 2), ("interleaved", 2)])
def test_information_from_the_joint_law(kind, lag):
    P, law = recurrence.chain("symmetric" if kind == "interleaved" else kind, 0.6)
    joint = law[:, None] * np.linalg.matrix_power(P, lag // 2 if kind == "interleaved" else lag)
    direct = float((joint * np.log(joint / np.outer(law, law))).sum())
    np.testing.assert_allclose(law @ P, law)
    assert recurrence.mutual_information(kind, 0.6, lag) == pytest.approx(direct)


def test_information_without_dependence_is_none_and_tiny_dependence_is_not_lost():
    assert recurrence.mutual_information("symmetric", 0.0, 1) == 0
    assert recurrence.mutual_information("symmetric", 0.5, 40) == pytest.approx(0.5 * 0.5**80, rel=1e-6)


def test_free_logits_find_the_conditional_distribution_and_pooled_ones_the_marginal():
    assert losses.minimiser_gap.evaluate({"model": "table"}).value < 1e-12
    joint = losses._joint()
    gap = float((joint.sum(0) - joint / joint.sum(-1, keepdim=True)).abs().max())
    assert losses.minimiser_gap.evaluate({"model": "pooled"}).value == pytest.approx(gap)


@pytest.mark.parametrize("classes", [2, 10])
@pytest.mark.parametrize("both", [True, False])
def test_what_is_left_by_its_invariant_and_by_integration(classes, both):
    field = losses._velocity(classes, both=both)
    found = solve_ivp(field, (0.0, 100.0), np.zeros(classes), method="LSODA", rtol=1e-11, atol=1e-12)
    last = found.y[:, -1]
    integrated = 1 - 1 / np.exp(last - last[0]).sum()
    assert losses.residual_at(100.0, classes, both=both) == pytest.approx(integrated, rel=1e-6)
    other = losses.residual_at(100.0, classes + 1, both=both)
    assert other != pytest.approx(integrated, rel=1e-3)


def test_predictions_off_the_truth_cost_the_half_square_of_the_shift_and_the_truth_nothing():
    near, far = (losses.excess_entropy.evaluate({"shift": shift}).value for shift in (0.001, 0.002))
    assert far / near == pytest.approx(4, rel=0.01)
    assert abs(losses.excess_entropy.evaluate({"shift": 0.0}).value) < 1e-14
