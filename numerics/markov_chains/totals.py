r"""What the estimates of all symbols add up to, over every sequence of a length.

As printed the denominator compares $x_{i-1}$ with $x_n$, where the numerator compares it with $x_t$. Nothing
on the slide binds n; `index` says how it is read: `x_t`, or `x_n` with any place n among the t.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from ..quantity import ExactValue
from ..simulator import computed
from .kgram import in_context_estimate, printed_estimate

_SIZES: Final = (4, 6, 8)


def all_sequences(symbols: int, T: int) -> Tensor:
    """All sequences of T symbols.

    >>> all_sequences(3, 2).shape
    torch.Size([9, 2])
    """
    return torch.cartesian_prod(*(torch.arange(symbols),) * T)


@computed(
    title="Sum of the estimates furthest from one, over all sequences",
    points=(
        {"index": index, "S": symbols, "k": k, "T": T}
        for index in ("x_t", "x_n")
        for symbols, k in ((2, 1), (2, 2), (3, 1))
        for T in _SIZES
    ),
)
def estimate_total(k: int, S: int, T: int, index: str) -> ExactValue:
    """The total that is furthest from one, over all sequences and n for which the estimate is defined."""
    x = all_sequences(S, T)
    if index == "x_t":
        found = [in_context_estimate(x, k, S)]
    else:
        found = [printed_estimate(x, k, S, x[:, n]) for n in range(T)]
    totals = torch.cat([estimate.sum(dim=-1)[defined] for estimate, defined in found])
    furthest = totals[(totals - 1).abs().argmax()]
    return ExactValue(value=float(furthest), error_bound=1e-15 * S * T)
