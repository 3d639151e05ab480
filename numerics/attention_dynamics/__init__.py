"""Quantities of the topic `attention_dynamics`, measured from their definitions.

Source: Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .divided_values import normalised_values
from .dominance import dominance_error, dominance_power, dominance_share, dominant_gain
from .feedback import arrow, feedback
from .filtering import bayes_filter
from .first_order import (
    change_gap,
    curvature_ratio,
    loss_remainder,
    pull_by_weight,
    side_effects,
    step_balance,
)
from .free_steps import free_steps
from .gradients import gradient_gap
from .invariances import invariance_gap
from .loop import loop_drift, loop_phase, loop_tail, smallest_loop, two_queries
from .mixture import responsibility_gap
from .nulls import (
    advantage_mean,
    column_null,
    column_usage,
    key_null,
    key_null_quadrature,
    key_training,
    prediction_error,
)
from .released import released_training
from .routing import lstm_routing, routing_conjecture, routing_definition, value_conjecture
from .schedules import schedule_effect
from .sentences import (
    compatibility_gain,
    conjecture_ratio,
    error_descent,
    loss_at_rest,
    own_advantage,
    prototype_gap,
    pull_length,
    relief,
    routing_response,
    score_push,
    thaw,
    value_pull,
    weight_push,
)
from .shared import shared_update, smoothed_power, smoothed_update_gap
from .sharpening import specialisation
from .step_scaling import (
    alternation_gap,
    hand_set_excess,
    initial_gradient,
    reparametrisation_gap,
    resting_gradient,
    sum_of_losses,
)
from .sticky import sticky_entropy_rate, sticky_stay_probability
from .table_one import largest_entropy, table_number, table_p_value
from .toy import toy_events, toy_shares
from .tuning import tuned_effect

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "gradient_gap": gradient_gap,
    "invariance_gap": invariance_gap,
    "routing_conjecture": routing_conjecture,
    "value_conjecture": value_conjecture,
    "routing_definition": routing_definition,
    "lstm_routing": lstm_routing,
    "responsibility_gap": responsibility_gap,
    "shared_update": shared_update,
    "smoothed_power": smoothed_power,
    "smoothed_update_gap": smoothed_update_gap,
    "schedule_effect": schedule_effect,
    "released_training": released_training,
    "bayes_filter": bayes_filter,
    "tuned_effect": tuned_effect,
    "specialisation": specialisation,
    "normalised_values": normalised_values,
    "alternation_gap": alternation_gap,
    "hand_set_excess": hand_set_excess,
    "initial_gradient": initial_gradient,
    "reparametrisation_gap": reparametrisation_gap,
    "resting_gradient": resting_gradient,
    "sum_of_losses": sum_of_losses,
    "sticky_entropy_rate": sticky_entropy_rate,
    "sticky_stay_probability": sticky_stay_probability,
    "largest_entropy": largest_entropy,
    "table_number": table_number,
    "table_p_value": table_p_value,
    "toy_events": toy_events,
    "toy_shares": toy_shares,
    "arrow": arrow,
    "feedback": feedback,
    "change_gap": change_gap,
    "own_advantage": own_advantage,
    "curvature_ratio": curvature_ratio,
    "dominance_error": dominance_error,
    "dominance_power": dominance_power,
    "dominance_share": dominance_share,
    "dominant_gain": dominant_gain,
    "loss_remainder": loss_remainder,
    "pull_by_weight": pull_by_weight,
    "side_effects": side_effects,
    "step_balance": step_balance,
    "compatibility_gain": compatibility_gain,
    "conjecture_ratio": conjecture_ratio,
    "error_descent": error_descent,
    "loss_at_rest": loss_at_rest,
    "prototype_gap": prototype_gap,
    "pull_length": pull_length,
    "relief": relief,
    "routing_response": routing_response,
    "score_push": score_push,
    "thaw": thaw,
    "value_pull": value_pull,
    "weight_push": weight_push,
    "advantage_mean": advantage_mean,
    "column_null": column_null,
    "column_usage": column_usage,
    "key_null": key_null,
    "key_null_quadrature": key_null_quadrature,
    "key_training": key_training,
    "prediction_error": prediction_error,
    "free_steps": free_steps,
    "loop_drift": loop_drift,
    "loop_phase": loop_phase,
    "loop_tail": loop_tail,
    "smallest_loop": smallest_loop,
    "two_queries": two_queries,
}
"""Every quantity of the topic by its name."""

__all__ = [
    "QUANTITIES",
    "advantage_mean",
    "alternation_gap",
    "arrow",
    "bayes_filter",
    "change_gap",
    "column_null",
    "column_usage",
    "compatibility_gain",
    "conjecture_ratio",
    "curvature_ratio",
    "dominance_error",
    "dominance_power",
    "dominance_share",
    "dominant_gain",
    "error_descent",
    "feedback",
    "free_steps",
    "gradient_gap",
    "hand_set_excess",
    "initial_gradient",
    "invariance_gap",
    "key_null",
    "key_null_quadrature",
    "key_training",
    "largest_entropy",
    "loop_drift",
    "loop_phase",
    "loop_tail",
    "loss_at_rest",
    "loss_remainder",
    "lstm_routing",
    "normalised_values",
    "own_advantage",
    "prediction_error",
    "prototype_gap",
    "pull_by_weight",
    "pull_length",
    "released_training",
    "relief",
    "reparametrisation_gap",
    "responsibility_gap",
    "resting_gradient",
    "routing_conjecture",
    "routing_definition",
    "routing_response",
    "schedule_effect",
    "score_push",
    "shared_update",
    "side_effects",
    "smallest_loop",
    "smoothed_power",
    "smoothed_update_gap",
    "specialisation",
    "step_balance",
    "sticky_entropy_rate",
    "sticky_stay_probability",
    "sum_of_losses",
    "table_number",
    "table_p_value",
    "thaw",
    "toy_events",
    "toy_shares",
    "tuned_effect",
    "two_queries",
    "value_conjecture",
    "value_pull",
    "weight_push",
]
