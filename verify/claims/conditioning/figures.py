"""The topic's figures: what one sees of it at a glance."""

from __future__ import annotations

from msgspec.structs import replace

from ...figure import Drawing, Figure

_MAP = Figure(
    id="conditioning.figure.failure_map",
    title="Where retrieval fails",
    caption="Share of queries with $|\\eta|^2 > 1$ over the number $n$ of stored associations and the "
    "dimension $d_k$ of the keys; $d_v = 16$. The boundary follows $n = d_k$, not $\\sqrt{d_k}$.",
    alternative="Hardly a query fails well below the line n = d_k and nearly all fail well above it, in "
    "every dimension; the line n = sqrt(d_k) lies deep where nothing fails.",
    quantity="failure_map",
    drawing=Drawing.HEAT_MAP,
    x="d_k",
    y="n",
    quick_grid={"d_k": (8, 16, 32, 64, 128)},
    blocks=4,
    laws={"n = d_k": "d_k", "n = sqrt(d_k)": "sqrt(d_k)"},
    supports=("conditioning.capacity.query.omega", "conditioning.capacity.query.theta"),
)
_CAPACITIES = Figure(
    id="conditioning.figure.capacities",
    title="Capacity by definition",
    caption="The number of associations that can be stored, under each definition of storing them. The "
    "square root is the law of guarantees and worst cases; of what happens on average or to one query "
    "the law is a straight line.",
    alternative="On logarithmic axes some capacities rise in parallel with sqrt(d_k), namely the guarantee, "
    "the coherent worst case and distinct one-hot keys; the others rise in parallel with d_k.",
    drawing=Drawing.CURVES,
    x="d_k",
    lines={
        "mean noise power": "conditioning.capacity.mean_noise.omega",
        "one query in ten fails": "conditioning.capacity.query.omega",
        "half of all memories fail": "conditioning.capacity.all_items.omega",
        "coherent worst case": "conditioning.capacity.coherent.omega",
        "Markov and union bound": "conditioning.capacity.guarantee.omega",
        "all one-hot keys distinct": "conditioning.capacity.distinct.omega",
        "a one-hot key unshared": "conditioning.capacity.unshared.omega",
    },
    blocks=2,
    laws={"d_k": "d_k", "sqrt(d_k)": "sqrt(d_k)"},
    supports=("conditioning.capacity.guarantee.omega", "conditioning.capacity.mean_noise.omega"),
)
_ACQUISITION = Figure(
    id="conditioning.figure.acquisition",
    title="Acquisition",
    caption="Strength of a stimulus that is paired with an outcome on each of $m$ trials, by the rate "
    "$\\eta$ of the delta rule: a saturating exponential.",
    alternative="Strength rises from the rate towards one, the faster the higher the rate.",
    quantity="acquisition_curve",
    drawing=Drawing.CURVES,
    x="m",
    series="eta",
    grid={"rule": ("delta",)},
    laws={"1 - (1 - eta)^m": "1 - (1 - eta)**m"},
    log_x=False,
    log_y=False,
    supports=("conditioning.acquisition.delta",),
)
_ITEMS = Figure(
    id="conditioning.figure.error_items",
    title="The error by the number of items",
    caption="Probability that one layer of $H$ heads fails, $d_k = d_v = 16$, against the law "
    "$((n - 1)/d_k)^H$: a bound that lies far above the error, with other slopes.",
    alternative="At one, two and three heads the measured error lies below the law, by more the fewer items "
    "are stored, and rises more steeply than the law.",
    quantity="system_failure_collapsed",
    drawing=Drawing.CURVES,
    x="n",
    series="H",
    grid={"L": (1,), "d_k": (16,)},
    blocks=8,
    laws={"((n - 1)/d_k)^H": "((n - 1)/d_k)**H"},
    supports=("conditioning.error_law.factor_items", "conditioning.error_law.two_heads.theta"),
)

FIGURES: tuple[Figure, ...] = (
    _CAPACITIES,
    _MAP,
    _ITEMS,
    replace(
        _ITEMS,
        id="conditioning.figure.error_layers",
        title="The error by the number of layers",
        caption="Probability that a query's one-hot key collides in every head of some layer, $d_k = 16$ and "
        "$n = 9$, against $L p^H$ with $p = 1 - (15/16)^8$: proportional to $L$ until it nears one.",
        alternative="At one, two and three heads the error rises in proportion to the number of layers and "
        "bends only where it comes near one.",
        quantity="one_hot_system_failure_exact",
        x="L",
        grid={"d_k": (16,), "n": (9,)},
        blocks=1,
        laws={"L p^H": "L*(1 - (1 - 1/d_k)**(n - 1))**H"},
        supports=("conditioning.error_law.factor_layers",),
    ),
    replace(
        _ITEMS,
        id="conditioning.figure.error_dimension",
        title="The error by the dimension, at a constant load",
        caption="Probability that a head of normal keys and values fails, $|\\eta|^2 > \\tau$ with $n - 1 = "
        "d_k$, computed from its exact law. Markov's bound $1/\\tau$ does not move; the error falls "
        "exponentially.",
        alternative="For each threshold above one the error falls faster and faster on logarithmic axes, "
        "while Markov's bound stays where it is.",
        quantity="gaussian_failure_inversion",
        x="d_k",
        series="tau",
        grid={"query": ("unit",), "tau": (1.5, 2.0, 4.0)},
        domain=("n - 1 == d_k",),
        blocks=1,
        laws={"Markov, 1/tau": "(n - 1)/(d_k*tau)"},
        supports=("conditioning.gaussian_failure.rate", "conditioning.error_law.factor_dimension"),
    ),
    replace(
        _ITEMS,
        id="conditioning.figure.depth",
        title="The error of a chain of layers",
        caption="Mean square error after $L$ layers, each queried with what the last one retrieved; $d_k = "
        "64$, $n = 16$. Without clean-up it grows faster than in proportion to $L$, with a normaliser more "
        "slowly.",
        alternative="Without a normaliser the error rises with every layer and faster than in proportion; "
        "with RMSNorm or LayerNorm it is smaller and rises more slowly than in proportion.",
        quantity="depth_error",
        x="L",
        series="clean_up",
        grid={"H": (1,), "d_k": (64,), "n": (16,), "clean_up": ("none", "rms", "layer")},
        blocks=2,
        laws={},
        supports=("conditioning.depth.error", "conditioning.depth.linear", "conditioning.depth.rms"),
    ),
    _ACQUISITION,
    replace(
        _ACQUISITION,
        id="conditioning.figure.extinction",
        title="Extinction",
        caption="Strength of a stimulus on trials without outcome, after $n$ trials with one; delta rule, "
        "$\\eta = 1/4$.",
        alternative="Strength falls exponentially towards zero from where the training left it.",
        quantity="extinction_curve",
        series="n",
        grid={"rule": ("delta",), "eta": (0.25,)},
        laws={"(1 - (1 - eta)^n) (1 - eta)^m": "(1 - (1 - eta)**n)*(1 - eta)**m"},
        supports=("conditioning.extinction.delta",),
    ),
    replace(
        _ACQUISITION,
        id="conditioning.figure.blocking",
        title="Blocking",
        caption="Strength of a stimulus B added to A on $m$ trials, after $n$ trials of A alone; delta rule, "
        "$\\eta = 1/4$. The better A is learnt, the less is left for B.",
        alternative="Without earlier trials of A the strength of B rises to one half; after many of them it "
        "stays near zero.",
        quantity="blocking_curve",
        series="n",
        grid={"rule": ("delta",), "eta": (0.25,)},
        laws={"(1 - eta)^n (1 - (1 - 2 eta)^m)/2": "(1 - eta)**n*(1 - (1 - 2*eta)**m)/2"},
        supports=("conditioning.blocking.delta",),
    ),
    replace(
        _ITEMS,
        id="conditioning.figure.delta_recall",
        title="Recall under the delta rule",
        caption="Mean square error of what is recalled after one pass over $n$ items, $d_k = 64$: of the "
        "oldest item, of the newest, and on average.",
        alternative="The newest item is recalled without error; the error of the oldest and of the average "
        "grows with the number of items.",
        quantity="delta_recall",
        x="n",
        series="output",
        grid={"d_k": (64,)},
        blocks=4,
        laws={},
        log_y=False,
        supports=("conditioning.delta.oldest", "conditioning.delta.newest"),
    ),
)
