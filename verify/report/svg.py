"""A drawing as an `<svg>` element that lives in the page and takes its colours from the stylesheet.

It counts in tenths of a point, so that no coordinate needs a decimal point. Marks are drawn by markers that
the page defines once.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from markupsafe import Markup

from ..wording.names import GREEK
from .drawing import (
    ARROW,
    DOT,
    MARKS,
    Anchor,
    Dot,
    Drawing,
    Element,
    Group,
    Marks,
    Place,
    Strokes,
    Tile,
    Window,
    Words,
)

UNITS: Final = 10
"""Of a written drawing, to a point."""

SHAPES: Final = {
    "o": "M-25 0A25 25 0 1 1 25 0A25 25 0 1 1 -25 0Z",
    "s": "M23 23h-46v-46h46Z",
    "D": "M35 0L0 35L-35 0L0-35Z",
    "^": "M0-34l29 51h-58Z",
    "v": "M0 34l-29-51h58Z",
    "P": "M10-28v18h18v20H10v18h-20V10h-18v-20h18v-18Z",
    "<": "M-34 0l51-29v58Z",
    ">": "M34 0l-51 29v-58Z",
    "h": "M0 29l-25-15v-28L0-29l25 15v28Z",
    "X": "M27-12L14 0l13 12L12 27L0 14l-12 13l-15-15l13-12l-13-12l15-15L0-14l12-13Z",
    "*": "M0-38l9 26h27L14 5l8 25L0 15l-22 15l8-25l-22-17h27Z",
    "p": "M0-29L27-9L17 23h-34L-27-9Z",
    ARROW: "M-35 0H35M0 0V120M-20 90L0 120L20 90",
}
"""The outline of each mark around its place, of marks two and a half points in radius."""

LOWERED: Final = 2.0
"""Points by which an index stands below the line, and a power above."""

_GREEK: Final = re.compile(rf"\b({'|'.join(sorted(GREEK, reverse=True))})\b")
_POWER: Final = r"\^([-\N{MINUS SIGN}]?\d[\d.]*)"
_NAME: Final = re.compile(
    r"(?<![A-Za-z0-9])(?<!['\N{RIGHT SINGLE QUOTATION MARK}])([^\W\d_]|max|min|\N{N-ARY SUMMATION})"
    rf"(?:_(?:\(([^()]+)\)|([A-Za-z0-9]+))(?:{_POWER})?|{_POWER}|(?<=[^\W\d_])(?= =|$|,))"
)
"""A name with its index or power; or alone, in a list, or before its value."""


@lru_cache(maxsize=512)
def picture(drawing: Drawing) -> Markup:
    """The drawing as an `<svg>` element with its alternative text."""
    label = html.escape(" ".join(drawing.description.split()))
    size = f"0 0 {units(drawing.width)} {units(drawing.height)}"
    head = f'<svg class="plot" role="img" aria-label="{label}" viewBox="{size}">'
    return Markup(head + _all(drawing.elements) + "</svg>")  # noqa: S704 - escaped where it is made


def written(element: Element) -> str:
    """The element as text; empty for no line and no mark."""
    match element:
        case Strokes():
            return _strokes(element)
        case Marks():
            return _marks(element)
        case Words():
            return _words([element])
        case Tile():
            return _tile(element)
        case Dot():
            at = f'cx="{units(element.x)}" cy="{units(element.y)}" r="{units(DOT)}"'
            return f'<circle {at} class="ground"/><circle {at}{_shade(element.strength, element.told)}circle>'
        case Group():
            inside = _all(element.elements)
            move = f' transform="translate(0 {units(element.y)})"'
            return f"<g{move}>{inside}</g>" if element.y and inside else inside
        case Window():
            at = " ".join(f'{name}="{units(getattr(element, name))}"' for name in _BOX)
            return f"<svg {at}>{_all(element.elements)}</svg>"


def units(points: float) -> int:
    """A length in the units of a written drawing."""
    return round(UNITS * points)


def name(mark: str) -> str:
    """The mark's name in the stylesheet."""
    return mark if mark == ARROW else str(MARKS.index(mark))


def markers() -> Markup:
    """The definition of every mark, for the page to hold once."""
    drawn = [(name(mark), SHAPES[mark], "interval" if mark == ARROW else "mark") for mark in (*MARKS, ARROW)]
    content = "".join(
        f'<marker id="mark-{key}" markerUnits="userSpaceOnUse" markerWidth="300" markerHeight="300" '
        f'viewBox="-150 -150 300 300"><path class="{css}" d="{shape}"/></marker>'
        for key, shape, css in drawn
    )
    return Markup(  # noqa: S704 - of constants alone
        f'<svg class="plot markers" width="0" height="0" aria-hidden="true">{content}</svg>'
    )


_BOX: Final = ("x", "y", "width", "height")


def _all(elements: Sequence[Element]) -> str:
    """The elements one after another; words that are aligned alike have one group."""
    found = []
    for is_words, run in groupby(elements, lambda one: isinstance(one, Words)):
        some = list(run)
        if is_words:
            pieces = groupby((one for one in some if isinstance(one, Words)), lambda one: one.anchor)
            found += [_words(list(alike)) for _, alike in pieces]
        else:
            found += map(written, some)
    return "".join(found)


def _words(alike: Sequence[Words]) -> str:
    """Words that are aligned in one way."""
    texts = "".join(
        f"<text{f' class={chr(34)}{one.css}{chr(34)}' if one.css else ''} "
        f'x="{units(one.x)}" y="{units(one.y)}">{_typeset(one.words)}</text>'
        for one in alike
    )
    anchor = alike[0].anchor
    return texts if anchor is Anchor.START else f'<g class="{anchor.value}">{texts}</g>'


def _strokes(element: Strokes) -> str:
    path = "".join(map(_line, element.lines))
    faint = f' stroke-opacity="{element.strength:.2g}"' if element.strength < 1 else ""
    return f'<path class="{element.css}"{faint} d="{path}"/>' if path else ""


def _marks(element: Marks) -> str:
    places = element.places
    if not places:
        return ""
    path = _line(places) if len(places) > 1 else f"{_line(places)}h0"
    return f'<path class="m-{name(element.mark)}" d="{path}"/>'


def _tile(element: Tile) -> str:
    at = " ".join(f'{name}="{units(getattr(element, name))}"' for name in _BOX)
    return f"<rect {at}{_shade(element.strength, element.told)}rect>"


def _shade(strength: float, told: str) -> str:
    """The rest of an element that has a strength and a title, up to the name that closes it."""
    title = f"<title>{html.escape(told)}</title>" if told else ""
    return f' fill-opacity="{strength:.2g}">{title}</'


def _line(places: Sequence[Place]) -> str:
    """The path along the places, each step in its shortest form."""
    found, before = [], None
    for place in places:
        x, y = units(place[0]), units(place[1])
        found.append(f"M{_joined(x, y)}" if before is None else _step(x - before[0], y - before[1], x, y))
        before = x, y
    return "".join(found)


def _step(dx: int, dy: int, x: int, y: int) -> str:
    """A step by its differences or to its end; a vertical and a horizontal one need one number."""
    if dx == 0 or dy == 0:
        forms = (f"v{dy}", f"V{y}") if dx == 0 else (f"h{dx}", f"H{x}")
    else:
        forms = f"l{_joined(dx, dy)}", f"L{_joined(x, y)}"
    return min(forms, key=len)


def _joined(x: int, y: int) -> str:
    return f"{x}{y}" if y < 0 else f"{x} {y}"


def typeset(words: str) -> list[tuple[str, bool, int]]:
    """Words in pieces, each with whether it leans as a variable does, and whether it is low (-1) or high (1).

    >>> typeset("d_k^0.49 = 16")
    [('d', True, 0), ('k', False, -1), ('0.49', False, 1), (' = 16', False, 0)]
    >>> typeset("max_(i ≠ j) k_i")
    [('max', False, 0), ('i ≠ j', False, -1), (' ', False, 0), ('k', True, 0), ('i', False, -1)]
    >>> typeset("a query's")
    [("a query's", False, 0)]
    """
    text, end = _GREEK.sub(lambda found: GREEK[found[1]], words), 0
    pieces: list[tuple[str, bool, int]] = []
    for found in _NAME.finditer(text):
        low, high = found[2] or found[3] or "", found[4] or found[5] or ""
        pieces += [
            (text[end : found.start()], False, 0),
            (found[1], len(found[1]) == 1 and found[1].isalpha(), 0),
            (low, False, -1),
            (high, False, 1),
        ]
        end = found.end()
    return [piece for piece in (*pieces, (text[end:], False, 0)) if piece[0]]


def _typeset(words: str) -> str:
    """The words, escaped, in which names such as `d_k` and `tau` are set as in a formula."""
    found = []
    for piece, leaning, level in typeset(words):
        text = html.escape(piece)
        if level:
            step = round(-level * LOWERED * UNITS)
            shifted = f'<tspan class="low" dy="{step}">{text}</tspan>'
            found.append(f'{shifted}<tspan dy="{-step}">\N{ZERO WIDTH SPACE}</tspan>')
        else:
            found.append(f"<tspan>{text}</tspan>" if leaning else text)
    return "".join(found)
