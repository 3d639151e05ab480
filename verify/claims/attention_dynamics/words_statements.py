"""Sentences about the updates, each beside the equation that it puts into words (S3).

Where the source says elsewhere how it means "above average" or "pulled toward", that is the primary
reading; what the equation beside the sentence says of the words to the letter is given beside it.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_ROUTED = Statement(
    id="attention_dynamics.S3.a",
    title="Routing above the average",
    text="Queries route more strongly to values that are above-average for their error signal.",
    place="Abstract, beside $\\partial L/\\partial s_{ij} = \\alpha_{ij} (b_{ij} - "
    "\\mathbb{E}_{\\alpha_i}[b])$",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.score_push.helpful",
    why_primary="Section 9.4 says 'above average at reducing the loss', which is a positive advantage.",
    as_printed="Held against the average of $b_{ij}$ in the equation beside it the sentence needs "
    "'below-average': the score of a value above that average falls.",
    printed="attention_dynamics.score_push.above",
)
_SENTENCE = replace(_ROUTED, as_printed=None, printed=None)

STATEMENTS: tuple[Statement, ...] = (
    _ROUTED,
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.b",
        title="Scores fall above the average",
        text="Scores decrease for positions whose compatibility exceeds the current attention-weighted mean, "
        "and increase for positions below average.",
        place="Section 1.1 (2), and Sections 3.4 and 4.1",
        primary="attention_dynamics.score_push.below",
        why_primary="Both halves are one statement, since the steps of a query add up to nothing; the second "
        "is an ordering as it stands.",
        same_as="attention_dynamics.S2.3",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.c",
        title="Values pulled toward queries",
        text="Those values are pulled toward the queries that use them.",
        place="Abstract; 1.1 (3), 9.4 (2)",
        primary="attention_dynamics.value_pull.users",
        why_primary="Section 4.2 says what is meant: the value moves in the direction that benefits all "
        "queries that attend to it.",
        as_printed="Toward the vector $q_i$ a value need not move: it lies in another space, and with $d_k "
        "= d_v$ the step can lead away from it.",
        printed="attention_dynamics.value_pull.query",
        same_as="attention_dynamics.S3.i",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.d",
        title="An average of upstream gradients",
        text="Values evolve according to $\\Delta v_j = -\\eta \\sum_i \\alpha_{ij} u_i$, a "
        "responsibility-weighted average of upstream gradients.",
        place="Section 1.1 (3)",
        primary="attention_dynamics.pull_length.average",
        why_primary="No average is longer than the longest of what it averages; $\\alpha_{ij}$ sums to one "
        "over j, not over i.",
        why_refuted="The printed formula has no denominator: the weights of a column do not sum to one, so "
        "that the step is a weighted sum of the errors and grows with the number of users.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.e",
        title="u says how to move g",
        text="$u_i$ is the upstream gradient at position i, indicating how $g_i$ should move to reduce the "
        "loss.",
        place="Section 2.2",
        primary="attention_dynamics.error_descent.against",
        why_primary="A gradient indicates the move against it, and Section 3.1 names $-u_i$.",
        as_printed="The move is along $-u_i$; along $u_i$ itself the loss rises.",
        printed="attention_dynamics.error_descent.along",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.f",
        title="Against the error the right logit rises",
        text="$-u_i$ is the direction along which moving $g_i$ would increase the logit of the correct "
        "token.",
        place="Section 3.1",
        primary="attention_dynamics.error_descent.logit",
        why_primary="The logit of the correct token is one number, $\\ell_{i, y_i}$.",
        why_refuted="What rises along $-u_i$ are the log-odds of the correct token; its logit by itself can "
        "fall with all others, as two classes with rows 1 and 2 of $W_O$ show.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.g",
        title="Against the error the loss falls",
        text="$-u_i$ is the direction along which moving $g_i$ would decrease loss.",
        place="Section 3.1",
        primary="attention_dynamics.error_descent.loss",
        why_primary="It is the sentence.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.h",
        title="Values pulled toward errors",
        text="Geometrically, $v_j$ is pulled toward an attention-weighted average of upstream error vectors.",
        place="Section 3.2, below Eq. (16)",
        primary="attention_dynamics.value_pull.signal",
        why_primary="The errors' weighted sum is a direction; to be pulled toward it is to move along it.",
        why_refuted="Gradient descent subtracts: by Eq. (33) the value moves along $-\\bar u_j$, and "
        "Section 4.4 (2) itself says that it moves away from $u_i$.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.i",
        title="All users of a value benefit",
        text="$v_j$ moves in the direction that jointly benefits all queries that attend to it.",
        place="Section 4.2, Eq. (38)",
        primary="attention_dynamics.relief.jointly",
        why_primary="'Jointly' is said of all of them together: the sum of their losses falls.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.j",
        title="Figure 1: toward the upstream gradient",
        text="$v_j$ is pulled toward upstream gradient $u_i$, inducing a change in $g_i$ along a direction "
        "that "
        "reduces loss.",
        place="Section 4.5, Figure 1",
        primary="attention_dynamics.value_pull.error",
        why_primary="Figure 1 draws $v_j$ updated toward the upstream signal; $u_i$ is a direction.",
        why_refuted="By Eq. (33) the value moves away from $u_i$, as Section 4.4 (2) says; the change of "
        "$g_i$ that follows does reduce the loss.",
        same_as="attention_dynamics.S3.h",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.k",
        title="Figure 1: the loss of any user falls",
        text="The change $\\Delta g_i$ in the context for any query i attending to j reduces loss to first "
        "order.",
        place="Figure 1",
        primary="attention_dynamics.relief.all_queries",
        why_primary="$L$ is summed over queries, and Section 4.3 grants that errors may conflict, so that "
        "the loss of a single query may rise.",
        same_as="attention_dynamics.S3.i",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.l",
        title="Figure 1: compatibility rises",
        text="This change increases compatibility $b_{ij}$.",
        place="Figure 1, against Section 4.4 (3)",
        primary="attention_dynamics.compatibility_gain.held",
        why_primary="To first order in the step, $u_i$ as it stands, as Section 4.4 (3) reckons.",
        why_refuted="Section 4.4 (3) says the opposite, that $b_{ij}$ decreases, and Eq. (33) bears it out.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.m",
        title="Figure 1: compatibility reinforces routing",
        text="Increased compatibility in turn reinforces routing through j.",
        place="Figure 1, against Eq. (34)",
        primary="attention_dynamics.routing_response",
        why_primary="Routing is reinforced where the score's step rises with $b_{ij}$.",
        why_refuted="By Eq. (34) the step of $s_{ij}$ falls as $b_{ij}$ rises; Section 4.4 (3) has a "
        "smaller $b_{ij}$ reinforce routing.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.n",
        title="The E-step",
        text="The score gradient $\\Delta s_{ij} \\propto -\\alpha_{ij} (b_{ij} - "
        "\\mathbb{E}_{\\alpha_i}[b])$ "
        "increases responsibilities for positions whose compatibility exceeds the current mean.",
        place="Section 5.1",
        primary="attention_dynamics.score_push.e_step",
        why_primary="The sentence and its formula stand side by side.",
        why_refuted="The formula beside the sentence has a minus sign: scores of positions whose "
        "compatibility exceeds the mean fall, as Sections 1.1 (2) and 3.4 say.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.o",
        title="The M-step",
        text="The value update is directly analogous to the M-step $\\mu_j \\leftarrow \\sum_i "
        "\\gamma_{ij} x_i / "
        "\\sum_i \\gamma_{ij}$, with $u_i$ playing the role of residuals.",
        place="Section 5.2",
        primary="attention_dynamics.prototype_step",
        why_primary="$u_i$ is said to be a residual: with data $v_j - u_i$ and the denominator of the "
        "M-step as step size the analogy is exact.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.p",
        title="The schedule alternates",
        text="A manual EM algorithm alternates: update $v_j$ while freezing $q_i$, $k_j$; in Section 7.2 "
        "we compare "
        "such an EM-like schedule.",
        place="Section 5.3, against Section 7.2",
        primary="attention_dynamics.alternation",
        why_primary="Section 7.2 takes joint steps of one gradient; whether that is the alternation shows in "
        "what both reach.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.q",
        title="Attention is the fast half",
        text="Two timescales: attention often stabilises early, while values continue to refine.",
        place="Sections 1.1 (4) and 5.3, against the step sizes of Section 7.2",
        primary="attention_dynamics.table_one.weights_first.sgd",
        why_primary="Where all steps are of one size the timescales are those of the gradients; the "
        "schedule of Section 7.2 moves values ten times faster by construction.",
        why_refuted="In the source's own experiment attention has more left to go than the values after "
        "half of the steps.",
        same_as="attention_dynamics.S8.4",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.r",
        title="Errors vanish with the loss alone",
        text="Unless loss is exactly zero, $u_i$ remains non-zero.",
        place="Section 6.1",
        primary="attention_dynamics.loss_at_rest.errors",
        why_primary="It says that the loss is zero wherever $u_i$ is.",
        why_refuted="$u_i = W_O^\\top (p_i - e_{y_i})$ is zero wherever $W_O^\\top$ maps the residual to "
        "zero, at any loss.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.s",
        title="Value updates end with the loss alone",
        text="Unless loss is exactly zero, value updates continue.",
        place="Section 6.1",
        primary="attention_dynamics.loss_at_rest.values",
        why_primary="It says that the loss is zero wherever all value updates are.",
        why_refuted="Where the errors of a value's users balance, $\\sum_i \\alpha_{ij} u_i = 0$, its "
        "updates end although no error is zero.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.t",
        title="Values refine while there are errors",
        text="The arrangement of values continues to refine as long as $u_i$ is non-zero.",
        place="Section 6.3",
        primary="attention_dynamics.loss_at_rest.refinement",
        why_primary="It says that all errors are zero wherever all value updates are.",
        why_refuted="Where the errors of a value's users balance, $\\sum_i \\alpha_{ij} u_i = 0$, its "
        "updates end although no error is zero.",
        same_as="attention_dynamics.S3.s",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.u",
        title="Equal compatibility stops the scores",
        text="Once $b_{ij} \\approx \\mathbb{E}_{\\alpha_i}[b]$, $\\partial L/\\partial s_{ij} \\approx 0$.",
        place="Sections 6.1 and 6.3",
        primary="attention_dynamics.thaw.now",
        why_primary="It is the formula at that moment.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.v",
        title="Attention freezes while values move",
        text="Once $b_{ij} \\approx \\mathbb{E}_{\\alpha_i}[b]$ attention freezes, and value updates "
        "continue.",
        place="Section 6.1",
        primary="attention_dynamics.thaw.after",
        why_primary="What is frozen stays so while the values go on, as the sentence has it.",
        why_refuted="The scores' gradients are zero only while the values stand still: the next value step "
        "changes $b_{ij}$, and attention moves again.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.w",
        title="Conjecture 9.2 is proved for softmax",
        text="For softmax attention, we proved these conjectures exactly in Section 4: $\\partial "
        "L/\\partial\\theta "
        "\\propto \\sum_{ij} w_{ij} (b_{ij} - \\mathbb{E}_{w_i}[b])\\, \\partial w_{ij}/\\partial\\theta$.",
        place="Section 9.3, against Eq. (23)",
        primary="attention_dynamics.conjecture_ratio.without_factor",
        why_primary="What was derived is Eq. (23), which has one factor $\\alpha_{ij}$, and it comes from "
        "$\\partial w_{ij}$.",
        as_printed="With both $w_{ij}$ and $\\partial w_{ij}$ the printed formula is not proportional to "
        "Eq. (23): one of the two factors has to go.",
        printed="attention_dynamics.conjecture_ratio.printed",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.x",
        title="Values pulled toward outputs",
        text="Values are pulled toward the queries/outputs that route to them.",
        place="Conjecture 9.3",
        primary="attention_dynamics.value_pull.served",
        why_primary="The formula beside the sentence is that of Section 4.2, where a value moves to benefit "
        "its users.",
        as_printed="Toward the vector $o_i = g_i$ a value need not move: its step follows the errors, which "
        "may lead away from it.",
        printed="attention_dynamics.value_pull.output",
        same_as="attention_dynamics.S3.i",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S3.y",
        title="Weights rise for what reduces the loss",
        text="Weights increase for value positions that are above average at reducing the loss for each "
        "query.",
        place="Section 9.4 (1)",
        primary="attention_dynamics.weight_push.advantage",
        why_primary="Weights are $w_{ij}$, and 'above average at reducing the loss' is a positive advantage.",
        why_refuted="What rises is the score; the softmax divides by the sum, so that a weight of small "
        "positive advantage falls beside one that rises faster.",
    ),
)
