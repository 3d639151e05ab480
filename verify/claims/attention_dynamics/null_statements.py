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
    primary="attention_dynamics.key_null.printed.signed",
    why_primary="The words say the mean of cosines; neither a modulus nor a dimension is named.",
)
_OPEN = replace(_RANDOM, primary=None, why_primary=None)

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
        _RANDOM,
        id="attention_dynamics.S10.2",
        title="Gradients push keys apart",
        text="If different subsets of queries consistently find different keys helpful, the corresponding "
        "gradient "
        "contributions push keys apart in $k$-space, encouraging approximate orthogonality of distinct "
        "hypothesis axes.",
        primary="attention_dynamics.key_training.random",
        why_primary="Random targets are the source's own data where queries ask for different things "
        "(Section 7.1).",
    ),
    replace(
        _RANDOM,
        id="attention_dynamics.S10.3",
        title="Advantage matrix",
        text="Advantage matrix $(b_{ij} - \\mathbb{E}_{\\alpha_i}[b])$: the sign and magnitude predict "
        "where attention "
        "will strengthen or weaken.",
        place="Section 8.1",
        primary="attention_dynamics.advantage_mean",
        why_primary="What the sign says of scores is S2.3; this is what is true of the matrix in every row.",
    ),
    replace(
        _RANDOM,
        id="attention_dynamics.S10.4",
        title="Column usage",
        text="Column usage $\\sum_i \\alpha_{ij}$: low column sums identify underused or dead values.",
        place="Section 8.1",
        primary="attention_dynamics.column_usage.causal",
        why_primary="The sticky chain of Section 7.2 is causal, and so are the models that the section is "
        "for.",
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
        _RANDOM,
        id="attention_dynamics.S10.6",
        title="LayerNorm on values",
        text="LayerNorm on values can stabilize norms while leaving directional dynamics intact.",
        place="Section 8.2",
        primary="attention_dynamics.normalised_values.direction",
        why_primary="Dynamics are intact where values turn as they would without it; that steps leave the "
        "length is asked as well.",
    ),
    replace(
        _RANDOM,
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
        _RANDOM,
        id="attention_dynamics.S10.8",
        title="Smaller learning rates",
        text="Smaller learning rates make the first-order picture more accurate.",
        place="Section 8.2",
        primary="attention_dynamics.prediction_error.printed",
        why_primary="The first-order picture of the source is Eqs. (33) and (34), and its model has shared "
        "matrices.",
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
