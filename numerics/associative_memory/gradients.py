"""Gradients of the cross-entropy loss by automatic differentiation, against the printed ones (Eqs. 17, 21).

The loss is -g_y + log sum_z exp(g_z) with logits g_z = u_z . W e (Eq. 16), or u_z . W e / |W e| under a layer
norm. Each gap is the largest entry of the automatic gradient minus the printed expression, at random W, u and
e in double precision. `neglected_power` is the squared length of what Eq. (19) drops, for random u_z.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue, Value
from ..sampling import sample_gaussian_keys, sample_sphere
from ..simulator import computed, simulator
from ..trials import Source, Trials

Matrix = Float[Tensor, "d d"]
Vectors = Float[Tensor, "M d"]
Column = Float[Tensor, " d"]

ROUNDING: Final = 2.0**-52
_TRIALS: Final = {0.0: 128, 1.0: 64}
"""Trials of a block, by the scale of W."""


def loss(W: Matrix, u: Vectors, e: Column, y: int, *, normalised: bool) -> Float[Tensor, ""]:
    """-log p_W(y|x) by its definition."""
    hidden = W @ e
    logits = u @ (hidden / torch.linalg.vector_norm(hidden) if normalised else hidden)
    value: Tensor = -logits[y] + torch.log(torch.exp(logits).sum())
    return value


def printed_gradient(W: Matrix, u: Vectors, e: Column, y: int) -> Matrix:
    """-(1 - p_y)(u_y - eps) e^T with eps = sum_z p(z | z != y) u_z (Eq. 17)."""
    weights = torch.exp(u @ (W @ e))
    others = weights.clone()
    others[y] = 0.0
    eps = (others / others.sum()) @ u
    gradient: Tensor = -torch.outer((1 - weights[y] / weights.sum()) * (u[y] - eps), e)
    return gradient


def printed_layer_norm_gradient(W: Matrix, u: Vectors, e: Column, y: int) -> Matrix:
    """(I - (V e)(V e)^T) G(V) / |W e| with V = W/|W e| and G the gradient of Eq. (17) (Eq. 21)."""
    length = torch.linalg.vector_norm(W @ e)
    V = W / length
    projection = torch.eye(len(e), dtype=W.dtype) - torch.outer(V @ e, V @ e)
    gradient: Tensor = projection @ printed_gradient(V, u, e, y) / length
    return gradient


_POINTS: Final[tuple[Mapping[str, Value], ...]] = tuple(
    {"M": M, "d": d, "scale": scale} for M, d in ((2, 2), (5, 10), (20, 50)) for scale in (0.5, 2.0)
)


@computed(title="Automatic gradient of the loss minus the printed one", points=_POINTS)
def gradient_gap(**at: Value) -> ExactValue:
    """Automatic gradient minus Eq. (17)."""
    return _largest(at, lambda W, u, e: _automatic(W, u, e, normalised=False) - printed_gradient(W, u, e, 0))


@computed(title="Automatic gradient under the layer norm minus the printed one", points=_POINTS)
def layer_norm_gap(**at: Value) -> ExactValue:
    """Automatic gradient under the layer norm minus Eq. (21)."""
    return _largest(
        at, lambda W, u, e: _automatic(W, u, e, normalised=True) - printed_layer_norm_gradient(W, u, e, 0)
    )


@computed(title="Component along W e of the automatic gradient under the layer norm", points=_POINTS)
def layer_norm_radial(**at: Value) -> ExactValue:
    """(W e)^T times the automatic gradient under the layer norm."""
    return _largest(at, lambda W, u, e: (W @ e) @ _automatic(W, u, e, normalised=True))


def _automatic(W: Matrix, u: Vectors, e: Column, *, normalised: bool) -> Matrix:
    matrix = W.clone().requires_grad_()
    (gradient,) = torch.autograd.grad(loss(matrix, u, e, 0, normalised=normalised), matrix)
    return gradient


def _largest(at: Mapping[str, Value], gap: Callable[[Matrix, Vectors, Column], Tensor]) -> ExactValue:
    """The gap's largest entry on a draw keyed by the point, with a bound on what rounding leaves of zero."""
    M, d = int(at["M"]), int(at["d"])
    group = DesignGroup.sized(shared=at, trials_per_block=1)
    generator = block_generator(0, "associative_memory.gradients", 1, group.key, 0, device="cpu")
    source = Source(generator=generator)
    u = sample_sphere((M,), d, source)
    e, *rows = sample_gaussian_keys((1 + d,), d, source)
    W = float(at["scale"]) * torch.stack(rows)
    # Sums of d and of M terms, the loss's exponentials, and a length the gradient is divided by.
    scale = 1 + float(torch.linalg.matrix_norm(W)) + 1 / float(torch.linalg.vector_norm(W @ e))
    bound = 8 * (M + d) * ROUNDING * scale
    return ExactValue(value=float(gap(W, u, e).abs().max()), error_bound=bound)


_ANSWERS: Final = (3, 5, 9, 17, 33, 65)


@simulator(
    version=3,
    title="Squared length of the term that the approximate gradient drops",
    outputs=("power", "square"),
    groups=(
        DesignGroup.sized(
            shared={"d": d, "scale": scale}, points=[{"M": M} for M in _ANSWERS], trials_per_block=trials
        )
        for d in (10, 100)
        for scale, trials in _TRIALS.items()
    ),
)
def neglected_power(d: int, scale: float, *, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """|eps|^2 and its square, eps = sum_z p_W(z | z != y) u_z, from W = `scale` times N(0, I/d).

    The points share W, e_x and as many of the u_z as each has; y is the first.
    """
    sizes = trials.sizes("M")
    u = sample_sphere((trials.n_trials, max(sizes) - 1), d, trials.source)
    logits = torch.zeros((trials.n_trials, u.shape[1]), device=trials.device, dtype=trials.dtype)
    if scale:
        e = sample_gaussian_keys((trials.n_trials, 1), d, trials.source)
        # Given e the entries of W e are independent normals of variance scale^2 |e|^2/d.
        hidden = scale * torch.linalg.vector_norm(e, dim=2, keepdim=True)
        hidden = hidden * sample_gaussian_keys((trials.n_trials, 1), d, trials.source)
        logits += (hidden @ u.mT).squeeze(1)
    columns = []
    for M in sizes:
        weights = torch.softmax(logits[:, : M - 1], dim=1).unsqueeze(1)
        power = torch.bmm(weights, u[:, : M - 1]).squeeze(1).square().sum(dim=1)
        columns.append(torch.stack((power, power.square()), dim=-1))
    return torch.stack(columns, dim=1)
