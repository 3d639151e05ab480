"""Numbers of a network's outputs, gradients and parameters agree with what is known of small networks."""

import math
from functools import partial

import pytest
import torch
from theorycheck.numerics.observe import entropy, observe, rms
from torch import nn
from torch.optim import SGD

from .samples import z_score

WIDTH = 48


def linear():
    return nn.Linear(WIDTH, WIDTH, bias=False)


def batch():
    return torch.randn(16, WIDTH)


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def square(network, x):
    return network(x).square().sum() / 2


def mean_square(seen):
    return seen.outputs[""].square().mean()


def test_torch_s_default_initialisation_has_output_variance_one_third():
    values = observe(linear, batch, of=mean_square, n_trials=400, generator=seeded())
    assert values.shape == (400,)
    assert abs(z_score(values, 1 / 3)) < 4
    assert abs(z_score(values, 0.3)) > 4


def test_trials_follow_the_generator_and_leave_the_global_one_alone():
    torch.manual_seed(7)
    state = torch.get_rng_state()
    first = observe(linear, batch, of=mean_square, n_trials=4, generator=seeded())
    assert torch.equal(torch.get_rng_state(), state)
    assert torch.equal(first, observe(linear, batch, of=mean_square, n_trials=4, generator=seeded()))
    assert len(first.unique()) == 4
    assert not torch.equal(first, observe(linear, batch, of=mean_square, n_trials=4, generator=seeded(1)))


def test_the_gradient_is_that_of_the_loss_and_none_without_one():
    def gap(seen):
        (x,) = seen.inputs
        by_hand = seen.outputs[""].detach().T @ x
        return (seen.gradients["weight"] - by_hand).abs().max()

    assert observe(linear, batch, of=gap, loss=square, n_trials=2, generator=seeded()).max() < 1e-4
    with pytest.raises(LookupError, match="nothing is called 'weight'; near are no names at all"):
        observe(linear, batch, of=gap, n_trials=1, generator=seeded())


def test_a_step_moves_the_output_by_the_learning_rate_times_the_gradient():
    def gap(seen):
        (x,) = seen.inputs
        before, after = seen.outputs_before[""].detach(), seen.outputs[""].detach()
        return (after - before + 0.01 * (x @ x.T) @ before).abs().max()

    def one(steps):
        sgd = partial(SGD, lr=0.01)
        given = torch.randn(1, WIDTH, generator=seeded())
        return observe(
            linear, given, of=gap, loss=square, optimizer=sgd, steps=steps, n_trials=1, generator=seeded()
        )

    assert one(1) < 1e-5
    assert one(2) > 1e-2


def test_several_numbers_of_one_trial_and_events():
    found = observe(
        nn.Sequential(nn.Linear(WIDTH, 4), nn.Softmax(-1)),
        batch,
        of={
            "entropy": lambda seen: entropy(seen.outputs["1"]),
            "large": lambda seen: rms(seen.outputs["0"]) > 9,
        },
        n_trials=3,
        generator=seeded(),
    )
    assert (found["entropy"] < math.log(4)).all()
    assert found["large"].tolist() == [False] * 3


def test_no_hook_is_left_where_a_network_raises():
    network = linear()
    with pytest.raises(RuntimeError):
        observe(lambda: network, lambda: torch.ones(2, 3), of=mean_square, n_trials=1, generator=seeded())
    assert not network._forward_hooks


def test_what_is_amiss_is_one_sentence():
    with pytest.raises(LookupError, match=r"nothing is called 'weigth'; near are 'weight'"):
        observe(linear, batch, of=lambda seen: seen.parameters["weigth"], n_trials=1, generator=seeded())
    with pytest.raises(ValueError, match="steps need a loss and an optimizer"):
        observe(linear, batch, of=mean_square, steps=1, n_trials=1, generator=seeded())


def test_entropy_of_equal_and_of_certain_weights():
    assert entropy(torch.full((2, 8), 1 / 8)).item() == pytest.approx(math.log(8), rel=1e-6)
    assert entropy(torch.eye(4)).item() == 0
