"""S3, S4: saturation of the softmax."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_ONE_HOT = Statement(
    id="transformer_basics.S3.1",
    title="Essentially one-hot",
    text="At $d_k = 512$ the unscaled softmax is essentially one-hot.",
    place="Scores and softmax, 3",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.softmax_row.mean",
    why_primary='"Essentially" is said of rows on the whole, and their mean says that; how large a '
    "largest weight is one-hot is not said, and .9 is ours.",
)

STATEMENTS: tuple[Statement, ...] = (
    _ONE_HOT,
    replace(
        _ONE_HOT,
        id="transformer_basics.S3.2",
        title="Rate of saturation",
        text="At which rate does one minus the largest weight fall in $d_k$?",
        primary="transformer_basics.shortfall.mean.theta",
        why_primary="The mean over all rows is what a rate without further words is of.",
        place="no sentence of the source",
        own_question=True,
    ),
    replace(
        _ONE_HOT,
        id="transformer_basics.S4.1",
        title="Softmax Jacobian identity",
        text="The Jacobian of the softmax is $\\mathrm{diag}(\\alpha) - \\alpha \\alpha^\\top$.",
        place="Scores and softmax, 4",
        primary="transformer_basics.jacobian_gap",
        why_primary="It is the identity, entry by entry.",
    ),
    replace(
        _ONE_HOT,
        id="transformer_basics.S4.2",
        title="Saturation and the Jacobian",
        text="Saturation kills gradients: norm of the softmax Jacobian as $d_k$ grows, scaled and unscaled.",
        place="Scores and softmax, 4",
        primary="transformer_basics.jacobian.mean",
        why_primary="The Jacobian by the scores is what saturation is said of first, and mean is its plain "
        "statistic.",
    ),
    replace(
        _ONE_HOT,
        id="transformer_basics.S4.3",
        title="Saturation and the gradient by the query",
        text="Saturation kills gradients: norm of the gradient with respect to the query as $d_k$ grows.",
        place="Scores and softmax, 4",
        primary="transformer_basics.query_gradient.median",
        why_primary="What saturation kills is the gradient of a typical row, which the median tells; "
        "near ties, which carry the mean, are not saturated.",
        same_as="transformer_basics.S4.2",
    ),
    replace(
        _ONE_HOT,
        id="transformer_basics.S4.4",
        title="All paths but one",
        text="All paths near zero except one.",
        place="Scores and softmax, 4",
        primary="transformer_basics.softmax_row.paths.limit",
        why_primary="Near zero is where saturation leads, and scores saturate as $d_k$ grows; a share of "
        "rows at one dimension would be ours.",
    ),
)
