r"""Terms from text: `parse("E|sum_{j != i} <k_i, k_j> v_j|^2", laws=["k: sphere(d_k)", "v: sphere(d_v)"])`.

The grammar is in `syntax`, ranges of indices are found in `ranges`, terms are made of trees in `builder`.
Names get their meaning so:
- a law declares a random object, a family where it stands with an index or as `k[m]: ...`; the number of
  items is the size n unless given; `k_j: ...` declares the family k where j is an index of what is asked;
  `u: fixed(d)` is a vector that is not random;
- what stands as a dimension, as a number of items or above a sum is a size, an integer from 1 or from what
  `sizes` says, "n >= 2";
- a letter below a family or a vector is an index of its range; a bound letter has the range of what it stands
  below, or of the index that it is compared with;
- any other name is a parameter, a real number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from . import laws as law_terms
from .builder import DIMENSIONS, MATRIX, VECTOR, Builder
from .heads import MIRRORED
from .model import Index, Size, fixed
from .node import Term
from .ranges import Names, declare_letters, declare_sizes
from .syntax import LAWS, RESERVED, Node, ParseError, Syntax, plain, quoted, tree

DEFAULT_COUNT: Final = "n"
MAX_TEXTS: Final = 100
_INDICES: Final = frozenset("ijkl")
"""Letters that below a name are mostly indices."""
One = TypeVar("One")
"""A text or a term."""


@dataclass(frozen=True)
class Parsed:
    """What the texts say: a term or proposition, and the conditions under which it is meant."""

    term: Term
    where: tuple[Term, ...] = ()
    along: tuple[Term, ...] = ()
    """The size that grows, and the sizes tied to it, where an expansion of the term is asked for."""
    order: int = 1
    idle: tuple[str, ...] = ()
    """Names that have a law and do not occur."""


def parse(
    text: str,
    *,
    laws: Sequence[str] = (),
    sizes: Sequence[str] = (),
    where: Sequence[str] = (),
    least: Mapping[str, int] | None = None,
) -> Parsed:
    """The term or proposition in the text, over the model that the laws declare. Raises `ParseError`.

    `least` is what sizes are at least that `sizes` leaves out, else 1.

    >>> parse("E|sum_{j != i} <k_i, k_j> v_j|^2", laws=["k: sphere(d_k)", "v: sphere(d_v)"]).term
    E[|∑_{j ≠ i} ⟨k_i, k_j⟩ v_j|²]
    >>> parse("P(|z| > tau) <= s^2/tau^2", laws=["z: normal(0, s^2)"], where=["tau > 0"]).where
    (τ > 0,)
    """
    laws, sizes, where = listed(laws), listed(sizes), listed(where)
    if not any(re.match(r"\s*\\?(Σ|Sigma|Π|Pi)\b", law) for law in laws):
        text, *where = (_SUMS.sub(lambda sign: "∑∏"["ΣΠ".index(sign[0])], one) for one in (text, *where))
    text = plain(text)
    laws, sizes, where = (tuple(map(plain, texts)) for texts in (laws, sizes, where))
    if len(laws) + len(sizes) + len(where) > MAX_TEXTS:
        raise ParseError(f"There are at most {MAX_TEXTS} laws, sizes and conditions.")
    statement, conditions = tree(text), [tree(one) for one in where]
    names = _names(laws, sizes, [statement, *conditions], least or {})
    builders = [Builder(names, one) for one in (text, *where)]
    built = [builder.value(node) for builder, node in zip(builders, (statement, *conditions), strict=True)]
    for one, condition in zip(where, built[1:], strict=True):
        if condition.sort != "event":
            raise ParseError(f"{quoted(one)} is no condition; relate two things, as in tau > 0.")
        if not condition.declarations:
            is_about_e = re.search(r"\be\b", one) is not None
            hint = " The letter e is the number exp(1); take another, as eps." * is_about_e
            raise ParseError(f"{quoted(one)} is about no size, index, parameter or vector.{hint}")
        if condition.is_random:
            raise ParseError(
                f"{quoted(one)} is about random objects; a condition is about sizes, indices and parameters."
            )
    used = {name for own in built for name, _ in own.declarations}
    idle = tuple(name for name in names.drawn if name not in used)
    return replace(Parsed(built[0], tuple(built[1:]), *builders[0].expanded), idle=idle)


_SUMS: Final = re.compile(r"[ΣΠ](?=_\{?[a-z](?![A-Za-z0-9]))")
"""A Greek capital letter with an index below it, typed for the sign of a sum or product."""


def listed(given: One | Sequence[One]) -> tuple[One, ...]:
    """One text or term stands for a list of it.

    >>> listed("n >= 2"), listed(["n >= 2", "d >= 1"])
    (('n >= 2',), ('n >= 2', 'd >= 1'))
    """
    return (given,) if isinstance(given, str | Term) else tuple(given)


def _names(laws: Sequence[str], sizes: Sequence[str], trees: list[Node], least: Mapping[str, int]) -> Names:
    names = Names(least=least)
    for one in sizes:
        _declare(names, _size(one), one)
    declarations = _of_families([(one, tree(one, Syntax.declaration)) for one in laws], trees)
    _require_apart(declarations)
    indexed, with_entries = _indexed(trees), _with_entries(trees)
    if (last := _last_item(trees, {node.word for _, node in declarations if not node.parts[1:]})) > 1:
        names.declared.setdefault(DEFAULT_COUNT, Size(DEFAULT_COUNT, minimum=last))
    for _, node in declarations:
        _declare_dimensions(names, node)
    # What is not random comes first, since laws may be about it.
    for one, node in sorted(declarations, key=lambda pair: pair[1].parts[0].word not in {"fixed", "index"}):
        _declare(names, _declared(names, one, node, indexed, with_entries), one)
        names.drawn.append(node.word)
    for node in trees:
        _declare_uppers(names, node)
    declare_letters(names, trees)
    return names


def _of_families(declarations: list[tuple[str, Node]], trees: list[Node]) -> list[tuple[str, Node]]:
    """The declarations, `k_j: ...` as one of the family k where j is bound, or k_i has no law of its own."""
    parts = [part for node in trees for part in node.walk()]
    indices = {part.word.split()[0] for part in parts if part.kind == "index"}
    declared = {node.word for _, node in declarations}
    items = {part.name: part.parts[0].word for part in parts if part.kind == "subscript" and part.name}
    lawless = {base for name, base in items.items() if name not in declared and name[-1] in _INDICES}
    families = lawless | {base for name, base in items.items() if name[-1] in indices}
    found: dict[tuple[str, str], tuple[str, Node]] = {}
    for text, node in declarations:
        base, _, index = node.word.partition("_")
        name = base if base in families and index in _INDICES | indices else node.word
        # The law of two items is that of the family, told twice.
        found.setdefault((name, text[node.parts[0].start :]), (text, replace(node, word=name)))
    return list(found.values())


def _require_apart(declarations: list[tuple[str, Node]]) -> None:
    seen: set[str] = set()
    for text, node in declarations:
        if node.word in seen:
            raise ParseError(f"{quoted(text)}: {node.word} has a law already.")
        if node.word in RESERVED:
            raise ParseError(f"{quoted(text)}: {node.word} has a meaning of its own; take another name.")
        seen.add(node.word)


def _declare(names: Names, symbol: Term, text: str) -> None:
    name = symbol.data[0]
    if names.declared.setdefault(name, symbol) is not symbol:
        raise ParseError(f"{quoted(text)}: {name} is already {_kind(names.declared[name])}.")


def _kind(symbol: Term) -> str:
    words = {"size": "a size", "fixed": "a fixed vector", "index": "an index"}
    return words.get(symbol.head, "a random object")


def _indexed(trees: list[Node]) -> dict[str, str]:
    """The names that stand with an index, below `_` or in brackets `[`."""
    found: dict[str, str] = {}
    for node in trees:
        for part in node.walk():
            if part.kind == "subscript" and part.parts[0].kind == "name":
                name = part.parts[0].word
                found[name] = "_" if "_" in {part.word, found.get(name)} else "["
    return found


def _with_entries(trees: list[Node]) -> frozenset[str]:
    """The names that stand with two indices."""
    return frozenset(
        part.parts[0].word
        for node in trees
        for part in node.walk()
        if part.kind == "subscript" and len(part.parts) > MATRIX
    )


def _last_item(trees: list[Node], families: set[str]) -> int:
    """The largest number below `_` at one of these names: there are at least so many items."""
    below = (
        place.word
        for node in trees
        for part in node.walk()
        if part.kind == "subscript" and part.word == "_" and part.parts[0].word in families
        for place in part.parts[1:]
    )
    return max((int(word) for word in below if word.isdigit()), default=1)


def _size(text: str) -> Term:
    """`n`, `n >= 2`, `n <= 10`, `2 <= n and n <= 10`."""
    node = tree(text)
    if node.kind != "relation" and node.name:
        return _checked(lambda: Size(node.name), text)
    low, high, named = 1, None, set()
    for part in node.parts if node.kind == "and" else (node,):
        name, sign, end = _end(part)
        named.add(name)
        if sign in {"ge", "gt"}:
            low = end + (sign == "gt")
        elif sign in {"le", "lt"}:
            high = end - (sign == "lt")
        if not sign or len(named) > 1:
            raise ParseError(
                f"{quoted(text)} declares no size; write n >= 2, or n >= 2 and n <= 9, and what relates two "
                "sizes, as k <= n, as a condition."
            )
    return _checked(lambda: Size(*named, minimum=low, maximum=high), text)


def _end(node: Node) -> tuple[str, str, int]:
    """The name, the sign and the number of n >= 2 or 2 <= n; else nothing."""
    if node.kind != "relation" or node.word not in MIRRORED:
        return "", "", 0
    one, other, sign = *node.parts, node.word
    if one.kind == "number":
        one, other, sign = other, one, MIRRORED[sign]
    whole = other.kind == "number" and other.word.isdigit()
    return (one.name, sign, int(other.word)) if one.name and whole else ("", "", 0)


def _checked(make: Callable[[], Term], text: str) -> Term:
    try:
        return make()
    except (ValueError, TypeError) as error:
        raise error if isinstance(error, ParseError) else ParseError(f"{quoted(text)}: {error}") from None


def _declared(
    names: Names, text: str, node: Node, indexed: Mapping[str, str], with_entries: frozenset[str]
) -> Term:
    """The random object, family, fixed vector or index that a law text declares."""
    law, *count = node.parts
    builder = Builder(names, text)
    if law.word in {"fixed", "index"} and count:
        raise ParseError(
            f"{quoted(text)}: only random objects come in families; write {node.word}: {LAWS[law.word]}."
        )
    if law.word == "fixed":
        return _checked(lambda: fixed(node.word, *map(builder.integer, law.parts)), text)
    if law.word == "index":
        return _checked(lambda: Index(node.word, *map(builder.integer, law.parts)), text)
    term = builder.law(law)
    how = indexed.get(node.word, "")
    if count:
        counts = [builder.integer(part) for part in count]
        is_whole = not how if len(counts) == VECTOR else node.word not in with_entries
        is_whole = is_whole and len(counts) <= MATRIX
        if is_whole and (rows := law_terms.with_coordinates(term, counts[-1])) is not None:
            # Vectors are what is multiplied: an array whose entries nothing names is one, or one of rows.
            term, counts = rows, counts[:-1]
        if not counts:
            return _checked(lambda: Term("random", (term,), (node.word,)), text)
        return _checked(lambda: Term("family", (term, *counts), (node.word,)), text)
    if how == "_" or (how == "[" and not term.shape) or term.head == "markov_chain":
        return _checked(lambda: Term("family", (term, names.size(DEFAULT_COUNT)), (node.word,)), text)
    return _checked(lambda: Term("random", (term,), (node.word,)), text)


def _declare_uppers(names: Names, node: Node) -> None:
    """Sizes above sums."""
    for part in node.walk():
        if part.kind == "index" and not part.word.endswith(" 0"):
            declare_sizes(names, part.parts[-1])


def _declare_dimensions(names: Names, node: Node) -> None:
    """Sizes that stand as dimensions or numbers of items in a law, wherever else they stand."""
    for count in node.parts[1:]:
        declare_sizes(names, count)
    for part in node.walk():
        if part.kind == "law" and part.word in law_terms.WRITTEN:
            positions = [own for own in part.parts if own.kind != "keyword"]
            for place in law_terms.WRITTEN[part.word].whole:
                for own in positions[place : place + 1]:
                    declare_sizes(names, own)
        if part.kind == "keyword" and part.word in DIMENSIONS:
            declare_sizes(names, part)
        if part.kind == "subscript" and part.parts[0].word == "I":
            declare_sizes(names, part.parts[1])
