"""Where a number goes once corrections are allowed for: those that a claim names, or the usual ones.

The numbers y of a line of points, relative to the claimed limit (or as they are, where that is 0), are
fitted by generalised least squares as A + sum_k c_k f_k(x), with corrections f_k, which vanish at the
limit. A is where they go. Of named corrections the fit counts where it is not rejected, with at least one
degree of freedom, and where all corrections together are at most half of the limit at the far end.

Where none is named a number may be constant or have one of 1/x, x^(-1/2), 1/log x and, of an asymptotic
claim, x^(-1/4) and log log x / log x: what is too slow to refute a limit may lead past it too. The choice
is profiled like that of a law's correction: each costs its deviance and 2 for its amplitude, and stands
where it is not rejected and within the rise of the least. Of computed values, which have no errors, none
is told from another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..law import parse, values
from ..statistics.corrections import ORDERS
from ..statistics.covariance import Covariance
from ..statistics.gls import chi2_p_value
from ..statistics.intervals import mean_quantiles, rise_of
from ..statistics.profile import PENALTY
from .context import DecisionContext
from .parameters import coordinates

LARGEST: Final = 0.5
"""Of the corrections at the far end, as a share of the limit."""

FEWEST: Final = 3
"""Through two points every correction passes."""


@dataclass(frozen=True)
class _Fit:
    """A with its variance, where standard errors are right, and the fit's chi2."""

    limit: float
    variance: float
    chi2: float
    dof: int
    share: float
    """Of the corrections at the far end."""

    def interval(self, half_widths: float) -> tuple[float, float]:
        half = half_widths * float(np.sqrt(self.variance))
        return self.limit - half, self.limit + half


def _fit(design: NDArray[np.float64], covariance: Covariance, numbers: NDArray[np.float64]) -> _Fit:
    x, y = covariance.whiten(design), covariance.whiten(numbers)
    inverse = np.linalg.pinv(x.T @ x)
    found = inverse @ x.T @ y
    return _Fit(
        limit=float(found[0]),
        variance=float(inverse[0, 0]),
        chi2=float(np.sum((y - x @ found) ** 2)),
        dof=len(numbers) - design.shape[1],
        share=float(abs(design[-1, 1:] @ found[1:])),
    )


def extrapolated(
    context: DecisionContext, line: NDArray[np.intp], scale: NDArray[np.float64], level: float
) -> tuple[float, float] | None:
    """The interval of A, with the named corrections, on a line of points whose far end is last.

    None where there is no fit that counts. `scale` is what the numbers are relative to at each point.
    """
    named = [values(parse(text), coordinates(context))[line] for text in context.claim.corrections]
    design = np.column_stack([np.ones(line.size), *named])
    if not named or context.exact or design.shape[0] <= design.shape[1] or not np.isfinite(design).all():
        return None
    covariance = context.evidence.covariance.take(line).scaled(1 / scale)
    if np.any(covariance.variances <= 0):
        return None
    found = _fit(design, covariance, context.means[line] / scale)
    if found.share > LARGEST or chi2_p_value(found.chi2, found.dof) < level:
        return None
    return found.interval(_quantile(context, line, level))


@dataclass(frozen=True)
class Approach:
    """A correction by its formula, and the interval of where numbers go with it."""

    formula: str
    ends: tuple[float, float]


def approaches(
    context: DecisionContext,
    line: NDArray[np.intp],
    scale: NDArray[np.float64],
    *,
    variable: str,
    level: float,
) -> list[Approach]:
    """The usual corrections that stand beside the best of them; none for fewer than three points."""
    sizes, covariance = context.growing(variable)[line], _relative(context, line, scale)
    if not _tells(context, sizes, covariance):
        return []
    grown = grows(context, variable)
    name = grown if grown == variable else f"({grown})"
    columns = _usual(sizes, name, slow=context.claim.asymptotic)
    numbers, one = context.means[line] / scale, np.ones(line.size)
    constant = _fit(one[:, None], covariance, numbers)
    fits = {
        name: _fit(np.column_stack([one, column]), covariance, numbers) for name, column in columns.items()
    }
    costs = {name: found.chi2 + PENALTY for name, found in fits.items()}
    most = min(constant.chi2, *costs.values()) + rise_of(2 * level)
    quantile = _quantile(context, line, level)
    return [
        Approach(formula=name, ends=found.interval(quantile))
        for name, found in fits.items()
        if costs[name] <= most and chi2_p_value(found.chi2, found.dof) >= level
    ]


def grows(context: DecisionContext, variable: str) -> str:
    """What grows as a variable goes to its limit: itself, or its inverse."""
    return f"1/{variable}" if context.towards_zero(variable) else variable


def _usual(sizes: NDArray[np.float64], variable: str, *, slow: bool) -> dict[str, NDArray[np.float64]]:
    """The usual corrections at the sizes, by their formulas."""
    columns = {
        f"1/{variable}": 1 / sizes,
        f"1/sqrt({variable})": sizes**-0.5,
        f"1/log({variable})": 1 / (np.log(sizes) if sizes.min() > 1 else np.log1p(sizes)),
    }
    if slow:
        # From e^e on, where it begins to fall.
        logs = np.log(np.maximum(sizes, np.exp(np.e)))
        columns[f"{variable}**(-1/4)"] = sizes**-0.25
        columns[f"log(log({variable}))/log({variable})"] = np.log(logs) / logs
    return columns


def approaching(
    context: DecisionContext,
    line: NDArray[np.intp],
    scale: NDArray[np.float64],
    *,
    variable: str,
    goal: float,
    seen: int,
) -> NDArray[np.float64]:
    """A line's numbers if they go to `goal`: with the corrections that the claim names, or with the usual one
    that describes the first `seen` of them best; the goal itself where none is told from errors.
    """
    sizes, covariance = context.growing(variable)[line], _relative(context, line[:seen], scale[:seen])
    still = np.full(line.size, goal)
    if not _tells(context, sizes[:seen], covariance):
        return still
    named = [values(parse(text), coordinates(context))[line] for text in context.claim.corrections]
    columns = list(_usual(sizes, variable, slow=context.claim.asymptotic).values())
    designs = [np.column_stack(named)] if named else [column[:, None] for column in columns]
    gaps = covariance.whiten((context.means[line] / scale)[:seen] - goal)
    least, found = float(gaps @ gaps), still
    for design in designs:
        x = covariance.whiten(design[:seen])
        amplitudes = np.linalg.lstsq(x, gaps, rcond=None)[0]
        cost = float(np.sum((gaps - x @ amplitudes) ** 2)) + PENALTY * amplitudes.size
        if cost < least:
            least, found = cost, goal + design @ amplitudes
    return found


def inside_from(
    context: DecisionContext,
    line: NDArray[np.intp],
    scale: NDArray[np.float64],
    *,
    variable: str,
    goal: float,
    margin: float,
) -> float | None:
    """The size at which a line that goes to `goal` like c x^-w is within the margin, w being 1 or 1/2.

    Of the better fit, which must not be rejected at the claim's level; None where there is none.
    """
    sizes, covariance = context.growing(variable)[line], _relative(context, line, scale)
    if not _tells(context, sizes, covariance):
        return None
    gaps = context.means[line] / scale - goal
    fits = {order: _fit(sizes[:, None] ** -order, covariance, gaps) for order in ORDERS}
    order, best = min(fits.items(), key=lambda found: found[1].chi2)
    if chi2_p_value(best.chi2, best.dof) < context.level:
        return None
    return float(f"{(abs(best.limit) / margin) ** (1 / order):.2g}")


def _relative(context: DecisionContext, line: NDArray[np.intp], scale: NDArray[np.float64]) -> Covariance:
    """The covariance of a line's numbers in parts of the scale."""
    return context.evidence.covariance.take(line).scaled(1 / scale)


def _tells(context: DecisionContext, sizes: NDArray[np.float64], covariance: Covariance) -> bool:
    """Whether corrections can be fitted: several sizes, all positive, of numbers with errors."""
    with_errors = not context.exact and not np.any(covariance.variances <= 0)
    return with_errors and sizes.size >= FEWEST and not np.any(sizes <= 0)


def _quantile(context: DecisionContext, line: NDArray[np.intp], level: float) -> float:
    """Standard errors of a two-sided interval at this level; of the fewest and most skewed trials."""
    single = context.level_at(context.n_trials[line], level)
    skewness = np.minimum(context.skewness_to(1), context.skewness_to(-1))[line]
    return float(np.max(mean_quantiles(context.dof[line], single, skewness)))
