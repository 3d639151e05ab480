r"""Jacobians of recurrent networks over T steps, and mutual information at a lag (S15).

`rho` is the spectral radius of W. Matrices: `normal` (orthogonal times rho), `jordan` (2 x 2, 1 beside the
diagonal), `random` (normal entries, scaled). Processes: `symmetric` and `skew` chains of two states
and one of `three` with second eigenvalue `lam`; `interleaved`, two independent symmetric chains that take
turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from ..monte_carlo import block_generator
from ..quantity import ExactQuantity, ExactValue, Value

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


def jacobian_norm_of(at: Mapping[str, Value]) -> ExactValue:
    """|W^T|, the largest singular value."""
    T = int(at["T"])
    value = float(np.exp(power(str(at["matrix"]), float(at["rho"]), T)[1]))
    return ExactValue(value=value, error_bound=_ROUNDING * T * value)


def jacobian_rate_of(at: Mapping[str, Value]) -> ExactValue:
    """Log |W^T| over T."""
    T = int(at["T"])
    return ExactValue(
        value=power(str(at["matrix"]), float(at["rho"]), T)[1] / T, error_bound=_ROUNDING * _SIZE
    )


def jordan_corner_of(at: Mapping[str, Value]) -> ExactValue:
    """The corner of the T-th power of a Jordan block, over its diagonal, by multiplying T times."""
    rho, T = float(at["rho"]), int(at["T"])
    found = np.eye(2)
    for _ in range(T):
        found = found @ np.array([[rho, 1.0], [0.0, rho]])
        found = found / found[0, 0]
    return ExactValue(value=float(found[0, 1]), error_bound=_ROUNDING * T * float(found[0, 1]))


def saturated_norm_of(at: Mapping[str, Value]) -> ExactValue:
    """Norm of the Jacobian over T steps of h' = tanh(W h + x), W orthogonal times rho, normal inputs x."""
    rho, T = float(at["rho"]), int(at["T"])
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


def lag_information_of(at: Mapping[str, Value]) -> ExactValue:
    """I(x_0; x_k)."""
    value = mutual_information(str(at["process"]), float(at["lam"]), int(at["k"]))
    return ExactValue(value=value, error_bound=1e-9 * value)


def information_drop_of(at: Mapping[str, Value]) -> ExactValue:
    """I(x_0; x_1) - I(x_0; x_k)."""
    one, other = (mutual_information(str(at["process"]), float(at["lam"]), j) for j in (1, int(at["k"])))
    return ExactValue(value=one - other, error_bound=1e-9 * max(one, other))


def information_rate_of(at: Mapping[str, Value]) -> ExactValue:
    """Log of I at lag k over I at lag k + 1."""
    k = int(at["k"])
    one, other = (mutual_information(str(at["process"]), float(at["lam"]), j) for j in (k, k + 1))
    return ExactValue(value=float(np.log(one / other)), error_bound=1e-8)


jacobian_norm: Final = ExactQuantity(
    name="transformer_basics.jacobian_norm",
    version=1,
    title="Norm of the T-th power of a matrix",
    points=tuple(
        {"matrix": kind, "rho": rho, "T": T}
        for kind in ("normal", "jordan", "random")
        for rho in (0.5, 0.9, 1.1)
        for T in (1, 2, 4, 8, 16, 32, 64)
    ),
    evaluate=jacobian_norm_of,
)

jacobian_rate: Final = ExactQuantity(
    name="transformer_basics.jacobian_rate",
    version=1,
    title="Logarithm of the norm of the T-th power, over T",
    points=tuple(
        {"matrix": kind, "rho": rho, "T": T}
        for kind in ("normal", "jordan", "random")
        for rho in (0.5, 0.9, 1.1)
        for T in (64, 1024, 16384, 2**18, 2**22)
    ),
    evaluate=jacobian_rate_of,
)

jordan_corner: Final = ExactQuantity(
    name="transformer_basics.jordan_corner",
    version=1,
    title="Corner of the T-th power of a Jordan block over its diagonal",
    points=tuple({"rho": rho, "T": T} for rho in (0.5, 0.9, 1.1) for T in (1, 4, 16, 64, 256)),
    evaluate=jordan_corner_of,
)

saturated_norm: Final = ExactQuantity(
    name="transformer_basics.saturated_norm",
    version=1,
    title="Norm of the Jacobian of a tanh network over T steps",
    points=tuple({"rho": rho, "T": T} for rho in (0.5, 0.9, 1.1, 2.0) for T in (1, 2, 4, 8, 16, 32, 64)),
    evaluate=saturated_norm_of,
)

_PROCESSES = tuple(
    (process, lam) for process in ("symmetric", "skew", "three", "interleaved") for lam in (0.3, 0.6, 0.9)
)

lag_information: Final = ExactQuantity(
    name="transformer_basics.lag_information",
    version=1,
    title="Mutual information of two tokens k apart",
    points=tuple({"process": process, "lam": lam, "k": k} for process, lam in _PROCESSES for k in _LAGS),
    evaluate=lag_information_of,
)

information_drop: Final = ExactQuantity(
    name="transformer_basics.information_drop",
    version=1,
    title="Mutual information with the next token, less that with the token k further on",
    points=tuple({"process": process, "lam": lam, "k": k} for process, lam in _PROCESSES for k in _LAGS[1:]),
    evaluate=information_drop_of,
)

information_rate: Final = ExactQuantity(
    name="transformer_basics.information_rate",
    version=1,
    title="Logarithm of the ratio of mutual information at neighbouring lags",
    points=tuple(
        {"process": process, "lam": lam, "k": k}
        for process, lam in _PROCESSES
        if process != "interleaved"
        for k in (1, 2, 4, 8, 16, 32, 64)
    ),
    evaluate=information_rate_of,
)
