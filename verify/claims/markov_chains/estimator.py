r"""S9: the in-context estimator, whether it is a probability, how fast it learns a chain, and of which order.

`p` and `q` are the switching probabilities of a binary chain; a chain of order `k` on `S` symbols adds its
last k symbols, but for noise of share `varepsilon`. `order` is that of the estimator, `T` the symbols seen,
`context` the last of them where one is named. The error is the squared distance of the estimated law of the
next symbol from that of the chain.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_PRINTED = Claim(
    id="markov_chains.estimate_total.printed",
    label="the sum of the in-context estimates of all symbols",
    statement_id="markov_chains.S9.1",
    interpretation="as printed: the denominator compares $x_{i-1}$ with $x_n$, n any place; over all "
    "sequences the "
    "estimates add up to one (01 and n = 1 give 0, 0100 and n = 2 give 2)",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="estimate_total",
    grid={"index": ("x_n",)},
    margin=0.0,
    severity="minor",
    tags=("in-context estimator", "index", "answer: The in-context estimator as printed"),
)
_RATE = Claim(
    id="markov_chains.context_risk.rate",
    label="the mean squared error of the in-context estimate",
    statement_id="markov_chains.S9.2",
    interpretation="order one on a binary chain of order one, p = .3, q = .45: the error falls like $1/T$",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/T",
    alternatives=("C/sqrt(T)",),
    quantity="context_risk",
    grid={"p": (0.3,), "order": (1,), "context": ("any",)},
    quick_grid={"p": (0.3,), "order": (1,), "context": ("any",), "T": (64, 128, 256, 512, 1024)},
    margin=0.05,
    tags=("in-context estimator", "rate", "answer: How fast the in-context estimate converges"),
)
_CONSTANT = replace(
    _RATE,
    id="markov_chains.context_risk.constant",
    label="the limit of $T$ times the mean squared error of the in-context estimate",
    interpretation="order one on a binary chain of order one: the constant of the error's $1/T$ is the "
    "variances of what comes after each context, added up; how often a context comes "
    "cancels",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="2*p*(1 - p) + 2*q*(1 - q)",
    alternatives=(),
    derivation="risk_constant",
    quantity="context_constant",
    grid={"context": ("any",)},
    quick_grid={},
    margin=0.001,
    bears=Bears.REFINES,
)
_MODULAR = replace(
    _CONSTANT,
    id="markov_chains.modular_risk.constant",
    label="$T$ times the mean squared error of the in-context estimate on a modular chain with "
    "noise $\\varepsilon$",
    interpretation="order two or less, alphabets of two or three, as the sequence grows, measured at 1024 "
    "symbols: $S^k$ times the variance after one context",
    claimed="S**k*(1 - 1/S)*varepsilon*(2 - varepsilon)",
    derivation="modular_constant",
    quantity="modular_risk",
    output="scaled",
    grid={"S": (2, 3), "k": (1, 2), "T": (1024,)},
    quick_grid={"S": (2, 3), "k": (1,), "T": (1024,)},
    domain=("order == k",),
    diverging="T",
    asymptotic=True,
    margin=0.08,
)
_LOW = replace(
    _CONSTANT,
    id="markov_chains.context_risk.order_zero",
    label="the limit of the mean squared error of counting without context",
    statement_id="markov_chains.S9.5",
    interpretation="an order below the chain's: counts without context on a chain of order one keep the "
    "error "
    "$\\pi_0 \\pi_1 (1 - p - q)^2$ for ever",
    role=Role.STRONGER,
    claimed="p*q*(1 - p - q)**2/(p + q)**2",
    derivation="order_floor",
    quantity="order_floor",
    grid={},
    tags=("in-context estimator", "order", "answer: Estimators of another order than the chain's"),
    bears=Bears.SUPPORTS,
)

CLAIMS: tuple[Claim, ...] = (
    _PRINTED,
    replace(
        _PRINTED,
        id="markov_chains.estimate_total.corrected",
        interpretation="with $x_t$ in the denominator, where it is not zero: the estimates add up to one",
        role=Role.CHARITABLE,
        derivation="estimate_total",
        grid={"index": ("x_t",)},
        margin=1e-12,
    ),
    _RATE,
    _CONSTANT,
    replace(
        _CONSTANT,
        id="markov_chains.context_risk.one_context",
        interpretation="given the last symbol 0: the constant is the variance after it over its share",
        claimed="2*p*(1 - p)*(p + q)/q",
        derivation="context_constant",
        grid={"context": ("0",)},
    ),
    _MODULAR,
    replace(
        _MODULAR,
        id="markov_chains.modular_risk.constant.order_three",
        interpretation="order three, bits, as the sequence grows, measured at 4096 symbols: $S^k$ times the "
        "variance after one context",
        grid={"S": (2,), "k": (3,), "T": (4096,)},
        quick_grid={},
    ),
    replace(
        _RATE,
        id="markov_chains.context_risk.too_low",
        label="the mean squared error of counting without context",
        statement_id="markov_chains.S9.5",
        interpretation="an order below the chain's: the error still falls like $1/T$",
        role=Role.LITERAL,
        alternatives=("C",),
        grid={"p": (0.3,), "order": (0,), "context": ("any",)},
        quick_grid={"p": (0.3,), "order": (0,), "context": ("any",), "T": (64, 128, 256, 512, 1024)},
        tags=_LOW.tags,
        bears=Bears.REFINES,
    ),
    _LOW,
    replace(
        _MODULAR,
        id="markov_chains.modular_risk.too_high",
        statement_id="markov_chains.S9.5",
        interpretation="an order above the chain's, two for one, as the sequence grows, measured at 1024 "
        "symbols: the error still vanishes, its constant $S$ times larger for each symbol more",
        role=Role.CHARITABLE,
        claimed="S**order*(1 - 1/S)*varepsilon*(2 - varepsilon)",
        derivation="longer_constant",
        grid={"S": (2,), "k": (1,), "order": (2,), "T": (1024,)},
        quick_grid={"S": (2,), "k": (1,), "order": (2,), "T": (1024,)},
        domain=(),
        tags=_LOW.tags,
        bears=Bears.SUPPORTS,
    ),
)
