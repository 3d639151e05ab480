r"""Terms: what a paper defines, as plain data that is proved about, printed, and compiled to a simulation.

A term is a node `Term(head, args, data)`: terms below it, and plain data (a name, a number). Terms are
interned, so that equal structure is one object; hashable; and immutable. A binder holds its body with the
bound index as a number (de Bruijn), so that no substitution captures and terms that differ in a bound letter
are the same term. `sort` says what a term is (`real`, `index`, `event`, `law`, `family`) and `shape` its
dimensions, which are terms.

Relations build propositions. The truth value of `a == b` and `a != b` is structural identity; every other
proposition raises where Python asks for its truth value, so that `where=[tau > 0]` keeps its hypothesis and
`j != i` is no accident.

The stable node set, by head (args; data):

| kind | heads |
|---|---|
| symbols | `number` (; p, q) · `size` (; name, minimum, maximum) · `parameter` (; name) |
| | `constant` (; `pi` or `euler_gamma`) · `fixed` (dims; name) · `index` (upper; name) |
| | `permuted` (upper, place; name): the place to which any one permutation takes a place |
| random objects | `random` (law; name) · `family` (law, counts; name) · `item` (family, indices) |
| arithmetic | `add` · `mul` (scalars) · `scale` (scalar, tensor) · `power` (base, exponent) |
| | `function` (x; name) · `maximum` · `minimum` |
| | `applied` (x; name): any function of numbers that is bounded on bounded sets, entry by entry; of |
| | several numbers and vectors (x, y, ...; name) a number |
| | `hypergeometric` (upper, lower, z; p, q): sum_k prod (a)_k/prod (b)_k z^k/k!, p <= q |
| | `meijer_g` (upper, lower, z; m, n, p, q): Meijer's G-function, of p upper and q lower parameters |
| | `incomplete_beta` (x, a, b): I_x(a, b) = int_0^x u^(a-1) (1-u)^(b-1) du / B(a, b), regularised |
| | `hurwitz_zeta` (s, a): zeta(s, a) = sum_{k >= 0} (k + a)^(-s), s > 1 |
| | `upper_gamma` (a, x): Q(a, x) = int_x^oo u^(a-1) e^(-u) du / Gamma(a), regularised |
| tensors | `inner` · `norm2` · `outer` · `matmul` · `transpose` · `trace` · `matrix_power` |
| | `identity` · `zeros` · `ones` · `component` (x, indices) · `softmax` · `diagonal` (vector) |
| | `array` (entries, row by row; dimensions) · `projection` (X): on the span of X's columns |
| binders | `sum` · `product` · `all` · `any` · `max` · `min` · `argmax` (; ties) · `tabulate`, |
| | all with (upper, condition, body) |
| events | `eq` `ne` `le` `lt` `ge` `gt` · `and` `or` `not` · `true` `false` · `indicator` (a number) |
| | `separable` (X): some vector w has a positive product with every row of X |
| | `least_missed` (X, p): the least that rows without a positive product with one w weigh together |
| statistics | `E` · `P` · `Var` · `Cov` · `quantile` (x, level) |
| | `fullest_class` (x, M): the least, over all functions f to 1, ..., M, of the largest P(f(x) = y) |
| | `sub_gaussian` (x, v): E exp(s (x - E x)) <= exp(s^2 v / 2) for every number s |
| iterations | `iterate` (body, start, count): body applied count times · `rate` (body, point) |
| | `fold` (body, start, count): x_j = body(j, x_(j-1)) for j = 1, ..., count, x_0 = start |
| | `first_at` (body, level): the least x > 0 at which the body is the level, 0 where there is none |
| chains | `stationary` (transition): the one law pi with pi P = pi, where there is one |
| others | `gradient` (body, point) · `definition` (template, arguments; name) |
| | `bound_index` `bound_value` (only inside binders) |
| laws | see `laws` |
| relations of limits | `similar` (f, g, x, ties): f/g -> 1 · `big_o` (f, m, g, x, ties): f = m + O(g) |
| | `eventually` (event, x, ties): from some x on. Ties n = path(x) are sizes that grow with x |
"""

from __future__ import annotations

import math
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, count, islice
from typing import Any, Final
from weakref import WeakValueDictionary

Loose = frozenset[tuple[int, "Term"]]


class Term:
    """A node: `head`, terms `args`, plain `data`; made once for equal parts."""

    __slots__ = (
        "__weakref__",
        "_text",
        "args",
        "data",
        "declarations",
        "head",
        "is_random",
        "loose",
        "shape",
        "sort",
    )
    head: str
    args: tuple[Term, ...]
    data: tuple[Any, ...]
    sort: str
    shape: tuple[Term, ...]
    loose: Loose
    """The bound indices that no binder inside holds: (depth, the symbol's kind as a `bound` node)."""
    declarations: tuple[tuple[str, Term], ...]
    """Each name that occurs, with what declares it, in the order in which they occur."""
    _text: str
    is_random: bool
    """Whether a random object occurs outside every statistic."""

    def __new__(cls, head: str, args: tuple[Term, ...] = (), data: tuple[Any, ...] = ()) -> Term:
        """The node with these parts. Raises `ValueError` where they do not fit together."""
        if type(args) is not tuple or type(data) is not tuple:
            raise ValueError(f"The parts and the data of {head} are tuples.")
        key = (head, tuple(map(id, args)), data, tuple(map(type, data)))
        known = _INTERNED.get(key)
        if known is not None:
            return known
        if head not in HEADS:
            raise ValueError(f"There is no term with the head {head!r}.")
        if not all(type(part) is Term for part in args):
            raise ValueError(f"The parts of {head} must be terms, and {args} are not.")
        if data and head not in _WITH_DATA:
            raise ValueError(f"{head} holds no data, and {data} was given.")
        sort, shape = HEADS[head](args, data)
        made = object.__new__(Term)
        declarations = tuple(dict.fromkeys(pair for part in args for pair in part.declarations))
        parts = (head, args, data, sort, shape, _loose(head, args), declarations, _is_random(head, args))
        for name, value in zip(_SLOTS, parts, strict=True):
            object.__setattr__(made, name, value)
        if head in _BOUND:
            object.__setattr__(made, "loose", frozenset({(data[0], _kind(made))}))
        if head in _DECLARING:
            own = args[0] if head == "definition" else made
            if head == "applied" and not all(is_number(part, 0) for part in args):
                own = Term(head, (number(0),) * len(args), data)
            if head == "permuted" and not is_number(args[1], 1):
                own = Term(head, (args[0], number(1)), data)
            object.__setattr__(made, "declarations", tuple(dict.fromkeys((*declarations, (data[0], own)))))
        _INTERNED[key] = made
        return made

    def __init_subclass__(cls) -> None:
        raise TypeError("Term is not subclassed: build terms from its heads.")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A term is immutable; {name} cannot be set.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"A term is immutable; {name} cannot be deleted.")

    def __copy__(self) -> Term:
        return self

    def __deepcopy__(self, memo: object) -> Term:
        return self

    def __reduce__(self) -> tuple[type[Term], tuple[Any, ...]]:
        return Term, (self.head, self.args, self.data)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        if self.head == "eq":
            return self.args[0] is self.args[1]
        if self.head == "ne":
            return self.args[0] is not self.args[1]
        raise TypeError(
            f"The proposition or term {self} has no truth value; prove it, or pass it on as it is."
        )

    def __eq__(self, other: object) -> Any:  # noqa: ANN401 - a proposition, or False for what is no term
        found = _relation("eq", self, other)
        return self is other if found is None else found

    def __ne__(self, other: object) -> Any:  # noqa: ANN401
        found = _relation("ne", self, other)
        return self is not other if found is None else found

    def __lt__(self, other: Value) -> Term:
        return Term("lt", (self, as_term(other)))

    def __le__(self, other: Value) -> Term:
        return Term("le", (self, as_term(other)))

    def __gt__(self, other: Value) -> Term:
        return Term("gt", (self, as_term(other)))

    def __ge__(self, other: Value) -> Term:
        return Term("ge", (self, as_term(other)))

    def __and__(self, other: Term) -> Term:
        return both(self, other)

    def __or__(self, other: Term) -> Term:
        return Term("or", (self, other))

    def __invert__(self) -> Term:
        return negation(self)

    def __add__(self, other: Value) -> Term:
        return add(self, as_term(other))

    def __radd__(self, other: Value) -> Term:
        return add(as_term(other), self)

    def __sub__(self, other: Value) -> Term:
        return add(self, -as_term(other))

    def __rsub__(self, other: Value) -> Term:
        return add(as_term(other), -self)

    def __neg__(self) -> Term:
        return multiply(number(-1), self)

    def __mul__(self, other: Value) -> Term:
        return multiply(self, as_term(other))

    def __rmul__(self, other: Value) -> Term:
        return multiply(as_term(other), self)

    def __truediv__(self, other: Value) -> Term:
        divisor = as_term(other)
        inverse = number(1 / value_of(divisor)) if _is_nonzero_number(divisor) else power(divisor, -1)
        return multiply(self, inverse)

    def __rtruediv__(self, other: Value) -> Term:
        return as_term(other) / self

    def __pow__(self, exponent: Value) -> Term:
        if len(self.shape) == _MATRIX:
            return Term("matrix_power", (self, as_term(exponent)))
        return power(self, exponent)

    def __rpow__(self, base: Value) -> Term:
        return power(base, self)

    def __matmul__(self, other: Term) -> Term:
        return Term("matmul", (self, other))

    def __getitem__(self, index: Value | tuple[Value, ...]) -> Term:
        places = index if isinstance(index, tuple) else (index,)
        head = "item" if self.sort == "family" else "component"
        return Term(head, (self, *map(as_term, places)))

    def __iter__(self) -> Any:  # noqa: ANN401 - it never returns
        raise TypeError(f"{self} is not iterated over; bind an index by Sum or tabulate.")

    @property
    def T(self) -> Term:  # noqa: N802 - the letter of a transpose
        """The transpose of a matrix."""
        return Term("transpose", (self,))

    @property
    def upper(self) -> Term:
        """The number of values of an index, or the range of a binder's."""
        return self.args[0]

    def opened(self, *avoid: Term) -> tuple[Term, Term, Term]:
        """A binder's index under a name that neither it nor `avoid` holds, its condition and its body."""
        upper, condition, body = self.args
        index = Term("index", (upper,), (fresh_name(self, *avoid),))
        return index, instantiated(condition, index), instantiated(body, index)

    def unfolded(self) -> Term:
        """What a definition stands for."""
        template, *arguments = self.args
        for left, argument in reversed(list(enumerate(arguments))):
            # Parameters that are left are bound around it still, and are no symbols of the argument.
            template = instantiated(template, _lifted(argument, left))
        return template

    def __repr__(self) -> str:
        try:
            return self._text
        except AttributeError:
            from .display import text

            object.__setattr__(self, "_text", text(self))
            return self._text

    def _repr_latex_(self) -> str:
        from .display import latex

        return f"${latex(self)}$"


Value = Term | int | Fraction
_SLOTS: Final = ("head", "args", "data", "sort", "shape", "loose", "declarations", "is_random")
_INTERNED: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()
_MATRIX: Final = 2
BINDERS: Final = frozenset({"sum", "product", "all", "any", "max", "min", "argmax", "tabulate"})
_OF_ONE: Final = frozenset({"gradient", "iterate", "rate", "first_at"})
"""Heads that bind one symbol in their first part."""
_BINDING: Final = BINDERS | _OF_ONE | {"fold", "definition"}
STATISTICS: Final = frozenset({"E", "P", "Var", "Cov", "quantile", "fullest_class", "sub_gaussian"})
RELATIONS: Final = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})
FUNCTIONS: Final = frozenset(
    {"exp", "log", "abs", "sign", "sin", "cos", "tanh", "relu", "softplus", "sigmoid"}
    | {"erfc", "gamma", "log_gamma", "zeta", "floor", "ceiling", "lambert_w", "arccos"}
)
CONSTANTS: Final = frozenset({"pi", "euler_gamma"})
LIMITS: Final = {"eventually": 1, "similar": 2, "big_o": 3}
"""The relations of limits, with the number of their parts before the variable."""
_DECLARING: Final = frozenset(
    {"size", "parameter", "fixed", "index", "permuted", "random", "family", "definition", "applied"}
)
_BOUND: Final = frozenset({"bound_index", "bound_value"})
_WITH_DATA: Final = (
    _DECLARING | _BOUND | {"number", "constant", "function", "argmax", "array", "hypergeometric", "meijer_g"}
)

_WORD: Final = re.compile(r"[A-Za-z#∂][\w' ]*", re.ASCII)

# Sorts and shapes: one check for each head, each raising ValueError.

Checked = tuple[str, tuple[Term, ...]]
Check = Callable[[tuple[Term, ...], tuple[Any, ...]], Checked]
_SCALAR: Final[Checked] = ("real", ())
_EVENT: Final[Checked] = ("event", ())


def _require(holds: bool, sentence: str, *about: object) -> None:
    """Raise `ValueError` with the sentence, filled in only then, unless it holds."""
    if not holds:
        raise ValueError(sentence.format(*about))


def _is_value(term: Term, rank: int | None = None) -> bool:
    return term.sort in {"real", "index"} and (rank is None or len(term.shape) == rank)


def _scalars(head: str, args: tuple[Term, ...]) -> None:
    for part in args:
        _require(_is_value(part, 0), "{} takes numbers, and {} is none (shape {}).", head, part, part.shape)


def _name(data: tuple[Any, ...], length: int = 1) -> None:
    """The data begin with words, which are printed as no number, formula or constant is."""
    word = len(data) == length and type(data[0]) is str and data[0] != "pi"
    _require(word and _WORD.fullmatch(data[0]) is not None, "{} does not begin with a name.", data)


def _dimensions(dims: tuple[Term, ...]) -> None:
    for d in dims:
        low = least(d)
        _require(
            low is not None and low >= 1 and not d.loose,
            "{} is not known to be an integer that is at least 1.",
            d,
        )


def least(term: Term) -> int | None:
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


def is_integer(term: Term) -> bool:
    """Whether the term is an integer by its form."""
    if term.head in {"add", "mul"}:
        return all(map(is_integer, term.args))
    return term.sort == "index" or term.head == "size" or (term.head == "number" and term.data[1] == 1)


def is_natural(term: Term) -> bool:
    """Whether the term is a whole number that is not negative, by its form.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n")
    >>> is_natural(n - 1), is_natural(-n)
    (True, False)
    """
    low = least(term)
    return is_integer(term) and low is not None and low >= 0


def _check_number(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(not args and len(data) == 2 and all(type(x) is int for x in data), "{} is no fraction.", data)  # noqa: PLR2004
    _require(data[1] > 0 and math.gcd(*data) == 1, "{} is not a fraction in lowest terms.", data)
    return _SCALAR


def _check_constant_name(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(not args and len(data) == 1 and data[0] in CONSTANTS, "There is no constant {}.", data)
    return _SCALAR


def _check_size(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data, 3)
    _, low, high = data
    _require(
        not args and type(low) is int and low >= 0, "The least value {} of a size is no whole number.", low
    )
    _require(
        high is None or (type(high) is int and high >= low), "The largest value {} is below {}.", high, low
    )
    return _SCALAR


def _check_parameter(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    _require(not args, "A parameter is one number.")
    return _SCALAR


def _check_fixed(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    _require(0 < len(args) <= _MATRIX, "A fixed object is a vector or a matrix.")
    _dimensions(args)
    return "real", args


def _check_index(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    _require(len(args) == 1, "An index has one range.")
    _dimensions(args)
    return "index", ()


def _check_permuted(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    _require(len(args) == 2, "A permutation has a range, and takes one place of it.")  # noqa: PLR2004
    upper, place = args
    _dimensions((upper,))
    _require(not place.is_random, "The place {} is random.", place)
    _place(place, upper, upper)
    return "index", ()


def _check_bound(args: tuple[Term, ...], data: tuple[Any, ...]) -> None:
    _require(len(data) == 1 and type(data[0]) is int and data[0] >= 0, "{} is no depth.", data)
    _require(not any(part.loose for part in args), "The range of a bound index holds no bound index.")


def _check_bound_index(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _check_bound(args, data)
    _require(len(args) == 1, "An index has one range.")
    _dimensions(args)
    return "index", ()


def _check_bound_value(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _check_bound(args, data)
    _dimensions(args)
    return "real", args


def _check_random(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    _require(len(args) == 1 and args[0].sort == "law", "A random object has one law.")
    _require(args[0].head != "markov_chain", "A Markov chain is the law of a family, not of one object.")
    return "real", args[0].shape


def _check_family(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    _require(len(args) > 1 and args[0].sort == "law", "A family has a law and a number of items.")
    _dimensions(args[1:])
    one = len(args) == 2  # noqa: PLR2004
    _require(one or args[0].head != "markov_chain", "A chain runs along one index.")
    return "family", args[0].shape


def _check_item(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    fits = bool(args) and args[0].sort == "family" and len(args) == len(args[0].args)
    _require(fits, "An item is a family at an index, one for each of its counts.")
    family, *places = args
    for place, number_of in zip(places, family.args[1:], strict=True):
        _place(place, number_of, family)
    return "real", family.shape


def _place(place: Term, count: Term, of: Term) -> None:
    """An index of the same range, or a number from 1 to the least value of the count."""
    if place.head in {"index", "bound_index", "permuted"}:
        _require(
            place.args[0] is count, "{} runs to {}, and {} has {} items.", place, place.args[0], of, count
        )
    elif place.head == "argmax":
        _require(
            place.args[0] is count, "{} is at most {}, and {} has {} items.", place, place.args[0], of, count
        )
    else:
        whole = place.head == "number" and place.data[1] == 1 and place.data[0] > 0
        sentence = "{} is no index of {}."
        if whole and count.head == "size":
            sentence = "{} is no index of {}, whose {} items may be as few as {}: declare {} >= {}."
        known = least(count) or 0
        _require(whole and place.data[0] <= known, sentence, place, of, count, known, count, place)


def _check_add(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(
        len(args) > 1 and all(map(_is_value, args)), "A sum has at least two numbers, vectors or matrices."
    )
    shape = args[0].shape
    for part in args[1:]:
        _require(
            part.shape == shape,
            "{} of shape {} and {} of shape {} do not add.",
            args[0],
            shape,
            part,
            part.shape,
        )
    return "real", shape


def _check_scalars(least_count: int, most: int | None = None) -> Check:
    def check(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
        _require(
            least_count <= len(args) and (most is None or len(args) <= most), "{} parts are wrong.", len(args)
        )
        _scalars("This term", args)
        return _SCALAR

    return check


def _check_scale(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2, "A multiple has a factor and a vector or matrix.")  # noqa: PLR2004
    _scalars("A multiple", args[:1])
    _require(_is_value(args[1]) and bool(args[1].shape), "{} is no vector or matrix.", args[1])
    return "real", args[1].shape


def _check_function(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(data) == 1 and data[0] in FUNCTIONS and len(args) == 1, "There is no function {}.", data)
    _require(_is_value(args[0]), "{} takes numbers.", data[0])
    one_number = {"gamma", "log_gamma", "zeta"}
    _require(not args[0].shape or data[0] not in one_number, "{} takes one number.", data[0])
    return "real", args[0].shape


def _check_applied(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    _require(bool(args) and all(map(_is_value, args)), "{} takes numbers and vectors.", data[0])
    _require(all(len(part.shape) < _MATRIX for part in args), "{} takes no matrix.", data[0])
    return "real", args[0].shape if len(args) == 1 else ()


def _check_hypergeometric(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    counts = len(data) == 2 and all(type(x) is int and x >= 0 for x in data)  # noqa: PLR2004
    _require(counts and data[0] <= data[1] and len(args) == sum(data) + 1, "{} parts are wrong.", len(args))
    _scalars("A hypergeometric series", args)
    return _SCALAR


def _check_meijer_g(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    counts = len(data) == 4 and all(type(x) is int and x >= 0 for x in data)  # noqa: PLR2004
    fits = counts and data[0] <= data[3] and data[1] <= data[2] and len(args) == data[2] + data[3] + 1
    _require(fits, "{} parts are wrong.", len(args))
    _scalars("A G-function", args)
    return _SCALAR


def _check_inner(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2 and all(_is_value(x) and x.shape for x in args), "inner takes two vectors.")  # noqa: PLR2004
    a, b = args
    _require(a.shape == b.shape, "inner({}, {}): shapes {} and {} differ.", a, b, a.shape, b.shape)
    return _SCALAR


def _check_norm2(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and _is_value(args[0]) and bool(args[0].shape), "norm2 takes a vector or matrix.")
    return _SCALAR


def _check_outer(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2 and all(_is_value(x, 1) for x in args), "outer takes two vectors.")  # noqa: PLR2004
    return "real", (*args[0].shape, *args[1].shape)


def _check_matmul(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2 and all(_is_value(x) and x.shape for x in args), "@ takes vectors and matrices.")  # noqa: PLR2004
    a, b = args
    _require(len(a.shape) + len(b.shape) > 2, "{} @ {}: write inner(a, b) for two vectors.", a, b)  # noqa: PLR2004
    _require(
        a.shape[-1] is b.shape[0], "{} @ {}: the dimensions {} and {} do not meet.", a, b, a.shape, b.shape
    )
    return "real", (*a.shape[:-1], *b.shape[1:])


def _square(term: Term) -> None:
    square = _is_value(term, _MATRIX) and term.shape[0] is term.shape[1]
    _require(square, "{} is no square matrix.", term)


def _check_transpose(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and _is_value(args[0], _MATRIX), "Only a matrix is transposed.")
    return "real", args[0].shape[::-1]


def _check_trace(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1, "trace takes one matrix.")
    _square(args[0])
    return _SCALAR


def _check_projection(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and _is_value(args[0], _MATRIX), "A projection is on the columns of a matrix.")
    return "real", args[0].shape[:1] * 2


def _check_separable(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and _is_value(args[0], _MATRIX), "What is separable are the rows of a matrix.")
    return _EVENT


def _check_least_missed(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    fits = len(args) == 2 and _is_value(args[0], _MATRIX) and args[1].shape == args[0].shape[:1]  # noqa: PLR2004
    _require(fits, "What is missed are rows of a matrix, each with its weight.")
    return "real", ()


def _check_matrix_power(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2, "A power of a matrix has a base and an exponent.")  # noqa: PLR2004
    _square(args[0])
    _require(is_natural(args[1]), "{} is no exponent of a matrix.", args[1])
    return "real", args[0].shape


def _check_constant(rank: int, repeat: int = 1) -> Check:
    def check(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
        _require(
            len(args) == rank or (rank == 0 and len(args) <= _MATRIX), "{} dimensions are wrong.", len(args)
        )
        _dimensions(args)
        return "real", args * repeat

    return check


def _check_component(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    x, *places = args
    _require(_is_value(x) and len(places) == len(x.shape) > 0, "{} has {} indices.", x, len(x.shape))
    for place, size in zip(places, x.shape, strict=True):
        _place(place, size, x)
    return _SCALAR


def _check_softmax(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and _is_value(args[0], 1), "softmax takes one vector of logits.")
    return "real", args[0].shape


def _check_diagonal(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and _is_value(args[0], 1), "diagonal takes one vector.")
    return "real", args[0].shape * 2


def _check_array(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(
        0 < len(data) <= _MATRIX and all(type(x) is int and x > 0 for x in data), "{} are no sizes.", data
    )
    _require(len(args) == math.prod(data), "{} entries do not fill an array of {}.", len(args), data)
    _scalars("An array", args)
    return "real", tuple(map(number, data))


def _check_binder(head: str) -> Check:
    def check(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
        _require(len(args) == 3 and args[1].sort == "event", "{} binds (upper, condition, body).", head)  # noqa: PLR2004
        upper, condition, body = args
        _dimensions((upper,))
        _require_no_limit(condition)
        _require(
            not condition.is_random,
            "The condition of {} is random: multiply its body by the indicator of that event.",
            head,
        )
        for depth, kind in condition.loose | body.loose:
            fits = depth > 0 or (kind.head == "bound_index" and kind.args[0] is upper)
            _require(
                fits,
                "The index that {} binds runs to {}, and its body has one of another range.",
                head,
                upper,
            )
        if head in {"all", "any"}:
            _require(body.sort == "event", "{} binds an event.", head)
            return _EVENT
        _require(_is_value(body, None if head == "sum" else 0), "{} binds a number.", head)
        if head in {"max", "min", "argmax"}:
            _dimensions((upper,))
            _require(condition.head == "true" or head != "argmax", "argmax takes no condition.")
        if head == "argmax":
            _require(data in {("first",), ("uniform",)}, "Ties of argmax go to the 'first' or are 'uniform'.")
            _require(
                data == ("first",) or body.is_random,
                "Ties are broken uniformly among random numbers, and {} is none.",
                body,
            )
            return "index", ()
        if head == "tabulate":
            _require(condition.head == "true", "tabulate takes no condition.")
            return "real", (upper,)
        return "real", body.shape

    return check


def _check_relation(head: str) -> Check:
    def check(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
        _require(len(args) == 2 and all(map(_is_value, args)), "{} relates two numbers or vectors.", head)  # noqa: PLR2004
        _require(args[0].shape == args[1].shape, "{} and {} have other shapes.", args[0], args[1])
        _require(head in {"eq", "ne"} or not args[0].shape, "{} orders numbers, not vectors.", head)
        return _EVENT

    return check


def _check_events(count: int) -> Check:
    def check(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
        _require(
            len(args) == count and all(x.sort == "event" for x in args), "{} are not {} events.", args, count
        )
        return _EVENT

    return check


def _check_statistic(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and _is_value(args[0]), "The mean is that of a number, vector or matrix.")
    return "real", args[0].shape


def _check_event_number(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and args[0].sort == "event", "An event is needed.")
    _require_no_limit(args[0])
    return _SCALAR


def _require_no_limit(event: Term) -> None:
    """A relation along a limit is no event: its variable, which is bound, would take in what is put for
    another symbol.
    """
    _require(event.head not in LIMITS, "{} is about a limit, and no event.", event)
    for part in event.args:
        if part.sort == "event":
            _require_no_limit(part)


def _check_fullest_class(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2, "fullest_class takes a random number and how many classes there are.")  # noqa: PLR2004
    _scalars("fullest_class", args)
    _require(is_integer(args[1]) and not args[1].is_random, "{} is no number of classes.", args[1])
    return _SCALAR


def _check_quantile(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2, "quantile takes a random number and a level.")  # noqa: PLR2004
    _scalars("quantile", args)
    _require(not args[1].is_random, "The level of a quantile is not random.")
    return _SCALAR


def _check_sub_gaussian(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2, "sub_gaussian takes a number and its variance proxy.")  # noqa: PLR2004
    _scalars("sub_gaussian", args)
    _require(not args[1].is_random, "The variance proxy {} is random.", args[1])
    return _EVENT


def _check_gradient(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2 and all(map(_is_value, args)), "gradient takes a body and a point.")  # noqa: PLR2004
    body, point = args
    for depth, kind in body.loose:
        fits = depth > 0 or (kind.head == "bound_value" and kind.args == point.shape)
        _require(fits, "The variable of a gradient has the shape of its point.")
    _require(len(body.shape) + len(point.shape) <= _MATRIX, "A gradient has at most two indices.")
    return "real", (*body.shape, *point.shape)


def _require_variable(body: Term, shape: tuple[Term, ...]) -> None:
    """The one symbol that is open in the body has that shape, and so has the body."""
    for depth, kind in body.loose:
        fits = depth > 0 or (kind.head == "bound_value" and kind.args == shape)
        _require(fits, "The variable of an iteration has the shape of its start.")
    _require(body.shape == shape, "A step takes a value of shape {} to shape {}.", shape, body.shape)


def _check_iterate(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 3 and all(map(_is_value, args)), "iterate takes a step, a start and a count.")  # noqa: PLR2004
    body, start, count = args
    _require_variable(body, start.shape)
    _require(is_natural(count) and not count.loose, "{} is no number of steps.", count)
    return "real", start.shape


def _check_fold(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 3 and all(map(_is_value, args)), "fold takes a step, a start and a count.")  # noqa: PLR2004
    body, start, count = args
    _dimensions((count,))
    fits = {0: ("bound_index", (count,)), 1: ("bound_value", start.shape)}
    for depth, kind in body.loose:
        _require(depth > 1 or (kind.head, kind.args) == fits[depth], "A fold binds an index and a state.")
    _require(body.shape == start.shape and not count.loose, "A step keeps the shape {}.", start.shape)
    return "real", start.shape


def _check_rate(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2 and all(map(_is_value, args)), "rate takes a step and a point.")  # noqa: PLR2004
    _require_variable(args[0], ())
    _scalars("A rate", args)
    return _SCALAR


def _check_first_at(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 2 and all(map(_is_value, args)), "first_at takes a function and a level.")  # noqa: PLR2004
    _require_variable(args[0], ())
    _scalars("first_at", args)
    _require(not any(part.is_random for part in args), "The function and the level are not random.")
    return _SCALAR


def _check_stationary(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _require(len(args) == 1 and not args[0].is_random, "A chain has one matrix, which is not random.")
    _square(args[0])
    return "real", args[0].shape[:1]


def _check_definition(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
    _name(data)
    template, *arguments = args
    _require(
        template.sort not in {"law", "family"}, "{} is no number, vector or event to be named.", template
    )
    kinds = dict(template.loose)
    _require(len(kinds) == len(template.loose), "A parameter of a definition has one range.")
    for depth, argument in enumerate(reversed(arguments)):
        if depth in kinds:
            kind = kinds.pop(depth)
            plain = argument.sort == "index" and kind.head == "bound_index"
            _require(plain, "{} is no index, or its parameter is none.", argument)
            _place(argument, kind.args[0], template)
    _require(not kinds, "The definition of {} leaves an index open.", data[0])
    return template.sort, template.shape


def _check_limit(head: str) -> Check:
    """A relation along x -> oo; a tied size n = path(x) grows with x. Both are bound: no object has them in
    its type.
    """

    def check(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
        stated, (variable, *ties) = args[: LIMITS[head]], args[LIMITS[head] :]
        grows = variable.head == "parameter" or (variable.head == "size" and variable.data[2] is None)
        _require(
            grows, "A limit is along one size or parameter without a largest value, and not {}.", variable
        )
        if head == "eventually":
            _require(stated[0].sort == "event", "{} is no event.", stated[0])
        else:
            _scalars("A limit", stated)
        _require(not any(x.is_random for x in stated), "A limit relates numbers, and these are random.")
        for tie in ties:
            tied = tie.head == "eq" and tie.args[0].head == "size" and tie.args[0] is not variable
            _require(tied and not tie.is_random, "{} ties no size to {}.", tie, variable)
        bound = {variable, *(tie.args[0] for tie in ties)}
        _require(len(bound) == len(ties) + 1, "A size is tied once.")
        for tie in ties:
            free = all(own is variable or own not in bound for _, own in tie.args[1].declarations)
            _require(free, "{} is tied to a size that is tied itself.", tie)
        for _, own in frozenset().union(*(part.declarations for part in stated)):
            typed = own.head in {"fixed", "index"} and any(x in bound for _, x in own.declarations)
            _require(not typed, "{} has a size that grows: a limit is about numbers that stay.", own)
        return _EVENT

    return check


def _check_law(shape: Callable[[tuple[Term, ...], tuple[Any, ...]], tuple[Term, ...]]) -> Check:
    def check(args: tuple[Term, ...], data: tuple[Any, ...]) -> Checked:
        _require(not any(x.is_random or x.loose for x in args), "The parameters of a law are not random.")
        return "law", shape(args, data)

    return check


def _sphere(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    dimension, radius = args
    _dimensions((dimension,))
    _scalars("The radius", (radius,))
    return (dimension,)


def _normal(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    mean, covariance = args
    _require(_is_value(mean) and len(mean.shape) < _MATRIX, "{} is no mean of a number or vector.", mean)
    fits = covariance.shape in {(), mean.shape * 2} if mean.shape else covariance.shape == ()
    _require(_is_value(covariance) and fits, "{} is no covariance beside the mean {}.", covariance, mean)
    return mean.shape


def _one_hot(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    _dimensions(args)
    _require(len(args) == 1, "One-hot vectors have one dimension.")
    return args


def _rademacher(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    scale, *dims = args
    _scalars("The scale", (scale,))
    _require(len(dims) <= 1, "Signs are a number or a vector.")
    _dimensions(tuple(dims))
    return tuple(dims)


def _numbers(count: int) -> Callable[[tuple[Term, ...], tuple[Any, ...]], tuple[Term, ...]]:
    def shape(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
        _require(len(args) == count, "This law has {} parameters.", count)
        _scalars("A law", args)
        return ()

    return shape


def _vector(count: int) -> Callable[[tuple[Term, ...], tuple[Any, ...]], tuple[Term, ...]]:
    def shape(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
        _require(len(args) == count, "The law has {} parameters, and {} are given.", count, len(args))
        _dimensions(args[:1])
        _scalars("The law", args[1:])
        return args[:1]

    return shape


def _discrete_uniform(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    _require(len(args) == 1, "A uniform law on whole numbers has one count.")
    _dimensions(args)
    return ()


def _zipf(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    _require(1 <= len(args) <= 2, "A Zipf law has an exponent and, where it is finite, a count.")  # noqa: PLR2004
    _scalars("A law", args[:1])
    _dimensions(args[1:])
    return ()


def _with_moments(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    _require(1 <= len(args) <= 4, "A law of which moments are known has one to four of them.")  # noqa: PLR2004
    _scalars("A law", args)
    return ()


def _markov_chain(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    transition, initial = args
    _square(transition)
    _require(initial.shape == transition.shape[:1], "The first law is over the states of the chain.")
    return ()


def _mixture(args: tuple[Term, ...], _: tuple[Any, ...]) -> tuple[Term, ...]:
    half = len(args) // 2
    weights, laws = args[:half], args[half:]
    _require(half > 0 and len(weights) == len(laws), "A mixture has a weight for each law.")
    _scalars("A weight", weights)
    known = [value_of(weight) for weight in weights if weight.head == "number"]
    fits = all(weight >= 0 for weight in known) and (len(known) < half or sum(known) == 1)
    _require(
        fits, "The weights of a mixture are probabilities, and {} are none.", ", ".join(map(str, weights))
    )
    plain = all(law.sort == "law" and law.head != "markov_chain" for law in laws)
    _require(
        plain and all(law.shape == laws[0].shape for law in laws), "The laws are of one shape, no chains."
    )
    return laws[0].shape


HEADS: Final[dict[str, Check]] = {
    "number": _check_number,
    "constant": _check_constant_name,
    "size": _check_size,
    "parameter": _check_parameter,
    "fixed": _check_fixed,
    "index": _check_index,
    "permuted": _check_permuted,
    "bound_index": _check_bound_index,
    "bound_value": _check_bound_value,
    "random": _check_random,
    "family": _check_family,
    "item": _check_item,
    "add": _check_add,
    "mul": _check_scalars(2),
    "scale": _check_scale,
    "power": _check_scalars(2, 2),
    "maximum": _check_scalars(2),
    "minimum": _check_scalars(2),
    "function": _check_function,
    "applied": _check_applied,
    "hypergeometric": _check_hypergeometric,
    "meijer_g": _check_meijer_g,
    "incomplete_beta": _check_scalars(3, 3),
    "upper_gamma": _check_scalars(2, 2),
    "hurwitz_zeta": _check_scalars(2, 2),
    "inner": _check_inner,
    "norm2": _check_norm2,
    "outer": _check_outer,
    "matmul": _check_matmul,
    "transpose": _check_transpose,
    "trace": _check_trace,
    "projection": _check_projection,
    "separable": _check_separable,
    "least_missed": _check_least_missed,
    "matrix_power": _check_matrix_power,
    "identity": _check_constant(1, 2),
    "zeros": _check_constant(0),
    "ones": _check_constant(1),
    "component": _check_component,
    "softmax": _check_softmax,
    "diagonal": _check_diagonal,
    "array": _check_array,
    **{head: _check_binder(head) for head in BINDERS},
    **{head: _check_relation(head) for head in RELATIONS},
    "and": _check_events(2),
    "or": _check_events(2),
    "not": _check_events(1),
    "true": _check_events(0),
    "false": _check_events(0),
    "indicator": _check_event_number,
    "E": _check_statistic,
    "P": _check_event_number,
    "Var": _check_scalars(1, 1),
    "Cov": _check_scalars(2, 2),
    "quantile": _check_quantile,
    "fullest_class": _check_fullest_class,
    "sub_gaussian": _check_sub_gaussian,
    "gradient": _check_gradient,
    "iterate": _check_iterate,
    "fold": _check_fold,
    "rate": _check_rate,
    "first_at": _check_first_at,
    "stationary": _check_stationary,
    "definition": _check_definition,
    **{head: _check_limit(head) for head in LIMITS},
    "sphere": _check_law(_sphere),
    "normal": _check_law(_normal),
    "one_hot": _check_law(_one_hot),
    "rademacher": _check_law(_rademacher),
    "discrete_uniform": _check_law(_discrete_uniform),
    "zipf": _check_law(_zipf),
    "with_moments": _check_law(_with_moments),
    "markov_chain": _check_law(_markov_chain),
    "mixture": _check_law(_mixture),
}
"""Every head, with the check of its parts; laws of numbers are declared where their moments are."""


def declare_law(head: str, parameters: int, *, of_vectors: bool = False) -> None:
    """A law with so many parameters, all numbers; the first is the dimension where it is one of vectors.

    Raises ValueError for a head that is there.
    """
    if head in HEADS:
        raise ValueError(f"There is a head {head!r} already; give the law another name.")
    HEADS[head] = _check_law(_vector(parameters) if of_vectors else _numbers(parameters))


# What a node holds: bound indices, declared names, randomness.


def depth_of(head: str, position: int, args: tuple[Term, ...]) -> int:
    """How many symbols the head binds in the part at that position."""
    if head not in _BINDING:
        return 0
    if head in BINDERS:
        return int(position > 0)
    if head in _OF_ONE:
        return int(position == 0)
    if head == "fold":
        return 2 * (position == 0)
    if head == "definition":
        return len(args) - 1 if position == 0 else 0
    return 0


def _kind(bound: Term) -> Term:
    """The bound symbol at depth 0, which stands for its range or shape."""
    return bound if bound.data == (0,) else Term(bound.head, bound.args, (0,))


def _loose(head: str, args: tuple[Term, ...]) -> Loose:
    found: set[tuple[int, Term]] = set()
    for position, part in enumerate(args):
        if not part.loose:
            continue
        below = depth_of(head, position, args)
        found.update((depth - below, kind) for depth, kind in part.loose if depth >= below)
    return frozenset(found)


def _is_random(head: str, args: tuple[Term, ...]) -> bool:
    return head in {"random", "family"} or (head not in STATISTICS and any(part.is_random for part in args))


def occurs(symbol: Term, term: Term) -> bool:
    """Whether the symbol, which declares a name, occurs in the term."""
    return any(own is symbol for _, own in term.declarations)


def clashes(terms: Iterable[Term]) -> list[str]:
    """The names that are declared in more than one way."""
    declared = frozenset[tuple[str, Term]]().union(*(term.declarations for term in terms))
    if len(dict(declared)) == len(declared):
        return []
    return sorted(name for name, times in Counter(name for name, _ in declared).items() if times > 1)


# Substitution. Bodies hold bound indices by depth, so that nothing is captured.


def rebuilt(term: Term, change: Callable[[Term, int], Term | None], depth: int = 0) -> Term:
    """The term with `change(node, depth)` in place of each node for which it is not none, outermost first."""
    found = change(term, depth)
    if found is not None:
        return found
    if not term.args:
        return term
    if term.head in _BINDING:
        args = [
            rebuilt(part, change, depth + depth_of(term.head, position, term.args))
            for position, part in enumerate(term.args)
        ]
    else:
        args = [rebuilt(part, change, depth) for part in term.args]
    same = all(map(operator.is_, args, term.args))
    return term if same else Term(term.head, tuple(args), term.data)


def replaced(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of `old` replaced; both hold no loose bound index."""
    if old.loose or new.loose:
        raise ValueError("Only closed terms are replaced.")
    return rebuilt(term, lambda node, _: new if node is old else None)


def instantiated(body: Term, value: Term) -> Term:
    """The body of a binder with a closed value in place of its bound symbol.

    Raises `ValueError` where a random value would come below a statistic, which is one at each value.
    """

    def change(node: Term, depth: int) -> Term | None:
        if not node.loose or all(loose < depth for loose, _ in node.loose):
            return node
        if value.is_random and node.head in STATISTICS and any(loose == depth for loose, _ in node.loose):
            raise ValueError(f"{node} is a statistic at each value, and {value} is random.")
        if node.head not in _BOUND:
            return None
        (level,) = node.data
        if level == depth:
            return value if not value.loose else _lifted(value, depth)
        return Term(node.head, node.args, (level - 1,))

    return rebuilt(body, change)


def _lifted(term: Term, by: int) -> Term:
    """The term with its loose bound symbols raised, for use below `by` more binders."""
    if by == 0:
        return term

    def change(node: Term, depth: int) -> Term | None:
        if all(loose < depth for loose, _ in node.loose):
            return node
        return Term(node.head, node.args, (node.data[0] + by,)) if node.head in _BOUND else None

    return rebuilt(term, change)


def abstracted(term: Term, symbol: Term) -> Term:
    """The body of a binder of `symbol`, an index, or a fixed vector or parameter (for a gradient)."""
    head, args = ("bound_index", symbol.args) if symbol.sort == "index" else ("bound_value", symbol.shape)

    def change(node: Term, depth: int) -> Term | None:
        if node is symbol:
            return Term(head, args, (depth,))
        if node.head in _BOUND and node.data[0] >= depth:
            return Term(node.head, node.args, (node.data[0] + 1,))
        return None

    return rebuilt(term, change)


def subterms(term: Term) -> Iterable[Term]:
    """The term and everything below it, each once."""
    seen: dict[Term, None] = {}
    stack = [term]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen[node] = None
            stack.extend(reversed(node.args))
    return tuple(seen)


def fresh_name(*terms: Term) -> str:
    """A letter for an index that occurs in none of the terms."""
    return fresh_names(1, *terms)[0]


def fresh_names(number_of: int, *terms: Term) -> list[str]:
    """As many letters for indices that occur in none of the terms."""
    used = {name for term in terms for name, _ in term.declarations}
    letters = chain("jlmpqrs", (f"j_{k}" for k in count(1)))
    return list(islice((letter for letter in letters if letter not in used), number_of))


# Constructors, as papers write them.


def as_term(value: object) -> Term:
    """A term, or the number that an integer or fraction is."""
    if type(value) is Term:
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return number(value)
    raise TypeError(f"{value!r} is no term: write whole numbers, Fraction(p, q), or terms.")


def number(value: int | Fraction) -> Term:
    """A rational number."""
    if type(value) is int:
        return Term("number", (), (value, 1))
    exact = Fraction(value)
    return Term("number", (), (exact.numerator, exact.denominator))


def value_of(term: Term) -> Fraction:
    """The value of a number."""
    return Fraction(*term.data)


def is_number(term: Term, value: int | None = None) -> bool:
    """Whether the term is a number, or that one."""
    return term.head == "number" and (value is None or term.data == (value, 1))


def _is_nonzero_number(term: Term) -> bool:
    return term.head == "number" and term.data[0] != 0


def zero_like(shape: tuple[Term, ...]) -> Term:
    """Zero of that shape."""
    return Term("zeros", shape) if shape else number(0)


def add(*parts: Term) -> Term:
    """A sum, flattened; zeros are left out and numbers added up."""
    flat = [x for part in parts for x in (part.args if part.head == "add" else (part,))]
    total = sum((value_of(x) for x in flat if x.head == "number"), Fraction(0))
    kept = [x for x in flat if x.head not in {"number", "zeros"}]
    if total:
        kept.append(number(total))
    if flat and any(x.shape != flat[0].shape for x in flat):
        Term("add", tuple(flat))
    if not kept:
        return flat[0] if flat and flat[0].head == "zeros" else number(0)
    return kept[0] if len(kept) == 1 else Term("add", tuple(kept))


def multiply(*parts: Term) -> Term:
    """A product of numbers and at most one vector or matrix; its number stands first, 0 and 1 vanish."""
    tensors = [x for x in parts if x.shape]
    if len(tensors) > 1:
        raise ValueError(f"{tensors[0]} and {tensors[1]}: write inner, outer or @ for a product of vectors.")
    scalars = [x for x in parts if not x.shape]
    if tensors and tensors[0].head == "scale":
        scalars.append(tensors[0].args[0])
        tensors = [tensors[0].args[1]]
    flat = [x for part in scalars for x in (part.args if part.head == "mul" else (part,))]
    factor = Fraction(1)
    kept = []
    for x in flat:
        if x.head == "number":
            factor *= value_of(x)
        else:
            kept.append(x)
    if factor == 0:
        return zero_like(tensors[0].shape if tensors else ())
    if factor != 1:
        kept.insert(0, number(factor))
    scalar = number(1) if not kept else kept[0] if len(kept) == 1 else Term("mul", tuple(kept))
    if not tensors:
        return scalar
    if tensors[0].head == "zeros" or is_number(scalar, 1):
        return tensors[0]
    return Term("scale", (scalar, tensors[0]))


def whole_power(base: Fraction, exponent: int) -> Fraction:
    """base^exponent, worked out. Raises `ValueError` where it has more digits than can be waited for.

    >>> whole_power(Fraction(2, 3), -2)
    Fraction(9, 4)
    """
    digits = max(abs(base.numerator), base.denominator).bit_length() * abs(exponent)
    small = abs(base) == 1 or digits <= _MOST_BITS
    _require(small, "{}^{} has too many digits to be worked out; write a smaller exponent.", base, exponent)
    return base**exponent


def power(base: Value, exponent: Value) -> Term:
    """base^exponent; 1 as an exponent or a base vanishes, 0 as a base stays, and numbers are worked out for
    whole exponents.
    """
    base, exponent = as_term(base), as_term(exponent)
    if is_number(exponent, 1) or (is_number(base, 1) and _is_value(exponent, 0)):
        return base
    if is_number(base, 0) and is_integer(exponent) and (least(exponent) or 0) > 0:
        return base
    whole = exponent.head == "number" and exponent.data[1] == 1
    if whole and base.head == "number" and (base.data[0] != 0 or exponent.data[0] > 0):
        return number(whole_power(value_of(base), exponent.data[0]))
    if whole and base.head == "power" and base.args[1].head == "number" and base.args[1].data[1] == 1:
        inner_exponent = base.args[1].data[0]
        if inner_exponent > 0 and exponent.data[0] > 0:
            return Term("power", (base.args[0], number(inner_exponent * exponent.data[0])))
    return Term("power", (base, exponent))


def sqrt(x: Value) -> Term:
    """The square root."""
    return power(x, Fraction(1, 2))


def _relation(head: str, one: Term, other: object) -> Term | None:
    """The proposition, or none where the two are no numbers or vectors of one shape."""
    if type(other) is not Term:
        if not isinstance(other, int | Fraction) or isinstance(other, bool):
            return None
        other = number(other)
    fits = _is_value(one) and _is_value(other) and one.shape == other.shape
    return Term(head, (one, other)) if fits else None


def function(name: str) -> Callable[[Value], Term]:
    """An elementary function, applied entry by entry."""

    def apply(x: Value) -> Term:
        return Term("function", (as_term(x),), (name,))

    apply.__name__ = name
    apply.__doc__ = f"{name}(x)."
    return apply


exp, log, absolute, tanh, sin, cos = map(function, ("exp", "log", "abs", "tanh", "sin", "cos"))
relu, softplus, sigmoid, gamma, log_gamma, zeta, lambert_w = map(
    function, ("relu", "softplus", "sigmoid", "gamma", "log_gamma", "zeta", "lambert_w")
)


def any_function(name: str) -> Callable[..., Term]:
    """A function of which no more is known than that it is bounded on bounded sets: of numbers, entry by
    entry, or of several numbers and vectors together.
    """
    return lambda *x: Term("applied", tuple(map(as_term, x)), (name,))


def any_permutation(name: str) -> Callable[[Term], Term]:
    """A permutation of the values of an index, of which no more is known.

    >>> from theorycheck.theory.model import Index, Size
    >>> any_permutation("sigma")(Index("i", Size("n")))
    σ(i)
    """
    return lambda place: Term("permuted", (place.upper, place), (name,))


def hypergeometric(upper: Iterable[Value], lower: Iterable[Value], z: Value) -> Term:
    """The series pFq(upper; lower; z) = sum_k prod (a)_k / prod (b)_k z^k / k!, for p <= q."""
    a, b = (tuple(map(as_term, part)) for part in (upper, lower))
    return Term("hypergeometric", (*a, *b, as_term(z)), (len(a), len(b)))


def meijer_g(m: int, n: int, upper: Iterable[Value], lower: Iterable[Value], z: Value) -> Term:
    """Meijer's G-function G^{m,n}_{p,q}(z | upper; lower): the integral of z^s prod_{j <= m} Gamma(b_j - s)
    prod_{j <= n} Gamma(1 - a_j + s) / (prod_{j > m} Gamma(1 - b_j + s) prod_{j > n} Gamma(a_j - s)) over
    2 pi i, along a line between the poles of the two kinds.
    """
    a, b = (tuple(map(as_term, part)) for part in (upper, lower))
    return Term("meijer_g", (*a, *b, as_term(z)), (m, n, len(a), len(b)))


def incomplete_beta(x: Value, a: Value, b: Value) -> Term:
    """The regularised incomplete Beta function I_x(a, b)."""
    return Term("incomplete_beta", tuple(map(as_term, (x, a, b))))


def upper_gamma(a: Value, x: Value) -> Term:
    """The regularised upper incomplete Gamma function Q(a, x)."""
    return Term("upper_gamma", tuple(map(as_term, (a, x))))


def hurwitz_zeta(s: Value, a: Value) -> Term:
    """The sum of (k + a)^(-s) over k >= 0, Riemann's zeta(s) for a = 1."""
    return zeta(s) if is_number(as_term(a), 1) else Term("hurwitz_zeta", tuple(map(as_term, (s, a))))


_SMALL: Final = 30
_MOST_BITS: Final = 100_000


def factorial(n: Value) -> Term:
    """The factorial n! = Gamma(n + 1), worked out for small numbers."""
    n = as_term(n)
    if is_natural(n) and is_number(n) and value_of(n) <= _SMALL:
        return number(math.factorial(int(value_of(n))))
    return gamma(n + 1)


def binomial(n: Value, k: Value) -> Term:
    """The binomial coefficient n! / (k! (n - k)!)."""
    return factorial(n) / (factorial(k) * factorial(_difference(as_term(n), as_term(k))))


def _difference(one: Term, other: Term) -> Term:
    """The difference one - other, with the multiples of one symbol added up.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n")
    >>> _difference(2 * n, n), _difference(2 * n, number(0))
    (n, 2 n)
    """
    total: dict[Term, Fraction] = {}
    whole = one - other
    for part in whole.args if whole.head == "add" else (whole,):
        multiple = part.head == "mul" and part.args[0].head == "number"
        factor, *rest = part.args if multiple else (number(1), part)
        symbol = multiply(*rest)
        total[symbol] = total.get(symbol, Fraction(0)) + value_of(factor)
    return add(number(0), *(multiply(number(c), symbol) for symbol, c in total.items()))


def similar(f: Value, g: Value, along: Term, *ties: Term) -> Term:
    """The relation f ~ g: f/g -> 1 as the variable grows, with each tie n = path exactly."""
    return Term("similar", (as_term(f), as_term(g), along, *ties))


def expansion(f: Value, main: Value, order: Value, along: Term, *ties: Term) -> Term:
    """The expansion f = main + O(order) as the variable grows, with each tie n = path exactly."""
    return Term("big_o", (*map(as_term, (f, main, order)), along, *ties))


def inner(x: Term, y: Term) -> Term:
    """<x, y>, the sum of products of entries."""
    return Term("inner", (x, y))


def norm2(x: Term) -> Term:
    """|x|^2 = <x, x>."""
    return Term("norm2", (x,))


def outer(x: Term, y: Term) -> Term:
    """The matrix x y^T."""
    return Term("outer", (x, y))


def trace(x: Term) -> Term:
    """The sum of the diagonal."""
    return Term("trace", (x,))


def softmax(logits: Term) -> Term:
    """exp(x_a) / sum_b exp(x_b)."""
    return Term("softmax", (logits,))


def diagonal(x: Term) -> Term:
    """The matrix with the entries of x on its diagonal, and zeros elsewhere."""
    return Term("diagonal", (x,))


def vector(*entries: Value) -> Term:
    """The vector with these entries."""
    return Term("array", tuple(map(as_term, entries)), (len(entries),))


def matrix(*rows: Iterable[Value]) -> Term:
    """The matrix with these rows.

    >>> matrix([1, 2], [3, 4])
    ((1, 2), (3, 4))
    """
    entries = [list(map(as_term, row)) for row in rows]
    return Term("array", tuple(chain.from_iterable(entries)), (len(entries), len(entries[0])))


def identity(dimension: Value) -> Term:
    """The identity matrix."""
    return Term("identity", (as_term(dimension),))


def ones(dimension: Value) -> Term:
    """The vector of ones."""
    return Term("ones", (as_term(dimension),))


def separable(x: Term) -> Term:
    """Some vector w has a positive product with every row of x."""
    return Term("separable", (x,))


def least_missed(x: Term, p: Term) -> Term:
    """The least weight, over all vectors w, of the rows of x that have no positive product with w."""
    return Term("least_missed", (x, p))


def projection(x: Term) -> Term:
    """The matrix that projects orthogonally on the span of the columns of x."""
    return Term("projection", (x,))


def unit(index: Term) -> Term:
    """The coordinate vector e_j of an index j."""
    other = Term("index", index.args, (fresh_name(index),))
    return tabulate(other, indicator(Term("eq", (other, index))))


def log_sum_exp(logits: Term) -> Term:
    """The logarithm of sum_b exp(x_b)."""
    index = Term("index", logits.shape[:1], (fresh_name(logits),))
    return log(Sum(index, exp(logits[index])))


def maximum(*parts: Value) -> Term:
    """The largest of some numbers."""
    return Term("maximum", tuple(map(as_term, parts)))


def minimum(*parts: Value) -> Term:
    """The least of some numbers."""
    return Term("minimum", tuple(map(as_term, parts)))


TRUE: Final = Term("true")
PI, EULER_GAMMA = Term("constant", (), ("pi",)), Term("constant", (), ("euler_gamma",))
FALSE: Final = Term("false")


def both(one: Term, other: Term) -> Term:
    """Both events; what always holds is left out."""
    if one.head == "true":
        return other
    return one if other.head == "true" else Term("and", (one, other))


_OPPOSITE: Final = {"eq": "ne", "ne": "eq", "le": "gt", "gt": "le", "lt": "ge", "ge": "lt"}


def negation(event: Term) -> Term:
    """The opposite event, the negation carried inwards.

    >>> from theorycheck.theory.model import Parameter
    >>> x = Parameter("x")
    >>> negation((x > 0) & (x < 1))
    x ≤ 0 or x ≥ 1
    """
    match event.head:
        case "eq" | "ne" | "le" | "gt" | "lt" | "ge":
            return Term(_OPPOSITE[event.head], event.args)
        case "and" | "or":
            return Term("or" if event.head == "and" else "and", tuple(map(negation, event.args)))
        case "all" | "any":
            upper, condition, body = event.args
            return Term("any" if event.head == "all" else "all", (upper, condition, negation(body)))
        case "true" | "false":
            return FALSE if event.head == "true" else TRUE
        case "not":
            return event.args[0]
    return Term("not", (event,))


def indicator(event: Term) -> Term:
    """1 where the event happens, else 0."""
    return Term("indicator", (event,))


def E(x: Value) -> Term:  # noqa: N802 - the field's letter
    """The mean over all random objects in x."""
    return Term("E", (as_term(x),))


def P(event: Term) -> Term:  # noqa: N802 - the field's letter
    """The probability of an event."""
    return Term("P", (event,))


def Var(x: Term) -> Term:  # noqa: N802 - the field's name
    """E x^2 - (E x)^2."""
    return Term("Var", (x,))


def Cov(x: Term, y: Term) -> Term:  # noqa: N802 - the field's name
    """E x y - E x E y."""
    return Term("Cov", (x, y))


def quantile(x: Term, level: Value) -> Term:
    """The least t with P(x <= t) >= level."""
    return Term("quantile", (x, as_term(level)))


def fullest_class(x: Term, classes: Value) -> Term:
    """The least probability that the likeliest of so many classes has, over all functions f of x to these."""
    return Term("fullest_class", (x, as_term(classes)))


def median(x: Term) -> Term:
    """The quantile of level one half."""
    return quantile(x, Fraction(1, 2))


def sub_gaussian(x: Term, proxy: Value) -> Term:
    """X is sub-Gaussian with that variance proxy v: E exp(s (x - E x)) <= exp(s^2 v / 2) for every s."""
    return Term("sub_gaussian", (x, as_term(proxy)))


def _range(binding: Term) -> tuple[Term, Term]:
    """The index and the condition of a binder: `j`, or a condition whose first letter is the index."""
    first = binding
    while first.head in {"and", "or"} | RELATIONS:
        first = first.args[0]
    if first.head != "index":
        raise ValueError(
            f"{binding} binds no index: write an index, or a condition that begins with it, j != i."
        )
    return first, TRUE if binding is first else binding


def _bound(head: str, bindings: tuple[Term, ...], body: Value, data: tuple[Any, ...] = ()) -> Term:
    term = as_term(body)
    for binding in reversed(bindings):
        index, condition = _range(binding)
        term = Term(head, (index.args[0], abstracted(condition, index), abstracted(term, index)), data)
    return term


def Sum(*parts: Value) -> Term:  # noqa: N802 - the field's sign
    """`Sum(j != i, body)`: the sum of the body over the indices that meet the condition; several nest."""
    return _bound("sum", parts[:-1], parts[-1])


def Product(*parts: Value) -> Term:  # noqa: N802 - the field's sign
    """The product of the body over an index."""
    return _bound("product", parts[:-1], parts[-1])


def all_(*parts: Term) -> Term:
    """The event holds for every index."""
    return _bound("all", parts[:-1], parts[-1])


def any_(*parts: Term) -> Term:
    """The event holds for some index."""
    return _bound("any", parts[:-1], parts[-1])


def max_over(binding: Term, body: Value) -> Term:
    """The largest value over an index."""
    return _bound("max", (binding,), body)


def min_over(binding: Term, body: Value) -> Term:
    """The least value over an index."""
    return _bound("min", (binding,), body)


def argmax(binding: Term, body: Value, *, ties: str = "first") -> Term:
    """The index at which the body is largest; ties go to the first such index, or are broken uniformly."""
    return _bound("argmax", (binding,), body, (ties,))


def tabulate(binding: Term, body: Value) -> Term:
    """The vector whose entry j is the body."""
    return _bound("tabulate", (binding,), body)


def stack(family: Term) -> Term:
    """The items of a family as one array: vectors as the rows of a matrix, numbers as entries.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model, iid, sizes
    >>> m, n = sizes("m n")
    >>> W = Model(W=iid(Normal(dimension=n), m)).W
    >>> stack(W), stack(W).shape
    (W, (m, n))
    """
    counts = family.args[1:]
    if len(counts) + len(family.shape) > _MATRIX:
        raise ValueError(f"{family} has {len(counts)} indices; an array of its items is no vector or matrix.")
    place = Term("index", (counts[0],), (fresh_name(family),))
    if len(counts) + len(family.shape) < _MATRIX:
        return tabulate(place, family[place])
    return Sum(place, outer(unit(place), row(family, place)))


def row(family: Term, place: Term) -> Term:
    """The row at a place of the matrix that a family stacks up to."""
    if family.shape:
        return family[place]
    column = Term("index", family.args[2:], (fresh_name(family, place),))
    return tabulate(column, family[place, column])


def stacked(term: Term) -> Term | None:
    """The family whose items the term is an array of."""
    if term.head not in {"sum", "tabulate"} or term.args[2].head not in {"outer", "item"}:
        return None
    families = [own for _, own in term.declarations if own.head == "family"]
    counts = families[0].args[1:] if len(families) == 1 else ()
    if not counts or len(counts) + len(families[0].shape) != len(term.shape):
        return None
    return families[0] if stack(families[0]) is term else None


def entry(x: Term, place: Term) -> Term:
    """The entry of a vector at a place, below the functions of entries."""
    match x.head:
        case "tabulate":
            return instantiated(x.args[2], place)
        case "function":
            return Term("function", (entry(x.args[0], place),), x.data)
        case "add":
            return add(*(entry(part, place) for part in x.args))
        case "scale":
            return multiply(x.args[0], entry(x.args[1], place))
        case "matmul" if (family := stacked(x.args[0])) is not None:
            return inner(row(family, place), x.args[1])
        case "sum":
            index, condition, body = x.opened(place)
            parts = (abstracted(part, index) for part in (condition, entry(body, place)))
            return Term("sum", (index.args[0], *parts))
    return Term("component", (x, place))


def parts_of_stack(family: Term, *terms: Term) -> str:
    """What the items are of the array that stands for their family in the terms: "the rows", or nothing.

    What a name stands for is not looked into.
    """
    waiting = list(terms)
    while waiting:
        part = waiting.pop()
        if stacked(part) is family:
            return "the rows" if family.shape else "the entries"
        waiting += part.args if part.head != "definition" else part.args[1:]
    return ""


def gradient(body: Term, variable: Term) -> Term:
    """The gradient of the body with respect to a fixed vector or parameter, at its own value."""
    return Term("gradient", (_of_variable(body, variable), variable))


def iterate(step: Term, variable: Term, start: Value, count: Value) -> Term:
    """x_count, for x_0 = start and x_(t+1) the step at x_t; `variable` is the letter of x in the step.

    >>> from theorycheck.theory.model import Parameter, Size
    >>> x, t = Parameter("x"), Size("t", minimum=0)
    >>> iterate(2 * x + 1, x, 0, t)
    (x ↦ 2 x + 1)^t(0)
    """
    return Term("iterate", (_of_variable(step, variable), as_term(start), as_term(count)))


def fold(step: Term, variable: Term, index: Term, start: Value) -> Term:
    """x_n, for x_0 = start and x_j the step at j and x_(j-1), j = 1, ..., n; `variable` is the letter of x.

    >>> from theorycheck.theory.model import Index, Parameter, Size
    >>> x, j = Parameter("x"), Index("j", Size("n"))
    >>> fold(x + j, x, j, 0)
    (x ↦ x + j)_{j ≤ n}(0)
    """
    body = abstracted(_of_variable(step, variable), index)
    return Term("fold", (body, as_term(start), index.args[0]))


def rate(step: Term, variable: Term, point: Value) -> Term:
    """The limit of |f(x) - f(p)| / |x - p| as x goes to p: the factor of one step near a fixed point."""
    return Term("rate", (_of_variable(step, variable), as_term(point)))


def first_at(function: Term, variable: Term, level: Value) -> Term:
    """The least x > 0 with f(x) = level, 0 where there is none; `variable` is the letter of x in f.

    >>> from theorycheck.theory.model import Parameter
    >>> x = Parameter("x")
    >>> first_at(x * exp(x), x, 3)
    first(x ↦ x exp(x), 3)
    """
    return Term("first_at", (_of_variable(function, variable), as_term(level)))


def stationary(transition: Term) -> Term:
    """The law pi of total 1 with pi P = pi, where there is exactly one."""
    return Term("stationary", (transition,))


def entropy_rate(transition: Term) -> Term:
    """The mean entropy of the next state, -sum_i pi_i sum_j P_ij log P_ij, of a stationary chain."""
    states = transition.shape[:1]
    i, j = (Term("index", states, (name,)) for name in ("entropy_i", "entropy_j"))
    entry = transition[i, j]
    return -Sum(i, stationary(transition)[i] * Sum(j, entry * log(entry)))


def _of_variable(body: Term, variable: Term) -> Term:
    """The body with its variable bound; definitions that hold the variable are opened."""
    if variable.head not in {"fixed", "parameter"}:
        raise ValueError(f"The variable is a fixed vector or a parameter, and {variable} is none.")

    def opened(node: Term, _: int) -> Term | None:
        return node.unfolded() if node.head == "definition" and occurs(variable, node) else None

    return abstracted(rebuilt(body, opened), variable)


def define(name: str, body: Term, *parameters: Term) -> Term:
    """A name for a term; `parameters` are the free indices that the name shows."""
    template = body
    for parameter in parameters:
        template = abstracted(template, parameter)
    return Term("definition", (template, *parameters), (name,))
