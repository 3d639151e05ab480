"""The experiment of Table 1 (Section 7.2) from entries of other sizes than the 0.1 of the released script.

All else is as in `released`, with attention that moves: the script's chain, mean loss, 1000 steps of 0.01,
and of 0.1 for W_V under the EM-like schedule.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Trials
from .released import released_law
from .schedules import STEPS, Task, Training, sample_head, spread_over, step_sizes
from .sticky import sample_means, sample_sequences


@simulator(
    title="Final losses of SGD and of the EM-like schedule on the released script's chain, by initial scale",
    outputs=("sgd", "values", "gain"),
    groups=(
        DesignGroup.sized(shared={"T": 500, "scale": scale}, trials_per_block=2) for scale in (0.05, 0.2)
    ),
    quick_rounds=4,
)
def initial_scale_losses(T: int, scale: float, *, trials: Trials) -> Float[Tensor, "trials points 3"]:
    """The mean losses on the training sequence after all steps, and SGD's minus the other."""
    schedules = ("sgd", "values")
    mu = sample_means(trials.n_trials, trials.source)
    P = released_law(trials.dtype).to(trials.device)
    seen = sample_sequences(P, mu, T, trials.generator)
    task, rates = Task(seen=seen, fresh=seen, P=P), step_sizes(schedules, float(T), mu)
    head = sample_head(trials.n_trials, scale, trials.source)
    run = Training(head=spread_over(head, schedules), task=task, rates=rates)
    for _ in range(STEPS):
        run.step()
    losses = run.step()
    return torch.cat((losses, losses[:, :1] - losses[:, 1:]), dim=1).unsqueeze(1)
