"""S5: each arrow of the feedback loop of Section 4.4, where it fails and how often.

Counterexamples first; shares are those of random heads of Section 7.1 (toy) and of wider ones (20
positions, 8 dimensions, 10 classes), with entries N(0, 0.01) and N(0, 0.25) and the query's most helpful
value.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role

_HEADS = "free variables, random heads of Section 7.1 (toy) and wider ones, entries of size 0.1 and 0.5"
_WITNESS = Claim(
    id="attention_dynamics.arrow.weight",
    setting={
        "example": "one query with weights (1/12, 2/3, 1/4) and advantages (12, 9, $-28$)",
    },
    derivation="weight_of_best",
    label="the rate of the attention weight of a query's most helpful value along a score step",
    statement_id="attention_dynamics.S5.2",
    interpretation="free scores, one query with weights (1/12, 2/3, 1/4) and advantages (12, 9, -28): the "
    "first "
    "value is the most helpful",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="arrow",
    grid={"arrow": (1,), "instance": ("best of three",)},
    margin=0.0,
    tags=("feedback", "witness"),
)
_SHARE = Claim(
    id="attention_dynamics.feedback.weight",
    label="the share of queries whose most helpful value loses attention weight along a score step",
    statement_id="attention_dynamics.S5.2",
    interpretation=f"{_HEADS}: the weight falls for at most a quarter of the queries",
    role=Role.CHARITABLE,
    own_threshold=True,
    relation=Relation.AT_MOST,
    claimed="1/4",
    quantity="feedback",
    output="weight",
    grid={"value": ("lowest",)},
    margin=0.05,
    tags=("feedback", "frequency"),
)

CLAIMS: tuple[Claim, ...] = (
    replace(
        _WITNESS,
        id="attention_dynamics.arrow.score",
        setting={},
        derivation=None,
        label="the step $\\Delta s_{ij}$ of a score of positive advantage $A_{ij}$",
        statement_id="attention_dynamics.S5.1",
        interpretation="free scores, two queries and two values, and three values",
        quantity="score_push",
        grid={"pairs": ("below",)},
    ),
    _WITNESS,
    _SHARE,
    replace(
        _WITNESS,
        id="attention_dynamics.arrow.value",
        setting={
            "example": "value 1 serves query 1; query 2, of another target, has three times the weight on it",
        },
        derivation="away_from_served",
        label="the rate $-u_i^\\top \\Delta v_j$ at which a value moves away from the error of a query "
        "that it serves",
        statement_id="attention_dynamics.S5.3",
        role=Role.STRONGER,
        interpretation="it moves away at all: free values, value 1 serves query 1, while query 2, whose "
        "target is "
        "another, has three times the weight on it",
        grid={"arrow": (2,), "instance": ("crossed",)},
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.value",
        label="the share of queries toward whose error $u_i$ their most helpful value moves",
        statement_id="attention_dynamics.S5.3",
        interpretation=f"{_HEADS}: it moves toward the error for at most half of the queries",
        claimed="1/2",
        output="value",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.value.any",
        label="the share of pairs of a query and a helpful value that moves toward the query's error $u_i$",
        statement_id="attention_dynamics.S5.3",
        interpretation=f"{_HEADS}: any value of positive advantage, in at most half of the pairs",
        claimed="1/2",
        output="value",
        grid={"value": ("any",)},
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.pull_by_weight",
        setting={},
        derivation=None,
        label="the derivative of $u_i^\\top \\Delta v_j/(\\eta |u_i|^2)$ by $\\alpha_{ij}$",
        statement_id="attention_dynamics.S5.3",
        interpretation="further away with a larger weight than with a smaller one: free values, heads of "
        "Section "
        "7.1, all else held",
        relation=Relation.EQUALS,
        claimed="-1",
        quantity="pull_by_weight",
        grid={},
        margin=1e-10,
        tags=("feedback",),
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.compatibility_balance",
        setting={},
        label="the sum $\\sum_i \\alpha_{ij} \\Delta b_{ij} + \\eta |\\bar u_j|^2$ over the users of a value",
        statement_id="attention_dynamics.S5.4",
        interpretation="free values, any sizes, errors held: over all users of a value $\\sum_i \\alpha_{ij} "
        "\\Delta b_{ij} = -\\eta |\\bar u_j|^2 \\le 0$",
        relation=Relation.IDENTITY,
        derivation="compatibility_balance",
        quantity="step_balance",
        grid={"of": ("compatibilities",)},
        margin=1e-10,
        tags=("feedback",),
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.arrow.advantage",
        setting={
            "example": "two queries that value 2 serves and that weigh value 1 more",
        },
        derivation="advantage_of_served",
        label="the rate of the advantage $A_{ij}$ of a helpful value from which the first two arrows start",
        statement_id="attention_dynamics.S5.5",
        interpretation="free values, two queries that value 2 serves and that weigh value 1 more: $b_{ij}$ "
        "falls, "
        "its mean falls faster",
        grid={"arrow": (3,), "instance": ("shared values",)},
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.own_advantage",
        setting={},
        label="the change of the advantage of a query's helpful value in a step of all values",
        statement_id="attention_dynamics.S5.5",
        interpretation="free values, a single query, with which no other conflicts, and two values, weight "
        "$a$ on "
        "the helpful one",
        role=Role.LITERAL,
        derivation="own_advantage",
        quantity="own_advantage",
        grid={},
        tags=("feedback",),
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.own_advantage.majority",
        setting={},
        label="the change of the advantage of a query's helpful value with most weight in a step of all "
        "values",
        statement_id="attention_dynamics.S5.5",
        interpretation="free values, a single query and two values, weight $a > 1/2$ on the helpful one",
        role=Role.CHARITABLE,
        derivation="own_advantage",
        quantity="own_advantage",
        grid={},
        domain=("a > 1/2",),
        tags=("feedback",),
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.advantage_balance",
        setting={},
        label="the sum $\\sum_j \\alpha_{ij} \\Delta A_{ij}$ of a query's changes of advantage over that "
        "of their sizes",
        statement_id="attention_dynamics.S5.5",
        interpretation="the advantages of a query rise on the whole, by at least a tenth of the sizes of "
        "their "
        "changes: any sizes, weights held, any step of the values",
        role=Role.STRONGER,
        own_threshold=True,
        relation=Relation.AT_LEAST,
        claimed="1/10",
        derivation="advantage_balance",
        quantity="step_balance",
        grid={"of": ("advantages",)},
        margin=0.05,
        tags=("feedback",),
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.advantage",
        label="the share of queries whose most helpful value loses advantage along a step of all values",
        statement_id="attention_dynamics.S5.5",
        interpretation=f"{_HEADS}: its advantage falls for at most half of the queries",
        claimed="1/2",
        output="advantage",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.advantage.any",
        label="the share of pairs of a query and a helpful value that loses advantage along a step of all "
        "values",
        statement_id="attention_dynamics.S5.5",
        interpretation=f"{_HEADS}: any value of positive advantage, in at most half of the pairs",
        claimed="1/2",
        output="advantage",
        grid={"value": ("any",)},
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.loop",
        label="the share of queries for whose most helpful value some arrow of the loop fails",
        statement_id="attention_dynamics.S5.6",
        interpretation=f"{_HEADS}: some arrow fails for at most half of the queries",
        claimed="1/2",
        output="loop",
        role=Role.LITERAL,
    ),
)
