"""S3.a to S3.m: sentences held against the equations they put into words, each in the smallest example.

Where the source says elsewhere how it means "above average" or "pulled toward", that is the primary
interpretation; what the equation beside the sentence says of the words to the letter stands beside it. In an
example all numbers are rational, or such times powers of log 2; step sizes are 1.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

wording = paper.having(tags=("wording", "witness"))
opposed = "two queries with opposite errors, 2/3 and 1/3 of whose weight is on the value"
two_users = "two queries with $u = -1$ and 2/3 of their weight on value 1"
two_classes = "one query, two classes with rows 1 and 2 of $W_O$, $p = (1/2, 1/2)$"
two_values = r"two queries, two values, $u = -1$, $v = \pm 1$"

S3_a = wording.statement(
    "S3.a Routing above the average",
    "Queries route more strongly to values that are above-average for their error signal.",
    place=r"Abstract, beside $\partial L/\partial s_{ij} = \alpha_{ij} (b_{ij} - \mathbb{E}_{\alpha_i}[b])$",
    primary="score_push.helpful",
    why_primary="Section 9.4 says 'above average at reducing the loss', which is a positive advantage.",
    as_printed="Held against the average of $b_{ij}$ in the equation beside it the sentence needs "
    "'below-average': the score of a value above that average falls.",
    printed="score_push.above",
)

score_push = quantity("score_push")

S3_a.claim(
    "score_push.above",
    "'above-average' said of the compatibility $b_{ij}$ in the equation beside the sentence: free scores, "
    f"{two_values}",
    score_push(pairs="above", instance="two values")
    .named(r"the step $\Delta s_{ij}$ of a score whose compatibility $b_{ij}$ exceeds its query's mean")
    .exceeds(),
    literal(derivation="score_of_worse", setting={"example": two_values}),
)

S3_a.claim(
    "score_push.helpful",
    "above average at reducing the loss, $A_{ij} > 0$: free scores, two queries and two values, and three "
    "values",
    score_push(pairs="below")
    .named(r"the step $\Delta s_{ij}$ of a score of positive advantage $A_{ij}$")
    .exceeds(),
    charitable(),
)

S3_b = wording.statement(
    "S3.b Scores fall above the average",
    "Scores decrease for positions whose compatibility exceeds the current attention-weighted mean, and "
    "increase for positions below average.",
    place="Section 1.1 (2), and Sections 3.4 and 4.1",
    why_primary="Both halves are one statement, since the steps of a query add up to nothing; the second is "
    "an ordering as it stands.",
    same_as="S2.3",
)

S3_b.claim(
    "score_push.below",
    "free scores, two queries and two values, and three values",
    score_push(pairs="below")
    .named(r"the step $\Delta s_{ij}$ of a score whose compatibility $b_{ij}$ is below its query's mean")
    .exceeds(),
)

S3_b.claim(
    "score_balance",
    "free scores, any sizes: by the step a query's compatibilities and scores are anti-correlated, "
    r"$\sum_j b_{ij} \Delta s_{ij} = -\eta\, \mathrm{Var}_{\alpha_i} b$",
    quantity("step_balance")(of="scores")
    .named(
        r"the sum $\sum_j b_{ij} \Delta s_{ij} + \eta\, \mathrm{Var}_{\alpha_i} b$ over the values of a query"
    )
    .vanishes(margin=1e-10),
    stronger(bears="refines", derivation="score_balance", tags=("wording",)),
)

S3_c = wording.statement(
    "S3.c Values pulled toward queries",
    "Those values are pulled toward the queries that use them.",
    place="Abstract; 1.1 (3), 9.4 (2)",
    primary="value_pull.users",
    why_primary="Section 4.2 says what is meant: the value moves in the direction that benefits all queries "
    "that attend to it.",
    as_printed="Toward the vector $q_i$ a value need not move: it lies in another space, and with "
    "$d_k = d_v$ the step can lead away from it.",
    printed="value_pull.query",
    same_as="S3.i",
)

value_pull = quantity("value_pull")

S3_c.claim(
    "value_pull.query",
    r"toward the vector $q_i$, where $d_k = d_v$: two queries at -1, $u = -1$, $v = \pm 1$, keys 0",
    value_pull(toward="query")
    .named(r"the inner product $(q_i - v_j)^\top \Delta v_j$ of a value's step with the way to a query $q_i$")
    .exceeds(),
    literal(
        derivation="pull_to_query",
        setting={"example": r"$d_k = d_v$, two queries at $-1$, $u = -1$, $v = \pm 1$, keys 0"},
    ),
)

relief = quantity("relief", "the rate at which a value's step lowers the summed loss of all queries")

S3_c.claim(
    "value_pull.users",
    f"'pulled toward' as serving the queries that use it: free values, {opposed}, and their summed loss "
    "falls",
    relief(queries="all").exceeds(),
    charitable(derivation="joint_relief", setting={"example": opposed}),
)

S3_d = wording.statement(
    "S3.d An average of upstream gradients",
    r"Values evolve according to $\Delta v_j = -\eta \sum_i \alpha_{ij} u_i$, a responsibility-weighted "
    "average of upstream gradients.",
    place="Section 1.1 (3)",
    primary="free_update.values.sum",
    why_primary="The sentence gives the formula that it means; 'average' is its word for a weighted sum.",
    as_printed="The formula has no denominator: the weights of a column do not sum to one, so that the step "
    "is a weighted sum of the errors and grows with the number of users.",
    printed="pull_length.average",
)

S3_d.claim(
    "free_update.values.sum",
    "values as variables of their own, as in Eq. (16), any sizes and any mask: the formula, whatever its sum "
    "is called",
    quantity("gradient_gap")(by="v")
    .named(r"the step $-\Delta v_j/\eta$ of a free value minus the weighted sum $\sum_i \alpha_{ij} u_i$")
    .vanishes(margin=1e-10),
    charitable(derivation="value_gap", tags=("gradient",)),
)

S3_d.claim(
    "pull_length.average",
    "free values, two queries with 2/3 of their weight each on value 1: an average is no longer than the "
    "longest of what it averages",
    quantity("pull_length")(instance="two users")
    .named(r"the length of a value's step at $\eta = 1$ over that of the longest error")
    .at_most("1", margin=0.05),
    literal(
        derivation="step_over_error", setting={"example": "two queries with 2/3 of their weight on value 1"}
    ),
)

S3_e = wording.statement(
    "S3.e u says how to move g",
    "$u_i$ is the upstream gradient at position i, indicating how $g_i$ should move to reduce the loss.",
    place="Section 2.2",
    primary="error_descent.against",
    why_primary="A gradient indicates the move against it, and Section 3.1 names $-u_i$.",
    as_printed="The move is along $-u_i$; along $u_i$ itself the loss rises.",
    printed="error_descent.along",
).having(setting={"example": f"{two_classes}, target 1"})

error_descent = quantity("error_descent")

S3_e.claim(
    "error_descent.along",
    f"a move along $u_i$ itself: {two_classes}",
    error_descent(of="minus the loss, along u")
    .named("the rate at which the loss falls as $g_i$ moves along $u_i$")
    .exceeds(),
    literal(derivation="loss_along_error"),
)

minus_the_loss = error_descent(of="minus the loss").named(
    "the rate at which the loss falls as $g_i$ moves along $-u_i$"
)

S3_e.claim(
    "error_descent.against",
    f"a move against $u_i$, as a gradient indicates: {two_classes}",
    minus_the_loss.exceeds(),
    charitable(derivation="loss_against_error"),
)

S3_f = wording.statement(
    "S3.f Against the error the right logit rises",
    "$-u_i$ is the direction along which moving $g_i$ would increase the logit of the correct token.",
    place="Section 3.1",
    why_primary=r"The logit of the correct token is one number, $\ell_{i, y_i}$.",
    why_refuted="What rises along $-u_i$ are the log-odds of the correct token; its logit by itself can fall "
    "with all others, as two classes with rows 1 and 2 of $W_O$ show.",
)

S3_f.claim(
    "error_descent.logit",
    f"the logit itself: {two_classes}, target 1",
    error_descent(of="logit")
    .named(r"the rate of the correct token's logit $\ell_{i, y_i}$ as $g_i$ moves along $-u_i$")
    .exceeds(),
    literal(derivation="logit_against_error", setting={"example": f"{two_classes}, target 1"}),
)

S3_f.claim(
    "error_descent.log_odds",
    f"the logit relative to the others': {two_classes}, target 1",
    error_descent(of="log odds")
    .named("the rate of the correct token's log-odds as $g_i$ moves along $-u_i$")
    .exceeds(),
    charitable(derivation="log_odds_against_error", setting={"example": f"{two_classes}, target 1"}),
)

S3_f.claim(
    "error_descent.logit_share",
    "random heads of Section 7.1, entries of standard deviation 0.1 and 0.5: at most one query in a hundred",
    quantity("side_effects")["logit"](size="toy")
    .named("the share of queries whose correct logit falls as $g_i$ moves along $-u_i$")
    .at_most("1/100", margin=0.05),
    charitable(own_threshold=True, tags=("wording", "frequency")),
)

S3_g = wording.statement(
    "S3.g Against the error the loss falls",
    "$-u_i$ is the direction along which moving $g_i$ would decrease loss.",
    place="Section 3.1",
    why_primary="It is the sentence.",
)

S3_g.claim(
    "error_descent.loss",
    f"{two_classes}, target 1",
    minus_the_loss.exceeds(),
    literal(derivation="loss_against_error", setting={"example": f"{two_classes}, target 1"}),
)

S3_h = wording.statement(
    "S3.h Values pulled toward errors",
    "Geometrically, $v_j$ is pulled toward an attention-weighted average of upstream error vectors.",
    place="Section 3.2, below Eq. (16)",
    why_primary="The errors' weighted sum is a direction; to be pulled toward it is to move along it.",
    why_refuted=r"Gradient descent subtracts: by Eq. (33) the value moves along $-\bar u_j$, and Section 4.4 "
    "(2) itself says that it moves away from $u_i$.",
)

S3_h.claim(
    "value_pull.signal",
    rf"free values, {two_users}: the step goes along $\bar u_j = \sum_i \alpha_{{ij}} u_i$",
    value_pull(toward="signal")
    .named(r"the inner product $\bar u_j^\top \Delta v_j$ of a value's step with its weighted errors")
    .exceeds(),
    literal(derivation="pull_to_signal", setting={"example": two_users}),
)

S3_i = wording.statement(
    "S3.i All users of a value benefit",
    "$v_j$ moves in the direction that jointly benefits all queries that attend to it.",
    place="Section 4.2, Eq. (38)",
    why_primary="'Jointly' is said of all of them together: the sum of their losses falls.",
)

S3_i.claim(
    "relief.jointly",
    f"free values, {opposed}: their summed loss falls",
    relief(queries="all").exceeds(),
    literal(derivation="joint_relief", setting={"example": opposed}),
)

S3_i.claim(
    "total_change",
    r"free values, any sizes, one value moving: $\sum_i \Delta L_i = -\eta |\bar u_j|^2$",
    quantity("change_gap")(queries="sum")
    .named(r"the summed first-order change $\sum_i \Delta L_i$ of the loss plus $\eta |\bar u_j|^2$")
    .vanishes(margin=1e-10),
    stronger(derivation="total_change", tags=("wording",)),
)

worst = relief(queries="worst").named(
    "the rate at which a value's step lowers the loss of the query that gains least"
)

S3_i.claim(
    "relief.every",
    f"each query benefits: free values, {opposed}",
    worst.exceeds(),
    stronger(derivation="least_relief", setting={"example": opposed}),
)

S3_j = wording.statement(
    "S3.j Figure 1: toward the upstream gradient",
    "$v_j$ is pulled toward upstream gradient $u_i$, inducing a change in $g_i$ along a direction that "
    "reduces loss.",
    place="Section 4.5, Figure 1",
    why_primary="Figure 1 draws $v_j$ updated toward the upstream signal; $u_i$ is a direction.",
    why_refuted="By Eq. (33) the value moves away from $u_i$, as Section 4.4 (2) says; the change of $g_i$ "
    "that follows does reduce the loss.",
    same_as="S3.h",
)

S3_j.claim(
    "value_pull.error",
    f"free values, {two_users}: the step goes along $u_i$",
    value_pull(toward="error")
    .named(
        r"the inner product $u_i^\top \Delta v_j$ of a value's step with the error of a query that uses it"
    )
    .exceeds(),
    literal(derivation="pull_to_error", setting={"example": two_users}),
)

S3_k = wording.statement(
    "S3.k Figure 1: the loss of any user falls",
    r"The change $\Delta g_i$ in the context for any query i attending to j reduces loss to first order.",
    place="Figure 1",
    primary="relief.all_queries",
    why_primary="$L$ is summed over queries, and Section 4.3 grants that errors may conflict, so that the "
    "loss of a single query may rise.",
    same_as="S3.i",
).having(setting={"example": opposed})

S3_k.claim(
    "relief.any_query",
    f"the loss of each query: free values, {opposed}",
    worst.exceeds(),
    stronger(derivation="least_relief"),
)

S3_k.claim(
    "relief.all_queries",
    f"the loss $L$ of Eq. (9), summed over queries: free values, {opposed}",
    relief(queries="all").exceeds(),
    literal(derivation="joint_relief"),
)

S3_l = wording.statement(
    "S3.l Figure 1: compatibility rises",
    "This change increases compatibility $b_{ij}$.",
    place="Figure 1, against Section 4.4 (3)",
    why_primary="To first order in the step, $u_i$ as it stands, as Section 4.4 (3) reckons.",
    why_refuted="Section 4.4 (3) says the opposite, that $b_{ij}$ decreases, and Eq. (33) bears it out.",
).having(setting={"example": two_users})

compatibility_gain = quantity("compatibility_gain")

S3_l.claim(
    "compatibility_gain.held",
    f"free values, errors $u_i$ as they stand: {two_users}",
    compatibility_gain(error="held")
    .named("the largest change of a compatibility $b_{ij}$ in a value's step with errors held")
    .exceeds(),
    literal(derivation="held_compatibility"),
)

S3_l.claim(
    "compatibility_gain.moving",
    f"free values, errors $u_i$ that change with the values: {two_users}",
    compatibility_gain(error="moving")
    .named("the largest change of a compatibility $b_{ij}$ in a value's step with errors that move along")
    .exceeds(),
    stronger(derivation="moving_compatibility"),
)

S3_m = wording.statement(
    "S3.m Figure 1: compatibility reinforces routing",
    "Increased compatibility in turn reinforces routing through j.",
    place="Figure 1, against Eq. (34)",
    why_primary="Routing is reinforced where the score's step rises with $b_{ij}$.",
    why_refuted="By Eq. (34) the step of $s_{ij}$ falls as $b_{ij}$ rises; Section 4.4 (3) has a smaller "
    "$b_{ij}$ reinforce routing.",
)

S3_m.claim(
    "routing_response",
    r"free scores, any weight $a = \alpha_{ij}$, all else held",
    quantity(
        "routing_response", r"the rate of the score step $\Delta s_{ij}$ as its compatibility $b_{ij}$ rises"
    ).exceeds(),
    literal(derivation="routing_response", tags=("wording",)),
)
