"""A resolved claim: a claim with the source it reads and the route by which it is measured.

A claim of the tables and a claim of a user's file become the same record here, so nothing that
plans, collects or reports asks where a claim came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..claim import Claim
from ..statement import Statement
from . import routes

if TYPE_CHECKING:
    from ..numerics.quantity import Quantity
    from ..statistics.evidence import Evidence
    from .derivations import DerivationResult


@dataclass(frozen=True, kw_only=True)
class Source:
    """A source by its title, with the statements read from it, those that nothing tests included."""

    title: str
    statements: tuple[Statement, ...]

    def statement(self, statement_id: str) -> Statement:
        """The statement of that id. Raises LookupError where the source has none."""
        for statement in self.statements:
            if statement.id == statement_id:
                return statement
        raise LookupError(f"{self.title} has no statement {statement_id!r}.")


@dataclass(frozen=True, kw_only=True)
class ResolvedClaim:
    """A claim, its source, and what measures it.

    `route` is how any process obtains the quantity; `quantity` is the quantity with its groups, None
    where nothing is drawn. `given` is evidence that others measured; then nothing is drawn either.
    `derivation_result` is what a user's own derivation comes to; those of ours are named by the claim.
    `command` is the subcommand that asks for the claim, without its options.
    """

    claim: Claim
    source: Source
    route: routes.Route | None
    quantity: Quantity | None
    given: Evidence | None = None
    derivation_result: DerivationResult | None = None
    command: str

    @property
    def statement(self) -> Statement:
        """The statement that the claim reads."""
        return self.source.statement(self.claim.statement_id)
