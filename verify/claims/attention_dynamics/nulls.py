"""S10: the diagnostics of Sections 6.2 and 8.1 beside what they show where nothing has been learned.

`d_k` is the dimension of keys, `T` the number of positions, `j` a position, `eta` a step size.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role, Sense
from ...figure import Drawing, Figure

_PRINTED = Claim(
    id="attention_dynamics.key_null.printed.signed",
    subject="the mean cosine of random keys",
    statement_id="attention_dynamics.S10",
    reading="the mean of the cosines themselves, over all pairs of 16 random keys, $d_k$ from 10 to 156",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="2/25",
    derivation="random_signed_cosine",
    quantity="key_null",
    component="signed",
    quick_grid={"d_k": (10, 64, 100)},
    margin=0.0625,
    tags=("keys", "answer: What .08 is for random vectors"),
)
_MODULUS = replace(
    _PRINTED,
    id="attention_dynamics.key_null.printed.hundred",
    derivation="random_cosine",
    subject="the mean modulus of the cosine of random keys",
    reading="the mean of their moduli at $d_k = 100$; .08 rounds what it is from 89 to 113",
    role=Role.CHARITABLE,
    relation=Relation.REPORTED,
    quantity="key_null_quadrature",
    component=None,
    grid={"d_k": (100,)},
    quick_grid={},
    tags=("keys", "answer: What .08 is for random vectors"),
)
_LAW = replace(
    _MODULUS,
    id="attention_dynamics.key_null.modulus",
    reading="$\\Gamma(d_k/2)/(\\sqrt{\\pi}\\, \\Gamma((d_k+1)/2))$, about $\\sqrt{2/(\\pi d_k)}$, in every "
    "dimension",
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
    subject="the mean modulus of the keys' cosines before training minus after",
    statement_id="attention_dynamics.S10.2",
    reading="inputs and targets random as in Section 7.1, matrices of entries $N(0, 1)$, $T = 8$, $d_x = "
    "16$, "
    "$d_k = 8$, 200 steps of size .05: training lowers it",
    role=Role.CHARITABLE,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="key_training",
    component="drop",
    grid={"step": (200,)},
    quick_grid={"step": (200,)},
    margin=0.0,
    tags=("keys", "training"),
)
_COLUMN = Claim(
    id="attention_dynamics.column_usage.causal",
    subject="the share of heads whose least column sum is that of the position queries pass over most",
    statement_id="attention_dynamics.S10.4",
    reading="causal mask as in Section 7.2, scores $N(0, 1)$: the least column sum is that of the position "
    "with the "
    "least weight beside uniform weights",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="column_usage",
    component="same",
    grid={"mask": ("causal",), "T": (4, 8, 16, 32)},
    quick_grid={"mask": ("causal",), "T": (4, 16)},
    margin=0.05,
    tags=("column usage",),
)
_NULL = replace(
    _COLUMN,
    id="attention_dynamics.column_usage.null.causal",
    derivation="causal_column_sum",
    subject="the column sum of a position under uniform weights",
    reading="causal mask, no query prefers any position: all columns add up to the same",
    claimed="1",
    quantity="column_null",
    component=None,
    grid={"mask": ("causal",)},
    quick_grid={"mask": ("causal",)},
    tags=("column usage",),
)
_FIRST_ORDER = Claim(
    id="attention_dynamics.prediction_error.parameters",
    subject="the relative error of the predicted change of the loss",
    statement_id="attention_dynamics.S10.8",
    reading="heads of Section 7.1 with entries $N(0, 1/4)$, a step of all parameters; predicted is "
    "$-\\eta$ times the squared "
    "gradient by "
    "the parameters: the error falls with the step size",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C*eta",
    rivals=("C*sqrt(eta)", "C*eta**2"),
    quantity="prediction_error",
    component="parameters",
    margin=0.05,
    tags=("first order",),
)

_DIVIDED = Claim(
    id="attention_dynamics.normalised_values.direction",
    subject="the least cosine of a value's turn with and without division by its length",
    statement_id="attention_dynamics.S10.6",
    reading="values over their lengths, without gain or centring, of a random head: they turn as they would "
    "without the division",
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
        reading="the mean of the cosines themselves is 0 in every dimension",
        role=Role.STRONGER,
        claimed="0",
        margin=0.005,
    ),
    _MODULUS,
    replace(
        _MODULUS,
        id="attention_dynamics.key_null.printed.ten",
        derivation="random_cosine",
        reading="the mean of their moduli at the key dimension of Section 7.2, 10",
        grid={"d_k": (10,)},
    ),
    replace(
        _MODULUS,
        id="attention_dynamics.key_null.printed.powers",
        derivation="random_cosine",
        reading="the mean of their moduli at key dimensions in common use: 16, 32, 64, 128",
        grid={"d_k": (16, 32, 64, 128)},
    ),
    _LAW,
    replace(
        _LAW,
        id="attention_dynamics.key_null.square",
        subject="the mean square of the cosine of random keys",
        reading="the mean square is $1/d_k$",
        claimed="1/d_k",
        derivation="random_square_cosine",
        quantity="key_null",
        component="square",
        quick_grid={"d_k": (10, 64, 100)},
        margin=0.02,
        tags=("keys",),
    ),
    _APART,
    _COLUMN,
    replace(
        _COLUMN,
        id="attention_dynamics.column_usage.full",
        reading="every query sees every position, scores $N(0, 1)$",
        role=Role.CHARITABLE,
        grid={"mask": ("full",), "T": (4, 8, 16, 32)},
        quick_grid={"mask": ("full",), "T": (4, 16)},
    ),
    _NULL,
    replace(
        _NULL,
        id="attention_dynamics.column_usage.null.full",
        derivation="full_column_sum",
        reading="every query sees every position and prefers none: all columns add up to 1",
        role=Role.CHARITABLE,
        grid={"mask": ("full",)},
        quick_grid={"mask": ("full",)},
    ),
    replace(
        _NULL,
        id="attention_dynamics.column_usage.null.above",
        derivation="causal_column_sum",
        reading="causal mask, no query prefers any position: the column of position $j$ adds up to "
        "$\\sum_{i=j}^T 1/i$, at least $\\log((T+1)/j)$",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        claimed="log((T + 1)/j)",
    ),
    replace(
        _NULL,
        id="attention_dynamics.column_usage.null.below",
        derivation="causal_column_sum",
        reading="causal mask, no query prefers any position: the column of position $j$ adds up to at most "
        "$1/j + \\log(T/j)$",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1/j + log(T/j)",
    ),
    replace(
        _NULL,
        id="attention_dynamics.advantage_mean",
        subject="the mean of the advantage under the attention weights of a row",
        statement_id="attention_dynamics.S10.3",
        reading="every row of the matrix has mean 0 under its weights: scores that should rise and fall "
        "balance",
        role=Role.STRONGER,
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
        reading="the same heads, a step of $W_Q$, $W_K$, $W_V$; predicted is what (33) and (34) lead to, "
        "$-\\eta (\\sum_j |\\partial L/\\partial v_j|^2 + \\sum_{ij} (\\partial L/\\partial s_{ij})^2)$: "
        "the error "
        "falls with the step size",
        role=Role.LITERAL,
        rivals=(),
        component="printed",
    ),
    _FIRST_ORDER,
    _DIVIDED,
    replace(
        _DIVIDED,
        id="attention_dynamics.normalised_values.direction.unit",
        reading="values of length one",
        role=Role.CHARITABLE,
        grid={"of": ("direction",), "lengths": ("unit",)},
        margin=1e-10,
    ),
    replace(
        _DIVIDED,
        id="attention_dynamics.normalised_values.length",
        subject="the largest cosine of a value and its step",
        reading="stabilised: to first order a step leaves the length, whatever it is",
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
        caption="Sum of the weights of all queries on position $j$ where every query weighs alike what it "
        "sees, under a causal mask; dashed, $\\log((T+1)/j)$ at $T = 256$.",
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
