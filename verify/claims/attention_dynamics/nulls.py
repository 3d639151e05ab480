"""S10: the diagnostics of Sections 6.2 and 8.1 beside what they show where nothing has been learned.

`d_k` is the dimension of keys, `T` the number of positions, `j` a position, `eta` a step size.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role
from ...figure import Drawing, Figure

_PRINTED = Claim(
    id="attention_dynamics.key_null.printed.signed",
    label="the mean cosine of 16 random keys",
    statement_id="attention_dynamics.S10",
    interpretation="the mean of the cosines themselves, with their signs, over all pairs of 16 random keys, "
    "$d_k$ "
    "from 10 to 156",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="2/25",
    derivation="random_signed_cosine",
    quantity="key_null",
    output="signed",
    quick_grid={"d_k": (10, 64, 100)},
    margin=0.0625,
    tags=("keys", "answer: What .08 is for random vectors"),
)
_MODULUS = replace(
    _PRINTED,
    id="attention_dynamics.key_null.printed.hundred",
    derivation="random_cosine",
    label="the mean modulus of the cosine of two random keys",
    interpretation="the mean of the cosines' moduli at $d_k = 100$; 0.08 is what it rounds to for $d_k$ from "
    "89 to "
    "113, and the source names no dimension",
    role=Role.CHARITABLE,
    quantifier=Quantifier.EXISTS,
    relation=Relation.REPORTED,
    quantity="key_null_quadrature",
    output=None,
    grid={"d_k": (100,)},
    quick_grid={},
    tags=("keys", "answer: What .08 is for random vectors"),
)
_LAW = replace(
    _MODULUS,
    id="attention_dynamics.key_null.modulus",
    quantifier=None,
    bears=Bears.REFINES,
    interpretation="in every dimension: $\\Gamma(d_k/2)/(\\sqrt{\\pi}\\, \\Gamma((d_k+1)/2))$, about "
    "$\\sqrt{2/(\\pi d_k)}$",
    relation=Relation.EQUALS,
    claimed="gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))",
    derivation="random_cosine",
    grid={},
    quick_grid={},
    margin=0.001,
    tags=("keys",),
)
_APART = replace(
    _PRINTED,
    id="attention_dynamics.key_training.random",
    derivation=None,
    label="the fall of the keys' mean modulus of cosines in 200 steps of training on random targets",
    statement_id="attention_dynamics.Q2",
    interpretation="inputs and targets random as in Section 7.1, matrices of entries $N(0, 1)$, $T = 8$, "
    "$d_x = "
    "16$, $d_k = 8$, 200 steps of 0.05 on the sum of losses: training lowers the mean modulus",
    role=Role.CHARITABLE,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="key_training",
    output="drop",
    grid={"step": (200,)},
    quick_grid={"step": (200,)},
    margin=0.0,
    tags=("keys", "training"),
)
_COLUMN = Claim(
    id="attention_dynamics.column_usage.causal",
    label="the share of heads whose least column sum is that of the least preferred position",
    statement_id="attention_dynamics.S10.4",
    interpretation="causal mask as in Section 7.2, random scores $N(0, 1)$, $T$ from 4 to 32: the least "
    "column sum "
    "is that of the position with the least weight relative to equal weights",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="column_usage",
    output="same",
    grid={"mask": ("causal",), "T": (4, 8, 16, 32)},
    quick_grid={"mask": ("causal",), "T": (4, 16)},
    margin=0.05,
    tags=("column usage",),
)
_NULL = replace(
    _COLUMN,
    id="attention_dynamics.column_usage.null.causal",
    derivation="causal_column_sum",
    label="the column sum $\\sum_i \\alpha_{ij}$ of a head with equal weights",
    interpretation="causal mask, equal weights, so that no value is used less than another: all columns add "
    "up to 1",
    claimed="1",
    quantity="column_null",
    output=None,
    grid={"mask": ("causal",)},
    quick_grid={"mask": ("causal",)},
    tags=("column usage",),
)
_FIRST_ORDER = Claim(
    id="attention_dynamics.prediction_error.parameters",
    label="the relative error of the predicted change of the loss in a step $\\eta$ of all parameters",
    statement_id="attention_dynamics.S10.8",
    interpretation="heads of Section 7.1 with entries $N(0, 1/4)$, a step of all parameters, the change "
    "predicted "
    "by $-\\eta$ times their squared gradient: the error falls in proportion to $\\eta$ as $\\eta \\to 0$",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*eta",
    alternatives=("C*sqrt(eta)", "C*eta**2"),
    quantity="prediction_error",
    output="parameters",
    margin=0.05,
    tags=("first order",),
)

_DIVIDED = Claim(
    id="attention_dynamics.normalised_values.direction",
    label="the least cosine between a value's turn with and without division by its length",
    statement_id="attention_dynamics.S10.6",
    interpretation="values divided by their lengths, without gain or centring, random head of Section 7.1: "
    "every "
    "value turns as it would without the division",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="normalised_values",
    grid={"of": ("direction",), "lengths": ("any",)},
    margin=0.05,
    tags=("values",),
)

CLAIMS: tuple[Claim, ...] = (
    _PRINTED,
    replace(
        _PRINTED,
        id="attention_dynamics.key_null.signed",
        interpretation="the mean of the cosines themselves, with their signs, is 0 in every dimension",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        claimed="0",
        margin=0.005,
    ),
    _MODULUS,
    replace(
        _MODULUS,
        id="attention_dynamics.key_null.printed.ten",
        derivation="random_cosine",
        quantifier=None,
        interpretation="the mean of the cosines' moduli at the key dimension of Section 7.2, $d_k = 10$",
        grid={"d_k": (10,)},
    ),
    replace(
        _MODULUS,
        id="attention_dynamics.key_null.printed.powers",
        derivation="random_cosine",
        quantifier=None,
        interpretation="the mean of the cosines' moduli at $d_k$ = 16, 32, 64 and 128, dimensions in common "
        "use",
        grid={"d_k": (16, 32, 64, 128)},
    ),
    _LAW,
    replace(
        _LAW,
        id="attention_dynamics.key_null.square",
        label="the mean square of the cosine of two random keys",
        interpretation="in every dimension the mean square is $1/d_k$",
        claimed="1/d_k",
        derivation="random_square_cosine",
        quantity="key_null",
        output="square",
        quick_grid={"d_k": (10, 64, 100)},
        margin=0.02,
        tags=("keys",),
    ),
    _APART,
    _COLUMN,
    replace(
        _COLUMN,
        id="attention_dynamics.column_usage.full",
        interpretation="no mask, random scores $N(0, 1)$, $T$ from 4 to 32: the least column sum is that of "
        "the "
        "position with the least weight relative to equal weights",
        role=Role.CHARITABLE,
        grid={"mask": ("full",), "T": (4, 8, 16, 32)},
        quick_grid={"mask": ("full",), "T": (4, 16)},
    ),
    _NULL,
    replace(
        _NULL,
        id="attention_dynamics.column_usage.null.full",
        derivation="full_column_sum",
        interpretation="no mask, equal weights: all columns add up to 1",
        role=Role.CHARITABLE,
        grid={"mask": ("full",)},
        quick_grid={"mask": ("full",)},
    ),
    replace(
        _NULL,
        id="attention_dynamics.column_usage.null.above",
        derivation="causal_column_sum",
        interpretation="causal mask, equal weights: the column of position $j$ adds up to $\\sum_{i=j}^T "
        "1/i$, at "
        "least $\\log((T+1)/j)$",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        relation=Relation.AT_LEAST,
        claimed="log((T + 1)/j)",
    ),
    replace(
        _NULL,
        id="attention_dynamics.column_usage.null.below",
        derivation="causal_column_sum",
        interpretation="causal mask, equal weights: the column of position $j$ adds up to at most $1/j + "
        "\\log(T/j)$",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        relation=Relation.AT_MOST,
        claimed="1/j + log(T/j)",
    ),
    replace(
        _NULL,
        id="attention_dynamics.advantage_mean",
        label="the mean $\\sum_j \\alpha_{ij} A_{ij}$ of a query's advantages under its weights",
        statement_id="attention_dynamics.S10.3",
        interpretation="every row of the advantage matrix has mean 0 under the attention weights, for any "
        "sizes: "
        "advantages of both signs balance",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        relation=Relation.IDENTITY,
        claimed="0",
        derivation="advantage_mean",
        quantity="advantage_mean",
        grid={"weight": ("alpha",)},
        quick_grid={},
        margin=1e-10,
        tags=("advantage",),
    ),
    replace(
        _FIRST_ORDER,
        id="attention_dynamics.prediction_error.printed",
        label="the relative error of the change of the loss that Eqs. (33) and (34) predict for a "
        "step $\\eta$ of shared matrices",
        interpretation="heads of Section 7.1 with entries $N(0, 1/4)$, a step of the shared $W_Q$, $W_K$, "
        "$W_V$, "
        "the change predicted by $-\\eta (\\sum_j |\\partial L/\\partial v_j|^2 + \\sum_{ij} (\\partial "
        "L/\\partial s_{ij})^2)$: the error falls in proportion to $\\eta$ as $\\eta \\to 0$",
        role=Role.STRONGER,
        alternatives=(),
        output="printed",
    ),
    _FIRST_ORDER,
    replace(
        _FIRST_ORDER,
        id="attention_dynamics.free_steps.scores",
        label="the relative error of the predicted change of the loss in a step $\\eta$ of free "
        "values and scores",
        interpretation="values and scores as variables of their own, heads of Section 7.1 with entries $N(0, "
        "1/4)$, a step of Eqs. (33) and (34), the change predicted by $-\\eta$ times the squared gradients: "
        "the error falls in proportion to $\\eta$ as $\\eta \\to 0$, so that the remainder is of order "
        "$\\eta^2$",
        role=Role.LITERAL,
        quantity="free_steps",
        output="scores",
    ),
    replace(
        _FIRST_ORDER,
        id="attention_dynamics.free_steps.queries",
        label="the relative error of the predicted change of the loss in a step $\\eta$ of free "
        "values, queries and keys",
        interpretation="values, queries and keys as variables of their own, heads of Section 7.1 with "
        "entries "
        "$N(0, 1/4)$, a step of Eqs. (33), (35) and (36), the change predicted by $-\\eta$ times the "
        "squared gradients: the error falls in proportion to $\\eta$ as $\\eta \\to 0$, so that the "
        "remainder is of order $\\eta^2$",
        quantity="free_steps",
        output="queries",
    ),
    _DIVIDED,
    replace(
        _DIVIDED,
        id="attention_dynamics.normalised_values.direction.unit",
        label="the least cosine between a turn of values of length one with and without division "
        "by their length",
        interpretation="values of length one at the start, divided by their lengths: every value turns as it "
        "would "
        "without the division",
        role=Role.CHARITABLE,
        grid={"of": ("direction",), "lengths": ("unit",)},
        margin=1e-10,
    ),
    replace(
        _DIVIDED,
        id="attention_dynamics.normalised_values.length",
        label="the largest cosine between a value divided by its length and its step",
        interpretation="norms are stabilised: to first order a step leaves a value's length, whatever it is",
        role=Role.CHARITABLE,
        claimed="0",
        derivation="step_along_value",
        grid={"of": ("length",)},
        margin=1e-10,
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="attention_dynamics.figure.column_null",
        title="Column sums of a head that prefers nothing",
        caption="Sum of the weights of all queries on position $j$ under equal weights and a causal mask; "
        "dashed, $\\log((T+1)/j)$ at $T = 256$.",
        alternative="The sum falls with the position, from a logarithm of the length at the first to 1/T "
        "at the "
        "last.",
        quantity="column_null",
        drawing=Drawing.CURVES,
        x="j",
        series="T",
        grid={"mask": ("causal",)},
        laws={"T = 256": "log(257/j)"},
        supports=("attention_dynamics.column_usage.null.causal",),
    ),
)
