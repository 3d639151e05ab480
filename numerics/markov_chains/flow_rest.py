r"""Where gradient flow of the reduced model rests: the line e = 0, tried in all directions; single orbits.

On the line the slope is zero whatever w is, so that the best prediction is the marginal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import pi
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from torch import Tensor

from ..derivatives import hessian
from ..quantity import ExactValue, Value
from ..simulator import computed
from .chain import Chain, marginal_entropy
from .flow import plain_best_velocity
from .reduced import best_intercept, least_loss, normalised_excess, population_loss, slope

_ROUNDING: Final = 1e-12
_RADIUS: Final = 0.05
_TURNS: Final = 24
_BELOW: Final = (0.2, 0.6)
_ABOVE: Final = (0.6, 0.7)
_PLACES: Final = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0)


def _chain_of(at: Mapping[str, Value]) -> Chain:
    return Chain(p=float(at["p"]), q=float(at["q"]))


@computed(
    title="Second derivative by e of the reduced model's least loss at e = 0",
    points=(
        {"p": p, "q": q, "side": side, "size": size}
        for p, q in (_BELOW, _ABOVE)
        for side in ("left", "right")
        for size in (0.25, 0.5, 1.0, 1.5)
    ),
)
def line_curvature(**at: Value) -> ExactValue:
    """The second derivative of the least loss by e at e = 0 and w of the given side and size."""
    chain = _chain_of(at)
    w = torch.tensor(float(at["size"]) * (1 if at["side"] == "right" else -1), dtype=torch.float64)

    def along(e: Tensor) -> Tensor:
        return least_loss(chain, slope(e, w))

    found = hessian(along, torch.tensor(0.0, dtype=torch.float64))
    return ExactValue(value=float(found), error_bound=_ROUNDING)


@computed(
    title="Normalised excess on the line e = 0",
    points=({"p": p, "q": q, "w": w} for p, q in (_BELOW, _ABOVE) for w in _PLACES),
)
def line_excess(**at: Value) -> ExactValue:
    """(L - R)/(H(pi) - R) at e = 0."""
    s = slope(*torch.tensor([0.0, float(at["w"])], dtype=torch.float64).unbind())
    return ExactValue(value=float(normalised_excess(_chain_of(at), s)), error_bound=_ROUNDING)


def _directions() -> Float[Tensor, "directions 3"]:
    """Unit vectors of (e, w, b) by latitude and longitude, the axes among them."""
    polar, around = torch.meshgrid(
        torch.linspace(0, pi, _TURNS // 2 + 1, dtype=torch.float64),
        2 * pi / _TURNS * torch.arange(_TURNS, dtype=torch.float64),
        indexing="ij",
    )
    parts = (polar.sin() * around.cos(), polar.cos(), polar.sin() * around.sin())
    return torch.stack(parts, dim=-1).reshape(-1, 3)


@computed(
    title="Least rise of the loss around a point of the line e = 0",
    points=({"p": p, "q": q, "w": w} for p, q in (_BELOW, _ABOVE) for w in _PLACES),
)
def line_rise(**at: Value) -> ExactValue:
    """The least L - H(pi) over a small sphere in (e, w, b) about the point (0, w) and its best bias."""
    chain, zero = _chain_of(at), torch.zeros((), dtype=torch.float64)
    bias = best_intercept(chain, zero)
    e, w, b = (torch.stack((zero, zero + float(at["w"]), bias)) + _RADIUS * _directions()).unbind(-1)
    found = population_loss(chain, slope(e, w), b - e**2 / 2) - marginal_entropy(chain)
    return ExactValue(value=float(found.min()), error_bound=_ROUNDING)


@computed(
    title="Largest fall of the loss around a point of the line e = 0",
    points=({"p": p, "q": q, "w": w} for p, q in (_BELOW, _ABOVE) for w in _PLACES),
)
def line_fall(**at: Value) -> ExactValue:
    """How far the loss falls below H(pi) on that sphere."""
    found = line_rise.evaluate(at)
    return ExactValue(value=-found.value, error_bound=found.error_bound)


ORBITS: Final[Mapping[str, tuple[float, float, float]]] = {
    "passes": (1.4, -0.1, -2.0),
    "sticks": (1.0, -0.1, -0.28),
    "beyond": (0.1, -1.0, -2.0),
    "right": (2.0, 2.0, 0.9),
}
"""e and w at the start, and the w up to which the orbit is followed, above p + q = 1."""
_POINTS: Final = 19


def _places(name: str) -> tuple[float, ...]:
    _, first, last = ORBITS[name]
    return tuple(round(first + (last - first) * j / (_POINTS - 1), 6) for j in range(_POINTS))


@lru_cache(maxsize=16)
def _orbit(name: str, tolerance: float) -> tuple[float, ...]:
    """The e of an orbit at each of its places, by the quotient of the velocities."""
    chain, (start, first, last) = Chain(p=_ABOVE[0], q=_ABOVE[1]), ORBITS[name]

    def field(w: float, e: NDArray[np.float64]) -> NDArray[np.float64]:
        by_e, by_w, _ = plain_best_velocity(chain, float(e[0]), w)
        return np.array([by_e / by_w])

    found = solve_ivp(
        field, (first, last), np.array([start]), t_eval=_places(name), rtol=tolerance, atol=tolerance
    )
    return tuple(float(e) for e in found.y[0])


@computed(
    title="Orbits of the reduced flow above p + q = 1",
    points=({"orbit": name, "w": w} for name in ORBITS for w in _places(name)),
)
def orbit(orbit: str, w: float) -> ExactValue:
    """The e of an orbit at w."""
    j = _places(orbit).index(w)
    coarse, fine = (_orbit(orbit, tolerance)[j] for tolerance in (1e-8, 1e-10))
    return ExactValue(value=fine, error_bound=10 * abs(fine - coarse) + 1e-9)
