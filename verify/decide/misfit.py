"""Why no form of a law fits: one wrong setting, errors that are all too small, or a variable left out.

The choice of an explanation is profiled as that of a correction is (`statistics.profile`): each costs its
deviance and Akaike's 2 for its own parameter, and stands within the rise of the least of them.

| explanation | deviance | then decided by |
|---|---|---|
| one setting wrong | chi2 of the others, which must not be rejected | the others |
| errors too small by one factor | n log(chi2 / n) + n, at the best factor | errors as large as the scatter |
| another smooth law | chi2 with a power of log, a crossover, a slow or second correction | nothing: open |

There are n points. Errors that were estimated from trials are as they say: there no explanation is sought.
Errors that are too small scatter neighbours as well: a bend or a step is no such error.

What a law leaves out is asked whatever its form is. Rows that agree in all variables that the law names have
one mean; where no rows do, the mean is a smooth surface of those variables. A slope along log v beside these
means, told from zero by an F test whose errors are at least those of the residuals, is a dependence on v that
no form in the other variables describes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from ..claim import VALUE_MARGIN
from ..law import Form
from ..reason import Kind, PartOrPlain
from ..statistics.corrections import (
    ORDERS,
    SHIFTED,
    Correction,
    Design,
    corrections,
    crossovers,
    slow_approaches,
)
from ..statistics.exponents import ExponentFit, remains
from ..statistics.gls import Matrix, Vector
from ..statistics.intervals import rise_of, two_sided_quantile
from ..statistics.local import LocalSlopes
from ..statistics.profile import PENALTY, SELECTION, fit_family
from ..statistics.surface import DEGREES, surface
from .context import DecisionContext
from .courses import local_exponents
from .fitting import MOST_LEFT_OUT, fit_law, thinned, without_each_point
from .parameters import product_design
from .terms import setting

FEWEST_SPARE: Final = 3
"""Degrees of freedom from which a factor of the errors is estimated."""
FEWEST_POINTS: Final = 6
"""Of fewer points, one left out, hardly any tells that the others fit."""
LOG_SQUARE: Final = (-math.log(2) - np.euler_gamma, math.pi**2 / 2)
"""Mean and variance of the logarithm of a squared standard normal number."""
OVERLAP: Final = 1.3
"""Neighbouring turns share a slope: the variance of their mean logarithm is so many times as large."""
LEAST_TURN: Final = 1e-6
"""Of numbers that are rounded a turn may be zero."""
FEWEST_BEYOND: Final = 3
"""Numbers beyond what is fitted: fewer tell no residual errors."""


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """A case in which some form fits, what it costs, and how it is told.

    `at_end` says that it leaves out a setting at the end where a variable goes.
    """

    context: DecisionContext
    cost: float
    kind: Kind
    parts: Mapping[str, PartOrPlain]
    at_end: bool = False


def explanations(context: DecisionContext, law: Form, fit: ExponentFit) -> tuple[Explanation, ...]:
    """The explanations of a product that no form fits; none where another smooth law stands too."""
    points = len(context.means)
    stated = not context.exact and bool(np.all(np.isinf(context.n_trials)))
    if not stated or not law.is_single or not FEWEST_POINTS <= points <= MOST_LEFT_OUT:
        return ()
    found = [*_wrong_points(context, law), *_wider_errors(context, law, fit)]
    if not found:
        return ()
    most = min(one.cost for one in found) + rise_of(2 * context.level) + SELECTION
    if _another_law(context, law) <= most:
        return ()
    return tuple(one for one in found if one.cost <= most)


def _wrong_points(context: DecisionContext, law: Form) -> Iterator[Explanation]:
    for point, fewer in enumerate(without_each_point(context)):
        found = fit_law(fewer, law)
        if found is None or found.fit.rejected:
            continue
        cost = min(model.penalised for model in found.fit.survivors)
        yield Explanation(
            context=fewer,
            cost=cost + PENALTY,
            kind=Kind.WHY_WRONG_POINT,
            parts={"point": setting(context, point)},
            at_end=_at_end(context, point),
        )


def _at_end(context: DecisionContext, point: int) -> bool:
    """Whether a variable has no size beyond this point's, towards where it goes."""
    return any(context.sizes(name)[point] == context.far_end(name) for name in context.varying)


def _wider_errors(context: DecisionContext, law: Form, fit: ExponentFit) -> Iterator[Explanation]:
    models = [m for m in fit.models if not remains(m) and m.dof >= FEWEST_SPARE]
    if not models:
        return
    n = len(context.means)
    costs = [n + n * np.log(m.chi2 / n) + m.penalised - m.deviance for m in models]
    best = models[int(np.argmin(costs))]
    scatter = best.chi2 / best.dof
    if _is_smooth(context, law, scatter):
        return
    # The quantile of F in place of chi2's, as the factor is estimated too.
    quantile = scipy.special.fdtri(1, best.dof, 1 - 2 * context.level) / rise_of(2 * context.level)
    wider = context.evidence.covariance.scaled(np.sqrt(scatter * quantile))
    yield Explanation(
        context=replace(context, evidence=replace(context.evidence, covariance=wider)),
        cost=min(costs) + PENALTY,
        kind=Kind.WHY_WIDER_ERRORS,
        parts={"times": float(np.sqrt(scatter))},
    )


def _is_smooth(context: DecisionContext, law: Form, scatter: float) -> bool:
    """Whether neighbours scatter surely less than errors do whose squares are so many times as large.

    Then a bend or a step keeps the law from fitting. Local exponents show it: the mean logarithm of their
    squared turns is hardly moved by the few turns that a step makes.
    """
    _, _, varying = product_design(context, law)
    turns = np.concatenate([_turns(local_exponents(context, law, each)) for each in varying])
    if not turns.size:
        return False
    mean, variance = LOG_SQUARE
    excess = float(np.mean(np.log(np.maximum(turns, LEAST_TURN)))) - mean - math.log(scatter)
    return excess < -two_sided_quantile(2 * context.level) * math.sqrt(OVERLAP * variance / turns.size)


def _turns(slopes: LocalSlopes) -> Vector:
    """The squares of what neighbouring slopes differ by, in squared standard errors."""
    between = np.diff(np.eye(slopes.values.size), axis=0)
    return (between @ slopes.values) ** 2 / np.diag(between @ slopes.covariance @ between.T)


def _another_law(context: DecisionContext, law: Form) -> float:
    """The least cost of a smooth law beyond the family."""
    design, usable, _ = product_design(context, law)
    if design is None:
        return np.inf
    measured = context.measured(usable)
    family = [*corrections(design, up_to_logs=True), *_beyond(design)]
    models, _ = fit_family(design, measured.likelihood, measured.means, family, rise_of(context.level))
    return min((model.penalised for model in models), default=np.inf)


def _beyond(design: Design) -> Iterator[Correction]:
    for column in design.corrected:
        yield from slow_approaches(design, column)
        yield from crossovers(design, column, told=True, forms=SHIFTED)
        yield Correction(name="two orders", terms=tuple((column, order) for order in ORDERS))


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
        if dof >= FEWEST_BEYOND:
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
    if dof < FEWEST_BEYOND or size <= np.finfo(float).eps * float(slope @ slope):
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
    if len(places) + FEWEST_BEYOND < len(codes):
        return np.asarray(codes.reshape(-1, 1) == np.arange(len(places)), dtype=np.float64)
    return surface(columns, max(DEGREES))


def _residual(base: Matrix, column: Vector) -> Vector:
    fitted, *_ = np.linalg.lstsq(base, column, rcond=None)
    return np.asarray(column - base @ fitted, dtype=np.float64)
