r"""What the estimates of all symbols add up to, over every sequence of a length.

As printed the denominator compares $x_{i-1}$ with $x_n$, where the numerator compares it with $x_t$. Nothing
on the slide binds n; `index` says how it is read: `x_t`, or `x_n` with any place n among the t.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch
from torch import Tensor

from ..quantity import ExactQuantity, ExactValue, Value
from .kgram import in_context_estimate, printed_estimate

_SIZES: Final = (4, 6, 8)


def all_sequences(symbols: int, T: int) -> Tensor:
    """All sequences of T symbols.

    >>> all_sequences(3, 2).shape
    torch.Size([9, 2])
    """
    return torch.cartesian_prod(*(torch.arange(symbols),) * T)


def estimate_total_of(at: Mapping[str, Value]) -> ExactValue:
    """The total that is furthest from one, over all sequences and n for which the estimate is defined."""
    k, symbols, T = (int(at[name]) for name in ("k", "S", "T"))
    x = all_sequences(symbols, T)
    if at["index"] == "x_t":
        found = [in_context_estimate(x, k, symbols)]
    else:
        found = [printed_estimate(x, k, symbols, x[:, n]) for n in range(T)]
    totals = torch.cat([estimate.sum(dim=-1)[defined] for estimate, defined in found])
    furthest = totals[(totals - 1).abs().argmax()]
    return ExactValue(value=float(furthest), error_bound=1e-15 * symbols * T)


estimate_total: Final = ExactQuantity(
    name="markov_chains.estimate_total",
    version=1,
    title="Sum of the estimates furthest from one, over all sequences",
    points=tuple(
        {"index": index, "S": symbols, "k": k, "T": T}
        for index in ("x_t", "x_n")
        for symbols, k in ((2, 1), (2, 2), (3, 1))
        for T in _SIZES
    ),
    evaluate=estimate_total_of,
)
