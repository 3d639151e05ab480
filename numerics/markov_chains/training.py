r"""Training the single layer from random weights: which runs stay at the loss of the marginal (S8).

Width 8, N = 4, weights N(0, scale^2), bias zero. The optimisers are gradient descent on the exact population
loss (`GD`), and gradient descent (`SGD`) and AdamW on batches of 16 fresh sequences. A run is judged by the
normalised excess (L - R)/(H(pi) - R) of its exact loss: 0 is the bigram, 1 the marginal. `stuck` is .9 to
1.1, `learned` below .1, and `diverged` no number.

Step sizes are tuned in a stage of their own, for each setting on eight runs of a root seed that no evidence
uses: of a fixed grid, the one with the least mean excess at the end, each run counted as two at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..monte_carlo import block_generator
from ..optimisers import Adam, GradientDescent
from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .chain import Chain, entropy_rate, marginal_entropy, probabilities, sequences
from .layer import Layer, context_logits, contexts
from .layer_gradient import gradient

Flat = Float[Tensor, "runs parameters"]
Masses = Float[Tensor, "#runs contexts 2"]

N: Final = 4
BATCH: Final = 16
HORIZONS: Final = (100, 300)
SCALES: Final = (0.02, 0.1, 0.3)
SIDES: Final = ((0.2, 0.3), (0.8, 0.7), (0.1, 0.4), (0.9, 0.6))
"""Two chains on each side of p + q = 1."""
RATES: Final = {"GD": (0.1, 0.3, 1.0), "SGD": (0.03, 0.1, 0.3), "AdamW": (0.003, 0.01, 0.03)}
TUNING_SEED: Final = 20240607
TUNING_RUNS: Final = 8
_STUCK: Final = (0.9, 1.1)
_LEARNED: Final = 0.1
_WORST: Final = 2.0
_DECAY: Final = 0.01
_RUNS: Final = 144


class Optimiser(StrEnum):
    """What makes a step of a gradient, and whether that is of fresh sequences."""

    GD = "GD"
    SGD = "SGD"
    ADAMW = "AdamW"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A training but for its step size."""

    tied: bool
    p: float
    q: float
    optimiser: Optimiser
    scale: float

    @property
    def layer(self) -> Layer:
        """The layer that is trained."""
        return Layer(tied=self.tied, N=N)

    @property
    def chain(self) -> Chain:
        """What it is trained on."""
        return Chain(p=self.p, q=self.q)


@lru_cache(maxsize=1)
def _followers() -> Tensor:
    """Which context with which next symbol each sequence of N + 1 symbols holds, one for each length."""
    x = sequences(N + 1)
    spelled = [x[:, : n + 1] @ 2 ** torch.arange(n, -1, -1) for n in range(1, N + 1)]
    starts = torch.tensor([2 ** (n + 1) - 4 for n in range(1, N + 1)])
    return torch.stack(spelled, dim=1) + starts


def sample_masses(chain: Chain, n_runs: int, generator: torch.Generator) -> Float[Tensor, "runs contexts 2"]:
    """How often 0 and 1 follow each context in a batch of fresh sequences, over N times the batch."""
    law = probabilities(chain, sequences(N + 1))
    drawn = torch.multinomial(law, n_runs * BATCH, replacement=True, generator=generator)
    held = _followers()[drawn].reshape(n_runs, -1)
    counts = torch.zeros(n_runs, 2 ** (N + 2) - 4, dtype=law.dtype)
    counts.scatter_add_(1, held, torch.ones((), dtype=law.dtype).expand(held.shape))
    masses: Tensor = (counts / (N * BATCH)).reshape(n_runs, -1, 2)
    return masses


def losses(layer: Layer, theta: Flat, chain: Chain, masses: Masses) -> Float[Tensor, " runs"]:
    """The mean cross-entropy of contexts with the given masses."""
    found = context_logits(layer, theta, contexts(chain, layer.N))
    sides = torch.stack((-found, found), dim=-1)
    return -(torch.nn.functional.logsigmoid(sides) * masses).sum(dim=(-2, -1))


def excess(setting: Setting, theta: Flat) -> Float[Tensor, " runs"]:
    """(L - R)/(H(pi) - R) of the exact loss."""
    chain = setting.chain
    rate = entropy_rate(chain)
    loss = losses(setting.layer, theta, chain, contexts(chain, N).masses.unsqueeze(0))
    return (loss - rate) / (marginal_entropy(chain) - rate)


def sample_weights(setting: Setting, n_runs: int, generator: torch.Generator) -> Flat:
    """Weights N(0, scale^2) and a bias of zero."""
    layer = setting.layer
    theta = setting.scale * torch.randn(n_runs, layer.size, generator=generator, dtype=torch.float64)
    return theta.masked_fill(layer.mask("b"), 0.0)


def train(
    setting: Setting,
    theta: Flat,
    rates: Float[Tensor, "runs 1"],
    horizons: Sequence[int],
    generator: torch.Generator,
) -> Float[Tensor, "runs horizons"]:
    """The normalised excess of each run after each number of steps, in ascending order."""
    layer, chain, found = setting.layer, setting.chain, []
    given = contexts(chain, N)
    exact = given.masses.unsqueeze(0)
    adaptive = setting.optimiser is Optimiser.ADAMW
    optimiser = Adam(rates=rates, decay=_DECAY) if adaptive else GradientDescent(rates=rates)
    theta = theta.clone()
    for step in range(1, horizons[-1] + 1):
        fresh = setting.optimiser is not Optimiser.GD
        masses = sample_masses(chain, len(theta), generator) if fresh else exact
        optimiser.step(theta, gradient(layer, theta, given, masses))
        if step in horizons:
            found.append(excess(setting, theta))
    return torch.stack(found, dim=1)


@lru_cache(maxsize=256)
def tuned_rate(setting: Setting) -> float:
    """The step size of `RATES` with the least mean excess at the last horizon."""
    rates = RATES[setting.optimiser]
    generator = block_generator(TUNING_SEED, "markov_chains.tuned_rate", 1, repr(setting), 0, "cpu")
    start = sample_weights(setting, TUNING_RUNS, generator).repeat(len(rates), 1)
    steps = torch.tensor(rates, dtype=torch.float64).repeat_interleave(TUNING_RUNS).unsqueeze(-1)
    found = train(setting, start, steps, HORIZONS[-1:], generator)
    means = found.nan_to_num(nan=_WORST).clamp(max=_WORST).reshape(len(rates), TUNING_RUNS).mean(dim=1)
    return rates[int(means.argmin())]


def _group(shared: Mapping[str, Value]) -> DesignGroup:
    return DesignGroup.sized(
        shared=shared, points=tuple({**shared, "t": t} for t in HORIZONS), trials_per_block=_RUNS
    )


@simulator(
    version=3,
    title="Runs of the single layer that stay at the marginal, learn the chain, diverge, or neither",
    outputs=("stuck", "learned", "diverged", "between"),
    binary=True,
    groups=(
        _group({"weights": weights, "p": p, "q": q, "optimiser": optimiser.value, "scale": scale})
        for weights in ("tied", "untied")
        for p, q in SIDES
        for optimiser in Optimiser
        for scale in SCALES
    ),
    dtype="float64",
)
def training_outcome(*, trials: Trials) -> Float[Tensor, "trials horizons 4"]:
    """Whether each run is stuck, has learned, has diverged, or is none of these, at each horizon."""
    setting = setting_of(trials.group.shared)
    rates = torch.full((trials.n_trials, 1), tuned_rate(setting), dtype=torch.float64)
    start = sample_weights(setting, trials.n_trials, trials.generator)
    found = train(setting, start, rates, trials.sizes("t"), trials.generator)
    low, high = _STUCK
    parts = [(found >= low) & (found <= high), found < _LEARNED, ~found.isfinite()]
    parts.append(~(parts[0] | parts[1] | parts[2]))
    return torch.stack(parts, dim=-1).to(device=trials.device, dtype=trials.dtype)


def setting_of(at: Mapping[str, Value]) -> Setting:
    """The setting that coordinates name."""
    return Setting(
        tied=at["weights"] == "tied",
        p=float(at["p"]),
        q=float(at["q"]),
        optimiser=Optimiser(str(at["optimiser"])),
        scale=float(at["scale"]),
    )
