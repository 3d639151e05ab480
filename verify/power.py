"""What a plan will cost and what it can decide, from a pilot on a seed of its own.

The pilot draws one block of each sheet, whose time and covariance are scaled to the plan's last
round. Power is the probability that a true claim is confirmed within its margin there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from ..numerics import estimate
from ..numerics.quantity import SampledQuantity
from . import law
from .claim import Relation
from .evidence import Evidence
from .inference.crossing import CrossingError
from .plan import CLAIM_LEVEL, Plan
from .reduction import sampled_evidence
from .work import Task, executor, perform

if TYPE_CHECKING:
    from .claim import Claim

PILOT_SEED: Final = 0x70696C6F74


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """CPU seconds when every round is needed, and the power there (None when nothing is sampled).

    `obstacle` says why the pilot could not tell the power.
    """

    seconds: float
    power: float | None
    obstacle: str | None = None


def forecast(plan: Plan) -> Forecast:
    """Cost and power of a plan."""
    if not isinstance(plan.quantity, SampledQuantity):
        return Forecast(seconds=0.0, power=None)
    with executor(1) as pool:
        blocks = list(zip(plan.targets, pool.map(perform, _pilots(plan)), strict=True))
    seconds = plan.blocks[-1] * sum(block.seconds for _, block in blocks)
    merged = [(target, estimate.from_bytes(block.statistic)) for target, block in blocks]
    try:
        evidence = sampled_evidence(plan.claim, plan.quantity, merged)
        power = _power(plan.claim, evidence, evidence.covariance / plan.blocks[-1])
    except CrossingError as error:
        return Forecast(seconds=seconds, power=None, obstacle=str(error))
    return Forecast(seconds=seconds, power=power)


def _pilots(plan: Plan) -> list[Task]:
    return [
        Task(
            topic=plan.claim.topic,
            quantity=str(plan.claim.quantity),
            sheet=target.sheet,
            block=0,
            seed=PILOT_SEED,
            device="cpu",
            cell=None,
        )
        for target in plan.targets
    ]


def _power(claim: Claim, evidence: Evidence, covariance: NDArray[np.float64]) -> float:
    if claim.relation is Relation.LAW:
        return _least(
            np.full(1, claim.margin), _exponent_errors(claim, evidence, covariance).max(keepdims=True)
        )
    errors = np.sqrt(np.diag(covariance))
    expr = law.parse(claim.claimed)
    claimed = np.array([law.evaluate(expr, cell.at) for cell in evidence.cells])
    if claim.relation is Relation.EQUALS:
        return _least(claim.margin * np.abs(claimed), errors)
    sign = 1 if claim.relation is Relation.AT_MOST else -1
    means = np.array([cell.mean for cell in evidence.cells])
    room = sign * (claimed - means) + claim.margin * np.abs(claimed)
    z = -ndtri(CLAIM_LEVEL)
    return float(np.min(ndtr(room / np.maximum(errors, np.finfo(float).tiny) - z)))


def _least(margins: NDArray[np.float64], errors: NDArray[np.float64]) -> float:
    """The smallest chance that an unbiased estimate's interval lies inside +-margin."""
    z = -ndtri(CLAIM_LEVEL / (2 * len(margins)))
    room = margins / np.maximum(errors, np.finfo(float).tiny) - z
    return float(np.clip(2 * ndtr(room) - 1, 0, 1).min())


def _exponent_errors(
    claim: Claim, evidence: Evidence, covariance: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Standard errors of the exponents of a pure power law, by generalised least squares in logs."""
    factors = law.form(claim.claimed, claim.grid).factors
    means = np.array([cell.mean for cell in evidence.cells])
    columns = [np.ones(len(means))]
    columns += [np.log([law.evaluate(factor.base, cell.at) for cell in evidence.cells]) for factor in factors]
    design = np.column_stack(columns)
    precision = np.linalg.inv(covariance / np.outer(means, means))
    return np.sqrt(np.diag(np.linalg.inv(design.T @ precision @ design)))[1:]
