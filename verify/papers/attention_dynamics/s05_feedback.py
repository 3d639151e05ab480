"""S5: each arrow of the feedback loop of Section 4.4, where it fails and how often.

Counterexamples first; shares are those of random heads of Section 7.1 (toy) and of wider ones (20
positions, 8 dimensions, 10 classes), with entries N(0, 0.01) and N(0, 0.25) and the query's most helpful
value.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

loop = paper.having(tags=("feedback",))
witness = ("feedback", "witness")
frequency = ("feedback", "frequency")
heads = "free variables, random heads of Section 7.1 (toy) and wider ones, entries of size 0.1 and 0.5"

S5_1 = loop.statement(
    "S5.1 Feedback loop, arrow 1: the score",
    r"If $b_{ij} - \mathbb{E}_{\alpha_i}[b]$ is negative, then $s_{ij}$ increases.",
    place="Section 4.4 (1)",
    why_primary="Scores are variables of their own in Eq. (34).",
    same_as="S2.3",
)

S5_1.claim(
    "arrow.score",
    "free scores, two queries and two values, and three values",
    quantity("score_push")(pairs="below")
    .named(r"the step $\Delta s_{ij}$ of a score of positive advantage $A_{ij}$")
    .exceeds(),
    literal(tags=witness),
)

S5_2 = loop.statement(
    "S5.2 Feedback loop, arrow 1: the weight",
    r"If $v_j$ is particularly helpful to i, then $\alpha_{ij}$ grows.",
    place="Section 4.4 (1)",
    why_primary="The sentence is said of every pair; the counterexample is the most helpful value of its "
    "query.",
    why_refuted="The score rises but the softmax divides by the sum: a helpful value of small weight can "
    "lose weight to a heavier one whose score rises faster.",
)

arrow = quantity("arrow")

S5_2.claim(
    "arrow.weight",
    "free scores, one query with weights (1/12, 2/3, 1/4) and advantages (12, 9, -28): the first value is "
    "the most helpful",
    arrow(arrow=1, instance="best of three")
    .named("the rate of the attention weight of a query's most helpful value along a score step")
    .exceeds(),
    literal(
        derivation="weight_of_best",
        setting={"example": "one query with weights (1/12, 2/3, 1/4) and advantages (12, 9, $-28$)"},
        tags=witness,
    ),
)

feedback = quantity("feedback")

S5_2.claim(
    "feedback.weight",
    f"{heads}: the weight falls for at most a quarter of the queries",
    feedback["weight"](value="lowest")
    .named("the share of queries whose most helpful value loses attention weight along a score step")
    .at_most("1/4", margin=0.05),
    charitable(own_threshold=True, tags=frequency),
)

S5_3 = loop.statement(
    "S5.3 Feedback loop, arrow 2",
    r"Larger $\alpha_{ij}$ gives $u_i$ more weight in $\bar u_j$, so $v_j$ moves further away from $u_i$.",
    place="Section 4.4 (2)",
    primary="pull_by_weight",
    why_primary=r"'Further' compares: with a larger $\alpha_{ij}$ the step leads further from $u_i$ than "
    "with a smaller one, all else held.",
).having(tags=frequency)

crossed = "value 1 serves query 1; query 2, of another target, has three times the weight on it"

S5_3.claim(
    "arrow.value",
    "it moves away at all: free values, value 1 serves query 1, while query 2, whose target is another, has "
    "three times the weight on it",
    arrow(arrow=2, instance="crossed")
    .named(
        r"the rate $-u_i^\top \Delta v_j$ at which a value moves away from the error of a query that it "
        "serves"
    )
    .exceeds(),
    stronger(derivation="away_from_served", setting={"example": crossed}, tags=witness),
)

S5_3.claim(
    "feedback.value",
    f"{heads}: it moves toward the error for at most half of the queries",
    feedback["value"](value="lowest")
    .named("the share of queries toward whose error $u_i$ their most helpful value moves")
    .at_most("1/2", margin=0.05),
    charitable(own_threshold=True),
)

S5_3.claim(
    "feedback.value.any",
    f"{heads}: any value of positive advantage, in at most half of the pairs",
    feedback["value"](value="any")
    .named("the share of pairs of a query and a helpful value that moves toward the query's error $u_i$")
    .at_most("1/2", margin=0.05),
    charitable(own_threshold=True),
)

S5_3.claim(
    "pull_by_weight",
    "further away with a larger weight than with a smaller one: free values, heads of Section 7.1, all else "
    "held",
    quantity(
        "pull_by_weight", r"the derivative of $u_i^\top \Delta v_j/(\eta |u_i|^2)$ by $\alpha_{ij}$"
    ).equals("-1", margin=1e-10),
    literal(tags=("feedback",)),
)

S5_4 = loop.statement(
    "S5.4 Feedback loop, arrow 3: the compatibility",
    "As $v_j$ moves away from $u_i$, $b_{ij}$ decreases further.",
    place="Section 4.4 (3)",
    why_primary="For one query it repeats arrow 2; what holds in every case is the weighted sum over a "
    "value's users.",
)

step_balance = quantity("step_balance")

S5_4.claim(
    "compatibility_balance",
    "free values, any sizes, errors held: over all users of a value "
    r"$\sum_i \alpha_{ij} \Delta b_{ij} = -\eta |\bar u_j|^2 \le 0$",
    step_balance(of="compatibilities")
    .named(r"the sum $\sum_i \alpha_{ij} \Delta b_{ij} + \eta |\bar u_j|^2$ over the users of a value")
    .vanishes(margin=1e-10),
    literal(derivation="compatibility_balance"),
)

S5_5 = loop.statement(
    "S5.5 Feedback loop, arrow 3: the advantage",
    "A smaller $b_{ij}$ increases $A_{ij}$, reinforcing step 1.",
    place="Section 4.4 (3)",
    primary="own_advantage",
    why_primary="Eq. (33) moves all values at once; one query has no other user in its way.",
    why_refuted=r"The step moves the mean $\mathbb{E}_{\alpha_i}[b]$ too: with one query and two values the "
    "advantage of the helpful one changes by $(2a - 1)(1 - a)$, and falls while its weight $a$ is below one "
    "half.",
)

shared_values = "two queries that value 2 serves and that weigh value 1 more"

S5_5.claim(
    "arrow.advantage",
    f"free values, {shared_values}: $b_{{ij}}$ falls, its mean falls faster",
    arrow(arrow=3, instance="shared values")
    .named("the rate of the advantage $A_{ij}$ of a helpful value from which the first two arrows start")
    .exceeds(),
    literal(derivation="advantage_of_served", setting={"example": shared_values}, tags=witness),
)

own_advantage = quantity("own_advantage")

S5_5.claim(
    "own_advantage",
    "free values, a single query, with which no other conflicts, and two values, weight $a$ on the helpful "
    "one",
    own_advantage.named(
        "the change of the advantage of a query's helpful value in a step of all values"
    ).exceeds(),
    literal(derivation="own_advantage"),
)

S5_5.claim(
    "own_advantage.majority",
    "free values, a single query and two values, weight $a > 1/2$ on the helpful one",
    own_advantage.where("a > 1/2")
    .named("the change of the advantage of a query's helpful value with most weight in a step of all values")
    .exceeds(),
    charitable(derivation="own_advantage"),
)

S5_5.claim(
    "advantage_balance",
    "the advantages of a query rise on the whole, by at least a tenth of the sizes of their changes: any "
    "sizes, weights held, any step of the values",
    step_balance(of="advantages")
    .named(
        r"the sum $\sum_j \alpha_{ij} \Delta A_{ij}$ of a query's changes of advantage over that of their "
        "sizes"
    )
    .at_least("1/10", margin=0.05),
    stronger(derivation="advantage_balance", own_threshold=True),
)

S5_5.claim(
    "feedback.advantage",
    f"{heads}: its advantage falls for at most half of the queries",
    feedback["advantage"](value="lowest")
    .named("the share of queries whose most helpful value loses advantage along a step of all values")
    .at_most("1/2", margin=0.05),
    charitable(own_threshold=True, tags=frequency),
)

S5_5.claim(
    "feedback.advantage.any",
    f"{heads}: any value of positive advantage, in at most half of the pairs",
    feedback["advantage"](value="any")
    .named(
        "the share of pairs of a query and a helpful value that loses advantage along a step of all values"
    )
    .at_most("1/2", margin=0.05),
    charitable(own_threshold=True, tags=frequency),
)

S5_6 = loop.statement(
    "S5.6 The loop as a whole",
    "Equations (23) and (33) together form a feedback loop.",
    place="Section 4.4",
    why_primary="The loop closes where all of its arrows hold; most queries are asked for, not all.",
    why_refuted="In random heads of the source's toy some arrow fails for most queries' most helpful values, "
    "since other users pull a value elsewhere, as Section 4.3 grants.",
)

S5_6.claim(
    "feedback.loop",
    f"{heads}: some arrow fails for at most half of the queries",
    feedback["loop"](value="lowest")
    .named("the share of queries for whose most helpful value some arrow of the loop fails")
    .at_most("1/2", margin=0.05),
    literal(own_threshold=True, tags=frequency),
)
