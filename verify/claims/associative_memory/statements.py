"""What the source says, in the order of its ledger, split where a sentence says several things."""

from __future__ import annotations

from ...statement import SourceAccess, Statement
from . import (
    bound_statements,
    figure_statements,
    joint_statements,
    lemma_statements,
    questions,
    scheme_statements,
    training_statements,
)

_FINITE_DATA = Statement(
    id="associative_memory.S1",
    title="Proposition 1: finite data, infinite memory",
    text="A memory without limits that predicts correctly all $x$ seen in $T$ independent samples has "
    "$\\mathbb{E}[\\mathcal{E}(\\hat f)] \\asymp T^{-1 + 1/\\alpha}$.",
    place="Proposition 1, Eq. (6)",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.unseen_mass.alpha_two",
    why_primary="The constants of $\\asymp$ may depend on $\\alpha$ only, which asks for infinitely many "
    "tokens, and $\\alpha = 2$ is the exponent of the paper's experiments.",
)

STATEMENTS: tuple[Statement, ...] = (
    _FINITE_DATA,
    *joint_statements.STATEMENTS,
    *bound_statements.STATEMENTS,
    *scheme_statements.STATEMENTS,
    *training_statements.STATEMENTS,
    *figure_statements.STATEMENTS,
    *lemma_statements.STATEMENTS,
    *questions.STATEMENTS,
)
