"""S2: the updates (33)-(36) of free values, scores, queries and keys, and those of shared matrices.

Section 3 differentiates by values, scores, queries and keys as variables of their own; for these Eqs.
(33)-(36) are gradient descent. The model of Section 2.1 trains W_Q, W_K and W_V instead.

`d_x` is the width of the inputs, `d_k` that of keys, `T` the number of positions. An update of shared
matrices is that of the free objects times the Gram matrix of the inputs: it is the free one where inputs are
orthonormal, and near it where `d_x` is far larger than `T`. Heads are at a random start: entries of all
matrices N(0, 1), inputs of mean square length 1, targets uniform.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role, Value
from ...figure import Drawing, Figure

_GAUSSIAN: dict[str, tuple[Value, ...]] = {
    "inputs": ("gaussian",),
    "T": (8,),
    "d_k": (4,),
    "d_x": (2, 4, 8, 16, 32, 64, 128, 256),
}
_QUICK: dict[str, tuple[Value, ...]] = {"inputs": ("gaussian",), "T": (8,), "d_k": (4,), "d_x": (4, 16, 64)}
_ORTHONORMAL: dict[str, tuple[Value, ...]] = {
    "inputs": ("orthonormal",),
    "T": (8,),
    "d_k": (4,),
    "d_x": (8, 32),
}

_VALUES = Claim(
    id="attention_dynamics.shared_update.values",
    label="the cosine between the move of all values by a step of $W_V$ and Eq. (33)",
    statement_id="attention_dynamics.S2",
    interpretation="values $v_j = W_V x_j$ that share $W_V$, Gaussian inputs, $T = 8$, random start: a step "
    "of "
    "$W_V$ moves all values along Eq. (33)",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="shared_update",
    output="value_cosine",
    grid=_GAUSSIAN,
    quick_grid=_QUICK,
    margin=0.01,
    severity="critical",
    tags=("shared matrices", "answer: Which updates the trained model makes"),
)
_SMOOTHED = replace(
    _VALUES,
    id="attention_dynamics.shared_update.smoothed",
    label="the move of $v_j$ by a step of $W_V$ plus $\\eta \\sum_l (\\sum_i \\alpha_{il} u_i)\\, "
    "x_l^\\top x_j$",
    interpretation="values $v_j = W_V x_j$ that share $W_V$: a step smooths Eq. (33) by the Gram matrix of "
    "the "
    "inputs",
    role=Role.CHARITABLE,
    bears=Bears.REFINES,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="smoothed_update_gap",
    quantity="smoothed_update_gap",
    output=None,
    grid={},
    quick_grid={},
    margin=1e-10,
    tags=("shared matrices",),
)
_ORTHONORMAL_VALUES = replace(
    _VALUES,
    id="attention_dynamics.shared_update.values.orthonormal",
    derivation="orthonormal_cosine",
    interpretation="values that share $W_V$, orthonormal inputs, $T = 8$: a step of $W_V$ moves all values "
    "along "
    "Eq. (33)",
    role=Role.CHARITABLE,
    grid=_ORTHONORMAL,
    quick_grid=_ORTHONORMAL,
)
_POWER = replace(
    _VALUES,
    id="attention_dynamics.shared_update.power",
    bears=Bears.REFINES,
    label="the squared length of a unit update of values after a step of $W_V$",
    interpretation="Gaussian inputs of mean square length 1, updates independent of them: smoothed by their "
    "Gram "
    "matrix a unit update has squared length $1 + (T + 1)/d_x$ and product 1 with itself, so that the "
    "cosine is about $\\sqrt{d_x/(d_x + T + 1)}$",
    role=Role.CHARITABLE,
    claimed="1 + (T + 1)/d_x",
    derivation="smoothed_power",
    quantity="smoothed_power",
    output="power",
    grid={},
    quick_grid={"T": (8,)},
    margin=0.03,
    tags=("shared matrices",),
)
_SCORES = replace(
    _VALUES,
    id="attention_dynamics.shared_update.scores",
    label="the cosine between the move of all scores by a step of $W_Q$ and $W_K$ and Eq. (34)",
    statement_id="attention_dynamics.S2.1",
    interpretation="scores of shared $W_Q$ and $W_K$, Gaussian inputs, $T = 8$, $d_k = 4$, random start: a "
    "step "
    "moves all scores along Eq. (34)",
    output="score_cosine",
)
_SHARE = replace(
    _VALUES,
    id="attention_dynamics.shared_update.sign",
    label="the share of pairs whose score moves with the sign of its advantage as $W_Q$ and $W_K$ take a "
    "step",
    statement_id="attention_dynamics.S2.3",
    interpretation="scores of shared $W_Q$ and $W_K$, Gaussian inputs, $T = 8$, $d_k = 4$, random start: "
    "every "
    "score moves as its advantage says",
    output="score_share",
)

_FREE_VALUES = Claim(
    id="attention_dynamics.free_update.values",
    label="the step $-\\Delta v_j/\\eta$ of a free value minus $\\sum_i \\alpha_{ij} u_i$",
    statement_id="attention_dynamics.S2",
    interpretation="values as variables of their own, as in Eq. (16), any sizes and any mask",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="value_gap",
    quantity="gradient_gap",
    grid={"by": ("v",)},
    margin=1e-10,
    severity="critical",
    tags=("gradient",),
)

CLAIMS: tuple[Claim, ...] = (
    _FREE_VALUES,
    replace(
        _FREE_VALUES,
        id="attention_dynamics.free_update.scores",
        label="the step $-\\Delta s_{ik}/\\eta$ of a free score minus $\\alpha_{ik} (b_{ik} - "
        "\\mathbb{E}_{\\alpha_i}[b])$",
        statement_id="attention_dynamics.S2.1",
        interpretation="scores as variables of their own, as in Eq. (23), any sizes and any mask",
        derivation="score_gap",
        grid={"by": ("s",)},
    ),
    replace(
        _FREE_VALUES,
        id="attention_dynamics.free_update.queries",
        label="the step $-\\Delta q_i/\\eta$ of a free query minus Eq. (28)",
        statement_id="attention_dynamics.S2.2",
        interpretation="queries as variables of their own, as in Eq. (28), any sizes and any mask",
        derivation="query_gap",
        grid={"by": ("q",)},
    ),
    replace(
        _FREE_VALUES,
        id="attention_dynamics.free_update.keys",
        label="the step $-\\Delta k_j/\\eta$ of a free key minus Eq. (28)",
        statement_id="attention_dynamics.S2.2",
        interpretation="keys as variables of their own, as in Eq. (28), any sizes and any mask",
        derivation="key_gap",
        grid={"by": ("k",)},
    ),
    _VALUES,
    _SMOOTHED,
    _ORTHONORMAL_VALUES,
    replace(
        _SMOOTHED,
        id="attention_dynamics.shared_update.orthonormal",
        bears=Bears.SUPPORTS,
        label="the move of $v_j$ by a step of $W_V$ minus Eq. (33)",
        interpretation="values that share $W_V$, orthonormal inputs, any number of them: a step of $W_V$ "
        "moves "
        "$v_j$ by Eq. (33)",
        derivation="free_update_gap",
        quantity=None,
    ),
    _POWER,
    replace(
        _VALUES,
        id="attention_dynamics.shared_update.values.wide",
        interpretation="values that share $W_V$, Gaussian inputs of more dimensions than there are inputs: "
        "the "
        "cosine tends to 1 as $d_x$ grows at $T = 8$",
        role=Role.CHARITABLE,
        relation=Relation.LIMIT,
        diverging="d_x",
        quick_grid={**_QUICK, "d_x": (4, 16, 64, 256)},
        margin=0.03,
    ),
    _SCORES,
    replace(
        _SCORES,
        id="attention_dynamics.shared_update.scores.projections",
        label="the cosine between the move of all scores by Eqs. (35) and (36) and Eq. (34)",
        interpretation="free queries and keys, $T = 8$, $d_k = 4$, random start: the steps (35) and (36) "
        "move all "
        "scores along Eq. (34)",
        output="projection_cosine",
    ),
    replace(
        _SCORES,
        id="attention_dynamics.shared_update.scores.wide",
        interpretation="scores of shared $W_Q$ and $W_K$, orthonormal inputs: the cosine tends to 1 as $d_k$ "
        "grows "
        "at $T = 8$",
        role=Role.CHARITABLE,
        relation=Relation.LIMIT,
        diverging="d_k",
        grid={"inputs": ("orthonormal",), "T": (8,), "d_x": (8,)},
        quick_grid={"inputs": ("orthonormal",), "T": (8,), "d_x": (8,), "d_k": (4, 16, 64, 256)},
        margin=0.03,
    ),
    replace(
        _VALUES,
        id="attention_dynamics.shared_update.queries",
        label="the cosine between the move of all queries by a step of $W_Q$ and Eq. (35)",
        statement_id="attention_dynamics.S2.2",
        interpretation="queries that share $W_Q$, Gaussian inputs, $T = 8$, random start: a step of $W_Q$ "
        "moves "
        "all queries along Eq. (35)",
        output="query_cosine",
    ),
    replace(
        _VALUES,
        id="attention_dynamics.shared_update.keys",
        label="the cosine between the move of all keys by a step of $W_K$ and Eq. (36)",
        statement_id="attention_dynamics.S2.2",
        interpretation="keys that share $W_K$, Gaussian inputs, $T = 8$, random start: a step of $W_K$ moves "
        "all "
        "keys along Eq. (36)",
        output="key_cosine",
    ),
    replace(
        _ORTHONORMAL_VALUES,
        id="attention_dynamics.shared_update.queries.orthonormal",
        label="the cosine between the move of all queries by a step of $W_Q$ and Eq. (35)",
        statement_id="attention_dynamics.S2.2",
        interpretation="queries that share $W_Q$, orthonormal inputs, $T = 8$: a step of $W_Q$ moves all "
        "queries "
        "along Eq. (35)",
        derivation="orthonormal_cosine",
        output="query_cosine",
    ),
    _SHARE,
    replace(
        _SHARE,
        id="attention_dynamics.shared_update.sign.free",
        label="the share of pairs whose free score moves with the sign of its advantage",
        interpretation="scores that are variables themselves, as in Eqs. (23) and (34), $T = 8$, random "
        "start: "
        "every score moves as its advantage says",
        role=Role.LITERAL,
        output="free_share",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.shared_update.sign.projections",
        label="the share of pairs whose score moves with the sign of its advantage as free queries and "
        "keys take their steps",
        interpretation="free queries and keys with the steps (35) and (36), $T = 8$, $d_k = 4$, random "
        "start: "
        "every score moves as its advantage says",
        output="projection_share",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.shared_update.sign.majority",
        interpretation="scores of shared $W_Q$ and $W_K$, Gaussian inputs, $T = 8$, $d_k = 4$, random start: "
        "at "
        "least half of the scores move as their advantage says",
        role=Role.CHARITABLE,
        bears=Bears.REFINES,
        own_threshold=True,
        relation=Relation.AT_LEAST,
        claimed="1/2",
        margin=0.02,
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="attention_dynamics.figure.shared_update",
        title="What shared matrices do to the printed updates",
        caption="Mean cosine of a step of shared matrices with (33) for values and (34) for scores, and "
        "the share "
        "of scores that move as their advantage says, over the width of Gaussian inputs; $T = 8$, $d_k = 4$; "
        "dashed, the cosine for updates that know nothing of the inputs.",
        alternative="The cosine of values rises from .6 to nearly 1; that of scores from .35 to .7, where it "
        "levels off; the share of signs stays between .6 and .71.",
        quantity="shared_update",
        drawing=Drawing.CURVES,
        x="d_x",
        series="output",
        outputs=("value_cosine", "score_cosine", "score_share"),
        grid=_GAUSSIAN,
        quick_grid=_QUICK,
        laws={"independent": "sqrt(d_x/(d_x + 9))"},
        log_y=False,
        supports=(
            "attention_dynamics.shared_update.values",
            "attention_dynamics.shared_update.scores",
            "attention_dynamics.shared_update.sign",
        ),
    ),
    Figure(
        id="attention_dynamics.figure.shared_update_long",
        title="The same for longer sequences",
        caption="The same over the number $T$ of positions, inputs of width 16.",
        alternative="All three fall with the number of positions, the cosine of scores furthest, to .2 at "
        "128.",
        quantity="shared_update",
        drawing=Drawing.CURVES,
        x="T",
        series="output",
        outputs=("value_cosine", "score_cosine", "score_share"),
        grid={"inputs": ("gaussian",), "T": (8, 32, 128), "d_x": (16,), "d_k": (4,)},
        quick_grid={"inputs": ("gaussian",), "T": (8, 32), "d_x": (16,), "d_k": (4,)},
        log_y=False,
        supports=(
            "attention_dynamics.shared_update.values",
            "attention_dynamics.shared_update.scores",
            "attention_dynamics.shared_update.sign",
        ),
    ),
)
