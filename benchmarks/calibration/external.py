"""External benchmarks: proved laws of other fields, sampled from their definitions.

| law | quantity | proved order |
|---|---|---|
| birthday | draws until one of n days repeats | sqrt(n) |
| coupons | draws until all n have come | n log n |
| quicksort | comparisons that sort n keys, 2 n log n - 2.8 n | n log n |
| occupancy | empty boxes of n after n balls | n |
| walk | sites that a simple walk of n steps visits | sqrt(n) |
| records | records of n values | log n |
| maximum | largest of n Gaussians | sqrt(2 log n) |
| subsequence | longest increasing in a permutation of n | sqrt(n) (Vershik, Kerov; Logan, Shepp) |
| neighbour | distance to the nearest of n points on a torus | n^-1/2 |
| norm | largest eigenvalue of X'X, X of 2n x n | n (Marchenko, Pastur; Geman) |
| edge | 4 - largest eigenvalue / n, X of n x n | n^-2/3 (Johnstone) |
| projection | | |Px|^2 - 1 | for a random projection to k dimensions | k^-1/2 (Johnson, Lindenstrauss) |
| features | squared error of a kernel from D random features | 1/D (Rahimi, Recht) |
| crosstalk | squared crosstalk of P patterns in N neurons | P/N (Hopfield) |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from theorycheck.document import Outcome
from theorycheck.table import Kind, Table

from .row import Row

Values = NDArray[np.float64]
Field = Callable[[tuple[int, ...], np.random.Generator], Values]

AGREES, REFUTED = Outcome.AGREES, Outcome.REFUTED


def birthday(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """The number of the first draw that repeats an earlier one."""
    (n,) = at
    drawn_days = rng.integers(0, n, (4000, min(n + 1, 8 * int(np.sqrt(n)) + 1)))
    order = np.argsort(drawn_days, axis=1, kind="stable")
    days = np.take_along_axis(drawn_days, order, axis=1)
    again = np.where(days[:, 1:] == days[:, :-1], order[:, 1:], drawn_days.shape[1])
    return np.asarray(again.min(axis=1) + 1.0)


def coupons(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Draws until every coupon has come."""
    (n,) = at
    seen = np.zeros((1000, n), dtype=bool)
    missing, last, step, rows = np.full(1000, n), np.zeros(1000), 0, np.arange(1000)
    while missing.any():
        step += 1
        drawn = rng.integers(0, n, 1000)
        missing -= ~seen[rows, drawn]
        seen[rows, drawn] = True
        last[(missing == 0) & (last == 0)] = step
    return last


def quicksort(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Comparisons with the first key of each part, which splits it in two; many sorts at once."""
    (n,) = at
    trials = 500
    # Keys stand in their final order and carry when they came: parts are runs of neighbours.
    arrival = rng.permuted(np.tile(np.arange(n), (trials, 1)), axis=1).ravel()
    sort, part = np.repeat(np.arange(trials), n), np.repeat(np.arange(trials), n)
    comparisons = np.zeros(trials)
    while arrival.size:
        starts = np.flatnonzero(np.diff(part, prepend=-1))
        lengths = np.diff(starts, append=arrival.size)
        pivot = arrival == np.repeat(np.minimum.reduceat(arrival, starts), lengths)
        comparisons += np.bincount(sort[~pivot], minlength=trials)
        part = (np.repeat(np.arange(starts.size), lengths) + np.cumsum(pivot))[~pivot]
        arrival, sort = arrival[~pivot], sort[~pivot]
    return comparisons


def occupancy(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Boxes that stay empty."""
    (n,) = at
    boxes = rng.integers(0, n, (2000, n)) + n * np.arange(2000)[:, None]
    return np.asarray(np.sum(np.bincount(boxes.ravel(), minlength=2000 * n).reshape(2000, n) == 0, axis=1))


def walk(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Distinct sites of a simple random walk, its start included."""
    (n,) = at
    steps = 2 * rng.integers(0, 2, (4000, n), dtype=np.int8) - 1
    path = np.cumsum(steps, axis=1, dtype=np.int32)
    return np.asarray(np.maximum(path.max(axis=1), 0) - np.minimum(path.min(axis=1), 0) + 1.0)


def records(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Values larger than all before."""
    (n,) = at
    x = rng.random((1000, n))
    return np.asarray(np.sum(x[:, 1:] > np.maximum.accumulate(x, axis=1)[:, :-1], axis=1) + 1.0)


def maximum(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """The largest of n standard Gaussians."""
    (n,) = at
    return np.asarray(rng.standard_normal((1000, n), dtype=np.float32).max(axis=1), dtype=np.float64)


def subsequence(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Length of the longest increasing subsequence, by patience sorting of many permutations at once."""
    (n,) = at
    piles = np.full((400, n + 1), np.inf)
    for card in rng.random((n, 400)):
        pile = np.sum(piles[:, : int(4 * np.sqrt(n)) + 8] < card[:, None], axis=1)
        piles[np.arange(400), pile] = card
    return np.asarray(np.sum(np.isfinite(piles), axis=1, dtype=np.float64))


def neighbour(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Distance of one point to the nearest of the others."""
    (n,) = at
    gaps = np.abs(rng.random((4000, n - 1, 2)) - rng.random((4000, 1, 2)))
    return np.asarray(np.sqrt(np.sum(np.minimum(gaps, 1 - gaps) ** 2, axis=2)).min(axis=1))


def norm(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Largest eigenvalue of a Wishart matrix of twice as many degrees of freedom."""
    (n,) = at
    x = rng.standard_normal((200, 2 * n, n))
    return np.asarray(np.linalg.eigvalsh(np.swapaxes(x, 1, 2) @ x)[:, -1])


def edge(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """How far the largest eigenvalue of a square Wishart matrix stays from the edge."""
    (n,) = at
    x = rng.standard_normal((1500, n, n))
    return np.asarray(4 - np.linalg.eigvalsh(np.swapaxes(x, 1, 2) @ x)[:, -1] / n)


def projection(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Distortion of the length of a fixed unit vector."""
    (k,) = at
    vector = np.full(8, 8**-0.5)
    return np.asarray(np.abs(np.sum((rng.standard_normal((4000, k, 8)) @ vector) ** 2, axis=1) / k - 1))


def features(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Squared error of a Gaussian kernel from D random cosines, at two points a unit apart."""
    (D,) = at
    x, y = np.zeros(4), np.array([1.0, 0, 0, 0])
    w, phase = rng.standard_normal((4000, D, 4)), rng.uniform(0, 2 * np.pi, (4000, D))
    found = np.mean(2 * np.cos(w @ x + phase) * np.cos(w @ y + phase), axis=1)
    return np.asarray((found - np.exp(-0.5)) ** 2)


def crosstalk(at: tuple[int, ...], rng: np.random.Generator) -> Values:
    """Squared crosstalk at one neuron of one stored pattern."""
    P, N = at
    patterns = (2 * rng.integers(0, 2, (2000, P, N), dtype=np.int8) - 1).astype(np.float32)
    overlap = np.einsum("tmn,tn->tm", patterns[:, 1:, 1:], patterns[:, 0, 1:])
    return np.asarray((np.sum(patterns[:, 1:, 0] * overlap, axis=1) / N) ** 2, dtype=np.float64)


FIELDS: Final[Mapping[str, Field]] = {
    f.__name__: f
    for f in (
        birthday,
        coupons,
        quicksort,
        occupancy,
        walk,
        records,
        maximum,
        subsequence,
        neighbour,
        norm,
        edge,
        projection,
        features,
        crosstalk,
    )
}

BATCHES: Final = {
    "coupons": 4,
    "neighbour": 5,
    "norm": 20,
    "edge": 8,
    "projection": 10,
    "features": 5,
    "crosstalk": 15,
}
"""How often a field is drawn, so that the errors are those of the default budget, as planted laws have them;
twice them at the edge, whose draws would take longer than all others together. Others need one batch."""


def sampled(row: Row, rng: np.random.Generator) -> Table:
    """Draws of a proved law on the row's grid, each value a draw of its own."""
    field, batches = FIELDS[row.field or ""], BATCHES.get(row.field or "", 1)
    coordinates = [tuple(int(x) for x in point) for point in np.column_stack(list(row.coordinates.values()))]
    drawn = [np.concatenate([field(at, rng) for _ in range(batches)]) for at in coordinates]
    counts = [values.size for values in drawn]
    columns = {name: np.repeat(column, counts) for name, column in row.coordinates.items()}
    value = np.concatenate(drawn).astype(np.float64)
    return Table(path=row.field or "", kind=Kind.VALUES, columns=columns, value=value)


def _pair(
    field: str, variable: str, powers: tuple[int, int], true: str, false: str, margin: float = 0.05
) -> tuple[Row, Row]:
    """The proved law and a false one, on sizes 2^k."""
    sizes = {variable: tuple(2**k for k in range(*powers))}
    proved = Row(
        name=f"gauntlet.{field}",
        claimed=true,
        right=AGREES,
        field=field,
        sizes=sizes,
        margin=margin,
    )
    return proved, replace(proved, name=f"gauntlet.{field}.false", claimed=false, right=REFUTED)


_CROSSTALK: Final = replace(
    _pair("crosstalk", "P", (2, 7), "C*P/N", "C*P/sqrt(N)", 0.1)[0],
    sizes={"P": tuple(2**k for k in range(2, 7)), "N": tuple(2**k for k in range(4, 9))},
)

EXTERNAL: Final = (
    *_pair("birthday", "n", (4, 15), "C*sqrt(n)", "C*n**(2/5)"),
    *_pair("coupons", "n", (4, 11), "C*n*log(n)", "C*n"),
    *_pair("quicksort", "n", (4, 12), "C*n*log(n)", "C*n"),
    *_pair("occupancy", "n", (4, 12), "C*n", "C*n/log(n)"),
    *_pair("walk", "n", (5, 14), "C*sqrt(n)", "C*n/log(n)"),
    *_pair("records", "n", (4, 16), "C*log(n)", "C*log(n)**2"),
    *_pair("maximum", "n", (6, 17), "C*sqrt(log(n))", "C*log(n)"),
    *_pair("subsequence", "n", (4, 12), "C*sqrt(n)", "C*n**(2/3)"),
    *_pair("neighbour", "n", (4, 11), "C/sqrt(n)", "C*n**(-1/3)"),
    *_pair("norm", "n", (3, 8), "C*n", "C*n*log(n)"),
    *_pair("edge", "n", (3, 8), "C*n**(-2/3)", "C/n", 0.1),
    *_pair("projection", "k", (2, 9), "C/sqrt(k)", "C/k"),
    *_pair("features", "D", (4, 11), "C/D", "C/sqrt(D)", 0.1),
    _CROSSTALK,
    replace(_CROSSTALK, name="gauntlet.crosstalk.false", claimed="C*P/sqrt(N)", right=REFUTED),
)
