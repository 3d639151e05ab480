"""Larger steps as other units, routing at rest, the least loss, and the chain's entropies: by rules alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import log

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics import sticky, table_one, training
from theorycheck.theory.attention_dynamics.divided_values import Division, step_along_value
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.terms import number

factor = training.factor
RESCALED = (training.rescaled_values, training.rescaled_outputs, training.rescaled_queries)
AT_REST = (training.routing_at_rest, training.keys_at_rest)
STICKY = (
    sticky.entropy_rate_text,
    sticky.entropy_rate_bits,
    sticky.entropy_rate_distance,
    sticky.entropy_rate_complement,
    sticky.entropy_rate_before,
    sticky.entropy_rate_twice,
    sticky.entropy_rate_before_and_split,
    sticky.largest_entropy_nats,
    sticky.largest_entropy_bits,
    sticky.stay_twice,
    sticky.stay_before_and_split,
)
OTHERS = [
    (training.least_loss, training.Prediction(total=2)),
    *((derive, sticky.Reading(after=Fraction(1, 5))) for derive in STICKY),
    *((derive, sticky.Reading(weight=sticky.closeness, beside=Fraction(1))) for derive in STICKY),
    (table_one.ratio_of_steps, table_one.Printed(steps_em="431")),
    (table_one.entropy_gap, table_one.Printed(minimum="1.830")),
    (table_one.calibration_em, table_one.Printed(entropy_em="1.999")),
    (table_one.calibration_sgd, table_one.Printed(entropy_sgd="2.078")),
    (table_one.loss_gap, table_one.Printed(loss_em="1.971")),
    (table_one.share_closed_em, table_one.Printed(minimum="1.830")),
    (table_one.share_closed_sgd, table_one.Printed(loss_sgd="2.057")),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    other = derive(premises)
    assert other.status is Status.DERIVED
    assert sp.simplify(other.formula - derive().formula) != 0


@pytest.mark.parametrize("derive", [*RESCALED, *AT_REST, step_along_value])
def test_nothing_is_left(derive: Callable[..., Derivation]) -> None:
    assert derive().formula == 0


@pytest.mark.parametrize("derive", RESCALED)
@pytest.mark.parametrize(
    "premises", [training.Rescaled(inside=training.factor), training.Rescaled(step=number(1))]
)
def test_a_step_that_is_not_rescaled_is_another(derive: Callable[..., Derivation], premises: object) -> None:
    with pytest.raises(Refused, match="not the same"):
        derive(premises)


def test_a_rate_round_the_circle_is_the_entropy_of_its_row_worked_by_hand() -> None:
    moves = [1, 1, 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 4]
    row = [0.3, *(0.7 * move / sum(moves) for move in moves)]
    by_hand = -sum(p * log(p) for p in row)
    assert float(sticky.entropy_rate_text().formula) == pytest.approx(by_hand, rel=1e-12)
    assert float(sticky.entropy_rate_bits().formula) == pytest.approx(by_hand / log(2), rel=1e-12)


def test_the_least_loss_is_a_bound_from_below() -> None:
    assert training.least_loss().relation == ">="
    assert training.least_loss(training.Prediction(total=2)).formula == -sp.log(2)


def test_values_divided_by_another_power_of_their_length_change_it() -> None:
    with pytest.raises(Refused, match="not the same"):
        step_along_value(Division(power=Fraction(1, 2)))
