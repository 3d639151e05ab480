"""S4: whether heads fail independently, and whether it is better to average them or to pick a good one."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role

_FRESH = Claim(
    id="conditioning.heads.fresh",
    subject="P(all heads fail) minus p^H with fresh keys",
    statement_id="conditioning.S4",
    reading="keys of their own in every head: $P(\\text{all fail}) - p^H$ is zero",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="head_dependence",
    component="excess",
    grid={"tokens": ("fresh",), "d_k": (8, 16)},
    quick_grid={"tokens": ("fresh",), "d_k": (8,), "n": (8,)},
    margin=0.02,
    tags=("heads",),
)
_AVERAGED = replace(
    _FRESH,
    id="conditioning.heads.averaged_power",
    subject="the mean noise power of averaged heads",
    statement_id="conditioning.S4.1",
    reading="the outputs of $H$ heads with keys of their own and values in common, averaged",
    claimed="(n - 1)/(H*d_k)",
    derivation="averaged_heads_noise",
    quantity="averaged_heads",
    component="power",
    quick_grid={"tokens": ("fresh",), "d_k": (8,)},
    margin=0.05,
)

CLAIMS: tuple[Claim, ...] = (
    _FRESH,
    replace(
        _FRESH,
        id="conditioning.heads.together",
        subject="the probability that all heads of a layer fail",
        reading="keys of their own in every head, one failing with probability $p$",
        claimed="p**H",
        derivation="heads_fail_together",
        quantity=None,
        component=None,
        grid={},
        quick_grid={},
        margin=0.0,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.slices",
        subject="P(all heads fail) minus p^H with slices of one embedding",
        reading="disjoint slices of one unit embedding, three heads of $d_k$ in $3 d_k$: $P(\\text{all "
        "fail}) - p^H$ "
        "is zero; measured, not derived",
        role=Role.CHARITABLE,
        grid={"tokens": ("slices",), "d_k": (8, 16)},
        quick_grid={"tokens": ("slices",), "d_k": (8,)},
        margin=0.002,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.slices_ratio",
        subject="P(all heads fail) over p^H with slices of one embedding",
        reading="disjoint slices of one unit embedding: $P(\\text{all fail}) \\le p^H$, by their ratio; "
        "measured, not derived",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1",
        component="together",
        functional="ratio",
        grid={"tokens": ("slices",), "d_k": (8, 16)},
        quick_grid={"tokens": ("slices",), "d_k": (8,)},
        margin=0.02,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.projections_square",
        subject="P(all heads fail) over p^H with projections to the full width",
        reading="random projections of shared tokens of width $d_k$: $P(\\text{all fail}) \\ge p^H$, by "
        "their ratio; measured, not derived",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        claimed="1",
        component="together",
        functional="ratio",
        grid={"tokens": ("projections",), "width": (8, 16), "d_k": (8, 16)},
        quick_grid={"tokens": ("projections",), "width": (8,), "d_k": (8,), "n": (8,)},
        domain=("width == d_k",),
        margin=0.02,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.projections_wide",
        subject="P(all heads fail) minus p^H with projections of wide tokens",
        reading="random projections of shared tokens of width $4 d_k$: $P(\\text{all fail}) - p^H$ is zero "
        "within the margin; measured, not derived",
        role=Role.CHARITABLE,
        grid={"tokens": ("projections",), "width": (32, 64), "d_k": (8, 16)},
        quick_grid={"tokens": ("projections",), "width": (32,), "d_k": (8,), "n": (8,)},
        domain=("width == 4*d_k",),
    ),
    _AVERAGED,
    replace(
        _AVERAGED,
        id="conditioning.heads.averaged_slices",
        reading="the outputs of $H$ heads with slices of one embedding and values in common, averaged",
        role=Role.CHARITABLE,
        derivation=None,
        grid={"tokens": ("slices",), "d_k": (8, 16)},
        quick_grid={"tokens": ("slices",), "d_k": (8,), "n": (8,)},
    ),
    replace(
        _AVERAGED,
        id="conditioning.heads.averaged_projections",
        reading="the outputs of $H$ heads with projections of shared tokens and values in common, averaged",
        role=Role.CHARITABLE,
        derivation=None,
        grid={"tokens": ("projections",), "d_k": (8, 16)},
        quick_grid={"tokens": ("projections",), "d_k": (8,)},
    ),
    replace(
        _AVERAGED,
        id="conditioning.heads.averaging_beats_picking",
        subject="P(all heads fail) beyond P(their average fails)",
        reading="with fresh keys and two or more heads, all heads fail more often than their average does",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="0",
        derivation=None,
        component="average_fails",
        functional="difference",
        grid={"tokens": ("fresh",), "d_k": (8, 16), "H": (2, 4)},
        quick_grid={"tokens": ("fresh",), "d_k": (8,), "H": (2,), "n": (8,)},
        margin=0.02,
    ),
)
