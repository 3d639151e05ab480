"""Witnesses of sentences, the least loss and printed tables: other numbers under other premises."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics import rest_points, table_one, training, witnesses
from theorycheck.theory.kernel import Refused
from theorycheck.theory.kernel.theorem import Status

FIFTH = Fraction(1, 5)
BY_USERS = {
    witnesses.pull_to_signal: witnesses.TWO_USERS,
    witnesses.pull_to_error: witnesses.TWO_USERS,
    witnesses.held_compatibility: witnesses.LESS_USED,
    witnesses.moving_compatibility: witnesses.LESS_USED,
    witnesses.away_from_served: witnesses.CROSSED,
    witnesses.joint_relief: witnesses.OPPOSED,
    witnesses.least_relief: witnesses.OPPOSED,
    witnesses.step_over_error: witnesses.TWO_USERS,
    witnesses.pull_to_query: witnesses.TWO_VALUES,
    witnesses.pull_to_output: witnesses.TWO_VALUES,
    witnesses.gap_to_errors: witnesses.TWO_USERS,
    witnesses.gap_to_residuals: witnesses.TWO_USERS,
}
BY_READOUT = (
    rest_points.loss_along_error,
    rest_points.loss_against_error,
    rest_points.logit_against_error,
    rest_points.log_odds_against_error,
)
BY_ROW = {
    rest_points.score_of_worse: rest_points.TWO_VALUES,
    rest_points.weight_of_best: rest_points.BEST_OF_THREE,
    rest_points.weight_of_helpful: rest_points.HELPFUL,
    rest_points.thawing_rate: rest_points.THAWING,
}
UNEVEN = replace(rest_points.BALANCED, weights=(FIFTH, 2 * FIFTH))
OTHERS = [
    *((derive, replace(base, weights=(FIFTH, FIFTH))) for derive, base in BY_USERS.items()),
    *((derive, replace(base, errors=(1, 3))) for derive, base in BY_USERS.items()),
    *((derive, replace(rest_points.ONE_QUERY, predicted=(FIFTH, 4 * FIFTH))) for derive in BY_READOUT),
    *(
        (derive, replace(base, compatibilities=tuple(2 * x for x in base.compatibilities)))
        for derive, base in BY_ROW.items()
    ),
    (witnesses.moving_compatibility, replace(witnesses.LESS_USED, value=1)),
    (witnesses.advantage_of_served, replace(witnesses.SERVED, weights=((FIFTH, 4 * FIFTH),) * 2)),
    (witnesses.advantage_of_served, replace(witnesses.SERVED, errors=(1, -1))),
    (training.least_loss, training.Prediction(total=2)),
    (table_one.ratio_of_steps, table_one.Printed(steps_em="431")),
    (table_one.entropy_gap, table_one.Printed(minimum="1.830")),
    (table_one.calibration_em, table_one.Printed(entropy_em="1.999")),
    (table_one.calibration_sgd, table_one.Printed(entropy_sgd="2.078")),
    (table_one.loss_gap, table_one.Printed(loss_em="1.971")),
    (table_one.share_closed_em, table_one.Printed(minimum="1.830")),
    (table_one.share_closed_sgd, table_one.Printed(loss_sgd="2.057")),
    (rest_points.error_at_balance, replace(rest_points.BALANCED, errors=(-2, 2))),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive, premises):
    other = derive(premises)
    assert other.status is Status.DERIVED
    assert sp.simplify(other.formula - derive().formula) != 0


@pytest.mark.parametrize(
    ("derive", "premises"),
    [
        (rest_points.loss_at_mean_row, replace(rest_points.MEAN_ROW, rows=(1, 1, -1))),
        (rest_points.loss_at_balance, UNEVEN),
        (rest_points.error_at_balance, UNEVEN),
    ],
)
def test_elsewhere_it_is_not_said(derive, premises):
    with pytest.raises(Refused):
        derive(premises)
