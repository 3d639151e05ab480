"""A survey as its readers see it: tables by family, operator and target, and every survivor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from theorycheck.evidence import files
from theorycheck.report import output
from theorycheck.upgrade import encode

from .subject import Fate
from .survey import LARGEST_SHARE, Counts, Survey, Unmade, counts_by

JSON: Final = "mutation.json"
MARKDOWN: Final = "mutation.md"

FAMILIES: Final = {
    "claim": "a claim's formula, bound type or direction",
    "premise": "a premise of a derivation",
    "derived": "the derived route alone",
    "measured": "the measured route alone",
}


COUNTS: Final = ("caught", "equivalent", "weaker", "stillborn", "survived", "share")
"""What is counted of each group, in the order of `rows`."""


def write(folder: Path, survey: Survey) -> None:
    """Write `mutation.json` and `mutation.md`. Raises UsageError where that is not possible."""
    with output.prepared(folder, fresh=False):
        files.write_text(folder / JSON, encode(survey))
        files.write_text(folder / MARKDOWN, markdown(survey))


def headline(survey: Survey) -> str:
    """The share that survived in the worst family, which the others do not hide, and then over all.

    >>> from benchmarks.mutation.survey import survey
    >>> headline(survey([], "run", "0.1.0"))
    'No mutants.'
    """
    if survey.worst is None:
        return "No mutants."
    found = survey.families[survey.worst]
    return (
        f"Worst family, {FAMILIES[survey.worst]}: {_survived(found)} that say something else survived; fewer "
        f"than {100 * LARGEST_SHARE:g} % of every family are asked for."
        f"{_of_sample(survey, found)} Over all families: {_survived(survey.total)}."
    )


def _survived(found: Counts) -> str:
    return f"{found.survived} of {found.caught + found.survived} mutants ({100 * found.share:.2f} %)"


def _of_sample(survey: Survey, found: Counts) -> str:
    """How large the sample is, and what it tells of all mutants of the family."""
    if survey.sample == 1:
        return ""
    lower, upper = (100 * limit for limit in survey.limits(found))
    return (
        f" A sample of {100 * survey.sample:g} % of all mutants: among all of that family at least "
        f"{lower:.2f} and at most {upper:.2f} % survive (95 % each)."
    )


def markdown(survey: Survey) -> str:
    """The survey as a Markdown page."""
    parts = [
        "# Mutants",
        f"Evidence: `{survey.evidence}`; theorycheck {survey.theorycheck}. {headline(survey)}",
        *_table("what is changed", survey.fates, lambda fate: FAMILIES[fate.family]),
        *_table("operator", survey.fates, lambda fate: f"{fate.family}: {fate.operator}"),
        *_table("caught by", survey.fates, lambda fate: fate.by, keep=bool),
        *_table("claim or derivation", survey.fates, lambda fate: fate.target),
        "## Survivors",
        *_survivors(survey.survivors),
        *_unmade(survey.unmade),
    ]
    return "\n\n".join(parts) + "\n"


def rows(fates: Sequence[Fate], key: Callable[[Fate], str]) -> Iterator[tuple[str, ...]]:
    """Name, caught, equivalent, weaker, stillborn, survived and share of each group."""
    for name, found in counts_by(fates, key):
        yield (name, *_counts(found))


def _counts(found: Counts) -> tuple[str, ...]:
    counts = found.caught, found.equivalent, found.weaker, found.stillborn, found.survived
    return (*map(str, counts), f"{100 * found.share:.2f} %")


def _table(
    title: str,
    fates: Sequence[Fate],
    key: Callable[[Fate], str],
    keep: Callable[[str], bool] = lambda _: True,
) -> Iterator[str]:
    header = "| " + " | ".join((title, *COUNTS)) + " |\n" + "|---" * (1 + len(COUNTS)) + "|"
    lines = ["| " + " | ".join(map(_point, row)) + " |" for row in rows(fates, key) if keep(row[0])]
    yield "\n".join([header, *lines])


def _survivors(fates: Sequence[Fate]) -> Iterator[str]:
    if not fates:
        yield "None."
        return
    header = "| target | operator | change | why nothing noticed |\n|---|---|---|---|"
    lines = ["| " + " | ".join(map(_point, (f.target, f.operator, f.change, f.reason))) + " |" for f in fates]
    yield "\n".join([header, *lines])


def _unmade(failures: Sequence[Unmade]) -> Iterator[str]:
    if failures:
        yield "## Mutants that could not be made"
        yield "\n".join(f"- {one.target}: {_point(one.reason)}" for one in failures)


def _point(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
