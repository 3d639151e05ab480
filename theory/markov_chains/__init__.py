"""Derivations of the topic `markov_chains`, each a function of the premises.

Source: Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides), and the
papers behind it: arXiv 2402.04161; "Local to Global" and "Constant Depth Suffices", NeurIPS 2024.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .chain import (
    entropy_rate,
    information_gap,
    information_second,
    information_third,
    lag_covariance,
    marginal_entropy,
    stationary_one,
)
from .marginal import bias_slope, logit_slope, marginal_loss_gap, tied_slope, unembedding_slope
from .representation import bigram_loss_gap, bigram_slope, slope_sign

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
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
    "bias_slope",
    "bigram_loss_gap",
    "bigram_slope",
    "entropy_rate",
    "information_gap",
    "information_second",
    "information_third",
    "lag_covariance",
    "logit_slope",
    "marginal_entropy",
    "marginal_loss_gap",
    "slope_sign",
    "stationary_one",
    "tied_slope",
    "unembedding_slope",
]
