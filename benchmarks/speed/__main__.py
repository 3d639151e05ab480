"""`python -m benchmarks.speed`: what the routes cost, as ratios in one run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from theorycheck.errors import UsageError

from benchmarks.command import application, run

SUBJECTS: Final = (
    "machine",
    "conditioning",
    "associative_memory",
    "attention_dynamics",
    "training",
    "curves",
    "fractions",
    "verdicts",
    "cluster",
)


def measure(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SUBJECT...]", help=f"Of {', '.join(SUBJECTS)}; all by default."),
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures here as well.")] = None,
) -> None:
    """Time routes beside the usual order of work, one thread each: CPU seconds and their ratios.

    `machine` measures the limits of this machine, `curves` how costs grow, `fractions` how near to the
    limits routes come, `verdicts` the CPU seconds to a decided claim of each topic, `cluster` what sending
    blocks to workers costs; the others compare a topic's routes.
    """
    chosen = subjects or list(SUBJECTS)
    for label in chosen:
        if label not in SUBJECTS:
            raise UsageError(f"There is no benchmark {label!r}; choose among {', '.join(SUBJECTS)}.")
    from . import session

    session.measure(chosen, json)


app = application("speed", measure, "machine associative_memory --json results.json")

if __name__ == "__main__":
    run(app)
