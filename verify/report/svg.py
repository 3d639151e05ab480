"""A matplotlib figure as an `<svg>` element that lives in the page.

matplotlib lays out; the page's style sheet paints. A figure is drawn in the colours of `CLASSES`, each
of which becomes a class of the style sheet, so one drawing serves the light and the dark scheme.
Coordinates get one decimal, and text stays text in the page's own font. The same figure gives the same
bytes.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from typing import Any, Final
from xml.etree import ElementTree as ET

from matplotlib.figure import Figure

from .mathml import GREEK

CLASSES: Final = {
    "#010101": "frame",
    "#020202": "guide",
    "#030303": "claimed",
    "#040404": "derived",
    "#050505": "interval",
    "#060606": "mark",
}
FRAME, GUIDE, CLAIMED, DERIVED, INTERVAL, MARK = CLASSES

SETTINGS: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "lawcheck",
    "text.parse_math": False,
}
"""What of matplotlib's settings must hold while a figure is drawn."""

PREFIX: Final = "plot-prefix"
"""Begins every id of a drawing, until the page puts its own in its place."""

_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_NUMBER: Final = re.compile(r"-?\d+\.\d+")
_ID: Final = re.compile(r"\b[mp][0-9a-f]{10}\b")
"""What matplotlib calls marks and windows."""

_GREEK: Final = re.compile(rf"\b({'|'.join(sorted(GREEK))})\b")
_NAME: Final = re.compile(r"\b([A-Za-z\u0370-\u03ff])(?:_([A-Za-z0-9]+))?(?= =|$)")
"""A variable's name, alone or before its value."""


def inline(figure: Figure, description: str) -> str:
    """The figure as an `<svg>` element with its alternative text; every id in it begins with `PREFIX`."""
    written = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(written, format="svg", metadata=nothing)
    root = ET.fromstring(written.getvalue())  # noqa: S314 - written by matplotlib, without entities
    names: dict[str, str] = {}
    for node in root.iter():
        _tidy(node, names)
    content = "\n".join(ET.tostring(node, encoding="unicode") for node in _elements(root))
    content = re.sub(r">([^<>]+)</text>", lambda words: f">{_typeset(words[1])}</text>", content)
    return (
        f'<svg class="plot" role="img" aria-labelledby="{PREFIX}-title" viewBox="{root.get("viewBox")}">'
        f'<title id="{PREFIX}-title">{html.escape(description)}</title>{content}</svg>'
    )


def _tidy(node: ET.Element, names: dict[str, str]) -> None:
    """Leave of the element what the page needs; `names` gives each id a short name that follows `PREFIX`."""
    node.tag = node.tag.rpartition("}")[2]
    node.tail = None
    node.attrib.pop("transform", None)
    style = node.attrib.pop("style", "")
    if anchor := re.search(r"text-anchor: (\w+)", style):
        node.set("text-anchor", anchor[1])
    if (colour := re.search(r"stroke: (#\w+)", style)) and node.tag in {"path", "use"}:
        node.set("class", CLASSES[colour[1]])
    if reference := node.attrib.pop(_HREF, None):
        node.set("href", reference)
    for name, value in node.attrib.items():
        rounded = _NUMBER.sub(lambda number: f"{round(float(number[0]), 1) or 0:g}", " ".join(value.split()))
        node.set(name, _ID.sub(lambda given: _renamed(given[0], names), rounded))


def _renamed(name: str, names: dict[str, str]) -> str:
    return f"{PREFIX}-{names.setdefault(name, str(len(names)))}"


def _elements(parent: ET.Element) -> Iterator[ET.Element]:
    """What the groups of the figure hold, without the groups and without matplotlib's style sheet."""
    for node in parent:
        if node.tag == "g":
            yield from _elements(node)
        elif node.find("style") is None:
            yield node


def _typeset(words: str) -> str:
    """Escaped words in which names such as `d_k` and `tau` are set as in a formula."""
    return _NAME.sub(_as_variable, _GREEK.sub(lambda name: html.unescape(f"&{name[1]};"), words))


def _as_variable(name: re.Match[str]) -> str:
    letter = f'<tspan font-style="italic">{name[1]}</tspan>'
    if name[2] is None:
        return letter
    return (
        f'{letter}<tspan font-size="75%" dy="2">{name[2]}</tspan><tspan dy="-2">\N{ZERO WIDTH SPACE}</tspan>'
    )
