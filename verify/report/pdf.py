"""A drawing of a report as a page of PDF or as a PNG: the same elements, painted in ink for print.

Drawings name classes and no colour (`drawing.py`); paper has no stylesheet, so their styles are stated
here. matplotlib writes the page. Letters are outlines, so that no fonts need be embedded; the file holds no
date, and no settings of the user's have a say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path as File
from typing import Any, Final

import matplotlib as mpl
from matplotlib import style
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextToPath
from matplotlib.transforms import Affine2D, Bbox, Transform, TransformedBbox

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
from .svg import LOWERED, typeset

INCH: Final = 72.0
"""In points."""

DPI: Final = 200
"""Of a PNG."""

SIZE, LOW_SIZE = 8.5, 6.4
"""Of type, and of type set as an index or a power."""

INK, GREY, FAINT, PAPER = "#000000", "#777777", "#bbbbbb", "#ffffff"
MARK_SIZE: Final = 4.6
STROKES: Final[dict[str, dict[str, Any]]] = {
    "interval": {"edgecolor": INK, "linewidth": 1.0},
    "frame": {"edgecolor": INK, "linewidth": 0.6},
    "guide": {"edgecolor": FAINT, "linewidth": 0.5},
    "claimed": {"edgecolor": GREY, "linewidth": 2.4, "linestyle": (0, (2.4, 1.2))},
    "derived": {"edgecolor": INK, "linewidth": 1.0},
    "fitted": {"edgecolor": INK, "linewidth": 0.8, "linestyle": (0, (1.0, 1.2))},
    "line": {"edgecolor": INK, "linewidth": 1.2},
    "halo": {"edgecolor": PAPER, "linewidth": 4.0, "alpha": 0.75},
    "guide-0": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (3.8, 1.9))},
    "guide-1": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (1.2, 1.6))},
    "guide-2": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (5.6, 1.6, 1.2, 1.6))},
    "guide-3": {"edgecolor": GREY, "linewidth": 1.6, "linestyle": (0, (2.2, 0.8))},
}
"""How lines of a class are drawn."""

ARROW_SHAPE: Final = Path(
    [(-3.5, 0), (3.5, 0), (0, 0), (0, -12), (-2, -9), (0, -12), (2, -9)], [1, 2, 1, 2, 1, 2, 2]
)
"""The mark of an upper limit, pointing down."""

ANCHORS: Final = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
_METADATA: Final = {"Creator": "theorycheck", "Producer": None, "CreationDate": None, "ModDate": None}


@dataclass(frozen=True, kw_only=True)
class _Ground:
    """Where elements are painted: from their coordinates to those of the page, cut off at a rectangle."""

    figure: Figure
    transform: Transform
    clip: TransformedBbox | None = None
    drawn: list[int] = field(default_factory=lambda: [0])

    def paint(self, artist: Artist) -> None:
        """Add the artist above what is painted already."""
        self.drawn[0] += 1
        artist.set(transform=self.transform, zorder=self.drawn[0])
        self.figure.add_artist(artist)
        if self.clip is not None:
            artist.set_clip_box(self.clip)


def pdf(drawing: Drawing) -> bytes:
    """The drawing as a PDF of one page that holds it exactly."""
    return _saved(drawing, {"format": "pdf", "metadata": _METADATA})


def png(drawing: Drawing) -> bytes:
    """The drawing as a PNG on a white ground."""
    told = {"format": "png", "dpi": DPI, "facecolor": PAPER, "metadata": {"Software": None}}
    return _saved(drawing, told)


def _saved(drawing: Drawing, options: dict[str, Any]) -> bytes:
    page = BytesIO()
    with style.context(["default", {"path.simplify": False}]):
        size = drawing.width / INCH, drawing.height / INCH
        figure = Figure(figsize=size, facecolor="none")
        upright = Affine2D().scale(1, -1).translate(0, drawing.height).scale(1 / INCH)
        _paint_all(drawing.elements, _Ground(figure=figure, transform=upright + figure.dpi_scale_trans))
        figure.savefig(page, **options)
    return page.getvalue()


def _paint_all(elements: Sequence[Element], ground: _Ground) -> None:
    for element in elements:
        match element:
            case Strokes():
                _paint_strokes(element, ground)
            case Marks():
                _paint_marks(element, ground)
            case Words():
                _paint_words(element, ground)
            case Tile():
                corner, size = (element.x, element.y), (element.width, element.height)
                shade: dict[str, Any] = {"facecolor": INK, "edgecolor": "none", "alpha": element.strength}
                ground.paint(Rectangle(corner, *size, antialiased=False, **shade))
            case Dot():
                _paint_dot(element, ground)
            case Group():
                moved = Affine2D().translate(0, element.y) + ground.transform
                _paint_all(element.elements, replace(ground, transform=moved))
            case Window():
                _paint_all(element.elements, _window(element, ground))


def _window(element: Window, ground: _Ground) -> _Ground:
    """The ground of a rectangle that cuts off what is beyond."""
    moved = Affine2D().translate(element.x, element.y) + ground.transform
    box = Bbox([(0, 0), (element.width, element.height)])
    return replace(ground, transform=moved, clip=TransformedBbox(box, moved))


def _paint_strokes(element: Strokes, ground: _Ground) -> None:
    if not element.lines:
        return
    places = [place for line in element.lines for place in line]
    codes = [Path.MOVETO if at == 0 else Path.LINETO for line in element.lines for at in range(len(line))]
    path = Path(places, codes)
    if element.css == "band":
        ground.paint(PathPatch(path, facecolor=INK, edgecolor="none", alpha=0.16))
        return
    stroke = dict(STROKES[element.css])
    stroke["alpha"] = stroke.get("alpha", 1.0) * element.strength
    ground.paint(PathPatch(path, facecolor="none", capstyle="butt", joinstyle="round", **stroke))


def _paint_marks(element: Marks, ground: _Ground) -> None:
    if not element.places:
        return
    is_arrow = element.mark == ARROW
    ground.paint(
        Line2D(
            *zip(*element.places, strict=True),
            linestyle="none",
            marker=ARROW_SHAPE if is_arrow else MARKS[MARKS.index(element.mark)],
            markersize=12.0 if is_arrow else MARK_SIZE,
            markeredgecolor=INK,
            markeredgewidth=1.0,
            markerfacecolor="none" if is_arrow else PAPER,
        )
    )


def _paint_dot(element: Dot, ground: _Ground) -> None:
    """A ground of paper, and on it the shade."""
    at = element.x, element.y
    ground.paint(Circle(at, DOT, facecolor=PAPER, edgecolor=INK, linewidth=0.5))
    shade = {"facecolor": INK, "edgecolor": "none", "alpha": element.strength}
    ground.paint(Circle(at, DOT, linewidth=0.5, **shade))


def _paint_words(element: Words, ground: _Ground) -> None:
    """Words from a place on, or with their middle or end there; variables leaning, indices low."""
    runs = typeset(element.words)
    widths = [_width(words, leaning, LOW_SIZE if level else SIZE) for words, leaning, level in runs]
    x = element.x - ANCHORS[element.anchor] * sum(widths)
    for (words, leaning, level), width in zip(runs, widths, strict=True):
        y = element.y - LOWERED * level
        if words.strip():
            places, codes = _outline(words, leaning, LOW_SIZE if level else SIZE)
            outline = Path([(x + across, y - up) for across, up in places], codes)
            ground.paint(PathPatch(outline, facecolor=INK, edgecolor="none"))
        x += width


@lru_cache(maxsize=4096)
def _width(words: str, leaning: bool, size: float) -> float:
    return float(TextToPath().get_text_width_height_descent(words, _font(leaning, size), ismath=False)[0])


@lru_cache(maxsize=4096)
def _outline(words: str, leaning: bool, size: float) -> tuple[list[Place], list[int]]:
    """The curves around letters that begin at the origin: their points, and what each of them is."""
    places, codes = TextToPath().get_text_path(_font(leaning, size), words, ismath=False)
    scale = size / TextToPath.FONT_SCALE
    return [(scale * float(x), scale * float(y)) for x, y in places], [int(code) for code in codes]


@lru_cache(maxsize=8)
def _font(leaning: bool, size: float) -> FontProperties:
    """A typeface that comes with matplotlib, by its file, so that no search of fonts decides."""
    name = "DejaVuSans-Oblique.ttf" if leaning else "DejaVuSans.ttf"
    return FontProperties(fname=str(File(mpl.get_data_path()) / "fonts" / "ttf" / name), size=size)
