"""The linear associative memory of the conditioning paper, simulated from its definitions."""

from __future__ import annotations

from typing import Final

from ..quantity import Quantity
from .noise import noise_power

_ALL: Final = (noise_power,)

QUANTITIES: Final[dict[str, Quantity]] = {quantity.name.partition(".")[2]: quantity for quantity in _ALL}

__all__ = ["QUANTITIES", "noise_power"]
