"""Claims of Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.

One attention layer over `T` positions: scores s_ij = q_i . k_j / sqrt(d_k), weights alpha_ij = softmax_j,
contexts g_i = sum_j alpha_ij v_j, logits W_O g_i + b, cross-entropy L. Upstream gradients are u_i =
dL/dg_i, compatibilities b_ij = u_i . v_j.
"""

from ...paper import Paper
from .variants import SELECTORS, VARIANTS

paper = Paper(
    "attention_dynamics",
    source='Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy Sculpts Bayesian '
    'Manifolds", arXiv 2512.22473',
    access="full text",
    variants=VARIANTS,
    selectors=SELECTORS,
)

RELEASED = {"chain": "released script", "initial scale": "0.1", "loss": "mean over positions"}
OF_TEXT = {"chain": "law of the text", "loss": "mean over positions"}
"""Settings of Section 7.2: as the released script trains, and by the law of the text on short sequences."""

LONG = (
    "released law, $T = 2000$, at least five seeds (500 and up to eight in a quick run), initial scale 0.1, "
    "mean loss"
)
SHORT = "law of the text, $T = 64$, initial scale 0.1, mean loss"
"""How claims name them."""

HALFWAY = (
    "what is left after 500 of 1000 steps, in shares of the distance from start to end; attention has less "
    "left than values have"
)
