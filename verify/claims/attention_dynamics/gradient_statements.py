"""The gradients of Section 3, equation by equation (S1)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_LOGIT = Statement(
    id="attention_dynamics.S1",
    title="Gradient by a logit",
    text="For each $i$, $\\partial L/\\partial \\ell_i = p_i - e_{y_i}$.",
    place="Section 3.1, Eq. (13)",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.gradient.logit",
    why_primary="An equation between vectors holds if it holds entry by entry.",
)

STATEMENTS: tuple[Statement, ...] = (
    _LOGIT,
    replace(
        _LOGIT,
        id="attention_dynamics.S1.1",
        title="Upstream gradient",
        text="$u_i := \\partial L/\\partial g_i = W_O^\\top (p_i - e_{y_i})$.",
        place="Sections 2.2 and 3.1, Eqs. (10), (14)",
        primary="attention_dynamics.gradient.upstream",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.2",
        title="Gradient by a value",
        text="$\\partial L/\\partial v_j = \\sum_i \\alpha_{ij} u_i$.",
        place="Abstract; Section 3.2, Eqs. (15), (16)",
        primary="attention_dynamics.gradient.value",
        why_primary="The section differentiates by $v_j$ itself, before Section 3.6 puts $W_V x_j$ in.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.3",
        title="Gradient by an attention weight",
        text="$\\partial L/\\partial \\alpha_{ij} = u_i^\\top v_j = b_{ij}$.",
        place="Section 3.3, Eq. (17)",
        primary="attention_dynamics.gradient.weight",
        why_primary="The weights are free here: the softmax enters in Section 3.4.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.4",
        title="Jacobian of the softmax",
        text="$\\partial \\alpha_{ij}/\\partial s_{ik} = \\alpha_{ij} (\\delta_{jk} - \\alpha_{ik})$ "
        "for fixed $i$.",
        place="Section 3.4, Eq. (18)",
        primary="attention_dynamics.gradient.jacobian",
        why_primary="The number of positions is a symbol in the sentence.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.5",
        title="The advantage law",
        text="$\\partial L/\\partial s_{ik} = \\alpha_{ik} (b_{ik} - \\mathbb{E}_{\\alpha_i}[b])$.",
        place="Abstract; Section 3.4, Eqs. (19)-(23)",
        primary="attention_dynamics.gradient.score",
        why_primary="The section differentiates by $s_{ik}$ itself; shared matrices are S2.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.6",
        title="Gradient by a query",
        text="$\\partial L/\\partial q_i = \\frac{1}{\\sqrt{d_k}} \\sum_k \\alpha_{ik} (b_{ik} - "
        "\\mathbb{E}_{\\alpha_i}[b]) k_k$.",
        place="Section 3.5, Eqs. (24), (25), (28)",
        primary="attention_dynamics.gradient.query",
        why_primary="It is the sentence, entry by entry.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.7",
        title="Gradient by a key",
        text="$\\partial L/\\partial k_j = \\frac{1}{\\sqrt{d_k}} \\sum_i \\alpha_{ij} (b_{ij} - "
        "\\mathbb{E}_{\\alpha_i}[b]) q_i$.",
        place="Section 3.5, Eqs. (26), (27), (28)",
        primary="attention_dynamics.gradient.key",
        why_primary="It is the sentence, entry by entry.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.8",
        title="Gradient by the query matrix",
        text="$\\nabla_{W_Q} L = \\sum_i (\\partial L/\\partial q_i) x_i^\\top$.",
        place="Section 3.5, Eq. (29)",
        primary="attention_dynamics.gradient.query_matrix",
        why_primary="What stands in the bracket is Eq. (28).",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.9",
        title="Gradient by the key matrix",
        text="$\\nabla_{W_K} L = \\sum_j (\\partial L/\\partial k_j) x_j^\\top$.",
        place="Section 3.5, Eq. (30)",
        primary="attention_dynamics.gradient.key_matrix",
        why_primary="What stands in the bracket is Eq. (28).",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.10",
        title="Gradient by the value matrix",
        text="$\\nabla_{W_V} L = \\sum_j (\\sum_i \\alpha_{ij} u_i) x_j^\\top = U A X^\\top$ with $U "
        "\\in \\mathbb{R}^{d_v \\times T}$, $A = (\\alpha_{ij})$, $X \\in \\mathbb{R}^{d_x "
        "\\times T}$.",
        place="Section 3.6, Eqs. (31), (32)",
        primary="attention_dynamics.gradient.value_matrix",
        why_primary="The first index of $A = (\\alpha_{ij})$ is the query, and the shapes fit in this order "
        "alone.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.S1.11",
        title="All gradients",
        text="We derive all first-order gradients with respect to scores $s_{ij}$, queries $q_i$, keys "
        "$k_j$ and values $v_j$.",
        place="Sections 1, 1.1 (1), 3",
        primary="attention_dynamics.gradient.all",
        why_primary="These four are the gradients that the sentence names.",
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.Q1",
        title="Gradients by the output projection",
        text="What are the gradients by $W_O$ and $b$, which training updates too?",
        place="Section 3 gives none",
        primary="attention_dynamics.gradient.output_matrix",
        why_primary="$W_O$ is the matrix of the two.",
        own_question=True,
    ),
)
