"""What is known along a limit: which terms are largest, and sums and products of expansions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Expander, Monomial, Polynomial, knowing, opposite, plus, times
from ..kernel.limits import scale_of, size_of
from ..node import Term, is_number, multiply, number
from .goals import Given
from .rewriting import as_term_of, assumed

ZERO = number(0)
_MOST_STEPS = 200


class TooCoarse(Exception):  # noqa: N818 - an outcome
    """The precision within does not suffice for what is asked; its argument is the remainder."""


class Unknown(Refused):
    """Which of some terms is largest is not known."""

    def __init__(self, polynomial: Polynomial) -> None:
        """The terms."""
        super().__init__(
            f"Missing hypothesis: which term of {as_term_of(polynomial)} is largest. Bound the symbols of "
            "their exponents in `where`."
        )


class Along:
    """Expansions along one limit, with the signs that are known there."""

    def __init__(self, limit: tuple[Term, ...], given: Given, precision: int) -> None:
        """`precision` is the power of x by which the remainder of each part is below its leading term."""
        self.limit, self.given, self.precision = limit, given, precision
        self.x = limit[0]
        self.bound = {self.x, *(tie.args[0] for tie in limit[1:])}
        self.facts: list[Theorem] = []
        self.expansions: dict[Term, Theorem] = {}
        self.splits: dict[Term, tuple[Term, Theorem]] = {}
        self.learn(assumed(self.x > 1, "the limit"))
        for fact in given:
            if fact.proposition.head in {"lt", "gt", "ne"} and not fact.proposition.args[0].shape:
                self.learn(fact)

    # Facts, and what they say of polynomials.

    @property
    def known(self) -> Expander:
        """Terms as polynomials, by the facts."""
        return knowing(*(fact.proposition.args[0] for fact in self.facts))

    def learn(self, fact: Theorem) -> None:
        """A fact that holds eventually; where a hypothesis about the variable stands in its way, none."""
        with suppress(Refused):
            self.facts.append(self.lift(fact))

    def lift(self, theorem: Theorem) -> Theorem:
        """The theorem, eventually."""
        return apply("eventually", theorem, *self.facts, limit=self.limit)

    def assumed(self) -> list[Theorem]:
        """The facts as hypotheses, which `lift` takes away."""
        events = (fact.proposition.args[0] for fact in self.facts)
        return [assumed(p, "eventually") for p in events]

    def moves(self, part: object) -> bool:
        """Whether the variable or a tied size occurs in a term or an atom."""
        if type(part) is Term:
            return any(own in self.bound for _, own in part.declarations)
        return isinstance(part, tuple | frozenset) and any(map(self.moves, part))

    def is_scale(self, term: Term) -> bool:
        """Whether it is a sum of terms c exp(L) x^a (log x)^b."""
        for monomial in self.known.expanded(term):
            try:
                scale_of(self.known, monomial, self.limit)
            except Refused:
                return False
        return True

    def ratio(self, small: Polynomial, large: Polynomial) -> str:
        """How small/large behaves: `vanishing`, `bounded`, or `unknown`."""
        known = self.known
        try:
            quotient = times(small, known.inverse(large))
            return size_of(known, quotient, self.limit) if quotient else "vanishing"
        except Refused:
            return "unknown"

    def power_of(self, remainder: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        """The exponentials and the power of the variable in it, without logarithms."""
        if len(remainder) != 1:
            return None
        return scale_of(self.known, next(iter(remainder)), self.limit)[:2]

    def groups(self, polynomial: Polynomial) -> list[tuple[Polynomial, Polynomial]]:
        """What depends on the variable, 1 x^a (log x)^b exp(L), and its terms with their constant factors."""
        found: dict[Monomial, Polynomial] = {}
        for m, c in polynomial.items():
            found.setdefault(frozenset((a, e) for a, e in m if self.moves(a)), {})[m] = c
        return [({shape: Fraction(1)}, part) for shape, part in found.items()]

    def largest(self, polynomial: Polynomial) -> Polynomial:
        """What no other term exceeds, without its constant factor; 0 for 0. Refused where it is unknown."""
        every = [shape for shape, _ in self.groups(polynomial)]
        found = next((p for p in every if all(self.ratio(q, p) != "unknown" for q in every)), None)
        if every and found is None:
            raise Unknown(polynomial)
        return found or {}

    def leading(self, polynomial: Polynomial) -> Polynomial:
        """The terms against which all others vanish. Refused where they are unknown."""
        every = self.groups(polynomial)
        for shape, part in every:
            if all(self.ratio(other, shape) == "vanishing" for other, _ in every if other != shape):
                return part
        raise Unknown(polynomial)

    # Theorems.

    def order(self, theorem: Theorem) -> Polynomial:
        """g, of f = m + O(g), as a polynomial."""
        return self.known.expanded(order_of(theorem))

    def main(self, theorem: Theorem) -> Polynomial:
        """m, of f = m + O(g), as a polynomial."""
        return self.reduced(self.known.expanded(sides(theorem)[1]))

    def reduced(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with p/p = 1 used for every denominator p that is a sum."""
        known = self.known
        inverses = {atom for m in polynomial for atom, _ in m if is_inverse(atom) and len(atom[1]) > 1}
        for atom in sorted(inverses, key=lambda atom: repr(as_term_of(dict(atom[1])))):
            below = dict(atom[1])
            first = max(
                (m for m in below if m), key=lambda m: (sum(e for _, e in m), repr(as_term_of({m: 1})))
            )
            others = {m: -c for m, c in below.items() if m != first}
            if not known.nonzero(below):
                continue
            for _ in range(_MOST_STEPS):
                found = next((m for m in polynomial if (atom, 1) in m and first <= m), None)
                if found is None:
                    break
                c = polynomial[found] / below[first]
                rest = found - first
                put = plus({rest - {(atom, 1)}: c}, times({rest: c}, others))
                polynomial = plus({m: x for m, x in polynomial.items() if m != found}, put)
        return polynomial

    def is_trivial(self, theorem: Theorem) -> bool:
        """Whether it says no more than f = f."""
        f, m = sides(theorem)
        return is_number(order_of(theorem), 0) and not self.known.expanded(f - m)

    def dominated(self, small: Term, large: Term) -> Theorem:
        """|- small = O(large)."""
        return apply("dominated", *self.facts, small=small, large=large, limit=self.limit)

    def coarsened(self, theorem: Theorem, order: Term) -> Theorem:
        """The expansion with a larger order."""
        own = order_of(theorem)
        if own is order or theorem.proposition.args[0].head == "eq":
            return theorem
        return apply("coarser", theorem, self.dominated(own, order))

    def total(self, left: Term, parts: Iterable[Theorem]) -> Polynomial:
        """M, where left - M is the sum of f - m over the parts."""
        known = self.known
        total = known.expanded(left)
        for part in parts:
            f, m = sides(part)
            total = plus(total, known.expanded(m - f))
        return self.reduced(total)

    def combined(self, left: Term, parts: Sequence[Theorem] = ()) -> Theorem:
        """The expansion left = M + O(g), where left - M is the sum of f - m over the parts."""
        if len(parts) == 1 and parts[0].proposition.args[0] is left:
            return parts[0]
        total = self.total(left, parts)
        order: Polynomial = {}
        for part in parts:
            order = plus(order, {m: Fraction(1) for m in self.order(part)})
        order = self.largest(order)
        kept = {m: c for m, c in total.items() if not order or self.ratio({m: c}, order) == "unknown"}
        return self.fitted(left, parts, as_term_of(kept), as_term_of(order))

    def fitted(self, left: Term, parts: Sequence[Theorem], main: Term, order: Term) -> Theorem:
        """The expansion left = main + O(order), what stands beside main being of that order."""
        beside = self.reduced(plus(self.total(left, parts), opposite(self.known.expanded(main))))
        premises = [self.coarsened(part, order) for part in parts if not self.is_trivial(part)]
        if beside or not premises:
            premises.append(self.dominated(as_term_of(beside), order))
        return apply(
            "combined", *premises, *self.facts, left=left, main=main, order=order, count=len(premises)
        )

    def magnitude(self, theorem: Theorem) -> Theorem:
        """F = O(g), from f = m + O(h), with g the largest of the terms of m and h."""
        f, m = sides(theorem)
        if self.is_trivial(theorem):
            return self.size(f)
        if m is ZERO:
            return theorem
        sizes = {monomial: Fraction(1) for monomial in (*self.main(theorem), *self.order(theorem))}
        return self.fitted(f, [theorem], ZERO, as_term_of(self.largest(sizes)))

    def size(self, term: Term) -> Theorem:
        """Term = O(its largest part), for a sum of powers of the variable."""
        return self.dominated(term, as_term_of(self.largest(self.known.expanded(term))))

    def product(self, one: Theorem, other: Theorem) -> Theorem:
        """The expansion of the product of the two left sides."""
        (f, m), (k, l) = sides(one), sides(other)
        open_one, open_other = not self.is_trivial(one), not self.is_trivial(other)
        parts = []
        if open_one and open_other:
            parts.append(apply("order_of_product", one, other))
        if open_other and m is not ZERO:
            parts.append(apply("order_of_product", self.size(m), other))
        if open_one and l is not ZERO:
            parts.append(apply("order_of_product", self.size(l), one))
        return self.combined(multiply(f, k), parts)


def sides(theorem: Theorem) -> tuple[Term, Term]:
    """Both f and m, of f = m + O(g), or of f = m eventually; D and 0, of |D| <= B."""
    if theorem.proposition.head == "big_o":
        return theorem.proposition.args[0], theorem.proposition.args[1]
    event = theorem.proposition.args[0]
    return (event.args[0], event.args[1]) if event.head == "eq" else (event.args[0].args[0], ZERO)


def order_of(theorem: Theorem) -> Term:
    """The order g of f = m + O(g); B, of |D| <= B; 0, of f = m."""
    if theorem.proposition.head == "big_o":
        return theorem.proposition.args[2]
    event = theorem.proposition.args[0]
    return ZERO if event.head == "eq" else event.args[1]


def is_inverse(atom: object) -> bool:
    """Whether an atom of a polynomial is an inverse that is not multiplied out."""
    return type(atom) is tuple and atom[0] == "inverse"
