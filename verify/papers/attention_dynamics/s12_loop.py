"""S12: the smallest feedback loop, one query or two and two positions with scalar values.

`p` is the share of the first class among the targets, 1 where they never contradict each other; `t` is the
time of gradient flow and `l` its logarithm; `z` and `D` are the differences of scores and of values.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S12 = paper.statement(
    "S12 Attention concentrates",
    "Repeated application yields specialized value vectors that serve distinct subsets of queries, while "
    "attention concentrates on these specialized prototypes.",
    place="Section 4.4, last sentence",
    why_primary="Two queries that ask for different things are the fewest with distinct subsets; every "
    "random start is asked for.",
).having(tags=("feedback loop", "answer: Where the smallest loop ends"))

S12.claim(
    "smallest_loop.specialized",
    "two queries with opposite targets over two positions, free scores and values $N(0, 1)$ at the start, "
    "gradient flow at times 1000 and 10000: every start ends with each query focused on a position of its "
    "own",
    quantity("two_queries")["specialized"](t=(1000.0, 10000.0))
    .named(
        "the share of random starts after which each query has a weight above 0.9 on a position of its own"
    )
    .equals("1", margin=0.02),
)

smallest_loop = quantity(
    "smallest_loop",
    "the share of random starts of the smallest loop (one query, two positions) that end with an attention "
    "weight above 0.9",
)

S12.claim(
    "smallest_loop.noisy",
    "one query, two positions, free scores and values $N(0, 1)$ at the start, one target in ten of the other "
    "class, gradient flow at time 100, when it has all but stopped: every start ends focused",
    smallest_loop["focused"](p=0.9, t=100.0).equals("1", margin=0.02),
    charitable(),
)

S12.claim(
    "smallest_loop.tail",
    "how slowly attention concentrates: one query, two positions, targets that never contradict each other, "
    r"from $z = 1/2$, $D = 1$; what is left falls like $1/\log^2 t$",
    quantity("loop_tail")(l=powers(64, 4096))
    .named("one minus the larger attention weight at time $e^l$")
    .grows_like("C/l**2", alternatives=("C/l", "C*exp(-l)")),
    stronger(bears="refines", tags=("feedback loop",)),
)

S12_1 = paper.statement(
    "S12.1 Positive feedback loop",
    "These equations induce a positive feedback loop: queries route more strongly to values that help them; "
    "those values move toward their users, reinforcing routing and creating specialization.",
    place="Abstract; 1.1 (3)",
    why_primary="In the smallest loop nothing but the mutual reinforcement of values and scores is at work, "
    "and every random start is asked for.",
).having(tags=("feedback loop",))

S12_1.claim(
    "smallest_loop.focused",
    "one query, two positions, free scores and values $N(0, 1)$ at the start, targets that never contradict "
    "each other, gradient flow: every start ends focused",
    smallest_loop["focused"](p=1.0).tends_to("1", margin=0.02, diverging="t"),
    literal(tags=("feedback loop", "answer: Where the smallest loop ends")),
)

S12_1.claim(
    "smallest_loop.conserved",
    r"one query, two positions, any loss of the context: $D^2/2 - \cosh z$ is conserved, so that weights and "
    "values grow together along fixed curves",
    quantity(
        "loop_drift",
        r"the rate of $D^2/2 - \cosh z$ along gradient flow of the smallest loop (one query, two positions)",
    ).vanishes(margin=1e-08),
    stronger(bears="refines", derivation="loop_conserved"),
)

S12_1.claim(
    "smallest_loop.side",
    r"one query, two positions, targets that never contradict each other: the sign of $D + 2 \sinh(z/2)$ at "
    "the start tells the position that wins",
    smallest_loop["side"](p=1.0, t=10000.0)
    .named(
        "the share of random starts of the smallest loop (one query, two positions) that end on the side of "
        r"the sign of $D + 2 \sinh(z/2)$"
    )
    .equals("1", margin=0.02),
    stronger(bears="refines"),
)
