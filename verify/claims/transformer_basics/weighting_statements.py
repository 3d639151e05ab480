"""S5, S6: quotients in place of a softmax, and averages."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_QUOTIENT = Statement(
    id="transformer_basics.S5.1",
    title="Negative weights",
    text="Weights $w / \\sum w$ instead of softmax: negative weights.",
    place="Scores and softmax, 5",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.negative_share.quotient",
    why_primary="It says how often a row of such weights has a negative one.",
)

STATEMENTS: tuple[Statement, ...] = (
    _QUOTIENT,
    replace(
        _QUOTIENT,
        id="transformer_basics.S5.2",
        title="Tail index of the largest weight",
        text="Weights $w / \\sum w$ instead of softmax: the weights explode where the sum is near "
        "zero; tail index of the largest weight.",
        primary="transformer_basics.quotient_tail.theta",
        why_primary="A tail index is the exponent of the probability to exceed a level.",
    ),
    replace(
        _QUOTIENT,
        id="transformer_basics.S6.1",
        title="Convex bound",
        text="Softmax averaging preserves magnitude: an average is no larger than the largest value.",
        place="Scores and softmax, 6",
        primary="transformer_basics.convex_ratio.softmax",
        why_primary="It is the bound that weights which add up to one and are not negative give.",
    ),
    replace(
        _QUOTIENT,
        id="transformer_basics.S6.2",
        title="Magnitude of an average",
        text="Softmax averaging preserves magnitude: shrinkage of an average of n independent values.",
        place="Scores and softmax, 6",
        primary="transformer_basics.averaging.preserved",
        why_primary="'Preserves' says that nothing is lost, and a mean square is what magnitude is "
        "measured by.",
        why_refuted="Of independent values of mean 0 an average keeps only $1/n$ of the mean square; "
        "what is preserved is the bound by the largest value.",
    ),
)
