"""Steps against those of torch's own optimisers, one of them for each run."""

from collections.abc import Callable
from functools import partial

import pytest
import torch
from theorycheck.numerics import optimisers
from theorycheck.numerics.optimisers import Adam, GradientDescent
from torch import Tensor

RATES = (0.05, 0.3, 1e-3)
STEPS = 40
CASES = {
    "gradient descent": (GradientDescent, torch.optim.SGD),
    "adam": (Adam, torch.optim.Adam),
    "adam with decay": (partial(Adam, decay=0.1), partial(torch.optim.AdamW, weight_decay=0.1)),
}


def start() -> Tensor:
    return torch.randn(len(RATES), 5, generator=torch.Generator().manual_seed(3), dtype=torch.float64)


def followed(optimiser: Adam | GradientDescent) -> Tensor:
    """Where steps down the sum of .01 theta^4 + cos(theta) end."""
    theta = start()
    for _ in range(STEPS):
        optimiser.step(theta, 0.04 * theta**3 - torch.sin(theta))
    return theta


def followed_by_torch(optimiser: Callable[..., torch.optim.Optimizer], rates: tuple[float, ...]) -> Tensor:
    rows = [row.requires_grad_() for row in start()]
    movers = [optimiser([row], lr=rate) for row, rate in zip(rows, rates, strict=True)]
    for _ in range(STEPS):
        for row, mover in zip(rows, movers, strict=True):
            mover.zero_grad()
            (0.01 * row**4 + row.cos()).sum().backward()
            mover.step()
    return torch.stack(rows).detach()


@pytest.mark.parametrize("case", CASES)
def test_each_run_goes_as_far_as_by_the_library(case):
    own, library = CASES[case]
    rates = torch.tensor(RATES, dtype=torch.float64).unsqueeze(1)
    found = followed(own(rates=rates))
    torch.testing.assert_close(found, followed_by_torch(library, RATES), rtol=1e-11, atol=1e-11)
    torch.testing.assert_close(
        followed(own(rates=0.05)), followed_by_torch(library, (0.05,) * 3), rtol=1e-11, atol=1e-11
    )


@pytest.mark.parametrize(
    "changed", [{"MOMENTUM": (0.9, 0.998)}, {"MOMENTUM": (0.89, 0.999)}, {"FLOOR": 1e-7}]
)
def test_other_constants_are_seen(changed, monkeypatch):
    for name, value in changed.items():
        monkeypatch.setattr(optimisers, name, value)
    gap = followed(Adam(rates=0.05)) - followed_by_torch(torch.optim.Adam, (0.05,) * 3)
    assert gap.abs().max() > 1e-9


def test_another_decay_and_another_rate_are_seen():
    decayed = followed_by_torch(partial(torch.optim.AdamW, weight_decay=0.1), (0.05,) * 3)
    assert (followed(Adam(rates=0.05, decay=0.11)) - decayed).abs().max() > 1e-4
    descended = followed_by_torch(torch.optim.SGD, (0.05,) * 3)
    assert (followed(GradientDescent(rates=0.051)) - descended).abs().max() > 1e-4
