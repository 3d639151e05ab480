"""Terms from the tree of a text (`syntax`), over the names that it declares."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from inspect import signature
from typing import Final

from . import laws as law_terms
from . import terms
from .heads import CONSTANTS, FUNCTIONS
from .model import Index, Parameter
from .node import FALSE, TRUE, Term, add, as_term, both, multiply, negation, number, power
from .ranges import Names, compared_names, declare_sizes, letter_uses, values_beside
from .requirements import is_integer, least
from .substitution import abstracted, fresh_name, replaced
from .syntax import LAWS, RESERVED, Node, ParseError, no_function, quoted
from .terms import (
    E,
    P,
    Sum,
    absolute,
    entry,
    exp,
    expansion,
    function,
    gradient,
    hurwitz_zeta,
    identity,
    indicator,
    inner,
    iterate,
    matrix,
    max_over,
    maximum,
    minimum,
    norm2,
    outer,
    row,
    similar,
    softmax,
    sqrt,
    stack,
    stacked,
    trace,
    vector,
)

MAX_BITS: Final = 4_096
MAX_ORDER: Final = 12
_LONELY_ROW: Final = "a row x^T is followed by nothing; write outer(x, y), x y^T or <x, y>."
VECTOR, MATRIX = 1, 2
"""Their numbers of dimensions."""
_LENGTHS: Final = {"2": VECTOR, "F": MATRIX}
_NORMS: Final = _LENGTHS | {"1": VECTOR, "oo": VECTOR, "inf": VECTOR}
"""Norms by their index, and of what they are; the lengths are roots of sums of squares."""
_MANY: Final = 1_000
"""The most arguments of a function that takes any number of them."""
DIMENSIONS: Final = frozenset({"dimension", "count"})
"""Arguments of laws by name that are sizes."""


Binding = tuple[Term, Term, int]
"""The index of a binder, its condition, and its first value less 1 where that is below 1, else 0."""


class Builder:
    """Terms from the tree of one text."""

    def __init__(self, names: Names, text: str) -> None:
        self.names = names
        self.text = text
        self.bound: dict[str, Term] = {}
        self.stacks: set[str] = set()
        """The families that stand without an index."""
        self.expanded: tuple[tuple[Term, ...], int] = ((), 1)
        """Along what the text asks for an expansion, and to what order."""

    def error(self, what: str, node: Node) -> ParseError:
        """The error, with the part of the text that it is about."""
        return ParseError(f"{quoted(self.text[node.start : node.end])}, character {node.start + 1}: {what}")

    def value(self, node: Node) -> Term:
        """The term of a node. Raises `ParseError`."""
        try:
            return getattr(self, f"_{node.kind}")(node)
        except ParseError:
            raise
        except (ValueError, TypeError) as error:
            whole = " and ".join(sorted(self.stacks))
            hint = f" ({whole} without an index: the array of all items)" if whole else ""
            raise self.error(f"{str(error).removesuffix('.')}{hint}.", node) from None

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

    def _E(self, node: Node) -> Term:  # noqa: N802 - the field's name
        """E x, or E x 1[B]/P(B) given B."""
        body, *given = node.parts
        if not given:
            return E(self.number(body))
        condition = self.event(given[0])
        return E(self.number(body) * indicator(condition)) / P(condition)

    def _P(self, node: Node) -> Term:  # noqa: N802 - the field's name
        """P(A), or P(A and B)/P(B) given B."""
        event, *given = map(self.event, node.parts)
        return P(Term("and", (event, *given))) / P(*given) if given else P(event)

    def integer(self, node: Node) -> Term:
        """A dimension or a count: the names in it are sizes."""
        declare_sizes(self.names, node)
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
            if len(places) < several == MATRIX:
                return row(term, self._place(places[0]))
            term, places = term[tuple(map(self._place, places[:several]))], places[several:]
        if not places:
            return term
        at = tuple(map(self._place, places))
        is_product = term.head == "matmul" and stacked(term.args[0]) is not None
        return entry(term, *at) if is_product and len(at) == len(term.shape) == VECTOR else term[at]

    def _unknown(self, node: Node, base: Node, places: list[Node]) -> Term:
        """A parameter with a plain subscript; an index below it needs a law."""
        size = self._symbol(places[0].name) if base.word == "I" else None
        if size is not None and size.head == "size":
            return identity(size)
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
            is_row = base is not None and len(base.shape) == VECTOR
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
                if len(base.shape) == VECTOR:
                    raise self.error(_LONELY_ROW, node)
                return base.T
        if base_node.kind == "modulus" or (base_node.kind == "norm" and base_node.word in _LENGTHS):
            return self._modulus_power(base_node, self.number(exponent_node))
        base, exponent = self.number(base_node), self.number(exponent_node)
        if exponent.shape:
            raise self.error("an exponent is a number.", exponent_node)
        if base_node.name == "e" and self._symbol("e") is None:
            return exp(exponent)
        if len(base.shape) == MATRIX:
            return base**exponent
        if base.head == "number" and exponent.head == "number" and not _is_small_power(base, exponent):
            raise self.error("this number is too large; write a smaller exponent.", node)
        return power(base, exponent)

    def _inside(self, node: Node) -> Term:
        """What stands between bars; with an index below the last one it is of the shape of that norm."""
        inside = self.number(node.parts[0])
        if node.kind == "norm" and _NORMS.get(node.word) != len(inside.shape):
            raise self.error("norms are |x|_1, |x|_2 and |x|_oo of a vector, and |X|_F of a matrix", node)
        return inside

    def _modulus(self, node: Node) -> Term:
        inside = self._inside(node)
        return sqrt(norm2(inside)) if inside.shape else absolute(inside)

    def _norm(self, node: Node) -> Term:
        """|x|_2, |x|_1 and |x|_oo of a vector, |X|_F of a matrix."""
        if node.word in _LENGTHS:
            return self._modulus(node)
        inside = self._inside(node)
        index = Term("index", inside.shape, (fresh_name(inside),))
        return (Sum if node.word == "1" else max_over)(index, absolute(inside[index]))

    def _modulus_power(self, node: Node, exponent: Term) -> Term:
        """|x|^e; for an even e a power of |x|^2, of x itself where it is a number."""
        inside = self._inside(node)
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
            declare_sizes(self.names, tie.parts[0])
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
        return reduce(both, map(self.event, node.parts))

    def _or(self, node: Node) -> Term:
        return reduce(operator.or_, map(self.event, node.parts))

    def _not(self, node: Node) -> Term:
        return negation(self.event(node.parts[0]))

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
        make = _FUNCTIONS[name]
        least, most = _arity(make)
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
        bindings = [self._binding(index, node) for index in indices]
        inside = self.event(body) if node.word in {"all", "any"} else self.number(body)
        (own, condition, below), *others = bindings
        join = {"sum": add, "product": multiply}.get(node.word)
        is_plain = not others and condition is TRUE and below == -1 and own.args[0].head == "add"
        if join and is_plain and least(own.args[0] - 1):
            # The first term by itself, so that the upper end stays as it is.
            self.bound = outside | {own.data[0]: number(0)}
            first = self.number(body)
            self.bound = outside
            from_1 = Index(own.data[0], own.args[0] - 1)
            return join(first, _bound(node.word, [(from_1, TRUE, 0)], replaced(inside, own, from_1)))
        self.bound = outside
        return _bound(node.word, bindings, inside)

    def _binding(self, index: Node, node: Node) -> Binding:
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
        return own, reduce(both, found, TRUE), below

    def _upper(self, letter: str, index: Node, node: Node) -> tuple[Term, tuple[Node, ...]]:
        """The range of a bound letter, and its other conditions; of j <= 3 it is 3 where it has no other."""
        ends = int(index.word.split()[1])
        conditions = index.parts[: len(index.parts) - ends]
        if ends and index.parts[-1].name == "oo":
            raise self.error("a sum ends somewhere: take sum_{j=1}^n, and its limit by 'as n -> oo'.", node)
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
        if not is_whole and not (is_integer(first) and (least(first) or 0) >= 1):
            raise self.error(
                f"an index begins at a whole number; is {first} a size? write {first} >= 1.", node
            )
        return first

    def _range(self, letter: str, node: Node) -> Term:
        """The range of a bound letter: of what it stands below or is compared with, or the only one."""
        others = {name: index for name, index in (self.names.letters | self.bound).items() if name != letter}
        own = {index.word.split()[0] for index in node.parts[1:]}
        inside = Node("list", node.parts)
        uses = list(letter_uses(self.names, inside))
        direct = {upper for name, upper in uses if name == letter}
        if len(direct) > 1:
            raise self.error(
                f"{letter} runs to {' and to '.join(sorted(map(repr, direct)))}; use two letters.", node
            )
        if direct:
            return direct.pop()
        by_name = {name: i.args[0] for name, i in others.items()} | {a: b for a, b in uses if a in own}
        for one, other in compared_names(inside):
            for a, b in ((one, other), (other, one)):
                if a == letter and b in by_name:
                    return by_name[b]
        values = set(values_beside(self.names, letter, inside))
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
            rows = f"; m rows of n numbers are W[m, n]: {node.word}(...)" if named else ""
            why = f"; {error}" if isinstance(error, ValueError) else rows
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
            key: self.integer(part.parts[0]) if key in DIMENSIONS else self.number(part.parts[0])
            for key, part in named.items()
        }
        if name == "normal" and len(arguments) == 2:  # noqa: PLR2004
            arguments[1], dimension = _isotropic(arguments[1])
            keywords |= {"dimension": dimension} if dimension is not None else {}
        return law.make(*arguments, **keywords)


def _isotropic(covariance: Term) -> tuple[Term, Term | None]:
    """S and d of a covariance s I_d; another one without a d."""
    factors = covariance.args if covariance.head == "scale" else (number(1), covariance)
    is_isotropic = factors[1].head == "identity"
    return (factors[0], factors[1].args[0]) if is_isotropic else (covariance, None)


def _sort(term: Term) -> str:
    return {"event": "an event"}.get(term.sort, f"a {term.sort}")


def _is_row(node: Node, names: Names) -> bool:
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
        if len(factor.shape) == VECTOR:
            return _joined(total, inner(row, behind)), None
        return total, (row, behind)
    if is_row:
        if total is not None and len(total.shape) == VECTOR:
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
    if total.shape and factor.shape and len(total.shape) + len(factor.shape) > MATRIX:
        return total @ factor
    return multiply(total, factor)


def _small(term: Term) -> Term:
    if term.head == "number" and max(abs(term.data[0]), term.data[1]).bit_length() > MAX_BITS:
        raise ValueError("this number is too large.")
    return term


def _is_small_power(base: Term, exponent: Term) -> bool:
    bits = max(abs(base.data[0]), base.data[1]).bit_length()
    return exponent.data[1] != 1 or abs(exponent.data[0]) * bits <= MAX_BITS


def _bound(head: str, bindings: list[Binding], body: Term) -> Term:
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


_OWN: Final = (
    "sqrt trace inner outer norm2 softmax Var Cov quantile fullest_class median diagonal projection "
    "separable least_missed unit log_sum_exp factorial binomial stationary entropy_rate rate first_at "
    "iterate sub_gaussian"
)
"""What is written as it is called in `terms`."""
_FUNCTIONS: Final[dict[str, Callable[..., Term]]] = {
    **{name: function(name) for name in FUNCTIONS},
    **{name: getattr(terms, name) for name in _OWN.split()},
    "zeta": lambda s, a=1: hurwitz_zeta(s, a),
    "cosh": lambda x: (exp(x) + exp(-x)) / 2,
    "sinh": lambda x: (exp(x) - exp(-x)) / 2,
    "max": maximum,
    "min": minimum,
    "tr": trace,
    "norm": lambda x: sqrt(norm2(x)),
    "transpose": lambda x: x.T,
}


@cache
def _arity(make: Callable[..., Term]) -> tuple[int, int]:
    """The least and the most numbers that a function takes."""
    parameters = signature(make).parameters.values()
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return 2, _MANY
    return sum(one.default is one.empty for one in parameters), len(parameters)
