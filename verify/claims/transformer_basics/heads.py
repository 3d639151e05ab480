"""S7: counts and ranks of heads, and whether many narrow heads are one wide head.

`D` is the width of a layer, `H` its number of heads, `d_k` the dimension of one, `n` the number of tokens.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role

_WIDTH = Claim(
    id="transformer_basics.head_width",
    statement_id="transformer_basics.S7.1",
    interpretation="a layer of 768 dimensions with 12 heads, as PyTorch builds it",
    label="the dimension of a head",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="64",
    quantity="head_width",
    grid={"D": (768,), "H": (12,)},
    margin=1e-12,
    tags=("heads",),
)
_COUNT = replace(
    _WIDTH,
    id="transformer_basics.layer_parameters.weights",
    statement_id="transformer_basics.S7.2",
    interpretation="matrices without biases, from 1 head to as many as dimensions",
    label="the number of parameters of an attention layer",
    claimed="4*D**2",
    derivation="head_parameters",
    quantity="layer_parameters",
    grid={"bias": ("no",)},
    tags=("heads", "answer: Parameters of an attention layer"),
    quantifier=Quantifier.ALL,
)
_RANK = replace(
    _WIDTH,
    id="transformer_basics.score_rank.bound",
    statement_id="transformer_basics.S7.3",
    interpretation="12 and 24 random whole queries and keys, by exact elimination",
    label="the rank of $Q K^T$",
    relation=Relation.AT_MOST,
    claimed="d_k",
    derivation="score_rank",
    quantity="score_rank",
    grid={},
    margin=1e-9,
    tags=("heads",),
)
_WINNERS = Claim(
    id="transformer_basics.score_winners.one",
    statement_id="transformer_basics.S7.4",
    interpretation="heads of one dimension: scores are products, so that each row's winner is the largest "
    "key or "
    "the smallest, two at most",
    label="the share of draws in which rows have more than two different winners ($d_k = 1$)",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="score_winners",
    output="beyond_two",
    grid={"d_k": (1,)},
    quick_grid={"d_k": (1,)},
    margin=0.001,
    tags=("heads", "answer: Winners among the rows of a head"),
    quantifier=Quantifier.ALL,
)
_SPLIT = replace(
    _WIDTH,
    id="transformer_basics.split_head_gap.softmax",
    statement_id="transformer_basics.S7.5",
    interpretation="one set of matrices, cut into D heads of one dimension, softmax head by head: the "
    "outputs are those of one head of D, 8 tokens, D = 2, 64, 768",
    label="the relative distance between the outputs of $D$ softmax heads of one dimension and of "
    "one head of $D$",
    relation=Relation.IDENTITY,
    claimed="0",
    quantity="split_head_gap",
    grid={"attention": ("softmax",)},
    tags=("heads", "answer: Are many narrow heads one wide head"),
    quantifier=Quantifier.ALL,
)

CLAIMS: tuple[Claim, ...] = (
    _WIDTH,
    _COUNT,
    replace(
        _COUNT,
        id="transformer_basics.layer_parameters.biased",
        interpretation="matrices and biases, as PyTorch builds a layer by default (they are $4 D^2 + 4 D$)",
        role=Role.STRONGER,
        derivation="biased_head_parameters",
        grid={"bias": ("yes",)},
        bears=Bears.REFINES,
    ),
    replace(
        _COUNT,
        id="transformer_basics.generic_parameters.count",
        interpretation="directions of parameter space that move the outputs, width 2 to 6: as many as "
        "parameters, "
        "whatever the number of heads",
        label="the number of independent directions of parameter space that change the outputs of an "
        "attention layer",
        role=Role.STRONGER,
        derivation="product_directions",
        quantity="generic_parameters",
        grid={},
        bears=Bears.REFINES,
    ),
    replace(
        _COUNT,
        id="transformer_basics.generic_parameters.heads",
        interpretation="directions of parameter space that move the outputs, width 2 to 6: $4 D^2 - 2 "
        "D^2/H$, "
        "each head's queries and keys, and values and outputs, being known only as products",
        label="the number of independent directions of parameter space that change the outputs of an "
        "attention layer",
        role=Role.STRONGER,
        claimed="4*D**2 - 2*D**2/H",
        derivation="product_directions",
        quantity="generic_parameters",
        grid={},
        bears=Bears.REFINES,
    ),
    _RANK,
    replace(
        _RANK,
        id="transformer_basics.score_rank.equal",
        interpretation="12 and 24 random whole queries and keys: the rank is $\\min(d_k, n)$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="min(d_k, n)",
        derivation=None,
        margin=1e-12,
        bears=Bears.REFINES,
    ),
    _WINNERS,
    replace(
        _WINNERS,
        id="transformer_basics.score_winners.two",
        label="the share of draws in which rows have more than two different winners ($d_k = 2$)",
        interpretation="heads of two dimensions, 16 and 64 tokens: two at most as well",
        role=Role.STRONGER,
        grid={"d_k": (2,), "n": (16, 64)},
        quick_grid={"d_k": (2,), "n": (16, 64)},
        bears=Bears.REFINES,
    ),
    replace(
        _WINNERS,
        id="transformer_basics.score_winners.number",
        interpretation="heads of one dimension: the mean number of different winners goes to 2 as tokens are "
        "added",
        label="the mean number of different winners among the rows ($d_k = 1$)",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        claimed="2",
        diverging="n",
        output="number",
        margin=0.01,
        bears=Bears.REFINES,
    ),
    _SPLIT,
    replace(
        _SPLIT,
        id="transformer_basics.split_head_gap.linear",
        label="the relative distance between the outputs of $D$ linear heads of one dimension and of "
        "one head of $D$",
        interpretation="one set of matrices, cut into D heads of one dimension, whose scores weigh values "
        "as they are: the outputs are those of one head of D",
        role=Role.CHARITABLE,
        grid={"attention": ("linear",)},
    ),
    replace(
        _SPLIT,
        id="transformer_basics.split_head_gap.scores",
        label="the relative distance between the summed scores of $D$ heads of one dimension and those "
        "of one head of $D$",
        interpretation="the scores alone, summed over heads: they are those of one head",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="split_score_gap",
        grid={"attention": ("scores",)},
    ),
    replace(
        _SPLIT,
        id="transformer_basics.generic_parameters.family",
        interpretation="the families of layers, width 2 to 6: those with D heads of one dimension have as "
        "many "
        "dimensions, $2 D^2$, as those with one head (and are not $4 D^2 - 2 D$)",
        label="the number of independent directions of parameter space that change the outputs of $H$ heads",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        claimed="2*D**2",
        derivation="product_directions",
        quantity="generic_parameters",
        grid={},
        domain=("H == D",),
    ),
)
