"""Where a number goes once the corrections that a claim names are allowed for.

The numbers y of a line of points, relative to the claimed limit (or as they are, where that is 0), are
fitted by generalised least squares as A + sum_k c_k f_k(x), with the named corrections f_k, which vanish at
the limit. A is where they go. The fit counts where it is not rejected, with at least one degree of freedom,
and where all corrections together are at most half of the limit at the far end.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from ..law import parse, values
from ..statistics.gls import chi2_p_value
from .context import DecisionContext
from .parameters import coordinates

LARGEST: Final = 0.5
"""Of the corrections at the far end, as a share of the limit."""


def extrapolated(
    context: DecisionContext, line: NDArray[np.intp], scale: NDArray[np.float64], level: float
) -> tuple[float, float] | None:
    """The interval of A on a line of points whose far end is last; None where there is no fit that counts.

    `scale` is what the numbers are relative to at each point of the line.
    """
    named = [values(parse(text), coordinates(context))[line] for text in context.claim.corrections]
    design = np.column_stack([np.ones(line.size), *named])
    dof = line.size - design.shape[1]
    if not named or context.exact or dof < 1 or not np.isfinite(design).all():
        return None
    covariance = context.evidence.covariance.take(line).scaled(1 / scale)
    if np.any(covariance.variances <= 0):
        return None
    x, y = covariance.whiten(design), covariance.whiten(context.means[line] / scale)
    inverse = np.linalg.pinv(x.T @ x)
    found = inverse @ x.T @ y
    share = float(abs(design[-1, 1:] @ found[1:]))
    if share > LARGEST or chi2_p_value(float(np.sum((y - x @ found) ** 2)), dof) < level:
        return None
    n_trials = context.n_trials[line]
    single = context.level_at(n_trials, level)
    half = float(np.max(-special.stdtrit(np.maximum(n_trials - 1, 1), single / 2))) * np.sqrt(inverse[0, 0])
    return float(found[0] - half), float(found[0] + half)
