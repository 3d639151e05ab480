"""The baseline check: a run against the baseline, confirmed at a fresh seed before anything fails.

Stage one compares the run at the baseline's own seed. On one processor family and version of torch the
same code gives the same numbers to the last bit, so normally nothing is left to ask. Elsewhere computed
values are held to their error bounds, and means to their standard errors. Where the numbers differ, a claim
whose p-value is at most `SCREEN`, or whose verdict contradicts the expected one, is run again at a
seed derived from the root seed. Stage two decides on the fresh run alone, at `FALSE_ALARMS` divided
by the number of claims compared: by the union bound the means raise a false alarm in at most that
share of runs, whatever the claims share, the baseline's own errors included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import msgspec
import numpy as np

from ..claim import SEVERITIES
from ..document import ClaimRecord, Document, Outcome, Record
from ..upgrade import SCHEMA_VERSION
from ..wording import Medium
from ..wording.statements import headline
from .expected import Entry, Section, entry, machine
from .news import (
    Measured,
    changed_code,
    changes,
    code_notices,
    measured_beside_derived,
    measured_by,
    shift_of,
)
from .regression import (
    Cause,
    Kind,
    Regression,
    certain,
    contradicts,
    lapsed,
    means_regression,
    measured,
    same_evidence,
    step_change,
    verdict_regression,
)

SCREEN: Final = 0.05
"""A claim's p-value at most this sends it to the second stage; it decides nothing."""

FALSE_ALARMS: Final = 5e-4
"""Share of runs in which moved means are reported though nothing moved. The promise of 1e-3 a run
leaves the other half to verdicts that two runs get wrong alike."""

FRESH: Final = (1,)
"""Spawn key of the second stage's seed."""

Groups = Mapping[str, Sequence[int]]
"""For each claim the group number of each point: points with one number share trials."""

Rerun = Callable[[Sequence[str], int], Document]
"""Runs the claims with these ids at this seed."""


class Rank(StrEnum):
    """How grave a discrepancy is: no verdict at all, one that fails the check, one that does not."""

    ERROR = "error"
    REGRESSION = "regression"
    ADVISORY = "advisory"


@dataclass(frozen=True, kw_only=True)
class Discrepancy:
    """What is told of a claim that is not as the baseline has it; an error has no kind and no cause."""

    rank: Rank
    claim: str
    sentence: str
    kind: Kind | None = None
    cause: Cause | None = None

    @property
    def fails(self) -> bool:
        """Whether it fails the check."""
        return self.rank is not Rank.ADVISORY


class BaselineFinding(Record, frozen=True, kw_only=True):
    """What `ci` found: a small document of its own.

    `regressions` fail the check; `advisory` are regressions of claims that may not; `notices` differ in what
    chance may explain or what asks for an update; `unlisted` have no entry, `gone` are entries without
    a claim in this run. Where the machines differ, so may last bits: `identical` then says little.
    Of claims that regressed or erred `now` are the sentences of their verdicts, and `details` what changed,
    what is measured beside what is derived, and the function that measures it. `places` are file and line of
    a user's claims.
    """

    schema: int = SCHEMA_VERSION
    theorycheck: str
    preset: str
    seed: int
    fresh_seed: int
    baseline: str
    compared: list[str]
    identical: list[str]
    rerun: list[str]
    regressions: list[Regression]
    notices: list[str]
    unlisted: list[str]
    gone: list[str]
    errors: list[str]
    advisory: list[Regression] = msgspec.field(default_factory=list)
    machine: dict[str, str] = msgspec.field(default_factory=dict)
    baseline_machine: dict[str, str] = msgspec.field(default_factory=dict)
    now: dict[str, str] = msgspec.field(default_factory=dict)
    details: dict[str, str] = msgspec.field(default_factory=dict)
    places: dict[str, tuple[str, int]] = msgspec.field(default_factory=dict)

    def discrepancies(self) -> Iterator[Discrepancy]:
        """Every error and regression with what is told of it, those that do not fail the check last."""
        for name in self.errors:
            said = self._told(name, f"{name} ended in an error.")
            yield Discrepancy(rank=Rank.ERROR, claim=name, sentence=said)
        for rank, found in ((Rank.REGRESSION, self.regressions), (Rank.ADVISORY, self.advisory)):
            for one in found:
                said = self._told(one.claim, one.sentence)
                yield Discrepancy(rank=rank, claim=one.claim, sentence=said, kind=one.kind, cause=one.cause)

    def _told(self, claim: str, found: str) -> str:
        """What was found of a claim, why, and its verdict now."""
        now = self.now.get(claim)
        told = (found, self.details.get(claim), now and f"Now: {now}")
        return " ".join(part for part in told if part)


@dataclass(frozen=True, kw_only=True)
class FailingClaims:
    """Which claims can fail a run: those at least this severe, and with one of the tags if any are named."""

    severity: str = SEVERITIES[0]
    tags: frozenset[str] = frozenset()

    def includes(self, claim: ClaimRecord) -> bool:
        """Whether a regression of the claim fails the check."""
        severe = SEVERITIES.index(claim.severity) >= SEVERITIES.index(self.severity)
        return severe and (not self.tags or not self.tags.isdisjoint(claim.tags))


@dataclass(frozen=True, kw_only=True)
class _Screened:
    """Stage one: what is certain, what must be asked again, and what is only said."""

    regressions: list[Regression] = field(default_factory=list)
    suspects: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    identical: list[str] = field(default_factory=list)


def fresh_seed(seed: int) -> int:
    """The second stage's root seed: another stream, the same one at every call."""
    words = np.random.SeedSequence(seed, spawn_key=FRESH).generate_state(1, np.uint64)
    return int(words[0] >> np.uint64(1))


def examine(
    document: Document,
    expected: Mapping[str, Entry],
    where: str,
    groups: Groups,
    rerun: Rerun,
    made_on: Section | None = None,
    functions: Mapping[str, Measured] | None = None,
) -> BaselineFinding:
    """The run against the entries of its preset; `rerun` is called only where there are suspects.

    `made_on` is the section that the entries come from, where it is known, and `functions` says of claims
    what measures them.
    """
    found = {claim.id: entry(claim) for claim in document.claims}
    errors = [name for name, now in found.items() if now.verdict is Outcome.ERROR]
    compared = [name for name in found if name in expected and name not in errors]
    screened = _screen(compared, expected, found, groups)
    fresh, confirmed = fresh_seed(document.seed), []
    if screened.suspects:
        again = {claim.id: entry(claim) for claim in rerun(screened.suspects, fresh).claims}
        level = FALSE_ALARMS / len(compared)
        for name in screened.suspects:
            confirmed += confirmed_regressions(
                name, expected[name], found[name], again[name], groups=groups.get(name), level=level
            )
    regressions = [*screened.regressions, *confirmed]
    functions = functions or {}
    changed = _changed(expected, found, functions, made_on)
    told = [claim for claim in document.claims if claim.id in {*errors, *(one.claim for one in regressions)}]
    return BaselineFinding(
        theorycheck=document.theorycheck,
        preset=document.preset,
        seed=document.seed,
        fresh_seed=fresh,
        baseline=where,
        compared=compared,
        identical=screened.identical,
        rerun=screened.suspects,
        regressions=regressions,
        notices=[*code_notices(changed, [claim.id for claim in told]), *_unconfirmed(screened, confirmed)],
        unlisted=[name for name in found if name not in expected],
        gone=[name for name in expected if name not in found],
        errors=errors,
        machine=machine(document),
        baseline_machine={} if made_on is None else dict(made_on.machine),
        now={claim.id: headline(claim, Medium.TERMINAL) for claim in told},
        details={
            claim.id: " ".join(
                _details(claim, expected.get(claim.id), regressions, groups, functions, changed)
            )
            for claim in told
        },
    )


def _changed(
    expected: Mapping[str, Entry],
    found: Mapping[str, Entry],
    functions: Mapping[str, Measured],
    made_on: Section | None,
) -> dict[str, tuple[str, ...]]:
    """What changed in the code that measures a claim, for the claims of which that is known."""
    known = {} if made_on is None else made_on.definitions
    changed = {
        name: changed_code(expected.get(name), found[name], one, known)
        for name, one in functions.items()
        if name in found
    }
    return {name: names for name, names in changed.items() if names is not None}


def _details(
    claim: ClaimRecord,
    before: Entry | None,
    regressions: Sequence[Regression],
    groups: Groups,
    functions: Mapping[str, Measured],
    changed: Mapping[str, tuple[str, ...]],
) -> Iterator[str]:
    """Why a claim is told of, in sentences; those of its regressions are told beside them."""
    moved = any(one.kind is Kind.MEANS and one.claim == claim.id for one in regressions)
    if claim.verdict is Outcome.ERROR and before is not None:
        after, known = entry(claim), _groups(before, groups.get(claim.id))
        yield from changes(claim.id, before, after, known, FALSE_ALARMS)
        shift = shift_of(before, after, known)
        moved = shift is not None and shift.p_value <= FALSE_ALARMS
    beside = measured_beside_derived(claim)
    if beside:
        yield beside
    if claim.points and claim.id in functions:
        yield measured_by(functions[claim.id], changed.get(claim.id), moved=moved)


def with_advisory(
    finding: BaselineFinding, claims: Sequence[ClaimRecord], failing: FailingClaims
) -> BaselineFinding:
    """The finding with the regressions of claims that do not fail the check put aside as advisory."""
    fail = {claim.id for claim in claims if failing.includes(claim)}
    regressions = [regression for regression in finding.regressions if regression.claim in fail]
    advisory = [regression for regression in finding.regressions if regression.claim not in fail]
    return msgspec.structs.replace(finding, regressions=regressions, advisory=advisory)


def suspicious(before: Entry, after: Entry, groups: Sequence[int] | None) -> bool:
    """Whether stage one asks again: a verdict that contradicts, or means that may have moved."""
    if contradicts(before, after):
        return True
    return bool(before.points) and measured(before, after, _groups(before, groups)).p_value <= SCREEN


def confirmed_regressions(
    claim: str, before: Entry, first: Entry, fresh: Entry, *, groups: Sequence[int] | None, level: float
) -> list[Regression]:
    """Stage two: what the fresh run alone shows, means at `level`, verdicts that both runs contradict."""
    regressions = certain(claim, before, fresh)
    if before.points and not regressions:
        moved = measured(before, fresh, _groups(before, groups))
        regressions += [means_regression(claim, before, fresh, moved)] if moved.p_value <= level else []
    if contradicts(before, first) and contradicts(before, fresh):
        regressions += verdict_regression(claim, before, fresh)
    return regressions


def _screen(
    names: Sequence[str], expected: Mapping[str, Entry], found: Mapping[str, Entry], groups: Groups
) -> _Screened:
    screened = _Screened()
    for name in names:
        before, after = expected[name], found[name]
        certainly = certain(name, before, after)
        screened.regressions.extend(certainly)
        if same_evidence(before, after):
            screened.identical.append(name)
        elif not certainly and suspicious(before, after, groups.get(name)):
            screened.suspects.append(name)
        if not certainly and name not in screened.suspects:
            screened.notices.extend(_notice(name, before, after))
    return screened


def _notice(claim: str, before: Entry, after: Entry) -> list[str]:
    """What is said of another verdict that chance may explain."""
    if lapsed(before, after):
        return [f"{claim}: was {before.verdict}, and is now inconclusive."]
    if (before.verdict, before.holds) != (after.verdict, after.holds):
        sentence = (
            f"{claim}: was {before.verdict}, and is {after.verdict} on other trials whose means did not "
            "move; `theorycheck baseline update` records it."
        )
        return [sentence]
    where = step_change(before.steps, after.steps)
    return [f"{claim}: {where}, to the same formula."] if where else []


def _unconfirmed(screened: _Screened, confirmed: Sequence[Regression]) -> list[str]:
    regressed = {regression.claim for regression in confirmed}
    cleared = [name for name in screened.suspects if name not in regressed]
    words = [f"{name}: differed at the baseline's seed, not confirmed at a fresh seed." for name in cleared]
    return [*screened.notices, *words]


def _groups(before: Entry, groups: Sequence[int] | None) -> Sequence[int]:
    """The groups of the points; one for all of them where their trials are not known."""
    known = groups is not None and len(groups) == len(before.points)
    return groups if known and groups is not None else [0] * len(before.points)


def exit_code(finding: BaselineFinding) -> int:
    """4 if a claim ended in an error, 1 if something regressed, else 0."""
    if finding.errors:
        return 4
    return 1 if finding.regressions else 0
