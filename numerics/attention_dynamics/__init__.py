"""Quantities of the topic `attention_dynamics`, measured from their definitions.

Source: Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .gradients import gradient_gap
from .loop import loop_drift, loop_phase, loop_tail, smallest_loop
from .nulls import (
    advantage_mean,
    column_null,
    column_usage,
    key_null,
    key_null_quadrature,
    key_training,
    prediction_error,
)
from .schedules import schedule_effect
from .shared import shared_update, smoothed_power, smoothed_update_gap
from .step_scaling import hand_set_excess, initial_gradient, reparametrisation_gap, sum_of_losses
from .sticky import sticky_entropy_rate, sticky_stay_probability
from .table_one import largest_entropy, table_number, table_p_value
from .toy import toy_events, toy_shares

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "gradient_gap": gradient_gap,
    "shared_update": shared_update,
    "smoothed_power": smoothed_power,
    "smoothed_update_gap": smoothed_update_gap,
    "schedule_effect": schedule_effect,
    "hand_set_excess": hand_set_excess,
    "initial_gradient": initial_gradient,
    "reparametrisation_gap": reparametrisation_gap,
    "sum_of_losses": sum_of_losses,
    "sticky_entropy_rate": sticky_entropy_rate,
    "sticky_stay_probability": sticky_stay_probability,
    "largest_entropy": largest_entropy,
    "table_number": table_number,
    "table_p_value": table_p_value,
    "toy_events": toy_events,
    "toy_shares": toy_shares,
    "advantage_mean": advantage_mean,
    "column_null": column_null,
    "column_usage": column_usage,
    "key_null": key_null,
    "key_null_quadrature": key_null_quadrature,
    "key_training": key_training,
    "prediction_error": prediction_error,
    "loop_drift": loop_drift,
    "loop_phase": loop_phase,
    "loop_tail": loop_tail,
    "smallest_loop": smallest_loop,
}
"""Every quantity of the topic by its name."""

__all__ = [
    "QUANTITIES",
    "advantage_mean",
    "column_null",
    "column_usage",
    "gradient_gap",
    "hand_set_excess",
    "initial_gradient",
    "key_null",
    "key_null_quadrature",
    "key_training",
    "largest_entropy",
    "loop_drift",
    "loop_phase",
    "loop_tail",
    "prediction_error",
    "reparametrisation_gap",
    "schedule_effect",
    "shared_update",
    "smallest_loop",
    "smoothed_power",
    "smoothed_update_gap",
    "sticky_entropy_rate",
    "sticky_stay_probability",
    "sum_of_losses",
    "table_number",
    "table_p_value",
    "toy_events",
    "toy_shares",
]
