"""S7 and S8, about the training: larger steps as other units, gradients at the start, a head set by hand.

The setting is that of `schedules`, and the sum of Eq. (9) in place of the mean loss.
"""

from __future__ import annotations

from ...paper import charitable, literal, quantity, stronger
from . import paper

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
    "values by themselves gain from larger steps: released law, $T = 2000$, at least five seeds (500 and up "
    "to eight in a quick run), initial scale 0.1, mean loss, 1000 steps, $W_Q$ and $W_K$ held under both "
    "schedules",
    released_training["loss gain"](T=2000, schedule="values, held", step=1000)
    .quick(T=500)
    .named("SGD's final loss minus that of larger steps on $W_V$ with attention held as it was drawn")
    .exceeds(),
    literal(setting={"chain": "released script", "initial scale": "0.1", "loss": "mean over positions"}),
)

S8_2.claim(
    "table_one.held.share",
    "the gain needs no routing: at least nine tenths of it survive with $W_Q$ and $W_K$ held under both "
    "schedules; released law, $T = 500$, initial scale 0.1, mean loss, 1000 steps",
    released_training["share of the gain"](T=500, schedule="values, held", step=1000)
    .named(
        "the share of the EM-like schedule's gain in loss that is left with attention held as it was drawn"
    )
    .at_least("9/10"),
    stronger(
        bears="refines",
        setting={"chain": "released script", "initial scale": "0.1", "loss": "mean over positions"},
        own_threshold=True,
    ),
)

S8_2.claim(
    "table_one.equal.share",
    "the gain needs no routing: at least nine tenths of it survive with attention weights equal under both "
    "schedules; released law, $T = 500$, initial scale 0.1, mean loss, 1000 steps",
    released_training["share of the gain"](T=500, schedule="values, equal", step=1000)
    .named("the share of the EM-like schedule's gain in loss that is left with equal attention weights")
    .at_least("9/10"),
    stronger(
        bears="refines",
        setting={"chain": "released script", "initial scale": "0.1", "loss": "mean over positions"},
        own_threshold=True,
    ),
)

schedule_effect = quantity("schedule_effect")(scale=0.1)

S8_2.claim(
    "schedule.all.over_values",
    "uniform steps of the larger size are better still: law of the text, $T = 32$ and 256 (32 in a quick "
    "run), initial scale 0.1, mean loss, 300 steps",
    schedule_effect["over values"](T=(32, 256), step=300, schedule="all")
    .quick(T=32)
    .named("the EM-like schedule's loss minus that of steps ten times as large for all parameters")
    .exceeds(),
    stronger(bears="refines", setting={"chain": "law of the text", "loss": "mean over positions"}),
)

S8_2.claim(
    "schedule.outputs.loss",
    "larger steps on $W_O$ in place of $W_V$ gain as well: law of the text, $T = 32$ and 256 (32 in a quick "
    "run), initial scale 0.1, mean loss, 500 steps",
    schedule_effect["loss gain"](T=(32, 256), step=500, schedule="outputs")
    .quick(T=32)
    .named("SGD's loss minus that of larger steps on $W_O$")
    .exceeds(),
    stronger(bears="refines", setting={"chain": "law of the text", "loss": "mean over positions"}),
)

S8_2.claim(
    "schedule.routing.loss",
    "larger steps on the routing in place of the values gain as well: law of the text, $T = 32$ and 256 (32 "
    "in a quick run), initial scale 0.1, mean loss, 500 steps",
    schedule_effect["loss gain"](T=(32, 256), step=500, schedule="routing")
    .quick(T=32)
    .named("SGD's loss minus that of larger steps on $W_Q$ and $W_K$")
    .exceeds(),
    stronger(bears="refines", setting={"chain": "law of the text", "loss": "mean over positions"}),
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
    stronger(bears="refines", setting={"chain": "law of the text", "loss": "mean over positions"}),
)

resting_gradient = quantity("resting_gradient")

S8_2.claim(
    "routing_at_rest.queries",
    "attention weights that stay equal are SGD's own from $W_Q = W_K = 0$: routing rests there",
    resting_gradient(by="W_Q", zero="W_K")
    .named("the gradient by $W_Q$ at $W_K = 0$ relative to that by $W_V$")
    .equals("0", margin=1e-10),
    stronger(bears="refines", derivation="routing_at_rest"),
)

S8_2.claim(
    "routing_at_rest.keys",
    "attention weights that stay equal are SGD's own from $W_Q = W_K = 0$: routing rests there",
    resting_gradient(by="W_K", zero="W_Q")
    .named("the gradient by $W_K$ at $W_Q = 0$ relative to that by $W_V$")
    .equals("0", margin=1e-10),
    stronger(bears="refines", derivation="keys_at_rest"),
)

tuned_effect = quantity("tuned_effect")(schedule="values").quick(T=32)

S8_2.claim(
    "tuned.gain",
    "the gain outlives tuning: law of the text, a new sequence of $T = 32$ or 64 (32 in a quick run) at each "
    "of 150 steps, mean loss, base steps tuned on other draws, losses on fresh sequences",
    tuned_effect["gain"]
    .named("SGD's loss on fresh sequences minus that of the EM-like schedule with the best step of each")
    .exceeds(),
    stronger(tags=("schedules", "controls", "tuned", "answer: Schedules with their own best steps")),
)

S8_2.claim(
    "tuned.one_step",
    "law of the text, a new sequence of $T = 32$ or 64 (32 in a quick run) at each of 150 steps, mean loss, "
    "a base step of 0.08 for both, below the best one of either, losses on fresh sequences",
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

w_v = reparametrisation_gap(scaled="W_V").named(
    r"the relative difference of the losses after 100 steps of $c \eta$ on $W_V$ and of $\eta$ on "
    r"$W_V/\sqrt c$"
)

S8_3.claim(
    "reparametrisation.values",
    r"a step of $c \eta$ on $W_V$ is a step of $\eta$ on $W_V/\sqrt c$ in a head that multiplies its values "
    r"by $\sqrt c$, so that the schedule is SGD in other units; 100 steps, $c = 2$ and 10",
    w_v.equals("0", margin=1e-10),
    stronger(derivation="rescaled_values"),
)

S8_3.claim(
    "reparametrisation.outputs",
    r"a step of $c \eta$ on $W_O$ is a step of $\eta$ on $W_O/\sqrt c$ in a head that multiplies its logits "
    r"by $\sqrt c$; 100 steps, $c = 2$ and 10",
    reparametrisation_gap(scaled="W_O")
    .named(
        r"the relative difference of the losses after 100 steps of $c \eta$ on $W_O$ and of $\eta$ on "
        r"$W_O/\sqrt c$"
    )
    .equals("0", margin=1e-10),
    stronger(derivation="rescaled_outputs"),
)

S8_3.claim(
    "reparametrisation.queries",
    r"a step of $c \eta$ on $W_Q$ is a step of $\eta$ on $W_Q/\sqrt c$ in a head that multiplies its queries "
    r"by $\sqrt c$; 100 steps, $c = 2$ and 10",
    reparametrisation_gap(scaled="W_Q")
    .named(
        r"the relative difference of the losses after 100 steps of $c \eta$ on $W_Q$ and of $\eta$ on "
        r"$W_Q/\sqrt c$"
    )
    .equals("0", margin=1e-10),
    stronger(derivation="rescaled_queries"),
)

S8_3.claim(
    "reparametrisation.another",
    "another algorithm than SGD: its loss differs by at least one in a hundred from that of steps of one "
    r"size on $W_V/\sqrt c$ in a head that multiplies its values by $\sqrt c$; 100 steps, $c = 2$ and 10",
    w_v.at_least("1/100", margin=0.05),
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
    "released law, $T = 2000$, at least five seeds (500 and up to eight in a quick run), initial scale 0.1, "
    "mean loss, the EM-like schedule: what is left after 500 of 1000 steps, in shares of the distance from "
    "start to end; attention has less left than values have",
    released_training["weights first"](T=2000, schedule="values", step=500)
    .quick(T=500)
    .named(
        "the share of their way that values have left after 500 of 1000 steps of the EM-like schedule minus "
        "that of attention weights"
    )
    .exceeds(),
    literal(setting={"chain": "released script", "initial scale": "0.1", "loss": "mean over positions"}),
)

S8_4.claim(
    "schedule.weights_first",
    "law of the text, $T = 64$, initial scale 0.1, mean loss, SGD and the EM-like schedule: what is left "
    "after 500 of 1000 steps, in shares of the distance from start to end; attention has less left than "
    "values have",
    schedule_effect["weights first"](T=64, step=500, schedule=("sgd", "values"))
    .named(
        "the share of their way that values have left after 500 of 1000 steps minus that of attention "
        "weights at $T = 64$"
    )
    .exceeds(),
    charitable(setting={"chain": "law of the text", "loss": "mean over positions"}),
)

paper.statement(
    "S8.5 Parameter-specific rates",
    "Parameter-specific learning rates; all updates are computed from a single forward-backward pass and "
    "applied simultaneously.",
    place="protocols, Section 7.2",
    not_covered="It says how the updates are made, which every run here follows; what they amount to is "
    "S8.3.",
)
