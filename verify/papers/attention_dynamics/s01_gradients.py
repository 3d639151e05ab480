"""S1: the gradients (13)-(32), those that the source leaves out, and what all of them keep.

`by` is what the loss is differentiated by, `route` automatic differentiation or complex steps, `mask` full or
causal.
"""

from ...paper import charitable, derived, literal, quantity, stronger
from . import paper

gradients = paper.having(tags=("gradient",))
kept = ("gradient", "invariance")

S1 = gradients.statement(
    "S1 Gradient by a logit",
    r"For each $i$, $\partial L/\partial \ell_i = p_i - e_{y_i}$.",
    place="Section 3.1, Eq. (13)",
    why_primary="An equation between vectors holds if it holds entry by entry.",
)

gradient_gap = quantity("gradient_gap")
logit = gradient_gap(by="logits").named(r"the gradient $\partial L/\partial \ell_i$ minus $p_i - e_{y_i}$")

S1.claim(
    "gradient.logit",
    "Eq. (13), entry by entry, for every number of positions and classes and any mask",
    logit.vanishes(margin=1e-10),
    literal(derivation="logit_gap"),
)

S1_1 = gradients.statement(
    "S1.1 Upstream gradient",
    r"$u_i := \partial L/\partial g_i = W_O^\top (p_i - e_{y_i})$.",
    place="Sections 2.2 and 3.1, Eqs. (10), (14)",
    why_primary="An equation between vectors holds if it holds entry by entry.",
)

upstream = gradient_gap(by="g").named(
    r"the gradient $\partial L/\partial g_i$ minus $W_O^\top (p_i - e_{y_i})$"
)

S1_1.claim(
    "gradient.upstream",
    r"Eqs. (10), (14): $u_i = W_O^\top (p_i - e_{y_i})$, for symbolic sizes and any mask",
    upstream.vanishes(margin=1e-10),
    literal(derivation="upstream_gap"),
)

S1_2 = gradients.statement(
    "S1.2 Gradient by a value",
    r"$\partial L/\partial v_j = \sum_i \alpha_{ij} u_i$.",
    place="Abstract; Section 3.2, Eqs. (15), (16)",
    why_primary="The section differentiates by $v_j$ itself, before Section 3.6 puts $W_V x_j$ in.",
)

value = gradient_gap(by="v").named(
    r"the gradient $\partial L/\partial v_j$ by a free value minus $\sum_i \alpha_{ij} u_i$"
)

S1_2.claim(
    "gradient.value",
    "Eq. (16), values being free, for symbolic sizes and any mask",
    value.vanishes(margin=1e-10),
    literal(derivation="value_gap"),
)

S1_3 = gradients.statement(
    "S1.3 Gradient by an attention weight",
    r"$\partial L/\partial \alpha_{ij} = u_i^\top v_j = b_{ij}$.",
    place="Section 3.3, Eq. (17)",
    why_primary="The weights are free here: the softmax enters in Section 3.4.",
)

weight = gradient_gap(by="alpha").named(
    r"the gradient $\partial L/\partial \alpha_{ij}$ by a free weight minus $u_i^\top v_j$"
)

S1_3.claim(
    "gradient.weight",
    "Eq. (17), each weight being free, for symbolic sizes and any mask",
    weight.vanishes(margin=1e-10),
    literal(derivation="weight_gap"),
)

S1_4 = gradients.statement(
    "S1.4 Jacobian of the softmax",
    r"$\partial \alpha_{ij}/\partial s_{ik} = \alpha_{ij} (\delta_{jk} - \alpha_{ik})$ for fixed $i$.",
    place="Section 3.4, Eq. (18)",
    why_primary="The number of positions is a symbol in the sentence.",
)

S1_4.claim(
    "gradient.jacobian",
    "Eq. (18) for symbolic $T$, any mask, and scores of another query too",
    derived(
        r"the derivative $\partial \alpha_{ij}/\partial s_{ik}$ minus "
        r"$\alpha_{ij} (\delta_{jk} - \alpha_{ik})$"
    ).vanishes(margin=1e-10),
    literal(derivation="jacobian_gap"),
)

S1_5 = gradients.statement(
    "S1.5 The advantage law",
    r"$\partial L/\partial s_{ik} = \alpha_{ik} (b_{ik} - \mathbb{E}_{\alpha_i}[b])$.",
    place="Abstract; Section 3.4, Eqs. (19)-(23)",
    why_primary="The section differentiates by $s_{ik}$ itself; shared matrices are S2.",
)

score = gradient_gap(by="s").named(
    r"the gradient $\partial L/\partial s_{ik}$ by a free score minus "
    r"$\alpha_{ik} (b_{ik} - \mathbb{E}_{\alpha_i}[b])$"
)

S1_5.claim(
    "gradient.score",
    "Eq. (23), the advantage law, scores being free, for symbolic sizes and any mask",
    score.vanishes(margin=1e-10),
    literal(derivation="score_gap"),
)

invariance_gap = quantity("invariance_gap")

S1_5.claim(
    "kept.score_row_sum",
    "by-product of Eq. (23): the gradients by the scores of a query sum to zero",
    invariance_gap(of="row sum")
    .named(
        r"the sum $\sum_k \partial L/\partial s_{ik}$ of a query's score gradients relative to its largest "
        "term"
    )
    .vanishes(margin=1e-10),
    stronger(bears="refines", derivation="score_row_sum", tags=kept),
)

S1_5.claim(
    "kept.value_shift",
    "by-product of Eq. (23): at given $u$ a common shift of all values changes no score's gradient",
    invariance_gap(of="value shift")
    .named(
        r"the change of $\partial L/\partial s_{ik}$ under a common shift of all values at given $u$ "
        "relative to the largest gradient"
    )
    .vanishes(margin=1e-10),
    stronger(bears="refines", derivation="value_shift", tags=kept),
)

S1_6 = gradients.statement(
    "S1.6 Gradient by a query",
    r"$\partial L/\partial q_i = \frac{1}{\sqrt{d_k}} \sum_k \alpha_{ik} (b_{ik} - \mathbb{E}_{\alpha_i}[b]) "
    "k_k$.",
    place="Section 3.5, Eqs. (24), (25), (28)",
    why_primary="It is the sentence, entry by entry.",
)

query = gradient_gap(by="q").named(r"the gradient $\partial L/\partial q_i$ by a free query minus Eq. (28)")

S1_6.claim(
    "gradient.query",
    "Eq. (28), left, queries being free, for symbolic sizes and any mask",
    query.vanishes(margin=1e-10),
    literal(derivation="query_gap"),
)

S1_6.claim(
    "gradient.query.covariance",
    r"$\partial L/\partial q_i$ is the covariance of $b_{i \cdot}$ and the keys under $\alpha_i$, over "
    r"$\sqrt{d_k}$, for symbolic sizes and any mask",
    gradient_gap(by="q")
    .named(r"the gradient $\partial L/\partial q_i$ minus the covariance of $b_{i \cdot}$ and the keys")
    .vanishes(margin=1e-10),
    stronger(bears="refines", derivation="query_covariance_gap"),
)

S1_7 = gradients.statement(
    "S1.7 Gradient by a key",
    r"$\partial L/\partial k_j = \frac{1}{\sqrt{d_k}} \sum_i \alpha_{ij} (b_{ij} - \mathbb{E}_{\alpha_i}[b]) "
    "q_i$.",
    place="Section 3.5, Eqs. (26), (27), (28)",
    why_primary="It is the sentence, entry by entry.",
)

key = gradient_gap(by="k").named(r"the gradient $\partial L/\partial k_j$ by a free key minus Eq. (28)")

S1_7.claim(
    "gradient.key",
    "Eq. (28), right, keys being free, for symbolic sizes and any mask",
    key.vanishes(margin=1e-10),
    literal(derivation="key_gap"),
)

S1_7.claim(
    "kept.key_gradient_sum",
    "by-product of Eq. (28): the gradients by the keys sum to zero",
    invariance_gap(of="key sum")
    .named(r"the sum $\sum_j \partial L/\partial k_j$ of all key gradients relative to its largest term")
    .vanishes(margin=1e-10),
    stronger(bears="refines", derivation="key_gradient_sum", tags=kept),
)

S1_8 = gradients.statement(
    "S1.8 Gradient by the query matrix",
    r"$\nabla_{W_Q} L = \sum_i (\partial L/\partial q_i) x_i^\top$.",
    place="Section 3.5, Eq. (29)",
    why_primary="What stands in the bracket is Eq. (28).",
)

query_matrix = gradient_gap(by="W_Q").named(
    r"the gradient $\nabla_{W_Q} L$ minus $\sum_i (\partial L/\partial q_i) x_i^\top$"
)

S1_8.claim(
    "gradient.query_matrix",
    "Eq. (29) with Eq. (28) put in, for symbolic sizes and any mask",
    query_matrix.vanishes(margin=1e-10),
    literal(derivation="query_matrix_gap"),
)

S1_8.claim(
    "kept.routing_balance",
    r"by-product of Eqs. (29), (30): gradient flow conserves $W_Q W_Q^\top - W_K W_K^\top$",
    invariance_gap(of="routing balance")
    .named(r"the rate of $W_Q W_Q^\top - W_K W_K^\top$ under gradient flow relative to its largest term")
    .vanishes(margin=1e-10),
    stronger(bears="refines", derivation="routing_balance", tags=kept),
)

S1_9 = gradients.statement(
    "S1.9 Gradient by the key matrix",
    r"$\nabla_{W_K} L = \sum_j (\partial L/\partial k_j) x_j^\top$.",
    place="Section 3.5, Eq. (30)",
    why_primary="What stands in the bracket is Eq. (28).",
)

key_matrix = gradient_gap(by="W_K").named(
    r"the gradient $\nabla_{W_K} L$ minus $\sum_j (\partial L/\partial k_j) x_j^\top$"
)

S1_9.claim(
    "gradient.key_matrix",
    "Eq. (30) with Eq. (28) put in, for symbolic sizes and any mask",
    key_matrix.vanishes(margin=1e-10),
    literal(derivation="key_matrix_gap"),
)

S1_10 = gradients.statement(
    "S1.10 Gradient by the value matrix",
    r"$\nabla_{W_V} L = \sum_j (\sum_i \alpha_{ij} u_i) x_j^\top = U A X^\top$ with "
    r"$U \in \mathbb{R}^{d_v \times T}$, $A = (\alpha_{ij})$, $X \in \mathbb{R}^{d_x \times T}$.",
    place="Section 3.6, Eqs. (31), (32)",
    why_primary=r"The first index of $A = (\alpha_{ij})$ is the query, and the shapes fit in this order "
    "alone.",
)

value_matrix = gradient_gap(by="W_V").named(r"the gradient $\nabla_{W_V} L$ minus $U A X^\top$")

S1_10.claim(
    "gradient.value_matrix",
    r"Eqs. (31), (32): $U A X^\top$ with queries in the rows of $A$, for symbolic sizes and any mask",
    value_matrix.vanishes(margin=1e-10),
    literal(derivation="value_matrix_gap"),
)

S1_10.claim(
    "kept.output_balance",
    r"by-product of Eq. (32): gradient flow conserves $W_O^\top W_O - W_V W_V^\top$",
    invariance_gap(of="output balance")
    .named(r"the rate of $W_O^\top W_O - W_V W_V^\top$ under gradient flow relative to its largest term")
    .vanishes(margin=1e-10),
    stronger(bears="refines", derivation="output_balance", tags=kept),
)

S1_11 = gradients.statement(
    "S1.11 All gradients",
    "We derive all first-order gradients with respect to scores $s_{ij}$, queries $q_i$, keys $k_j$ and "
    "values $v_j$.",
    place="Sections 1, 1.1 (1), 3",
    why_primary="These four are the gradients that the sentence names.",
)

S1_11.claim(
    "gradient.all",
    "Eqs. (16), (23) and (28) together, with and without a causal mask, against automatic differentiation "
    "and complex steps",
    gradient_gap(by=("s", "q", "k", "v"))
    .named(
        "the largest entry of the printed gradients by scores, queries, keys and values minus the true ones"
    )
    .equals("0", margin=1e-10),
)

for statement, name, gap in (
    (S1, "logit", logit),
    (S1_1, "upstream", upstream),
    (S1_2, "value", value),
    (S1_3, "weight", weight),
    (S1_5, "score", score),
    (S1_6, "query", query),
    (S1_7, "key", key),
    (S1_8, "query_matrix", query_matrix),
    (S1_9, "key_matrix", key_matrix),
    (S1_10, "value_matrix", value_matrix),
):
    statement.claim(
        f"gradient.{name}.entries",
        "three positions, dimensions of two, any mask: entry by entry in exact arithmetic",
        gap.equals("0", margin=1e-10),
        charitable(derivation=f"{name}_explicit"),
    )
