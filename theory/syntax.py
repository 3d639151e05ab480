r"""The grammar of terms in text, as a tree: what is written, before anything is known of its names.

| | |
|---|---|
| event | `a == b` `a = b` `a != b` `a <= b` `a < b` `a >= b` `a > b` · `and` `or` `not` · `A for all i` |
| | `0 <= a < b`, which is `0 <= a and a < b` |
| | `A for some i != j` · `all_{i} A` · `any_{i} A` |
| limit | `f ~ g as n -> oo` · `f = m + O(g) as n -> oo` · `... as d -> oo, n = alpha d` |
| | `f as n -> oo to order 2`, whose expansion is to be found |
| sum | `a + b` `a - b` |
| product | `a b` `a * b` `a / b` `X @ Y`, from the left |
| power | `x^2` `x^(1/2)` `x^-1` `X^T` |
| binder | `sum_j` `sum_{j != i}` `sum_{i, j != i}` `sum_{j=1}^n` `sum_{1 <= i < j <= n}`,
| | and so `prod` `max` `min` `argmax` `tabulate` `softmax`; the body is the product that follows |
| arrays | `[a, b]` · `[[a, b], [c, d]]` |
| brackets | `(a)` · `\|x\|` `\|x\|_1` `\|x\|_oo` `\|X\|_F` · `<x, y>` · `x[i]` `x_i` `x_{i, a}` · `1[A]` |
| statistics | `E[x]` `E\|x\|^2` `P(A)` `Var(x)` `Cov(x, y)` `quantile(x, q)` `median(x)` · `grad_u f` |
| functions | `exp(x)` and the like; `max(x, y)`; `tr(X)` |

A text is at most 2,000 characters long and nested at most 30 deep. Reading takes time linear in its length,
but for inner products that are not closed. Nothing is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from itertools import chain
from typing import Final

from .heads import BINDERS, FUNCTIONS
from .latex_text import from_latex
from .laws import WRITTEN

MAX_LENGTH: Final = 2_000
MAX_DEPTH: Final = 30
MAX_DIGITS: Final = 30
MAX_SUFFIXES: Final = 3
_MOST_WORDS: Final = 3
"""Of a name, log_sum_exp."""

RELATIONS: Final = {
    "==": "eq", "=": "eq", "!=": "ne", "<=": "le", "<": "lt", ">=": "ge", ">": "gt", "~": "similar",
}  # fmt: skip
_TURNED: Final = {"le": "ge", "lt": "gt"}
BINDING: Final = {"prod": "product", "softmax": "softmax"} | {head: head for head in BINDERS}
"""What binds an index below it."""
CALLS: Final = FUNCTIONS | frozenset(
    {"sqrt", "max", "min", "tr", "trace", "inner", "outer", "norm", "norm2", "softmax", "transpose"}
    | {"identity", "zeros", "ones", "indicator", "Var", "Cov", "quantile", "median", "fullest_class", "O"}
    | {"diagonal", "projection", "separable", "least_missed", "unit", "log_sum_exp", "factorial", "binomial"}
    | {"stationary", "entropy_rate", "iterate", "rate", "first_at", "sub_gaussian", "cosh", "sinh"}
)
LAWS: Final = {
    **{name: law.text for name, law in WRITTEN.items()},
    "mixture": "mixture(weight, law, weight, law)",
    "fixed": "fixed(dimension)",
    "index": "index(count)",
}
"""What may stand after `k:`, with what it takes; `fixed` and `index` are not random."""
_STATISTICS: Final = frozenset({"E", "P", "Var", "Cov"})
_OF_LAWS: Final = frozenset({"Var", "Cov", "median", "quantile", "fullest_class"})
"""What may have square brackets too, as E[x]."""
_WORDS: Final = frozenset({"and", "or", "not", "for", "as", "to", "given"})
RESERVED: Final = _WORDS | CALLS | frozenset(BINDING) | {"E", "P", "grad", "true", "false", "oo"}

_LAWS_ALSO_CALLED: Final = {
    "n": "normal", "u": "uniform", "unif": "uniform", "exp": "exponential", "ber": "bernoulli",
    "bern": "bernoulli", "rad": "rademacher", "gaussian": "normal",
}  # fmt: skip
"""What papers call a law, in small letters."""
_ALSO_CALLED: Final = {
    "ln": "log", "binom": "binomial", "choose": "binomial", "dot": "inner", "erf": "erfc", "ReLU": "relu",
    "argmax": "first_at", "mean": "E", "std": "Var",
}  # fmt: skip
"""What other texts call a function."""

_TOKEN: Final = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z][A-Za-z0-9]*)"
    r"|(?P<sign>\*\*|==|!=|<=|>=(?!=)|->|[-+*/^@_{}\[\]()<>|,:=~√])"
)
_POWER_OF_TEN: Final = re.compile(r"[eE]([+-]?\d+)")
_PLAIN: Final = str.maketrans(
    {"≤": "<=", "≥": ">=", "≠": "!=", "⟨": "<", "⟩": ">", "−": "-", "·": "*", "∞": "oo", "→": "->",
     "²": "^2", "³": "^3", "⁴": "^4", "ᵀ": "^T", "∑": "sum", "∏": "prod", "‖": "|",
     "π": "pi", "Γ": "gamma", "∇": "grad",
     "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "η": "eta", "θ": "theta",
     "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "ρ": "rho", "σ": "sigma", "τ": "tau",
     "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Σ": "Sigma"}
)  # fmt: skip


class ParseError(ValueError):
    """A text that is no term: one sentence with the place and what to write instead."""


def quoted(text: str) -> str:
    r"""The text between quotes, as it was typed: a backslash is one.

    >>> print(quoted(r"\frac{1"))
    '\frac{1'
    """
    return repr(text).replace("\\\\", "\\")


def plain(text: str) -> str:
    """The text without LaTeX, and with the signs of the grammar. Raises `ParseError`."""
    if len(text) > MAX_LENGTH:
        raise ParseError(f"A text has at most {MAX_LENGTH} characters, and this one has {len(text)}.")
    try:
        return from_latex(text).translate(_PLAIN)
    except ValueError as error:
        raise ParseError(f"{quoted(text)}: {error}.") from None


class _TooDeepError(ParseError):
    """Brackets within brackets without end."""


@dataclass(frozen=True)
class Node:
    """A part of a text: its kind, parts below it, a word of its own, and from where to where it goes."""

    kind: str
    parts: tuple[Node, ...] = ()
    word: str = ""
    start: int = 0
    end: int = 0

    @property
    def name(self) -> str:
        """The whole name, d_k, of a name with plain subscripts; else nothing."""
        if self.kind in {"name", "called"}:
            return self.word
        if self.kind == "subscript" and all(part.kind in {"name", "number"} for part in self.parts[1:]):
            below = "".join(f"_{part.word}" for part in self.parts[1:])
            return self.parts[0].name + below if self.word == "_" and self.parts[0].name else ""
        return ""

    def walk(self) -> Iterator[Node]:
        """This part and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()


def no_function(name: str) -> str:
    """What is said of a name that stands where a function would, and what may be meant."""
    close = [_ALSO_CALLED[name]] if name in _ALSO_CALLED else get_close_matches(name, CALLS, 1)
    hint = f"; did you mean {close[0]}?" if close else f"; write {name} * (...) for a product."
    return f"there is no function {name}{hint}"


def _is_chain(*signs: str) -> bool:
    """Whether relations in a row go one way, as a <= b < c does."""
    return len(signs) == 1 or any({*signs} <= {"eq", *way} for way in (("le", "lt"), ("ge", "gt")))


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


class Syntax:
    """One text being read."""

    def __init__(self, text: str) -> None:
        """The tokens of the text. Raises `ParseError`."""
        self.text = plain(text)
        self.tokens = list(self._tokens())
        self.at = 0
        self.depth = 0
        self.bars = 0
        """Open bars |, within the innermost bracket."""
        self.compares = False
        """Within the conditions of a binder, where `<` after an operand always compares."""
        self._inner_products: dict[int, tuple[Node, int] | None] = {}

    def _tokens(self) -> Iterator[_Token]:
        place = 0
        while place < len(self.text):
            if self.text[place].isspace():
                place += 1
                continue
            found = _TOKEN.match(self.text, place)
            if found is None:
                factorial = "; write factorial(n)" if self.text[place] == "!" else ""
                raise self.error(f"{quoted(self.text[place])} has no meaning here{factorial}", place)
            kind = str(found.lastgroup)
            if kind == "number" and len(found.group()) > MAX_DIGITS:
                raise self.error(f"a number has at most {MAX_DIGITS} digits", place)
            if kind == "number" and (power := _POWER_OF_TEN.match(self.text, found.end())):
                raise self.error(f"write {found.group()}*10^({power.group(1)})", place)
            yield _Token(kind, found.group(), place, found.end())
            place = found.end()
        yield _Token("end", "", place, place)

    def error(self, what: str, place: int | None = None) -> ParseError:
        """The error with its place: the next token's, unless given."""
        at = self.next.start if place is None else place
        shown = self.text if len(self.text) <= 60 else f"…{self.text[max(0, at - 30) : at + 30]}…"  # noqa: PLR2004
        return ParseError(f"{quoted(shown)}, character {at + 1}: {what}{'' if what[-1] in '?.' else '.'}")

    # Tokens.

    @property
    def next(self) -> _Token:
        """The token to be read."""
        return self.tokens[self.at]

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of these."""
        return self.next.kind != "end" and self.next.text in texts

    def takes(self, *texts: str) -> str:
        """The next token's text, read, if it is one of these; else nothing."""
        if not self.sees(*texts):
            return ""
        self.at += 1
        return self.tokens[self.at - 1].text

    def expect(self, text: str, why: str) -> None:
        """Read that token. Raises `ParseError` where it is another."""
        if self.takes(text):
            return
        if text in ")]}" and self.next.text in RELATIONS:
            raise self.error("one relation follows another; join two by 'and'")
        found = f"{quoted(self.next.text)} stands there" if self.next.text else "the text ends"
        raise self.error(f"{quoted(text)} is missing {why}, and {found}")

    def end(self) -> None:
        """The text ends here. Raises `ParseError` where it does not."""
        if self.next.kind == "end":
            return
        if self.next.kind == "number":
            raise self.error(f"write * before {self.next.text}")
        if self.next.text in RELATIONS:
            raise self.error("one relation follows another; join two by 'and'")
        raise self.error(f"{quoted(self.next.text)} does not continue what stands before it")

    @contextmanager
    def _deeper(self, *, fresh_bars: bool = False) -> Iterator[None]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _TooDeepError(*self.error(f"brackets and powers nest at most {MAX_DEPTH} deep").args)
        bars, self.bars = self.bars, 0 if fresh_bars else self.bars
        try:
            yield
        finally:
            self.depth -= 1
            self.bars = bars

    def _node(self, kind: str, start: int, *parts: Node, word: str = "") -> Node:
        return Node(kind, parts, word, start, self.tokens[self.at - 1].end)

    # Events.

    def statement(self) -> Node:
        """An event, a limit or a number: the whole text."""
        found = self.limit()
        self.end()
        return found

    def limit(self) -> Node:
        """An event, with `as n -> oo` where it is about a limit."""
        start = self.next.start
        found = self.event()
        if self.takes("as"):
            variable = self._name("the size that grows")
            if not variable.name:
                raise self.error("a limit is along one size, as in 'as n -> oo'", variable.start)
            self.expect("->", "in 'as n -> oo'")
            self.expect("oo", "in 'as n -> oo'")
            ties = []
            while self.takes(","):
                ties.append(self.relation())
            order = self._order() if self.takes("to") else "1"
            return self._node("limit", start, found, variable, *ties, word=order)
        return found

    def _order(self) -> str:
        self.expect("order", "in 'to order 2'")
        if self.next.kind != "number":
            raise self.error("the order is missing, as in 'to order 2'")
        self.at += 1
        return self.tokens[self.at - 1].text

    def event(self) -> Node:
        """`A or B`."""
        return self._joined("or", lambda: self._joined("and", self._negated))

    def _joined(self, word: str, part: Callable[[], Node]) -> Node:
        start = self.next.start
        parts = [part()]
        while self.takes(word):
            parts.append(part())
        return self._node(word, start, *parts) if len(parts) > 1 else parts[0]

    def _negated(self) -> Node:
        start = self.next.start
        if self.takes("not"):
            with self._deeper():
                return self._node("not", start, self._negated())
        found = self.relation()
        for _ in range(MAX_SUFFIXES):
            # A condition on an index binds none: what follows it binds one more of the event.
            if self.compares or not self.takes("for"):
                break
            word = self.takes("all", "every", "some", "any")
            if not word:
                raise self.error("write 'for all i' or 'for some i'")
            binding = self._binding(self._conditions())
            head = "all" if word in {"all", "every"} else "any"
            found = self._node("bind", start, found, *binding, word=head)
        return found

    def relation(self) -> Node:
        """`a <= b`, `a <= b < c`, which are two, or a sum alone."""
        start = self.next.start
        side, parts = self.sum(), list[Node]()
        while (sign := RELATIONS.get(self.next.text, "")) and _is_chain(*(part.word for part in parts), sign):
            self.at += 1
            left, side = side, self.sum()
            parts.append(self._node("relation", left.start, left, side, word=sign))
        return self._node("and", start, *parts) if len(parts) > 1 else parts[0] if parts else side

    # Numbers, vectors, matrices.

    def sum(self) -> Node:
        """`a + b - c`: the parts, with their signs as the word."""
        start = self.next.start
        signs = [self.takes("-", "+") or "+"]
        parts = [self.product()]
        while self.sees("+", "-"):
            signs.append(self.takes("+", "-"))
            parts.append(self.product())
        alone = signs == ["+"]
        return parts[0] if alone else self._node("sum", start, *parts, word="".join(signs))

    def product(self, *, explicit: bool = True) -> Node:
        """`a b * c / d`: the parts, with the sign before each as the word; or of what stands side by side."""
        start = self.next.start
        signs, parts = ["*"], [self._signed()]
        while True:
            if explicit and self.sees("*", "/", "@"):
                signs.append(self.takes("*", "/", "@"))
                parts.append(self._signed())
            elif self._begins_factor(statistics=explicit):
                signs.append(" ")
                parts.append(self.power())
            else:
                break
        return self._node("product", start, *parts, word="".join(signs)) if len(parts) > 1 else parts[0]

    def _begins_factor(self, *, statistics: bool) -> bool:
        """Whether a factor may begin here, without a sign before it."""
        token = self.next
        if token.kind == "name":
            return token.text not in _WORDS and (statistics or token.text not in _STATISTICS)
        if token.text == "|":
            return not self.bars
        if token.text == "<":
            return not self.compares and self._inner_product() is not None
        return token.text in {"(", "√"} or (token.text == "1" and self.tokens[self.at + 1].text in {"[", "{"})

    def _signed(self) -> Node:
        start = self.next.start
        if self.takes("-"):
            with self._deeper():
                return self._node("sum", start, self._signed(), word="-")
        return self.power()

    def power(self) -> Node:
        """`x^e`, from the right."""
        start = self.next.start
        base = self._subscripted()
        if not self.takes("^", "**"):
            return base
        if base.kind == "E" and base.word == "(":
            raise self.error("E(x)^2 has two meanings; write E[x^2] or E[x]^2", start)
        with self._deeper():
            return self._node("power", start, base, self._exponent())

    def _exponent(self) -> Node:
        start = self.next.start
        if self.takes("-"):
            with self._deeper():
                return self._node("sum", start, self._exponent(), word="-")
        return self._braced(self.sum) if self.sees("{") else self.power()

    def _braced(self, inside: Callable[[], Node]) -> Node:
        return self._bracketed("{", "}", inside)

    def _bracketed(self, opening: str, closing: str, inside: Callable[[], Node]) -> Node:
        start = self.next.start
        self.expect(opening, "here")
        with self._deeper(fresh_bars=True):
            found = inside()
        self.expect(closing, f"for the {opening!r} of character {start + 1}")
        return found

    def _subscripted(self) -> Node:
        start = self.next.start
        found = self._atom()
        if found.kind == "number" and found.word == "1" and self.sees("[", "{"):
            brackets = ("[", "]") if self.sees("[") else ("{", "}")
            found = self._node("call", start, self._bracketed(*brackets, self.event), word="indicator")
        for _ in range(MAX_SUFFIXES):
            if not self.sees("[", "_"):
                break
            if self.takes("_"):
                below = self._subscripts()
                if found.kind == "modulus":
                    found = self._node("norm", start, *found.parts, word=below[0].word)
                else:
                    found = self._node("subscript", start, found, *below, word="_")
            else:
                places = self._list("[", "]")
                found = self._node("subscript", start, found, *places, word="[")
        return found

    def _subscripts(self) -> tuple[Node, ...]:
        if self.sees("{"):
            return self._list("{", "}")
        token = self.next
        if token.kind not in {"name", "number"}:
            raise self.error("a subscript is a letter, a number, or stands in braces")
        self.at += 1
        return (self._node(token.kind, token.start, word=token.text),)

    def _list(self, opening: str, closing: str, item: Callable[[], Node] | None = None) -> tuple[Node, ...]:
        """Items apart by commas, each a sum or `name = sum`."""
        one = item or self._item

        def items() -> Node:
            found = [] if self.sees(closing) else [one()]
            while self.takes(","):
                found.append(one())
            return Node("list", tuple(found))

        return self._bracketed(opening, closing, items).parts

    def _item(self) -> Node:
        start = self.next.start
        found = self.sum()
        if found.kind == "name" and self.takes("="):
            return self._node("keyword", start, self.sum(), word=found.word)
        return found

    def _atom(self) -> Node:
        token = self.next
        if token.kind == "number":
            self.at += 1
            return self._node("number", token.start, word=token.text)
        if token.kind == "name":
            return self._word(token)
        if token.text == "(":
            return self._bracketed("(", ")", self.event)
        if token.text == "[":
            return self._node("array", token.start, *self._list("[", "]"))
        if token.text == "|":
            return self._modulus()
        if self.takes("√"):
            inside = self._atom() if self.sees("(") else self.power()
            return self._node("call", token.start, inside, word="sqrt")
        found = self._inner_product() if token.text == "<" else None
        if found is not None:
            node, self.at = found
            return node
        what = f"before {quoted(token.text)}" if token.text else "at the end"
        raise self.error(f"a number, a name or a bracket is missing {what}")

    def _modulus(self) -> Node:
        start = self.next.start
        self.expect("|", "here")
        with self._deeper():
            self.bars += 1
            inside = self.sum()
        if self.next.text in RELATIONS or self.sees(")", "]"):
            raise self.error(
                "a bar is that of a modulus; write P(A given B) or E[x given B], with an event B", start
            )
        self.expect("|", f"for the '|' of character {start + 1}")
        return inside if inside.kind == "modulus" else self._node("modulus", start, inside)

    def _inner_product(self) -> tuple[Node, int] | None:
        """`<x, y>` from here with the position after it, or nothing where `<` compares."""
        begin = self.at
        if begin not in self._inner_products:
            self._inner_products[begin] = None
            try:
                parts = self._list("<", ">")
                if len(parts) == 2 and all(part.kind != "keyword" for part in parts):  # noqa: PLR2004
                    node = self._node("inner", self.tokens[begin].start, *parts)
                    self._inner_products[begin] = node, self.at
            except _TooDeepError:
                raise
            except ParseError:
                pass
            finally:
                self.at = begin
        return self._inner_products[begin]

    # Words.

    def _word(self, token: _Token) -> Node:
        if token.text in _WORDS:
            raise self.error(f"{quoted(token.text)} stands where a number or a name is missing")
        self.at += 1
        longer = self._long_name(token)
        if token.text in BINDING and self.sees("_") and not longer:
            return self._binder(token)
        if token.text == "grad" and self.takes("_"):
            variable = self._subscripts()[0]
            return self._node("gradient", token.start, self.product(), variable)
        if token.text == "E":
            return self._mean(token)
        if token.text == "P":
            closing = {"(": ")", "[": "]"}.get(self.next.text)
            if closing is None:
                raise self.error("write P(event), as P(x > t)")
            event = self._bracketed(self.next.text, closing, partial(self._conditional, self.event))
            return self._node("P", token.start, *(event.parts if event.kind == "given" else (event,)))
        name = longer or token.text
        if name in CALLS and (self.sees("(") or (name in _OF_LAWS and self.sees("["))):
            return self._call(name, token)
        if name == "Var":
            with self._deeper():
                return self._node("call", token.start, self.product(explicit=False), word=name)
        adjacent = self.sees("(") and self.next.start == self.tokens[self.at - 1].end
        if adjacent and self._has_several():
            raise self.error(no_function(name), token.start)
        return self._node("called" if adjacent else "name", token.start, word=name)

    def _has_several(self) -> bool:
        """Whether commas part what stands in the bracket that opens here."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token.text in {"(", "[", "{"}) - (token.text in {")", "]", "}"})
            if depth == 0 or (depth == 1 and token.text == ","):
                return depth == 1
        return False

    def _long_name(self, token: _Token) -> str:
        """A name of several words that has a meaning of its own, log_gamma, read; else nothing."""
        name, at = token.text, self.at
        for _ in range(_MOST_WORDS - 1):
            if self.tokens[at].text != "_" or self.tokens[at + 1].kind != "name":
                break
            name, at = f"{name}_{self.tokens[at + 1].text}", at + 2
            if name in CALLS or name in LAWS:
                self.at = at
                return name
        return ""

    def _call(self, name: str, token: _Token) -> Node:
        if name == "indicator":
            return self._node("call", token.start, self._bracketed("(", ")", self.event), word=name)
        opening = self.next.text
        return self._node("call", token.start, *self._list(opening, {"(": ")", "[": "]"}[opening]), word=name)

    def _mean(self, token: _Token) -> Node:
        if self.sees("_"):
            raise self.error("E is the mean over all that is random: write E[...], and its law beside it")
        if self.sees("(", "["):
            opening = self.next.text
            closing = {"(": ")", "[": "]"}[opening]
            inside = self._bracketed(opening, closing, partial(self._conditional, self.sum))
            parts = inside.parts if inside.kind == "given" else (inside,)
            return self._node("E", token.start, *parts, word=opening)
        with self._deeper():
            return self._node("E", token.start, self.product(explicit=False))

    def _conditional(self, what: Callable[[], Node]) -> Node:
        """`A given B`, or A alone."""
        start = self.next.start
        found = what()
        return self._node("given", start, found, self.event()) if self.takes("given") else found

    def _name(self, what: str) -> Node:
        token = self.next
        if token.kind != "name" or token.text in RESERVED:
            raise self.error(f"the name of {what} is missing")
        return self._subscripted()

    # Declarations.

    def declaration(self) -> Node:
        """`k: sphere(d)`, `k[n]: sphere(d)`: the law, then the counts that are given; the name as word."""
        start = self.next.start
        name = self._name("a random object")
        counts: list[Node] = []
        if name.kind == "subscript" and name.word == "[":
            name, *counts = name.parts
        if not name.name:
            raise self.error("write k: sphere(d), or k[n]: sphere(d) for n independent ones", start)
        if not self.takes(":", "~"):
            raise self.error(
                "':' and a law are missing, as in k: sphere(d); n >= 1 declares a size, in --size"
            )
        law = self.law()
        self.end()
        return self._node("declaration", start, law, *counts, word=name.name)

    def law(self) -> Node:
        """`normal(0, s^2)`."""
        token = self.next
        self.at += token.kind == "name"
        name = self._long_name(token) or token.text
        small = name.lower()
        name = name if name in LAWS else _LAWS_ALSO_CALLED.get(small, small if small in LAWS else name)
        if name not in LAWS:
            close = get_close_matches(name, LAWS, 1)
            raise self.error(f"there is no law {name!r}; {_known(close)}", token.start)
        parts = self._list("(", ")", self._law_item) if self.sees("(") else ()
        return self._node("law", token.start, *parts, word=name)

    def _law_item(self) -> Node:
        return self.law() if self.next.text in LAWS or self._sees_long_law() else self._item()

    def _sees_long_law(self) -> bool:
        words = [token.text for token in self.tokens[self.at : self.at + 3]]
        return "".join(words) in LAWS

    # Binders: their parts are the body, then for each index its name, condition, and upper end or nothing.

    def _binder(self, token: _Token) -> Node:
        head = BINDING[token.text]
        self.expect("_", "here")
        if self.sees("{"):
            self.expect("{", "here")
            with self._deeper(fresh_bars=True):
                conditions = self._conditions()
            self.expect("}", "after the indices")
        else:
            conditions = list(self._subscripts())
        upper = self._exponent() if self.takes("^", "**") else None
        binding = self._binding(conditions, upper)
        with self._deeper():
            body = self.relation() if head in {"all", "any"} else self.product()
        return self._node("bind", token.start, body, *binding, word=head)

    def _conditions(self) -> list[Node]:
        before, self.compares = self.compares, True
        found = [self.event()]
        while self.takes(","):
            found.append(self.event())
        self.compares = before
        return found

    def _binding(self, conditions: list[Node], upper: Node | None = None) -> list[Node]:
        """A node for each index: its conditions and upper end; `word` is its name and the number of ends."""
        parts: dict[str, list[Node]] = {}
        uppers: dict[str, Node | None] = {}
        for condition, end in chain.from_iterable(_in_row(whole, upper) for whole in conditions):
            first = condition
            while first.kind in {"relation", "and", "or"}:
                first = first.parts[0]
            if first.kind not in {"name", "subscript"} or not first.name:
                raise self.error("a condition begins with the index that it binds, as j != i", first.start)
            uppers.setdefault(first.name, end)
            parts.setdefault(first.name, []).extend([condition] if condition is not first else [])
        return [self._index(name, own, uppers[name], conditions[0]) for name, own in parts.items()]

    def _index(self, name: str, conditions: list[Node], upper: Node | None, place: Node) -> Node:
        """With an upper end `j = a` is the lower one: the last child but one, where `word` ends with 2."""
        starts = [c for c in conditions if upper and c.kind == "relation" and c.word == "eq"]
        own = [c for c in conditions if c not in starts]
        ends = (*(start.parts[1] for start in starts[:1]), *([upper] if upper else []))
        if len(starts) > 1:
            raise self.error(f"{name} begins twice", place.start)
        return Node("index", (*own, *ends), f"{name} {len(ends)}", place.start, place.end)


def _in_row(condition: Node, upper: Node | None) -> Iterator[tuple[Node, Node | None]]:
    """A condition on an index with its upper end; of a <= i < j <= b it is i = a and j > i, both up to b."""
    is_row = condition.kind == "and" and all(part.word in _TURNED for part in condition.parts)
    if not is_row or condition.parts[0].parts[0].name:
        yield condition, upper
        return
    first, *others, last = condition.parts
    low, high = _shifted(first.parts[0], first.word, "++"), _shifted(last.parts[1], last.word, "+-")
    yield replace(first, parts=(first.parts[1], low), word="eq"), high
    for own in others:
        yield replace(own, parts=own.parts[::-1], word=_TURNED[own.word]), high


def _shifted(end: Node, word: str, signs: str) -> Node:
    """The end of a range, or what is next to it where it is met by none."""
    if word == "le":
        return end
    return Node("sum", (end, Node("number", word="1")), signs, end.start, end.end)


def _known(close: list[str]) -> str:
    return f"write {LAWS[close[0]]}" if close else f"there are {', '.join(LAWS)}"


def tree(text: str, read: Callable[[Syntax], Node] = Syntax.statement) -> Node:
    """The text as a tree. Raises `ParseError`.

    >>> tree("E|x|^2").kind
    'E'
    """
    return read(Syntax(text))
