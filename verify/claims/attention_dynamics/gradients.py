"""S1: the gradients (13)-(32), those that the source leaves out, and what all of them keep.

`by` is what the loss is differentiated by, `road` automatic differentiation or complex steps, `mask` full or
causal.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_LOGIT = Claim(
    id="attention_dynamics.gradient.logit",
    label="the gradient $\\partial L/\\partial \\ell_i$ minus $p_i - e_{y_i}$",
    statement_id="attention_dynamics.S1",
    interpretation="Eq. (13), entry by entry, for every number of positions and classes and any mask",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="logit_gap",
    quantity="gradient_gap",
    grid={"by": ("logits",)},
    margin=1e-10,
    tags=("gradient",),
)
_READ = "for symbolic sizes and any mask"
_UPSTREAM = replace(
    _LOGIT,
    id="attention_dynamics.gradient.upstream",
    label="the gradient $\\partial L/\\partial g_i$ minus $W_O^\\top (p_i - e_{y_i})$",
    statement_id="attention_dynamics.S1.1",
    interpretation=f"Eqs. (10), (14): $u_i = W_O^\\top (p_i - e_{{y_i}})$, {_READ}",
    derivation="upstream_gap",
    grid={"by": ("g",)},
)
_VALUE = replace(
    _LOGIT,
    id="attention_dynamics.gradient.value",
    label="the gradient $\\partial L/\\partial v_j$ by a free value minus $\\sum_i \\alpha_{ij} u_i$",
    statement_id="attention_dynamics.S1.2",
    interpretation=f"Eq. (16), values being free, {_READ}",
    derivation="value_gap",
    grid={"by": ("v",)},
)
_WEIGHT = replace(
    _LOGIT,
    id="attention_dynamics.gradient.weight",
    label="the gradient $\\partial L/\\partial \\alpha_{ij}$ by a free weight minus $u_i^\\top v_j$",
    statement_id="attention_dynamics.S1.3",
    interpretation=f"Eq. (17), each weight being free, {_READ}",
    derivation="weight_gap",
    grid={"by": ("alpha",)},
)
_JACOBIAN = replace(
    _LOGIT,
    id="attention_dynamics.gradient.jacobian",
    label="the derivative $\\partial \\alpha_{ij}/\\partial s_{ik}$ minus $\\alpha_{ij} (\\delta_{jk} - "
    "\\alpha_{ik})$",
    statement_id="attention_dynamics.S1.4",
    interpretation="Eq. (18) for symbolic $T$, any mask, and scores of another query too",
    derivation="jacobian_gap",
    quantity=None,
    grid={},
)
_SCORE = replace(
    _LOGIT,
    id="attention_dynamics.gradient.score",
    label="the gradient $\\partial L/\\partial s_{ik}$ by a free score minus $\\alpha_{ik} (b_{ik} - "
    "\\mathbb{E}_{\\alpha_i}[b])$",
    statement_id="attention_dynamics.S1.5",
    interpretation=f"Eq. (23), the advantage law, scores being free, {_READ}",
    derivation="score_gap",
    grid={"by": ("s",)},
)
_QUERY = replace(
    _LOGIT,
    id="attention_dynamics.gradient.query",
    label="the gradient $\\partial L/\\partial q_i$ by a free query minus Eq. (28)",
    statement_id="attention_dynamics.S1.6",
    interpretation=f"Eq. (28), left, queries being free, {_READ}",
    derivation="query_gap",
    grid={"by": ("q",)},
)
_KEY = replace(
    _LOGIT,
    id="attention_dynamics.gradient.key",
    label="the gradient $\\partial L/\\partial k_j$ by a free key minus Eq. (28)",
    statement_id="attention_dynamics.S1.7",
    interpretation=f"Eq. (28), right, keys being free, {_READ}",
    derivation="key_gap",
    grid={"by": ("k",)},
)
_QUERY_MATRIX = replace(
    _LOGIT,
    id="attention_dynamics.gradient.query_matrix",
    label="the gradient $\\nabla_{W_Q} L$ minus $\\sum_i (\\partial L/\\partial q_i) x_i^\\top$",
    statement_id="attention_dynamics.S1.8",
    interpretation=f"Eq. (29) with Eq. (28) put in, {_READ}",
    derivation="query_matrix_gap",
    grid={"by": ("W_Q",)},
)
_KEY_MATRIX = replace(
    _LOGIT,
    id="attention_dynamics.gradient.key_matrix",
    label="the gradient $\\nabla_{W_K} L$ minus $\\sum_j (\\partial L/\\partial k_j) x_j^\\top$",
    statement_id="attention_dynamics.S1.9",
    interpretation=f"Eq. (30) with Eq. (28) put in, {_READ}",
    derivation="key_matrix_gap",
    grid={"by": ("W_K",)},
)
_VALUE_MATRIX = replace(
    _LOGIT,
    id="attention_dynamics.gradient.value_matrix",
    label="the gradient $\\nabla_{W_V} L$ minus $U A X^\\top$",
    statement_id="attention_dynamics.S1.10",
    interpretation=f"Eqs. (31), (32): $U A X^\\top$ with queries in the rows of $A$, {_READ}",
    derivation="value_matrix_gap",
    grid={"by": ("W_V",)},
)
_OUTPUT_MATRIX = replace(
    _LOGIT,
    id="attention_dynamics.gradient.output_matrix",
    label="the gradient $\\nabla_{W_O} L$ minus $\\sum_i (p_i - e_{y_i}) g_i^\\top$",
    statement_id="attention_dynamics.Q1",
    interpretation=f"$\\nabla_{{W_O}} L = \\sum_i (p_i - e_{{y_i}}) g_i^\\top$, {_READ}",
    role=Role.STRONGER,
    derivation="output_matrix_gap",
    grid={"by": ("W_O",)},
)
_BIAS = replace(
    _OUTPUT_MATRIX,
    id="attention_dynamics.gradient.bias",
    label="the gradient $\\nabla_b L$ minus $\\sum_i (p_i - e_{y_i})$",
    interpretation=f"$\\nabla_b L = \\sum_i (p_i - e_{{y_i}})$, {_READ}",
    derivation="bias_gap",
    grid={"by": ("bias",)},
)
_KEPT = replace(
    _SCORE,
    id="attention_dynamics.kept.score_row_sum",
    label="the sum $\\sum_k \\partial L/\\partial s_{ik}$ of a query's score gradients relative to "
    "its largest term",
    interpretation="by-product of Eq. (23): the gradients by the scores of a query sum to zero",
    role=Role.STRONGER,
    bears=Bears.REFINES,
    derivation="score_row_sum",
    quantity="invariance_gap",
    grid={"of": ("row sum",)},
    tags=("gradient", "invariance"),
)
_SMALL = "three positions, dimensions of two, any mask: entry by entry in exact arithmetic"

_ALL = replace(
    _LOGIT,
    id="attention_dynamics.gradient.all",
    label="the largest entry of the printed gradients by scores, queries, keys and values minus the true "
    "ones",
    statement_id="attention_dynamics.S1.11",
    interpretation="Eqs. (16), (23) and (28) together, with and without a causal mask, against automatic "
    "differentiation and complex steps",
    relation=Relation.EQUALS,
    derivation=None,
    grid={"by": ("s", "q", "k", "v")},
)

CLAIMS: tuple[Claim, ...] = (
    _LOGIT,
    _UPSTREAM,
    _VALUE,
    _WEIGHT,
    _JACOBIAN,
    _SCORE,
    _QUERY,
    replace(
        _QUERY,
        id="attention_dynamics.gradient.query.covariance",
        label="the gradient $\\partial L/\\partial q_i$ minus the covariance of $b_{i \\cdot}$ and the keys",
        interpretation="$\\partial L/\\partial q_i$ is the covariance of $b_{i \\cdot}$ and the keys under "
        f"$\\alpha_i$, over $\\sqrt{{d_k}}$, {_READ}",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        derivation="query_covariance_gap",
    ),
    _KEY,
    _QUERY_MATRIX,
    _KEY_MATRIX,
    _VALUE_MATRIX,
    _OUTPUT_MATRIX,
    _BIAS,
    _ALL,
    _KEPT,
    replace(
        _KEPT,
        id="attention_dynamics.kept.key_gradient_sum",
        label="the sum $\\sum_j \\partial L/\\partial k_j$ of all key gradients relative to its largest term",
        statement_id="attention_dynamics.S1.7",
        interpretation="by-product of Eq. (28): the gradients by the keys sum to zero",
        derivation="key_gradient_sum",
        grid={"of": ("key sum",)},
    ),
    replace(
        _KEPT,
        id="attention_dynamics.kept.value_shift",
        label="the change of $\\partial L/\\partial s_{ik}$ under a common shift of all values at "
        "given $u$ relative to the largest gradient",
        interpretation="by-product of Eq. (23): at given $u$ a common shift of all values changes no score's "
        "gradient",
        derivation="value_shift",
        grid={"of": ("value shift",)},
    ),
    replace(
        _KEPT,
        id="attention_dynamics.kept.routing_balance",
        label="the rate of $W_Q W_Q^\\top - W_K W_K^\\top$ under gradient flow relative to its largest term",
        statement_id="attention_dynamics.S1.8",
        interpretation="by-product of Eqs. (29), (30): gradient flow conserves $W_Q W_Q^\\top - W_K "
        "W_K^\\top$",
        derivation="routing_balance",
        grid={"of": ("routing balance",)},
    ),
    replace(
        _KEPT,
        id="attention_dynamics.kept.output_balance",
        label="the rate of $W_O^\\top W_O - W_V W_V^\\top$ under gradient flow relative to its largest term",
        statement_id="attention_dynamics.S1.10",
        interpretation="by-product of Eq. (32): gradient flow conserves $W_O^\\top W_O - W_V W_V^\\top$",
        derivation="output_balance",
        grid={"of": ("output balance",)},
    ),
    replace(
        _LOGIT,
        id="attention_dynamics.gradient.logit.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="logit_explicit",
    ),
    replace(
        _UPSTREAM,
        id="attention_dynamics.gradient.upstream.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="upstream_explicit",
    ),
    replace(
        _VALUE,
        id="attention_dynamics.gradient.value.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="value_explicit",
    ),
    replace(
        _WEIGHT,
        id="attention_dynamics.gradient.weight.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="weight_explicit",
    ),
    replace(
        _SCORE,
        id="attention_dynamics.gradient.score.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="score_explicit",
    ),
    replace(
        _QUERY,
        id="attention_dynamics.gradient.query.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="query_explicit",
    ),
    replace(
        _KEY,
        id="attention_dynamics.gradient.key.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="key_explicit",
    ),
    replace(
        _QUERY_MATRIX,
        id="attention_dynamics.gradient.query_matrix.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="query_matrix_explicit",
    ),
    replace(
        _KEY_MATRIX,
        id="attention_dynamics.gradient.key_matrix.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="key_matrix_explicit",
    ),
    replace(
        _VALUE_MATRIX,
        id="attention_dynamics.gradient.value_matrix.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="value_matrix_explicit",
    ),
    replace(
        _OUTPUT_MATRIX,
        id="attention_dynamics.gradient.output_matrix.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="output_matrix_explicit",
    ),
    replace(
        _BIAS,
        id="attention_dynamics.gradient.bias.entries",
        interpretation=_SMALL,
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="bias_explicit",
    ),
)
