"""Point by point: simultaneous intervals, and measured against a formula's values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy import special

from ..document import Bounds, Comparison, Edge, Outcome
from ..inference import anytime
from ..inference.anytime import JEFFREYS, Null
from ..inference.binomial import MIN_EXPECTED
from ..inference.covariance import Covariance
from ..inference.gls import chi2_p_value
from ..inference.intervals import bonferroni, clopper_pearson, holm, sidak
from ..reason import Kind, PValue, Reason, Share, Text, reason
from .case import FAILED, Case, Derived, Finding, comparison
from .terms import by_p, how, is_heuristic, label, setting, settings, two

Vector = NDArray[np.float64]

VALUE_TOLERANCE: Final = 0.05
"""How far a law's derived value may be from the measured one: its margin is in the exponent."""

ROUNDING: Final = 1e-6
"""Relative rounding of a single-precision simulation, no difference between two roads."""

LARGEST_Z: Final = 37.0
"""A normal tail beyond it has no double-precision number."""

INTERPOLATION: Final = 1e-3
"""Relative error of a crossing read off a cubic between grid points."""


@dataclass(frozen=True, kw_only=True)
class PointCheck:
    """Measured against expected values.

    `significant`: they differ at the level, by chi2 or in a point. `inside`: every simultaneous
    interval lies within the tolerance. `beyond`: the points that differ by more than it (Holm). `farthest`
    is the point whose interval lies farthest beyond the tolerance, or reaches farthest where none lies
    beyond. `alike` says which points would differ, were it certain what none of their draws showed.
    """

    chi2: float
    dof: int
    p_value: float
    significant: bool
    inside: bool
    beyond: NDArray[np.bool_]
    beyond_together: bool
    farthest: int
    alike: Reason | None

    @property
    def test(self) -> Reason | None:
        """The clause that names chi2; none for computed values."""
        if not self.dof:
            return None
        return reason(Kind.CHI2, chi2=self.chi2, dof=self.dof, p=PValue(value=self.p_value))

    @property
    def refutes(self) -> bool:
        """The difference is beyond the tolerance, in a point or in all together."""
        return bool(self.beyond.any()) or self.beyond_together


def simultaneous_limits(case: Case, level: float) -> tuple[Vector, Vector]:
    """Limits of every point that hold together (and at every look): binomial, Student, or rigorous."""
    if case.exact:
        return case.means - case.error_bounds, case.means + case.error_bounds
    count = len(case.means)
    if case.counts is not None:
        limits = anytime.proportion_limits if case.anytime else clopper_pearson
        return limits(case.counts, case.draws, bonferroni(level, count))
    single = case.level_at(case.draws, sidak(level, count))
    half = case.stderrs * -special.stdtrit(np.maximum(case.draws - 1, 1), single / 2)
    return case.means - half, case.means + half


def intervals(case: Case) -> tuple[Bounds, ...]:
    """The simultaneous limits as the document holds them."""
    low, high = simultaneous_limits(case, case.level)
    return tuple((float(a), float(b)) for a, b in zip(low, high, strict=True))


def compare(case: Case, expected: Vector, tolerance: Vector) -> PointCheck:
    """Compare every point with its expected value, `tolerance` being absolute, shape "points"."""
    slack = np.minimum(tolerance, (INTERPOLATION if case.claim.threshold else ROUNDING) * np.abs(expected))
    low, high = simultaneous_limits(case, case.level)
    chi2, dof, p_value = goodness(case, expected, slack)
    point_p = refuting(case, 2 * np.minimum(p_above(case, expected + slack), p_below(case, expected - slack)))
    outside = np.minimum(p_above(case, expected + tolerance), p_below(case, expected - tolerance))
    half = case.level / 2
    beyond = holm(refuting(case, 2 * outside), half)
    return PointCheck(
        chi2=chi2,
        dof=dof,
        p_value=p_value,
        significant=p_value < half or bool(holm(point_p, half).any()),
        inside=bool(np.all(low >= expected - tolerance) and np.all(high <= expected + tolerance)),
        beyond=beyond,
        beyond_together=_p_beyond(case, expected, tolerance) < half,
        farthest=_farthest(case, expected, tolerance, beyond),
        alike=alike_words(case, 2 * outside <= case.level),
    )


def _farthest(case: Case, expected: Vector, tolerance: Vector, beyond: NDArray[np.bool_]) -> int:
    """The point whose nearer limit is farthest beyond the tolerance, else whose farther limit is."""
    low, high = simultaneous_limits(case, case.level)
    if beyond.any():
        return farthest_of(expected, np.maximum(low - expected, expected - high) - tolerance, beyond)
    return farthest_of(expected, np.maximum(high - expected, expected - low) - tolerance)


def farthest_of(expected: Vector, excess: Vector, among: NDArray[np.bool_] | None = None) -> int:
    """Of some points (or all) that with the largest excess, relative to what is expected if not zero."""
    relative = excess / np.where(expected == 0, 1.0, np.abs(expected))
    return int(np.argmax(relative if among is None else np.where(among, relative, -np.inf)))


def p_above(case: Case, edge: Vector) -> Vector:
    """One-sided p-values of "the mean is at most edge": small where it lies above."""
    if case.exact:
        return np.where(case.means - case.error_bounds > edge + _double_rounding(edge), 0.0, 1.0)
    if case.counts is not None:
        inside = np.clip(edge, 0.0, 1.0)
        if case.anytime:
            return _anytime_p(case, case.counts, inside, Null.AT_MOST)
        k, m = np.maximum(case.counts, 1.0), case.draws
        return np.where((case.counts == 0) | (edge >= 1.0), 1.0, special.betainc(k, m - k + 1, inside))
    return _student_tail(case, case.means - edge)


def p_below(case: Case, edge: Vector) -> Vector:
    """One-sided p-values of "the mean is at least edge": small where it lies below."""
    if case.exact:
        return np.where(case.means + case.error_bounds < edge - _double_rounding(edge), 0.0, 1.0)
    if case.counts is not None:
        inside = np.clip(edge, 0.0, 1.0)
        if case.anytime:
            return _anytime_p(case, case.counts, inside, Null.AT_LEAST)
        k, m = np.minimum(case.counts, case.draws - 1), case.draws
        return np.where((case.counts == m) | (edge <= 0.0), 1.0, special.betaincc(k + 1, m - k, inside))
    return _student_tail(case, edge - case.means)


def refuting(case: Case, p: Vector) -> Vector:
    """The p-values by which points may refute: one, where the draws are all alike.

    A mean that rests on one draw in a million is zero in thousands of draws, with a standard error of
    zero: nothing bounds what none of them showed.
    """
    return np.where(case.alike, 1.0, np.minimum(p, 1.0))


def alike_words(case: Case, beyond: NDArray[np.bool_]) -> Reason | None:
    """Of the points `beyond` what is claimed, were their draws certain: how many have all draws alike."""
    count = int(np.sum(case.alike & beyond))
    return reason(Kind.ALIKE, settings=settings(case, count)) if count else None


def goodness(case: Case, expected: Vector, slack: Vector) -> tuple[float, int, float]:
    """chi2 of the points about expected values, its rank, and its p-value.

    A proportion takes the variance it has under the hypothesis, and is left out where fewer than
    five successes or failures are expected. The covariance itself was estimated: points that share
    draws have Hotelling's T^2, referred to F, and independent points enter by the normal deviate of
    their Student tail, so that few draws reject no more than their share.
    """
    if case.exact:
        return 0.0, 0, 1.0
    residual = case.means - expected
    residual = np.sign(residual) * np.maximum(np.abs(residual) - slack, 0.0)
    use, covariance = _hypothesis_covariance(case, expected)
    if not use.any():
        return 0.0, 0, 1.0
    errors = covariance.take(use)
    whitened = errors.whiten(_studentised(case, residual, use))
    chi2 = float(np.sum(whitened**2))
    exactly = _anytime_counts(case, expected, slack)
    if exactly is not None:
        return chi2, errors.rank, exactly
    return chi2, errors.rank, _together(chi2, errors.rank, case, use, residual[use])


def derived_against_measured(case: Case, tolerance: float) -> Finding:
    """The points edge of the triangle: does the measurement agree with what is derived?

    AGREES is "passes". For a derived equality chi2 is not rejected and every interval lies within the
    tolerance; for a derived bound no limit lies beyond it. ERROR means that derivation and simulation differ
    significantly, which a heuristic formula may.
    """
    derived = case.derived
    if derived is None or derived.values is None:
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_DERIVED_VALUE))
    if derived.relation == "=":
        return _equals_derived(case, derived.values, tolerance)
    return _within_derived(case, derived)


def _equals_derived(case: Case, expected: Vector, tolerance: float) -> Finding:
    check = compare(case, expected, tolerance * np.where(expected == 0, 1.0, np.abs(expected)))

    far = check.farthest
    off = abs(case.means[far] - expected[far]) / (abs(expected[far]) or 1.0)

    def found(kind: Kind) -> Reason:
        return reason(
            kind,
            label=label(case),
            how=how(case),
            **two(case.means[far], expected[far]),
            at=setting(case, far),
            within=tolerance if not expected.any() else Share(value=tolerance),
            where=settings(case),
            test=check.test,
            alike=check.alike,
            premise=_premise(case),
            off=Share(value=float(off)),
        )

    if check.significant:
        outcome = Outcome.REFUTED if is_heuristic(case) else Outcome.ERROR
        kind = Kind.HEURISTIC_OFF if is_heuristic(case) else Kind.DERIVED_DISAGREES
        return Finding(outcome=outcome, sentence=found(kind))
    if not check.inside:
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=found(Kind.DERIVED_OPEN))
    return Finding(outcome=Outcome.AGREES, sentence=found(Kind.AGREES_WITH_DERIVED))


def _within_derived(case: Case, derived: Derived) -> Finding:
    values = np.asarray(derived.values)
    upper = derived.relation == "<="
    p = refuting(case, p_above(case, values) if upper else p_below(case, values))
    broken = holm(p, case.level)
    if not broken.any():
        sentence = reason(Kind.WITHIN_DERIVED, where=settings(case))
        return Finding(outcome=Outcome.AGREES, sentence=sentence)
    low, high = simultaneous_limits(case, case.level)
    worst = farthest_of(values, low - values if upper else values - high, broken)
    heuristic = is_heuristic(case)
    sentence = reason(
        Kind.HEURISTIC_BOUND_OFF if heuristic else Kind.DERIVED_BOUND_BROKEN,
        label=label(case),
        how=how(case),
        side=reason(Kind.AT_MOST if upper else Kind.AT_LEAST),
        **two(case.means[worst], values[worst]),
        at=setting(case, worst),
        test=None if case.exact else by_p(float(p[worst])),
        premise=_premise(case),
    )
    return Finding(outcome=Outcome.REFUTED if heuristic else Outcome.ERROR, sentence=sentence)


def _premise(case: Case) -> Reason:
    """What the derivation rests on that holds only approximately."""
    named = () if case.derived is None else case.derived.approximations
    return reason(Kind.PREMISE, text=Text(text=named[0])) if named else reason(Kind.HEURISTIC_STEP)


def points_comparison(finding: Finding, case: Case) -> Comparison:
    """The points edge; not made where there is nothing derived."""
    if case.derived is None or case.derived.values is None or case.derived.status == FAILED:
        return comparison(Edge.NOT_MADE, reason(Kind.NO_DERIVED_VALUE))
    return finding.comparison


def _double_rounding(edge: Vector) -> Vector:
    return 1e-12 * np.abs(edge)


def _student_tail(case: Case, distance: Vector) -> Vector:
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(case.stderrs > 0, distance / case.stderrs, np.where(distance > 0, np.inf, -np.inf))
    tail = np.asarray(special.stdtr(np.maximum(case.draws - 1, 1), -t), dtype=np.float64)
    if not case.anytime:
        return tail
    z = np.clip(-special.ndtri(tail), -LARGEST_Z, LARGEST_Z)
    return anytime.one_sided_p_value(z, case.draws, case.level)


def _anytime_p(case: Case, counts: Vector, edge: Vector, null: Null) -> Vector:
    """p-values of proportions at any look; an edge that no proportion is beyond has p = 1."""
    met = edge >= 1.0 if null is Null.AT_MOST else edge <= 0.0
    p = anytime.proportion_p_value(counts, case.draws, np.where(met, 0.5, edge), null)
    return np.where(met, 1.0, p)


def _anytime_counts(case: Case, expected: Vector, tolerance: Vector) -> float | None:
    """p-value at any look of all independent proportions together, a product of e-values.

    Each is least at the point of its tolerance that is nearest to the measured proportion. None for
    other points, and where none of the points is a probability.
    """
    if not case.anytime or case.counts is None or not case.evidence.covariance.independent:
        return None
    nearest = np.clip(case.means, expected - tolerance, expected + tolerance)
    inside = (nearest > 0) & (nearest < 1)
    if not inside.any():
        return None
    log_e = anytime.log_e_proportion(
        case.counts[inside], case.draws[inside], nearest[inside], Null.EQUAL, a=JEFFREYS, b=JEFFREYS
    )
    return float(anytime.p_of(np.array(log_e.sum())))


def _hypothesis_covariance(case: Case, expected: Vector) -> tuple[NDArray[np.bool_], Covariance]:
    covariance = case.evidence.covariance
    if case.counts is None:
        # Of a single draw no error is known, and of draws that are all alike none can be.
        return (case.stderrs > 0) & np.isfinite(case.stderrs), covariance
    p = np.clip(expected, 0.0, 1.0)
    use = np.minimum(p, 1 - p) * case.draws >= MIN_EXPECTED
    scale = np.where(case.stderrs > 0, case.stderrs, 1.0)
    spread = np.sqrt(p * (1 - p) / case.draws)
    if covariance.independent:
        return use, Covariance(spread**2)
    correlation = covariance.scaled(1 / scale).matrix.copy()
    np.fill_diagonal(correlation, 1.0)
    return use, Covariance(correlation).scaled(spread)


def _studentised(case: Case, residual: Vector, use: NDArray[np.bool_]) -> Vector:
    """The residuals of the points in use, as far from zero as their Student tails are for a normal."""
    chosen = residual[use]
    if case.counts is not None or case.anytime or not case.evidence.covariance.independent:
        return chosen
    stderrs = case.stderrs[use]
    tail = special.stdtr(np.maximum(case.draws[use] - 1, 1), -np.abs(chosen) / stderrs)
    deviate = np.minimum(-special.ndtri(tail), LARGEST_Z)
    few: Vector = np.where(np.isfinite(case.draws[use]), np.sign(chosen) * deviate * stderrs, chosen)
    return few


def _together(chi2: float, dof: int, case: Case, use: NDArray[np.bool_], residual: Vector) -> float:
    """p-value of chi2 over the points in use: Hotelling's T^2 is referred to F.

    Draws that are no more than the points estimate no covariance; then the worst point tells, by
    Student's law and Bonferroni, whatever the points share.
    """
    if case.anytime:
        return anytime.chi2_p_value(chi2, case.draws[use], case.level)
    draws = float(case.draws.min())
    if case.counts is not None or case.evidence.covariance.independent or not np.isfinite(draws):
        return chi2_p_value(chi2, dof)
    if draws <= dof + 1:
        tail = special.stdtr(max(draws - 1, 1), -np.abs(residual) / case.stderrs[use])
        return float(min(1.0, 2 * len(residual) * np.min(tail)))
    return float(special.fdtrc(dof, draws - dof, chi2 * (draws - dof) / (dof * (draws - 1))))


def _p_beyond(case: Case, expected: Vector, tolerance: Vector) -> float:
    """p-value of "some point of the tolerance box is the mean": chi2 at the nearest such point."""
    if case.exact:
        return 1.0
    exactly = _anytime_counts(case, expected, tolerance)
    if exactly is not None:
        return exactly
    use, covariance = _hypothesis_covariance(case, expected)
    if not use.any():
        return 1.0
    errors, residual = covariance.take(use), case.means - expected
    box = np.maximum(tolerance, np.finfo(float).tiny)
    outside = residual - np.clip(residual, -box, box)
    clipped = float(np.sum(errors.whiten(_studentised(case, outside, use)) ** 2))
    clipped_p = _together(clipped, errors.rank, case, use, outside[use])
    if errors.independent or clipped_p >= case.level:
        return clipped_p  # where points are correlated a lower limit of the p-value sought
    nearest = scipy.optimize.lsq_linear(  # SciPy has no types here
        errors.whiten(np.eye(int(use.sum()))), errors.whiten(residual[use]), bounds=(-box[use], box[use])
    )
    return _together(2 * float(nearest.cost), errors.rank, case, use, outside[use])
