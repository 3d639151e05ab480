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
    "100$, step 1.",
    alternative="Both curves fall together; that of SGD ends a fifth below that of its approximation.",
    quantity="update_approximation",
    drawing=Drawing.CURVES,
    x="t",
    series="component",
    components=("sgd", "map"),
    grid={"d": (100,), "eta": (1.0,)},
    blocks=2,
    place="Fig. 4, middle",
    supports=("associative_memory.approximation.single_run",),
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
    components=("error",),
    grid={"d": (50,)},
    place="Fig. 7, left",
    supports=("associative_memory.step_size.narrow", "associative_memory.step_size.wide"),
)

FIGURES: tuple[Figure, ...] = (
    _ITERATES,
    _SCHEMES,
    _APPROXIMATION,
    replace(
        _APPROXIMATION,
        id="associative_memory.figure.approximation_large",
        caption="The same with step 10, the mean in place of a single run.",
        alternative="Both curves fall together; after 1024 tokens the approximation fails in some runs, "
        "which lifts its mean.",
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
        supports=("associative_memory.approximation.narrow",),
    ),
    _STEPS,
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
