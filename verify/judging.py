"""Judging looks in whatever process: a decision is a pure function of values that travel.

The bound types of one law come together, as one task: they rest on one piece of evidence, which is then
sent once and fitted once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, replace

from .claim import Claim
from .derivations import Conclusion, Curves, valued, without_values
from .document import Edge, Outcome
from .errors import UsageError
from .evidence import Evidence
from .look import Look
from .plan import Plan
from .progress import ClaimJudged, Observer, unobserved
from .reason import Kind, Text, reason
from .record import Decided
from .shelf import conclusion
from .verdict import Derived, Verdict, decide, failed
from .wording import Medium, words


@dataclass(frozen=True, kw_only=True)
class Brief:
    """A look without its plan: all that a decision needs. `curves` are the points a crossing is read from."""

    claim: Claim
    level: float
    evidence: Evidence | None
    obstacle: str | None
    failure: str | None
    derived: Derived | None
    curves: Curves


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The derivation at the points of the evidence, and the verdict."""

    derived: Derived | None
    verdict: Verdict


def judge(briefs: Sequence[Brief]) -> list[Judgement]:
    """Decide each of them."""
    return [_judged(brief) for brief in briefs]


def _judged(brief: Brief) -> Judgement:
    points = 0 if brief.evidence is None else len(brief.evidence)
    if brief.failure is not None:
        return Judgement(derived=None, verdict=failed(brief.claim, brief.failure, points=points))
    try:
        at_points = valued(brief.claim, brief.curves, brief.derived, brief.evidence)
        verdict = decide(brief.claim, at_points, brief.evidence, level=brief.level)
    except UsageError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a road raises is the error of its claim
        found = failed(brief.claim, f"The decision failed: {error}", points=points)
        return Judgement(derived=None, verdict=found)
    if brief.obstacle:
        missing = reason(Kind.OBSTACLE, obstacle=Text(text=brief.obstacle))
        verdict = replace(verdict, missing=missing)
    return Judgement(derived=at_points, verdict=verdict)


def conclusions(plans: Sequence[Plan], pool: Executor) -> dict[str, Future[Conclusion]]:
    """By claim, what a user derived for it, or the derivation that its plan names, under way in the pool."""
    named = sorted({(p.claim.topic, p.claim.derivation) for p in plans if p.claim.derivation is not None})
    begun = {(topic, name): pool.submit(conclusion, topic, name) for topic, name in named}
    ours = {p.claim.id: begun[p.claim.topic, p.claim.derivation] for p in plans if p.claim.derivation}
    return ours | {p.claim.id: _known(p.inquiry.conclusion) for p in plans if p.inquiry.conclusion}


def _known(found: Conclusion) -> Future[Conclusion]:
    future: Future[Conclusion] = Future()
    future.set_result(found)
    return future


class Judge:
    """Has each look decided in the pool, and remembers the latest verdict of each claim."""

    def __init__(
        self,
        pool: Executor,
        derivations: Mapping[str, Future[Conclusion]],
        observe: Observer = unobserved,
    ) -> None:
        self.verdicts: dict[str, Decided] = {}
        self._observe = observe
        self._pool = pool
        self._derivations = derivations

    def __call__(self, looks: Sequence[Look]) -> Future[Sequence[bool]]:
        """For each look, whether its claim is settled; the derivations that they name must be done."""
        found = [self._derivation(look.plan.claim) for look in looks]
        briefs = [_brief(look, *one) for look, one in zip(looks, found, strict=True)]
        answer: Future[Sequence[bool]] = Future()
        # Who no longer waits leaves it be: it is set whether or not anyone reads it.
        answer.set_running_or_notify_cancel()

        def keep(done: Future[list[Judgement]]) -> None:
            if done.cancelled():
                answer.set_exception(CancelledError())
            elif (error := done.exception()) is not None:
                answer.set_exception(error)
            else:
                derivations = [derivation for derivation, _ in found]
                answer.set_result(self._kept(looks, derivations, done.result()))

        self._pool.submit(judge, briefs).add_done_callback(keep)
        return answer

    def _derivation(self, claim: Claim) -> tuple[Conclusion | None, str | None]:
        """What the claim's derivation comes to, or why it comes to nothing."""
        if claim.id not in self._derivations:
            return None, None
        future = self._derivations[claim.id]
        if (error := future.exception()) is not None:
            return None, f"The derivation {claim.derivation} failed: {error}"
        return future.result(), None

    def _kept(
        self,
        looks: Sequence[Look],
        derivations: Sequence[Conclusion | None],
        judged: Sequence[Judgement],
    ) -> list[bool]:
        for look, derivation, judgement in zip(looks, derivations, judged, strict=True):
            claim = look.plan.claim
            self.verdicts[claim.id] = Decided(
                claim=claim,
                look=look,
                derivation=derivation,
                derived=judgement.derived,
                verdict=judgement.verdict,
            )
            self._observe(_judged_event(look, judgement.verdict))
        return [settled(judgement.verdict) for judgement in judged]


def _judged_event(look: Look, verdict: Verdict) -> ClaimJudged:
    return ClaimJudged(
        claim=look.plan.claim.id,
        round=look.round,
        rounds=look.plan.rounds,
        verdict=verdict.outcome,
        closed=settled(verdict) or look.is_last,
        needs=None if verdict.missing is None else words(verdict.missing, Medium.TERMINAL),
    )


def settled(verdict: Verdict) -> bool:
    """Whether evidence has answered all it can: the sentence, whether it is tight, each measured edge.

    An error is no question that more evidence would answer, and neither is what algebra leaves open
    between two formulas: that edge is read off the formulas and the grid, the same at every look.
    """
    if verdict.outcome is Outcome.ERROR:
        return True
    edges = (verdict.triangle.inference, verdict.triangle.points)
    return (
        verdict.outcome is not Outcome.INCONCLUSIVE
        and (verdict.outcome is not Outcome.BOUND_ONLY or verdict.tight != "unknown")
        and all(edge.outcome is not Edge.OPEN for edge in edges)
    )


def _brief(look: Look, derivation: Conclusion | None, failure: str | None) -> Brief:
    claim = look.plan.claim
    curves = () if claim.threshold is None else tuple(target.points for target in look.plan.targets)
    return Brief(
        claim=claim,
        level=look.level,
        evidence=look.evidence,
        obstacle=look.obstacle,
        failure=look.failure or failure,
        derived=None if derivation is None else without_values(derivation),
        curves=curves,
    )
