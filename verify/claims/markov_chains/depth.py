"""S12: attention without layer norm and without feed-forward layers.

`L` is the number of layers and `H` of heads in each, those of the last, matching layer not counted unless a
reading says so; `k` is the order, `S` the number of symbols, `p` the share of ones in a context's code.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import About, Bears, Claim, Direction, Quantifier, Relation, Role

_DOUBLING = Claim(
    id="markov_chains.attention_only.doubling",
    label="the largest error, against the in-context estimate, of the doubling construction",
    statement_id="markov_chains.S12.1",
    interpretation="there are weights: $\\lceil \\log_2 (k+1) \\rceil$ layers that copy from distances 1, 2, "
    "4, ... "
    "and one that matches, one head each, neither layer norm nor feed-forward layer; orders up to 8",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="doubling_error",
    margin=1e-9,
    tags=("attention only", "answer: How deep attention alone must be"),
    quantifier=Quantifier.EXISTS,
    direction=Direction.SUFFICIENT,
    about=About.REPRESENTATION,
)
_NEEDED = replace(
    _DOUBLING,
    id="markov_chains.attention_only.reach",
    label="the largest order that L layers reach over all choices of distances",
    statement_id="markov_chains.S12.2",
    interpretation="before the matching layer every head attends to one distance, so that all that is known "
    "is "
    "linear in the symbols: with H heads each L layers see $(1+H)^L - 1$ symbols back and no more",
    claimed="(1 + H)**L - 1",
    derivation="reachable_order",
    quantity="reachable_order",
    margin=1e-6,
    tags=("attention only", "answer: How deep attention alone must be"),
    quantifier=Quantifier.ALL,
    direction=Direction.NECESSARY,
)
_FREE = replace(
    _NEEDED,
    id="markov_chains.attention_only.content",
    label="the largest order up to 8 that four layers of attention represent",
    interpretation="neither layer norm nor feed-forward layer, but every head may look at content, and a "
    "start "
    "symbol stands first: four layers, the matching one among them, represent orders up to "
    "$2^{4-1} - 1$ and no more",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    claimed="2**(L - 1) - 1",
    derivation=None,
    quantity="four_layer_order",
    margin=0.0,
)

CLAIMS: tuple[Claim, ...] = (
    replace(
        _DOUBLING,
        id="markov_chains.attention_only.many_heads",
        label="the largest error, against the in-context estimate, of k copying heads and a matching one",
        statement_id="markov_chains.S13.7",
        interpretation="there are weights, of our own construction: k heads in one layer that copy from "
        "distances 1 "
        "to k, one head in the next that matches, neither layer norm nor feed-forward layer; orders up to 8",
        role=Role.CHARITABLE,
        quantity="many_heads_error",
        tags=("attention only",),
    ),
    _DOUBLING,
    replace(
        _DOUBLING,
        id="markov_chains.attention_only.doubling.long",
        label="the share of long sequences after which the doubling construction gives the estimate",
        interpretation="random sequences of 64 symbols, the last k of which came before: to $10^{-4}$",
        role=Role.CHARITABLE,
        claimed="1",
        quantity="long_attention",
        output="doubling",
        quick_grid={"S": (2,)},
        margin=0.05,
        tags=("attention only",),
        quantifier=None,
        direction=None,
        about=About.REPRESENTATION,
    ),
    _NEEDED,
    replace(
        _NEEDED,
        id="markov_chains.attention_only.patterns",
        label="the number of independent weighted sums of the past after L layers of random patterns",
        interpretation="patterns that depend on distances alone but may spread over many: one head a layer "
        "holds "
        "$2^L$ independent sums of the past",
        role=Role.STRONGER,
        claimed="2**L",
        derivation="pattern_count",
        quantity="pattern_count",
        tags=("attention only",),
        quantifier=None,
        direction=Direction.NECESSARY,
    ),
    replace(
        _NEEDED,
        id="markov_chains.attention_only.rank",
        label="the least rank of a bilinear score that matches contexts",
        interpretation="a score bilinear in such sums that is largest at the own context, for every context "
        "of k "
        "signs, has rank k, so that k of them are needed and $2^L - 1$ must not be less",
        role=Role.STRONGER,
        claimed="k",
        derivation=None,
        quantity="matching_rank",
        tags=("attention only",),
        quantifier=None,
        direction=Direction.NECESSARY,
    ),
    _FREE,
    replace(
        _FREE,
        id="markov_chains.attention_only.four",
        label="the largest error, against the in-context estimate, of four layers of attention",
        interpretation="there are weights: four layers of one head, whose third weighs symbols by content, "
        "for "
        "every order up to 8 and with a start symbol before the first: constant depth is enough",
        relation=Relation.EQUALS,
        claimed="0",
        quantity="four_layer_error",
        margin=1e-6,
        tags=_DOUBLING.tags,
        quantifier=Quantifier.EXISTS,
        direction=Direction.SUFFICIENT,
        bears=Bears.REFINES,
    ),
    replace(
        _FREE,
        id="markov_chains.attention_only.four.long",
        label="the share of long sequences after which four layers of attention give the estimate",
        interpretation="four layers, random sequences of 64 symbols, the last k of which came before: to "
        "$10^{-4}$",
        relation=Relation.EQUALS,
        claimed="1",
        quantity="long_attention",
        output="four",
        quick_grid={"S": (2,)},
        margin=0.05,
        tags=("attention only",),
        quantifier=None,
        direction=None,
        about=About.REPRESENTATION,
        bears=Bears.REFINES,
    ),
    replace(
        _FREE,
        id="markov_chains.attention_only.square",
        label="the slope of the start symbol's weight by $\\varepsilon$",
        interpretation="how the third of four layers squares: the start symbol's weight falls by "
        "$\\varepsilon |v|^2 / 4$, v the code of the context, of which p are ones",
        relation=Relation.EQUALS,
        claimed="-(p**2 + (1 - p)**2)/4",
        derivation="sink_slope",
        quantity="sink_slope",
        margin=1e-6,
        tags=("attention only",),
        quantifier=None,
        direction=None,
        bears=Bears.REFINES,
    ),
)
