"""The interpretations of a table side by side: the exponent of each with its interval, and the claimed one.

A row is an interpretation: its name, what is concluded of it, and under them the measured exponent as a
circle on its interval, the derived one as a short upright line, the claimed one as a dashed line across.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from textwrap import wrap
from typing import Final

from ..claim import Relation
from ..document import Exponent
from ..wording import Medium
from ..wording.formulas import unicode_text
from ..wording.parts import number
from ..wording.statements import bound_type_sign
from .axes import FREE_END, Axis
from .chart import FOOT, INNER, LEFT, WIDTH, Entry, below, legend_below
from .drawing import MARKS, Anchor, Drawing, Element, Marks, Words, strokes, words
from .interpretations import Interpretation, told_apart, variables
from .numerals import numeral

ROW: Final = 25.0
"""Points from one interpretation to the next; its words stand in the upper half."""

LINE: Final = 10.0
"""Points that each further line of words adds."""

FEWEST: Final = 3
"""Interpretations that make a picture; fewer are seen in the table."""

LONGEST: Final = 58
"""Letters of a name that fit on a line with what is concluded of it, on a narrow screen too."""

BORDER: Final = 3.0
"""Points between words and the edge of the drawing."""

_UNBROKEN: Final = re.compile(r" %|_\([^()]*\)")
"""A sign after its number and an index, within which no line ends."""

SIGNS: Final = {
    "true": "✓ true",
    "false": "✗ false",
    "holds at our threshold": "✓ true at our threshold",
    "lower bound only": "◐ lower bound only",
    "upper bound only": "◐ upper bound only",
}


@dataclass(frozen=True, kw_only=True)
class _Row:
    """An interpretation and its exponent of the drawn variable."""

    interpretation: Interpretation
    exponent: Exponent


def forests(title: str, laws: Sequence[Interpretation]) -> dict[str, Drawing]:
    """For each variable of which enough interpretations of a table know the exponent, the figure."""
    found = {name: _rows(laws, name) for name in variables(laws)}
    return {name: _forest(title, name, rows) for name, rows in found.items() if len(rows) >= FEWEST}


def file_stem(title: str, variable: str) -> str:
    """The name of a picture's file, without its ending."""
    return re.sub(r"[^\w.-]+", "-", f"{title} {variable}".lower())


def _rows(interpretations: Sequence[Interpretation], name: str) -> list[_Row]:
    known = [
        _Row(interpretation=interpretation, exponent=interpretation.exponents[name])
        for interpretation in interpretations
        if name in interpretation.exponents and interpretation.lead.relation == Relation.LAW
    ]
    shown = [row for row in known if row.exponent.estimate is not None or row.exponent.derived is not None]
    return sorted(shown, key=_known)


def _forest(title: str, name: str, rows: Sequence[_Row]) -> Drawing:
    along = _axis(rows, INNER, f"exponent of {name}")
    told = told_apart([row.interpretation for row in rows])
    names = _apart([_UNBROKEN.sub(_held, unicode_text(name)) for _, name in told])
    lines = [wrap(each, LONGEST - len(_concluded(row))) for row, each in zip(rows, names, strict=True)]
    *tops, bottom = accumulate((ROW + LINE * (len(each) - 1) for each in lines), initial=6.0)
    elements: list[Element] = [
        part for row, each, top in zip(rows, lines, tops, strict=True) for part in _row(row, each, along, top)
    ]
    elements.append(strokes([[(LEFT, bottom), (LEFT + INNER, bottom)]], "frame"))
    elements.append(below(along, bottom))
    entries = [
        Entry(label="measured, with interval", mark=MARKS[0]),
        Entry(label="claimed", css="claimed"),
        Entry(label="derived", css="derived"),
    ]
    legend, foot = legend_below(entries, bottom + FOOT)
    return Drawing(
        width=WIDTH, height=foot, elements=(*elements, legend), description=_told(title, name, rows)
    )


def _held(found: re.Match[str]) -> str:
    return found[0].replace(" ", "\N{NO-BREAK SPACE}")


def _axis(rows: Sequence[_Row], length: float, name: str = "") -> Axis:
    """An axis that holds every exponent on every route, with a part free at its ends."""
    ends = [end for row in rows for end in _ends(row.exponent)]
    space = FREE_END * (max(ends) - min(ends) or 1.0)
    low, high = min(ends) - space, max(ends) + space
    return Axis(low=low, high=high, length=length, is_log=False, name=name)


def _row(row: _Row, lines: Sequence[str], along: Axis, top: float) -> list[Element]:
    """Words above, the exponent on its routes below."""
    base = top + 9
    last = base + LINE * (len(lines) - 1)
    middle = last + 0.7 * ROW - 9
    return [
        *(Words(BORDER, base + LINE * number, line) for number, line in enumerate(lines)),
        Words(WIDTH - BORDER, last, _concluded(row), Anchor.END),
        strokes([[(LEFT, middle), (LEFT + INNER, middle)]], "guide"),
        *_exponent(row, along, middle, LEFT),
    ]


def _concluded(row: _Row) -> str:
    """The exponent in figures, and what is concluded of the interpretation."""
    return f"{number(round(_known(row), 3) + 0.0, Medium.TERMINAL)}  {_sign(row.interpretation)}"


def _exponent(row: _Row, along: Axis, middle: float, left: float) -> list[Element]:
    """The exponent on its routes: short upright lines, and the measured one with its interval."""
    exponent, found = row.exponent, list[Element]()
    for value, css, half in ((exponent.claimed, "claimed", 0.23), (_derived(row), "derived", 0.2)):
        if value is not None:
            x = left + along(value)
            found.append(strokes([[(x, middle - half * ROW), (x, middle + half * ROW)]], css))
    if exponent.estimate is not None:
        low, high = (along.low if end is None else end for end in (exponent.ci or (exponent.estimate,) * 2))
        found.append(strokes([[(left + along(low), middle), (left + along(high), middle)]], "interval"))
        found.append(Marks(((left + along(exponent.estimate), middle),), MARKS[0]))
    return found


def _sign(interpretation: Interpretation) -> str:
    """What is concluded, with the bound type of a law that is read in that one alone."""
    concluded = SIGNS.get(interpretation.conclusion, "? open")
    bound_type = bound_type_sign(interpretation.lead.bound_type)
    return concluded if interpretation.has_bound_types or not bound_type else f"{concluded}, {bound_type}"


def _derived(row: _Row) -> float | None:
    """The exponent that rules derived; a heuristic one is not drawn."""
    return row.exponent.derived if row.interpretation.lead.derivation.status == "derived" else None


def _known(row: _Row) -> float:
    """The measured exponent, or the derived one where none was measured."""
    exponent = row.exponent
    return exponent.estimate if exponent.estimate is not None else exponent.derived or 0.0


def _apart(names: Sequence[str]) -> list[str]:
    """The names without the words with which all of them begin.

    >>> _apart(["the error by depth", "the error by size"])
    ['depth', 'size']
    """
    words = [name.split(" ") for name in names]
    common = 0
    while all(len(one) > common + 1 for one in words) and len({one[common] for one in words}) == 1:
        common += 1
    return [" ".join(one[common:]) for one in words]


def _ends(exponent: Exponent) -> list[float]:
    """The values that must be in view."""
    values = [exponent.claimed, exponent.derived, exponent.estimate, *(exponent.ci or ())]
    return [value for value in values if value is not None]


def _told(title: str, name: str, rows: Sequence[_Row]) -> str:
    """The alternative text: every row in words."""
    named = zip(rows, told_apart([row.interpretation for row in rows]), strict=True)
    told = [f"{unicode_text(name)} {numeral(_known(row))}, {one.conclusion}" for row, (one, name) in named]
    return f"{unicode_text(title)}: exponents of {name} by interpretation. {'; '.join(told)}."


@dataclass(frozen=True, kw_only=True)
class SideBySide:
    """The rows of a forest plot on their own, by the claim that leads each, and their common axis."""

    rows: dict[str, Drawing]
    axis: Drawing


ROW_WIDTH, ROW_HEIGHT, AXIS_HEIGHT, INSET = 150.0, 16.0, 16.0, 12.0
"""Points of a row of a table, and what is free at the ends of its axis."""


def side_by_side(interpretations: Sequence[Interpretation], name: str) -> SideBySide | None:
    """The exponent of a variable under each interpretation, to stand in the rows of a table."""
    rows = _rows(interpretations, name)
    if not rows:
        return None
    along = _axis(rows, ROW_WIDTH - 2 * INSET)
    shown = {row.interpretation.lead.id: _alone(row, name, along) for row in rows}
    ticks = along.labels()[:: max(1, len(along.labels()) // 3)]
    labels = words(((INSET + along(value), 12.0, label) for value, label in ticks), Anchor.MIDDLE)
    line = strokes(
        [[(0, 1), (ROW_WIDTH, 1)], *([(INSET + along(v), 1), (INSET + along(v), 4)] for v, _ in ticks)],
        "frame",
    )
    told = f"Axis of the exponent of {name}."
    axis = Drawing(width=ROW_WIDTH, height=AXIS_HEIGHT, elements=(line, labels), description=told)
    return SideBySide(rows=shown, axis=axis)


def _alone(row: _Row, name: str, along: Axis) -> Drawing:
    middle = ROW_HEIGHT / 2
    told = f"exponent of {name}: {numeral(_known(row))}, {row.interpretation.conclusion}"
    elements = [strokes([[(0, middle), (ROW_WIDTH, middle)]], "guide"), *_exponent(row, along, middle, INSET)]
    return Drawing(width=ROW_WIDTH, height=ROW_HEIGHT, elements=tuple(elements), description=told)
