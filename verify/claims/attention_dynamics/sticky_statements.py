"""Section 7.2 of the source: the sticky chain (S7), and what makes the schedule EM-like (S8)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_CHAIN = Statement(
    id="attention_dynamics.S7",
    title="The minimum of the task",
    text="The theoretical Bayesian minimum entropy, 1.829, is computed from the transition matrix.",
    place="Table 1",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.entropy_rate.inverse.before_and_split",
    why_primary="The transition matrix from which the number is computed is that of the released script.",
    as_printed="The matrix of the text, with $P(\\text{stay}) = 0.3$, has 1.883 nats; 1.829 needs the "
    "released script's, in which 0.3 enters the diagonal twice.",
    printed="attention_dynamics.entropy_rate.text",
)
_SENTENCE = replace(_CHAIN, as_printed=None, printed=None)
_EM = replace(
    _SENTENCE,
    id="attention_dynamics.S8",
    title="Value gradients are smaller",
    text="Value gradients are typically smaller in magnitude than routing gradients early in training.",
    place="protocols, Section 7.2",
    primary="attention_dynamics.initial_gradient.query",
    why_primary="The section calls the parameters of queries and keys routing, and early is the start.",
    why_refuted="From small entries it is the other way round: routing gradients are of third order in "
    "their size and value gradients of first.",
)
_OURS = replace(_EM, why_refuted=None)

STATEMENTS: tuple[Statement, ...] = (
    _CHAIN,
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.1",
        title="Bits",
        text="Both methods approach 1.829 bits, with final entropies of 1.998 and 2.077 bits.",
        place="results, Section 7.2",
        primary="attention_dynamics.entropy_rate.bits.released",
        why_primary="It is the matrix of S7 in the unit that the sentence names.",
        why_refuted="All entropies of the section are in nats: the matrix with 1.829 nats has a larger "
        "number of bits, and SGD's 2.077 is just below $\\log 8$ nats.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.2",
        title="The chance of staying",
        text="The chain has self-transition probability 0.3.",
        place="task, Section 7.2",
        primary="attention_dynamics.stay_probability.inverse.before_and_split",
        why_primary="The released script's chain is the one that was trained on, and its entropy rounds to "
        "1.829.",
        why_refuted="The released script adds 0.3 to the diagonal both before and after the row is "
        "normalised, so that its chain stays with probability 177/506.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.3",
        title="Noise and the minimum",
        text="The actual minimum is slightly higher than the printed one, due to input noise.",
        primary="attention_dynamics.bayes_filter.slightly",
        why_primary="The least loss from noisy inputs is that of the Bayes filter; a tenth of the gap of "
        "which the text speaks is slight.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.4",
        title="Lower loss",
        text="EM achieves significantly lower loss than SGD.",
        primary="attention_dynamics.table_one.loss",
        why_primary="Final losses are those of the training sequence at $T = 2000$, compared pair by pair.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.5",
        title="Higher accuracy",
        text="EM achieves higher accuracy.",
        primary="attention_dynamics.table_one.accuracy",
        why_primary="Accuracy is that on the training sequence, as the loss is.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.6",
        title="Sharper predictions",
        text="EM achieves sharper predictive distributions.",
        primary="attention_dynamics.table_one.entropy",
        why_primary="The table measures sharpness by the entropy of the predictions.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.7",
        title="The p-value",
        text="A paired t-test over 5 seeds gives p = 0.003 for losses of 1.970 (spread .034) and 2.058 "
        "(.007).",
        primary="attention_dynamics.table_p_value.least",
        why_primary="The printed p is smaller than that of uncorrelated losses, so that the question is "
        "whether it can be as small.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.8",
        title="Steps to SGD's level",
        text="EM reaches SGD's final loss level in 430 steps, with a spread of 143.",
        primary="attention_dynamics.table_one.steps_to_level",
        why_primary="A first step at or below the level is what reaching it means.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.9",
        title="Speed-up",
        text="This is a convergence speed-up of 2.3.",
        primary="attention_dynamics.table.ratio_of_steps",
        why_primary="It is printed beside 430 and 1000, whose ratio it is.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.10",
        title="Both approach the minimum",
        text="Both methods approach the theoretical Bayesian minimum.",
        place="results, Section 7.2",
        primary="attention_dynamics.table.share_closed.sgd",
        why_primary="An approach is measured from where both began, equal predictions; half of the way is "
        "little to ask.",
        why_refuted="By the table's own losses SGD has hardly left equal predictions, whose loss is $\\log "
        "8 = 2.079$.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.11",
        title="EM comes closer",
        text="EM converges closer to the minimum than SGD.",
        place="results, Section 7.2",
        primary="attention_dynamics.table.share_closed.order",
        why_primary="It compares the printed losses with the printed minimum.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.12",
        title="The residual gap",
        text="The residual gap from the theoretical minimum is about 0.17.",
        place="results, Section 7.2",
        primary="attention_dynamics.table.entropy_gap",
        why_primary="The sentence before it compares the predictive entropies with the minimum.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.13",
        title="Capacity of a head",
        text="The gap likely reflects the limited capacity of a single-head architecture.",
        place="results, Section 7.2",
        primary="attention_dynamics.hand_set.half_gap",
        why_primary="A limit of capacity binds every head of these sizes, so one head decides.",
        why_refuted="A single head of the same sizes, its matrices set by hand, comes far closer to the "
        "minimum than the trained one: what is missing is training, not capacity.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.14",
        title="Deeper architectures",
        text="Deeper architectures close this gap to less than 0.01 bits on similar tasks.",
        place="results, Section 7.2",
        primary=None,
        why_primary=None,
        not_covered="It is a result of another paper, whose models are not at hand.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.15",
        title="Longer trajectories",
        text="EM induces longer trajectories of the values from initial to final positions than SGD.",
        place="below Fig. 9",
        primary="attention_dynamics.table_one.length",
        why_primary="An arrow from the initial to the final position has the length of the displacement.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.16",
        title="More aligned trajectories",
        text="EM's trajectories are more coherent and more aligned, SGD's are more scattered.",
        place="below Fig. 9",
        primary=None,
        why_primary=None,
        not_covered="The source defines no measure of alignment or scatter, and reads both off one plot of "
        "200 values; a measure of our own is Q5.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.17",
        title="More focused than SGD",
        text="Stronger, more focused specialisation under EM; SGD has more diffuse routing.",
        place="Section 1; below Fig. 9",
        primary="attention_dynamics.table_one.focus",
        why_primary="Routing is diffuse where attention weights have large entropy; $T = 500$ is the "
        "longest sequence at which few seeds tell the schedules apart.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.18",
        title="Similar solutions",
        text="Both converge to similar solutions; KL(EM || SGD) of the predictive distributions is tracked.",
        place="metrics and takeaways, Section 7.2",
        primary="attention_dynamics.table_one.similar",
        why_primary="The divergence is not printed; predictions are similar where they are nearer to one "
        "another than to equal ones.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.19",
        title="Focused attention",
        text="Both EM-like and SGD training ultimately converge toward focused attention.",
        place="takeaways, Section 7.2",
        primary="attention_dynamics.table_one.focus.level",
        why_primary="Focus half-way between equal weights and one position is little to ask of focused "
        "attention.",
        why_refuted="After the source's 1000 steps the attention of both is still close to equal weights.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.20",
        title="Steps on the loss of Eq. (9)",
        text="Do 1000 steps of 0.01 train the cross-entropy as Eq. (9) defines it, summed over positions?",
        place="Eq. (9); the protocols of Section 7.2 do not say whether the loss is the sum or the mean",
        primary="attention_dynamics.sum_of_losses.fails",
        why_primary="Eq. (9) is the only definition of the loss; longer sequences make steps on it larger.",
        own_question=True,
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.21",
        title="Faster",
        text="The EM-like schedule reaches low loss, high accuracy and sharp predictive entropy "
        "significantly "
        "faster.",
        place="Section 1",
        primary="attention_dynamics.table_one.faster",
        why_primary="Faster is reaching SGD's final loss in fewer steps.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.22",
        title="Final losses",
        text="Final loss 1.970 (spread .034) for the EM-like schedule and 2.058 (.007) for SGD.",
        primary="attention_dynamics.table_one.loss.em",
        why_primary="The training is run again; the EM-like schedule's loss is named first.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.23",
        title="Final entropies",
        text="Final entropy 1.998 (spread .035) for the EM-like schedule and 2.077 (.001) for SGD.",
        primary="attention_dynamics.table_one.entropy.em",
        why_primary="The training is run again; the EM-like schedule's entropy is named first.",
    ),
    replace(
        _SENTENCE,
        id="attention_dynamics.S7.24",
        title="Final accuracies",
        text="Final accuracy 0.244 (spread .016) for the EM-like schedule and 0.200 (.009) for SGD.",
        primary="attention_dynamics.table_one.accuracy.em",
        why_primary="The training is run again; the EM-like schedule's accuracy is named first.",
    ),
    _EM,
    replace(
        _OURS,
        id="attention_dynamics.S8.1",
        title="Relative gradient magnitudes",
        text="The two-timescale behaviour emerges from relative gradient magnitudes.",
        place="Section 5.3",
        primary=None,
        why_primary=None,
        not_covered="The source names no measure by which magnitudes of gradients would make time scales; "
        "which are larger is S8, which part settles first is S8.4, and how they depend on the initial scale "
        "is Q4.",
    ),
    replace(
        _OURS,
        id="attention_dynamics.S8.2",
        title="Why it is faster",
        text="The acceleration occurs because larger steps for values let them specialise more rapidly, "
        "whereas "
        "uniform SGD must balance routing and content at the same rate.",
        place="results, Section 7.2",
        primary="attention_dynamics.table_one.held.loss",
        why_primary="If values are the reason, larger steps for them gain where nothing but values and "
        "outputs can move; how much of the gain that is, and what larger steps elsewhere do, stands beside "
        "it.",
    ),
    replace(
        _OURS,
        id="attention_dynamics.S8.3",
        title="An EM-like schedule",
        text="Is the schedule with larger steps for the values another algorithm than SGD?",
        place="Section 5.3 and the protocols of Section 7.2 set it beside standard SGD",
        primary="attention_dynamics.reparametrisation.another",
        why_primary="What a choice of units undoes is no other algorithm.",
        own_question=True,
    ),
    replace(
        _EM,
        id="attention_dynamics.S8.4",
        title="Attention stabilises first",
        text="Attention often stabilises relatively early and can be treated as approximately converged, "
        "while "
        "values continue to move.",
        place="Section 5.3; takeaways, Section 7.2",
        primary="attention_dynamics.table_one.weights_first",
        why_primary="Early is earlier than the values, measured by what each has left to go in the source's "
        "own experiment.",
        why_refuted="After half of the steps of the source's own experiment attention has more left to go "
        "than the values have.",
    ),
    replace(
        _OURS,
        id="attention_dynamics.S8.5",
        title="Parameter-specific rates",
        text="Parameter-specific learning rates; all updates are computed from a single forward-backward "
        "pass and applied simultaneously.",
        primary=None,
        why_primary=None,
        not_covered="It says how the updates are made, which every run here follows; what they amount to is "
        "S8.3.",
    ),
    replace(
        _OURS,
        id="attention_dynamics.Q3",
        title="Calibration of the printed results",
        text="Do the losses, entropies and accuracies of Table 1 fit calibrated predictions?",
        place="Table 1; the source does not say that its predictions are calibrated",
        primary="attention_dynamics.table.calibrated.sgd",
        why_primary="SGD's spreads are the narrower ones.",
        own_question=True,
    ),
    replace(
        _OURS,
        id="attention_dynamics.Q4",
        title="Gradients by the initial scale",
        text="How do the gradients at the start depend on the size of the entries of the matrices?",
        place="Section 7.2 gives no initial scale",
        primary="attention_dynamics.initial_gradient.value_order",
        why_primary="The others are held against it.",
        own_question=True,
    ),
    replace(
        _OURS,
        id="attention_dynamics.Q5",
        title="Alignment of trajectories",
        text="Are the values' displacements more aligned under the EM-like schedule, measured by the "
        "largest eigenvalue of their directions?",
        place="below Fig. 9, which gives no measure",
        primary="attention_dynamics.table_one.alignment",
        why_primary="It is the longer sequence; the measure is 1 for parallel arrows, whichever way they "
        "point, and does not grow with their length.",
        own_question=True,
    ),
    replace(
        _OURS,
        id="attention_dynamics.Q6",
        title="Initial scale of Table 1",
        text="For which initial scales does the training of Section 7.2 give the numbers of Table 1?",
        place="Section 7.2 gives no initial scale",
        primary=None,
        why_primary=None,
        not_covered="With entries of size 0.1 they are reproduced (S7.22 to S7.24); other scales are not "
        "measured at $T = 2000$ yet.",
        own_question=True,
    ),
    replace(
        _OURS,
        id="attention_dynamics.Q7",
        title="Drift of the balance laws",
        text="How fast do $W_Q W_Q^\\top - W_K W_K^\\top$ and $W_O^\\top W_O - W_V W_V^\\top$ drift under "
        "gradient steps of finite size?",
        place="Section 3.7 takes finite steps",
        primary=None,
        why_primary=None,
        not_covered="Gradient flow conserves both (S1.8, S1.10); the drift under finite steps is not "
        "derived yet.",
        own_question=True,
    ),
    replace(
        _OURS,
        id="attention_dynamics.Q8",
        title="Sum and mean under other optimisers",
        text="What do a sum and a mean of losses over positions change under Adam, and with layer norm?",
        place="Section 11 leaves other optimisers open",
        primary=None,
        why_primary=None,
        not_covered="Of other optimisers than gradient descent nothing is derived or measured here yet.",
        own_question=True,
    ),
)
