"""Why no form of a law fits errors that were stated: one wrong setting, or errors that are all too small.

The choice of an explanation is profiled as that of a correction is (`statistics.profile`): each costs its
deviance and Akaike's 2 for its own parameter, and stands within the rise of the least of them.

| explanation | deviance | then decided by |
|---|---|---|
| one setting wrong | chi2 of the others, which must not be rejected | the others |
| errors too small by one factor | n log(chi2 / n) + n, at the best factor | errors as large as the scatter |
| another smooth law | chi2 with a power of log, a crossover, a slow or second correction | nothing: open |

There are n points. Errors that were estimated from trials are as they say: there no explanation is sought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import scipy

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
from ..statistics.intervals import rise_of
from ..statistics.profile import PENALTY, SELECTION, fit_family
from .context import DecisionContext
from .fitting import MOST_LEFT_OUT, fit_law, without_each_point
from .parameters import product_design
from .terms import setting

FEWEST_SPARE: Final = 3
"""Degrees of freedom from which a factor of the errors is estimated."""
FEWEST_POINTS: Final = 6
"""Of fewer points, one left out, hardly any tells that the others fit."""


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
    found = [*_wrong_points(context, law), *_wider_errors(context, fit)]
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


def _wider_errors(context: DecisionContext, fit: ExponentFit) -> Iterator[Explanation]:
    models = [m for m in fit.models if not remains(m) and m.dof >= FEWEST_SPARE]
    if not models:
        return
    n = len(context.means)
    costs = [n + n * np.log(m.chi2 / n) + m.penalised - m.deviance for m in models]
    best = models[int(np.argmin(costs))]
    scatter = best.chi2 / best.dof
    # The quantile of F in place of chi2's, as the factor is estimated too.
    quantile = scipy.special.fdtri(1, best.dof, 1 - 2 * context.level) / rise_of(2 * context.level)
    wider = context.evidence.covariance.scaled(np.sqrt(scatter * quantile))
    yield Explanation(
        context=replace(context, evidence=replace(context.evidence, covariance=wider)),
        cost=min(costs) + PENALTY,
        kind=Kind.WHY_WIDER_ERRORS,
        parts={"times": float(np.sqrt(scatter))},
    )


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
