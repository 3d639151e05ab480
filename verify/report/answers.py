"""The answers a reader came for: tables of interpretations from all statements, by tags of their claims.

A claim tagged `answer: Capacity by definition` stands in the table of that title, at the top of the
report. Titles, rows and their order are those of the claims; nothing is computed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..document import ClaimRecord, Document
from .interpretations import Interpretation, grouped

MARK: Final = "answer: "
"""Begins the tags that name an answer."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """Interpretations that belong together, whatever statement they read."""

    title: str
    laws: tuple[Interpretation, ...]

    @property
    def variables(self) -> list[str]:
        """The variables whose exponents the interpretations compare, in order of appearance."""
        return list(dict.fromkeys(name for interpretation in self.laws for name in interpretation.exponents))


def answers(document: Document) -> tuple[Answer, ...]:
    """The answers that some claim belongs to, in order of appearance."""
    claims: dict[str, list[ClaimRecord]] = {}
    for claim in document.claims:
        for tag in claim.tags:
            if tag.startswith(MARK):
                claims.setdefault(tag.removeprefix(MARK), []).append(claim)
    primaries = {statement.primary for statement in document.statements}
    return tuple(Answer(title=title, laws=grouped(found, primaries)) for title, found in claims.items())
