"""A term beside a careful program in torch that draws the same quantity: one number a draw.

The term is the mean of what its program returns, or another statistic of it, as its head says. Both share
nothing but the sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from theorycheck.theory.node import Term
from theorycheck.theory.parse import parse
from torch import Generator, Tensor

Hand = Callable[[int, Generator], Tensor]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A term at a design point, and a program of the same quantity, in chunks of trials that suit it best."""

    name: str
    term: Term
    at: Mapping[str, object]
    where: tuple[Term, ...] = ()
    hand: Hand
    chunk: int
    n_trials: int


def example(
    term: Term, at: Mapping[str, object], *, chunk: int, n_trials: int, where: tuple[Term, ...] = ()
) -> Callable[[Hand], Example]:
    """A decorator that makes the program below it that of a term; what it says of itself is the name."""
    return lambda hand: Example(
        name=hand.__doc__ or "", term=term, at=at, where=where, hand=hand, chunk=chunk, n_trials=n_trials
    )


def of_text(
    laws: Sequence[str],
    text: str,
    at: Mapping[str, object],
    *,
    chunk: int,
    n_trials: int,
    where: Sequence[str] = (),
) -> Callable[[Hand], Example]:
    """The same for a term in text."""
    asked = parse(text, laws=laws, where=where)
    return example(asked.term, at, chunk=chunk, n_trials=n_trials, where=asked.where)


def standard_normal(*shape: int, g: Generator) -> Tensor:
    """Independent standard normal numbers."""
    return torch.empty(shape).normal_(generator=g)


def unit_vectors(*shape: int, g: Generator) -> Tensor:
    """Vectors of the last dimension, uniform on the unit sphere."""
    x = standard_normal(*shape, g=g)
    return x.div_(torch.linalg.vector_norm(x, dim=-1, keepdim=True))
