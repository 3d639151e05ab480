"""S7 and S8, the training: the EM-like schedule beside SGD, and controls.

Section 7.2 with sequences of `T` positions in place of 2000 and the transition law of the text, entries of
the matrices of size `scale` at the start, the mean loss, and steps of 0.01, ten times as large for the
parameters the schedule names. Gains are paired: SGD's value minus the schedule's from the same start on the
same sequence. The source's own setting is in `table_one`; what short sequences show stands beside it.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role
from ...figure import Drawing, Figure

_SHORT = {"T": (64,), "scale": (0.1,), "step": (1000,)}
_SETTING = (
    "law of the text, $T = 64$ and 256 (64 in a quick run), initial scale 0.1, mean loss, 1000 steps, on "
    "the training sequence"
)
_SHORTER = "law of the text, $T = 64$, initial scale 0.1, mean loss"
_TWO = {"T": (64, 256), "scale": (0.1,), "step": (1000,)}
_VALUES = {"schedule": ("values",)}
_CONTROL = {"T": (32, 256), "scale": (0.1,), "step": (500,)}
_DRAWN = ("sgd", "values", "outputs", "routing", "all")
_ANSWER = "answer: The EM-like schedule beside SGD"

_LOSS = Claim(
    id="attention_dynamics.schedule.loss",
    setting={
        "chain": "law of the text",
        "loss": "mean over positions",
    },
    label="SGD's final loss minus that of the EM-like schedule on short sequences",
    statement_id="attention_dynamics.S7.4",
    interpretation=_SETTING,
    role=Role.CHARITABLE,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="schedule_effect",
    output="loss gain",
    grid={**_TWO, **_VALUES},
    quick_grid={**_SHORT, **_VALUES},
    margin=0.0,
    tags=("schedules", _ANSWER),
)
_FRESH = replace(
    _LOSS,
    id="attention_dynamics.schedule.fresh_loss",
    label="SGD's final loss on a fresh sequence minus that of the EM-like schedule at $T = 64$",
    interpretation=f"{_SHORTER}, 1000 steps: also on a new sequence of the same chain and embeddings, where "
    "so "
    f"short a sequence "
    "is learned by heart",
    role=Role.STRONGER,
    output="fresh gain",
    grid={**_SHORT, **_VALUES},
    quick_grid={},
)
_LEVEL = replace(
    _LOSS,
    id="attention_dynamics.schedule.steps_to_level",
    label="the number of steps in which the EM-like schedule reaches SGD's final loss at $T = 64$",
    statement_id="attention_dynamics.S7.8",
    interpretation=f"{_SHORTER}, 1000 steps: the first step with a loss at most SGD's of the same trial, 430 "
    "to "
    f"within the "
    "printed spread of 143",
    relation=Relation.EQUALS,
    margin=0.333,
    claimed="430",
    output="steps to level",
    grid={**_SHORT, **_VALUES},
    quick_grid={},
)
_SPEED_UP = replace(
    _LOSS,
    id="attention_dynamics.schedule.speed_up",
    label="the ratio of 1000 steps to those in which the EM-like schedule reaches SGD's final loss "
    "at $T = 64$",
    statement_id="attention_dynamics.S7.9",
    interpretation=f"{_SHORTER}: 2.3 to within a fifth",
    own_threshold=True,
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="2.3",
    output="speed-up",
    grid={**_SHORT, **_VALUES},
    quick_grid={},
    margin=0.2,
)
_FOCUS = replace(
    _LOSS,
    id="attention_dynamics.schedule.focus.level",
    label="the focus of the trained attention, $1 - H(\\alpha_i)/\\log i$, at $T = 64$",
    statement_id="attention_dynamics.S7.19",
    interpretation=f"{_SHORTER}, 1000 steps of SGD and of the EM-like schedule: at least half, between equal "
    f"weights (0) and one "
    "position (1)",
    own_threshold=True,
    relation=Relation.AT_LEAST,
    claimed="1/2",
    output="focus",
    grid={**_SHORT, "schedule": ("sgd", "values")},
    quick_grid={},
    margin=0.02,
    tags=("schedules", "attention"),
)

CLAIMS: tuple[Claim, ...] = (
    _LOSS,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.loss.scales",
        interpretation="law of the text, $T = 64$, initial scales 0.05, 0.1 and 0.2 (0.1 in a quick run), "
        "mean "
        "loss, 1000 steps",
        grid={"T": (64,), "step": (1000,), **_VALUES},
        quick_grid={**_SHORT, **_VALUES},
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.loss.early",
        statement_id="attention_dynamics.S7.21",
        label="SGD's loss minus that of the EM-like schedule during training on short sequences",
        interpretation=f"{_SHORTER}: after 50, 100, 300 and 500 steps",
        role=Role.STRONGER,
        grid={"T": (64,), "scale": (0.1,), "step": (50, 100, 300, 500), **_VALUES},
        quick_grid={"T": (64,), "scale": (0.1,), "step": (50, 100, 300, 500), **_VALUES},
    ),
    _FRESH,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.accuracy",
        label="the EM-like schedule's final accuracy minus SGD's on short sequences",
        statement_id="attention_dynamics.S7.5",
        output="accuracy gain",
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.entropy",
        label="SGD's final predictive entropy minus that of the EM-like schedule on short sequences",
        statement_id="attention_dynamics.S7.6",
        output="entropy gain",
    ),
    _LEVEL,
    _SPEED_UP,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.length",
        label="the values' distance from their start under the EM-like schedule minus that under SGD on "
        "short sequences",
        statement_id="attention_dynamics.S7.15",
        output="length gain",
        tags=("schedules", "values"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.alignment",
        label="the alignment of the values' displacements under the EM-like schedule minus that under SGD "
        "at $T = 64$",
        statement_id="attention_dynamics.Q5",
        interpretation=f"{_SHORTER}, 1000 steps: the largest eigenvalue of the mean of $a a^\\top$ over the "
        f"directions $a$ of "
        "displacement, 1 where all lie on one line",
        output="alignment gain",
        grid={**_SHORT, **_VALUES},
        quick_grid={},
        tags=("schedules", "values"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.focus",
        label="the focus of attention, $1 - H(\\alpha_i)/\\log i$, under the EM-like schedule minus that "
        "under SGD at $T = 64$",
        statement_id="attention_dynamics.S7.17",
        interpretation=f"{_SHORTER}, 1000 steps, mean over queries",
        output="focus gain",
        grid={**_SHORT, **_VALUES},
        quick_grid={},
        tags=("schedules", "attention"),
    ),
    _FOCUS,
    replace(
        _LOSS,
        id="attention_dynamics.schedule.focus.routing",
        label="the focus of attention, $1 - H(\\alpha_i)/\\log i$, with larger steps on $W_Q$ and $W_K$ "
        "minus that under SGD",
        statement_id="attention_dynamics.S7.19",
        interpretation="focus comes with larger steps on the routing: law of the text, $T = 32$ and 256 (32 "
        "in a "
        "quick run), initial scale 0.1, mean loss, 500 steps",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        output="focus gain",
        grid={**_CONTROL, "schedule": ("routing",)},
        quick_grid={**_CONTROL, "T": (32,), "schedule": ("routing",)},
        tags=("schedules", "attention", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.weights_first",
        label="the share of their way that values have left after 500 of 1000 steps minus that of "
        "attention weights at $T = 64$",
        statement_id="attention_dynamics.S8.4",
        interpretation=f"{_SHORTER}, SGD and the EM-like schedule: what is left after 500 of 1000 steps, in "
        "shares "
        f"of the distance "
        "from start to end; attention has less left than values have",
        output="weights first",
        grid={**_SHORT, "step": (500,), "schedule": ("sgd", "values")},
        quick_grid={},
        tags=("schedules", "attention"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.weights_first.sgd",
        label="the share of their way that values have left after 500 of 1000 steps of SGD minus "
        "that of attention weights at $T = 64$",
        statement_id="attention_dynamics.S3.q",
        interpretation=f"{_SHORTER}, SGD: what is left after 500 of 1000 steps, in shares of the distance "
        "from "
        f"start to end; "
        "attention has less left than values have",
        output="weights first",
        grid={**_SHORT, "step": (500,), "schedule": ("sgd",)},
        quick_grid={},
        tags=("schedules", "attention"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.all.over_values",
        label="the EM-like schedule's loss minus that of steps ten times as large for all parameters",
        statement_id="attention_dynamics.S8.2",
        interpretation="uniform steps of the larger size are better still: law of the text, $T = 32$ and 256 "
        "(32 "
        "in a quick run), initial scale 0.1, mean loss, 300 steps",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        output="over values",
        grid={**_CONTROL, "step": (300,), "schedule": ("all",)},
        quick_grid={**_CONTROL, "T": (32,), "step": (300,), "schedule": ("all",)},
        tags=("schedules", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.outputs.loss",
        label="SGD's loss minus that of larger steps on $W_O$",
        statement_id="attention_dynamics.S8.2",
        interpretation="larger steps on $W_O$ in place of $W_V$ gain as well: law of the text, $T = 32$ and "
        "256 "
        "(32 in a quick run), initial scale 0.1, mean loss, 500 steps",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        grid={**_CONTROL, "schedule": ("outputs",)},
        quick_grid={**_CONTROL, "T": (32,), "schedule": ("outputs",)},
        tags=("schedules", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.routing.loss",
        label="SGD's loss minus that of larger steps on $W_Q$ and $W_K$",
        statement_id="attention_dynamics.S8.2",
        interpretation="larger steps on the routing in place of the values gain as well: law of the text, $T "
        "= 32$ "
        "and 256 (32 in a quick run), initial scale 0.1, mean loss, 500 steps",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        grid={**_CONTROL, "schedule": ("routing",)},
        quick_grid={**_CONTROL, "T": (32,), "schedule": ("routing",)},
        tags=("schedules", "controls"),
    ),
    replace(
        _LOSS,
        id="attention_dynamics.schedule.frozen.loss",
        label="SGD's loss minus that of larger steps on $W_V$ at $T = 32$ with equal attention "
        "weights under both",
        statement_id="attention_dynamics.S8.2",
        interpretation="some gain is left without any routing: attention weights held equal under both "
        "schedules, "
        "law of the text, $T = 32$, initial scale 0.1, mean loss, 500 steps",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        grid={**_CONTROL, "T": (32,), "schedule": ("values, frozen",)},
        quick_grid={},
        tags=("schedules", "controls"),
    ),
)

_CURVES = Figure(
    id="attention_dynamics.figure.schedule_losses",
    title="Loss by schedule",
    caption="Mean loss on the training sequence over the steps, by which parameters take steps ten times as "
    "large; $T = 256$ (32 in a quick run), initial scale 0.1.",
    alternative="All curves start at log 8. Larger steps for all parameters fall first and lowest, then "
    "those on the routing, then those on the values and on the outputs, which lie on each other; SGD is "
    "highest.",
    quantity="schedule_effect",
    drawing=Drawing.CURVES,
    x="step",
    series="schedule",
    outputs=("loss",),
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
        caption="Accuracy on the training sequence over the steps; $T = 256$ (32 in a quick run), initial "
        "scale 0.1.",
        alternative="The curves rise in the order in which the losses fall.",
        outputs=("accuracy",),
        place="Fig. 7",
        supports=("attention_dynamics.schedule.accuracy",),
    ),
    replace(
        _CURVES,
        id="attention_dynamics.figure.schedule_entropies",
        title="Predictive entropy by schedule",
        caption="Mean entropy of the predictions over the steps; $T = 256$ (32 in a quick run), initial "
        "scale 0.1.",
        alternative="The curves fall in the order in which the losses fall.",
        outputs=("entropy",),
        place="Fig. 8",
        supports=("attention_dynamics.schedule.entropy",),
    ),
    replace(
        _CURVES,
        id="attention_dynamics.figure.schedule_focus",
        title="Focus of attention by schedule",
        caption="$1 - H(\\alpha_i)/\\log i$, mean over queries, over the steps; $T = 256$ (64 in a quick "
        "run), initial scale 0.1.",
        alternative="Only larger steps on the routing, or on all parameters, focus attention; SGD and the "
        "EM-like schedule stay nearer equal weights.",
        outputs=("focus",),
        place=None,
        supports=("attention_dynamics.schedule.focus.level",),
    ),
)
