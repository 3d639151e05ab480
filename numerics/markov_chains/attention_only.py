r"""Attention without layer norm and without feed-forward layers: how far back it sees, and what it matches.

`doubling_layers`: layer l copies what position $n - 2^l$ knows, so that L layers know $2^L$ symbols; the
last head counts agreeing symbols. `many_heads`: k heads copy as many symbols in one layer. `four_layers`: the
first heads write the codes $v_n$ and $u_n$ of the two contexts. The third weighs the symbols of the context
of n by $w_j e^{\varepsilon v_n[x_{n-j}]}$ beside a start symbol of weight one, which gets
$F_n = 1/2 - \varepsilon |v_n|^2 / 4 + O(\varepsilon^2)$. The last head scores
$\langle u_T, v_n \rangle + 2 F_n / \varepsilon$, a constant less $|u_T - v_n|^2 / 2$: a match wins.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random
from typing import Final

import numpy as np
import torch
from torch import Tensor

from .induction_head import SHUT, counting_head, window_bias
from .transformer import Heads, Layer, RelativeHead, Transformer

_PRIME: Final = 2_147_483_647
_DEGREE: Final = 24
"""The longest distance in random patterns: products of six have room for more than 64 independent sums."""


def doubling_layers(k: int, symbols: int, kappa: float) -> Transformer:
    """ceil(log2(k + 1)) copying layers and the matching one.

    A chain of hops of lengths that add up to k counts how many of them found a position: all do from
    position k + 1 on, so that the first k are passed over.
    """
    copies = k.bit_length()
    hops = [l for l in range(copies) if k >> l & 1]
    chain = symbols << copies
    width = chain + len(hops) + symbols
    layers = [_copying_layer(l, symbols, width, chain, hops) for l in range(copies)]
    query, key = torch.zeros(2, k * symbols + 1, width, dtype=torch.float64)
    eye = torch.eye(k * symbols, dtype=torch.float64)
    query[:-1, : k * symbols], key[:-1, symbols : (k + 1) * symbols] = kappa * eye, eye
    # More than all agreements are worth; the coordinates of a symbol add up to one.
    query[-1, :symbols], key[-1, chain + len(hops) - 1] = kappa * (k + 1), 1.0
    return Transformer(
        (*layers, Layer(counting_head(query, key, width, symbols))), symbols=symbols, width=width
    )


def _copying_layer(l: int, symbols: int, width: int, chain: int, hops: list[int]) -> Layer:
    """Copies the first 2^l blocks of position n - 2^l behind one's own; early positions see themselves."""
    step = 1 << l
    held = step * symbols
    value = torch.zeros(width, width, dtype=torch.float64)
    value[held : 2 * held, :held] = torch.eye(held, dtype=torch.float64)
    table = torch.zeros(step + 2, width, dtype=torch.float64)
    if l in hops:
        hop = hops.index(l)
        table[step, chain + hop] = 1.0
        if hop:
            value[chain + hop, chain + hop - 1] = 1.0
    bias = torch.full((step + 2,), 2 * SHUT, dtype=torch.float64)
    bias[0], bias[step] = SHUT, 0.0
    return Layer(_fixed_head(value, bias, table))


def many_heads(k: int, symbols: int, kappa: float, *, heads: int | None = None) -> Transformer:
    """One layer whose heads copy from distances 1, ..., `heads` (by default k), and the matching one.

    The head of the longest distance marks the positions from which it found one.
    """
    seen = k if heads is None else heads
    mark = (seen + 1) * symbols
    width = mark + 1 + symbols
    copies = Heads(
        [_distant_head(j, symbols, width, mark if j == seen else None) for j in range(1, seen + 1)]
    )
    query, key = torch.zeros(2, seen * symbols + 1, width, dtype=torch.float64)
    eye = torch.eye(seen * symbols, dtype=torch.float64)
    query[:-1, : seen * symbols], key[:-1, symbols:mark] = kappa * eye, eye
    # More than all agreements are worth; the coordinates of a symbol add up to one.
    query[-1, :symbols], key[-1, mark] = kappa * (seen + 1), 1.0
    return Transformer(
        (Layer(copies), Layer(counting_head(query, key, width, symbols))), symbols=symbols, width=width
    )


def _distant_head(distance: int, symbols: int, width: int, mark: int | None) -> RelativeHead:
    """Copies the symbol at a distance into its block; positions without one see themselves."""
    value = torch.zeros(width, width, dtype=torch.float64)
    block = slice(distance * symbols, (distance + 1) * symbols)
    value[block, :symbols] = torch.eye(symbols, dtype=torch.float64)
    bias = torch.full((distance + 2,), 2 * SHUT, dtype=torch.float64)
    bias[0], bias[distance] = SHUT, 0.0
    table = torch.zeros(distance + 2, width, dtype=torch.float64)
    if mark is not None:
        table[distance, mark] = 1.0
    return _fixed_head(value, bias, table)


def _fixed_head(value: Tensor, bias: Tensor, table: Tensor | None = None) -> RelativeHead:
    """A head whose weights depend on distances alone."""
    none = torch.zeros(1, value.shape[1], dtype=torch.float64)
    return RelativeHead(query=none, key=none.clone(), value=value, score_bias=bias, value_bias=table)


def four_layers(k: int, symbols: int, kappa: float, *, epsilon: float = 1e-4, base: int = 2) -> Transformer:
    """Four layers of attention alone for any k; sequences begin with the start symbol, numbered `symbols`."""
    tokens = symbols + 1
    width = 4 * tokens + 1
    here, before, own = slice(0, tokens), slice(tokens, 2 * tokens), slice(2 * tokens, 3 * tokens)
    square = 3 * tokens
    eye = torch.eye(tokens, dtype=torch.float64)
    layers = []
    for into, window in ((before, (1, k)), (own, (0, k - 1))):
        value = torch.zeros(width, width, dtype=torch.float64)
        value[into, here] = eye
        layers.append(Layer(_fixed_head(value, window_bias(*window, base))))
    layers.append(_square_layer(k, symbols, width, square, epsilon, base))
    query, key = torch.zeros(2, tokens + 1, width, dtype=torch.float64)
    query[:symbols, own], key[:symbols, before] = kappa * eye[:symbols], eye[:symbols]
    # The start symbol stands in the contexts of the first positions alone, and hides them.
    query[symbols, here], key[symbols, tokens + symbols] = -SHUT * kappa, SHUT
    query[tokens, here], key[tokens, square] = 2 * kappa / epsilon, 1.0
    count = Layer(counting_head(query, key, width, tokens))
    return Transformer((*layers, count), symbols=tokens, width=width)


def _square_layer(k: int, symbols: int, width: int, square: int, epsilon: float, base: int) -> Layer:
    """Writes the weight of the start symbol beside the tilted weights of the context."""
    tokens = symbols + 1
    query, key = torch.zeros(2, tokens, width, dtype=torch.float64)
    query[:symbols, tokens : tokens + symbols] = epsilon * torch.eye(symbols, dtype=torch.float64)
    key[:symbols, :symbols] = torch.eye(symbols, dtype=torch.float64)
    query[symbols, :tokens], key[symbols, symbols] = -SHUT, 1.0
    value = torch.zeros(width, width, dtype=torch.float64)
    value[square, symbols] = 1.0
    bias = window_bias(1, k, base)
    bias[1 : k + 1] -= torch.logsumexp(bias[1 : k + 1], dim=0)
    return Layer(RelativeHead(query=query, key=key, value=value, score_bias=bias))


def search_order(layers: int, heads: int = 1) -> int:
    """The largest k for which some choice of one distance a head lets a position see all of 0, ..., k back.

    A distance beyond k is of no use for k, so that distances up to one more than the best order suffice:
    the search widens until no choice does better.

    >>> [search_order(layers) for layers in (1, 2, 3)]
    [1, 3, 7]
    """
    best = 0
    while True:
        better = max(_seen(steps) for steps in _choices(layers, heads, best + 1))
        if better == best:
            return best
        best = better


def _choices(layers: int, heads: int, longest: int) -> product[tuple[tuple[int, ...], ...]]:
    """Distances of every layer."""
    return product(combinations_with_replacement(range(1, longest + 1), heads), repeat=layers)


def _seen(steps: tuple[tuple[int, ...], ...]) -> int:
    """The largest k such that all distances up to k are reached, a bit for each distance."""
    reached = 1
    for distances in steps:
        copied = reached
        for distance in distances:
            copied |= reached << distance
        reached = copied
    return ((reached + 1) & ~reached).bit_length() - 2


def independent_patterns(layers: int) -> int:
    """How many independent weighted sums of the past L layers of random fixed patterns hold.

    A pattern is a polynomial in the shift, a layer adds the product with its pattern to what there is,
    and the rank of all products is taken over the integers modulo a prime, so that it is never too large.

    >>> [independent_patterns(layers) for layers in (1, 2, 3)]
    [2, 4, 8]
    """
    random = Random(7)
    held = [np.array([1], dtype=object)]
    for _ in range(layers):
        pattern = np.array([random.randint(1, 99) for _ in range(_DEGREE + 1)], dtype=object)
        held += [np.convolve(one, pattern) for one in held]
    longest = max(map(len, held))
    return _rank([[int(c) % _PRIME for c in one] + [0] * (longest - len(one)) for one in held])


def _rank(rows: list[list[int]]) -> int:
    """Rank modulo the prime, by elimination."""
    rank = 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        inverse = pow(rows[rank][column], -1, _PRIME)
        lead = [entry * inverse % _PRIME for entry in rows[rank]]
        for i in range(rank + 1, len(rows)):
            factor = rows[i][column]
            rows[i] = [(a - factor * b) % _PRIME for a, b in zip(rows[i], lead, strict=True)]
        rank += 1
    return rank


def least_matching_rank(k: int, largest: int) -> int:
    r"""The least rank of G among the scores $a^\top G b + \langle h, b \rangle$ that match.

    Symbols are signs, entries of G and h whole numbers up to `largest`, and a score matches if for each of
    the $2^k$ contexts a the context b = a alone has the largest.

    >>> least_matching_rank(2, 2)
    2
    """
    contexts = np.array(list(product((1, -1), repeat=k)))
    entries = range(-largest, largest + 1)
    offsets = np.array(list(product(entries, repeat=k)))
    matrices = np.array(list(product(entries, repeat=k * k))).reshape(-1, k, k)
    least = k + 1
    for matrix in matrices:
        # The best b has the signs of G^T a + h, where none of these is zero.
        slopes = (contexts @ matrix)[None] + offsets[:, None]
        if (np.sign(slopes) == contexts).all(axis=(1, 2)).any():
            least = min(least, int(np.linalg.matrix_rank(matrix)))
    return least
