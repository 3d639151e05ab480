r"""Embeddings that are learned: Eq. (24), where they are set, and Fig. 8, where gradient descent finds them.

| quantity | meaning |
|---|---|
| `learned_error` | share of wrong classes at W = I, e_x = u_f(x), the u_y random on the sphere |
| `learned_gap` | least gap to a rival at M unembeddings spread evenly over the circle |
| `answer_gap` | gap to a rival at distance `kappa`, of (24) or of model (23) with overlaps of exactly eta |
| `learned_training` | error while e, u and W are trained, d = 2 |
| `learned_embeddings` | where the e_x of one such training are at its end |

A token is answered like its class in (24), so that classes are counted and tokens need not be. Training is
on the population cross-entropy, with one step size for e, u and W, which start from independent standard
normal numbers; f(x) = x mod M, 100 tokens of a Zipf law with alpha = 2. The optimiser is Adam or
plain gradient descent, the step .3; at a step of 1 the latter diverges from some starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from math import asin, cos, sin
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..optimisers import Adam, GradientDescent
from ..quantity import DesignGroup, ExactQuantity, ExactValue, SampledQuantity, Value
from ..sampling import sample_sphere

TOKENS: Final = 100
ALPHA: Final = 2.0
OPTIMISERS: Final = {"adam": Adam, "gradient descent": GradientDescent}
STEP: Final = 0.3
MARKS: Final = (0, 1, 3, 10, 30, 100, 300)
DIMENSION: Final = 2
_TRIALS: Final = 32
_BYTES_PER_NUMBER: Final = 8
_EPSILON: Final = float(np.finfo(float).eps)


def sample_learned_error(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials points 1"]:
    """The share of classes y for which u_y . W e, at W = I and e = u_y, is no higher than a rival's."""
    M, d = int(group.shared["M"]), int(group.shared["d"])
    u = sample_sphere((n_trials, M), d, generator, device=device, dtype=dtype)
    scores = torch.bmm(u, u.mT)
    own = scores.diagonal(dim1=1, dim2=2).clone()
    scores.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    return (~(scores.amax(dim=2) < own)).to(dtype).mean(dim=1).reshape(-1, 1, 1)


def learned_gap_value(at: Mapping[str, Value]) -> ExactValue:
    """Min over y and z of u_y . u_y - u_z . u_y."""
    M = int(at["M"])
    angle = 2 * np.pi * np.arange(M) / M
    u = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    scores = u @ u[0]
    return ExactValue(value=float(scores[0] - scores[1:].max()), error_bound=16 * _EPSILON)


def answer_gap_value(at: Mapping[str, Value]) -> ExactValue:
    """u_0 . o - u_1 . o with unembeddings at distance kappa, o the answer of a model to its first token."""
    angle = 2 * asin(float(at["kappa"]) / 2)
    u = np.array([[1.0, 0.0], [cos(angle), sin(angle)]])
    if at["model"] == "(24)":
        answer = u[0]
    else:
        eta = float(at["eta"])
        # Overlaps eta, eta and -eta with the token asked for; the last two are of the rival's class.
        overlaps = np.array([1.0, eta, eta, -eta])
        answer = np.maximum(overlaps - eta, 0) @ u[[0, 0, 1, 1]]
    return ExactValue(value=float((u[0] - u[1]) @ answer), error_bound=8 * _EPSILON)


def sample_learned_training(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials points 3"]:
    """The error, whether it is not zero, and the mean cosine of W e_x and u_f(x), after t steps."""
    right, p = _task(int(group.shared["M"]), device=device, dtype=dtype)
    steps, errors = group.sizes("t"), []
    run = _training(group, n_trials, generator, device=device, dtype=dtype)
    for t, (e, u, W) in zip(range(max(steps) + 1), run, strict=False):
        if t in steps:
            hidden = e @ W.mT
            alignment = torch.cosine_similarity(hidden, u[:, right], dim=-1).mean(dim=1, keepdim=True)
            # Where training diverges nothing is aligned.
            errors.append(torch.cat((_errors(hidden @ u.mT, right, p), alignment.nan_to_num(0.0)), dim=1))
    return torch.stack(errors, dim=1)


def sample_learned_embeddings(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Float[Tensor, "trials points 3"]:
    """Where each e_x is after t steps, and the class of x."""
    run = _training(group, n_trials, generator, device=device, dtype=dtype)
    e, _, _ = next(islice(run, int(group.shared["t"]), None))
    right, _ = _task(int(group.shared["M"]), device=device, dtype=dtype)
    return torch.cat((e, right.to(dtype).expand(n_trials, -1).unsqueeze(-1)), dim=-1)


def _task(M: int, *, device: torch.device, dtype: torch.dtype) -> tuple[Tensor, Float[Tensor, " N"]]:
    """The class of each token, and its share."""
    x = torch.arange(1, TOKENS + 1, device=device)
    p = x.to(dtype) ** -ALPHA
    return x % M, p / p.sum()


def _training(
    group: DesignGroup, n_trials: int, generator: torch.Generator, *, device: torch.device, dtype: torch.dtype
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """e, u and W after 0, 1, 2, ... steps, moved in place."""
    M = int(group.shared["M"])
    shapes = ((TOKENS, DIMENSION), (M, DIMENSION), (DIMENSION, DIMENSION))
    e, u, W = (
        torch.empty((n_trials, *shape), device=device, dtype=dtype).normal_(generator=generator)
        for shape in shapes
    )
    right, p = _task(M, device=device, dtype=dtype)
    optimisers = [OPTIMISERS[str(group.shared["optimiser"])](rates=STEP) for _ in shapes]
    while True:
        yield e, u, W
        for optimiser, part, slope in zip(optimisers, (e, u, W), slopes(e, u, W, right, p), strict=True):
            optimiser.step(part, slope)


def slopes(
    e: Float[Tensor, "trials N d"],
    u: Float[Tensor, "trials M d"],
    W: Float[Tensor, "trials d d"],
    right: Tensor,
    p: Float[Tensor, " N"],
) -> tuple[Tensor, Tensor, Tensor]:
    """Derivatives of sum_x p(x) (log sum_y exp(u_y . W e_x) - u_f(x) . W e_x) by e, u and W."""
    # Tokens lie along the last axis, where products of two rows and a softmax over classes go by vectors.
    columns = e.mT.contiguous()
    hidden = torch.bmm(W, columns)
    slope = torch.softmax(torch.bmm(u, hidden), dim=1)
    slope[:, right, torch.arange(len(right), device=right.device)] -= 1
    slope *= p
    back = torch.bmm(u.mT.contiguous(), slope)
    along = torch.bmm(W.mT.contiguous(), back).mT
    return along, torch.bmm(slope, hidden.mT.contiguous()), torch.bmm(back, e)


def _errors(
    scores: Float[Tensor, "trials N M"], right: Tensor, p: Float[Tensor, " N"]
) -> Float[Tensor, "trials 2"]:
    at = right.expand(len(scores), -1).unsqueeze(-1)
    own = scores.gather(2, at)
    # Where training diverges scores are no numbers, which compare as false: those tokens are wrong.
    wrong = (~(scores.scatter(2, at, -torch.inf) < own).all(dim=2)).to(scores.dtype)
    return torch.stack((wrong @ p, wrong.amax(dim=1)), dim=1)


def _random(d: int, M: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d": d, "M": M},
        trials_per_block=_TRIALS,
        bytes_per_trial=_BYTES_PER_NUMBER * M * (2 * d + 3 * M),
    )


def _trained(optimiser: str, M: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d": DIMENSION, "N": TOKENS, "M": M, "optimiser": optimiser},
        points=[{"t": t} for t in MARKS],
        trials_per_block=_TRIALS,
        bytes_per_trial=_BYTES_PER_NUMBER * TOKENS * (4 * M + 6 * DIMENSION),
    )


def _placed(M: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d": DIMENSION, "N": TOKENS, "M": M, "optimiser": "adam", "t": max(MARKS)},
        points=[{"x": x} for x in range(1, TOKENS + 1)],
        trials_per_block=1,
        bytes_per_trial=_BYTES_PER_NUMBER * TOKENS * (4 * M + 6 * DIMENSION),
    )


learned_error: Final = SampledQuantity(
    name="associative_memory.learned_error",
    version=1,
    title="Share of wrong classes at W = I and embeddings equal to random unembeddings",
    outputs=("wrong",),
    binary=False,
    groups=tuple(_random(d, M) for d in (1, 2, 3, 8) for M in (2, 5, 100)),
    sample=sample_learned_error,
    dtype="float64",
)

learned_gap: Final = ExactQuantity(
    name="associative_memory.learned_gap",
    version=1,
    title="Least gap to a rival at W = I, embeddings spread evenly over the circle",
    points=tuple({"M": M, "d": DIMENSION} for M in (5, 10, 16, 32, 64, 128, 256, 512, 1024, 2048)),
    evaluate=learned_gap_value,
)

answer_gap: Final = ExactQuantity(
    name="associative_memory.answer_gap",
    version=1,
    title="Gap between the scores of the right class and a rival's",
    points=tuple(
        {"model": model, "eta": eta, "kappa": kappa}
        for model, eta in (("(24)", 0.0), ("(23)", 0.25), ("(23)", 0.5), ("(23)", 0.75))
        for kappa in (0.01, 0.1, 0.5, 1.0, 1.5, 2.0)
    ),
    evaluate=answer_gap_value,
)

learned_training: Final = SampledQuantity(
    name="associative_memory.learned_training",
    version=3,
    title="Error while embeddings, unembeddings and W are trained in two dimensions",
    outputs=("error", "nonzero", "alignment"),
    binary=False,
    groups=(_trained("adam", 5), _trained("adam", 10), _trained("gradient descent", 5)),
    sample=sample_learned_training,
    dtype="float32",
)

learned_embeddings: Final = SampledQuantity(
    name="associative_memory.learned_embeddings",
    version=1,
    title="Embeddings of the tokens after training in two dimensions",
    outputs=("first coordinate", "second coordinate", "class"),
    binary=False,
    groups=(_placed(5), _placed(10)),
    sample=sample_learned_embeddings,
    dtype="float32",
)
