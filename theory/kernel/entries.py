"""The entries of tensors as polynomials in indexed atoms, head by head, for symbolic dimensions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Final

from ..node import TRUE, Term, is_number, number, power, value_of
from ..requirements import least
from ..substitution import abstracted, instantiated, occurs, subterms, unfolded
from ..terms import PI, indicator
from .polynomials import (
    HIGHEST_POWER,
    ONE,
    Polynomial,
    are_places,
    atom_of,
    constant,
    is_exponential,
    opposite,
    places_apart,
    plus,
)
from .powers import Powers
from .theorem import ordered

WIDEST: Final = 8
"""A sum over at most so many values is written out."""
_OF_PLACES: Final = frozenset(
    {"le", "lt", "ge", "gt", "add", "mul", "number", "index", "bound_index", "size"}
)
"""What an order of two indices, each beside numbers, is made of."""


_TURNS: Final = {
    Fraction(0): Fraction(1, 2),
    Fraction(1, 4): Fraction(1, 3),
    Fraction(1, 2): Fraction(1, 4),
    Fraction(3, 4): Fraction(1, 6),
    Fraction(1): Fraction(0),
}
"""The a of cos(a pi) = q^(1/2), by q."""


class Entries(Powers):
    """Polynomials of the entries of terms; `_of_<head>` tells those of a head."""

    def entries(self, term: Term, places: tuple[Term, ...] = ()) -> Polynomial:
        """The entry of a tensor at the places, a number for a number."""
        method = getattr(self, f"_of_{term.head}", None)
        if method is None:
            return atom_of(Term("component", (term, *places)) if places else term)
        remembered = self.remembered
        if (term, places) not in remembered:
            # What is learned on the way begins a new table, so that this entry is then found again.
            remembered[term, places] = method(term, places)
        return remembered[term, places]

    def _of_number(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        return constant(value_of(term))

    def _of_add(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return plus(*(self.entries(part, places) for part in term.args))

    def _of_mul(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        total = constant(1)
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
                return self._logarithm(plus(constant(1), raised))
            case "sigmoid":
                return self._times(raised, self._power(plus(constant(1), raised), Fraction(-1)))
            case "tanh":
                square = self._times(raised, raised)
                below = self._power(plus(constant(1), square), Fraction(-1))
                return self._times(plus(square, constant(-1)), below)
            case "cos" | "sin":
                return self._turn(inside)[name == "sin"]
            case "arccos" if (turn := self._known_turn(inside)) is not None:
                return self.entries(turn * PI)
            case "erfc" if not inside:
                return constant(1)
        return atom_of(Term("function", (self._term(inside),), (name,)))

    def _known_turn(self, cosine: Polynomial) -> Fraction | None:
        """The a of arccos(c) = a pi, for c^2 = 0, 1/4, 1/2, 3/4 or 1."""
        square = self._times(cosine, cosine)
        ((_, atoms), c), *others = cosine.items() or [(ONE, Fraction(0))]
        roots = not others and all(atom.head == "number" and value_of(atom) > 0 for atom, _ in atoms)
        turn = next((a for q, a in _TURNS.items() if square == constant(q)), None)
        if turn is None or not roots:
            return None
        return turn if c >= 0 else 1 - turn

    def _of_maximum(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        inside = positive_part_of(term)
        return atom_of(term) if inside is None else self.entries(Term("function", (inside,), ("relu",)))

    def _of_applied(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        if len(term.args) == 1:
            return atom_of(Term(term.head, (self._term(self.entries(term.args[0], places)),), term.data))
        return atom_of(Term(term.head, tuple(map(self._whole, term.args)), term.data))

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
        return constant(1)

    def _of_identity(self, _: Term, places: tuple[Term, ...]) -> Polynomial:
        return self._same_place(*places)

    def _same_place(self, one: Term, other: Term) -> Polynomial:
        """1 where the indices, of one range, are the same, else 0."""
        if one is other:
            return constant(1)
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
        return plus(*parts)

    def _of_component(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        x, *places = term.args
        if getattr(self, f"_of_{x.head}", None) is None:
            return atom_of(term)
        return self.entries(x, tuple(places))

    def _over(self, upper: Term, body: Callable[[Term], Polynomial]) -> Polynomial:
        """sum_j body(j) for j = 1, ..., upper, written out for a small number."""
        if is_number(upper) and value_of(upper) <= WIDEST:
            return plus(*(body(number(k)) for k in range(1, upper.data[0] + 1)))
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
        if not is_number(last) or not 0 <= value_of(last) <= HIGHEST_POWER:
            return atom_of(Term("component", (term, *places)))
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
        if condition is TRUE and is_number(upper) and value_of(upper) <= WIDEST:
            total = constant(1)
            for k in range(1, upper.data[0] + 1):
                total = self._times(total, self.entries(instantiated(body, number(k))))
            return total
        if condition is not TRUE:
            return atom_of(term)
        return self._of_factors(term) if body.loose else self._symbolic_power(body, upper)

    def _of_factors(self, term: Term) -> Polynomial:
        """prod_j c f(j) exp g(j) = c^n prod_j f(j) exp(sum_j g(j)), where the body is one product."""
        upper, index = term.args[0], self._index(term.args[0])
        inside = self.entries(instantiated(term.args[2], index))
        if len(inside) != 1:
            return atom_of(term)
        (((bound, atoms), c),) = inside.items()
        plain = c == 1 and [e for _, e in atoms] == [1] and not any(is_exponential(a) for a, _ in atoms)
        whole = all(is_exponential(a) or (e.denominator == 1 and e > 0) for a, e in atoms)
        if bound or plain or not whole:
            return atom_of(term)
        total = self._symbolic_power(number(c), upper)
        for atom, e in atoms:
            if is_exponential(atom):
                exponent = self.entries(number(e) * atom.args[0])
                factor = self._exponential(self._summed(exponent, index))
            elif not occurs(index, atom):
                factor = self._symbolic_power(power(atom, e), upper)
            else:
                factor = atom_of(Term("product", (upper, TRUE, abstracted(atom, index))), e)
            total = self._times(total, factor)
        return total

    def _of_indicator(self, term: Term, _: tuple[Term, ...]) -> Polynomial:
        return self._event(term.args[0])

    def _event(self, event: Term) -> Polynomial:
        """1 where the event happens, else 0."""
        match event.head:
            case "true" | "false":
                return constant(event.head == "true")
            case "and":
                return self._times(*map(self._event, event.args))
            case "eq" | "ne" if are_places(*event.args):
                same = self._same_place(*event.args)
                return same if event.head == "eq" else plus(constant(1), opposite(same))
            case "le" | "lt" | "ge" | "gt" if not event.declarations and not event.loose:
                low, relation, high = ordered(event)
                apart = plus(self.entries(high), opposite(self.entries(low)))
                if set(apart) <= {ONE}:
                    rise = apart.get(ONE, Fraction(0))
                    return constant(rise > 0 or (relation == "le" and rise == 0))
            case "le" | "lt" | "ge" | "gt" if all(part.head in _OF_PLACES for part in subterms(event)):
                low, relation, high = ordered(event)
                apart = plus(self.entries(high), opposite(self.entries(low)))
                if (places := places_apart(apart)) is not None:
                    one, other = places if relation == "le" else places[::-1]
                    before = atom_of(indicator(Term("le", (one, other))))
                    return before if relation == "le" else plus(constant(1), opposite(before))
                if (few := self._at_first_places(apart, relation)) is not None:
                    return few
            case "eq":
                return atom_of(indicator(Term("eq", tuple(sorted(event.args, key=repr)))))
        return atom_of(indicator(event))

    def _at_first_places(self, apart: Polynomial, relation: str) -> Polynomial | None:
        """1 where an index is at most one of its first numbers, or more than that, by these: 0 <= apart."""
        letters = [(atom, c) for (_, m), c in apart.items() for atom, e in m if len(m) == e == 1]
        rest = apart.get(ONE, Fraction(0))
        if len(letters) != 1 or len(apart) != 1 + (ONE in apart) or rest.denominator > 1:
            return None
        ((place, c),) = letters
        is_below, is_strict = c == -1, relation == "lt"
        last = int(rest) - is_strict if is_below else -int(rest) - (not is_strict)
        known = place.head == "index" and abs(c) == 1 and 0 <= last <= min(WIDEST, least(place.args[0]) or 0)
        if not known:
            return None
        before = plus(*(self._same_place(place, number(k)) for k in range(1, last + 1)))
        return before if is_below else plus(constant(1), opposite(before))

    def _of_definition(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        return self.entries(unfolded(term), places)


def positive_part_of(term: Term) -> Term | None:
    """The x of relu(x), or of max(0, x)."""
    if term.head == "maximum" and len(term.args) == 2 and number(0) in term.args:  # noqa: PLR2004
        return term.args[term.args[0] is number(0)]
    return term.args[0] if term.head == "function" and term.data == ("relu",) else None
