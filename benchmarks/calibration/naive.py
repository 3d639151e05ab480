"""What is often done instead: a straight line through the logs, or every number taken at its word.

Laws: ordinary least squares of log mean on log sizes; where the 95 % interval of every slope holds the
claimed exponent the claim "agrees", else it is "refuted" (O and Omega: where it reaches the right
side). Equality: every 95 % interval holds the formula. Bounds and orderings: the means themselves.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy import special
from theorycheck import law
from theorycheck.claim import BoundType, Claim, Relation
from theorycheck.document import Outcome
from theorycheck.statistics.evidence import Evidence

CONFIDENCE: Final = 0.95


def naive_outcome(claim: Claim, evidence: Evidence) -> Outcome | None:
    """The naive rule's verdict; None where it has none."""
    if claim.relation is Relation.LAW:
        return _line(claim, evidence)
    expected = law.values(law.parse(claim.claimed), evidence.at)
    match claim.relation:
        case Relation.EQUALS:
            z = float(special.ndtri((1 + CONFIDENCE) / 2))
            good = np.all(np.abs(evidence.means - expected) <= z * evidence.stderrs)
        case Relation.AT_MOST:
            good = np.all(evidence.means <= expected)
        case Relation.AT_LEAST:
            good = np.all(evidence.means >= expected)
        case Relation.ORDERING:
            good = np.all(evidence.means > expected)
        case _:
            return None
    return Outcome.AGREES if good else Outcome.REFUTED


def _line(claim: Claim, evidence: Evidence) -> Outcome | None:
    form = law.form(claim.claimed, tuple(evidence.at))
    if form.is_nonlinear or not form.is_single:
        return None
    every = {name: np.asarray(column, dtype=np.float64) for name, column in evidence.at.items()}
    used = (evidence.means > 0) & (law.values(form.terms[0].fixed, every) > 0)
    sizes = {name: column[used] for name, column in every.items()}
    design = np.column_stack([np.ones(int(used.sum())), *(np.log(column) for column in sizes.values())])
    dof = design.shape[0] - design.shape[1]
    if dof < 1:
        return None
    fixed = np.broadcast_to(law.values(form.terms[0].fixed, sizes), used.sum())
    logs = np.log(evidence.means[used] / fixed)
    inverse = np.linalg.inv(design.T @ design)
    slopes = inverse @ design.T @ logs
    scatter = float(np.sum((logs - design @ slopes) ** 2)) / dof
    half = float(special.stdtrit(dof, (1 + CONFIDENCE) / 2)) * np.sqrt(scatter * np.diag(inverse))
    claimed = np.array([float(form.exponents.get(name, 0)) for name in sizes])
    below = slopes[1:] - half[1:] <= claimed
    above = slopes[1:] + half[1:] >= claimed
    good = {BoundType.THETA: below & above, BoundType.O: below, BoundType.OMEGA: above}[
        claim.bound_type or BoundType.THETA
    ]
    return Outcome.AGREES if np.all(good) else Outcome.REFUTED
