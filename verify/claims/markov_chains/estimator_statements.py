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
    primary="markov_chains.estimate_total.corrected",
    why_primary="$\\widehat{\\Pr}$ is written as a probability, and the numerator compares with "
    "$x_t$: the $n$ of the denominator is a slip.",
    as_printed="It needs $x_t$ in the denominator, where $x_n$ is printed.",
    printed="markov_chains.estimate_total.printed",
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
        as_printed=None,
        printed=None,
    ),
    replace(
        _ESTIMATOR,
        id="markov_chains.S9.3",
        title="The estimate is defined",
        text="How often is the estimate undefined, as its context never came before?",
        primary="markov_chains.undefined_decay.switching",
        why_primary="The rate of decay, for the chains of the slides, says how soon that is rare.",
        place="no sentence of the slides",
        own_question=True,
        as_printed=None,
        printed=None,
    ),
    replace(
        _ESTIMATOR,
        id="markov_chains.S9.4",
        title="The estimate under the next-token loss",
        text="What does it cost in log loss to predict by counts of contexts?",
        place="no sentence of the slides",
        primary="markov_chains.add_half_excess.chain",
        why_primary="One half added makes the loss finite, and the binary chain of order one is that of "
        "the slides.",
        own_question=True,
        as_printed=None,
        printed=None,
    ),
    replace(
        _ESTIMATOR,
        id="markov_chains.S9.5",
        title="The order of the estimator",
        text="What is lost where the order of the estimator is not that of the chain?",
        primary="markov_chains.context_risk.order_zero",
        why_primary="What too low an order loses stays for ever.",
        place="no sentence of the slides",
        own_question=True,
        as_printed=None,
        printed=None,
    ),
)
