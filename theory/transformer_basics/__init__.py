"""Derivations of the topic `transformer_basics`, each a function of the premises.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .averaging import average_variance, convex_gap, jacobian_row_sum
from .heads import biased_head_parameters, head_parameters
from .saturation import (
    jacobian_above,
    jacobian_below,
    query_gradient_above,
    query_gradient_below,
    shortfall_above,
    shortfall_below,
    softmax_jacobian,
)
from .scores import (
    aligned_score_mean,
    aligned_score_variance,
    neutral_power,
    normal_score_excess,
    scaled_variance,
    score_excess,
    score_variance,
    shifted_score_variance,
    sign_score_excess,
)

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        score_variance,
        shifted_score_variance,
        scaled_variance,
        neutral_power,
        score_excess,
        normal_score_excess,
        sign_score_excess,
        aligned_score_mean,
        aligned_score_variance,
        softmax_jacobian,
        jacobian_row_sum,
        shortfall_above,
        shortfall_below,
        jacobian_above,
        jacobian_below,
        query_gradient_above,
        query_gradient_below,
        convex_gap,
        average_variance,
        head_parameters,
        biased_head_parameters,
    )
}
"""Every derivation of the topic by its name."""
