"""AdamW's runs by the optimiser of torch on the same start and sequences."""

from __future__ import annotations

import torch
from theorycheck.numerics.markov_chains import training
from theorycheck.numerics.markov_chains.layer import context_logits, contexts
from theorycheck.numerics.markov_chains.leaving import adamw_stays
from theorycheck.numerics.markov_chains.training import N, Optimiser, Setting, sample_masses, sample_weights

from ..samples import sampled

RUNS = 16
SHARED = {"p": 0.8, "q": 0.7, "scale": 0.1, "rate": 0.03, "decay": 0.01}


def stays_by_torch(steps: int, *, decay: float) -> torch.Tensor:
    """Whether each run is at the marginal, by torch's AdamW; its decay is a factor of the step."""
    setting = Setting(tied=True, p=0.8, q=0.7, optimiser=Optimiser.ADAMW, scale=0.1)
    generator = torch.Generator().manual_seed(3)
    theta = sample_weights(setting, RUNS, generator).requires_grad_()
    optimiser = torch.optim.AdamW([theta], lr=0.03, weight_decay=decay)
    given = contexts(setting.chain, N)
    for _ in range(steps):
        masses = sample_masses(setting.chain, RUNS, generator)
        logits = context_logits(setting.layer, theta, given)
        sides = torch.stack((-logits, logits), dim=-1)
        optimiser.zero_grad()
        (-(torch.nn.functional.logsigmoid(sides) * masses).sum()).backward()
        optimiser.step()
    excess = training.excess(setting, theta.detach())
    return ((excess >= 0.9) & (excess <= 1.1)).double()


def test_runs_leave_as_those_of_torch_do() -> None:
    drawn = sampled(adamw_stays, RUNS, seed=3, points=[{"t": 10}, {"t": 60}], **SHARED)[..., 0]
    assert torch.equal(drawn[:, 1].double(), stays_by_torch(60, decay=0.01))
    assert not torch.equal(drawn[:, 0], drawn[:, 1])
