"""Whether measured numbers depend on a variable that a law leaves out, whatever the law's form is.

Rows that agree in all variables that the law names have one mean; where no rows do, the mean is a smooth
surface of those variables. A slope along log v beside these means, told from zero by an F test whose errors
are at least those of the residuals, is a dependence on v that no form in the other variables describes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from ..claim import VALUE_MARGIN
from ..law import Form
from ..statistics.gls import Matrix, Vector
from ..statistics.surface import DEGREES, surface
from .context import DecisionContext
from .fitting import thinned

FEWEST: Final = 3
"""Numbers beyond what is fitted: fewer tell no residual errors."""


class Dependence(NamedTuple):
    """A variable that a law leaves out, and the p-value of no dependence on it."""

    variable: str
    p_value: float


def dependence_left_out(context: DecisionContext, law: Form) -> Dependence | None:
    """The variable left out on which the numbers depend most surely; None where none is told from chance.

    Along its range a law of several terms is exceeded by more than the margin of a value; of a product the
    exponent lies beyond the margin, since what vanishes at large sizes is no part of it.
    """
    named = {str(symbol) for symbol in law.expr.free_symbols}
    inside = [name for name in context.varying if name in named]
    outside = [name for name in context.varying if name not in named and np.all(context.sizes(name) > 0)]
    if context.exact or not inside or not outside:
        return None
    compared = thinned(context)
    found = [_dependence(compared, law, inside, name) for name in outside]
    told = [one for one in found if one is not None and one.p_value < context.level / len(outside)]
    return min(told, key=lambda one: one.p_value, default=None)


def roughness(context: DecisionContext) -> float:
    """Chi2 per degree of freedom of the smooth surface that follows the numbers best; at least one.

    Where it is larger, the errors that are told are too small for any smooth law.
    """
    columns = {name: context.sizes(name) for name in context.varying}
    errors = context.evidence.covariance
    target, found = errors.whiten(context.means), [np.inf]
    for degree in DEGREES:
        base = errors.whiten(surface(columns, degree))
        dof = len(target) - int(np.linalg.matrix_rank(base))
        if dof >= FEWEST:
            found.append(float(np.sum(_residual(base, target) ** 2)) / dof)
    return max(1.0, min(found)) if np.isfinite(min(found)) else 1.0


def _dependence(context: DecisionContext, law: Form, inside: list[str], name: str) -> Dependence | None:
    means, use = context.means, context.stderrs > 0
    if not np.any(use) or not np.all(means[use] > 0):
        return None
    relative = context.evidence.covariance.take(use).scaled(1 / means[use])
    along = np.log(context.sizes(name)[use])
    base = relative.whiten(_means_of(context, inside, use))
    target = relative.whiten(np.log(means[use]))
    slope = relative.whiten(along - along.mean())
    rest, across, rank = _residual(base, target), _residual(base, slope), np.linalg.matrix_rank(base)
    dof, size = len(target) - int(rank) - 1, float(across @ across)
    if dof < FEWEST or size <= np.finfo(float).eps * float(slope @ slope):
        return None
    value = float(across @ rest) / size
    left = rest - value * across
    spread = max(1.0, float(left @ left) / dof)
    reach = abs(value) * float(np.ptp(along)) if not law.is_single else abs(value)
    if reach <= (context.claim.margin if law.is_single else VALUE_MARGIN):
        return None
    return Dependence(name, float(scipy.special.fdtrc(1, dof, value**2 * size / spread)))


def _means_of(context: DecisionContext, inside: list[str], use: NDArray[np.bool_]) -> Matrix:
    """A column for each group of rows that agree in the variables inside; else those of a smooth surface."""
    columns = {name: context.sizes(name)[use] for name in inside}
    places, codes = np.unique(np.column_stack(list(columns.values())), axis=0, return_inverse=True)
    if len(places) + FEWEST < len(codes):
        return np.asarray(codes.reshape(-1, 1) == np.arange(len(places)), dtype=np.float64)
    return surface(columns, max(DEGREES))


def _residual(base: Matrix, column: Vector) -> Vector:
    fitted, *_ = np.linalg.lstsq(base, column, rcond=None)
    return np.asarray(column - base @ fitted, dtype=np.float64)
