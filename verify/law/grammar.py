"""The law grammar: a formula as it is typed into a SymPy expression, and nothing else.

Python's parser reads the text and each node is translated by hand, so nothing is ever run as code.
Length, parts, depth, exponents and digits are bounded before SymPy sees them, because SymPy
evaluates what it builds: a string that would take long is refused, not tried.

Names that the grammar does not reserve are symbols, positive ones. Python writes identifiers in
Unicode's compatibility form, so a name that only looks like a column's is another name.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

import sympy as sp
from sympy.core.parameters import distribute

from ..theory.notation import symbol
from .error import SHOWN, LawError, limited
from .evaluation import values

MAX_LENGTH: Final = 400
MAX_NODES: Final = 120
MAX_DEPTH: Final = 24
MAX_EXPONENT: Final = 64
MAX_DIGITS: Final = 24
"""Python writes no double in more."""
MAX_BITS: Final = 512
MAX_ARGUMENT: Final = 200


def _beta(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    return sp.gamma(a) * sp.gamma(b) / sp.gamma(a + b)


def _kept(function: type[sp.Function]) -> Callable[..., sp.Expr]:
    """The function, applied to rational numbers at once and otherwise left as it is written.

    SymPy compares all arguments of a nest of Max and Min, and writes ff(n, 60) as sixty factors.
    """
    return lambda *args: function(*args, evaluate=all(arg.is_Rational for arg in args))


_FUNCTIONS: Final[dict[str, tuple[int, Callable[..., sp.Expr]]]] = {
    "sqrt": (1, lambda x: _power(x, sp.Rational(1, 2))),
    "exp": (1, sp.exp),
    "log": (1, sp.log),
    "ln": (1, sp.log),
    "log2": (1, lambda x: sp.log(x) / sp.log(2)),
    "log10": (1, lambda x: sp.log(x) / sp.log(10)),
    "abs": (1, lambda x: _kept(sp.Max)(x, -x)),
    "tanh": (1, sp.tanh),
    "erf": (1, lambda x: 1 - sp.erfc(x)),
    "erfc": (1, sp.erfc),
    "gamma": (1, sp.gamma),
    "beta": (2, _beta),
    "betainc": (4, sp.betainc_regularized),
    "hyp0f1": (2, lambda b, z: sp.hyper((), (b,), z)),
    "factorial": (1, sp.factorial),
    "ff": (2, _kept(sp.ff)),
    "max": (2, _kept(sp.Max)),
    "min": (2, _kept(sp.Min)),
}
_SLOW: Final = frozenset({"sqrt", "log", "ln", "log2", "log10", "abs", "max", "min"})
"""Functions whose values are no longer than their arguments, which may be as large as numbers are."""

UNMISTAKABLE: Final = tuple(
    name for name, (arity, _) in _FUNCTIONS.items() if arity == 1 and name not in {"gamma", "factorial"}
)
"""Functions of one argument whose names are no constants, as beta and gamma may be."""

_NO_NUMBERS: Final = frozenset({"nan", "inf", "infinity", "oo"})
"""What a program writes of a number that is none, and nobody of a constant."""

_CONSTANTS: Final[dict[str, sp.Expr]] = {"pi": sp.pi}
_OPERATORS: Final[dict[type[ast.operator], Callable[[Any, Any], sp.Expr]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}
_SYNTAX: Final[Mapping[type[ast.expr], str]] = {
    ast.Attribute: "Attribute (a dot after a name)",
    ast.Compare: "Compare (a law is a formula, not a comparison)",
    ast.JoinedStr: "text",
    ast.NamedExpr: "assignment",
}
KNOWN: Final = f"numbers, names, + - * / ** and {', '.join(_FUNCTIONS)}"


@lru_cache(maxsize=1024)
def parse(text: str) -> sp.Expr:
    """The SymPy expression that a law string stands for; raises `LawError`.

    Each is read once: a claim's formula is asked for in every round and by every comparison.
    """
    if len(text) > MAX_LENGTH:
        raise LawError(f"The law has {len(text)} characters; at most {MAX_LENGTH} are read.")
    tree = _tree(text)
    if sum(isinstance(node, ast.expr) for node in ast.walk(tree)) > MAX_NODES:
        raise LawError(f"The law {text[:SHOWN]!r}... has more than {MAX_NODES} parts; write it shorter.")
    # 3*(n - 1) stays as it was typed: a claimed formula is shown to its reader.
    with limited(text), distribute(False):
        expr = _translate(tree.body, depth=0)
    if expr.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise LawError(f"The law {text!r} divides by zero.")
    if expr.has(sp.I):
        raise LawError(f"The law {text!r} holds a root or logarithm of a negative number.")
    return expr


def variables(expr: sp.Expr) -> tuple[str, ...]:
    """The names in an expression, sorted."""
    return tuple(sorted(s.name for s in expr.free_symbols))


def _tree(text: str) -> ast.Expression:
    try:
        # The parser warns of what is no formula anyway ('1is'); the warning is not for the user.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
        raise LawError(
            f"The law {shown!r} is not a formula ({reason}); the grammar knows {KNOWN}."
        ) from error


def _translate(node: ast.expr, depth: int) -> sp.Expr:
    if depth > MAX_DEPTH:
        raise LawError(f"The law nests deeper than {MAX_DEPTH} levels; write it flatter.")
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _number(value)
        case ast.Name(id=name):
            return _name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_translate(operand, depth + 1)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _translate(operand, depth + 1)
        case ast.BinOp(op=ast.BitXor()):
            raise LawError("'^' is not a power here; write '**'.")
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _bounded(_power(_translate(left, depth + 1), _translate(right, depth + 1)))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            combined = _OPERATORS[type(op)](_translate(left, depth + 1), _translate(right, depth + 1))
            return _bounded(combined)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return _call(name, args, depth)
    raise LawError(f"The law grammar has no {_words(node)}; it knows {KNOWN}.")


def _words(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return f"Constant like {repr(node.value)[:SHOWN]}"
    if isinstance(node, ast.BinOp | ast.UnaryOp):
        return f"operator {type(node.op).__name__}"
    return _SYNTAX.get(type(node), type(node).__name__)


def _name(name: str) -> sp.Expr:
    if name.startswith("__"):
        raise LawError(f"The name {name[:SHOWN]!r} begins with two underscores; give it another name.")
    if "·" in name:
        raise LawError("'·' is not a product here; write '*'.")
    if name.lower() in _NO_NUMBERS:
        raise LawError(f"{name} is no number of a law; write one, or give the constant another name.")
    if name in UNMISTAKABLE:
        raise LawError(f"{name} is a function here; write {name}(...) with what it is of.")
    return _CONSTANTS[name] if name in _CONSTANTS else symbol(name)


def _number(value: float) -> sp.Expr:
    # Python writes 3.52e+15 out in full.
    text = str(Decimal(str(value)).normalize()) if isinstance(value, float) else str(value)
    if len(text) > MAX_DIGITS:
        raise LawError(
            f"The number {text[:MAX_DIGITS]}... has more than {MAX_DIGITS} characters; write it shorter."
        )
    if not math.isfinite(value):
        raise LawError("A number is too large to be read; write a smaller one.")
    return sp.Rational(text)


def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    if exponent.is_number and (not exponent.is_Rational or abs(exponent) > MAX_EXPONENT):
        raise LawError(f"The exponent {exponent} is not a number between -{MAX_EXPONENT} and {MAX_EXPONENT}.")
    # SymPy takes 3**factorial(60) out of 3**(n + factorial(60)).
    if any(abs(number) > MAX_ARGUMENT for number in exponent.atoms(sp.Rational)):
        raise LawError(f"A number in an exponent exceeds {MAX_ARGUMENT}; write a smaller one.")
    if base.is_Rational and exponent.is_Rational:
        _require_short(base, abs(exponent), f"({base})**({exponent})")
    return base**exponent


def _bounded(expr: sp.Expr) -> sp.Expr:
    """The expression, unless multiplying or raising took a number or a degree beyond all bounds.

    SymPy asks for the sign of a sum by the real roots of its derivative, multiplied out.
    """
    for part in sp.Mul.make_args(expr):
        if part.is_Rational:
            _require_short(part, sp.Integer(1), "in the law")
    degree = _degree(expr)
    if degree > MAX_EXPONENT:
        raise LawError(f"A product multiplies out to exponent {degree}; at most {MAX_EXPONENT} is read.")
    return expr


def _degree(expr: sp.Expr) -> sp.Rational:
    """The degree of a polynomial or of its inverse; a function counts like a variable."""
    if expr.is_Add:
        return max(_degree(arg) for arg in expr.args)
    if expr.is_Mul:
        return sum((_degree(arg) for arg in expr.args), sp.Integer(0))
    if expr.is_Pow and expr.exp.is_Rational:
        return abs(expr.exp) * _degree(expr.base)
    return sp.Integer(0 if expr.is_number else 1)


def _require_short(number: sp.Rational, times: sp.Rational, shown: str) -> None:
    # A factorial may be long by itself; what must not happen is that powers make it longer.
    limit = MAX_BITS if times != 1 else MAX_BITS * MAX_EXPONENT
    if max(abs(number.p), number.q).bit_length() * times > limit:
        raise LawError(f"The number {shown[:SHOWN]} has more than {limit} bits; write a smaller one.")


def _call(name: str, args: list[ast.expr], depth: int) -> sp.Expr:
    if name not in _FUNCTIONS:
        raise LawError(f"The law grammar has no function {name[:SHOWN]!r}; it knows {KNOWN}.")
    arity, function = _FUNCTIONS[name]
    if len(args) != arity:
        raise LawError(f"{name} takes {arity} argument{'s' * (arity > 1)}, not {len(args)}.")
    arguments = [_translate(arg, depth + 1) for arg in args]
    # An argument without a symbol is evaluated at once: gamma(10**60) would never come back.
    if name not in _SLOW and any(
        arg.is_number and not abs(float(values(arg, {}))) <= MAX_ARGUMENT for arg in arguments
    ):
        raise LawError(f"An argument of {name} exceeds {MAX_ARGUMENT}; write the value instead.")
    if name == "betainc" and any(
        arg.is_number and not 0 <= float(values(arg, {})) <= 1 for arg in arguments[2:]
    ):
        raise LawError("The ends of betainc lie between 0 and 1: it is a probability.")
    return function(*arguments)
