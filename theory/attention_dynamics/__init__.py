"""Derivations of the topic `attention_dynamics`, each a function of the premises.

Source: Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .shared import free_update_gap, smoothed_power, smoothed_update_gap

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        free_update_gap,
        smoothed_power,
        smoothed_update_gap,
    )
}
"""Every derivation of the topic by its name."""

__all__ = [
    "DERIVATIONS",
    "free_update_gap",
    "smoothed_power",
    "smoothed_update_gap",
]
