"""Claims of Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy
Sculpts Bayesian Manifolds", arXiv 2512.22473.

One attention layer over `T` positions: scores s_ij = q_i . k_j / sqrt(d_k), weights alpha_ij = softmax_j,
contexts g_i = sum_j alpha_ij v_j, logits W_O g_i + b, cross-entropy L. Upstream gradients are u_i =
dL/dg_i, compatibilities b_ij = u_i . v_j.
"""

from __future__ import annotations

from ...claim import Claim
from ...figure import Figure
from . import (
    conjectures,
    feedback,
    first_order,
    gradients,
    loop,
    minimum,
    nulls,
    schedules,
    shared,
    step_scaling,
    sticky,
    table_one,
    toy,
    tuned,
    words,
)
from .statements import STATEMENTS

__all__ = ["CLAIMS", "FIGURES", "SOURCE", "STATEMENTS"]

SOURCE = (
    'Agarwal, Dalal, Misra, "Gradient Dynamics of Attention: How Cross-Entropy Sculpts Bayesian Manifolds", '
    "arXiv 2512.22473"
)

CLAIMS: tuple[Claim, ...] = (
    *gradients.CLAIMS,
    *conjectures.CLAIMS,
    *shared.CLAIMS,
    *words.CLAIMS,
    *first_order.CLAIMS,
    *feedback.CLAIMS,
    *nulls.CLAIMS,
    *toy.CLAIMS,
    *sticky.CLAIMS,
    *minimum.CLAIMS,
    *table_one.CLAIMS,
    *schedules.CLAIMS,
    *step_scaling.CLAIMS,
    *tuned.CLAIMS,
    *loop.CLAIMS,
)

FIGURES: tuple[Figure, ...] = (
    *shared.FIGURES,
    *nulls.FIGURES,
    *toy.FIGURES,
    *schedules.FIGURES,
    *loop.FIGURES,
)
