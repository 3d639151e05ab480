"""Small faults in a formula: a sign, a factor 2, an exponent off by 1/2, a dropped term, n for n - 1.

Every operator gives formulas that differ from the one it is handed; whether they also say something
else is for `equivalence` to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import sympy as sp

from ...theory.notation import SYMBOLS

HALF: Final = sp.Rational(1, 2)

Place = tuple[int, ...]
"""The way from a formula's root to one of its parts: which argument at each level."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """A formula, or a tuple of formulas, with one fault, and the operator that made it."""

    operator: str
    formula: sp.Basic


def changes(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[Change]:
    """Every fault in the formula, each result once; exponents, shifts and swaps touch `varied` alone.

    >>> n = sp.Symbol("n", integer=True, positive=True)
    >>> [str(change.formula) for change in changes(n - 1, frozenset({n})) if change.operator == "shift"]
    ['n']
    """
    seen = {formula}
    for operator, made in _OPERATORS.items():
        for changed in made(formula, varied):
            if changed not in seen and not changed.has(sp.nan, sp.zoo, sp.oo, sp.I):
                seen.add(changed)
                yield Change(operator=operator, formula=changed)


def spread(found: list[Change], most: int) -> list[Change]:
    """At most so many changes of each operator, evenly over those there are, the ends among them."""
    kept: list[Change] = []
    for operator in dict.fromkeys(change.operator for change in found):
        mine = [change for change in found if change.operator == operator]
        if len(mine) > most:
            mine = [mine[round(k * (len(mine) - 1) / max(most - 1, 1))] for k in range(most)]
        kept += mine
    return kept


def _sign(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    yield -formula
    for place, total in _parts(formula, sp.Add):
        for k, term in enumerate(total.args):
            yield _put(formula, place, sp.Add(*total.args[:k], -term, *total.args[k + 1 :]))


def _factor(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    yield 2 * formula
    yield formula / 2


def _exponent(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    """Each power of something that varies, and each variable that stands without one."""
    powers = [(place, part) for place, part in _parts(formula, sp.Pow) if part.free_symbols & varied]
    bases = {(*place, 0) for place, part in powers if part.base.is_Symbol}
    bare = [(p, s) for p, s in _parts(formula, sp.Symbol) if s in varied and p not in bases]
    for place, part in [*powers, *bare]:
        base, exponent = part.as_base_exp() if part.is_Pow else (part, sp.Integer(1))
        for off in (HALF, -HALF):
            yield _put(formula, place, base ** (exponent + off))


def _drop(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    for place, total in _parts(formula, sp.Add):
        for k in range(len(total.args)):
            yield _put(formula, place, sp.Add(*total.args[:k], *total.args[k + 1 :]))


def _shift(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    """A size for the size less one, and the size less one where it stands without it."""
    inside = set()
    for place, total in _parts(formula, sp.Add):
        if -1 in total.args and any(arg in varied and arg.is_integer for arg in total.args):
            inside |= {(*place, k) for k in range(len(total.args))}
            yield _put(formula, place, total + 1)
    for place, symbol in _parts(formula, sp.Symbol):
        if symbol in varied and symbol.is_integer and place not in inside:
            yield _put(formula, place, symbol - 1)


def _swap(formula: sp.Expr, varied: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    """Two sizes, or two indices: an index in the place of a size is no formula any more."""
    for one, other in combinations(sorted(formula.free_symbols & varied, key=str), 2):
        if (one.name in SYMBOLS) is not (other.name in SYMBOLS):
            continue
        yield formula.subs({one: other, other: one}, simultaneous=True)


def _rate(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    for place, part in _parts(formula, sp.exp):
        yield _put(formula, place, sp.exp(2 * part.args[0]))
        yield _put(formula, place, sp.exp(part.args[0] / 2))


def _offset(formula: sp.Expr, _: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
    """One for a zero, which no other operator changes."""
    if formula == 0:
        yield sp.Integer(1)


_OPERATORS: Final[dict[str, Callable[[sp.Expr, frozenset[sp.Symbol]], Iterator[sp.Expr]]]] = {
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
