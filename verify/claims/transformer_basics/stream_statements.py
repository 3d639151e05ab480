"""What the source says of residual streams and normalisation (S13)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_SUM = Statement(
    id="transformer_basics.S13.1",
    title="Variance of a sum",
    text="The variance of a sum of n independent terms grows like $n^2$.",
    place="Residuals and normalisation",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.sum_variance.square",
    why_primary="It is the sentence as it stands, independence included.",
    why_refuted="Variances of independent terms add up, so that the sum has $n$; $n^2$ is the "
    "variance of $n$ identical terms.",
)

STATEMENTS: tuple[Statement, ...] = (
    _SUM,
    replace(
        _SUM,
        id="transformer_basics.S13.2",
        title="Magnitudes without normalisation",
        text="Without normalisation magnitudes grow like the square root of the number of layers.",
        primary="transformer_basics.residual_stream.none",
        why_primary="Without normalisation a branch sees the stream as it is, and adds in proportion.",
        why_refuted="The square root belongs to terms of one scale; a branch that multiplies the stream "
        "as it is adds in proportion to it, which doubles the mean square in every block.",
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.3",
        title="Magnitudes in pre-norm blocks",
        text="The same holds for pre-norm blocks.",
        primary="transformer_basics.residual_stream.pre",
        why_primary="It is the same law for the stream of pre-norm blocks.",
        why_refuted=None,
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.4",
        title="Magnitudes in post-norm blocks",
        text="How does the stream grow in post-norm blocks?",
        primary="transformer_basics.stream_power.post.constant",
        why_primary="It says how large the stream is after each block.",
        place="no sentence of the source",
        own_question=True,
        why_refuted=None,
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.5",
        title="Rescaling freedom of ReLU pairs",
        text="The weights of two layers with a ReLU between them can be rescaled against each other "
        "without changing the function.",
        primary="transformer_basics.rescaling_gap.positive",
        why_primary="Rescaling is by a positive factor, and no function changes if the outputs do not.",
        why_refuted=None,
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.6",
        title="Unit variance after LayerNorm",
        text="LayerNorm gives the next sublayer inputs of unit variance.",
        primary="transformer_basics.norm_moment.unit",
        why_primary="It is the definition without its addend and before the gain is learned.",
        as_printed="It needs $\\epsilon = 0$: with $\\epsilon$ added to the variance $v$ it is $v/(v + "
        "\\epsilon)$.",
        printed="transformer_basics.norm_moment.eps",
        why_refuted=None,
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.7",
        title="Inputs of post-norm sublayers",
        text="In post-norm blocks sublayers see ill-scaled inputs.",
        primary="transformer_basics.sublayer_input.post",
        why_primary="Ill-scaled is read as what the source says of streams: a scale that grows with depth.",
        why_refuted="In post-norm blocks what a sublayer sees has just been normalised, and has mean "
        "square 1 at any depth; ill-scaled are inputs without normalisation.",
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.8",
        title="First layer's gradient, pre-norm",
        text="Does the gradient reach the first layer whatever the depth with pre-norm, as work that is "
        "not at hand says?",
        primary="transformer_basics.gradient.pre.first",
        why_primary="Whatever the depth means that it does not depend on it.",
        place="no sentence of the source; the work on pre-norm that says so is not at hand",
        own_question=True,
        why_refuted=None,
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.9",
        title="Last layer's gradient, pre-norm",
        text="Does the gradient of the last layer shrink as the stream grows with pre-norm, as work that is "
        "not at hand says?",
        primary="transformer_basics.gradient.pre.last",
        why_primary="The last normalisation divides by the length of the stream, like $\\sqrt L$.",
        place="no sentence of the source; the work on pre-norm that says so is not at hand",
        own_question=True,
        why_refuted=None,
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.10",
        title="First layer's gradient, post-norm",
        text="Does the gradient of the first layer vanish with depth under post-norm?",
        primary="transformer_basics.gradient.post.first.constant",
        why_primary="It says how the whole gradient depends on depth, and not that through skip "
        "connections alone.",
        place="no sentence of the source",
        own_question=True,
        why_refuted=None,
    ),
    replace(
        _SUM,
        id="transformer_basics.S13.11",
        title="Last layer's gradient, post-norm",
        text="How does the gradient of the last layer depend on depth under post-norm?",
        primary="transformer_basics.gradient.post.last",
        why_primary="It is the sentence as it stands.",
        place="no sentence of the source",
        own_question=True,
        why_refuted=None,
    ),
)
