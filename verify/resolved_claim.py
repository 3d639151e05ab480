"""An inquiry: a claim with the source it reads and the route by which it is measured.

A claim of the tables and a claim of a user's file become the same record here, so nothing that
plans, collects or reports asks where a claim came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import routes
from .claim import Claim
from .statement import Statement

if TYPE_CHECKING:
    from .derivations import DerivationResult
    from .evidence import Evidence
    from .numerics.quantity import Quantity


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


def of_table(claim: Claim) -> ResolvedClaim:
    """The inquiry of a claim of the tables."""
    from .claims import STATEMENTS, TOPICS

    route = routes.route(claim)
    statements = tuple(s for s in STATEMENTS if s.id.partition(".")[0] == claim.topic)
    return ResolvedClaim(
        claim=claim,
        source=Source(title=TOPICS[claim.topic], statements=statements),
        route=route,
        quantity=None if route is None else routes.quantity(route),
        command=f"run {claim.id}",
    )
