"""Learning rules: what the state S (d_k x d_v) is after items (k_t, v_t) arrive one by one, S_0 = 0.

| rule | step |
|---|---|
| Hebb | S += k v^T |
| delta | S += k (v - S^T k)^T |
| Oja, outputs clamped to the value | S += eta (k - S v) v^T |

Oja's rule for one output y is w += eta y (x - y w); for several, each output takes from the input
what all of them explain, x - S y (Oja, 1989). In conditioning the unconditional stimulus drives the
outputs, y = v. The delta rule at convergence is the least-squares solution of smallest norm. Keys and
values are uniform on spheres, d_v = 16.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Source, Trials
from .capacity import D_V
from .memory import sample_items

_HEBB_DIMENSIONS: Final = (16, 64, 256)
_DELTA_TRIALS: Final = {8: 256, 16: 128, 32: 64, 64: 32, 128: 24}
_DELTA_EIGHTHS: Final = (2, 4, 6, 8, 12, 16)
_CONVERGED_TRIALS: Final = {8: 128, 16: 64, 32: 16, 64: 4}
_CONVERGED_EIGHTHS: Final = (4, 7, 8, 9, 12, 16)
_OJA_RATES: Final = (0.25, 0.5, 1.0, 1.5)
_OJA_STEPS: Final = (4, 16, 64, 128)
_OJA_DIMENSIONS: Final = (16, 64, 256, 1024)
_OJA_NORM_TRIALS: Final = {16: 32, 64: 16}
_OJA_TRIALS: Final = {16: 64, 64: 64, 256: 32, 1024: 16}
_AGES: Final = (0, 2, 4, 8, 12, 16, 24, 32, 48, 64)
_ORTHONORMAL_AGES: Final = (0, 1, 2, 4, 8, 16, 24)
_ORTHONORMAL_TRIALS: Final = {8: 512, 16: 512}
_RECENCY_TRIALS: Final = {32: 1024, 64: 512, 128: 256, 256: 128, 512: 64}
_RECENCY_SHARES: Final = (2, 4, 6, 8, 10, 12, 16)
"""Ages in units of d_k/64, where values have as many dimensions as keys."""

_RECENCY_FIXED_TRIALS: Final = {64: 64, 128: 64, 256: 64, 512: 32, 1024: 32}
_RECENCY_FIXED_AGES: Final = (4, 5, 6, 7, 8, 9, 10, 11, 12, 14)
_EXACT: Final = 1e-12
"""A square error below it is zero up to the rounding of float64 in a least-squares solution."""

_LAST_PLACES: Final = 8
"""Units in the last place of float32 that each coordinate of an exact recall may be off."""

Items = tuple[Float[Tensor, "trials n d_k"], Float[Tensor, "trials n d_v"]]
State = Float[Tensor, "trials d_k d_v"]


def oja_states(
    keys: Float[Tensor, "trials n d_k"], values: Float[Tensor, "trials n d_v"], rate: float
) -> Iterator[State]:
    """The state after each item; the tensor is updated in place."""
    state = torch.zeros_like(torch.bmm(keys[:, :1].mT, values[:, :1]))
    for key, value in zip(keys.unbind(1), values.unbind(1), strict=True):
        explained = torch.bmm(state, value.unsqueeze(2))
        state.baddbmm_(key.unsqueeze(2) - explained, value.unsqueeze(1), alpha=rate)
        yield state


def delta_stored(
    overlaps: Float[Tensor, "trials n n"], values: Float[Tensor, "trials n d_v"]
) -> Float[Tensor, "trials n d_v"]:
    """u_t with S = sum_t k_t u_t^T, the state after each item under the delta rule, all steps solved at once.

    u_t = v_t - S_{t-1}^T k_t = v_t - sum_{s<t} <k_s, k_t> u_s: a triangular system.
    """
    stored: Tensor = torch.linalg.solve_triangular(overlaps, values, upper=False, unitriangular=True)
    return stored


def oja_outputs(
    keys: Float[Tensor, "trials n d_k"],
    values: Float[Tensor, "trials n d_v"],
    queries: Float[Tensor, "trials queries d_k"],
    rate: float,
) -> Float[Tensor, "trials queries d_v"]:
    """S^T q of the last of `oja_states`, all steps solved at once.

    S = eta sum_t a_t v_t^T with a_t = k_t - S_{t-1} v_t = k_t - eta sum_{s<t} <v_s, v_t> a_s: a triangular
    system, solved for the numbers <a_t, q>.
    """
    overlaps = torch.bmm(keys, queries.mT)
    earlier = torch.bmm(values, values.mT).mul_(rate)
    solved = torch.linalg.solve_triangular(earlier, overlaps, upper=False, unitriangular=True)
    return torch.bmm(solved.mT, values).mul_(rate)


@simulator(
    title="Square norm |S|_F^2 of the Hebbian state (d_v = 16)",
    outputs=("square",),
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k},
            points=[{"n": n} for n in (1, 4, 16, 64, 256)],
            trials_per_block=min(128, 2**13 // d_k),
        )
        for d_k in _HEBB_DIMENSIONS
    ),
)
def hebb_norm(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """|S|_F^2 of the Hebbian state of n items."""
    keys, values = _items(trials.group, max(trials.sizes("n")), trials.n_trials, trials.source)
    columns = [torch.bmm(keys[:, :n].mT, values[:, :n]).square().sum(dim=(1, 2)) for n in trials.sizes("n")]
    return torch.stack(columns, dim=1).unsqueeze(-1)


_DELTA_GROUPS: Final = tuple(
    DesignGroup.sized(
        shared={"d_k": d_k}, points=[{"n": e * d_k // 8} for e in _DELTA_EIGHTHS], trials_per_block=trials
    )
    for d_k, trials in _DELTA_TRIALS.items()
)


@simulator(
    version=2,
    title="Square error of recall, and |S|_F^2, after one pass of the delta rule (d_v = 16)",
    outputs=("oldest", "newest", "average", "norm"),
    groups=_DELTA_GROUPS,
    rounding={"newest": D_V * (_LAST_PLACES * torch.finfo(torch.float32).eps) ** 2},
)
def delta_recall(*, trials: Trials) -> Float[Tensor, "trials points 4"]:
    """|S^T k_i - v_i|^2 of the oldest and newest item and on average, and |S|_F^2, after one pass."""
    sizes = trials.sizes("n")
    keys, values = _items(trials.group, max(sizes), trials.n_trials, trials.source)
    overlaps = torch.bmm(keys, keys.mT)
    stored = delta_stored(overlaps, values)
    columns = []
    for n in sizes:
        recalled = torch.bmm(overlaps[:, :n, :n], stored[:, :n])
        errors = (recalled - values[:, :n]).square().sum(dim=2)
        norm = (stored[:, :n] * recalled).sum(dim=(1, 2))
        columns.append(torch.stack((errors[:, 0], errors[:, -1], errors.mean(dim=1), norm), dim=-1))
    return torch.stack(columns, dim=1)


@simulator(
    title="Mean square error of recall under Hebb's rule minus that after one pass of the delta rule",
    outputs=("gain",),
    groups=_DELTA_GROUPS,
)
def delta_gain(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Hebb's mean of |S^T k_i - v_i|^2 over the items minus that of one pass of the delta rule."""
    sizes = trials.sizes("n")
    keys, values = _items(trials.group, max(sizes), trials.n_trials, trials.source)
    overlaps = torch.bmm(keys, keys.mT)
    stored = delta_stored(overlaps, values)
    columns = []
    for n in sizes:
        table, wanted = overlaps[:, :n, :n], values[:, :n]
        hebb, delta = (torch.bmm(table, memory[:, :n]) - wanted for memory in (values, stored))
        columns.append((hebb.square() - delta.square()).sum(dim=2).mean(dim=1))
    return torch.stack(columns, dim=1).unsqueeze(-1)


@simulator(
    title="Square error of recall when the delta rule has converged, and whether it is zero (d_v = 16)",
    outputs=("residual", "exact"),
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k},
            points=[{"n": e * d_k // 8} for e in _CONVERGED_EIGHTHS],
            trials_per_block=trials,
        )
        for d_k, trials in _CONVERGED_TRIALS.items()
    ),
    dtype="float64",
)
def delta_converged(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """Average of |S^T k_i - v_i|^2 for the least-squares S, and whether none of them exceeds rounding."""
    sizes = trials.sizes("n")
    keys, values = _items(trials.group, max(sizes), trials.n_trials, trials.source)
    columns = []
    for n in sizes:
        # Random keys have full rank, and this driver alone gives the same bits every time.
        state = torch.linalg.lstsq(keys[:, :n], values[:, :n], driver="gels").solution
        errors = (torch.bmm(keys[:, :n], state) - values[:, :n]).square().sum(dim=2)
        columns.append(
            torch.stack((errors.mean(dim=1), (errors.amax(dim=1) < _EXACT).to(trials.dtype)), dim=-1)
        )
    return torch.stack(columns, dim=1)


@simulator(
    version=2,
    title="Square norm |S|_F^2 under Oja's rule with clamped outputs (d_v = 16)",
    outputs=("square",),
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k, "d_v": D_V, "eta": rate},
            points=[{"n": n} for n in _OJA_STEPS],
            trials_per_block=trials,
        )
        for d_k, trials in _OJA_NORM_TRIALS.items()
        for rate in _OJA_RATES
    ),
)
def oja_norm(eta: float, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """|S|_F^2 under Oja's rule after n items."""
    sizes = trials.sizes("n")
    items = _items(trials.group, max(sizes), trials.n_trials, trials.source)
    states = enumerate(oja_states(*items, rate=eta), start=1)
    columns = [state.square().sum(dim=(1, 2)) for n, state in states if n in sizes]
    return torch.stack(columns, dim=1).unsqueeze(-1)


@simulator(
    version=2,
    title="Signal, noise and success of recall by age under Oja's rule with clamped outputs (d_v = 16)",
    outputs=("signal", "noise", "success"),
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k, "d_v": D_V, "eta": rate},
            points=[{"age": age} for age in _AGES],
            trials_per_block=_OJA_TRIALS[d_k],
        )
        for d_k in _OJA_DIMENSIONS
        for rate in (0.5, 1.0)
    ),
)
def oja_recall(eta: float, *, trials: Trials) -> Float[Tensor, "trials points 3"]:
    """Of the item `age` steps before the last: signal <o, v>, noise |o|^2 - <o, v>^2, signal^2 > noise."""
    ages = trials.sizes("age")
    keys, values = _items(trials.group, max(_OJA_STEPS) + max(ages), trials.n_trials, trials.source)
    asked = [keys.shape[1] - 1 - age for age in ages]
    outputs = oja_outputs(keys, values, keys[:, asked], rate=eta)
    signal = (outputs * values[:, asked]).sum(dim=2)
    noise = outputs.square().sum(dim=2) - signal.square()
    return torch.stack((signal, noise, (signal.square() > noise).to(trials.dtype)), dim=-1)


def _recency_group(d_k: int, d_v: int, n: int, ages: tuple[int, ...], trials: int) -> DesignGroup:
    """The group of n items with their overlaps, recalled at the ages."""
    return DesignGroup.sized(
        shared={"values": "tied" if d_v == d_k else "fixed", "d_k": d_k, "d_v": d_v, "n": n},
        points=[{"age": age} for age in ages],
        trials_per_block=trials,
    )


@simulator(
    title="Recall by age under Oja's rule with clamped outputs, by the dimension of the values",
    outputs=("success",),
    binary=True,
    groups=(
        *(
            _recency_group(d_k, d_k, d_k, tuple(part * d_k // 64 for part in _RECENCY_SHARES), trials)
            for d_k, trials in _RECENCY_TRIALS.items()
        ),
        *(
            _recency_group(d_k, D_V, 192, _RECENCY_FIXED_AGES, trials)
            for d_k, trials in _RECENCY_FIXED_TRIALS.items()
        ),
    ),
)
def oja_recency(n: int, d_k: int, d_v: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Of n items, whether the one `age` steps before the last is recalled with signal^2 > noise, eta = 1."""
    keys, values = sample_items("sphere", (trials.n_trials, n), (d_k, d_v), trials.source)
    asked = [n - 1 - age for age in trials.sizes("age")]
    outputs = oja_outputs(keys, values, keys[:, asked], rate=1.0)
    signal = (outputs * values[:, asked]).sum(dim=2)
    noise = outputs.square().sum(dim=2) - signal.square()
    return (signal.square() > noise).to(trials.dtype).unsqueeze(-1)


@simulator(
    title="Signal and power of recall by age under Oja's rule, orthonormal keys",
    outputs=("signal", "power"),
    groups=(
        DesignGroup.sized(
            shared={"d_v": d_v, "eta": rate},
            points=[{"age": age} for age in _ORTHONORMAL_AGES],
            trials_per_block=trials,
        )
        for d_v, trials in _ORTHONORMAL_TRIALS.items()
        for rate in (0.5, 1.0, 1.5)
    ),
)
def oja_orthonormal(d_v: int, eta: float, *, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """Signal <o, v> and power |o|^2 by age where keys are orthonormal: the coordinate vectors in turn."""
    ages = trials.sizes("age")
    n = max(ages) + 1
    values = sample_sphere((trials.n_trials, n), d_v, trials.source)
    keys = torch.eye(n, device=trials.device, dtype=trials.dtype).expand(trials.n_trials, n, n)
    asked = [n - 1 - age for age in ages]
    outputs = oja_outputs(keys, values, keys[:, asked], rate=eta)
    signal = (outputs * values[:, asked]).sum(dim=2)
    return torch.stack((signal, outputs.square().sum(dim=2)), dim=-1)


def _items(group: DesignGroup, n: int, n_trials: int, source: Source) -> Items:
    dimensions = int(group.shared["d_k"]), D_V
    return sample_items("sphere", (n_trials, n), dimensions, source)
