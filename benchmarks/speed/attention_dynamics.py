"""Attention's gradients and trainings, beside automatic differentiation.

The gradient by all parameters at the sizes of Section 7.2 (causal mask, T positions) by blocks of closed
forms, and by automatic differentiation of the dense forward pass, as the model defines it and with
torch's fused functions; then a step of the toy training of Section 7.1, all seeds at once by closed
forms, and in a loop over seeds with automatic gradients.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from itertools import product
from typing import Final

import torch
from theorycheck.numerics.attention_dynamics.blocked import blocked_gradients
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients, printed_gradients
from theorycheck.numerics.attention_dynamics.model import Head, Instance, Sizes, sample_instances
from theorycheck.numerics.monte_carlo import block_generator
from theorycheck.numerics.trials import Source

from .record import Row, compared
from .timing import cpu_seconds

LENGTHS: Final = (500, 2000)
SEEDS: Final = 512
LOOPED: Final = 2
"""Seeds of the loop; its time is proportional to them."""

STEPS: Final = 100
RATE: Final = 0.05


def dense_loss(head: Head, drawn: Instance, *, causal: bool) -> torch.Tensor:
    """The summed cross-entropy as one writes it down first."""
    x = drawn.x
    scores = (x @ head.W_Q.mT) @ (x @ head.W_K.mT).mT / head.W_Q.shape[-2] ** 0.5
    if causal:
        later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        scores = scores.masked_fill(later, -torch.inf)
    g = torch.softmax(scores, dim=-1) @ (x @ head.W_V.mT)
    logits = g @ head.W_O.mT + head.bias
    return torch.nn.functional.cross_entropy(logits, drawn.y, reduction="sum")


def automatic(head: Head, drawn: Instance, *, causal: bool) -> Head:
    """The gradient of the dense loss by backward."""
    names = [f.name for f in fields(Head)]
    leaves = [getattr(head, name).detach().requires_grad_() for name in names]
    loss = dense_loss(Head(**dict(zip(names, leaves, strict=True))), drawn, causal=causal)
    return Head(**dict(zip(names, torch.autograd.grad(loss, leaves), strict=True)))


def moved(head: Head, slope: Head) -> Head:
    """One step of gradient descent."""
    return Head(**{f.name: getattr(head, f.name) - RATE * getattr(slope, f.name) for f in fields(Head)})


def rows() -> list[Row]:
    """Gradients, then trainings."""
    return gradient_rows() + training_rows()


def gradient_rows() -> list[Row]:
    """All routes at every length, in both precisions."""
    rows: list[Row] = []
    for T, dtype in product(LENGTHS, (torch.float32, torch.float64)):
        sizes = Sizes(T=T, d_x=20, d_k=10, d_v=15, C=8)
        generator = block_generator(0, "benchmark", 1, "instance", 0, "cpu")
        drawn = sample_instances(sizes, (), Source(generator=generator, dtype=dtype), scale=0.1)
        given = (drawn.head, drawn.x, drawn.y)
        routes: dict[str, Callable[[], object]] = {
            "dense as defined, automatic": partial(automatic_gradients, *given, causal=True),
            "dense and fused, automatic": partial(automatic, drawn.head, drawn, causal=True),
            "blocks, closed forms": partial(blocked_gradients, *given, causal=True),
        }
        seconds = {route: cpu_seconds(work) for route, work in routes.items()}
        rows += compared(f"gradient, T = {T}, {str(dtype).removeprefix('torch.')}", seconds)
    return rows


def training_rows() -> list[Row]:
    """Seconds a step and seed of both routes."""
    generator = block_generator(0, "benchmark", 1, "instance", 0, "cpu")
    drawn = sample_instances(Sizes(), (SEEDS,), Source(generator=generator), scale=0.3)

    def batched() -> None:
        head = drawn.head
        for _ in range(STEPS):
            head = moved(head, printed_gradients(head, drawn.x, drawn.y, causal=False).head)

    def looped() -> None:
        for seed in range(LOOPED):
            head = Head(**{f.name: getattr(drawn.head, f.name)[seed] for f in fields(Head)})
            one = Instance(head=head, x=drawn.x[seed], y=drawn.y[seed])
            for _ in range(STEPS):
                head = moved(head, automatic(head, one, causal=False))

    loop = cpu_seconds(looped) / (LOOPED * STEPS)
    batch = cpu_seconds(batched) / (SEEDS * STEPS)
    return compared(
        "toy step of a seed",
        {"loop over seeds, automatic": loop, f"{SEEDS} seeds at once, closed forms": batch},
    )
