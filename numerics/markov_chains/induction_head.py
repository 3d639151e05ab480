r"""Transformers whose last head matches contexts and counts, with all weights written down.

`three_layers`: the slides' construction. The first two heads weigh what lies j symbols back by $r^{-j}$ and
write $v_n$, the code of the k symbols before n, and $u_n$, that of the last k symbols; layer norm makes unit
vectors of them, and the last head gives n the weight $\propto \exp(\kappa \cos(v_n, u_T))$. A value bias at
the longest distance marks complete contexts: without it the first k positions can pass for matches.
`wide_layers`: two layers, or one. The first head gathers a number that tells all windows apart, and a
feed-forward layer with two units a window looks up the symbols in it.
"""

from __future__ import annotations

from itertools import product
from math import log, sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from .kgram import in_context_estimate
from .transformer import Layer, RelativeHead, Symbols, Transformer, feed_forward, scaled_identity

SHUT: Final = -1e4
"""A score bias under which a weight is zero in float64 beside any open one."""
MARK: Final = 2.0
"""Square of the mark of complete contexts, whose codes have coordinates that add up to one."""


def window_bias(first: int, last: int, base: int) -> Float[Tensor, " distances"]:
    """Score biases that weigh distances `first`, ..., `last` by base^-distance, all others by nothing."""
    bias = torch.full((last + 2,), SHUT, dtype=torch.float64)
    bias[first : last + 1] = -log(base) * torch.arange(first, last + 1, dtype=torch.float64)
    return bias


def farthest_weight(first: int, last: int, base: int) -> float:
    """The weight of the longest distance where all of the window is there."""
    return float(torch.softmax(window_bias(first, last, base), dim=0)[last])


def three_layers(
    k: int, symbols: int, kappa: float, *, base: int = 3, marked: bool = True, normalised: bool = True
) -> Transformer:
    """One head in each of three layers; without `normalised` the last head takes plain inner products."""
    block, width = 2 * (symbols + 1), 2 * symbols + 4 * (symbols + 1)
    before, own = slice(symbols, symbols + block), slice(symbols + block, symbols + 2 * block)
    gather = (
        _code_layer(width, symbols, before, (1, k), base, marked=marked, normalised=normalised),
        _code_layer(width, symbols, own, (0, k - 1), base, marked=marked, normalised=normalised),
    )
    query, key = torch.zeros(2, block, width, dtype=torch.float64)
    # Codes stand twice, with both signs, and plain ones have the square 2 |v|^2 there.
    query[:, own] = (kappa if normalised else kappa / 2) * torch.eye(block, dtype=torch.float64)
    key[:, before] = torch.eye(block, dtype=torch.float64)
    count = counting_head(query, key, width, symbols)
    return Transformer((*gather, Layer(count, mlp=scaled_identity(width, 1.0))), symbols=symbols, width=width)


def _code_layer(
    width: int,
    symbols: int,
    into: slice,
    window: tuple[int, int],
    base: int,
    *,
    marked: bool,
    normalised: bool,
) -> Layer:
    """Writes the code of a window and its mark as a unit vector, with both signs so that the mean is zero."""
    first, last = window
    value = torch.zeros(width, width, dtype=torch.float64)
    table = torch.zeros(last + 2, width, dtype=torch.float64)
    half = (into.stop - into.start) // 2
    mark = sqrt(MARK) / farthest_weight(first, last, base) if marked else 0.0
    for sign, start in ((1.0, into.start), (-1.0, into.start + half)):
        value[start : start + symbols, :symbols] = sign * torch.eye(symbols, dtype=torch.float64)
        table[last, start + symbols] = sign * mark
    head = RelativeHead(
        query=torch.zeros(1, width, dtype=torch.float64),
        key=torch.zeros(1, width, dtype=torch.float64),
        value=value,
        score_bias=window_bias(first, last, base),
        value_bias=table,
    )
    if not normalised:
        return Layer(head, mlp=scaled_identity(width, 1.0))
    norm = nn.LayerNorm(width, eps=0.0, dtype=torch.float64)
    return Layer(head, norm=norm, mlp=scaled_identity(width, 1 / sqrt(width)))


def counting_head(query: Tensor, key: Tensor, width: int, symbols: int) -> RelativeHead:
    """Moves the symbols of the positions it attends to into the last coordinates."""
    value = torch.zeros(width, width, dtype=torch.float64)
    value[-symbols:, :symbols] = torch.eye(symbols, dtype=torch.float64)
    bias = torch.zeros(1, dtype=torch.float64)
    return RelativeHead(query=query, key=key, value=value, score_bias=bias)


def two_layers(k: int, symbols: int, kappa: float) -> Transformer:
    """A wide feed-forward layer that looks up both contexts, and the counting head; no layer norm.

    Contexts are written symbol by symbol, each one-hot: a match scores k, all else at most k - 1.
    """
    width = 2 * symbols + 2 * k * symbols + 2
    both = slice(symbols + 2, symbols + 2 + 2 * k * symbols)
    one_hot = torch.eye(symbols, dtype=torch.float64)
    table = [torch.cat([*one_hot[list(w[:k])], *one_hot[list(w[1:])]]) for w in _windows(k + 1, symbols)]
    gather = _lookup_layer(width, symbols, k + 1, torch.stack(table), both)
    query, key = torch.zeros(2, k * symbols, width, dtype=torch.float64)
    query[:, both.start : both.start + k * symbols] = kappa * torch.eye(k * symbols, dtype=torch.float64)
    key[:, both.start + k * symbols : both.stop] = torch.eye(k * symbols, dtype=torch.float64)
    count = counting_head(query, key, width, symbols)
    return Transformer((gather, Layer(count)), symbols=symbols, width=width)


def one_layer(k: int, symbols: int, time: int) -> Transformer:
    """A feed-forward layer so wide that it looks up the estimate for each sequence of one length."""
    width = 2 * symbols + 2
    windows = torch.tensor(list(_windows(time, symbols)))
    table, _ = in_context_estimate(windows.flip(-1), k, symbols)
    layer = _lookup_layer(width, symbols, time, table, slice(symbols + 2, width))
    return Transformer((layer,), symbols=symbols, width=width)


def _windows(length: int, symbols: int) -> product[tuple[int, ...]]:
    """All windows, the last symbol first, in the order of the numbers that they spell."""
    return product(range(symbols), repeat=length)


def _lookup_layer(
    width: int, symbols: int, length: int, table: Float[Tensor, "windows entries"], into: slice
) -> Layer:
    """Writes the row of `table` for the last `length` symbols, and zero where there are not so many.

    The head reads the window as a number in units of one, and whether it is complete; the feed-forward
    layer is a sum of steps, one before each number, each of two units.
    """
    code, complete = symbols, symbols + 1
    farthest = farthest_weight(0, length - 1, symbols)
    value = torch.zeros(width, width, dtype=torch.float64)
    value[code, :symbols] = torch.arange(symbols, dtype=torch.float64) / farthest
    bias = torch.zeros(length + 1, width, dtype=torch.float64)
    bias[length - 1, complete] = 1 / farthest
    head = RelativeHead(
        query=torch.zeros(1, width, dtype=torch.float64),
        key=torch.zeros(1, width, dtype=torch.float64),
        value=value,
        score_bias=window_bias(0, length - 1, symbols),
        value_bias=bias,
    )
    steps = torch.diff(table, dim=0, prepend=torch.zeros(1, table.shape[1], dtype=torch.float64))
    edges = torch.arange(len(table), dtype=torch.float64)
    # Only complete windows pass the bias: the number alone stays below its own largest value.
    far = float(len(table) + 1)
    inner = torch.zeros(2 * len(table), width, dtype=torch.float64)
    inner[:, code], inner[:, complete] = 1.0, far
    thresholds = torch.cat((edges - 0.75, edges - 0.25)) + far
    outer = torch.zeros(width, 2 * len(table), dtype=torch.float64)
    outer[into] = 2 * torch.cat((steps, -steps)).mT
    return Layer(head, mlp=feed_forward(inner, -thresholds, outer))


def all_sequences(time: int, symbols: int) -> Symbols:
    """Every sequence of one length, a row each.

    >>> all_sequences(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return torch.cartesian_prod(*(torch.arange(symbols),) * time).reshape(-1, time)


def returning_sequences(k: int, symbols: int) -> Symbols:
    """Every k symbols and one more, and the k symbols once again."""
    x = all_sequences(k + 1, symbols)
    return torch.cat((x, x[:, :k]), dim=1)


@torch.no_grad()
def errors(
    model: Transformer, x: Symbols, k: int, symbols: int, hidden: tuple[int, ...] = ()
) -> Float[Tensor, " sequences"]:
    """The largest error of a probability after each sequence, where the estimator is defined.

    A model that knows one symbol more than there are gets it as start symbol.
    """
    wanted, defined = in_context_estimate(x, k, symbols)
    start = torch.full((len(x), model.symbols - symbols), symbols, device=x.device)
    found: Tensor = model(torch.cat((start, x), dim=1)[defined], hidden)[:, -1, :symbols]
    return (found - wanted[defined]).abs().amax(-1)
