"""Derivations of the topic `markov_chains`, each a function of the premises.

Source: Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides), and the
papers behind it: arXiv 2402.04161; "Local to Global" and "Constant Depth Suffices", NeurIPS 2024.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .add_half import (
    add_half_excess,
    add_half_excess_binary,
    regret_constant,
    regret_even,
)
from .chain import (
    entropy_rate,
    information_gap,
    information_second,
    information_third,
    lag_covariance,
    marginal_entropy,
    stationary_one,
)
from .contexts import context_gap, plain_excess, worst_leak
from .curvature import (
    attended_curvature,
    bias_curvature,
    escape_rate,
    tied_curvature,
    tied_floor,
    untied_least,
)
from .depth import pattern_count, reachable_order, sink_slope
from .estimator import (
    context_constant,
    estimate_total,
    longer_constant,
    modular_constant,
    order_floor,
    printed_total,
    risk_constant,
)
from .marginal import bias_slope, logit_slope, marginal_loss_gap, tied_slope, unembedding_slope
from .representation import bigram_loss_gap, bigram_slope, slope_sign
from .unseen import (
    undefined_decay_pairs,
    undefined_decay_switching,
    undefined_decay_three,
    undefined_decay_triples,
)

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        context_gap,
        pattern_count,
        plain_excess,
        reachable_order,
        sink_slope,
        worst_leak,
        attended_curvature,
        bias_curvature,
        escape_rate,
        tied_curvature,
        tied_floor,
        untied_least,
        add_half_excess,
        add_half_excess_binary,
        regret_constant,
        regret_even,
        context_constant,
        estimate_total,
        longer_constant,
        modular_constant,
        order_floor,
        printed_total,
        risk_constant,
        undefined_decay_pairs,
        undefined_decay_switching,
        undefined_decay_three,
        undefined_decay_triples,
        bigram_loss_gap,
        bigram_slope,
        slope_sign,
        entropy_rate,
        information_gap,
        information_second,
        information_third,
        lag_covariance,
        marginal_entropy,
        stationary_one,
        bias_slope,
        logit_slope,
        marginal_loss_gap,
        tied_slope,
        unembedding_slope,
    )
}
"""Every derivation of the topic by its name."""

__all__ = [
    "DERIVATIONS",
    "add_half_excess",
    "add_half_excess_binary",
    "attended_curvature",
    "bias_curvature",
    "bias_slope",
    "bigram_loss_gap",
    "bigram_slope",
    "context_constant",
    "context_gap",
    "entropy_rate",
    "escape_rate",
    "estimate_total",
    "information_gap",
    "information_second",
    "information_third",
    "lag_covariance",
    "logit_slope",
    "longer_constant",
    "marginal_entropy",
    "marginal_loss_gap",
    "modular_constant",
    "order_floor",
    "pattern_count",
    "plain_excess",
    "printed_total",
    "reachable_order",
    "regret_constant",
    "regret_even",
    "risk_constant",
    "sink_slope",
    "slope_sign",
    "stationary_one",
    "tied_curvature",
    "tied_floor",
    "tied_slope",
    "undefined_decay_pairs",
    "undefined_decay_switching",
    "undefined_decay_three",
    "undefined_decay_triples",
    "unembedding_slope",
    "untied_least",
    "worst_leak",
]
