r"""Embeddings that are learned: Eq. (24), where they are set, and Fig. 8, where gradient descent finds them.

| quantity | meaning |
|---|---|
| `learned_gap` | least gap to a competitor at M unembeddings spread evenly over the circle |
| `answer_gap` | gap to a competitor at distance `kappa`, of (24) or of model (23), overlaps exactly eta |
| `learned_training` | error while e, u and W are trained, d = 2 |
| `learned_embeddings` | where the e_x of one such training are at its end |

Training is on the population cross-entropy, with one step size for e, u and W, which start from independent
standard normal numbers; f(x) = x mod M, 100 tokens of a Zipf law with alpha = 2. The optimiser is Adam or
gradient descent, with step size 0.3; at step size 1 gradient descent diverges from some starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import asin, cos, sin
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..optimisers import Adam, GradientDescent
from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Trials

TOKENS: Final = 100
ALPHA: Final = 2.0
OPTIMISERS: Final = {"adam": Adam, "gradient descent": GradientDescent}
STEP: Final = 0.3
MARKS: Final = (0, 1, 3, 10, 30, 100, 300)
DIMENSION: Final = 2
_TRIALS: Final = 32
_EPSILON: Final = float(np.finfo(float).eps)


@computed(
    title="Least gap to a competitor at W = I, embeddings spread evenly over the circle",
    points=({"M": M, "d": DIMENSION} for M in (5, 10, 16, 32, 64, 128, 256, 512, 1024, 2048)),
)
def learned_gap(M: int) -> ExactValue:
    """The least over y and z of u_y . u_y - u_z . u_y."""
    angle = 2 * np.pi * np.arange(M) / M
    u = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    scores = u @ u[0]
    return ExactValue(value=float(scores[0] - scores[1:].max()), error_bound=16 * _EPSILON)


@computed(
    title="Gap between the scores of the right class and a competitor's",
    points=(
        {"model": model, "eta": eta, "kappa": kappa}
        for model, eta in (("(24)", 0.0), ("(23)", 0.25), ("(23)", 0.5), ("(23)", 0.75))
        for kappa in (0.01, 0.1, 0.5, 1.0, 1.5, 2.0)
    ),
)
def answer_gap(**at: Value) -> ExactValue:
    """u_0 . o - u_1 . o with unembeddings at distance kappa, o the answer of a model to its first token."""
    angle = 2 * asin(float(at["kappa"]) / 2)
    u = np.array([[1.0, 0.0], [cos(angle), sin(angle)]])
    if at["model"] == "(24)":
        answer = u[0]
    else:
        eta = float(at["eta"])
        # Overlaps eta, eta and -eta with the token asked for; the last two are of the competitor's class.
        overlaps = np.array([1.0, eta, eta, -eta])
        answer = np.maximum(overlaps - eta, 0) @ u[[0, 0, 1, 1]]
    return ExactValue(value=float((u[0] - u[1]) @ answer), error_bound=8 * _EPSILON)


def _trained(optimiser: str, M: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d": DIMENSION, "N": TOKENS, "M": M, "optimiser": optimiser},
        points=[{"t": t} for t in MARKS],
        trials_per_block=_TRIALS,
    )


@simulator(
    version=3,
    title="Error while embeddings, unembeddings and W are trained in two dimensions",
    outputs=("error", "nonzero", "alignment"),
    groups=(_trained("adam", 5), _trained("adam", 10), _trained("gradient descent", 5)),
    dtype="float32",
)
def learned_training(M: int, *, trials: Trials) -> Float[Tensor, "trials points 3"]:
    """The error, whether it is not zero, and the mean cosine of W e_x and u_f(x), after t steps."""
    right, p = _task(M, device=trials.device, dtype=trials.dtype)
    steps, errors = trials.sizes("t"), []
    run = _training(trials)
    for t, (e, u, W) in zip(range(max(steps) + 1), run, strict=False):
        if t in steps:
            hidden = e @ W.mT
            alignment = torch.cosine_similarity(hidden, u[:, right], dim=-1).mean(dim=1, keepdim=True)
            # Where training diverges nothing is aligned.
            errors.append(torch.cat((_errors(hidden @ u.mT, right, p), alignment.nan_to_num(0.0)), dim=1))
    return torch.stack(errors, dim=1)


def _placed(M: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d": DIMENSION, "N": TOKENS, "M": M, "optimiser": "adam", "t": max(MARKS)},
        points=[{"x": x} for x in range(1, TOKENS + 1)],
        trials_per_block=1,
    )


@simulator(
    title="Embeddings of the tokens after training in two dimensions",
    outputs=("first coordinate", "second coordinate", "class"),
    groups=(_placed(5), _placed(10)),
    dtype="float32",
)
def learned_embeddings(t: int, M: int, *, trials: Trials) -> Float[Tensor, "trials points 3"]:
    """Where each e_x is after t steps, and the class of x."""
    run = _training(trials)
    e, _, _ = next(islice(run, t, None))
    right, _ = _task(M, device=trials.device, dtype=trials.dtype)
    return torch.cat((e, right.to(trials.dtype).expand(trials.n_trials, -1).unsqueeze(-1)), dim=-1)


def _task(M: int, *, device: torch.device, dtype: torch.dtype) -> tuple[Tensor, Float[Tensor, " N"]]:
    """The class of each token, and its share."""
    x = torch.arange(1, TOKENS + 1, device=device)
    p = x.to(dtype) ** -ALPHA
    return x % M, p / p.sum()


def _training(trials: Trials) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """e, u and W after 0, 1, 2, ... steps, moved in place."""
    M = int(trials.group.shared["M"])
    shapes = ((TOKENS, DIMENSION), (M, DIMENSION), (DIMENSION, DIMENSION))
    e, u, W = (trials.source.normal(trials.n_trials, *shape) for shape in shapes)
    right, p = _task(M, device=trials.device, dtype=trials.dtype)
    optimisers = [OPTIMISERS[str(trials.group.shared["optimiser"])](rates=STEP) for _ in shapes]
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
    """The error sum_x p(x) 1[x is wrong], and whether any token is wrong; ties are wrong."""
    at = right.expand(len(scores), -1).unsqueeze(-1)
    own = scores.gather(2, at)
    # Where training diverges scores are no numbers, which compare as false: those tokens are wrong.
    wrong = (~(scores.scatter(2, at, -torch.inf) < own).all(dim=2)).to(scores.dtype)
    return torch.stack((wrong @ p, wrong.amax(dim=1)), dim=1)
