"""A drawing as an `<svg>` element that lives in the page and takes its colours from the stylesheet.

It counts in tenths of a point, so that no coordinate needs a decimal point. Marks are drawn by markers that
the page defines once.
"""

from __future__ import annotations

import html
import math
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
    RADIUS,
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
    shapes = {name(mark): f"{_line(outline(mark))}Z" for mark in MARKS}
    arrow = "M-35 0H35M0 0V120M-20 90L0 120L20 90"
    defined = [_marker(key, shape, "mark") for key, shape in (shapes | {name("o"): _CIRCLE}).items()]
    content = "".join([*defined, _marker(ARROW, arrow, "interval")])
    return Markup(  # noqa: S704 - of constants alone
        f'<svg class="plot markers" width="0" height="0" aria-hidden="true">{content}</svg>'
    )


def outline(mark: str) -> list[Place]:
    """The corners of a mark around the origin."""
    if mark in "PX":
        turn = 0.0 if mark == "P" else math.pi / 4
        return [_turned(x, y, turn) for x, y in _plus(RADIUS * 1.1, RADIUS * 0.4)]
    if mark == "*":
        return [_corner(k, 10, -0.25, RADIUS * (1.5 if k % 2 == 0 else 0.6)) for k in range(10)]
    corners, start, size = _POLYGONS[mark]
    return [_corner(k, corners, start, RADIUS * size) for k in range(corners)]


_BOX: Final = ("x", "y", "width", "height")
_ROUND: Final = units(RADIUS)
_CIRCLE: Final = f"M-{_ROUND} 0A{_ROUND} {_ROUND} 0 1 1 {_ROUND} 0A{_ROUND} {_ROUND} 0 1 1 -{_ROUND} 0Z"


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


def _marker(key: str, shape: str, css: str) -> str:
    return (
        f'<marker id="mark-{key}" markerUnits="userSpaceOnUse" markerWidth="300" markerHeight="300" '
        f'viewBox="-150 -150 300 300"><path class="{css}" d="{shape}"/></marker>'
    )


_POLYGONS: Final = {
    "s": (4, 0.125, 1.3), "D": (4, 0.0, 1.4), "^": (3, -0.25, 1.35), "v": (3, 0.25, 1.35),
    "<": (3, 0.5, 1.35), ">": (3, 0.0, 1.35), "h": (6, 0.25, 1.15), "p": (5, -0.25, 1.15),
    "o": (4, 0.0, 1.0),
}  # fmt: skip
"""Corners, the turn of the first one, and its distance as a part of the radius."""


def _corner(index: int, corners: int, start: float, distance: float) -> Place:
    angle = 2 * math.pi * (start + index / corners)
    return distance * math.cos(angle), distance * math.sin(angle)


def _plus(arm: float, half: float) -> list[Place]:
    quarter = [(half, -arm), (half, -half), (arm, -half)]
    return [_turned(x, y, turn * math.pi / 2) for turn in range(4) for x, y in quarter]


def _turned(x: float, y: float, angle: float) -> Place:
    return (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))


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
