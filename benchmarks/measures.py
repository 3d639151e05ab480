"""How the verifier itself was measured: its errors on planted truths, mutants that slip past it, its speed.

`python -m benchmarks.measures` arranges the files that calibration, mutation and speed write as tables of
the reports' index, in reports/sections.json, where `theorycheck publish` finds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from theorycheck.evidence.files import write_text
from theorycheck.report.numerals import numeral
from theorycheck.report.overview import Section, Sections
from theorycheck.report.publish import SECTIONS
from theorycheck.upgrade import decode, encode

from benchmarks.calibration.document import Calibration
from benchmarks.calibration.page import CRITERIA_HEADER, criterion_line
from benchmarks.mutation.report import COUNTS, FAMILIES, headline, rows
from benchmarks.mutation.survey import Survey
from benchmarks.speed.record import Benchmark, Row

ROOT: Final = Path(__file__).parents[1]
CALIBRATION: Final = ROOT / "reports" / "calibration" / "calibration.json"
MUTATION: Final = ROOT / "reports" / "mutation" / "mutation.json"
BENCHMARK: Final = ROOT / "benchmarks" / "results" / "bench.json"

Measure = TypeVar("Measure", Calibration, Survey, Benchmark)

SINGLE_ROUTES: Final = frozenset({"machine", "curves", "fractions", "cluster", "verdicts"})
"""Topics of the benchmark in which no route is to win."""

LESS: Final = frozenset({"marginal law"})
"""Routes that give less than the plainest one of their work: a mean, and not its spread between draws."""

EXACT: Final = "quadrature"
"""The route that computes what the others sample."""

FATES: Final = ("what is changed", *COUNTS)
SPEEDS: Final = ("label", "work", "plainest route, CPU s", "fastest route", "CPU s", "times faster")


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What there is of it beside the reports."""

    calibration: Calibration | None = None
    mutation: Survey | None = None
    benchmark: Benchmark | None = None


def sections(measured: Measured) -> list[Section]:
    """A section for each file there is."""
    found = []
    if measured.calibration is not None:
        found.append(_calibration(measured.calibration))
    if measured.mutation is not None:
        found.append(_mutation(measured.mutation))
    if measured.benchmark is not None:
        found.append(_benchmark(measured.benchmark))
    return found


def _calibration(found: Calibration) -> Section:
    decisions = sum(row.counts.decisions for row in found.rows)
    return Section(
        title="How often the verifier is wrong",
        anchor="calibration",
        sentence=f"Counted on planted truths and proved laws, {decisions} decisions.",
        whole="calibration/calibration.md",
        header=CRITERIA_HEADER,
        rows=tuple(map(criterion_line, found.criteria)),
    )


def _mutation(found: Survey) -> Section:
    return Section(
        title="What slips past it",
        anchor="mutation",
        sentence=f"Claims, derivations and numbers broken on purpose: {headline(found)}",
        whole="mutation/mutation.md",
        header=FATES,
        rows=tuple(rows(found.fates, lambda fate: FAMILIES[fate.family])),
    )


def _benchmark(found: Benchmark) -> Section:
    return Section(
        title="How fast it measures",
        anchor="speed",
        sentence=f"{_exact(found)}The work that gains most in each topic, in CPU seconds on {found.device} "
        f"with {found.threads} {'thread' if found.threads == 1 else 'threads'}, torch {found.torch}. The "
        "plainest routes are our own programs: the code that the authors of a source published may be "
        "faster, as benchmarks/README.md tells.",
        whole="../benchmarks/results/bench.json",
        header=SPEEDS,
        rows=tuple(_speeds(found)),
    )


def _exact(found: Benchmark) -> str:
    """What is computed without sampling, a sentence for each work; nothing where nothing is."""
    said = "{}, {}, is computed exactly in {} CPU seconds, to a relative error of {}. "
    rows = [(label, row) for label, every in found.subjects.items() for row in every if row.route == EXACT]
    return "".join(
        said.format(
            label.replace("_", " ").capitalize(),
            row.work,
            numeral(row.seconds, 2),
            numeral(row.also["relative error"], 2),
        )
        for label, row in rows
    )


def _speeds(found: Benchmark) -> Iterable[tuple[str, ...]]:
    for label, measured in found.subjects.items():
        whole = [row for row in measured if row.route not in LESS]
        fastest = max(whole, key=lambda row: row.faster, default=None)
        if label in SINGLE_ROUTES or fastest is None:
            continue
        plainest = next(row for row in measured if row.work == fastest.work)
        yield label.replace("_", " "), fastest.work, *_compared(plainest, fastest)


def _compared(plainest: Row, fastest: Row) -> tuple[str, ...]:
    return (
        f"{plainest.route}, {numeral(plainest.seconds, 3)}",
        fastest.route,
        numeral(fastest.seconds, 3),
        numeral(fastest.faster, 3),
    )


def measured() -> Measured:
    """What there is of it in the checkout."""
    return Measured(
        calibration=_read(CALIBRATION, Calibration),
        mutation=_read(MUTATION, Survey),
        benchmark=_read(BENCHMARK, Benchmark),
    )


def _read(path: Path, kind: type[Measure]) -> Measure | None:
    return decode(path.read_bytes(), kind) if path.is_file() else None


def encoded(found: Measured) -> str:
    """The sections as JSON."""
    document = Sections(sections=tuple(sections(found)))
    return encode(document)


if __name__ == "__main__":
    write_text(ROOT / "reports" / SECTIONS, encoded(measured()))
