"""Pictures of Section 4: the map of an update, SGD beside its approximation, and what training choices do."""

from __future__ import annotations

from msgspec.structs import replace

from ...figure import Drawing, Figure

_ITERATES = Figure(
    id="associative_memory.figure.iterates",
    title="What repeated updates store",
    caption="$f^n(0)$ of the printed map over the number $n$ of visits, by step size: a straight rise, "
    "then the logarithm of $\\eta M n$.",
    alternative="Small steps rise in proportion to n; a step of 10 is at its plateau after one visit; all "
    "curves end in the same slow logarithmic rise.",
    quantity="iterate",
    drawing=Drawing.CURVES,
    x="n",
    series="eta",
    place="Fig. 5, left",
    supports=("associative_memory.iterates.growth",),
)
_SCHEMES = Figure(
    id="associative_memory.figure.schemes",
    title="The scheme a step size leads to",
    caption="$q(x)/q(1)$ after the visits of Fig. 5 at $N = 100$, by step size; dashed, $p^\\rho$ with the "
    "powers printed beside them.",
    alternative="A step of 10 stores all tokens nearly alike, a step of .001 stores them by their "
    "frequency; a step of .1 lies between and falls more steeply in the end than the printed power.",
    quantity="scheme_share",
    drawing=Drawing.CURVES,
    x="x",
    series="eta",
    laws={
        "rho = .05": "(4/(x + 3))**(1/10)",
        "rho = .35": "(4/(x + 3))**(7/10)",
        "rho = 1": "(4/(x + 3))**2",
    },
    place="Fig. 5, right",
    supports=("associative_memory.equivalent_power.hundred",),
)
_APPROXIMATION = Figure(
    id="associative_memory.figure.approximation",
    title="SGD and its approximation",
    caption="Mean error of SGD with batches of one and of its approximation by the map (20), $d = N = "
    "100$, step 1, to $10^4$ tokens.",
    alternative="Both curves fall together; that of SGD ends at half of that of its approximation.",
    quantity="update_approximation_long",
    drawing=Drawing.CURVES,
    x="t",
    series="output",
    outputs=("sgd", "map"),
    grid={"d": (100,), "eta": (1.0,)},
    place="Fig. 4, middle",
    supports=("associative_memory.approximation.long",),
)
_STEPS = Figure(
    id="associative_memory.figure.step_sizes",
    title="Step size",
    caption="Mean error of SGD with batches of one over the tokens seen, by step size; $d = 50$, $N = 100$.",
    alternative="Up to a step of 10 a larger step is lower at every time; a step of 100 ends above that of "
    "10.",
    quantity="step_size_effect",
    drawing=Drawing.CURVES,
    x="t",
    series="eta",
    outputs=("error",),
    grid={"d": (50,)},
    place="Fig. 7, left",
    supports=("associative_memory.step_size.narrow", "associative_memory.step_size.wide"),
)
_TABLE = Figure(
    id="associative_memory.figure.update_large_before",
    title="A large step: before an update",
    caption="$u_y \\cdot W e_x$ by token $x$ and answer $y$ in one run, $N = 10$, $M = 5$, $d = 5$, step 10, "
    "before an update on a token that is wrong; the right answers lie on the two diagonals $y = x$ mod 5.",
    alternative="A table of ten tokens by five answers: scores of both signs and of very different size.",
    quantity="score_table",
    drawing=Drawing.HEAT_MAP,
    x="x",
    y="y",
    grid={"eta": (10.0,), "when": ("before",)},
    log_x=False,
    log_y=False,
    place="Fig. 6, left",
    supports=("associative_memory.overwriting.stored", "associative_memory.overwriting.erased"),
)

FIGURES: tuple[Figure, ...] = (
    _ITERATES,
    _SCHEMES,
    _APPROXIMATION,
    replace(
        _APPROXIMATION,
        id="associative_memory.figure.approximation_large",
        caption="The same with step 10, the mean in place of a single run.",
        alternative="Both curves fall together to some hundred tokens; then the approximation fails in more "
        "and more runs, which lifts its mean while SGD's error goes on falling.",
        grid={"d": (100,), "eta": (10.0,)},
        place="Fig. 4, left",
    ),
    replace(
        _APPROXIMATION,
        id="associative_memory.figure.approximation_narrow",
        caption="The same with step 1 at $d = 10$, a tenth of $N$.",
        alternative="SGD falls; its approximation stops falling and turns up.",
        grid={"d": (10,), "eta": (1.0,)},
        place="Fig. 4, right",
        supports=("associative_memory.approximation.narrow_long",),
    ),
    _STEPS,
    _TABLE,
    replace(
        _TABLE,
        id="associative_memory.figure.update_large_after",
        title="A large step: after the update",
        caption="The same after the update, which moves the scores of other tokens with it.",
        alternative="The column of the token that was asked has its right answer on top; columns of other "
        "tokens have changed as well.",
        grid={"eta": (10.0,), "when": ("after",)},
    ),
    replace(
        _TABLE,
        id="associative_memory.figure.update_small_before",
        title="A small step: before an update",
        caption="The same run at step .1, before an update on a token that is wrong.",
        alternative="Scores are smaller; those of the most frequent tokens lead.",
        grid={"eta": (0.1,), "when": ("before",)},
        place="Fig. 6, right",
        supports=("associative_memory.overwriting.kept", "associative_memory.overwriting.rare"),
    ),
    replace(
        _TABLE,
        id="associative_memory.figure.update_small_after",
        title="A small step: after the update",
        caption="The same after the update, which changes little anywhere.",
        alternative="The table is nearly that of before.",
        grid={"eta": (0.1,), "when": ("after",)},
        place="Fig. 6, right",
        supports=("associative_memory.overwriting.kept", "associative_memory.overwriting.rare"),
    ),
    replace(
        _STEPS,
        id="associative_memory.figure.batch_sizes",
        title="Batch size",
        caption="Mean error of SGD after 1024 tokens over the batch size $B$, by dimension, each point "
        "with its step tuned on other seeds; $N = 100$.",
        alternative="The error is flat up to batches of 16 and rises beyond.",
        quantity="batch_size_effect",
        x="B",
        series="d",
        grid={"steps": ("tuned",)},
        place="Fig. 7, middle",
        supports=("associative_memory.batch_size.tuned",),
    ),
    replace(
        _STEPS,
        id="associative_memory.figure.optimisers",
        title="Optimisers",
        caption="Mean error with batches of 64 over the tokens seen, each optimiser with its step tuned on "
        "other seeds; $d = 50$, $N = 100$.",
        alternative="Sign steps end lowest, SGD and sign steps with a layer norm close together above, the "
        "layer norm alone highest.",
        quantity="optimiser_effect",
        series="optimiser",
        grid={"d": (50,), "B": (64,), "steps": ("tuned",)},
        place="Fig. 7, right",
        supports=("associative_memory.adam.large_batch.tuned", "associative_memory.layer_norm.tuned"),
    ),
)
