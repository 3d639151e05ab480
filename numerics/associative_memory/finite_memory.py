"""Finite data and finite memory together (Proposition 4), among infinitely many tokens.

Uniform weights: q(x) = 1 on what is stored. Stored are the P most frequent of the tokens that T samples have
shown; where counts tie, chance decides. Given which tokens are stored, whether a token is recalled depends
on its class and on whether it is stored, on nothing else: those of a class that are stored weigh their mass,
and their error is a conditional probability (`marginal`), averaged over directions; those that are not stored
ask the crosstalk alone, which answers all of them alike. So a draw costs little but its data. With
frequencies as weights (q(x) is the count of x) each token that was seen has a probability of its own, and
all others are alike.

The samples are drawn exactly: counts of the first tokens are binomial, and what falls beyond them is drawn
sample by sample from the tail of the law, by rejection from a Pareto law (Devroye, "Non-uniform random
variate generation", 1986, chapter X.6).

| output | meaning |
|---|---|
| `error` | p-weight of wrong tokens |
| `unstored` | p-weight of the tokens that are not stored |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isinf, sqrt
from typing import Final

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Source, Trials
from .data import sample_counts
from .joint import sample_similarity
from .marginal import Tokens, unstored_error, wrong_probabilities
from .model import INFINITE, Memory, Vector, coordinates, power_sum, zipf_constant

OUTPUTS: Final = ("error", "unstored")

_DIRECTIONS: Final = 32
_FEW_DIRECTIONS: Final = 4
_FEW_SAMPLES: Final = 1000
"""Up to here trials differ by their data more than by the directions of their crosstalk."""

_LEAST_HEAD: Final = 64
_MOST_HEAD: Final = 20_000
_TRIALS: Final = 16


def head_of(memory: Memory) -> int:
    """Tokens whose counts are drawn together: about as many as samples beyond them."""
    balance = sqrt(memory.T) if memory.alpha >= 2 else memory.T ** (1 / memory.alpha)  # noqa: PLR2004
    return int(min(max(balance, _LEAST_HEAD), _MOST_HEAD))


def samples_group(T: int, points: Sequence[dict[str, Value]], trials: int, **shared: Value) -> DesignGroup:
    """A group of one T; `points` vary d or P."""
    full = coordinates(N=INFINITE, T=T, scheme="threshold", rho=0.0, P="d/8", **shared)
    varying = {name for point in points for name in point}
    shared = {name: value for name, value in full.items() if name not in varying}
    return DesignGroup.sized(
        shared=shared, points=tuple({**shared, **point} for point in points), trials_per_block=trials
    )


def _points(T: int) -> list[dict[str, Value]]:
    """P = d/8, and at the most samples P = d/log d beside it, on the same data."""
    rules = [("d/8", d) for d in DIMENSIONS]
    if max(SAMPLES) == T:
        rules += [("d/log d", d) for d in _LOGARITHMIC]
    return [{"P": P, "d": d} for P, d in rules]


SAMPLES: Final[Mapping[int, int]] = {
    100: 256, 1000: 64, 10**4: 64, 10**5: 16, 10**6: 16, 10**7: 16,
    300: 128, 3000: 64,
}  # fmt: skip
"""T with the trials of a block: the share of tokens that few samples show varies most."""

DIMENSIONS: Final = (16, 32, 64, 128, 256, 512, 1024, 4096, 16_384)
_LOGARITHMIC: Final = (32, 64, 128, 256, 512)
"""Dimensions in which P = d/log d is asked for as well, where samples no longer limit."""


@simulator(
    version=4,
    title="Error of a memory of P tokens after T samples of infinitely many tokens, uniform weights",
    outputs=OUTPUTS,
    groups=(samples_group(T, _points(T), trials) for T, trials in SAMPLES.items()),
    dtype="float64",
)
def error_of_samples(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """The outputs of every point; the points of a group share their data."""
    memories = [Memory.at(point) for point in trials.points]
    first = memories[0]
    if first.rho != 0 or first.f != "mod" or not isinf(first.N) or isinf(first.T):
        raise ValueError(
            f"This route is for rho = 0, f = mod, infinitely many tokens, finite T; got {first}."
        )
    x, counts = _sampled(first, trials.n_trials, trials.generator)
    p = zipf_constant(first.alpha, inf) * x**-first.alpha
    answers = x.remainder(first.M).long()
    # Whole counts differ by one at least, so a fraction breaks ties and nothing else.
    chance = torch.rand(counts.shape, generator=trials.generator, device=trials.device, dtype=counts.dtype)
    most = min(counts.shape[1], int(max(memory.stored for memory in memories)))
    order = (counts + chance).topk(most, dim=1).indices
    seen = counts.gather(1, order) > 0
    p, answers = p.gather(1, order), answers.gather(1, order)
    whole = torch.tensor(class_masses(first), device=trials.device)
    columns = []
    for memory in memories:
        kept = seen[:, : int(memory.stored)]
        tokens, unstored = _few_of_each_class(memory, p, answers, kept, whole)
        gram = sample_similarity(memory, trials.n_trials, Source(generator=trials.generator))
        wrong = wrong_probabilities(memory.d, tokens, gram, trials.generator)
        error = (wrong * tokens.weights[:, :, 0]).sum(dim=1)
        error += unstored_error(tokens.loads, unstored, gram, trials.generator)
        columns.append(torch.stack((error, unstored.sum(dim=1)), dim=-1))
    return torch.stack(columns, dim=1).to(trials.dtype)


def frequencies_group(T: int, d: int, trials: int, **shared: Value) -> DesignGroup:
    """A group of one T and one d, frequencies to the power rho as weights."""
    full = coordinates(N=INFINITE, T=T, **{"rho": 1.0, **shared})
    return DesignGroup.sized(shared=full, points=[{"d": d}], trials_per_block=trials)


@simulator(
    version=2,
    title="Error of the memory weighed by the frequencies of T samples of infinitely many tokens",
    outputs=OUTPUTS,
    groups=(frequencies_group(T, 10**16, 2 * _TRIALS) for T in (100, 1000, 10**4, 10**5)),
    dtype="float64",
)
def error_of_frequencies(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """The components where every token is weighed by its count to the power rho, one point a group."""
    (point,) = trials.points
    memory = Memory.at(point)
    if memory.f != "mod" or not isinf(memory.N) or isinf(memory.T) or not isinf(memory.stored):
        raise ValueError(f"This route is for f = mod, infinitely many tokens, finite T, P = N; got {memory}.")
    x, counts = _sampled(memory, trials.n_trials, trials.generator)
    seen = counts > 0
    p = torch.where(seen, zipf_constant(memory.alpha, inf) * x**-memory.alpha, 0.0)
    q = torch.where(seen, counts**memory.rho, 0.0)
    answers = x.remainder(memory.M).long()
    zeros = p.new_zeros((trials.n_trials, memory.M))
    loads = zeros.scatter_add(1, answers, q.square())
    unseen = torch.tensor(class_masses(memory), device=trials.device) - zeros.scatter_add(1, answers, p)
    tokens = Tokens(answers=answers, q=q, weights=p.unsqueeze(-1).expand(-1, -1, 3), loads=loads)
    gram = sample_similarity(memory, trials.n_trials, Source(generator=trials.generator))
    wrong = wrong_probabilities(memory.d, tokens, gram, trials.generator)
    error = (wrong * p).sum(dim=1) + unstored_error(loads, unseen, gram, trials.generator)
    return torch.stack((error, unseen.sum(dim=1)), dim=-1).unsqueeze(1).to(trials.dtype)


def class_masses(memory: Memory) -> list[float]:
    """The mass of each class x mod M, over infinitely many tokens."""
    constant = zipf_constant(memory.alpha, inf)
    firsts = [c or memory.M for c in range(memory.M)]
    return [constant * power_sum(memory.alpha, first, inf, memory.M) for first in firsts]


def _few_of_each_class(
    memory: Memory,
    p: Float[Tensor, "trials tokens"],
    answers: Int[Tensor, "trials tokens"],
    kept: Bool[Tensor, "trials stored"],
    whole: Float[Tensor, " M"],
) -> tuple[Tokens, Float[Tensor, "trials M"]]:
    """Directions for the stored tokens of each class, and the mass of what is not stored of it.

    The tokens of a class that are alike share their mass among independent directions, so many for the
    whole of p.
    """
    trials, width = kept.shape
    zeros = p.new_zeros((trials, memory.M))
    stored = kept.to(p)
    loads = zeros.scatter_add(1, answers[:, :width], stored)
    mass = zeros.scatter_add(1, answers[:, :width], p[:, :width] * stored)
    directions = _FEW_DIRECTIONS if memory.T <= _FEW_SAMPLES else _DIRECTIONS
    often = (directions * whole).ceil().long()
    weights = (mass / often).repeat_interleave(often, dim=1)
    labels = torch.arange(memory.M, device=p.device).repeat_interleave(often).unsqueeze(0)
    tokens = Tokens(
        answers=labels,
        q=torch.ones_like(weights),
        weights=weights.unsqueeze(-1).expand(-1, -1, 3),
        loads=loads,
    )
    return tokens, whole - mass


def _sampled(
    memory: Memory, n_trials: int, generator: torch.Generator
) -> tuple[Float[Tensor, "trials tokens"], Float[Tensor, "trials tokens"]]:
    """Tokens x with how often T samples show them; tokens beyond the head are listed where shown."""
    head = head_of(memory)
    constant = zipf_constant(memory.alpha, inf)
    law: Vector = constant * torch.arange(1, head + 1, dtype=torch.float64).numpy() ** -memory.alpha
    with_rest = torch.tensor([*law, constant * power_sum(memory.alpha, head + 1, inf)]).numpy()
    counts = sample_counts((int(memory.T),), with_rest / with_rest.sum(), n_trials, generator)[:, 0]
    beyond = counts[:, -1]
    width = int(beyond.max())
    tail = zipf_tail(memory.alpha, head, (n_trials, width), generator)
    drawn = torch.arange(width, device=generator.device) < beyond.unsqueeze(1)
    tail = torch.where(drawn, tail, torch.inf).sort(dim=1).values
    start = torch.ones_like(tail, dtype=torch.bool)
    start[:, 1:] = tail[:, 1:] != tail[:, :-1]
    runs = torch.zeros_like(tail).scatter_add(1, start.cumsum(dim=1) - 1, tail.isfinite().to(tail))
    shown = runs.gather(1, start.cumsum(dim=1) - 1)
    shown = torch.where(start & tail.isfinite(), shown, 0.0)
    tail = torch.where(shown > 0, tail, float(head + 1))
    known = torch.arange(1, head + 1, device=generator.device, dtype=torch.float64).expand(n_trials, -1)
    return torch.cat((known, tail), dim=1), torch.cat((counts[:, :-1], shown), dim=1)


def zipf_tail(
    alpha: float, head: int, shape: tuple[int, int], generator: torch.Generator
) -> Float[Tensor, "trials tokens"]:
    """Tokens x > head with probability proportional to x^-alpha, as whole numbers in float64.

    The whole part of a Pareto variable is x with probability proportional to x^(1-alpha) - (x+1)^(1-alpha);
    the ratio of x^-alpha to it is largest at head + 1.
    """
    x = torch.zeros(shape, device=generator.device, dtype=torch.float64)
    open_ = torch.ones(shape, device=generator.device, dtype=torch.bool)
    highest = _ratio(alpha, torch.tensor(float(head + 1), dtype=torch.float64))
    while bool(open_.any()):
        u, v = (
            torch.rand(shape, generator=generator, device=generator.device, dtype=torch.float64)
            for _ in range(2)
        )
        proposed = ((head + 1) * (1 - u) ** (-1 / (alpha - 1))).floor()
        accepted = open_ & (v * highest <= _ratio(alpha, proposed))
        x = torch.where(accepted, proposed, x)
        open_ &= ~accepted
    return x


def _ratio(alpha: float, x: Tensor) -> Tensor:
    """x^-alpha over (x^(1-alpha) - (x+1)^(1-alpha)), which falls to 1/(alpha - 1) as x grows."""
    return 1 / (x * -torch.expm1((1 - alpha) * torch.log1p(1 / x)))
