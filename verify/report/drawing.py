"""A drawing: lines, marks, words, tiles and dots by their places, written as SVG or painted as PDF.

An element names a class and no colour, so that one drawing serves the page in light and dark, and paper.
Lengths are points, y runs down. `svg` writes a drawing and `pdf` paints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MARKS: Final = "osD^vP<>hX*p"
"""The marks that tell series apart, as matplotlib calls them."""

ARROW: Final = "arrow"
"""The mark of an upper limit."""


DOT: Final = 3.0
"""The radius of a dot of a scatter."""

Place = tuple[float, float]


class Anchor(StrEnum):
    """Which point of words is at their place."""

    START = "start"
    MIDDLE = "mid"
    END = "end"


@dataclass(frozen=True)
class Strokes:
    """Lines of one class, of full strength or less; a filled one is a `band`."""

    lines: tuple[tuple[Place, ...], ...]
    css: str
    strength: float = 1.0


@dataclass(frozen=True)
class Marks:
    """A mark at each of the places."""

    places: tuple[Place, ...]
    mark: str


@dataclass(frozen=True)
class Words:
    """Words at a place, variables set as in a formula; `css` names a route whose colour they have."""

    x: float
    y: float
    words: str
    anchor: Anchor = Anchor.START
    css: str = ""


@dataclass(frozen=True)
class Tile:
    """A rectangle whose strength is a value, and what it tells."""

    x: float
    y: float
    width: float
    height: float
    strength: float
    told: str = ""


@dataclass(frozen=True)
class Dot:
    """A dot on a ground of paper whose strength is a value, and what it tells."""

    x: float
    y: float
    strength: float
    told: str


@dataclass(frozen=True)
class Group:
    """Elements moved down by a length."""

    elements: tuple[Element, ...]
    y: float = 0.0


@dataclass(frozen=True)
class Window:
    """Elements that count from the corner of a rectangle, which cuts off what is beyond."""

    x: float
    y: float
    width: float
    height: float
    elements: tuple[Element, ...]


Element = Strokes | Marks | Words | Tile | Dot | Group | Window


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """Elements on paper of a size, and their alternative text."""

    width: float
    height: float
    elements: tuple[Element, ...]
    description: str


def strokes(lines: Iterable[Sequence[Place]], css: str, strength: float = 1.0) -> Strokes:
    """Lines of one class; empty ones are left out."""
    return Strokes(tuple(tuple(line) for line in lines if line), css, strength)


def words(labels: Iterable[tuple[float, float, str]], anchor: Anchor = Anchor.START) -> Group:
    """Words by their places, all aligned alike."""
    return Group(tuple(Words(x, y, text, anchor) for x, y, text in labels))
