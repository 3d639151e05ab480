"""Derivations of the topic `transformer_basics`, each a function of the premises.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .averaging import average_variance, convex_gap, jacobian_row_sum
from .depth import degree, frozen_order, other_tokens, receptive_field
from .heads import biased_head_parameters, head_parameters, score_rank
from .lags import lag_share
from .losses import (
    excess_bound,
    logit_gradient_gap,
    sequence_gap,
    training_time,
    training_time_one,
    truth_gradient,
)
from .mlps import (
    causal_compute_share,
    compute_share,
    majority_length,
    mlp_parameters,
    mlp_share,
    model_parameters,
    plain_mlp_parameters,
)
from .normalisation import norm_mean, norm_variance, norm_variance_gap, rescaling_gap
from .quotient import pair_tail
from .recurrence import jacobian_norm, jordan_corner, lag_information
from .rotary import (
    alias_gap,
    aligned_cosine_gap,
    cosine_gap,
    mean_cosine_gap,
    norm_gap,
    rotary_shift_gap,
    sinusoid_gap,
)
from .saturation import (
    jacobian_above,
    jacobian_below,
    query_gradient_above,
    query_gradient_below,
    row_shortfall_above,
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
from .sequence import (
    appending_gap,
    equivariance_gap,
    invariance_gap,
    joint_effect,
    last_place_gap,
    linear_message_gap,
    message_gap,
    pooled_gap,
    position_gap,
)
from .streams import (
    correlated_sum,
    fixed_stream,
    identical_sum,
    independent_sum,
    last_gradient,
    relative_stream,
)

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        receptive_field,
        degree,
        other_tokens,
        frozen_order,
        message_gap,
        linear_message_gap,
        joint_effect,
        equivariance_gap,
        invariance_gap,
        pooled_gap,
        last_place_gap,
        appending_gap,
        position_gap,
        sinusoid_gap,
        alias_gap,
        lag_share,
        norm_gap,
        rotary_shift_gap,
        cosine_gap,
        aligned_cosine_gap,
        mean_cosine_gap,
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
        row_shortfall_above,
        jacobian_above,
        jacobian_below,
        query_gradient_above,
        query_gradient_below,
        convex_gap,
        average_variance,
        pair_tail,
        head_parameters,
        biased_head_parameters,
        score_rank,
        independent_sum,
        identical_sum,
        correlated_sum,
        fixed_stream,
        relative_stream,
        last_gradient,
        norm_mean,
        norm_variance_gap,
        norm_variance,
        rescaling_gap,
        logit_gradient_gap,
        truth_gradient,
        excess_bound,
        sequence_gap,
        training_time,
        training_time_one,
        mlp_parameters,
        plain_mlp_parameters,
        mlp_share,
        model_parameters,
        compute_share,
        causal_compute_share,
        majority_length,
        jacobian_norm,
        jordan_corner,
        lag_information,
    )
}
"""Every derivation of the topic by its name."""
