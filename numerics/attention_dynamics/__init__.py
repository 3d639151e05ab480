"""Quantities of the topic `attention_dynamics`, measured from their definitions.

Source: Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity

QUANTITIES: Final[Mapping[str, Quantity]] = {}
"""Every quantity of the topic by its name."""

__all__ = ["QUANTITIES"]
