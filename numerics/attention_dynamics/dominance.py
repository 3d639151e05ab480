"""Section 4.3: the query that uses a value most, taken for all of them (Eq. 43).

A value moves along ubar_j = sum_r alpha_rj u_r; where alpha_ij is `ratio` times each other weight on it, the
approximation keeps alpha_ij u_i alone.
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..sampling import sample_sphere
from ..simulator import computed, simulator
from ..trials import Trials

_ROUNDING: Final = 1e-14
"""Bound on a sum of order 1 from some 50 operations."""


def _column(T: int, ratio: float) -> Float[Tensor, " T"]:
    """Half of query 1 on the value, and that over `ratio` of each other query."""
    column = torch.full((T,), 0.5 / ratio, dtype=torch.float64)
    column[0] = 0.5
    return column


def _directions(kind: str, T: int) -> Float[Tensor, "T 3"]:
    """Unit errors: all alike, all or every second against query 1."""
    u = torch.zeros(T, 3, dtype=torch.float64)
    u[:, 0] = 1.0
    if kind != "aligned":
        u[1 :: 2 if kind == "alternating" else 1, 0] = -1.0
    return u


_DOMINANCE: Final = tuple(
    {"errors": errors, "ratio": ratio, "T": T}
    for errors in ("aligned", "opposed", "alternating")
    for ratio in (10.0, 100.0)
    for T in (2, 11, 101, 1001)
)


@computed(title="Relative error of the dominant-query approximation", points=_DOMINANCE)
def dominance_error(T: int, ratio: float, errors: str) -> ExactValue:
    """|ubar_j - alpha_ij u_i| / (alpha_ij |u_i|), each alpha_ij/alpha_rj = ratio, all |u_r| = 1."""
    alpha, u = _column(T, ratio), _directions(errors, T)
    kept = alpha[0] * u[0]
    value = (alpha @ u - kept).norm() / kept.norm()
    return ExactValue(value=float(value), error_bound=_ROUNDING * (1 + T / ratio))


@computed(
    title="Error of the dominant-query approximation over the other queries' summed weight", points=_DOMINANCE
)
def dominance_share(**at: Value) -> ExactValue:
    """The same over sum_{r != i} alpha_rj |u_r| / (alpha_ij |u_i|)."""
    T, ratio = int(at["T"]), float(at["ratio"])
    alpha, u = _column(T, ratio), _directions(str(at["errors"]), T)
    others = (alpha[1:] * u[1:].norm(dim=-1)).sum() / (alpha[0] * u[0].norm())
    value = dominance_error.evaluate(at).value / float(others)
    return ExactValue(value=value, error_bound=10 * _ROUNDING)


@computed(title="First-order change of a dominant query's loss over its approximation", points=_DOMINANCE)
def dominant_gain(T: int, ratio: float, errors: str) -> ExactValue:
    """u_i . ubar_j / (alpha_ij |u_i|^2): the first-order change of Eq. (41) over that of Eq. (43)."""
    alpha, u = _column(T, ratio), _directions(errors, T)
    value = (u[0] @ (alpha @ u)) / (alpha[0] * u[0].square().sum())
    return ExactValue(value=float(value), error_bound=_ROUNDING * (1 + T / ratio))


@simulator(
    title="Squared relative error of the dominant-query approximation, errors in random directions",
    outputs=("power",),
    groups=(
        DesignGroup.sized(shared={"T": T}, points=[{"ratio": 10.0}, {"ratio": 100.0}], trials_per_block=512)
        for T in (11, 101, 1001)
    ),
    dtype="float64",
)
def dominance_power(T: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """|ubar_j - alpha_ij u_i|^2 / (alpha_ij |u_i|)^2, errors uniform on a sphere in three dimensions."""
    u = sample_sphere((trials.n_trials, T), 3, trials.source)
    columns = []
    for point in trials.points:
        alpha = _column(T, float(point["ratio"])).to(device=trials.device, dtype=trials.dtype)
        kept = alpha[0] * u[:, 0]
        left = torch.einsum("r,tra->ta", alpha, u) - kept
        columns.append(left.square().sum(-1) / kept.square().sum(-1))
    return torch.stack(columns, dim=1).unsqueeze(-1)
