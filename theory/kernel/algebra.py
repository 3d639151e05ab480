"""Exact algebra: identities of polynomials and rational functions, and inequalities with certificates."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from ..terms import Term, is_number, least, multiply, number, power, value_of
from .theorem import ORDER, SIDE, Conclusion, Theorem, ordered, require, rule

Monomial = frozenset[tuple[object, int]]
"""Atoms with their exponents, which are not zero."""
Polynomial = dict[Monomial, Fraction]

_MOST_TERMS: Final = 20_000
_HIGHEST_POWER: Final = 64
_ONE: Final[Monomial] = frozenset()


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    require(len(one) * len(other) <= _MOST_TERMS, "The polynomial is too large.")
    total: Polynomial = {}
    for a, x in one.items():
        for b, y in other.items():
            exponents = dict(a)
            for atom, exponent in b:
                exponents[atom] = exponents.get(atom, 0) + exponent
            product = frozenset((atom, e) for atom, e in exponents.items() if e)
            total[product] = total.get(product, Fraction(0)) + x * y
    return {m: c for m, c in total.items() if c}


def _plus(one: Polynomial, other: Polynomial) -> Polynomial:
    total = dict(one)
    for m, c in other.items():
        total[m] = total.get(m, Fraction(0)) + c
    return {m: c for m, c in total.items() if c}


def _raised(base: Polynomial, exponent: int) -> Polynomial:
    require(0 <= exponent <= _HIGHEST_POWER, "The exponent {} is too large to expand.", exponent)
    total: Polynomial = {_ONE: Fraction(1)}
    for _ in range(exponent):
        total = _times(total, base)
    return total


class Expander:
    """Terms as polynomials in atoms; `1/x` is an atom of its own unless x is known not to be zero."""

    def __init__(self, nonzero: Callable[[Polynomial], bool]) -> None:
        """`nonzero` tells which polynomials are never zero."""
        self.nonzero = nonzero

    def expanded(self, term: Term) -> Polynomial:
        """The polynomial; a vector or matrix is one atom in each of its terms."""
        match term.head:
            case "number":
                return {_ONE: value_of(term)} if term.data[0] else {}
            case "zeros":
                return {}
            case "add":
                total: Polynomial = {}
                for part in term.args:
                    total = _plus(total, self.expanded(part))
                return total
            case "mul" | "scale":
                product: Polynomial = {_ONE: Fraction(1)}
                for part in term.args:
                    product = _times(product, self.expanded(part))
                return product
            case "power" if is_number(term.args[1]) and term.args[1].data[1] == 1:
                exponent = term.args[1].data[0]
                base = self.expanded(term.args[0])
                return _raised(base, exponent) if exponent >= 0 else _raised(self._inverse(base), -exponent)
        return {frozenset({(_atom(term), 1)}): Fraction(1)}

    def _inverse(self, base: Polynomial) -> Polynomial:
        """1/x: exponents change sign where x is a product of atoms that are never zero."""
        require(bool(base), "A denominator is zero.")
        if len(base) > 1:
            return {frozenset({(("inverse", frozenset(base.items())), 1)}): Fraction(1)}
        ((monomial, c),) = base.items()
        exponents: dict[object, int] = {}
        for atom, e in monomial:
            if type(atom) is tuple and atom[0] == "inverse" and e == 1:
                # 1/(1/x) = x, also for x = 0.
                return _times(self._inverse({monomial - {(atom, e)}: c}), dict(atom[1]))
            one = {frozenset({(atom, 1)}): Fraction(1)}
            if self.nonzero(one):
                exponents[atom] = exponents.get(atom, 0) - e
            else:
                inverse = ("inverse", frozenset(one.items()))
                require(e > 0, "An inverse of an inverse power does not expand.")
                exponents[inverse] = exponents.get(inverse, 0) + e
        return {frozenset((atom, e) for atom, e in exponents.items() if e): 1 / c}

    def is_zero(self, difference: Polynomial) -> bool:
        """Whether it vanishes, after multiplication with denominators that are never zero."""
        for _ in range(_HIGHEST_POWER):
            if not difference:
                return True
            denominator = next((d for d in self._denominators(difference)), None)
            if denominator is None:
                return False
            difference = self._cleared(difference, denominator)
        return False

    def _denominators(self, total: Polynomial) -> list[object]:
        atoms = {atom for m in total for atom, _ in m if type(atom) is tuple and atom[0] == "inverse"}
        return [atom for atom in atoms if self.nonzero(dict(atom[1]))]

    def _cleared(self, total: Polynomial, inverse: object) -> Polynomial:
        """The polynomial times x^k, for the highest power k of 1/x in it."""
        highest = max(dict(m).get(inverse, 0) for m in total)
        base = dict(inverse[1])  # type: ignore[index]
        cleared: Polynomial = {}
        for m, c in total.items():
            own = dict(m).get(inverse, 0)
            rest = frozenset((atom, e) for atom, e in m if atom != inverse)
            cleared = _plus(cleared, _times({rest: c}, _raised(base, highest - own)))
        return cleared


def _atom(term: Term) -> object:
    """What the polynomial takes for one letter; inner products are symmetric, and |x|^2 = <x, x>."""
    if term.head == "inner":
        return ("inner", frozenset(term.args))
    return ("inner", frozenset(term.args)) if term.head == "norm2" else term


def expander(conditions: tuple[Theorem, ...]) -> Expander:
    """Terms as polynomials, where the conditions tell what is not zero."""
    bare = Expander(lambda _: False)
    known: list[Polynomial] = []
    for condition in conditions:
        if condition.proposition.head == "ne":
            one, other = condition.proposition.args
        else:
            one, relation, other = ordered(condition.proposition)
            require(relation == "lt", "{} does not say that something is not zero.", condition.proposition)
        require(not one.shape, "{} is about vectors.", condition.proposition)
        known.append(bare.expanded(other - one))

    def nonzero(polynomial: Polynomial) -> bool:
        return is_positive_by_form(polynomial) or any(
            _plus(polynomial, {m: -c for m, c in own.items()}) == {} or _plus(polynomial, own) == {}
            for own in known
        )

    return Expander(nonzero)


def is_positive_by_form(polynomial: Polynomial) -> bool:
    """Whether it is positive at the least values of its sizes and indices, and grows from there."""
    symbols = [atom for m in polynomial for atom, _ in m]
    if not all(type(atom) is Term and atom.head in {"size", "index"} for atom in symbols):
        return False
    if any(e < 0 for m in polynomial for _, e in m):
        return False
    shifted: Polynomial = {}
    for m, c in polynomial.items():
        term: Polynomial = {_ONE: c}
        for atom, e in m:
            corner = {frozenset({(atom, 1)}): Fraction(1), _ONE: Fraction(least(atom) or 0)}
            term = _times(term, _raised({k: x for k, x in corner.items() if x}, e))
        shifted = _plus(shifted, term)
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
        difference = _plus(difference, tools.expanded(m * (r - l)))
    require(tools.is_zero(difference), "{} and {} are not the same rational function.", left, right)
    return Conclusion(Term("eq", (left, right)))


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
        total = _plus(total, tools.expanded(multiply(*product)))
        strict = strict or (c > 0 and not squares and all(kind == "lt" for _, kind, _ in factors))
    require(tools.is_zero(total), "The parts do not add up to ({}) - ({}).", right, left)
    require(relation == "le" or strict, "Nothing in the certificate makes {} < {} strict.", left, right)
    return Conclusion(Term(relation, (left, right)))


def _is_strict(fact: Theorem) -> bool:
    return fact.proposition.head in {"lt", "gt"}


@rule("The domain of a size or the range of an index.")
def domain(*, symbol: Term, end: str) -> Conclusion:
    """|- low <= n, or n <= high."""
    require(
        symbol.head in {"size", "index"} and end in {"low", "high"}, "{} has no such end of a range.", symbol
    )
    if symbol.head == "index":
        return Conclusion(Term("le", (number(1), symbol) if end == "low" else (symbol, symbol.args[0])))
    _, low, high = symbol.data
    require(end == "low" or high is not None, "{} has no largest value.", symbol)
    return Conclusion(Term("le", (number(low), symbol) if end == "low" else (symbol, number(high))))


@rule("The inverse of a positive number is positive.", ORDER)
def inverse_positive(premise: Theorem) -> Conclusion:
    """From 0 < x: 0 < 1/x."""
    low, relation, x = ordered(premise.proposition)
    require(
        relation == "lt" and is_number(low, 0),
        "{} does not say that something is positive.",
        premise.proposition,
    )
    return Conclusion(Term("lt", (low, power(x, -1))))


@rule(
    "Squared norms, even powers, moduli, probabilities and indicators are nonnegative; exponentials positive."
)
def nonnegative(*, term: Term) -> Conclusion:
    """|- 0 <= x, by the form of x."""
    head = term.head
    even = (
        head == "power"
        and is_number(term.args[1])
        and term.args[1].data[1] == 1
        and term.args[1].data[0] % 2 == 0
    )
    square = head == "inner" and term.args[0] is term.args[1]
    if head == "function" and term.data == ("exp",) and not term.shape:
        return Conclusion(Term("lt", (number(0), term)))
    known = head in {"norm2", "P", "indicator"} or even or square
    modulus = head == "function" and term.data[0] in {"abs", "relu", "softplus", "sigmoid"} and not term.shape
    require(known or modulus, "{} is not nonnegative by its form.", term)
    return Conclusion(Term("le", (number(0), term)))


@rule("Probabilities and indicators are at most one.")
def at_most_one(*, term: Term) -> Conclusion:
    """|- P(A) <= 1."""
    require(term.head in {"P", "indicator"}, "{} is no probability.", term)
    return Conclusion(Term("le", (term, number(1))))


def is_nonnegative_by_form(term: Term) -> bool:
    """Whether a number is nonnegative whatever the values of its symbols."""
    match term.head:
        case "number":
            return term.data[0] >= 0
        case "size" | "index":
            return True
        case "mul":
            return all(map(is_nonnegative_by_form, term.args))
        case "add":
            return all(map(is_nonnegative_by_form, term.args)) or (least(term) or 0) > 0
        case "power":
            base, exponent = term.args
            whole = is_number(exponent) and exponent.data[1] == 1
            return whole and (exponent.data[0] % 2 == 0 or is_nonnegative_by_form(base))
    return False
