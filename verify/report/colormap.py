"""A colormap: one hue whose strength is a value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .axes import within_reach

LOG_SPAN: Final = 100.0
"""Values above zero that span more than this factor are coloured by their logarithm."""


@dataclass(frozen=True, kw_only=True)
class Colormap:
    """The strength of a value, from 0 to 1."""

    low: float
    high: float
    is_log: bool

    def __call__(self, value: float) -> float:
        """The strength itself."""
        value = within_reach(value, is_log=self.is_log)
        if self.is_log:
            return (math.log(value) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
        return (value - self.low) / (self.high - self.low)


def colormap_of(values: Sequence[float]) -> Colormap:
    """The strengths of values: from zero to one for shares, else from the smallest to the largest."""
    low, high = within_reach(min(values)), within_reach(max(values))
    if low > 0 and high > LOG_SPAN * low:
        return Colormap(low=within_reach(low, is_log=True), high=high, is_log=True)
    if low >= 0 and high <= 1 and high > 1 / 2:
        return Colormap(low=0.0, high=1.0, is_log=False)
    return Colormap(low=low, high=high if high > low else low + 1.0, is_log=False)
