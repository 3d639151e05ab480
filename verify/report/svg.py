"""Elements of a drawing: lines, marks and labels.

Elements name classes of the page's style sheet and no colours, so one drawing serves the light and
the dark scheme. Lengths are pixels of a narrow screen, written with one decimal. Text is escaped
here and stays text, in the page's own font.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Final

from markupsafe import Markup, escape

from .mathml import GREEK

MARKS: Final = (
    "m-2.3 0a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0z",  # circle
    "m-2.1-2.1h4.2v4.2h-4.2z",  # square
    "m0-3l3 3l-3 3l-3-3z",  # diamond
    "m0-2.9l2.8 4.9h-5.6z",  # triangle, up
    "m0 2.9l2.8-4.9h-5.6z",  # triangle, down
    "m-1-3h2v2h2v2h-2v2h-2v-2h-2v-2h2z",  # plus
    "m-2.9 0l4.9-2.8v5.6z",  # triangle, left
    "m2.9 0l-4.9-2.8v5.6z",  # triangle, right
    "m-1.5-2.6h3l1.5 2.6l-1.5 2.6h-3l-1.5-2.6z",  # hexagon
    "m-1.3-2.8h2.6v5.6h-2.6z",  # upright bar
    "m-2.8-1.3h5.6v2.6h-5.6z",  # level bar
    "m-2.8-2.8h5.6l-5.6 5.6h5.6z",  # hourglass
)
"""Outlines of the marks, relative to their centre."""

ARROW: Final = "v12m-2-3l2 3l2-3"
TICK: Final = "m-3.5 0h7"

_GREEK: Final = re.compile(rf"\b({'|'.join(sorted(GREEK))})\b")
_NAME: Final = re.compile(r"\b([^\W\d_])(?:_([A-Za-z0-9]+))?(?= =|$)")
"""A variable's name, alone or before its value."""

Point = tuple[float, float]


def drawing(size: Point, title: str, anchor: str, content: Iterable[Markup]) -> Markup:
    """The `<svg>` element with its alternative text; `anchor` makes the id of that text unique."""
    element = Markup(
        '<svg class="plot" role="img" aria-labelledby="{0}-title" viewBox="0 0 {1} {2}">'
        '<title id="{0}-title">{3}</title>{4}</svg>'
    )
    return element.format(anchor, *map(_length, size), title, Markup("\n").join(content))


def path(css: str, outlines: Iterable[str]) -> Markup:
    """One `<path>` of all outlines in the style of the class, or nothing."""
    joined = "".join(outlines)
    return Markup('<path class="{}" d="{}"/>').format(css, joined) if joined else Markup("")


def window(corner: Point, size: Point, content: Iterable[Markup]) -> Markup:
    """Content in its own coordinates from `corner`, cut off at the edges of `size`."""
    opening = Markup('<svg x="{}" y="{}" width="{}" height="{}">')
    return opening.format(*map(_length, (*corner, *size))) + Markup("").join(content) + Markup("</svg>")


def text(at: Point, words: str, anchor: str = "start") -> Markup:
    """A label; names such as `d_k` and `tau` in it are set as in a formula."""
    opening = Markup('<text x="{}" y="{}" text-anchor="{}">').format(*map(_length, at), anchor)
    return opening + _typeset(words) + Markup("</text>")


def line(points: Iterable[Point]) -> str:
    """The outline of a polygonal line."""
    return "".join(f"{'L' if i else 'M'}{_length(x)} {_length(y)}" for i, (x, y) in enumerate(points))


def outline(at: Point, shape: str) -> str:
    """The outline of a shape given relative to the point."""
    return f"M{_length(at[0])} {_length(at[1])}{shape}"


def _typeset(words: str) -> Markup:
    named = _GREEK.sub(lambda name: html.unescape(f"&{name[1]};"), str(escape(words)))
    return Markup(_NAME.sub(_as_variable, named))  # noqa: S704 - spans of our own around escaped words


def _as_variable(name: re.Match[str]) -> str:
    letter = f'<tspan font-style="italic">{name[1]}</tspan>'
    if name[2] is None:
        return letter
    return (
        f'{letter}<tspan font-size="75%" dy="2">{name[2]}</tspan><tspan dy="-2">\N{ZERO WIDTH SPACE}</tspan>'
    )


def _length(value: float) -> str:
    return f"{round(value, 1) or 0:g}"
