"""The names of a text: what each stands for, and the ranges of its indices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from . import laws as law_terms
from .model import Index, Size
from .node import Term
from .syntax import Node, ParseError


@dataclass
class Names:
    """What each name stands for."""

    declared: dict[str, Term] = field(default_factory=dict)
    drawn: list[str] = field(default_factory=list)
    """What has a law."""
    letters: dict[str, Term] = field(default_factory=dict)
    """The free indices."""
    least: Mapping[str, int] = field(default_factory=dict)
    """What sizes that no text declares are at least."""

    def size(self, name: str) -> Term:
        """The size of that name, declared now if it is new."""
        return self.declared.setdefault(name, Size(name, minimum=self.least.get(name, 1)))


def declare_sizes(names: Names, node: Node) -> None:
    """Declare the names in a dimension or a count as sizes."""
    if node.name:
        names.size(node.name)
        return
    for part in node.parts:
        declare_sizes(names, part)


def letter_uses(names: Names, node: Node, bound: frozenset[str] = frozenset()) -> Iterable[tuple[str, Term]]:
    """The letters below families and vectors that no binder inside binds, each with its range."""
    if node.kind == "bind":
        own = bound | {index.word.split()[0] for index in node.parts[1:]}
        for part in node.parts:
            yield from letter_uses(names, part, own)
        return
    if node.kind == "subscript" and not (node.name and node.name in names.declared):
        yield from _used_below(names, node, bound)
    for part in node.parts:
        yield from letter_uses(names, part, bound)


def _used_below(names: Names, node: Node, bound: frozenset[str]) -> Iterable[tuple[str, Term]]:
    ranges = _ranges(names, node.parts[0])
    for place, upper in zip(node.parts[1:], ranges, strict=False):
        if place.name and place.name not in names.declared and place.name not in bound:
            yield place.name, upper


def _ranges(names: Names, base: Node) -> tuple[Term, ...]:
    """The ranges of the subscripts of a name, of a name with subscripts, or of softmax(x)."""
    if base.kind == "call" and base.word == "softmax":
        return _ranges(names, base.parts[0])
    if base.kind == "subscript" and not (base.name and base.name in names.declared):
        return _ranges(names, base.parts[0])[len(base.parts) - 1 :]
    own = names.declared.get(base.name)
    if own is None or own.head not in {"family", "random", "fixed"}:
        return ()
    return (*own.args[1:], *own.shape) if own.head == "family" else own.shape


def compared_names(node: Node, bound: frozenset[str] = frozenset()) -> Iterable[tuple[str, str]]:
    """The pairs of names that are compared."""
    if node.kind == "bind":
        bound = bound | {index.word.split()[0] for index in node.parts[1:]}
    if node.kind == "relation":
        one, other = (part.name for part in node.parts)
        if one and other and not {one, other} & bound:
            yield one, other
    for part in node.parts:
        yield from compared_names(part, bound)


def values_beside(names: Names, letter: str, node: Node) -> Iterable[Term]:
    """How many values 1, 2, ... the random numbers have that a letter is compared with."""
    for part in node.walk():
        sides = part.parts if part.kind == "relation" else ()
        for one, other in (sides, sides[::-1]) if letter in {x.name for x in sides} else ():
            base = other.parts[0] if other.kind == "subscript" else other
            own = names.declared.get(base.name) if one.name == letter else None
            law = own.args[0] if own is not None and own.head in {"family", "random"} else None
            if law is not None and law_terms.values_are_whole(law) and (end := law_terms.support(law)):
                yield end[1]


def declare_letters(names: Names, trees: list[Node]) -> None:
    """The free indices, with their ranges."""
    for node in trees:
        for letter, upper in letter_uses(names, node):
            known = names.letters.setdefault(letter, Index(letter, upper))
            if known.args[0] is not upper:
                raise ParseError(
                    f"The index {letter} runs to {known.args[0]} and to {upper}; use two letters."
                )
    linked = [pair for node in trees for pair in compared_names(node)]
    for one, other in linked + [pair[::-1] for pair in linked]:
        if one in names.letters and other not in names.declared:
            names.letters.setdefault(other, Index(other, names.letters[one].args[0]))
    for node in trees:
        _declare_partners(names, node, frozenset())


def _declare_partners(names: Names, node: Node, bound: frozenset[str]) -> None:
    """The free names that bound letters are compared with, i in sum_{j != i}, as indices of their range."""
    if node.kind == "bind":
        own = {index.word.split()[0] for index in node.parts[1:]}
        inside = Node("list", node.parts)
        ranges = dict(letter_uses(names, inside))
        links = list(compared_names(Node("list", node.parts[1:])))
        for one, other in (links + [pair[::-1] for pair in links]) * len(own):
            if one in own and one in ranges and other not in names.declared:
                if other in own:
                    ranges.setdefault(other, ranges[one])
                elif other not in bound:
                    names.letters.setdefault(other, Index(other, ranges[one]))
        bound = bound | own
    for part in node.parts:
        _declare_partners(names, part, bound)
