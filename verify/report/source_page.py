"""What the page of a source shows: findings, the figure that answers, and each statement once.

Nothing is decided or worded here: statements are put in groups by what became of them, those that fail first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..document import ClaimRecord, Document, FigureRecord, StatementRecord
from ..wording.outcomes import Answer
from .contents import Contents
from .drawing import Drawing
from .findings import Finding
from .headlines import Headline

FAILING: Final = (Answer.FAILS, Answer.ERROR)
BOUNDS: Final = (Answer.LOWER_BOUND, Answer.UPPER_BOUND)
GROUPS: Final = {
    "Fails": FAILING,
    "Lower or upper bound only": BOUNDS,
    "Undecided": (Answer.UNDECIDED,),
    "Holds": (Answer.HOLDS, Answer.AT_OUR_THRESHOLD),
}
"""The groups of a page in their order."""

OWN: Final = "Our own questions"
FOLDED: Final = ("Holds", OWN)
"""Groups of which each statement is one line until it is opened."""

TOLD: Final = {"Fails": 3, "Lower or upper bound only": 2, "Undecided": 1, "Holds": 1}
"""Statements of each group that the findings tell, a line each."""

LINE: Final = 100
"""Characters of such a line."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A statement, what became of it, and the lines that say it; without a finding it is not covered."""

    statement: StatementRecord
    answer: Answer
    finding: Finding | None = None
    said: Headline | None = None

    @property
    def fails(self) -> bool:
        """Whether the keys `n` and `p` stop here."""
        return self.answer in FAILING and not self.statement.own_question


@dataclass(frozen=True, kw_only=True)
class Group:
    """Statements of which the same became."""

    title: str
    entries: tuple[Entry, ...]

    @property
    def folded(self) -> bool:
        """Whether its statements are one line each."""
        return self.title in FOLDED


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """How the claims of a source were measured."""

    simulated: int
    computed: int
    derived_alone: int


@dataclass(frozen=True, kw_only=True)
class SourcePage:
    """The statements of a source in its order and in groups, and what opens its page."""

    entries: tuple[Entry, ...]
    groups: tuple[Group, ...]
    findings: tuple[tuple[Entry, str], ...]
    answering: tuple[Drawing, str] | None
    evidence: Evidence
    figures: tuple[FigureRecord, ...]


def source_page(document: Document, shown: Contents) -> SourcePage:
    """What the page of a document's source shows."""
    entries = tuple(_entries(document, shown))
    ours = [entry for entry in entries if entry.statement.own_question]
    theirs = [entry for entry in entries if not entry.statement.own_question]
    groups = [
        Group(title=title, entries=tuple(entry for entry in theirs if entry.answer in answers))
        for title, answers in GROUPS.items()
    ]
    groups.append(Group(title=OWN, entries=tuple(entry for entry in ours if entry.finding)))
    by_severity = [one for lines in shown.opening.groups.values() for one in lines]
    order = {one.statement.id: at for at, one in enumerate(by_severity)}
    first = sorted(
        (entry for entry in theirs if entry.said), key=lambda one: order.get(one.statement.id, len(order))
    )
    return SourcePage(
        entries=entries,
        groups=tuple(group for group in groups if group.entries),
        findings=tuple(_told(first)),
        answering=_answering(shown, first),
        evidence=_evidence(document.claims),
        figures=tuple(document.figures),
    )


def _entries(document: Document, shown: Contents) -> list[Entry]:
    found = {finding.statement.id: finding for finding in shown.findings}
    entries = []
    for statement in document.statements:
        finding = found.get(statement.id)
        if finding is not None:
            said = shown.said[statement.id]
            entries.append(Entry(statement=statement, answer=finding.answer, finding=finding, said=said))
        elif statement.not_covered is not None:
            entries.append(Entry(statement=statement, answer=Answer.NOT_COVERED))
    return entries


def _told(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    """The statements that the findings tell, what fails first, each with what decided it in few words."""
    from ..wording.short import short_finding

    for title, answers in GROUPS.items():
        mine = [one for one in entries if one.answer in answers and one.finding and not one.statement.same_as]
        for entry in mine[: TOLD[title]]:
            if entry.finding is not None:
                yield entry, short_finding(entry.finding.lead, LINE)


def _answering(shown: Contents, entries: Sequence[Entry]) -> tuple[Drawing, str] | None:
    """The figure that carries the answer with its caption: of the first table by tag, else of a law."""
    from .forest import forests
    from .plots import first_law

    for table in shown.tables:
        for name, drawing in forests(table).items():
            what = f"the exponent of ${name}$ by interpretation" if len(name) == 1 else f"exponents of {name}"
            return drawing, f"{table.title}: {what}, measured with its interval, derived, and claimed."
    leads = [
        entry.finding.lead
        for answers in GROUPS.values()
        for entry in entries
        if entry.answer in answers and entry.finding is not None
    ]
    return first_law(sorted(leads, key=lambda one: one.relation != "law"), shown.document)


def _evidence(claims: Sequence[ClaimRecord]) -> Evidence:
    simulated = sum(any(point.stderr is not None for point in claim.points) for claim in claims)
    measured = sum(bool(claim.points) for claim in claims)
    return Evidence(simulated=simulated, computed=measured - simulated, derived_alone=len(claims) - measured)
