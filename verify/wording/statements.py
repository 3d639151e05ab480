"""Sentences about a statement: what became of it under which interpretation, and what is said beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ..claim import BoundType
from ..document import ClaimRecord, Comparison, Scope, StatementRecord
from ..reason import Reason
from ..statement import Statement
from .formulas import plain_text
from .media import Medium
from .outcomes import Answer, of_statement, under
from .parts import listed
from .sentences import capital, words

SIGNS: Final = {BoundType.OMEGA: "Ω", BoundType.O: "O", BoundType.THETA: "Θ"}
GIVEN: Final = "given"
"""The device of estimates that a user gave."""

MOST: Final = 4
"""Other interpretations of one kind that are told by name."""

COUNTED: Final = {
    Answer.HOLDS: ("holds", "hold"),
    Answer.AT_OUR_THRESHOLD: ("holds at our threshold", "hold at our threshold"),
    Answer.LOWER_BOUND: ("holds as a lower bound only", "hold as lower bounds only"),
    Answer.UPPER_BOUND: ("holds as an upper bound only", "hold as upper bounds only"),
    Answer.FAILS: ("fails", "fail"),
    Answer.UNDECIDED: ("is undecided", "are undecided"),
    Answer.ERROR: (
        "is undecided, as derivation and simulation disagree",
        "are undecided, as derivation and simulation disagree",
    ),
    Answer.NOT_COVERED: ("is not covered", "are not covered"),
}
"""What became of one sentence, and of several."""

_LETTER: Final = re.compile(r"^\([a-z]\) ")
"""By which the interpretations of a statement are told apart in its table."""

TOLD: Final = {
    "holds": "Holds for",
    "fails": "Fails for",
    "open": "Open for",
    "contradicts": "Contradicted by",
    "refines": "Refined by",
}


def headline(claim: ClaimRecord, medium: Medium) -> str:
    """The sentence of a claim's verdict."""
    return words(claim.reason or claim.summary, medium)


def compared(comparison: Comparison, medium: Medium) -> str:
    """The sentence of a comparison."""
    return words(comparison.reason or comparison.sentence, medium)


def missing(scope: Scope, medium: Medium) -> str:
    """What would decide an open claim; empty for a decided one."""
    return words(scope.missing_reason or scope.missing or "", medium)


def reasons(claim: ClaimRecord) -> tuple[Reason, ...]:
    """All reasons that a claim's record has: of its verdict, of its comparisons, and of what is missing."""
    made = claim.comparisons
    compared = [one.reason for one in (made.symbolic, made.inference, made.points)]
    return tuple(one for one in (claim.reason, *compared, claim.scope.missing_reason) if one is not None)


def origin(claim: ClaimRecord) -> str:
    """Where a claim's estimates come from, and what their errors are."""
    trials = {point.trials for point in claim.points}
    if all(point.stderr is None for point in claim.points):
        source = "Given with error bounds" if claim.scope.device == GIVEN else "Computed, not sampled"
        return f"{source}: errors are rigorous bounds, and intervals as narrow as these are left out."
    if claim.scope.device == GIVEN and trials == {0}:
        return "Given with standard errors, on which all levels rest; the numbers of trials are not known."
    each = f"{trials.pop()} trials in each setting. " if len(trials) == 1 else ""
    return f"{each}Errors are standard errors, or rigorous bounds where marked."


def bound_type_sign(bound_type: str | None) -> str:
    """The sign of a bound type; empty for a claim of none.

    >>> bound_type_sign("Omega"), bound_type_sign(None)
    ('Ω', '')
    """
    return next((sign for known, sign in SIGNS.items() if bound_type == known.value), "")


def conclusion(statement: Statement, claims: Sequence[ClaimRecord]) -> str:
    """Under which interpretations the statement holds, fails, and stays open."""
    if statement.not_covered:
        return f"Not covered: {statement.not_covered}"
    unclear = _ambiguous(claims)
    told = [f"{TOLD[kind]}: {_named(found, unclear)}" for kind, found in under(claims).items() if found]
    return capital("; ".join(part[:1].lower() + part[1:] for part in told) + ".") if told else ""


def reading(claim: ClaimRecord) -> str:
    """The interpretation of a claim, to stand in a list."""
    return _LETTER.sub("", claim.interpretation).rstrip(".")


def beside(lead: ClaimRecord, claims: Sequence[ClaimRecord], medium: Medium) -> str:
    """What other interpretations say otherwise than the one that leads, each kind by its own word."""
    unclear = _ambiguous(claims)
    others = under(claim for claim in claims if claim.id != lead.id)
    is_failing = of_statement(lead) is Answer.FAILS
    kinds = ("holds" if is_failing else "fails", "contradicts", "refines")
    found = [f"{TOLD[kind]}: {_named(others[kind], unclear, most=MOST)}." for kind in kinds if others[kind]]
    return plain_text(" ".join(found), medium)


def counted(counts: Mapping[Answer, int], own: int, repeated: int) -> str:
    """How many sentences of a source came to what; questions of our own and repetitions are listed apart."""
    total = sum(counts.values())
    told = [f"{count} {COUNTED[answer][count > 1]}" for answer, count in counts.items()]
    sentences = "Of one sentence" if total == 1 else f"Of {total} sentences, each"
    found = [f"{sentences} read as its author means it, {listed(told)}."] if total else []
    if repeated:
        found.append(f"{repeated} more {'says' if repeated == 1 else 'say'} again what another says.")
    if own:
        asked = "One question of our own is" if own == 1 else f"{own} questions of our own are"
        found.append(f"{asked} listed apart.")
    return " ".join(found)


def reproduced(again: int, published: int) -> str:
    """How many published numbers were found again.

    >>> print(reproduced(1, 1), reproduced(0, 2))
    The one published number is reproduced. Of 2 interpretations of published numbers none is reproduced.
    """
    if published == 1:
        return f"The one published number is {'reproduced' if again else 'not reproduced'}."
    found = {0: "none is", 1: "one is"}.get(again, f"{again} are")
    return f"Of {published} interpretations of published numbers {found} reproduced." if published else ""


def notes(statement: StatementRecord, repeats: Sequence[str], printed: ClaimRecord | None) -> list[str]:
    """What is said beside a statement's answer: the slip of a formula, and who says the same."""
    found = []
    if statement.as_printed:
        result = f" ({of_statement(printed)})" if printed is not None else ""
        found.append(f"As printed{result}: {statement.as_printed}")
    if statement.same_as:
        found.append(f"Says the same as {short_id(statement.same_as)}, under which it is counted.")
    if repeats:
        verb = "says" if len(repeats) == 1 else "say"
        found.append(f"{listed([short_id(one) for one in repeats])} {verb} the same.")
    return found


def agreed(statement: StatementRecord, lead: ClaimRecord | None) -> str:
    """Of a statement that fails, why its author would agree; empty for any other."""
    fails = lead is not None and of_statement(lead) is Answer.FAILS
    return f"Why the author would agree: {statement.why_refuted}" if fails and statement.why_refuted else ""


def _named(claims: Sequence[ClaimRecord], ambiguous: Collection[str], most: int | None = None) -> str:
    """What claims are about, each with the bound types of its claims.

    A label that came out in several ways does not tell which one is meant; the interpretation does.
    """
    bound_types: dict[str, list[str]] = {}
    for claim in claims:
        name = reading(claim) if claim.label in ambiguous else claim.label
        bound_types.setdefault(name, []).extend(
            [bound_type_sign(claim.bound_type)] if claim.bound_type else []
        )
    names = [
        f"{name} ({', '.join(dict.fromkeys(found))})" if found else name
        for name, found in bound_types.items()
    ]
    left = len(names) - (most or len(names))
    shown = names[:most] + ([f"{left} more"] if left > 0 else [])
    return " and ".join(part for part in ("; ".join(shown[:-1]), *shown[-1:]) if part)


def _ambiguous(claims: Sequence[ClaimRecord]) -> set[str]:
    """The labels of several interpretations that came out in different ways."""
    ways: dict[str, set[tuple[str, str]]] = {}
    interpretations: dict[str, set[str]] = {}
    for claim in claims:
        ways.setdefault(claim.label, set()).add((claim.holds, claim.bears))
        interpretations.setdefault(claim.label, set()).add(claim.interpretation)
    return {label for label in ways if len(ways[label]) > 1 and len(interpretations[label]) > 1}


def short_id(identifier: str) -> str:
    """The id of a claim or a statement without its topic."""
    return identifier.partition(".")[2] or identifier
