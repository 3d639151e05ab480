"""S4: the first-order effect of a value step on each query's loss, and the dominant-query approximation.

`ratio` is alpha_ij/alpha_rj, the same for every other query r, and all errors have one length.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_CHANGE = Claim(
    id="attention_dynamics.query_change",
    label="the first-order change $\\Delta L_i$ of a query's loss minus Eq. (41)",
    statement_id="attention_dynamics.S4.1",
    interpretation="free values, any sizes, one value moving",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="query_change",
    quantity="change_gap",
    grid={"queries": ("each",)},
    margin=1e-10,
    tags=("first order",),
)
_REMAINDER = Claim(
    id="attention_dynamics.loss_remainder.one",
    label="the change of a query's loss beyond first order in a step $\\eta$ of one value",
    statement_id="attention_dynamics.S4.2",
    interpretation="free values, two random heads of Section 7.1, one value moving, $\\eta$ from $2^{-3}$ to "
    "$2^{-12}$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*eta**2",
    alternatives=("C*eta", "C*eta**3"),
    quantity="loss_remainder",
    grid={"moved": ("one",)},
    margin=0.05,
    tags=("first order",),
)
_WORSE = Claim(
    id="attention_dynamics.side_effects.one_value",
    label="the share of queries whose loss rises to first order by one value's step",
    statement_id="attention_dynamics.S4.3",
    interpretation="compromises occur, for at least a fifth of the queries: free values, random heads of "
    "Section "
    "7.1 and wider ones, entries of size 0.1 and 0.5",
    role=Role.LITERAL,
    own_threshold=True,
    relation=Relation.AT_LEAST,
    claimed="1/5",
    quantity="side_effects",
    output="one_value",
    margin=0.05,
    tags=("first order", "frequency"),
)
_DOMINANT = Claim(
    id="attention_dynamics.dominance_error.each",
    label="the relative error of $\\sum_r \\alpha_{rj} u_r \\approx \\alpha_{ij} u_i$ with aligned errors",
    statement_id="attention_dynamics.S4.4",
    interpretation="each other weight $\\alpha_{rj}$ is a hundredth of $\\alpha_{ij}$, errors aligned and of "
    "one "
    "length, 2 to 1001 queries: at most a tenth",
    own_threshold=True,
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="1/10",
    derivation="dominance_error",
    quantity="dominance_error",
    grid={"errors": ("aligned",), "ratio": (100.0,)},
    margin=0.05,
    tags=("first order",),
)
_GAIN = Claim(
    id="attention_dynamics.dominant_gain.each",
    label="the gain $-\\Delta L_i$ of the dominant query over $\\eta\\, \\alpha_{ij}^2 |u_i|^2$ with "
    "all other errors opposed",
    statement_id="attention_dynamics.S4.5",
    interpretation="each other weight $\\alpha_{rj}$ is a hundredth of $\\alpha_{ij}$, errors opposed and of "
    "one "
    "length, 2 to 1001 queries",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    derivation="dominant_gain",
    quantity="dominant_gain",
    grid={"errors": ("opposed",), "ratio": (100.0,), "T": (2, 11, 1001)},
    margin=0.0,
    tags=("first order",),
)

CLAIMS: tuple[Claim, ...] = (
    _CHANGE,
    _REMAINDER,
    replace(
        _REMAINDER,
        id="attention_dynamics.loss_remainder.all",
        label="the change of a query's loss beyond first order in a step $\\eta$ of all values",
        interpretation="free values, two random heads of Section 7.1, all values moving, $\\eta$ from "
        "$2^{-3}$ to "
        "$2^{-12}$",
        role=Role.STRONGER,
        grid={"moved": ("all",)},
    ),
    replace(
        _REMAINDER,
        id="attention_dynamics.curvature_ratio",
        own_threshold=True,
        label="the loss's remainder beyond first order over $\\eta^2 \\alpha_{ij}^2 "
        "\\mathrm{Var}_{p_i}(W_O \\bar u_j)/2$",
        interpretation="never negative, and a hundredth below one at most, so that each query gains less, "
        "or loses more, than to first order: free values, two random heads of Section 7.1, one value "
        "moving, $\\eta$ from $2^{-7}$ to $2^{-9}$",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="99/100",
        alternatives=(),
        quantity="curvature_ratio",
        grid={},
        domain=("eta < 1/100", "eta > 1/1000"),
        margin=0.0,
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.second_order",
        label="the second derivative of a query's loss along its logits minus their variance under $p_i$",
        statement_id="attention_dynamics.S4.2",
        interpretation="any number of classes: the second derivative is a variance, so that the loss is "
        "convex "
        "along a step",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        derivation="second_order",
        quantity=None,
        grid={},
    ),
    _WORSE,
    replace(
        _WORSE,
        id="attention_dynamics.side_effects.all_values",
        label="the share of queries whose loss rises to first order by the step of all values",
        bears=Bears.CONTRADICTS,
        interpretation="no compromises, loss rises for at most a hundredth of the queries: free values, "
        "random "
        "heads of Section 7.1 and wider ones, entries of size 0.1 and 0.5, all values moving",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="1/100",
        output="all_values",
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_error.limit",
        label="the relative error of $\\sum_r \\alpha_{rj} u_r \\approx \\alpha_{ij} u_i$ with aligned "
        "errors, $\\alpha_{ij}$ being ratio times each other weight,",
        interpretation="$\\alpha_{ij}$ grows beyond all bounds relative to each other weight $\\alpha_{rj}$, "
        "errors aligned and of one length, any fixed number of queries: the error vanishes",
        relation=Relation.LIMIT,
        claimed="0",
        grid={"errors": ("aligned",)},
        diverging="ratio",
        own_threshold=False,
    ),
    _DOMINANT,
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_error.value",
        bears=Bears.REFINES,
        own_threshold=False,
        interpretation="errors aligned and of one length: the error is $T - 1$ over the ratio of "
        "$\\alpha_{ij}$ to "
        "each other weight",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="(T - 1)/ratio",
        grid={"errors": ("aligned",)},
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_power.random",
        label="the mean square of the relative error of $\\sum_r \\alpha_{rj} u_r \\approx "
        "\\alpha_{ij} u_i$ with random errors",
        interpretation="each other weight a hundredth of $\\alpha_{ij}$, errors uniform on a sphere in three "
        "dimensions, 11 to 1001 queries: at most a tenth in the root mean square",
        role=Role.CHARITABLE,
        claimed="1/100",
        derivation="dominance_power",
        quantity="dominance_power",
        output="power",
        grid={"ratio": (100.0,), "T": (11, 1001)},
        tags=("first order",),
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_power.value",
        bears=Bears.REFINES,
        own_threshold=False,
        label="the mean square of the relative error of $\\sum_r \\alpha_{rj} u_r \\approx "
        "\\alpha_{ij} u_i$ with random errors",
        interpretation="errors uniform on a sphere: in the root mean square the error is the root of the "
        "number of "
        "others over the ratio of $\\alpha_{ij}$ to each other weight",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="(T - 1)/ratio**2",
        derivation="dominance_power",
        quantity="dominance_power",
        output="power",
        grid={},
        tags=("first order",),
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_error.sum",
        own_threshold=False,
        label="the relative error of $\\sum_r \\alpha_{rj} u_r \\approx \\alpha_{ij} u_i$ divided by "
        "the others' summed weight $\\sum_{r \\ne i} \\alpha_{rj}/\\alpha_{ij}$",
        interpretation="dominance over the sum of the others: it bounds the error, whatever the errors' "
        "directions",
        role=Role.CHARITABLE,
        claimed="1",
        derivation=None,
        quantity="dominance_share",
        grid={},
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_error.sum.aligned",
        bears=Bears.REFINES,
        own_threshold=False,
        label="the relative error of $\\sum_r \\alpha_{rj} u_r \\approx \\alpha_{ij} u_i$ divided by "
        "the others' summed weight $\\sum_{r \\ne i} \\alpha_{rj}/\\alpha_{ij}$",
        interpretation="dominance over the sum of the others: the bound is reached where the others' errors "
        "agree "
        "with each other",
        role=Role.STRONGER,
        claimed="1",
        derivation="dominance_share",
        quantity="dominance_share",
        grid={"errors": ("aligned", "opposed")},
    ),
    replace(
        _GAIN,
        id="attention_dynamics.dominant_gain.limit",
        label="the gain $-\\Delta L_i$ of the dominant query over $\\eta\\, \\alpha_{ij}^2 |u_i|^2$ with all "
        "other errors opposed, $\\alpha_{ij}$ being ratio times each other weight,",
        interpretation="$\\alpha_{ij}$ grows beyond all bounds relative to each other weight $\\alpha_{rj}$, "
        "errors opposed and of one length, any fixed number of queries: the gain is what is printed",
        relation=Relation.LIMIT,
        claimed="1",
        grid={"errors": ("opposed",)},
        diverging="ratio",
        margin=0.05,
    ),
    _GAIN,
    replace(
        _GAIN,
        id="attention_dynamics.dominant_gain.sum",
        interpretation="the others' summed weight is below $\\alpha_{ij}$, errors opposed and of one length",
        role=Role.CHARITABLE,
        grid={"errors": ("opposed",)},
        domain=("T - 1 < ratio",),
    ),
    replace(
        _WORSE,
        id="attention_dynamics.side_effects.heaviest_user",
        label="the share of values by whose step their heaviest user loses to first order",
        statement_id="attention_dynamics.S4.5",
        interpretation="the primary user as the query with the largest weight: free values, random heads of "
        "Section 7.1 and wider ones, entries of size 0.1 and 0.5; at most a hundredth",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="1/100",
        output="heaviest_user",
    ),
)
