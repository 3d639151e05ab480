"""Automatic derivatives of functions of one tensor, in reverse, an output at a time.

`torch.func` and `torch.vmap` give the same at the price of imports that take a second of each process.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Function = Callable[[Tensor], Tensor]


def jacobian(function: Function, x: Tensor) -> Tensor:
    """The derivatives of all outputs: axes of the output, then those of x.

    >>> jacobian(lambda x: x**2, torch.tensor([1.0, 3.0])).tolist()
    [[2.0, 0.0], [0.0, 6.0]]
    """
    at = x.detach().clone().requires_grad_()
    return _rows(function(at), at)


def hessian(function: Function, x: Tensor) -> Tensor:
    """The second derivatives of a number: twice the axes of x.

    >>> hessian(lambda x: x[0] ** 2 * x[1], torch.tensor([1.0, 3.0])).tolist()
    [[6.0, 2.0], [2.0, 0.0]]
    """
    at = x.detach().clone().requires_grad_()
    (slopes,) = torch.autograd.grad(function(at), at, create_graph=True)
    return _rows(slopes, at)


def _rows(found: Tensor, at: Tensor) -> Tensor:
    rows = [torch.autograd.grad(y, at, retain_graph=True)[0] for y in found.flatten()]
    return torch.stack(rows).reshape((*found.shape, *at.shape))
