"""Derivations of the topic `attention_dynamics`, each a function of the premises.

Source: Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {function.__name__: function for function in ()}
"""Every derivation of the topic by its name."""

__all__ = ["DERIVATIONS"]
