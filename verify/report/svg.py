"""The elements of a drawing, as text: an `<svg>` that lives in the page and is painted by its stylesheet.

Every element names a class and no colour, so one drawing serves the light and the dark scheme and the
print. A drawing counts in tenths of a point, so that no coordinate needs a decimal point. Marks are drawn by
markers that the page defines once.

What several drawings of a page show alike, such as an axis or a legend, is a part: it is drawn around its own
origin, so that it is the same at whatever height it stands, written once and used again.
"""

from __future__ import annotations

import html
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup

from ..wording.names import GREEK

MARKS: Final = "osD^vP<>hX*p"
"""The marks that tell series apart, as matplotlib calls them."""

ARROW: Final = "arrow"
"""The mark of an upper limit."""

RADIUS: Final = 2.5

UNITS: Final = 10
"""Of a drawing, to a point."""

BEGIN: Final = "<!--part-->"
END: Final = "<!--/part-->"
"""Around a part that other drawings of the page may have as well."""

LEAST: Final = 60
"""Letters below which a part is as short as its use."""

Place = tuple[float, float]

_PART: Final = re.compile(
    rf'<g transform="translate\(0 (\d+)\)">{BEGIN}(.*?){END}</g>|{BEGIN}(.*?){END}', re.DOTALL
)
_GREEK: Final = re.compile(rf"\b({'|'.join(sorted(GREEK, reverse=True))})\b")
_NAME: Final = re.compile(r"\b([A-Za-z\u0370-\u03ff])(?:_([A-Za-z0-9]+))?(?= =|$|,)")
"""A variable's name, alone, in a list or before its value."""


def picture(width: float, height: float, elements: Iterable[str], description: str) -> Markup:
    """The drawing as an `<svg>` element with its alternative text."""
    label = html.escape(" ".join(description.split()))
    head = f'<svg class="plot" role="img" aria-label="{label}" viewBox="0 0 {units(width)} {units(height)}">'
    return Markup(head + "".join(elements) + "</svg>")  # noqa: S704 - escaped where it is made


def window(left: float, top: float, width: float, height: float, elements: Iterable[str]) -> str:
    """The elements within a rectangle that cuts off what is beyond; they count from its corner."""
    at = f'x="{units(left)}" y="{units(top)}" width="{units(width)}" height="{units(height)}"'
    return f"<svg {at}>{''.join(elements)}</svg>"


def strokes(lines: Iterable[Sequence[Place]], css: str, strength: float = 1.0) -> str:
    """Lines of one class as one element, of full strength or less; none for no line."""
    drawn = "".join(_line(line) for line in lines)
    faint = f' stroke-opacity="{strength:.2g}"' if strength < 1 else ""
    return f'<path class="{css}"{faint} d="{drawn}"/>' if drawn else ""


def marks(places: Sequence[Place], mark: str) -> str:
    """A mark at each of the places."""
    if not places:
        return ""
    drawn = _line(places) if len(places) > 1 else f"{_line(places)}h0"
    return f'<path class="m-{name(mark)}" d="{drawn}"/>'


def name(mark: str) -> str:
    """The mark's name in the stylesheet."""
    return mark if mark == ARROW else str(MARKS.index(mark))


def text(x: float, y: float, words: str) -> str:
    """Words that begin at a place, variables set as in a formula."""
    return f'<text x="{units(x)}" y="{units(y)}">{_typeset(html.escape(words))}</text>'


def aligned(elements: Iterable[str], css: str) -> str:
    """Texts whose middle (`mid`) or end (`end`) is at their place."""
    return f'<g class="{css}">{"".join(elements)}</g>'


def part(elements: str, y: int = 0) -> str:
    """The elements, drawn from `y` down, marked as a part that other drawings may have as well."""
    return _placed(f"{BEGIN}{elements}{END}", y) if elements else ""


def shared(page: str) -> str:
    """The page with each repeated part written where it is first, and used where it comes again.

    >>> drawn = "<path d='" + "M0 0" * 20 + "'/>"
    >>> shared(f"<svg>{part(drawn, 10)}</svg><svg>{part(drawn, 30)}</svg>").count("<path")
    1
    """
    tally = Counter(lower or text for _, lower, text in _PART.findall(page))
    repeated = {text for text, count in tally.items() if count > 1 and len(text) > LEAST}
    names: dict[str, str] = {}

    def written(found: re.Match[str]) -> str:
        y, text = int(found[1] or 0), found[2] or found[3]
        if text in names:
            return f'<use href="#{names[text]}"{_below(y)}/>'
        if text in repeated:
            names[text] = f"p{len(names)}"
            # The class is that of the drawing, for stylesheets that stop at the border of what is used.
            text = f'<g class="plot" id="{names[text]}">{text}</g>'
        return _placed(text, y)

    return _PART.sub(written, page)


def units(points: float) -> int:
    """A length in the units of a drawing."""
    return round(UNITS * points)


def markers() -> Markup:
    """The definition of every mark, for the page to hold once."""
    shapes = {name(mark): _closed(_outline(mark)) for mark in MARKS}
    arrow = "M-35 0H35M0 0V120M-20 90L0 120L20 90"
    defined = [_marker(key, shape, "mark") for key, shape in (shapes | {name("o"): _CIRCLE}).items()]
    content = "".join([*defined, _marker(ARROW, arrow, "interval")])
    return Markup(  # noqa: S704 - of constants alone
        f'<svg class="plot markers" width="0" height="0" aria-hidden="true">{content}</svg>'
    )


def _placed(elements: str, y: int) -> str:
    return f'<g transform="translate(0 {y})">{elements}</g>' if y else elements


def _below(y: int) -> str:
    return f' y="{y}"' if y else ""


_ROUND: Final = units(RADIUS)
_CIRCLE: Final = f"M-{_ROUND} 0A{_ROUND} {_ROUND} 0 1 1 {_ROUND} 0A{_ROUND} {_ROUND} 0 1 1 -{_ROUND} 0Z"


def _marker(key: str, shape: str, css: str) -> str:
    return (
        f'<marker id="mark-{key}" markerUnits="userSpaceOnUse" markerWidth="300" markerHeight="300" '
        f'viewBox="-150 -150 300 300"><path class="{css}" d="{shape}"/></marker>'
    )


def _outline(mark: str) -> list[Place]:
    """The corners of a mark around the origin."""
    if mark in "PX":
        turn = 0.0 if mark == "P" else math.pi / 4
        return [_turned(x, y, turn) for x, y in _plus(RADIUS * 1.1, RADIUS * 0.4)]
    if mark == "*":
        return [_corner(k, 10, -0.25, RADIUS * (1.5 if k % 2 == 0 else 0.6)) for k in range(10)]
    corners, start, size = _POLYGONS[mark]
    return [_corner(k, corners, start, RADIUS * size) for k in range(corners)]


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
    return (
        x * math.cos(angle) - y * math.sin(angle),
        x * math.sin(angle) + y * math.cos(angle),
    )


def _closed(places: Sequence[Place]) -> str:
    return f"{_line(places)}Z"


def _line(places: Sequence[Place]) -> str:
    """The path along the places, each step in its shortest form."""
    written, before = [], None
    for place in places:
        x, y = round(UNITS * place[0]), round(UNITS * place[1])
        written.append(f"M{_joined(x, y)}" if before is None else _step(x - before[0], y - before[1], x, y))
        before = x, y
    return "".join(written)


def _step(dx: int, dy: int, x: int, y: int) -> str:
    """A step by its differences or to its end; a vertical and a horizontal one need one number."""
    if dx == 0 or dy == 0:
        forms = (f"v{dy}", f"V{y}") if dx == 0 else (f"h{dx}", f"H{x}")
    else:
        forms = f"l{_joined(dx, dy)}", f"L{_joined(x, y)}"
    return min(forms, key=len)


def _joined(x: int, y: int) -> str:
    return f"{x}{y}" if y < 0 else f"{x} {y}"


def _typeset(words: str) -> str:
    """Escaped words in which names such as `d_k` and `tau` are set as in a formula."""
    return _NAME.sub(_as_variable, _GREEK.sub(lambda found: GREEK[found[1]], words))


def _as_variable(found: re.Match[str]) -> str:
    letter = f"<tspan>{found[1]}</tspan>"
    if found[2] is None:
        return letter
    return (
        f'{letter}<tspan class="low" dy="20">{found[2]}</tspan><tspan dy="-20">\N{ZERO WIDTH SPACE}</tspan>'
    )
