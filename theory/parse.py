r"""Terms from text: `parse("E|sum_{j != i} <k_i, k_j> v_j|^2", laws=["k: sphere(d_k)", "v: sphere(d_v)"])`.

The grammar is in `syntax`. Names get their meaning so:
- a law declares a random object, a family where it stands with an index or as `k[m]: ...`; the number of
  items is the size n unless given; `u: fixed(d)` is a vector that is not random;
- what stands as a dimension, as a number of items or above a sum is a size, an integer from 1 or from what
  `sizes` says, "n >= 2";
- a letter below a family or a vector is an index of its range; a bound letter has the range of what it stands
  below, or of the index that it is compared with;
- any other name is a parameter, a real number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeVar

from . import laws as law_terms
from .model import Index, Parameter, Size, fixed
from .syntax import LAWS, RESERVED, Node, ParseError, Syntax, no_function, tree
from .terms import (
    CONSTANTS,
    FALSE,
    FUNCTIONS,
    TRUE,
    Cov,
    E,
    P,
    Term,
    Var,
    absolute,
    abstracted,
    add,
    as_term,
    binomial,
    both,
    diagonal,
    entropy_rate,
    entry,
    exp,
    expansion,
    factorial,
    first_at,
    fullest_class,
    function,
    gradient,
    hurwitz_zeta,
    indicator,
    inner,
    iterate,
    least_missed,
    log_sum_exp,
    matrix,
    maximum,
    median,
    minimum,
    multiply,
    negation,
    norm2,
    number,
    outer,
    power,
    projection,
    quantile,
    rate,
    replaced,
    row,
    separable,
    similar,
    softmax,
    sqrt,
    stack,
    stacked,
    stationary,
    sub_gaussian,
    trace,
    unit,
    vector,
)

DEFAULT_COUNT: Final = "n"
MAX_BITS: Final = 4_096
MAX_TEXTS: Final = 100
MAX_ORDER: Final = 12
_LONELY_ROW: Final = "a row x^T is followed by nothing; write outer(x, y), x y^T or <x, y>."
_VECTOR, _MATRIX = 1, 2

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
    laws, sizes, where = map(listed, (laws, sizes, where))
    if len(laws) + len(sizes) + len(where) > MAX_TEXTS:
        raise ParseError(f"There are at most {MAX_TEXTS} laws, sizes and conditions.")
    statement, conditions = tree(text), [tree(one) for one in where]
    names = _names(laws, sizes, [statement, *conditions], least or {})
    builders = [_Builder(names, one) for one in (text, *where)]
    built = [builder.value(node) for builder, node in zip(builders, (statement, *conditions), strict=True)]
    for one, condition in zip(where, built[1:], strict=True):
        if condition.sort != "event":
            raise ParseError(f"{one!r} is no condition; relate two things, as in tau > 0.")
        if not condition.declarations:
            e = (
                " The letter e is the number exp(1); take another, as eps."
                if re.search(r"\be\b", one)
                else ""
            )
            raise ParseError(f"{one!r} is about no size, index, parameter or vector.{e}")
        if condition.is_random:
            raise ParseError(
                f"{one!r} is about random objects; a condition is about sizes, indices and parameters."
            )
    return Parsed(built[0], tuple(built[1:]), *builders[0].expanded)


def listed(given: One | Sequence[One]) -> tuple[One, ...]:
    """One text or term stands for a list of it.

    >>> listed("n >= 2"), listed(["n >= 2", "d >= 1"])
    (('n >= 2',), ('n >= 2', 'd >= 1'))
    """
    return (given,) if isinstance(given, str | Term) else tuple(given)


# Names.


@dataclass
class _Names:
    """What each name stands for."""

    declared: dict[str, Term] = field(default_factory=dict)
    letters: dict[str, Term] = field(default_factory=dict)
    """The free indices."""
    least: Mapping[str, int] = field(default_factory=dict)
    """What sizes that no text declares are at least."""

    def size(self, name: str) -> Term:
        """The size of that name, declared now if it is new."""
        return self.declared.setdefault(name, Size(name, minimum=self.least.get(name, 1)))


def _names(laws: Sequence[str], sizes: Sequence[str], trees: list[Node], least: Mapping[str, int]) -> _Names:
    names = _Names(least=least)
    for one in sizes:
        _declare(names, _size(one), one)
    declarations = [(one, tree(one, Syntax.declaration)) for one in laws]
    _require_apart(declarations)
    indexed, with_entries = _indexed(trees), _with_entries(trees)
    if (last := _last_item(trees, {node.word for _, node in declarations if not node.parts[1:]})) > 1:
        names.declared.setdefault(DEFAULT_COUNT, Size(DEFAULT_COUNT, minimum=last))
    for _, node in declarations:
        _declare_dimensions(names, node)
    # What is not random comes first, since laws may be about it.
    for one, node in sorted(declarations, key=lambda pair: pair[1].parts[0].word not in {"fixed", "index"}):
        _declare(names, _declared(names, one, node, indexed, with_entries), one)
    for node in trees:
        _declare_uppers(names, node)
    _declare_letters(names, trees)
    return names


def _require_apart(declarations: list[tuple[str, Node]]) -> None:
    seen: set[str] = set()
    for text, node in declarations:
        if node.word in seen:
            raise ParseError(f"{text!r}: {node.word} has a law already.")
        if node.word in RESERVED:
            raise ParseError(f"{text!r}: {node.word} has a meaning of its own; take another name.")
        seen.add(node.word)


def _declare(names: _Names, symbol: Term, text: str) -> None:
    name = symbol.data[0]
    if names.declared.setdefault(name, symbol) is not symbol:
        raise ParseError(f"{text!r}: {name} is already {_kind(names.declared[name])}.")


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
        if part.kind == "subscript" and len(part.parts) > _MATRIX
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


_TURNED: Final = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt"}


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
            raise ParseError(f"{text!r} declares no size; write n >= 2, or n >= 2 and n <= 9.")
    return _checked(lambda: Size(*named, minimum=low, maximum=high), text)


def _end(node: Node) -> tuple[str, str, int]:
    """The name, the sign and the number of n >= 2 or 2 <= n; else nothing."""
    if node.kind != "relation" or node.word not in _TURNED:
        return "", "", 0
    one, other, sign = *node.parts, node.word
    if one.kind == "number":
        one, other, sign = other, one, _TURNED[sign]
    whole = other.kind == "number" and other.word.isdigit()
    return (one.name, sign, int(other.word)) if one.name and whole else ("", "", 0)


def _checked(make: Callable[[], Term], text: str) -> Term:
    try:
        return make()
    except (ValueError, TypeError) as error:
        raise error if isinstance(error, ParseError) else ParseError(f"{text!r}: {error}") from None


def _declared(
    names: _Names, text: str, node: Node, indexed: Mapping[str, str], with_entries: frozenset[str]
) -> Term:
    """The random object, family, fixed vector or index that a law text declares."""
    law, *count = node.parts
    builder = _Builder(names, text)
    if law.word in {"fixed", "index"} and count:
        raise ParseError(
            f"{text!r}: only random objects come in families; write {node.word}: {LAWS[law.word]}."
        )
    if law.word == "fixed":
        return _checked(lambda: fixed(node.word, *map(builder.integer, law.parts)), text)
    if law.word == "index":
        return _checked(lambda: Index(node.word, *map(builder.integer, law.parts)), text)
    term = builder.law(law)
    how = indexed.get(node.word, "")
    if count:
        counts = [builder.integer(part) for part in count]
        is_whole = not how if len(counts) == _VECTOR else node.word not in with_entries
        is_whole = is_whole and len(counts) <= _MATRIX
        if is_whole and (rows := law_terms.with_coordinates(term, counts[-1])) is not None:
            # Vectors are what is multiplied: an array whose entries nothing names is one, or one of rows.
            term, counts = rows, counts[:-1]
        if not counts:
            return _checked(lambda: Term("random", (term,), (node.word,)), text)
        return _checked(lambda: Term("family", (term, *counts), (node.word,)), text)
    if how == "_" or (how == "[" and not term.shape) or term.head == "markov_chain":
        return _checked(lambda: Term("family", (term, names.size(DEFAULT_COUNT)), (node.word,)), text)
    return _checked(lambda: Term("random", (term,), (node.word,)), text)


def _declare_uppers(names: _Names, node: Node) -> None:
    """Sizes above sums."""
    for part in node.walk():
        if part.kind == "index" and not part.word.endswith(" 0"):
            _declare_sizes(names, part.parts[-1])


def _declare_dimensions(names: _Names, node: Node) -> None:
    """Sizes that stand as dimensions or numbers of items in a law, wherever else they stand."""
    for count in node.parts[1:]:
        _declare_sizes(names, count)
    for part in node.walk():
        if part.kind == "law" and part.word in law_terms.WRITTEN:
            positions = [own for own in part.parts if own.kind != "keyword"]
            for place in law_terms.WRITTEN[part.word].whole:
                for own in positions[place : place + 1]:
                    _declare_sizes(names, own)
        if part.kind == "keyword" and part.word in _DIMENSIONS:
            _declare_sizes(names, part)


def _declare_sizes(names: _Names, node: Node) -> None:
    """The names in a dimension or a count."""
    if node.name:
        names.size(node.name)
        return
    for part in node.parts:
        _declare_sizes(names, part)


# Ranges of indices.


def _uses(names: _Names, node: Node, bound: frozenset[str] = frozenset()) -> Iterable[tuple[str, Term]]:
    """The letters below families and vectors that no binder inside binds, each with its range."""
    if node.kind == "bind":
        own = bound | {index.word.split()[0] for index in node.parts[1:]}
        for part in node.parts:
            yield from _uses(names, part, own)
        return
    if node.kind == "subscript" and not (node.name and node.name in names.declared):
        yield from _used_below(names, node, bound)
    for part in node.parts:
        yield from _uses(names, part, bound)


def _used_below(names: _Names, node: Node, bound: frozenset[str]) -> Iterable[tuple[str, Term]]:
    ranges = _ranges(names, node.parts[0])
    for place, upper in zip(node.parts[1:], ranges, strict=False):
        if place.name and place.name not in names.declared and place.name not in bound:
            yield place.name, upper


def _ranges(names: _Names, base: Node) -> tuple[Term, ...]:
    """The ranges of the subscripts of a name, or of a name with subscripts."""
    if base.kind == "subscript" and not (base.name and base.name in names.declared):
        return _ranges(names, base.parts[0])[len(base.parts) - 1 :]
    own = names.declared.get(base.name)
    if own is None or own.head not in {"family", "random", "fixed"}:
        return ()
    return (*own.args[1:], *own.shape) if own.head == "family" else own.shape


def _links(node: Node, bound: frozenset[str] = frozenset()) -> Iterable[tuple[str, str]]:
    """The pairs of names that are compared."""
    if node.kind == "bind":
        bound = bound | {index.word.split()[0] for index in node.parts[1:]}
    if node.kind == "relation":
        one, other = (part.name for part in node.parts)
        if one and other and not {one, other} & bound:
            yield one, other
    for part in node.parts:
        yield from _links(part, bound)


def _values_beside(names: _Names, letter: str, node: Node) -> Iterable[Term]:
    """How many values 1, 2, ... the random numbers have that a letter is compared with."""
    for part in node.walk():
        sides = part.parts if part.kind == "relation" else ()
        for one, other in (sides, sides[::-1]) if letter in {x.name for x in sides} else ():
            base = other.parts[0] if other.kind == "subscript" else other
            own = names.declared.get(base.name) if one.name == letter else None
            law = own.args[0] if own is not None and own.head in {"family", "random"} else None
            if law is not None and law_terms.values_are_whole(law) and (end := law_terms.support(law)):
                yield end[1]


def _declare_letters(names: _Names, trees: list[Node]) -> None:
    """The free indices, with their ranges."""
    for node in trees:
        for letter, upper in _uses(names, node):
            known = names.letters.setdefault(letter, Index(letter, upper))
            if known.args[0] is not upper:
                raise ParseError(
                    f"The index {letter} runs to {known.args[0]} and to {upper}; use two letters."
                )
    linked = [pair for node in trees for pair in _links(node)]
    for one, other in linked + [pair[::-1] for pair in linked]:
        if one in names.letters and other not in names.declared:
            names.letters.setdefault(other, Index(other, names.letters[one].args[0]))
    for node in trees:
        _declare_partners(names, node, frozenset())


def _declare_partners(names: _Names, node: Node, bound: frozenset[str]) -> None:
    """The free names that bound letters are compared with, i in sum_{j != i}, as indices of their range."""
    if node.kind == "bind":
        own = {index.word.split()[0] for index in node.parts[1:]}
        inside = Node("list", node.parts)
        ranges = dict(_uses(names, inside))
        links = list(_links(Node("list", node.parts[1:])))
        for one, other in (links + [pair[::-1] for pair in links]) * len(own):
            if one in own and one in ranges and other not in names.declared:
                if other in own:
                    ranges.setdefault(other, ranges[one])
                elif other not in bound:
                    names.letters.setdefault(other, Index(other, ranges[one]))
        bound = bound | own
    for part in node.parts:
        _declare_partners(names, part, bound)


# Trees to terms.


class _Builder:
    """Terms from the tree of one text."""

    def __init__(self, names: _Names, text: str) -> None:
        self.names = names
        self.text = text
        self.bound: dict[str, Term] = {}
        self.stacks: set[str] = set()
        """The families that stand without an index."""
        self.expanded: tuple[tuple[Term, ...], int] = ((), 1)
        """Along what the text asks for an expansion, and to what order."""

    def error(self, what: str, node: Node) -> ParseError:
        """The error, with the part of the text that it is about."""
        return ParseError(f"{self.text[node.start : node.end]!r}, character {node.start + 1}: {what}")

    def value(self, node: Node) -> Term:
        """The term of a node. Raises `ParseError`."""
        try:
            return self._methods()[node.kind](node)
        except ParseError:
            raise
        except (ValueError, TypeError) as error:
            whole = " and ".join(sorted(self.stacks))
            hint = f" ({whole} without an index: the array of all items)" if whole else ""
            raise self.error(f"{str(error).removesuffix('.')}{hint}.", node) from None

    def _methods(self) -> Mapping[str, Callable[[Node], Term]]:
        return {
            "number": self._number, "name": self._name, "called": self._called, "subscript": self._subscript,
            "sum": self._sum, "product": self._product, "power": self._power, "modulus": self._modulus,
            "inner": self._inner,
            "relation": self._relation, "limit": self._limit, "and": self._and,
            "or": lambda node: self._events("or", node),
            "not": lambda node: negation(self.event(node.parts[0])),
            "E": self._mean, "P": self._chance,
            "call": self._call, "bind": self._bind, "gradient": self._gradient, "keyword": self._keyword,
            "array": self._array,
        }  # fmt: skip

    def number(self, node: Node) -> Term:
        """A number, vector or matrix; a family without an index is the array of its items."""
        term = self.value(node)
        if term.sort == "family":
            self.stacks.add(term.data[0])
            try:
                return stack(term)
            except ValueError as error:
                raise self.error(str(error), node) from None
        if term.sort not in {"real", "index"}:
            raise self.error(f"this is {_sort(term)}, where a number or vector is needed.", node)
        return term

    def event(self, node: Node) -> Term:
        """An event."""
        term = self.value(node)
        if term.sort != "event":
            raise self.error("this is no event; compare it with something, as in x > t.", node)
        return term

    def _mean(self, node: Node) -> Term:
        """E x, or E x 1[B]/P(B) given B."""
        body, *given = node.parts
        if not given:
            return E(self.number(body))
        condition = self.event(given[0])
        return E(self.number(body) * indicator(condition)) / P(condition)

    def _chance(self, node: Node) -> Term:
        """P(A), or P(A and B)/P(B) given B."""
        event, *given = map(self.event, node.parts)
        return P(Term("and", (event, *given))) / P(*given) if given else P(event)

    def integer(self, node: Node) -> Term:
        """A dimension or a count: the names in it are sizes."""
        _declare_sizes(self.names, node)
        return self.value(node)

    # Symbols.

    def _number(self, node: Node) -> Term:
        return number(Fraction(node.word))

    def _symbol(self, name: str) -> Term | None:
        scopes = (self.bound, self.names.declared, self.names.letters)
        return next((scope[name] for scope in scopes if name in scope), None)

    def _name(self, node: Node) -> Term:
        if node.word in {"true", "false"}:
            return TRUE if node.word == "true" else FALSE
        if node.word in RESERVED:
            call = f"write {node.word}(...), or " if node.word in _FUNCTIONS else ""
            raise self.error(f"{node.word} has a meaning of its own; {call}take another name.", node)
        found = self._symbol(node.word)
        if found is not None:
            return found
        if node.word == "e":
            return exp(number(1))
        if parts := self._glued(node.word):
            raise self.error(f"{node.word} is one name; write {' '.join(parts)} for a product", node)
        return Term("constant", (), (node.word,)) if node.word in CONSTANTS else Parameter(node.word)

    def _glued(self, word: str) -> tuple[str, ...]:
        """The known names of which a name that is unknown is made, without a sign between them."""
        known = {"E", "P", *self.names.declared}
        for at in range(1, len(word)):
            if word[:at] in known:
                rest = (word[at:],) if word[at:] in known else self._glued(word[at:])
                if rest:
                    return (word[:at], *rest)
        return ()

    def _called(self, node: Node) -> Term:
        """A name before a bracket: a product, if the name is known."""
        found = self._symbol(node.word)
        if found is None:
            raise self.error(no_function(node.word), node)
        return found

    def _subscript(self, node: Node) -> Term:
        found = self._symbol(node.name) if node.name else None
        if found is not None:
            return found
        base, *places = node.parts
        if base.kind == "name" and self._symbol(base.word) is None:
            return self._unknown(node, base, places)
        term = self.value(base)
        if term.sort == "family":
            several = len(term.args) - 1
            if len(places) < several == _MATRIX:
                return row(term, self._place(places[0]))
            term, places = term[tuple(map(self._place, places[:several]))], places[several:]
        if not places:
            return term
        at = tuple(map(self._place, places))
        is_product = term.head == "matmul" and stacked(term.args[0]) is not None
        return entry(term, *at) if is_product and len(at) == len(term.shape) == _VECTOR else term[at]

    def _unknown(self, node: Node, base: Node, places: list[Node]) -> Term:
        """A parameter with a plain subscript; an index below it needs a law."""
        at_index = [p for p in places if p.name in self.bound or p.name in self.names.letters]
        if at_index or not node.name:
            self._require_known(node, base)
        if self.text[node.end : node.end + 1] == "(":
            raise self.error(no_function(node.name), node)
        return Term("constant", (), (node.name,)) if node.name in CONSTANTS else Parameter(node.name)

    def _require_known(self, node: Node, base: Node) -> None:
        if base.kind == "name" and self._symbol(base.word) is None:
            give = f"give a law, as in {base.word}: sphere(d)."
            raise self.error(f"nothing is known of {base.word}; {give}", node)

    def _place(self, node: Node) -> Term:
        term = self.value(node)
        whole = term.head == "number" and term.data[1] == 1
        if not (whole or term.sort == "index"):
            hint = f"; declare it by a law, as {node.name}: index(n)" if term.head == "parameter" else ""
            raise self.error(f"this is no index{hint}.", node)
        return term

    # Arithmetic.

    def _sum(self, node: Node) -> Term:
        parts = [self.number(part) for part in node.parts]
        return _small(add(*(-x if sign == "-" else x for sign, x in zip(node.word, parts, strict=True))))

    def _product(self, node: Node) -> Term:
        rows = [_is_row(part, self.names) for part in node.parts]
        total: Term | None = None
        pending: _Row | None = None
        for sign, part, may_be_row in zip(node.word, node.parts, rows, strict=True):
            base = self.number(part.parts[0]) if may_be_row else None
            is_row = base is not None and len(base.shape) == _VECTOR
            factor = base if base is not None and is_row else self.number(part)
            if factor.is_random and any(one.kind == "E" and not one.word for one in node.parts):
                raise self.error(f"this has two meanings; write E[x{sign}y] or E[x]{sign}y.", node)
            total, pending = _times(total, pending, sign, factor, is_row=is_row)
        if pending is not None:
            raise self.error(_LONELY_ROW, node)
        return _small(as_term(total))

    def _power(self, node: Node) -> Term:
        base_node, exponent_node = node.parts
        if exponent_node.name == "T" and "T" not in self.names.declared:
            base = self.number(base_node)
            if base.shape:
                if len(base.shape) == _VECTOR:
                    raise self.error(_LONELY_ROW, node)
                return base.T
        if base_node.kind == "modulus":
            return self._modulus_power(base_node, self.number(exponent_node))
        base, exponent = self.number(base_node), self.number(exponent_node)
        if exponent.shape:
            raise self.error("an exponent is a number.", exponent_node)
        if base_node.name == "e" and self._symbol("e") is None:
            return exp(exponent)
        if len(base.shape) == _MATRIX:
            return base**exponent
        if base.head == "number" and exponent.head == "number" and not _is_small_power(base, exponent):
            raise self.error("this number is too large; write a smaller exponent.", node)
        return power(base, exponent)

    def _modulus(self, node: Node) -> Term:
        inside = self.number(node.parts[0])
        return sqrt(norm2(inside)) if inside.shape else absolute(inside)

    def _modulus_power(self, node: Node, exponent: Term) -> Term:
        """|x|^e; for an even e a power of |x|^2, of x itself where it is a number."""
        inside = self.number(node.parts[0])
        whole = exponent.head == "number" and exponent.data[1] == 1
        if inside.shape:
            return power(norm2(inside), exponent * Fraction(1, 2))
        is_even = whole and exponent.data[0] % 2 == 0 and exponent.data[0] > 0
        return power(inside if is_even else absolute(inside), exponent)

    def _inner(self, node: Node) -> Term:
        one, other = map(self.number, node.parts)
        drawn = next((x for x in (one, other) if not x.shape and x.head in {"random", "item"}), None)
        if drawn is not None:
            name = (drawn.args[0] if drawn.head == "item" else drawn).data[0]
            raise self.error(
                f"{name} is a number by its law; give it a dimension, as in {name}: normal(dimension=d).",
                node,
            )
        unknown = next((x for x in (one, other) if x.head == "parameter"), None)
        if unknown is not None:
            raise self.error(f"{unknown} has no law; declare it, as in {unknown}: fixed(d).", node)
        return inner(one, other)

    # Events.

    def _relation(self, node: Node) -> Term:
        if node.word == "similar":
            raise self.error("say along which size, as in 'f ~ g as n -> oo'.", node)
        one, other = (self.number(part) for part in node.parts)
        return Term(node.word, (one, other))

    def _limit(self, node: Node) -> Term:
        relation, variable, *ties = node.parts
        for tie in ties:
            _declare_sizes(self.names, tie.parts[0])
        limit = (self.integer(variable), *map(self.event, ties))
        if relation.kind != "relation":
            if not node.word.isdigit() or int(node.word) > MAX_ORDER:
                raise self.error(f"an order is a whole number up to {MAX_ORDER}.", node)
            self.expanded = limit, int(node.word)
            return self.number(relation)
        if relation.word not in {"similar", "eq"}:
            raise self.error("a limit is f ~ g, or f = O(g).", relation)
        one, other = relation.parts
        if relation.word == "similar":
            return similar(self.number(one), self.number(other), *limit)
        signs, parts = (other.word, other.parts) if other.kind == "sum" else ("+", (other,))
        *main, order = parts
        if order.kind != "call" or order.word != "O" or len(order.parts) != 1 or signs[-1] != "+":
            raise self.error("write f ~ g as n -> oo, or f = m + O(g) as n -> oo.", other)
        values = (self.number(part) for part in main)
        total = add(number(0), *(-x if sign == "-" else x for sign, x in zip(signs, values, strict=False)))
        return expansion(self.number(one), total, self.number(order.parts[0]), *limit)

    def _and(self, node: Node) -> Term:
        return self._events("and", node)

    def _events(self, head: str, node: Node) -> Term:
        total, *others = map(self.event, node.parts)
        for event in others:
            total = both(total, event) if head == "and" else Term("or", (total, event))
        return total

    # Functions and binders.

    def _keyword(self, node: Node) -> Term:
        raise self.error("this takes no argument by name.", node)

    def _call(self, node: Node) -> Term:
        name, parts = node.word, node.parts
        if name == "indicator":
            return indicator(self.event(parts[0]))
        if name in {"identity", "zeros", "ones"}:
            return Term(name, tuple(map(self.integer, parts)))
        if name == "iterate" and len(parts) == 4:  # noqa: PLR2004
            return iterate(*map(self.number, parts[:3]), self.integer(parts[3]))
        make, least, most = _FUNCTIONS[name]
        if not least <= len(parts) <= most:
            takes = f"{least}" if least == most else f"at least {least}"
            raise self.error(
                f"{name} takes {takes} argument{'s' * (takes != '1')}, and {len(parts)} are given.", node
            )
        return make(*map(self.number, parts))

    def _array(self, node: Node) -> Term:
        rows = [part.parts if part.kind == "array" else (part,) for part in node.parts]
        is_matrix = all(part.kind == "array" for part in node.parts)
        if not rows or not all(rows) or len({len(row) for row in rows}) > 1:
            raise self.error("write [a, b] or [[a, b], [c, d]], with rows of one length.", node)
        entries = [[self.number(entry) for entry in row] for row in rows]
        return matrix(*entries) if is_matrix else vector(*(row[0] for row in entries))

    def _gradient(self, node: Node) -> Term:
        body, variable = node.parts
        return gradient(self.number(body), self.value(variable))

    def _bind(self, node: Node) -> Term:
        body, *indices = node.parts
        outside = dict(self.bound)
        bindings: list[tuple[Term, Term, int]] = []
        for index in indices:
            letter, ends = index.word.split()
            upper, conditions = self._upper(letter, index, node)
            first = self._first(index.parts[-2]) if ends == "2" else number(1)
            below = first.data[0] - 1 if first.head == "number" and first.data[0] < 1 else 0
            self.bound[letter] = own = Index(letter, upper - below)
            found = [self.event(condition) for condition in conditions]
            if any(condition.is_random for condition in found):
                raise self.error("a condition on an index is not random.", index)
            if not below and first is not number(1):
                found.append(own >= first)
            condition = TRUE
            for one in found:
                condition = both(condition, one)
            bindings.append((own, condition, below))
        inside = self.event(body) if node.word in {"all", "any"} else self.number(body)
        (own, condition, below), *others = bindings
        join = {"sum": add, "product": multiply}.get(node.word)
        if join and not others and condition is TRUE and below == -1 and own.args[0].head == "add":
            # The first term by itself, so that the upper end stays as it is.
            self.bound = outside | {own.data[0]: number(0)}
            first = self.number(body)
            self.bound = outside
            from_1 = Index(own.data[0], own.args[0] - 1)
            return join(first, _bound(node.word, [(from_1, TRUE, 0)], replaced(inside, own, from_1)))
        self.bound = outside
        return _bound(node.word, bindings, inside)

    def _upper(self, letter: str, index: Node, node: Node) -> tuple[Term, tuple[Node, ...]]:
        """The range of a bound letter, and its other conditions; of j <= 3 it is 3 where it has no other."""
        ends = int(index.word.split()[1])
        conditions = index.parts[: len(index.parts) - ends]
        if ends:
            return self.integer(index.parts[-1]), conditions
        lasts = [x for x in conditions if x.word == "le" and x.parts[0].name == letter]
        try:
            upper = self._range(letter, node)
        except ParseError:
            if not lasts:
                raise
            upper = self.integer(lasts[0].parts[1])
        return upper, tuple(x for x in conditions if x not in lasts or self.number(x.parts[1]) is not upper)

    def _first(self, node: Node) -> Term:
        """Where an index begins: at a whole number, or at what is 1 or more, as a size or an index."""
        first = self.number(node)
        is_whole = first.head == "number" and first.data[1] == 1
        if not is_whole and not _is_positive(first):
            raise self.error(
                f"an index begins at a whole number; is {first} a size? write {first} >= 1.", node
            )
        return first

    def _range(self, letter: str, node: Node) -> Term:
        """The range of a bound letter: of what it stands below or is compared with, or the only one."""
        others = {name: index for name, index in (self.names.letters | self.bound).items() if name != letter}
        own = {index.word.split()[0] for index in node.parts[1:]}
        inside = Node("list", node.parts)
        uses = list(_uses(self.names, inside))
        direct = {upper for name, upper in uses if name == letter}
        if len(direct) > 1:
            raise self.error(
                f"{letter} runs to {' and to '.join(sorted(map(repr, direct)))}; use two letters.", node
            )
        if direct:
            return direct.pop()
        by_name = {name: i.args[0] for name, i in others.items()} | {a: b for a, b in uses if a in own}
        for one, other in _links(inside):
            for a, b in ((one, other), (other, one)):
                if a == letter and b in by_name:
                    return by_name[b]
        values = set(_values_beside(self.names, letter, inside))
        if len(values) == 1:
            return values.pop()
        counts = {c for own in self.names.declared.values() if own.head == "family" for c in own.args[1:]}
        if len(counts) == 1:
            return counts.pop()
        for part in inside.walk():
            if part.kind == "subscript" and letter in {place.name for place in part.parts[1:]}:
                self._require_known(part, part.parts[0])
        raise self.error(f"the range of {letter} is not known; write sum_{{{letter}=1}}^n.", node)

    # Laws.

    def law(self, node: Node) -> Term:
        """The law of a node."""
        positions = [part for part in node.parts if part.kind != "keyword"]
        named = {part.word: part for part in node.parts if part.kind == "keyword"}
        try:
            return self._law(node.word, positions, named)
        except ParseError:
            raise
        except (ValueError, TypeError) as error:
            why = f"; {error}" if isinstance(error, ValueError) else ""
            raise self.error(f"write {LAWS[node.word]}{why}", node) from None

    def _law(self, name: str, positions: list[Node], named: dict[str, Node]) -> Term:
        if name == "mixture":
            weights, parts = positions[::2], positions[1::2]
            if named or any(part.kind != "law" for part in parts):
                raise TypeError
            return law_terms.Mixture([self.number(w) for w in weights], [self.law(part) for part in parts])
        law = law_terms.WRITTEN[name]
        given = [(k, part) for k, part in enumerate(positions)]
        if any(part.kind == "law" for part in positions):
            raise TypeError
        arguments = [self.integer(part) if k in law.whole else self.number(part) for k, part in given]
        keywords = {
            key: self.integer(part.parts[0]) if key in _DIMENSIONS else self.number(part.parts[0])
            for key, part in named.items()
        }
        return law.make(*arguments, **keywords)


def _sort(term: Term) -> str:
    return {"event": "an event"}.get(term.sort, f"a {term.sort}")


def _is_row(node: Node, names: _Names) -> bool:
    return node.kind == "power" and node.parts[1].name == "T" and "T" not in names.declared


_Row = tuple[Term, Term | None]
"""The x of a row x^T, and the product of the matrices after it."""


def _times(
    total: Term | None, pending: _Row | None, sign: str, factor: Term, *, is_row: bool
) -> tuple[Term | None, _Row | None]:
    """The product so far with one factor more; a `pending` row waits for a vector: x^T A y is <x, A y>."""
    if pending is not None:
        if is_row or sign == "/":
            raise ValueError("a row x^T is followed by a vector or matrix.")
        if not factor.shape:
            return _joined(total, factor), pending
        row, matrix = pending
        behind = factor if matrix is None else matrix @ factor
        if len(factor.shape) == _VECTOR:
            return _joined(total, inner(row, behind)), None
        return total, (row, behind)
    if is_row:
        if total is not None and len(total.shape) == _VECTOR:
            scalar, vector = total.args if total.head == "scale" else (number(1), total)
            return multiply(scalar, outer(vector, factor)), None
        return total, (factor, None)
    if total is None:
        return factor, None
    return (total / factor if sign == "/" else _joined(total, factor)), None


def _joined(total: Term | None, factor: Term) -> Term:
    """The product, of two matrices too."""
    if total is None:
        return factor
    if total.shape and factor.shape and len(total.shape) + len(factor.shape) > _MATRIX:
        return total @ factor
    return multiply(total, factor)


def _small(term: Term) -> Term:
    if term.head == "number" and max(abs(term.data[0]), term.data[1]).bit_length() > MAX_BITS:
        raise ValueError("this number is too large.")
    return term


def _is_small_power(base: Term, exponent: Term) -> bool:
    bits = max(abs(base.data[0]), base.data[1]).bit_length()
    return exponent.data[1] != 1 or abs(exponent.data[0]) * bits <= MAX_BITS


def _is_positive(term: Term) -> bool:
    """Whether a sum of numbers, sizes and indices is 1 or more, whatever they are."""
    match term.head:
        case "add":
            return all(map(_is_positive, term.args))
        case "number":
            return term.data[1] == 1 and bool(term.data[0] > 0)
        case "size":
            return bool(term.data[1] > 0)
    return term.head == "index"


def _bound(head: str, bindings: list[tuple[Term, Term, int]], body: Term) -> Term:
    """The binder over indices with their conditions, the last innermost.

    An index whose first value is below 1 is counted from 1, and stands in the body with the difference added.
    """
    term = body
    for index, condition, below in reversed(bindings):
        inside = (replaced(own, index, index + below) if below else own for own in (condition, term))
        parts = (index.args[0], *(abstracted(own, index) for own in inside))
        if head == "softmax":
            term = softmax(Term("tabulate", parts))
        else:
            term = Term(head, parts, ("first",) if head == "argmax" else ())
    return term


_MANY: Final = 1_000
_FUNCTIONS: Final[dict[str, tuple[Callable[..., Term], int, int]]] = {
    **{name: (function(name), 1, 1) for name in FUNCTIONS},
    "zeta": (lambda s, a=1: hurwitz_zeta(s, a), 1, 2),
    "sqrt": (sqrt, 1, 1),
    "max": (maximum, 2, _MANY),
    "min": (minimum, 2, _MANY),
    "tr": (trace, 1, 1),
    "trace": (trace, 1, 1),
    "inner": (inner, 2, 2),
    "outer": (outer, 2, 2),
    "norm": (lambda x: sqrt(norm2(x)), 1, 1),
    "norm2": (norm2, 1, 1),
    "softmax": (softmax, 1, 1),
    "transpose": (lambda x: x.T, 1, 1),
    "Var": (Var, 1, 1),
    "Cov": (Cov, 2, 2),
    "quantile": (quantile, 2, 2),
    "fullest_class": (fullest_class, 2, 2),
    "median": (median, 1, 1),
    "diagonal": (diagonal, 1, 1),
    "projection": (projection, 1, 1),
    "separable": (separable, 1, 1),
    "least_missed": (least_missed, 2, 2),
    "unit": (unit, 1, 1),
    "log_sum_exp": (log_sum_exp, 1, 1),
    "factorial": (factorial, 1, 1),
    "binomial": (binomial, 2, 2),
    "stationary": (stationary, 1, 1),
    "entropy_rate": (entropy_rate, 1, 1),
    "rate": (rate, 3, 3),
    "first_at": (first_at, 3, 3),
    "iterate": (iterate, 4, 4),
    "sub_gaussian": (sub_gaussian, 2, 2),
}
_DIMENSIONS: Final = frozenset({"dimension", "count"})
