"""What a reader wants to know first: under which interpretations each statement holds.

Everything here arranges records of the document; no number is computed but counts.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from ..claim import Value
from ..document import ClaimRecord, ComparisonOutcome, Document, Outcome, StatementRecord
from ..wording.outcomes import Answer, of_statement, word
from ..wording.statements import short_id
from .interpretations import Card, Interpretation, interpretations

LONGEST_TYPED: Final = 80
"""Characters of a formula by which it is found."""
_HALF_POWER: Final = re.compile(r"(\w+)\*\*\(1/2\)")

FEWEST_POINTS: Final = 2
"""So many rows make a column of equal values a repetition."""

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

MEANINGS: Final = {
    Outcome.AGREES: "the claim holds as read",
    Outcome.BOUND_ONLY: "it holds as a lower or an upper bound and is not tight",
    Outcome.REFUTED: "it fails under this interpretation",
    Outcome.INCONCLUSIVE: "the evidence does not decide",
    Outcome.ERROR: "derivation and simulation disagree (an error in one of them), so nothing is decided",
}


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A statement with its interpretations."""

    statement: StatementRecord
    interpretations: tuple[Interpretation, ...]

    @property
    def claims(self) -> list[ClaimRecord]:
        """All claims of the statement, interpretation by interpretation."""
        return [claim for interpretation in self.interpretations for claim in interpretation.claims]

    @property
    def cards(self) -> list[Card]:
        """The cards of the statement's claims, interpretation by interpretation."""
        return [card for interpretation in self.interpretations for card in interpretation.cards]

    @property
    def primary(self) -> ClaimRecord | None:
        """The claim that reads the statement as its text asks."""
        return next((claim for claim in self.claims if claim.id == self.statement.primary), None)

    @property
    def lead(self) -> ClaimRecord:
        """The primary claim, or the first one where that is not of this run."""
        return self.primary or self.claims[0]

    @property
    def answer(self) -> Answer:
        """What became of the statement, as the claim that leads says of it."""
        return of_statement(self.lead)

    @property
    def laws(self) -> tuple[Interpretation, ...]:
        """The interpretations decided in several bound types: what the table of exponents compares."""
        return tuple(
            interpretation for interpretation in self.interpretations if interpretation.has_bound_types
        )

    @property
    def others(self) -> tuple[Interpretation, ...]:
        """The interpretations with one claim each."""
        return tuple(
            interpretation for interpretation in self.interpretations if not interpretation.has_bound_types
        )

    @property
    def variables(self) -> list[str]:
        """The variables whose exponents the laws compare, in order of appearance."""
        return list(dict.fromkeys(name for interpretation in self.laws for name in interpretation.exponents))

    @property
    def under(self) -> str:
        """The words that limit an answer to what of the source was at hand."""
        names = {"summary": "Under our definitions", "full text": "As written"}
        return names.get(self.statement.source_access, "As read")


def findings(document: Document) -> tuple[Finding, ...]:
    """The statements that some claim tests, our own questions last, else those with most laws first."""
    found = [
        Finding(statement=statement, interpretations=interpretations(statement, document.claims))
        for statement in document.statements
    ]
    tested = [finding for finding in found if finding.interpretations]
    return tuple(sorted(tested, key=lambda one: (one.statement.own_question, -len(one.laws))))


def not_covered(document: Document) -> tuple[StatementRecord, ...]:
    """The statements of the source that nothing tests, each with its reason."""
    return tuple(statement for statement in document.statements if statement.not_covered is not None)


def counts(document: Document) -> dict[Outcome, int]:
    """How many claims have each verdict, in the order of `Outcome`, without zeros."""
    verdicts = Counter(claim.verdict for claim in document.claims)
    return {outcome: verdicts[outcome] for outcome in Outcome if verdicts[outcome]}


def sources(document: Document) -> list[tuple[str, str]]:
    """Each source of a claim with what of it was at hand, in order of appearance."""
    return list(dict.fromkeys((record.source, record.source_access) for record in document.claims))


def outcome_word(outcome: Outcome) -> str:
    """The name of an outcome of several claims."""
    return "lower or upper bound only" if outcome is Outcome.BOUND_ONLY else outcome.value


def answer_tone(answer: Answer) -> str:
    """The style of an answer, that of the outcome it is shown like."""
    return ANSWERS[answer].value


def answer_symbol(answer: Answer) -> str:
    """The sign of an answer."""
    return SYMBOLS[ANSWERS[answer]]


def headline(document: Document) -> str:
    """The title of the report; it never says more of the source than was at hand of it."""
    topics = dict.fromkeys(claim.topic.replace("_", " ") for claim in document.claims)
    names = ", ".join(topics) or "no claims"
    # What was read from a summary only has definitions of ours.
    from_summary = any(access == "summary" for _, access in sources(document))
    suffix = " under our definitions" if from_summary else ""
    return f"{capitalised(names)}: what holds{suffix}"


def capitalised(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def coordinates(claim: ClaimRecord) -> list[str]:
    """The variables of the claim's points, in the order in which the grid declares them."""
    present = dict.fromkeys(name for point in claim.points for name in point.at)
    declared = [name for name in claim.scope.grid if name in present]
    return declared + [name for name in present if name not in declared]


def fixed(claim: ClaimRecord) -> dict[str, Value | None]:
    """The variables that have one value in all of several points, with that value."""
    if len(claim.points) < FEWEST_POINTS:
        return {}
    seen = {name: {point.at.get(name) for point in claim.points} for name in coordinates(claim)}
    return {name: values.pop() for name, values in seen.items() if len(values) == 1}


def formula_columns(claim: ClaimRecord) -> dict[str, str]:
    """The routes whose formulas have values in the points, each with the title of its column.

    Where claimed and derived agree to the last digit one column stands for both.
    """
    pairs = [(point.claimed, point.derived) for point in claim.points]
    if all(claimed == derived for claimed, derived in pairs):
        return {"derived": "claimed and derived"} if any(derived is not None for _, derived in pairs) else {}
    values = {"claimed": [claimed for claimed, _ in pairs], "derived": [derived for _, derived in pairs]}
    return {route: route for route, found in values.items() if any(value is not None for value in found)}


def has_local_exponents(claim: ClaimRecord) -> bool:
    """Whether some exponent or rate was measured between neighbouring sizes."""
    return any(exponent.local for exponent in (*claim.exponents.values(), *claim.rates.values()))


def keywords(finding: Finding) -> str:
    """What else a search finds a statement by: its place, ids of claims, formulas as typed, verdicts."""
    ids = dict.fromkeys(short_id(claim.id) for claim in finding.claims)
    return " ".join([finding.statement.place, *ids, formulas_typed(finding)])


def formulas_typed(finding: Finding) -> str:
    """The claimed formulas of a statement as readers type them, and the verdicts of its claims."""
    # A power of one half is typed as a root.
    formulas = [
        _HALF_POWER.sub(r"sqrt(\1)", claim.formulas.claimed)[:LONGEST_TYPED] for claim in finding.claims
    ]
    found = " ".join([*formulas, *map(word, finding.claims)])
    return " ".join(dict.fromkeys(found.split()))
