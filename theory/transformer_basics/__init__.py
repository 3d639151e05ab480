"""Derivations of the topic `transformer_basics`, each a function of the premises.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .averaging import average_variance, convex_gap, jacobian_row_sum
from .depth import (
    all_places,
    causal_places,
    degree,
    earlier_places,
    frozen_order,
    other_tokens,
    receptive_field,
)
from .heads import (
    biased_head_parameters,
    head_parameters,
    product_directions,
    score_rank,
    split_score_gap,
)
from .lags import lag_share
from .losses import (
    excess_bound,
    logit_gradient_gap,
    one_hot_push,
    sequence_gap,
    training_time,
    training_time_one,
    truth_gradient,
)
from .mlps import (
    biased_mlp_parameters,
    biased_mlp_share,
    causal_compute_share,
    compute_share,
    embedded_parameters,
    majority_length,
    mlp_parameters,
    mlp_share,
    model_parameters,
    plain_mlp_parameters,
)
from .normalisation import (
    doubled_variance,
    norm_mean,
    norm_variance,
    norm_variance_gap,
    rescaling_gap,
    unit_power,
)
from .quotient import negative_share, pair_tail
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
    full_score_mean,
    neutral_power,
    normal_excess_order,
    normal_score_excess,
    root_variance,
    scaled_variance,
    score_deviation,
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
from .tables import wrapped_repeats

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        receptive_field,
        degree,
        other_tokens,
        frozen_order,
        causal_places,
        earlier_places,
        all_places,
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
        wrapped_repeats,
        norm_gap,
        rotary_shift_gap,
        cosine_gap,
        aligned_cosine_gap,
        mean_cosine_gap,
        score_variance,
        score_deviation,
        shifted_score_variance,
        root_variance,
        scaled_variance,
        neutral_power,
        score_excess,
        normal_score_excess,
        normal_excess_order,
        sign_score_excess,
        aligned_score_mean,
        aligned_score_variance,
        full_score_mean,
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
        negative_share,
        head_parameters,
        biased_head_parameters,
        score_rank,
        product_directions,
        split_score_gap,
        independent_sum,
        identical_sum,
        correlated_sum,
        fixed_stream,
        relative_stream,
        last_gradient,
        norm_mean,
        norm_variance_gap,
        norm_variance,
        doubled_variance,
        unit_power,
        rescaling_gap,
        logit_gradient_gap,
        truth_gradient,
        one_hot_push,
        excess_bound,
        sequence_gap,
        training_time,
        training_time_one,
        mlp_parameters,
        plain_mlp_parameters,
        biased_mlp_parameters,
        mlp_share,
        biased_mlp_share,
        model_parameters,
        embedded_parameters,
        compute_share,
        causal_compute_share,
        majority_length,
        jacobian_norm,
        jordan_corner,
        lag_information,
    )
}
"""Every derivation of the topic by its name."""
