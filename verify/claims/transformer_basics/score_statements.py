"""S1, S2: scores."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_VARIANCE = Statement(
    id="transformer_basics.S1.1",
    title="Variance of a score",
    text="$\\mathrm{Var}(\\langle q, k \\rangle) = d_k$ for independent unit-variance coordinates.",
    place="Scores and softmax, 1",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.score_shape.variance",
    why_primary="Unit-variance coordinates are standardised ones, of mean 0; other means are a reading "
    "beside it.",
    as_printed="It needs coordinates of mean 0: of mean $\\mu$ the variance is $d_k (1 + 2 \\mu^2)$.",
    printed="transformer_basics.shifted_score.variance",
)

STATEMENTS: tuple[Statement, ...] = (
    _VARIANCE,
    replace(
        _VARIANCE,
        id="transformer_basics.S1.2",
        title="Standard deviation at 512",
        text="The standard deviation is about 22 at $d_k = 512$.",
        primary="transformer_basics.score_shape.deviation",
        why_primary="'About' asks for no more than the first figure and some of the second.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _VARIANCE,
        id="transformer_basics.S1.3",
        title="A score tends to a normal",
        text="The sum tends to a normal.",
        primary="transformer_basics.normal_distance.limit",
        why_primary="Tending to a law is a distance that goes to 0.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _VARIANCE,
        id="transformer_basics.S1.4",
        title="Excess kurtosis of a score",
        text="What is the excess kurtosis of a score, and how fast does it fall?",
        primary="transformer_basics.score_shape.excess",
        why_primary="Normal coordinates are the initialisation that the source speaks of.",
        place="no sentence of the source",
        own_question=True,
        as_printed=None,
        printed=None,
    ),
    replace(
        _VARIANCE,
        id="transformer_basics.S2.1",
        title="Division by the root",
        text="Dividing by $\\sqrt{d_k}$ makes the variance independent of $d_k$.",
        place="Scores and softmax, 2",
        primary="transformer_basics.scaled_score.root",
        why_primary="It is the sentence at the power one half.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _VARIANCE,
        id="transformer_basics.S2.2",
        title="The unique power",
        text="$\\sqrt{d_k}$ is the unique power that makes the variance independent of $d_k$.",
        place="Scores and softmax, 2",
        primary="transformer_basics.neutral_power",
        why_primary="Uniqueness is that of the root of one equation for the power.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _VARIANCE,
        id="transformer_basics.S2.3",
        title="Aligned query and key",
        text="What does scaling do where query and key are aligned?",
        place="no sentence of the source",
        primary="transformer_basics.aligned_score.mean",
        why_primary="The question is answered by the mean, which scaling by the root does not bring down.",
        own_question=True,
        as_printed=None,
        printed=None,
    ),
)
