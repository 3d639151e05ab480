"""S7: the minimax lower bound, its constant, its hypotheses, and the weights that reach it."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_PRINTED = Claim(
    id="associative_memory.least_error.printed",
    label="the least error of any weights (in units of $C_\\alpha$)",
    statement_id="associative_memory.S7.1",
    interpretation="the printed constant at its largest, $p_* \\to 1$, against the exact least error over "
    "all "
    "$q$; two "
    "classes, where the error is one number for all f",
    role=Role.CHARITABLE,
    relation=Relation.AT_LEAST,
    claimed="(d + 1)**(1 - alpha)/(20*(alpha + 1)*3**(alpha - 1))",
    derivation="minimax_floor",
    quantity="least_error",
    margin=0.02,
    severity="critical",
    tags=("minimax", "answer: Theorem 2"),
)
_POSSIBLE = replace(
    _PRINTED,
    id="associative_memory.least_class_mass.any",
    label="the least possible $p_* = \\max_y p(y)$",
    interpretation="any $p_* \\in (0, 1)$, as written, under model (1) where y is a function of x: some f "
    "should "
    "have $p_* "
    "\\le 1/3$. But the token 1 lies in some class, so that $p_* \\ge p(1) = 1/\\zeta(\\alpha)$",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="1/3",
    derivation="least_class_mass",
    quantity="least_class_mass",
    tags=("minimax", "counterexample", "answer: Theorem 2"),
)
_REACHED = replace(
    _PRINTED,
    id="associative_memory.threshold_error.log",
    label="the error of thresholding at $\\rho = 0$, $P = d/\\log d$ with two classes, $\\alpha = 2$",
    statement_id="associative_memory.S7.2",
    interpretation="$P = d/\\log d$ with constant one, two classes, $\\alpha = 2$: each stored token is "
    "wrong "
    "with about "
    "$P(g > \\sqrt{\\log d})$, which falls as $d^{-1/2}$ only",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.O,
    claimed="C*d**(1 - 2)",
    alternatives=("C*d**(-1/2)",),
    derivation="threshold_logarithm",
    up_to_logs=True,
    grid={"rule": ("d/log d",), "alpha": (2.0,)},
    quantity="threshold_error",
    margin=0.05,
    tags=("minimax", "answer: Theorem 2"),
)

_NO_LOG = replace(
    _PRINTED,
    id="associative_memory.least_error.no_log_two",
    interpretation="no logarithm: the least error over all weights at $\\alpha = 2$ is at most "
    "$2.4\\, d^{1 - \\alpha}$ at every $d$ to $2^{30}$. Weights that fall slowly with the rank reach the "
    "order that thresholding misses by a logarithm",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    claimed="2.4*d**(1 - alpha)",
    derivation=None,
    grid={"alpha": (2.0,)},
    margin=0.01,
    tags=("minimax", "looseness"),
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _POSSIBLE,
    _PRINTED,
    replace(
        _PRINTED,
        id="associative_memory.least_error.rederived",
        interpretation="$(\\alpha - 1)$ where the paper prints $(\\alpha + 1)$: the constant that the "
        "integral "
        "of the tail "
        "gives, $p_* \\to 1$",
        role=Role.STRONGER,
        claimed="(d + 1)**(1 - alpha)/(20*(alpha - 1)*3**(alpha - 1))",
        tags=("minimax", "looseness"),
        bears=Bears.REFINES,
    ),
    replace(
        _PRINTED,
        id="associative_memory.least_error.every_function",
        interpretation="what follows for every f into $M$ classes, by pigeonhole in place of $p_*$: no "
        "choice of "
        "$p(y|x)$ is "
        "needed",
        role=Role.STRONGER,
        claimed="7*(1 + 3*M*(d + 1))**(1 - alpha)/(25*(alpha - 1))",
        tags=("minimax",),
        bears=Bears.REFINES,
    ),
    _NO_LOG,
    replace(
        _NO_LOG,
        id="associative_memory.least_error.no_log_three_halves",
        interpretation="no logarithm: the least error over all weights at $\\alpha = 3/2$ is at most "
        "$1.89\\, d^{1 - \\alpha}$ at every $d$ to $2^{30}$, two classes",
        claimed="1.89*d**(1 - alpha)",
        grid={"alpha": (1.5,)},
        bears=Bears.REFINES,
    ),
    replace(
        _NO_LOG,
        id="associative_memory.least_error.no_log_three",
        interpretation="no logarithm: the least error over all weights at $\\alpha = 3$ is at most $12.7\\, "
        "d^{1 - \\alpha}$ at every $d$ to $2^{30}$, two classes",
        claimed="12.7*d**(1 - alpha)",
        grid={"alpha": (3.0,)},
        bears=Bears.REFINES,
    ),
    _REACHED,
    replace(
        _REACHED,
        id="associative_memory.threshold_error.small_constant",
        label="the error of thresholding at $\\rho = 0$, $P = d/(4 \\log d)$ with two classes, $\\alpha = 2$",
        interpretation="$P = d/(2 \\alpha \\log d)$, a constant small enough, two classes, $\\alpha = 2$: "
        "the error is of the order $d^{1 - \\alpha}$ with one factor $\\log d$",
        role=Role.CHARITABLE,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        up_to_logs=False,
        claimed="C*log(d)/d",
        alternatives=("C*d**(-1/2)",),
        derivation="threshold_small",
        grid={"rule": ("d/(2 alpha log d)",), "alpha": (2.0,)},
        domain=("d >= 1000",),
        margin=0.05,
    ),
    replace(
        _REACHED,
        id="associative_memory.threshold_error.best",
        label="the error of thresholding at $\\rho = 0$ with the best $P$ and two classes, $\\alpha = 2$",
        interpretation="the best $P$, two classes, $\\alpha = 2$: the logarithm stays, at least $0.87 \\log "
        "d/d$",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        bound_type=None,
        up_to_logs=False,
        claimed="87*log(d)/(100*d)",
        alternatives=(),
        derivation="minimax_floor",
        grid={"rule": ("best",), "alpha": (2.0,)},
        domain=("d >= 1000",),
        margin=0.02,
        bears=Bears.REFINES,
    ),
)
