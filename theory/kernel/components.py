"""Identities of tensors and of their gradients, by components, for symbolic dimensions.

Every entry of a tensor is written as a sum over bound indices of products of powers of atoms: entries of
symbols, exponentials of single products, logarithms, what is an atom here. The difference of two sides that
is the empty sum is zero. A gradient is differentiated there, entry by entry, where it is smooth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, count, groupby, permutations, product
from math import factorial, prod
from typing import Final

from .. import laws
from ..node import TRUE, Term, add, is_number, multiply, number, power, value_of, whole_power
from ..requirements import is_integer, is_natural, least
from ..substitution import abstracted, instantiated, occurs, opened, rebuilt, replaced, subterms, unfolded
from ..terms import PI, absolute, exp, indicator, log
from .algebra import is_positive_by_form
from .theorem import EQUATION, SIDE, Conclusion, Refused, Theorem, ordered, require, rule

Factors = dict[Term, Fraction]
Monomial = tuple[tuple[Term, ...], frozenset[tuple[Term, Fraction]]]
"""Bound indices, and atoms with their exponents."""
Polynomial = dict[Monomial, Fraction]
_MOST_TERMS: Final = 4_000
_MOST_ORDERS: Final = 720
_HIGHEST_POWER: Final = 16
_WIDEST: Final = 8
"""A sum over at most so many values is written out."""
_OF_PLACES: Final = frozenset(
    {"le", "lt", "ge", "gt", "add", "mul", "number", "index", "bound_index", "size"}
)
"""What an order of two indices, each beside numbers, is made of."""
_ONE: Final[Monomial] = ((), frozenset())
_HALF_TURN: Final[Monomial] = ((), frozenset({(PI, Fraction(1))}))
_SMOOTH: Final = frozenset(
    {"parameter", "fixed", "add", "mul", "scale", "power", "inner", "norm2", "outer", "matmul", "transpose"}
    | {"trace", "matrix_power", "diagonal", "array", "component", "softmax", "sum", "tabulate", "gradient"}
    | {"definition"}
)
_SMOOTH_FUNCTIONS: Final = frozenset({"exp", "log", "sin", "cos", "tanh", "softplus", "sigmoid", "erfc"})


def _plus(*parts: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for part in parts:
        for m, c in part.items():
            total[m] = total.get(m, Fraction(0)) + c
    require(len(total) <= _MOST_TERMS, "The polynomial is too large.")
    return {m: c for m, c in total.items() if c}


def _constant(value: Fraction | int) -> Polynomial:
    return {_ONE: Fraction(value)} if value else {}


def _atom(term: Term, exponent: Fraction | int = 1) -> Polynomial:
    return {((), frozenset({(term, Fraction(exponent))})): Fraction(1)}


def _is_exponential(term: Term) -> bool:
    return term.head == "function" and term.data == ("exp",)


class Components:
    """Entries of tensors as polynomials in indexed atoms; conditions tell what is positive or not zero."""

    def __init__(self, conditions: Iterable[Theorem] = ()) -> None:
        self.fresh = count(1)
        self.points: list[tuple[Term, Term]] = []
        """For each variable of a gradient that is being differentiated its point."""
        self.known_positive: set[Term] = set()
        self.known_nonzero: set[Term] = set()
        self.remembered: dict[tuple[Term, tuple[Term, ...]], Polynomial] = {}
        """Entries already found, for what is known now of signs and points."""
        for condition in conditions:
            self._learn(condition.proposition)

    def _learn(self, proposition: Term) -> None:
        strict = proposition.head in {"lt", "gt", "ne"}
        require(strict, "{} does not say that something is not zero.", proposition)
        one, other = proposition.args
        low, high = (one, other) if proposition.head == "ne" else ordered(proposition)[::2]
        require(not low.shape and not low.is_random, "{} is no condition on numbers.", proposition)
        total = _plus(self.entries(high), self._negative(self.entries(low)))
        whole = self._normalised(total)[1]
        self.known_nonzero |= {whole, *(atom for atom, _ in self._parts(self.entries(whole))[1])}
        if proposition.head != "ne":
            self.known_positive.add(self._scaled(total))
        self.remembered = {}

    # What is known of signs: by form, or by a condition, which holds at the point of a gradient.

    def _at_point(self, term: Term) -> Term:
        for variable, point in reversed(self.points):
            if not term.loose and occurs(variable, term):
                term = self._term(self.entries(replaced(term, variable, point)))
        return term

    def _is_positive(self, term: Term) -> bool:
        return self.sign(term) > 1

    def sign(self, term: Term) -> int:
        """2 for a term that is positive by its form or a condition, 1 for a nonnegative one, else 0."""
        if term.head == "constant" or term in self.known_positive or self._is_multiple_of_known(term):
            return 2
        if term.head in {"random", "item"} and self._has_positive_law(term):
            return 2
        moved = self._at_point(term)
        # Only what is strict at the point of a gradient holds around it.
        strict = moved is not term and self._is_positive(moved)
        whole = unfolded(term) if term.head == "definition" else term
        return 2 if strict else self._sign_by_form(whole)

    def _has_positive_law(self, term: Term) -> bool:
        """Whether a random number is one whose law is that of numbers above 0."""
        law = (term.args[0] if term.head == "item" else term).args[0]
        return laws.is_positive(law) and self.sign(law.args[0]) > 1

    def _is_multiple_of_known(self, term: Term) -> bool:
        """Whether a sum is a positive multiple of what a condition says is positive."""
        return term.head == "add" and self._scaled(self.entries(term)) in self.known_positive

    def _sign_by_form(self, term: Term) -> int:
        match term.head:
            case "number":
                return 2 * (term.data[0] > 0) or int(term.data[0] == 0)
            case "size" | "index" | "bound_index" | "permuted":
                return 2 if (least(term) or 0) > 0 else 1
            case "function":
                if term.data[0] == "log":
                    return max(0, min(least(term.args[0]) or 0, 2))
                positive = term.data[0] in {"exp", "sigmoid", "softplus"}
                return 2 if positive else int(term.data[0] in {"abs", "relu"})
            case "hypergeometric":
                *parameters, z = map(self.sign, term.args)
                return 2 * (min(parameters, default=2) > 1 and z > 0)
            case "norm2" | "indicator" | "Var":
                return 1
            case "inner":
                return int(term.args[0] is term.args[1])
            case "component":
                return 2 * (term.args[0].head == "softmax")
            case "mul":
                return min(map(self.sign, term.args))
            case "add":
                signs = [self.sign(part) for part in term.args]
                return max(signs) if all(signs) else 2 * self._is_positive_in_sizes(term)
            case "sum" if not term.shape:
                return min(self.sign(term.args[2]), 2 if term.args[1] is TRUE else 1)
            case "power":
                base, exponent = term.args
                even = is_number(exponent) and value_of(exponent) % 2 == 0
                return self.sign(base) or int(even)
        return 0

    def _is_positive_in_sizes(self, term: Term) -> bool:
        if any(
            part.head not in {"add", "mul", "power", "number", "size", "index"} for part in subterms(term)
        ):
            return False
        total = self.entries(term)
        whole = all(not bound and all(e.denominator == 1 for _, e in m) for bound, m in total)
        return whole and is_positive_by_form(
            {frozenset((a, int(e)) for a, e in m): c for (_, m), c in total.items()}
        )

    def _noted(self, term: Term) -> Polynomial:
        """The entry of a number, which is remembered where it is positive by its form before expansion."""
        total = self.entries(term)
        if total and self._is_positive(term):
            c, whole = self._normalised(total)
            if c > 0 and whole not in self.known_positive:
                self.known_positive.add(whole)
                self.remembered = {}
        return total

    def _is_nonzero(self, term: Term) -> bool:
        moved = self._at_point(term)
        at_point = moved if moved is term else self._normalised(self.entries(moved))[1]
        return self._is_positive(term) or bool({term, at_point} & self.known_nonzero)

    # Monomials in their one form.

    def _index(self, upper: Term) -> Term:
        return Term("index", (upper,), (f"#{next(self.fresh)}",))

    def _monomial(self, c: Fraction, bound: tuple[Term, ...], factors: Factors) -> Polynomial:
        """C sum_bound prod atom^e: deltas used up, indices that do not occur counted, names in order."""
        factors = {atom: e for atom, e in factors.items() if e}
        for atom in [a for a in factors if _is_delta(a)]:
            one, other = atom.args[0].args
            gone, kept = (one, other) if one in bound or other.head != "index" else (other, one)
            factors[atom] = Fraction(1)
            rest = {a: e for a, e in factors.items() if a is not atom}
            if gone in bound:
                left = tuple(b for b in bound if b is not gone)
                return self._product(c, left, rest, lambda t, g=gone, k=kept: replaced(t, g, k))
            if any(occurs(gone, a) for a in rest) and gone.head == "index":
                renamed = self._product(c, bound, rest, lambda t, g=gone, k=kept: replaced(t, g, k))
                return self._times(renamed, _atom(atom))
        counted = self._counted(c, bound, factors)
        if counted is not None:
            return counted
        for atom, e in factors.items():
            whole = e.numerator // e.denominator
            if atom.head == "number" and whole:
                return self._monomial(
                    c * whole_power(value_of(atom), whole), bound, {**factors, atom: e - whole}
                )
            if atom.head == "function" and atom.data == ("sin",) and whole > 1:
                less, cos = {**factors, atom: e - 2}, Term("function", atom.args, ("cos",))
                without = self._monomial(c, bound, less)
                return _plus(without, self._monomial(-c, bound, less | {cos: less.get(cos, Fraction(0)) + 2}))
            if atom.head in {"add", "sum"} and whole > 0:
                return self._expanded(c, bound, {**factors, atom: e - whole}, atom, whole)
        folded = self._folded(bound, factors)
        if folded is not None:
            return self._monomial(c, *folded)
        for whole, e in factors.items():
            lead = self._lead(whole) if e < 0 and whole.head == "add" else None
            if lead is not None and factors.get(lead[0], Fraction(0)) / lead[1] >= 1:
                return self._divided(c, bound, factors, whole, *lead)
        return self._named(c, bound, factors)

    def _counted(self, c: Fraction, bound: tuple[Term, ...], factors: Factors) -> Polynomial | None:
        """An index that does not occur, counted; sum_j f(pi(j)) as sum_j f(j), for a permutation pi."""
        for index in bound:
            if not any(occurs(index, atom) for atom in factors):
                left = tuple(b for b in bound if b is not index)
                return self._times(self._monomial(c, left, factors), self.entries(index.args[0]))
            image = _only_image(index, factors)
            if image is not None:
                new = self._index(index.args[0])
                others = tuple(new if b is index else b for b in bound)
                return self._product(c, others, factors, lambda t, i=image, n=new: replaced(t, i, n))
        return None

    def _expanded(
        self, c: Fraction, bound: tuple[Term, ...], factors: Factors, atom: Term, times: int
    ) -> Polynomial:
        """The power of a sum multiplied out, below the sum over the bound indices."""
        free = {b: self._index(b.args[0]) for b in bound}
        total = self._raised(self.entries(_renamed(atom, free)), times)
        rest = self._product(c, (), factors, lambda t: _renamed(t, free))
        total = self._times(rest, total)
        for index in free.values():
            total = self._summed(total, index)
        return total

    def _lead(self, whole: Term) -> tuple[Term, Fraction] | None:
        """The exponential and its power in a sum x exp(y)^k + ... without other exponentials."""
        found = [(b, m) for b, m in self.entries(whole) if any(_is_exponential(a) for a, _ in m)]
        alone = len(found) == 1 and not found[0][0] and len(found[0][1]) == 1
        return next(iter(found[0][1])) if alone else None

    def _divided(
        self, c: Fraction, bound: tuple[Term, ...], factors: Factors, whole: Term, atom: Term, k: Fraction
    ) -> Polynomial:
        """L / S = (1 - R / S) / x, where S = x L + R is not zero and L = exp(y)^k."""
        free = {b: self._index(b.args[0]) for b in bound}
        total = self.entries(_renamed(whole, free))
        x = next(x for (_, m), x in total.items() if m == {(_renamed(atom, free), k)})
        lead = {m: own for m, own in total.items() if m[1] == {(_renamed(atom, free), k)}}
        rest = {_renamed(a, free): e - k * (a is atom) for a, e in factors.items()}
        without = self._monomial(c / x, (), rest | {_renamed(whole, free): factors[whole] + 1})
        left = _plus(total, self._negative(lead))
        found = _plus(without, self._negative(self._times(self._monomial(c / x, (), rest), left)))
        for index in free.values():
            found = self._summed(found, index)
        return found

    def _product(
        self, c: Fraction, bound: tuple[Term, ...], factors: Factors, change: Callable[[Term], Term]
    ) -> Polynomial:
        """The monomial with its atoms changed and written anew."""
        free = {b: self._index(b.args[0]) for b in bound}
        total = _constant(c)
        for atom, e in factors.items():
            total = self._times(total, self._power(self.entries(_renamed(change(atom), free)), e))
        for index in free.values():
            total = self._summed(total, index)
        return total

    def _folded(self, bound: tuple[Term, ...], factors: Factors) -> tuple[tuple[Term, ...], Factors] | None:
        """sum_a f(a) / S as 1, where S = sum_a f(a) is not zero and a occurs nowhere else."""
        for whole, e in factors.items():
            if e >= 0 or whole.head != "sum":
                continue
            ((inside, parts), c), *others = self.entries(whole).items()
            if others or c != 1 or len(inside) != 1:
                continue
            for index in (b for b in bound if b.args[0] is inside[0].args[0]):
                wanted = {(replaced(atom, inside[0], index), k) for atom, k in parts}
                own = {(atom, k) for atom, k in factors.items() if occurs(index, atom)}
                if wanted == own:
                    rest = {atom: k for atom, k in factors.items() if (atom, k) not in own}
                    return tuple(b for b in bound if b is not index), {**rest, whole: e + 1}
        return None

    def _named(self, c: Fraction, bound: tuple[Term, ...], factors: Factors) -> Polynomial:
        """The bound indices under the names #a1, #a2, ..., in the order that makes the text least."""
        if not bound:
            return {((), frozenset(factors.items())): c}
        other = {b: Term("index", b.args, ("#o",)) for b in bound}

        def outline(index: Term) -> tuple[str, ...]:
            names = {**other, index: Term("index", index.args, ("#x",))}
            seen = sorted(f"{_renamed(a, names)}^{e}" for a, e in factors.items() if occurs(index, a))
            return (repr(index.args[0]), *seen)

        free = {name for atom in factors for name, own in atom.declarations if own not in bound}
        labels = [
            name for name in (f"#a{k}" for k in range(1, len(bound) + len(free) + 1)) if name not in free
        ]
        groups = [list(group) for _, group in groupby(sorted(bound, key=outline), key=outline)]
        require(prod(factorial(len(g)) for g in groups) <= _MOST_ORDERS, "There are too many indices.")
        found = []
        for orders in product(*(permutations(group) for group in groups)):
            order = tuple(chain.from_iterable(orders))
            names = {b: Term("index", b.args, (label,)) for b, label in zip(order, labels, strict=False)}
            if any(names[b] is not b for b in bound):
                renamed: Factors = {}
                for atom, e in factors.items():
                    again = self._again(_renamed(atom, names))
                    renamed[again] = renamed.get(again, Fraction(0)) + e
            else:
                renamed = factors
            text = sorted(f"{atom}^{e}" for atom, e in renamed.items())
            found.append((text, (tuple(names[b] for b in order), frozenset(renamed.items()))))
        return {min(found, key=lambda pair: pair[0])[1]: c}

    def _again(self, atom: Term) -> Term:
        """An atom whose indices were renamed, with its inner sums in order."""
        again = self._term(self.entries(atom))
        return again if again.head == atom.head else atom

    # Arithmetic.

    def _negative(self, total: Polynomial) -> Polynomial:
        return {m: -c for m, c in total.items()}

    def _times(self, one: Polynomial, other: Polynomial) -> Polynomial:
        require(len(one) * len(other) <= _MOST_TERMS, "The polynomial is too large.")
        parts = []
        for (bound, m), x in one.items():
            for (also, k), y in other.items():
                factors: Factors = {}
                opened = []
                for own, atoms in ((bound, m), (also, k)):
                    free = {b: self._index(b.args[0]) for b in own}
                    opened += free.values()
                    for atom, e in atoms:
                        renamed = _renamed(atom, free)
                        factors[renamed] = factors.get(renamed, Fraction(0)) + e
                parts.append(self._monomial(x * y, tuple(opened), factors))
        return _plus(*parts)

    def _raised(self, base: Polynomial, exponent: int) -> Polynomial:
        require(exponent <= _HIGHEST_POWER, "The exponent {} is too large to expand.", exponent)
        total = _constant(1)
        for _ in range(exponent):
            total = self._times(total, base)
        return total

    def _summed(self, total: Polynomial, index: Term) -> Polynomial:
        """sum_index of the polynomial, in which the index is free."""
        return _plus(*(self._monomial(c, (*bound, index), dict(m)) for (bound, m), c in total.items()))

    def _normalised(self, total: Polynomial) -> tuple[Fraction, Term]:
        """C and S with total = c S, where the first coefficient of S is 1."""
        if not total:
            return Fraction(0), number(0)
        ordered_parts = sorted(total.items(), key=lambda pair: repr(self._summand(*pair[0])))
        c = ordered_parts[0][1]
        return c, self._term({m: x / c for m, x in ordered_parts})

    def _scaled(self, total: Polynomial) -> Term:
        """The total over the modulus of its first coefficient."""
        c, whole = self._normalised(total)
        return whole if c > 0 else self._term({m: x / -c for m, x in total.items()})

    def _summand(self, bound: tuple[Term, ...], m: Iterable[tuple[Term, Fraction]]) -> Term:
        body = multiply(number(1), *(power(atom, e) for atom, e in sorted(m, key=repr)))
        for index in reversed(bound):
            body = Term("sum", (index.args[0], TRUE, abstracted(body, index)))
        return body

    def _term(self, total: Polynomial) -> Term:
        parts = sorted(((self._summand(*m), c) for m, c in total.items()), key=lambda pair: repr(pair[0]))
        return add(number(0), *(multiply(number(c), part) for part, c in parts))

    def _parts(self, total: Polynomial) -> tuple[Fraction, list[tuple[Term, Fraction]]]:
        """The polynomial as c times powers of atoms; several summands are one atom."""
        if len(total) == 1:
            (((bound, m), c),) = total.items()
            outside = [(a, e) for a, e in m if not any(occurs(b, a) for b in bound)]
            if not bound:
                return c, outside
            inside = frozenset(m) - frozenset(outside)
            return c, [*outside, (self._term({(bound, inside): Fraction(1)}), Fraction(1))]
        c, whole = self._normalised(total)
        return c, [(whole, Fraction(1))]

    def _power(self, base: Polynomial, q: Fraction) -> Polynomial:
        """base^q: multiplied out, or atom by atom where that is right for all values."""
        if q.denominator == 1 and q >= 0:
            return self._raised(base, int(q))
        require(bool(base), "A denominator is zero.")
        c, parts = self._parts(base)
        if all(self._is_nonzero(a) if q.denominator == 1 else self._is_positive(a) for a, _ in parts) and (
            q.denominator == 1 or c > 0
        ):
            factors = {a: e * q for a, e in parts}
            if q.denominator == 1:
                return self._monomial(whole_power(c, q.numerator), (), factors)
            scale = self._monomial(Fraction(1), (), {number(c): q} if c != 1 else {})
            return self._times(scale, self._monomial(Fraction(1), (), factors))
        if q > 0 and c > 0:
            rooted = [(absolute(a), e) if e % 2 == 0 and not self.sign(a) else (a, e) for a, e in parts]
            if all(self.sign(a) and e > 0 for a, e in rooted):
                scale = self._monomial(Fraction(1), (), {number(c): q} if c != 1 else {})
                return self._times(scale, self._monomial(Fraction(1), (), {a: e * q for a, e in rooted}))
        if q.denominator == 1 and all(e.denominator == 1 for _, e in parts):
            total = _constant(whole_power(c, q.numerator))
            for atom, e in parts:
                total = self._times(total, self._inverse_power(atom, e * q))
            return total
        whole = self._term(base)
        if whole in self.known_positive:
            return self._monomial(Fraction(1), (), {whole: q})
        return _atom(power(whole, q))

    def _inverse_power(self, atom: Term, e: Fraction) -> Polynomial:
        """atom^e for a whole e, 1/0 = 0 and 1/(1/x) = x included."""
        if e > 0 or self._is_nonzero(atom):
            return self._monomial(Fraction(1), (), {atom: e})
        if atom.head == "power" and is_number(atom.args[1], -1):
            return self._raised(self.entries(atom.args[0]), int(-e))
        return _atom(power(atom, -1), -e)

    def _symbolic_power(self, base: Term, exponent: Term) -> Polynomial:
        """base^(c + m + ...) = base^c base^m ..., for a positive base or whole exponents from zero on."""
        inside, total = self._noted(base), self.entries(exponent)
        if set(total) <= {_ONE}:
            return self._power(inside, total.get(_ONE, Fraction(0)))
        whole = self._term(inside)
        natural = (
            is_integer(exponent)
            and all(c.denominator == 1 and c > 0 for c in total.values())
            and all(is_natural(self._summand(*m)) for m in total)
        )
        if not natural and not self._is_positive(whole):
            return _atom(power(whole, self._term(total)))
        found = self._power(inside, total.get(_ONE, Fraction(0)))
        for m, c in total.items():
            if m != _ONE:
                found = self._times(
                    found, self._monomial(Fraction(1), (), {power(whole, self._summand(*m)): c})
                )
        return found

    def _exponential(self, total: Polynomial) -> Polynomial:
        """exp(sum c m) = prod exp(m)^c."""
        factors = {exp(self._summand(*m)): c for m, c in total.items()}
        return self._monomial(Fraction(1), (), factors)

    def _logarithm(self, total: Polynomial) -> Polynomial:
        """log(c prod a^e) = log c + sum e log a, where all are positive; log exp m = m."""
        if not total:
            return _atom(log(number(0)))
        c, parts = self._parts(total)
        if c < 0 or not all(self._is_positive(a) for a, _ in parts):
            return _atom(log(self._term(total)))
        found = [_atom(log(number(c)))] if c != 1 else []
        for atom, e in parts:
            inside = self.entries(atom.args[0]) if _is_exponential(atom) else _atom(log(atom))
            found.append(self._times(_constant(e), inside))
        return _plus(*found)

    def _modulus(self, total: Polynomial) -> Polynomial:
        """|c prod a^e| = |c| prod |a|^e."""
        if not total:
            return {}
        c, parts = self._parts(total)
        found = _constant(abs(c))
        for atom, e in parts:
            plain = e % 2 == 0 or self._is_positive(atom)
            found = self._times(
                found, self._monomial(Fraction(1), (), {atom if plain else absolute(atom): e})
            )
        return found

    def _turn(self, angle: Polynomial) -> tuple[Polynomial, Polynomial]:
        """The cosine and sine of an angle by those of its terms, as cos(a + b) = cos a cos b - sin a sin b.

        Of a term (p/q) m they are those of m/q, p times over; half turns are whole multiples of pi.
        """
        cos, sin = _constant(1), _constant(0)
        for m, c in angle.items():
            for one, other in self._turns(m, c):
                cos, sin = (
                    _plus(self._times(cos, one), self._negative(self._times(sin, other))),
                    _plus(self._times(sin, one), self._times(cos, other)),
                )
        return cos, sin

    def _turns(self, m: Monomial, c: Fraction) -> list[tuple[Polynomial, Polynomial]]:
        """The cosine and sine of parts of the angle c m."""
        times = abs(c.numerator)
        if m == _HALF_TURN and c.denominator <= 2:  # noqa: PLR2004 - quarters of a turn
            place = int(2 * c) % 4
            return [(_constant((1, 0, -1, 0)[place]), _constant((0, 1, 0, -1)[place]))]
        if times > _HIGHEST_POWER:
            times = 1
        part = self._term({m: abs(c) / times})
        cos, sin = (_atom(Term("function", (part,), (name,))) for name in ("cos", "sin"))
        return [(cos, sin if c > 0 else self._negative(sin))] * times

    # Entries of terms.

    def entries(self, term: Term, places: tuple[Term, ...] = ()) -> Polynomial:
        """The entry of a tensor at the places, a number for a number."""
        method = getattr(self, f"_of_{term.head}", None)
        if method is None:
            return _atom(Term("component", (term, *places)) if places else term)
        remembered = self.remembered
        if (term, places) not in remembered:
            # What is learned on the way begins a new table, so that this entry is then found again.
            remembered[term, places] = method(term, places)
        return remembered[term, places]

    def _of_number(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        return _constant(value_of(term))

    def _of_add(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return _plus(*(self.entries(part, places) for part in term.args))

    def _of_mul(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        total = _constant(1)
        for part in term.args:
            total = self._times(total, self.entries(part))
        return total

    def _of_scale(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return self._times(self.entries(term.args[0]), self.entries(term.args[1], places))

    def _of_power(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        return self._symbolic_power(*term.args)

    def _of_function(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        (name,), x = term.data, term.args[0]
        inside = self.entries(x, places) if places else self._noted(x)
        raised = self._exponential(inside) if name in {"exp", "softplus", "sigmoid", "tanh"} else {}
        match name:
            case "exp":
                return raised
            case "log":
                return self._logarithm(inside)
            case "abs":
                return self._modulus(inside)
            case "softplus":
                return self._logarithm(_plus(_constant(1), raised))
            case "sigmoid":
                return self._times(raised, self._power(_plus(_constant(1), raised), Fraction(-1)))
            case "tanh":
                square = self._times(raised, raised)
                below = self._power(_plus(_constant(1), square), Fraction(-1))
                return self._times(_plus(square, _constant(-1)), below)
            case "cos" | "sin":
                return self._turn(inside)[name == "sin"]
            case "arccos" if inside in (_constant(-1), _constant(0), _constant(1)):
                return self.entries(PI * ((1 - inside.get(_ONE, Fraction(0))) / 2))
            case "erfc" if not inside:
                return _constant(1)
        return _atom(Term("function", (self._term(inside),), (name,)))

    def _of_maximum(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        inside = positive_part_of(term)
        return _atom(term) if inside is None else self.entries(Term("function", (inside,), ("relu",)))

    def _of_applied(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        if len(term.args) == 1:
            return _atom(Term(term.head, (self._term(self.entries(term.args[0], places)),), term.data))
        return _atom(Term(term.head, tuple(map(self._whole, term.args)), term.data))

    def _whole(self, term: Term) -> Term:
        """A number or vector with its entries in their one form."""
        if not term.shape:
            return self._term(self.entries(term))
        index = self._index(term.shape[0])
        entry = abstracted(self._term(self.entries(term, (index,))), index)
        return Term("tabulate", (index.args[0], TRUE, entry))

    def _of_zeros(self, *_: object) -> Polynomial:
        return {}

    def _of_ones(self, *_: object) -> Polynomial:
        return _constant(1)

    def _of_identity(self, _: Term, places: tuple[Term, ...]) -> Polynomial:
        return self._same_place(*places)

    def _same_place(self, one: Term, other: Term) -> Polynomial:
        """1 where the indices, of one range, are the same, else 0."""
        if one is other:
            return _constant(1)
        if one.head == other.head == "permuted" and one.data == other.data:
            return self._same_place(one.args[1], other.args[1])
        if is_number(one) and is_number(other):
            return {}
        return self._monomial(
            Fraction(1), (), {indicator(Term("eq", tuple(sorted((one, other), key=repr)))): Fraction(1)}
        )

    def _of_diagonal(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return self._times(self._same_place(*places), self.entries(term.args[0], places[:1]))

    def _of_array(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        indices = product(*(range(1, dim + 1) for dim in term.data))
        parts = []
        for entry, index in zip(term.args, indices, strict=True):
            here = [self._same_place(place, number(k)) for place, k in zip(places, index, strict=True)]
            if all(here):
                parts.append(self._times(here[0], self.entries(entry)))
                for more in here[1:]:
                    parts[-1] = self._times(parts[-1], more)
        return _plus(*parts)

    def _of_component(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        x, *places = term.args
        if getattr(self, f"_of_{x.head}", None) is None:
            return _atom(term)
        return self.entries(x, tuple(places))

    def _over(self, upper: Term, body: Callable[[Term], Polynomial]) -> Polynomial:
        """sum_j body(j) for j = 1, ..., upper, written out for a small number."""
        if is_number(upper) and value_of(upper) <= _WIDEST:
            return _plus(*(body(number(k)) for k in range(1, upper.data[0] + 1)))
        index = self._index(upper)
        return self._summed(body(index), index)

    def _contracted(
        self, shape: tuple[Term, ...], body: Callable[[tuple[Term, ...]], Polynomial]
    ) -> Polynomial:
        if not shape:
            return body(())
        return self._over(shape[0], lambda j: self._contracted(shape[1:], lambda rest: body((j, *rest))))

    def _of_inner(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        x, y = term.args
        return self._contracted(x.shape, lambda at: self._times(self.entries(x, at), self.entries(y, at)))

    def _of_norm2(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        return self._of_inner(Term("inner", term.args * 2), ())

    def _of_outer(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return self._times(*(self.entries(x, (at,)) for x, at in zip(term.args, places, strict=True)))

    def _of_matmul(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        a, b = term.args
        cut = len(a.shape) - 1
        return self._over(
            a.shape[-1],
            lambda j: self._times(self.entries(a, (*places[:cut], j)), self.entries(b, (j, *places[cut:]))),
        )

    def _of_transpose(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return self.entries(term.args[0], places[::-1])

    def _of_trace(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        return self._over(term.args[0].shape[0], lambda j: self.entries(term.args[0], (j, j)))

    def _of_matrix_power(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        """A^k written out for a number k; A^(k + n) = A^k A^n."""
        base, exponent = term.args
        last = exponent.args[-1] if exponent.head == "add" else exponent
        if not is_number(last) or not 0 <= value_of(last) <= _HIGHEST_POWER:
            return _atom(Term("component", (term, *places)))
        left = Term("identity", base.shape[:1])
        if exponent.head == "add":
            left = Term("matrix_power", (base, exponent - last))
        for _ in range(last.data[0]):
            left = base if left.head == "identity" else base @ left
        return self.entries(left, places)

    def _of_softmax(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        (z,) = term.args
        total = self._over(z.shape[0], lambda j: self._exponential(self.entries(z, (j,))))
        return self._times(self._exponential(self.entries(z, places)), self._power(total, Fraction(-1)))

    def _of_tabulate(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return self.entries(instantiated(term.args[2], places[0]))

    def _of_sum(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        upper, condition, body = term.args

        def at(j: Term) -> Polynomial:
            return self._times(
                self._event(instantiated(condition, j)), self.entries(instantiated(body, j), places)
            )

        return self._over(upper, at)

    def _of_product(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        upper, condition, body = term.args
        if condition is TRUE and is_number(upper) and value_of(upper) <= _WIDEST:
            total = _constant(1)
            for k in range(1, upper.data[0] + 1):
                total = self._times(total, self.entries(instantiated(body, number(k))))
            return total
        if body.loose or condition is not TRUE:
            return _atom(term)
        return self._symbolic_power(body, upper)

    def _of_indicator(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        return self._event(term.args[0])

    def _event(self, event: Term) -> Polynomial:
        """1 where the event happens, else 0."""
        match event.head:
            case "true" | "false":
                return _constant(event.head == "true")
            case "and":
                return self._times(*map(self._event, event.args))
            case "eq" | "ne" if _are_places(*event.args):
                same = self._same_place(*event.args)
                return same if event.head == "eq" else _plus(_constant(1), self._negative(same))
            case "le" | "lt" | "ge" | "gt" if not event.declarations and not event.loose:
                low, relation, high = ordered(event)
                apart = _plus(self.entries(high), self._negative(self.entries(low)))
                if set(apart) <= {_ONE}:
                    rise = apart.get(_ONE, Fraction(0))
                    return _constant(rise > 0 or (relation == "le" and rise == 0))
            case "le" | "lt" | "ge" | "gt" if all(part.head in _OF_PLACES for part in subterms(event)):
                low, relation, high = ordered(event)
                apart = _plus(self.entries(high), self._negative(self.entries(low)))
                if (places := _places_apart(apart)) is not None:
                    one, other = places if relation == "le" else places[::-1]
                    before = _atom(indicator(Term("le", (one, other))))
                    return before if relation == "le" else _plus(_constant(1), self._negative(before))
        return _atom(indicator(event))

    def _of_definition(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return self.entries(unfolded(term), places)

    # Gradients.

    def _of_gradient(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        """The derivative of an entry of the body by an entry of its variable, at the point."""
        body, point = term.args
        name = f"#{next(self.fresh)}"
        variable = Term("fixed", point.shape, (name,)) if point.shape else Term("parameter", (), (name,))
        opened = instantiated(body, variable)
        for part in subterms(opened):
            # Powers of a positive part have a slope from the square on, which `_derivative` asks for.
            if positive_part_of(part) is None:
                _require_smooth(part, variable)
        cut = len(body.shape)
        self.points.append((variable, point))
        self.remembered = {}
        found = self._derivative(self.entries(opened, places[:cut]), variable, places[cut:])
        self.points.pop()
        self.remembered = {}
        return self.entries(replaced(self._term(found), variable, point))

    def _derivative(self, total: Polynomial, v: Term, places: tuple[Term, ...]) -> Polynomial:
        parts = []
        for (bound, m), c in total.items():
            free = {b: self._index(b.args[0]) for b in bound}
            factors = {_renamed(atom, free): e for atom, e in m}
            for atom, e in factors.items():
                if not occurs(v, atom):
                    continue
                root = e.denominator > 1 and not self._is_positive(atom)
                require(not root, "{} > 0 must be a theorem.", self._at_point(atom))
                kink = positive_part_of(atom) is not None and e == 1
                require(not kink, "The gradient of {} is not taken: it has a kink.", self._at_point(atom))
                rest = self._monomial(c * e, (), {**factors, atom: e - 1})
                part = self._times(rest, self._derivative_of_atom(atom, v, places))
                for index in free.values():
                    part = self._summed(part, index)
                parts.append(part)
        return _plus(*parts)

    def _derivative_of_atom(self, atom: Term, v: Term, places: tuple[Term, ...]) -> Polynomial:
        def inside(part: Term) -> Polynomial:
            return self._derivative(self.entries(part), v, places)

        if atom is v:
            return _constant(1)
        if atom.head == "component" and atom.args[0] is v:
            total = _constant(1)
            for one, other in zip(atom.args[1:], places, strict=True):
                total = self._times(total, self._same_place(one, other))
            return total
        if atom.head in {"add", "sum", "mul"}:
            return inside(atom)
        if atom.head == "function":
            return self._times(self._slope(atom), inside(atom.args[0]))
        if atom.head == "power" and not occurs(v, atom.args[1]):
            base, exponent = atom.args
            require(
                is_natural(exponent) or self._is_positive(base),
                "{} > 0 must be a theorem.",
                self._at_point(base),
            )
            return self._times(self.entries(exponent * power(base, exponent - 1)), inside(base))
        raise Refused(f"{self._at_point(atom)} has no derivative here.")

    def _slope(self, atom: Term) -> Polynomial:
        """The derivative of exp, log, sin, cos or erfc at its argument, and of relu where relu(x) > 0."""
        (name,), (x,) = atom.data, atom.args
        match name:
            case "relu":
                return _constant(1)
            case "exp":
                return _atom(atom)
            case "log":
                require(self._is_positive(x), "{} > 0 must be a theorem.", self._at_point(x))
                return self._power(self.entries(x), Fraction(-1))
            case "sin":
                return _atom(Term("function", (x,), ("cos",)))
            case "erfc":
                return self.entries(-2 * power(PI, Fraction(-1, 2)) * exp(-(x**2)))
        require(name == "cos", "{} has no derivative here.", atom)
        return {m: -c for m, c in _atom(Term("function", (x,), ("sin",))).items()}

    def require_smooth(self, term: Term, variable: Term) -> None:
        """Refuse a term that is not smooth in a variable by its form, part by part."""
        if not occurs(variable, term):
            return
        _require_smooth(term, variable)
        parts = term.args
        match term.head:
            case "gradient":
                raise Refused(f"Whether {term} is smooth does not follow from its form.")
            case "definition":
                parts = (unfolded(term),)
            case "sum" | "tabulate":
                parts = opened(term, variable)[2:]
            case "function" if term.data[0] == "log":
                require(self._is_positive(parts[0]), "{} > 0 must be a theorem.", parts[0])
            case "power" if not is_natural(parts[1]):
                require(self._is_positive(parts[0]), "{} > 0 must be a theorem.", parts[0])
        for part in parts:
            self.require_smooth(part, variable)

    # Equality.

    def is_zero(self, difference: Polynomial) -> bool:
        """Whether it vanishes, after multiplication with sums that are not zero."""
        for _ in range(_HIGHEST_POWER):
            if not difference:
                return True
            below = [(a, e) for _, m in difference for a, e in m if a.head in {"add", "sum"} and e < 0]
            whole = next(
                (a for a, _ in below if not any(n.startswith("#a") for n, _ in a.declarations)), None
            )
            if whole is None:
                return False
            times = max(-(e.numerator // e.denominator) for a, e in below if a is whole)
            parts = []
            for (bound, m), c in difference.items():
                factors = dict(m)
                factors[whole] = factors.get(whole, Fraction(0)) + times
                parts.append(self._monomial(c, bound, factors))
            difference = _plus(*parts)
        return False


def positive_part_of(term: Term) -> Term | None:
    """The x of relu(x), or of max(0, x)."""
    if term.head == "maximum" and len(term.args) == 2 and number(0) in term.args:  # noqa: PLR2004
        return term.args[term.args[0] is number(0)]
    return term.args[0] if term.head == "function" and term.data == ("relu",) else None


def _is_delta(atom: Term) -> bool:
    """Whether it is 1 where two indices of one range are the same, else 0."""
    return atom.head == "indicator" and atom.args[0].head == "eq" and _are_places(*atom.args[0].args)


def _only_image(index: Term, factors: Factors) -> Term | None:
    """pi(j), where j occurs in no other way: then the sum over j is one over pi(j)."""
    if not any(own.head == "permuted" for atom in factors for _, own in atom.declarations):
        return None
    own = [atom for atom in factors if occurs(index, atom)]
    images = {p for atom in own for p in subterms(atom) if p.head == "permuted" and p.args[1] is index}
    if len(images) != 1:
        return None
    (image,) = images
    rest = (replaced(atom, image, Term("index", index.args, ("#i",))) for atom in own)
    return None if any(occurs(index, atom) for atom in rest) else image


def _renamed(term: Term, names: dict[Term, Term]) -> Term:
    """The term with all names changed at once."""
    changed = {old: new for old, new in names.items() if old is not new and occurs(old, term)}
    return rebuilt(term, lambda node, _: changed.get(node)) if changed else term


def _places_apart(difference: Polynomial) -> tuple[Term, Term] | None:
    """I and j of j - i, for two indices."""
    letters = {c: x for (_, atoms), c in difference.items() for x, e in atoms if len(atoms) == e == 1}
    one, other = letters.get(Fraction(-1)), letters.get(Fraction(1))
    if len(difference) != 2 or one is None or other is None or not one.sort == other.sort == "index":  # noqa: PLR2004
        return None
    return one, other


def _are_places(one: Term, other: Term) -> bool:
    """Whether the two are indices of one range, or an index and a number in its range, or their images."""
    if one.head == other.head == "permuted" and one.data == other.data:
        return _are_places(one.args[1], other.args[1])
    if one.head == "index" and other.head == "index":
        return one.args[0] is other.args[0]
    index, place = (one, other) if one.head == "index" else (other, one)
    whole = is_number(place) and place.data[1] == 1
    if whole and is_number(index):
        return index.data[1] == 1
    return index.head == "index" and whole and 1 <= place.data[0] <= (least(index.args[0]) or 0)


def _require_smooth(part: Term, variable: Term) -> None:
    """No part that holds the variable has a jump or a kink, or is a statistic."""
    if not occurs(variable, part):
        return
    smooth = part.head in _SMOOTH or (part.head == "function" and part.data[0] in _SMOOTH_FUNCTIONS)
    name = part.data[0] if part.head == "function" else part.head
    require(smooth, "The gradient of {}(...) is not taken: it is not smooth, or random.", name)
    fixed_exponent = part.head != "power" or not occurs(variable, part.args[1])
    require(fixed_exponent, "The exponent of a power varies: write exp(... log ...).")
    steady = part.head not in {"sum", "tabulate"} or not occurs(variable, part.args[1])
    require(steady, "The condition of a sum varies.")


@rule("Tensors whose entries are the same are equal; gradients are differentiated by entries.", others=SIDE)
def componentwise(*conditions: Theorem, left: Term, right: Term) -> Conclusion:
    """|- a = b, if all entries are the same polynomial in indexed atoms; `conditions` tell what is positive
    or not zero.
    """
    require(left.shape == right.shape, "{} and {} have other shapes.", left, right)
    tools = Components(conditions)
    ranges = [
        [number(k) for k in range(1, dim.data[0] + 1)] if is_number(dim) and value_of(dim) <= _WIDEST
        else [Term("index", (dim,), (f"#e{axis}",))]
        for axis, dim in enumerate(left.shape)
    ]  # fmt: skip
    for places in product(*ranges):
        difference = _plus(tools.entries(left, places), tools._negative(tools.entries(right, places)))
        require(tools.is_zero(difference), "{} and {} are not the same entry by entry.", left, right)
    return Conclusion(Term("eq", (left, right)))


@rule(
    "Near a fixed point a step multiplies distances by the modulus of its derivative.", EQUATION, others=SIDE
)
def rate_of_fixed_point(fixed_point: Theorem, *conditions: Theorem, step: Term) -> Conclusion:
    """From f(p) = p: rate(f, p) = |f'(p)|, where f is smooth; this is what a derivative is."""
    require(step.head == "rate", "{} is no rate.", step)
    body, point = step.args
    wanted = Term("eq", (instantiated(body, point), point))
    require(fixed_point.proposition is wanted, "{} must be a theorem.", wanted)
    slope = Term("gradient", step.args)
    Components(conditions).entries(slope)
    return Conclusion(Term("eq", (step, absolute(slope))))


@rule("The gradient through a tensor is that along the slope there, which is held (chain rule).", others=SIDE)
def chain_rule(*conditions: Theorem, slope: Term, variable: Term) -> Conclusion:
    """|- grad_x f(g(x)) = grad_x <s, g(x)> with s = grad f at g(x) held; f and g are smooth by their form.

    `slope` is s; the conditions tell what is positive.
    """
    require(slope.head == "gradient" and not slope.is_random, "{} is no gradient, or random.", slope)
    require(variable.head in {"fixed", "parameter"}, "{} is no variable.", variable)
    body, point = slope.args
    require(not body.shape, "{} is no number.", body)
    require(not occurs(variable, body) and occurs(variable, point), "It must vary by {} alone.", point)
    place = Term("fixed", point.shape, ("#y",)) if point.shape else Term("parameter", (), ("#y",))
    tools = Components(conditions)
    tools.require_smooth(instantiated(body, place), place)
    tools.require_smooth(point, variable)
    moving = Term(variable.head, variable.args, ("#x",))
    along = contraction(slope, replaced(point, variable, moving))
    whole = Term("gradient", (abstracted(instantiated(body, point), variable), variable))
    return Conclusion(Term("eq", (whole, Term("gradient", (abstracted(along, moving), variable)))))


def contraction(x: Term, y: Term) -> Term:
    """The sum of the products of the entries."""
    match len(x.shape):
        case 0:
            return multiply(x, y)
        case 1:
            return Term("inner", (x, y))
    return Term("trace", (Term("matmul", (Term("transpose", (x,)), y)),))
