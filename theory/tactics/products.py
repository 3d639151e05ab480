"""`products`: an order as a sum of nonnegative multiples of products of what is given (Handelman, Krivine).

The author names the facts; which of their products add up to the difference of both sides, and how often each
is taken, is found by least squares with nonnegative multiples, exactly solved for the products that it takes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count
from typing import Any, Final

import flint
import numpy as np

from ..heads import RELATIONS
from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Expander, Monomial, Polynomial, expander, opposite, plus, raised, times
from ..kernel.theorem import ORDER, ordered
from ..node import Term, is_number, multiply, number, value_of
from ..substitution import subterms
from .certificates import by_products, letters_of
from .goals import Tactic, finish, strict_facts
from .least_squares import nonnegative_least_squares
from .rewriting import as_term_of, nonnegative
from .textbook import ends_of

_ONE: Final[Monomial] = frozenset()
_MOST_PRODUCTS: Final = 300
_TRIED: Final = ((1, False), (1, True), (2, False), (3, False), (2, True), (4, False))
"""At most so many factors, and whether products are also taken times what makes a term of theirs one of the
goal, in this order."""
_WITHOUT_SIGNS: Final = 1
"""So many of these are tried with what is given alone."""
_FEW: Final = 3
"""So many of these are tried for the sign of a denominator."""
_ROUNDING: Final = 1e-9
"""Multiples below that count as none."""
_STRICT: Final = 2.0
"""What is strictly positive is taken first, so that the sum is."""


@dataclass(frozen=True)
class _Product:
    """A product of facts and of a positive monomial, which is zero where an equation is among the facts."""

    rise: Polynomial
    facts: tuple[Theorem, ...] = ()
    times: Monomial = frozenset()
    last: int = 0
    count: int = 0
    is_zero: bool = False
    is_strict: bool = True

    def with_factor(self, other: _Product) -> _Product:
        """The product with one more factor."""
        zero, strict = self.is_zero or other.is_zero, self.is_strict and other.is_strict
        rise, facts = times(self.rise, other.rise), (*self.facts, *other.facts)
        return _Product(rise, facts, last=other.last, count=self.count + 1, is_zero=zero, is_strict=strict)

    def scale(self, strict: tuple[Theorem, ...]) -> list[Theorem]:
        """That the monomial is positive."""
        monomial = as_term_of({self.times: Fraction(1)})
        return [apply("positive", *strict, term=monomial)] if self.times else []

    def scaled(self, monomial: Monomial) -> _Product:
        """The product times a monomial."""
        return replace(self, rise=times(self.rise, {monomial: Fraction(1)}), times=monomial)

    def opposite(self) -> _Product:
        """The product times -1."""
        return replace(self, rise=opposite(self.rise))


def by_facts(goal: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The goal a <= b or a < b, with b - a a sum of nonnegative multiples of products of at most four facts.

    What is given are orders and equations of numbers; what is strict tells which denominators are positive.
    A goal a = b needs products with an equation alone, of which multiples may be negative.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x, y = Parameter("x"), Parameter("y")
    >>> by_facts(1 / y <= x**2 / y, (suppose(x >= 1), suppose(y > 0)))
    x ≥ 1, y > 0 ⊢ 1/y ≤ x²/y
    >>> by_facts(x == 2 * y, (suppose(x / y == 2), suppose(y > 0)))
    x/y = 2, y > 0 ⊢ x = 2 y
    """
    return _by_some(goal, given, _TRIED)


def _by_some(goal: Term, given: tuple[Theorem, ...], tried: Iterable[tuple[int, bool]]) -> Theorem:
    """The goal by the given facts alone, or with the signs of letters too, of few factors first."""
    stated = [fact for fact in given if _is_of_numbers(fact.proposition)]
    known = (*strict_facts(given), *_denominators((goal, *(fact.proposition for fact in stated)), given))
    search = _Search.of(goal, tuple(dict.fromkeys(known)))
    factors = list(search.factors(stated))
    for place, (most, is_scaled) in enumerate(tried):
        if place == _WITHOUT_SIGNS and search.relation in ORDER:
            factors += search.factors(_signs(goal, stated), len(factors))
        with suppress(Refused):
            return finish(search.found(factors, most, is_scaled=is_scaled), goal)
    raise Refused(f"{goal} is no sum of products of what is given.")


def _is_of_numbers(proposition: Term) -> bool:
    return proposition.head in {*ORDER, "ge", "gt", "eq"} and not proposition.args[0].shape


def _denominators(propositions: Iterable[Term], given: tuple[Theorem, ...]) -> list[Theorem]:
    """0 < x for the denominators x, by their form or from what is given."""
    inside = dict.fromkeys(x for proposition in propositions for x in _inverted(proposition))
    found = []
    for x in inside:
        with suppress(Refused):
            found.append(_positive(x, given))
    return found


def _inverted(term: Term) -> Iterator[Term]:
    """What is in a denominator, outside functions."""
    is_power = term.head == "power" and is_number(term.args[1])
    if is_power and value_of(term.args[1]) < 0:
        yield term.args[0]
    if is_power or term.head in {"add", "mul", *RELATIONS}:
        yield from (x for part in term.args for x in _inverted(part))


def _positive(x: Term, given: tuple[Theorem, ...]) -> Theorem:
    try:
        return apply("positive", *strict_facts(given), term=x)
    except Refused:
        others = tuple(fact for fact in given if x not in _inverted(fact.proposition))
        return _by_some(number(0) < x, others, _TRIED[:_FEW])


def _signs(goal: Term, stated: Iterable[Theorem]) -> list[Theorem]:
    """The ends of letters of the goal and the facts that are bounded by their form, and 0 <= (x - y)^2 where
    the goal holds the product of x and y.
    """
    letters = dict.fromkeys(
        x for one in (goal, *(fact.proposition for fact in stated)) for x in letters_of(one)
    )
    found = [end for x in letters for end in ends_of(x, "low", "high")]
    ends = [end for end in found if any(map(is_number, end.proposition.args))]
    products = [{*part.args} for part in subterms(goal) if part.head == "mul"]
    pairs = [(x, y) for x, y in combinations(letters, 2) if any({x, y} <= own for own in products)]
    return [*ends, *(nonnegative((x - y) ** 2) for x, y in pairs)]


@dataclass(frozen=True)
class _Search:
    """A goal a R b as the polynomial b - a times its denominators, and what is known to be positive."""

    sides: tuple[Term, Term]
    relation: str
    strict: tuple[Theorem, ...]
    tools: Expander
    goal: Polynomial
    over: tuple[Theorem, ...]
    positive: dict[Monomial, bool]
    of_few: dict[tuple[int, int], list[_Product]]

    @classmethod
    def of(cls, goal: Term, strict: tuple[Theorem, ...]) -> _Search:
        """The goal, where what is strict tells which denominators are positive."""
        small, relation, large = ordered(goal)
        tools = expander(strict)
        polynomial, below = _cleared(tools, tools.expanded(large - small), strict)
        over = tuple(apply("positive", one, term=1 / ordered(one.proposition)[2]) for one in below)
        return cls((small, large), relation, strict, tools, polynomial, over, {}, {})

    def factors(self, facts: Iterable[Theorem], first: int = 0) -> Iterator[_Product]:
        """The facts as factors: times their denominators, and as they are where these are sums."""
        place = count(first)
        for fact in facts:
            low, kind, high = ordered(fact.proposition)
            plain = self.tools.expanded(high - low)
            rise, below = _cleared(self.tools, plain, self.strict)
            zero, strict = kind == "eq", kind == "lt"
            own = _Product(rise, (fact, *below), last=next(place), is_zero=zero, is_strict=strict)
            yield own
            if below and any(_is_inverse(atom) for m in plain for atom, _ in m):
                yield replace(own, rise=plain, facts=(fact,), last=next(place))

    def found(self, factors: Sequence[_Product], most: int, *, is_scaled: bool) -> Theorem:
        """The goal from products of at most so many factors, or their multiples by monomials too."""
        columns = [one for one in self.products(factors, most) if one.is_zero or self.relation in ORDER]
        columns = list(self.scaled(columns)) if is_scaled else columns
        multiples = _multiples(self.tools, self.goal, columns)
        if self.relation == "eq":
            return self.by_multipliers(multiples)
        used = [(c, *one.facts, *one.scale(self.strict), *self.over) for c, one in multiples]
        return by_products(*self.sides, *used, relation=self.relation, known=self.strict)

    def products(self, factors: Sequence[_Product], most: int) -> list[_Product]:
        """The products of at most so many factors, and 1."""
        if most == 0:
            return [_Product({_ONE: Fraction(1)})]
        known = self.of_few.get((len(factors), most))
        if known is None:
            fewer = self.products(factors, most - 1)
            longest = [one for one in fewer if one.count == most - 1]
            if len(fewer) + len(longest) * len(factors) > _MOST_PRODUCTS * most:
                raise Refused("There are too many products.")
            known = [*fewer, *(one.with_factor(x) for one in longest for x in factors[one.last :])]
            self.of_few[len(factors), most] = known
        return known

    def scaled(self, products: Iterable[_Product]) -> Iterator[_Product]:
        """The products, and their multiples by a monomial by which one term is one of the goal; the monomial
        is positive, or of any sign in an equation.
        """
        for product in products:
            yield product
            ratios = {_ratio(m, own) for own in product.rise for m in self.goal}
            for monomial in sorted(ratios, key=_key):
                if monomial and self.is_multiplier(monomial):
                    yield product.scaled(monomial)

    def is_multiplier(self, monomial: Monomial) -> bool:
        """Whether the monomial is known to be positive, or of an equation not to be infinite."""
        if monomial not in self.positive:
            atoms = ({frozenset({(atom, 1)}): Fraction(1)} for atom, e in monomial if e < 0)
            finite = self.relation == "eq" and all(map(self.tools.nonzero, atoms))
            self.positive[monomial] = finite or self.tools.positive({monomial: Fraction(1)})
        return self.positive[monomial]

    def by_multipliers(self, multiples: Iterable[tuple[Fraction, _Product]]) -> Theorem:
        """a = b, from multiples of products with an equation, of which the rest is its multiplier."""
        multipliers: dict[Theorem, Term] = {}
        for c, product in multiples:
            factors = [*product.facts, *self.over]
            equation = next(fact for fact in factors if fact.proposition.head == "eq")
            factors.remove(equation)
            rises = [high - low for low, _, high in (ordered(fact.proposition) for fact in factors)]
            own = multiply(as_term_of({product.times: c}), *rises)
            multipliers[equation] = multipliers.get(equation, number(0)) + own
        ends = {"left": self.sides[0], "right": self.sides[1]}
        return apply("ring", *self.strict, *multipliers, **ends, multipliers=tuple(multipliers.values()))


def _cleared(
    tools: Expander, own: Polynomial, strict: tuple[Theorem, ...]
) -> tuple[Polynomial, tuple[Theorem, ...]]:
    """The polynomial times its denominators that are known to be positive, and the theorems that they are."""
    below, unknown = list[Theorem](), set[Any]()
    while True:
        inside = [
            (atom, e) for m in own for atom, e in m if (e < 0 or _is_inverse(atom)) and atom not in unknown
        ]
        if not inside:
            return own, tuple(below)
        atom, e = max(inside, key=lambda pair: (abs(pair[1]), _name(pair[0])))
        factor = dict(atom[1]) if _is_inverse(atom) else {frozenset({(atom, -e)}): Fraction(1)}
        try:
            positive = apply("positive", *strict, term=as_term_of(factor))
        except Refused:
            unknown.add(atom)
            continue
        top = max(int(dict(m).get(atom, 0)) for m in own) if _is_inverse(atom) else 1
        below += [positive] * top
        own = _times_power(own, atom, top) if _is_inverse(atom) else times(own, factor)


def _is_inverse(atom: object) -> bool:
    return type(atom) is tuple and atom[0] == "inverse"


def _times_power(own: Polynomial, atom: Any, top: int) -> Polynomial:  # noqa: ANN401 - (kind, p)
    """The polynomial times p^top, for an atom that is p or 1/p, with whole powers written out."""
    kind, items = atom
    total: Polynomial = {}
    for m, c in own.items():
        e = dict(m).get(atom, 0)
        left = top - e if kind == "inverse" else top + e
        rest = frozenset(pair for pair in m if pair[0] != atom)
        root = frozenset({(atom, left - math.floor(left))}) if left != math.floor(left) else _ONE
        total = plus(
            total, times(times({rest: c}, {root: Fraction(1)}), raised(dict(items), math.floor(left)))
        )
    return total


@lru_cache(maxsize=2**12)
def _name(atom: Any) -> str:  # noqa: ANN401 - a term, or a pair
    """What tells the atoms apart, in an order that is the same in every process."""
    return repr(as_term_of({frozenset({(atom, 1)}): Fraction(1)}))


@lru_cache(maxsize=2**14)
def _key(monomial: Monomial) -> tuple[tuple[str, float], ...]:
    return tuple(sorted((_name(atom), float(e)) for atom, e in monomial))


def _ratio(one: Monomial, other: Monomial) -> Monomial:
    exponents = Counter(dict(one))
    exponents.subtract(dict(other))
    return frozenset((atom, e) for atom, e in exponents.items() if e)


def _multiples(
    tools: Expander, goal: Polynomial, products: Sequence[_Product]
) -> list[tuple[Fraction, _Product]]:
    """The multiples of the products that add up to the goal; only those that are zero may be negative."""
    places = {m for one in products for m in one.rise}
    if goal.keys() - places and not any(type(atom) is tuple for m in places for atom, _ in m):
        raise Refused("No product holds a term of the difference.")
    goal, *rises = _without_denominators(tools, [goal, *(one.rise for one in products)])
    cleared = [
        one if rise is one.rise else replace(one, rise=rise)
        for one, rise in zip(products, rises, strict=True)
        if rise
    ]
    signed = [(1, one) for one in cleared] + [(-1, one.opposite()) for one in cleared if one.is_zero]
    signed = _of_use(goal, signed) if _holds_all(goal, signed) else []
    columns = [one.rise for _, one in signed]
    rows = sorted({m for column in columns for m in column}, key=_key)
    if not _holds_all(goal, signed):
        raise Refused("No product holds a term of the difference.")
    taken = _least_squares(rows, goal, columns, [_STRICT if one.is_strict else 1.0 for _, one in signed])
    exact = _solved(rows, goal, [columns[k] for k in taken])
    return [(signed[k][0] * c, signed[k][1]) for k, c in zip(taken, exact, strict=True)]


def _holds_all(goal: Polynomial, signed: Iterable[tuple[int, _Product]]) -> bool:
    return goal.keys() <= {m for _, one in signed for m in one.rise}


def _without_denominators(tools: Expander, polynomials: list[Polynomial]) -> list[Polynomial]:
    """The polynomials times a power of each sum that is in a denominator, the same for all; other whole
    powers of sums are written out.
    """
    atoms = {atom for own in polynomials for m in own for atom, _ in m if type(atom) is tuple}
    for atom in sorted((atom for atom in atoms if _is_open(tools, atom)), key=_name):
        exponents = [dict(m).get(atom, 0) for own in polynomials for m in own]
        top = max(exponents) if _is_inverse(atom) else -min(map(math.floor, exponents))
        polynomials = [_times_power(own, atom, int(top)) for own in polynomials]
    return polynomials


def _is_open(tools: Expander, atom: Any) -> bool:  # noqa: ANN401 - a term, or a pair
    """Whether it is a sum that is not written out: 1/p for a p that is not zero, or a positive p."""
    if _is_inverse(atom):
        return tools.nonzero(dict(atom[1]))
    return type(atom) is tuple and atom[0] == "positive"


def _of_use(goal: Polynomial, signed: list[tuple[int, _Product]]) -> list[tuple[int, _Product]]:
    """The products each term of which is in the goal, or cancels against another product."""
    while True:
        has = {(m, c > 0) for _, one in signed for m, c in one.rise.items()}
        has |= {(m, c < 0) for m, c in goal.items()}
        left = [pair for pair in signed if all((m, c < 0) in has for m, c in pair[1].rise.items())]
        if len(left) == len(signed):
            return left
        signed = left


def _least_squares(
    rows: Sequence[Monomial], goal: Polynomial, columns: Sequence[Polynomial], weights: Sequence[float]
) -> list[int]:
    """The columns that least squares with nonnegative multiples take (Lawson and Hanson)."""
    places = {m: k for k, m in enumerate(rows)}
    a, b = np.zeros((len(rows), len(columns))), np.zeros(len(rows))
    for k, column in enumerate(columns):
        a[[places[m] for m in column], k] = [float(c) for c in column.values()]
    b[[places[m] for m in goal]] = [float(c) for c in goal.values()]
    size = np.linalg.norm(b) or 1.0
    a, b = a / np.linalg.norm(a, axis=0) * np.array(weights), b / size
    x = nonnegative_least_squares(a, b)
    if np.linalg.norm(b - a @ x) > _ROUNDING ** (1 / 2):
        raise Refused("No multiples of the products add up to the difference.")
    return [int(k) for k in np.flatnonzero(x)]


def _solved(rows: Sequence[Monomial], goal: Polynomial, columns: Sequence[Polynomial]) -> list[Fraction]:
    """The exact multiples of independent columns."""
    if not columns:
        return []
    table = [[_exact(column.get(m, Fraction(0))) for column in columns] for m in rows]
    a, b = flint.fmpq_mat(table), flint.fmpq_mat([[_exact(goal.get(m, Fraction(0)))] for m in rows])
    try:
        found = (a.transpose() * a).solve(a.transpose() * b)
    except ZeroDivisionError:
        raise Refused("The products depend on each other.") from None
    values = [Fraction(int(c.p), int(c.q)) for c in found.entries()]
    if min(values) < 0 or a * found != b:
        raise Refused("No multiples of the products add up to the difference.")
    return values


def _exact(value: Fraction) -> flint.fmpq:
    return flint.fmpq(value.numerator, value.denominator)


products = Tactic(
    name="products",
    prove=by_facts,
    states="an order whose difference is a sum of nonnegative multiples of products of what is given",
    example='tc.prove("1 <= x^2", where=["x >= 1"], by="products")',
)
