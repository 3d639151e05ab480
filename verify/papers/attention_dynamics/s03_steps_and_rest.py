"""S3.n to S3.y: sentences on the E- and the M-step, on what comes to rest, and on the conjectures.

Each is held against the equation it puts into words, in the smallest example that tells, as in
`s03_routes_and_pulls`.
"""

from ...paper import charitable, literal, quantity, stronger
from . import HALFWAY, LONG, OF_TEXT, RELEASED, SHORT, paper

wording = paper.having(tags=("wording", "witness"))
two_values = r"two queries, two values, $u = -1$, $v = \pm 1$"
no_data = r"two queries, $u = -1$, $v = 0$, $\eta = 1$"
balanced = "two queries with opposite errors and weights 1/2"
two_equal = "two queries with opposite errors, two equal values"
meeting = r"two queries, $u = -1$, $v = \pm 1$, weights 1/2, so that $g_i = 0$"
opposed = "two queries with opposite errors, 2/3 and 1/3 of whose weight is on the value"

S3_n = wording.statement(
    "S3.n The E-step",
    r"The score gradient $\Delta s_{ij} \propto -\alpha_{ij} (b_{ij} - \mathbb{E}_{\alpha_i}[b])$ increases "
    "responsibilities for positions whose compatibility exceeds the current mean.",
    place="Section 5.1",
    why_primary="The sentence and its formula stand side by side.",
    why_refuted="The formula beside the sentence has a minus sign: scores of positions whose compatibility "
    "exceeds the mean fall, as Sections 1.1 (2) and 3.4 say.",
)

score_push = quantity("score_push")

S3_n.claim(
    "score_push.e_step",
    f"compatibility $b_{{ij}}$ above its query's mean: free scores, {two_values}",
    score_push(pairs="above", instance="two values")
    .named(r"the step $\Delta s_{ij}$ of a score whose compatibility $b_{ij}$ exceeds its query's mean")
    .exceeds(),
    literal(derivation="score_of_worse", setting={"example": two_values}),
)

S3_o = wording.statement(
    "S3.o The M-step",
    r"The value update is directly analogous to the M-step $\mu_j \leftarrow \sum_i \gamma_{ij} x_i / \sum_i "
    r"\gamma_{ij}$, with $u_i$ playing the role of residuals.",
    place="Section 5.2",
    primary="prototype_step",
    why_primary="$u_i$ is said to be a residual: with data $v_j - u_i$ and the denominator of the M-step as "
    "step size the analogy is exact.",
)

prototype_gap = quantity("prototype_gap")

S3_o.claim(
    "prototype_gap.errors",
    f"the errors $u_i$ themselves as the data: {no_data}",
    prototype_gap(data="errors", step="one")
    .named("the distance of a value after its step from the weighted mean of the errors $u_i$")
    .equals("0", margin=0.05),
    stronger(derivation="gap_to_errors", setting={"example": no_data}),
)

S3_o.claim(
    "prototype_gap.residuals",
    r"residuals $x_i - v_j = -u_i$, so that the data are $v_j - u_i$; one step size $\eta = 1$ for all "
    "values",
    prototype_gap(data="values minus errors", step="one")
    .named("the distance of a value after its step from the weighted mean of $v_j - u_i$")
    .equals("0", margin=0.05),
    charitable(derivation="gap_to_residuals", setting={"example": no_data}),
)

S3_o.claim(
    "prototype_step",
    r"residuals $x_i - v_j = -u_i$ and a step size $\eta = 1/\sum_i \alpha_{ij}$ for each value, any sizes: "
    "the step is an M-step",
    prototype_gap(data="values minus errors", step="one over the sum")
    .named("a value after its step minus the weighted mean of $v_j - u_i$")
    .vanishes(margin=1e-10),
    charitable(derivation="prototype_step", tags=("wording",)),
)

S3_p = wording.statement(
    "S3.p The schedule alternates",
    "A manual EM algorithm alternates: update $v_j$ while freezing $q_i$, $k_j$; in Section 7.2 we compare "
    "such an EM-like schedule.",
    place="Section 5.3, against Section 7.2",
    why_primary="Section 7.2 takes joint steps of one gradient; whether that is the alternation shows in "
    "what both reach.",
)

S3_p.claim(
    "alternation",
    "joint steps of 0.01, and of 0.1 for $W_V$, as in Section 7.2, against the alternation of Section 5.3, "
    "which takes a new gradient after the step on the values: their losses differ by at most one in ten "
    "thousand",
    quantity("alternation_gap")(eta=0.01)
    .named("the relative difference of the losses after 100 alternating and 100 joint steps")
    .at_most("1/10000"),
    literal(own_threshold=True, tags=("schedules",)),
)

S3_q = wording.statement(
    "S3.q Attention is the fast half",
    "Two timescales: attention often stabilises early, while values continue to refine.",
    place="Sections 1.1 (4) and 5.3, against the step sizes of Section 7.2",
    why_primary="Where all steps are of one size the timescales are those of the gradients; the schedule of "
    "Section 7.2 moves values ten times faster by construction.",
    why_refuted="In the source's own experiment attention has more left to go than the values after half of "
    "the steps.",
    same_as="S8.4",
).having(tags=("schedules", "attention"))

left_to_go = (
    "the share of their way that values have left after 500 of 1000 steps of SGD minus that of attention "
    "weights"
)

S3_q.claim(
    "table_one.weights_first.sgd",
    f"{LONG}, SGD: {HALFWAY}",
    quantity("released_training")["weights first"](T=2000, schedule="sgd", step=500)
    .quick(T=500)
    .named(left_to_go)
    .exceeds(),
    literal(setting=RELEASED),
)

S3_q.claim(
    "schedule.weights_first.sgd",
    f"{SHORT}, SGD: {HALFWAY}",
    quantity("schedule_effect")["weights first"](T=64, scale=0.1, step=500, schedule="sgd")
    .named(f"{left_to_go} at $T = 64$")
    .exceeds(),
    charitable(setting=OF_TEXT),
)

S3_r = wording.statement(
    "S3.r Errors vanish with the loss alone",
    "Unless loss is exactly zero, $u_i$ remains non-zero.",
    place="Section 6.1",
    why_primary="It says that the loss is zero wherever $u_i$ is.",
    why_refuted=r"$u_i = W_O^\top (p_i - e_{y_i})$ is zero wherever $W_O^\top$ maps the residual to zero, at "
    "any loss. Where no residual is mapped to zero, for which values need at least $C - 1$ dimensions, the "
    "sentence holds.",
)

loss_at_rest = quantity("loss_at_rest")

S3_r.claim(
    "loss_at_rest.errors",
    "three classes with rows 0, 1, -1 of $W_O$, $p = 1/3$ each, target 1, so that $u_i = 0$",
    loss_at_rest(still="errors")
    .named("the loss of a query whose error $u_i$ is zero")
    .equals("0", margin=0.05),
    literal(
        derivation="loss_at_mean_row",
        setting={"example": "three classes with rows 0, 1, -1 of $W_O$, $p = 1/3$ each, target 1"},
    ),
)

S3_s = wording.statement(
    "S3.s Value updates end with the loss alone",
    "Unless loss is exactly zero, value updates continue.",
    place="Section 6.1",
    why_primary="It says that the loss is zero wherever all value updates are.",
    why_refuted=r"Where the errors of a value's users balance, $\sum_i \alpha_{ij} u_i = 0$, its updates end "
    "although no error is zero.",
)

S3_s.claim(
    "loss_at_rest.values",
    rf"{balanced}, so that $\sum_i \alpha_{{ij}} u_i = 0$",
    loss_at_rest(still="value steps", shown="loss")
    .named("the loss where all value updates are zero")
    .equals("0", margin=0.05),
    literal(derivation="loss_at_balance", setting={"example": balanced}),
)

S3_t = wording.statement(
    "S3.t Values refine while there are errors",
    "The arrangement of values continues to refine as long as $u_i$ is non-zero.",
    place="Section 6.3",
    why_primary="It says that all errors are zero wherever all value updates are.",
    why_refuted=r"Where the errors of a value's users balance, $\sum_i \alpha_{ij} u_i = 0$, its updates end "
    "although no error is zero.",
    same_as="S3.s",
)

S3_t.claim(
    "loss_at_rest.refinement",
    rf"{balanced}, so that $\sum_i \alpha_{{ij}} u_i = 0$",
    loss_at_rest(still="value steps", shown="error")
    .named("the length of the errors $u_i$ where all value updates are zero")
    .equals("0", margin=0.05),
    literal(derivation="error_at_balance", setting={"example": balanced}),
)

S3_u = wording.statement(
    "S3.u Equal compatibility stops the scores",
    r"Once $b_{ij} \approx \mathbb{E}_{\alpha_i}[b]$, $\partial L/\partial s_{ij} \approx 0$.",
    place="Sections 6.1 and 6.3",
    why_primary="It is the formula at that moment.",
)

thaw = quantity("thaw")

S3_u.claim(
    "thaw.now",
    f"free scores, {two_equal}",
    thaw(when="now")
    .named(r"the largest score gradient $\partial L/\partial s_{ij}$ where all compatibilities are equal")
    .equals("0", margin=1e-10),
    literal(derivation="equal_compatibilities", setting={"example": two_equal}),
)

S3_v = wording.statement(
    "S3.v Attention freezes while values move",
    r"Once $b_{ij} \approx \mathbb{E}_{\alpha_i}[b]$ attention freezes, and value updates continue.",
    place="Section 6.1",
    why_primary="What is frozen stays so while the values go on, as the sentence has it.",
    why_refuted="The scores' gradients are zero only while the values stand still: the next value step "
    "changes $b_{ij}$, and attention moves again.",
)

S3_v.claim(
    "thaw.after",
    f"free scores and values, {two_equal}, weights (2/3, 1/3) and (1/3, 2/3): attention stays frozen",
    thaw(when="after")
    .named("the rate at which a value step moves the score gradients away from zero")
    .equals("0", margin=0.05),
    literal(
        derivation="thawing_rate", setting={"example": f"{two_equal}, weights (2/3, 1/3) and (1/3, 2/3)"}
    ),
)

S3_w = wording.statement(
    "S3.w Conjecture 9.2 is proved for softmax",
    r"For softmax attention, we proved these conjectures exactly in Section 4: $\partial L/\partial\theta "
    r"\propto \sum_{ij} w_{ij} (b_{ij} - \mathbb{E}_{w_i}[b])\, \partial w_{ij}/\partial\theta$.",
    place="Section 9.3, against Eq. (23)",
    primary="conjecture_ratio.without_factor",
    why_primary=r"What was derived is Eq. (23), which has one factor $\alpha_{ij}$, and it comes from "
    r"$\partial w_{ij}$.",
    as_printed=r"With both $w_{ij}$ and $\partial w_{ij}$ the printed formula is not proportional to Eq. "
    "(23): one of the two factors has to go.",
    printed="conjecture_ratio.printed",
).having(setting={"example": "one query, three values"})

conjecture_ratio = quantity("conjecture_ratio")

S3_w.claim(
    "conjecture_ratio.printed",
    r"the formula as printed, with both $w_{ij}$ and $\partial w_{ij}$: one query, three values",
    conjecture_ratio(power=1)
    .named(
        "the least over the greatest ratio, score by score, of Conjecture 9.2 as printed to the true softmax "
        "gradient"
    )
    .equals("1", margin=0.05),
)

S3_w.claim(
    "conjecture_ratio.without_factor",
    r"without the factor $w_{ij}$ beside $\partial w_{ij}$: one query, three values",
    conjecture_ratio(power=0)
    .named(
        "the least over the greatest ratio, score by score, of Conjecture 9.2 without the factor $w_{ij}$ to "
        "the true softmax gradient"
    )
    .equals("1", margin=1e-10),
    charitable(),
)

S3_x = wording.statement(
    "S3.x Values pulled toward outputs",
    "Values are pulled toward the queries/outputs that route to them.",
    place="Conjecture 9.3",
    primary="value_pull.served",
    why_primary="The formula beside the sentence is that of Section 4.2, where a value moves to benefit its "
    "users.",
    as_printed="Toward the vector $o_i = g_i$ a value need not move: its step follows the errors, which may "
    "lead away from it.",
    printed="value_pull.output",
    same_as="S3.i",
)

S3_x.claim(
    "value_pull.output",
    f"toward the vector $g_i$: {meeting}",
    quantity("value_pull")(toward="output")
    .named(
        r"the inner product $(g_i - v_j)^\top \Delta v_j$ of a value's step with the way to an output $g_i$"
    )
    .exceeds(),
    literal(derivation="pull_to_output", setting={"example": meeting}),
)

S3_x.claim(
    "value_pull.served",
    f"'pulled toward' as serving the queries that use it: free values, {opposed}, and their summed loss "
    "falls",
    quantity("relief")(queries="all")
    .named("the rate at which a value's step lowers the summed loss of all queries")
    .exceeds(),
    charitable(derivation="joint_relief", setting={"example": opposed}),
)

S3_y = wording.statement(
    "S3.y Weights rise for what reduces the loss",
    "Weights increase for value positions that are above average at reducing the loss for each query.",
    place="Section 9.4 (1)",
    why_primary="Weights are $w_{ij}$, and 'above average at reducing the loss' is a positive advantage.",
    why_refuted="What rises is the score; the softmax divides by the sum, so that a weight of small positive "
    "advantage falls beside one that rises faster.",
)

S3_y.claim(
    "weight_push.advantage",
    "the weights $w_{ij}$ themselves: free scores, one query with weights (1/4, 1/2, 1/4) and advantages (1, "
    "3, -7)",
    quantity("weight_push")(instance="three values")
    .named("the rate of an attention weight of positive advantage along a score step")
    .exceeds(),
    literal(
        derivation="weight_of_helpful",
        setting={"example": "one query with weights (1/4, 1/2, 1/4) and advantages (1, 3, $-7$)"},
    ),
)

S3_y.claim(
    "score_push.advantage",
    "scores in place of weights: free scores, two queries and two values, and three values",
    score_push(pairs="below")
    .named(r"the step $\Delta s_{ij}$ of a score of positive advantage $A_{ij}$")
    .exceeds(),
    charitable(),
)
