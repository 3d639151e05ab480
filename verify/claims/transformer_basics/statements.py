"""What the source says, in the order of its ledger, split where a sentence says several things."""

from __future__ import annotations

from ...statement import Statement
from . import stream_statements

STATEMENTS: tuple[Statement, ...] = (*stream_statements.STATEMENTS,)
