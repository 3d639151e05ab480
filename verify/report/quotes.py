"""What a researcher would quote: of each sentence one line, with its exponent, slack or smallest witness.

A line tells what became of the primary reading, and then of the reading that came out otherwise. All of
it is arranged from records of the document; nothing is fitted or decided here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..claim import Relation
from ..document import ClaimRecord, Document, Outcome, StatementRecord
from . import findings
from .findings import Finding
from .readings import Reading, sense_sign
from .witnesses import exponents, far_end, reading, slack, span, witness

LONGEST: Final = 300
"""Letters of a line; what is told of other readings ends there."""

FEWEST: Final = 80
"""Letters that a further kind of other readings needs."""

SHORT: Final = 60
"""Letters of LaTeX up to which a formula has room in a line."""

OPENING: Final = 6
"""Lines of a kind that are in view; the others fold."""

GROUPS: Final = {
    Outcome.AGREES: "Holds",
    Outcome.BOUND_ONLY: "Holds as a bound only",
    Outcome.REFUTED: "Fails",
    Outcome.INCONCLUSIVE: "Undecided",
    Outcome.ERROR: "Our roads disagree",
}
SEVERITIES: Final = ("critical", "major", "minor")
VERBS: Final = {
    Outcome.AGREES: ("holds", "hold"),
    Outcome.BOUND_ONLY: ("holds as a bound only", "hold as bounds only"),
    Outcome.REFUTED: ("fails", "fail"),
    Outcome.INCONCLUSIVE: ("is undecided", "are undecided"),
    Outcome.ERROR: (
        "is undecided, as two of our roads disagree",
        "are undecided, as two of our roads disagree",
    ),
}
"""What became of one sentence, and of several."""

ACCESS: Final = {
    "summary": "Of the source only a summary was at hand: definitions and readings are ours, and a verdict "
    "is about a reading, not about the source.",
    "slides": "Of the source slides were at hand: where they leave a definition open it is ours.",
}
OF_OTHERS: Final = {
    "true": "holds for",
    "false": "fails for",
    "a guarantee only": "a guarantee only for",
    "an upper limit only": "an upper limit only for",
    "a bound only": "a bound only for",
}
WHERE_IT_HOLDS: Final = ("false", "a guarantee only", "an upper limit only")
WHERE_IT_FAILS: Final = ("true", "a guarantee only", "an upper limit only", "a bound only")
"""What is told of other readings where the primary one holds, and where it fails, the first of these."""

_SIGN: Final = re.compile(r"^(=|\\le|\\ge|\\sim)\s*")
_LETTER: Final = re.compile(r"^\([a-z]\) ")
"""By which a statement's readings are told apart in its table."""
_FORMULA: Final = re.compile(r"\\[A-Za-z]+|[{}$^_]")


@dataclass(frozen=True, kw_only=True)
class Quote:
    """A line about a sentence, or about a published number of it."""

    statement: StatementRecord
    anchor: str
    line: str


@dataclass(frozen=True, kw_only=True)
class Opening:
    """With what a report begins: lines by verdict, published numbers, and what is left out, by reason."""

    counts: str
    access: str
    groups: dict[str, tuple[Quote, ...]]
    published: tuple[Quote, ...]
    not_covered: dict[str, list[StatementRecord]]


def opening(document: Document) -> Opening:
    """The lines of a document, those of the most severe claims first."""
    groups: dict[str, list[Quote]] = {title: [] for title in GROUPS.values()}
    tally: Counter[Outcome] = Counter()
    for finding in sorted(findings.findings(document), key=_severity):
        verdict = finding.lead.verdict
        tally[verdict] += 1
        groups[GROUPS[verdict]].append(Quote(statement=finding.statement, anchor="", line=_short(finding)))
    published = _published(document)
    gaps: dict[str, list[StatementRecord]] = {}
    for statement in findings.not_covered(document):
        gaps.setdefault(statement.not_covered or "", []).append(statement)
    return Opening(
        counts=_counted(tally, sum(map(len, gaps.values())), published),
        access=" ".join(ACCESS[access] for _, access in findings.sources(document) if access in ACCESS),
        groups={title: tuple(quotes) for title, quotes in groups.items() if quotes},
        published=tuple(published),
        not_covered=gaps,
    )


def _short(finding: Finding) -> str:
    """The line on a page that has said already what of the source was at hand."""
    claim = finding.primary
    return (
        account(finding) if claim is None else f"{findings.capitalised(_subject(claim))}: {account(finding)}"
    )


def _subject(claim: ClaimRecord) -> str:
    sign = sense_sign(claim.sense)
    return f"{claim.subject}, {sign}" if sign else claim.subject


def _counted(tally: Counter[Outcome], uncovered: int, published: Sequence[Quote]) -> str:
    """How many sentences came to what, and how many published numbers were found again."""
    total = sum(tally.values()) + uncovered
    told = [f"{tally[one]} {VERBS[one][tally[one] > 1]}" for one in Outcome if tally[one]]
    told += [f"{uncovered} {'is' if uncovered == 1 else 'are'} not covered"] if uncovered else []
    sentences = "Of one sentence" if total == 1 else f"Of {total} sentences, each"
    counted = f"{sentences} read as its text asks, {findings.listed(told)}."
    again = sum(quote.line.startswith("Reproduced") for quote in published)
    found = "one is" if again == 1 else f"{again} are"
    of = f" Of {len(published)} readings of published numbers {found} reproduced."
    return counted + of if published else counted


def _published(document: Document) -> list[Quote]:
    """A line for each published number that a claim measures again."""
    statements = {statement.id: statement for statement in document.statements}
    return [
        Quote(
            statement=statements[claim.statement_id],
            anchor=claim.id,
            line=findings.capitalised(f"{said(claim)}: {claim.subject}, {claim.reading.rstrip('.')}."),
        )
        for claim in document.claims
        if claim.relation == Relation.REPORTED and claim.statement_id in statements
    ]


def line(finding: Finding) -> str:
    """What became of the sentence, with the words that limit it to what of the source was at hand."""
    return f"{finding.under} ({_subject(finding.lead)}): {account(finding)}"


def account(finding: Finding) -> str:
    """What became of the sentence, in words: its primary reading, then what came out otherwise."""
    claim = finding.lead
    words = said(claim)
    if claim.holds == "no":
        words = words.replace("fails", f"fails{_except_as(finding, claim)}", 1)
    room = LONGEST - letters(f"{finding.under} ({_subject(claim)}): {words}")
    return f"{words}{_otherwise(finding, room)}."


def said(claim: ClaimRecord) -> str:
    """What became of a claim, with the number that says it; no period at the end."""
    tell = _TOLD.get(Relation(claim.relation), _summary)
    return tell(claim) or _summary(claim)


def letters(text: str) -> int:
    """About how many letters a reader sees of plain text with formulas."""
    return len(_FORMULA.sub("", text))


def _law(claim: ClaimRecord) -> str:
    found = exponents(claim)
    if not found:
        return ""
    where = "" if claim.basis == "derived" else f", on {span(claim)}"
    verb = _verb(claim)
    if claim.verdict is Outcome.BOUND_ONLY:
        verb = "holds as a guarantee only" if claim.sense == "Omega" else "holds as an upper limit only"
    return f"{verb}, {found}{where}"


def _bound(claim: ClaimRecord) -> str:
    if claim.holds == "no":
        return _with_witness(claim)
    loose = slack(claim)
    if claim.holds != "yes" or not loose:
        return ""
    kept = ", and keeps its order" if claim.verdict is Outcome.AGREES else ""
    return f"{_verb(claim)}{kept}, {loose} in {_cells(claim)}"


def _value(claim: ClaimRecord) -> str:
    formulas = claim.formulas
    if claim.holds == "no":
        return _with_witness(claim)
    if claim.holds != "yes":
        return ""
    is_told = formulas.claimed != "0" and len(formulas.claimed_latex) <= SHORT
    value = f", equals ${_bare(formulas.claimed_latex)}$" if is_told else ""
    return f"holds{value}{_basis(claim)}"


def _ordering(claim: ClaimRecord) -> str:
    if claim.holds == "yes":
        return f"holds in {_cells(claim)}"
    return _with_witness(claim) if claim.holds == "no" else ""


def _limit(claim: ClaimRecord) -> str:
    told = far_end(claim, "claimed in the limit") if claim.holds == "no" else ""
    return f"fails, {told}" if told else ""


def _reported(claim: ClaimRecord) -> str:
    if claim.holds == "no":
        told = witness(claim, "published")
        return f"not reproduced, {told}" if told else ""
    if claim.holds != "yes":
        return ""
    if len(claim.cells) == 1:
        return f"reproduced, {reading(claim, claim.cells[0], 'published')}"
    return f"reproduced in {_cells(claim)}"


_TOLD: Final[Mapping[Relation, Callable[[ClaimRecord], str]]] = {
    Relation.LAW: _law,
    Relation.AT_MOST: _bound,
    Relation.AT_LEAST: _bound,
    Relation.EQUALS: _value,
    Relation.IDENTITY: _value,
    Relation.LIMIT: _limit,
    Relation.ORDERING: _ordering,
    Relation.REPORTED: _reported,
}


def _with_witness(claim: ClaimRecord) -> str:
    formulas, told = claim.formulas, witness(claim, "claimed")
    differs = claim.basis == "derived" and formulas.derived not in {None, formulas.claimed}
    derived, claimed = _bare(formulas.derived_latex or ""), _bare(formulas.claimed_latex)
    if differs and derived and len(derived) + len(claimed) <= SHORT:
        derived = f"${derived}$ derived where ${claimed}$ is claimed"
        return f"fails, {derived}" + (f"; {told}" if told else "")
    return f"fails, {told}" if told else ""


def _summary(claim: ClaimRecord) -> str:
    """The verdict and its own sentence, without the subject with which that begins."""
    sentence = claim.summary.rstrip(".").removesuffix(". (By derivation alone.)")
    begins = findings.capitalised(claim.subject)
    rest = sentence.removeprefix(begins).lstrip(":, ") if sentence.startswith(begins) else sentence
    return f"{_verb(claim)}: {rest[:1].lower()}{rest[1:]}"


def _verb(claim: ClaimRecord) -> str:
    return VERBS[claim.verdict][0]


def _bare(latex: str) -> str:
    """The formula without the sign of its relation."""
    return _SIGN.sub("", latex)


def _basis(claim: ClaimRecord) -> str:
    """On what an equality rests."""
    parts = ["derived"] if claim.basis == "derived" else []
    parts += [f"measured in {_cells(claim)}"] if claim.cells else []
    return f" ({findings.listed(parts)})" if parts else ""


def _cells(claim: ClaimRecord) -> str:
    count = len(claim.cells)
    return {1: "1 cell", 2: "both cells"}.get(count, f"all {count} cells")


def _except_as(finding: Finding, claim: ClaimRecord) -> str:
    """What is left of a law that fails in the sense of the primary reading."""
    own = next((one for one in finding.readings if claim in one.claims), None)
    left = own.conclusion.removesuffix(" only") if own is not None else ""
    return f" except as {left}" if left in {"a guarantee", "an upper limit"} else ""


def _otherwise(finding: Finding, room: int) -> str:
    """Readings that came out otherwise, as many by name as there is room for; else how the others went."""
    lead = finding.lead
    others = [one for one in finding.readings if lead not in one.claims]
    ambiguous = _ambiguous(finding.readings)
    told = ""
    for words in WHERE_IT_HOLDS if lead.holds == "yes" else WHERE_IT_FAILS:
        found = [one for one in others if one.conclusion == words]
        if found and (not told or room - letters(told) > FEWEST):
            told += _named(words, found, lead.subject, ambiguous, room - letters(told))
    same = all(claim.holds == lead.holds for one in others for claim in one.claims)
    if told or not others or not same or lead.holds == "undecided":
        return told
    return "; so does its other reading" if len(others) == 1 else f"; so do its {len(others)} other readings"


def _ambiguous(found: Iterable[Reading]) -> set[str]:
    """The subjects of which readings came to different conclusions."""
    pairs = {(reading.lead.subject, reading.conclusion) for reading in found}
    return {subject for subject, count in Counter(subject for subject, _ in pairs).items() if count > 1}


def _named(words: str, found: Iterable[Reading], subject: str, ambiguous: set[str], room: int) -> str:
    names = list(dict.fromkeys(_name(one, ambiguous, subject) for one in found))
    told = f"; {OF_OTHERS[words]} "
    room -= len(told) + len(", and 10 more")
    shown: list[str] = []
    for name in names:
        if shown and letters(name) + 2 > room:
            break
        shown.append(name)
        room -= letters(name) + 2
    left = len(names) - len(shown)
    if room < 0:
        return f"{told}{len(names)} {'other reading' if len(names) == 1 else 'other readings'}"
    return told + (f"{', '.join(shown)} and {left} more" if left else findings.listed(shown))


def _name(one: Reading, ambiguous: set[str], subject: str) -> str:
    """A reading by its subject with the exponent found, in its own words where the subject is not enough."""
    lead = one.lead
    if lead.subject in ambiguous:
        told = _LETTER.sub("", lead.reading)
        return told if lead.subject == subject else f"{lead.subject} ({told})"
    known = [
        e.derived if e.derived is not None else e.estimate
        for e in lead.exponents.values()
        if e.derived is not None or e.estimate is not None
    ]
    if len(known) == 1 and one.has_senses:
        return f"{lead.subject} (exponent {known[0]:.3g})"
    return lead.subject


def _severity(finding: Finding) -> tuple[int, bool, int]:
    """The most severe first, of these the laws, of these the ones with most readings."""
    claim = finding.lead
    rank = SEVERITIES.index(claim.severity) if claim.severity in SEVERITIES else len(SEVERITIES)
    is_law = claim.relation == Relation.LAW
    return rank, not is_law, -sum(len(one.claims) for one in finding.readings)
