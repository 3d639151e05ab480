"""Point by point: simultaneous intervals, and measured against a formula's values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from ..document import Bounds, Comparison, ComparisonOutcome, Outcome
from ..reason import Kind, PValue, Reason, Share, Text, interval, reason
from ..statistics import anytime
from ..statistics.anytime import JEFFREYS, Null
from ..statistics.binomial import MIN_EXPECTED
from ..statistics.covariance import Covariance
from ..statistics.gls import chi2_p_value
from ..statistics.intervals import bonferroni, clopper_pearson, holm, mean_quantiles, mean_tails, sidak
from .context import FAILED, DecisionContext, Derived, Diagnostic, comparison
from .factor import factor_between
from .terms import by_p, how, is_heuristic, label, setting, settings, two

Vector = NDArray[np.float64]

VALUE_TOLERANCE: Final = 0.05
"""How far a law's derived value may be from the measured one: its margin is in the exponent."""

ROUNDING: Final = 1e-6
"""Relative rounding of a single-precision simulation, no difference between two routes."""

EDGE_ROUNDING: Final = 1e-12
"""The same of a formula's value in double precision."""

LARGEST_Z: Final = 37.0
"""A normal tail beyond it has no double-precision number."""

INTERPOLATION: Final = 1e-3
"""Relative error of a threshold read off a cubic between grid points."""


@dataclass(frozen=True, kw_only=True)
class PointCheck:
    """Measured against expected values.

    `significant`: they differ at the level, by chi2 or in a point. `inside`: every simultaneous
    interval lies within the tolerance. `beyond`: the points that differ by more than it (Holm). `farthest`
    is the point whose interval lies farthest beyond the tolerance, or reaches farthest where none lies
    beyond. `degenerate` says which points would differ, were it certain what none of their trials showed.
    """

    chi2: float
    dof: int
    p_value: float
    significant: bool
    inside: bool
    beyond: NDArray[np.bool_]
    beyond_together: bool
    farthest: int
    degenerate: Reason | None

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


def beside_measured(context: DecisionContext, point: int, instead: Reason | None) -> Reason | None:
    """What stands beside a measured number: of a threshold its limits, and `instead`."""
    if context.claim.threshold is None or context.exact:
        return instead
    low, high = simultaneous_limits(context, context.level)
    return reason(Kind.LIMITS, interval=interval(float(low[point]), float(high[point])), instead=instead)


def simultaneous_limits(context: DecisionContext, level: float) -> tuple[Vector, Vector]:
    """Limits of every point, binomial, Student or rigorous; they hold together (and in all rounds).

    Those of means are the wider of Student's and Hall's where the skewness of trials is known. Means that
    few trials make up are not bounded on their side.
    """
    if context.exact:
        return context.means - context.error_bounds, context.means + context.error_bounds
    count = len(context.means)
    if context.counts is not None:
        limits = anytime.proportion_limits if context.anytime else clopper_pearson
        return limits(context.counts, context.n_trials, bonferroni(level, count))
    single = context.level_at(context.n_trials, sidak(level, count))
    below, above = (mean_quantiles(context.dof, single, context.skewness_to(side)) for side in (1, -1))
    lower, upper = context.has_limits
    low = context.means - context.stderrs * below if lower else np.full(count, -np.inf)
    high = context.means + context.stderrs * above if upper else np.full(count, np.inf)
    return low, high


def intervals(context: DecisionContext) -> tuple[Bounds, ...]:
    """The simultaneous limits as the document holds them."""
    low, high = simultaneous_limits(context, context.level)
    ends = (interval(a, b) for a, b in zip(low.tolist(), high.tolist(), strict=True))
    return tuple((each.low, each.high) for each in ends)


def compare(context: DecisionContext, expected: Vector, tolerance: Vector) -> PointCheck:
    """Compare every point with its expected value, `tolerance` being absolute, shape "points"."""
    slack = np.minimum(tolerance, (INTERPOLATION if context.claim.threshold else ROUNDING) * np.abs(expected))
    low, high = simultaneous_limits(context, context.level)
    chi2, dof, p_value = goodness(context, expected, slack)
    point_p = refuting(context, _p_outside(context, expected, slack))
    outside = _p_outside(context, expected, tolerance)
    half = context.level / 2
    beyond = holm(refuting(context, outside), half)
    reach = np.maximum(low - expected, expected - high)
    if not beyond.any():
        reach = np.maximum(high - expected, expected - low)
    return PointCheck(
        chi2=chi2,
        dof=dof,
        p_value=p_value,
        significant=p_value < half or bool(holm(point_p, half).any()),
        inside=bool(np.all(low >= expected - tolerance) and np.all(high <= expected + tolerance)),
        beyond=beyond,
        beyond_together=_p_of_box(context, expected, tolerance) < half,
        farthest=farthest_of(expected, reach - tolerance, beyond if beyond.any() else None),
        degenerate=degenerate_words(context, outside <= context.level),
    )


def farthest_of(expected: Vector, excess: Vector, among: NDArray[np.bool_] | None = None) -> int:
    """Of some points (or all) that with the largest excess, relative to what is expected if not zero."""
    relative = excess / np.where(expected == 0, 1.0, np.abs(expected))
    return int(np.argmax(relative if among is None else np.where(among, relative, -np.inf)))


def p_beyond(context: DecisionContext, edge: Vector, side: float) -> Vector:
    """One-sided p-values of "the mean is at most edge", of side -1 "at least": small where it lies beyond."""
    if context.exact:
        nearest = side * context.means - context.error_bounds
        return np.where(nearest > side * edge + EDGE_ROUNDING * np.abs(edge), 0.0, 1.0)
    if context.counts is not None:
        return _p_of_counts(context, context.counts, edge, side)
    limited = context.has_limits[0 if side > 0 else 1]
    return _tails_of_means(context, edge, side) if limited else np.ones(len(edge))


def _p_outside(context: DecisionContext, expected: Vector, slack: Vector) -> Vector:
    """p-values of "the mean is within the slack of what is expected", on either side."""
    above, below = p_beyond(context, expected + slack, 1), p_beyond(context, expected - slack, -1)
    return np.asarray(2 * np.minimum(above, below), dtype=np.float64)


def _p_of_counts(context: DecisionContext, k: Vector, edge: Vector, side: float) -> Vector:
    """The same of proportions; an edge that no proportion is beyond has p = 1."""
    m, inside = context.n_trials, np.clip(edge, 0.0, 1.0)
    met = edge >= 1.0 if side > 0 else edge <= 0.0
    if context.anytime:
        null = Null.AT_MOST if side > 0 else Null.AT_LEAST
        return np.where(met, 1.0, anytime.proportion_p_value(k, m, np.where(met, 0.5, inside), null))
    if side > 0:
        some = np.maximum(k, 1.0)
        return np.where((k == 0) | met, 1.0, scipy.special.betainc(some, m - some + 1, inside))
    rest = np.minimum(k, m - 1)
    return np.where((k == m) | met, 1.0, scipy.special.betaincc(rest + 1, m - rest, inside))


def refuting(context: DecisionContext, p: Vector) -> Vector:
    """The p-values by which points may refute: one, where a sample is degenerate.

    A mean that rests on one draw in a million is zero in thousands of trials, with a standard error of
    zero: nothing bounds what none of them showed.
    """
    return np.where(context.degenerate, 1.0, np.minimum(p, 1.0))


def degenerate_words(context: DecisionContext, beyond: NDArray[np.bool_]) -> Reason | None:
    """Of the points `beyond` what is claimed, were they certain: how many are of degenerate samples."""
    count = int(np.sum(context.degenerate & beyond))
    return reason(Kind.DEGENERATE, settings=settings(context, count)) if count else None


def goodness(context: DecisionContext, expected: Vector, slack: Vector) -> tuple[float, int, float]:
    """chi2 of the points about expected values, its rank, and its p-value.

    A proportion takes the variance it has under the hypothesis, and is left out where fewer than
    five successes or failures are expected. The covariance itself was estimated: points that share
    trials have Hotelling's T^2, referred to F, and independent points enter by the normal deviate of
    their Student tail, so that few trials reject no more than their share. Means with a limit on one side
    alone enter where they lie beyond it; where points share trials, not at all.
    """
    if context.exact:
        return 0.0, 0, 1.0
    residual = context.means - expected
    residual = np.sign(residual) * np.maximum(np.abs(residual) - slack, 0.0)
    use, covariance = _hypothesis_covariance(context, expected)
    if not use.any():
        return 0.0, 0, 1.0
    errors = covariance.take(use)
    whitened = errors.whiten(_studentised(context, residual, use))
    chi2 = float(np.sum(whitened**2))
    exactly = _anytime_counts(context, expected, slack)
    if exactly is not None:
        return chi2, errors.rank, exactly
    return chi2, errors.rank, _together(chi2, errors.rank, context, use, residual[use])


def derived_against_measured(context: DecisionContext, tolerance: float) -> Diagnostic:
    """The comparison at the points: does the measurement agree with what is derived?

    AGREES is "passes". For a derived equality chi2 is not rejected and every interval lies within the
    tolerance; for a derived bound no limit lies beyond it. ERROR means that derivation and simulation differ
    significantly, which a heuristic formula may.
    """
    derived = context.derived
    if derived is None or derived.values is None:
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_DERIVED_VALUE))
    if derived.relation == "=":
        return _equals_derived(context, derived.values, tolerance)
    return _within_derived(context, derived)


def _equals_derived(context: DecisionContext, expected: Vector, tolerance: float) -> Diagnostic:
    check = compare(context, expected, tolerance * np.where(expected == 0, 1.0, np.abs(expected)))

    disagrees = check.significant and not is_heuristic(context)
    far = int(check.beyond.argmax()) if disagrees and check.beyond.any() else check.farthest
    off = abs(context.means[far] - expected[far]) / (abs(expected[far]) or 1.0)

    def found(kind: Kind) -> Reason:
        return reason(
            kind,
            label=label(context),
            how=how(context),
            **two(context.means[far], expected[far]),
            at=setting(context, far),
            within=tolerance if not expected.any() else Share(value=tolerance),
            where=settings(context),
            test=check.test,
            degenerate=check.degenerate,
            premise=_premise(context),
            off=Share(value=float(off)),
            ratio=factor_between(context, expected) if disagrees else None,
        )

    if disagrees:
        return Diagnostic(outcome=Outcome.ERROR, sentence=found(Kind.DERIVED_DISAGREES))
    if check.significant:
        return Diagnostic(outcome=Outcome.REFUTED, sentence=found(Kind.HEURISTIC_OFF))
    if not check.inside:
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=found(Kind.DERIVED_OPEN))
    return Diagnostic(outcome=Outcome.AGREES, sentence=found(Kind.AGREES_WITH_DERIVED))


def _within_derived(context: DecisionContext, derived: Derived) -> Diagnostic:
    values = np.asarray(derived.values)
    upper = derived.relation == "<="
    p = refuting(context, p_beyond(context, values, 1 if upper else -1))
    broken = holm(p, context.level)
    if not broken.any():
        sentence = reason(Kind.WITHIN_DERIVED, where=settings(context))
        return Diagnostic(outcome=Outcome.AGREES, sentence=sentence)
    low, high = simultaneous_limits(context, context.level)
    worst = farthest_of(values, low - values if upper else values - high, broken)
    heuristic = is_heuristic(context)
    sentence = reason(
        Kind.HEURISTIC_BOUND_OFF if heuristic else Kind.DERIVED_BOUND_BROKEN,
        label=label(context),
        how=how(context),
        side=reason(Kind.AT_MOST if upper else Kind.AT_LEAST),
        **two(context.means[worst], values[worst]),
        at=setting(context, worst),
        test=None if context.exact else by_p(float(p[worst])),
        premise=_premise(context),
    )
    return Diagnostic(outcome=Outcome.REFUTED if heuristic else Outcome.ERROR, sentence=sentence)


def _premise(context: DecisionContext) -> Reason:
    """What the derivation rests on that holds only approximately."""
    named = () if context.derived is None else context.derived.approximations
    return reason(Kind.PREMISE, text=Text(text=named[0])) if named else reason(Kind.HEURISTIC_STEP)


def points_comparison(diagnostic: Diagnostic, context: DecisionContext) -> Comparison:
    """The comparison at the points; not made where there is nothing derived."""
    if context.derived is None or context.derived.values is None or context.derived.status == FAILED:
        return comparison(ComparisonOutcome.NOT_MADE, reason(Kind.NO_DERIVED_VALUE))
    return diagnostic.comparison


def _tails_of_means(context: DecisionContext, edge: Vector, side: float) -> Vector:
    distance = side * (context.means - edge)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(context.stderrs > 0, distance / context.stderrs, np.where(distance > 0, np.inf, -np.inf))
    tail = mean_tails(t, context.dof, context.skewness_to(side))
    if not context.anytime:
        return tail
    z = np.clip(-scipy.special.ndtri(tail), -LARGEST_Z, LARGEST_Z)
    return anytime.one_sided_p_value(z, context.n_trials, context.level)


def _anytime_counts(context: DecisionContext, expected: Vector, tolerance: Vector) -> float | None:
    """p-value at any interim analysis of all independent proportions together, a product of e-values.

    Each is least at the point of its tolerance that is nearest to the measured proportion. None for
    other points, and where none of the points is a probability.
    """
    if not context.anytime or context.counts is None or not context.evidence.covariance.independent:
        return None
    nearest = np.clip(context.means, expected - tolerance, expected + tolerance)
    inside = (nearest > 0) & (nearest < 1)
    if not inside.any():
        return None
    log_e = anytime.log_e_proportion(
        context.counts[inside], context.n_trials[inside], nearest[inside], Null.EQUAL, a=JEFFREYS, b=JEFFREYS
    )
    return float(anytime.p_of(np.array(log_e.sum())))


def _hypothesis_covariance(
    context: DecisionContext, expected: Vector
) -> tuple[NDArray[np.bool_], Covariance]:
    covariance = context.evidence.covariance
    if context.counts is None:
        # Of a single trial no error is known, and of a degenerate sample none can be.
        told = covariance.independent or all(context.has_limits)
        return told & (context.stderrs > 0) & np.isfinite(context.stderrs), covariance
    p = np.clip(expected, 0.0, 1.0)
    use = np.minimum(p, 1 - p) * context.n_trials >= MIN_EXPECTED
    scale = np.where(context.stderrs > 0, context.stderrs, 1.0)
    spread = np.sqrt(p * (1 - p) / context.n_trials)
    if covariance.independent:
        return use, Covariance(spread**2)
    correlation = covariance.scaled(1 / scale).matrix.copy()
    np.fill_diagonal(correlation, 1.0)
    return use, Covariance(correlation).scaled(spread)


def _studentised(context: DecisionContext, residual: Vector, use: NDArray[np.bool_]) -> Vector:
    """The residuals of the points in use, as far from zero as their Student tails are for a normal."""
    chosen = residual[use]
    if context.counts is not None or context.anytime or not context.evidence.covariance.independent:
        return chosen
    stderrs = context.stderrs[use]
    tail = np.minimum(_tails_of_residuals(context, chosen, use), 0.5)
    deviate = np.minimum(-scipy.special.ndtri(tail), LARGEST_Z)
    few = np.where(np.isfinite(context.n_trials[use]), np.sign(chosen) * deviate * stderrs, chosen)
    lower, upper = context.has_limits
    seen: Vector = np.clip(few, -np.inf if upper else 0.0, np.inf if lower else 0.0)
    return seen


def _tails_of_residuals(context: DecisionContext, residual: Vector, use: NDArray[np.bool_]) -> Vector:
    side = np.ones(len(use))
    side[use] = np.sign(residual)
    t = np.abs(residual) / context.stderrs[use]
    return mean_tails(t, context.dof[use], context.skewness_to(side)[use])


def _together(
    chi2: float, dof: int, context: DecisionContext, use: NDArray[np.bool_], residual: Vector
) -> float:
    """p-value of chi2 over the points in use: Hotelling's T^2 is referred to F.

    Trials that are no more than the points estimate no covariance; then the worst point tells, by
    Student's law and Bonferroni, whatever the points share.
    """
    if context.anytime:
        return anytime.chi2_p_value(chi2, context.n_trials[use], context.level)
    n_trials = float(context.n_trials.min())
    if context.counts is not None or context.evidence.covariance.independent or not np.isfinite(n_trials):
        return chi2_p_value(chi2, dof)
    if n_trials <= dof + 1:
        return float(min(1.0, 2 * len(residual) * np.min(_tails_of_residuals(context, residual, use))))
    return float(scipy.special.fdtrc(dof, n_trials - dof, chi2 * (n_trials - dof) / (dof * (n_trials - 1))))


def _p_of_box(context: DecisionContext, expected: Vector, tolerance: Vector) -> float:
    """p-value of "some point of the tolerance box is the mean": chi2 at the nearest such point."""
    *_, p_value = goodness(context, expected, tolerance)
    if context.evidence.covariance.independent or p_value >= context.level:
        return p_value  # where points are correlated a lower limit of the p-value sought
    use, covariance = _hypothesis_covariance(context, expected)
    errors, residual = covariance.take(use), context.means - expected
    box = np.maximum(tolerance, np.finfo(float).tiny)
    outside = residual - np.clip(residual, -box, box)
    nearest = scipy.optimize.lsq_linear(  # SciPy has no types here
        errors.whiten(np.eye(int(use.sum()))), errors.whiten(residual[use]), bounds=(-box[use], box[use])
    )
    return _together(2 * float(nearest.cost), errors.rank, context, use, outside[use])
