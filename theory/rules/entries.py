"""Expressions in components, in numbers: random entries of small arrays of different sizes.

Two expressions are compared on the same entries to fifty digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random

import mpmath
import sympy as sp

from .points import DIGITS, WORKING_DIGITS, require_close

_SIZES = (2, 3, 4)
_PLACES = 2
"""Free indices are 1 or 2, so that some coincide and some do not."""
_SEEDS = (1, 2, 3, 4)
"""Under the last one up to eight free indices are all 2, so that no product of deltas is always zero."""
_DENOMINATOR = 23


class Entries:
    """Random numbers for the components of small arrays, with what is defined by others."""

    def __init__(self, seed: int, expressions: Iterable[sp.Basic], known: Iterable[sp.Eq]) -> None:
        """Sizes, places of the free indices and scalars for all symbols of the expressions."""
        self.random = Random(seed)
        facts = tuple(known)
        self.families = {fact.lhs.base: fact for fact in facts if isinstance(fact.lhs, sp.Indexed)}
        self.known = {fact.lhs: fact.rhs for fact in facts}
        parts = [*expressions, *facts]
        limits = [limit for part in parts for total in part.atoms(sp.Sum) for limit in total.limits]
        uppers = {s for *_, upper in limits for s in upper.free_symbols}
        inside = {k for part in parts for x in part.atoms(sp.Indexed) for k in x.indices}
        inside |= {k for part in parts for x in part.atoms(sp.KroneckerDelta) for k in x.args}
        free = {s for part in parts for s in _free_symbols(part) if isinstance(s, sp.Symbol)}
        self.numbers: dict[sp.Symbol, int | mpmath.mpf] = {
            s: _SIZES[k % len(_SIZES)] for k, s in enumerate(sorted(uppers, key=str))
        }
        for k, s in enumerate(sorted((free - uppers) & inside, key=str)):
            # One binary digit of k for each seed: any two indices differ under one of the seeds.
            self.numbers[s] = _PLACES - (k >> (seed - 1)) % _PLACES
        for s in sorted(free - uppers - inside, key=str):
            self.numbers[s] = abs(self._number())
        self.entries: dict[tuple[sp.Basic, ...], mpmath.mpf] = {}
        self.found: dict[tuple[object, ...], mpmath.mpf] = {}
        self.sums: dict[sp.Sum, tuple[tuple[sp.Symbol, ...], sp.Expr]] = {}

    def value(
        self, expression: sp.Expr, at: Mapping[sp.Symbol, int | mpmath.mpf] | None = None
    ) -> mpmath.mpf:
        """The expression's value; `at` holds the numbers of all symbols, those of bound indices included."""
        at = self.numbers if at is None else at
        if expression in self.known and not isinstance(expression, sp.Indexed):
            return self.value(self.known[expression], at)
        if isinstance(expression, sp.Symbol):
            return at[expression]
        if isinstance(expression, sp.Indexed):
            return self._component(expression, at)
        if isinstance(expression, sp.Sum):
            return self._sum(expression, at)
        if isinstance(expression, sp.KroneckerDelta):
            one, other = (self.value(k, at) for k in expression.args)
            return mpmath.mpf(one == other)
        if expression.is_Rational:
            return mpmath.mpf(int(expression.p)) / int(expression.q)
        if expression.is_NumberSymbol:
            return mpmath.mpf(str(expression.evalf(2 * WORKING_DIGITS)))
        return _OPERATIONS[type(expression)]([self.value(part, at) for part in expression.args])

    def _sum(self, total: sp.Sum, at: Mapping[sp.Symbol, int | mpmath.mpf]) -> mpmath.mpf:
        """The sum, added up once for each place of the indices that it names."""
        *rest, (index, _, last) = total.limits
        if total not in self.sums:
            body = sp.Sum(total.function, *rest) if rest else total.function
            self.sums[total] = tuple(sorted(self._symbols(total) & at.keys(), key=str)), body
        named, body = self.sums[total]
        place = (total, *(at[s] for s in named))
        if place not in self.found:
            terms = range(1, int(self.value(last, at)) + 1)
            self.found[place] = mpmath.fsum(self.value(body, {**at, index: k}) for k in terms)
        return self.found[place]

    def _symbols(self, expression: sp.Expr) -> set[sp.Symbol]:
        """The symbols that the value depends on, through what is defined by others as well."""
        inside = (rhs for lhs, rhs in self.known.items() if expression.has(lhs))
        return _free_symbols(expression).union(*(self._symbols(rhs) for rhs in inside))

    def _component(self, component: sp.Indexed, at: Mapping[sp.Symbol, int | mpmath.mpf]) -> mpmath.mpf:
        """A drawn number, or that of the definition at these indices."""
        place = self._place(component, at)
        fact = self.families.get(component.base)
        if fact is None:
            return self._entry(place)
        if place not in self.found:
            indices = dict(zip(fact.lhs.indices, place[1:], strict=True))
            self.found[place] = self.value(fact.rhs, {**self.numbers, **indices})
        return self.found[place]

    def _place(self, component: sp.Indexed, at: Mapping[sp.Symbol, int | mpmath.mpf]) -> tuple[sp.Basic, ...]:
        return (component.base, *(int(self.value(k, at)) for k in component.indices))

    def _entry(self, place: tuple[sp.Basic, ...]) -> mpmath.mpf:
        if place not in self.entries:
            self.entries[place] = self._number()
        return self.entries[place]

    def _number(self) -> mpmath.mpf:
        """A fraction that is neither 0 nor 1, where a quotient of entries may have a pole."""
        with mpmath.workdps(2 * WORKING_DIGITS):
            return self.random.choice((-1, 1)) * mpmath.mpf(self.random.randint(3, 19)) / _DENOMINATOR


@lru_cache(maxsize=4096)
def _free_symbols(expression: sp.Basic) -> frozenset[sp.Basic]:
    """The same for every seed; SymPy walks the expression each time it is asked."""
    return frozenset(expression.free_symbols)


_OPERATIONS: dict[type[sp.Basic], Callable[[list[mpmath.mpf]], mpmath.mpf]] = {
    sp.Add: mpmath.fsum,
    sp.Mul: mpmath.fprod,
    sp.Pow: lambda parts: mpmath.power(*parts),
    sp.exp: lambda parts: mpmath.exp(parts[0]),
    sp.log: lambda parts: mpmath.log(parts[0]),
}


def require_same_entries(before: sp.Expr, after: sp.Expr, known: Iterable[sp.Eq] = ()) -> str:
    """A sentence where both have one value on random entries, else `CheckFailed`."""
    known = tuple(known)
    for seed in _SEEDS:
        entries = Entries(seed, (before, after), known)
        with mpmath.workdps(WORKING_DIGITS):
            sides = entries.value(before), entries.value(after)
        require_close(*sides, "On random entries the two sides")
    return f"equal on random entries of small arrays to {DIGITS} digits, {len(_SEEDS)} times"
