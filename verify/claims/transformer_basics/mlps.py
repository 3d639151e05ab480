"""S14: numbers and operations of MLPs, what they can map, and directions that are nearly orthogonal.

`d` is the width, `expansion` the hidden width over it, `bias` whether there are biases, `L` the number of
blocks, `n` the number of tokens, `eps` what the largest |cos| may be.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role
from ...figure import Drawing, Figure

_EXPANDED = Claim(
    id="transformer_basics.mlp_parameters.expanded",
    statement_id="transformer_basics.S14.1",
    interpretation="$d \\to 4 d \\to d$ without biases: $8 d^2$ numbers",
    label="the number of parameters of an MLP $d \\to 4 d \\to d$ without biases",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="8*d**2",
    derivation="mlp_parameters",
    quantity="mlp_parameters",
    grid={"bias": ("no",), "expansion": (4,)},
    margin=0.001,
    tags=("parameters",),
)
_SHARE = replace(
    _EXPANDED,
    id="transformer_basics.mlp_share.plain",
    statement_id="transformer_basics.S14.2",
    interpretation="a block of attention with $4 d^2$ numbers and an MLP with $8 d^2$: two thirds",
    label="the share of the MLP in the parameters of a block",
    claimed="2/3",
    derivation="mlp_share",
    quantity="mlp_share",
    grid={"bias": ("no",)},
)
_MAJORITY = replace(
    _EXPANDED,
    id="transformer_basics.compute_share.any",
    statement_id="transformer_basics.S14.3",
    interpretation="operations in matrix products, every pair of tokens: at least half for every length",
    label="the share of the MLP in the operations of a block on $n$ tokens",
    relation=Relation.AT_LEAST,
    claimed="1/2",
    derivation="compute_share",
    quantity="compute_share",
    grid={"mask": ("full",)},
    tags=("compute", "answer: When the MLP is most of the compute"),
)
_RIGID = replace(
    _EXPANDED,
    id="transformer_basics.norm_change.rectified",
    statement_id="transformer_basics.S14.4",
    interpretation="$V (W x)_+$ with orthogonal $W$ and $V$: what rotates or permutes keeps every norm",
    label="the largest relative change of a norm under $V (W x)_+$ with orthogonal $W$ and $V$",
    relation=Relation.EQUALS,
    claimed="0",
    derivation=None,
    quantity="norm_change",
    grid={"layer": ("rectified",)},
    margin=1e-10,
    quantifier=Quantifier.ALL,
    tags=("mlp",),
)
_RANK = replace(
    _EXPANDED,
    id="transformer_basics.output_rank.output",
    statement_id="transformer_basics.S14.5",
    interpretation="outputs of $d \\to 4 d \\to d$ over $n$ tokens have rank $\\min(n, d)$, whatever the "
    "expansion",
    label="the rank of the outputs of $d \\to 4 d \\to d$ over $n$ tokens",
    claimed="min(n, d)",
    derivation=None,
    quantity="output_rank",
    grid={"layer": ("output",)},
    tags=("rank",),
)
_COHERENCE = Claim(
    id="transformer_basics.coherence.root",
    statement_id="transformer_basics.S14.6",
    interpretation="64 random directions: the largest $|\\cos|$ falls like $1/\\sqrt d$",
    label="the largest $|\\cos|$ between two of 64 random directions in $\\mathbb{R}^d$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/sqrt(d)",
    alternatives=("C/d", "C"),
    quantity="coherence_collapsed",
    output="largest",
    quick_grid={"d": (128, 512, 2048, 8192)},
    margin=0.05,
    tags=("directions",),
    bears=Bears.REFINES,
)
_BILLIONS = replace(
    _EXPANDED,
    id="transformer_basics.model_parameters.billions",
    statement_id="transformer_basics.S14.7",
    interpretation="32 blocks of width 768 with an embedding of 50257 tokens: at least $10^9$ numbers",
    label="the number of parameters of a model of $L$ blocks of width $d$",
    relation=Relation.AT_LEAST,
    claimed="1000000000",
    derivation="embedded_parameters",
    quantity="model_parameters",
    grid={"embedding": ("yes",), "L": (32,), "d": (768,)},
)

CLAIMS: tuple[Claim, ...] = (
    _EXPANDED,
    replace(
        _EXPANDED,
        id="transformer_basics.mlp_parameters.plain",
        label="the number of parameters of an MLP $d \\to d \\to d$ without biases",
        interpretation="$d \\to d \\to d$ without biases: $2 d^2$ numbers",
        claimed="2*d**2",
        derivation="plain_mlp_parameters",
        grid={"bias": ("no",), "expansion": (1,)},
    ),
    replace(
        _EXPANDED,
        id="transformer_basics.mlp_parameters.biased",
        label="the number of parameters of an MLP $d \\to 4 d \\to d$ with biases",
        interpretation="$d \\to 4 d \\to d$ with biases: $8 d^2 + 5 d$ numbers",
        role=Role.STRONGER,
        claimed="8*d**2 + 5*d",
        derivation="biased_mlp_parameters",
        grid={"bias": ("yes",), "expansion": (4,)},
        bears=Bears.REFINES,
    ),
    _SHARE,
    replace(
        _SHARE,
        id="transformer_basics.mlp_share.biased",
        interpretation="with biases and two layer normalisations: the share tends to two thirds",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        derivation="biased_mlp_share",
        grid={"bias": ("yes",)},
        diverging="d",
        bears=Bears.REFINES,
    ),
    _MAJORITY,
    replace(
        _MAJORITY,
        id="transformer_basics.compute_share.short",
        interpretation="operations in matrix products, every pair of tokens: more than half where $n < 2 d$",
        role=Role.CHARITABLE,
        relation=Relation.ORDERING,
        domain=("n < 2*d",),
    ),
    replace(
        _MAJORITY,
        id="transformer_basics.compute_share.formula",
        interpretation="operations in matrix products, every pair of tokens: $4 d/(6 d + n)$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="4*d/(6*d + n)",
        bears=Bears.REFINES,
    ),
    replace(
        _MAJORITY,
        id="transformer_basics.compute_share.causal",
        label="the share of the MLP in the operations of a block on $n$ tokens under a causal mask",
        interpretation="operations in matrix products, no token sees those after it: $8 d/(12 d + n + 1)$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="8*d/(12*d + n + 1)",
        derivation="causal_compute_share",
        grid={"mask": ("causal",)},
        bears=Bears.REFINES,
    ),
    replace(
        _MAJORITY,
        id="transformer_basics.majority_length",
        interpretation="operations in matrix products, every pair of tokens: the share is one half at $n = 2 "
        "d$",
        label="the length from which on the MLP is no more than half of the operations",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="2*d",
        derivation="majority_length",
        quantity="majority_length",
        grid={},
        bears=Bears.REFINES,
    ),
    _RIGID,
    replace(
        _RIGID,
        id="transformer_basics.norm_change.linear",
        label="the largest relative change of a norm under $V W x$ with any $W$ and $V$",
        interpretation="$V W x$ without a rectifier, any $W$ and $V$: what rotates or permutes keeps every "
        "norm",
        role=Role.CHARITABLE,
        grid={"layer": ("linear",)},
    ),
    replace(
        _RIGID,
        id="transformer_basics.norm_change.orthogonal",
        label="the largest relative change of a norm under $V W x$ with orthogonal $W$ and $V$",
        interpretation="$V W x$ without a rectifier and with orthogonal $W$ and $V$: every norm is kept",
        role=Role.CHARITABLE,
        grid={"layer": ("orthogonal",)},
    ),
    _RANK,
    replace(
        _RANK,
        id="transformer_basics.output_rank.hidden",
        interpretation="the hidden layer of $d \\to 4 d \\to d$ over $n$ tokens has rank $\\min(n, 4 d)$, "
        "beyond "
        "the $d$ of its inputs",
        label="the rank of the hidden layer of $d \\to 4 d \\to d$ over $n$ tokens",
        role=Role.STRONGER,
        claimed="min(n, 4*d)",
        grid={"layer": ("hidden",)},
        bears=Bears.REFINES,
    ),
    _COHERENCE,
    replace(
        _COHERENCE,
        id="transformer_basics.direction_rate",
        interpretation="the number of random directions with one expected pair beyond $|\\cos| = \\epsilon$ "
        "grows "
        "like $e^{c d}$ with $c = -\\frac14 \\log(1 - \\epsilon^2)$, about $\\epsilon^2/4$",
        label="the exponential rate in $d$ of the number of random directions with one expected pair "
        "beyond $|\\cos| = \\epsilon$",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        bound_type=None,
        claimed="-log(1 - eps**2)/4",
        alternatives=(),
        quantity="direction_rate",
        output=None,
        quick_grid={},
        diverging="d",
        tags=("directions",),
        bears=Bears.SUPPORTS,
    ),
    _BILLIONS,
    replace(
        _BILLIONS,
        id="transformer_basics.model_parameters.formula",
        label="the number of parameters of $L$ blocks of width $d$",
        interpretation="the blocks alone: $12 L d^2$, for 32 blocks of width 768 these are 226 million",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="12*L*d**2",
        derivation="model_parameters",
        grid={"embedding": ("no",)},
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _BILLIONS,
        id="transformer_basics.model_parameters.wide",
        interpretation="32 blocks of width 4096 instead: at least $10^9$ numbers",
        role=Role.CHARITABLE,
        grid={"embedding": ("yes",), "L": (32,), "d": (4096,)},
        quantifier=Quantifier.EXISTS,
        bears=Bears.REFINES,
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="transformer_basics.figure.compute_share",
        title="Share of the MLP in the compute of a block",
        caption="Operations of the MLP over those of the block, every pair of tokens, against the length; "
        "dashed, one half.",
        alternative="Each curve starts at two thirds and falls through one half at twice the width.",
        quantity="compute_share",
        drawing=Drawing.CURVES,
        x="n",
        series="d",
        grid={"mask": ("full",)},
        laws={"one half": "1/2"},
        supports=("transformer_basics.compute_share.any",),
    ),
)
