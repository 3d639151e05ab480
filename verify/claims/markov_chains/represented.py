"""S6: the layer can represent the chain, and where its parts are needed.

Losses are normalised excess, (L - R)/(H(pi) - R): 0 is the bigram, 1 the marginal. `parts` is what is not
zero beside the embeddings; `n` is the weight of a position on itself over that on each other one.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import About, Bears, BoundType, Claim, Direction, Quantifier, Relation, Role

_ANSWER = "answer: Where the feed-forward part is needed"
_BELOW, _ABOVE = ("p + q < 1",), ("p + q > 1",)

_REPRESENTED = Claim(
    id="markov_chains.represented",
    label="the normalised excess loss $(L - R)/(H(\\pi) - R)$ of weights made by hand",
    statement_id="markov_chains.S6.1",
    interpretation="one live unit carries the last symbol: tied or untied, on both sides of $p + q = 1$, the "
    "loss is "
    "the entropy rate",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="bigram_loss_gap",
    quantity="represented_excess",
    grid={"parts": ("feed-forward",)},
    quantifier=Quantifier.EXISTS,
    about=About.REPRESENTATION,
    margin=1e-9,
    tags=("representation", _ANSWER),
)
_SLOPE = replace(
    _REPRESENTED,
    id="markov_chains.bigram_slope",
    label="the slope of the bigram's logit in the last symbol",
    statement_id="markov_chains.S6.2",
    interpretation="a logit affine in $x_n$ is the bigram, with slope $\\log \\frac{(1-p)(1-q)}{pq}$",
    relation=Relation.EQUALS,
    claimed="log(1 - p) + log(1 - q) - log(p) - log(q)",
    derivation="bigram_slope",
    quantity="bigram_slope",
    grid={},
    quantifier=None,
    direction=Direction.SUFFICIENT,
    tags=("representation",),
)
_BEST = replace(
    _REPRESENTED,
    id="markov_chains.plain_layer.tied.above",
    label="the least normalised excess loss $(L - R)/(H(\\pi) - R)$ of a tied layer without attention and "
    "feed-forward part",
    statement_id="markov_chains.S6.3",
    interpretation="tied, $p + q > 1$, neither attention nor feed-forward part: nothing is better than the "
    "marginal",
    relation=Relation.EQUALS,
    claimed="1",
    derivation=None,
    quantity="best_plain_excess",
    grid={},
    domain=_ABOVE,
    quantifier=Quantifier.ALL,
    margin=1e-6,
)
_ATTENTION = replace(
    _BEST,
    id="markov_chains.attention_alone.needed",
    label="the normalised excess loss $(L - R)/(H(\\pi) - R)$ of a tied layer with attention $n$ "
    "times heavier on the own position and no feed-forward part",
    statement_id="markov_chains.S6.4",
    interpretation="tied, $p + q > 1$: without the feed-forward part the excess stays above 1/100, whatever "
    "the "
    "attention",
    relation=Relation.AT_LEAST,
    claimed="0.01",
    quantity="attention_excess",
    domain=(),
    direction=Direction.NECESSARY,
    margin=0.02,
    bears=Bears.REFINES,
    own_threshold=True,
)

CLAIMS: tuple[Claim, ...] = (
    _REPRESENTED,
    _SLOPE,
    replace(
        _SLOPE,
        id="markov_chains.slope_sign",
        label="$P(1|1) P(0|0) - P(1|0) P(0|1)$",
        interpretation="the odds of staying exceed those of leaving by $\\lambda$: the slope has the sign of "
        "$\\lambda$",
        claimed="1 - p - q",
        derivation="slope_sign",
        quantity="odds_product",
        direction=None,
    ),
    replace(
        _REPRESENTED,
        id="markov_chains.plain_layer.untied",
        label="the normalised excess loss $(L - R)/(H(\\pi) - R)$ of an untied layer without "
        "attention and feed-forward part",
        statement_id="markov_chains.S6.3",
        interpretation="untied, neither attention nor feed-forward part: the loss is the entropy rate on "
        "both sides",
        grid={"weights": ("untied",), "parts": ("none",)},
    ),
    replace(
        _BEST,
        id="markov_chains.plain_layer.tied.below",
        interpretation="tied, $p + q < 1$, neither attention nor feed-forward part: $\\langle e, e \\rangle$ "
        "is the slope "
        "and the loss the entropy rate",
        claimed="0",
        domain=_BELOW,
        quantifier=Quantifier.EXISTS,
    ),
    _BEST,
    replace(
        _BEST,
        id="markov_chains.plain_layer.slope",
        label="the slope of the loss by $\\langle e, e \\rangle$ at zero",
        interpretation="tied, $p + q > 1$, neither part: the convex loss only rises with $\\langle e, e "
        "\\rangle$",
        relation=Relation.ORDERING,
        claimed="0",
        derivation="logit_slope",
        quantity="plain_slope",
        role=Role.STRONGER,
        domain=("p + q > 1",),
        margin=1e-9,
    ),
    _ATTENTION,
    replace(
        _ATTENTION,
        id="markov_chains.attention_alone.law",
        interpretation="tied, $p + q > 1$: attention to the own position alone comes near like $1/n^2$",
        role=Role.STRONGER,
        quantifier=Quantifier.EXISTS,
        direction=None,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C/n**2",
        alternatives=("C/n",),
        grid={"p": (0.8,), "n": (64, 128, 256, 512, 1024, 2048, 4096)},
        margin=0.05,
        bears=Bears.SUPPORTS,
        own_threshold=False,
    ),
)
