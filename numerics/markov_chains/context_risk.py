r"""How far the in-context estimator is from a binary first-order chain's own law, by exact sums.

The chain is P(0 -> 1) = p, P(1 -> 0) = q from its stationary law; `order` is that of the estimator, 0 or 1,
and `context` the last symbol, "0" or "1", or "any" of them with its probability. An estimate that is not
defined counts for nothing: the probability of that is a quantity of its own.

| quantity | meaning |
|---|---|
| `context_risk` | mean squared distance of the estimated law of $x_{T+1}$ from that after $x_T$ |
| `context_risk_scaled` | T times it |
| `infinite_loss` | probability that the symbol that comes is one the estimate gives no chance |
"""

from __future__ import annotations

from typing import Final

from torch import Tensor

from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain
from .visits import visits

CHAINS: Final = ((0.3, 0.45), (0.9, 0.8))
"""One chain that prefers to stay and one that prefers to switch."""

_SIZES: Final = tuple(2**k for k in range(6, 13))


def _points(orders: tuple[int, ...], contexts: tuple[str, ...]) -> tuple[dict[str, Value], ...]:
    return tuple(
        {"p": p, "q": q, "order": order, "context": context, "T": T}
        for p, q in CHAINS
        for order in orders
        for context in contexts
        for T in _SIZES
    )


@computed(
    title="Mean squared distance of the in-context estimate on a first-order chain",
    points=_points((0, 1), ("any", "0", "1")),
)
def context_risk(T: int, p: float, q: float, order: int, context: str) -> ExactValue:
    """The mean squared error, given the last symbol where one is named."""
    chain = Chain(p=p, q=q)
    risk = _first_order_risk if order else _order_zero_risk
    ends = (0, 1) if context == "any" else (int(context),)
    share = float(sum(chain.stationary[end] for end in ends))
    parts = [risk(chain, T, end) for end in ends]
    return ExactValue(
        value=sum(part.value for part in parts) / share,
        error_bound=sum(part.error_bound for part in parts) / share,
    )


@computed(
    title="T times the mean squared distance of the in-context estimate on a first-order chain",
    points=_points((1,), ("any", "0", "1")),
)
def context_risk_scaled(**at: Value) -> ExactValue:
    """T times the mean squared error."""
    found = context_risk.evaluate(at)
    return ExactValue(value=int(at["T"]) * found.value, error_bound=int(at["T"]) * found.error_bound)


@computed(
    title="Probability that a context seen before goes on as it never did",
    points=({"p": p, "q": q, "T": T} for p, q in CHAINS for T in (8, 16, 32, 64)),
)
def infinite_loss(T: int, p: float, q: float) -> ExactValue:
    """The context has been seen, and never with the symbol that comes."""
    chain = Chain(p=p, q=q)
    parts = []
    for end, leave in enumerate((chain.p, chain.q)):

        def chance(n: Tensor, m: Tensor, leave: float = leave) -> Tensor:
            never_left, always_left = ((m == other).to(n.dtype) for other in (0, n))
            return (n > 0) * (never_left * leave + always_left * (1 - leave))

        parts.append(visits(chain, T, end, ends_there=True).mean(chance, 1.0))
    return ExactValue(
        value=sum(part.value for part in parts), error_bound=sum(part.error_bound for part in parts)
    )


def _first_order_risk(chain: Chain, T: int, end: int) -> ExactValue:
    """Over the paths that end in `end`: whether m/n, the share of departures, is P(leave)."""
    leave = (chain.p, chain.q)[end]

    def square(n: Tensor, m: Tensor) -> Tensor:
        return 2 * (n > 0) * (m / n.clamp(min=1) - leave) ** 2

    return visits(chain, T, end, ends_there=True).mean(square, 2.0)


def _order_zero_risk(chain: Chain, T: int, end: int) -> ExactValue:
    """Over the paths that end in `end`: the share of ones among all T symbols."""
    target = float(chain.transition[end, 1])

    def square(n: Tensor, m: Tensor) -> Tensor:
        return 2 * ((n + end) / T - target) ** 2 + 0 * m

    return visits(chain, T, 1, ends_there=end == 1).mean(square, 2.0)
