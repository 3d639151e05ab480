"""A formula as it is typed, as a tree of sums, products and powers: what a printer sets.

The text is read by Python's parser and nothing is evaluated, so that decimals stay decimals, factors keep
their order, and a function that no grammar knows is still a function. What says nothing is left out:
factors of one, and powers of exponent one or zero.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Number:
    """A number without its sign, as it is typed."""

    text: str


@dataclass(frozen=True)
class Name:
    """A variable, a constant, or a free constant of a law."""

    name: str


@dataclass(frozen=True)
class Sum:
    """Terms, each with whether it is subtracted."""

    terms: tuple[tuple[bool, Tree], ...]


@dataclass(frozen=True)
class Product:
    """Factors above and below a fraction's bar; both empty means one."""

    above: tuple[Tree, ...]
    below: tuple[Tree, ...] = ()


@dataclass(frozen=True)
class Power:
    """A base and its exponent."""

    base: Tree
    exponent: Tree


@dataclass(frozen=True)
class Call:
    """A function of arguments."""

    function: str
    arguments: tuple[Tree, ...]


Tree = Number | Name | Sum | Product | Power | Call

ZERO: Final = Number("0")
ONE: Final = Number("1")
HALF: Final = Product((), (Number("2"),))


BETA: Final = frozenset({"betainc", "betainc_regularized"})
"""Incomplete beta functions, of which one with a limit of 0 or 1 is a call of three arguments: x, a and b."""

HYPERGEOMETRIC: Final = ("hyper", 3)
"""A function of lists, and how many arguments it has."""


@dataclass(frozen=True)
class Argument:
    """An argument of a function in the form that this has: `{0}` as it is printed, `{0:atom}` as an atom."""

    of: Tree
    printed: Callable[[Tree], str]
    atom: Callable[[Tree], str]

    def __format__(self, kind: str) -> str:
        return self.atom(self.of) if kind == "atom" else self.printed(self.of)


class UnreadableError(ValueError):
    """The text is no formula."""


def tree(code: str) -> Tree:
    """The formula's tree; raises UnreadableError for a text that is no formula."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _read(ast.parse(code.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UnreadableError(code) from error


def negative(found: Tree) -> Tree | None:
    """The formula without its minus sign, where it begins with one."""
    match found:
        case Sum(terms=((True, term),)):
            return term
    return None


def _read(node: ast.expr) -> Tree:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return Number(repr(value).removesuffix(".0"))
        case ast.Name(id=name):
            return Name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            found = _read(operand)
            return negative(found) or Sum(((True, found),))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _read(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return _joined(_read(left), op, _read(right))
        case ast.Tuple(elts=args):
            return Call("Tuple", tuple(map(_read, args)))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return _call(name, tuple(map(_read, args)))
    raise UnreadableError(ast.dump(node))


def _joined(left: Tree, op: ast.operator, right: Tree) -> Tree:
    match op:
        case ast.Add() | ast.Sub():
            return _sum(left, right, subtracted=isinstance(op, ast.Sub))
        case ast.Mult():
            return _product((left, right), ())
        case ast.Div():
            return _product((left,), (right,))
        case ast.Pow():
            return _power(left, right)
    raise UnreadableError(ast.dump(op))


def _sum(left: Tree, right: Tree, *, subtracted: bool) -> Tree:
    terms = left.terms if isinstance(left, Sum) else ((False, left),)
    bare = negative(right)
    if bare is not None:
        right, subtracted = bare, not subtracted
    return Sum((*terms, (subtracted, right)))


def _parts(found: Tree) -> Product:
    """The formula as a product."""
    return found if isinstance(found, Product) else Product((found,))


def _product(above: tuple[Tree, ...], below: tuple[Tree, ...]) -> Tree:
    """The product without factors of one, its sign in front."""
    signs = sum(negative(one) is not None for one in (*above, *below))
    over, under = ([_parts(negative(one) or one) for one in part] for part in (above, below))
    above = tuple(x for one in over for x in one.above) + tuple(x for one in under for x in one.below)
    below = tuple(x for one in over for x in one.below) + tuple(x for one in under for x in one.above)
    above, below = (tuple(x for x in factors if x != ONE) for factors in (above, below))
    found: Tree = Product(above, below)
    if ZERO in above:
        return ZERO
    if not above and not below:
        found = ONE
    elif len(above) == 1 and not below:
        found = above[0]
    return Sum(((True, found),)) if signs % 2 else found


def _power(base: Tree, exponent: Tree) -> Tree:
    if exponent == ONE:
        return base
    if isinstance(exponent, Number) and float(exponent.text) == 0:
        return ONE
    bare = negative(exponent)
    if bare is not None and _is_simple(bare):
        return Product((), (_power(base, bare),))
    if exponent == HALF:
        return Call("sqrt", (base,))
    return Power(base, exponent)


def _is_simple(exponent: Tree) -> bool:
    """Whether a power with this exponent reads well below a fraction's bar: roots and integers."""
    return exponent == HALF or (isinstance(exponent, Number) and exponent.text.isdigit())


def _call(name: str, arguments: tuple[Tree, ...]) -> Tree:
    if name == "exp" and len(arguments) == 1:
        return _power(Name("e"), arguments[0])
    if name in BETA and len(arguments) == 4:  # noqa: PLR2004 - a, b and the two limits
        return _beta(name, *arguments)
    if name == "ff" and len(arguments) == 2:  # noqa: PLR2004 - n and k
        n, k = arguments
        return Product((Call("factorial", (n,)),), (Call("factorial", (_sum(n, k, subtracted=True),)),))
    return Call(name, arguments)


def _beta(name: str, a: Tree, b: Tree, low: Tree, high: Tree) -> Tree:
    """An incomplete beta function: from 0 to x it is I_x(a, b), and from x to 1 I_(1 - x)(b, a)."""
    if low == ZERO:
        return Call(name, (high, a, b))
    return Call(name, (_complement(low), b, a)) if high == ONE else Call(name, (a, b, low, high))


def _complement(x: Tree) -> Tree:
    """1 - x, a fraction of integers being worked out."""
    match x:
        case Product(above=(), below=(Number(text=under),)) if under.isdigit():
            return _product((Number(str(int(under) - 1)),), (Number(under),))
    return _sum(ONE, x, subtracted=True)
