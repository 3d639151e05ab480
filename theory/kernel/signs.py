"""The signs of numbers: by form, or by a condition, which holds at the point of a gradient."""

from __future__ import annotations

from collections.abc import Iterable

from .. import laws
from ..node import TRUE, Term, is_number, value_of
from ..requirements import least
from ..substitution import occurs, replaced, subterms, unfolded
from .algebra import is_positive_by_form
from .polynomials import Polynomial, Polynomials, opposite, plus
from .theorem import Theorem, ordered, require


class Signs(Polynomials):
    """Polynomials among numbers of which conditions tell what is positive or not zero."""

    def __init__(self, conditions: Iterable[Theorem] = ()) -> None:
        super().__init__()
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
        total = plus(self.entries(high), opposite(self.entries(low)))
        whole = self._normalised(total)[1]
        self.known_nonzero |= {whole, *(atom for atom, _ in self._parts(self.entries(whole))[1])}
        if proposition.head != "ne":
            self.known_positive.add(self._scaled(total))
        self.remembered = {}

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
        parameter = laws.positive_where(law)
        return parameter is not None and self.sign(parameter) > 1

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
