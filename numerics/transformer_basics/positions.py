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
from collections.abc import Mapping
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, ExactQuantity, ExactValue, SampledQuantity, Value
from .stack import keyed_generator, normal

_BASE: Final = 10000.0
_ROUNDING: Final = 5e-13
"""An angle of a thousand radians is rounded to 1.1e-13, and four of them enter a difference of products."""
_BYTES_PER_NUMBER: Final = 8


def usual_speeds(K: int) -> Float[Tensor, " K"]:
    """10000^(-k/K) for k = 0, ..., K - 1."""
    return _BASE ** (-torch.arange(K, dtype=torch.float64) / K)


def sinusoids(places: Float[Tensor, " n"], speeds: Float[Tensor, " K"]) -> Float[Tensor, "n two_K"]:
    """All cosines, then all sines."""
    angles = places[:, None] * speeds
    return torch.cat((angles.cos(), angles.sin()), dim=-1)


def sinusoid_gap_of(at: Mapping[str, Value]) -> ExactValue:
    """Over all pairs of 64 places, moved by 1, 100 and 1000; `cosines`: the vectors without their sines."""
    K = int(at["d"]) // 2
    width = K if at["of"] == "cosines" else 2 * K
    found = [
        sinusoids(torch.arange(64, dtype=torch.float64) + moved, usual_speeds(K))[:, :width]
        for moved in (0, 1, 100, 1000)
    ]
    here, *there = [vectors @ vectors.mT for vectors in found]
    gap = max(float((products - here).abs().max()) for products in there)
    return ExactValue(value=gap / K, error_bound=_ROUNDING)


def nearest_places_of(at: Mapping[str, Value]) -> ExactValue:
    """The distance at lag t is the square root of the sum of 4 sin^2(omega_k t/2), any place."""
    K, n = int(at["d"]) // 2, int(at["n"])
    half = torch.arange(1, n + 1, dtype=torch.float64) / 2
    squares = torch.zeros_like(half)
    for speed in usual_speeds(K):
        squares += 4 * torch.sin(speed * half).square()
    distances = squares.sqrt()
    unit = float(distances[0]) if at["of"] == "ratio" else 1.0
    # An angle of n/2 radians is rounded to n/2 units in the last place of one.
    return ExactValue(value=float(distances.min()) / unit, error_bound=n * 2.0**-51)


def alias_gap_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest over the places 0, ..., 63 of the distance to the place P later, omega = turn/P."""
    P = int(at["P"])
    turn = 2 * math.pi if at["turn"] == "whole" else math.pi
    speeds = torch.tensor([turn / P], dtype=torch.float64)
    places = torch.arange(64, dtype=torch.float64)
    gap = sinusoids(places + P, speeds) - sinusoids(places, speeds)
    return ExactValue(value=float(gap.square().sum(-1).max()), error_bound=_ROUNDING)


def lag_share_of(at: Mapping[str, Value]) -> ExactValue:
    """Mean over two places of their squared inner product, over the squared length squared.

    The rows of W_Q and W_K being independent and normal, the mean product of the scores of (i, i - t) and
    (i', i' - t) is in proportion to <p_i, p_i'> <p_(i-t), p_(i'-t)>, which is <p_i, p_i'>^2 at every lag t.
    """
    K, n = int(at["K"]), int(at["n"])
    vectors = sinusoids(torch.arange(n, dtype=torch.float64), _speeds(str(at["speeds"]), K, n))
    second = vectors.mT @ vectors / n
    return ExactValue(value=float(second.square().sum()) / K**2, error_bound=_ROUNDING)


def _speeds(name: str, K: int, n: int) -> Float[Tensor, " K"]:
    """The usual ones, or 1, 2, ..., K whole turns over the n places."""
    if name == "usual":
        return usual_speeds(K)
    return 2 * math.pi / n * torch.arange(1, K + 1, dtype=torch.float64)


def sample_score_power(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 2"]:
    """Mean square of the scores of places i and i - t, and of their mean over i at each lag t.

    W_Q and W_K are square with entries N(0, 1/d); i and t run through n values each.
    """
    (K,), (n,) = group.sizes("K"), group.sizes("n")
    d = 2 * K
    W_Q, W_K = torch.randn(2, n_trials, d, d, generator=generator, device=device, dtype=dtype) / math.sqrt(d)
    speeds = _speeds(str(group.points[0]["speeds"]), K, n)
    places = torch.arange(n, dtype=torch.float64)
    ahead = sinusoids(places, speeds).to(device, dtype)
    found = []
    for lag in range(n):
        behind = sinusoids(places - lag, speeds).to(device, dtype)
        scores = ((ahead @ W_Q) * (behind @ W_K)).sum(dim=-1)
        found.append(torch.stack((scores.square().mean(-1), scores.mean(-1).square()), dim=-1))
    return torch.stack(found).mean(dim=0).unsqueeze(1)


def turned(
    x: Float[Tensor, "n two_K"], places: Float[Tensor, " n"], speeds: Float[Tensor, " K"]
) -> Float[Tensor, "n two_K"]:
    """Each pair (x_k, x_(K+k)) rotated by place times speed."""
    first, second = x.chunk(2, dim=-1)
    angles = places[:, None] * speeds
    cos, sin = angles.cos(), angles.sin()
    return torch.cat((first * cos - second * sin, first * sin + second * cos), dim=-1)


def rotary_gap_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest over 200 random queries, keys and places up to 1000, over the product of lengths.

    `norm`: of lengths. `shift`: of scores when both places move by 37. `cosine`: of scores and the pairs'
    products times cos((m - n) theta_k). `aligned`: the same where each pair of the key is a multiple of the
    query's. `mean`: the same averaged over a reflection of all pairs.
    """
    K, of = int(at["d"]) // 2, str(at["of"])
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


def rotary_pair_of(at: Mapping[str, Value]) -> ExactValue:
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


def table_collisions_of(at: Mapping[str, Value]) -> ExactValue:
    """Places less distinct vectors, from a table of random rows."""
    n, N = int(at["n"]), int(at["N"])
    table = normal(keyed_generator("table_collisions", f"{n} {N}"), N, 4)
    row, share = _mixture(str(at["scheme"]), n, N)
    following = (row + 1).clamp(max=N - 1)
    vectors = (1 - share)[:, None] * table[row] + share[:, None] * table[following]
    distinct = len({tuple(vector) for vector in vectors.tolist()})
    return ExactValue(value=float(n - distinct), error_bound=0.0)


def table_spacing_of(at: Mapping[str, Value]) -> ExactValue:
    """Rows being independent with one law, a distance's mean square is the sum of squared coefficients."""
    n, N = int(at["n"]), int(at["N"])
    row, share = _mixture(str(at["scheme"]), n, N)
    total = torch.zeros(n - 1, dtype=torch.float64)
    step = row.diff()
    low, high = share[:-1], share[1:]
    inside = step == 0
    total[inside] = 2 * (high - low)[inside].square()
    over = (1 - low).square() + (low - (1 - high)).square() + high.square()
    total[~inside] = over[~inside]
    return ExactValue(value=float(total.mean()) / 2, error_bound=_ROUNDING)


sinusoid_gap: Final = ExactQuantity(
    name="transformer_basics.sinusoid_gap",
    version=1,
    title="Change of inner products of sinusoids when both places move",
    points=tuple({"of": of, "d": d} for of in ("pairs", "cosines") for d in (2, 64, 512)),
    evaluate=sinusoid_gap_of,
)

nearest_places: Final = ExactQuantity(
    name="transformer_basics.nearest_places",
    version=1,
    title="Least distance of the vectors of two places",
    points=tuple(
        {"of": of, "d": d, "n": n}
        for of in ("ratio", "distance")
        for d in (2, 4, 8, 16, 32, 64, 128)
        for n in (10, 100, 1000, 10000, 100000)
    ),
    evaluate=nearest_places_of,
)

alias_gap: Final = ExactQuantity(
    name="transformer_basics.alias_gap",
    version=1,
    title="Squared distance of a place and the one a period later",
    points=tuple({"turn": turn, "P": P} for turn in ("whole", "half") for P in (4, 10, 97)),
    evaluate=alias_gap_of,
)

lag_share: Final = ExactQuantity(
    name="transformer_basics.lag_share",
    version=1,
    title="Share of the mean square score that depends on the lag",
    points=tuple(
        {"speeds": speeds, "b": 2, "K": K, "n": n}
        for speeds in ("whole turns", "usual")
        for K in (4, 16, 64, 256)
        for n in (1024, 2048)
    ),
    evaluate=lag_share_of,
)

score_power: Final = SampledQuantity(
    name="transformer_basics.score_power",
    version=1,
    title="Mean square score, and of its mean at each lag, through drawn projections",
    outputs=("whole", "lag"),
    binary=False,
    groups=tuple(
        DesignGroup.sized(
            shared={"speeds": speeds, "b": 2, "K": K, "n": 32},
            trials_per_block=64,
            bytes_per_trial=_BYTES_PER_NUMBER * 2 * K * (8 * K + 4 * 32),
        )
        for speeds in ("whole turns", "usual")
        for K in (4, 8)
    ),
    sample=sample_score_power,
    dtype="float64",
)

rotary_gap: Final = ExactQuantity(
    name="transformer_basics.rotary_gap",
    version=1,
    title="What is left of identities of rotary queries and keys",
    points=tuple(
        {"of": of, "d": d} for of in ("norm", "shift", "cosine", "aligned", "mean") for d in (2, 64, 128)
    ),
    evaluate=rotary_gap_of,
)

rotary_pair: Final = ExactQuantity(
    name="transformer_basics.rotary_pair",
    version=1,
    title="Rotary score of one pair, less the plain one times the cosine",
    points=tuple(
        {"q_1": 1, "q_2": 2, "k_1": k_1, "k_2": 1, "m": 7, "n": n, "theta": theta}
        for k_1 in (1, 3)
        for n in (2, 5)
        for theta in (0.01, 1)
    ),
    evaluate=rotary_pair_of,
)

table_collisions: Final = ExactQuantity(
    name="transformer_basics.table_collisions",
    version=1,
    title="Places that share their vector with another",
    points=tuple(
        {"scheme": scheme, "n": n, "N": N}
        for scheme in ("wrap", "interpolate")
        for n, N in ((4000, 2048), (4096, 2048), (100, 64))
    ),
    evaluate=table_collisions_of,
)

table_spacing: Final = ExactQuantity(
    name="transformer_basics.table_spacing",
    version=1,
    title="Mean square distance of neighbours over that of the table's",
    points=tuple({"scheme": "interpolate", "n": n, "N": 2048} for n in (3001, 4000, 16000)),
    evaluate=table_spacing_of,
)
