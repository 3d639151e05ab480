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
from itertools import permutations, product
from typing import Any

import sympy as sp

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import expander
from ..kernel.theorem import ORDER, ordered
from ..terms import Term, add, exp, inner, is_number, norm2, number, power, replaced, subterms, value_of
from .goals import Tactic, counterexample, finish, same, strict_facts
from .rewriting import (
    Conversion,
    by_entries,
    collected,
    converted,
    factored,
    itself,
    nonnegative,
    occurring,
    replaced_within,
    right,
    simplified,
)

Part = tuple[int, int, tuple[int, ...], tuple[Term, ...]]


@dataclass(frozen=True)
class _Corner:
    """The letters of a formula with the theorems that bound them below, and their values there."""

    letters: Mapping[Term, sp.Symbol]
    facts: tuple[Theorem, ...]
    places: Mapping[sp.Symbol, tuple[int, sp.Expr]]
    """For each bounded letter the position of its fact and the bound, a number or another letter."""

    @property
    def symbols(self) -> list[sp.Symbol]:
        """The letters in SymPy, each once."""
        return list(dict.fromkeys(self.letters.values()))

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
                raise Refused("the difference has a negative coefficient at the corner of the domain")
            bounded = [(s, e) for s, e in zip(symbols, powers, strict=True) if s in self.places]
            positions = [self.places[s][0] for s, e in bounded for _ in range(e)]
            squares = tuple(self.term(s) ** (e // 2) for s, e in unbounded)
            found.append((int(c.p), int(c.q), (*also, *positions), squares))
        return found


def _corner(goal: Term, given: tuple[Theorem, ...], orders: str = "") -> _Corner:
    tools, forms = expander(()), dict[frozenset[Any], sp.Symbol]()
    letters = {
        atom: forms.setdefault(frozenset(tools.expanded(atom).items()), sp.Symbol(f"x{k}"))
        for k, atom in enumerate(_letters(goal))
    }
    above = _orders(letters, orders, given) if orders else {}
    facts: list[Theorem] = []
    places: dict[sp.Symbol, tuple[int, sp.Expr]] = {}
    for atom, symbol in letters.items():
        fact = above.get(atom) or _lower_bound(atom, given)
        if fact is not None and symbol not in places:
            is_letter = atom in above
            low = letters[ordered(fact.proposition)[0]] if is_letter else sp.Rational(_shift(fact)[1])
            places[symbol] = (len(facts), low)
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


def _orders(
    letters: Mapping[Term, sp.Symbol], relation: str, given: tuple[Theorem, ...]
) -> Mapping[Term, Theorem]:
    """A <= b by the letters b: a fact, or of two exponentials, logarithms or powers by what is in them. No b
    is an a.
    """
    found: dict[Term, Theorem] = {}
    distinct = {symbol: letter for letter, symbol in letters.items()}
    for low, high in permutations(distinct.values(), 2):
        lower = {ordered(fact.proposition)[0] for fact in found.values()}
        if high not in lower and not {low, high} & found.keys():
            fact = _order(low, high, relation, given)
            found.update({high: fact} if fact else {})
    return found


def _order(low: Term, high: Term, relation: str, given: tuple[Theorem, ...]) -> Theorem | None:
    for fact in given:
        if fact.proposition.head in ORDER and ordered(fact.proposition)[::2] == (low, high):
            return fact
    top, (one, kind, e), (other, name, _) = high, *map(_growing, (low, high))
    if kind == "power" and name == "exp":
        # x^e <= exp y from x <= exp(y/e).
        high = power(exp(factored(other / e)), e)
    (other, *same_kind) = _growing(high)
    if name and same_kind == [kind, e]:
        ways = (_at_corner, _by_orders, _by_textbook)
        for sharp, way in product(dict.fromkeys((relation, "le")), ways):
            with suppress(Refused, sp.PolynomialError, TypeError):
                order = way(one, sharp, other, given)
                grown = apply("monotone", order, *strict_facts(given), function=kind, exponent=e)
                return apply("transitive", grown, same(high, top, given))
    return None


def _growing(atom: Term) -> tuple[Term, str, Term]:
    """The x, the name and the exponent of exp x, log x or x^e; no name for others."""
    if atom.head == "function" and atom.data[0] in {"exp", "log"}:
        return atom.args[0], atom.data[0], number(1)
    if atom.head == "power" and (not is_number(atom.args[1]) or value_of(atom.args[1]) > 0):
        return atom.args[0], "power", atom.args[1]
    return atom, "", number(1)


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
    try:
        return finish(_by_ways(small, relation, large, given), goal, given)
    except Refused as refusal:
        with suppress(Refused):
            return finish(_by_induction(small, relation, large, given), goal, given)
        why, hint = str(refusal).rstrip("."), counterexample(goal, given)
        raise Refused(f"{goal}: {why}." + (f" {hint}" if symbols or "Counter" in hint else "")) from refusal


def _by_ways(small: Term, relation: str, large: Term, given: tuple[Theorem, ...]) -> Theorem:
    symbols = bool(Term("le", (small, large)).declarations)
    refusals: list[Exception] = []
    for way in (_at_corner, *((_by_orders, _by_squares, _by_textbook) if symbols else (_by_enclosures,))):
        try:
            return way(small, relation, large, given)
        except (Refused, sp.PolynomialError, TypeError) as refusal:
            refusals.append(refusal)
    raise Refused(str(refusals[0 if symbols else -1]))


def _by_induction(small: Term, relation: str, large: Term, given: tuple[Theorem, ...]) -> Theorem:
    """By induction over a size up to which there is a sum or product, or in an exponent."""
    goal, refusals = Term(relation, (small, large)), ["no size"]
    grown = [
        part.args[0 if part.head in {"sum", "product"} else 1]
        for part in subterms(goal)
        if part.head in _GROWN
    ]
    for n in dict.fromkeys(own for own in grown if own.head == "size"):
        held = apply("assume", proposition=goal, ground="condition", because="it holds one step before")

        def shown(value: Term, convert: Conversion, *known: Theorem, n: Term = n) -> Theorem:
            sides = [converted(itself(side), convert) for side in replaced(goal, n, value).args]
            between = _by_ways(right(sides[0]), relation, right(sides[1]), (*known, *given))
            return apply("transitive", apply("transitive", sides[0], between), apply("symmetric", sides[1]))

        try:
            base = shown(number(n.data[1]), _written)
            return apply("induction", base, shown(n + 1, _last_apart, held), symbol=n, statement=goal)
        except (Refused, TypeError, ValueError) as refusal:
            refusals.append(str(refusal))
    raise Refused(refusals[-1])


_GROWN = frozenset({"sum", "product", "power"})


def _written(term: Term) -> Theorem:
    """The term with its sums written out, and with log 1 and the like worked out."""
    written = [same(part, by_entries(part), ()) for part in occurring(term, "sum")]
    return converted(replaced_within(itself(term), written), lambda own: same(own, simplified(own), ()))


def _last_apart(term: Term) -> Theorem:
    """The term with the last terms of its sums apart."""
    sums = [part for head in ("sum", "product") for part in occurring(term, head)]
    return replaced_within(itself(term), [apply("last_apart", term=part) for part in sums])


def _at_corner(small: Term, relation: str, large: Term, given: tuple[Theorem, ...]) -> Theorem:
    return _certified(small, relation, large, _corner(Term("le", (small, large)), given))


def _by_orders(small: Term, relation: str, large: Term, given: tuple[Theorem, ...]) -> Theorem:
    order = _order(small, large, relation, given)
    if order is not None and relation in {"le", ordered(order.proposition)[1]}:
        return order
    return _certified(small, relation, large, _corner(Term("le", (small, large)), given, orders=relation))


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
    for symbol in corner.symbols:
        *_, a, b, rest = (sp.S.Zero, sp.S.Zero, *sp.Poly(left, symbol).all_coeffs())
        if not (a.is_Rational and a > 0):
            continue
        parts.append((int(a.p), int(a.q), (), (corner.term(symbol + b / (2 * a)),)))
        left = sp.expand(rest - b**2 / (4 * a))
    if not left.is_Rational or left < 0:
        raise Refused("the difference is no sum of squares")
    parts += [(int(left.p), int(left.q), (), ())] if left else []
    return apply("certificate", left=small, right=large, relation=relation, parts=tuple(parts))


def _by_textbook(
    small: Term, relation: str, large: Term, given: tuple[Theorem, ...], most: int = 2
) -> Theorem:
    """Multiples of at most two inequalities, textbook ones about parts of the goal or at hand, and what is
    left at the corner.
    """
    facts = strict_facts(given)
    rise = expander(facts).expanded(large - small)
    for lemma in (*(f for f in given if f.proposition.head in ORDER), *_textbook(small, large, facts)):
        low, own_relation, high = ordered(lemma.proposition)
        left = "le" if own_relation == "lt" else relation
        own = expander(facts).expanded(high - low)
        factors = {rise[m] / c for m, c in own.items() if m in rise and rise[m] / c > 0}
        for c in sorted(factors, reverse=True):
            ends = {"left": small, "right": large, "relation": relation}
            if not expander(facts).expanded(large - small - number(c) * (high - low)):
                with suppress(Refused):
                    parts = ((c.numerator, c.denominator, (0,), ()),)
                    whole = (low, high) == (small, large) and relation in {"le", own_relation}
                    return lemma if whole else apply("certificate", lemma, *facts, **ends, parts=parts)
            with suppress(Refused, sp.PolynomialError):
                above = collected(large - number(c) * (high - low), *facts)
                try:
                    rest = _at_corner(small, left, above, given)
                except Refused:
                    if most == 1:
                        raise
                    rest = _by_textbook(small, left, above, given, most - 1)
                parts = ((1, 1, (1,), ()), (c.numerator, c.denominator, (0,), ()))
                return apply("certificate", lemma, rest, *facts, **ends, parts=parts)
    raise Refused("no textbook inequality is known for it")


def _textbook(small: Term, large: Term, facts: tuple[Theorem, ...]) -> Iterator[Theorem]:
    """1 + x <= exp x, exp x (1 + y - x) <= exp y, 1 + log x - log y <= x/y, Cauchy and Schwarz, and
    |x + y|^2 >= 0, for what stands in the goal.
    """
    parts = [part for part in subterms(Term("le", (small, large))) if not part.loose]
    powers, logs = ([p for p in parts if p.head == "function" and p.data == (f,)] for f in ("exp", "log"))
    for part in powers:
        yield apply("tangent", x=part.args[0])
    for x, y in permutations(powers, 2):
        tangent, positive = apply("tangent", x=y.args[0] - x.args[0]), apply("bounded", term=x, end="low")
        low = x * (1 + y.args[0] - x.args[0])
        yield apply(
            "certificate", tangent, positive, left=low, right=y, relation="le", parts=((1, 1, (0, 1), ()),)
        )
    for x in (*logs, *(-x for x in logs), *(x - y for x, y in permutations(logs, 2))):
        with suppress(Refused):
            above = apply("tangent", x=x)
            yield apply("transitive", above, same(exp(x), collected(exp(x), *facts), facts))
    for part in (p for p in parts if p.head == "norm2" and p.args[0].head == "add"):
        scaled = [(number(1), x) if x.head != "scale" else x.args for x in part.args[0].args]
        value = same(part, add(*(a * b * inner(x, y) for a, x in scaled for b, y in scaled)), ())
        yield apply("weakened", value)
        yield apply("weakened", apply("symmetric", value))
    for part in (p for p in parts if p.head == "inner"):
        x, y = part.args
        yield apply("cauchy_schwarz", x=x, y=y)
        for sign in (-1, 1):
            square = nonnegative(norm2(x + sign * y))
            value = inner(x, x) + 2 * sign * part + inner(y, y)
            yield apply("transitive", square, same(norm2(x + sign * y), value, ()))


def _certified(small: Term, relation: str, large: Term, corner: _Corner) -> Theorem:
    above, below = sp.fraction(sp.together(corner.formula(large) - corner.formula(small)))
    constant, factors = sp.factor_list(below, *corner.symbols) if corner.letters else (below, [])
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
