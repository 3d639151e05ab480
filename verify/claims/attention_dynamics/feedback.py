"""S5: each arrow of the feedback loop of Section 4.4, where it fails and how often.

Witnesses first; shares are those of random heads of Section 7.1 (toy) and of wider ones (20 positions, 8
dimensions, 10 classes), with matrices N(0, .01) and N(0, .25) and the query's most helpful value.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role

_WITNESS = Claim(
    id="attention_dynamics.arrow.weight",
    derivation="weight_of_best",
    subject="the least rate of a weight of positive advantage along a score step",
    statement_id="attention_dynamics.S5.2",
    reading="weights (1/12, 2/3, 1/4), advantages (12, 9, -28): the most helpful value's weight falls",
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
    subject="the share of queries whose most helpful value loses weight along a score step",
    statement_id="attention_dynamics.S5.2",
    reading="in most cases: the weight falls in at most a quarter",
    role=Role.CHARITABLE,
    relation=Relation.AT_MOST,
    claimed="1/4",
    quantity="feedback",
    component="weight",
    grid={"value": ("lowest",)},
    margin=0.05,
    tags=("feedback", "frequency"),
)

CLAIMS: tuple[Claim, ...] = (
    replace(
        _WITNESS,
        id="attention_dynamics.arrow.score",
        derivation=None,
        subject="the least score step over pairs of positive advantage",
        statement_id="attention_dynamics.S5.1",
        reading="scores as parameters of their own: at two queries and two values, and at three values",
        quantity="score_push",
        grid={"pairs": ("below",)},
    ),
    _WITNESS,
    _SHARE,
    replace(
        _WITNESS,
        id="attention_dynamics.arrow.value",
        derivation="away_from_served",
        subject="the least rate at which a value moves away from the error of a query that it serves",
        statement_id="attention_dynamics.S5.3",
        reading="value 1 serves query 1, and query 2, whose target is another, has three times its weight "
        "on it",
        grid={"arrow": (2,), "instance": ("crossed",)},
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.value",
        subject="the share of queries toward whose error their most helpful value moves",
        statement_id="attention_dynamics.S5.3",
        reading="in most cases: it moves toward the error in at most a half",
        claimed="1/2",
        component="value",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.value.any",
        subject="the share of queries toward whose error a helpful value moves",
        statement_id="attention_dynamics.S5.3",
        reading="any value of positive advantage, in at most a half of the cases",
        claimed="1/2",
        component="value",
        grid={"value": ("any",)},
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.compatibility_balance",
        subject="the weighted sum over queries of the change of b_ij, plus eta |ubar_j|^2",
        statement_id="attention_dynamics.S5.4",
        reading="for every instance, over all users of a value: $\\sum_i \\alpha_{ij} \\Delta b_{ij} = "
        "-\\eta "
        "|\\bar u_j|^2$",
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
        derivation="advantage_of_served",
        subject="the least rate of an advantage whose arrows 1 and 2 hold",
        statement_id="attention_dynamics.S5.5",
        reading="both queries are served by value 2, and their weight on value 1 is larger: $b_{ij}$ "
        "falls, its "
        "mean falls faster",
        grid={"arrow": (3,), "instance": ("shared values",)},
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.own_advantage",
        subject="the change of an advantage along the value step of its query alone",
        statement_id="attention_dynamics.S5.5",
        reading="a single query, with whom nobody conflicts, and two values, weight $a$ on the helpful "
        "one: by "
        "rules $(2a - 1)(1 - a)$",
        role=Role.CHARITABLE,
        derivation="own_advantage",
        quantity="own_advantage",
        grid={},
        tags=("feedback",),
    ),
    replace(
        _WITNESS,
        id="attention_dynamics.own_advantage.majority",
        subject="the change of an advantage along the value step of its query alone",
        statement_id="attention_dynamics.S5.5",
        reading="the same where the helpful value already has more than half of the weight",
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
        subject="the weighted sum over values of the changes of a query's advantages, over that of their "
        "sizes",
        statement_id="attention_dynamics.S5.5",
        reading="for all values of a query at once, weights held: a tenth of their size; by rules the sum "
        "is 0, "
        "whatever the step",
        role=Role.STRONGER,
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
        subject="the share of queries whose most helpful value loses advantage along a value step",
        statement_id="attention_dynamics.S5.5",
        reading="in most cases: the advantage falls in at most a half",
        claimed="1/2",
        component="advantage",
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.advantage.any",
        subject="the share of queries whose helpful value loses advantage along a value step",
        statement_id="attention_dynamics.S5.5",
        reading="any value of positive advantage: it falls in at most a half of the cases",
        claimed="1/2",
        component="advantage",
        grid={"value": ("any",)},
    ),
    replace(
        _SHARE,
        id="attention_dynamics.feedback.loop",
        subject="the share of queries for whose most helpful value an arrow of the loop fails",
        statement_id="attention_dynamics.S5.6",
        reading="in most cases: some arrow fails in at most a half",
        claimed="1/2",
        component="loop",
        role=Role.LITERAL,
    ),
)
