"""S8: linear attention is a Hebbian memory."""

from __future__ import annotations

from ...paper import literal, quantity
from . import paper

S8 = paper.statement(
    "S8 Linear attention is a Hebbian memory",
    r"$\phi(q) S = \sum_j (\phi(q) \cdot \phi(k_j)) v_j$ with $S_i = \sum_{j \le i} \phi(k_j)^T v_j$.",
    place="linear attention equation",
    primary="linearity.identity",
    why_primary="It is the formula as printed.",
)

S8.claim(
    "linearity.identity",
    "reading the state with any feature map is the sum of values weighted by kernel products",
    quantity(
        "linearity_gap",
        r"the state form $\phi(q) S$ less the attention form $\sum_j (\phi(q) \cdot \phi(k_j)) v_j$",
    ).vanishes(margin=0.0),
    literal(derivation="linearity", severity="critical", tags=("identity", "core")),
)

S8.claim(
    "linearity.recursion",
    "storing one association after another gives the Hebbian sum",
    quantity("recursion_gap", "the Hebbian sum less the recursion").vanishes(margin=0.0),
    literal(derivation="recursion", severity="critical", tags=("identity", "core")),
)
