"""Are trials independent? The scatter of the means of blocks tests the standard errors of all trials.

Of B blocks with n_b trials, means m_b and scatters W_b within, F = [sum n_b (m_b - m)^2 / (B - 1)] over
[sum W_b / (N - B)] is one for independent trials, and larger where trials of a block share something.
Where a handful of rare trials make up a mean they may fall into one block by chance, and F is their
number at most; so a single design point has to show more than several points together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

LEVEL: Final = 1e-8
"""P-value of one test: a run makes hundreds of thousands."""

ALONE: Final = 6.0
"""F from which a single design point tells: six rare trials in one block are no chance."""

COUNTED: Final = 1.5
MIN_EVENTS: Final = 5.0
"""F from which a proportion tells that expects so many events in each block."""

ROUNDING: Final = 1e-6
"""Relative scatter below which trials of single precision differ by rounding alone."""

TOGETHER: Final = 2.0
FEWEST_GROUPS: Final = 4
"""Mean F from which so many groups of design points tell together, the one with the largest left out."""


@dataclass(frozen=True, kw_only=True)
class TrialBlocks:
    """One group of design points: trials of each block, shape "blocks", and its means and scatters of trials.

    `means` and `scatters` have shape "blocks points". `counted` says that the trials are zeros and ones.
    """

    counts: NDArray[np.float64]
    means: Matrix
    scatters: Matrix
    counted: bool = False

    @classmethod
    def of(cls, blocks: Sequence[NDArray[np.float64]], *, counted: bool = False) -> TrialBlocks:
        """One design point from the trials of each block."""
        return cls(
            counts=np.array([len(block) for block in blocks], dtype=np.float64),
            means=np.array([[block.mean()] for block in blocks]),
            scatters=np.array([[np.sum((block - block.mean()) ** 2)] for block in blocks]),
            counted=counted,
        )

    @property
    def dof(self) -> int:
        """Degrees of freedom between the blocks."""
        return len(self.counts) - 1

    @property
    def ratios(self) -> NDArray[np.float64]:
        """F of each point; one where nothing but rounding varies within the blocks."""
        total = self.counts.sum()
        overall = self.counts @ self.means / total
        between = self.counts @ (self.means - overall) ** 2 / self.dof
        within = self.scatters.sum(axis=0) / (total - len(self.counts))
        varies = within > (ROUNDING * overall) ** 2
        ratios = np.divide(between, within, out=np.ones_like(between), where=varies)
        return np.asarray(ratios, dtype=np.float64)

    @property
    def telling(self) -> NDArray[np.float64]:
        """The F from which each point tells by itself."""
        share = self.counts @ self.means / self.counts.sum()
        events = np.minimum(share, 1 - share) * self.counts.min()
        return np.where(self.counted & (events >= MIN_EVENTS), COUNTED, ALONE)


def excess_scatter(groups: Sequence[TrialBlocks]) -> float | None:
    """How many times more block means scatter than their standard errors say; none where they do not."""
    groups = [group for group in groups if group.dof > 0 and group.counts.sum() > len(group.counts)]
    alone = [float(f) for group in groups for f in group.ratios[_tells(group)]]
    if alone:
        return math.sqrt(max(alone))
    return _together(groups)


def _tells(group: TrialBlocks) -> NDArray[np.bool_]:
    rest = group.counts.sum() - len(group.counts)
    p = scipy.special.fdtrc(group.dof, rest, group.ratios)
    return np.asarray((group.ratios >= group.telling) & (p < LEVEL), dtype=np.bool_)


def _together(groups: Sequence[TrialBlocks]) -> float | None:
    """Points of a group share trials, so their mean F counts once; the largest of all groups is left out."""
    if len(groups) < FEWEST_GROUPS:
        return None
    means = sorted((float(group.ratios.mean()), group.dof) for group in groups)[:-1]
    dof = sum(d for _, d in means)
    total = sum(f * d for f, d in means)
    alarms = total >= TOGETHER * dof and scipy.special.chdtrc(dof, total) < LEVEL
    return math.sqrt(total / dof) if alarms else None
