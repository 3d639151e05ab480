"""S8, what makes the schedule EM-like: gradients at the start, larger steps elsewhere and as other units.

The settings are those of `s07_table_one`; in a control steps are ten times as large for the parameters that
`schedule` names.
"""

from ...paper import charitable, literal, quantity, stronger
from . import HALFWAY, LONG, OF_TEXT, RELEASED, SHORT, paper

S8 = paper.statement(
    "S8 Value gradients are smaller",
    "Value gradients are typically smaller in magnitude than routing gradients early in training.",
    place="protocols, Section 7.2",
    why_primary="The section calls the parameters of queries and keys routing, and early is the start.",
    why_refuted="From small entries it is the other way round: routing gradients are of third order in their "
    "size and value gradients of first.",
).having(tags=("schedules", "gradients at the start"))

initial_gradient = quantity(
    "initial_gradient",
    r"the logarithm of $|\nabla_{W_Q} L|/|\nabla_{W_V} L|$ at a start with entries of size $1/r$",
).where("r >= 10")

S8.claim(
    "initial_gradient.query",
    "law of the text, $T = 64$, entries of size 0.1 and smaller at the start: the gradient by $W_V$ is "
    "smaller than that by $W_Q$",
    initial_gradient["log W_Q/W_V"].exceeds(),
)

S8.claim(
    "initial_gradient.key",
    "law of the text, $T = 64$, entries of size 0.1 and smaller at the start: the gradient by $W_V$ is "
    "smaller than that by $W_K$",
    initial_gradient["log W_K/W_V"]
    .named(r"the logarithm of $|\nabla_{W_K} L|/|\nabla_{W_V} L|$ at a start with entries of size $1/r$")
    .exceeds(),
)

S8.claim(
    "initial_gradient.reversed",
    "the other way round: law of the text, $T = 64$, entries of size 0.1 and smaller at the start give "
    "routing gradients of at most half of the value gradients",
    initial_gradient["log W_Q/W_V"].at_most("-0.693", margin=0.02),
    stronger(bears="contradicts", own_threshold=True),
)

paper.statement(
    "S8.1 Relative gradient magnitudes",
    "The two-timescale behaviour emerges from relative gradient magnitudes.",
    place="Section 5.3",
    not_covered="The source names no measure by which magnitudes of gradients would make time scales; which "
    "are larger is S8, which part settles first is S8.4, and how they depend on the initial scale is Q4.",
)

S8_2 = paper.statement(
    "S8.2 Why it is faster",
    "The acceleration occurs because larger steps for values let them specialise more rapidly, whereas "
    "uniform SGD must balance routing and content at the same rate.",
    place="results, Section 7.2",
    why_primary="If values are the reason, larger steps for them gain where nothing but values and outputs "
    "can move; how much of the gain that is, and what larger steps elsewhere do, stands beside it.",
).having(tags=("schedules", "controls"))

released_training = quantity("released_training")

S8_2.claim(
    "table_one.held.loss",
    f"values by themselves gain from larger steps: {LONG}, 1000 steps, $W_Q$ and $W_K$ held under both "
    "schedules",
    released_training["loss gain"](T=2000, schedule="values, held", step=1000)
    .quick(T=500)
    .named("SGD's final loss minus that of larger steps on $W_V$ with attention held as it was drawn")
    .exceeds(),
    literal(setting=RELEASED),
)

for name, held, left in (
    ("held", "$W_Q$ and $W_K$ held", "attention held as it was drawn"),
    ("equal", "attention weights equal", "equal attention weights"),
):
    S8_2.claim(
        f"table_one.{name}.share",
        f"the gain needs no routing: at least nine tenths of it survive with {held} under both schedules; "
        "released law, $T = 500$, initial scale 0.1, mean loss, 1000 steps",
        released_training["share of the gain"](T=500, schedule=f"values, {name}", step=1000)
        .named(f"the share of the EM-like schedule's gain in loss that is left with {left}")
        .at_least("9/10"),
        stronger(bears="refines", setting=RELEASED, own_threshold=True),
    )

schedule_effect = quantity("schedule_effect")(scale=0.1)
control = "law of the text, $T = 32$ and 256 (32 in a quick run), initial scale 0.1, mean loss"

S8_2.claim(
    "schedule.all.over_values",
    f"uniform steps of the larger size are better still: {control}, 300 steps",
    schedule_effect["over values"](T=(32, 256), step=300, schedule="all")
    .quick(T=32)
    .named("the EM-like schedule's loss minus that of steps ten times as large for all parameters")
    .exceeds(),
    stronger(bears="refines", setting=OF_TEXT),
)

for schedule, where, instead in (
    ("outputs", "$W_O$", "$W_O$ in place of $W_V$"),
    ("routing", "$W_Q$ and $W_K$", "the routing in place of the values"),
):
    S8_2.claim(
        f"schedule.{schedule}.loss",
        f"larger steps on {instead} gain as well: {control}, 500 steps",
        schedule_effect["loss gain"](T=(32, 256), step=500, schedule=schedule)
        .quick(T=32)
        .named(f"SGD's loss minus that of larger steps on {where}")
        .exceeds(),
        stronger(bears="refines", setting=OF_TEXT),
    )

S8_2.claim(
    "schedule.frozen.loss",
    "some gain is left without any routing: attention weights held equal under both schedules, law of the "
    "text, $T = 32$, initial scale 0.1, mean loss, 500 steps",
    schedule_effect["loss gain"](T=32, step=500, schedule="values, frozen")
    .named(
        "SGD's loss minus that of larger steps on $W_V$ at $T = 32$ with equal attention weights under both"
    )
    .exceeds(),
    stronger(bears="refines", setting=OF_TEXT),
)

resting_gradient = quantity("resting_gradient")
fresh = (
    "law of the text, a new sequence of $T = 32$ or 64 (32 in a quick run) at each of 150 steps, mean loss"
)

for name, by, zero, derivation in (
    ("queries", "W_Q", "W_K", "routing_at_rest"),
    ("keys", "W_K", "W_Q", "keys_at_rest"),
):
    S8_2.claim(
        f"routing_at_rest.{name}",
        "attention weights that stay equal are SGD's own from $W_Q = W_K = 0$: routing rests there",
        resting_gradient(by=by, zero=zero)
        .named(f"the gradient by ${by}$ at ${zero} = 0$ relative to that by $W_V$")
        .equals("0", margin=1e-10),
        stronger(bears="refines", derivation=derivation),
    )

tuned_effect = quantity("tuned_effect")(schedule="values").quick(T=32)

S8_2.claim(
    "tuned.gain",
    f"the gain outlives tuning: {fresh}, base steps tuned on other trials, losses on fresh sequences",
    tuned_effect["gain"]
    .named("SGD's loss on fresh sequences minus that of the EM-like schedule with the best step of each")
    .exceeds(),
    stronger(tags=("schedules", "controls", "tuned", "answer: Schedules with their own best steps")),
)

S8_2.claim(
    "tuned.one_step",
    f"{fresh}, a base step of 0.08 for both, below the best one of either, losses on fresh sequences",
    tuned_effect["gain at one step"]
    .named("SGD's loss on fresh sequences minus that of the EM-like schedule with one base step for both")
    .exceeds(),
    charitable(tags=("schedules", "controls", "tuned", "answer: Schedules with their own best steps")),
)

S8_3 = paper.question(
    "S8.3 An EM-like schedule",
    "Is the schedule with larger steps for the values another algorithm than SGD?",
    place="Section 5.3 and the protocols of Section 7.2 set it beside standard SGD",
    primary="reparametrisation.another",
    why_primary="What a choice of units undoes is no other algorithm.",
).having(tags=("schedules",))

reparametrisation_gap = quantity("reparametrisation_gap")

for name, matrix, scaled, so in (
    ("values", "W_V", "values", ", so that the schedule is SGD in other units"),
    ("outputs", "W_O", "logits", ""),
    ("queries", "W_Q", "queries", ""),
):
    S8_3.claim(
        f"reparametrisation.{name}",
        rf"a step of $c \eta$ on ${matrix}$ is a step of $\eta$ on ${matrix}/\sqrt c$ in a head that "
        rf"multiplies its {scaled} by $\sqrt c${so}; 100 steps, $c = 2$ and 10",
        reparametrisation_gap(scaled=matrix)
        .named(
            rf"the relative difference of the losses after 100 steps of $c \eta$ on ${matrix}$ and of $\eta$ "
            rf"on ${matrix}/\sqrt c$"
        )
        .equals("0", margin=1e-10),
        stronger(derivation=f"rescaled_{name}"),
    )

S8_3.claim(
    "reparametrisation.another",
    "another algorithm than SGD: its loss differs by at least one in a hundred from that of steps of one "
    r"size on $W_V/\sqrt c$ in a head that multiplies its values by $\sqrt c$; 100 steps, $c = 2$ and 10",
    reparametrisation_gap(scaled="W_V")
    .named(
        r"the relative difference of the losses after 100 steps of $c \eta$ on $W_V$ and of $\eta$ on "
        r"$W_V/\sqrt c$"
    )
    .at_least("1/100", margin=0.05),
    literal(derivation="rescaled_values", own_threshold=True),
)

S8_4 = paper.statement(
    "S8.4 Attention stabilises first",
    "Attention often stabilises relatively early and can be treated as approximately converged, while values "
    "continue to move.",
    place="Section 5.3; takeaways, Section 7.2",
    why_primary="Early is earlier than the values, measured by what each has left to go in the source's own "
    "experiment.",
    why_refuted="After half of the steps of the source's own experiment attention has more left to go than "
    "the values have.",
).having(tags=("schedules", "attention"))

S8_4.claim(
    "table_one.weights_first",
    f"{LONG}, the EM-like schedule: {HALFWAY}",
    released_training["weights first"](T=2000, schedule="values", step=500)
    .quick(T=500)
    .named(
        "the share of their way that values have left after 500 of 1000 steps of the EM-like schedule minus "
        "that of attention weights"
    )
    .exceeds(),
    literal(setting=RELEASED),
)

S8_4.claim(
    "schedule.weights_first",
    f"{SHORT}, SGD and the EM-like schedule: {HALFWAY}",
    schedule_effect["weights first"](T=64, step=500, schedule=("sgd", "values"))
    .named(
        "the share of their way that values have left after 500 of 1000 steps minus that of attention "
        "weights at $T = 64$"
    )
    .exceeds(),
    charitable(setting=OF_TEXT),
)

paper.statement(
    "S8.5 Parameter-specific rates",
    "Parameter-specific learning rates; all updates are computed from a single forward-backward pass and "
    "applied simultaneously.",
    place="protocols, Section 7.2",
    not_covered="It says how the updates are made, which every run here follows; what they amount to is "
    "S8.3.",
)
