"""Derivations of the topic `associative_memory`, each a function of the premises.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {function.__name__: function for function in ()}
"""Every derivation of the topic by its name."""

__all__ = ["DERIVATIONS"]
