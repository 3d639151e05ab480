"""What `ci` found, on one screen of a terminal: counts, errors, what fails, what does not, notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from ..baseline.ci import BaselineFinding, Rank
from ..wording.parts import numbered
from .findings import APART, BELOW
from .shown import wrapped

INDENT = 4
SIGNS: Final = {
    Rank.ERROR: ("!", "bold magenta"),
    Rank.REGRESSION: ("✗", "red"),
    Rank.ADVISORY: ("~", "yellow"),
}
"""Signs with their styles."""


def print_regressions(finding: BaselineFinding, place: Callable[[str], str], *, whole: bool) -> None:
    """Print as much as the terminal has lines, or the `whole`; `place` says where a claim is written."""
    console = Console(highlight=False)
    console.print(Text(counted(finding), "bold"))
    room = None if whole else console.height - BELOW
    told = list(_told(finding, place))
    for number, (sign, style, sentence) in enumerate(told):
        lines = wrapped(Text(f"  {sign} {' '.join(sentence.split())}"), console, INDENT)
        if room is not None and (room := room - len(lines)) < 0:
            console.print(Text(f"  … {len(told) - number} more: --all", "dim"))
            return
        lines[0].stylize(style, 2, 3)
        console.print(lines[0])
        for line in lines[1:]:
            console.print(Text(" " * INDENT) + line)


def counted(finding: BaselineFinding) -> str:
    """How many claims came to what."""
    compared = len(finding.compared) + len(finding.errors)
    found = {
        "equal to the last bit": len(finding.identical),
        "in error": len(finding.errors),
        "differ": len({one.claim for one in finding.regressions}),
        "differ and do not fail the check": len({one.claim for one in finding.advisory}),
        "run again at a fresh seed": len(finding.rerun),
        "not in the baseline": len(finding.unlisted),
        "gone": len(finding.gone),
    }
    told = APART.join(f"{count} {words}" for words, count in found.items() if count)
    return f"{numbered(compared, 'claim')} compared" + (f": {told}" if told else "")


def _told(finding: BaselineFinding, place: Callable[[str], str]) -> Iterator[tuple[str, str, str]]:
    """A sign with its style and a sentence for each thing, what fails first."""
    for one in finding.discrepancies():
        yield *SIGNS[one.rank], one.sentence + place(one.claim)
    for notice in finding.notices:
        yield "·", "dim", notice
