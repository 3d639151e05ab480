"""What the source says, in the order of its ledger, split where a sentence says several things."""

from __future__ import annotations

from ...statement import Statement
from . import null_statements, shared_statements

STATEMENTS: tuple[Statement, ...] = (
    *shared_statements.STATEMENTS,
    *null_statements.STATEMENTS,
)
