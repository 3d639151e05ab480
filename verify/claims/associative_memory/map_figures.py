"""Fig. 3 drawn anew."""

from __future__ import annotations

from msgspec.structs import replace

from ...figure import Drawing, Figure

_UNIFORM_MAP = Figure(
    id="associative_memory.figure.map_uniform",
    title="Error of storing all alike",
    caption="Error of $q_0$, every token seen stored with weight one, over the dimension $d$ and the "
    "number of samples $T$; $\\alpha = 1/2$, $N = 100$, $M = 5$.",
    alternative="The error is above one half where d is below 12, whatever T, and where T is below 20, "
    "whatever d; it falls below two per cent only in the corner where d is 320 and T some thousand.",
    quantity="recall_map",
    drawing=Drawing.HEAT_MAP,
    x="d",
    y="T",
    grid={"rho": (0.0,)},
    place="Figure 3, left",
    supports=("associative_memory.map.overflow", "associative_memory.map.null"),
)

FIGURES: tuple[Figure, ...] = (
    _UNIFORM_MAP,
    replace(
        _UNIFORM_MAP,
        id="associative_memory.figure.map_frequency",
        title="Error of storing by frequency",
        caption="Error of $q_1$, every token stored with its frequency in the sample, over $d$ and $T$; "
        "$\\alpha = 1/2$, $N = 100$, $M = 5$.",
        alternative="Where d is small the error is a little lower than with equal weights; where d is "
        "large it stays near eight per cent, where equal weights leave less than one.",
        grid={"rho": (1.0,)},
        place="Figure 3, middle",
        supports=("associative_memory.map.frequency_gains", "associative_memory.map.uniform_gains"),
    ),
    Figure(
        id="associative_memory.figure.curves_hundred",
        title="Three schemes with infinite data, N = 100",
        caption="Error against $d$ at $\\alpha = 2$, $N = 100$, $M = 5$: all alike, by frequency, and the "
        "$d/8$ most frequent alike.",
        alternative="Storing all alike stays high until d is near 100 and then falls steeply; storing by "
        "frequency falls slowly like d^(-1/4); storing the first d/8 falls like 1/d until d = 800.",
        quantity="recall_curves",
        drawing=Drawing.CURVES,
        x="d",
        series="output",
        grid={"N": (100,)},
        laws={"d^(-1/4)": "0.31*d**(-1/4)", "1/d": "3.4/d"},
        place="Figure 3, right",
        supports=("associative_memory.curve.frequency", "associative_memory.curve.threshold_hundred"),
    ),
    Figure(
        id="associative_memory.figure.curves_thousand",
        title="Three schemes with infinite data, N = 1000",
        caption="The same with $N = 1000$ tokens: the first scheme stays high over the whole range and the "
        "third one keeps its slope.",
        alternative="Storing all alike stays above one eighth up to d = 1000; the other two fall along "
        "straight lines of slopes -1/4 and -1.",
        quantity="recall_curves",
        drawing=Drawing.CURVES,
        x="d",
        series="output",
        grid={"N": (1000,)},
        laws={"d^(-1/4)": "0.32*d**(-1/4)", "1/d": "3.7/d"},
        place="Figure 3, right",
        supports=("associative_memory.curve.frequency_many", "associative_memory.curve.threshold_many"),
    ),
)
