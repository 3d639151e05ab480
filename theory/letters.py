"""Letters for long parts of terms that are printed together, so that each is written out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from .display import row_of
from .heads import RELATIONS
from .node import Term
from .terms import stacked, unit_place

_FREE: Final = "ABCDFGHKQRUVXYZ"
_NEVER: Final = RELATIONS | {"number", "and", "or", "not", "true"}
"""What has no letter: events are told by those of the numbers in them."""
_MOST_LETTERS: Final = 6
_NAMED: Final = frozenset({"definition", "family", "random", "fixed", "size", "parameter", "index"})
_LONG, _ROOM = 16, 150
"""A part of so many signs has a letter where so many of them are saved by it."""


def letters(terms: Sequence[Term]) -> dict[Term, str]:
    """Letters for parts whose repetition takes up most room, the letters of parts before those of wholes."""
    taken = {name[0] for term in terms for name, _ in term.declarations}
    names: dict[Term, str] = {}
    for letter in [letter for letter in _FREE if letter not in taken][:_MOST_LETTERS]:
        sizes: dict[Term, int] = {}
        held = Counter[Term]()
        for term in (*terms, *names):
            held.update(_occurrences(term, names, sizes))
        saved = {
            part: (count - 1) * sizes[part]
            for part, count in held.items()
            if sizes[part] >= _LONG and not part.loose and part.head not in _NEVER
        }
        most = max(saved.values(), default=0)
        if most < _ROOM:
            break
        names[min((part for part, room in saved.items() if room == most), key=repr)] = letter
    return dict(sorted(names.items(), key=lambda named: len(repr(named[0]))))


def _occurrences(term: Term, names: Mapping[Term, str], sizes: dict[Term, int]) -> Mapping[Term, int]:
    """How often the text of a term shows each of its parts; `sizes` takes up how many signs each has."""
    below: dict[Term, tuple[Term, ...]] = {}

    def visit(part: Term) -> None:
        if part in below:
            return
        inside = () if _is_short(part) or (part in names and part is not term) else part.args
        for own in inside:
            visit(own)
        below[part] = inside
        sizes[part] = 1 if part in names else 1 + sum(sizes[own] for own in inside)

    visit(term)
    counts = Counter({term: 1})
    for part in reversed(below):
        for own in below[part]:
            counts[own] += counts[part]
    if term in names:
        del counts[term]
    return counts


def _is_short(part: Term) -> bool:
    """Whether a name, or a letter with an index, is all that is printed of it."""
    named = part.head in _NAMED or stacked(part) is not None
    return named or unit_place(part) is not None or row_of(part) is not None
