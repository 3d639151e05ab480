"""A copy task beyond the length it was trained at, by encoding of positions.

Tokens are uniform on 8 symbols; the answer at each place is the token before it. One causal head, d = 16,
reads token embeddings: queries and keys have biases, logits are a linear map of what is read. `rotary` turns
queries and keys, `learned` adds a row of a table, `sinusoidal` adds sinusoids; rows of the table beyond the
trained length stay as drawn. Matrices start at N(0, 1/d), vectors at N(0, 1/4); Adam, step size .03, runs on
the cross-entropy of 4 fresh sequences of 32 a step; the number of steps is a coordinate of the point.

| output | meaning |
|---|---|
| `rotary`, `learned`, `sinusoidal` | share of right answers at the last 16 places of T, 8 fresh sequences |
| `over learned`, `over sinusoidal` | rotary less that one, same tokens and same start |
"""

from __future__ import annotations

import math
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..optimisers import Adam
from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Source, Trials
from .positions import sinusoids, usual_speeds

ENCODINGS: Final = ("rotary", "learned", "sinusoidal")
TRAINED_AT: Final = 32
LENGTHS: Final = (32, 48, 64, 128)

_SYMBOLS: Final = 8
_WIDTH: Final = 16
_BATCH: Final = 4
_TESTED: Final = 8
_LATE: Final = 16
_RATE: Final = 0.03

Parameters = dict[str, Tensor]
Tokens = Int[Tensor, "trials batch T"]


def sample_start(n_trials: int, source: Source) -> Parameters:
    """Parameters of one model a trial; an encoding without a table leaves it unused."""

    def normal(*shape: int, scale: float) -> Tensor:
        drawn = source.normal(n_trials, *shape)
        return scale * drawn

    matrix = _WIDTH**-0.5
    return {
        "embedding": normal(_SYMBOLS, _WIDTH, scale=0.5),
        "W_Q": normal(_WIDTH, _WIDTH, scale=matrix),
        "W_K": normal(_WIDTH, _WIDTH, scale=matrix),
        "W_V": normal(_WIDTH, _WIDTH, scale=matrix),
        "W_O": normal(_WIDTH, _SYMBOLS, scale=matrix),
        "b_Q": normal(1, _WIDTH, scale=0.5),
        "b_K": normal(1, _WIDTH, scale=0.5),
        "table": normal(max(LENGTHS), _WIDTH, scale=0.5),
    }


def logits(encoding: str, own: Parameters, tokens: Tokens) -> Float[Tensor, "trials batch T symbols"]:
    """The head's answer at every place."""
    T = tokens.shape[-1]
    # A product with ones and zeros, whose derivative is a product again, and not a scatter.
    x = torch.nn.functional.one_hot(tokens, _SYMBOLS).to(own["W_Q"].dtype) @ own["embedding"][:, None]
    places = torch.arange(T, dtype=torch.float64)
    waves = sinusoids(places, usual_speeds(_WIDTH // 2)).to(x)
    if encoding == "learned":
        x = x + own["table"][:, None, :T]
    if encoding == "sinusoidal":
        x = x + waves
    q, k = (x @ own[f"W_{name}"][:, None] + own[f"b_{name}"][:, None] for name in "QK")
    if encoding == "rotary":
        q, k = (_rotated(vectors, waves) for vectors in (q, k))
    scores = q @ k.mT / math.sqrt(_WIDTH)
    later = torch.full((T, T), -torch.inf, dtype=x.dtype, device=x.device).triu(1)
    weights = torch.softmax(scores + later, dim=-1)
    answer: Tensor = weights @ (x @ own["W_V"][:, None]) @ own["W_O"][:, None]
    return answer


def _rotated(
    x: Float[Tensor, "trials batch T d"], waves: Float[Tensor, "T d"]
) -> Float[Tensor, "trials batch T d"]:
    (first, second), (cos, sin) = x.chunk(2, dim=-1), waves.chunk(2, dim=-1)
    return torch.cat((first * cos - second * sin, first * sin + second * cos), dim=-1)


def _uniform_tokens(like: Tensor, batch: int, T: int, generator: torch.Generator) -> Tokens:
    return torch.randint(_SYMBOLS, (like.shape[0], batch, T), generator=generator, device=like.device)


def train(encoding: str, start: Parameters, steps: int, generator: torch.Generator) -> Parameters:
    """Parameters after so many steps; each trial minimises its own loss."""
    own = {name: value.clone().requires_grad_() for name, value in start.items()}
    adam = {name: Adam(rates=_RATE) for name in start}
    for _ in range(steps):
        tokens = _uniform_tokens(start["W_Q"], _BATCH, TRAINED_AT, generator)
        with torch.enable_grad():
            answers, right = logits(encoding, own, tokens)[:, :, 1:], tokens[:, :, :-1].reshape(1, -1)
            # The symbols come first: along a last axis as short the softmax takes ten times as long.
            logs = torch.log_softmax(answers.flatten(0, 2).mT.contiguous(), dim=0)
            loss = -logs.gather(0, right).sum()
            loss = loss / (_BATCH * (TRAINED_AT - 1))
            slopes = torch.autograd.grad(loss, list(own.values()), allow_unused=True)
        for (name, value), slope in zip(own.items(), slopes, strict=True):
            # An encoding without a table has no slope by it.
            if slope is not None:
                adam[name].step(value.detach(), slope)
    return {name: value.detach() for name, value in own.items()}


def late_accuracy(encoding: str, own: Parameters, tokens: Tokens) -> Float[Tensor, " trials"]:
    """Share of right answers at the last places."""
    with torch.no_grad():
        answers = logits(encoding, own, tokens).argmax(dim=-1)
    right = answers[:, :, 1:] == tokens[:, :, :-1]
    return right[:, :, -_LATE:].double().mean(dim=(1, 2))


@simulator(
    version=3,
    title="Copying the token before, last 16 places of sequences longer than those trained on",
    outputs=(*ENCODINGS, "over learned", "over sinusoidal"),
    groups=(
        DesignGroup.sized(
            shared={"steps": steps, "trained": TRAINED_AT},
            points=tuple({"steps": steps, "trained": TRAINED_AT, "T": T} for T in LENGTHS),
            trials_per_block=16,
        )
        for steps in (200, 600)
    ),
)
def copying(steps: int, *, trials: Trials) -> Float[Tensor, "trials lengths 5"]:
    """All encodings from one start, on tokens of one generator state."""
    start = sample_start(trials.n_trials, trials.source)
    state = trials.generator.get_state()
    trained = {}
    for encoding in ENCODINGS:
        trials.generator.set_state(state)
        trained[encoding] = train(encoding, start, steps, trials.generator)
    found = []
    for T in trials.sizes("T"):
        tokens = _uniform_tokens(start["W_Q"], _TESTED, T, trials.generator)
        rotary, learned, waves = (late_accuracy(name, trained[name], tokens) for name in ENCODINGS)
        found.append(torch.stack((rotary, learned, waves, rotary - learned, rotary - waves), dim=-1))
    return torch.stack(found, dim=1)
