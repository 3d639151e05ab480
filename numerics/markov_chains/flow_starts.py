r"""Where gradient flow of the reduced model ends from Gaussian starts: three roads, and the ball around zero.

(e, w) is $N(0, \sigma^2 I)$, the bias eliminated (`gaussian_starts`, `attention_starts` with a scalar a of
the same law) or $N(0, \sigma^2)$ and moving (`moving_starts`). $k = 1/\sigma^2$.

- *Flow*: the path from every start is followed to its end.
- *Criterion*: a start ends at the least loss where its slope has the sign of the best one, or where w < 0
  and its energy is above that of the saddle (e, w) = (0, -1/sqrt 2); with attention also where
  $e^2 > 2 (1 + a)^2$. Elsewhere it ends on the line e = 0.
- *Quadrature*: the criterion's probability; given w, that of $e^2 > w^2 - \ln |w| - (1 + \ln 2)/2$ is a
  normal tail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from math import erf, exp, inf, log, pi, sqrt
from typing import Final

import torch
from jaxtyping import Float
from scipy.integrate import quad
from scipy.special import erfcx
from torch import Tensor

from ..quantity import ExactQuantity, ExactValue, SampledQuantity, Sheet, Value
from .chain import Chain
from .flow import is_global, slope_of
from .flow_ends import end, end_of_moving
from .reduced import normalised_excess

_SADDLE: Final = 1 / sqrt(2)
"""-w where 1 + 2 w |w| = 0."""
_SADDLE_ENERGY: Final = -(1 + log(2)) / 2
SIDES: Final = ((0.2, 0.6), (0.6, 0.7))
OTHER_SIDES: Final = ((0.1, 0.3), (0.9, 0.8))
"""A second chain on each side of p + q = 1."""
_SCALES: Final = (0.1, 0.3, 1.0, 2.0)
_WIDER: Final = tuple(float(2**j) for j in range(2, 9))
_PRECISIONS: Final = tuple(float(4**j) for j in range(8))
_TOLERANCE: Final = 1e-9
_ROUNDING: Final = 1e-14
_BYTES_PER_TRIAL: Final = 8 * 40
_CUTS: Final = (0.45, 0.5, 0.55, 0.65, 0.72, 0.75, 0.8, 1.0, 1.5, 3.0, 10.0, 100.0)


def predicted(chain: Chain, start: Float[Tensor, "*batch variables"]) -> Float[Tensor, "*batch"]:
    """1 where the criterion says that the least loss is reached, else 0."""
    e, w = start[..., 0], start[..., 1]
    energy = e**2 - w**2 - w.sign() * w.abs().log()
    reached = (slope_of(start) * chain.eigenvalue > 0) | ((w < 0) & (energy > _SADDLE_ENERGY))
    if start.shape[-1] > 2:  # noqa: PLR2004 - with attention
        reached = reached | (e**2 > 2 * (1 + start[..., 2]) ** 2)
    return reached.to(start.dtype)


def normal_starts(
    sheet: Sheet, n_trials: int, count: int, generator: torch.Generator, like: Tensor
) -> Float[Tensor, "trials variables"]:
    """Starts of `count` independent normal numbers of the sheet's scale."""
    draws = torch.randn(n_trials, count, generator=generator, device=like.device, dtype=like.dtype)
    return float(sheet.shared["sigma"]) * draws


def chain_of(at: Mapping[str, Value]) -> Chain:
    """The chain of a cell."""
    return Chain(p=float(at["p"]), q=float(at["q"]))


def sample_starts(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 4"]:
    """Global by flow, by criterion, whether both agree, and whether w keeps its sign."""
    chain, like = chain_of(sheet.shared), torch.empty(0, device=device, dtype=dtype)
    start = normal_starts(sheet, n_trials, 2, generator, like)
    final, told = end(chain, start), predicted(chain, start)
    reached = is_global(chain, final)
    side = (final[:, 1] * start[:, 1] > 0).to(dtype)
    return torch.stack((reached, told, (reached == told).to(dtype), side), dim=-1).unsqueeze(1)


def sample_attention_starts(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials 1 3"]:
    """Global with attention, whether the criterion agrees, and what attention adds from the same e and w."""
    chain, like = chain_of(sheet.shared), torch.empty(0, device=device, dtype=dtype)
    start = normal_starts(sheet, n_trials, 3, generator, like)
    reached = is_global(chain, end(chain, start))
    without = is_global(chain, end(chain, start[:, :2]))
    agrees = (reached == predicted(chain, start)).to(dtype)
    return torch.stack((reached, agrees, reached - without), dim=-1).unsqueeze(1)


def sample_moving_starts(
    sheet: Sheet, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials scales 2"]:
    """Global where b moves as fast as e and w, and whether the criterion, blind to b, agrees.

    All scales multiply the same draws.
    """
    chain = chain_of(sheet.shared)
    draws = torch.randn(n_trials, 1, 3, generator=generator, device=device, dtype=dtype)
    scales = torch.tensor([float(c["sigma"]) for c in sheet.cells], device=device, dtype=dtype)
    start = scales.unsqueeze(-1) * draws
    reached = is_global(chain, end_of_moving(chain, start, 1.0)[..., :2])
    agrees = (reached == predicted(chain, start[..., :2])).to(dtype)
    return torch.stack((reached, agrees), dim=-1)


def _height(depth: float) -> float:
    """The e^2 of the separatrix at w = -depth."""
    return max(depth**2 - log(depth) + _SADDLE_ENERGY, 0.0)


def _integral(mass: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    """The integral over depths, cut where narrow laws have their mass, with the errors estimated."""
    cuts = [low, *(x for x in _CUTS if low < x < high), high]
    found = [quad(mass, a, b, epsabs=1e-300, epsrel=_TOLERANCE, limit=400) for a, b in pairwise(cuts)]
    return sum(x for x, _ in found), sum(x for _, x in found)


def rare_end(above: bool, k: float) -> tuple[float, float, float]:
    """The probability of the rarer end over exp(-rate k / 2), its error, and the rate.

    Above p + q = 1 the rarer end is the least loss, below it the line e = 0.
    """
    root = sqrt(k / (2 * pi))

    def up(depth: float) -> float:
        height = _height(depth)
        # exp(-k (w^2 + height)/2) erfcx = the density of w times the normal tail, in logarithms.
        return root * exp(-k * (depth**2 + height - rate) / 2) * float(erfcx(sqrt(k * height / 2)))

    def under(depth: float) -> float:
        height = _height(depth)
        return root * exp(-k * (depth**2 - rate) / 2) * erf(sqrt(k * height / 2))

    rate = log(2) / 2 if above else 1 / 2
    if not above:
        return *_integral(under, _SADDLE, inf), rate
    beyond = exp(-k * (1 / 2 - rate) / 2) * float(erfcx(sqrt(k) / 2)) / 2
    value, error = _integral(up, 0.0, _SADDLE)
    return value + beyond, error, rate


def global_share_of(at: Mapping[str, Value]) -> ExactValue:
    """P(the least loss is reached) for (e, w) ~ N(0, sigma^2 I), by quadrature over the criterion."""
    above, k = chain_of(at).eigenvalue < 0, float(at["sigma"]) ** -2
    value, error, rate = rare_end(above, k)
    rare = value * exp(-rate * k / 2)
    return ExactValue(value=rare if above else 1 - rare, error_bound=error + _ROUNDING)


def switching_gap_of(at: Mapping[str, Value]) -> ExactValue:
    """The share that reaches the least loss below p + q = 1, less that above it."""
    below, above = (global_share_of({"p": p, "q": q, **at}) for p, q in SIDES)
    return ExactValue(value=below.value - above.value, error_bound=below.error_bound + above.error_bound)


def rare_share_of(at: Mapping[str, Value]) -> ExactValue:
    """P(the rarer end)."""
    value, error, rate = rare_end(chain_of(at).eigenvalue < 0, float(at["k"]))
    scale = exp(-rate * float(at["k"]) / 2)
    return ExactValue(value=value * scale, error_bound=error * scale)


def rare_rate_of(at: Mapping[str, Value]) -> ExactValue:
    """-(2/k) ln P(the rarer end)."""
    k = float(at["k"])
    value, error, rate = rare_end(chain_of(at).eigenvalue < 0, k)
    return ExactValue(value=rate - 2 / k * log(value), error_bound=2 / k * error / value)


_WIDTHS: Final = tuple(j / 10 for j in range(21))
_DEPTHS: Final = tuple(j / 10 for j in range(-20, 21))


@lru_cache(maxsize=4)
def _map(p: float, q: float) -> Float[Tensor, "2 e w"]:
    """What is left of the loss from every start of the grid, and its change under half the steps."""
    chain = Chain(p=p, q=q)
    grid = torch.meshgrid(*(torch.tensor(x, dtype=torch.float64) for x in (_WIDTHS, _DEPTHS)), indexing="ij")
    start = torch.stack(grid, dim=-1)
    coarse, fine = (normalised_excess(chain, slope_of(end(chain, start, fine=j))) for j in (1, 2))
    return torch.stack((fine, (fine - coarse).abs()))


def final_excess_of(at: Mapping[str, Value]) -> ExactValue:
    """(L - R)/(H(pi) - R) at the end of the flow from (e, w), bias eliminated."""
    value, change = _map(float(at["p"]), float(at["q"]))[
        :, _WIDTHS.index(float(at["e"])), _DEPTHS.index(float(at["w"]))
    ]
    return ExactValue(value=float(value), error_bound=float(change) + 1e-9)


_ANGLES: Final = 24
_RADII: Final = 32
_FARTHEST: Final = 1.2
_ROUNDS: Final = 2
_ZOOMS: Final = 2
"""How often the angles are taken anew between the neighbours of the best one."""


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


def sharp_square_of(at: Mapping[str, Value]) -> ExactValue:
    """The square of the largest radius such that all starts with e != 0 inside end alike, by flow."""
    radius, open_ = _sharp(float(at["p"]), float(at["q"]))
    return ExactValue(value=radius**2, error_bound=2 * radius * open_ + open_**2)


def start_sheets(
    scales: tuple[float, ...], chains: tuple[tuple[float, float], ...] = SIDES, trials: int = 1024
) -> tuple[Sheet, ...]:
    """One sheet for each chain and scale."""
    return tuple(
        Sheet.sized(
            shared={"p": p, "q": q, "sigma": sigma},
            trials_per_block=trials,
            bytes_per_trial=_BYTES_PER_TRIAL,
        )
        for p, q in chains
        for sigma in scales
    )


gaussian_starts: Final = SampledQuantity(
    name="markov_chains.gaussian_starts",
    version=2,
    title="Ends of the reduced flow from Gaussian starts, bias eliminated",
    components=("global", "predicted", "agrees", "side"),
    binary=True,
    sheets=start_sheets(_SCALES, SIDES + OTHER_SIDES),
    sample=sample_starts,
    dtype="float64",
)

attention_starts: Final = SampledQuantity(
    name="markov_chains.attention_starts",
    version=2,
    title="Ends of the reduced flow with attention from Gaussian starts, bias eliminated",
    components=("global", "agrees", "gain"),
    binary=False,
    sheets=start_sheets((0.1, 1.0)),
    sample=sample_attention_starts,
    dtype="float64",
)

moving_starts: Final = SampledQuantity(
    name="markov_chains.moving_starts",
    version=2,
    title="Ends of the reduced flow from Gaussian starts, bias moving",
    components=("global", "agrees"),
    binary=True,
    sheets=tuple(
        Sheet.sized(
            shared={"p": p, "q": q},
            cells=({"sigma": 0.1}, {"sigma": 1.0}),
            trials_per_block=768,
            bytes_per_trial=2 * _BYTES_PER_TRIAL,
        )
        for p, q in SIDES
    ),
    sample=sample_moving_starts,
    dtype="float64",
)

_BY_PRECISION: Final = tuple({"p": p, "q": q, "k": k} for p, q in SIDES for k in _PRECISIONS)

global_share: Final = ExactQuantity(
    name="markov_chains.global_share",
    version=1,
    title="Probability that a Gaussian start reaches the least loss, by quadrature",
    cells=tuple({"p": p, "q": q, "sigma": sigma} for p, q in SIDES for sigma in (*_SCALES, *_WIDER)),
    evaluate=global_share_of,
)

switching_gap: Final = ExactQuantity(
    name="markov_chains.switching_gap",
    version=1,
    title="Probability of the least loss below p + q = 1 less that above",
    cells=tuple({"sigma": sigma} for sigma in (*_SCALES, *_WIDER)),
    evaluate=switching_gap_of,
)

rare_share: Final = ExactQuantity(
    name="markov_chains.rare_share",
    version=1,
    title="Probability of the rarer end of a Gaussian start, by quadrature",
    cells=_BY_PRECISION,
    evaluate=rare_share_of,
)

rare_rate: Final = ExactQuantity(
    name="markov_chains.rare_rate",
    version=1,
    title="-(2/k) times the logarithm of the probability of the rarer end",
    cells=_BY_PRECISION,
    evaluate=rare_rate_of,
)

final_excess: Final = ExactQuantity(
    name="markov_chains.final_excess",
    version=1,
    title="Normalised excess at the end of the reduced flow, by its start",
    cells=tuple({"p": p, "q": q, "e": e, "w": w} for p, q in SIDES for e in _WIDTHS for w in _DEPTHS),
    evaluate=final_excess_of,
)

sharp_square: Final = ExactQuantity(
    name="markov_chains.sharp_square",
    version=2,
    title="Square of the largest radius around zero inside which all starts end alike, by flow",
    cells=tuple({"p": p, "q": q} for p, q in (*SIDES, (0.1, 0.2), (0.9, 0.8))),
    evaluate=sharp_square_of,
)
