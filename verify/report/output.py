"""The folder a run writes to: checked before anything runs, written only when all is known."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ..document import Document
from ..errors import UsageError
from ..evidence.files import DRAFT, STORE, alone_in, write_bytes, write_text
from ..upgrade import decode, encode
from ..wording.sentences import lacking
from ..wording.statements import reasons

if TYPE_CHECKING:
    from ..baseline.difference import Difference

VERDICTS: Final = "verdicts.json"
HTML: Final = "report.html"
MARKDOWN: Final = "report.md"
LATEX: Final = "latex"
PAGES: Final = "report"
"""The folder of the pages that `report.html` leads to."""

MOST_AT_ONCE: Final = 60
"""Claims up to which a run writes a page for each, a tenth of a second each."""

_WRITTEN: Final = (STORE, f"{STORE}-wal", f"{STORE}-shm", f"{STORE}-journal", VERDICTS, HTML, MARKDOWN)


def require_usable(folder: Path, *, fresh: bool, resumes: bool = True) -> None:
    """Raise UsageError for a folder that a run may not write to; nothing is touched.

    Refused are a file, a folder marked read-only, one that another run uses, and, unless `fresh`, one with
    reports of which the evidence is missing, or with evidence that what is to be written does not resume.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--out {folder} is a file; name a folder.")
    if not folder.exists():
        return
    if not folder.stat().st_mode & stat.S_IWUSR or not os.access(folder, os.W_OK):
        raise UsageError(f"--out {folder} is read-only; choose another, or make it writable.")
    with alone_in(folder):
        if fresh:
            return
        if not (folder / STORE).exists():
            _refuse_other_files(folder)
        elif not resumes:
            raise UsageError(
                f"--out {folder} holds a run, whose report would be overwritten; choose another folder, or "
                "discard the run with --fresh."
            )


@contextmanager
def prepared(folder: Path, *, fresh: bool, resumes: bool = True) -> Iterator[Path]:
    """The path of the folder's store, while no other run may use the folder; `fresh` deletes an earlier run.

    Only what a run writes is deleted. Raises UsageError as `require_usable` does.
    """
    require_usable(folder, fresh=fresh, resumes=resumes)
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder):
        with _explained(folder):
            for name in _WRITTEN if fresh else ():
                (folder / name).unlink(missing_ok=True)
        yield folder / STORE


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"--out {folder} cannot be used ({error.strerror}); choose another.") from error


def write(folder: Path, document: Document) -> None:
    """Write `verdicts.json` and the two reports, each complete or not at all."""
    write_text(folder / VERDICTS, encode(document))
    write_reports(folder, document)


def write_reports(
    folder: Path, document: Document, *, whole: bool | None = None, since: Difference | None = None
) -> None:
    """Write `report.html`, the pages that it leads to, and `report.md`, made from the document alone.

    The pages of statements, claims and figures are written where `whole` is true, or None and they are few.
    They mark what moved `since` an earlier run.
    """
    from . import caches, markdown_page

    every = len(document.claims) <= MOST_AT_ONCE if whole is None else whole
    write_pages(folder, PAGES, _pages(document, whole=every, since=since))
    write_text(folder / MARKDOWN, markdown_page.render(document))
    caches.save()


def _pages(document: Document, *, whole: bool, since: Difference | None = None) -> Iterator[tuple[str, str]]:
    """The pages of a run's folder: that of its one source, or the index of several."""
    from . import glossary
    from .code_places import code_places
    from .layout import Layout
    from .site import glossary_page, site

    several = len({claim.topic for claim in document.claims}) > 1
    parts = by_topic(document) if several else [("", document)]
    index, words = HTML if several else None, f"{PAGES}/{glossary.HTML}"
    code = code_places(document.claims) if whole else {}
    for topic, part in parts:
        stem = f"{PAGES}/{topic}" if several else PAGES
        layout = Layout(stem=stem, document=VERDICTS, index=index, glossary=words, whole=whole)
        yield from site(part, layout, code=code, since=since)
    shared = Layout(stem=PAGES, document=VERDICTS, index=index, glossary=words)
    if several:
        from .overview import index_page

        yield HTML, index_page([part for _, part in parts], layout=shared)
    yield words, glossary_page(shared)


def by_topic(document: Document) -> list[tuple[str, Document]]:
    """A document for each topic of a run, as a run of that topic alone would give it."""
    topics = dict.fromkeys(claim.topic for claim in document.claims)
    return [(topic, _of_topic(document, topic)) for topic in topics]


def _of_topic(document: Document, topic: str) -> Document:
    return msgspec.structs.replace(
        document,
        claims=[claim for claim in document.claims if claim.topic == topic],
        statements=[s for s in document.statements if s.id.partition(".")[0] == topic],
        figures=[figure for figure in document.figures if figure.topic == topic],
        # Where a run was written to is of its machine alone.
        command=f"theorycheck run {topic} --preset {document.preset} --seed {document.seed}",
    )


def write_single_file(folder: Path, document: Document) -> None:
    """Write all pages of a document as one `report.html`."""
    from . import caches
    from .site import single_file

    write_pages(folder, PAGES, [(HTML, single_file(document))])
    caches.save()


def write_pages(folder: Path, own: str, pages: Iterable[tuple[str, str]]) -> None:
    """Write pages by their paths; those in the folder `own` that an earlier report alone wrote are deleted.

    They are deleted last, so that an interruption leaves each page as it was or as it is now.
    """
    written = set()
    for path, page in pages:
        write_text(folder / path, page)
        written.add(folder / path)
    with _explained(folder):
        # In this order a folder comes after what is in it.
        for there in sorted((folder / own).rglob("*"), reverse=True):
            if there.is_dir():
                if not any(there.iterdir()):
                    there.rmdir()
            elif there.suffix in {".html", DRAFT} and there not in written:
                there.unlink()


def load_reports() -> None:
    """Import what the reports are made with, a second's work that a run does while it waits for workers."""
    from . import figure_charts, forest, markdown_page, site  # noqa: F401 - for later


def write_latex(folder: Path, document: Document, patterns: Sequence[str] = ()) -> list[Path]:
    """Write what a paper can take over into `latex/`, of the claims that some pattern names.

    Raises UsageError, with nothing written, for a pattern that names no claim.
    """
    from .latex import files

    written = []
    for name, content in files(document, patterns).items():
        path = folder / LATEX / name
        write_bytes(path, content)
        written.append(path)
    return written


def write_csv(folder: Path, document: Document) -> list[Path]:
    """Write the verdicts and the estimates behind them as tables, beside the document."""
    from . import point_tables

    tables = {folder / name: text for name, text in point_tables.csv_files(document).items()}
    for path, text in tables.items():
        write_text(path, text)
    return list(tables)


def read(folder: Path) -> Document:
    """The document of an earlier run. Raises UsageError where there is none that can be read."""
    path = folder / VERDICTS
    if not path.is_file():
        raise UsageError(f"{folder} holds no {VERDICTS}; name the --out folder of a finished run.")
    return read_document(path)


def read_document(path: Path) -> Document:
    """The document in a file. Raises UsageError where this version does not read it."""
    try:
        return document_in(path.read_bytes(), str(path))
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}).") from error


def document_in(text: bytes, name: str) -> Document:
    """The document in the text of a file of that name; raises UsageError where nothing can be made of it."""
    try:
        document = decode(text, Document)
    except msgspec.DecodeError as error:
        raise UsageError(f"{name} is not a document this version reads ({error}).") from error
    for claim in document.claims:
        if absent := lacking(reasons(claim)):
            raise UsageError(f"{name} is not a document this version reads ({claim.id} lacks {absent}).")
    return document


def encode_by_line(document: Document) -> str:
    """The document as JSON with a line for each statement, claim and figure: small, and changes show."""
    lines = []
    for name, value in msgspec.to_builtins(document).items():
        one = msgspec.json.encode(value).decode()
        if isinstance(value, list):
            one = "[\n" + ",\n".join(msgspec.json.encode(part).decode() for part in value) + "\n]"
        lines.append(f'"{name}": {one}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _refuse_other_files(folder: Path) -> None:
    there = [name for name in (VERDICTS, HTML, MARKDOWN) if (folder / name).exists()]
    if there:
        raise UsageError(
            f"--out {folder} holds {there[0]} without the evidence behind it; choose another folder, or "
            "overwrite it with --fresh."
        )
