"""A survey as its readers see it: tables by family, operator and target, and every survivor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from .. import output
from ..inference.intervals import clopper_pearson
from .subject import Fate
from .survey import LARGEST_SHARE, Survey, Tally, Unmade, tallies

JSON: Final = "mutation.json"
MARKDOWN: Final = "mutation.md"

FAMILIES: Final = {
    "claim": "a claim's formula, sense or direction",
    "premise": "a premise of a derivation",
    "step": "the result of a step of a derivation",
    "derived": "the derived road alone",
    "measured": "the measured road alone",
}


COUNTS: Final = ("caught", "equivalent", "weaker", "stillborn", "survived", "share")
"""What is counted of each group, in the order of `rows`."""


def write(folder: Path, survey: Survey) -> None:
    """Write `mutation.json` and `mutation.md`. Raises UsageError where that is not possible."""
    output.prepare(folder, fresh=False)
    output.write_text(folder / JSON, encoded(survey))
    output.write_text(folder / MARKDOWN, markdown(survey))


def encoded(survey: Survey) -> str:
    """The survey as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(survey), indent=1).decode() + "\n"


def headline(survey: Survey) -> str:
    """The share that survived, over all and in the worst family, in one sentence.

    >>> from lawcheck.verify.mutation.survey import survey
    >>> headline(survey([], "run", "0.1.0"))
    '0 of 0 mutants that say something else survived (0.00 %; fewer than 5 % are asked for).'
    """
    total = survey.total
    counted = total.caught + total.survived
    shares = {name: tally.share for name, tally in survey.families.items()}
    worst = max(shares, key=shares.__getitem__, default="")
    most = f" Most of a family: {FAMILIES[worst]}, {100 * shares[worst]:.2f} %." if total.survived else ""
    most += _of_sample(survey) if survey.sample < 1 else ""
    return (
        f"{total.survived} of {counted} mutants that say something else survived "
        f"({100 * survey.share:.2f} %; fewer than {100 * LARGEST_SHARE:g} % are asked for).{most}"
    )


def _of_sample(survey: Survey) -> str:
    """How large the sample is, and the Clopper-Pearson limits of the share among all mutants."""
    total = survey.total
    lower, upper = clopper_pearson(total.survived, max(1, total.caught + total.survived), alpha=0.05)
    return (
        f" A sample of {100 * survey.sample:g} % of all mutants: among all, {100 * float(lower):.2f} to "
        f"{100 * float(upper):.2f} % survive (95 %)."
    )


def markdown(survey: Survey) -> str:
    """The survey as a Markdown page."""
    parts = [
        "# Mutants",
        f"Evidence: `{survey.evidence}`; lawcheck {survey.lawcheck}. {headline(survey)}",
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
    for name, tally in tallies(fates, key):
        yield (name, *_counts(tally))


def _counts(tally: Tally) -> tuple[str, ...]:
    counts = tally.caught, tally.equivalent, tally.weaker, tally.stillborn, tally.survived
    return (*map(str, counts), f"{100 * tally.share:.2f} %")


def _table(
    title: str,
    fates: Sequence[Fate],
    key: Callable[[Fate], str],
    keep: Callable[[str], bool] = lambda _: True,
) -> Iterator[str]:
    header = "| " + " | ".join((title, *COUNTS)) + " |\n" + "|---" * (1 + len(COUNTS)) + "|"
    lines = ["| " + " | ".join(map(_cell, row)) + " |" for row in rows(fates, key) if keep(row[0])]
    yield "\n".join([header, *lines])


def _survivors(fates: Sequence[Fate]) -> Iterator[str]:
    if not fates:
        yield "None."
        return
    header = "| target | operator | change | why nothing noticed |\n|---|---|---|---|"
    lines = ["| " + " | ".join(map(_cell, (f.target, f.operator, f.change, f.reason))) + " |" for f in fates]
    yield "\n".join([header, *lines])


def _unmade(failures: Sequence[Unmade]) -> Iterator[str]:
    if failures:
        yield "## Mutants that could not be made"
        yield "\n".join(f"- {one.target}: {_cell(one.reason)}" for one in failures)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
