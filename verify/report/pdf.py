"""A drawing of a report as a page of PDF: the same elements, painted in ink for print.

The drawings are `<svg>` elements that name classes and no colour (`svg.py`); a paper has no stylesheet, so
their styles are stated here. matplotlib writes the page. Letters are outlines, so that no fonts need be
embedded; the file holds no date, and no settings of the user's have a say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path as File
from typing import Any, Final
from xml.etree import ElementTree as ET

import matplotlib as mpl
from matplotlib import style
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextToPath
from matplotlib.transforms import Affine2D, Bbox, Transform, TransformedBbox

from . import svg

INCH: Final = 72 * svg.UNITS
"""In the units of a drawing."""

SIZE, LOW_SIZE = 8.0 * svg.UNITS, 6.0 * svg.UNITS
"""Of type, and of type set as an index."""

INK, GREY, FAINT, PAPER = "#000000", "#777777", "#bbbbbb", "#ffffff"
MARK_SIZE: Final = 4.6
STROKES: Final[dict[str, dict[str, Any]]] = {
    "interval": {"edgecolor": INK, "linewidth": 1.0},
    "frame": {"edgecolor": INK, "linewidth": 0.6},
    "guide": {"edgecolor": FAINT, "linewidth": 0.5},
    "claimed": {"edgecolor": GREY, "linewidth": 2.4, "linestyle": (0, (2.4, 1.2))},
    "derived": {"edgecolor": INK, "linewidth": 1.0},
    "line": {"edgecolor": INK, "linewidth": 1.2},
    "halo": {"edgecolor": PAPER, "linewidth": 4.0, "alpha": 0.75},
    "guide-0": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (3.8, 1.9))},
    "guide-1": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (1.2, 1.6))},
    "guide-2": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (5.6, 1.6, 1.2, 1.6))},
    "guide-3": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (2.2, 0.8))},
}
"""How lines of a class are drawn."""

ARROW: Final = Path(
    [(-3.5, 0), (3.5, 0), (0, 0), (0, -12), (-2, -9), (0, -12), (2, -9)], [1, 2, 1, 2, 1, 2, 2]
)
"""The mark of an upper limit, pointing down."""

_STEP: Final = re.compile(r"([MmLlHhVvZ])([^MmLlHhVvZ]*)")
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_METADATA: Final = {"Creator": "theorycheck", "Producer": None, "CreationDate": None, "ModDate": None}


@dataclass(frozen=True, kw_only=True)
class _Ground:
    """Where elements are painted: from their coordinates to those of the page, cut off at a rectangle."""

    figure: Figure
    transform: Transform
    clip: TransformedBbox | None = None
    anchor: float = 0.0
    drawn: list[int] = field(default_factory=lambda: [0])

    def paint(self, artist: Artist) -> None:
        """Add the artist above what is painted already."""
        self.drawn[0] += 1
        artist.set(transform=self.transform, zorder=self.drawn[0])
        self.figure.add_artist(artist)
        if self.clip is not None:
            artist.set_clip_box(self.clip)


def pdf(drawing: str) -> bytes:
    """The `<svg>` element of a report as a PDF of one page that holds it exactly."""
    root = ET.fromstring(drawing)  # noqa: S314 - written by this package, without entities or DTD
    _, _, width, height = _numbers(root.get("viewBox", ""))
    page = BytesIO()
    with style.context(["default", {"path.simplify": False}]):
        figure = Figure(figsize=(width / INCH, height / INCH), facecolor="none")
        upright = Affine2D().scale(1, -1).translate(0, height).scale(1 / INCH)
        _paint_all(root, _Ground(figure=figure, transform=upright + figure.dpi_scale_trans))
        figure.savefig(page, format="pdf", metadata=_METADATA)
    return page.getvalue()


def _paint_all(parent: ET.Element, ground: _Ground) -> None:
    for element in parent:
        css = element.get("class", "")
        if element.tag == "svg":
            _paint_all(element, _window(element, ground))
        elif element.tag == "g":
            moved = Affine2D().translate(0, _down(element)) + ground.transform
            anchor = {"mid": 0.5, "end": 1.0}.get(css, 0.0)
            _paint_all(element, replace(ground, transform=moved, anchor=anchor))
        elif element.tag == "text":
            _paint_text(element, ground)
        elif element.tag == "path":
            _paint_path(element, css, ground)
        elif element.tag in {"rect", "circle"}:
            _paint_shape(element, css, ground)


def _down(element: ET.Element) -> float:
    """How far a group stands below the origin."""
    numbers = _numbers(element.get("transform", ""))
    return numbers[1] if numbers else 0.0


def _window(element: ET.Element, ground: _Ground) -> _Ground:
    """The ground of a rectangle that cuts off what is beyond."""
    x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
    moved = Affine2D().translate(x, y) + ground.transform
    return replace(ground, transform=moved, clip=TransformedBbox(Bbox([(0, 0), (width, height)]), moved))


def _paint_path(element: ET.Element, css: str, ground: _Ground) -> None:
    places, codes = _steps(element.get("d", ""))
    path = Path(places, codes)
    if css == "band":
        ground.paint(PathPatch(path, facecolor=INK, edgecolor="none", alpha=0.16))
    elif css.startswith("m-"):
        ground.paint(_marks(places, css.removeprefix("m-")))
    else:
        stroke = dict(STROKES[css])
        stroke["alpha"] = stroke.get("alpha", 1.0) * float(element.get("stroke-opacity", "1"))
        ground.paint(PathPatch(path, facecolor="none", capstyle="butt", joinstyle="round", **stroke))


def _marks(places: Sequence[svg.Place], name: str) -> Line2D:
    """A mark at each place; a single one is given by a step of no length."""
    xs, ys = zip(*dict.fromkeys(places), strict=True)
    is_arrow = name == svg.ARROW
    return Line2D(
        xs,
        ys,
        linestyle="none",
        marker=ARROW if is_arrow else svg.MARKS[int(name)],
        markersize=12.0 if is_arrow else MARK_SIZE,
        markeredgecolor=INK,
        markeredgewidth=1.0,
        markerfacecolor="none" if is_arrow else PAPER,
    )


def _paint_shape(element: ET.Element, css: str, ground: _Ground) -> None:
    opacity = float(element.get("fill-opacity", "1"))
    if element.tag == "rect":
        x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        shape: Patch = Rectangle((x, y), width, height, facecolor=INK, edgecolor="none", alpha=opacity)
        shape.set(antialiased=False)
    else:
        x, y, radius = (float(element.get(name, "0")) for name in ("cx", "cy", "r"))
        is_ground = css == "ground"
        shape = Circle((x, y), radius, facecolor=PAPER if is_ground else INK, linewidth=0.5)
        shape.set(edgecolor=INK if is_ground else "none", alpha=None if is_ground else opacity)
    ground.paint(shape)


def _paint_text(element: ET.Element, ground: _Ground) -> None:
    """Words from a place on, or with their middle or end there; variables leaning, indices low."""
    runs = list(_runs(element))
    widths = [_width(words, leaning, size) for words, leaning, size, _ in runs]
    x = float(element.get("x", "0")) - ground.anchor * sum(widths)
    y = float(element.get("y", "0"))
    for (words, leaning, size, lowered), width in zip(runs, widths, strict=True):
        y += lowered
        if words.strip():
            places, codes = _outline(words, leaning, size)
            outline = Path([(x + across, y - up) for across, up in places], codes)
            ground.paint(PathPatch(outline, facecolor=INK, edgecolor="none"))
        x += width


def _runs(element: ET.Element) -> Iterator[tuple[str, bool, float, float]]:
    """The pieces of a text with whether they lean, their size, and how far they step down."""
    if element.text:
        yield element.text, False, SIZE, 0.0
    for child in element:
        is_low = child.get("class") == "low"
        words = (child.text or "").replace("\N{ZERO WIDTH SPACE}", "")
        is_variable = not is_low and "dy" not in child.attrib
        yield words, is_variable, LOW_SIZE if is_low else SIZE, float(child.get("dy", "0"))
        if child.tail:
            yield child.tail, False, SIZE, 0.0


@lru_cache(maxsize=4096)
def _width(words: str, leaning: bool, size: float) -> float:
    return float(TextToPath().get_text_width_height_descent(words, _font(leaning, size), ismath=False)[0])


@lru_cache(maxsize=4096)
def _outline(words: str, leaning: bool, size: float) -> tuple[list[svg.Place], list[int]]:
    """The curves around letters that begin at the origin: their points, and what each of them is."""
    places, codes = TextToPath().get_text_path(_font(leaning, size), words, ismath=False)
    scale = size / TextToPath.FONT_SCALE
    return [(scale * float(x), scale * float(y)) for x, y in places], [int(code) for code in codes]


@lru_cache(maxsize=8)
def _font(leaning: bool, size: float) -> FontProperties:
    """A typeface that comes with matplotlib, by its file, so that no search of fonts decides."""
    name = "DejaVuSans-Oblique.ttf" if leaning else "DejaVuSans.ttf"
    return FontProperties(fname=str(File(mpl.get_data_path()) / "fonts" / "ttf" / name), size=size)


def _steps(steps: str) -> tuple[list[svg.Place], list[int]]:
    """The places along an element's `d`, which has moves and straight lines only, and what each is."""
    x = y = 0.0
    places: list[svg.Place] = []
    codes: list[int] = []
    for letter, rest in _STEP.findall(steps):
        numbers = _numbers(rest)
        if letter in "Mm" or letter in "Ll":
            dx, dy = numbers
            x, y = (x + dx, y + dy) if letter.islower() else (dx, dy)
        elif letter in "Hh":
            x = x + numbers[0] if letter == "h" else numbers[0]
        elif letter in "Vv":
            y = y + numbers[0] if letter == "v" else numbers[0]
        places.append((x, y))
        codes.append(int(Path.MOVETO if letter in "Mm" else Path.LINETO))
    return places, codes


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]
