"""Section 9: any routing (S9); Section 5.1: weights as responsibilities (S11)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_ROUTING = Statement(
    id="attention_dynamics.S9",
    title="Conjecture 9.2: routing by advantage",
    text="$\\partial L/\\partial \\theta \\propto \\sum_{ij} w_{ij} (b_{ij} - \\mathbb{E}_{w_i}[b])\\, "
    "\\partial w_{ij}/\\partial \\theta$ for content-based routing weights $w_{ij}(\\theta)$.",
    place="Conjecture 9.2",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.routing_conjecture.normalised",
    why_primary="Eq. (23), which it generalises, has one factor of the weight, and it comes from $\\partial "
    "w_{ij}$; Definition 9.1 asks for weights that sum to one.",
    as_printed="With both $w_{ij}$ and $\\partial w_{ij}$ it fails for softmax already: it needs $\\partial "
    "\\log w_{ij}$, or no factor $w_{ij}$.",
    printed="attention_dynamics.routing_conjecture.printed",
)
_SENTENCE = replace(_ROUTING, as_printed=None, printed=None)

STATEMENTS: tuple[Statement, ...] = (
    _ROUTING,
    replace(
        _SENTENCE,
        id="attention_dynamics.S9.1",
        title="The same structure in selective state spaces",
        text="For selective SSMs preliminary analysis suggests the same qualitative structure emerges; any "
        "content-based routing mechanism exhibits it.",
        place="Section 9.3, below Conjecture 9.3",
        primary="attention_dynamics.routing_conjecture.unnormalised",
        why_primary="The structure is the advantage against the mean; the printed factor fails already "
        "where weights sum to one.",
        why_refuted="A mean can be taken off only where weights sum to one; those of a selective state "
        "space do not, and its gradient is $\\sum_{ij} b_{ij}\\, \\partial w_{ij}/\\partial \\theta$, with "
        "no advantage in it.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S9.2",
        title="Conjecture 9.3: values weighted by responsibility",
        text="$\\partial L/\\partial \\phi \\propto \\sum_{ij} w_{ij} u_i\\, \\partial v_j/\\partial "
        "\\phi$ for "
        "parameters $\\phi$ of the values.",
        place="Conjecture 9.3",
        primary="attention_dynamics.value_conjecture.free",
        why_primary="Definition 9.1 gives weights and values parameters of their own, $\\theta$ and $\\phi$.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S9.3",
        title="Mamba satisfies Definition 9.1",
        text="Routing weights lie in $[0, 1]$ with $\\sum_j w_{ij} = 1$ (Definition 9.1); Mamba implements "
        "content-based routing with $w_{ij} = C_i (\\prod_{k=j+1}^i e^{A \\Delta_k}) \\Delta_j B_j$.",
        place="Definition 9.1 (1); Section 9.2",
        primary="attention_dynamics.routing_definition.selective.sum",
        why_primary="That sums are one is the part of the definition on which Conjecture 9.2 rests.",
        why_refuted="Nothing in the printed weights of the selective state space normalises their sum, nor "
        "keeps them in $[0, 1]$.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S9.4",
        title="An LSTM cannot route by content",
        text="Gates of an LSTM do not depend on the relationship between positions; it applies the same "
        "gating "
        "logic regardless of what information is available elsewhere in the sequence.",
        place="Section 9.2, LSTM",
        primary="attention_dynamics.lstm_routing.content",
        why_primary="The selective state space counts as content-based because its weight depends on "
        "intermediate positions; the same is asked of the LSTM.",
        why_refuted="By the criterion that admits the selective state space, a weight that depends on the "
        "content of the positions between, an LSTM's product of forget gates is content-based too.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S9.5",
        title="Errors of trained models",
        text="Transformers and Mamba reach 0.049 and 0.031 bits MAE on HMM tracking, while LSTMs fail "
        "(0.416).",
        place="Section 9.4",
        primary=None,
        why_primary=None,
        not_covered="Figures of the companion paper's trained models, whose checkpoints are not at hand.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S11",
        title="Weights are posterior responsibilities",
        text="$\\alpha_{ij} = p(Z_i = j | q_i, K; \\theta)$ are the posterior responsibilities of a latent "
        "variable "
        "$Z_i$.",
        place="Section 5.1, Eq. (44)",
        primary="attention_dynamics.responsibility.tilted",
        why_primary="No prior is given, so that the sentence holds if some Gaussian mixture has these "
        "posteriors.",
    ),
)
