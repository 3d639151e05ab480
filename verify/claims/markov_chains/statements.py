"""What the source says, in the order of its ledger, split where a sentence says several things."""

from __future__ import annotations

from ...statement import Statement
from . import (
    chain_statements,
    estimator_statements,
    flow_statements,
    layer_statements,
    matching_statements,
    minimum_statements,
    words_statements,
)

STATEMENTS: tuple[Statement, ...] = (
    *chain_statements.STATEMENTS,
    *layer_statements.STATEMENTS,
    *minimum_statements.STATEMENTS,
    *flow_statements.STATEMENTS,
    *estimator_statements.STATEMENTS,
    *matching_statements.STATEMENTS,
    *words_statements.STATEMENTS,
)
