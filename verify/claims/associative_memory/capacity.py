"""S6: how many associations a d by d matrix stores: at most d, d/log d, or d^2."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_TOKEN = Claim(
    id="associative_memory.stored_per_token.theta",
    label="the number of tokens of two classes stored at 5 % errors",
    statement_id="associative_memory.S6.1",
    interpretation="a fixed number of classes and a fixed error per token: $P$ grows as $d$, with no "
    "logarithm",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*d",
    derivation="stored_size",
    quantity="stored_per_token",
    grid={"level": (0.05,)},
    margin=0.05,
    severity="critical",
    tags=("capacity", "answer: How many associations fit"),
)
_DISTINCT = replace(
    _TOKEN,
    id="associative_memory.stored_failure.distinct",
    label="the number of tokens, each with an answer of its own, stored at 5 % errors",
    interpretation="an answer for each token ($M = P$), as in the Hopfield network that the paper names: $P$ "
    "is "
    "at most of "
    "order $d$",
    role=Role.LITERAL,
    bound_type=BoundType.O,
    claimed="C*d",
    derivation="distinct_size_floor",
    alternatives=("C*d**2",),
    quantity="stored_failure",
    output="wrong",
    threshold=Threshold(variable="P", level=0.05, fitted=True),
    grid={"f": ("own",)},
    quick_grid={"f": ("own",), "d": (16, 32, 64)},
    margin=0.05,
    tags=("capacity", "answer: How many associations fit"),
)
_ALL_ORDER = replace(
    _TOKEN,
    id="associative_memory.stored_all.order",
    label="the number of tokens of two classes that are all right with probability 1/2",
    statement_id="associative_memory.S6.2",
    interpretation="all tokens at once, two classes: of the order $d/\\log d$ as $d$ grows, $d$ to $10^{12}$",
    role=Role.CHARITABLE,
    claimed="C*d/log(d)",
    asymptotic=True,
    derivation=None,
    quantity="stored_all",
    grid={},
    tags=("capacity", "answer: How many associations fit"),
)
_ALL = replace(
    _ALL_ORDER,
    id="associative_memory.stored_all.ceiling",
    interpretation="all tokens at once, two classes: at most $\\frac{5}{4} d/\\log d$ at every $d$ to "
    "$10^{12}$",
    relation=Relation.AT_MOST,
    bound_type=None,
    claimed="5*d/(4*log(d))",
    asymptotic=False,
    margin=0.02,
    bears=Bears.REFINES,
)
_NEEDED = Claim(
    id="associative_memory.crowded_failure.five_classes",
    label="the error of equal weights $q_0$ with infinite data where $d \\le N$",
    statement_id="associative_memory.S6.3",
    interpretation="Fig. 8's five classes, random embeddings, all tokens stored alike, $\\alpha = 2$, $N = "
    "100$ and 1000: for no $d \\le N$ is the error zero; it is above 1/10",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="1/10",
    derivation="one_rival_uniform",
    quantity="recall_curves",
    output="uniform",
    domain=("d <= N",),
    margin=0.02,
    own_threshold=True,
    tags=("capacity", "figure 8"),
)
_GUARANTEED = replace(
    _ALL,
    id="associative_memory.guaranteed_size.ceiling",
    label="the number of tokens, each with an answer of its own, whose errors (7) bounds by 5 %",
    interpretation="an answer for each token ($M = P$), to which (7) applies as well: then $Q_\\infty = 1$ "
    "and "
    "$\\|q\\|^2 = P$, and (7) itself must guarantee no more than $\\frac{5}{4} d/\\log d$",
    role=Role.LITERAL,
    derivation="guaranteed_tokens",
    quantity="guaranteed_size",
    margin=0.02,
    bears=Bears.SUPPORTS,
)

CLAIMS: tuple[Claim, ...] = (
    _DISTINCT,
    replace(
        _DISTINCT,
        id="associative_memory.stored_failure.distinct_floor",
        interpretation="an answer for each token: $P$ is at least of order $d^{3/2}$, far beyond $d$",
        role=Role.STRONGER,
        bound_type=BoundType.OMEGA,
        claimed="C*d**(3/2)",
        alternatives=("C*d",),
        quick_grid={"f": ("own",), "d": (16, 32)},
        bears=Bears.CONTRADICTS,
        margin=0.05,
    ),
    _TOKEN,
    replace(
        _TOKEN,
        id="associative_memory.stored_per_token.at_most_d",
        label="the number of tokens of two classes stored at 30 % errors",
        interpretation="a count: at most $d$ tokens, where up to 30 % errors per token are allowed, two "
        "classes",
        role=Role.LITERAL,
        relation=Relation.AT_MOST,
        bound_type=None,
        claimed="d",
        grid={"level": (0.3,)},
        tags=("capacity",),
        margin=0.02,
    ),
    replace(
        _TOKEN,
        id="associative_memory.stored_per_token.five_percent",
        interpretation="a count: at most $d$ tokens, where 5 % errors per token are allowed, two classes",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        bound_type=None,
        claimed="d",
        tags=("capacity",),
        margin=0.02,
    ),
    replace(
        _DISTINCT,
        id="associative_memory.stored_failure.five_classes",
        label="the number of tokens of five classes stored at 5 % errors",
        interpretation="five classes, $f(x) = x \\bmod 5$, as in the paper's figures: $P \\asymp d$",
        role=Role.CHARITABLE,
        bound_type=BoundType.THETA,
        derivation=None,
        grid={"f": ("mod",), "d": (32, 64, 128, 256, 512, 1024, 2048)},
        quick_grid={},
        margin=0.05,
    ),
    replace(
        _DISTINCT,
        id="associative_memory.stored_failure.one_class",
        label="the number of tokens of one class stored at 5 % errors",
        interpretation="f constant beside an unused class: no easier, $P \\asymp d$, since tokens of one "
        "class "
        "compete too",
        role=Role.STRONGER,
        bound_type=BoundType.THETA,
        derivation="stored_size_twentieth",
        grid={"f": ("one",)},
        quick_grid={},
        margin=0.05,
    ),
    _ALL_ORDER,
    _ALL,
    replace(
        _ALL,
        id="associative_memory.stored_all.floor",
        interpretation="all tokens at once, two classes: at least $\\frac{1}{2} d/\\log d$",
        relation=Relation.AT_LEAST,
        claimed="d/(2*log(d))",
        derivation="stored_all_floor",
        bears=Bears.REFINES,
        margin=0.02,
    ),
    _GUARANTEED,
    replace(
        _GUARANTEED,
        id="associative_memory.guaranteed_size.order",
        interpretation="an answer for each token ($M = P$), 5 % errors: what (7) guarantees grows no faster "
        "than "
        "$d/\\log d$, $d$ from $10^6$",
        relation=Relation.LAW,
        bound_type=BoundType.O,
        claimed="C*d/log(d)",
        alternatives=("C*d**2/log(d)**2",),
        domain=("d >= 10**6",),
        margin=0.05,
    ),
    replace(
        _TOKEN,
        id="associative_memory.stored_per_token.floor",
        interpretation="a fixed number of classes and a fixed error per token: at least $\\frac{9}{25} d$, "
        "so "
        "that no "
        "logarithm is there",
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="9*d/25",
        bears=Bears.REFINES,
        margin=0.02,
    ),
    _NEEDED,
    replace(
        _NEEDED,
        id="associative_memory.crowded_failure.any_matrix",
        label="the probability that some matrix has all of $N = \\frac{5}{2} d$ tokens of five classes right",
        interpretation="five classes, random embeddings, the best $W$ in place of a sum of outer products: "
        "all of $N = \\frac{5}{2} d$ tokens are right with probability at least 1/2, by "
        "linear programs",
        role=Role.STRONGER,
        claimed="1/2",
        bears=Bears.CONTRADICTS,
        derivation=None,
        quantity="separable",
        output=None,
        grid={"M": (5,)},
        domain=("2*N == 5*d",),
        margin=0.05,
        own_threshold=True,
    ),
    replace(
        _DISTINCT,
        id="associative_memory.crowded_failure.zero",
        label="the fraction of wrong tokens at $P = N = 4 d$ with an answer for each",
        statement_id="associative_memory.S6.3",
        interpretation="'$d \\ge N$ is needed for zero error with random embeddings': at $d = N/4 = 256$ "
        "fewer "
        "than one "
        "token in a hundred is wrong",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        bound_type=None,
        claimed="1/100",
        derivation=None,
        alternatives=(),
        quantity="crowded_failure",
        threshold=None,
        grid={"d": (256,)},
        quick_grid={"d": (256,)},
        margin=0.1,
        tags=("capacity", "counterexample"),
        bears=Bears.CONTRADICTS,
        own_threshold=True,
    ),
    replace(
        _DISTINCT,
        id="associative_memory.crowded_failure.overflow",
        label="the error of equal weights at $N = 4 d$ and $\\alpha = 3$ with an answer for each token",
        statement_id="associative_memory.S6.4",
        interpretation="$q = 1$, $\\alpha = 3$, an answer for each token, $N = 4 d = 1024$: $3 (d + 1) \\le "
        "N "
        "p_*$ with "
        "$p_* = 1/\\zeta(3) = .83$. Equally stored tokens are wrong equally often, so that the error is "
        "one token's",
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="1/20",
        derivation=None,
        alternatives=(),
        quantity="crowded_failure",
        threshold=None,
        grid={"d": (256,)},
        quick_grid={"d": (256,)},
        margin=0.1,
        tags=("capacity", "counterexample"),
    ),
)
