"""Polynomials in indexed atoms: sums over bound indices of products of powers of atoms, in one form.

An atom is an entry of a symbol, an exponential of a single product, a logarithm, or what has no simpler form.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from itertools import chain, count, groupby, permutations, product
from math import factorial, prod
from typing import Final

from ..node import TRUE, Term, add, is_number, multiply, number, power, value_of, whole_power
from ..requirements import least
from ..substitution import abstracted, occurs, rebuilt, replaced, subterms
from .theorem import require

Factors = dict[Term, Fraction]
Monomial = tuple[tuple[Term, ...], frozenset[tuple[Term, Fraction]]]
"""Bound indices, and atoms with their exponents."""
Polynomial = dict[Monomial, Fraction]
ONE: Final[Monomial] = ((), frozenset())
HIGHEST_POWER: Final = 16
_MOST_TERMS: Final = 4_000
_MOST_ORDERS: Final = 720


def plus(*parts: Polynomial) -> Polynomial:
    """The sum of the polynomials. Refused where it has too many terms."""
    total: Polynomial = {}
    for part in parts:
        for m, c in part.items():
            total[m] = total.get(m, Fraction(0)) + c
    require(len(total) <= _MOST_TERMS, "The polynomial is too large.")
    return {m: c for m, c in total.items() if c}


def constant(value: Fraction | int) -> Polynomial:
    """The polynomial of a fraction alone."""
    return {ONE: Fraction(value)} if value else {}


def atom_of(term: Term, exponent: Fraction | int = 1) -> Polynomial:
    """The polynomial of a power of one atom."""
    return {((), frozenset({(term, Fraction(exponent))})): Fraction(1)}


def is_exponential(term: Term) -> bool:
    """Whether it is exp(...)."""
    return term.head == "function" and term.data == ("exp",)


def opposite(total: Polynomial) -> Polynomial:
    """The polynomial times -1."""
    return {m: -c for m, c in total.items()}


class Polynomials(ABC):
    """The one form of a polynomial, by the entries and powers that those who know more of terms tell."""

    def __init__(self) -> None:
        self.fresh = count(1)

    @abstractmethod
    def entries(self, term: Term, places: tuple[Term, ...] = ()) -> Polynomial:
        """The entry of a tensor at the places, a number for a number."""

    @abstractmethod
    def _power(self, base: Polynomial, q: Fraction) -> Polynomial:
        """base^q."""

    # Monomials in their one form.

    def _index(self, upper: Term) -> Term:
        return Term("index", (upper,), (f"#{next(self.fresh)}",))

    def _monomial(self, c: Fraction, bound: tuple[Term, ...], factors: Factors) -> Polynomial:
        """c sum_bound prod atom^e: deltas used up, indices that do not occur counted, names in order."""
        factors = {atom: e for atom, e in factors.items() if e}
        for atom in [a for a in factors if is_delta(a)]:
            one, other = atom.args[0].args
            gone, kept = (one, other) if one in bound or other.head != "index" else (other, one)
            factors[atom] = Fraction(1)
            rest = {a: e for a, e in factors.items() if a is not atom}
            if gone in bound:
                left = tuple(b for b in bound if b is not gone)
                return self._product(c, left, rest, lambda t, g=gone, k=kept: replaced(t, g, k))
            if any(occurs(gone, a) for a in rest) and gone.head == "index":
                renamed = self._product(c, bound, rest, lambda t, g=gone, k=kept: replaced(t, g, k))
                return self._times(renamed, atom_of(atom))
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
                return plus(without, self._monomial(-c, bound, less | {cos: less.get(cos, Fraction(0)) + 2}))
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
            image = only_image(index, factors)
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
        total = self._raised(self.entries(with_names(atom, free)), times)
        rest = self._product(c, (), factors, lambda t: with_names(t, free))
        total = self._times(rest, total)
        for index in free.values():
            total = self._summed(total, index)
        return total

    def _lead(self, whole: Term) -> tuple[Term, Fraction] | None:
        """The exponential and its power in a sum x exp(y)^k + ... without other exponentials."""
        found = [(b, m) for b, m in self.entries(whole) if any(is_exponential(a) for a, _ in m)]
        alone = len(found) == 1 and not found[0][0] and len(found[0][1]) == 1
        return next(iter(found[0][1])) if alone else None

    def _divided(
        self, c: Fraction, bound: tuple[Term, ...], factors: Factors, whole: Term, atom: Term, k: Fraction
    ) -> Polynomial:
        """L / S = (1 - R / S) / x, where S = x L + R is not zero and L = exp(y)^k."""
        free = {b: self._index(b.args[0]) for b in bound}
        total = self.entries(with_names(whole, free))
        x = next(x for (_, m), x in total.items() if m == {(with_names(atom, free), k)})
        lead = {m: own for m, own in total.items() if m[1] == {(with_names(atom, free), k)}}
        rest = {with_names(a, free): e - k * (a is atom) for a, e in factors.items()}
        without = self._monomial(c / x, (), rest | {with_names(whole, free): factors[whole] + 1})
        left = plus(total, opposite(lead))
        found = plus(without, opposite(self._times(self._monomial(c / x, (), rest), left)))
        for index in free.values():
            found = self._summed(found, index)
        return found

    def _product(
        self, c: Fraction, bound: tuple[Term, ...], factors: Factors, change: Callable[[Term], Term]
    ) -> Polynomial:
        """The monomial with its atoms changed and written anew."""
        free = {b: self._index(b.args[0]) for b in bound}
        total = constant(c)
        for atom, e in factors.items():
            total = self._times(total, self._power(self.entries(with_names(change(atom), free)), e))
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
        halves = self._halves(c, bound, factors)
        if halves is not None:
            return halves
        other = {b: Term("index", b.args, ("#o",)) for b in bound}

        def outline(index: Term) -> tuple[str, ...]:
            names = {**other, index: Term("index", index.args, ("#x",))}
            seen = sorted(
                f"{with_names(a, names)}^{e}"
                for a, e in factors.items()
                if occurs(index, a) and not is_order(a)
            )
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
                    again = self._again(with_names(atom, names))
                    renamed[again] = renamed.get(again, Fraction(0)) + e
            else:
                renamed = factors
            turned = [atom for atom, e in renamed.items() if e > 0 and is_turned(atom, names.values())]
            text = sorted(f"{atom}^{e}" for atom, e in renamed.items())
            plain = [f"{atom}^{e}" for atom, e in renamed.items() if not is_order(atom)]
            kept = tuple(names[b] for b in order), frozenset(renamed.items())
            found.append(((sorted(plain), len(turned), text), kept, turned))
        _, (kept, atoms), turned = min(found, key=lambda one: one[0])
        return self._turned(c, kept, dict(atoms), turned[0]) if turned else {(kept, atoms): c}

    def _turned(self, c: Fraction, bound: tuple[Term, ...], factors: Factors, atom: Term) -> Polynomial:
        """1[l <= j] = 1 + 1[l = j] - 1[j <= l]."""
        rest, pair = {a: e for a, e in factors.items() if a is not atom}, atom.args[0].args
        same, opposed = (
            Term("indicator", (Term(head, ends),)) for head, ends in (("eq", pair), ("le", pair[::-1]))
        )
        parts = (rest, c), (rest | {same: Fraction(1)}, c), (rest | {opposed: Fraction(1)}, -c)
        return plus(*(self._monomial(k, bound, own) for own, k in parts))

    def _halves(self, c: Fraction, bound: tuple[Term, ...], factors: Factors) -> Polynomial | None:
        """sum_{j <= l} f(j, l) = (sum_{j, l} f(j, l) + sum_j f(j, j))/2, where f(l, j) = f(j, l)."""
        for atom in (a for a, e in factors.items() if is_order(a) and e > 0):
            pair = atom.args[0].args
            rest = {a: e for a, e in factors.items() if a is not atom}
            if all(place in bound for place in pair) and self._is_symmetric(bound, rest, pair):
                both = {Term("indicator", (Term("eq", pair),)): Fraction(1)} | rest
                return plus(self._monomial(c / 2, bound, rest), self._monomial(c / 2, bound, both))
        return None

    def _is_symmetric(self, bound: tuple[Term, ...], factors: Factors, pair: tuple[Term, ...]) -> bool:
        """Whether the product is the same, summed over the other indices, with two indices exchanged."""
        others = tuple(b for b in bound if b not in pair)
        swapped = dict(zip(pair, reversed(pair), strict=True))
        return self._product(Fraction(1), others, factors, lambda t: t) == self._product(
            Fraction(1), others, factors, lambda t: with_names(t, swapped)
        )

    def _again(self, atom: Term) -> Term:
        """An atom whose indices were renamed, with its inner sums in order."""
        again = self._term(self.entries(atom))
        return again if again.head == atom.head else atom

    # Arithmetic.

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
                        renamed = with_names(atom, free)
                        factors[renamed] = factors.get(renamed, Fraction(0)) + e
                parts.append(self._monomial(x * y, tuple(opened), factors))
        return plus(*parts)

    def _raised(self, base: Polynomial, exponent: int) -> Polynomial:
        require(exponent <= HIGHEST_POWER, "The exponent {} is too large to expand.", exponent)
        total = constant(1)
        for _ in range(exponent):
            total = self._times(total, base)
        return total

    def _summed(self, total: Polynomial, index: Term) -> Polynomial:
        """sum_index of the polynomial, in which the index is free."""
        return plus(*(self._monomial(c, (*bound, index), dict(m)) for (bound, m), c in total.items()))

    def _normalised(self, total: Polynomial) -> tuple[Fraction, Term]:
        """c and S with total = c S, where the first coefficient of S is 1."""
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


def is_delta(atom: Term) -> bool:
    """Whether it is 1 where two indices of one range are the same, else 0."""
    return atom.head == "indicator" and atom.args[0].head == "eq" and are_places(*atom.args[0].args)


def is_order(atom: Term) -> bool:
    """Whether it is 1 where one index of a range is at most another, else 0."""
    return atom.head == "indicator" and atom.args[0].head == "le" and are_places(*atom.args[0].args)


def is_turned(atom: Term, bound: Collection[Term]) -> bool:
    """Whether it is an order of two bound indices, the one of the later name first."""
    if not is_order(atom) or not all(place in bound for place in atom.args[0].args):
        return False
    one, other = map(repr, atom.args[0].args)
    return one > other


def only_image(index: Term, factors: Factors) -> Term | None:
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


def with_names(term: Term, names: dict[Term, Term]) -> Term:
    """The term with all names changed at once."""
    changed = {old: new for old, new in names.items() if old is not new and occurs(old, term)}
    return rebuilt(term, lambda node, _: changed.get(node)) if changed else term


def places_apart(difference: Polynomial) -> tuple[Term, Term] | None:
    """I and j of j - i, for two indices."""
    letters = {c: x for (_, atoms), c in difference.items() for x, e in atoms if len(atoms) == e == 1}
    one, other = letters.get(Fraction(-1)), letters.get(Fraction(1))
    if len(difference) != 2 or one is None or other is None or not one.sort == other.sort == "index":  # noqa: PLR2004
        return None
    return one, other


def are_places(one: Term, other: Term) -> bool:
    """Whether the two are indices of one range, or an index and a number in its range, or their images."""
    if one.head == other.head == "permuted" and one.data == other.data:
        return are_places(one.args[1], other.args[1])
    if one.head == "index" and other.head == "index":
        return one.args[0] is other.args[0]
    index, place = (one, other) if one.head == "index" else (other, one)
    whole = is_number(place) and place.data[1] == 1
    if whole and is_number(index):
        return index.data[1] == 1
    return index.head == "index" and whole and 1 <= place.data[0] <= (least(index.args[0]) or 0)
