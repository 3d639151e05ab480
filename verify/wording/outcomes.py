"""What became of a claim and of a statement, in the words for readers, and how statements are counted.

A claim says how it bears on its statement: where one that contradicts it is true, the statement fails. A
question of our own, and a statement that says the same as an earlier one, are shown and not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from ..claim import Bears, BoundType, Relation
from ..document import ClaimRecord, Outcome, StatementRecord


class Answer(StrEnum):
    """What became of a sentence, as readers see it."""

    HOLDS = "holds"
    AT_OUR_THRESHOLD = "holds at our threshold"
    LOWER_BOUND = "lower bound only"
    UPPER_BOUND = "upper bound only"
    FAILS = "fails"
    UNDECIDED = "undecided"
    ERROR = "derivation and simulation disagree"
    NOT_COVERED = "not covered"


_BELOW: Final = (Relation.AT_LEAST, BoundType.OMEGA)
_OTHERS: Final = {
    Outcome.AGREES: Answer.HOLDS,
    Outcome.REFUTED: Answer.FAILS,
    Outcome.INCONCLUSIVE: Answer.UNDECIDED,
    Outcome.ERROR: Answer.ERROR,
}


def of_claim(claim: ClaimRecord) -> Answer:
    """What became of the claim itself."""
    if claim.own_threshold and claim.holds == "yes":
        return Answer.AT_OUR_THRESHOLD
    if claim.verdict is Outcome.BOUND_ONLY:
        is_below = claim.relation in _BELOW or claim.bound_type in _BELOW
        return Answer.LOWER_BOUND if is_below else Answer.UPPER_BOUND
    return _OTHERS[claim.verdict]


def word(claim: ClaimRecord) -> str:
    """The claim's verdict in the words for readers, which say of a bound on which side it holds."""
    return of_claim(claim).value if claim.verdict is Outcome.BOUND_ONLY else claim.verdict.value


def of_statement(claim: ClaimRecord | None) -> Answer:
    """What the claim that stands for a statement says of it."""
    if claim is None:
        return Answer.NOT_COVERED
    found = of_claim(claim)
    if claim.bears != Bears.CONTRADICTS or found in {Answer.UNDECIDED, Answer.ERROR}:
        return found
    return Answer.HOLDS if found is Answer.FAILS else Answer.FAILS


class AnswerCounts(NamedTuple):
    """How many of a source's statements came to what, and how many are listed apart: ours, and said again."""

    counts: dict[Answer, int]
    own: int
    repeated: int


def count_answers(told: Collection[tuple[StatementRecord, Answer]]) -> AnswerCounts:
    """The counts of statements with their answers: of the source, and the first to say what they say."""
    theirs = [(one, answer) for one, answer in told if not one.own_question]
    found = Counter(answer for one, answer in theirs if one.same_as is None)
    return AnswerCounts(
        counts={answer: found[answer] for answer in Answer if found[answer]},
        own=len(told) - len(theirs),
        repeated=len(theirs) - found.total(),
    )


def under(claims: Iterable[ClaimRecord]) -> dict[str, list[ClaimRecord]]:
    """The claims of a statement by what they say of it.

    Only claims that support a statement may stand behind "holds"; one that contradicts it and is true is a
    way in which it fails, and one that refines it stands by itself. A contradiction that fails says nothing.
    """
    found: dict[str, list[ClaimRecord]] = {
        "holds": [],
        "fails": [],
        "open": [],
        "contradicts": [],
        "refines": [],
    }
    for claim in claims:
        if claim.bears == Bears.REFINES:
            found["refines"] += [claim] if claim.holds == "yes" else []
        elif claim.bears == Bears.CONTRADICTS:
            found["contradicts"] += [claim] if claim.holds == "yes" else []
            found["open"] += [claim] if claim.holds == "undecided" else []
        else:
            found[{"yes": "holds", "no": "fails"}.get(claim.holds, "open")].append(claim)
    return found
