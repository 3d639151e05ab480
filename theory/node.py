r"""Terms: what a paper defines, as plain data that is proved about, printed, and compiled to a simulation.

A term is a node `Term(head, args, data)`: terms below it, and plain data (a name, a number). Terms are
interned, so that equal structure is one object; hashable; and immutable. A binder holds its body with the
bound index as a number (de Bruijn), so that no substitution captures and terms that differ in a bound letter
are the same term. `sort` says what a term is (`real`, `index`, `event`, `law`, `family`) and `shape` its
dimensions, which are terms.

Relations build propositions. The truth value of `a == b` and `a != b` is structural identity; every other
proposition raises where Python asks for its truth value, so that `where=[tau > 0]` keeps its hypothesis and
`j != i` is no accident.

`heads` has the heads by group, `signatures` what each takes, `terms` the words in which papers write terms,
and `substitution` what replaces symbols.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final
from weakref import WeakValueDictionary

from .heads import BOUND, DECLARING, STATISTICS, WITH_DATA, depth_of
from .requirements import MATRIX, Misfit, is_integer, is_value, least, require
from .signatures import HEADS

Loose = frozenset[tuple[int, "Term"]]
"""Bound symbols as their depth and their kind, the symbol at depth 0."""


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
        """The node with these parts. Raises `Misfit` where they do not fit together."""
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
        if data and head not in WITH_DATA:
            raise ValueError(f"{head} holds no data, and {data} was given.")
        sort, dimensions = HEADS[head](args, data)
        shape = tuple(number(size) if type(size) is int else size for size in dimensions)
        made = object.__new__(Term)
        declarations = tuple(dict.fromkeys(pair for part in args for pair in part.declarations))
        parts = (head, args, data, sort, shape, _loose(head, args), declarations, _is_random(head, args))
        for name, value in zip(_SLOTS, parts, strict=True):
            object.__setattr__(made, name, value)
        if head in BOUND:
            object.__setattr__(made, "loose", frozenset({(data[0], _kind(made))}))
        if head in DECLARING:
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
        if len(self.shape) == MATRIX:
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
_MOST_BITS: Final = 100_000
"""The length of the longest power of numbers that is worked out."""
_OPPOSITE: Final = {"eq": "ne", "ne": "eq", "le": "gt", "gt": "le", "lt": "ge", "ge": "lt"}


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


def summands(x: Term) -> tuple[Term, ...]:
    """What is added in a sum; another term is one of itself."""
    return x.args if x.head == "add" else (x,)


def add(*parts: Term) -> Term:
    """A sum, flattened; zeros are left out and numbers added up."""
    flat = [x for part in parts for x in summands(part)]
    total = sum((value_of(x) for x in flat if x.head == "number"), Fraction(0))
    kept = [x for x in flat if x.head not in {"number", "zeros"}]
    if total:
        kept.append(number(total))
    if flat and any(x.shape != flat[0].shape for x in flat):
        # Raises: the signature says which shapes do not add.
        Term("add", tuple(flat))
    if not kept:
        return flat[0] if flat and flat[0].head == "zeros" else number(0)
    return kept[0] if len(kept) == 1 else Term("add", tuple(kept))


def multiply(*parts: Term) -> Term:
    """A product of numbers and at most one vector or matrix; its number stands first, 0 and 1 vanish."""
    tensors = [x for x in parts if x.shape]
    if len(tensors) > 1:
        raise Misfit(f"{tensors[0]} and {tensors[1]}: write inner, outer or @ for a product of vectors.")
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
        return Term("zeros", tensors[0].shape) if tensors else number(0)
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
    require(small, "{}^{} has too many digits to be worked out; write a smaller exponent.", base, exponent)
    return base**exponent


def power(base: Value, exponent: Value) -> Term:
    """base^exponent; 1 as an exponent or a base vanishes, 0 as a base stays, and numbers are worked out for
    whole exponents.
    """
    base, exponent = as_term(base), as_term(exponent)
    if is_number(exponent, 1) or (is_number(base, 1) and is_value(exponent, 0)):
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


def _relation(head: str, one: Term, other: object) -> Term | None:
    """The proposition, or none where the two are no numbers or vectors of one shape."""
    if type(other) is not Term:
        if not isinstance(other, int | Fraction) or isinstance(other, bool):
            return None
        other = number(other)
    fits = is_value(one) and is_value(other) and one.shape == other.shape
    return Term(head, (one, other)) if fits else None


TRUE: Final = Term("true")
FALSE: Final = Term("false")


def both(one: Term, other: Term) -> Term:
    """Both events; what always holds is left out."""
    if one.head == "true":
        return other
    return one if other.head == "true" else Term("and", (one, other))


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
