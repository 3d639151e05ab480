"""Terms written in ASCII as `parse` reads them: the same term comes back.

Not every term has such a text: a name that is defined, ties that are broken at random, a gradient at another
point than its variable, and parts that no constructor makes (a sum within a sum) have none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final

from .display import is_negative
from .heads import BINDERS, LIMITS
from .node import Term, is_number
from .substitution import abstracted, instantiated, opened
from .syntax import RELATIONS, RESERVED
from .terms import stacked

_OR, _AND, _EVENT, _ADD, _BINDER, _MUL, _POWER, _ATOM = range(8)
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
_SIGNS: Final = {head: sign for sign, head in reversed(RELATIONS.items())}
_CALLS: Final = {
    "maximum": "max", "minimum": "min", "outer": "outer", "transpose": "transpose", "trace": "tr",
    "softmax": "softmax", "identity": "identity", "zeros": "zeros", "ones": "ones", "Var": "Var",
    "Cov": "Cov", "quantile": "quantile", "indicator": "indicator", "P": "P",
    "diagonal": "diagonal", "stationary": "stationary", "sub_gaussian": "sub_gaussian",
    "projection": "projection", "separable": "separable", "least_missed": "least_missed",
    "fullest_class": "fullest_class",
}  # fmt: skip


def plain(term: Term) -> str:
    """The term in ASCII. Raises `ValueError` where it has no such text.

    >>> from theorycheck.theory.model import Size
    >>> n, d = Size("n"), Size("d_k")
    >>> plain((n - 1) / d**2)
    '(n - 1) / d_k^2'
    """
    return _written(term)[0]


def _named(name: str) -> str:
    if not _NAME.fullmatch(name) or name in RESERVED:
        raise ValueError(f"{name} is no name in a text.")
    return name


def _at(term: Term, level: int) -> str:
    """The term, in brackets where it binds more weakly than the level."""
    text, own = _written(term)
    return text if own >= level else f"({text})"


def _written(term: Term) -> tuple[str, int]:
    """The text and how strongly it binds."""
    head = term.head
    if head in _WRITERS:
        return _WRITERS[head](term)
    if head in BINDERS:
        family = stacked(term)
        return _binder(term) if family is None else (_named(family.data[0]), _ATOM)
    if head in _SIGNS:
        one, other = term.args
        return f"{_at(one, _ADD)} {_SIGNS[head]} {_at(other, _ADD)}", _EVENT
    if head in _CALLS:
        return f"{_CALLS[head]}({', '.join(map(plain, term.args))})", _ATOM
    if head in {"size", "parameter", "fixed", "index", "random", "family"}:
        return _named(term.data[0]), _ATOM
    raise ValueError(f"{term} is not written as text.")


def _number(term: Term) -> tuple[str, int]:
    p, q = term.data
    return (str(p), _ATOM if p >= 0 else _ADD) if q == 1 else (f"{p}/{q}", _MUL if p > 0 else _ADD)


def _add(term: Term) -> tuple[str, int]:
    first, *others = term.args
    text = _at(first, _ADD) if is_negative(first) else _at(first, _BINDER)
    for part in others:
        text += f" - {_at(-part, _BINDER)}" if is_negative(part) else f" + {_at(part, _BINDER)}"
    return text, _ADD


def _product(term: Term) -> tuple[str, int]:
    if is_negative(term):
        return f"-{_at(-term, _MUL)}", _ADD
    factors = [*term.args[0].args, term.args[1]] if _scales_a_product(term) else list(term.args)
    text = ""
    for factor in factors:
        inverse = factor.head == "power" and is_number(factor.args[1], -1)
        if inverse:
            text += f"{' / ' if text else '1 / '}{_at(factor.args[0], _POWER)}"
        else:
            text += f"{' * ' if text else ''}{_at(factor, _POWER if text else _MUL)}"
    return text, _MUL


def _scales_a_product(term: Term) -> bool:
    return term.head == "scale" and term.args[0].head == "mul"


def _power(term: Term) -> tuple[str, int]:
    base, exponent = term.args
    if is_number(exponent, -1):
        return f"1 / {_at(base, _POWER)}", _MUL
    return f"{_at(base, _ATOM)}^{_exponent(exponent)}", _POWER


def _exponent(exponent: Term) -> str:
    text, level = _written(exponent)
    return text if level == _ATOM else f"({text})"


def _binder(term: Term) -> tuple[str, int]:
    if term.head == "argmax" and term.data != ("first",):
        raise ValueError(f"{term}: ties that are broken at random are not written as text.")
    index, condition, body = opened(term)
    conditions = [f"{index.data[0]}=1"]
    if condition.head != "true":
        conditions.append(_conditions(condition, index))
    head = "prod" if term.head == "product" else term.head
    inside = f"({plain(body)})" if term.sort == "event" else _at(body, _MUL)
    over = f"{head}_{{{', '.join(conditions)}}}^{{{plain(index.args[0])}}} {inside}"
    return over, _EVENT if term.sort == "event" else _BINDER


def _conditions(condition: Term, index: Term) -> str:
    first = condition
    while first.head in {"and", "or"} | set(_SIGNS):
        first = first.args[0]
    if first is not index:
        raise ValueError(f"The condition {condition} does not begin with its index.")
    return plain(condition)


def _event(head: str, level: int) -> Callable[[Term], tuple[str, int]]:
    def write(term: Term) -> tuple[str, int]:
        one, other = term.args
        return f"{_at(one, level)} {head} {_at(other, level + 1)}", level

    return write


def _gradient(term: Term) -> tuple[str, int]:
    body, point = term.args
    inside = instantiated(body, point)
    if point.head not in {"fixed", "parameter"} or abstracted(inside, point) is not body:
        raise ValueError(f"{term} is at another point than its variable.")
    return f"grad_{{{plain(point)}}} {_at(inside, _MUL)}", _BINDER


def _array(term: Term) -> tuple[str, int]:
    rows, *columns = term.data
    entries = list(map(plain, term.args))
    if columns:
        width = columns[0]
        entries = [f"[{', '.join(entries[k * width : (k + 1) * width])}]" for k in range(rows)]
    return f"[{', '.join(entries)}]", _ATOM


def _of_variable(term: Term) -> tuple[str, int]:
    """An iteration, a rate or a first place, whose step binds its variable."""
    step, start, *others = term.args
    if start.shape:
        raise ValueError(f"{term} is not written as text: its variable is a vector.")
    used = {name for name, _ in term.declarations}
    letters = (f"x_{k}" for k in count(1))
    variable = Term("parameter", (), (next(letter for letter in letters if letter not in used),))
    parts = [instantiated(step, variable), variable, start, *others]
    return f"{term.head}({', '.join(map(plain, parts))})", _ATOM


def _limit(term: Term) -> tuple[str, int]:
    one, *others = term.args[: LIMITS[term.head]]
    variable, *ties = map(plain, term.args[LIMITS[term.head] :])
    right = f"~ {_at(others[0], _ADD)}" if term.head == "similar" else f"= {_expansion(*others)}"
    return ", ".join((f"{_at(one, _ADD)} {right} as {variable} -> oo", *ties)), _OR


def _expansion(main: Term, order: Term) -> str:
    return f"O({plain(order)})" if is_number(main, 0) else f"{_at(main, _ADD)} + O({plain(order)})"


def _places(term: Term) -> tuple[str, int]:
    base, *places = term.args
    return f"{_at(base, _ATOM)}[{', '.join(map(plain, places))}]", _ATOM


def _norm(term: Term) -> tuple[str, int]:
    (x,) = term.args
    return f"norm2({plain(x)})" if x.head == "norm2" else f"|{plain(x)}|^2", _POWER


_WRITERS: Final[Mapping[str, Callable[[Term], tuple[str, int]]]] = {
    "number": _number,
    "constant": lambda term: (term.data[0], _ATOM),
    "add": _add,
    "mul": _product,
    "scale": _product,
    "power": _power,
    "matrix_power": lambda term: (f"{_at(term.args[0], _ATOM)}^{_exponent(term.args[1])}", _POWER),
    "function": lambda term: (f"{term.data[0]}({plain(term.args[0])})", _ATOM),
    "inner": lambda term: (f"<{plain(term.args[0])}, {plain(term.args[1])}>", _ATOM),
    "norm2": _norm,
    "matmul": lambda term: (f"{_at(term.args[0], _MUL)} @ {_at(term.args[1], _POWER)}", _MUL),
    "component": _places,
    "item": _places,
    "E": lambda term: (f"E[{plain(term.args[0])}]", _ATOM),
    "and": _event("and", _AND),
    "or": _event("or", _OR),
    "true": lambda term: ("true", _ATOM),
    "false": lambda term: ("false", _ATOM),
    "gradient": _gradient,
    "array": _array,
    "iterate": _of_variable,
    "rate": _of_variable,
    "first_at": _of_variable,
    "similar": _limit,
    "big_o": _limit,
}
