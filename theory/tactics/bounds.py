"""`bound`: an inequality of rational functions on the domain of its symbols, by shifting to the corner.

Every symbol x with a known lower bound c is written c + t, t >= 0. Where all coefficients of the difference
are then nonnegative, they are the certificate, which the kernel multiplies out. Else the difference may be a
sum of squares, or begin with a multiple of a textbook inequality.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import expander
from ..kernel.theorem import ordered
from ..terms import Term, exp, inner, is_number, norm2, number, power, subterms, value_of
from .goals import Tactic, counterexample, finish, same, strict_facts
from .rewriting import collected, nonnegative

Part = tuple[int, int, tuple[int, ...], tuple[Term, ...]]


@dataclass(frozen=True)
class _Corner:
    """The letters of a formula with the theorems that bound them below, and their values there."""

    letters: Mapping[Term, sp.Symbol]
    facts: tuple[Theorem, ...]
    places: Mapping[sp.Symbol, tuple[int, Fraction]]
    """For each bounded letter the position of its fact and the bound."""

    def formula(self, term: Term) -> sp.Expr:
        """The term in SymPy, for finding the certificate."""
        match term.head:
            case "number":
                return sp.Rational(*term.data)
            case "add":
                return sp.Add(*map(self.formula, term.args))
            case "mul":
                return sp.Mul(*map(self.formula, term.args))
            case "power" if is_number(term.args[1]) and term.args[1].data[1] == 1:
                return self.formula(term.args[0]) ** term.args[1].data[0]
        return self.letters[term]

    def term(self, formula: sp.Expr) -> Term:
        """A polynomial in the letters as a term."""
        names = {symbol: letter for letter, symbol in self.letters.items()}
        total = number(0)
        for powers, c in sp.Poly(formula, *self.letters.values()).terms():
            product = number(Fraction(int(c.p), int(c.q)))
            for symbol, e in zip(self.letters.values(), powers, strict=True):
                product = product * power(names[symbol], e) if e else product
            total = total + product
        return total

    def parts(self, polynomial: sp.Expr, *also: int) -> list[Part]:
        """The polynomial as nonnegative multiples of products of facts. Raises `Refused` where it is none."""
        shifted = {s: s + sp.Rational(low.numerator, low.denominator) for s, (_, low) in self.places.items()}
        symbols = list(self.letters.values()) or [sp.Dummy()]
        found: list[Part] = []
        for powers, c in sp.Poly(polynomial.xreplace(shifted), *symbols).terms():
            if c == 0:
                continue
            unbounded = [(s, e) for s, e in zip(symbols, powers, strict=True) if e and s not in self.places]
            if c < 0 or any(e % 2 for _, e in unbounded):
                raise Refused("the difference has a negative coefficient at the corner of the domain")
            bounded = [(s, e) for s, e in zip(symbols, powers, strict=True) if s in self.places]
            positions = [self.places[s][0] for s, e in bounded for _ in range(e)]
            squares = tuple(self.term(s) ** (e // 2) for s, e in unbounded)
            found.append((int(c.p), int(c.q), (*also, *positions), squares))
        return found


def _corner(goal: Term, given: tuple[Theorem, ...]) -> _Corner:
    atoms = _letters(goal)
    letters = {atom: sp.Symbol(f"x{k}") for k, atom in enumerate(atoms)}
    facts: list[Theorem] = []
    places: dict[sp.Symbol, tuple[int, Fraction]] = {}
    for atom, symbol in letters.items():
        fact = _lower_bound(atom, given)
        if fact is not None:
            places[symbol] = (len(facts), _shift(fact)[1])
            facts.append(fact)
    return _Corner(letters, tuple(facts), places)


def _letters(goal: Term) -> list[Term]:
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


def _lower_bound(atom: Term, given: tuple[Theorem, ...]) -> Theorem | None:
    """A theorem c <= x: from what is given, be it as c + a <= x + a, from its domain, or from its form."""
    for fact in given:
        if fact.proposition.head in {"le", "lt", "ge", "gt"} and _shift(fact)[0] is atom:
            return fact
    try:
        fact = apply("bounded", term=atom, end="low")
    except Refused:
        return None
    return fact if is_number(ordered(fact.proposition)[0]) else None


def _shift(fact: Theorem) -> tuple[Term, Fraction]:
    """X and c of a theorem a <= b with b - a = x - c."""
    low, _, high = ordered(fact.proposition)
    difference = high - low
    constants = [x for x in difference.args if x.head == "number"] if difference.head == "add" else []
    c = -sum(map(value_of, constants), Fraction(0))
    return difference + number(c), c


def _prove(goal: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The goal a <= b or a < b, where denominators are positive at the corner and beyond."""
    small, relation, large = ordered(goal)
    if relation == "eq":
        raise Refused(f"bound proves inequalities, and {goal} is an equation.")
    symbols = bool(goal.declarations)
    ways = (_at_corner, *((_by_squares, _by_textbook) if symbols else (_by_enclosures,)))
    refusals: list[Exception] = []
    for way in ways:
        try:
            return finish(way(small, relation, large, given), goal, given)
        except (Refused, sp.PolynomialError, TypeError) as refusal:
            refusals.append(refusal)
    first = refusals[0 if symbols else -1]
    why = str(first).rstrip(".")
    hint = counterexample(goal, given)
    raise Refused(f"{goal}: {why}." + (f" {hint}" if symbols or "Counter" in hint else "")) from first


def _at_corner(small: Term, relation: str, large: Term, given: tuple[Theorem, ...]) -> Theorem:
    return _certified(small, relation, large, _corner(Term("le", (small, large)), given))


def _by_enclosures(small: Term, relation: str, large: Term, _: tuple[Theorem, ...]) -> Theorem:
    """An order of two constants that are apart, by fractions between them."""
    if relation == "le":
        with suppress(Refused):
            return apply("weakened", same(small, large, ()))
    apart = apply("told_apart", small=small, large=large)
    return apart if relation == "lt" else apply("weakened", apart)


def _by_squares(small: Term, relation: str, large: Term, _: tuple[Theorem, ...]) -> Theorem:
    """A difference of degree two as a sum of squares, by completing one square after the other."""
    corner = _corner(Term("le", (small, large)), ())
    left, parts = sp.expand(corner.formula(large) - corner.formula(small)), []
    for symbol in corner.letters.values():
        *_, a, b, rest = (sp.S.Zero, sp.S.Zero, *sp.Poly(left, symbol).all_coeffs())
        if not (a.is_Rational and a > 0):
            continue
        parts.append((int(a.p), int(a.q), (), (corner.term(symbol + b / (2 * a)),)))
        left = sp.expand(rest - b**2 / (4 * a))
    if not left.is_Rational or left < 0:
        raise Refused("the difference is no sum of squares")
    parts += [(int(left.p), int(left.q), (), ())] if left else []
    return apply("certificate", left=small, right=large, relation=relation, parts=tuple(parts))


def _by_textbook(small: Term, relation: str, large: Term, given: tuple[Theorem, ...]) -> Theorem:
    """A multiple of one textbook inequality about a part of the goal, and what is left at the corner."""
    facts = strict_facts(given)
    rise = expander(facts).expanded(large - small)
    for lemma in _textbook(Term("le", (small, large)), facts):
        low, _, high = ordered(lemma.proposition)
        own = expander(facts).expanded(high - low)
        factors = {rise[m] / c for m, c in own.items() if m in rise and rise[m] / c > 0}
        for c in sorted(factors, reverse=True):
            with suppress(Refused, sp.PolynomialError):
                above = large - number(c) * (high - low)
                rest = _at_corner(small, relation, collected(above, *facts), given)
                parts = ((1, 1, (1,), ()), (c.numerator, c.denominator, (0,), ()))
                return apply(
                    "certificate",
                    lemma,
                    rest,
                    *facts,
                    left=small,
                    right=large,
                    relation=relation,
                    parts=parts,
                )
    raise Refused("no textbook inequality is known for it")


def _textbook(goal: Term, facts: tuple[Theorem, ...]) -> Iterator[Theorem]:
    """1 + x <= exp x, 1 + log x <= x, Cauchy and Schwarz, and |x + y|^2 >= 0, for what stands in the goal."""
    for part in subterms(goal):
        with suppress(Refused):
            match part.head, part.data:
                case "function", ("exp",):
                    yield apply("tangent", x=part.args[0])
                case "function", ("log",):
                    above = apply("tangent", x=part)
                    yield apply(
                        "transitive", above, apply("ring", *facts, left=exp(part), right=part.args[0])
                    )
                case "inner", _:
                    x, y = part.args
                    yield apply("cauchy_schwarz", x=x, y=y)
                    for whole in (x - y, x + y):
                        square = nonnegative(norm2(whole))
                        value = inner(x, x) + 2 * (-1 if whole is x - y else 1) * part + inner(y, y)
                        yield apply("transitive", square, same(norm2(whole), value, ()))


def _certified(small: Term, relation: str, large: Term, corner: _Corner) -> Theorem:
    above, below = sp.fraction(sp.together(corner.formula(large) - corner.formula(small)))
    constant, factors = sp.factor_list(below, *corner.letters.values()) if corner.letters else (below, [])
    facts, positions = list(corner.facts), []
    for factor, times in factors:
        inverse = _inverse(factor, corner)
        positions.extend([len(facts)] * times)
        facts.append(inverse)
    parts = tuple(corner.parts(sp.expand(above / constant), *positions))
    return apply("certificate", *facts, left=small, right=large, relation=relation, parts=parts)


def _inverse(factor: sp.Expr, corner: _Corner) -> Theorem:
    """0 < 1/x for a factor x of a denominator."""
    x = corner.term(factor)
    bounds = [fact for fact in corner.facts if ordered(fact.proposition)[2] is x]
    strict = [
        f for f in bounds if f.proposition.head in {"lt", "gt"} and is_number(ordered(f.proposition)[0], 0)
    ]
    if strict:
        return apply("positive", strict[0], term=power(x, -1))
    parts = tuple(corner.parts(factor))
    positive = apply("certificate", *corner.facts, left=number(0), right=x, relation="lt", parts=parts)
    return apply("positive", positive, term=power(x, -1))


def by_products(
    left: Term, right: Term, *parts: tuple[Any, ...], relation: str = "le", known: tuple[Theorem, ...] = ()
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
    places = iter(range(len(known), len(known) + len(facts)))
    shape = []
    for c, *own in parts:
        exact = Fraction(c)
        shape.append((exact.numerator, exact.denominator, tuple(next(places) for _ in own), ()))
    return apply("certificate", *known, *facts, left=left, right=right, relation=relation, parts=tuple(shape))


bound = Tactic(
    name="bound",
    prove=_prove,
    states="an inequality of rational functions on the domain of its symbols, or of constants, or a "
    "counterexample",
    example='tc.prove("(n - 1)/d < n/d", sizes=["n >= 2", "d >= 1"], by="bound")',
)
