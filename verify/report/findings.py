"""What a statement says, and what became of it: its interpretations, the claim that leads, and its sentences.

Nothing is decided or worded here: a sentence is the headline of the claim that stands for its statement, with
what other interpretations say and the notes beside it, all of it from `wording`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..claim import Relation
from ..document import ClaimRecord, ComparisonOutcome, Document, Outcome, StatementRecord
from ..wording import Medium
from ..wording.outcomes import Answer, of_statement, word
from ..wording.statements import agreed, beside, headline, notes, short_id
from .interpretations import Interpretation, interpretations

LONGEST_TYPED: Final = 80
"""Characters of a formula by which it is found."""
_HALF_POWER: Final = re.compile(r"(\w+)\*\*\(1/2\)")

SYMBOLS: Final[dict[Outcome | ComparisonOutcome, str]] = {
    Outcome.AGREES: "✓",
    Outcome.BOUND_ONLY: "◐",
    Outcome.REFUTED: "✗",
    Outcome.INCONCLUSIVE: "?",
    Outcome.ERROR: "!",
    ComparisonOutcome.AGREES: "✓",
    ComparisonOutcome.BOUND: "◐",
    ComparisonOutcome.DIFFERS: "✗",
    ComparisonOutcome.OPEN: "?",
    ComparisonOutcome.NOT_MADE: "–",
}
ANSWERS: Final[dict[Answer, Outcome | ComparisonOutcome]] = {
    Answer.HOLDS: Outcome.AGREES,
    Answer.AT_OUR_THRESHOLD: Outcome.AGREES,
    Answer.LOWER_BOUND: Outcome.BOUND_ONLY,
    Answer.UPPER_BOUND: Outcome.BOUND_ONLY,
    Answer.FAILS: Outcome.REFUTED,
    Answer.UNDECIDED: Outcome.INCONCLUSIVE,
    Answer.ERROR: Outcome.ERROR,
    Answer.NOT_COVERED: ComparisonOutcome.NOT_MADE,
}
"""The outcome in whose colour and sign an answer is shown."""

TONES: Final = {answer: outcome.value for answer, outcome in ANSWERS.items()}
"""The style of an answer."""

SIGNS: Final = {answer: SYMBOLS[outcome] for answer, outcome in ANSWERS.items()}
"""The sign of an answer."""

MEANINGS: Final = {
    Outcome.AGREES: "the claim holds as read",
    Outcome.BOUND_ONLY: "it holds as a lower or an upper bound and is not tight",
    Outcome.REFUTED: "it fails under this interpretation",
    Outcome.INCONCLUSIVE: "the evidence does not decide",
    Outcome.ERROR: "derivation and simulation disagree (an error in one of them), so nothing is decided",
}

TRENDS: Final = {
    "rising": "rise with the size",
    "falling": "fall with the size",
    "steady": "are steady within the margin",
    "undetermined": "are too uncertain to tell whether they drift",
}
"""What is said of local exponents by their trend."""

FAILING: Final = (Answer.FAILS, Answer.ERROR)
SEVERITIES: Final = ("critical", "major", "minor")


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A statement with its interpretations, none where nothing tests it, and the notes beside its answer."""

    statement: StatementRecord
    interpretations: tuple[Interpretation, ...]
    notes: tuple[str, ...]

    @property
    def claims(self) -> list[ClaimRecord]:
        """All claims of the statement, interpretation by interpretation."""
        return [claim for interpretation in self.interpretations for claim in interpretation.claims]

    @property
    def primary(self) -> ClaimRecord | None:
        """The claim that reads the statement as its text asks."""
        return next((claim for claim in self.claims if claim.id == self.statement.primary), None)

    @property
    def lead(self) -> ClaimRecord:
        """The primary claim, or the first one where that is not of this run."""
        return self.primary or self.claims[0]

    @cached_property
    def answer(self) -> Answer:
        """What became of the statement, as the claim that leads says of it."""
        return of_statement(self.lead if self.interpretations else None)

    @property
    def fails(self) -> bool:
        """Whether the keys `n` and `p` stop here."""
        return self.answer in FAILING and not self.statement.own_question

    @cached_property
    def line(self) -> str:
        """What became of the statement in a sentence, or why nothing tests it."""
        if not self.interpretations:
            return self.statement.not_covered or "No claim of this run reads it."
        return headline(self.lead, Medium.MARKUP)

    @cached_property
    def beside(self) -> tuple[str, ...]:
        """What stands behind the line: what others say otherwise, and why its author would agree."""
        if not self.interpretations:
            return ()
        told = beside(self.lead, self.claims, Medium.MARKUP), agreed(self.statement, self.lead)
        return tuple(filter(None, told))

    @property
    def laws(self) -> tuple[Interpretation, ...]:
        """The interpretations decided in several bound types: what the table of exponents compares."""
        return tuple(one for one in self.interpretations if one.has_bound_types)

    @property
    def others(self) -> tuple[Interpretation, ...]:
        """The interpretations with one claim each."""
        return tuple(one for one in self.interpretations if not one.has_bound_types)

    @property
    def under(self) -> str:
        """The words that limit an answer to what of the source was at hand."""
        names = {"summary": "Under our definitions", "full text": "As written"}
        return names.get(self.statement.source_access, "As read")

    @property
    def severity(self) -> tuple[int, bool, int]:
        """Sorts the most severe first, of these the laws, of these the ones with most claims."""
        severity = self.lead.severity
        rank = SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)
        return rank, self.lead.relation != Relation.LAW, -len(self.claims)

    @property
    def order(self) -> tuple[bool, int]:
        """Sorts our own questions last, else those with most laws first."""
        return self.statement.own_question, -len(self.laws)

    @property
    def keywords(self) -> str:
        """What else a search finds a statement by: its place, ids of claims, formulas as typed, verdicts."""
        ids = dict.fromkeys(short_id(claim.id) for claim in self.claims)
        return " ".join([self.statement.place, *ids, self.formulas_typed]).rstrip()

    @property
    def formulas_typed(self) -> str:
        """The claimed formulas of a statement as readers type them, and the verdicts of its claims."""
        # A power of one half is typed as a root.
        formulas = [
            _HALF_POWER.sub(r"sqrt(\1)", claim.formulas.claimed)[:LONGEST_TYPED] for claim in self.claims
        ]
        found = " ".join([*formulas, *map(word, self.claims)])
        return " ".join(dict.fromkeys(found.split()))


def findings(document: Document) -> tuple[Finding, ...]:
    """Every statement of the document, in its order."""
    claims = {claim.id: claim for claim in document.claims}
    repeats: dict[str, list[str]] = {}
    for statement in document.statements:
        if statement.same_as is not None:
            repeats.setdefault(statement.same_as, []).append(statement.id)
    return tuple(
        Finding(
            statement=one,
            interpretations=interpretations(one, document.claims),
            notes=tuple(notes(one, repeats.get(one.id, ()), claims.get(one.printed or ""))),
        )
        for one in document.statements
    )


def by_severity(found: Iterable[Finding]) -> list[Finding]:
    """The statements that some claim tests, those whose claims are most severe first."""
    return sorted((one for one in found if one.interpretations), key=lambda one: (*one.severity, *one.order))


def outcome_word(outcome: Outcome) -> str:
    """The name of an outcome of several claims."""
    return "lower or upper bound only" if outcome is Outcome.BOUND_ONLY else outcome.value
