"""S2: the updates (33)-(36) of free values, scores, queries and keys, and those of shared matrices.

Section 3 differentiates by values, scores, queries and keys as variables of their own; for these Eqs.
(33)-(36) are gradient descent. The model of Section 2.1 trains W_Q, W_K and W_V instead.

`d_x` is the width of the inputs, `d_k` that of keys, `T` the number of positions. An update of shared
matrices is that of the free objects times the Gram matrix of the inputs: it is the free one where inputs are
orthonormal, and near it where `d_x` is far larger than `T`. Heads are at a random start: entries of all
matrices N(0, 1), inputs of mean square length 1, targets uniform.
"""

from ...paper import charitable, derived, literal, powers, quantity, stronger
from . import paper

section = paper.having(
    severity="critical", tags=("shared matrices", "answer: Which updates the trained model makes")
)

shared_update = quantity("shared_update")(T=8)
gaussian = shared_update(inputs="gaussian", d_k=4, d_x=powers(2, 256)).quick(d_x=powers(4, 64, 4))
shared_scores = "scores of shared $W_Q$ and $W_K$, Gaussian inputs, $T = 8$, $d_k = 4$, random start"
orthonormal = shared_update(inputs="orthonormal", d_k=4, d_x=(8, 32)).quick()
of_values = "the cosine between the move of all values by a step of $W_V$ and Eq. (33)"
of_scores = "the cosine between the move of all scores by a step of $W_Q$ and $W_K$ and Eq. (34)"
of_queries = "the cosine between the move of all queries by a step of $W_Q$ and Eq. (35)"

S2 = section.statement(
    "S2 First-order updates of values",
    r"For learning rate $\eta > 0$, gradient descent gives "
    r"$\Delta v_j = -\eta\, \partial L/\partial v_j = -\eta \sum_i \alpha_{ij} u_i$.",
    place="Section 3.7, Eq. (33); Abstract; 1.1 (3)",
    why_primary="Section 3 differentiates by $v_j$ itself, and Eq. (33) is its step; what a step of the "
    "shared $W_V$ does stands beside it.",
)

gradient_gap = quantity("gradient_gap")

S2.claim(
    "free_update.values",
    "values as variables of their own, as in Eq. (16), any sizes and any mask",
    gradient_gap(by="v")
    .named(r"the step $-\Delta v_j/\eta$ of a free value minus $\sum_i \alpha_{ij} u_i$")
    .vanishes(margin=1e-10),
    literal(derivation="value_gap", tags=("gradient",)),
)

S2.claim(
    "shared_update.values",
    "values $v_j = W_V x_j$ that share $W_V$, Gaussian inputs, $T = 8$, random start: a step of $W_V$ moves "
    "all values along Eq. (33)",
    gaussian["value_cosine"].named(of_values).equals("1", margin=0.01),
    stronger(),
)

S2.claim(
    "shared_update.smoothed",
    "values $v_j = W_V x_j$ that share $W_V$: a step smooths Eq. (33) by the Gram matrix of the inputs",
    quantity(
        "smoothed_update_gap",
        r"the move of $v_j$ by a step of $W_V$ plus $\eta \sum_l (\sum_i \alpha_{il} u_i)\, x_l^\top x_j$",
    ).vanishes(margin=1e-10),
    charitable(bears="refines", derivation="smoothed_update_gap", tags=("shared matrices",)),
)

S2.claim(
    "shared_update.values.orthonormal",
    "values that share $W_V$, orthonormal inputs, $T = 8$: a step of $W_V$ moves all values along Eq. (33)",
    orthonormal["value_cosine"].named(of_values).equals("1", margin=0.01),
    charitable(derivation="orthonormal_cosine"),
)

S2.claim(
    "shared_update.orthonormal",
    "values that share $W_V$, orthonormal inputs, any number of them: a step of $W_V$ moves $v_j$ by Eq. "
    "(33)",
    derived("the move of $v_j$ by a step of $W_V$ minus Eq. (33)").vanishes(margin=1e-10),
    charitable(derivation="free_update_gap", tags=("shared matrices",)),
)

S2.claim(
    "shared_update.power",
    "Gaussian inputs of mean square length 1, updates independent of them: smoothed by their Gram matrix a "
    "unit update has squared length $1 + (T + 1)/d_x$ and product 1 with itself, so that the cosine is about "
    r"$\sqrt{d_x/(d_x + T + 1)}$",
    quantity("smoothed_power")["power"]
    .quick(T=8)
    .named("the squared length of a unit update of values after a step of $W_V$")
    .equals("1 + (T + 1)/d_x", margin=0.03),
    charitable(bears="refines", derivation="smoothed_power", tags=("shared matrices",)),
)

S2.claim(
    "shared_update.values.wide",
    "values that share $W_V$, Gaussian inputs of more dimensions than there are inputs: the cosine tends to "
    "1 as $d_x$ grows at $T = 8$",
    gaussian["value_cosine"]
    .quick(d_x=powers(4, 256, 4))
    .named(of_values)
    .tends_to("1", margin=0.03, diverging="d_x"),
    charitable(),
)

S2_1 = section.statement(
    "S2.1 First-order updates of scores",
    r"Gradient descent gives $\Delta s_{ik} = -\eta \alpha_{ik} (b_{ik} - \mathbb{E}_{\alpha_i}[b])$.",
    place="Section 3.7, Eq. (34)",
    why_primary="Eq. (34) is the step of a score as a variable of its own, by Eq. (23).",
    same_as="S2",
)

S2_1.claim(
    "free_update.scores",
    "scores as variables of their own, as in Eq. (23), any sizes and any mask",
    gradient_gap(by="s")
    .named(
        r"the step $-\Delta s_{ik}/\eta$ of a free score minus "
        r"$\alpha_{ik} (b_{ik} - \mathbb{E}_{\alpha_i}[b])$"
    )
    .vanishes(margin=1e-10),
    literal(derivation="score_gap", tags=("gradient",)),
)

S2_1.claim(
    "shared_update.scores",
    f"{shared_scores}: a step moves all scores along Eq. (34)",
    gaussian["score_cosine"].named(of_scores).equals("1", margin=0.01),
    stronger(),
)

S2_1.claim(
    "shared_update.scores.projections",
    "free queries and keys, $T = 8$, $d_k = 4$, random start: the steps (35) and (36) move all scores along "
    "Eq. (34)",
    gaussian["projection_cosine"]
    .named("the cosine between the move of all scores by Eqs. (35) and (36) and Eq. (34)")
    .equals("1", margin=0.01),
    stronger(),
)

S2_1.claim(
    "shared_update.scores.wide",
    "scores of shared $W_Q$ and $W_K$, orthonormal inputs: the cosine tends to 1 as $d_k$ grows at $T = 8$",
    shared_update["score_cosine"](inputs="orthonormal", d_x=8)
    .quick(d_k=powers(4, 256, 4))
    .named(of_scores)
    .tends_to("1", margin=0.03, diverging="d_k"),
    charitable(),
)

S2_2 = section.statement(
    "S2.2 First-order updates of queries and keys",
    r"Gradient descent gives $\Delta q_i = -\eta\, \partial L/\partial q_i$ and "
    r"$\Delta k_j = -\eta\, \partial L/\partial k_j$.",
    place="Section 3.7, Eqs. (35), (36)",
    why_primary="Eqs. (35) and (36) are the steps of queries and keys as variables of their own, by Eq. "
    "(28); queries are named first.",
    same_as="S2",
)

for several, one, letter, each in (("queries", "query", "q", "q_i"), ("keys", "key", "k", "k_j")):
    S2_2.claim(
        f"free_update.{several}",
        f"{several} as variables of their own, as in Eq. (28), any sizes and any mask",
        gradient_gap(by=letter)
        .named(rf"the step $-\Delta {each}/\eta$ of a free {one} minus Eq. (28)")
        .vanishes(margin=1e-10),
        literal(derivation=f"{one}_gap", tags=("gradient",)),
    )

of_keys = "the cosine between the move of all keys by a step of $W_K$ and Eq. (36)"

for several, one, matrix, equation, cosine in (
    ("queries", "query", "W_Q", "(35)", of_queries),
    ("keys", "key", "W_K", "(36)", of_keys),
):
    S2_2.claim(
        f"shared_update.{several}",
        f"{several} that share ${matrix}$, Gaussian inputs, $T = 8$, random start: a step of ${matrix}$ "
        f"moves all {several} along Eq. {equation}",
        gaussian[f"{one}_cosine"].named(cosine).equals("1", margin=0.01),
        stronger(),
    )

S2_2.claim(
    "shared_update.queries.orthonormal",
    "queries that share $W_Q$, orthonormal inputs, $T = 8$: a step of $W_Q$ moves all queries along Eq. (35)",
    orthonormal["query_cosine"].named(of_queries).equals("1", margin=0.01),
    charitable(derivation="orthonormal_cosine"),
)

S2_3 = section.statement(
    "S2.3 Scores move with the sign of their advantage",
    "Gradient descent increases attention scores toward positions with positive advantage and decreases them "
    "otherwise.",
    place="Sections 3.4, 4.1",
    primary="shared_update.sign.free",
    why_primary="The sentence puts Eq. (23) into words, whose scores are variables of their own.",
)

signs = gaussian["score_share"].named(
    "the share of pairs whose score moves with the sign of its advantage as $W_Q$ and $W_K$ take a step"
)

S2_3.claim(
    "shared_update.sign",
    f"{shared_scores}: every score moves as its advantage says",
    signs.equals("1", margin=0.01),
    stronger(),
)

S2_3.claim(
    "shared_update.sign.free",
    "scores that are variables themselves, as in Eqs. (23) and (34), $T = 8$, random start: every score "
    "moves as its advantage says",
    gaussian["free_share"]
    .named("the share of pairs whose free score moves with the sign of its advantage")
    .equals("1", margin=0.01),
)

S2_3.claim(
    "shared_update.sign.projections",
    "free queries and keys with the steps (35) and (36), $T = 8$, $d_k = 4$, random start: every score moves "
    "as its advantage says",
    gaussian["projection_share"]
    .named(
        "the share of pairs whose score moves with the sign of its advantage as free queries and keys take "
        "their steps"
    )
    .equals("1", margin=0.01),
    stronger(),
)

S2_3.claim(
    "shared_update.sign.majority",
    f"{shared_scores}: at least half of the scores move as their advantage says",
    signs.at_least("1/2", margin=0.02),
    charitable(bears="refines", own_threshold=True),
)
