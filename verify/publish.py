"""Publishing: reports of finished runs, a page a topic with its derivations, and an index of every sentence.

The folder is all that an index is made of, so that one topic can be published anew without the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from . import cache
from .benchmark.record import Benchmark
from .calibration.document import Calibration
from .claims import TOPICS
from .document import Document
from .errors import UsageError
from .mutation.survey import Survey
from .output import encode, read, read_document, write_text
from .upgrade import decode

INDEX_HTML: Final = "index.html"
INDEX_MARKDOWN: Final = "README.md"
CALIBRATION: Final = Path("calibration") / "calibration.json"
MUTATION: Final = Path("mutation") / "mutation.json"
BENCHMARK: Final = Path("..") / "benchmarks" / "results" / "bench.json"
"""Beside the folder of the reports, as in a checkout."""

Measure = TypeVar("Measure", Calibration, Survey, Benchmark)


def publish(runs: Sequence[Path], to: Path) -> tuple[str, ...]:
    """Write the pages of finished runs into a folder, and its index anew; returns the topics published.

    A run of several topics gives a page for each. Raises UsageError for a folder without a finished run,
    and for one that cannot be written.
    """
    parts = [part for run in runs for part in by_topic(read(run))]
    for topic, document in parts:
        _write(to, topic, document)
    write_index(to)
    cache.save()
    return tuple(dict.fromkeys(topic for topic, _ in parts))


def by_topic(document: Document) -> list[tuple[str, Document]]:
    """A document for each topic of a run, as a run of that topic alone would give it."""
    found = dict.fromkeys(claim.topic for claim in document.claims)
    return [(topic, _part(document, topic)) for topic in found]


def write_index(folder: Path) -> None:
    """Write the index of the reports in a folder. Raises UsageError where there is none."""
    from .report import index_html, index_markdown
    from .report.measures import Measured

    paths = [folder / f"{topic}.json" for topic in TOPICS]
    there = [read_document(path) for path in paths if path.is_file()]
    if not there:
        raise UsageError(f"{folder} holds no report of a topic; name folders of finished runs.")
    measured = Measured(
        calibration=_measure(folder / CALIBRATION, Calibration),
        mutation=_measure(folder / MUTATION, Survey),
        benchmark=_measure(folder / BENCHMARK, Benchmark),
    )
    write_text(folder / INDEX_HTML, index_html(there, measured))
    write_text(folder / INDEX_MARKDOWN, index_markdown(there, measured))


def _part(document: Document, topic: str) -> Document:
    return replace(
        document,
        claims=[claim for claim in document.claims if claim.topic == topic],
        statements=[s for s in document.statements if s.id.partition(".")[0] == topic],
        figures=[figure for figure in document.figures if figure.topic == topic],
        # Where a run was written to is of its machine alone.
        command=f"theorycheck run {topic} --preset {document.preset} --seed {document.seed}",
    )


def _write(folder: Path, topic: str, document: Document) -> None:
    from .report import answer_pictures, html_pages, markdown

    write_text(folder / f"{topic}.json", encode(document))
    for name, page in html_pages(document, topic).items():
        write_text(folder / name, page)
    write_text(folder / f"{topic}.md", markdown(document, f"{topic}."))
    for name, picture in answer_pictures(document).items():
        write_text(folder / f"{topic}.{name}.svg", picture)


def _measure(path: Path, kind: type[Measure]) -> Measure | None:
    """What a file says of the verifier itself, where there is one."""
    if not path.is_file():
        return None
    try:
        return decode(path.read_bytes(), kind)
    except msgspec.DecodeError as error:
        raise UsageError(
            f"{path} is no {kind.__name__.lower()} that this version reads ({error})."
        ) from error
