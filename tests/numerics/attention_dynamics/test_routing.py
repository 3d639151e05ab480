"""Routings by hand: a recurrence and its weights, conjectures where they hold and where they fail."""

import math

import pytest
import torch
from theorycheck.numerics.attention_dynamics.mixture import responsibility_gap
from theorycheck.numerics.attention_dynamics.routing import (
    lstm_routing,
    routing_conjecture,
    routing_definition,
    selective,
    value_conjecture,
)


def test_selective_weights_are_those_of_the_recurrence():
    generator = torch.Generator().manual_seed(3)
    W_C, W_B, W_D, x = (torch.randn(4, 3, generator=generator, dtype=torch.float64) for _ in range(4))
    v = torch.randn(4, 2, generator=generator, dtype=torch.float64)
    state, outputs = torch.zeros(4, 2, dtype=torch.float64), []
    for inputs, value in zip(x, v, strict=True):
        step = torch.nn.functional.softplus(inputs @ W_D[0])
        state = torch.exp(-step) * state + step * torch.outer(W_B @ inputs, value)
        outputs.append((W_C @ inputs) @ state)
    assert torch.allclose(selective((W_C, W_B, W_D), x) @ v, torch.stack(outputs), rtol=1e-12)


def test_equal_priors_fail_by_the_norms():
    """Query 0 sees keys 0 and 1 in one dimension: weights 1/2, responsibilities 1 and exp(-1/2)."""
    here = {(c["prior"], c["norms"]): responsibility_gap.evaluate(c).value for c in responsibility_gap.points}
    assert here["equal", "different"] > 0.1
    assert max(gap for key, gap in here.items() if key != ("equal", "different")) < 1e-14
    assert math.exp(-0.5) / (1 + math.exp(-0.5)) != 0.5


@pytest.mark.parametrize("point", routing_conjecture.points, ids=lambda point: "-".join(point.values()))
def test_the_conjecture_holds_where_it_is_derived_and_fails_elsewhere(point):
    normalised = point["routing"] in {"softmax", "kernel", "sigmoid"}
    holds = point["formula"] == "plain" or (normalised and point["formula"] != "printed")
    assert (routing_conjecture.evaluate(point).value < 1e-12) is holds


def test_values_weights_and_gates():
    free = {c["values"]: value_conjecture.evaluate(c).value for c in value_conjecture.points}
    assert free["tied"] > 0.1
    assert free["free"] < 1e-12
    outside = {
        c["routing"] for c in routing_definition.points if routing_definition.evaluate(c).value > 1e-12
    }
    assert outside == {"linear", "selective"}
    rest, content = (lstm_routing.evaluate({"of": of}).value for of in ("sum", "content"))
    assert rest < 1e-14
    assert content > 1e-3
