"""S4: whether heads fail independently, and whether it is better to average them or to pick a good one."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_FRESH = Claim(
    id="conditioning.heads.fresh",
    label="with fresh keys in every head, the probability that all heads fail less $p^H$",
    statement_id="conditioning.S4",
    interpretation="keys of their own in every head: $P(\\text{all fail}) - p^H$ is zero",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    derivation="heads_excess",
    quantity="head_dependence",
    output="excess",
    grid={"tokens": ("fresh",), "d_k": (8, 16)},
    quick_grid={"tokens": ("fresh",), "d_k": (8,), "n": (8,)},
    margin=0.02,
    tags=("heads",),
)
_AVERAGED = replace(
    _FRESH,
    id="conditioning.heads.averaged_power",
    label="the mean noise power of $H$ averaged heads with fresh keys",
    statement_id="conditioning.S4.1",
    interpretation="the outputs of $H$ heads with keys of their own and values in common, averaged",
    claimed="(n - 1)/(H*d_k)",
    derivation="averaged_heads_noise",
    quantity="averaged_heads",
    output="power",
    quick_grid={"tokens": ("fresh",), "d_k": (8,)},
    margin=0.05,
)

CLAIMS: tuple[Claim, ...] = (
    _FRESH,
    replace(
        _FRESH,
        id="conditioning.heads.together",
        label="the probability that all $H$ independent heads of a layer fail",
        interpretation="keys of their own in every head, one failing with probability $p$",
        claimed="p**H",
        derivation="heads_fail_together",
        quantity=None,
        output=None,
        grid={},
        quick_grid={},
        margin=0.0,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.unit_slices",
        label="with unit slices of one embedding as keys, the ratio of the probability that all heads "
        "fail to $p^H$",
        interpretation="disjoint slices of one embedding, each scaled to a unit vector as the theorem asks "
        "of keys, two and three heads of $d_k$ in $3 d_k$, $n = d_k$: $P(\\text{all fail}) = "
        "p^H$, by their ratio within 5 %",
        role=Role.CHARITABLE,
        claimed="1",
        quantity="unit_slices",
        output="together",
        statistic="ratio",
        derivation=None,
        grid={"d_k": (8, 16)},
        quick_grid={"d_k": (8,), "H": (2,)},
        margin=0.05,
        own_threshold=True,
        domain=("n == d_k",),
    ),
    replace(
        _FRESH,
        id="conditioning.heads.slices",
        label="with slices of one embedding, of random length, as keys, the probability that all heads "
        "fail less $p^H$",
        interpretation="disjoint slices of one unit embedding, scaled to mean square length 1 but of random "
        "length, three heads of $d_k$ in $3 d_k$: $P(\\text{all fail}) - p^H$ is zero; "
        "measured, not derived",
        role=Role.CHARITABLE,
        derivation=None,
        grid={"tokens": ("slices",), "d_k": (8, 16)},
        quick_grid={"tokens": ("slices",), "d_k": (8,)},
        margin=0.002,
        own_threshold=True,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.slices_ratio",
        label="with slices of one embedding, of random length, as keys, the ratio of the probability that "
        "all heads fail to $p^H$",
        interpretation="disjoint slices of one unit embedding, scaled to mean square length 1 but of random "
        "length: $P(\\text{all fail}) \\le p^H$, by their ratio; measured, not derived",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1",
        output="together",
        statistic="ratio",
        derivation=None,
        grid={"tokens": ("slices",), "d_k": (8, 16)},
        quick_grid={"tokens": ("slices",), "d_k": (8,)},
        margin=0.02,
        bears=Bears.REFINES,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.projections_square",
        label="with projections of shared tokens of $d_k$ dimensions as keys, the ratio of the "
        "probability that all heads fail to $p^H$",
        interpretation="random projections of shared tokens of width $d_k$: $P(\\text{all fail}) \\ge p^H$, "
        "by "
        "their ratio: given the tokens heads are independent, and Jensen's inequality says so",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        claimed="1",
        output="together",
        statistic="ratio",
        derivation="projected_heads_ratio",
        grid={"tokens": ("projections",), "width": (8, 16), "d_k": (8, 16)},
        quick_grid={"tokens": ("projections",), "width": (8,), "d_k": (8,), "n": (8,)},
        domain=("width == d_k",),
        margin=0.02,
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _FRESH,
        id="conditioning.heads.projections_wide",
        label="with projections of shared tokens of $4 d_k$ dimensions as keys, the probability that all "
        "heads fail less $p^H$",
        interpretation="random projections of shared tokens of width $4 d_k$: heads are nearly independent, "
        "$P(\\text{all fail}) - p^H \\le .02$; derived is that it is no less than zero",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="1/50",
        derivation="projected_heads_excess",
        grid={"tokens": ("projections",), "width": (32, 64), "d_k": (8, 16)},
        quick_grid={"tokens": ("projections",), "width": (32,), "d_k": (8,), "n": (8,), "H": (2,)},
        domain=("width == 4*d_k",),
        own_threshold=True,
    ),
    _AVERAGED,
    replace(
        _AVERAGED,
        id="conditioning.heads.averaged_slices",
        label="the mean noise power of $H$ averaged heads with slices of one embedding as keys",
        interpretation="the outputs of $H$ heads with slices of one embedding and values in common, averaged",
        role=Role.CHARITABLE,
        derivation="averaged_slices_noise",
        grid={"tokens": ("slices",), "d_k": (8, 16)},
        quick_grid={"tokens": ("slices",), "d_k": (8,), "n": (8,)},
    ),
    replace(
        _AVERAGED,
        id="conditioning.heads.averaged_projections",
        label="the mean noise power of $H$ averaged heads with projections of shared tokens as keys",
        interpretation="the outputs of $H$ heads with projections of shared tokens and values in common, "
        "averaged",
        role=Role.CHARITABLE,
        derivation="averaged_projections_noise",
        grid={"tokens": ("projections",), "width": (32, 64), "d_k": (8, 16)},
        quick_grid={"tokens": ("projections",), "width": (32,), "d_k": (8,), "n": (8,)},
    ),
    replace(
        _AVERAGED,
        id="conditioning.heads.averaged_projections.exact",
        label="the mean noise power of $H$ averaged heads with projections of shared tokens as keys",
        interpretation="the outputs of $H$ heads with projections of shared tokens and values in common, "
        "averaged, with the tokens' own overlaps, which heads share: no number of heads "
        "takes the noise below $(n - 1)/m$ for tokens of $m$ dimensions",
        role=Role.STRONGER,
        claimed="(n - 1)*(H*d_k + width + 1)/(H*d_k*width)",
        derivation="averaged_projections_noise",
        grid={"tokens": ("projections",), "width": (32, 64), "d_k": (8, 16)},
        quick_grid={"tokens": ("projections",), "width": (32,), "d_k": (8,), "n": (8,)},
        bears=Bears.REFINES,
    ),
    replace(
        _AVERAGED,
        id="conditioning.heads.averaging_beats_picking",
        label="the probability that the average of the heads fails less the probability that all heads fail",
        interpretation="with fresh keys and two or more heads, all heads fail more often than their average "
        "does",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="0",
        derivation=None,
        output="average_fails",
        statistic="difference",
        grid={"tokens": ("fresh",), "d_k": (8, 16), "H": (2, 4)},
        quick_grid={"tokens": ("fresh",), "d_k": (8,), "H": (2,), "n": (8,)},
        margin=0.02,
        bears=Bears.REFINES,
    ),
)
