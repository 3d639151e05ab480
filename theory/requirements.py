"""What signatures require of the parts of a term, each raising `Misfit` with what came instead."""

from __future__ import annotations

import math
import re
from typing import Any, Final, Protocol

MATRIX: Final = 2
"""The number of dimensions of a matrix."""
_WORD: Final = re.compile(r"[A-Za-z#∂][\w' ]*", re.ASCII)


class Misfit(ValueError):  # noqa: N818 - an outcome
    """Parts that do not fit together make no term."""


class Part(Protocol):
    """What a signature reads of a part, which is a term."""

    @property
    def head(self) -> str:
        """What kind of term it is."""

    @property
    def args(self) -> tuple[Part, ...]:
        """Its parts."""

    @property
    def data(self) -> tuple[Any, ...]:
        """What it holds beside parts."""

    @property
    def sort(self) -> str:
        """A number or an array (`real`), an `index`, `event`, `law` or `family`."""

    @property
    def shape(self) -> tuple[Part, ...]:
        """Its dimensions."""

    @property
    def loose(self) -> frozenset[tuple[int, Part]]:
        """Bound symbols whose binder is outside."""

    @property
    def declarations(self) -> tuple[tuple[str, Part], ...]:
        """The symbols in it, by their names."""

    @property
    def is_random(self) -> bool:
        """Whether it depends on what is drawn."""


def require(holds: bool, sentence: str, *about: object) -> None:
    """Raise `Misfit` with the sentence, filled in only then, unless it holds."""
    if not holds:
        raise Misfit(sentence.format(*about))


def is_value(term: Part, rank: int | None = None) -> bool:
    """Whether the part is a number or an array, with so many dimensions where a rank is given."""
    return term.sort in {"real", "index"} and (rank is None or len(term.shape) == rank)


def require_scalars(head: str, args: tuple[Part, ...]) -> None:
    """All parts are numbers."""
    for part in args:
        require(is_value(part, 0), "{} takes numbers, and {} is none (shape {}).", head, part, part.shape)


def require_name(data: tuple[Any, ...], length: int = 1) -> None:
    """The data begin with words, which are printed as no number, formula or constant is."""
    word = len(data) == length and type(data[0]) is str and data[0] != "pi"
    require(word and _WORD.fullmatch(data[0]) is not None, "{} does not begin with a name.", data)


def require_dimensions(dims: tuple[Part, ...]) -> None:
    """All parts are integers that are at least 1, by their form."""
    for d in dims:
        low = least(d)
        require(
            low is not None and low >= 1 and not d.loose,
            "{} is not known to be an integer that is at least 1.",
            d,
        )


def require_square(term: Part) -> None:
    """The part is a square matrix."""
    square = is_value(term, MATRIX) and term.shape[0] is term.shape[1]
    require(square, "{} is no square matrix.", term)


def require_place(place: Part, count: Part, of: Part) -> None:
    """An index of the same range, or a number from 1 to the least value of the count."""
    if place.head in {"index", "bound_index", "permuted"}:
        require(
            place.args[0] is count, "{} runs to {}, and {} has {} items.", place, place.args[0], of, count
        )
    elif place.head == "argmax":
        require(
            place.args[0] is count, "{} is at most {}, and {} has {} items.", place, place.args[0], of, count
        )
    else:
        whole = place.head == "number" and place.data[1] == 1 and place.data[0] > 0
        sentence = "{} is no index of {}."
        if whole and count.head == "size":
            sentence = "{} is no index of {}, whose {} items may be as few as {}: declare {} >= {}."
        known = least(count) or 0
        require(whole and place.data[0] <= known, sentence, place, of, count, known, count, place)


def least(term: Part) -> int | None:
    """A lower bound of a term that is an integer by its form; `None` where the form shows none.

    >>> from theorycheck.theory.model import Size
    >>> least(Size("n", minimum=2) - 1)
    1
    """
    match term.head:
        case "number":
            return term.data[0] if term.data[1] == 1 else None
        case "size":
            return term.data[1]
        case "index" | "bound_index" | "permuted":
            return 1
        case "add":
            parts = [least(part) for part in term.args]
            return None if None in parts else sum(parts)
        case "mul":
            parts = [least(part) for part in term.args]
            return None if any(p is None or p < 0 for p in parts) else math.prod(parts)
    return None


def is_integer(term: Part) -> bool:
    """Whether the term is an integer by its form."""
    if term.head in {"add", "mul"}:
        return all(map(is_integer, term.args))
    return term.sort == "index" or term.head == "size" or (term.head == "number" and term.data[1] == 1)


def is_natural(term: Part) -> bool:
    """Whether the term is a whole number that is not negative, by its form.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n")
    >>> is_natural(n - 1), is_natural(-n)
    (True, False)
    """
    low = least(term)
    return is_integer(term) and low is not None and low >= 0
