"""S3: Eq. (9), E ~ p({x : d q(x)^2 <= p_* |q|^2}), as an approximation: where it is good, where useless.

Both sides are computed without sampling, for orthonormal unembeddings or two classes, whose errors have
closed forms. The ratio is one number a cell: a constant would make Eq. (9) a law.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import BoundType, Claim, Relation, Role

_DECADES = (10**3, 10**4, 10**6, 10**8)

_RATIO = Claim(
    id="associative_memory.cutoff.frequency",
    label="the ratio of the error to its approximation (9) at $q = p$, $\\alpha = 2$",
    statement_id="associative_memory.S3",
    interpretation="up to constants: the ratio of both sides of Eq. (9) neither grows nor falls with $d$; $q "
    "= p$, "
    "$\\alpha = 2$, $N = \\infty$, $M = 5$, orthonormal unembeddings",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C",
    quantity="cutoff_approximation",
    grid={"M": (5,), "scheme": ("power",), "alpha": (2.0,), "rho": (1.0,)},
    quick_grid={"M": (5,), "scheme": ("power",), "alpha": (2.0,), "rho": (1.0,), "d": _DECADES},
    domain=("d >= 1000",),
    diverging="d",
    alternatives=("C*d**(1/4)",),
    margin=0.05,
    tags=("cutoff",),
)
_EQUAL = replace(
    _RATIO,
    id="associative_memory.cutoff.equality",
    interpretation="as an equation: the ratio of both sides of Eq. (9) is 1 within 10 %; $q = p$, $\\alpha "
    "= 2$, $N = \\infty$, $M = 5$, orthonormal unembeddings",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="1",
    alternatives=(),
    diverging=None,
    margin=0.1,
    own_threshold=True,
)
_THRESHOLD = replace(
    _RATIO,
    id="associative_memory.cutoff.threshold_eighth",
    label="the ratio of the error to its approximation (9) at $\\rho = 0$, $P = d/8$",
    interpretation="up to constants, for the scheme of Fig. 1 and Fig. 3: $\\rho = 0$, $P = d/8$, $\\alpha "
    "= 2$, $N = \\infty$, $M = 5$, orthonormal unembeddings",
    derivation="cutoff_ratio_floor",
    grid={"M": (5,), "scheme": ("threshold",), "P": ("d/8",)},
    quick_grid={},
    alternatives=("C*d",),
    margin=0.05,
)
_NOISE = replace(
    _RATIO,
    id="associative_memory.noise_level.uniform",
    label="the ratio $Q_\\infty/(p_* \\|q\\|^2)$ at $q = 1$",
    statement_id="associative_memory.S3.1",
    interpretation="as an equation within 10 %, $q = 1$, $\\alpha = 2$, $f(x) = x \\bmod 5$: classes weigh "
    "unequally and hold equally many tokens",
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="1",
    derivation="noise_level_uniform",
    quantity="noise_approximation",
    grid={"alpha": (2.0,), "rho": (0.0,)},
    quick_grid={},
    domain=(),
    alternatives=(),
    diverging=None,
    margin=0.1,
    tags=("cutoff", "noise"),
    own_threshold=True,
)

CLAIMS: tuple[Claim, ...] = (
    _RATIO,
    replace(
        _RATIO,
        id="associative_memory.cutoff.root_frequency",
        label="the ratio of the error to its approximation (9) at $q = \\sqrt{p}$, $\\alpha = 2$",
        interpretation="up to constants: the ratio of both sides of Eq. (9) neither grows nor falls with "
        "$d$; $q = p^{1/2}$, $\\alpha = 2$, $N = \\infty$, $M = 5$, orthonormal unembeddings",
        grid={"M": (5,), "scheme": ("power",), "alpha": (2.0,), "rho": (0.5,)},
        quick_grid={"M": (5,), "scheme": ("power",), "alpha": (2.0,), "rho": (0.5,), "d": _DECADES},
        margin=0.05,
    ),
    replace(
        _RATIO,
        id="associative_memory.cutoff.heavier_tail",
        label="the ratio of the error to its approximation (9) at $q = p$, $\\alpha = 3/2$",
        interpretation="up to constants: the ratio of both sides of Eq. (9) neither grows nor falls with "
        "$d$; $q = p$, $\\alpha = 3/2$, $N = \\infty$, $M = 5$, orthonormal unembeddings",
        grid={"M": (5,), "scheme": ("power",), "alpha": (1.5,), "rho": (1.0,)},
        quick_grid={"M": (5,), "scheme": ("power",), "alpha": (1.5,), "rho": (1.0,), "d": _DECADES},
        margin=0.05,
    ),
    replace(
        _RATIO,
        id="associative_memory.cutoff.two_classes",
        label="the ratio of the error to its approximation (9) at $q = p$, $\\alpha = 2$, $M = 2$",
        interpretation="up to constants: the ratio of both sides of Eq. (9) neither grows nor falls with "
        "$d$; $q = p$, $\\alpha = 2$, $N = \\infty$, two classes, unembeddings on the sphere",
        derivation="cutoff_ratio",
        grid={"M": (2,), "alpha": (2.0,), "rho": (1.0,)},
        quick_grid={},
        margin=0.05,
    ),
    _EQUAL,
    _THRESHOLD,
    replace(
        _THRESHOLD,
        id="associative_memory.cutoff.threshold_log",
        label="the ratio of the error to its approximation (9) at $\\rho = 0$, $P = d/\\log d$",
        interpretation="up to constants, $\\rho = 0$, $P = d/\\log d$, $\\alpha = 2$, $N = \\infty$, $M = "
        "5$, orthonormal unembeddings",
        role=Role.CHARITABLE,
        derivation=None,
        grid={"M": (5,), "scheme": ("threshold",), "P": ("d/log d",)},
        margin=0.05,
    ),
    replace(
        _EQUAL,
        id="associative_memory.cutoff.uniform",
        label="the error of $q = 1$ where its approximation (9) is zero",
        interpretation="as a value: for $q = 1$ and $d > p_* N$ the right side of Eq. (9) is zero; $N = "
        "100$, $d \\ge 80$, orthonormal unembeddings, within .001",
        role=Role.LITERAL,
        claimed="0",
        quantity="uniform_beyond_capacity",
        grid={},
        quick_grid={},
        domain=(),
        margin=0.001,
        own_threshold=True,
    ),
    _NOISE,
    replace(
        _NOISE,
        id="associative_memory.noise_level.frequency",
        label="the ratio $Q_\\infty/(p_* \\|q\\|^2)$ at $q = p$",
        interpretation="as an equation within 10 %, $q = p$, $\\alpha = 2$, $f(x) = x \\bmod 5$",
        derivation="noise_level_frequency",
        grid={"alpha": (2.0,), "rho": (1.0,)},
        own_threshold=True,
    ),
    replace(
        _NOISE,
        id="associative_memory.noise_level.root_frequency",
        label="the ratio $Q_\\infty/(p_* \\|q\\|^2)$ at $q = \\sqrt{p}$",
        interpretation="as an equation within 10 %, $q = p^{1/2}$, $\\alpha = 2$, $f(x) = x \\bmod 5$, "
        "where $q^2 = p$ makes it one",
        role=Role.CHARITABLE,
        derivation="noise_level_root",
        grid={"alpha": (2.0,), "rho": (0.5,)},
        own_threshold=True,
    ),
    replace(
        _NOISE,
        id="associative_memory.noise_level.bounded",
        interpretation="up to a constant: the ratio neither grows nor falls with $N$, $q = 1$, $\\alpha = "
        "2$, $f(x) = x \\bmod 5$",
        role=Role.CHARITABLE,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C",
        diverging="N",
        alternatives=("C*N",),
        margin=0.05,
        own_threshold=False,
    ),
)
