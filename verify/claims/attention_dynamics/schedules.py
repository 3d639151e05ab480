"""S7 and S8, the training: the EM-like schedule beside SGD, controls, and what a larger step for values is.

The setting of Section 7.2 with sequences of `T` positions in place of 2000, entries of the matrices of size
`scale` at the start, the mean loss, and steps of .01, ten times as large for the parameters the schedule
names. Gains are paired: SGD's value minus the schedule's from the same start on the same sequence.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role, Sense
from ...figure import Drawing, Figure

_SHORT = {"T": (64,), "scale": (0.1,), "step": (1000,)}
_SETTING = "$T = 64$ and 256, scale .1, mean loss, 1000 steps"
_TWO = {"T": (64, 256), "scale": (0.1,), "step": (1000,)}
_VALUES = {"schedule": ("values",)}
_CONTROL = {"T": (32, 256), "scale": (0.1,), "step": (500,)}
_DRAWN = ("sgd", "values", "outputs", "routing", "all")
_ANSWER = "answer: The EM-like schedule beside SGD"

_LOSS = Claim(
    id="attention_dynamics.schedule.loss",
    subject="SGD's final loss minus that of the EM-like schedule",
    statement_id="attention_dynamics.S7.4",
    reading=_SETTING,
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="schedule_effect",
    component="loss gain",
    grid={**_TWO, **_VALUES},
    quick_grid={**_SHORT, **_VALUES},
    margin=0.0,
    tags=("schedules", _ANSWER),
)
_FRESH = replace(
    _LOSS,
    id="attention_dynamics.schedule.fresh_loss",
    subject="SGD's final loss on a fresh sequence minus that of the EM-like schedule",
    reading="$T = 64$, scale .1: also on a new sequence of the same chain and embeddings",
    role=Role.STRONGER,
    component="fresh gain",
    grid={**_SHORT, **_VALUES},
    quick_grid={},
)
_LEVEL = replace(
    _LOSS,
    id="attention_dynamics.schedule.steps_to_level",
    subject="the steps in which the EM-like schedule reaches SGD's final loss",
    statement_id="attention_dynamics.S7.8",
    reading="the first step with a loss at most SGD's of the same trial after 1000 steps, within the printed "
    "spread; $T = 64$, scale .1",
    relation=Relation.EQUALS,
    margin=0.333,
    claimed="430",
    component="steps to level",
    grid={**_SHORT, **_VALUES},
    quick_grid={},
)
_SPEED_UP = replace(
    _LOSS,
    id="attention_dynamics.schedule.speed_up",
    subject="the speed-up of the EM-like schedule over SGD",
    statement_id="attention_dynamics.S7.9",
    reading="mean of 1000 over the steps to SGD's level; $T = 64$, scale .1: 2.3 within a fifth",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="2.3",
    component="speed-up",
    grid={**_SHORT, **_VALUES},
    quick_grid={},
    margin=0.2,
)
_FOCUS = replace(
    _LOSS,
    id="attention_dynamics.schedule.focus.level",
    subject="the focus of the trained attention, $1 - H(\\alpha_i)/\\log i$ averaged over queries",
    statement_id="attention_dynamics.S7.19",
    reading="both SGD and the EM-like schedule, $T = 64$, scale .1: at least half, between equal weights (0) "
    "and one position (1)",
    relation=Relation.AT_LEAST,
    claimed="1/2",
    component="focus",
    grid={**_SHORT, "schedule": ("sgd", "values")},
    quick_grid={},
    margin=0.02,
    tags=("schedules", "attention"),
)
_HAND = Claim(
    id="attention_dynamics.hand_set.half_gap",
    subject="the excess loss of a single head set by hand over $-\\log P(y_t | y_{t-1})$",
    statement_id="attention_dynamics.S7.13",
    reading="the gap is what one head lacks: then no head of these sizes comes below half of the printed gap "
    "in loss, 1.970 - 1.829 = .141; a head set by hand, sequences of 500 and 2000",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="0.0705",
    quantity="hand_set_excess",
    grid={"beta": (0.25,), "T": (500, 2000)},
    quick_grid={"beta": (0.25,), "T": (500,)},
    margin=0.02,
    severity="critical",
    tags=("schedules", "witness"),
)
_SUM = Claim(
    id="attention_dynamics.sum_of_losses.fails",
    subject="the share of trainings that do not come below equal predictions",
    statement_id="attention_dynamics.S7.20",
    reading="the sum of Eq. (9) in place of the mean, $T = 256$, scale .1: the printed steps fail in more "
    "than half of the trainings, by SGD and by the EM-like schedule (which a quick run shows at $T = 128$)",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="1/2",
    quantity="sum_of_losses",
    grid={"T": (256,), "schedule": ("sgd", "values")},
    quick_grid={"T": (128,), "schedule": ("values",)},
    margin=0.0,
    tags=("schedules", "readings of the loss"),
)
_SAME = Claim(
    id="attention_dynamics.reparametrisation.values",
    subject="the loss after 100 steps ten times as large on $W_V$ over that after equal steps on "
    "$W_V/\\sqrt{10}$",
    statement_id="attention_dynamics.S8.5",
    reading="a step of $c \\eta$ on $W_V$ is a step of $\\eta$ on $W_V/\\sqrt c$ in a head that "
    "multiplies its values by $\\sqrt c$: the schedule is SGD in other units",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="0",
    derivation="rescaled_values",
    quantity="reparametrisation_gap",
    grid={"scaled": ("W_V",)},
    margin=1e-10,
    tags=("schedules", "exact"),
)
_ANOTHER = replace(
    _SAME,
    id="attention_dynamics.reparametrisation.another",
    statement_id="attention_dynamics.S8.3",
    reading="another algorithm than SGD: it differs, by at least one in a hundred, from steps of one size "
    "on $W_V/\\sqrt c$ in a head that multiplies its values by $\\sqrt c$; 100 steps, $c = 2$ and 10",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="1/100",
    margin=0.05,
)
_ALTERNATES = replace(
    _SAME,
    id="attention_dynamics.alternation",
    subject="the relative difference of the losses after 100 alternating and 100 joint steps",
    statement_id="attention_dynamics.S3.p",
    reading="the schedule of Section 7.2, with joint steps of .01 and of .1 for $W_V$, is the alternation of "
    "Section 5.3, which takes a new gradient after the step on the values, but for one in ten thousand",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="1/10000",
    derivation=None,
    quantity="alternation_gap",
    grid={"eta": (0.01,)},
    margin=0.0,
)
_REST = Claim(
    id="attention_dynamics.routing_at_rest.queries",
    subject="the gradient by $W_Q$ where $W_K = 0$, over that by $W_V$",
    statement_id="attention_dynamics.S8.2",
    reading="weights frozen at equality are SGD's own from $W_Q = W_K = 0$: routing rests there",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="0",
    derivation="routing_at_rest",
    quantity="resting_gradient",
    grid={"by": ("W_Q",), "zero": ("W_K",)},
    margin=1e-10,
    tags=("schedules", "controls", "exact"),
)
_NORMS = Claim(
    id="attention_dynamics.initial_gradient.query",
    subject="log of the norm of the gradient by $W_Q$ over that by $W_V$ at the start",
    statement_id="attention_dynamics.S8",
    reading="entries of size .1 and smaller, $T = 64$: the gradient by $W_V$ is smaller than that by $W_Q$",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="initial_gradient",
    component="log W_Q/W_V",
    domain=("r >= 10",),
    margin=0.0,
    tags=("schedules", "gradients at the start"),
)
_VALUE_ORDER = replace(
    _NORMS,
    id="attention_dynamics.initial_gradient.value_order",
    subject="the norm of the gradient by $W_V$ at the start",
    statement_id="attention_dynamics.S8.1",
    reading="entries of size $1/r$, $r \\to \\infty$: of first order, through $W_O$ alone",
    role=Role.STRONGER,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C/r",
    rivals=("C/r**2", "C/r**3"),
    component="W_V",
    domain=("r >= 20",),
    margin=0.05,
    tags=("schedules", "gradients at the start", "answer: Orders of gradients in the initial scale"),
)

CLAIMS: tuple[Claim, ...] = (
    _LOSS,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.loss.scales",
        reading="$T = 64$, scales .05, .1 and .2, mean loss, 1000 steps",
        grid={"T": (64,), "step": (1000,), **_VALUES},
        quick_grid={**_SHORT, **_VALUES},
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.loss.early",
        statement_id="attention_dynamics.S7.21",
        reading="$T = 64$, scale .1: at every mark from 50 steps on",
        role=Role.STRONGER,
        grid={"T": (64,), "scale": (0.1,), "step": (50, 100, 300, 500), **_VALUES},
        quick_grid={"T": (64,), "scale": (0.1,), "step": (50, 100, 300, 500), **_VALUES},
    ),
    _FRESH,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.accuracy",
        subject="the EM-like schedule's final accuracy minus SGD's",
        statement_id="attention_dynamics.S7.5",
        component="accuracy gain",
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.entropy",
        subject="SGD's final predictive entropy minus that of the EM-like schedule",
        statement_id="attention_dynamics.S7.6",
        component="entropy gain",
    ),
    _LEVEL,
    _SPEED_UP,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.length",
        subject="the values' distance from their start under the EM-like schedule minus that under SGD",
        statement_id="attention_dynamics.S7.15",
        component="length gain",
        tags=("schedules", "values"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.alignment",
        subject="the alignment of the values' displacements under the EM-like schedule minus that under SGD",
        statement_id="attention_dynamics.S7.16",
        reading="$T = 64$, scale .1: the largest eigenvalue of the mean of $a a^\\top$ over the "
        "directions $a$ "
        "of displacement, 1 where all lie on one line",
        component="alignment gain",
        grid={**_SHORT, **_VALUES},
        quick_grid={},
        tags=("schedules", "values"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.focus",
        subject="the focus of attention under the EM-like schedule minus that under SGD",
        statement_id="attention_dynamics.S7.17",
        component="focus gain",
        grid={**_SHORT, **_VALUES},
        quick_grid={},
        tags=("schedules", "attention"),
    ),
    _FOCUS,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.focus.routing",
        subject="the focus of attention with larger steps on $W_Q$ and $W_K$ minus that under SGD",
        statement_id="attention_dynamics.S7.19",
        reading="focus comes with larger steps on the routing: $T = 32$ and 256, scale .1",
        role=Role.STRONGER,
        component="focus gain",
        grid={**_CONTROL, "schedule": ("routing",)},
        quick_grid={**_CONTROL, "T": (32,), "schedule": ("routing",)},
        tags=("schedules", "attention", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.weights_first",
        subject="what values have still to go after half of the steps minus what attention weights have",
        statement_id="attention_dynamics.S8.4",
        reading="SGD and the EM-like schedule, $T = 64$, scale .1, step 500 of 1000, each in shares of the "
        "distance from start to end: attention is nearer its end than values are",
        component="weights first",
        grid={**_SHORT, "step": (500,), "schedule": ("sgd", "values")},
        quick_grid={},
        tags=("schedules", "attention"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.weights_first.sgd",
        subject="what values have still to go after half of the steps minus what attention weights have",
        statement_id="attention_dynamics.S3.q",
        reading="SGD, whose steps are of one size, $T = 64$, scale .1, step 500 of 1000: attention is "
        "nearer its end than values are",
        component="weights first",
        grid={**_SHORT, "step": (500,), "schedule": ("sgd",)},
        quick_grid={},
        tags=("schedules", "attention"),
    ),
    _HAND,
    replace(
        _HAND,
        id="attention_dynamics.hand_set.slightly",
        statement_id="attention_dynamics.S7.3",
        reading="what input noise adds to the minimum is at most half of the printed gap: it is at most "
        "what a head set by hand "
        "loses; sequences of 2000 (500 in a quick run)",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        grid={"beta": (0.25,), "T": (2000,)},
        severity="major",
    ),
    _SUM,
    _SAME,
    replace(
        _SAME,
        id="attention_dynamics.reparametrisation.outputs",
        subject="the loss after 100 larger steps on $W_O$ over that after equal steps on $W_O/\\sqrt c$",
        reading="the same of larger steps on $W_O$",
        derivation="rescaled_outputs",
        grid={"scaled": ("W_O",)},
    ),
    replace(
        _SAME,
        id="attention_dynamics.reparametrisation.queries",
        subject="the loss after 100 larger steps on $W_Q$ over that after equal steps on $W_Q/\\sqrt c$",
        reading="the same of larger steps on $W_Q$",
        derivation="rescaled_queries",
        grid={"scaled": ("W_Q",)},
    ),
    _ANOTHER,
    _ALTERNATES,
    _REST,
    replace(
        _REST,
        id="attention_dynamics.routing_at_rest.keys",
        subject="the gradient by $W_K$ where $W_Q = 0$, over that by $W_V$",
        derivation="keys_at_rest",
        grid={"by": ("W_K",), "zero": ("W_Q",)},
    ),
    _NORMS,
    replace(
        _NORMS,
        id="attention_dynamics.initial_gradient.key",
        subject="log of the norm of the gradient by $W_K$ over that by $W_V$ at the start",
        reading="entries of size .1 and smaller, $T = 64$: the gradient by $W_V$ is smaller than that by "
        "$W_K$",
        component="log W_K/W_V",
    ),
    replace(
        _NORMS,
        id="attention_dynamics.initial_gradient.reversed",
        subject="the log norm of the gradient by $W_Q$ over that by $W_V$ at the start",
        reading="the other way round: entries of size .1 and smaller give routing gradients below half of "
        "the value gradients",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="-0.693",
        margin=0.02,
    ),
    _VALUE_ORDER,
    replace(
        _VALUE_ORDER,
        id="attention_dynamics.initial_gradient.query_order",
        subject="the norm of the gradient by $W_Q$ at the start",
        reading="entries of size $1/r$, $r \\to \\infty$: of third order, through $W_O$, $W_V$ and $W_K$",
        claimed="C/r**3",
        rivals=("C/r", "C/r**2"),
        component="W_Q",
    ),
    replace(
        _VALUE_ORDER,
        id="attention_dynamics.initial_gradient.output_order",
        subject="the norm of the gradient by $W_O$ at the start",
        reading="entries of size $1/r$, $r \\to \\infty$: of first order, through $W_V$ alone",
        component="W_O",
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.all.over_values",
        subject="the EM-like schedule's loss minus that of steps ten times as large for all parameters",
        statement_id="attention_dynamics.S8.2",
        reading="uniform steps of the larger size: $T = 32$ and 256, scale .1, 300 steps",
        role=Role.STRONGER,
        component="over values",
        grid={**_CONTROL, "step": (300,), "schedule": ("all",)},
        quick_grid={**_CONTROL, "T": (32,), "step": (300,), "schedule": ("all",)},
        tags=("schedules", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.outputs.loss",
        subject="SGD's loss minus that of larger steps on $W_O$",
        statement_id="attention_dynamics.S8.2",
        reading="larger steps on $W_O$ in place of $W_V$ gain as well: $T = 32$ and 256, scale .1, 500 steps",
        role=Role.STRONGER,
        grid={**_CONTROL, "schedule": ("outputs",)},
        quick_grid={**_CONTROL, "T": (32,), "schedule": ("outputs",)},
        tags=("schedules", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.routing.loss",
        subject="SGD's loss minus that of larger steps on $W_Q$ and $W_K$",
        statement_id="attention_dynamics.S8.2",
        reading="larger steps on the routing in place of the values gain as well: $T = 32$ and 256, scale .1"
        ", 500 steps",
        role=Role.STRONGER,
        grid={**_CONTROL, "schedule": ("routing",)},
        quick_grid={**_CONTROL, "T": (32,), "schedule": ("routing",)},
        tags=("schedules", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.frozen.loss",
        subject="SGD's loss minus that of larger steps on $W_V$, with equal weights that never move",
        statement_id="attention_dynamics.S8.2",
        reading="the gain needs no routing: weights frozen at equality, $T = 32$, scale .1, 500 steps",
        role=Role.STRONGER,
        grid={**_CONTROL, "T": (32,), "schedule": ("values, frozen",)},
        quick_grid={},
        tags=("schedules", "controls"),
    ),
)

_CURVES = Figure(
    id="attention_dynamics.figure.schedule_losses",
    title="Loss by schedule",
    caption="Mean loss on the training sequence over the steps, by which parameters take steps ten times as "
    "large; $T = 256$ (32 in a quick run), scale .1.",
    alternative="All curves start at log 8. Larger steps for all parameters fall first and lowest, then "
    "those on the routing, then those on the values and on the outputs, which lie on each other; SGD is "
    "highest.",
    quantity="schedule_effect",
    drawing=Drawing.CURVES,
    x="step",
    series="schedule",
    components=("loss",),
    grid={"T": (256,), "scale": (0.1,), "schedule": _DRAWN},
    quick_grid={"T": (32,), "scale": (0.1,), "schedule": _DRAWN},
    log_y=False,
    place="Fig. 6",
    supports=("attention_dynamics.schedule.loss", "attention_dynamics.schedule.all.over_values"),
)

FIGURES: tuple[Figure, ...] = (
    _CURVES,
    replace(
        _CURVES,
        id="attention_dynamics.figure.schedule_accuracies",
        title="Accuracy by schedule",
        caption="Accuracy on the training sequence over the steps; $T = 256$ (32 in a quick run), scale .1.",
        alternative="The curves rise in the order in which the losses fall.",
        components=("accuracy",),
        place="Fig. 7",
        supports=("attention_dynamics.schedule.accuracy",),
    ),
    replace(
        _CURVES,
        id="attention_dynamics.figure.schedule_entropies",
        title="Predictive entropy by schedule",
        caption="Mean entropy of the predictions over the steps; $T = 256$ (32 in a quick run), scale .1.",
        alternative="The curves fall in the order in which the losses fall.",
        components=("entropy",),
        place="Fig. 8",
        supports=("attention_dynamics.schedule.entropy",),
    ),
    replace(
        _CURVES,
        id="attention_dynamics.figure.schedule_focus",
        title="Focus of attention by schedule",
        caption="$1 - H(\\alpha_i)/\\log i$, mean over queries, over the steps; $T = 256$ (64 in a quick "
        "run), scale .1.",
        alternative="Only larger steps on the routing, or on all parameters, focus attention; SGD and the "
        "EM-like schedule stay nearer equal weights.",
        components=("focus",),
        place=None,
        supports=("attention_dynamics.schedule.focus.level",),
    ),
)
