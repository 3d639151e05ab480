"""Law strings: a whitelist parser of formulas into SymPy, and their form as a product of powers.

A law is written as a reader of the paper would type it, `C*(n - 1)/d_k` or
`2*exp(-d_k*t**2/2)`. The text is parsed by Python's grammar and translated node by node; nothing
is ever evaluated as code, and size, depth and exponents are bounded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import sympy as sp
from sympy.core.parameters import distribute

from ..theory.notation import symbol
from .claim import Value

MAX_LENGTH: Final = 400
MAX_NODES: Final = 120
MAX_DEPTH: Final = 24
MAX_EXPONENT: Final = 64
MAX_DIGITS: Final = 15
MAX_BITS: Final = 512
MAX_ARGUMENT: Final = 200

_FUNCTIONS: Final[dict[str, tuple[int, Callable[..., sp.Expr]]]] = {
    "sqrt": (1, sp.sqrt),
    "exp": (1, sp.exp),
    "log": (1, sp.log),
    "gamma": (1, sp.gamma),
    "beta": (2, lambda a, b: sp.gamma(a) * sp.gamma(b) / sp.gamma(a + b)),
    "betainc": (4, sp.betainc_regularized),
    "factorial": (1, sp.factorial),
    "ff": (2, sp.ff),
    "max": (2, sp.Max),
    "min": (2, sp.Min),
}
_CONSTANTS: Final[dict[str, sp.Expr]] = {"pi": sp.pi}
_OPERATORS: Final[dict[type[ast.operator], Callable[[Any, Any], sp.Expr]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}
# Two-character signs come first, so that '<=' is not read as '<'.
_COMPARISONS: Final[dict[str, type[sp.Rel]]] = {
    "<=": sp.Le,
    ">=": sp.Ge,
    "==": sp.Eq,
    "<": sp.Lt,
    ">": sp.Gt,
}


class LawError(ValueError):
    """A formula that the law grammar does not admit; the message says how to mend it."""


@dataclass(frozen=True, kw_only=True)
class Factor:
    """A power `base**exponent` whose base grows with one grid variable."""

    base: sp.Expr
    variable: str
    exponent: Fraction


@dataclass(frozen=True, kw_only=True)
class Form:
    """A law as constant x factors x fixed part.

    `factors` carry the claimed exponents, `fixed` is the rest without a free constant (a named
    logarithm, say). A grid variable that the law leaves out claims exponent 0.
    """

    text: str
    expr: sp.Expr
    constants: tuple[str, ...]
    factors: tuple[Factor, ...]
    fixed: sp.Expr

    @property
    def exponents(self) -> dict[str, Fraction]:
        """The claimed exponent of each grid variable."""
        return {factor.variable: factor.exponent for factor in self.factors}


def parse(text: str) -> sp.Expr:
    """The SymPy expression that a law string stands for; raises `LawError`."""
    if len(text) > MAX_LENGTH:
        raise LawError(f"The law has {len(text)} characters; at most {MAX_LENGTH} are read.")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise LawError(f"The law {text!r} is not a formula: {error}.") from error
    if sum(isinstance(node, ast.expr) for node in ast.walk(tree)) > MAX_NODES:
        raise LawError(f"The law {text[:40]!r}... has more than {MAX_NODES} parts; write it shorter.")
    # 3*(n - 1) stays as it was typed: a claimed formula is shown to its reader.
    with distribute(False):
        expr = _translate(tree.body, depth=0)
    if expr.has(sp.nan, sp.zoo, sp.oo):
        raise LawError(f"The law {text!r} divides by zero.")
    return expr


def form(text: str, variables: Iterable[str]) -> Form:
    """The law as a product of powers, one for each grid variable; raises `LawError`."""
    names = tuple(variables)
    expr = parse(text)
    free = {s.name for s in expr.free_symbols} - set(names)
    factors: dict[str, Factor] = {}
    fixed = sp.Integer(1)
    for part in sp.Mul.make_args(sp.powsimp(sp.factor_terms(expr))):
        base, exponent = part.as_base_exp()
        of = [s.name for s in base.free_symbols if s.name in names]
        if not of and not part.free_symbols & _symbols(names):
            fixed *= part if not part.free_symbols else 1
        elif len(base.free_symbols) == len(of) == 1 and exponent.is_Rational and _grows_linearly(base, of[0]):
            _collect(factors, text, Factor(base=base, variable=of[0], exponent=_fraction(exponent)))
        elif {s.name for s in part.free_symbols} <= set(names):
            fixed *= part
        else:
            raise LawError(
                f"The law {text!r} mixes a free constant into {part}; write it as a constant times powers."
            )
    for name in names:
        factors.setdefault(name, Factor(base=symbol(name), variable=name, exponent=Fraction(0)))
    return Form(
        text=text,
        expr=expr,
        constants=tuple(sorted(free)),
        factors=tuple(factors[name] for name in names),
        fixed=fixed,
    )


def evaluate(expr: sp.Expr, at: Mapping[str, Value]) -> float:
    """The value of an expression at a cell; raises `LawError` when a symbol is left free."""
    point = {
        symbol(k): sp.nsimplify(v) if isinstance(v, float) else v
        for k, v in at.items()
        if not isinstance(v, str)
    }
    value = expr.subs(point)
    if value.free_symbols:
        missing = ", ".join(sorted(s.name for s in value.free_symbols))
        raise LawError(f"The formula {expr} needs {missing}, which the grid does not name.")
    return float(sp.N(value, 20))


@dataclass(frozen=True, kw_only=True)
class Condition:
    """A comparison of two formulas over grid variables, `n*(n - 1) <= d_k`."""

    text: str
    relation: sp.Rel

    def holds(self, at: Mapping[str, Value]) -> bool:
        """Whether a cell satisfies it; raises `LawError` when the cell lacks a variable."""
        difference = evaluate(self.relation.lhs - self.relation.rhs, at)
        return bool(self.relation.func(difference, 0))


def condition(text: str) -> Condition:
    """The comparison that a condition string stands for; raises `LawError`."""
    for sign, relation in _COMPARISONS.items():
        left, found, right = text.partition(sign)
        if found:
            return Condition(text=text, relation=relation(parse(left), parse(right), evaluate=False))
    raise LawError(f"The condition {text!r} compares nothing; it needs one of {', '.join(_COMPARISONS)}.")


def _translate(node: ast.expr, depth: int) -> sp.Expr:
    if depth > MAX_DEPTH:
        raise LawError(f"The law nests deeper than {MAX_DEPTH} levels; write it flatter.")
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _number(value)
        case ast.Name(id=name):
            return _CONSTANTS[name] if name in _CONSTANTS else symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_translate(operand, depth + 1)
        case ast.BinOp(op=ast.BitXor()):
            raise LawError("'^' is not a power here; write '**'.")
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_translate(left, depth + 1), _translate(right, depth + 1))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_translate(left, depth + 1), _translate(right, depth + 1))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return _call(name, args, depth)
    raise LawError(
        f"The law grammar has no {type(node).__name__}; it knows numbers, names, + - * / ** and "
        f"{', '.join(_FUNCTIONS)}."
    )


def _number(value: float) -> sp.Expr:
    text = str(value)
    if len(text) > MAX_DIGITS:
        raise LawError(f"The number {text[:MAX_DIGITS]}... has more than {MAX_DIGITS} characters.")
    return sp.Rational(text)


def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    if exponent.is_number and (not exponent.is_Rational or abs(exponent) > MAX_EXPONENT):
        raise LawError(f"The exponent {exponent} is not a number between -{MAX_EXPONENT} and {MAX_EXPONENT}.")
    if base.is_Rational and exponent.is_Rational:
        bits = max(abs(base.p), base.q).bit_length() * abs(exponent)
        if bits > MAX_BITS:
            raise LawError(
                f"The number ({base})**({exponent}) has more than {MAX_BITS} bits; write a smaller one."
            )
    return base**exponent


def _call(name: str, args: list[ast.expr], depth: int) -> sp.Expr:
    if name not in _FUNCTIONS:
        raise LawError(f"The law grammar has no function {name!r}; it knows {', '.join(_FUNCTIONS)}.")
    arity, function = _FUNCTIONS[name]
    if len(args) != arity:
        raise LawError(f"{name} takes {arity} argument{'s' * (arity > 1)}, not {len(args)}.")
    values = [_translate(arg, depth + 1) for arg in args]
    # An argument without a symbol is evaluated at once: gamma(10**60) would never come back.
    if any(v.is_number and not abs(sp.N(v)) <= MAX_ARGUMENT for v in values):
        raise LawError(f"An argument of {name} exceeds {MAX_ARGUMENT}; write the value instead.")
    return function(*values)


def _symbols(names: Iterable[str]) -> set[sp.Symbol]:
    return {symbol(name) for name in names}


def _grows_linearly(base: sp.Expr, variable: str) -> bool:
    return bool(base.is_polynomial(symbol(variable)) and sp.degree(base, symbol(variable)) == 1)


def _collect(factors: dict[str, Factor], text: str, factor: Factor) -> None:
    if factor.variable in factors:
        raise LawError(
            f"The law {text!r} has two powers in {factor.variable}; its exponent is not one number."
        )
    factors[factor.variable] = factor


def _fraction(number: sp.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))
