r"""Jacobians of recurrent networks over T steps, and mutual information at a lag (S15).

`rho` is the spectral radius of W. Matrices: `normal` (orthogonal times rho), `jordan` (2 x 2, 1 beside the
diagonal), `random` (normal entries, scaled). Processes: `symmetric` and `skew` chains of two states
and one of `three` with second eigenvalue `lam`; `interleaved`, two independent symmetric chains that take
turns.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from ..monte_carlo import block_generator
from ..quantity import ExactValue
from ..simulator import computed

Matrix = NDArray[np.float64]

_SIZE: Final = 16
_ROUNDING: Final = 1e-12
_SMALL: Final = 1e-3
"""Below it (1 + e) log(1 + e) - e loses digits, and its series to the sixth power does not."""
_LAGS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)


def matrix(kind: str) -> Matrix:
    """A matrix of the kind with spectral radius 1; the 2 x 2 block is handled by `power`."""
    generator = block_generator(0, "transformer_basics.recurrence", 1, "instance", 3, "cpu")
    entries = torch.randn(_SIZE, _SIZE, generator=generator, dtype=torch.float64).numpy()
    if kind == "normal":
        return np.asarray(np.linalg.qr(entries)[0])
    return np.asarray(entries / np.abs(np.linalg.eigvals(entries)).max())


def power(kind: str, rho: float, T: int) -> tuple[Matrix, float]:
    """W^T over its norm, and the logarithm of that norm, by squaring with the norm taken off each time."""
    W = np.array([[rho, 1.0], [0.0, rho]]) if kind == "jordan" else rho * matrix(kind)
    found, log_found = np.eye(len(W)), 0.0
    square, log_square = W, 0.0
    while T:
        if T % 2:
            found, log_found = _scaled(found @ square, log_found + log_square)
        square, log_square = _scaled(square @ square, 2 * log_square)
        T //= 2
    return found, log_found


def _scaled(product: Matrix, logarithm: float) -> tuple[Matrix, float]:
    norm = float(np.linalg.norm(product, 2))
    return product / norm, logarithm + float(np.log(norm))


@computed(
    title="Norm of the T-th power of a matrix",
    points=(
        {"matrix": kind, "rho": rho, "T": T}
        for kind in ("normal", "jordan", "random")
        for rho in (0.5, 0.9, 1.1)
        for T in (1, 2, 4, 8, 16, 32, 64)
    ),
)
def jacobian_norm(T: int, matrix: str, rho: float) -> ExactValue:
    """|W^T|, the largest singular value."""
    value = float(np.exp(power(matrix, rho, T)[1]))
    return ExactValue(value=value, error_bound=_ROUNDING * T * value)


@computed(
    title="Logarithm of the norm of the T-th power, over T",
    points=(
        {"matrix": kind, "rho": rho, "T": T}
        for kind in ("normal", "jordan", "random")
        for rho in (0.5, 0.9, 1.1)
        for T in (64, 1024, 16384, 2**18, 2**22)
    ),
)
def jacobian_rate(T: int, matrix: str, rho: float) -> ExactValue:
    """Log |W^T| over T."""
    return ExactValue(value=power(matrix, rho, T)[1] / T, error_bound=_ROUNDING * _SIZE)


@computed(
    title="Corner of the T-th power of a Jordan block over its diagonal",
    points=({"rho": rho, "T": T} for rho in (0.5, 0.9, 1.1) for T in (1, 4, 16, 64, 256)),
)
def jordan_corner(rho: float, T: int) -> ExactValue:
    """The corner of the T-th power of a Jordan block, over its diagonal, by multiplying T times."""
    found = np.eye(2)
    for _ in range(T):
        found = found @ np.array([[rho, 1.0], [0.0, rho]])
        found = found / found[0, 0]
    return ExactValue(value=float(found[0, 1]), error_bound=_ROUNDING * T * float(found[0, 1]))


@computed(
    title="Norm of the Jacobian of a tanh network over T steps",
    points=({"rho": rho, "T": T} for rho in (0.5, 0.9, 1.1, 2.0) for T in (1, 2, 4, 8, 16, 32, 64)),
)
def saturated_norm(rho: float, T: int) -> ExactValue:
    """Norm of the Jacobian over T steps of h' = tanh(W h + x), W orthogonal times rho, normal inputs x."""
    generator = block_generator(0, "transformer_basics.recurrence", 1, "instance", 4, "cpu")
    W = rho * torch.from_numpy(matrix("normal"))
    h, J = torch.zeros(_SIZE, dtype=torch.float64), torch.eye(_SIZE, dtype=torch.float64)
    for _ in range(T):
        x = torch.randn(_SIZE, generator=generator, dtype=torch.float64)
        h = torch.tanh(W @ h + x)
        J = torch.diag(1 - h.square()) @ W @ J
    value = float(torch.linalg.matrix_norm(J, 2))
    return ExactValue(value=value, error_bound=_ROUNDING * T * value)


def chain(kind: str, lam: float) -> tuple[Matrix, Matrix]:
    """The transition matrix and its stationary law."""
    if kind == "three":
        law = np.array([0.2, 0.3, 0.5])
        return lam * np.eye(3) + (1 - lam) * law, law
    up = (1 - lam) / (2 if kind == "symmetric" else 4)
    down = 1 - lam - up
    return np.array([[1 - up, up], [down, 1 - down]]), np.array([down, up]) / (up + down)


def mutual_information(kind: str, lam: float, lag: int) -> float:
    """I(x_0; x_lag) in nats from the joint law of the two tokens."""
    if kind == "interleaved":
        return 0.0 if lag % 2 else mutual_information("symmetric", lam, lag // 2)
    P, law = chain(kind, lam)
    # (P - 1 law)^k = P^k - 1 law without cancellation.
    excess = np.linalg.matrix_power(P - law, lag) / law
    series = excess**2 / 2 - excess**3 / 6 + excess**4 / 12 - excess**5 / 20 + excess**6 / 30
    exact = (1 + excess) * np.log1p(excess) - excess
    divergence = np.where(np.abs(excess) < _SMALL, series, exact)
    return float((law[:, None] * law * divergence).sum())


_PROCESSES = tuple(
    (process, lam) for process in ("symmetric", "skew", "three", "interleaved") for lam in (0.3, 0.6, 0.9)
)


@computed(
    title="Mutual information of two tokens k apart",
    points=({"process": process, "lam": lam, "k": k} for process, lam in _PROCESSES for k in _LAGS),
)
def lag_information(process: str, lam: float, k: int) -> ExactValue:
    """I(x_0; x_k)."""
    value = mutual_information(process, lam, k)
    return ExactValue(value=value, error_bound=1e-9 * value)


@computed(
    title="Mutual information with the next token, less that with the token k further on",
    points=({"process": process, "lam": lam, "k": k} for process, lam in _PROCESSES for k in _LAGS[1:]),
)
def information_drop(process: str, lam: float, k: int) -> ExactValue:
    """I(x_0; x_1) - I(x_0; x_k)."""
    one, other = (mutual_information(process, lam, j) for j in (1, k))
    return ExactValue(value=one - other, error_bound=1e-9 * max(one, other))


@computed(
    title="Logarithm of the ratio of mutual information at neighbouring lags",
    points=(
        {"process": process, "lam": lam, "k": k}
        for process, lam in _PROCESSES
        if process != "interleaved"
        for k in (1, 2, 4, 8, 16, 32, 64)
    ),
)
def information_rate(k: int, process: str, lam: float) -> ExactValue:
    """Log of I at lag k over I at lag k + 1."""
    one, other = (mutual_information(process, lam, j) for j in (k, k + 1))
    return ExactValue(value=float(np.log(one / other)), error_bound=1e-8)
