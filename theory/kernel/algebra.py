"""Exact algebra: identities of polynomials and rational functions, and inequalities with certificates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from ..heads import MIRRORED, RELATIONS
from ..node import TRUE, Term, is_number, multiply, number, power, value_of, whole_power
from ..requirements import is_natural, least
from ..substitution import opened
from .theorem import SIDE, Conclusion, Refused, Theorem, ordered, require, rule

Monomial = frozenset[tuple[Any, int | Fraction]]
"""Atoms with their exponents, which are not zero."""
Polynomial = dict[Monomial, Fraction]
Rest = frozenset[tuple[Monomial, Fraction]]

_MOST_TERMS: Final = 20_000
_HIGHEST_POWER: Final = 64
_LARGEST_PRIME: Final = 10_000
_ONE: Final[Monomial] = frozenset()
_POSITIVE_ABOVE: Final = {"gamma": 0, "lambert_w": 0, "zeta": 1}
"""Functions that are positive beyond a point: Gamma(z) > 0 and W(z) > 0 for z > 0, zeta(s) > 1 for s > 1."""


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product."""
    require(len(one) * len(other) <= _MOST_TERMS, "The polynomial is too large.")
    total: Polynomial = {}
    for a, x in one.items():
        for b, y in other.items():
            exponents = dict(a)
            factor = x * y
            for atom, exponent in b:
                exponents[atom] = e = _plain(exponents.get(atom, 0) + exponent)
                if type(atom) is tuple and atom[0] == "power" and atom[2] == _ONE and type(atom[1]) is int:
                    # Roots of a number: 2^(1/2) 2^(1/2) = 2.
                    exponents[atom], factor = (
                        e - math.floor(e),
                        factor * whole_power(Fraction(atom[1]), math.floor(e)),
                    )
            product = frozenset((atom, e) for atom, e in exponents.items() if e) if b else a
            total[product] = total[product] + factor if product in total else factor
    return {m: c for m, c in total.items() if c}


def _plain(exponent: int | Fraction) -> int | Fraction:
    return exponent.numerator if exponent.denominator == 1 else exponent


def plus(one: Polynomial, other: Polynomial) -> Polynomial:
    """The sum."""
    total = dict(one)
    for m, c in other.items():
        total[m] = total[m] + c if m in total else c
    return {m: c for m, c in total.items() if c}


def opposite(one: Polynomial) -> Polynomial:
    """Its negative."""
    return {m: -c for m, c in one.items()}


def raised(base: Polynomial, exponent: int) -> Polynomial:
    """A whole power."""
    require(0 <= exponent <= _HIGHEST_POWER, "The exponent {} is too large to expand.", exponent)
    total: Polynomial = {_ONE: Fraction(1)}
    for _ in range(exponent):
        total = times(total, base)
    return total


class Expander:
    """Terms as polynomials in atoms.

    `1/x` is an atom of its own unless x is known not to be zero. A power b^e and exp(e) of a product b of
    positive atoms is a product of powers ("power", atom, monomial of e) with rational exponents, and log b
    is a sum; a sum known to be positive, freed of common factors, counts as one atom there.
    """

    def __init__(self, propositions: Iterable[Term] = ()) -> None:
        """The propositions `a < b`, `a != b` tell what is positive and what is not zero."""
        self._expanded: dict[Term, Polynomial] = {}
        self._positive: dict[Rest, Polynomial] = {}
        self._nonzero: set[Rest] = set()
        self._asked: set[Rest] = set()
        """What is just compared with what is known: a comparison that leads back to it tells nothing."""
        for proposition in propositions:
            unequal = proposition.head == "ne"
            one, relation, other = (
                (proposition.args[0], "ne", proposition.args[1]) if unequal else ordered(proposition)
            )
            require(relation in {"lt", "ne"}, "{} does not say that something is not zero.", proposition)
            require(not one.shape, "{} is about vectors.", proposition)
            *_, rest = self._normal(self.expanded(other - one))
            if unequal:
                self._nonzero.add(frozenset(rest.items()))
            else:
                self._positive[frozenset(rest.items())] = rest
            low, high = (self._logarithm(self.expanded(side)) for side in (one, other))
            if not unequal and low is not None and high is not None:
                *_, rest = self._normal(plus(high, opposite(low)))
                self._positive[frozenset(rest.items())] = rest
            self._expanded.clear()

    def expanded(self, term: Term) -> Polynomial:
        """The polynomial; a vector or matrix is one atom in each of its terms."""
        if term not in self._expanded:
            self._expanded[term] = self._expansion(term)
        return self._expanded[term]

    def _expansion(self, term: Term) -> Polynomial:
        found: Polynomial | None = None
        match term.head:
            case "number":
                return {_ONE: value_of(term)} if term.data[0] else {}
            case "zeros":
                return {}
            case "add":
                total: Polynomial = {}
                for part in term.args:
                    total = plus(total, self.expanded(part))
                return total
            case "mul" | "scale":
                product: Polynomial = {_ONE: Fraction(1)}
                for part in term.args:
                    product = times(product, self.expanded(part))
                return product
            case "power" if is_number(term.args[1]) and term.args[1].data[1] == 1:
                inside, exponent = term.args[0], term.args[1].data[0]
                below = exponent < 0 and inside.head == "power" and is_number(inside.args[1])
                if below and is_natural(inside.args[1]):
                    # 1/x^k is (1/x)^k, where x alone may be known not to be zero.
                    inside, exponent = inside.args[0], exponent * inside.args[1].data[0]
                base = self.expanded(inside)
                return raised(base, exponent) if exponent >= 0 else raised(self.inverse(base), -exponent)
            case "power":
                found = self._powered(*map(self.expanded, term.args))
            case "function" if term.data == ("exp",) and not term.shape:
                found = self._exponential(self.expanded(term.args[0]))
            case "function" if term.data == ("log",) and not term.shape:
                found = self._logarithm(self.expanded(term.args[0]))
        return {frozenset({(_atom(term), 1)}): Fraction(1)} if found is None else found

    def positive(self, polynomial: Polynomial) -> bool:
        """Whether it is positive: by what is known, by its form, or as a product of such."""
        _, _, rest = self._normal(polynomial)
        by_form = is_positive_by_form(rest) or self._adds_up_positive(rest)
        return by_form or any(self._is_above(rest, known) for known in self._positive.values())

    def _is_above(self, polynomial: Polynomial, known: Polynomial) -> bool:
        """Whether it is a positive multiple of what is known to be positive, plus what is not negative."""
        shared = [m for m in known if m != _ONE and m in polynomial]
        asked = frozenset(polynomial.items()) if shared else None
        if asked is None or asked in self._asked:
            return False
        self._asked.add(asked)
        try:
            for factor in {polynomial[m] / known[m] for m in shared}:
                more = plus(polynomial, {m: -factor * c for m, c in known.items()})
                if factor > 0 and (_is_constant_from_zero(more) or self._adds_up_positive(more)):
                    return True
            return False
        finally:
            self._asked.discard(asked)

    def _adds_up_positive(self, polynomial: Polynomial) -> bool:
        """Whether every term is a product of positive atoms with a positive factor."""
        atoms = {atom for m in polynomial for atom, _ in m}
        plus_signs = bool(polynomial) and all(c > 0 for c in polynomial.values())
        return plus_signs and all(map(self._is_positive_atom, atoms))

    def nonzero(self, polynomial: Polynomial) -> bool:
        """Whether it is never zero."""
        both = [self._normal(signed)[2] for signed in (polynomial, opposite(polynomial))]
        return any(self.positive(rest) or frozenset(rest.items()) in self._nonzero for rest in both)

    def _is_positive_atom(self, atom: object) -> bool:
        if type(atom) is tuple and atom[0] in {"power", "positive"}:
            return True
        if type(atom) is tuple and atom[0] == "log" and type(atom[1]) is int:
            return True
        if type(atom) is tuple and atom[0] == "inverse":
            return self.positive(dict(atom[1]))
        if type(atom) is Term and atom.head == "function" and atom.data[0] in _POSITIVE_ABOVE:
            start = number(_POSITIVE_ABOVE[atom.data[0]])
            return self.positive(self.expanded(atom.args[0] - start))
        if type(atom) is Term and atom.head == "hypergeometric":
            # A series of positive terms.
            return all(self.positive(self.expanded(part)) for part in atom.args)
        if type(atom) is Term and atom.head == "incomplete_beta":
            x, *parameters = atom.args
            if all(self.positive(self.expanded(part)) for part in (x, 1 - x, *parameters)):
                return True
        whole_sum = type(atom) is Term and atom.head == "sum" and atom.args[1] is TRUE
        if whole_sum and not atom.shape and not atom.loose:
            _, _, summand = opened(atom)
            # What is too large to expand is of no known sign.
            with suppress(Refused):
                if self.positive(self.expanded(summand)):
                    return True
        if type(atom) is Term and atom.head == "hurwitz_zeta":
            s, a = atom.args
            if all(self.positive(self.expanded(part)) for part in (s - 1, a)):
                return True
        by_form = type(atom) is Term and (atom.head == "constant" or (least(atom) or 0) > 0)
        one = {frozenset({(atom, 1)}): Fraction(1)}
        return by_form or any(self._is_above(one, known) for known in self._positive.values())

    def _normal(self, polynomial: Polynomial) -> tuple[Fraction, Monomial, Polynomial]:
        """(c, m, rest), the polynomial being c m rest with c > 0 and m a product of positive atoms."""
        if not polynomial:
            return Fraction(1), _ONE, polynomial
        every = [dict(m) for m in polynomial]
        atoms = {atom for m in every for atom in m if self._is_positive_atom(atom)}
        for atom in atoms:
            powers = {m.get(atom, 0) for m in every}
            is_sum = type(atom) is tuple and atom[0] in {"inverse", "positive"}
            if is_sum and len(powers) > 1 and all(type(e) is int for e in powers):
                c, common, rest = self._normal(_cleared(polynomial, atom))
                outside = {atom: max(powers) if atom[0] == "inverse" else min(powers)}
                ((common, c),) = times({common: c}, {frozenset(outside.items()): Fraction(1)}).items()
                return c, common, rest
        low = {atom: min(m.get(atom, 0) for m in every) for atom in atoms}
        common = frozenset((atom, e) for atom, e in low.items() if e)
        c = Fraction(
            math.gcd(*(x.numerator for x in polynomial.values())),
            math.lcm(*(x.denominator for x in polynomial.values())),
        )
        away = frozenset((atom, -e) for atom, e in common)
        return c, common, times({away: 1 / c}, polynomial)

    def _factors(self, polynomial: Polynomial) -> list[tuple[object, Polynomial]] | None:
        """Positive atoms b with exponents e, so that it is the product of the b^e; none if it has no sign."""
        if not self.positive(polynomial):
            return None
        c, common, rest = self._normal(polynomial)
        primes = [(p, {_ONE: Fraction(k)}) for p, k in _primes(c)]
        powers = [_power_of(atom, Fraction(e)) for atom, e in common]
        whole = ("positive", frozenset(rest.items()))
        return [*primes, *powers, *([] if rest == {_ONE: 1} else [(whole, {_ONE: Fraction(1)})])]

    def _powered(self, base: Polynomial, exponent: Polynomial) -> Polynomial | None:
        factors = self._factors(base)
        if factors is None:
            return None
        product: Polynomial = {_ONE: Fraction(1)}
        for atom, own in factors:
            for m, c in times(own, exponent).items():
                product = times(product, _atom_to(atom, m, c))
        return product

    def _exponential(self, exponent: Polynomial) -> Polynomial:
        """exp(e): exp(c m log b) is b^(c m)."""
        product: Polynomial = {_ONE: Fraction(1)}
        for m, c in exponent.items():
            logs = [(atom, e) for atom, e in m if type(atom) is tuple and atom[0] == "log"]
            one = len(logs) == 1 and logs[0][1] == 1
            base, left = (logs[0][0][1], m - {logs[0]}) if one else ("e", m)
            product = times(product, _atom_to(base, left, c))
        return product

    def _logarithm(self, polynomial: Polynomial) -> Polynomial | None:
        factors = self._factors(polynomial)
        if factors is None:
            return None
        total: Polynomial = {}
        for atom, exponent in factors:
            one = {_ONE if atom == "e" else frozenset({(("log", atom), 1)}): Fraction(1)}
            total = plus(total, times(one, exponent))
        return total

    def inverse(self, base: Polynomial) -> Polynomial:
        """1/x: exponents change sign where x is a product of atoms that are never zero."""
        require(bool(base), "A denominator is zero.")
        c, common, rest = self._normal(base)
        if len(base) > 1:
            sign = -1 if self.positive(opposite(rest)) else 1
            sum_of_terms = ("inverse", frozenset((m, sign * x) for m, x in rest.items()))
            return times(
                {frozenset((atom, -e) for atom, e in common): sign / c},
                {frozenset({(sum_of_terms, 1)}): Fraction(1)},
            )
        ((monomial, c),) = base.items()
        exponents: dict[object, int | Fraction] = {}
        for atom, e in monomial:
            if type(atom) is tuple and atom[0] == "inverse" and e == 1:
                # 1/(1/x) = x, also for x = 0.
                return times(self.inverse({monomial - {(atom, e)}: c}), dict(atom[1]))
            one = {frozenset({(atom, 1)}): Fraction(1)}
            if self._is_positive_atom(atom) or self.nonzero(one):
                exponents[atom] = exponents.get(atom, 0) - e
            else:
                inverse = ("inverse", frozenset(one.items()))
                require(e > 0, "An inverse of an inverse power does not expand.")
                exponents[inverse] = exponents.get(inverse, 0) + e
        return times({_ONE: 1 / c}, {frozenset((atom, e) for atom, e in exponents.items() if e): Fraction(1)})

    def is_zero(self, difference: Polynomial) -> bool:
        """Whether it vanishes, after multiplication with what is never zero."""
        for _ in range(_HIGHEST_POWER):
            if not difference:
                return True
            atom = next((a for m in difference for a, e in m if self._is_open(a, e)), None)
            if atom is None:
                return False
            difference = _cleared(difference, atom)
        return False

    def _is_open(self, atom: object, exponent: int | Fraction) -> bool:
        """Whether the atom is a polynomial that is not multiplied out: 1/p, or p^e beyond 0 <= e < 1."""
        if type(atom) is not tuple:
            return False
        outside = atom[0] == "positive" and not 0 <= exponent < 1
        return outside or (atom[0] == "inverse" and self.nonzero(dict(atom[1])))


def _is_constant_from_zero(polynomial: Polynomial) -> bool:
    return set(polynomial) <= {_ONE} and polynomial.get(_ONE, 0) >= 0


def _cleared(total: Polynomial, atom: Any) -> Polynomial:  # noqa: ANN401 - ("inverse" or "positive", p)
    """The polynomial times the power of p that makes all its exponents of p nonnegative."""
    kind, items = atom
    sign = -1 if kind == "inverse" else 1
    lowest = min(sign * dict(m).get(atom, 0) for m in total)
    cleared: Polynomial = {}
    for m, c in total.items():
        own = sign * dict(m).get(atom, 0) - lowest
        rest = {frozenset((other, e) for other, e in m if other != atom): c}
        left = own - math.floor(own)
        root = {frozenset({(atom, left)}) if left else _ONE: Fraction(1)}
        cleared = plus(cleared, times(times(rest, root), raised(dict(items), math.floor(own))))
    return cleared


def _power_of(atom: object, e: Fraction) -> tuple[object, Polynomial]:
    """A positive atom to the power e as a base with its exponent."""
    match atom:
        case ("power", base, monomial):
            return base, {monomial: e}
        case ("inverse", items):
            return ("positive", items), {_ONE: -e}
    return atom, {_ONE: e}


def _atom_to(atom: object, monomial: Monomial, c: Fraction) -> Polynomial:
    """b^(c m) for a positive b: an atom, a whole number above 1, or "e", to which b^(log a) is taken."""
    if atom != "e" and any(type(part) is tuple and part[0] == "log" for part, _ in monomial):
        (monomial,) = times({monomial: Fraction(1)}, {frozenset({(("log", atom), 1)}): Fraction(1)})
        return {frozenset({(("power", "e", monomial), c)}): Fraction(1)}
    if monomial != _ONE:
        return {frozenset({(("power", atom, monomial), c)}): Fraction(1)}
    if type(atom) is int:
        whole = math.floor(c)
        left = c - whole
        return {
            frozenset({(("power", atom, _ONE), left)}) if left else _ONE: whole_power(Fraction(atom), whole)
        }
    return {frozenset({(("power", "e", _ONE) if atom == "e" else atom, c)}): Fraction(1)}


def _primes(value: Fraction) -> list[tuple[int, int]]:
    """Prime factors with exponents; what is left beyond `_LARGEST_PRIME` counts as one factor."""
    found: list[tuple[int, int]] = []
    for whole, sign in ((value.numerator, 1), (value.denominator, -1)):
        rest, p = whole, 2
        while rest > 1:
            p = p if p * p <= rest and p <= _LARGEST_PRIME else rest
            times_in = 0
            while rest % p == 0:
                rest, times_in = rest // p, times_in + 1
            found += [(p, sign * times_in)] if times_in else []
            p += 1
    return found


def _atom(term: Term) -> object:
    """What the polynomial takes for one letter; inner products are symmetric, and |x|^2 = <x, x>."""
    if term.head == "inner":
        return ("inner", frozenset(term.args))
    return ("inner", frozenset(term.args)) if term.head == "norm2" else term


@lru_cache(maxsize=64)
def knowing(*propositions: Term) -> Expander:
    """Terms as polynomials, where the propositions tell what is positive or not zero."""
    return Expander(propositions)


def expander(conditions: tuple[Theorem, ...]) -> Expander:
    """Terms as polynomials, where the conditions tell what is not zero."""
    return knowing(*(condition.proposition for condition in conditions))


def is_positive_by_form(polynomial: Polynomial) -> bool:
    """Whether it is positive at the least values of its sizes and indices, and grows from there."""
    symbols = [(atom, e) for m in polynomial for atom, e in m]
    if not all(
        type(a) is Term and a.head in {"size", "index"} and type(e) is int and e > 0 for a, e in symbols
    ):
        return False
    shifted: Polynomial = {}
    for m, c in polynomial.items():
        term: Polynomial = {_ONE: c}
        for atom, e in m:
            corner = {frozenset({(atom, 1)}): Fraction(1), _ONE: Fraction(least(atom) or 0)}
            term = times(term, raised({k: x for k, x in corner.items() if x}, e))
        shifted = plus(shifted, term)
    return shifted.get(_ONE, Fraction(0)) > 0 and all(c >= 0 for c in shifted.values())


@rule("An identity of rational functions, by expansion, modulo equations.", others=SIDE)
def ring(*conditions: Theorem, left: Term, right: Term, multipliers: tuple[Term, ...] = ()) -> Conclusion:
    """|- a = b, if a - b and sum m (l - r) expand to one rational function, for equations l = r among the
    conditions and a multiplier m for each. The others tell which denominators are not zero.
    """
    require(left.shape == right.shape, "{} and {} have other shapes.", left, right)
    equations = [c.proposition for c in conditions if c.proposition.head == "eq"]
    require(len(multipliers) == len(equations), "There are {} multipliers.", len(multipliers))
    tools = expander(tuple(c for c in conditions if c.proposition.head != "eq"))
    difference = tools.expanded(left - right if left is not right else number(0))
    for m, equation in zip(multipliers, equations, strict=True):
        l, r = equation.args
        require(not l.shape, "{} is an equation of vectors.", equation)
        difference = plus(difference, tools.expanded(m * (r - l)))
    require(tools.is_zero(difference), "{} and {} are not the same rational function.", left, right)
    return Conclusion(Term("eq", (left, right)))


@rule("Relations whose differences of sides differ by a positive factor are the same event.", others=SIDE)
def same_event(*conditions: Theorem, event: Term, other: Term, factor: Term) -> Conclusion:
    """|- P(a R b) = P(c R d), if a - b and f (c - d) expand to one rational function, for one relation R and
    a number f > 0, by the conditions where it is no 1; they may hold almost surely. D < c is read as c > d.
    """
    turned = MIRRORED.get(other.head) == event.head
    require(
        event.head in RELATIONS and (turned or event.head == other.head), "{} and {} differ.", event, other
    )
    tools = expander(conditions)
    (a, b), (c, d) = event.args, other.args[::-1] if turned else other.args
    require(not a.shape and not c.shape, "{} relates vectors.", event)
    require(tools.positive(tools.expanded(factor)), "0 < {} must be known.", factor)
    difference = tools.expanded(a - b + factor * (d - c))
    require(tools.is_zero(difference), "{} and {} have other differences.", event, other)
    return Conclusion(Term("eq", (Term("P", (event,)), Term("P", (other,)))))


@rule("A difference that is a sum of products of nonnegative terms is nonnegative.", others=SIDE)
def certificate(
    *facts: Theorem, left: Term, right: Term, relation: str, parts: tuple[tuple[object, ...], ...]
) -> Conclusion:
    """|- a <= b, since b - a is a sum of c * product of (larger - smaller side of facts) * squares, c >= 0.

    `parts` has (numerator, denominator, positions of facts, terms to be squared) for each summand. It is
    strict if one summand is a positive number times sides that differ strictly.
    """
    require(relation in {"le", "lt"}, "A certificate proves <= or <, and not {}.", relation)
    usable = [fact for fact in facts if fact.proposition.head != "ne"]
    tools = expander(tuple(f for f in facts if f.proposition.head == "ne" or _is_strict(f)))
    total = tools.expanded(left - right)
    strict = False
    for numerator, denominator, positions, squares in parts:
        factors = [ordered(usable[position].proposition) for position in positions]
        c = Fraction(numerator, denominator)
        equal = any(kind == "eq" for _, kind, _ in factors)
        require(c > 0 or equal, "The factor {} of a summand is not positive.", c)
        require(not any(a.shape for a, _, _ in factors), "Vectors are not ordered.")
        product = [number(c), *(b - a for a, _, b in factors), *(power(term, 2) for term in squares)]
        total = plus(total, tools.expanded(multiply(*product)))
        strict = strict or (c > 0 and not squares and all(kind == "lt" for _, kind, _ in factors))
    require(tools.is_zero(total), "The parts do not add up to ({}) - ({}).", right, left)
    require(relation == "le" or strict, "Nothing in the certificate makes {} < {} strict.", left, right)
    return Conclusion(Term(relation, (left, right)))


def _is_strict(fact: Theorem) -> bool:
    return fact.proposition.head in {"lt", "gt"}
