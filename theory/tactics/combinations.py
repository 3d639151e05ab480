"""Combinations of known facts: b - a is a sum of positive multiples of products of what is not negative, or
of multiples of equations. Which facts are multiplied is said; the multiples are found.

They are looked for at random values of the atoms of all terms, as a least squares solution that is not
negative (Lawson and Hanson 1974), and rounded to fractions. The kernel then multiplies out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Expander, Polynomial, knowing
from ..kernel.theorem import ordered
from ..node import Term, Value, as_term, multiply, number
from .certificates import by_products
from .formula_orders import sign_of
from .goals import Given
from .least_squares import nonnegative_least_squares
from .rewriting import nonnegative, positive

Factor = Theorem | Value
Part = Factor | tuple[Factor, ...]
"""A fact, for its larger side less its smaller one; a term, for itself; or several, for their product."""
_STRICT = frozenset({"lt", "gt", "ne"})
_ROUNDING = 1e-7
_LARGEST_DENOMINATOR = 20_000


def combined(goal: Term, *parts: Part, known: Sequence[Theorem] = ()) -> Theorem:
    """a <= b, a < b or a = b from parts with positive multiples that add up to b - a; those of equations may
    be negative. A term is to be nonnegative by its form or by the facts, but not beside an equation. What is
    `known`, and what is strict of the parts, tells which denominators are not zero.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x, y = Parameter("x"), Parameter("y")
    >>> above, square = suppose(x >= 1), suppose(y**2 == x)
    >>> combined(x**2 >= 1, (above, above), above)
    x ≥ 1 ⊢ 1 ≤ x²
    >>> combined(y**4 == x**2, (square, y**2 + x))
    y² = x ⊢ y⁴ = x²
    """
    small, relation, large = ordered(goal)
    products = [_factors(part) for part in parts]
    facts = [fact for product in products for fact in product if isinstance(fact, Theorem)]
    strict = tuple(_strict_of([*known, *facts]))
    if relation == "eq":
        return _equation(goal, products, strict)
    lines = [_as_facts(product, strict, (*known, *facts)) for product in products]
    signed = tuple(any(fact.proposition.head == "eq" for fact in line) for line in lines)
    values = tuple(tuple(map(_rise, line)) for line in lines)
    others = _besides(strict, lines)
    # In the order in which the kernel takes them, which then knows all terms already.
    stated = tuple(_strict_of([*others, *(fact for line in lines for fact in line)]))
    times = _multiples(tuple(fact.proposition for fact in stated), large - small, values, signed)
    used = [(c, *line) for c, line in zip(times, lines, strict=True) if c]
    others = _besides(stated, [line for _, *line in used])
    return by_products(small, large, *used, relation=relation, known=others)


def _strict_of(facts: Iterable[Theorem]) -> Iterator[Theorem]:
    return (fact for fact in facts if fact.proposition.head in _STRICT)


def _besides(facts: Iterable[Theorem], lines: Iterable[Sequence[Theorem]]) -> Given:
    """The facts that are in none of the lines."""
    there = {id(fact) for line in lines for fact in line}
    return tuple(fact for fact in facts if id(fact) not in there)


def _factors(part: Part) -> tuple[Theorem | Term, ...]:
    own = part if isinstance(part, tuple) else (part,)
    return tuple(x if isinstance(x, Theorem) else as_term(x) for x in own)


def _equation(goal: Term, products: list[tuple[Theorem | Term, ...]], strict: Given) -> Theorem:
    """a = b, from multiples of equations."""
    equations = [next(x for x in own if isinstance(x, Theorem)) for own in products]
    factors = [multiply(number(1), *(x for x in own if isinstance(x, Term))) for own in products]
    values = tuple((_rise(fact), x) for fact, x in zip(equations, factors, strict=True))
    one, other = goal.args
    times = _multiples(tuple(fact.proposition for fact in strict), other - one, values, (True,) * len(values))
    multipliers = tuple(number(c) * factor for c, factor in zip(times, factors, strict=True))
    return apply("ring", *strict, *equations, left=one, right=other, multipliers=multipliers)


def _as_facts(product: tuple[Theorem | Term, ...], strict: Given, given: Given) -> list[Theorem]:
    """The terms as theorems that they are not negative, or an equation times them."""
    facts = [x for x in product if isinstance(x, Theorem)]
    terms = [x for x in product if isinstance(x, Term)]
    if terms and len(facts) == 1 and facts[0].proposition.head == "eq":
        factor, (one, other) = multiply(*terms), facts[0].proposition.args
        return [apply("ring", *facts, left=factor * one, right=factor * other, multipliers=(factor,))]
    return [*facts, *(_sign(x, strict, given) for x in terms)]


def _sign(x: Term, strict: Given, given: Given) -> Theorem:
    """0 < x or 0 <= x, by its form, by what is strict, or by one fact or the least values of its symbols."""
    about = [fact for fact in strict if {*fact.proposition.declarations} & {*x.declarations}]
    for way in (lambda: positive(x), lambda: positive(x, *about), lambda: nonnegative(x)):
        with suppress(Refused):
            return way()
    return sign_of(x, "le", given)


def _rise(fact: Theorem) -> Term:
    low, _, high = ordered(fact.proposition)
    return high - low


@lru_cache(maxsize=2**10)
def _multiples(
    strict: tuple[Term, ...], whole: Term, products: tuple[tuple[Term, ...], ...], signed: tuple[bool, ...]
) -> tuple[Fraction, ...]:
    """The multiples with which the products add up to the whole; below zero where they are `signed`."""
    values = _Values(knowing(*strict), 2 * len(products) + 4)
    with np.errstate(all="ignore"):
        columns = [np.prod([values.of(factor) for factor in own], axis=0) for own in products]
        target = values.of(whole)
    if not np.isfinite([*columns, target]).all():
        raise Refused("The parts are too large to be compared.")
    both = [sign * x for x, own in zip(columns, signed, strict=True) for sign in (1, -1)[: 1 + own]]
    found = iter(_nonnegative_solution(both, target))
    exact = [next(found) - (next(found) if own else 0) for own in signed]
    return tuple(Fraction(float(c)).limit_denominator(_LARGEST_DENOMINATOR) for c in exact)


class _Values:
    """Polynomials at random values of their atoms, complex numbers, so that powers are of any number."""

    def __init__(self, tools: Expander, count: int) -> None:
        self._tools, self._count = tools, count
        self._generator = np.random.default_rng(0)
        self._known: dict[Any, Any] = {}

    def of(self, term: Term) -> Any:  # noqa: ANN401 - an array of complex numbers
        """The values of a term."""
        return self._polynomial(self._tools.expanded(term)) + np.zeros(self._count, dtype=complex)

    def _polynomial(self, polynomial: Polynomial) -> Any:  # noqa: ANN401 - or one number
        total: Any = 0
        for monomial, c in polynomial.items():
            product: Any = c.numerator / c.denominator
            for atom, e in monomial:
                value = self._atom(atom)
                product = product * (value if e == 1 else value ** (e if type(e) is int else float(e)))
            total = total + product
        return total

    def _atom(self, atom: Any) -> Any:  # noqa: ANN401
        if atom not in self._known:
            self._known[atom] = self._found(atom)
        return self._known[atom]

    def _found(self, atom: Any) -> Any:  # noqa: ANN401
        match atom:
            case ("inverse", items):
                return 1 / self._polynomial(dict(items))
            case ("positive", items):
                return self._polynomial(dict(items))
            case ("power", base, monomial):
                return np.exp(self._polynomial({monomial: Fraction(1)}) * self._logarithm(base))
            case ("log", base):
                return self._logarithm(base)
        return self._generator.uniform(0.5, 1.5, self._count) + 0j

    def _logarithm(self, base: Any) -> Any:  # noqa: ANN401
        return 1 if base == "e" else np.log(base if type(base) is int else self._atom(base))


def _nonnegative_solution(columns: Sequence[Any], target: Any) -> Any:  # noqa: ANN401
    """The c >= 0 with which columns add up to the target. Raises `Refused` where there are none."""
    size = max(float(np.abs(target).max()), _ROUNDING)
    scales = np.array([max(float(np.abs(x).max()), 1e-300) for x in columns])
    whole = np.array([*(x / scale for x, scale in zip(columns, scales, strict=True)), target / size])
    *matrix, b = np.concatenate([whole.real, whole.imag], axis=1)
    matrix = np.array(matrix).reshape(len(columns), len(b)).T
    c = nonnegative_least_squares(matrix, b)
    if np.abs(b - matrix @ c).max() > _ROUNDING:
        raise Refused("The parts with positive multiples do not add up to the difference of the sides.")
    return c * size / scales
