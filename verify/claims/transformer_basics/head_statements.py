"""S7: heads and ranks."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_WIDTH = Statement(
    id="transformer_basics.S7.1",
    title="Dimension of a head",
    text="$768 / 12 = 64$.",
    place="Heads and ranks, 7",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.head_width",
    why_primary="It is the dimension of a head in such a layer.",
)

STATEMENTS: tuple[Statement, ...] = (
    _WIDTH,
    replace(
        _WIDTH,
        id="transformer_basics.S7.2",
        title="Parameters of an attention layer",
        text="$4 d^2$ parameters whatever the number of heads.",
        primary="transformer_basics.layer_parameters.weights",
        why_primary="The source counts the four matrices and names no biases.",
    ),
    replace(
        _WIDTH,
        id="transformer_basics.S7.3",
        title="Rank of the scores",
        text="$\\mathrm{rank}(Q K^\\top) \\le d_k$.",
        primary="transformer_basics.score_rank.bound",
        why_primary="It is the inequality itself.",
    ),
    replace(
        _WIDTH,
        id="transformer_basics.S7.4",
        title="Winners of a head of one dimension",
        text="With $d_k = 1$ how many different winners can the rows have?",
        primary="transformer_basics.score_winners.one",
        why_primary="'Can have' asks for the most there ever are.",
        place="no sentence of the source",
        own_question=True,
    ),
    replace(
        _WIDTH,
        id="transformer_basics.S7.5",
        title="Many heads of one dimension",
        text="768 heads of one dimension are equivalent to one head of 768.",
        primary="transformer_basics.split_head_gap.softmax",
        why_primary="The same numbers cut into heads is what the sentence equates, in the softmax layer it "
        "is said of.",
        why_refuted="Each head has a softmax of its own, so that products of different coordinates are "
        "never added up before it, as they are in one head.",
    ),
)
