"""Automatic derivatives against those of the library's transforms."""

import torch
from theorycheck.numerics.derivatives import hessian, jacobian


def wave(x):
    return torch.sin(x).prod(-1) * x.exp().sum(0)[0]


def test_derivatives_are_those_of_the_transforms():
    x = torch.randn(3, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    torch.testing.assert_close(jacobian(wave, x), torch.func.jacrev(wave)(x))
    torch.testing.assert_close(
        hessian(lambda at: wave(at)[1], x), torch.func.jacrev(torch.func.grad(lambda at: wave(at)[1]))(x)
    )
    assert not torch.allclose(jacobian(wave, x), torch.func.jacrev(wave)(2 * x))
