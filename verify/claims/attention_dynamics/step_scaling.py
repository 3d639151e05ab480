"""S7 and S8, about the training: larger steps as other units, gradients at the start, a head set by hand.

The setting is that of `schedules`, and the sum of Eq. (9) in place of the mean loss.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_HAND = Claim(
    id="attention_dynamics.hand_set.half_gap",
    label="the loss beyond $-\\log P(y_t | y_{t-1})$, the least possible, of a single head set by hand",
    statement_id="attention_dynamics.S7.13",
    interpretation="the gap is what one head of these sizes lacks: then no such head, one set by hand "
    "either, "
    "comes below half of the printed gap in loss, 1.970 - 1.829 = 0.141; law of the text, $T = 500$ and "
    "2000 (500 in a quick run)",
    own_threshold=True,
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
    label="the share of trainings on the sum of Eq. (9) that end above the loss of uniform predictions",
    statement_id="attention_dynamics.S7.20",
    interpretation="the sum of Eq. (9) in place of the mean, law of the text, $T = 256$, initial scale 0.1, "
    "1000 "
    "steps of 0.01: at least half of the trainings fail, by SGD and by the EM-like schedule (in a quick run "
    "by the latter, at $T = 128$)",
    own_threshold=True,
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
    label="the relative difference of the losses after 100 steps of $c \\eta$ on $W_V$ and of $\\eta$ on "
    "$W_V/\\sqrt c$",
    statement_id="attention_dynamics.S8.3",
    interpretation="a step of $c \\eta$ on $W_V$ is a step of $\\eta$ on $W_V/\\sqrt c$ in a head that "
    "multiplies "
    "its values by $\\sqrt c$, so that the schedule is SGD in other units; 100 steps, $c = 2$ and 10",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="0",
    derivation="rescaled_values",
    quantity="reparametrisation_gap",
    grid={"scaled": ("W_V",)},
    margin=1e-10,
    tags=("schedules",),
)
_ANOTHER = replace(
    _SAME,
    id="attention_dynamics.reparametrisation.another",
    statement_id="attention_dynamics.S8.3",
    interpretation="another algorithm than SGD: its loss differs by at least one in a hundred from that of "
    "steps "
    "of one size on $W_V/\\sqrt c$ in a head that multiplies its values by $\\sqrt c$; 100 steps, $c = 2$ "
    "and 10",
    role=Role.LITERAL,
    own_threshold=True,
    relation=Relation.AT_LEAST,
    claimed="1/100",
    margin=0.05,
)
_ALTERNATES = replace(
    _SAME,
    id="attention_dynamics.alternation",
    label="the relative difference of the losses after 100 alternating and 100 joint steps",
    statement_id="attention_dynamics.S3.p",
    interpretation="joint steps of 0.01, and of 0.1 for $W_V$, as in Section 7.2, against the alternation of "
    "Section 5.3, which takes a new gradient after the step on the values: their losses differ by at most "
    "one in ten thousand",
    own_threshold=True,
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
    label="the gradient by $W_Q$ at $W_K = 0$ relative to that by $W_V$",
    statement_id="attention_dynamics.S8.2",
    interpretation="attention weights that stay equal are SGD's own from $W_Q = W_K = 0$: routing rests "
    "there",
    role=Role.STRONGER,
    bears=Bears.REFINES,
    relation=Relation.EQUALS,
    claimed="0",
    derivation="routing_at_rest",
    quantity="resting_gradient",
    grid={"by": ("W_Q",), "zero": ("W_K",)},
    margin=1e-10,
    tags=("schedules", "controls"),
)
_NORMS = Claim(
    id="attention_dynamics.initial_gradient.query",
    label="the logarithm of $|\\nabla_{W_Q} L|/|\\nabla_{W_V} L|$ at a start with entries of size $1/r$",
    statement_id="attention_dynamics.S8",
    interpretation="law of the text, $T = 64$, entries of size 0.1 and smaller at the start: the gradient by "
    "$W_V$ "
    "is smaller than that by $W_Q$",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="initial_gradient",
    output="log W_Q/W_V",
    domain=("r >= 10",),
    margin=0.0,
    tags=("schedules", "gradients at the start"),
)
_VALUE_ORDER = replace(
    _NORMS,
    id="attention_dynamics.initial_gradient.value_order",
    label="the norm of the gradient by $W_V$ at a start with entries of size $1/r$",
    statement_id="attention_dynamics.Q4",
    interpretation="law of the text, $T = 64$, entries of size $1/r$ as $r \\to \\infty$: of first order in "
    "their "
    "size, through $W_O$ alone",
    role=Role.STRONGER,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/r",
    alternatives=("C/r**2", "C/r**3"),
    output="W_V",
    domain=("r >= 20",),
    margin=0.05,
    tags=("schedules", "gradients at the start", "answer: Orders of gradients in the initial scale"),
)

CLAIMS: tuple[Claim, ...] = (
    _HAND,
    replace(
        _HAND,
        id="attention_dynamics.hand_set.slightly",
        statement_id="attention_dynamics.S7.3",
        interpretation="what input noise adds to the minimum is at most what a head set by hand loses, and "
        "that is "
        "at most half of the printed gap in loss, 0.141; law of the text, $T = 2000$ (500 in a quick run)",
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
        label="the relative difference of the losses after 100 steps of $c \\eta$ on $W_O$ and of $\\eta$ "
        "on $W_O/\\sqrt c$",
        interpretation="a step of $c \\eta$ on $W_O$ is a step of $\\eta$ on $W_O/\\sqrt c$ in a head that "
        "multiplies its logits by $\\sqrt c$; 100 steps, $c = 2$ and 10",
        derivation="rescaled_outputs",
        grid={"scaled": ("W_O",)},
    ),
    replace(
        _SAME,
        id="attention_dynamics.reparametrisation.queries",
        label="the relative difference of the losses after 100 steps of $c \\eta$ on $W_Q$ and of $\\eta$ "
        "on $W_Q/\\sqrt c$",
        interpretation="a step of $c \\eta$ on $W_Q$ is a step of $\\eta$ on $W_Q/\\sqrt c$ in a head that "
        "multiplies its queries by $\\sqrt c$; 100 steps, $c = 2$ and 10",
        derivation="rescaled_queries",
        grid={"scaled": ("W_Q",)},
    ),
    _ANOTHER,
    _ALTERNATES,
    _REST,
    replace(
        _REST,
        id="attention_dynamics.routing_at_rest.keys",
        label="the gradient by $W_K$ at $W_Q = 0$ relative to that by $W_V$",
        derivation="keys_at_rest",
        grid={"by": ("W_K",), "zero": ("W_Q",)},
    ),
    _NORMS,
    replace(
        _NORMS,
        id="attention_dynamics.initial_gradient.key",
        label="the logarithm of $|\\nabla_{W_K} L|/|\\nabla_{W_V} L|$ at a start with entries of size $1/r$",
        interpretation="law of the text, $T = 64$, entries of size 0.1 and smaller at the start: the "
        "gradient by "
        "$W_V$ is smaller than that by $W_K$",
        output="log W_K/W_V",
    ),
    replace(
        _NORMS,
        id="attention_dynamics.initial_gradient.reversed",
        interpretation="the other way round: law of the text, $T = 64$, entries of size 0.1 and smaller at "
        "the "
        "start give routing gradients of at most half of the value gradients",
        role=Role.STRONGER,
        bears=Bears.CONTRADICTS,
        relation=Relation.AT_MOST,
        claimed="-0.693",
        margin=0.02,
        own_threshold=True,
    ),
    _VALUE_ORDER,
    replace(
        _VALUE_ORDER,
        id="attention_dynamics.initial_gradient.query_order",
        label="the norm of the gradient by $W_Q$ at a start with entries of size $1/r$",
        interpretation="law of the text, $T = 64$, entries of size $1/r$ as $r \\to \\infty$: of third order "
        "in "
        "their size, through $W_O$, $W_V$ and $W_K$",
        claimed="C/r**3",
        alternatives=("C/r", "C/r**2"),
        output="W_Q",
    ),
    replace(
        _VALUE_ORDER,
        id="attention_dynamics.initial_gradient.output_order",
        label="the norm of the gradient by $W_O$ at a start with entries of size $1/r$",
        interpretation="law of the text, $T = 64$, entries of size $1/r$ as $r \\to \\infty$: of first order "
        "in "
        "their size, through $W_V$ alone",
        output="W_O",
    ),
)
