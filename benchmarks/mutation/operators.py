"""Small faults in a formula: a sign, a factor 2, an exponent off by 1/2, a dropped term, n for n - 1.

Every operator gives formulas that differ from the one it is handed; whether they also say something
else is for `equivalence` to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from typing import Final

import sympy as sp
from theorycheck.theory.notation import SYMBOLS

HALF: Final = sp.Rational(1, 2)

WEAKENED: Final = "weakened"
"""The operator that makes an equation an inequality, which is no rewrite rule."""

Place = tuple[int, ...]
"""The way from a formula's root to one of its parts: which argument at each level."""

Make = Callable[[], sp.Expr]
"""Builds one faulty formula."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """A formula, or a tuple of formulas, with one fault, and the operator that made it."""

    operator: str
    formula: sp.Basic


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A fault that is not made yet: long formulas have thousands, and few are asked for."""

    operator: str
    make: Make


def changes(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[Change]:
    """Every fault in the formula, each result once; exponents, shifts and swaps touch `varied` alone.

    >>> n = sp.Symbol("n", integer=True, positive=True)
    >>> [str(change.formula) for change in changes(n - 1, frozenset({n})) if change.operator == "shift"]
    ['n']
    """
    seen = {formula}
    for candidate in candidates(formula, varied):
        changed = candidate.make()
        if changed not in seen and is_formula(changed):
            seen.add(changed)
            yield Change(operator=candidate.operator, formula=changed)


def candidates(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[Candidate]:
    """Every place where an operator applies; what it makes may be the formula itself, or none."""
    for operator, places in _OPERATORS.items():
        for make in places(formula, varied):
            yield Candidate(operator=operator, make=make)


def is_formula(made: sp.Basic) -> bool:
    """Whether what was made is finite and real, as far as its parts tell."""
    return not made.has(sp.nan, sp.zoo, sp.oo, sp.I)


def _sign(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[Make]:
    yield lambda: -formula
    for place, total in _parts(formula, sp.Add):
        for k in range(len(total.args)):
            yield partial(_term, formula, place, total, k, turned=True)


def _factor(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[Make]:
    yield lambda: 2 * formula
    yield lambda: formula / 2


def _exponent(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[Make]:
    """Each power of something that varies, and each variable that stands without one."""
    powers = [(place, part) for place, part in _parts(formula, sp.Pow) if part.free_symbols & varied]
    bases = {(*place, 0) for place, part in powers if part.base.is_Symbol}
    bare = [(p, s) for p, s in _parts(formula, sp.Symbol) if s in varied and p not in bases]
    for place, part in [*powers, *bare]:
        for off in (HALF, -HALF):
            yield partial(_raised, formula, place, part, off)


def _drop(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[Make]:
    for place, total in _parts(formula, sp.Add):
        for k in range(len(total.args)):
            yield partial(_term, formula, place, total, k, turned=False)


def _shift(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[Make]:
    """A size for the size less one, and the size less one where it stands without it."""
    inside = set()
    for place, total in _parts(formula, sp.Add):
        if -1 in total.args and any(arg in varied and arg.is_integer for arg in total.args):
            inside |= {(*place, k) for k in range(len(total.args))}
            yield partial(_moved, formula, place, total, 1)
    for place, symbol in _parts(formula, sp.Symbol):
        if symbol in varied and symbol.is_integer and place not in inside:
            yield partial(_moved, formula, place, symbol, -1)


def _swap(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[Make]:
    """Two sizes, or two indices: an index in the place of a size is no formula any more."""
    for one, other in combinations(sorted(formula.free_symbols & varied, key=str), 2):
        if (one.name in SYMBOLS) is (other.name in SYMBOLS):
            yield partial(formula.subs, {one: other, other: one}, simultaneous=True)


def _rate(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[Make]:
    for place, part in _parts(formula, sp.exp):
        for factor in (sp.Integer(2), HALF):
            yield partial(_hastened, formula, place, part, factor)


def _offset(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[Make]:
    """One for a zero, which no other operator changes."""
    if formula == 0:
        yield lambda: sp.Integer(1)


def _term(formula: sp.Expr, place: Place, total: sp.Add, k: int, *, turned: bool) -> sp.Expr:
    """The formula with one term of a sum turned round, or left out."""
    term = (-total.args[k],) if turned else ()
    return _put(formula, place, sp.Add(*total.args[:k], *term, *total.args[k + 1 :]))


def _raised(formula: sp.Expr, place: Place, part: sp.Expr, off: sp.Rational) -> sp.Expr:
    base, exponent = part.as_base_exp() if part.is_Pow else (part, sp.Integer(1))
    return _put(formula, place, base ** (exponent + off))


def _moved(formula: sp.Expr, place: Place, part: sp.Expr, by: int) -> sp.Expr:
    return _put(formula, place, part + by)


def _hastened(formula: sp.Expr, place: Place, part: sp.Expr, factor: sp.Rational) -> sp.Expr:
    return _put(formula, place, sp.exp(factor * part.args[0]))


_OPERATORS: Final[dict[str, Callable[[sp.Expr, frozenset[sp.Symbol]], Iterator[Make]]]] = {
    "sign": _sign,
    "factor": _factor,
    "exponent": _exponent,
    "shift": _shift,
    "drop": _drop,
    "swap": _swap,
    "rate": _rate,
    "offset": _offset,
}


def _parts(formula: sp.Expr, kind: type[sp.Expr], place: Place = ()) -> Iterator[tuple[Place, sp.Expr]]:
    """The parts of that kind and where they stand; objects that hold more than formulas stay whole."""
    if isinstance(formula, kind):
        yield place, formula
    if all(isinstance(arg, sp.Expr) for arg in formula.args):
        for k, arg in enumerate(formula.args):
            yield from _parts(arg, kind, (*place, k))


def _put(formula: sp.Expr, place: Place, part: sp.Expr) -> sp.Expr:
    """The formula with another part at that place; nan where SymPy cannot build it."""
    whole = [formula]
    for k in place:
        whole.append(whole[-1].args[k])
    made = part
    try:
        for (outer, _), k in zip(reversed(list(pairwise(whole))), reversed(place), strict=True):
            made = outer.func(*outer.args[:k], made, *outer.args[k + 1 :])
    except ArithmeticError:
        # SymPy evaluates what it builds, and mpmath divides by zero at the end of a beta function.
        return sp.nan
    return made
