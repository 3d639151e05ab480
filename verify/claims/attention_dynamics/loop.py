"""S12: the smallest feedback loop, one query or two and two positions with scalar values.

`p` is the share of the first class among the targets, 1 where they never contradict each other; `t` is the
time of gradient flow and `l` its logarithm; `z` and `D` are the differences of scores and of values.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role
from ...figure import Drawing, Figure

_FOCUSED = Claim(
    id="attention_dynamics.smallest_loop.focused",
    label="the share of random starts of the smallest loop (one query, two positions) that end with "
    "an attention weight above 0.9",
    statement_id="attention_dynamics.S12.1",
    interpretation="one query, two positions, free scores and values $N(0, 1)$ at the start, targets that "
    "never "
    "contradict each other, gradient flow: every start ends focused",
    role=Role.LITERAL,
    relation=Relation.LIMIT,
    claimed="1",
    quantity="smallest_loop",
    output="focused",
    grid={"p": (1.0,)},
    diverging="t",
    margin=0.02,
    tags=("feedback loop", "answer: Where the smallest loop ends"),
)
_NOISY = replace(
    _FOCUSED,
    id="attention_dynamics.smallest_loop.noisy",
    statement_id="attention_dynamics.S12",
    interpretation="one query, two positions, free scores and values $N(0, 1)$ at the start, one target in "
    "ten of "
    "the other class, gradient flow at time 100, when it has all but stopped: every start ends focused",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    grid={"p": (0.9,), "t": (100.0,)},
    diverging=None,
)
_TAIL = replace(
    _FOCUSED,
    id="attention_dynamics.smallest_loop.tail",
    label="one minus the larger attention weight at time $e^l$",
    statement_id="attention_dynamics.S12",
    interpretation="how slowly attention concentrates: one query, two positions, targets that never "
    "contradict "
    "each other, from $z = 1/2$, $D = 1$; what is left falls like $1/\\log^2 t$",
    role=Role.STRONGER,
    bears=Bears.REFINES,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/l**2",
    alternatives=("C/l", "C*exp(-l)"),
    quantity="loop_tail",
    output=None,
    grid={"l": (64, 128, 256, 512, 1024, 2048, 4096)},
    diverging=None,
    margin=0.05,
    tags=("feedback loop",),
)

CLAIMS: tuple[Claim, ...] = (
    replace(
        _FOCUSED,
        id="attention_dynamics.smallest_loop.specialized",
        label="the share of random starts after which each query has a weight above 0.9 on a position of "
        "its own",
        statement_id="attention_dynamics.S12",
        interpretation="two queries with opposite targets over two positions, free scores and values $N(0, "
        "1)$ at "
        "the start, gradient flow at times 1000 and 10000: every start ends with each query focused on a "
        "position of its own",
        role=Role.LITERAL,
        relation=Relation.EQUALS,
        quantity="two_queries",
        output="specialized",
        grid={"t": (1000.0, 10000.0)},
        diverging=None,
    ),
    _FOCUSED,
    _NOISY,
    _TAIL,
    replace(
        _FOCUSED,
        id="attention_dynamics.smallest_loop.conserved",
        label="the rate of $D^2/2 - \\cosh z$ along gradient flow of the smallest loop (one query, "
        "two positions)",
        statement_id="attention_dynamics.S12.1",
        interpretation="one query, two positions, any loss of the context: $D^2/2 - \\cosh z$ is conserved, "
        "so "
        "that weights and values grow together along fixed curves",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        relation=Relation.IDENTITY,
        claimed="0",
        derivation="loop_conserved",
        quantity="loop_drift",
        output=None,
        grid={},
        diverging=None,
        margin=1e-8,
        tags=("feedback loop",),
    ),
    replace(
        _FOCUSED,
        id="attention_dynamics.smallest_loop.side",
        label="the share of random starts of the smallest loop (one query, two positions) that end on "
        "the side of the sign of $D + 2 "
        "\\sinh(z/2)$",
        statement_id="attention_dynamics.S12.1",
        interpretation="one query, two positions, targets that never contradict each other: the sign of $D + "
        "2 "
        "\\sinh(z/2)$ at the start tells the position that wins",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        relation=Relation.EQUALS,
        output="side",
        grid={"p": (1.0,), "t": (10000.0,)},
        diverging=None,
        tags=("feedback loop",),
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="attention_dynamics.figure.smallest_loop",
        title="Where the smallest loop ends",
        caption="Weight of the first position at time 1000, over the differences of scores $z$ and of "
        "values $D$ at "
        "the start; dashed, $D = -2 \\sinh(z/2)$, on which neither position wins.",
        alternative="Above the falling curve through the middle the weight is near 1, below it near 0; it "
        "passes "
        "one half on the curve.",
        quantity="loop_phase",
        drawing=Drawing.HEAT_MAP,
        x="z",
        y="D",
        laws={"separatrix": "exp(-z/2) - exp(z/2)"},
        log_x=False,
        log_y=False,
        supports=("attention_dynamics.smallest_loop.side",),
    ),
)
