"""What the slides say of transformers that represent the in-context estimator (S10-S12)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_ATTENTION = (
    "$\\mathrm{att}_{T,n} \\propto \\exp(\\kappa \\langle v_n, u_T \\rangle / (\\|v_n\\|_2 \\|u_T\\|_2))$"
)
_RESULT = Statement(
    id="markov_chains.S10.1",
    title="Three layers represent the estimator",
    text="Any order k in-context estimator can be represented by a transformer with 3 layers, 1 head per "
    "layer, relative positional encodings and layer norm.",
    place="Part II, main result (constant depth suffices)",
    source_access=SourceAccess.SLIDES,
    primary="markov_chains.three_layers.marked",
    why_primary="The weights use what the sentence names and nothing else, and every sequence is tried.",
)
_INTUITION = replace(
    _RESULT,
    id="markov_chains.S10.2",
    title="An induction head of order k",
    text=f"{_ATTENTION} (realizes a $k^{{th}}$-order induction head).",
    place="Part II, intuition",
    primary="markov_chains.printed_attention.first_hidden",
    why_primary="The sums of the estimator that the head realises begin at $i = k + 1$, so that a "
    "position without a whole context before it is not meant.",
    as_printed="It needs a mask: over all $n \\le T$, as printed, the first $k$ positions pass for matches.",
    printed="markov_chains.printed_attention.all_positions",
)

STATEMENTS: tuple[Statement, ...] = (
    _RESULT,
    _INTUITION,
    replace(
        _INTUITION,
        id="markov_chains.S10.3",
        title="The temperature of the matching head",
        text=f"{_ATTENTION}: match contexts & count.",
        primary="markov_chains.worst_error.leak",
        why_primary="The slide names no rate; this is the whole error, from which the rate is read off.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _INTUITION,
        id="markov_chains.S10.4",
        title="Capture context: codes apart for different contexts",
        text="Capture context: $u_n / \\|u_n\\|_2$ and $v_n / \\|v_n\\|_2$.",
        primary="markov_chains.context_gap.formula",
        why_primary="To match by cosine, codes of different contexts must have different directions: this is "
        "how different they are.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _INTUITION,
        id="markov_chains.S10.5",
        title="Layer norm",
        text="What fails in the construction where layer norm is left out?",
        primary="markov_chains.plain_scores.fail",
        why_primary="Layer norm is named as an ingredient; what it is for shows where it is left out.",
        place="no sentence of the slides",
        own_question=True,
        as_printed=None,
        printed=None,
    ),
    replace(
        _RESULT,
        id="markov_chains.S11.1",
        title="Constant depth suffices",
        text="Constant depth suffices.",
        primary="markov_chains.two_layers.wide",
        why_primary="That three layers suffice is S10.1; here is what suffices with fewer.",
        same_as="markov_chains.S10.1",
    ),
    replace(
        _RESULT,
        id="markov_chains.S11.2",
        title="Is depth three minimal?",
        text="Are three layers needed, however wide the feed-forward layers are?",
        place="no sentence of the slides",
        primary="markov_chains.depth.needed",
        why_primary="It asks for the layers of the shallowest construction.",
        own_question=True,
    ),
    replace(
        _RESULT,
        id="markov_chains.S11.3",
        title="Layers that scale with the order",
        text="(Edelman et al., 2024 & Nichani et al., 2024): number of heads/layers should scale with k.",
        place="Part II, what we know so far",
        primary="markov_chains.depth.scales",
        why_primary="It is the sentence, with one head a layer as in the result that the talk sets "
        "against it.",
        why_refuted='The talk cites it to answer with "But ...": its own main result represents every '
        "order with three layers of one head.",
    ),
    replace(
        _RESULT,
        id="markov_chains.S12.1",
        title="Is logarithmic depth enough?",
        text="Is logarithmic depth enough without non-linearities?",
        place="no sentence of the slides",
        primary="markov_chains.attention_only.doubling",
        why_primary="A depth that one needs is one that is enough.",
        own_question=True,
    ),
    replace(
        _RESULT,
        id="markov_chains.S12.2",
        title="Logarithmic depth is needed without non-linearities",
        text="Without non-linearities, you need logarithmic depth.",
        place="Part II, what's happening",
        primary="markov_chains.attention_only.reach",
        why_primary="A head that weighs by content is itself no linear map: without non-linearities what is "
        "known before the matching layer is moved by distances alone.",
    ),
)
