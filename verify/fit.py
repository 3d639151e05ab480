"""`fit`: a law against a table of measured data, through the path that every claim takes.

The table brings the evidence, so nothing is planned or drawn: there is one look at the whole level of
a claim.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .claim_file import Entry, Measure, SenseName
from .collect import Look
from .document import Document
from .foreign import claim_of
from .formulas import require_margin
from .given import given_evidence
from .inquiry import Inquiry, Source
from .plan import CLAIM_LEVEL, plan_of
from .profile import STANDARD
from .record import Decided, RunRecord, document
from .statement import SourceAccess, Statement
from .verdict import decide

ID: Final = "fit"


def entry_of(
    data: str,
    law: str,
    *,
    sense: SenseName = "Theta",
    margin: float | None = None,
    rivals: tuple[str, ...] = (),
    up_to_logs: bool = False,
) -> Entry:
    """The claim that a table follows a law, as a claim file would say it."""
    return Entry(
        id=ID,
        statement=f"the data of {data} follow {law}",
        law=law,
        sense=sense,
        margin=margin,
        rivals=rivals,
        up_to_logs=up_to_logs,
        measure=Measure(data=data),
    )


def fit_table(path: Path, entry: Entry, command: str) -> Document:
    """Decide an entry on the table at `path`. Raises UsageError for what its user can mend."""
    given = given_evidence(entry, path, str(path))
    require_margin(entry, str(path), given.at)
    claim = claim_of(entry, proportion=given.failures is not None, given=given)
    statement = Statement(
        id=ID,
        title=entry.law,
        text=entry.statement,
        place=path.name,
        source_access=SourceAccess.CLAIM,
        primary=ID,
        why_primary="It is the law that was asked about.",
    )
    asked = Inquiry(
        claim=claim,
        source=Source(title=str(path), statements=(statement,)),
        road=None,
        quantity=None,
        given=given,
        command=f"fit {path}",
    )
    verdict = decide(claim, None, given, level=CLAIM_LEVEL)
    look = Look(
        plan=plan_of(asked, STANDARD), round=0, level=CLAIM_LEVEL, evidence=given, obstacle=None, seconds=0.0
    )
    decided = Decided(claim=claim, look=look, derivation=None, derived=None, verdict=verdict)
    return document(RunRecord(profile="data", seed=0, device="none", command=command), [decided])
