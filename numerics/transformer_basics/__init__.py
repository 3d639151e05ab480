"""Quantities of the topic `transformer_basics`, measured from their definitions.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .coherence import coherence, coherence_collapsed
from .copying import copying
from .heads import (
    generic_parameters,
    head_width,
    layer_parameters,
    score_rank,
    score_winners,
    split_head_gap,
)
from .layers import (
    combination_order,
    graph_gap,
    joint_effect,
    joint_pairs,
    message_gap,
    positions_seen,
    receptive_field,
)
from .losses import (
    chain_rule_gap,
    excess_entropy,
    logit_gradient_gap,
    logit_push,
    minimiser_gap,
    residual,
    residual_time,
    training_time,
)
from .mlps import (
    compute_share,
    direction_rate,
    majority_length,
    mlp_parameters,
    mlp_share,
    model_parameters,
    norm_change,
    output_rank,
)
from .normalisation import norm_moment, norm_variance_gap, rescaling_gap
from .positions import (
    alias_gap,
    lag_share,
    nearest_places,
    rotary_gap,
    rotary_pair,
    sinusoid_gap,
    table_collisions,
    table_spacing,
)
from .recurrence import (
    information_drop,
    information_rate,
    jacobian_norm,
    jacobian_rate,
    jordan_corner,
    lag_information,
    saturated_norm,
)
from .saturation import jacobian_gap, softmax_row, softmax_row_collapsed, two_keys
from .scores import (
    aligned_score,
    neutral_power,
    normal_distance,
    scaled_score,
    score_sample,
    score_shape,
    shifted_score,
)
from .sequence import (
    appending_gap,
    broken_orders,
    cache_gap,
    order_gap,
    outputs_changed,
    position_gap,
)
from .streams import rectified_network, residual_network, residual_stream, sublayer_input, sum_variance
from .weighting import (
    averaging,
    concentration,
    convex_ratio,
    negative_share,
    quotient_tail,
    quotient_tail_exact,
)

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "score_shape": score_shape,
    "score_sample": score_sample,
    "shifted_score": shifted_score,
    "scaled_score": scaled_score,
    "neutral_power": neutral_power,
    "aligned_score": aligned_score,
    "normal_distance": normal_distance,
    "two_keys": two_keys,
    "softmax_row": softmax_row,
    "softmax_row_collapsed": softmax_row_collapsed,
    "jacobian_gap": jacobian_gap,
    "quotient_tail": quotient_tail,
    "quotient_tail_exact": quotient_tail_exact,
    "negative_share": negative_share,
    "averaging": averaging,
    "concentration": concentration,
    "convex_ratio": convex_ratio,
    "head_width": head_width,
    "layer_parameters": layer_parameters,
    "score_rank": score_rank,
    "score_winners": score_winners,
    "generic_parameters": generic_parameters,
    "split_head_gap": split_head_gap,
    "receptive_field": receptive_field,
    "positions_seen": positions_seen,
    "graph_gap": graph_gap,
    "joint_pairs": joint_pairs,
    "joint_effect": joint_effect,
    "message_gap": message_gap,
    "combination_order": combination_order,
    "order_gap": order_gap,
    "broken_orders": broken_orders,
    "appending_gap": appending_gap,
    "outputs_changed": outputs_changed,
    "cache_gap": cache_gap,
    "position_gap": position_gap,
    "sinusoid_gap": sinusoid_gap,
    "nearest_places": nearest_places,
    "alias_gap": alias_gap,
    "lag_share": lag_share,
    "rotary_gap": rotary_gap,
    "rotary_pair": rotary_pair,
    "table_collisions": table_collisions,
    "table_spacing": table_spacing,
    "copying": copying,
    "sum_variance": sum_variance,
    "residual_network": residual_network,
    "residual_stream": residual_stream,
    "rectified_network": rectified_network,
    "sublayer_input": sublayer_input,
    "norm_moment": norm_moment,
    "norm_variance_gap": norm_variance_gap,
    "rescaling_gap": rescaling_gap,
    "logit_push": logit_push,
    "logit_gradient_gap": logit_gradient_gap,
    "minimiser_gap": minimiser_gap,
    "chain_rule_gap": chain_rule_gap,
    "excess_entropy": excess_entropy,
    "residual": residual,
    "residual_time": residual_time,
    "training_time": training_time,
    "mlp_parameters": mlp_parameters,
    "mlp_share": mlp_share,
    "model_parameters": model_parameters,
    "compute_share": compute_share,
    "majority_length": majority_length,
    "norm_change": norm_change,
    "output_rank": output_rank,
    "coherence": coherence,
    "coherence_collapsed": coherence_collapsed,
    "direction_rate": direction_rate,
    "jacobian_norm": jacobian_norm,
    "jacobian_rate": jacobian_rate,
    "jordan_corner": jordan_corner,
    "saturated_norm": saturated_norm,
    "lag_information": lag_information,
    "information_drop": information_drop,
    "information_rate": information_rate,
}
"""Every quantity of the topic by its name."""
