"""S6: how many associations a d by d matrix stores: at most d, d/log d, or d^2."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Crossing, Relation, Role, Sense

_TOKEN = Claim(
    id="associative_memory.stored_per_token.theta",
    subject="the number of tokens stored at 5 % errors, two classes",
    statement_id="associative_memory.S6.1",
    reading="a fixed number of classes and a fixed error per token: $P$ grows as $d$, with no logarithm",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C*d",
    derivation="stored_size",
    quantity="stored_per_token",
    grid={"level": (0.05,)},
    margin=0.02,
    severity="critical",
    tags=("capacity", "answer: How many associations fit"),
)
_DISTINCT = replace(
    _TOKEN,
    id="associative_memory.stored_failure.distinct",
    subject="the number of tokens stored at 5 % errors, each with an answer of its own",
    reading="an answer for each token ($M = P$), as in the Hopfield network that the paper names: $P$ is "
    "at most of "
    "order $d$",
    role=Role.LITERAL,
    sense=Sense.O,
    claimed="C*d",
    derivation="distinct_size_floor",
    rivals=("C*d**2",),
    quantity="stored_failure",
    component="wrong",
    crossing=Crossing(variable="P", level=0.05, fitted=True),
    grid={"f": ("own",)},
    quick_grid={"f": ("own",), "d": (16, 32, 64)},
    margin=0.1,
    tags=("capacity", "answer: How many associations fit"),
)
_ALL = replace(
    _TOKEN,
    id="associative_memory.stored_all.ceiling",
    subject="the number of tokens all right with probability 1/2, two classes",
    statement_id="associative_memory.S6.2",
    reading="all tokens at once, two classes: at most $\\frac{5}{4} d/\\log d$ at every $d$ to $10^{12}$",
    role=Role.CHARITABLE,
    relation=Relation.AT_MOST,
    sense=None,
    claimed="5*d/(4*log(d))",
    derivation=None,
    quantity="stored_all",
    grid={},
    tags=("capacity", "answer: How many associations fit"),
)
_GUARANTEED = replace(
    _ALL,
    id="associative_memory.guaranteed_size.ceiling",
    subject="the number of tokens whose errors (7) bounds by 5 %, each with an answer of its own",
    reading="an answer for each token ($M = P$), to which (7) applies as well: then $Q_\\infty = 1$ and "
    "$\\|q\\|^2 = P$, and (7) itself must guarantee no more than $\\frac{5}{4} d/\\log d$",
    role=Role.LITERAL,
    derivation="guaranteed_tokens",
    quantity="guaranteed_size",
)

CLAIMS: tuple[Claim, ...] = (
    _DISTINCT,
    replace(
        _DISTINCT,
        id="associative_memory.stored_failure.distinct_floor",
        reading="an answer for each token: $P$ is at least of order $d^{3/2}$, far beyond $d$",
        role=Role.STRONGER,
        sense=Sense.OMEGA,
        claimed="C*d**(3/2)",
        rivals=("C*d",),
        quick_grid={"f": ("own",), "d": (16, 32)},
    ),
    _TOKEN,
    replace(
        _TOKEN,
        id="associative_memory.stored_per_token.at_most_d",
        reading="a count: at most $d$ tokens, where up to 30 % errors per token are allowed, two classes",
        role=Role.LITERAL,
        relation=Relation.AT_MOST,
        sense=None,
        claimed="d",
        grid={"level": (0.3,)},
        tags=("capacity",),
    ),
    replace(
        _TOKEN,
        id="associative_memory.stored_per_token.five_percent",
        reading="a count: at most $d$ tokens, where 5 % errors per token are allowed, two classes",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        sense=None,
        claimed="d",
        tags=("capacity",),
    ),
    replace(
        _DISTINCT,
        id="associative_memory.stored_failure.five_classes",
        subject="the number of tokens stored at 5 % errors, five classes",
        reading="five classes, $f(x) = x \\bmod 5$, as in the paper's figures: $P \\asymp d$",
        role=Role.CHARITABLE,
        sense=Sense.THETA,
        derivation=None,
        grid={"f": ("mod",), "d": (32, 64, 128, 256)},
        quick_grid={"f": ("mod",), "d": (32, 64, 128)},
    ),
    replace(
        _DISTINCT,
        id="associative_memory.stored_failure.one_class",
        subject="the number of tokens stored at 5 % errors, all with one answer",
        reading="f constant beside an unused class: no easier, $P \\asymp d$, since tokens of one class "
        "compete too",
        role=Role.STRONGER,
        sense=Sense.THETA,
        derivation="stored_size_twentieth",
        grid={"f": ("one",)},
        quick_grid={"f": ("one",), "d": (16, 32, 64)},
    ),
    _ALL,
    replace(
        _ALL,
        id="associative_memory.stored_all.floor",
        reading="all tokens at once, two classes: at least $\\frac{1}{2} d/\\log d$",
        relation=Relation.AT_LEAST,
        claimed="d/(2*log(d))",
        derivation="stored_all_floor",
    ),
    _GUARANTEED,
    replace(
        _GUARANTEED,
        id="associative_memory.guaranteed_size.order",
        reading="an answer for each token ($M = P$), 5 % errors: what (7) guarantees grows no faster than "
        "$d/\\log d$, $d$ from $10^6$",
        relation=Relation.LAW,
        sense=Sense.O,
        claimed="C*d/log(d)",
        rivals=("C*d**2/log(d)**2",),
        domain=("d >= 10**6",),
    ),
    replace(
        _TOKEN,
        id="associative_memory.stored_per_token.floor",
        reading="a fixed number of classes and a fixed error per token: at least $\\frac{9}{25} d$, so "
        "that no "
        "logarithm is there",
        relation=Relation.AT_LEAST,
        sense=None,
        claimed="9*d/25",
    ),
    replace(
        _DISTINCT,
        id="associative_memory.crowded_failure.zero",
        subject="the fraction of wrong tokens at $P = N = 4 d$, each with an answer of its own",
        statement_id="associative_memory.S6.3",
        reading="'$d \\ge N$ is needed for zero error with random embeddings': at $d = N/4 = 256$ fewer "
        "than one "
        "token in a hundred is wrong",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        sense=None,
        claimed="1/100",
        derivation=None,
        rivals=(),
        quantity="crowded_failure",
        crossing=None,
        grid={"d": (256,)},
        quick_grid={"d": (256,)},
        margin=0.1,
        tags=("capacity", "counterexample"),
    ),
    replace(
        _DISTINCT,
        id="associative_memory.crowded_failure.overflow",
        subject="the error of equal weights at $N = 4 d$, each token with an answer of its own",
        statement_id="associative_memory.S6.4",
        reading="$q = 1$, $\\alpha = 3$, an answer for each token, $N = 4 d = 1024$: $3 (d + 1) \\le N "
        "p_*$ with "
        "$p_* = 1/\\zeta(3) = .83$. Equally stored tokens are wrong equally often, so that the error is "
        "one token's",
        relation=Relation.AT_LEAST,
        sense=None,
        claimed="1/20",
        derivation=None,
        rivals=(),
        quantity="crowded_failure",
        crossing=None,
        grid={"d": (256,)},
        quick_grid={"d": (256,)},
        margin=0.1,
        tags=("capacity", "counterexample"),
    ),
)
