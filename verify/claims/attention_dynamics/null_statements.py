"""Sections 6.2 and 8: hypothesis frames, diagnostics, stability, architecture."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_RANDOM = Statement(
    id="attention_dynamics.S10",
    title="Cosine similarity of random vectors",
    text="Mean off-diagonal cosine similarity ... 0.08 for random vectors.",
    place="Section 6.2",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.key_null.printed.hundred",
    why_primary="Only a mean of moduli can be 0.08, and a dimension at which it is suffices, as none is "
    "named.",
    as_printed="The mean of the cosines themselves is 0 in every dimension; 0.08 is the mean of their "
    "moduli at $d_k$ from 89 to 113.",
    printed="attention_dynamics.key_null.printed.signed",
)
_PLAIN = replace(_RANDOM, as_printed=None, printed=None)
_OPEN = replace(_PLAIN, primary=None, why_primary=None)

STATEMENTS: tuple[Statement, ...] = (
    _RANDOM,
    replace(
        _OPEN,
        id="attention_dynamics.S10.1",
        title="Orthogonality of trained keys",
        text="Mean off-diagonal cosine similarity drops to 0.05-0.06 versus 0.08 for random vectors, a "
        "statistically significant reduction across multiple seeds ($p < 0.001$).",
        not_covered="The figures are of the companion paper's trained models, whose checkpoints, dimension "
        "and number "
        "of keys are not given.",
    ),
    replace(
        _OPEN,
        id="attention_dynamics.S10.2",
        title="Gradients push keys apart",
        text="If different subsets of queries consistently find different keys helpful, the corresponding "
        "gradient "
        "contributions push keys apart in $k$-space, encouraging approximate orthogonality of distinct "
        "hypothesis axes.",
        not_covered="The source does not say which queries find a key helpful consistently, and none of its "
        "own experiments has such queries; what random targets do to keys is Q2.",
    ),
    replace(
        _PLAIN,
        id="attention_dynamics.Q2",
        title="Keys trained on random targets",
        text="Do keys come apart where targets are random, as in the toy of Section 7.1?",
        place="Section 6.2 speaks of queries that find different keys helpful",
        primary="attention_dynamics.key_training.random",
        why_primary="It is the one test of the question.",
        own_question=True,
    ),
    replace(
        _PLAIN,
        id="attention_dynamics.S10.3",
        title="Advantage matrix",
        text="Advantage matrix $(b_{ij} - \\mathbb{E}_{\\alpha_i}[b])$: the sign and magnitude predict "
        "where attention "
        "will strengthen or weaken.",
        place="Section 8.1",
        primary="attention_dynamics.advantage_sign.matrices",
        why_primary="Attention is the weights, and the diagnostic is for models that are trained by $W_Q$ "
        "and $W_K$; three quarters of the weights is little to ask of a prediction.",
        why_refuted="In the source's own task the sign tells little better than a coin whether an attention "
        "weight rises: the steps of the shared $W_Q$ and $W_K$ smooth the scores' moves over all pairs.",
    ),
    replace(
        _PLAIN,
        id="attention_dynamics.S10.4",
        title="Column usage",
        text="Column usage $\\sum_i \\alpha_{ij}$: low column sums identify underused or dead values.",
        place="Section 8.1",
        primary="attention_dynamics.column_usage.causal",
        why_primary="The sticky chain of Section 7.2 is causal, and so are the models that the section is "
        "for.",
        why_refuted="Under a causal mask few queries see a late position, so that its column sum is low "
        "whatever its value is worth; the sum has to be held against that of equal weights.",
    ),
    replace(
        _OPEN,
        id="attention_dynamics.S10.5",
        title="Value norms",
        text="Value norms $\\|v_j\\|$: norm trajectories can flag potential instability (exploding or "
        "vanishing "
        "norms).",
        place="Section 8.1",
        not_covered="That a norm which explodes or vanishes shows in the norm is a definition; no rule for "
        "telling so "
        "beforehand is given. `value_norms` computes them.",
    ),
    replace(
        _PLAIN,
        id="attention_dynamics.S10.6",
        title="LayerNorm on values",
        text="LayerNorm on values can stabilize norms while leaving directional dynamics intact.",
        place="Section 8.2",
        primary="attention_dynamics.normalised_values.direction",
        why_primary="Dynamics are intact where values turn as they would without it; that steps leave the "
        "length is asked as well.",
        why_refuted="Division by lengths changes how much each value weighs in a context, and with it every "
        "error, so that values turn otherwise unless all have length one already.",
    ),
    replace(
        _PLAIN,
        id="attention_dynamics.S10.7",
        title="Attention dropout",
        text="Attention dropout disrupts the feedback loop, limiting over-specialization and encouraging "
        "more evenly used values.",
        place="Section 8.2",
        primary="attention_dynamics.specialisation.dropout.usage",
        why_primary="Values are used evenly where the columns of the weights are; the toy is the source's "
        "own setting in which attention specialises.",
    ),
    replace(
        _PLAIN,
        id="attention_dynamics.S10.8",
        title="Smaller learning rates",
        text="Smaller learning rates make the first-order picture more accurate.",
        place="Section 8.2",
        primary="attention_dynamics.free_steps.scores",
        why_primary="The first-order picture of the source is Eqs. (33) and (34), steps of values and "
        "scores as variables of their own; shared matrices stand beside it.",
        same_as="attention_dynamics.S2",
    ),
    replace(
        _OPEN,
        id="attention_dynamics.S10.9",
        title="Architectural choices",
        text="Multi-head attention reduces competition within a single head; depth supports the "
        "binding-elimination-refinement hierarchy; residual connections help maintain useful intermediate "
        "representations.",
        place="Section 8.3",
        not_covered="The source analyses one head of one layer without residual connections; of more it "
        "gives no formula.",
    ),
    replace(
        _OPEN,
        id="attention_dynamics.S10.10",
        title="Time scales",
        text="Learning rate choices modulate the timescale separation between routing and content.",
        place="Section 8.2",
        not_covered="That parameters with other rates move at other rates is a definition; what it does to "
        "training is "
        "S8.",
    ),
)
