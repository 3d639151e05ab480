"""Which of several laws describes the points: ordered by evidence, and what would tell the first two apart.

Each law is fitted as it is written, its exponents as claimed where they are numbers and its free constants by
maximum likelihood. With deviance D, k constants and n points

    BIC = D/s + k log n,        AICc = D/s + 2k + 2k(k + 1)/(n - k - 1),

where s, at least one, is the deviance per degree of freedom of the law that fits best: errors that are told
too small count for less. Two laws are told apart where the evidence for one, exp(difference of BIC / 2), is
a hundred to one. Where it is not, the points of the one law at further sizes are fitted by the other, which
says how many sizes would do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from ..document import MoreSizes, RankedLaw, Ranking
from ..law import Form
from ..statistics.binomial import deviance
from ..statistics.covariance import Covariance
from ..statistics.evidence import Evidence
from ..statistics.gls import Vector, chi2_p_value
from .context import DecisionContext
from .fitting import thinned
from .nonlinear import held_fit

DECISIVE: Final = 2 * math.log(100)
"""The difference of BIC from which one law is told from another."""
SUREST: Final = math.log(1e16)
"""Larger evidence is not told."""
POWER: Final = 0.9
"""The probability with which further sizes tell two laws apart."""
MORE: Final = (1, 2, 3, 4, 6, 8, 12)
"""Numbers of further sizes that are tried."""
UNKNOWN: Final = 1e4
"""Relative errors of points that a fit is only read at."""
SAME: Final = 1e-3
"""A deviance below it is that of a law which contains the other."""


@dataclass(frozen=True, kw_only=True)
class _Fitted:
    """A law with its fit: `size` is the number of its free constants."""

    law: Form
    curve: Vector
    deviance: float
    size: int

    def penalised(self, spread: float, points: int) -> float:
        """The law's BIC."""
        return self.deviance / spread + self.size * math.log(points)


def ranked(context: DecisionContext, laws: Sequence[Form], name: str) -> Ranking:
    """The laws in the order of their evidence; those that no fit reaches are named apart."""
    context = thinned(context)
    tried = [(law, _fit(context, law)) for law in laws]
    fits = [found for _, found in tried if found is not None]
    points = len(context.means)
    spread = max(1.0, min((fit.deviance / max(points - fit.size, 1) for fit in fits), default=1.0))
    fits.sort(key=lambda fit: fit.penalised(spread, points))
    told = [_record(fit, fits[0], spread, points) for fit in fits]
    apart = not told[1:] or told[1].evidence_against >= math.exp(DECISIVE / 2)
    return Ranking(
        data=name,
        settings=points,
        spread=spread,
        laws=told,
        unfitted=[law.text for law, found in tried if found is None],
        apart=apart,
        more=None if apart else _more_sizes(context, fits[0], fits[1], spread),
    )


def _record(fit: _Fitted, best: _Fitted, spread: float, points: int) -> RankedLaw:
    dof, bic = points - fit.size, fit.penalised(spread, points)
    small = None if dof <= 1 else 2 * fit.size * (1 + (fit.size + 1) / (dof - 1))
    return RankedLaw(
        law=fit.law.text,
        deviance=fit.deviance,
        dof=dof,
        p_value=chi2_p_value(fit.deviance, dof),
        constants=fit.size,
        bic=bic,
        aicc=None if small is None else fit.deviance / spread + small,
        evidence_against=float(np.exp(min((bic - best.penalised(spread, points)) / 2, SUREST))),
    )


def _fit(context: DecisionContext, law: Form) -> _Fitted | None:
    found = held_fit(context, law)
    if found is None or not np.isfinite(found[0]).all():
        return None
    curve, fit = found
    return _Fitted(law=law, curve=curve, deviance=_deviance(context, curve), size=fit.parameters.size)


def _deviance(context: DecisionContext, curve: Vector) -> float:
    if context.counts is not None and context.evidence.covariance.independent:
        inside = np.clip(curve, np.finfo(float).tiny, 1 - np.finfo(float).eps)
        return float(deviance(context.counts, context.n_trials, inside))
    return float(np.sum(context.measured().errors.whiten(context.means - curve) ** 2))


@dataclass(frozen=True, kw_only=True)
class _Longer:
    """The case with further points of unknown means: which are new, and what relative errors all have."""

    context: DecisionContext
    new: NDArray[np.bool_]
    relative: Vector

    def as_if(self, means: Vector) -> DecisionContext:
        """The case as it would be measured if these were the means."""
        variances = self.context.evidence.covariance.variances
        would = Covariance(np.where(self.new, (self.relative * means) ** 2, variances))
        return replace(self.context, evidence=replace(self.context.evidence, means=means, covariance=would))


def _more_sizes(context: DecisionContext, first: _Fitted, second: _Fitted, spread: float) -> MoreSizes | None:
    """The fewest further sizes of one variable that tell the first two laws apart, whichever of them holds.

    A law that contains the other is never told from it where the other holds; then it is what holds.
    """
    found = []
    for variable in context.varying:
        for count in MORE:
            longer = _extended(context, variable, count)
            if longer is None:
                break
            pairs = ((first, second), (second, first))
            gains = {a.law.text: _gain(longer, a, b, spread) for a, b in pairs}
            told = {law: gain for law, gain in gains.items() if gain is not None}
            if told and min(told.values()) >= DECISIVE:
                ends = longer.context.sizes(variable)
                far = ends.min() if context.towards_zero(variable) else ends.max()
                holds = next(iter(told)) if len(told) == 1 else None
                found.append(MoreSizes(variable=variable, count=count, up_to=float(far), holds=holds))
                break
    return min(found, key=lambda one: one.count, default=None)


def _gain(longer: _Longer, truth: _Fitted, other: _Fitted, spread: float) -> float | None:
    """By how much the BIC of the other law is larger on points of the true one, with the power to be had.

    None where the other law contains the true one.
    """
    held = held_fit(longer.context, truth.law)
    if held is None or not np.all(np.isfinite(held[0]) & (held[0] != 0)):
        return None
    sharp = longer.as_if(held[0])
    again = held_fit(sharp, other.law)
    if again is None or not np.isfinite(again[0]).all():
        return None
    off = _deviance(sharp, again[0]) / spread
    if off < SAME:
        return None
    # Noise moves the difference of two deviances by twice the root of what it is without noise.
    sure = off - 2 * float(scipy.special.ndtri(POWER)) * math.sqrt(off)
    return sure + (other.size - truth.size) * math.log(len(longer.new))


def _extended(context: DecisionContext, variable: str, count: int) -> _Longer | None:
    """The case with so many further sizes of a variable, in the step between the last two."""
    evidence, sizes = context.evidence, context.sizes(variable)
    ends = np.unique(sizes)[::-1] if context.towards_zero(variable) else np.unique(sizes)
    if ends[0] <= 0 or ends.size < 2:  # noqa: PLR2004 - a step lies between two sizes
        return None
    rows = np.flatnonzero(sizes == ends[-1])
    index = np.concatenate([np.arange(len(sizes)), np.tile(rows, count)])
    new = np.arange(len(index)) >= len(sizes)
    steps = ends[-1] * (ends[-1] / ends[-2]) ** np.arange(1, count + 1)
    at = {name: column[index] for name, column in evidence.at.items()}
    at[variable] = np.concatenate([sizes, np.repeat(steps, len(rows))])
    means, variances = evidence.means[index], evidence.covariance.variances[index]
    relative = np.sqrt(variances) / np.where(means == 0, 1.0, np.abs(means))
    longer = Evidence(
        at=at,
        means=means,
        covariance=Covariance(np.where(new, (UNKNOWN * means) ** 2, variances)),
        n_trials=np.full(len(index), np.inf),
    )
    return _Longer(context=replace(context, evidence=longer), new=new, relative=relative)
