"""Figures beside the claims: what one sees at a glance."""

from functools import partial

from ...paper import grid, powers
from . import paper

paper.figure(
    "figure.capacities",
    "Capacity by definition",
    x="d_k",
    lines={
        "mean noise power": "capacity.mean_noise.omega",
        "one query in ten fails": "capacity.query.omega",
        "half of all memories fail": "capacity.all_items.omega",
        "coherent worst case": "capacity.coherent.omega",
        "Markov and union bound": "capacity.guarantee.omega",
        "all one-hot keys distinct": "capacity.distinct.omega",
        "a one-hot key unshared": "capacity.unshared.omega",
    },
    laws={"d_k": "d_k", "sqrt(d_k)": "sqrt(d_k)"},
    blocks=2,
    supports=("capacity.guarantee.omega", "capacity.mean_noise.omega"),
    caption="The number of associations that can be stored, under each definition of storing them. The "
    "square root is the law of guarantees and worst cases; of what happens on average or to one "
    "query the law is a straight line.",
    alternative="On logarithmic axes some capacities rise in parallel with sqrt(d_k), namely the guarantee, "
    "the coherent worst case and distinct one-hot keys; the others rise in parallel with d_k.",
)

paper.figure(
    "figure.failure_map",
    "Where retrieval fails",
    kind="heat map",
    quantity="failure_map",
    x="d_k",
    y="n",
    quick=grid(d_k=powers(8, 128)),
    laws={"n = d_k": "d_k", "n = sqrt(d_k)": "sqrt(d_k)"},
    blocks=4,
    supports=("capacity.query.omega", "capacity.query.theta"),
    caption=r"Share of queries with $|\eta|^2 > 1$ over the number $n$ of stored associations and the "
    r"dimension $d_k$ of the keys; $d_v = 16$. The boundary follows $n = d_k$, not $\sqrt{d_k}$.",
    alternative="Hardly a query fails well below the line n = d_k and nearly all fail well above it, in "
    "every dimension; the line n = sqrt(d_k) lies deep where nothing fails.",
)

paper.figure(
    "figure.error_items",
    "The error by the number of items",
    quantity="system_failure_collapsed",
    x="n",
    series="H",
    at=grid(L=1, d_k=16),
    laws={"((n - 1)/d_k)^H": "((n - 1)/d_k)**H"},
    blocks=8,
    supports=("error_law.factor_items", "error_law.two_heads.theta"),
    caption="Probability that one layer of $H$ heads fails, $d_k = d_v = 16$, against the law "
    "$((n - 1)/d_k)^H$: a bound that lies far above the error, with other slopes.",
    alternative="At one, two and three heads the measured error lies below the law, by more the fewer items "
    "are stored, and rises more steeply than the law.",
)

paper.figure(
    "figure.error_layers",
    "The error by the number of layers",
    quantity="one_hot_system_failure_exact",
    x="L",
    series="H",
    at=grid(d_k=16, n=9),
    laws={"L p^H": "L*(1 - (1 - 1/d_k)**(n - 1))**H"},
    supports=("error_law.factor_layers",),
    caption="Probability that a query's one-hot key collides in every head of some layer, $d_k = 16$ and "
    "$n = 9$, against $L p^H$ with $p = 1 - (15/16)^8$: proportional to $L$ until it nears one.",
    alternative="At one, two and three heads the error rises in proportion to the number of layers and "
    "bends only where it comes near one.",
)

paper.figure(
    "figure.error_dimension",
    "The error by the dimension, at a constant load",
    quantity="gaussian_failure_inversion",
    x="d_k",
    series="tau",
    at=grid(query="unit", tau=(1.5, 2.0, 4.0)),
    domain=("n - 1 == d_k",),
    laws={"Markov, 1/tau": "(n - 1)/(d_k*tau)"},
    supports=("gaussian_failure.rate", "error_law.factor_dimension"),
    caption=r"Probability that a head of normal keys and values fails, $|\eta|^2 > \tau$ with "
    r"$n - 1 = d_k$, computed from its exact law. Markov's bound $1/\tau$ does not move; the error "
    "falls exponentially.",
    alternative="For each threshold above one the error falls faster and faster on logarithmic axes, while "
    "Markov's bound stays where it is.",
)

paper.figure(
    "figure.depth",
    "The error of a chain of layers",
    quantity="depth_error",
    x="L",
    series="clean_up",
    at=grid(H=1, d_k=64, n=16, clean_up=("none", "rms", "layer")),
    blocks=2,
    supports=("depth.error", "depth.linear", "depth.rms"),
    caption="Mean square error after $L$ layers, each queried with what the last one retrieved; $d_k = 64$, "
    "$n = 16$. Without clean-up it grows faster than in proportion to $L$, with a normaliser more "
    "slowly.",
    alternative="Without a normaliser the error rises with every layer and faster than in proportion; with "
    "RMSNorm or LayerNorm it is smaller and rises more slowly than in proportion.",
)

learning_curve = partial(paper.figure, x="m", log_x=False, log_y=False)

learning_curve(
    "figure.acquisition",
    "Acquisition",
    quantity="acquisition_curve",
    series="eta",
    at=grid(rule="delta"),
    laws={"1 - (1 - eta)^m": "1 - (1 - eta)**m"},
    supports=("acquisition.delta",),
    caption="Strength of a stimulus that is paired with an outcome on each of $m$ trials, by the rate "
    r"$\eta$ of the delta rule: a saturating exponential.",
    alternative="Strength rises from the rate towards one, the faster the higher the rate.",
)

learning_curve(
    "figure.extinction",
    "Extinction",
    quantity="extinction_curve",
    series="n",
    at=grid(rule="delta", eta=0.25),
    laws={"(1 - (1 - eta)^n) (1 - eta)^m": "(1 - (1 - eta)**n)*(1 - eta)**m"},
    supports=("extinction.delta",),
    caption="Strength of a stimulus on trials without outcome, after $n$ trials with one; delta rule, "
    r"$\eta = 1/4$.",
    alternative="Strength falls exponentially towards zero from where the training left it.",
)

learning_curve(
    "figure.blocking",
    "Blocking",
    quantity="blocking_curve",
    series="n",
    at=grid(rule="delta", eta=0.25),
    laws={"(1 - eta)^n (1 - (1 - 2 eta)^m)/2": "(1 - eta)**n*(1 - (1 - 2*eta)**m)/2"},
    supports=("blocking.delta",),
    caption="Strength of a stimulus B added to A on $m$ trials, after $n$ trials of A alone; delta rule, "
    r"$\eta = 1/4$. The better A is learnt, the less is left for B.",
    alternative="Without earlier trials of A the strength of B rises to one half; after many of them it "
    "stays near zero.",
)

paper.figure(
    "figure.delta_recall",
    "Recall under the delta rule",
    quantity="delta_recall",
    x="n",
    series="output",
    at=grid(d_k=64),
    blocks=4,
    log_y=False,
    supports=("delta.oldest", "delta.newest"),
    caption="Mean square error of what is recalled after one pass over $n$ items, $d_k = 64$: of the oldest "
    "item, of the newest, and on average.",
    alternative="The newest item is recalled without error; the error of the oldest and of the average "
    "grows with the number of items.",
)
