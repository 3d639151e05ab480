"""Gradients averaged over a batch: against PyTorch's own loss and optimiser, which averages by default."""

import pytest
import torch
from theorycheck.numerics.associative_memory.averaged import averaged_effect
from theorycheck.numerics.associative_memory.training import Optimiser, Task
from theorycheck.numerics.associative_memory.tuning import Setting, sample_draw
from theorycheck.numerics.trials import Source, Trials
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize

DOUBLE = torch.float64
B, D, T, TRIALS = 256, 50, 1024, 2


def source() -> Source:
    return Source(generator=torch.Generator().manual_seed(3), dtype=DOUBLE)


def trained(
    task: Task, trial: int, tokens: Tensor, start: Tensor, eta: float, optimiser: Optimiser, reduction: str
) -> float:
    """The error of one run under `torch.optim.SGD`."""
    weights = start.clone().requires_grad_()
    steps = torch.optim.SGD([weights], lr=eta / D if optimiser.signs else eta)

    def logits(x: Tensor) -> Tensor:
        hidden = task.e[trial][x] @ weights.T
        return (normalize(hidden, dim=-1) if optimiser.normalises else hidden) @ task.u[trial].T

    for x in tokens.split(B):
        steps.zero_grad()
        cross_entropy(logits(x), task.answers[x], reduction=reduction).backward()
        if optimiser.signs:
            weights.grad.sign_()
        steps.step()
    wrong = logits(torch.arange(len(task.law))).argmax(dim=1) != task.answers
    return float(task.law[wrong].sum())


@pytest.mark.parametrize("optimiser", [Optimiser.SIGN, Optimiser.LAYER_NORM])
def test_errors_are_those_of_the_mean_loss_and_not_of_the_sum(optimiser: Optimiser) -> None:
    (group,) = (
        group
        for group in averaged_effect.groups
        if group.shared["B"] == B and group.shared["optimiser"] == str(optimiser)
    )
    found = averaged_effect.sample(Trials(group=group, n_trials=TRIALS, source=source()))
    draw = sample_draw(Setting(d=D, T=T, B=B), TRIALS, source())
    gains = {"mean": [], "sum": []}
    for trial in range(TRIALS):
        for k, point in enumerate(group.points):
            at = draw.task, trial, draw.tokens[trial], draw.start[trial, 0], float(point["eta"])
            for reduction, column in gains.items():
                error = trained(*at, optimiser, reduction)
                column.append(abs(found[trial, k, 0].item() - error))
                plain = trained(*at, Optimiser.SGD, reduction)
                column.append(abs(found[trial, k, 1].item() - (plain - error)))
    assert max(gains["mean"]) < 1e-9
    assert max(gains["sum"]) > 1e-3
