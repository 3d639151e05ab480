"""What the source says, in the order of its ledger, split where a sentence says several things."""

from __future__ import annotations

from ...statement import Statement
from . import (
    head_statements,
    layer_statements,
    loss_statements,
    mlp_statements,
    position_statements,
    recurrence_statements,
    saturation_statements,
    score_statements,
    stream_statements,
    untested_statements,
    weighting_statements,
)

STATEMENTS: tuple[Statement, ...] = (
    *score_statements.STATEMENTS,
    *saturation_statements.STATEMENTS,
    *weighting_statements.STATEMENTS,
    *head_statements.STATEMENTS,
    *layer_statements.STATEMENTS,
    *position_statements.STATEMENTS,
    *stream_statements.STATEMENTS,
    *loss_statements.STATEMENTS,
    *mlp_statements.STATEMENTS,
    *recurrence_statements.STATEMENTS,
    *untested_statements.STATEMENTS,
)
