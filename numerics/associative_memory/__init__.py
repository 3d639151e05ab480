"""Quantities of the topic `associative_memory`, measured from their definitions.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .error import recall_error
from .joint import recall_error_joint
from .marginal import recall_error_marginal

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "recall_error": recall_error,
    "recall_error_joint": recall_error_joint,
    "recall_error_marginal": recall_error_marginal,
}
"""Every quantity of the topic by its name."""

__all__ = ["QUANTITIES", "recall_error", "recall_error_joint", "recall_error_marginal"]
