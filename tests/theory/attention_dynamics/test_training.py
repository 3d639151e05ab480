"""The least loss, printed tables and the chain's entropies: other premises, and by hand."""

from __future__ import annotations

from collections.abc import Callable
from math import log

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics import sticky, table_one, training
from theorycheck.theory.derivation import Derivation
from theorycheck.theory.kernel.theorem import Status

OTHERS = [
    (training.least_loss, training.Prediction(total=2)),
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


def test_a_rate_round_the_circle_is_the_entropy_of_its_row_worked_by_hand() -> None:
    moves = [1, 1, 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 4]
    row = [0.3, *(0.7 * move / sum(moves) for move in moves)]
    by_hand = -sum(p * log(p) for p in row)
    assert float(sticky.entropy_rate_text().formula) == pytest.approx(by_hand, rel=1e-12)
    assert float(sticky.entropy_rate_bits().formula) == pytest.approx(by_hand / log(2), rel=1e-12)
