"""`bench`: what the roads of a topic cost, beside the order of work of its source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError

app = typer.Typer()

_TOPICS = ("associative_memory",)


@app.command(epilog="Example: lawcheck bench associative_memory --json results.json")
def bench(
    topic: Annotated[str, typer.Argument(help="The topic: associative_memory.")],
    baseline_runs: Annotated[int, typer.Option(min=2, help="Runs of the source's order that are timed.")] = 6,
    runs: Annotated[int, typer.Option(min=2, help="Runs of the other roads that are timed.")] = 100,
    json: Annotated[Path | None, typer.Option(help="Write the figures to this file as well.")] = None,
) -> None:
    """Time a topic's roads at one thread each: seconds, standard errors, and both together."""
    if topic not in _TOPICS:
        raise UsageError(f"There is a benchmark for {', '.join(_TOPICS)}; got {topic!r}.")
    import msgspec
    import torch
    from rich.console import Console
    from rich.table import Table

    from ..benchmark import RUNS, rows

    torch.set_num_threads(1)
    found = rows(baseline_runs, runs)
    table = Table("work", "road", f"s for {RUNS} runs", "stderr", "stderr in 1 s", "faster", "cheaper")
    for row in found:
        numbers = (row.seconds, row.stderr, row.stderr_in_a_second, row.faster, row.cheaper)
        table.add_row(row.work, row.road, *(f"{number:.3g}" for number in numbers))
    Console().print(table)
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
