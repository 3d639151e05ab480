"""Quantities of the topic `attention_dynamics`, measured from their definitions.

Source: Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .gradients import gradient_gap
from .shared import shared_update, smoothed_power, smoothed_update_gap

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "gradient_gap": gradient_gap,
    "shared_update": shared_update,
    "smoothed_power": smoothed_power,
    "smoothed_update_gap": smoothed_update_gap,
}
"""Every quantity of the topic by its name."""

__all__ = [
    "QUANTITIES",
    "gradient_gap",
    "shared_update",
    "smoothed_power",
    "smoothed_update_gap",
]
