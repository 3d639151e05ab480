"""Quantities of the topic `markov_chains`, measured from their definitions.

Source: Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides), and the
papers behind it: arXiv 2402.04161; "Local to Global" and "Constant Depth Suffices", NeurIPS 2024.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .add_half import (
    add_half_chain_excess,
    add_half_chain_redundancy,
    add_half_excess,
    add_half_redundancy,
    add_half_regret,
    largest_log_loss,
)
from .constructions import (
    cold_error,
    layers_enough,
    limit_error,
    lone_position_error,
    long_sequences,
    one_layer_error,
    shortest_failure,
    two_layer_error,
    worst_error,
)
from .context_risk import (
    context_risk,
    context_risk_scaled,
    infinite_loss,
)
from .contexts import context_gap, context_gap_scaled, unnormalised_excess, unnormalised_pair
from .curvature import (
    embedding_curvature,
    marginal_bias_curvature,
    marginal_eigenvalue,
    marginal_gap,
    marginal_inertia,
    marginal_value,
)
from .depth import (
    doubling_error,
    four_layer_error,
    four_layer_order,
    long_attention,
    many_heads_error,
    matching_rank,
    pattern_count,
    reachable_order,
    sink_slope,
)
from .end_map import final_excess, sharp_square
from .end_ratio import end_ratio
from .end_shares import global_share, rare_rate, rare_share, switching_gap
from .escape import escape_path, saddle_descent, saddle_escape
from .facts import (
    bigram_slope,
    entropy_rate,
    information_asymmetry,
    information_gap,
    information_second,
    information_third,
    lag_covariance,
    marginal_entropy,
    odds_product,
    saved_loss,
    stationary_one,
)
from .far_out import (
    add_half_chain_excess_limit,
    add_half_chain_redundancy_limit,
    add_half_excess_limit,
    add_half_redundancy_limit,
    add_half_regret_limit,
    context_constant,
    order_floor,
    redundancy_growth,
    undefined_rate,
)
from .flow import energy_balance, energy_change, flow_drift
from .flow_rest import line_curvature, line_excess, line_fall, line_rise, orbit
from .flow_starts import attention_starts, gaussian_starts, moving_starts
from .marginal import marginal_embedding, marginal_gradient, marginal_loss_gap, plain_slope, prediction_gap
from .modular import modular_redundancy, modular_risk
from .neighbourhood import crosswise_curvature, flat_dimension, least_excess
from .reduced import curve_excess, intercept_odds, loss_curvature, minimisers, slope_odds
from .representation import attention_excess, best_plain_excess, represented_excess
from .totals import (
    estimate_total,
)
from .training import training_outcome
from .unseen import undefined_probability

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "energy_balance": energy_balance,
    "energy_change": energy_change,
    "flow_drift": flow_drift,
    "line_curvature": line_curvature,
    "line_excess": line_excess,
    "line_fall": line_fall,
    "line_rise": line_rise,
    "orbit": orbit,
    "end_ratio": end_ratio,
    "attention_starts": attention_starts,
    "final_excess": final_excess,
    "gaussian_starts": gaussian_starts,
    "global_share": global_share,
    "moving_starts": moving_starts,
    "rare_rate": rare_rate,
    "rare_share": rare_share,
    "sharp_square": sharp_square,
    "switching_gap": switching_gap,
    "curve_excess": curve_excess,
    "intercept_odds": intercept_odds,
    "loss_curvature": loss_curvature,
    "minimisers": minimisers,
    "slope_odds": slope_odds,
    "add_half_chain_excess_limit": add_half_chain_excess_limit,
    "add_half_chain_redundancy_limit": add_half_chain_redundancy_limit,
    "add_half_excess_limit": add_half_excess_limit,
    "add_half_redundancy_limit": add_half_redundancy_limit,
    "add_half_regret_limit": add_half_regret_limit,
    "context_constant": context_constant,
    "order_floor": order_floor,
    "redundancy_growth": redundancy_growth,
    "modular_redundancy": modular_redundancy,
    "undefined_rate": undefined_rate,
    "crosswise_curvature": crosswise_curvature,
    "embedding_curvature": embedding_curvature,
    "flat_dimension": flat_dimension,
    "least_excess": least_excess,
    "marginal_bias_curvature": marginal_bias_curvature,
    "marginal_eigenvalue": marginal_eigenvalue,
    "marginal_gap": marginal_gap,
    "marginal_inertia": marginal_inertia,
    "marginal_value": marginal_value,
    "escape_path": escape_path,
    "saddle_descent": saddle_descent,
    "saddle_escape": saddle_escape,
    "cold_error": cold_error,
    "layers_enough": layers_enough,
    "limit_error": limit_error,
    "lone_position_error": lone_position_error,
    "long_sequences": long_sequences,
    "one_layer_error": one_layer_error,
    "shortest_failure": shortest_failure,
    "two_layer_error": two_layer_error,
    "worst_error": worst_error,
    "context_gap": context_gap,
    "context_gap_scaled": context_gap_scaled,
    "unnormalised_excess": unnormalised_excess,
    "unnormalised_pair": unnormalised_pair,
    "doubling_error": doubling_error,
    "many_heads_error": many_heads_error,
    "four_layer_error": four_layer_error,
    "four_layer_order": four_layer_order,
    "long_attention": long_attention,
    "matching_rank": matching_rank,
    "pattern_count": pattern_count,
    "reachable_order": reachable_order,
    "sink_slope": sink_slope,
    "training_outcome": training_outcome,
    "attention_excess": attention_excess,
    "best_plain_excess": best_plain_excess,
    "represented_excess": represented_excess,
    "marginal_embedding": marginal_embedding,
    "marginal_gradient": marginal_gradient,
    "marginal_loss_gap": marginal_loss_gap,
    "plain_slope": plain_slope,
    "prediction_gap": prediction_gap,
    "bigram_slope": bigram_slope,
    "entropy_rate": entropy_rate,
    "information_asymmetry": information_asymmetry,
    "information_gap": information_gap,
    "information_second": information_second,
    "information_third": information_third,
    "lag_covariance": lag_covariance,
    "marginal_entropy": marginal_entropy,
    "odds_product": odds_product,
    "saved_loss": saved_loss,
    "stationary_one": stationary_one,
    "add_half_chain_excess": add_half_chain_excess,
    "add_half_chain_redundancy": add_half_chain_redundancy,
    "add_half_excess": add_half_excess,
    "add_half_redundancy": add_half_redundancy,
    "add_half_regret": add_half_regret,
    "largest_log_loss": largest_log_loss,
    "context_risk": context_risk,
    "context_risk_scaled": context_risk_scaled,
    "infinite_loss": infinite_loss,
    "modular_risk": modular_risk,
    "estimate_total": estimate_total,
    "undefined_probability": undefined_probability,
}
"""Every quantity of the topic by its name."""
