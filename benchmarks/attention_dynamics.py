"""Speed of attention's gradients and trainings: `python benchmarks/attention_dynamics.py [--json FILE]`.

Prints CPU seconds, one thread: of the gradient by all parameters at the sizes of Section 7.2 (causal mask, T
positions) by blocks of closed forms, and by automatic differentiation of the dense forward pass, as the model
defines it and with torch's fused functions; then of a step of the toy training of Section 7.1, all seeds at
once by closed forms, and in a loop over seeds with automatic gradients.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

import torch
from lawcheck.numerics.attention_dynamics.gradients import (
    automatic_gradients,
    blocked_gradients,
    printed_gradients,
)
from lawcheck.numerics.attention_dynamics.model import Head, Instance, Sizes, sample_instances
from rich.console import Console
from rich.table import Table

LENGTHS: Final = (500, 2000)
SEEDS: Final = 512
LOOPED: Final = 2
"""Seeds of the loop; its time is proportional to them."""

STEPS: Final = 100
RATE: Final = 0.05
REPEATS: Final = 3


def device_name() -> str:
    """The processor's own name where the system tells it, else its architecture."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text().splitlines() if described.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


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


def cpu_seconds(work: Callable[[], object]) -> float:
    """The least of a few runs, in CPU time, as neighbours on the machine only slow one down."""
    work()
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def gradient_rows() -> list[dict[str, float | str]]:
    """All roads at every length, in both precisions."""
    rows: list[dict[str, float | str]] = []
    for T, dtype in product(LENGTHS, (torch.float32, torch.float64)):
        sizes = Sizes(T=T, d_x=20, d_k=10, d_v=15, C=8)
        generator = torch.Generator().manual_seed(0)
        drawn = sample_instances(sizes, (), generator, scale=0.1, device=torch.device("cpu"), dtype=dtype)
        given = (drawn.head, drawn.x, drawn.y)
        roads: dict[str, Callable[[], object]] = {
            "dense as defined, automatic": partial(automatic_gradients, *given, causal=True),
            "dense and fused, automatic": partial(automatic, drawn.head, drawn, causal=True),
            "blocks, closed forms": partial(blocked_gradients, *given, causal=True),
        }
        seconds = {road: cpu_seconds(work) for road, work in roads.items()}
        first = next(iter(seconds.values()))
        work = f"gradient, T = {T}, {str(dtype).removeprefix('torch.')}"
        rows += [
            {"work": work, "road": road, "seconds": s, "faster": first / s} for road, s in seconds.items()
        ]
    return rows


def training_rows() -> list[dict[str, float | str]]:
    """Seconds a step and seed of both roads."""
    generator = torch.Generator().manual_seed(0)
    drawn = sample_instances(Sizes(), (SEEDS,), generator, scale=0.3, device=torch.device("cpu"))

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
    return [
        {"work": "toy step of a seed", "road": road, "seconds": seconds, "faster": loop / seconds}
        for road, seconds in (
            ("loop over seeds, automatic", loop),
            (f"{SEEDS} seeds at once, closed forms", batch),
        )
    ]


def main() -> None:
    """Print the table; with --json, write it too."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="file to write the figures to")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    rows = gradient_rows() + training_rows()
    table = Table("work", "road", "CPU seconds", "times the first")
    for row in rows:
        table.add_row(str(row["work"]), str(row["road"]), f"{row['seconds']:.3g}", f"{row['faster']:.1f}")
    Console().print(table)
    if arguments.json:
        document = {"device": device_name(), "torch": torch.__version__, "threads": 1, "figures": rows}
        arguments.json.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
