"""S3: sentences held against the equations they put into words, each in the smallest example that tells.

In an example all numbers are rational, or such times powers of log 2; step sizes are 1.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_PUSH = Claim(
    id="attention_dynamics.score_push.above",
    setting={
        "example": "two queries, two values, $u = -1$, $v = \\pm 1$",
    },
    derivation="score_of_worse",
    label="the step $\\Delta s_{ij}$ of a score whose compatibility $b_{ij}$ exceeds its query's mean",
    statement_id="attention_dynamics.S3.a",
    interpretation="'above-average' said of the compatibility $b_{ij}$ in the equation beside the sentence: "
    "free "
    "scores, two queries, two values, $u = -1$, $v = \\pm 1$",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="score_push",
    grid={"pairs": ("above",), "instance": ("two values",)},
    margin=0.0,
    tags=("wording", "witness"),
)
_BALANCE = replace(
    _PUSH,
    id="attention_dynamics.score_balance",
    setting={},
    statement_id="attention_dynamics.S3.b",
    label="the sum $\\sum_j b_{ij} \\Delta s_{ij} + \\eta\\, \\mathrm{Var}_{\\alpha_i} b$ over the values "
    "of a query",
    interpretation="free scores, any sizes: by the step a query's compatibilities and scores are "
    "anti-correlated, "
    "$\\sum_j b_{ij} \\Delta s_{ij} = -\\eta\\, \\mathrm{Var}_{\\alpha_i} b$",
    role=Role.STRONGER,
    bears=Bears.REFINES,
    relation=Relation.IDENTITY,
    derivation="score_balance",
    quantity="step_balance",
    grid={"of": ("scores",)},
    margin=1e-10,
    tags=("wording",),
)
_PULL = replace(
    _PUSH,
    id="attention_dynamics.value_pull.error",
    setting={
        "example": "two queries with $u = -1$ and 2/3 of their weight on value 1",
    },
    derivation="pull_to_error",
    label="the inner product $u_i^\\top \\Delta v_j$ of a value's step with the error of a query that "
    "uses it",
    statement_id="attention_dynamics.S3.j",
    interpretation="free values, two queries with $u = -1$ and 2/3 of their weight on value 1: the step goes "
    "along "
    "$u_i$",
    quantity="value_pull",
    grid={"toward": ("error",)},
)
_LENGTH = replace(
    _PUSH,
    id="attention_dynamics.pull_length.average",
    setting={
        "example": "two queries with 2/3 of their weight on value 1",
    },
    derivation="step_over_error",
    label="the length of a value's step at $\\eta = 1$ over that of the longest error",
    statement_id="attention_dynamics.S3.d",
    interpretation="free values, two queries with 2/3 of their weight each on value 1: an average is no "
    "longer "
    "than the longest of what it averages",
    relation=Relation.AT_MOST,
    claimed="1",
    quantity="pull_length",
    grid={"instance": ("two users",)},
    margin=0.05,
)
_DESCENT = replace(
    _PUSH,
    id="attention_dynamics.error_descent.logit",
    setting={
        "example": "one query, two classes with rows 1 and 2 of $W_O$, $p = (1/2, 1/2)$, target 1",
    },
    derivation="logit_against_error",
    label="the rate of the correct token's logit $\\ell_{i, y_i}$ as $g_i$ moves along $-u_i$",
    statement_id="attention_dynamics.S3.f",
    interpretation="the logit itself: one query, two classes with rows 1 and 2 of $W_O$, $p = (1/2, 1/2)$, "
    "target 1",
    quantity="error_descent",
    grid={"of": ("logit",)},
)
_RELIEF = replace(
    _PUSH,
    id="attention_dynamics.relief.jointly",
    setting={
        "example": "two queries with opposite errors, 2/3 and 1/3 of whose weight is on the value",
    },
    derivation="joint_relief",
    label="the rate at which a value's step lowers the summed loss of all queries",
    statement_id="attention_dynamics.S3.i",
    interpretation="free values, two queries with opposite errors, 2/3 and 1/3 of whose weight is on the "
    "value: "
    "their summed loss falls",
    quantity="relief",
    grid={"queries": ("all",)},
)
_REST = replace(
    _PUSH,
    id="attention_dynamics.loss_at_rest.errors",
    setting={
        "example": "three classes with rows 0, 1, -1 of $W_O$, $p = 1/3$ each, target 1",
    },
    derivation="loss_at_mean_row",
    label="the loss of a query whose error $u_i$ is zero",
    statement_id="attention_dynamics.S3.r",
    interpretation="three classes with rows 0, 1, -1 of $W_O$, $p = 1/3$ each, target 1, so that $u_i = 0$",
    relation=Relation.EQUALS,
    quantity="loss_at_rest",
    grid={"still": ("errors",)},
    margin=0.05,
)

CLAIMS: tuple[Claim, ...] = (
    _PUSH,
    replace(
        _PUSH,
        id="attention_dynamics.score_push.helpful",
        setting={},
        derivation=None,
        label="the step $\\Delta s_{ij}$ of a score of positive advantage $A_{ij}$",
        interpretation="above average at reducing the loss, $A_{ij} > 0$: free scores, two queries and two "
        "values, "
        "and three values",
        role=Role.CHARITABLE,
        grid={"pairs": ("below",)},
    ),
    replace(
        _PUSH,
        id="attention_dynamics.score_push.below",
        setting={},
        derivation=None,
        label="the step $\\Delta s_{ij}$ of a score whose compatibility $b_{ij}$ is below its query's mean",
        statement_id="attention_dynamics.S3.b",
        interpretation="free scores, two queries and two values, and three values",
        grid={"pairs": ("below",)},
    ),
    _BALANCE,
    _PULL,
    replace(
        _PULL,
        id="attention_dynamics.value_pull.signal",
        setting={
            "example": "two queries with $u = -1$ and 2/3 of their weight on value 1",
        },
        derivation="pull_to_signal",
        label="the inner product $\\bar u_j^\\top \\Delta v_j$ of a value's step with its weighted errors",
        statement_id="attention_dynamics.S3.h",
        interpretation="free values, two queries with $u = -1$ and 2/3 of their weight on value 1: the step "
        "goes "
        "along $\\bar u_j = \\sum_i \\alpha_{ij} u_i$",
        grid={"toward": ("signal",)},
    ),
    replace(
        _PULL,
        id="attention_dynamics.value_pull.query",
        setting={
            "example": "$d_k = d_v$, two queries at $-1$, $u = -1$, $v = \\pm 1$, keys 0",
        },
        derivation="pull_to_query",
        label="the inner product $(q_i - v_j)^\\top \\Delta v_j$ of a value's step with the way to a "
        "query $q_i$",
        statement_id="attention_dynamics.S3.c",
        interpretation="toward the vector $q_i$, where $d_k = d_v$: two queries at -1, $u = -1$, $v = \\pm "
        "1$, "
        "keys 0",
        grid={"toward": ("query",)},
    ),
    replace(
        _PULL,
        id="attention_dynamics.value_pull.output",
        setting={
            "example": "two queries, $u = -1$, $v = \\pm 1$, weights 1/2, so that $g_i = 0$",
        },
        derivation="pull_to_output",
        label="the inner product $(g_i - v_j)^\\top \\Delta v_j$ of a value's step with the way to an "
        "output $g_i$",
        statement_id="attention_dynamics.S3.x",
        interpretation="toward the vector $g_i$: two queries, $u = -1$, $v = \\pm 1$, weights 1/2, so that "
        "$g_i = "
        "0$",
        grid={"toward": ("output",)},
    ),
    *(
        replace(
            _RELIEF,
            id=f"attention_dynamics.value_pull.{name}",
            statement_id=f"attention_dynamics.{statement}",
            interpretation="'pulled toward' as serving the queries that use it: free values, two queries "
            "with "
            "opposite errors, 2/3 and 1/3 of whose weight is on the value, and their summed loss falls",
            role=Role.CHARITABLE,
        )
        for name, statement in (("users", "S3.c"), ("served", "S3.x"))
    ),
    _LENGTH,
    _DESCENT,
    replace(
        _DESCENT,
        id="attention_dynamics.error_descent.log_odds",
        derivation="log_odds_against_error",
        label="the rate of the correct token's log-odds as $g_i$ moves along $-u_i$",
        interpretation="the logit relative to the others': one query, two classes with rows 1 and 2 of "
        "$W_O$, $p = "
        "(1/2, 1/2)$, target 1",
        role=Role.CHARITABLE,
        grid={"of": ("log odds",)},
    ),
    replace(
        _DESCENT,
        id="attention_dynamics.error_descent.logit_share",
        setting={},
        derivation=None,
        label="the share of queries whose correct logit falls as $g_i$ moves along $-u_i$",
        interpretation="random heads of Section 7.1, entries of standard deviation 0.1 and 0.5: at most one "
        "query "
        "in a hundred",
        role=Role.CHARITABLE,
        own_threshold=True,
        relation=Relation.AT_MOST,
        claimed="1/100",
        quantity="side_effects",
        output="logit",
        grid={"size": ("toy",)},
        margin=0.05,
        tags=("wording", "frequency"),
    ),
    replace(
        _DESCENT,
        id="attention_dynamics.error_descent.loss",
        derivation="loss_against_error",
        label="the rate at which the loss falls as $g_i$ moves along $-u_i$",
        statement_id="attention_dynamics.S3.g",
        interpretation="one query, two classes with rows 1 and 2 of $W_O$, $p = (1/2, 1/2)$, target 1",
        grid={"of": ("minus the loss",)},
    ),
    replace(
        _DESCENT,
        id="attention_dynamics.error_descent.along",
        derivation="loss_along_error",
        label="the rate at which the loss falls as $g_i$ moves along $u_i$",
        statement_id="attention_dynamics.S3.e",
        interpretation="a move along $u_i$ itself: one query, two classes with rows 1 and 2 of $W_O$, $p = "
        "(1/2, "
        "1/2)$",
        grid={"of": ("minus the loss, along u",)},
    ),
    replace(
        _DESCENT,
        id="attention_dynamics.error_descent.against",
        derivation="loss_against_error",
        label="the rate at which the loss falls as $g_i$ moves along $-u_i$",
        statement_id="attention_dynamics.S3.e",
        interpretation="a move against $u_i$, as a gradient indicates: one query, two classes with rows 1 "
        "and 2 of "
        "$W_O$, $p = (1/2, 1/2)$",
        role=Role.CHARITABLE,
        grid={"of": ("minus the loss",)},
    ),
    _RELIEF,
    replace(
        _RELIEF,
        id="attention_dynamics.total_change",
        setting={},
        label="the summed first-order change $\\sum_i \\Delta L_i$ of the loss plus $\\eta |\\bar u_j|^2$",
        interpretation="free values, any sizes, one value moving: $\\sum_i \\Delta L_i = -\\eta |\\bar "
        "u_j|^2$",
        role=Role.STRONGER,
        relation=Relation.IDENTITY,
        derivation="total_change",
        quantity="change_gap",
        grid={"queries": ("sum",)},
        margin=1e-10,
        tags=("wording",),
    ),
    replace(
        _RELIEF,
        id="attention_dynamics.relief.every",
        derivation="least_relief",
        label="the rate at which a value's step lowers the loss of the query that gains least",
        interpretation="each query benefits: free values, two queries with opposite errors, 2/3 and 1/3 of "
        "whose "
        "weight is on the value",
        role=Role.STRONGER,
        grid={"queries": ("worst",)},
    ),
    replace(
        _RELIEF,
        id="attention_dynamics.relief.any_query",
        derivation="least_relief",
        label="the rate at which a value's step lowers the loss of the query that gains least",
        statement_id="attention_dynamics.S3.k",
        role=Role.STRONGER,
        grid={"queries": ("worst",)},
        interpretation="the loss of each query: free values, two queries with opposite errors, 2/3 and 1/3 "
        "of "
        "whose weight is on the value",
    ),
    replace(
        _RELIEF,
        id="attention_dynamics.relief.all_queries",
        statement_id="attention_dynamics.S3.k",
        interpretation="the loss $L$ of Eq. (9), summed over queries: free values, two queries with opposite "
        "errors, 2/3 and 1/3 of whose weight is on the value",
        role=Role.LITERAL,
    ),
    replace(
        _PUSH,
        id="attention_dynamics.compatibility_gain.held",
        setting={
            "example": "two queries with $u = -1$ and 2/3 of their weight on value 1",
        },
        derivation="held_compatibility",
        label="the largest change of a compatibility $b_{ij}$ in a value's step with errors held",
        statement_id="attention_dynamics.S3.l",
        interpretation="free values, errors $u_i$ as they stand: two queries with $u = -1$ and 2/3 of their "
        "weight "
        "on value 1",
        quantity="compatibility_gain",
        grid={"error": ("held",)},
    ),
    replace(
        _PUSH,
        id="attention_dynamics.compatibility_gain.moving",
        setting={
            "example": "two queries with $u = -1$ and 2/3 of their weight on value 1",
        },
        derivation="moving_compatibility",
        label="the largest change of a compatibility $b_{ij}$ in a value's step with errors that move along",
        statement_id="attention_dynamics.S3.l",
        interpretation="free values, errors $u_i$ that change with the values: two queries with $u = -1$ and "
        "2/3 "
        "of their weight on value 1",
        role=Role.STRONGER,
        quantity="compatibility_gain",
        grid={"error": ("moving",)},
    ),
    replace(
        _PUSH,
        id="attention_dynamics.routing_response",
        setting={},
        label="the rate of the score step $\\Delta s_{ij}$ as its compatibility $b_{ij}$ rises",
        statement_id="attention_dynamics.S3.m",
        interpretation="free scores, any weight $a = \\alpha_{ij}$, all else held",
        derivation="routing_response",
        quantity="routing_response",
        grid={},
        tags=("wording",),
    ),
    replace(
        _PUSH,
        id="attention_dynamics.score_push.e_step",
        setting={
            "example": "two queries, two values, $u = -1$, $v = \\pm 1$",
        },
        statement_id="attention_dynamics.S3.n",
        interpretation="compatibility $b_{ij}$ above its query's mean: free scores, two queries, two values, "
        "$u = "
        "-1$, $v = \\pm 1$",
    ),
    replace(
        _REST,
        id="attention_dynamics.prototype_gap.errors",
        setting={
            "example": "two queries, $u = -1$, $v = 0$, $\\eta = 1$",
        },
        derivation="gap_to_errors",
        label="the distance of a value after its step from the weighted mean of the errors $u_i$",
        statement_id="attention_dynamics.S3.o",
        role=Role.STRONGER,
        interpretation="the errors $u_i$ themselves as the data: two queries, $u = -1$, $v = 0$, $\\eta = 1$",
        quantity="prototype_gap",
        grid={"data": ("errors",), "step": ("one",)},
        margin=0.05,
    ),
    replace(
        _REST,
        id="attention_dynamics.prototype_gap.residuals",
        setting={
            "example": "two queries, $u = -1$, $v = 0$, $\\eta = 1$",
        },
        derivation="gap_to_residuals",
        label="the distance of a value after its step from the weighted mean of $v_j - u_i$",
        statement_id="attention_dynamics.S3.o",
        interpretation="residuals $x_i - v_j = -u_i$, so that the data are $v_j - u_i$; one step size $\\eta "
        "= 1$ "
        "for all values",
        role=Role.CHARITABLE,
        quantity="prototype_gap",
        grid={"data": ("values minus errors",), "step": ("one",)},
        margin=0.05,
    ),
    replace(
        _BALANCE,
        id="attention_dynamics.prototype_step",
        setting={},
        label="a value after its step minus the weighted mean of $v_j - u_i$",
        statement_id="attention_dynamics.S3.o",
        interpretation="residuals $x_i - v_j = -u_i$ and a step size $\\eta = 1/\\sum_i \\alpha_{ij}$ for "
        "each "
        "value, any sizes: the step is an M-step",
        role=Role.CHARITABLE,
        bears=Bears.SUPPORTS,
        derivation="prototype_step",
        quantity="prototype_gap",
        grid={"data": ("values minus errors",), "step": ("one over the sum",)},
    ),
    _REST,
    replace(
        _REST,
        id="attention_dynamics.loss_at_rest.values",
        setting={
            "example": "two queries with opposite errors and weights 1/2",
        },
        derivation="loss_at_balance",
        label="the loss where all value updates are zero",
        statement_id="attention_dynamics.S3.s",
        interpretation="two queries with opposite errors and weights 1/2, so that $\\sum_i \\alpha_{ij} u_i "
        "= 0$",
        grid={"still": ("value steps",), "shown": ("loss",)},
    ),
    replace(
        _REST,
        id="attention_dynamics.loss_at_rest.refinement",
        setting={
            "example": "two queries with opposite errors and weights 1/2",
        },
        derivation="error_at_balance",
        label="the length of the errors $u_i$ where all value updates are zero",
        statement_id="attention_dynamics.S3.t",
        interpretation="two queries with opposite errors and weights 1/2, so that $\\sum_i \\alpha_{ij} u_i "
        "= 0$",
        grid={"still": ("value steps",), "shown": ("error",)},
    ),
    replace(
        _REST,
        id="attention_dynamics.thaw.now",
        setting={
            "example": "two queries with opposite errors, two equal values",
        },
        derivation="equal_compatibilities",
        label="the largest score gradient $\\partial L/\\partial s_{ij}$ where all compatibilities are equal",
        statement_id="attention_dynamics.S3.u",
        interpretation="free scores, two queries with opposite errors, two equal values",
        quantity="thaw",
        grid={"when": ("now",)},
        margin=1e-10,
    ),
    replace(
        _REST,
        id="attention_dynamics.thaw.after",
        setting={
            "example": "two queries with opposite errors, two equal values, weights (2/3, 1/3) and "
            "(1/3, 2/3)",
        },
        derivation="thawing_rate",
        label="the rate at which a value step moves the score gradients away from zero",
        statement_id="attention_dynamics.S3.v",
        interpretation="free scores and values, two queries with opposite errors, two equal values, weights "
        "(2/3, "
        "1/3) and (1/3, 2/3): attention stays frozen",
        quantity="thaw",
        grid={"when": ("after",)},
        margin=0.05,
    ),
    replace(
        _REST,
        id="attention_dynamics.conjecture_ratio.printed",
        setting={
            "example": "one query, three values",
        },
        derivation=None,
        label="the least over the greatest ratio, score by score, of Conjecture 9.2 as printed "
        "to the true softmax gradient",
        statement_id="attention_dynamics.S3.w",
        interpretation="the formula as printed, with both $w_{ij}$ and $\\partial w_{ij}$: one query, three "
        "values",
        claimed="1",
        quantity="conjecture_ratio",
        grid={"power": (1,)},
        margin=0.05,
    ),
    replace(
        _REST,
        id="attention_dynamics.conjecture_ratio.without_factor",
        setting={
            "example": "one query, three values",
        },
        derivation=None,
        label="the least over the greatest ratio, score by score, of Conjecture 9.2 without the "
        "factor $w_{ij}$ to the true softmax gradient",
        statement_id="attention_dynamics.S3.w",
        interpretation="without the factor $w_{ij}$ beside $\\partial w_{ij}$: one query, three values",
        role=Role.CHARITABLE,
        claimed="1",
        quantity="conjecture_ratio",
        grid={"power": (0,)},
        margin=1e-10,
    ),
    replace(
        _PUSH,
        id="attention_dynamics.weight_push.advantage",
        setting={
            "example": "one query with weights (1/4, 1/2, 1/4) and advantages (1, 3, $-7$)",
        },
        derivation="weight_of_helpful",
        label="the rate of an attention weight of positive advantage along a score step",
        statement_id="attention_dynamics.S3.y",
        interpretation="the weights $w_{ij}$ themselves: free scores, one query with weights (1/4, 1/2, 1/4) "
        "and "
        "advantages (1, 3, -7)",
        quantity="weight_push",
        grid={"instance": ("three values",)},
    ),
    replace(
        _PUSH,
        id="attention_dynamics.score_push.advantage",
        setting={},
        derivation=None,
        label="the step $\\Delta s_{ij}$ of a score of positive advantage $A_{ij}$",
        statement_id="attention_dynamics.S3.y",
        interpretation="scores in place of weights: free scores, two queries and two values, and three "
        "values",
        role=Role.CHARITABLE,
        grid={"pairs": ("below",)},
    ),
)
