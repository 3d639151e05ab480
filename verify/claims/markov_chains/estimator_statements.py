"""What the slides say of the in-context estimator (S9)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_FORMULA = (
    "$\\widehat{\\Pr}_k(x \\mid x_1, \\ldots, x_t) \\triangleq \\sum_{i=k+1}^t \\mathbb{I}(x_i = x, "
    "x_{i-1} = x_t, \\ldots, x_{i-k} = x_{t-k+1}) / \\sum_{i=k+1}^t \\mathbb{I}(x_{i-1} = x_n, \\ldots, "
    "x_{i-k} = x_{t-k+1})$"
)
_ESTIMATOR = Statement(
    id="markov_chains.S9.1",
    title="The in-context estimator is a probability",
    text=f"In-context estimator: {_FORMULA}.",
    place="Part II, ICL for kth-order Markov",
    source_access=SourceAccess.SLIDES,
    primary="markov_chains.estimate_total.printed",
    why_primary="$\\widehat{\\Pr}$ is written as a probability, and the index n stands in the denominator.",
)

STATEMENTS: tuple[Statement, ...] = (
    _ESTIMATOR,
    replace(
        _ESTIMATOR,
        id="markov_chains.S9.2",
        title="Tokens of the same context predict",
        text="Main idea: use historical tokens of same context as $x_t$ to predict $x_{t+1}$.",
        primary="markov_chains.context_risk.rate",
        why_primary="To predict $x_{t+1}$ the estimate has to approach its law; the slide gives no rate, and "
        "the sharpest form of it is the order of its error.",
    ),
    replace(
        _ESTIMATOR,
        id="markov_chains.S9.3",
        title="The estimate is defined",
        text="The formula stands as a definition, for every sequence $x_1, \\ldots, x_t$.",
        primary="markov_chains.undefined_probability.zero",
        why_primary="It is written with no word on a context that did not come before.",
    ),
    replace(
        _ESTIMATOR,
        id="markov_chains.S9.4",
        title="The estimate under the next-token loss",
        text="The loss is the cross-entropy between $x_{n+1}$ and the prediction probability.",
        place="Part I, next-token prediction loss, applied to the estimator of Part II",
        primary="markov_chains.infinite_loss.zero",
        why_primary="The cross-entropy of a prediction has to be finite to be compared.",
    ),
    replace(
        _ESTIMATOR,
        id="markov_chains.S9.5",
        title="The order of the estimator",
        text="ICL for kth-order Markov: the estimator's contexts are as long as the chain's memory.",
        primary="markov_chains.context_risk.too_low",
        why_primary="What the order is for shows where it is too low.",
    ),
)
