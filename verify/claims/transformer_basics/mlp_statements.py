"""What the source says of MLPs (S14)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_NUMBERS = Statement(
    id="transformer_basics.S14.1",
    title="Parameters with expansion",
    text="The MLP has $8 d^2$ parameters, against $2 d^2$ without expansion.",
    place="MLP",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.mlp_parameters.expanded",
    why_primary="It is the first half of the sentence; the other half is a reading beside it.",
)

STATEMENTS: tuple[Statement, ...] = (
    _NUMBERS,
    replace(
        _NUMBERS,
        id="transformer_basics.S14.2",
        title="Two thirds of a block",
        text="The MLP is two thirds of the parameters of a block.",
        primary="transformer_basics.mlp_share.plain",
        why_primary="The counts of the source leave biases and normalisations out.",
    ),
    replace(
        _NUMBERS,
        id="transformer_basics.S14.3",
        title="Majority of the compute",
        text="The MLP is the majority of the compute.",
        primary="transformer_basics.compute_share.short",
        why_primary="The sentence is said of blocks in use, whose texts were no longer than $2 d$ tokens.",
        as_printed="It needs $n \\le 2 d$ tokens; in longer texts attention has the majority.",
        printed="transformer_basics.compute_share.any",
    ),
    replace(
        _NUMBERS,
        id="transformer_basics.S14.4",
        title="Without expansion",
        text="An MLP $d \\to d \\to d$ can only rotate or permute.",
        primary="transformer_basics.norm_change.rectified",
        why_primary="An MLP has a rectifier, and rotations and permutations keep every norm.",
        why_refuted="Rotations and permutations keep every norm; a rectifier sets coordinates to 0, and "
        "a matrix stretches.",
    ),
    replace(
        _NUMBERS,
        id="transformer_basics.S14.5",
        title="Rank of the output",
        text="However wide the hidden layer, the outputs lie in $d$ dimensions.",
        primary="transformer_basics.output_rank.output",
        why_primary="The rank is the dimension of what the outputs span.",
    ),
    replace(
        _NUMBERS,
        id="transformer_basics.S14.6",
        title="Nearly orthogonal directions",
        text="In high dimension far more than $d$ nearly orthogonal directions fit.",
        primary="transformer_basics.direction_rate",
        why_primary='"Far more than $d$ fit" is said of how many directions there are, and an '
        "exponential is far more than $d$.",
    ),
    replace(
        _NUMBERS,
        id="transformer_basics.S14.7",
        title="Billions of parameters",
        text="A model of 32 layers with $d = 768$ has billions of parameters.",
        primary="transformer_basics.model_parameters.billions",
        why_primary="Billions are at least one, and an embedding of the usual size is given to the model.",
        why_refuted="The blocks have $12 L d^2$ parameters, 226 million, and an embedding of any usual "
        "size leaves the sum below a billion.",
    ),
)
