"""Where the truth stands among the profile intervals of several confidences.

Were every interval exact, the truth would be in each rank with the nominal probability; a histogram
that is high in the middle says that intervals are wider than they say, high ends that they are too narrow.
The choice among forms is not charged for.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from theorycheck.claim import Claim
from theorycheck.decide.context import DecisionContext
from theorycheck.decide.fitting import fit_law
from theorycheck.evidence.plan import CLAIM_LEVEL
from theorycheck.law import form
from theorycheck.statistics.evidence import Evidence
from theorycheck.statistics.profile import intervals

from .counts import CONFIDENCES, RANKS

NOMINAL: Final = tuple(np.diff([0.0, *CONFIDENCES, 1.0])[::-1] / 2)


def nominal() -> list[float]:
    """The probability of each rank if every interval were exact."""
    tails = [float(share) for share in NOMINAL[:-1]]
    return [*tails, CONFIDENCES[0], *reversed(tails)]


def rank(claim: Claim, evidence: Evidence, truth: float) -> int | None:
    """The rank of the only exponent's true value; None where no form stands."""
    context = DecisionContext(claim=claim, derived=None, evidence=evidence, level=CLAIM_LEVEL)
    found = fit_law(context, form(claim.claimed, context.variables))
    if found is None or found.fit.limits is None or len(found.parameters) != 1:
        return None
    fit, limits = found.fit, found.fit.limits
    for number, confidence in enumerate(CONFIDENCES):
        rise = context.measured().rise(1 - confidence)
        ends = intervals(1, limits.scans, fit.models, limits.likelihood, rise).values()
        low, high = min(end[0] for end in ends), max(end[1] for end in ends)
        if low <= truth <= high:
            return _position(number, above=truth > (low + high) / 2)
    return RANKS - 1 if truth > high else 0


def _position(number: int, *, above: bool) -> int:
    """Inside the interval `number` and outside those before; the innermost has no side."""
    middle = len(CONFIDENCES)
    return middle + number if above else middle - number
