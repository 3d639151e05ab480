"""Automatic derivatives of functions of arrays: gradients, and rates along a change.

A rate is the derivative of the gradient's product with a weight by that weight (two passes backwards), so
that only reverse differentiation is needed and both may be nested.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

Array = Float[Tensor, "..."]


def _leaf(x: Array) -> Array:
    """An array by which one can differentiate, still linked to what it was computed from."""
    return x if x.requires_grad else x.detach().requires_grad_()


def gradient(of: Callable[[Array], Array], at: Array) -> Array:
    """The derivative of the sum of `of` by every entry, itself still differentiable.

    >>> gradient(lambda x: x**2, torch.tensor([1.0, 3.0])).tolist()
    [2.0, 6.0]
    """
    leaf = _leaf(at)
    found: Array = torch.autograd.grad(of(leaf).sum(), leaf, create_graph=True)[0]
    return found


def rate(of: Callable[[Array], Array], at: Array, along: Array) -> Array:
    """The derivative of `of` along a change of its argument.

    >>> rate(lambda x: x**2, torch.tensor([1.0, 3.0]), torch.tensor([1.0, -1.0])).tolist()
    [2.0, -6.0]
    """
    leaf = _leaf(at)
    value = of(leaf)
    weight = torch.zeros_like(value, requires_grad=True)
    slope = torch.autograd.grad(value, leaf, weight, create_graph=True)[0]
    found: Array = torch.autograd.grad((slope * along).sum(), weight)[0]
    return found
