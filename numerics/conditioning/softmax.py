"""Softmax retrieval: o_i = sum_j a_j v_j with a_j proportional to exp(beta <k_i, k_j>), keys of length one.

The score scale beta is 4, d_k^(1/2) or d_k (`score_scale` = fixed, root, full). Beside the right
key's own exp(beta) the other keys weigh Z = sum_{j != i} exp(beta (<k_i, k_j> - 1)): the weight on the
right key is 1 / (1 + Z). Values being independent and of length one, the crosstalk's power beside
the signal's is Y = sum_{j != i} exp(2 beta (<k_i, k_j> - 1)) in mean over them.

An annealed threshold is where a mean, E Z or E Y, crosses 1; a typical one where P(Z > 1) or
P(Y > 1) crosses 1/2, where the median does. Groups lie about the threshold of Z (`about` = weight) or
of Y (noise).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Trials

_QUERIES: Final = 8
_FIXED_SCALE: Final = 4.0
_ABOUT: Final = (-2.4, -1.3, -0.4, 0.4, 1.3, 2.4)
"""Where the sizes of a group lie, in standard deviations of log Z (log Y) about its threshold."""

# Where E Z and E Y cross 1, and the relative spread of Z and Y there: sums of many terms vary little,
# and on a grid wider than that a median would cross between two sizes unseen.
_LOADS: Final[dict[tuple[str, str], dict[int, tuple[int, float]]]] = {
    ("fixed", "weight"): {8: (22, 0.4), 16: (34, 0.22), 32: (43, 0.12), 64: (48, 0.077), 128: (51, 0.06)},
    ("root", "weight"): {4: (6, 0.4), 9: (13, 0.36), 16: (34, 0.22), 25: (91, 0.14), 36: (246, 0.083)},
    ("full", "weight"): {4: (11, 0.4), 6: (39, 0.4), 8: (134, 0.34), 10: (469, 0.26), 12: (1622, 0.2)},
    ("fixed", "noise"): {8: (134, 0.3), 16: (484, 0.17), 32: (1090, 0.077), 64: (1819, 0.03)},
    ("root", "noise"): {4: (11, 0.4), 9: (71, 0.36), 16: (480, 0.2), 25: (3360, 0.12)},
    ("full", "noise"): {3: (12, 0.4), 4: (30, 0.4), 6: (184, 0.36), 8: (1123, 0.3)},
}
_NUMBERS_A_BLOCK: Final = 2**19
_LEAST_TRIALS: Final = 64
"""A covariance of six points wants many more trials than points."""


def score_scale(name: str, d_k: int) -> float:
    """The factor beta on scores. Raises ValueError for a name that does not exist."""
    scales = {"fixed": _FIXED_SCALE, "root": sqrt(d_k), "full": float(d_k)}
    if name not in scales:
        raise ValueError(f"Score scale {name!r} is unknown; the scales are {', '.join(scales)}.")
    return scales[name]


def _group(kind: tuple[str, str], d_k: int, load: tuple[int, float]) -> DesignGroup:
    """Sizes about the load, whose keys and overlaps with the queries fill a block."""
    sizes = sorted({max(2, round(load[0] * exp(part * load[1]))) for part in _ABOUT})
    numbers = max(sizes) * (2 * d_k + 3 * _QUERIES)
    return DesignGroup.sized(
        shared={"score_scale": kind[0], "about": kind[1], "d_k": d_k},
        points=[{"n": n} for n in sizes],
        trials_per_block=min(512, max(_LEAST_TRIALS, _NUMBERS_A_BLOCK // numbers)),
    )


@simulator(
    version=2,
    title="Softmax: weight on the right key, P(Z > 1), E Z, E Y, P(Y > 1)",
    outputs=("weight", "wrong", "partition", "noise", "loud"),
    groups=(_group(kind, d_k, load) for kind, loads in _LOADS.items() for d_k, load in loads.items()),
)
def softmax_retrieval(d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 5"]:
    """Averages over the first min(8, n) queries of 1 / (1 + Z), 1[Z > 1], Z, Y and 1[Y > 1]."""
    sizes = trials.sizes("n")
    keys = sample_sphere((trials.n_trials, max(sizes)), d_k, trials.source)
    overlap = torch.bmm(keys[:, :_QUERIES], keys.mT)
    overlap.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    outcomes = _outcomes(trials.group, overlap).unbind(dim=1)
    return torch.stack([x[:, :n].mean(dim=1) for n, x in zip(sizes, outcomes, strict=True)], dim=1)


def _outcomes(
    group: DesignGroup, overlap: Float[Tensor, "trials queries n"]
) -> Float[Tensor, "trials points queries 5"]:
    """The five numbers at each size; an overlap of minus infinity weighs nothing."""
    beta = score_scale(str(group.shared["score_scale"]), int(group.shared["d_k"]))
    weights = torch.exp(beta * (overlap - 1))
    columns = []
    for n in group.sizes("n"):
        z, y = weights[..., :n].sum(dim=-1), weights[..., :n].square().sum(dim=-1)
        numbers = (1 / (1 + z), (z > 1).to(z), z, y, (y > 1).to(y))
        columns.append(torch.stack(numbers, dim=-1))
    return torch.stack(columns, dim=1)
