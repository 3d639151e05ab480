"""What keeps a law open that measurement refutes: it may be on its way to the claim."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..document import Exponent, Outcome
from ..reason import Kind as Said
from ..reason import Reason, Text, reason
from ..statistics.corrections import LARGEST_CROSSOVER, Design
from ..statistics.exponents import fit_crossover, fit_settling, fit_slow_approach
from ..statistics.gls import Vector
from ..statistics.intervals import rise_of
from ..statistics.profile import PENALTY, SELECTION, Model
from .context import Diagnostic
from .courses import FEWEST_LOCAL, approaches, arrives, nears
from .curves import local_course
from .law_evidence import LawEvidence
from .parameters import parameters, product_design
from .terms import named

POOREST: Final = 0.02
"""What keeps a law open is rejected at this share of the level only: at the level a true one may be."""

FEWEST_FACTORS: Final = 3.0
"""Factors e by which an exponential must decay or grow: powers that go over to others show fewer."""

WORSE_SLOW: Final = 2 * PENALTY
"""A slow approach may be worse than a pure power by this deviance only, as it bends as little."""

SLOWEST: Final = 0.45
"""A crossover to a law comes nearer by at least this power of the sizes; a logarithm comes more slowly."""


def unless_towards(seen: LawEvidence, decided: Diagnostic) -> Diagnostic:
    """A refutation stays open where the local exponents are those of a crossover to the claimed law."""
    if decided.outcome is not Outcome.REFUTED:
        return decided
    for label, one in seen.seen.exponents.items():
        if one.claimed is None or not one.local:
            continue
        most = max(FEWEST_LOCAL, len(one.local) // 2 + 1)
        if arrives(one, one.claimed, last=most) or _crosses_over(seen, label, one):
            told = nears(one, one.claimed) or arrives(one, one.claimed)
            kind = Said.WHY_TOWARDS if told else Said.WHY_MAY_CROSS
            why = reason(kind, variable=named(label), claimed=one.claimed)
            return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=larger_sizes(seen, label))
    return decided


def unless_settling(seen: LawEvidence, decided: Diagnostic) -> Diagnostic:
    """A refutation stays open where the claimed law, corrected beside its exponential, describes the points.

    One of powers and exponentials alone must describe them hardly better, or its powers come to the claim.
    """
    fitted = _fitted_design(seen) if decided.outcome is Outcome.REFUTED and not seen.context.exact else None
    if fitted is None or not fitted[0].exponentials:
        return decided
    design, usable, claims = fitted
    settling = fit_settling(design, claims, seen.context.measured(usable), seen.context.level)
    stands = _stands_beside(_pure(seen), settling, seen.context.level, _no_better(seen))
    stands = stands and settling is not None and _factors(design, claims, settling) >= FEWEST_FACTORS
    if not (stands or _comes_to_claim(seen)):
        return decided
    variable = Text(text=", ".join(sorted({rate.variables[0] for rate in seen.law.terms[0].rates})))
    why, missing = (reason(k, variable=variable) for k in (Said.WHY_SETTLES, Said.LARGER_SIZES_SETTLED))
    return seen.diagnostic(Outcome.INCONCLUSIVE, why, missing=missing)


def _factors(design: Design, claims: Vector, model: Model) -> float:
    """By how many factors e an exponential of the law runs over the range, free rates as fitted."""
    values, free = claims.copy(), np.isnan(claims)
    values[free] = model.theta[1 : 1 + free.sum()]
    return max(abs(float(values[c])) * float(np.ptp(design.columns[:, c])) for c in design.exponentials)


def _comes_to_claim(seen: LawEvidence) -> bool:
    """Whether the local powers beside exponentials end within their margins, and some of them came there."""
    context, told = seen.context, parameters(seen.context, seen.law)
    if any(p.claimed is None for p in told):
        return False
    comes, margin = False, context.claim.margin
    for p in told:
        if p.beside and p.claimed is not None and p.variable in context.varying:
            one = local_course(context, seen.law, p)
            last = [local.value - p.claimed for local in one.local[-2:]]
            if not last or abs(np.mean(last)) > p.margin(margin):
                return False
            comes |= approaches(one, p.margin(margin))
    return comes


def larger_sizes(seen: LawEvidence, label: str) -> Reason:
    """What would decide a law whose local exponents of one variable still move."""
    return reason(Said.LARGER_SIZES_UNTIL, variable=named(label), margin=seen.context.claim.margin)


def _crosses_over(seen: LawEvidence, label: str, one: Exponent) -> bool:
    """Whether the claimed law after another power describes the points, one power alone hardly better.

    What the errors hide refutes nothing, so no trend is asked for; where one towards the claim is told from
    none, less of the claimed law need be seen.
    """
    if seen.context.exact:
        return one.claimed is not None and nears(one, one.claimed) and _gap_closes(one)
    if seen.context.claim.up_to_logs:
        # The free power of the logarithm bends local exponents already; with another power it bends to any.
        return False
    fitted = _fitted_design(seen)
    if fitted is None:
        return False
    design, usable, claims = fitted
    column, measured, level = design.names.index(label), seen.context.measured(usable), seen.context.level
    if column not in design.drifting:
        return False
    told = nears(one, claims[column]) or arrives(one, claims[column])
    crossover = fit_crossover(design, column, claims, measured, level, told=told)
    slow = fit_slow_approach(design, column, claims, measured, level)
    pure = _pure(seen)
    return _stands_beside(pure, crossover, level, _no_better(seen)) or _stands_beside(
        pure, slow, level, WORSE_SLOW
    )


def _fitted_design(seen: LawEvidence) -> tuple[Design, NDArray[np.bool_], Vector] | None:
    """The design of a product that was fitted, its points, and the claimed parameters (nan where free)."""
    design, usable, kept = product_design(seen.context, seen.law) if seen.law.is_single else (None, None, ())
    if design is None or usable is None or seen.found is None or seen.found.curve is not None:
        return None
    return design, usable, np.array([np.nan if p.claimed is None else p.claimed for p in kept])


def _pure(seen: LawEvidence) -> Model | None:
    """The fit of the law with nothing that corrects it."""
    models = () if seen.fit is None else seen.fit.models
    return next((model for model in models if model.correction.name == "pure"), None)


def _no_better(seen: LawEvidence) -> float:
    """By how much the deviance of one power alone may be less than that of what keeps a law open."""
    return rise_of(2 * seen.context.level) + SELECTION


def _stands_beside(pure: Model | None, model: Model | None, level: float, more: float) -> bool:
    """Whether the points do not reject a model, and its deviance is hardly more than that of a pure power."""
    if pure is None or model is None:
        return False
    return model.p_value >= POOREST * level and model.deviance <= pure.deviance + more


def _gap_closes(one: Exponent) -> bool:
    """Whether exact local exponents approach the claim as those of v^e (1 + c v^-w) do, with w from 1/2 on.

    There the gap g to e is w u with u = x / (1 + x), x = c v^-w, and r = -d log g / d log v is w (1 - u): so
    w = g + r, and x = g / r, which at the largest size must not be more than a crossover may have.
    """
    sizes = np.log([local.at for local in one.local])
    gaps = np.abs([local.value - (one.claimed or 0.0) for local in one.local])
    middle, run = (gaps[1:] + gaps[:-1]) / 2, np.abs(np.diff(sizes))
    closing = -np.diff(np.log(gaps)) / run
    orders = middle + closing
    # The last two local exponents lie about the last size but one.
    reached = middle[-1] * np.exp(-orders[-1] * run[-1]) <= LARGEST_CROSSOVER * closing[-1]
    return bool(reached and np.all(orders[-2:] >= SLOWEST))
