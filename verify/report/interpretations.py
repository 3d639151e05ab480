"""Interpretations of a statement: the claims that read it alike and differ only in the law's bound type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..claim import Bears, BoundType, Relation
from ..document import ClaimRecord, Document, Exponent, StatementRecord
from ..wording.outcomes import Answer, of_claim
from ..wording.statements import reading

BOUND_TYPES: Final = (BoundType.OMEGA, BoundType.O, BoundType.THETA)
"""The order of the columns: so much can be stored, no more can, exactly so much can."""

BESIDE: Final = {
    (Bears.CONTRADICTS, True): "contradicted by",
    (Bears.CONTRADICTS, False): "not contradicted by",
    (Bears.REFINES, True): "refined by",
    (Bears.REFINES, False): "not refined by",
}
"""What an interpretation that is no support says of its statement, where it is true and where it is false."""

TAG: Final = "answer: "
"""Begins the tags that bring interpretations together in a table."""

BOUND_TYPE_MEANINGS: Final = {BoundType.OMEGA: "at least", BoundType.O: "at most", BoundType.THETA: "exactly"}


@dataclass(frozen=True, kw_only=True)
class Interpretation:
    """One interpretation of a statement: its claims by bound type, or its single claim under `None`."""

    by_bound_type: dict[BoundType | None, ClaimRecord]
    is_primary: bool

    @property
    def claims(self) -> list[ClaimRecord]:
        """The claims of this interpretation in the order of the columns."""
        return [
            self.by_bound_type[bound_type]
            for bound_type in (None, *BOUND_TYPES)
            if bound_type in self.by_bound_type
        ]

    @property
    def lead(self) -> ClaimRecord:
        """The claim that stands for the interpretation where only one can be shown."""
        return self.claims[0]

    def shown_by_lead(self, claim: ClaimRecord) -> list[str]:
        """What of a claim the leading one shows already: the same evidence, the same derivation."""
        if claim is self.lead:
            return []
        same = {
            "evidence": _evidence(claim) == _evidence(self.lead),
            "derivation": claim.derivation == self.lead.derivation,
        }
        return [part for part, is_same in same.items() if is_same]

    @property
    def exponents(self) -> dict[str, Exponent]:
        """Exponents of the leading claim of which some route speaks."""
        return {
            name: one
            for name, one in self.lead.exponents.items()
            if {one.claimed, one.derived, one.estimate} != {None}
        }

    @property
    def has_bound_types(self) -> bool:
        """Whether the interpretation is decided in more than one bound type."""
        return len(self.by_bound_type) > 1

    @property
    def answer(self) -> str:
        """What the interpretation says of its statement: only one that supports it makes it true or false."""
        true = self.conclusion not in {"false", "open"}
        if self.lead.bears == Bears.SUPPORTS or self.conclusion == "open":
            return self.conclusion
        return BESIDE[self.lead.bears, true]

    @property
    def conclusion(self) -> str:
        """What the bound types say together of the law under this interpretation."""
        if None in self.by_bound_type:
            if self.lead.holds != "yes":
                return "false" if self.lead.holds == "no" else "open"
            found = of_claim(self.lead)
            return "true" if found is Answer.HOLDS else found.value
        return _conclusion_of_bound_types(
            {bound_type: claim.holds for bound_type, claim in self.by_bound_type.items()}
        )


def variables(laws: Iterable[Interpretation]) -> list[str]:
    """The variables whose exponents the interpretations compare, in order of appearance."""
    return list(dict.fromkeys(name for law in laws for name in law.exponents))


def told_apart(found: Sequence[Interpretation]) -> list[tuple[Interpretation, str]]:
    """Each with its name in a list: its label, or its interpretation where several have one label."""
    labels = Counter(one.lead.label for one in found)
    return [(one, reading(one.lead) if labels[one.lead.label] > 1 else one.lead.label) for one in found]


def concluded(found: Iterable[Interpretation]) -> dict[str, list[tuple[ClaimRecord, int]]]:
    """What interpretations say of their statement: by answer, a claim for each label with their number."""
    groups: dict[str, dict[str, list[Interpretation]]] = {}
    for interpretation in found:
        groups.setdefault(interpretation.answer, {}).setdefault(interpretation.lead.label, []).append(
            interpretation
        )
    return {
        words: [(alike[0].lead, len(alike)) for alike in labels.values()] for words, labels in groups.items()
    }


def interpretations(statement: StatementRecord, claims: Sequence[ClaimRecord]) -> tuple[Interpretation, ...]:
    """The interpretations of the statement that some claim tests, the primary one first."""
    mine = [claim for claim in claims if claim.statement_id == statement.id]
    found = grouped(mine, {statement.primary})
    return tuple(sorted(found, key=lambda interpretation: not interpretation.is_primary))


def grouped(claims: Iterable[ClaimRecord], primaries: Collection[str | None]) -> tuple[Interpretation, ...]:
    """The interpretations that claims make up, in order of appearance; `primaries` are ids of claims."""
    groups: dict[str, dict[BoundType | None, ClaimRecord]] = {}
    for claim in claims:
        # A claim without a bound type stands alone; else its id ends by it.
        typed = claim.bound_type if claim.relation == Relation.LAW else None
        kind = None if typed is None else BoundType(typed)
        stem = claim.id if kind is None else claim.id.removesuffix(f".{kind.value.lower()}")
        groups.setdefault(stem, {})[kind] = claim
    return tuple(
        Interpretation(by_bound_type=group, is_primary=any(claim.id in primaries for claim in group.values()))
        for group in groups.values()
    )


def tables_by_tag(document: Document) -> dict[str, tuple[Interpretation, ...]]:
    """The tables at the top of a report by their titles, in order of appearance.

    A claim tagged `answer: Capacity by definition` is in the table of that title, whatever it reads.
    """
    claims: dict[str, list[ClaimRecord]] = {}
    for claim in document.claims:
        for tag in claim.tags:
            if tag.startswith(TAG):
                claims.setdefault(tag.removeprefix(TAG), []).append(claim)
    primaries = {statement.primary for statement in document.statements}
    return {title: grouped(found, primaries) for title, found in claims.items()}


def _evidence(claim: ClaimRecord) -> tuple[object, ...]:
    """Everything that was measured for the claim, and what follows from it alone."""
    return claim.points, claim.exponents, claim.rates, claim.alternatives, claim.fit


def _conclusion_of_bound_types(holds: dict[BoundType | None, str]) -> str:
    below, above, exact = (holds.get(bound_type) for bound_type in BOUND_TYPES)
    if exact == "yes" or set(holds.values()) == {"yes"}:
        return "true"
    if set(holds.values()) == {"no"}:
        return "false"
    if below == "yes":
        return Answer.LOWER_BOUND.value if "no" in {above, exact} else "lower bound, tightness open"
    if above == "yes":
        return Answer.UPPER_BOUND.value if "no" in {below, exact} else "upper bound, tightness open"
    return "open"
