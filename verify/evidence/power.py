"""What a plan will cost and what it can decide, from a pilot.

The pilot draws one block of each group, where a run follows those that the run begins with; its time and
covariance are scaled to the plan's last round. Power is that of the decision itself: the share of evidence
drawn at that precision around the claimed law that confirms the claim, without the help of a derivation.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .. import law
from ..claim import Claim, Relation
from ..decide.context import DecisionContext
from ..decide.limit import on_the_way
from ..decide.verdict import measured
from ..document import Outcome
from ..numerics import estimate
from ..numerics.quantity import SampledQuantity
from ..reason import Count, Kind, Reason, reason
from ..statistics.corrections import MIN_SIZES
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
    """Cost and power of a plan, its pilot drawn on the CPU by the workers of a pool."""
    route = plan.resolved.route
    if route is None or not isinstance(plan.quantity, SampledQuantity):
        return Forecast(seconds=0.0, power=None)
    firsts = [(target, first) for target, (first, *_) in plan.keys(0, seed=seed, device="cpu")]
    drawn = list(pool.map(perform, [task(route, target, key, "cpu") for target, key in firsts]))
    blocks = {key: block for (_, key), block in zip(firsts, drawn, strict=True)}
    seconds = plan.blocks[-1] * sum(block.seconds for block in drawn)
    merged = [(target, estimate.from_bytes(blocks[key].statistic)) for target, key in firsts]
    try:
        evidence = sampled_evidence(plan.claim, plan.quantity, merged)
        decided = _last_analyses(plan, evidence, simulations)
    except (ThresholdError, _NoScaleError) as error:
        return Forecast(seconds=seconds, power=None, obstacle=str(error), blocks=blocks)
    power = sum(outcome in (Outcome.AGREES, Outcome.BOUND_ONLY) for outcome, _ in decided) / simulations
    advice = [missing for _, missing in decided if missing is not None]
    return Forecast(
        seconds=seconds,
        power=power,
        simulations=simulations,
        missing=advice[0] if advice and power < EVEN else None,
        blocks=blocks,
    )


def _last_analyses(plan: Plan, pilot: Evidence, simulations: int) -> list[tuple[Outcome, Reason | None]]:
    """What simulated last analyses decide if the claim is true, and what each lacks."""
    generator = np.random.default_rng(PILOT_SEED)
    means = np.array([point.mean for point in pilot.points])
    truth = _truth(plan.claim, pilot, means)
    scale = (
        np.outer(truth / means, truth / means) if np.all(means > 0) else np.ones_like(pilot.covariance.matrix)
    )
    covariance = _at_least_binomial(pilot, truth, pilot.covariance.matrix * scale) / plan.blocks[-1]
    return [
        measured(
            plan.claim,
            _simulated(pilot, truth, covariance, plan.blocks[-1], generator),
            level=plan.levels[-1],
        )
        for _ in range(simulations)
    ]


def _truth(claim: Claim, pilot: Evidence, means: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means if the claim is true: its formula, a law's constant being fitted to the pilot.

    A limit is approached as the pilot approaches it. A bound or an ordering says nothing of the means within
    it, so there the pilot's own are taken. Points in which the pilot saw nothing say nothing of the constant;
    raises _NoScaleError where all are such.
    """
    if claim.relation in (Relation.AT_MOST, Relation.AT_LEAST, Relation.ORDERING):
        return means
    if claim.relation is Relation.LIMIT or (claim.relation is Relation.EQUALS and claim.asymptotic):
        return on_the_way(DecisionContext(claim=claim, derived=None, evidence=pilot, level=CLAIM_LEVEL))
    expr = law.parse(claim.claimed)
    constants = dict.fromkeys(law.form(claim.claimed, claim.grid).constants, 1) if claim.bound_type else {}
    curve = np.array([law.evaluate(expr, {**point.at, **constants}) for point in pilot.points])
    if not claim.bound_type:
        return curve
    seen = means * curve > 0
    if not seen.any():
        raise _NoScaleError("In the pilot every mean is zero, which tells no constant of the law.")
    return np.asarray(curve * np.exp(np.mean(np.log(means[seen] / curve[seen]))), dtype=np.float64)


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
