"""One draw's error where no N x M matrix fits: tokens are streamed twice, scores are taken in tiles.

First pass: class sums A_c = sum_{f(x)=c} q(x) e_x. Then K = U (U^T A), so that u_y . W e_x = K_y . e_x.
Second pass: the same embeddings again, from the same generator, against K; what rounding leaves open is
decided in float64.
Memory is A, U and K (M d each) beside one tile; N = 10^6, M = 10^4, d = 512 needs about a hundred megabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..competitors import wrong_and_tied
from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Source, Trials
from .data import sample_counts, scheme_weights
from .error import OUTPUTS
from .joint import require_gaussian
from .model import INFINITE, Memory, coordinates, labels, zipf_law

_TOKENS: Final = 1024
"""Tokens of a tile: with 10^4 classes its scores are 40 MB."""


def streamed_group(N: int, M: int, d: int, P: str, T: int | str = INFINITE) -> DesignGroup:
    """The group of one point."""
    return DesignGroup.sized(
        shared=coordinates(N=N, M=M, scheme="threshold", P=P, d=d, T=T), trials_per_block=1
    )


@simulator(
    version=2,
    title="Error of the associative memory by its definition, tokens streamed",
    outputs=OUTPUTS,
    groups=(
        streamed_group(N, M, d, P)
        for N, M, d, P in ((20_000, 200, 128, "d/8"), (100_000, 1000, 256, "d/log d"))
    ),
)
def recall_error_streamed(*, trials: Trials) -> Float[Tensor, "trials 1 components"]:
    """The outputs of the one point of the group, a draw at a time."""
    (point,) = trials.points
    memory = Memory.at(point)
    require_gaussian(memory)
    if memory.u != "sphere":
        raise ValueError(f'The streamed route draws u on the sphere; u is "{memory.u}".')
    rows = [_one_draw(memory, trials.source) for _ in range(trials.n_trials)]
    return torch.stack(rows).unsqueeze(1)


def _one_draw(memory: Memory, source: Source) -> Float[Tensor, " components"]:
    """The outputs of one draw; the generator ends where the second pass does."""
    N, M, d = int(memory.N), memory.M, memory.d
    law = zipf_law(memory.alpha, N)
    counts = None
    if isfinite(memory.T):
        counts = sample_counts((int(memory.T),), law, 1, source.generator)[:, 0]
    q = scheme_weights(memory, counts, source)[0]
    answers = torch.as_tensor(labels(memory.f, N, M), device=source.device)
    u = sample_sphere((M,), d, source)
    state = source.generator.get_state()
    sums = torch.zeros((M, d), device=source.device, dtype=source.dtype)
    for part, e in _tiles(N, d, source):
        sums.index_add_(0, answers[part], q[part].unsqueeze(1) * e)
    keys = u @ (u.T @ sums)
    source.generator.set_state(state)
    p, stored = torch.tensor(law, device=source.device), q > 0
    totals = torch.zeros(4, device=source.device, dtype=torch.float64)
    for part, e in _tiles(N, d, source):
        wrong, tie = wrong_and_tied(e, keys, answers[part])
        kept, weight = stored[part], p[part]
        lost = wrong & kept
        totals += torch.stack(
            (weight[wrong].sum(), weight[tie].sum(), weight[lost].sum(), lost.sum().double())
        )
    failing = totals[3] / stored.sum().clamp_min(1)
    return torch.cat((totals[:3], failing[None], (totals[3:] > 0).double())).to(source.dtype)


def _tiles(N: int, d: int, source: Source) -> Iterator[tuple[slice, Float[Tensor, "tokens d"]]]:
    """Slices of tokens with their embeddings; the tiles are fixed, so that a second pass draws the same."""
    for start in range(0, N, _TOKENS):
        part = slice(start, min(N, start + _TOKENS))
        yield (part, source.normal(part.stop - start, d))
