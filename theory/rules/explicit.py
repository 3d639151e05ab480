r"""Derivatives for numeric sizes, entry by entry, in exact arithmetic that knows no index calculus.

A second route beside `components`: every letter is a table of random elements of a field of $2^{61} - 1$,
every number carries its derivative by one entry, and $e^x$ is a letter of its own for each x, with itself as
derivative. A rational identity that fails does so at a random point, but for a chance of its degree over
$2^{61}$ (Schwartz, Zippel).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

import sympy as sp

from ..derivation import Kind, Rule, SideConditionError

Sizes = tuple[tuple[sp.Symbol, int], ...]
"""A number for every symbolic size."""

PRIME = 2**61 - 1
_POINTS = 2


@dataclass(frozen=True)
class Dual:
    """An element of the field with its derivative."""

    value: int
    slope: int = 0

    def __add__(self, other: Dual) -> Dual:
        return Dual((self.value + other.value) % PRIME, (self.slope + other.slope) % PRIME)

    def __mul__(self, other: Dual) -> Dual:
        slope = self.slope * other.value + self.value * other.slope
        return Dual(self.value * other.value % PRIME, slope % PRIME)

    def __pow__(self, power: int) -> Dual:
        slope = power * pow(self.value, power - 1, PRIME) * self.slope
        return Dual(pow(self.value, power, PRIME), slope % PRIME)


@dataclass(kw_only=True)
class Table:
    """Random entries for letters; definitions are followed. `moved` is the entry with derivative one."""

    seed: int
    families: Mapping[sp.IndexedBase, sp.Eq]
    sizes: Mapping[sp.Symbol, int]
    moved: tuple[sp.Basic, ...]

    def __post_init__(self) -> None:
        """Nothing is computed yet."""
        self.found: dict[tuple[sp.Basic, ...], Dual] = {}

    def value(self, expression: sp.Expr, at: Mapping[sp.Symbol, int]) -> Dual:
        """The expression and its derivative; `at` holds the indices."""
        if isinstance(expression, sp.Sum):
            (index, _, last), *rest = reversed(expression.limits)
            body = sp.Sum(expression.function, *reversed(rest)) if rest else expression.function
            terms = (self.value(body, {**at, index: k}) for k in range(1, self.sizes[last] + 1))
            return sum(terms, Dual(0))
        if isinstance(expression, sp.Indexed):
            return self._component((expression.base, *(_place(k, at) for k in expression.indices)))
        if isinstance(expression, sp.Symbol):
            return Dual(self.sizes[expression])
        if expression.is_Rational:
            return Dual(int(expression.p) * pow(int(expression.q), -1, PRIME) % PRIME)
        if isinstance(expression, sp.Pow) and not expression.exp.is_Integer:
            return Dual(self._letter("root", expression.base)) ** (1 if expression.exp.is_positive else -1)
        parts = [self.value(part, at) for part in expression.args]
        return self._operation(expression, parts)

    def _operation(self, expression: sp.Expr, parts: list[Dual]) -> Dual:
        first, *others = parts
        if isinstance(expression, sp.exp):
            grown = self._letter("exp", first.value)
            return Dual(grown, grown * first.slope % PRIME)
        if isinstance(expression, sp.log):
            return Dual(self._letter("log", first.value), pow(first.value, -1, PRIME) * first.slope % PRIME)
        if isinstance(expression, sp.Pow):
            return first ** int(expression.exp)
        if not isinstance(expression, sp.Add | sp.Mul):
            raise SideConditionError(f"{expression} is no rational function of letters and exponentials.")
        for other in others:
            first = first + other if isinstance(expression, sp.Add) else first * other
        return first

    def _component(self, place: tuple[sp.Basic, ...]) -> Dual:
        fact = self.families.get(place[0])
        if place not in self.found:
            if fact is None:
                self.found[place] = Dual(self._letter(*place), int(place == self.moved))
            else:
                self.found[place] = self.value(fact.rhs, dict(zip(fact.lhs.indices, place[1:], strict=True)))
        return self.found[place]

    def _letter(self, *name: object) -> int:
        """A random element that depends on the name alone."""
        return Random(f"{self.seed} {name}").randrange(2, PRIME)


def _place(index: sp.Expr, at: Mapping[sp.Symbol, int]) -> int:
    """An index as a number; most are letters, and asking SymPy takes a thousand times as long."""
    return at[index] if index in at else int(index.subs(at))


def _gap(
    total: sp.Eq, printed: sp.Eq, *facts: sp.Eq, by: sp.Indexed, count: tuple[sp.Symbol, ...], sizes: Sizes
) -> sp.Eq:
    """Zero, or how many entries of the family differ from the printed ones."""
    families = {fact.lhs.base: fact for fact in facts}
    wrong = 0
    for place in product(*(range(1, dict(sizes)[last] + 1) for last in count)):
        moved, at = (by.base, *place), dict(zip(by.indices, place, strict=True))
        tables = [
            Table(seed=seed, families=families, sizes=dict(sizes), moved=moved) for seed in range(_POINTS)
        ]
        wrong += any(t.value(total.rhs, {}).slope != t.value(printed.rhs, at).value for t in tables)
    return sp.Eq(sp.Symbol("gap"), sp.Integer(wrong), evaluate=False)


explicit_gap = Rule(
    name="entry by entry in a finite field",
    statement="Rational functions of letters and exponentials are one where they agree at random points of a "
    "large field; the gap counts entries that differ.",
    kind=Kind.INSTANCE,
    apply=_gap,
    conditions=lambda *_, by, count, sizes: (
        "sizes are " + ", ".join(f"${sp.latex(letter)} = {size}$" for letter, size in sizes),
    ),
)
