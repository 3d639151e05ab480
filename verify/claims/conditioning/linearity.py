"""S8: linear attention is a Hebbian memory."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role

_LINEARITY_IDENTITY = Claim(
    id="conditioning.linearity.identity",
    label="the state form $\\phi(q) S$ less the attention form $\\sum_j (\\phi(q) \\cdot \\phi(k_j)) v_j$",
    statement_id="conditioning.S8",
    interpretation="reading the state with any feature map is the sum of values weighted by kernel products",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="linearity",
    quantity="linearity_gap",
    margin=0.0,
    severity="critical",
    tags=("identity", "core"),
)

CLAIMS: tuple[Claim, ...] = (
    _LINEARITY_IDENTITY,
    replace(
        _LINEARITY_IDENTITY,
        id="conditioning.linearity.recursion",
        label="the Hebbian sum less the recursion",
        interpretation="storing one association after another gives the Hebbian sum",
        derivation="recursion",
        quantity="recursion_gap",
    ),
)
