r"""Where gradient flow of the reduced model ends from Gaussian starts, by flow and by a criterion.

(e, w) is $N(0, \sigma^2 I)$, the bias eliminated (`gaussian_starts`, `attention_starts` with a scalar a of
the same law) or $N(0, \sigma^2)$ and moving (`moving_starts`).

- *Flow*: the path from every start is followed to its end.
- *Criterion*: a start ends at the least loss where its slope has the sign of the best one, or where w < 0
  and its energy is above that of the saddle (e, w) = (0, -1/sqrt 2); with attention also where
  $e^2 > 2 (1 + a)^2$. Elsewhere it ends on the line e = 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .chain import Chain
from .flow import is_global, slope_of
from .flow_ends import end, end_of_moving

SADDLE: Final = 1 / sqrt(2)
"""-w where 1 + 2 w |w| = 0."""
SADDLE_ENERGY: Final = -(1 + log(2)) / 2
SIDES: Final = ((0.2, 0.6), (0.6, 0.7))
OTHER_SIDES: Final = ((0.1, 0.3), (0.9, 0.8))
"""A second chain on each side of p + q = 1."""
SCALES: Final = (0.1, 0.3, 1.0, 2.0)


def predicted(chain: Chain, start: Float[Tensor, "*batch variables"]) -> Float[Tensor, "*batch"]:
    """1 where the criterion says that the least loss is reached, else 0."""
    e, w = start[..., 0], start[..., 1]
    energy = e**2 - w**2 - w.sign() * w.abs().log()
    reached = (slope_of(start) * chain.eigenvalue > 0) | ((w < 0) & (energy > SADDLE_ENERGY))
    if start.shape[-1] > 2:  # noqa: PLR2004 - with attention
        reached = reached | (e**2 > 2 * (1 + start[..., 2]) ** 2)
    return reached.to(start.dtype)


def normal_starts(
    group: DesignGroup, n_trials: int, count: int, generator: torch.Generator, like: Tensor
) -> Float[Tensor, "trials variables"]:
    """Starts of `count` independent normal numbers of the group's scale."""
    normal = torch.randn(n_trials, count, generator=generator, device=like.device, dtype=like.dtype)
    return float(group.shared["sigma"]) * normal


def chain_of(at: Mapping[str, Value]) -> Chain:
    """The chain of a point."""
    return Chain(p=float(at["p"]), q=float(at["q"]))


def start_groups(
    scales: tuple[float, ...], chains: tuple[tuple[float, float], ...] = SIDES, trials: int = 1024
) -> tuple[DesignGroup, ...]:
    """One group for each chain and scale."""
    return tuple(
        DesignGroup.sized(shared={"p": p, "q": q, "sigma": sigma}, trials_per_block=trials)
        for p, q in chains
        for sigma in scales
    )


@simulator(
    version=2,
    title="Ends of the reduced flow from Gaussian starts, bias eliminated",
    outputs=("global", "predicted", "agrees", "side"),
    binary=True,
    groups=start_groups(SCALES, SIDES + OTHER_SIDES),
    dtype="float64",
)
def gaussian_starts(*, trials: Trials) -> Float[Tensor, "trials 1 4"]:
    """Global by flow, by criterion, whether both agree, and whether w keeps its sign."""
    chain, like = chain_of(trials.group.shared), torch.empty(0, device=trials.device, dtype=trials.dtype)
    start = normal_starts(trials.group, trials.n_trials, 2, trials.generator, like)
    final, told = end(chain, start), predicted(chain, start)
    reached = is_global(chain, final)
    side = (final[:, 1] * start[:, 1] > 0).to(trials.dtype)
    return torch.stack((reached, told, (reached == told).to(trials.dtype), side), dim=-1).unsqueeze(1)


@simulator(
    version=2,
    title="Ends of the reduced flow with attention from Gaussian starts, bias eliminated",
    outputs=("global", "agrees", "gain"),
    groups=start_groups((0.1, 1.0)),
    dtype="float64",
)
def attention_starts(*, trials: Trials) -> Float[Tensor, "trials 1 3"]:
    """Global with attention, whether the criterion agrees, and what attention adds from the same e and w."""
    chain, like = chain_of(trials.group.shared), torch.empty(0, device=trials.device, dtype=trials.dtype)
    start = normal_starts(trials.group, trials.n_trials, 3, trials.generator, like)
    reached = is_global(chain, end(chain, start))
    without = is_global(chain, end(chain, start[:, :2]))
    agrees = (reached == predicted(chain, start)).to(trials.dtype)
    return torch.stack((reached, agrees, reached - without), dim=-1).unsqueeze(1)


@simulator(
    version=2,
    title="Ends of the reduced flow from Gaussian starts, bias moving",
    outputs=("global", "agrees"),
    binary=True,
    groups=(
        DesignGroup.sized(
            shared={"p": p, "q": q}, points=({"sigma": 0.1}, {"sigma": 1.0}), trials_per_block=768
        )
        for p, q in SIDES
    ),
    dtype="float64",
)
def moving_starts(*, trials: Trials) -> Float[Tensor, "trials scales 2"]:
    """Global where b moves as fast as e and w, and whether the criterion, blind to b, agrees.

    All scales multiply the same trials.
    """
    chain = chain_of(trials.group.shared)
    normal = trials.source.normal(trials.n_trials, 1, 3)
    scales = torch.tensor(
        [float(c["sigma"]) for c in trials.points], device=trials.device, dtype=trials.dtype
    )
    start = scales.unsqueeze(-1) * normal
    reached = is_global(chain, end_of_moving(chain, start, 1.0)[..., :2])
    agrees = (reached == predicted(chain, start[..., :2])).to(trials.dtype)
    return torch.stack((reached, agrees), dim=-1)
