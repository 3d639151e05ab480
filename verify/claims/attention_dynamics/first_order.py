"""S4: the first-order effect of a value step on each query's loss, and the dominant-query approximation.

`ratio` is alpha_ij/alpha_rj, the same for every other query r, and all errors have one length.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role, Sense

_CHANGE = Claim(
    id="attention_dynamics.query_change",
    subject="the first-order change of a query's loss minus the printed one",
    statement_id="attention_dynamics.S4.1",
    reading="Eq. (41) for every number of positions and dimensions, one value moving",
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
    subject="the change of a query's loss beyond first order",
    statement_id="attention_dynamics.S4.2",
    reading="two random heads of Section 7.1, one value moving, steps 2^-3 to 2^-12",
    role=Role.LITERAL,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C*eta**2",
    rivals=("C*eta", "C*eta**3"),
    quantity="loss_remainder",
    grid={"moved": ("one",)},
    margin=0.05,
    tags=("first order",),
)
_WORSE = Claim(
    id="attention_dynamics.side_effects.one_value",
    subject="the share of queries whose loss rises, to first order, by one value's step",
    statement_id="attention_dynamics.S4.3",
    reading="random heads of Section 7.1 and wider ones, matrices N(0, .01) and N(0, .25): at least a fifth",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="1/5",
    quantity="side_effects",
    component="one_value",
    margin=0.05,
    tags=("first order", "frequency"),
)
_DOMINANT = Claim(
    id="attention_dynamics.dominance_error.each",
    subject="the relative error of the dominant-query approximation",
    statement_id="attention_dynamics.S4.4",
    reading="each $\\alpha_{rj}$ is a hundredth of $\\alpha_{ij}$, errors aligned, 2 to 1001 queries: at "
    "most a tenth",
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
    subject="the first-order gain of the dominant query over alpha_ij^2 |u_i|^2",
    statement_id="attention_dynamics.S4.5",
    reading="each $\\alpha_{rj}$ is a hundredth of $\\alpha_{ij}$, all others opposed, 2 to 1001 queries: "
    "positive",
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
        reading="the same heads, all values moving",
        role=Role.STRONGER,
        grid={"moved": ("all",)},
    ),
    replace(
        _REMAINDER,
        id="attention_dynamics.curvature_ratio",
        subject="the remainder over half of eta^2 alpha_ij^2 times the variance of the moved logits",
        reading="the remainder is $\\eta^2 \\alpha_{ij}^2 \\mathrm{Var}_{p_i}(W_O \\bar u_j)/2$, never "
        "negative: each query gains less, or loses more, than to first order; steps 2^-7 to 2^-9",
        role=Role.STRONGER,
        relation=Relation.REPORTED,
        sense=None,
        claimed="1.000",
        rivals=(),
        quantity="curvature_ratio",
        grid={},
        domain=("eta < 1/100", "eta > 1/1000"),
        margin=0.01,
    ),
    replace(
        _CHANGE,
        id="attention_dynamics.second_order",
        subject="the second derivative of a query's loss along logits minus their variance under p",
        statement_id="attention_dynamics.S4.2",
        reading="for every number of classes: the second derivative is a variance, so that the loss is "
        "convex "
        "along a step",
        role=Role.STRONGER,
        derivation="second_order",
        quantity=None,
        grid={},
    ),
    _WORSE,
    replace(
        _WORSE,
        id="attention_dynamics.side_effects.all_values",
        subject="the share of queries whose loss rises, to first order, by the step of all values",
        reading="the same heads, all values moving: at most a hundredth",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="1/100",
        component="all_values",
    ),
    _DOMINANT,
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_error.value",
        reading="exactly, errors aligned: $T - 1$ over the ratio",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="(T - 1)/ratio",
        grid={"errors": ("aligned",)},
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_power.random",
        subject="the mean square of the relative error, errors in random directions",
        reading="each a hundredth, errors uniform on a sphere in three dimensions, 11 to 1001 queries: a "
        "tenth in "
        "the root mean square",
        role=Role.CHARITABLE,
        claimed="1/100",
        derivation="dominance_power",
        quantity="dominance_power",
        component="power",
        grid={"ratio": (100.0,), "T": (11, 1001)},
        tags=("first order",),
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_power.value",
        subject="the mean square of the relative error, errors in random directions",
        reading="errors uniform on a sphere: the root of the number of others over the ratio, in the root "
        "mean "
        "square",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="(T - 1)/ratio**2",
        derivation="dominance_power",
        quantity="dominance_power",
        component="power",
        grid={},
        tags=("first order",),
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_error.sum",
        subject="the relative error over the others' summed weight, in units of the dominant query's",
        reading="$\\alpha_{ij} |u_i|$ against the sum of $\\alpha_{rj} |u_r|$ over the others bounds the "
        "error, whatever their directions",
        role=Role.CHARITABLE,
        claimed="1",
        derivation=None,
        quantity="dominance_share",
        grid={},
    ),
    replace(
        _DOMINANT,
        id="attention_dynamics.dominance_error.sum.aligned",
        subject="the relative error over the others' summed weight, in units of the dominant query's",
        reading="the same bound is reached where the others' errors agree with each other",
        role=Role.STRONGER,
        claimed="1",
        derivation="dominance_share",
        quantity="dominance_share",
        grid={"errors": ("aligned", "opposed")},
    ),
    _GAIN,
    replace(
        _GAIN,
        id="attention_dynamics.dominant_gain.sum",
        reading="the others' summed weight is below $\\alpha_{ij}$, all of them opposed: positive",
        role=Role.CHARITABLE,
        grid={"errors": ("opposed",)},
        domain=("T - 1 < ratio",),
    ),
    replace(
        _WORSE,
        id="attention_dynamics.side_effects.heaviest_user",
        subject="the share of values by whose step their heaviest user loses, to first order",
        statement_id="attention_dynamics.S4.5",
        reading="the primary user is the query with the largest weight; random heads of Section 7.1 and "
        "wider ones: "
        "at most a hundredth",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="1/100",
        component="heaviest_user",
    ),
)
