"""S12: what the caption of Fig. 3 reads off its maps and its curves, each as a claim about numbers."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import BoundType, Claim, Relation, Role

_OVERFLOW = Claim(
    id="associative_memory.map.overflow",
    label="the error of equal weights $q_0$ at small $d$",
    statement_id="associative_memory.S12",
    interpretation="'large error': above 1/2 for $d \\le 12$, $N = 100$, however many samples",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="1/2",
    quantity="recall_map",
    output="error",
    grid={"rho": (0.0,), "d": (5, 8, 12)},
    quick_grid={"rho": (0.0,), "d": (5, 12), "T": (10, 500, 10_000)},
    margin=0.01,
    tags=("figure 3", "map"),
    own_threshold=True,
)
_NULL = replace(
    _OVERFLOW,
    id="associative_memory.map.null",
    label="the error of equal weights $q_0$ at large $d$ and $T$",
    statement_id="associative_memory.S12.1",
    interpretation="'null': below 2 % at $d = 320 > 3 N$ with $T \\ge 2000$ samples",
    relation=Relation.AT_MOST,
    claimed="1/50",
    grid={"rho": (0.0,), "d": (320,), "T": (2000, 5000, 10_000)},
    quick_grid={"rho": (0.0,), "d": (320,), "T": (10_000,)},
    own_threshold=True,
)
_GAIN = replace(
    _OVERFLOW,
    id="associative_memory.map.frequency_gains",
    label="the error of equal weights $q_0$ less that of frequencies $q_1$ as weights",
    statement_id="associative_memory.S12.2",
    interpretation="for small $d$ and big $T$ storing by frequency errs less, $8 \\le d \\le 20$, $T \\ge "
    "1000$",
    relation=Relation.ORDERING,
    claimed="0",
    quantity="scheme_gap",
    output="frequency gains",
    grid={"d": (8, 12, 20), "T": (1000, 2000, 5000, 10_000)},
    quick_grid={},
    margin=0.0,
    own_threshold=False,
)
_FREQUENCY_SLOPE = Claim(
    id="associative_memory.curve.frequency",
    label="the log-log slope of the error of frequencies $q_1$ as weights over $10 \\le d \\le "
    "1000$ (orthonormal unembeddings)",
    statement_id="associative_memory.S12.5",
    interpretation="orthonormal unembeddings, not the paper's: the straight line through the plot, $10 \\le "
    "d \\le 1000$ at the caption's $N = 100$",
    role=Role.STRONGER,
    relation=Relation.REPORTED,
    claimed="-1/4",
    quantity="curve_slope",
    grid={"rho": (1.0,), "N": (100,), "least": (10,), "most": (1000,)},
    margin=0.08,
    tags=("figure 3", "curve"),
    own_threshold=True,
)
_THRESHOLD_SLOPE = replace(
    _FREQUENCY_SLOPE,
    id="associative_memory.curve.threshold_hundred",
    label="the log-log slope of the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) over "
    "$16 \\le d \\le 630$ (orthonormal "
    "unembeddings)",
    statement_id="associative_memory.S12.6",
    interpretation="orthonormal unembeddings, not the paper's: the straight line through the plot until "
    "$d/8 > N$, $16 \\le d \\le 630$ at the caption's $N = 100$",
    claimed="-1.00",
    grid={"scheme": ("threshold",), "N": (100,), "least": (16,), "most": (630,)},
    own_threshold=True,
    role=Role.STRONGER,
)
_FREQUENCY_SPHERE = replace(
    _FREQUENCY_SLOPE,
    id="associative_memory.curve.frequency_sphere",
    label="the log-log slope of the error of frequencies $q_1$ as weights over $10 \\le d \\le "
    "1000$ (unembeddings on the sphere)",
    interpretation="unembeddings on the sphere as in the paper: the straight line through the curve "
    "averaged over 100 runs, $10 \\le d \\le 1000$, at the caption's $N = 100$; within .05, "
    "this project's tolerance for an exponent that is read off a plot",
    quantity="curve_slope_sampled",
    output="slope",
    quick_grid={"rho": (1.0,), "N": (100,), "least": (10,), "most": (1000,)},
    margin=0.2,
    own_threshold=True,
    tags=("figure 3", "curve"),
)
_THRESHOLD_SPHERE = replace(
    _FREQUENCY_SPHERE,
    id="associative_memory.curve.threshold_early_sphere",
    label="the log-log slope of the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) over "
    "$16 \\le d \\le 100$ (unembeddings "
    "on the sphere)",
    statement_id="associative_memory.S12.6",
    interpretation="unembeddings on the sphere as in the paper: the straight line through the curve "
    "averaged over 100 runs while $d \\le N$, $16 \\le d \\le 100$, at the caption's $N = "
    "100$, before the tipping point; within .08",
    claimed="-1.00",
    grid={"scheme": ("threshold",), "N": (100,), "least": (16,), "most": (100,)},
    quick_grid={"scheme": ("threshold",), "N": (100,), "least": (16,), "most": (100,)},
    margin=0.08,
)
_FAR = Claim(
    id="associative_memory.curve.threshold_far",
    label="the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) with infinite data",
    statement_id="associative_memory.S12.6",
    interpretation="$P = d/8$ far beyond the plot, to $d = 10^8$ with infinitely many tokens, orthonormal "
    "unembeddings, without sampling",
    role=Role.STRONGER,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/d",
    derivation="one_rival_floor",
    quantity="threshold_far",
    domain=("d >= 1000",),
    alternatives=("C/sqrt(d)",),
    margin=0.05,
    tags=("figure 3", "curve"),
)
_HIGH = replace(
    _OVERFLOW,
    id="associative_memory.curve.uniform_high",
    label="the error of equal weights $q_0$ with infinite data at $d \\le N/2$",
    statement_id="associative_memory.S12.3",
    interpretation="'high': above 1/4 for $d \\le N/2$, $\\alpha = 2$",
    claimed="1/4",
    derivation="one_rival_uniform",
    quantity="recall_curves",
    output="uniform",
    grid={},
    quick_grid={},
    domain=("2*d <= N",),
    tags=("figure 3", "curve"),
    own_threshold=True,
)

CLAIMS: tuple[Claim, ...] = (
    _OVERFLOW,
    _NULL,
    _GAIN,
    replace(
        _GAIN,
        id="associative_memory.map.uniform_gains",
        label="the error of frequencies $q_1$ as weights less that of equal weights $q_0$",
        statement_id="associative_memory.S12.2.1",
        interpretation="for big $d$ storing by frequency errs more, $d \\ge 80$, $T \\ge 200$",
        output="uniform gains",
        grid={"d": (80, 125, 200, 320), "T": (200, 500, 1000, 2000, 5000, 10_000)},
        own_threshold=False,
    ),
    _HIGH,
    replace(
        _HIGH,
        id="associative_memory.curve.uniform_at_capacity",
        label="the error of equal weights $q_0$ with infinite data at $d \\ge N$",
        interpretation="'zero-one': below 5 % as soon as $d \\ge N$, $\\alpha = 2$",
        relation=Relation.AT_MOST,
        claimed="1/20",
        derivation=None,
        domain=("d >= N",),
        own_threshold=True,
    ),
    replace(
        _HIGH,
        id="associative_memory.curve.uniform_beyond",
        label="the error of equal weights $q_0$ with infinite data at $d \\ge 4 N$",
        interpretation="'decreases fast to zero': below 1 % for $d \\ge 4 N$, $\\alpha = 2$",
        role=Role.CHARITABLE,
        statement_id="associative_memory.S12.4",
        relation=Relation.AT_MOST,
        claimed="1/100",
        derivation="all_rivals_uniform",
        domain=("d >= 4*N",),
        own_threshold=True,
    ),
    _FREQUENCY_SLOPE,
    replace(
        _FREQUENCY_SLOPE,
        id="associative_memory.curve.frequency_many",
        interpretation="orthonormal unembeddings: the straight line through the plot, $10 \\le d \\le "
        "1000$, with $N = 1000$ tokens",
        role=Role.CHARITABLE,
        grid={"rho": (1.0,), "N": (1000,), "least": (10,), "most": (1000,)},
        own_threshold=True,
    ),
    _FREQUENCY_SPHERE,
    replace(
        _FREQUENCY_SPHERE,
        id="associative_memory.curve.frequency_many_sphere",
        interpretation="unembeddings on the sphere: the straight line through the curve averaged over 100 "
        "runs, $10 \\le d \\le 1000$, $N = 1000$ tokens",
        role=Role.CHARITABLE,
        grid={"rho": (1.0,), "N": (1000,), "least": (10,), "most": (1000,)},
        quick_grid={"rho": (1.0,), "N": (1000,), "least": (10,), "most": (1000,)},
    ),
    replace(
        _FREQUENCY_SPHERE,
        id="associative_memory.curve.frequency_late_sphere",
        label="the log-log slope of the error of frequencies $q_1$ as weights over $100 \\le d "
        "\\le 1000$ (unembeddings on the "
        "sphere)",
        interpretation="unembeddings on the sphere, $N = 1000$ tokens: the straight line over the upper "
        "half of the plot, $100 \\le d \\le 1000$, within .02",
        role=Role.CHARITABLE,
        grid={"rho": (1.0,), "N": (1000,), "least": (100,), "most": (1000,)},
        quick_grid={"rho": (1.0,), "N": (1000,), "least": (100,), "most": (1000,)},
        margin=0.08,
    ),
    replace(
        _FREQUENCY_SPHERE,
        id="associative_memory.curve.frequency_close_sphere",
        interpretation="unembeddings on the sphere, $N = 100$ tokens: the straight line over $10 \\le d "
        "\\le 1000$, within .02 of $-1/4$",
        role=Role.STRONGER,
        margin=0.08,
    ),
    _THRESHOLD_SLOPE,
    _THRESHOLD_SPHERE,
    replace(
        _THRESHOLD_SPHERE,
        id="associative_memory.curve.threshold_hundred_sphere",
        label="the log-log slope of the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) "
        "over $16 \\le d \\le 630$ (unembeddings "
        "on the sphere)",
        interpretation="unembeddings on the sphere, $N = 100$ tokens: the straight line over $16 \\le d "
        "\\le 630$, up to $d/8 > N$, where hardly a token is left to store",
        role=Role.STRONGER,
        grid={"scheme": ("threshold",), "N": (100,), "least": (16,), "most": (630,)},
        quick_grid={"scheme": ("threshold",), "N": (100,), "least": (16,), "most": (630,)},
    ),
    replace(
        _THRESHOLD_SPHERE,
        id="associative_memory.curve.threshold_many_sphere",
        label="the log-log slope of the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) "
        "over $16 \\le d \\le 1000$ (unembeddings "
        "on the sphere)",
        interpretation="unembeddings on the sphere, $N = 1000$ tokens: the straight line over $16 \\le d "
        "\\le 1000$",
        role=Role.CHARITABLE,
        grid={"scheme": ("threshold",), "N": (1000,), "least": (16,), "most": (1000,)},
        quick_grid={"scheme": ("threshold",), "N": (1000,), "least": (16,), "most": (1000,)},
    ),
    replace(
        _THRESHOLD_SLOPE,
        id="associative_memory.curve.threshold_early",
        label="the log-log slope of the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) "
        "over $16 \\le d \\le 100$ (orthonormal "
        "unembeddings)",
        interpretation="orthonormal unembeddings: the straight line while $d \\le N$, $16 \\le d \\le 100$ "
        "at $N = 100$",
        role=Role.CHARITABLE,
        grid={"scheme": ("threshold",), "N": (100,), "least": (16,), "most": (100,)},
        own_threshold=True,
    ),
    replace(
        _THRESHOLD_SLOPE,
        id="associative_memory.curve.threshold_many",
        label="the log-log slope of the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) "
        "over $16 \\le d \\le 1000$ (orthonormal "
        "unembeddings)",
        interpretation="orthonormal unembeddings: the straight line over $16 \\le d \\le 1000$ with $N = "
        "1000$ tokens",
        role=Role.CHARITABLE,
        grid={"scheme": ("threshold",), "N": (1000,), "least": (16,), "most": (1000,)},
        own_threshold=True,
    ),
    _FAR,
)
