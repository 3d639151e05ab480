"""Quantities of the topic `associative_memory`, measured from their definitions.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity

QUANTITIES: Final[Mapping[str, Quantity]] = {}
"""Every quantity of the topic by its name."""

__all__ = ["QUANTITIES"]
