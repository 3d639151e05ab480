"""Sentences at small instances: by hand in fractions, and what would not tell."""

from fractions import Fraction

import pytest
import torch
from theorycheck.numerics.attention_dynamics import sentences
from theorycheck.numerics.attention_dynamics.instances import (
    BALANCED,
    INSTANCES,
    OPPOSED,
    TWO_VALUES,
    Instance,
    Point,
    named_instance,
)
from theorycheck.numerics.quantity import ExactQuantity

BY_HAND = [
    ("score_push", {"instance": "three values", "pairs": "above"}, Fraction(-7, 4)),
    ("score_push", {"instance": "three values", "pairs": "below"}, Fraction(1, 4)),
    ("conjecture_ratio", {"instance": "three values", "power": 0}, Fraction(1)),
    ("conjecture_ratio", {"instance": "three values", "power": 1}, Fraction(-1, 3)),
]
"""What no derivation is about."""


@pytest.mark.parametrize(("name", "point", "value"), BY_HAND)
def test_a_sentence_has_the_number_worked_by_hand(name, point, value):
    quantity: ExactQuantity = getattr(sentences, name)
    assert point in [dict(c) for c in quantity.points]
    found = quantity.evaluate(point)
    assert abs(found.value - float(value)) <= found.error_bound


@pytest.mark.parametrize("name", INSTANCES)
def test_derivatives_at_an_instance_are_differences_of_its_loss(name):
    here, width = named_instance(name), 1e-6
    parameters = {"values": (here.v, here.value_step), "scores": (here.s, here.score_step)}
    for what, (start, step) in parameters.items():

        def loss(at: torch.Tensor, what: str = what) -> float:
            return float(here.loss(at, here.s) if what == "values" else here.loss(here.v, at))

        for place in range(step.numel()):
            shift = torch.zeros(step.numel(), dtype=step.dtype)
            shift[place] = width
            difference = loss(start + shift.view_as(step)) - loss(start - shift.view_as(step))
            # Rounding of a loss below 100 over the width, and the width's square times a third derivative.
            assert abs(difference / (2 * width) + float(step.flatten()[place])) < 1e-7


def test_where_updates_do_not_vanish_there_is_no_loss_at_rest():
    with pytest.raises(ValueError, match="do not vanish"):
        sentences.loss_at_rest.evaluate({"instance": "opposed", "still": "value steps", "shown": "loss"})


def test_equal_targets_leave_no_conflict():
    agreed = Point(Instance(**{**vars_of(OPPOSED), "targets": (0, 0)}))
    step = torch.zeros_like(agreed.v)
    step[0] = agreed.value_step[0]
    assert float((agreed.u @ step.mT).max()) <= 0
    assert float(Point(Instance(**{**vars_of(BALANCED), "targets": (0, 0)})).value_step.abs().max()) > 0.5


def test_the_predictions_asked_for_are_those_of_query_one():
    here = Point(Instance(**{**vars_of(TWO_VALUES), "predicted": (3, 1)}))
    assert float(torch.exp(-here.losses(here.g))[0]) == pytest.approx(0.75, rel=1e-14)


def vars_of(instance: Instance) -> dict[str, object]:
    """The fields of an instance."""
    return {name: getattr(instance, name) for name in Instance.__dataclass_fields__}
