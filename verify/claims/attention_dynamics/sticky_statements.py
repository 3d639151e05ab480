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
    primary="attention_dynamics.entropy_rate.text",
    why_primary="It takes the text's chance of staying, a circle of the eight symbols, and the sentence that "
    "nearby symbols are likelier.",
)
_EM = replace(
    _CHAIN,
    id="attention_dynamics.S8",
    title="Value gradients are smaller",
    text="Value gradients are typically smaller in magnitude than routing gradients early in training.",
    place="protocols, Section 7.2",
    primary="attention_dynamics.initial_gradient.query",
    why_primary="The section calls the parameters of queries and keys routing, and early is the start.",
)

STATEMENTS: tuple[Statement, ...] = (
    _CHAIN,
    replace(
        _CHAIN,
        id="attention_dynamics.S7.1",
        title="Bits",
        text="Both methods approach 1.829 bits, with final entropies of 1.998 and 2.077 bits.",
        place="results, Section 7.2",
        primary="attention_dynamics.entropy_rate.bits",
        why_primary="It is the reading of S7 in the unit that the sentence names.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.2",
        title="The chance of staying",
        text="The chain has self-transition probability 0.3.",
        place="task, Section 7.2",
        primary="attention_dynamics.stay_probability.complement.twice",
        why_primary="Of the readings whose entropy rounds to 1.829 it is the nearest to it.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.3",
        title="Noise and the minimum",
        text="The actual minimum is slightly higher than the printed one, due to input noise.",
        primary="attention_dynamics.bayes_filter.slightly",
        why_primary="The least loss from noisy inputs is that of the Bayes filter; a tenth of the gap of "
        "which the text speaks is slight.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.4",
        title="Lower loss",
        text="EM achieves significantly lower loss than SGD.",
        primary="attention_dynamics.schedule.loss",
        why_primary="Final losses are those of the training sequence, compared pair by pair.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.5",
        title="Higher accuracy",
        text="EM achieves higher accuracy.",
        primary="attention_dynamics.schedule.accuracy",
        why_primary="Accuracy is that on the training sequence, as the loss is.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.6",
        title="Sharper predictions",
        text="EM achieves sharper predictive distributions.",
        primary="attention_dynamics.schedule.entropy",
        why_primary="The table measures sharpness by the entropy of the predictions.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.7",
        title="The p-value",
        text="A paired t-test over 5 seeds gives p = 0.003 for losses of 1.970 (spread .034) and 2.058 "
        "(.007).",
        primary="attention_dynamics.table_p_value.least",
        why_primary="The printed p is smaller than that of uncorrelated losses, so that the question is "
        "whether it can be as small.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.8",
        title="Steps to SGD's level",
        text="EM reaches SGD's final loss level in 430 steps, with a spread of 143.",
        primary="attention_dynamics.schedule.steps_to_level",
        why_primary="A first step at or below the level is what reaching it means.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.9",
        title="Speed-up",
        text="This is a convergence speed-up of 2.3.",
        primary="attention_dynamics.table.ratio_of_steps",
        why_primary="It is printed beside 430 and 1000, whose ratio it is.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.10",
        title="Both approach the minimum",
        text="Both methods approach the theoretical Bayesian minimum.",
        place="results, Section 7.2",
        primary="attention_dynamics.table.share_closed.sgd",
        why_primary="An approach is measured from where both began, equal predictions; half of the way is "
        "little to ask.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.11",
        title="EM comes closer",
        text="EM converges closer to the minimum than SGD.",
        place="results, Section 7.2",
        primary="attention_dynamics.table.share_closed.order",
        why_primary="It compares the printed losses with the printed minimum.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.12",
        title="The residual gap",
        text="The residual gap from the theoretical minimum is about 0.17.",
        place="results, Section 7.2",
        primary="attention_dynamics.table.loss_gap",
        why_primary="The entropy rate bounds the expected loss from below, and no predictive entropy.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.13",
        title="Capacity of a head",
        text="The gap likely reflects the limited capacity of a single-head architecture.",
        place="results, Section 7.2",
        primary="attention_dynamics.hand_set.half_gap",
        why_primary="A limit of capacity binds every head of these sizes, so one head decides.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.14",
        title="Deeper architectures",
        text="Deeper architectures close this gap to less than 0.01 bits on similar tasks.",
        place="results, Section 7.2",
        primary=None,
        why_primary=None,
        not_covered="It is a result of another paper, whose models are not at hand.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.15",
        title="Longer trajectories",
        text="EM induces longer trajectories of the values from initial to final positions than SGD.",
        place="below Fig. 9",
        primary="attention_dynamics.schedule.length",
        why_primary="An arrow from the initial to the final position has the length of the displacement.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.16",
        title="More aligned trajectories",
        text="EM's trajectories are more coherent and more aligned, SGD's are more scattered.",
        place="below Fig. 9",
        primary="attention_dynamics.schedule.alignment",
        why_primary="The text defines no statistic; this one is 1 for parallel arrows, whichever way they "
        "point, and does not grow with their length.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.17",
        title="More focused than SGD",
        text="Stronger, more focused specialisation under EM; SGD has more diffuse routing.",
        place="Section 1; below Fig. 9",
        primary="attention_dynamics.schedule.focus",
        why_primary="Routing is diffuse where the rows of attention weights have large entropy.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.18",
        title="Similar solutions",
        text="Both converge to similar solutions; KL(EM || SGD) of the predictive distributions is tracked.",
        place="metrics and takeaways, Section 7.2",
        primary="attention_dynamics.tuned.similar",
        why_primary="The divergence is not printed; predictions are similar where they are nearer to one "
        "another than to equal ones.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.19",
        title="Focused attention",
        text="Both EM-like and SGD training ultimately converge toward focused attention.",
        place="takeaways, Section 7.2",
        primary="attention_dynamics.schedule.focus.level",
        why_primary="Focus half-way between equal weights and one position is little to ask.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.20",
        title="Steps on the loss of Eq. (9)",
        text="Training for 1000 steps of 0.01 on the cross-entropy, which Eq. (9) sums over positions.",
        place="Eq. (9); protocols, Section 7.2",
        primary="attention_dynamics.sum_of_losses.fails",
        why_primary="Eq. (9) is the only definition of the loss; longer sequences make steps on it larger.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.21",
        title="Faster",
        text="The EM-like schedule reaches low loss, high accuracy and sharp predictive entropy "
        "significantly "
        "faster.",
        place="Section 1",
        primary="attention_dynamics.schedule.loss.early",
        why_primary="Faster is lower at every time on the way.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.22",
        title="Final losses",
        text="Final loss 1.970 (spread .034) for the EM-like schedule and 2.058 (.007) for SGD.",
        primary="attention_dynamics.bayes_filter.reported_loss",
        why_primary="A loss that no prediction can have is none; the length of embeddings is asked for.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.23",
        title="Final entropies",
        text="Final entropy 1.998 (spread .035) for the EM-like schedule and 2.077 (.001) for SGD.",
        primary="attention_dynamics.table.calibrated.sgd",
        why_primary="The entropy is printed beside the loss, to which it is equal where predictions are "
        "calibrated; SGD's spreads are the narrower ones.",
    ),
    replace(
        _CHAIN,
        id="attention_dynamics.S7.24",
        title="Final accuracies",
        text="Final accuracy 0.244 (spread .016) for the EM-like schedule and 0.200 (.009) for SGD.",
        primary="attention_dynamics.bayes_filter.accuracy",
        why_primary="It asks whether the accuracy can be reached; others ask whether it fits the entropy.",
    ),
    _EM,
    replace(
        _EM,
        id="attention_dynamics.S8.1",
        title="Relative gradient magnitudes",
        text="The two-timescale behaviour emerges from relative gradient magnitudes.",
        place="Section 5.3",
        primary="attention_dynamics.initial_gradient.value_order",
        why_primary="Magnitudes at the start are set by the scale of the entries, so their orders in it say "
        "which is larger.",
    ),
    replace(
        _EM,
        id="attention_dynamics.S8.2",
        title="Why it is faster",
        text="The acceleration occurs because larger steps for values let them specialise more rapidly, "
        "whereas "
        "uniform SGD must balance routing and content at the same rate.",
        place="results, Section 7.2",
        primary="attention_dynamics.tuned.gain",
        why_primary="A reason that lies in the values and not in the size of steps shows where every "
        "schedule has its own best step; the controls say what larger steps elsewhere do.",
    ),
    replace(
        _EM,
        id="attention_dynamics.S8.3",
        title="An EM-like schedule",
        text="Larger steps for the values make the schedule EM-like rather than SGD.",
        place="Section 5.3; protocols, Section 7.2",
        primary="attention_dynamics.reparametrisation.another",
        why_primary="What a choice of units undoes is no other algorithm.",
    ),
    replace(
        _EM,
        id="attention_dynamics.S8.4",
        title="Attention stabilises first",
        text="Attention often stabilises relatively early and can be treated as approximately converged, "
        "while "
        "values continue to move.",
        place="Section 5.3; takeaways, Section 7.2",
        primary="attention_dynamics.schedule.weights_first",
        why_primary="Early is earlier than the values, measured by what each has still to go.",
    ),
    replace(
        _EM,
        id="attention_dynamics.S8.5",
        title="Parameter-specific rates",
        text="Parameter-specific learning rates; all updates are computed from a single forward-backward "
        "pass and applied simultaneously.",
        primary="attention_dynamics.reparametrisation.values",
        why_primary="Simultaneous steps of one gradient with a rate for each parameter are descent in other "
        "units.",
    ),
)
