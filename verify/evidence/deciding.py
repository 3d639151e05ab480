"""Deciding interim analyses in whatever process: a decision is a pure function of values that travel.

The bound types of one law come together, as one task: they rest on one piece of evidence, which is then
sent once and fitted once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field, replace

from ..claim import Claim
from ..decide.verdict import Derived, Verdict, decide, failed
from ..document import ComparisonOutcome, Outcome
from ..errors import UsageError
from ..paper import Coordinates
from ..reason import Kind
from ..statistics.evidence import Evidence
from ..wording import Medium, words
from .derivation_cache import keep, keep_values, known_result, known_values
from .derivations import Curves, DerivationResult, conclude, valued, without_values
from .interim_analysis import InterimAnalysis
from .plan import Plan
from .progress import ClaimDecided, Observer, unobserved
from .record import Decided


@dataclass(frozen=True, kw_only=True)
class DecisionInput:
    """An interim analysis without its plan: all a decision needs.

    `curves` are the points of a threshold, `coordinates` how sentences tell these.
    """

    claim: Claim
    level: float
    evidence: Evidence | None
    obstacle: str | None
    failure: str | None
    derived: Derived | None
    curves: Curves
    coordinates: Coordinates = field(default_factory=Coordinates)


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The derivation at the points of the evidence, and the verdict."""

    derived: Derived | None
    verdict: Verdict


def decide_each(decision_inputs: Sequence[DecisionInput]) -> list[Decision]:
    """Decide each of them."""
    return [_decided(decision_input) for decision_input in decision_inputs]


def _decided(asked: DecisionInput) -> Decision:
    claim, evidence = asked.claim, asked.evidence
    points = 0 if evidence is None else len(evidence)
    if asked.failure is not None:
        return Decision(derived=None, verdict=failed(claim, asked.failure, points=points))
    try:
        at_points = valued(claim, asked.curves, asked.derived, evidence)
        verdict = decide(
            claim,
            at_points,
            evidence,
            level=asked.level,
            obstacle=asked.obstacle,
            coordinates=asked.coordinates,
        )
    except UsageError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a route raises is the error of its claim
        found = failed(claim, f"The decision failed: {error}", points=points)
        return Decision(derived=None, verdict=found)
    return Decision(derived=at_points, verdict=verdict)


def derivation_results(plans: Sequence[Plan], pool: Executor) -> dict[str, Future[DerivationResult]]:
    """By claim, what a user derived for it, or the derivation that its plan names, under way in the pool."""
    named = sorted({(p.claim.topic, p.claim.derivation) for p in plans if p.claim.derivation is not None})
    begun = {(topic, name): _begun(topic, name, pool) for topic, name in named}
    ours = {p.claim.id: begun[p.claim.topic, p.claim.derivation] for p in plans if p.claim.derivation}
    return ours | {
        p.claim.id: _known(p.resolved.derivation_result) for p in plans if p.resolved.derivation_result
    }


def _begun(topic: str, name: str, pool: Executor) -> Future[DerivationResult]:
    """A derivation: as it is known here, else under way in the pool, and kept here when it is there."""
    known = known_result(topic, name)
    if known is not None:
        return _known(known)
    under_way = pool.submit(conclude, topic, name)

    def cached(done: Future[DerivationResult]) -> None:
        if not done.cancelled() and done.exception() is None:
            keep(topic, name, done.result())

    under_way.add_done_callback(cached)
    return under_way


def _known(found: DerivationResult) -> Future[DerivationResult]:
    future: Future[DerivationResult] = Future()
    future.set_result(found)
    return future


class Decider:
    """Has each interim analysis decided in the pool, and remembers the latest verdict of each claim."""

    def __init__(
        self,
        pool: Executor,
        derivations: Mapping[str, Future[DerivationResult]],
        observe: Observer = unobserved,
    ) -> None:
        self.verdicts: dict[str, Decided] = {}
        self._observe = observe
        self._pool = pool
        self._derivations = derivations

    def __call__(self, analyses: Sequence[InterimAnalysis]) -> Future[Sequence[bool]]:
        """For each interim analysis, whether its claim is settled; derivations it names must be done."""
        found = [self._derivation(analysis.plan.claim) for analysis in analyses]
        decision_inputs = [
            _decision_input(analysis, *one) for analysis, one in zip(analyses, found, strict=True)
        ]
        answer: Future[Sequence[bool]] = Future()
        # Who no longer waits leaves it be: it is set whether or not anyone reads it.
        answer.set_running_or_notify_cancel()

        def pass_on(done: Future[list[Decision]]) -> None:
            if done.cancelled():
                answer.set_exception(CancelledError())
            elif (error := done.exception()) is not None:
                answer.set_exception(error)
            else:
                derivations = [derivation for derivation, _ in found]
                answer.set_result(self._recorded(analyses, derivations, decision_inputs, done.result()))

        self._pool.submit(decide_each, decision_inputs).add_done_callback(pass_on)
        return answer

    def _derivation(self, claim: Claim) -> tuple[DerivationResult | None, str | None]:
        """What the claim's derivation comes to, or why it comes to nothing."""
        if claim.id not in self._derivations:
            return None, None
        future = self._derivations[claim.id]
        if (error := future.exception()) is not None:
            return None, f"The derivation {claim.derivation} failed: {error}"
        return future.result(), None

    def _recorded(
        self,
        analyses: Sequence[InterimAnalysis],
        derivations: Sequence[DerivationResult | None],
        decision_inputs: Sequence[DecisionInput],
        decided: Sequence[Decision],
    ) -> list[bool]:
        each = zip(analyses, derivations, decision_inputs, decided, strict=True)
        for analysis, derivation, asked, decision in each:
            if asked.derived is not None and asked.derived.values is None:
                keep_values(decision.derived, asked.claim, asked.curves, asked.evidence)
            self.verdicts[asked.claim.id] = Decided(
                claim=asked.claim,
                analysis=analysis,
                derivation=derivation,
                derived=decision.derived,
                verdict=decision.verdict,
            )
            self._observe(_decided_event(analysis, decision.verdict))
        return [settled(decision.verdict) for decision in decided]


def _decided_event(analysis: InterimAnalysis, verdict: Verdict) -> ClaimDecided:
    return ClaimDecided(
        claim=analysis.plan.claim.id,
        round=analysis.round,
        rounds=analysis.plan.rounds,
        verdict=verdict.outcome,
        closed=settled(verdict) or analysis.is_last,
        needs=None if verdict.missing is None else words(verdict.missing, Medium.TERMINAL),
    )


def settled(verdict: Verdict) -> bool:
    """Whether evidence has answered all it can: the sentence, whether it is tight, each measured comparison.

    An error is no question that more evidence would answer, and neither is what algebra leaves open
    between two formulas: that comparison is read off the formulas and the grid, the same in every round.
    Nor does evidence answer what the grid leaves open (`_is_futile`).
    """
    if verdict.outcome is Outcome.ERROR or _is_futile(verdict):
        return True
    measured = (verdict.comparisons.inference, verdict.comparisons.points)
    return (
        verdict.outcome is not Outcome.INCONCLUSIVE
        and (verdict.outcome is not Outcome.BOUND_ONLY or verdict.tight != "unknown")
        and all(one.outcome is not ComparisonOutcome.OPEN for one in measured)
    )


def _is_futile(verdict: Verdict) -> bool:
    """Whether the grid has too few sizes for a law of one variable, so that no number of draws decides it.

    A law of several may still be refuted by another of them, and a derivation beside it is still held against
    the measurement.
    """
    claimed = [one.claimed for one in (*verdict.exponents.values(), *verdict.rates.values())]
    return (
        verdict.missing is not None
        and verdict.missing.kind is Kind.SIZES_MISSING
        # A variable that the law leaves out may yet be seen to stay put.
        and (len(claimed) == 1 and bool(claimed[0]))
        and verdict.comparisons.points.outcome is not ComparisonOutcome.OPEN
    )


def _decision_input(
    analysis: InterimAnalysis, derivation: DerivationResult | None, failure: str | None
) -> DecisionInput:
    claim = analysis.plan.claim
    # A threshold is read off along these points.
    curves = () if claim.threshold is None else tuple(target.points for target in analysis.plan.targets)
    derived = None if derivation is None else without_values(derivation)
    if derived is not None and derived.formula is not None and analysis.evidence is not None:
        values = known_values(derived.formula, claim, curves, analysis.evidence)
        derived = replace(derived, values=values)
    return DecisionInput(
        claim=claim,
        level=analysis.level,
        evidence=analysis.evidence,
        obstacle=analysis.obstacle,
        failure=analysis.failure or failure,
        derived=derived,
        curves=curves,
        coordinates=analysis.plan.resolved.source.coordinates,
    )
