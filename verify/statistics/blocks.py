"""Are trials independent, and their means of many trials? What blocks of trials tell of standard errors.

The scatter of the means of blocks tests the standard errors of all trials.

Of B blocks with n_b trials, means m_b and scatters W_b within, F = [sum n_b (m_b - m)^2 / (B - 1)] over
[sum W_b / (N - B)] is one for independent trials, and larger where trials of a block share something.
Where a handful of rare trials make up a mean they may fall into one block by chance, and F is their
number at most; so a single design point has to show more than several points together.

Of trials with heavy tails, as products of many factors, a few make up the sum of squares, and the standard
error is that of what happened to be drawn: then one block holds much of all W_b. Where the trials x of a
point are known one by one, their asymmetry g = sum (x - m)^3 / [sum (x - m)^2]^(3/2), the skewness over
sqrt(n), tells it: t-values of a mean err by a part of g at first order, P(T > t) = 1 - Phi(t) - g (2 t^2 + 1)
phi(t) / 6 (Hall, The Bootstrap and Edgeworth Expansion, 1992, 2.6), and one trial that makes up all scatter
has g = 1. So the limit that lies away from the rare trials holds more often than it says, and only the other
one does not hold: means of positive g are too low more often than too high.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

Vector = NDArray[np.float64]
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


HELD: Final = 0.4
HELD_OF_FEW: Final = 1.8
"""Share of all scatter from which one block holds too much of it, or so many times an even share, if more."""

FEWEST_IN_BLOCK: Final = 256
"""Trials of a block whose scatter is held against that of others: fewer vary much whatever their tail."""

ASYMMETRIC: Final = 0.2
VERY_ASYMMETRIC: Final = 0.5
"""Asymmetry from which means have no limit on the side of the rare trials: Cochran's rule, n > 25 skewness^2
(Sampling Techniques, 1977, 2.15). Below it the true mean of one point is told from itself, at the level of
one of five, in 0.9 % of samples at most: of lognormal, Pareto and exponential trials, 40 to 4,000; above, in
up to 50 %. Growth, whose points err to the same side, is told by means below the second."""

NORMAL_ERRORS: Final = 3.2
"""Standard deviations of the asymmetry of normal trials that it must exceed as well, where they are few."""

FEWEST_ASYMMETRIC: Final = 3
"""Trials of which two are always symmetric."""


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

    def only(self, points: NDArray[np.intp]) -> TrialBlocks:
        """Some of the points."""
        return replace(self, means=self.means[:, points], scatters=self.scatters[:, points])

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
    def heavy_shares(self) -> list[float]:
        """The share of one block in the scatter of each point, where that is too much and no proportion's."""
        blocks = len(self.counts)
        total = self.scatters.sum(axis=0)
        if blocks < 2 or self.counts.min() < FEWEST_IN_BLOCK:  # noqa: PLR2004 - one has all
            return []
        varies = total > (ROUNDING * self.means.mean(axis=0)) ** 2 * self.counts.sum()
        of_shares = self.counts[:, None] * self.means * (1 - self.means)
        tail = varies & ~np.isclose(self.scatters, of_shares, rtol=ROUNDING, atol=0).all(axis=0)
        shares = self.scatters.max(axis=0)[tail] / total[tail]
        return [float(share) for share in shares if share >= max(HELD, HELD_OF_FEW / blocks)]

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


def heavy_share(groups: Sequence[TrialBlocks]) -> float | None:
    """The largest share of a point's scatter that one block holds where that is too much, else None.

    >>> even, one = np.ones((4, 1)), np.array([[1.0], [1.0], [1.0], [97.0]])
    >>> counts, means = np.full(4, 256.0), np.zeros((4, 1))
    >>> [heavy_share([TrialBlocks(counts=counts, means=means, scatters=w)]) for w in (even, one)]
    [None, 0.97]
    """
    shares = [share for group in groups if not group.counted for share in group.heavy_shares]
    return max(shares, default=None)


def skewness(points: Sequence[Vector]) -> Vector:
    """The skewness of the trials of each point over sqrt(n); zero of too few and of equal trials."""
    found = np.zeros(len(points))
    for point, trials in enumerate(points):
        deviations = trials - trials.mean()
        if len(trials) >= FEWEST_ASYMMETRIC and np.any(deviations != 0):
            scaled = deviations / np.sqrt(np.sum(deviations**2))
            # A power of 3 takes thirty times as long as two products.
            found[point] = np.sum(scaled * scaled * scaled)
    return found


def asymmetry(points: Sequence[Vector], *, shared: bool) -> Vector:
    """The asymmetry of the trials of each point, or that of all on average where it is larger.

    Zero where normal trials may have it; of points that share trials the average tells no more than one does.

    >>> even, one = np.array([-2.0, -1.0, 1.0, 2.0] * 10), np.array([0.0] * 39 + [1.0])
    >>> asymmetry([even, -one, one], shared=False).round(3).tolist()
    [0.0, -0.962, 0.962]
    """
    found = skewness(points)
    n = np.array([float(len(trials)) for trials in points])
    enough = (len(trials) >= FEWEST_ASYMMETRIC and np.any(trials != trials.mean()) for trials in points)
    told = np.fromiter(enough, dtype=np.bool_)
    variances = np.where(told, 6 * (n - 2) / (n * (n + 1) * (n + 3)), 0.0)
    if not told.any():
        return found
    mean, error = np.mean(found[told]), np.sqrt(np.mean(variances[told]) / (1 if shared else told.sum()))
    own = np.where(np.abs(found) >= NORMAL_ERRORS * np.sqrt(variances), found, 0.0)
    common = mean if abs(mean) >= NORMAL_ERRORS * error else 0.0
    return np.where(told & (np.abs(own) < abs(common)), common, own)


def largest_share(points: Sequence[Vector]) -> float:
    """The largest share of one trial in the scatter of a point; no point's trials are all equal."""
    return float(max(np.max(each**2) / np.sum(each**2) for each in (one - one.mean() for one in points)))


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
