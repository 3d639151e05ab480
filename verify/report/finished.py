"""Finished runs as commands name them: the folder of one, a document, a baseline, or what was published."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import msgspec

from ..baseline import expected
from ..baseline.difference import Difference, Intervals, difference
from ..baseline.expected import Entry
from ..document import ClaimRecord, Document, StatementRecord
from ..errors import UsageError, nearest
from ..evidence.files import DEFAULT_OUT, write_text
from ..upgrade import decode
from .output import VERDICTS, document_in, read, read_document

PUBLISHED: Final = "theorycheck.reports"
"""Reports that come with a checkout, a document a topic."""

DRAWINGS: Final = ("svg", "pdf", "png")


def find_claim(claim_id: str, folder: Path | None) -> tuple[ClaimRecord, str]:
    """A claim of a finished run, and where it is: in `folder`, else in the last one or what was published.

    Raises UsageError where no run has it.
    """
    documents = _documents(claim_id.partition(".")[0], folder)
    for document, where in documents:
        for claim in document.claims:
            if claim.id == claim_id:
                return claim, where
    raise UsageError(_not_found(claim_id, [document for document, _ in documents], folder))


def find_statement(statement_id: str, folder: Path | None) -> tuple[Document, StatementRecord] | None:
    """A statement and the run that has it, looked for as a claim is; None where there is none."""
    for document, _ in _documents(statement_id.partition(".")[0], folder):
        for statement in document.statements:
            if statement.id == statement_id:
                return document, statement
    return None


def draw(claim: ClaimRecord, variable: str | None, suffix: str) -> bytes:
    """The claim's drawing along a variable, by default its first, as a file of that kind.

    Raises UsageError for another kind of file, and where there is nothing to draw.
    """
    from . import chart
    from .html_page import render_picture
    from .pdf import pdf, png
    from .plots import chosen

    if suffix not in DRAWINGS:
        raise UsageError(f"A plot is written as .svg, .pdf or .png, not as {suffix!r}.")
    drawing = chart.draw(chosen(claim, variable))
    if suffix == "svg":
        return render_picture(drawing).encode()
    return pdf(drawing) if suffix == "pdf" else png(drawing)


def diff(before: Path | Document, after: Path | Document, preset: str | None = None) -> Difference:
    """What moved between two runs or baselines; of a baseline the preset of the other run, or the one named.

    Raises UsageError for what cannot be read, and where two baselines share no preset.
    """
    sides = [_side(one) for one in (before, after)]
    common = [name for name in sides[0][1] if name in sides[1][1]]
    chosen = preset or (common[0] if common else None)
    if chosen is None or chosen not in common:
        have = " and ".join(f"{name} has {', '.join(entries) or 'none'}" for name, entries, _ in sides)
        raise UsageError(f"Both sides need the same preset: {have}.")
    (was, first, old), (now, second, new) = sides
    return difference(first[chosen], second[chosen], was=was, now=now, intervals=(old, new))


def write_difference(found: Difference, file: Path) -> None:
    """The difference as a page: a row for what moved, with what it was and what it is."""
    from .html_page import rendered
    from .layout import Layout, Links
    from .site import framed

    title = f"What moved from {found.was} to {found.now}"
    main = rendered("difference.html.jinja", {"found": found, "title": title})
    alone = Links(layout=Layout(stem="", document=""), page=file.name)
    write_text(file, framed(alone, "difference", title, "What moved", main))


def _side(one: Path | Document) -> tuple[str, dict[str, dict[str, Entry]], Intervals]:
    """The name of a run or a baseline, by preset its entries, and of a run the intervals of exponents."""
    if isinstance(one, Document):
        return "a run", _entries(one), _intervals(one)
    if one.is_dir():
        document = read(one)
        return str(one), _entries(document), _intervals(document)
    try:
        text = one.read_bytes()
        if "presets" in decode(text, dict):
            sections = decode(text, expected.Baseline).presets
            return str(one), {name: section.claims for name, section in sections.items()}, {}
    except (OSError, msgspec.DecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(
            f"{one} is no run's folder, document or baseline that can be read ({why})."
        ) from error
    document = read_document(one)
    return str(one), _entries(document), _intervals(document)


def _intervals(document: Document) -> Intervals:
    return {
        claim.id: {name: one.ci for name, one in claim.exponents.items() if one.ci is not None}
        for claim in document.claims
    }


def _entries(document: Document) -> dict[str, dict[str, Entry]]:
    return {document.preset: {claim.id: expected.entry(claim) for claim in document.claims}}


def _documents(topic: str, folder: Path | None) -> list[tuple[Document, str]]:
    """The documents in which a topic's claims are looked for, each with where it is."""
    last = [DEFAULT_OUT] if (DEFAULT_OUT / VERDICTS).is_file() else []
    places = last if folder is None else [folder]
    documents = [(read(place), str(place)) for place in places]
    if folder is None:
        published = _published(topic)
        documents += [] if published is None else [(published, "the published report")]
    return documents


def _published(topic: str) -> Document | None:
    """What `reports/` of the current folder says of a topic, which a checkout has, or of an installed one."""
    name = f"{topic}.json"
    places: tuple[Traversable, ...] = (Path("reports", name), resources.files(PUBLISHED) / name)
    for place in places:
        try:
            if place.is_file():
                return document_in(place.read_bytes(), str(place))
        except UsageError:
            continue
    return None


def _not_found(claim_id: str, documents: list[Document], folder: Path | None) -> str:
    known = [claim.id for document in documents for claim in document.claims]
    where = str(folder) if folder is not None else "any finished run here"
    hint = nearest(claim_id, known, f"`theorycheck run {claim_id}` decides it.", most=3)
    return f"There is no claim {claim_id!r} in {where}; {hint}"
