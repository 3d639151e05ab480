r"""The in-context k-gram estimator, for a batch of sequences of any finite alphabet.

The k symbols before position i are its context, the last one first. Positions $i = k+1, \ldots, t$ whose
context is that of position t + 1 are counted by the symbol they hold:
$\widehat{\Pr}_k(x \mid x_1, \ldots, x_t) = n_x / \sum_y n_y$, not defined where no position matches.
As printed the denominator compares $x_{i-1}$ with $x_n$ instead of $x_t$; its n is bound by nothing.
"""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

Symbols = Int[Tensor, "batch time"]


def matches(x: Symbols, k: int, last: Int[Tensor, " batch"] | None = None) -> Bool[Tensor, "batch places"]:
    """Whether the context of position i is that of position t + 1, for i = k+1, ..., t.

    `last` replaces $x_t$ where $x_{i-1}$ is compared. Raises ValueError unless 0 <= k < t.

    >>> matches(torch.tensor([[0, 1, 0, 0, 1]]), 2).tolist()
    [[True, False, False]]
    """
    t = x.shape[-1]
    if not 0 <= k < t:
        raise ValueError(f"An order k needs 0 <= k < t, the length of the sequence; got k = {k} and t = {t}.")
    matching = torch.ones(x.shape[0], t - k, dtype=torch.bool, device=x.device)
    for back in range(k):
        wanted = x[:, -1 - back] if back or last is None else last
        matching &= x[:, k - 1 - back : t - 1 - back] == wanted.unsqueeze(-1)
    return matching


def context_counts(x: Symbols, k: int, symbols: int) -> Int[Tensor, "batch symbols"]:
    """$n_x$: how often each symbol came after the context of position t + 1.

    >>> context_counts(torch.tensor([[0, 1, 0, 0, 1], [1, 1, 1, 1, 1]]), 2, 2).tolist()
    [[1, 0], [0, 3]]
    """
    matching, came = matches(x, k), x[:, k:]
    # Sums of booleans in 64 bits take several times as long.
    counts = [(matching & (came == s)).sum(dim=-1, dtype=torch.int32) for s in range(symbols)]
    return torch.stack(counts, dim=-1).to(torch.int64)


def in_context_estimate(
    x: Symbols, k: int, symbols: int
) -> tuple[Float[Tensor, "batch symbols"], Bool[Tensor, " batch"]]:
    """The estimate with $x_t$ in the denominator, and where it is defined; zero where it is not.

    >>> estimate, defined = in_context_estimate(torch.tensor([[0, 1, 0, 0, 1], [0, 0, 0, 1, 1]]), 2, 2)
    >>> estimate.tolist(), defined.tolist()
    ([[1.0, 0.0], [0.0, 0.0]], [True, False])
    """
    return share_of(context_counts(x, k, symbols))


def printed_estimate(
    x: Symbols, k: int, symbols: int, last: Int[Tensor, " batch"]
) -> tuple[Float[Tensor, "batch symbols"], Bool[Tensor, " batch"]]:
    """The estimate as printed, `last` being $x_n$, and where its denominator is not zero.

    >>> printed_estimate(torch.tensor([[0, 0, 1, 0]]), 1, 2, torch.tensor([1]))[0].tolist()
    [[1.0, 1.0]]
    """
    return _quotient(context_counts(x, k, symbols), matches(x, k, last).sum(dim=-1))


def add_half_estimate(x: Symbols, k: int, symbols: int) -> Float[Tensor, "batch symbols"]:
    r"""Krichevsky and Trofimov's $(n_x + 1/2) / \sum_y (n_y + 1/2)$, defined everywhere.

    >>> add_half_estimate(torch.tensor([[0, 1, 0, 0, 1]]), 2, 2).tolist()
    [[0.75, 0.25]]
    """
    return add_half(context_counts(x, k, symbols))


def share_of(
    counts: Int[Tensor, "batch symbols"],
) -> tuple[Float[Tensor, "batch symbols"], Bool[Tensor, " batch"]]:
    """Each count over their sum, and where that is not zero; zero where it is."""
    return _quotient(counts, counts.sum(dim=-1))


def add_half(counts: Int[Tensor, "batch symbols"]) -> Float[Tensor, "batch symbols"]:
    """Each count and one half, over their sum.

    >>> add_half(torch.tensor([[1, 0]])).tolist()
    [[0.75, 0.25]]
    """
    raised = counts.to(torch.float64) + 0.5
    return raised / raised.sum(dim=-1, keepdim=True)


def _quotient(
    counts: Int[Tensor, "batch symbols"], total: Int[Tensor, " batch"]
) -> tuple[Float[Tensor, "batch symbols"], Bool[Tensor, " batch"]]:
    return counts.to(torch.float64) / total.clamp(min=1).unsqueeze(-1), total > 0
