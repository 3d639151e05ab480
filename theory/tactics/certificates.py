"""Certificates of inequalities: a difference as nonnegative multiples of products of known differences.

Every letter x with a known lower bound c is written c + t, t >= 0. Where all coefficients of the difference
are then nonnegative, they are the certificate, which the kernel multiplies out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from ..check import instances_of
from ..evaluation import Evaluator, Instance
from ..formula import as_formula
from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import expander
from ..kernel.theorem import ordered
from ..node import Term, is_number, number, power, value_of
from ..outcomes import objects
from ..substitution import replaced
from .goals import Given, strict_facts
from .rewriting import rational

NOT_SEEN = "the difference has a negative coefficient at the corner of the domain"
"""Why most orders are refused here, which says nothing of whether they hold."""
Part = tuple[int, int, tuple[int, ...], tuple[Term, ...]]
_DIGITS = 1_000
"""A constant is bounded from below to so many parts."""
_FEW_INSTANCES = 24
_ROUNDING = 1e-9
"""What is tried is held to so many instances first, but for what rounding explains."""


@dataclass(frozen=True)
class Corner:
    """The letters of a formula with the theorems that bound them below, and their values there."""

    letters: Mapping[Term, sp.Symbol]
    facts: Given
    places: Mapping[sp.Symbol, tuple[int, sp.Expr]]
    """For each bounded letter the position of its fact and the bound, a number or another letter."""

    @property
    def symbols(self) -> list[sp.Symbol]:
        """The letters in SymPy, each once."""
        return list(dict.fromkeys(self.letters.values()))

    def formula(self, term: Term) -> sp.Expr:
        """The term in SymPy, for finding the certificate."""
        return rational(term, self.letters.__getitem__)

    def difference(self, small: Term, large: Term) -> tuple[sp.Expr, sp.Expr]:
        """The numerator and the denominator of b - a. Raises `Refused` where it divides by zero."""
        above, below = sp.fraction(sp.together(self.formula(large) - self.formula(small)))
        if above.has(sp.zoo, sp.nan):
            raise Refused(f"{small} or {large} divides by zero")
        return above, below

    def term(self, formula: sp.Expr) -> Term:
        """A polynomial in the letters as a term."""
        names = {symbol: letter for letter, symbol in self.letters.items()}
        total = number(0)
        for powers, c in sp.Poly(formula, *self.symbols).terms():
            product = number(Fraction(int(c.p), int(c.q)))
            for symbol, e in zip(self.symbols, powers, strict=True):
                product = product * power(names[symbol], e) if e else product
            total = total + product
        return total

    def shifted(self, polynomial: sp.Expr) -> sp.Expr:
        """The polynomial in what each letter has above its bound."""
        bounds = {s: s + low for s, (_, low) in self.places.items()}
        above = {s: bounds[s] for s, (_, low) in self.places.items() if low in self.symbols}
        # A letter whose bound is a letter is no bound itself.
        return polynomial.xreplace(above).xreplace({s: x for s, x in bounds.items() if s not in above})

    def parts(self, polynomial: sp.Expr, *also: int) -> list[Part]:
        """The polynomial as nonnegative multiples of products of facts. Raises `Refused` where it is none."""
        symbols = self.symbols or [sp.Dummy()]
        found: list[Part] = []
        for powers, c in sp.Poly(self.shifted(polynomial), *symbols).terms():
            if c == 0:
                continue
            unbounded = [(s, e) for s, e in zip(symbols, powers, strict=True) if e and s not in self.places]
            if c < 0 or any(e % 2 for _, e in unbounded):
                raise Refused(NOT_SEEN)
            bounded = [(s, e) for s, e in zip(symbols, powers, strict=True) if s in self.places]
            positions = [self.places[s][0] for s, e in bounded for _ in range(e)]
            squares = tuple(self.term(s) ** (e // 2) for s, e in unbounded)
            found.append((int(c.p), int(c.q), (*also, *positions), squares))
        return found


def symbols_of(goal: Term) -> Mapping[Term, sp.Symbol]:
    """The letters of the goal, those that are the same polynomial as one symbol."""
    tools, forms = expander(()), dict[frozenset[Any], sp.Symbol]()
    return {
        atom: forms.setdefault(frozenset(tools.expanded(atom).items()), sp.Symbol(f"x{k}"))
        for k, atom in enumerate(letters_of(goal))
    }


def corner_of(goal: Term, given: Given, above: Mapping[Term, Theorem] | None = None) -> Corner:
    """The letters of the goal with their lower bounds, which for some are letters: a <= b, `above` by b."""
    letters, above = symbols_of(goal), above or {}
    facts: list[Theorem] = []
    places: dict[sp.Symbol, tuple[int, sp.Expr]] = {}
    for atom, symbol in letters.items():
        fact = above.get(atom) or _lower_bound(atom, given)
        if fact is not None and symbol not in places:
            is_letter = atom in above
            low = letters[ordered(fact.proposition)[0]] if is_letter else sp.Rational(_shift(fact)[1])
            places[symbol] = (len(facts), low)
            facts.append(fact)
    return Corner(letters, tuple(facts), places)


def letters_of(goal: Term) -> list[Term]:
    """What the goal's two sides are rational functions of."""
    inside = {"number", "add", "mul"}
    found: dict[Term, None] = {}
    stack = list(goal.args)
    while stack:
        part = stack.pop()
        if part.head in inside:
            stack.extend(part.args)
        elif part.head == "power" and is_number(part.args[1]) and part.args[1].data[1] == 1:
            stack.append(part.args[0])
        else:
            found[part] = None
    return sorted(found, key=repr)


def _lower_bound(atom: Term, given: Given) -> Theorem | None:
    """A theorem c <= x: from what is given, be it as c + a <= x + a, from its domain, or from its form."""
    for fact in given:
        if fact.proposition.head in {"le", "lt", "ge", "gt"} and _shift(fact)[0] is atom:
            return fact
    with suppress(Refused):
        fact = apply("bounded", term=atom, end="low")
        return fact if is_number(ordered(fact.proposition)[0]) else None
    with suppress(Refused):
        return _power_above(atom, given)
    return None


def _power_above(x: Term, given: Given) -> Theorem:
    """c <= y^e, c = 0 or c = 1, from c <= y and 0 < e."""
    low = _lower_bound(x.args[0], given) if x.head == "power" else None
    if low is None or _shift(low)[1] not in {0, 1}:
        raise Refused(f"{x} is no power of what is known to be above 0 or 1.")
    order = by_products(number(_shift(low)[1]), x.args[0], (1, low))
    return apply("monotone", order, *strict_facts(given), function="power", exponent=x.args[1])


def _shift(fact: Theorem) -> tuple[Term, Fraction]:
    """x and c of a theorem a <= b with b - a = x - c."""
    low, _, high = ordered(fact.proposition)
    difference = high - low
    constants = [x for x in difference.args if x.head == "number"] if difference.head == "add" else []
    c = -sum(map(value_of, constants), Fraction(0))
    return difference + number(c), c


def at_corner(small: Term, relation: str, large: Term, given: Given, *, digits: bool = False) -> Theorem:
    """What the coefficients at the corner tell, constants being bounded by their first `digits`."""
    goal = Term("le", (small, large))
    require_no_failure(goal, given, any_mean=True)
    try:
        return certified(small, relation, large, corner_of(goal, given), strict_facts(given))
    except Refused:
        constants = [part for part in letters_of(goal) if not part.declarations and not part.loose]
        if not (digits and constants):
            raise
        given = (*map(_first_digits, constants), *given)
        return certified(small, relation, large, corner_of(goal, given), strict_facts(given))


@lru_cache(maxsize=2**8)
def _first_digits(constant: Term) -> Theorem:
    """c < x for a constant x, with its first digits for c."""
    try:
        digits = math.floor(float(as_formula(constant)) * _DIGITS) - 1
    except (OverflowError, TypeError, ValueError) as error:
        raise Refused(f"{constant} has no digits that are known here") from error
    return apply("told_apart", small=number(Fraction(digits, _DIGITS)), large=constant)


def certified(small: Term, relation: str, large: Term, corner: Corner, strict: Given = ()) -> Theorem:
    """The order, by the coefficients of the difference at the corner, over what its denominators are, whose
    signs what is strict may tell.
    """
    above, below = corner.difference(small, large)
    constant, factors = sp.factor_list(below, *corner.symbols) if corner.letters else (below, [])
    facts, positions, known = list(corner.facts), [], []
    for own, times in factors:
        factor, sign = _of_one_sign(own, corner, strict)
        known.append(sign)
        constant *= (-1) ** times if factor is not own else 1
        positions.extend([len(facts)] * times)
        facts.append(apply("positive", sign, term=power(corner.term(factor), -1)))
    parts = tuple(corner.parts(sp.expand(above / constant), *positions))
    return apply("certificate", *facts, *known, left=small, right=large, relation=relation, parts=parts)


def _of_one_sign(factor: sp.Expr, corner: Corner, strict: Given) -> tuple[sp.Expr, Theorem]:
    """The factor x of a denominator, or -x, and that it is positive."""
    try:
        return factor, _above_zero(factor, corner, strict)
    except Refused as refusal:
        try:
            return -factor, _above_zero(-factor, corner, strict)
        except Refused:
            raise refusal from None


def _above_zero(factor: sp.Expr, corner: Corner, strict: Given) -> Theorem:
    """0 < x for a factor x of a denominator."""
    x = corner.term(factor)
    bounds = [fact for fact in corner.facts if ordered(fact.proposition)[2] is x]
    own = [
        f for f in bounds if f.proposition.head in {"lt", "gt"} and is_number(ordered(f.proposition)[0], 0)
    ]
    if own:
        return own[0]
    try:
        parts = tuple(corner.parts(factor))
        return apply("certificate", *corner.facts, left=number(0), right=x, relation="lt", parts=parts)
    except Refused:
        return apply("positive", *strict_facts(corner.facts), *strict, term=x)


def require_no_failure(goal: Term, given: Given, *, defined: bool = False, any_mean: bool = False) -> None:
    """Raises `Refused` for an order of numbers that fails in an instance: most that are tried do. One that
    is to be `defined` fails where a side is no number too, as a logarithm of one below zero; with `any_mean`
    a mean or probability is any number in its range, as it is for what coefficients show.
    """
    facts = [fact.proposition for fact in given]
    if objects(goal):
        if not any_mean:
            return
        goal, *facts = _with_letters(goal, *facts)
        if any(map(objects, (goal, *facts))):
            return
    symbols = frozenset(own for _, own in goal.declarations)
    for known in _instances(symbols, frozenset(facts)):
        if _fails(goal, known, defined=defined):
            raise Refused(f"{goal} fails at {Instance(known.values)}")


def _with_letters(goal: Term, *facts: Term) -> tuple[Term, ...]:
    """The goal and the facts with a parameter for each mean or probability of the goal, and its range."""
    ranges: list[Term] = []
    for k, statistic in enumerate(_statistics_of(goal)):
        letter = Term("parameter", (), (f"#{k}",))
        goal, *facts = (replaced(own, statistic, letter) for own in (goal, *facts))
        for end in ("low", "high"):
            with suppress(Refused):
                bounds = ordered(apply("bounded", term=statistic, end=end).proposition)[::2]
                if all(own is statistic or is_number(own) for own in bounds):
                    ranges.append(Term("le", tuple(letter if own is statistic else own for own in bounds)))
    return goal, *facts, *ranges


def _statistics_of(term: Term) -> list[Term]:
    """The means and probabilities of a term that lie in no other."""
    if term.head in {"E", "P", "Var"} and not term.loose:
        return [term]
    return list(dict.fromkeys(own for part in term.args for own in _statistics_of(part)))


def _fails(goal: Term, known: Evaluator, *, defined: bool) -> bool:
    with suppress(ArithmeticError, ValueError, LookupError, TypeError), np.errstate(all="ignore"):
        small, large = (float(known.value(side)) for side in goal.args)
        undefined = defined and (math.isnan(small) or math.isnan(large))
        return undefined or small > large + _ROUNDING * (1 + abs(small) + abs(large))
    return False


@lru_cache(maxsize=2**8)
def _instances(symbols: frozenset[Term], facts: frozenset[Term]) -> tuple[Evaluator, ...]:
    of_numbers = sorted((fact for fact in facts if not objects(fact)), key=repr)
    found = instances_of(sorted(symbols, key=repr), of_numbers, _FEW_INSTANCES)
    return tuple(Evaluator(instance.values) for instance in found if instance.has_whole_sizes)


def by_products(
    left: Term, right: Term, *parts: tuple[Any, ...], relation: str = "le", known: Given = ()
) -> Theorem:
    """Left <= right, their difference being the sum of c * product of (larger - smaller side of facts), with
    each part (c, facts), where c may be 0. What is `known` tells which denominators are not zero.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x = Parameter("x")
    >>> by_products(number(1), x**2, (1, suppose(x >= 1), suppose(x >= 1)), (2, suppose(x >= 1)))
    x ≥ 1 ⊢ 1 ≤ x²
    """
    parts = tuple(part for part in parts if part[0])
    facts = [fact for _, *own in parts for fact in own]
    places = iter(range(len(facts)))
    shape = []
    for c, *own in parts:
        exact = Fraction(c)
        shape.append((exact.numerator, exact.denominator, tuple(next(places) for _ in own), ()))
    return apply("certificate", *facts, *known, left=left, right=right, relation=relation, parts=tuple(shape))
