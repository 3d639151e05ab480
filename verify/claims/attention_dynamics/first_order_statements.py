"""Statements on the first-order effect of a value step, and on the feedback loop (S4, S5)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_CHANGE = Statement(
    id="attention_dynamics.S4.1",
    title="First-order change of a query's loss",
    text="$\\Delta L_i \\approx u_i^\\top \\Delta g_i = -\\eta\\, \\alpha_{ij} \\sum_r \\alpha_{rj} "
    "(u_i^\\top u_r)$.",
    place="Section 4.3, Eqs. (39)-(41)",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.query_change",
    why_primary="It is the equation, for every instance.",
)

STATEMENTS: tuple[Statement, ...] = (
    _CHANGE,
    replace(
        _CHANGE,
        id="attention_dynamics.S4.2",
        title="What first order leaves out",
        text="$\\Delta L_i \\approx u_i^\\top \\Delta g_i$ for an infinitesimal change in $v_j$.",
        place="Section 4.3, Eq. (40); Section 11",
        primary="attention_dynamics.loss_remainder.one",
        why_primary="'First-order' promises a remainder of second order in the step; Section 4.3 moves one "
        "value.",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S4.3",
        title="Conflicting errors",
        text="If many $u_r$ align with $u_i$, $v_j$ can move in a direction that helps them all; if some are "
        "anti-aligned, $v_j$ must compromise.",
        place="Section 4.3, Interpretation",
        primary="attention_dynamics.side_effects.one_value",
        why_primary="That compromises occur is what can be tested: a query's own loss rises, and often.",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S4.4",
        title="Dominant-query approximation",
        text="If $\\alpha_{ij} \\gg \\alpha_{rj}$ for $r \\ne i$, then $\\sum_r \\alpha_{rj} u_r \\approx "
        "\\alpha_{ij} u_i$.",
        place="Section 4.3, Eq. (42)",
        primary="attention_dynamics.dominance_error.limit",
        why_primary="$\\gg$ and $\\approx$ speak of a limit, at a given number of queries.",
        as_printed="It needs a small sum of the other weights: 1000 other users at a hundredth each make the "
        "error ten times what is approximated.",
        printed="attention_dynamics.dominance_error.each",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S4.5",
        title="The dominant query gains",
        text="$\\Delta L_i \\approx -\\eta\\, \\alpha_{ij}^2 |u_i|^2 \\le 0$: the update decreases loss "
        "for query i by an "
        "amount proportional to $\\alpha_{ij}^2 |u_i|^2$.",
        place="Section 4.3, Eq. (43)",
        primary="attention_dynamics.dominant_gain.limit",
        why_primary="The hypothesis is that of Eq. (42), and a limit.",
        as_printed="It needs a weight above the sum of the others': 1000 other users at a hundredth each "
        "outweigh the primary user, whose loss rises.",
        printed="attention_dynamics.dominant_gain.each",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S5.1",
        title="Feedback loop, arrow 1: the score",
        text="If $b_{ij} - \\mathbb{E}_{\\alpha_i}[b]$ is negative, then $s_{ij}$ increases.",
        place="Section 4.4 (1)",
        primary="attention_dynamics.arrow.score",
        why_primary="Scores are variables of their own in Eq. (34).",
        same_as="attention_dynamics.S2.3",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S5.2",
        title="Feedback loop, arrow 1: the weight",
        text="If $v_j$ is particularly helpful to i, then $\\alpha_{ij}$ grows.",
        place="Section 4.4 (1)",
        primary="attention_dynamics.arrow.weight",
        why_primary="The sentence is said of every pair; the counterexample is the most helpful value of "
        "its query.",
        why_refuted="The score rises but the softmax divides by the sum: a helpful value of small weight "
        "can lose weight to a heavier one whose score rises faster.",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S5.3",
        title="Feedback loop, arrow 2",
        text="Larger $\\alpha_{ij}$ gives $u_i$ more weight in $\\bar u_j$, so $v_j$ moves further away "
        "from $u_i$.",
        place="Section 4.4 (2)",
        primary="attention_dynamics.pull_by_weight",
        why_primary="'Further' compares: with a larger $\\alpha_{ij}$ the step leads further from $u_i$ "
        "than with a smaller one, all else held.",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S5.4",
        title="Feedback loop, arrow 3: the compatibility",
        text="As $v_j$ moves away from $u_i$, $b_{ij}$ decreases further.",
        place="Section 4.4 (3)",
        primary="attention_dynamics.compatibility_balance",
        why_primary="For one query it repeats arrow 2; what holds in every case is the weighted sum over a "
        "value's users.",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S5.5",
        title="Feedback loop, arrow 3: the advantage",
        text="A smaller $b_{ij}$ increases $A_{ij}$, reinforcing step 1.",
        place="Section 4.4 (3)",
        primary="attention_dynamics.own_advantage",
        why_primary="Eq. (33) moves all values at once; one query has no other user in its way.",
        why_refuted="The step moves the mean $\\mathbb{E}_{\\alpha_i}[b]$ too: with one query and two "
        "values the advantage of the helpful one changes by $(2a - 1)(1 - a)$, and falls while its weight "
        "$a$ is below one half.",
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.S5.6",
        title="The loop as a whole",
        text="Equations (23) and (33) together form a feedback loop.",
        place="Section 4.4",
        primary="attention_dynamics.feedback.loop",
        why_primary="The loop closes where all of its arrows hold; most queries are asked for, not all.",
        why_refuted="In random heads of the source's toy some arrow fails for most queries' most helpful "
        "values, since other users pull a value elsewhere, as Section 4.3 grants.",
    ),
)
