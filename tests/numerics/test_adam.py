"""Adam against the library's."""

from __future__ import annotations

import pytest
import torch
from lawcheck.numerics.adam import Adam


@pytest.mark.parametrize("decay", [0.0, 0.01])
def test_steps_are_those_of_the_library(decay):
    generator = torch.Generator().manual_seed(3)
    theta = torch.randn(3, 5, generator=generator, dtype=torch.float64)
    free = theta.clone().requires_grad_()
    library = torch.optim.AdamW([free], lr=0.05, weight_decay=decay)
    own = Adam(rates=torch.full((3, 1), 0.05, dtype=torch.float64), decay=decay)
    for _ in range(5):
        library.zero_grad()
        free.square().sum().backward()
        library.step()
        theta = own.stepped(theta, 2 * theta)
    torch.testing.assert_close(theta, free.detach())
    assert not torch.allclose(own.stepped(theta, 2 * theta), free.detach())
