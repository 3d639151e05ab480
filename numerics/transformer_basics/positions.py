r"""Vectors of positions and what becomes of them in a score: sinusoids, rotations, tables.

Sinusoids have K pairs $(\cos \omega_k i, \sin \omega_k i)$, as a rule $\omega_k = 10^{-4k/K}$, k = 0, 1, ...

| quantity | of what |
|---|---|
| `sinusoid_gap` | change of inner products when both places move, over the squared length |
| `nearest_places` | least distance of any two of n + 1 consecutive places, beside that of neighbours |
| `alias_gap` | distance of a place and the one P later, one frequency |
| `lag_share` | share of the mean square score that the lag tells, through normal projections |
| `rotary_gap` | what is left of identities of rotary queries and keys, over their lengths |
| `rotary_pair` | rotary score of one pair less the plain one times the cosine |
| `table_collisions` | places of n that share a vector, made from a table of N rows |
| `table_spacing` | mean square distance of neighbours over that in the table |
"""

from __future__ import annotations

import math
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import ExactValue, Value
from ..simulator import computed
from .stack import keyed_generator, normal

_BASE: Final = 10000.0
_ROUNDING: Final = 5e-13
"""An angle of a thousand radians is rounded to 1.1e-13, and four of them enter a difference of products."""


def usual_speeds(K: int) -> Float[Tensor, " K"]:
    """10000^(-k/K) for k = 0, ..., K - 1."""
    return _BASE ** (-torch.arange(K, dtype=torch.float64) / K)


def sinusoids(places: Float[Tensor, " n"], speeds: Float[Tensor, " K"]) -> Float[Tensor, "n two_K"]:
    """All cosines, then all sines."""
    angles = places[:, None] * speeds
    return torch.cat((angles.cos(), angles.sin()), dim=-1)


@computed(
    title="Change of inner products of sinusoids when both places move",
    points=({"of": of, "d": d} for of in ("pairs", "cosines") for d in (2, 64, 512)),
)
def sinusoid_gap(d: int, of: str) -> ExactValue:
    """Over all pairs of 64 places, moved by 1, 100 and 1000; `cosines`: the vectors without their sines."""
    K = d // 2
    width = K if of == "cosines" else 2 * K
    found = [
        sinusoids(torch.arange(64, dtype=torch.float64) + moved, usual_speeds(K))[:, :width]
        for moved in (0, 1, 100, 1000)
    ]
    here, *there = [vectors @ vectors.mT for vectors in found]
    gap = max(float((products - here).abs().max()) for products in there)
    return ExactValue(value=gap / K, error_bound=_ROUNDING)


@computed(
    title="Least distance of the vectors of two places",
    points=(
        {"of": of, "d": d, "n": n}
        for of in ("ratio", "distance")
        for d in (2, 4, 8, 16, 32, 64, 128)
        for n in (10, 100, 1000, 10000, 100000)
    ),
)
def nearest_places(n: int, d: int, of: str) -> ExactValue:
    """The distance at lag t is the square root of the sum of 4 sin^2(omega_k t/2), any place."""
    K = d // 2
    half = torch.arange(1, n + 1, dtype=torch.float64) / 2
    squares = torch.zeros_like(half)
    for speed in usual_speeds(K):
        squares += 4 * torch.sin(speed * half).square()
    distances = squares.sqrt()
    unit = float(distances[0]) if of == "ratio" else 1.0
    # An angle of n/2 radians is rounded to n/2 units in the last place of one.
    return ExactValue(value=float(distances.min()) / unit, error_bound=n * 2.0**-51)


@computed(
    title="Squared distance of a place and the one a period later",
    points=({"turn": turn, "P": P} for turn in ("whole", "half") for P in (4, 10, 97)),
)
def alias_gap(**at: Value) -> ExactValue:
    """The largest over the places 0, ..., 63 of the distance to the place P later, omega = turn/P."""
    P = int(at["P"])
    turn = 2 * math.pi if at["turn"] == "whole" else math.pi
    speeds = torch.tensor([turn / P], dtype=torch.float64)
    places = torch.arange(64, dtype=torch.float64)
    gap = sinusoids(places + P, speeds) - sinusoids(places, speeds)
    return ExactValue(value=float(gap.square().sum(-1).max()), error_bound=_ROUNDING)


@computed(
    title="Share of the mean square score that depends on the lag",
    points=(
        {"speeds": speeds, "b": 2, "K": K, "n": n}
        for speeds in ("whole turns", "usual")
        for K in (4, 16, 64, 256)
        for n in (1024, 2048)
    ),
)
def lag_share(K: int, n: int, speeds: str) -> ExactValue:
    """Mean over two places of their squared inner product, over the squared length squared.

    The rows of W_Q and W_K being independent and normal, the mean product of the scores of (i, i - t) and
    (i', i' - t) is in proportion to <p_i, p_i'> <p_(i-t), p_(i'-t)>, which is <p_i, p_i'>^2 at every lag t.
    """
    vectors = sinusoids(torch.arange(n, dtype=torch.float64), _speeds(speeds, K, n))
    second = vectors.mT @ vectors / n
    return ExactValue(value=float(second.square().sum()) / K**2, error_bound=_ROUNDING)


def _speeds(name: str, K: int, n: int) -> Float[Tensor, " K"]:
    """The usual ones, or 1, 2, ..., K whole turns over the n places."""
    if name == "usual":
        return usual_speeds(K)
    return 2 * math.pi / n * torch.arange(1, K + 1, dtype=torch.float64)


def turned(
    x: Float[Tensor, "n two_K"], places: Float[Tensor, " n"], speeds: Float[Tensor, " K"]
) -> Float[Tensor, "n two_K"]:
    """Each pair (x_k, x_(K+k)) rotated by place times speed."""
    first, second = x.chunk(2, dim=-1)
    angles = places[:, None] * speeds
    cos, sin = angles.cos(), angles.sin()
    return torch.cat((first * cos - second * sin, first * sin + second * cos), dim=-1)


@computed(
    title="What is left of identities of rotary queries and keys",
    points=(
        {"of": of, "d": d} for of in ("norm", "shift", "cosine", "aligned", "mean") for d in (2, 64, 128)
    ),
)
def rotary_gap(of: str, d: int) -> ExactValue:
    """The largest over 200 random queries, keys and places up to 1000, over the product of lengths.

    `norm`: of lengths. `shift`: of scores when both places move by 37. `cosine`: of scores and the pairs'
    products times cos((m - n) theta_k). `aligned`: the same where each pair of the key is a multiple of the
    query's. `mean`: the same averaged over a reflection of all pairs.
    """
    K = d // 2
    generator = keyed_generator("rotary_gap", f"{K} {of}")
    speeds = usual_speeds(K)
    q, k = normal(generator, 200, 2 * K), normal(generator, 200, 2 * K)
    m, n = (torch.randint(1000, (200,), generator=generator).double() for _ in range(2))
    if of == "aligned":
        k = q * normal(generator, 200, K).repeat(1, 2)
    size = q.norm(dim=-1) * k.norm(dim=-1)
    if of == "norm":
        gap = (turned(q, m, speeds).norm(dim=-1) / q.norm(dim=-1) - 1).abs()
        return ExactValue(value=float(gap.max()), error_bound=_ROUNDING)
    scores = _rotary_scores(q, k, m, n, speeds)
    if of == "shift":
        other = _rotary_scores(q, k, m + 37, n + 37, speeds)
    else:
        pairs = q[:, :K] * k[:, :K] + q[:, K:] * k[:, K:]
        other = (pairs * torch.cos((m - n)[:, None] * speeds)).sum(-1)
    if of == "mean":
        mirror = torch.cat((torch.ones(K), -torch.ones(K))).double()
        scores = (scores + _rotary_scores(q * mirror, k * mirror, m, n, speeds)) / 2
    return ExactValue(value=float(((scores - other).abs() / size).max()), error_bound=_ROUNDING)


def _rotary_scores(q: Tensor, k: Tensor, m: Tensor, n: Tensor, speeds: Tensor) -> Float[Tensor, " n"]:
    return (turned(q, m, speeds) * turned(k, n, speeds)).sum(-1)


@computed(
    title="Rotary score of one pair, less the plain one times the cosine",
    points=(
        {"q_1": 1, "q_2": 2, "k_1": k_1, "k_2": 1, "m": 7, "n": n, "theta": theta}
        for k_1 in (1, 3)
        for n in (2, 5)
        for theta in (0.01, 1)
    ),
)
def rotary_pair(**at: Value) -> ExactValue:
    """<R_m q, R_n k> - <q, k> cos((m - n) theta) of one pair."""
    q, k = (torch.tensor([[float(at[f"{x}_1"]), float(at[f"{x}_2"])]], dtype=torch.float64) for x in "qk")
    m, n = (torch.tensor([float(at[x])], dtype=torch.float64) for x in "mn")
    theta = torch.tensor([float(at["theta"])], dtype=torch.float64)
    plain = (q * k).sum(-1) * torch.cos((m - n) * theta)
    return ExactValue(value=float(_rotary_scores(q, k, m, n, theta) - plain), error_bound=_ROUNDING)


def _mixture(scheme: str, n: int, N: int) -> tuple[Tensor, Tensor]:
    """Of each of n places the row it starts from and the share of the next row."""
    places = torch.arange(n, dtype=torch.float64)
    if scheme == "wrap":
        return torch.arange(n) % N, torch.zeros(n, dtype=torch.float64)
    along = places * (N - 1) / (n - 1)
    row = along.floor().clamp(max=N - 2).long()
    return row, along - row


@computed(
    title="Places that share their vector with another",
    points=(
        {"scheme": scheme, "n": n, "N": N}
        for scheme in ("wrap", "interpolate")
        for n, N in ((4000, 2048), (4096, 2048), (100, 64))
    ),
)
def table_collisions(n: int, N: int, scheme: str) -> ExactValue:
    """Places less distinct vectors, from a table of random rows."""
    table = normal(keyed_generator("table_collisions", f"{n} {N}"), N, 4)
    row, share = _mixture(scheme, n, N)
    following = (row + 1).clamp(max=N - 1)
    vectors = (1 - share)[:, None] * table[row] + share[:, None] * table[following]
    distinct = len({tuple(vector) for vector in vectors.tolist()})
    return ExactValue(value=float(n - distinct), error_bound=0.0)


@computed(
    title="Mean square distance of neighbours over that of the table's",
    points=({"scheme": "interpolate", "n": n, "N": 2048} for n in (3001, 4000, 16000)),
)
def table_spacing(n: int, N: int, scheme: str) -> ExactValue:
    """Rows being independent with one law, a distance's mean square is the sum of squared coefficients."""
    row, share = _mixture(scheme, n, N)
    total = torch.zeros(n - 1, dtype=torch.float64)
    step = row.diff()
    low, high = share[:-1], share[1:]
    inside = step == 0
    total[inside] = 2 * (high - low)[inside].square()
    over = (1 - low).square() + (low - (1 - high)).square() + high.square()
    total[~inside] = over[~inside]
    return ExactValue(value=float(total.mean()) / 2, error_bound=_ROUNDING)
