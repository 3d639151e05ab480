"""What a plan will cost and what it can decide, from a pilot.

The pilot draws one block of each group, where a run follows those that the run begins with; its time and
covariance are scaled to the plan's last round. Power is that of the decision itself: the share of evidence
drawn at that precision around the claimed law that confirms the claim, without the help of a derivation.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .. import law
from ..claim import Claim, Relation
from ..decide.context import DecisionContext
from ..decide.limit import beyond, diverging, on_the_way
from ..decide.nonlinear import held_fit
from ..decide.verdict import Measured, measured
from ..document import Outcome
from ..errors import CheckFailedError
from ..numerics import estimate
from ..numerics.quantity import SampledQuantity
from ..reason import Count, Formula, Kind, Reason, reason
from ..statistics.corrections import MIN_SIZES
from ..statistics.covariance import block_diagonal
from ..statistics.evidence import Evidence, Point
from ..statistics.threshold import ThresholdError
from .collect import task
from .plan import CLAIM_LEVEL, Plan
from .preset import STANDARD
from .reduction import sampled_evidence
from .store import BlockKey, StoredBlock
from .work import executor, perform

PILOT_SEED: Final = 0x70696C6F74
EVEN: Final = 0.5
"""A smaller power is told with what would decide the claim."""
ENOUGH: Final = 0.8
"""The power of the plan that is told instead."""
MOST_STEPS: Final = 3
"""Sizes that are tried beyond the largest of a limit's grid."""
TIMES: Final = (1, 4, 16)
"""How many times the trials are tried."""
LEVEL: Final = 0.05
"""Of the lower limit of a power that every simulated run shows."""


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """CPU seconds when every round is needed, and the power there (None when nothing is sampled).

    The power is the share among `simulations`; `obstacle` says why the pilot could not tell it, and `missing`
    what would decide the claim where most of them do not. `blocks` are those that the pilot drew.
    """

    seconds: float
    power: float | None
    simulations: int = 0
    obstacle: str | None = None
    missing: Reason | None = None
    blocks: Mapping[BlockKey, StoredBlock] = field(default_factory=dict)

    @property
    def least_power(self) -> float:
        """The lower 95 % limit of the power where every simulated run confirms the claim."""
        return float(LEVEL ** (1 / self.simulations))


class _NoScaleError(Exception):
    """The pilot says nothing of the constant of a law."""


def few_sizes(plan: Plan) -> tuple[Reason, ...]:
    """The variables of a law that its grid has too few sizes of to be decided by measurement."""
    claim = plan.claim
    if claim.relation is not Relation.LAW:
        return ()
    solved = None if claim.threshold is None else claim.threshold.variable
    at = [point for target in plan.targets for point in target.points]
    names = {str(s) for s in law.parse(claim.claimed).free_symbols} - {solved}
    sizes = {name: {point[name] for point in at if name in point} for name in sorted(names)}
    return tuple(
        reason(
            Kind.PLAN_FEW_SIZES, variable=name, sizes=Count(count=MIN_SIZES - len(found), noun="more size")
        )
        for name, found in sizes.items()
        if 0 < len(found) < MIN_SIZES
    )


def forecast(plan: Plan, simulations: int = STANDARD.simulations) -> Forecast:
    """Cost and power of a plan."""
    with executor(1, user_code=plan.user_code) as pool:
        return forecast_on(pool, plan, simulations)


def forecast_on(
    pool: Executor, plan: Plan, simulations: int = STANDARD.simulations, seed: int = PILOT_SEED
) -> Forecast:
    """Cost and power of a plan, its pilot drawn on the CPU by the workers of a pool.

    Raises CheckFailedError where the function ends a worker.
    """
    route = plan.resolved.route
    if route is None or not isinstance(plan.quantity, SampledQuantity):
        return Forecast(seconds=0.0, power=None)
    firsts = [(target, first) for target, (first, *_) in plan.keys(0, seed=seed, device="cpu")]
    try:
        drawn = list(pool.map(perform, [task(route, target, key, "cpu") for target, key in firsts]))
    except BrokenExecutor as error:
        raise CheckFailedError(f"{plan.quantity.title} ended the process of a block: {error}") from error
    blocks = {key: block for (_, key), block in zip(firsts, drawn, strict=True)}
    seconds = plan.blocks[-1] * sum(block.seconds for block in drawn)
    merged = [(target, estimate.from_bytes(blocks[key].statistic)) for target, key in firsts]
    try:
        evidence = sampled_evidence(plan.claim, plan.quantity, merged)
        decided = _last_analyses(plan, evidence, simulations)
    except (ThresholdError, _NoScaleError) as error:
        return Forecast(seconds=seconds, power=None, obstacle=str(error), blocks=blocks)
    power = sum(one.outcome in (Outcome.AGREES, Outcome.BOUND_ONLY) for one in decided) / simulations
    missing = None
    if power < EVEN:
        advice = [one.missing for one in decided if one.missing is not None]
        missing = _cheapest(plan, evidence, simulations) or (advice[0] if advice else None)
    return Forecast(seconds=seconds, power=power, simulations=simulations, missing=missing, blocks=blocks)


def _cheapest(plan: Plan, pilot: Evidence, simulations: int) -> Reason | None:
    """What a limit's plan takes to decide it in most simulated runs: sizes, trials, or both; the cheapest.

    A trial at a larger size is taken to cost in proportion to it. None for other claims, and where neither
    three sizes more nor sixteen times the trials suffice.
    """
    if not plan.claim.is_of_limit:
        return None
    variable = diverging(_context(plan.claim, pilot))
    designs = []
    for steps in range(MOST_STEPS + 1):
        longer = _with_sizes(plan.claim, pilot, variable, steps)
        sizes = _context(plan.claim, longer).growing(variable)
        designs += [(times * float(sizes.sum()), times, steps, longer) for times in TIMES]
    for _, times, steps, longer in sorted(designs, key=lambda design: design[0])[1:]:
        more = replace(plan, blocks=(*plan.blocks[:-1], times * plan.blocks[-1]))
        decided = _last_analyses(more, longer, simulations, seen=len(pilot))
        if sum(one.outcome is Outcome.AGREES for one in decided) >= ENOUGH * simulations:
            return _design(longer, variable, times=times, steps=steps)
    return None


def _design(evidence: Evidence, variable: str, *, times: int, steps: int) -> Reason:
    """So many times the trials, or sizes up to the last, or both."""
    trials = reason(Kind.TIMES_THE_TRIALS, factor=float(times))
    if steps == 0:
        return reason(Kind.PLAN_TRIALS, trials=trials)
    size, name = float(evidence.at[variable][-1]), Formula(code=variable)
    if times == 1:
        return reason(Kind.PLAN_SIZES, variable=name, size=size)
    return reason(Kind.PLAN_SIZES_AND_TRIALS, variable=name, size=size, trials=trials)


def _with_sizes(claim: Claim, pilot: Evidence, variable: str, steps: int) -> Evidence:
    """The pilot with sizes beyond each far end, measured as precisely as that in parts of the mean."""
    ends = beyond(_context(claim, pilot), steps)
    points, covariance = list(pilot.points), pilot.covariance.matrix
    for far, size in ends:
        points.append(replace(pilot.points[far], at={**pilot.points[far].at, variable: size}))
    variances = [covariance[far, far] for far, _ in ends]
    return Evidence.of(points, block_diagonal([covariance, np.diag(variances)]))


def _context(claim: Claim, evidence: Evidence) -> DecisionContext:
    return DecisionContext(claim=claim, derived=None, evidence=evidence, level=CLAIM_LEVEL)


def _last_analyses(plan: Plan, pilot: Evidence, simulations: int, seen: int | None = None) -> list[Measured]:
    """What simulated last analyses decide if the claim is true.

    The pilot measured the first `seen` points, by default all.
    """
    generator = np.random.default_rng(PILOT_SEED)
    means = np.array([point.mean for point in pilot.points])
    truth = _truth(plan.claim, pilot, means, len(pilot) if seen is None else seen)
    ratio = truth / means if np.all(means > 0) else np.ones_like(means)
    scaled = pilot.covariance.matrix * np.outer(ratio, ratio)
    covariance = _at_least_binomial(pilot, truth, scaled) / plan.blocks[-1]
    runs = (_simulated(pilot, truth, covariance, plan.blocks[-1], generator) for _ in range(simulations))
    return [measured(plan.claim, evidence, level=plan.levels[-1]) for evidence in runs]


def _truth(claim: Claim, pilot: Evidence, means: NDArray[np.float64], seen: int) -> NDArray[np.float64]:
    """The means if the claim is true: its formula, a law's constants being fitted to the pilot.

    A limit is approached as the pilot approaches it. A bound or an ordering says nothing of the means within
    it, so there the pilot's own are taken. Points in which the pilot saw nothing say nothing of a factor;
    raises _NoScaleError where all are such, or where the pilot does not tell the constants.
    """
    if claim.relation in (Relation.AT_MOST, Relation.AT_LEAST, Relation.ORDERING):
        return means
    context = _context(claim, pilot)
    if claim.is_of_limit:
        return on_the_way(context, seen)
    expr = law.parse(claim.claimed)
    form = law.form(claim.claimed, context.variables) if claim.bound_type else None
    if form is not None and not form.is_single:
        return _fitted(context, form)
    constants = dict.fromkeys(form.constants, 1) if form else {}
    curve = np.array([law.evaluate(expr, {**point.at, **constants}) for point in pilot.points])
    if not claim.bound_type:
        return curve
    telling = means * curve > 0
    if not telling.any():
        raise _NoScaleError("In the pilot every mean is zero, so that no constant of the law can be fitted.")
    return np.asarray(curve * np.exp(np.mean(np.log(means[telling] / curve[telling]))), dtype=np.float64)


def _fitted(context: DecisionContext, form: law.Form) -> NDArray[np.float64]:
    """The curve of a law with constants elsewhere than in front, fitted as it is claimed."""
    found = held_fit(context, form)
    if found is None or not np.isfinite(found[0]).all():
        raise _NoScaleError(f"The pilot does not determine the constants of {form.text}.")
    return found[0]


def _at_least_binomial(
    pilot: Evidence, truth: NDArray[np.float64], covariance: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The covariance with a proportion's variance no less than that of independent trials."""
    inside = np.clip(truth, 0.0, 1.0)
    counted = np.array([point.failures is not None for point in pilot.points])
    least = np.where(counted, inside * (1 - inside) / [point.n_trials for point in pilot.points], 0.0)
    return covariance + np.diag(np.maximum(least - np.diag(covariance), 0.0))


def _simulated(
    pilot: Evidence,
    truth: NDArray[np.float64],
    covariance: NDArray[np.float64],
    blocks: int,
    generator: np.random.Generator,
) -> Evidence:
    """Evidence of `blocks` times the pilot's trials around the truth; proportions as whole counts."""
    drawn = generator.multivariate_normal(truth, covariance, method="svd")
    points = tuple(
        _point(point, float(mean), float(np.sqrt(variance)), blocks * point.n_trials)
        for point, mean, variance in zip(pilot.points, drawn, np.diag(covariance), strict=True)
    )
    return Evidence.of(points, covariance)


def _point(point: Point, mean: float, stderr: float, n_trials: float) -> Point:
    if point.failures is None:
        return replace(point, mean=mean, stderr=stderr, n_trials=n_trials)
    count = min(max(round(mean * n_trials), 0), n_trials)
    return replace(point, mean=count / n_trials, stderr=stderr, n_trials=n_trials, failures=count)
