"""The updates (33)-(36), and what advantages say of scores, for the model that is trained."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_VALUES = Statement(
    id="attention_dynamics.S2",
    title="First-order updates of values",
    text="For learning rate $\\eta > 0$, gradient descent gives $\\Delta v_j = -\\eta\\, \\partial "
    "L/\\partial v_j "
    "= -\\eta \\sum_i \\alpha_{ij} u_i$.",
    place="Section 3.7, Eq. (33); Abstract; 1.1 (3)",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.free_update.values",
    why_primary="Section 3 differentiates by $v_j$ itself, and Eq. (33) is its step; what a step of the "
    "shared $W_V$ does stands beside it.",
)

STATEMENTS: tuple[Statement, ...] = (
    _VALUES,
    replace(
        _VALUES,
        id="attention_dynamics.S2.1",
        title="First-order updates of scores",
        text="Gradient descent gives $\\Delta s_{ik} = -\\eta \\alpha_{ik} (b_{ik} - "
        "\\mathbb{E}_{\\alpha_i}[b])$.",
        place="Section 3.7, Eq. (34)",
        primary="attention_dynamics.free_update.scores",
        why_primary="Eq. (34) is the step of a score as a variable of its own, by Eq. (23).",
        same_as="attention_dynamics.S2",
    ),
    replace(
        _VALUES,
        id="attention_dynamics.S2.2",
        title="First-order updates of queries and keys",
        text="Gradient descent gives $\\Delta q_i = -\\eta\\, \\partial L/\\partial q_i$ and $\\Delta k_j = "
        "-\\eta\\, \\partial L/\\partial k_j$.",
        place="Section 3.7, Eqs. (35), (36)",
        primary="attention_dynamics.free_update.queries",
        why_primary="Eqs. (35) and (36) are the steps of queries and keys as variables of their own, by Eq. "
        "(28); queries are named first.",
        same_as="attention_dynamics.S2",
    ),
    replace(
        _VALUES,
        id="attention_dynamics.S2.3",
        title="Scores move with the sign of their advantage",
        text="Gradient descent increases attention scores toward positions with positive advantage and "
        "decreases them otherwise.",
        place="Sections 3.4, 4.1",
        primary="attention_dynamics.shared_update.sign.free",
        why_primary="The sentence puts Eq. (23) into words, whose scores are variables of their own.",
    ),
)
