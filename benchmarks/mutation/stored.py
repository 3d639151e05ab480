"""The evidence of a finished run, taken from its folder as a resumed run would take it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from theorycheck.claim import Claim
from theorycheck.document import Document
from theorycheck.errors import UsageError
from theorycheck.evidence import files
from theorycheck.evidence.collect import Collector
from theorycheck.evidence.interim_analysis import InterimAnalysis
from theorycheck.evidence.plan import Plan
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.progress import unobserved
from theorycheck.evidence.store import RunSettings, Store
from theorycheck.papers.plans import plan
from theorycheck.report import output

from .subject import Stored


def stored(folder: Path, claims: Sequence[Claim]) -> tuple[Stored, ...]:
    """The evidence on which the run in `folder` decided these claims; nothing is drawn.

    Raises UsageError for a folder without a finished run, a claim the run did not decide, and
    evidence that this version would draw anew.
    """
    document = output.read(folder)
    rounds = {record.id: record.scope.rounds for record in document.claims}
    absent = [claim.id for claim in claims if claim.id not in rounds]
    if absent:
        raise UsageError(f"{folder} holds no evidence of {', '.join(absent)}; select others, or run them.")
    if not (folder / files.STORE).is_file():
        raise UsageError(f"{folder} holds no {files.STORE}; name the --out folder of a finished run.")
    plans = [plan(claim, PRESETS[document.preset]) for claim in claims]
    analyses = _analyses(folder, document, plans, rounds)
    return tuple(
        Stored(plan=_detached(one), evidence=analysis.evidence, level=analysis.level)
        for one in plans
        for analysis in (analyses[one.claim.id],)
    )


def decided_in(folder: Path, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Those of the claims that the run in `folder` decided."""
    known = {record.id for record in output.read(folder).claims}
    return tuple(claim for claim in claims if claim.id in known)


def _analyses(
    folder: Path, document: Document, plans: Sequence[Plan], rounds: Mapping[str, int]
) -> dict[str, InterimAnalysis]:
    """The last interim analysis of each claim: the one after as many rounds as its run took."""
    analyses: dict[str, InterimAnalysis] = {}

    def decide(found: Sequence[InterimAnalysis]) -> list[bool]:
        analyses.update({analysis.plan.claim.id: analysis for analysis in found})
        return [analysis.round + 1 >= rounds[analysis.plan.claim.id] for analysis in found]

    settings = RunSettings(
        preset=document.preset,
        seed=document.seed,
        device=document.device,
        claims=tuple(record.id for record in document.claims),
    )
    with Store.open(folder / files.STORE, settings) as store:
        collector = Collector(
            store=store,
            executor=_Idle(folder),
            seed=document.seed,
            device=document.device,
            device_class=document.device,
            deadline=None,
            observe=unobserved,
        )
        collector.collect(plans, decide)
    return analyses


class _Idle(Executor):
    """Draws nothing: a block that is asked for is missing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def submit(self, _function: Any, /, *_: Any, **__: Any) -> Future[Any]:  # noqa: ANN401 - as Executor has it
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise UsageError(
            f"{self._folder} lacks evidence that this version asks for; run its claims again into it, "
            "or leave --from out."
        )


def _detached(whole: Plan) -> Plan:
    """The plan without its quantity, small enough to travel to another process."""
    resolved = replace(whole.resolved, route=None, quantity=None)
    targets = tuple(replace(target, drawn=None) for target in whole.targets)
    return replace(whole, resolved=resolved, targets=targets)
