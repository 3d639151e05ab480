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
"""The first grid of exponents, about the slope of the line."""

FEWEST_STEPS: Final = 60
CLOSEST: Final = 1e-9
"""An interval is told on a grid of which it takes so many steps, or that is as close as this."""


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
    scale = at / np.exp(np.mean(np.log(at)))
    towards = -1.0 if np.all(at < 1) else 1.0

    def fit(*factors: Vector, added: tuple[Vector, ...] = ()) -> _Fit | None:
        form = _Form(factors=factors, added=added, scale=scale, target=means / errors, weights=1 / errors)
        return None if means.size < form.parameters else _narrowed(form, slope)

    ones = np.ones_like(scale)
    yield fit(ones)
    for order in (0.5, 1.0):
        yield fit(ones, scale ** (-towards * order))
    floored = fit(ones, added=(ones,))
    yield floored and floored._replace(other=towards * slope < 0)
    if np.all(at > 1):
        for sign in (1, -1):
            logged = fit(np.log(at) ** sign)
            yield logged and logged._replace(other=True)


class _Form(NamedTuple):
    """A term for each factor of the power, and added terms, each with an amplitude; `target` in errors."""

    factors: tuple[Vector, ...]
    added: tuple[Vector, ...]
    scale: Vector
    target: Vector
    weights: Vector

    @property
    def parameters(self) -> int:
        """The exponent and the amplitudes."""
        return 1 + len(self.factors) + len(self.added)

    def chi2(self, grid: Vector) -> Vector:
        """The least chi2 over the amplitudes, at each exponent of the grid.

        Terms are made orthogonal one after another, which for two or three is faster than a QR decomposition.
        """
        powers = self.weights * self.scale ** grid[:, None]
        terms = [powers * factor for factor in self.factors]
        terms += [np.broadcast_to(self.weights * one, powers.shape) for one in self.added]
        chi2, basis = np.full(len(grid), self.target @ self.target), list[NDArray[np.float64]]()
        for term in terms:
            rest = term
            for direction in basis:
                rest = rest - np.einsum("gp,gp->g", rest, direction)[:, None] * direction
            basis.append(rest / np.sqrt(np.einsum("gp,gp->g", rest, rest))[:, None])
            chi2 -= (basis[-1] @ self.target) ** 2
        return chi2


def _narrowed(form: _Form, slope: float) -> _Fit:
    """The least chi2 and the interval, on grids that close in until it takes many of their steps."""
    grid = slope + np.linspace(-REACH, REACH, STEPS)
    while True:
        chi2 = form.chi2(grid)
        inside = np.flatnonzero(chi2 <= chi2.min() + special.chdtri(1, LEVEL))
        first, last = max(inside[0] - 1, 0), min(inside[-1] + 1, STEPS - 1)
        if last - first >= FEWEST_STEPS or grid[last] - grid[first] < CLOSEST:
            break
        grid = np.linspace(grid[first], grid[last], STEPS)
    bic = float(chi2.min()) + form.parameters * float(np.log(form.target.size))
    return _Fit(bic=bic, low=float(grid[first]), high=float(grid[last]), other=False)
