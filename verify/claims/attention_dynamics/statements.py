"""What the source says, in the order of its ledger, split where a sentence says several things."""

from __future__ import annotations

from ...statement import Statement
from . import (
    conjecture_statements,
    first_order_statements,
    gradient_statements,
    loop_statements,
    null_statements,
    shared_statements,
    sticky_statements,
    toy_statements,
    words_statements,
)

STATEMENTS: tuple[Statement, ...] = (
    *gradient_statements.STATEMENTS,
    *shared_statements.STATEMENTS,
    *words_statements.STATEMENTS,
    *first_order_statements.STATEMENTS,
    *null_statements.STATEMENTS,
    *toy_statements.STATEMENTS,
    *sticky_statements.STATEMENTS,
    *loop_statements.STATEMENTS,
    *conjecture_statements.STATEMENTS,
)
