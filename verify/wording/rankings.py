"""What is said of several laws that were held against one table."""

from __future__ import annotations

from typing import Final

from ..document import Ranking
from .formulas import set_formula, set_name
from .media import Medium
from .parts import listed, number

MOST: Final = 1e16 * (1 - 1e-9)
"""Evidence is not told beyond it."""
LEVEL: Final = 0.005
"""A law whose fit is less probable than this does not describe the table."""


def ranking_words(ranking: Ranking, medium: Medium) -> str:
    """Which law describes the table best, whether that is sure, and what would make it so."""
    if not ranking.laws:
        return f"{ranking.data}: no law could be fitted."
    said = [f"{ranking.data}: {_first(ranking, medium)}", _lack_of_fit(ranking, medium)]
    if ranking.unfitted:
        told = listed([set_formula(law, medium) for law in ranking.unfitted])
        said.append(f"No fit of {told} was found.")
    return " ".join(filter(None, said))


def _first(ranking: Ranking, medium: Medium) -> str:
    first, *others = ranking.laws
    best = set_formula(first.law, medium)
    if not others:
        return f"{best} is the only law that could be fitted."
    second = set_formula(others[0].law, medium)
    ratio = ratio_words(others[0].evidence_against, medium)
    if ranking.apart:
        return f"{best} describes it best: the evidence for it over {second} is {ratio}."
    return (
        f"the data cannot tell {best} from {second}: the evidence for the first is {ratio}, and 100 to 1 "
        f"would decide. {_more(ranking, medium)}"
    )


def ratio_words(ratio: float, medium: Medium) -> str:
    """So much evidence for one law and against another."""
    if ratio >= MOST:
        return f"more than {number(MOST, medium)} to 1"
    return f"{number(ratio, medium, 2)} to 1"


def _more(ranking: Ranking, medium: Medium) -> str:
    more = ranking.more
    if more is None:
        return "Not even twelve more sizes of one variable, as precise as the last, would tell them apart."
    sizes = "1 more size" if more.count == 1 else f"{more.count} more sizes"
    sizes = f"{sizes} of {set_name(more.variable, medium)}, up to {number(more.up_to, medium)}"
    if more.holds is None:
        return f"{sizes} and as precise as the last, would tell them apart."
    one, two = (set_formula(law.law, medium) for law in ranking.laws[:2])
    larger, smaller = (one, two) if more.holds == ranking.laws[0].law else (two, one)
    return (
        f"{larger} contains {smaller}, and these data do not need what it has besides; if it holds as "
        f"fitted, {sizes}, show it."
    )


def _lack_of_fit(ranking: Ranking, medium: Medium) -> str:
    """That even the best law does not fit within the errors, if so."""
    first = ranking.laws[0]
    if first.p_value >= LEVEL:
        return ""
    return (
        f"None of them fits within the errors: {set_formula(first.law, medium)} has p = "
        f"{number(first.p_value, medium, 2)}. Deviances are divided by {number(ranking.spread, medium, 2)}."
    )
