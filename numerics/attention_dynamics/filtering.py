r"""The least loss on the sticky chain: that of the filter that knows the law and the embeddings.

From inputs $x_1..x_t$ the belief over the last symbol follows by Bayes, $b_t(i) \propto e^{\mu_i \cdot x_t -
|\mu_i|^2/2} \sum_k b_{t-1}(k) P_{ki}$, and the prediction is $b_t P$. No prediction from the inputs has a
smaller mean loss, nor a larger mean accuracy than its mode. The text does not give the size of `embedding`
vectors: `standard` ones have entries N(0, 1), those of `unit length` N(0, 1/20).

| output | meaning |
|---|---|
| `minimum` | the filter's mean -log of the probability of the next symbol |
| `minimum by beliefs` | mean entropy of b P: the minimum, given the inputs |
| `excess` | the same less -log P(y_t given y_{t-1}) |
| `excess by beliefs` | entropy of b P less the mean entropy of rows under b: the excess, given the inputs |
| `accuracy` | the probability of the mode of b P, mean over positions: the share it gets right |
| `head over filter` | loss of the head set by hand (`step_scaling`) less the filter's, on the same sequence |
| `uniform over filter` | log 8 less the filter's loss |
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .blocked import blocked_gradients
from .schedules import entropies
from .step_scaling import hand_set_head
from .sticky import SYMBOLS, WIDTH, Sequences, sample_means, sample_sequences, transition_law

LAWS: Final[Mapping[str, tuple[str, str, str]]] = {
    "text": ("circular 8", "inverse", "split"),
    "before and split": ("circular 8", "inverse", "before and split"),
    "twice": ("circular 8", "complement", "twice"),
}
"""Readings of the chain's law: that of the text, and the two circular ones whose entropy is 1.829 nats."""

EMBEDDINGS: Final[Mapping[str, float]] = {"standard": 1.0, "unit length": 1 / math.sqrt(WIDTH)}
"""Size of the entries of mean embeddings."""

BETA: Final = 0.25


@lru_cache(maxsize=8)
def law(name: str, dtype: torch.dtype) -> Float[Tensor, "8 8"]:
    """The transition matrix of a reading."""
    return torch.tensor(transition_law(*LAWS[name]), dtype=dtype)


def beliefs(
    P: Float[Tensor, "8 8"], mu: Float[Tensor, "trials 8 d_x"], x: Float[Tensor, "trials T d_x"]
) -> Float[Tensor, "trials T 8"]:
    """P(y_{t-1} = i given x_1..x_t), from a uniform first symbol."""
    evidence = x @ mu.mT - mu.square().sum(dim=-1).unsqueeze(-2) / 2
    likelihood = torch.exp(evidence - evidence.amax(dim=-1, keepdim=True))
    belief, found = likelihood[:, 0] / likelihood[:, 0].sum(dim=-1, keepdim=True), []
    for t in range(x.shape[1]):
        if t:
            belief = (belief @ P) * likelihood[:, t]
            belief = belief / belief.sum(dim=-1, keepdim=True)
        found.append(belief)
    return torch.stack(found, dim=1)


def filter_losses(predicted: Float[Tensor, "trials T 8"], drawn: Sequences) -> Float[Tensor, " trials"]:
    """Mean -log of the probability that a prediction gives the next symbol."""
    found: Tensor = -predicted.gather(-1, drawn.y.unsqueeze(-1)).log().mean(dim=(-2, -1))
    return found


OUTPUTS: Final = (
    "minimum",
    "minimum by beliefs",
    "excess",
    "excess by beliefs",
    "accuracy",
    "head over filter",
    "uniform over filter",
)


def _group(law: str, embedding: str, T: int, trials: int = 16) -> DesignGroup:
    shared: Mapping[str, Value] = {"law": law, "embedding": embedding, "T": T}
    return DesignGroup.sized(shared=shared, points=(shared,), trials_per_block=trials)


@simulator(
    title="Least attainable loss on the sticky chain, by its law and the size of embeddings",
    outputs=OUTPUTS,
    groups=(
        *(_group(name, size, 500) for name in LAWS for size in EMBEDDINGS),
        *(_group(name, "standard", 100, trials=8) for name in LAWS),
        _group("text", "standard", 2000),
    ),
    dtype="float64",
)
def bayes_filter(embedding: str, T: int, *, trials: Trials) -> Float[Tensor, "trials points components"]:
    """All outputs of one law, sequence length and size of embeddings."""
    P = law(str(trials.group.shared["law"]), trials.dtype).to(trials.device)
    mu = EMBEDDINGS[embedding] * sample_means(trials.n_trials, trials.source)
    drawn = sample_sequences(P, mu, T, trials.generator)
    belief = beliefs(P, mu, drawn.x)
    predicted = belief @ P
    minimum = filter_losses(predicted, drawn)
    informed = (entropies(predicted) - belief @ entropies(P)).mean(dim=-1)
    loss, _ = blocked_gradients(hand_set_head(mu, P, BETA), drawn.x, drawn.y, causal=True)
    columns = (
        minimum,
        entropies(predicted).mean(dim=-1),
        minimum - drawn.surprise(P),
        informed,
        predicted.amax(dim=-1).mean(dim=-1),
        loss / drawn.y.shape[-1] - minimum,
        math.log(SYMBOLS) - minimum,
    )
    return torch.stack(columns, dim=-1).unsqueeze(1)
