r"""All matrices W against outer products: which tokens some W answers rightly, embeddings random.

With M unembeddings that are independent (M <= d) the scores u_y . W e_x = v_y . e_x are those of any M
vectors v_y: some W is right about all tokens where a linear program has a solution. With two classes one
vector v_1 - v_0 decides, and the signs of the embeddings being fair, P tokens are all right for some W with
the probability that P - 1 fair coins show fewer than d heads.

| quantity | meaning |
|---|---|
| `separable` | whether some W is right about all of N tokens, by linear programs; f(x) = x mod M |
| `separable_rays` | the same with two classes in two and three dimensions, by the extreme rays of a cone |
| `separable_size` | real N at which that has probability 1/2, two classes |
| `pseudo_inverse` | share of wrong tokens of least squares, W of least norm; "wrong", "any" |
| `outer_products_wide` | real N at which outer products are wrong about 5 %, M = d orthonormal |
"""

from __future__ import annotations

from math import erf, exp, log, sqrt
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.optimize import brentq, linprog
from scipy.special import betainc, log_ndtr
from torch import Tensor

from ..quadrature import gauss_legendre
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Trials
from .resolved import resolved_roots

Vector = NDArray[np.float64]

LEVEL: Final = 0.05
_TRIALS: Final = 16
_PROGRAMS: Final = 4
"""Trials a block whose linear programs are solved, a few milliseconds each."""
_NODES: Final = (96, 144)
_REACH: Final = 9.0
_RELATIVE: Final = 1e-10
_PLANE: Final = 2


def _group(d: int, M: int, sizes: tuple[int, ...], trials: int = _PROGRAMS) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d": d, "M": M}, points=[{"N": N} for N in sizes], trials_per_block=trials
    )


@simulator(
    title="Whether some W is right about all of N tokens",
    outputs=("right",),
    binary=True,
    groups=(
        _group(8, 2, (12, 16, 20), trials=64),
        *(_group(d, 5, (2 * d, 5 * d // 2, 4 * d)) for d in (8, 12, 16)),
        *(_group(d, d, (3 * d * d // 8, d * d)) for d in (4, 6, 8)),
    ),
    dtype="float64",
)
def separable(d: int, M: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Whether some W is right about the first N tokens; the points share them."""
    sizes = trials.sizes("N")
    e = trials.source.normal(trials.n_trials, max(sizes), d)
    rows = []
    for embeddings in e.cpu().numpy():
        constraints, owner = _constraints(embeddings, M)
        # Fewer tokens are no harder: from the first size that fails on, all do.
        row = [0.0] * len(sizes)
        for k in np.argsort(sizes):
            if not _feasible(constraints[owner < sizes[k]]):
                break
            row[k] = 1.0
        rows.append(row)
    return torch.tensor(rows, device=trials.device, dtype=trials.dtype).unsqueeze(-1)


def _constraints(e: Vector, M: int) -> tuple[Vector, NDArray[np.int64]]:
    """Rows a of a . (v_1, ..., v_{M-1}) > 0, v_0 = 0: own class above each competitor; and whose they are."""
    tokens, d = e.shape
    right = np.arange(1, tokens + 1) % M
    blocks = np.zeros((tokens, M, M, d))
    index = np.arange(tokens)
    blocks[index, :, right] += e[:, None]
    for competitor in range(M):
        blocks[index, competitor, competitor] -= e
    keep = np.arange(M)[None, :] != right[:, None]
    owner = np.broadcast_to(index[:, None], keep.shape)[keep]
    return blocks[keep][:, 1:].reshape(len(owner), -1), owner


def _feasible(rows: Vector) -> bool:
    """Whether some vector has a . v >= 1 for all rows: scaling makes that a . v > 0."""
    found = linprog(
        np.zeros(rows.shape[1]), A_ub=-rows, b_ub=-np.ones(len(rows)), bounds=(None, None), method="highs"
    )
    return bool(found.status == 0)


@simulator(
    title="Whether some W is right about all of N tokens, two classes, two or three dimensions",
    outputs=("right",),
    binary=True,
    groups=(
        DesignGroup.sized(shared={"d": d, "M": 2}, points=[{"N": N} for N in sizes], trials_per_block=2048)
        for d, sizes in ((2, (3, 4, 5)), (3, (4, 6, 8)))
    ),
    dtype="float64",
)
def separable_rays(d: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Whether some v has v . a_x > 0 for all x, a_x = e_x or -e_x by class, d = 2 or 3.

    Where one has, the cone of all of them has an extreme ray, on d - 1 of its N walls and inside the others.
    """
    columns = []
    e = trials.source.normal(trials.n_trials, max(trials.sizes("N")), d)
    for N in trials.sizes("N"):
        signs = 1 - 2 * (torch.arange(1, N + 1, device=trials.device) % 2).to(trials.dtype)
        columns.append(_has_ray(e[:, :N] * signs[:, None]))
    return torch.stack(columns, dim=1).to(trials.dtype).unsqueeze(-1)


def _has_ray(walls: Float[Tensor, "trials N d"]) -> Tensor:
    N, d = walls.shape[1:]
    chosen = torch.combinations(torch.arange(N, device=walls.device), d - 1)
    if d == _PLANE:
        turn = torch.tensor([[0.0, 1.0], [-1.0, 0.0]], device=walls.device, dtype=walls.dtype)
        rays = walls @ turn
    else:
        rays = torch.linalg.cross(walls[:, chosen[:, 0]], walls[:, chosen[:, 1]])
    inner = rays @ walls.mT
    # On its own walls a ray is zero but for rounding.
    own = torch.zeros((len(chosen), N), dtype=torch.bool, device=walls.device)
    own.scatter_(1, chosen, True)
    return (((inner > 0) | own).all(dim=2) | ((inner < 0) | own).all(dim=2)).any(dim=1)


@computed(
    title="Tokens that some W has all right with probability 1/2, two classes",
    points=({"d": 4**k, "M": 2} for k in range(1, 11)),
)
def separable_size(d: int) -> ExactValue:
    """The N at which fewer than d of N - 1 fair coins show heads with probability 1/2."""
    value = float(brentq(lambda N: betainc(N - d, d, 0.5) - 0.5, d + 1e-9, 8.0 * d + 8, xtol=1e-9))
    return ExactValue(value=value, error_bound=_RELATIVE * value + 1e-8)


def _squared(d: int, M: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d": d, "M": M}, points=[{"N": k * d} for k in (1, 2, 4)], trials_per_block=_TRIALS
    )


@simulator(
    version=2,
    title="Share of wrong tokens of least squares",
    outputs=("wrong", "any"),
    groups=(_squared(d, M) for M in (2, 5) for d in (8, 32)),
    dtype="float64",
)
def pseudo_inverse(d: int, M: int, *, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """Least squares of u_f(x) by W e_x, orthonormal unembeddings: the share of wrong tokens, any wrong."""
    columns = []
    for N in trials.sizes("N"):
        e = trials.source.normal(trials.n_trials, N, d)
        right = torch.arange(1, N + 1, device=trials.device) % M
        targets = torch.nn.functional.one_hot(right, M).to(trials.dtype).expand(trials.n_trials, -1, -1)
        # Of N >= d tokens there is one solution, and a QR factorisation finds it.
        scores = e @ torch.linalg.lstsq(e, targets, driver="gels").solution
        at = right.expand(trials.n_trials, -1).unsqueeze(-1)
        own = scores.gather(2, at)
        wrong = (~(scores.scatter(2, at, -torch.inf) < own).all(dim=2)).to(trials.dtype)
        columns.append(torch.stack((wrong.mean(dim=1), wrong.amax(dim=1)), dim=-1))
    return torch.stack(columns, dim=1)


def outer_products_failure(d: int, tokens: float, nodes: int) -> float:
    """P(a token is wrong), q = 1, M = d classes of equal loads N/d, orthonormal unembeddings.

    Given |e| = r the own score is r (r + sqrt(N/d - 1) g), a competitor's r sqrt(N/d) g.
    """
    at, weight = gauss_legendre(nodes)
    load = tokens / d
    r2 = d * np.exp(_REACH * sqrt(2 / d) * at)
    # The measure of log r^2 for a chi-square of d degrees.
    density = np.exp(d / 2 * np.log(r2 / d) - (r2 - d) / 2) * weight
    density = density / density.sum()
    g = _REACH * at
    normal = np.exp(-g * g / 2) * weight
    normal = normal / normal.sum()
    place = (np.sqrt(r2)[:, None] + sqrt(max(load - 1, 0.0)) * g[None, :]) / sqrt(load)
    right = np.exp((d - 1) * log_ndtr(place)) @ normal
    return float(density @ (1 - right))


@computed(
    version=2,
    title="Tokens of which outer products have 5 % wrong, as many orthonormal unembeddings as dimensions",
    points=({"d": 2**k} for k in range(6, 21, 2)),
)
def outer_products_wide(d: int) -> ExactValue:
    """The N at which 5 % are wrong."""
    roots = resolved_roots(
        lambda size, nodes: outer_products_failure(d, exp(size), nodes) - LEVEL,
        log(1.0 * d),
        log(4.0 * d * d),
        _NODES,
    )
    coarse, fine = (exp(root) for root in roots)
    # Beyond the reach lies this share of a normal variable.
    left_out = 2 * (1 - erf(_REACH / sqrt(2)))
    return ExactValue(value=fine, error_bound=2 * abs(fine - coarse) + (_RELATIVE + left_out) * fine)
