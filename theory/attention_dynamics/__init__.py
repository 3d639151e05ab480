"""Derivations of the topic `attention_dynamics`, each a function of the premises.

Source: Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .explicit import ENTRY_BY_ENTRY
from .gradients import (
    bias_gap,
    jacobian_gap,
    key_gap,
    key_matrix_gap,
    logit_gap,
    output_matrix_gap,
    query_covariance_gap,
    query_gap,
    query_matrix_gap,
    score_gap,
    upstream_gap,
    value_gap,
    value_matrix_gap,
    weight_gap,
)
from .invariances import (
    key_gradient_sum,
    output_balance,
    routing_balance,
    score_row_sum,
    value_shift,
)
from .loop import loop_conserved, loop_total
from .mixture import responsibility_gap
from .nulls import advantage_mean, random_cosine, random_square_cosine
from .routing import baseline_gap, value_parameter_gap
from .shared import free_update_gap, smoothed_power, smoothed_update_gap
from .steps import (
    advantage_balance,
    compatibility_balance,
    dominance_error,
    dominant_gain,
    own_advantage,
    prototype_step,
    query_change,
    routing_response,
    score_balance,
    second_order,
    total_change,
)

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        *ENTRY_BY_ENTRY,
        responsibility_gap,
        baseline_gap,
        value_parameter_gap,
        bias_gap,
        jacobian_gap,
        key_gap,
        key_matrix_gap,
        logit_gap,
        output_matrix_gap,
        query_covariance_gap,
        query_gap,
        query_matrix_gap,
        score_gap,
        upstream_gap,
        value_gap,
        value_matrix_gap,
        weight_gap,
        key_gradient_sum,
        output_balance,
        routing_balance,
        score_row_sum,
        value_shift,
        free_update_gap,
        smoothed_power,
        smoothed_update_gap,
        advantage_balance,
        compatibility_balance,
        dominance_error,
        dominant_gain,
        prototype_step,
        query_change,
        routing_response,
        score_balance,
        total_change,
        own_advantage,
        second_order,
        advantage_mean,
        random_cosine,
        random_square_cosine,
        loop_conserved,
        loop_total,
    )
}
"""Every derivation of the topic by its name."""

__all__ = [
    "DERIVATIONS",
    "advantage_balance",
    "advantage_mean",
    "baseline_gap",
    "bias_gap",
    "compatibility_balance",
    "dominance_error",
    "dominant_gain",
    "free_update_gap",
    "jacobian_gap",
    "key_gap",
    "key_gradient_sum",
    "key_matrix_gap",
    "logit_gap",
    "loop_conserved",
    "loop_total",
    "output_balance",
    "output_matrix_gap",
    "own_advantage",
    "prototype_step",
    "query_change",
    "query_covariance_gap",
    "query_gap",
    "query_matrix_gap",
    "random_cosine",
    "random_square_cosine",
    "responsibility_gap",
    "routing_balance",
    "routing_response",
    "score_balance",
    "score_gap",
    "score_row_sum",
    "second_order",
    "smoothed_power",
    "smoothed_update_gap",
    "total_change",
    "upstream_gap",
    "value_gap",
    "value_matrix_gap",
    "value_parameter_gap",
    "value_shift",
    "weight_gap",
]
