"""Clean-up by argmax: the read-out o_i is replaced by the stored value with the largest <o_i, v_c>.

A query errs when another stored value scores at least as much as its own: ties count as errors, and
are counted separately. Values are of a fixed dimension d_v = 16 or of the dimension of the keys.

The Gaussian memory (keys N(0, I/d_k), values N(0, I/d_v)) has a second route, exact in law. Let
a = |k_i|^2 e_i + <k_i, k_j> e_j (j != i) be the weights of the stored values, so that o = V^T a and the
scores are s = V V^T a. With a' = a / |a| split V into the part along a', g = V^T a' ~ N(0, I/d_v), and
the independent rest P V', where P projects onto the complement of a' and V' is a copy of V: then
s = |a| (|g|^2 a' + P f) with f = V' g ~ N(0, I |g|^2 / d_v), or, c by c, s_c / |a| = f_c + a'_c (|g|^2 -
<f, a'>). A query costs 2 n normals, not n (d_k + d_v).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import KeyLaw, sample_gaussian_keys, sample_keys
from ..simulator import simulator
from ..trials import Trials
from .capacity import D_V

_QUERIES: Final = 128
_ITEMS_AT_ONCE: Final = 512

# The sizes at which one query in twenty errs, and at which some query errs in every other draw, by
# d_k; the sizes of a group lie about them.
_ERROR_LOADS: Final = {
    "fixed": {16: 12, 32: 23, 64: 43, 128: 80, 256: 149, 512: 263},
    "tied": {16: 12, 32: 42, 64: 158, 128: 587, 256: 2200, 512: 8100},
}
_ERROR_TRIALS: Final = {
    "fixed": {16: 512, 32: 256, 64: 128, 128: 48, 256: 16, 512: 4},
    "tied": {16: 512, 32: 128, 64: 24, 128: 4, 256: 1, 512: 1},
}
_FAILURE_LOADS: Final = {
    "fixed": {16: 12, 32: 20, 64: 33, 128: 57, 256: 97, 512: 167},
    "tied": {16: 12, 32: 32, 64: 100, 128: 347, 256: 1230},
}
_FAILURE_TRIALS: Final = {
    "fixed": {16: 512, 32: 256, 64: 128, 128: 64, 256: 32, 512: 12},
    "tied": {16: 512, 32: 256, 64: 48, 128: 8, 256: 1},
}
_GAUSSIAN_LOADS: Final = {16: 5, 32: 21, 64: 110, 128: 500, 256: 1950, 512: 7800, 1024: 29500}
_PLAIN_TRIALS: Final = {16: 2048, 32: 1024, 64: 128}
_COLLAPSED_TRIALS: Final = {16: 8192, 32: 8192, 64: 4096, 128: 2048, 256: 512, 512: 128, 1024: 32}
_ABOUT: Final = (0.6, 0.75, 0.9, 1.05, 1.25, 1.5)


def own_and_best_other(
    table: Float[Tensor, "trials queries n"],
) -> tuple[Float[Tensor, "trials queries"], Float[Tensor, "trials queries"]]:
    """The score of the right value and the largest score of the others; overwrites the diagonal."""
    diagonal = table.diagonal(dim1=1, dim2=2)
    own = diagonal.clone()
    diagonal.fill_(-torch.inf)
    return own, table.amax(dim=2)


def score_tables(
    trials: Trials, *, law: KeyLaw, queries: int | None
) -> Iterator[Float[Tensor, "trials queries n"]]:
    """<o_i, v_c> of the first `queries` items (of all, for None) with all stored values, o_i = S^T k_i.

    Keys and values are of one law; items are stored in parts, to bound memory.
    """
    sizes, d_k, d_v = trials.sizes("n"), int(trials.group.shared["d_k"]), int(trials.group.shared["d_v"])
    empty = partial(torch.empty, device=trials.device, dtype=trials.dtype)
    draw = partial(sample_keys, law, source=trials.source)
    asked = min(max(sizes), queries or max(sizes))
    values, query_keys = empty((trials.n_trials, max(sizes), d_v)), empty((trials.n_trials, asked, d_k))
    state = torch.zeros((trials.n_trials, d_k, d_v), device=trials.device, dtype=trials.dtype)
    stored = 0
    for n in sizes:
        while stored < n:
            part = slice(stored, min(n, stored + _ITEMS_AT_ONCE))
            keys = draw((trials.n_trials, part.stop - stored), d_k)
            values[:, part] = draw((trials.n_trials, part.stop - stored), d_v)
            query_keys[:, part] = keys[:, : max(0, asked - stored)]
            state.baddbmm_(keys.mT, values[:, part])
            stored = part.stop
        yield torch.bmm(torch.bmm(query_keys[:, : min(n, asked)], state), values[:, :n].mT)


def _groups(loads: dict[str, dict[int, int]], trials: dict[str, dict[int, int]]) -> tuple[DesignGroup, ...]:
    return tuple(
        DesignGroup.sized(
            shared={"values": values, "d_k": d_k, "d_v": D_V if values == "fixed" else d_k},
            points=[{"n": n} for n in _sizes(loads[values][d_k])],
            trials_per_block=n_trials,
        )
        for values, by_dimension in trials.items()
        for d_k, n_trials in by_dimension.items()
    )


def _sizes(load: int) -> tuple[int, ...]:
    return tuple(sorted({max(2, round(part * load)) for part in _ABOUT}))


@simulator(
    title="Fraction of queries whose nearest stored value is not their own, and of ties",
    outputs=("error", "tie"),
    groups=_groups(_ERROR_LOADS, _ERROR_TRIALS),
)
def argmax_error(
    *, trials: Trials, law: KeyLaw = "sphere", queries: int = _QUERIES
) -> Float[Tensor, "trials points 2"]:
    """Fractions of the first `queries` items that err, and that tie, at each size n."""
    tables = score_tables(trials, law=law, queries=queries)
    columns = []
    for table in tables:
        own, other = own_and_best_other(table)
        columns.append(
            torch.stack(((own <= other).to(trials.dtype), (own == other).to(trials.dtype)), -1).mean(dim=1)
        )
    return torch.stack(columns, dim=1)


@simulator(
    title="Probability that the nearest stored value is wrong for some of n queries",
    outputs=("any",),
    binary=True,
    groups=_groups(_FAILURE_LOADS, _FAILURE_TRIALS),
)
def argmax_failure(*, trials: Trials, law: KeyLaw = "sphere") -> Float[Tensor, "trials points 1"]:
    """Indicators that some of n queries errs."""
    tables = score_tables(trials, law=law, queries=None)
    columns = []
    for table in tables:
        own, other = own_and_best_other(table)
        columns.append((own <= other).any(dim=1))
    return torch.stack(columns, dim=1).unsqueeze(-1).to(trials.dtype)


@simulator(
    title="Error of the nearest stored value with Gaussian keys and values",
    outputs=("error",),
    binary=True,
    groups=_groups({"tied": _GAUSSIAN_LOADS}, {"tied": _PLAIN_TRIALS}),
)
def argmax_error_gaussian(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Indicator that the one query of a draw errs in the Gaussian memory, by its definition."""
    errors = argmax_error.sample(trials, law="gaussian", queries=1)
    return errors[..., :1]


def _collapsed_group(d: int, trials_per_block: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"values": "tied", "d_k": d, "d_v": d},
        points=[{"n": n} for n in _sizes(_GAUSSIAN_LOADS[d])],
        trials_per_block=trials_per_block,
    )


@simulator(
    title="Error of the nearest stored value with Gaussian keys and values, collapsed, exact in law",
    outputs=("error",),
    binary=True,
    groups=(_collapsed_group(d, trials) for d, trials in _COLLAPSED_TRIALS.items()),
)
def argmax_error_collapsed(d_k: int, d_v: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The same indicator from n normals a query (module docstring), exact in law."""
    sizes = trials.sizes("n")
    draw = partial(sample_gaussian_keys, (trials.n_trials,), source=trials.source)
    query, along = draw(d_k).square().sum(dim=-1), draw(d_v).square().sum(dim=-1)
    normals = torch.empty((2, max(sizes), trials.n_trials), device=trials.device, dtype=trials.dtype)
    weights, fresh = normals.normal_(generator=trials.generator)
    weights *= (query / d_k).sqrt()
    weights[0] = query
    fresh *= (along / d_v).sqrt()
    columns = []
    for n in sizes:
        length = torch.linalg.vector_norm(weights[:n], dim=0)
        excess = along - (weights[:n] * fresh[:n]).sum(dim=0) / length
        table = torch.addcmul(fresh[:n], weights[:n], excess / length)
        columns.append(table[0] <= table[1:].amax(dim=0))
    return torch.stack(columns, dim=1).unsqueeze(-1).to(trials.dtype)
