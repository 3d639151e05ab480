"""An interim analysis of a claim: what its blocks say after a complete round."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..claim import Relation
from ..numerics import estimate
from ..numerics.quantity import ExactQuantity, SampledQuantity
from ..statistics.blocks import TrialBlocks, excess_scatter, heavy_share
from ..statistics.evidence import Evidence
from ..statistics.threshold import ThresholdError
from .plan import Plan, Target

if TYPE_CHECKING:
    from ..numerics.estimate import Estimate
    from .store import StoredBlock

Blocks = Sequence[tuple[Target, "Sequence[StoredBlock]"]]
"""Each target with the blocks of its group, in canonical order."""


@dataclass(frozen=True, kw_only=True)
class InterimAnalysis:
    """A claim's evidence after a complete round, and the level its decision may use.

    `evidence` is None for a claim that is derived only, or when `obstacle` says why the trials do
    not yet give the number (a curve that does not clearly cross its level), or `failure` why there are
    no trials. `seconds` are those of each block, by quantity, group and number: claims share blocks.
    """

    plan: Plan
    round: int
    level: float
    evidence: Evidence | None
    obstacle: str | None
    seconds: Mapping[tuple[str, str, int], float]
    failure: str | None = None

    @property
    def is_last(self) -> bool:
        """Whether no round follows: there is none left, or the evidence cannot be had."""
        return self.failure is not None or self.round + 1 >= self.plan.rounds


def analyses_at(plans: Sequence[Plan], round_: int, blocks: Blocks) -> tuple[InterimAnalysis, ...]:
    """An interim analysis for each of the plans, which all read the same blocks in the same way."""
    if (failure := plans[0].resolved.failure) is not None:
        return tuple(failed_analysis(plan, round_, failure) for plan in plans)
    evidence, obstacle = None, None
    name = "" if plans[0].quantity is None else plans[0].quantity.name
    seconds = {(name, at.group, k): block.seconds for at, group in blocks for k, block in enumerate(group)}
    try:
        evidence = _evidence(plans[0], blocks)
    except ThresholdError as error:
        obstacle = str(error)
    return tuple(
        InterimAnalysis(
            plan=plan,
            round=round_,
            level=plan.levels[round_],
            evidence=evidence,
            obstacle=obstacle,
            seconds=seconds,
        )
        for plan in plans
    )


def failed_analysis(plan: Plan, round_: int, failure: str) -> InterimAnalysis:
    """The interim analysis of a claim whose evidence could not be had."""
    return replace(undecided_analysis(plan, None), round=round_, level=plan.levels[round_], failure=failure)


def undecided_analysis(plan: Plan, obstacle: str | None) -> InterimAnalysis:
    """The first interim analysis of a claim without evidence, which `obstacle` says why it lacks."""
    return InterimAnalysis(
        plan=plan, round=0, level=plan.levels[0], evidence=None, obstacle=obstacle, seconds={}
    )


def evidence_key(plan: Plan) -> Hashable:
    """What fixes how a plan's blocks become evidence and what is fitted: equal for all bounds of a law."""
    claim = plan.claim
    if plan.quantity is None:
        return claim.id
    points = tuple((target.group, target.positions) for target in plan.targets)
    grows = claim.relation in (Relation.LAW, Relation.LIMIT)
    return (
        (plan.quantity.name, plan.quantity.version, points, plan.blocks),
        (claim.output, claim.statistic, claim.threshold, claim.claimed, grows, claim.diverging),
        (tuple(sorted(claim.limits.items())), claim.asymptotic),
        claim.derivation,
    )


def _evidence(plan: Plan, blocks: Blocks) -> Evidence | None:
    quantity = plan.quantity
    if quantity is None:
        return plan.resolved.given
    from .reduction import exact_evidence, places, sampled_evidence
    from .work import exact_value

    if isinstance(quantity, ExactQuantity):
        return exact_evidence(
            plan.claim, [(target.points[0], exact_value(group[0].statistic)) for target, group in blocks]
        )
    merged, groups, own = [], [], []
    for target, group in blocks:
        each = [estimate.from_bytes(block.statistic) for block in group]
        merged.append((target, estimate.merge(each)))
        groups.append(_blocks(quantity, each))
        own.append(groups[-1].only(places(plan.claim.output, quantity, target)))
    # A ratio has no block of its own, and a curve may have rare trials far from where it is read.
    of_mean = plan.claim.statistic == "mean" and plan.claim.threshold is None
    return replace(
        sampled_evidence(plan.claim, quantity, merged),
        excess_scatter=excess_scatter(groups),
        heavy_share=heavy_share(own) if of_mean else None,
    )


def _blocks(quantity: SampledQuantity, parts: Sequence[Estimate]) -> TrialBlocks:
    """The block means of a group with what scatters inside the blocks."""
    counts = np.array([part.count for part in parts], dtype=np.float64)
    scatters = [np.diag(part.covariance) * part.count * (part.count - 1) for part in parts if part.count > 1]
    return TrialBlocks(
        counts=counts,
        means=np.array([part.mean for part in parts]),
        scatters=np.array(scatters) if scatters else np.zeros((1, len(parts[0].mean))),
        counted=quantity.binary or quantity.histogram_edges is not None,
    )
