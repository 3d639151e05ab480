"""A benchmark as its user sees it: a table for each subject as it is measured, then the file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import torch
from theorycheck.evidence.files import write_text
from theorycheck.upgrade import encode

from benchmarks.command import print_table

from .record import Benchmark, Row
from .timing import device_name


def measure(subjects: Sequence[str], file: Path | None) -> None:
    """Measure each subject, print it, and write all of them. Raises UsageError for a file that cannot be."""
    torch.set_num_threads(1)
    found: dict[str, list[Row]] = {}
    for subject in subjects:
        found[subject] = import_module(f".{subject}", __package__).rows()
        _print(subject, found[subject])
    if file is not None:
        document = Benchmark(
            theorycheck=version("theorycheck"),
            device=device_name(),
            torch=str(torch.__version__),
            threads=1,
            subjects=found,
        )
        write_text(file, encode(document))


def _print(subject: str, rows: Sequence[Row]) -> None:
    also = list(dict.fromkeys(name for row in rows for name in row.also))
    header = ("work", "route", "CPU s", "times the first", *also)
    points = [
        (
            row.work,
            row.route,
            f"{row.seconds:.3g}",
            f"{row.faster:.3g}",
            *(_point(row, name) for name in also),
        )
        for row in rows
    ]
    print_table(header, points, title=subject)


def _point(row: Row, name: str) -> str:
    return f"{row.also[name]:.3g}" if name in row.also else ""
