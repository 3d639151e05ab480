"""Sign steps and a layer norm beside SGD where gradients are averaged over a batch, at one step size.

The loss of a batch is the mean over its tokens, as in PyTorch's cross_entropy by default, where the other
trainings sum (`optimisation`). A mean at step eta is a sum at eta/B, and the sign of a gradient is that of
B times it: sign steps are those of the sum. N = 100 tokens, M = 5 answers, alpha = 2, f(x) = x mod M, 1024
tokens; the trainings of a trial share embeddings, stream of tokens and start.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .training import Optimiser
from .tuning import ALPHA, M, N, Setting, errors, sample_draw

_T: Final = 1024
_DECADES: Final = (0.1, 1.0, 10.0)


def _trainings(optimiser: Optimiser, B: int) -> DesignGroup:
    shared: dict[str, Value] = {"N": N, "M": M, "alpha": ALPHA, "d": 50, "B": B, "optimiser": str(optimiser)}
    points = tuple({**shared, "eta": eta} for eta in _DECADES)
    return DesignGroup.sized(shared=shared, points=points, trials_per_block=64)


@simulator(
    title="Error with gradients averaged over a batch, and what sign steps or a layer norm gain over SGD",
    outputs=("error", "gain"),
    groups=(
        _trainings(optimiser, B)
        for optimiser in Optimiser
        if optimiser is not Optimiser.SGD
        for B in (16, 64, 256)
    ),
)
def averaged_effect(optimiser: str, B: int, d: int, *, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """The error of the optimiser, and that of SGD minus it, both at the step size of the point."""
    base = Setting(d=d, T=_T, B=B)
    setting = replace(base, optimiser=Optimiser(optimiser))
    draw = sample_draw(base, trials.n_trials, trials.source)
    etas = [float(point["eta"]) for point in trials.points]
    averaged = [eta / B for eta in etas]
    plain = errors(base, draw, averaged, (_T,))[:, 0]
    # The step of a sign is no multiple of the gradient.
    found = errors(setting, draw, etas if setting.optimiser.signs else averaged, (_T,))[:, 0]
    return torch.stack((found, plain - found), dim=-1)
