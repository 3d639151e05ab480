"""What careful users do: weighted least squares over a few forms, the one with the least BIC, its interval.

Of a law in one variable v the forms are A v^e, A v^e (1 + c v^-w) with w = 1/2 or 1, A v^e + B, and
A v^e log(v)^(+-1); laws in several variables are left out. For each e of a grid the amplitudes are found by
least squares with the stated errors. Where the 95 % interval of the form with the least BIC holds the
claimed exponent the claim agrees (unless that form has a logarithm, or a floor under a decay), else it is
refuted. An equality is decided by chi2 at 5 %, bounds and orderings by the largest deviation at 5 %
(Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special
from theorycheck import law
from theorycheck.claim import BoundType, Claim, Relation
from theorycheck.document import Outcome
from theorycheck.statistics.evidence import Evidence

Vector = NDArray[np.float64]

LEVEL: Final = 0.05
REACH: Final = 1.5
STEPS: Final = 601
"""The grid of exponents, about the slope of the line."""


class _Fit(NamedTuple):
    """A form with its least chi2, BIC and interval; `other` says that it is of another order than a power."""

    bic: float
    low: float
    high: float
    other: bool


def weighted_outcome(claim: Claim, evidence: Evidence) -> Outcome | None:
    """The verdict of least squares and BIC; None where they have none."""
    good = _law(claim, evidence) if claim.relation is Relation.LAW else _values(claim, evidence)
    if good is None:
        return None
    return Outcome.AGREES if good else Outcome.REFUTED


def _values(claim: Claim, evidence: Evidence) -> bool | None:
    used = evidence.stderrs > 0
    if not used.any() or claim.relation is Relation.LIMIT:
        return None
    expected = law.values(law.parse(claim.claimed), evidence.at)
    z = (evidence.means - expected)[used] / evidence.stderrs[used]
    if claim.relation is Relation.EQUALS:
        return bool(special.chdtrc(z.size, np.sum(z**2)) >= LEVEL)
    most = -special.ndtri(LEVEL / z.size)
    return bool(np.max(z if claim.relation is Relation.AT_MOST else -z) <= most)


def _law(claim: Claim, evidence: Evidence) -> bool | None:
    form = law.form(claim.claimed, tuple(evidence.at))
    if form.is_nonlinear or not form.is_single or len(evidence.at) > 1 or form.terms[0].rates:
        return None
    ((name, column),) = evidence.at.items()
    sizes = np.asarray(column, dtype=np.float64)
    fixed = np.broadcast_to(law.values(form.terms[0].fixed, {name: sizes}), sizes.shape)
    used = (evidence.means > 0) & (evidence.stderrs > 0) & (fixed > 0)
    if used.sum() < 2:  # noqa: PLR2004 - a line has two parameters
        return None
    at, scale = sizes[used], fixed[used]
    means, errors = evidence.means[used] / scale, evidence.stderrs[used] / scale
    fits = [fit for fit in _fits(at, means, errors) if fit is not None]
    best = min(fits, key=lambda fit: fit.bic)
    claimed = float(form.exponents.get(name, 0))
    sign = -1.0 if np.all(at < 1) else 1.0
    below, above = sign * best.low <= sign * claimed, sign * best.high >= sign * claimed
    if sign < 0:
        below, above = above, below
    match claim.bound_type:
        case BoundType.O:
            return below
        case BoundType.OMEGA:
            return above
    return best.low <= claimed <= best.high and not best.other


def _fits(at: Vector, means: Vector, errors: Vector) -> Iterator[_Fit | None]:
    slope = float(np.polyfit(np.log(at), np.log(means), 1, w=means / errors)[0])
    grid = slope + np.linspace(-REACH, REACH, STEPS)
    scale = at / np.exp(np.mean(np.log(at)))
    powers = scale ** grid[:, None]
    towards = -1.0 if np.all(at < 1) else 1.0
    yield _fit(grid, [powers], means, errors)
    for order in (0.5, 1.0):
        yield _fit(grid, [powers, powers * scale ** (-towards * order)], means, errors)
    floored = _fit(grid, [powers, np.ones_like(powers)], means, errors)
    yield floored and floored._replace(other=towards * slope < 0)
    if np.all(at > 1):
        for sign in (1, -1):
            logged = _fit(grid, [powers * np.log(at) ** sign], means, errors)
            yield logged and logged._replace(other=True)


def _fit(grid: Vector, columns: list[Vector], means: Vector, errors: Vector) -> _Fit | None:
    parameters = 1 + len(columns)
    if means.size < parameters:
        return None
    design = np.stack(columns, axis=2) / errors[:, None]
    target = np.broadcast_to(means / errors, design.shape[:2])[:, :, None]
    fitted = design @ (np.linalg.pinv(design) @ target)
    chi2 = np.sum((target - fitted)[:, :, 0] ** 2, axis=1)
    inside = grid[chi2 <= chi2.min() + special.chdtri(1, LEVEL)]
    bic = float(chi2.min()) + parameters * float(np.log(means.size))
    return _Fit(bic=bic, low=float(inside.min()), high=float(inside.max()), other=False)
