"""S2: the updates (33)-(36) of free values, scores, queries and keys, beside those of shared matrices.

`d_x` is the width of the inputs, `d_k` that of keys, `T` the number of positions. An update of shared
matrices is that of the free objects times the Gram matrix of the inputs: it is the free one where inputs are
orthonormal, and near it where `d_x` is far larger than `T`. Heads are at a random start: entries of all
matrices N(0, 1), inputs of mean square length 1, targets uniform.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role, Value
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
    subject="the cosine of the trained model's move of all values with that of (33)",
    statement_id="attention_dynamics.S2",
    reading="the model of Eq. (3) at a random start, values $v_j = W_V x_j$ with Gaussian inputs, $T = 8$: "
    "a step moves all "
    "values "
    "along (33)",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="shared_update",
    component="value_cosine",
    grid=_GAUSSIAN,
    quick_grid=_QUICK,
    margin=0.01,
    severity="critical",
    tags=("shared matrices", "answer: Which updates the trained model makes"),
)
_SMOOTHED = replace(
    _VALUES,
    id="attention_dynamics.shared_update.smoothed",
    subject="the trained model's move of a value minus the smoothed one",
    reading="the model of Eq. (3): a step of $W_V$ moves $v_j$ by "
    "$-\\eta \\sum_l (\\sum_i \\alpha_{il} u_i)\\, x_l^\\top x_j$",
    role=Role.CHARITABLE,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="smoothed_update_gap",
    quantity="smoothed_update_gap",
    component=None,
    grid={},
    quick_grid={},
    margin=1e-10,
    tags=("shared matrices",),
)
_ORTHONORMAL_VALUES = replace(
    _VALUES,
    id="attention_dynamics.shared_update.values.orthonormal",
    derivation="orthonormal_cosine",
    reading="the same with orthonormal inputs",
    role=Role.CHARITABLE,
    grid=_ORTHONORMAL,
    quick_grid=_ORTHONORMAL,
)
_POWER = replace(
    _VALUES,
    id="attention_dynamics.shared_update.power",
    subject="the power of a unit update smoothed by the Gram matrix of the inputs",
    reading="Gaussian inputs of mean square length 1, free updates that know nothing of them: the "
    "smoothed update has power $1 + (T + 1)/d_x$ and product 1 with the free one, so that its cosine is "
    "about "
    "$\\sqrt{d_x/(d_x + T + 1)}$",
    role=Role.CHARITABLE,
    claimed="1 + (T + 1)/d_x",
    derivation="smoothed_power",
    quantity="smoothed_power",
    component="power",
    grid={},
    quick_grid={"T": (8,)},
    margin=0.03,
    tags=("shared matrices",),
)
_SCORES = replace(
    _VALUES,
    id="attention_dynamics.shared_update.scores",
    subject="the cosine of the trained model's move of all scores with that of (34)",
    statement_id="attention_dynamics.S2.1",
    reading="the model of Eqs. (1), (2), (4) at a random start with Gaussian inputs, $T = 8$, $d_k = 4$: a "
    "step moves all "
    "scores "
    "along (34)",
    component="score_cosine",
)
_SHARE = replace(
    _VALUES,
    id="attention_dynamics.shared_update.sign",
    subject="the share of pairs whose score moves with the sign of its advantage",
    statement_id="attention_dynamics.S2.3",
    reading="the model of Eqs. (1), (2), (4) at a random start with Gaussian inputs, $T = 8$, $d_k = 4$: "
    "every score moves "
    "as its "
    "advantage says",
    component="score_share",
)

CLAIMS: tuple[Claim, ...] = (
    _VALUES,
    _SMOOTHED,
    _ORTHONORMAL_VALUES,
    replace(
        _SMOOTHED,
        id="attention_dynamics.shared_update.orthonormal",
        subject="the trained model's move of a value minus that of (33)",
        reading="orthonormal inputs, any number of them: a step of $W_V$ moves $v_j$ by (33)",
        derivation="free_update_gap",
        quantity=None,
    ),
    _POWER,
    replace(
        _VALUES,
        id="attention_dynamics.shared_update.values.wide",
        reading="Gaussian inputs much wider than they are many: the cosine tends to 1 as $d_x$ grows at $T "
        "= 8$",
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
        subject="the cosine of the move of all scores under (35) and (36) with that of (34)",
        reading="free queries and keys, $d_k = 4$: the steps (35) and (36) move the scores along (34)",
        component="projection_cosine",
    ),
    replace(
        _SCORES,
        id="attention_dynamics.shared_update.scores.wide",
        reading="orthonormal inputs and many more key dimensions than positions: the cosine tends to 1 as "
        "$d_k$ grows at $T = 8$",
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
        subject="the cosine of the trained model's move of all queries with that of (35)",
        statement_id="attention_dynamics.S2.2",
        reading="the model of Eq. (1) at a random start with Gaussian inputs, $T = 8$: a step moves all "
        "queries along (35)",
        component="query_cosine",
    ),
    replace(
        _VALUES,
        id="attention_dynamics.shared_update.keys",
        subject="the cosine of the trained model's move of all keys with that of (36)",
        statement_id="attention_dynamics.S2.2",
        reading="the model of Eq. (2) at a random start with Gaussian inputs, $T = 8$: a step moves all "
        "keys along (36)",
        component="key_cosine",
    ),
    replace(
        _ORTHONORMAL_VALUES,
        id="attention_dynamics.shared_update.queries.orthonormal",
        subject="the cosine of the trained model's move of all queries with that of (35)",
        statement_id="attention_dynamics.S2.2",
        component="query_cosine",
    ),
    _SHARE,
    replace(
        _SHARE,
        id="attention_dynamics.shared_update.sign.free",
        reading="scores that are parameters themselves: every score moves as its advantage says",
        role=Role.CHARITABLE,
        component="free_share",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.shared_update.sign.projections",
        reading="free queries and keys, $d_k = 4$: every score moves as its advantage says",
        component="projection_share",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.shared_update.sign.majority",
        reading="the same model: more than half of the scores move as their advantage says",
        role=Role.CHARITABLE,
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
        series="component",
        components=("value_cosine", "score_cosine", "score_share"),
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
        series="component",
        components=("value_cosine", "score_cosine", "score_share"),
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
