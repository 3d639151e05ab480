"""The map of the reduced flow's ends by its starts (e, w), and the ball around zero with one end inside."""

from __future__ import annotations

from functools import lru_cache
from math import pi
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import ExactValue
from ..simulator import computed
from .chain import Chain
from .flow import is_global, slope_of
from .flow_ends import end
from .flow_starts import SIDES
from .reduced import normalised_excess

_WIDTHS: Final = tuple(j / 10 for j in range(21))
_DEPTHS: Final = tuple(j / 10 for j in range(-20, 21))
_ANGLES: Final = 24
_RADII: Final = 32
_FARTHEST: Final = 1.2
_ROUNDS: Final = 2
_ZOOMS: Final = 2
"""How often the angles are taken anew between the neighbours of the best one."""


@lru_cache(maxsize=4)
def _map(p: float, q: float) -> Float[Tensor, "2 e w"]:
    """What is left of the loss from every start of the grid, and its change under half the steps."""
    chain = Chain(p=p, q=q)
    grid = torch.meshgrid(*(torch.tensor(x, dtype=torch.float64) for x in (_WIDTHS, _DEPTHS)), indexing="ij")
    start = torch.stack(grid, dim=-1)
    coarse, fine = (normalised_excess(chain, slope_of(end(chain, start, fine=j))) for j in (1, 2))
    return torch.stack((fine, (fine - coarse).abs()))


@computed(
    title="Normalised excess at the end of the reduced flow, by its start",
    points=({"p": p, "q": q, "e": e, "w": w} for p, q in SIDES for e in _WIDTHS for w in _DEPTHS),
)
def final_excess(p: float, q: float, e: float, w: float) -> ExactValue:
    """(L - R)/(H(pi) - R) at the end of the flow from (e, w), bias eliminated."""
    value, change = _map(p, q)[:, _WIDTHS.index(e), _DEPTHS.index(w)]
    return ExactValue(value=float(value), error_bound=float(change) + 1e-9)


def _turning(chain: Chain, angles: Tensor, usual: Tensor) -> tuple[Tensor, float]:
    """The least radius at which the end differs from the usual one, by angle, and its resolution.

    Starts at (r cos angle, r sin angle); sections of sections of the range of r.
    """
    low, width = torch.zeros_like(angles), _FARTHEST
    for _ in range(_ROUNDS):
        r = low.unsqueeze(-1) + width * (torch.arange(_RADII) + 1) / _RADII
        start = torch.stack((r * angles.cos().unsqueeze(-1), r * angles.sin().unsqueeze(-1)), dim=-1)
        other = is_global(chain, end(chain, start)) != usual
        first = torch.where(other.any(dim=-1), other.to(torch.int8).argmax(dim=-1), _RADII - 1)
        low, width = low + width * first / _RADII, width / _RADII
    return low + width, width


@lru_cache(maxsize=8)
def _sharp(p: float, q: float) -> tuple[float, float]:
    """The largest radius with one end inside, and what angles and radii leave open."""
    chain = Chain(p=p, q=q)
    step = pi / _ANGLES
    angles = -pi / 2 + step * (torch.arange(_ANGLES, dtype=torch.float64) + 1 / 2)
    near = torch.tensor([[_FARTHEST / _RADII / 8] * 2], dtype=torch.float64)
    usual = is_global(chain, end(chain, near))
    radii, width = _turning(chain, angles, usual)
    for _ in range(_ZOOMS):
        middle = float(angles[int(radii.argmin())])
        angles = middle + step * ((torch.arange(_ANGLES, dtype=torch.float64) + 1 / 2) / _ANGLES - 1 / 2) * 2
        angles, step = angles[angles > -pi / 2], 2 * step / _ANGLES
        radii, width = _turning(chain, angles, usual)
    order = radii.sort().values
    # The next best angle is as far off as the best one can be from the least.
    return float(order[0]), width + 2 * float(order[1] - order[0])


@computed(
    version=2,
    title="Square of the largest radius around zero inside which all starts end alike, by flow",
    points=({"p": p, "q": q} for p, q in (*SIDES, (0.1, 0.2), (0.9, 0.8))),
)
def sharp_square(p: float, q: float) -> ExactValue:
    """The square of the largest radius such that all starts with e != 0 inside end alike, by flow."""
    radius, open_ = _sharp(p, q)
    return ExactValue(value=radius**2, error_bound=2 * radius * open_ + open_**2)
