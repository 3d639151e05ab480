"""Sample sizes from margin, levels, power and family, by closed forms of the design's geometry.

Points whose logs have the covariance V measure log m = const + X c + (nuisance columns) with Fisher
information [1 X N]^T V^-1 [1 X N], so the exponents c have standard errors that depend on the design and on
V alone. The nuisance columns are the derivatives of each form's log mean at amplitude zero: x^-w for a
correction (1 + a x^-w), one over the law for a floor under it, log log x for a factor (log x)^a.

An equivalence test at one-sided level with margin m finds |c-hat - c| + z se < m with power 1 - b when c
is true if  m / se >= z_(1-level) + z_(1-b/2);  the refutation of an exponent off by 2 m then has more
than that power, since its one side needs z_(1-level) + z_(1-b) only.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import numpy as np

from .corrections import BESIDE_EXPONENTIAL, MIN_SIZES
from .covariance import Covariance
from .gls import Matrix, Vector

PAIR: Final = 2
MOST_STEPS: Final = 12
"""Further sizes that a longer range may have: of doubled sizes, a range 4096 times as long."""


class Form(Enum):
    """The family member that is fitted: each but the first frees one amplitude."""

    PURE = "x^c"
    HALF = "x^c (1 + a x^-1/2)"
    ONE = "x^c (1 + a x^-1)"
    FLOOR = "x^c + a"
    LOG = "x^c (log x)^a"


@dataclass(frozen=True, kw_only=True, eq=False)
class Planned:
    """Points to be measured: columns of log m (log x for an exponent), relative errors, exponents.

    `columns` has shape "points parameters"; `powers` are the columns of exponents, which alone are
    corrected, and `exponents` the parameters at which a floor is told from the law. `beside` are those of
    variables that stand in an exponential too, whose corrections are small.
    """

    columns: Matrix
    errors: Covariance
    exponents: Vector
    powers: tuple[int, ...]
    beside: tuple[int, ...] = ()

    def stderrs(self, forms: Sequence[Form]) -> Vector:
        """The standard error of each parameter under the form that knows it least."""
        nuisances = [nuisance for form in forms for nuisance in self._nuisances(form)]
        found = np.array([self._stderrs(*nuisance) for nuisance in nuisances])
        return np.asarray(found.max(axis=0), dtype=np.float64)

    def continued(self, column: int, steps: int) -> Planned:
        """With further sizes of one column, in the ratio of those there, as precise as at the largest."""
        x = self.columns[:, column]
        sizes = np.unique(np.round(x, 9))
        ratio = np.ptp(x) / (sizes.size - 1)
        last = np.flatnonzero(x >= x.max() - ratio / 2)
        further = np.repeat(self.columns[last], steps, axis=0)
        further[:, column] += ratio * np.tile(np.arange(1.0, steps + 1), last.size)
        # Further points have trials of their own, whatever those at hand share.
        variances = np.concatenate([self.errors.variances, np.repeat(self.errors.variances[last], steps)])
        columns = np.vstack([self.columns, further])
        return replace(self, columns=columns, errors=Covariance(variances))

    def _nuisances(self, form: Form) -> list[tuple[Matrix, Vector]]:
        """Columns of amplitudes, and how large each may be."""
        free = np.array([np.inf])
        x = [c for c in self.powers if np.unique(self.columns[:, c]).size >= MIN_SIZES]
        match form:
            case Form.PURE:
                return [(np.empty((len(self.columns), 0)), free[:0])]
            case Form.LOG:
                return [(np.log(self.columns[:, c])[:, None], free) for c in x]
            case Form.FLOOR:
                law = self.columns @ self.exponents
                return [(np.exp(law.min() - law)[:, None], free)]
            case Form.HALF | Form.ONE:
                each = [self._corrected(c, 0.5 if form is Form.HALF else 1.0) for c in x]
                if len(each) < PAIR:
                    return each
                columns, sizes = zip(*each, strict=True)
                return [*each, (np.column_stack(columns), np.concatenate(sizes))]

    def _corrected(self, column: int, order: float) -> tuple[Matrix, Vector]:
        """What a correction adds for each unit of its amplitude; beside an exponential that is small."""
        logs, beside = self.columns[:, column], column in self.beside
        decay = np.exp(-(1.0 if beside else order) * (logs - logs.min()))
        return decay[:, None], np.array([BESIDE_EXPONENTIAL / 2 if beside else np.inf])

    def _stderrs(self, nuisance: Matrix, sizes: Vector) -> Vector:
        size = self.columns.shape[1]
        columns = np.column_stack([self.columns, np.ones(len(self.columns)), nuisance])
        known = np.eye(columns.shape[1])[size + 1 :] / sizes[:, None]
        inverse = np.linalg.pinv(np.vstack([self.errors.whiten(columns), known]))
        return np.asarray(np.linalg.norm(inverse[:size], axis=1), dtype=np.float64)


def longer_range(planned: Planned, column: int, stderrs: Vector, forms: Sequence[Form]) -> float | None:
    """The largest log size of the shortest continuation that brings all errors below `stderrs`.

    None where `MOST_STEPS` further sizes do not.
    """
    enough = bisect.bisect_left(
        range(1, MOST_STEPS + 1),
        True,
        key=lambda steps: bool(np.all(planned.continued(column, steps).stderrs(forms) <= stderrs)),
    )
    if enough == MOST_STEPS:
        return None
    return float(planned.continued(column, 1 + enough).columns[:, column].max())
