"""What a run found, on one screen: counts first, then what fails, then bounds, then what holds.

A statement is one line: its sign, its number, the source's words where they are few, and the number that
decided. Where a run leaves out the claim that stands for a statement, its other claims have a line each.
No word is cut: a finding is said as briefly as its line asks, and goes on below where even that is too
long. The same lines go to a terminal and into a pipe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from rich.console import Console
from rich.text import Text

from ..claim import BoundType
from ..document import ClaimRecord, ComparisonOutcome, Document, Outcome, StatementRecord
from ..report.findings import ANSWERS, SIGNS, by_severity, findings
from ..report.interpretations import Interpretation
from ..wording import Medium, words
from ..wording.formulas import unicode_text
from ..wording.outcomes import Answer, AnswerCounts, count_answers, of_claim, of_statement
from ..wording.parts import numbered
from ..wording.short import short_finding
from ..wording.statements import short_id

STYLES: Final[dict[Outcome | ComparisonOutcome, str]] = {
    Outcome.AGREES: "green",
    Outcome.BOUND_ONLY: "cyan",
    Outcome.REFUTED: "red",
    Outcome.INCONCLUSIVE: "yellow",
    Outcome.ERROR: "bold magenta",
    ComparisonOutcome.NOT_MADE: "dim",
}
ORDER: Final = (
    Answer.ERROR,
    Answer.FAILS,
    Answer.UNDECIDED,
    Answer.LOWER_BOUND,
    Answer.UPPER_BOUND,
    Answer.AT_OUR_THRESHOLD,
    Answer.HOLDS,
)
"""What is told first."""

COUNTED: Final = (
    ((Answer.HOLDS, Answer.AT_OUR_THRESHOLD), "holds", "hold"),
    ((Answer.LOWER_BOUND, Answer.UPPER_BOUND), "lower or upper bound only", "lower or upper bound only"),
    ((Answer.FAILS,), "fails", "fail"),
    ((Answer.UNDECIDED,), "undecided", "undecided"),
    ((Answer.ERROR,), "in error", "in error"),
    ((Answer.NOT_COVERED,), "not covered", "not covered"),
)
"""How a heading counts: answers, and what is said of one and of several."""

WIDTH: Final = 80
"""Columns of a pipe."""

NAME: Final = 26
"""Columns for the source's words; longer ones push the finding to the right, or below."""

LEAST: Final = 3
"""Lines of findings that a source has on any screen."""

BELOW: Final = 4
"""Lines below the findings: how many more there are, where the report is, ways on, and the prompt."""

GAP: Final = 2
APART: Final = " · "
UNBROKEN: Final = "\N{NO-BREAK SPACE}"
"""A space at which no line ends, until the lines are made."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A statement with the claim that stands for it, or a claim alone."""

    statement: StatementRecord
    claim: ClaimRecord

    @property
    def answer(self) -> Answer:
        """What became of the statement, or of the claim where that does not stand for it."""
        return of_statement(self.claim) if self.is_for_statement else of_claim(self.claim)

    @property
    def is_for_statement(self) -> bool:
        """Whether the claim stands for the statement: it is the primary one, or there is no other."""
        return self.statement.primary in {self.claim.id, None}

    @property
    def name(self) -> str:
        """The source's own words where they are few, else what the statement is called; of a claim its id."""
        if not self.is_for_statement:
            return short_id(self.claim.id)
        text = unicode_text(self.statement.text).removesuffix(".")
        return text if len(text) <= NAME else unicode_text(self.statement.title)


def screen(
    document: Document, *, width: int, height: int | None, seconds: float | None = None
) -> Iterator[Text]:
    """The lines of a screen, those of each source in turn; all of them where no `height` bounds them.

    `seconds` is how long it took to find them, where that is known.
    """
    topics = _by_topic(document)
    shown, left = 0, 0
    seconds = seconds if len(topics) == 1 else None
    heads = {topic: _heading(topic, lines, document, width, seconds) for topic, lines in topics.items()}
    room = None if height is None else max(0, height - sum(map(len, heads.values())))
    for number, (topic, lines) in enumerate(topics.items()):
        yield from heads[topic]
        # Lines that a source before did not need are for those after it.
        share = None if room is None else max(LEAST, room // (len(topics) - number))
        told = list(_told(lines, width, share))
        room = None if room is None else room - sum(len(texts) for _, texts in told)
        for _, texts in told:
            yield from texts
        shown, left = shown + len(told), left + len(lines) - len(told)
    if left:
        yield Text(f"  … {left} more", style="dim")


def statement_screen(
    document: Document, statement: StatementRecord, *, width: int, height: int | None
) -> Iterator[Text]:
    """A statement with a line for each interpretation: the primary one, starred, then what fails first."""
    finding = next(one for one in findings(document) if one.statement.id == statement.id)
    title = unicode_text(statement.title)
    yield Text(f"{statement.id}   {title}: {finding.answer}", "bold")
    above = [unicode_text(statement.text), f"{statement.source}, {statement.place}"]
    above += [f"not covered: {statement.not_covered}"] if statement.not_covered else []
    for line in [line for text in above for line in _wrapped(f"  {text}", width, "  ")]:
        height = None if height is None else height - 1
        yield Text(line)
    # The heading and, where some are left out, their number have lines of their own.
    height = None if height is None else height - 2
    told = [
        (one.is_primary, finding.lead if one.is_primary else _standing(one))
        for one in finding.interpretations
    ]
    told.sort(key=lambda one: (not one[0], ORDER.index(of_claim(one[1]))))
    for number, (is_primary, claim) in enumerate(told):
        name = short_id(claim.id)
        texts = _texts(of_claim(claim), "*" if is_primary else "", name, claim, 1, width)
        height = None if height is None else height - len(texts)
        if height is not None and height < 0:
            yield Text(f"  … {len(told) - number} more: --all", "dim")
            return
        yield from texts


def _standing(interpretation: Interpretation) -> ClaimRecord:
    """The claim that says most of an interpretation: the order where it holds, else the side that does."""
    holds = {kind: claim for kind, claim in interpretation.by_bound_type.items() if claim.holds == "yes"}
    wanted = (BoundType.THETA, BoundType.OMEGA, BoundType.O)
    return next((holds[kind] for kind in wanted if kind in holds), interpretation.lead)


def print_statement(document: Document, statement: StatementRecord, *, whole: bool = False) -> None:
    """Print a statement with its interpretations on standard output, one screen of them or all."""
    console, width, height = _console()
    for text in statement_screen(document, statement, width=width, height=None if whole else height):
        console.print(text, soft_wrap=True)


def print_screen(document: Document, *, seconds: float | None = None) -> None:
    """Print one screen on standard output."""
    console, width, height = _console()
    for text in screen(document, width=width, height=height, seconds=seconds):
        console.print(text, soft_wrap=True)


def _console() -> tuple[Console, int, int]:
    """Standard output with the width and the height of its screen."""
    console = Console(highlight=False)
    width = console.width if console.is_terminal else min(console.width, WIDTH)
    return console, width, console.height - BELOW


def _by_topic(document: Document) -> dict[str, list[Line]]:
    """The lines of each source, ours apart at its end, by what is told first."""
    found: dict[str, list[Line]] = {}
    for finding in by_severity(findings(document)):
        alone = finding.primary is None and finding.statement.primary is not None
        claims = finding.claims if alone else [finding.lead]
        lines = [Line(statement=finding.statement, claim=claim) for claim in claims]
        found.setdefault(finding.lead.topic, []).extend(lines)
    for lines in found.values():
        lines.sort(key=lambda line: (line.statement.own_question, ORDER.index(line.answer)))
    return found


def _heading(
    topic: str, lines: Sequence[Line], document: Document, width: int, seconds: float | None
) -> list[Text]:
    claims = [claim for claim in document.claims if claim.topic == topic]
    took = f", {seconds:.0f} s" if seconds is not None else ""
    if all(line.is_for_statement for line in lines):
        mine = {line.statement.id for line in lines}
        told = [(line.statement, line.answer) for line in lines]
        told += [
            (one, Answer.NOT_COVERED)
            for one in document.statements
            if one.not_covered and one.id.startswith(f"{topic}.") and one.id not in mine
        ]
        work = f"   ({numbered(len(claims), 'claim')}{took})"
        counts = counted(count_answers(told), "statement") + work
    else:
        answers = Counter(of_claim(claim) for claim in claims)
        counts = counted(AnswerCounts(counts=answers, own=0, repeated=0), "claim")
        counts += took and f"   ({took[2:]})"
    found = [Text(line) for line in _wrapped(f"{topic}   {counts}", width, " " * GAP)]
    found[0].stylize("bold", 0, len(topic))
    return found


def counted(found: AnswerCounts, noun: str) -> str:
    r"""How many came to what, in a few words.

    >>> counted(AnswerCounts(counts={Answer.HOLDS: 2, Answer.FAILS: 1}, own=1, repeated=0), "statement")
    '3 statements: 2\xa0hold · 1\xa0fails; 1 question of our own'

    A function that failed is an error too, whatever derivation and simulation say:

    >>> counted(AnswerCounts(counts={Answer.ERROR: 2}, own=0, repeated=0), "statement")
    '2 statements: 2\xa0in\xa0error'
    """
    total = sum(found.counts.values())
    told = APART.join(
        f"{number} {several if number > 1 else one}".replace(" ", UNBROKEN)
        for answers, one, several in COUNTED
        if (number := sum(found.counts.get(answer, 0) for answer in answers))
    )
    parts = [numbered(total, noun) + (f": {told}" if told else "")]
    if found.repeated:
        parts.append(f"{found.repeated} said again")
    if found.own:
        parts.append(f"{numbered(found.own, 'question')} of our own")
    return "; ".join(parts)


def _told(lines: Sequence[Line], width: int, room: int | None) -> Iterator[tuple[Line, list[Text]]]:
    """As many lines as there is room for, each with its text."""
    numbers = [short_id(line.statement.id) for line in lines]
    columns = max(map(len, numbers), default=0)
    for line, number in zip(lines, numbers, strict=True):
        texts = _texts(line.answer, number, line.name, line.claim, columns, width)
        if room is not None:
            room -= len(texts)
            if room < 0:
                return
        yield line, texts


def _texts(
    answer: Answer, number: str, name: str, claim: ClaimRecord, numbers: int, width: int
) -> list[Text]:
    """A finding on one line where that holds it, else going on below; its number has so many columns.

    Under one that is open stands what would decide it.
    """
    head = f"  {SIGNS[answer]} {number:<{numbers}}  "
    column = len(head) + NAME + GAP
    start = max(column, len(head) + len(name) + GAP)
    told = short_finding(claim, width - start)
    if start + len(told) <= width:
        texts = [f"{head}{name}".ljust(start) + told]
    else:
        under = " " * len(head)
        texts = _wrapped(f"{head}{name}", width, under)
        below = short_finding(claim, width - len(under) - GAP)
        texts += _wrapped(under + "  " + below, width, under + "  ")
    if (missing := claim.scope.missing_reason) is not None and claim.verdict is Outcome.INCONCLUSIVE:
        indent = " " * (len(head) + GAP)
        texts += _wrapped(f"{indent}to decide it: {words(missing, Medium.TERMINAL)}", width, indent)
    styled = [Text(text) for text in texts]
    styled[0].stylize(STYLES[ANSWERS[answer]], GAP, GAP + 1)
    return styled


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    """The text on lines of the width, none of its words cut."""
    found = wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in found or [text]]
