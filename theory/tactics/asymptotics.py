r"""`asymptotics`: expansions f = m + O(g) as a size or parameter grows, to any order.

The main part m is a sum of terms c exp(L) x^a (log x)^b, where c and a may hold other symbols and L is a sum
of powers of x; the order g is such a term. A term is expanded from its parts: sums and products by the
arithmetic of O, powers, logarithms and exponentials by splitting off the leading term and Taylor's theorem,
Gamma functions by Stirling's series, sums of powers by Euler and Maclaurin, means by `moments`. All steps are
rules of the kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cmp_to_key, partial

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Expander, Monomial, Polynomial, knowing, opposite, plus, times
from ..kernel.limits import scale_of, size_of, taylor_coefficient
from ..terms import (
    LIMITS,
    STATISTICS,
    Term,
    add,
    exp,
    is_number,
    log,
    log_gamma,
    multiply,
    number,
    power,
    subterms,
    value_of,
)
from .goals import Tactic
from .moments import evaluated
from .rewriting import as_term_of, below, collected, factored, itself, replaced_within, right, then

_ZERO = number(0)
_MOST_STEPS = 200
_SAME = 3
"""So many tries with one power of x in the remainder show that more terms do not help."""
_ONE: Polynomial = {frozenset(): Fraction(1)}
_MORE = (1, 2, 4, 6, 9)
"""By how much the precision within exceeds the order asked for, one try after the other."""


class _TooCoarse(Exception):  # noqa: N818 - an outcome
    """The precision within does not suffice for what is asked; its argument is the remainder."""


class _Unknown(Refused):
    """Which of some terms is largest is not known."""

    def __init__(self, polynomial: Polynomial) -> None:
        """The terms."""
        super().__init__(
            f"Missing hypothesis: which term of {as_term_of(polynomial)} is largest. Bound the symbols of "
            "their exponents in `where`."
        )


class _Along:
    """Expansions along one limit, with the signs that are known there."""

    def __init__(self, limit: tuple[Term, ...], given: tuple[Theorem, ...], precision: int) -> None:
        """`precision` is the power of x by which the remainder of each part is below its leading term."""
        self.limit, self.given, self.precision = limit, given, precision
        self.x = limit[0]
        self.bound = {self.x, *(tie.args[0] for tie in limit[1:])}
        self.facts: list[Theorem] = []
        self.expansions: dict[Term, Theorem] = {}
        self.splits: dict[Term, tuple[Term, Theorem]] = {}
        self.learn(apply("assume", proposition=self.x > 1, ground="condition", because="the limit"))
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
        return [apply("assume", proposition=p, ground="condition", because="eventually") for p in events]

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
            raise _Unknown(polynomial)
        return found or {}

    def leading(self, polynomial: Polynomial) -> Polynomial:
        """The terms against which all others vanish. Refused where they are unknown."""
        every = self.groups(polynomial)
        for shape, part in every:
            if all(self.ratio(other, shape) == "vanishing" for other, _ in every if other != shape):
                return part
        raise _Unknown(polynomial)

    # Theorems.

    def order(self, theorem: Theorem) -> Polynomial:
        """g, of f = m + O(g), as a polynomial."""
        return self.known.expanded(_order(theorem))

    def main(self, theorem: Theorem) -> Polynomial:
        """m, of f = m + O(g), as a polynomial."""
        return self.reduced(self.known.expanded(_sides(theorem)[1]))

    def reduced(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with p/p = 1 used for every denominator p that is a sum."""
        known = self.known
        inverses = {atom for m in polynomial for atom, _ in m if _is_inverse(atom) and len(atom[1]) > 1}
        for atom in sorted(inverses, key=repr):
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
        f, m = _sides(theorem)
        return is_number(_order(theorem), 0) and not self.known.expanded(f - m)

    def dominated(self, small: Term, large: Term) -> Theorem:
        """|- small = O(large)."""
        return apply("dominated", *self.facts, small=small, large=large, limit=self.limit)

    def coarsened(self, theorem: Theorem, order: Term) -> Theorem:
        """The expansion with a larger order."""
        own = _order(theorem)
        if own is order or theorem.proposition.args[0].head == "eq":
            return theorem
        return apply("coarser", theorem, self.dominated(own, order))

    def total(self, left: Term, parts: Iterable[Theorem]) -> Polynomial:
        """M, where left - M is the sum of f - m over the parts."""
        known = self.known
        total = known.expanded(left)
        for part in parts:
            f, m = _sides(part)
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
        beside = plus(self.total(left, parts), opposite(self.known.expanded(main)))
        premises = [self.coarsened(part, order) for part in parts if not self.is_trivial(part)]
        if beside or not premises:
            premises.append(self.dominated(as_term_of(beside), order))
        return apply(
            "combined", *premises, *self.facts, left=left, main=main, order=order, count=len(premises)
        )

    def magnitude(self, theorem: Theorem) -> Theorem:
        """F = O(g), from f = m + O(h), with g the largest of the terms of m and h."""
        f, m = _sides(theorem)
        if self.is_trivial(theorem):
            return self.size(f)
        if m is _ZERO:
            return theorem
        sizes = {monomial: Fraction(1) for monomial in (*self.main(theorem), *self.order(theorem))}
        return self.fitted(f, [theorem], _ZERO, as_term_of(self.largest(sizes)))

    def size(self, term: Term) -> Theorem:
        """Term = O(its largest part), for a sum of powers of the variable."""
        return self.dominated(term, as_term_of(self.largest(self.known.expanded(term))))

    def product(self, one: Theorem, other: Theorem) -> Theorem:
        """The expansion of the product of the two left sides."""
        (f, m), (k, l) = _sides(one), _sides(other)
        open_one, open_other = not self.is_trivial(one), not self.is_trivial(other)
        parts = []
        if open_one and open_other:
            parts.append(apply("order_of_product", one, other))
        if open_other and m is not _ZERO:
            parts.append(apply("order_of_product", self.size(m), other))
        if open_one and l is not _ZERO:
            parts.append(apply("order_of_product", self.size(l), one))
        return self.combined(multiply(f, k), parts)


def _sides(theorem: Theorem) -> tuple[Term, Term]:
    """Both f and m, of f = m + O(g), or of f = m eventually; D and 0, of |D| <= B."""
    if theorem.proposition.head == "big_o":
        return theorem.proposition.args[0], theorem.proposition.args[1]
    event = theorem.proposition.args[0]
    return (event.args[0], event.args[1]) if event.head == "eq" else (event.args[0].args[0], _ZERO)


def _order(theorem: Theorem) -> Term:
    """The order g of f = m + O(g); B, of |D| <= B; 0, of f = m."""
    if theorem.proposition.head == "big_o":
        return theorem.proposition.args[2]
    event = theorem.proposition.args[0]
    return _ZERO if event.head == "eq" else event.args[1]


# Expansion of a term from its parts.


def _expand(term: Term, along: _Along) -> Theorem:
    """The expansion term = m + O(g), with the precision of `along`."""
    if term not in along.expansions:
        along.expansions[term] = _expanded(term, along)
    return along.expansions[term]


def _expanded(term: Term, along: _Along) -> Theorem:
    if along.is_scale(term):
        return along.combined(term)
    if not any(part.head in STATISTICS for part in subterms(term)):
        untied = _untied(term, along)
        if untied is not None:
            return untied
    method = _METHODS.get(term.head)
    if method is None:
        raise Refused(f"asymptotics has no expansion of {term}")
    return method(term, along)


def _rewritten(equation: Theorem, along: _Along) -> Theorem:
    """The expansion of the left side of an equation, by its right side."""
    term, other = equation.proposition.args
    return along.combined(term, [along.lift(equation), _expand(other, along)])


def _untied(term: Term, along: _Along) -> Theorem | None:
    """The term with the paths put for the tied sizes, if that changes it."""
    for tie in along.limit[1:]:
        fact = apply("assume", proposition=tie, ground="condition", because="the limit")
        with suppress(Refused):
            equation = apply("within", fact, term=term)
            if right(equation) is not term:
                return _rewritten(equation, along)
    return None


def _sum(term: Term, along: _Along) -> Theorem:
    return along.combined(term, [_expand(part, along) for part in term.args if not along.is_scale(part)])


def _product(term: Term, along: _Along) -> Theorem:
    """One factor after the other; those that are powers of the variable are one factor."""
    joined = _joined_gammas(term, along)
    if joined is not None:
        return joined
    plain = [part for part in term.args if along.is_scale(part)]
    first, *others = (_expand(part, along) for part in term.args if part not in plain)
    for part in (*others, *([along.combined(multiply(*plain))] if plain else ())):
        first = along.product(first, part)
    return along.combined(term, [first])


def _joined_gammas(term: Term, along: _Along) -> Theorem | None:
    """A product of powers of Gamma functions as one exponential, unless it is one Gamma function."""
    exponents: dict[Term, Term] = {}
    others = []
    for factor in term.args if term.head == "mul" else (term,):
        base, exponent = factor.args if factor.head == "power" else (factor, number(1))
        if base.data == ("gamma",) and along.moves(base) and not along.moves(exponent):
            exponents[base] = exponents.get(base, _ZERO) + exponent
        else:
            others.append(factor)
    if not exponents or term in exponents:
        return None
    positive = {base: _positive(base.args[0], along) for base in exponents}
    theorem = replaced_within(
        itself(term), [apply("gamma_as_exponential", positive[base]) for base in exponents]
    )
    logarithms = [multiply(e, log_gamma(base.args[0])) for base, e in exponents.items()]
    whole = multiply(*others, exp(add(_ZERO, *logarithms)))
    joined = apply("ring", *positive.values(), *along.assumed(), left=right(theorem), right=whole)
    return _rewritten(then(theorem, joined), along)


def _split(theorem: Theorem, along: _Along) -> tuple[Term, Theorem]:
    """(l, u = v + O(h)) from f = m + O(g): f = l (1 + u), with l the leading term of m, and u vanishing."""
    f, _ = _sides(theorem)
    if f in along.splits:
        return along.splits[f]
    main, order = along.main(theorem), along.order(theorem)
    if not main:
        raise _TooCoarse({})
    leading = along.leading(main)
    if not along.is_scale(as_term_of(along.known.inverse(leading))):
        raise Refused(
            f"Missing hypothesis: {as_term_of(leading)} != 0, by the signs of its factors in `where`"
        )
    if order and along.ratio(order, leading) != "vanishing":
        raise _TooCoarse(order)
    over = as_term_of(along.known.inverse(leading))
    scaled = [] if along.is_trivial(theorem) else [apply("order_of_product", along.size(over), theorem)]
    u = along.combined(over * f - 1, scaled)
    small = along.magnitude(u)
    along.facts.append(apply("vanishing", small, *along.facts, level=number(1)))
    along.splits[f] = as_term_of(leading), u
    return along.splits[f]


def _series(function: str, u: Theorem, along: _Along, exponent: Term = _ZERO) -> Theorem:
    """F(u) by Taylor's theorem, and the powers of u by the expansion of u."""
    small = along.magnitude(u)
    terms = _terms(along.order(small), along)
    theorem = apply("taylor", small, *along.facts, function=function, exponent=exponent, terms=terms)
    parts, letter = [theorem], u
    if not along.is_trivial(u):
        for j in range(1, terms):
            c = taylor_coefficient(function, exponent, j)
            parts.append(along.product(along.combined(c), letter))
            letter = along.product(letter, u)
    return along.combined(_sides(theorem)[0], parts)


def _terms(h: Polynomial, along: _Along) -> int:
    """How many terms of a series in h give the precision."""
    if not h:
        return 1
    growth, a, _ = scale_of(along.known, next(iter(h)), along.limit)
    e = -a.get(frozenset(), Fraction(0))
    whole = not growth and set(a) == {frozenset()} and e > 0
    return max(1, math.ceil(along.precision / e)) if whole else along.precision + 1


def _power(term: Term, along: _Along) -> Theorem:
    base, exponent = term.args
    joined = _joined_gammas(term, along)
    if joined is not None:
        return joined
    if along.moves(exponent):
        positive = _positive(base, along)
        equation = apply("ring", positive, *along.assumed(), left=term, right=exp(exponent * log(base)))
        return _rewritten(equation, along)
    leading, u = _split(_expand(base, along), along)
    if exponent.data[-1:] != (1,):
        _require_positive(leading, along)
    series = _series("power", u, along, exponent)
    if not is_number(leading, 1):
        series = along.product(along.combined(power(leading, exponent)), series)
    return along.combined(term, [series])


def _require_positive(leading: Term, along: _Along) -> None:
    if not along.known.positive(along.known.expanded(leading)):
        raise Refused(f"Missing hypothesis: {leading} > 0, in `where`")


def _positive(term: Term, along: _Along) -> Theorem:
    """F |- 0 < t, from the facts F, where the leading term of t is positive."""
    if not along.known.positive(along.known.expanded(term)):
        leading, _ = _split(_expand(term, along), along)
        _require_positive(leading, along)
    return apply("positive", *along.assumed(), term=term)


def _logarithm(term: Term, along: _Along) -> Theorem:
    leading, u = _split(_expand(term.args[0], along), along)
    _require_positive(leading, along)
    return along.combined(term, [_series("log", u, along)])


def _exponential(term: Term, along: _Along) -> Theorem:
    """exp(w) = exp(G) exp(u), where G are the terms of w that do not vanish."""
    (w,) = term.args
    theorem = _expand(w, along)
    order = along.order(theorem)
    if order and along.ratio(order, _ONE) != "vanishing":
        raise _TooCoarse(order)
    staying = {m: c for m, c in along.main(theorem).items() if along.ratio({m: c}, _ONE) != "vanishing"}
    outside = as_term_of(staying)
    if not along.is_scale(exp(outside)):
        raise Refused(f"exp({outside}) is no power or exponential of {along.x}")
    series = _series("exp", along.combined(w - outside, [theorem]), along)
    if staying:
        series = along.product(along.combined(exp(outside)), series)
    return along.combined(term, [series])


def _gamma(term: Term, along: _Along) -> Theorem:
    positive = _positive(term.args[0], along)
    return _rewritten(apply("gamma_as_exponential", positive), along)


def _log_gamma(term: Term, along: _Along) -> Theorem:
    (z,) = term.args
    positive = _positive(z, along)
    theorem = along.lift(apply("stirling", positive, terms=max(1, along.precision // 2)))
    return _near(term, theorem, along)


def _near(term: Term, theorem: Theorem, along: _Along) -> Theorem:
    """The expansion of a term, from |term - s| <= b eventually."""
    difference, bound = _sides(theorem)[0], _order(theorem)
    series = -add(*difference.args[1:])
    order = along.magnitude(_expand(bound, along))
    near = apply("coarser", theorem, order)
    return along.combined(term, [near, _expand(series, along)])


def _power_sum(term: Term, along: _Along) -> Theorem:
    """sum_j c j^a by Euler and Maclaurin, after linearity."""
    body = term.args[2]
    if body.head == "add" or (body.head == "mul" and any(not part.loose for part in body.args)):
        return _rewritten(apply("linear", term=term), along)
    if not body.loose:
        return _rewritten(apply("count", term=term), along)
    equation = below(term, lambda inside: apply("ring", left=inside, right=collected(inside)), along.x)
    if right(equation) is not term and right(equation).args[2].head in {"add", "mul"}:
        return _rewritten(equation, along)
    base, exponent = body.args if body.head == "power" else (body, number(1))
    if exponent.head == "bound_index" and not base.loose:
        conditions = [fact for fact in along.given if fact.proposition.head in {"lt", "gt", "ne"}]
        return _rewritten(apply("geometric_sum", *conditions, term=term), along)
    conditions = [fact for fact in along.given if fact.proposition.head in {"lt", "gt", "ne"}]
    exponent = body.args[1] if body.head == "power" else number(1)
    least = math.ceil(value_of(exponent) / 2) if is_number(exponent) else 1
    terms = max(1, along.precision // 2, least)
    try:
        theorem = apply("power_sum", *conditions, term=term, terms=terms)
    except Refused as refusal:
        raise Refused(f"Missing hypothesis, in `where`: {refusal}") from refusal
    return _near(term, along.lift(theorem), along)


def _mean(term: Term, along: _Along) -> Theorem:
    return _rewritten(evaluated(term, along.given), along)


def _definition(term: Term, along: _Along) -> Theorem:
    return _rewritten(apply("written_out", term=term), along)


def _function(term: Term, along: _Along) -> Theorem:
    method = _FUNCTIONS.get(term.data[0])
    if method is None:
        raise Refused(f"asymptotics has no expansion of {term}; give one as a theorem")
    return method(term, along)


# What is asked: an expansion to an order, a stated expansion, an asymptotic equality.


def _derive(limit: tuple[Term, ...], order: int, term: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The expansion term = m + O(g), where m holds the terms down to x^(-order) times the leading one."""
    return _first(lambda along: _cut(_expand(term, along), order, along), limit, given, order)


def _first(
    attempt: Callable[[_Along], Theorem], limit: tuple[Term, ...], given: tuple[Theorem, ...], order: int
) -> Theorem:
    left: list[object] = []
    for more in _MORE:
        along = _Along(limit, given, order + more)
        try:
            return attempt(along)
        except _TooCoarse as remainder:
            left.append(along.power_of(remainder.args[0]))
        if left[-1] is not None and left[-_SAME:] == [left[-1]] * _SAME:
            raise Refused(
                "The terms fall only like powers of a logarithm; ask for order=0, the leading term."
            )
    raise Refused(f"{_MORE[-1]} further orders within do not give the order {order}: terms cancel.")


def _cut(theorem: Theorem, order: int, along: _Along) -> Theorem:
    """The expansion without what vanishes against x^(-order) times its leading term."""
    f, _ = _sides(theorem)
    main, rest = along.main(theorem), along.order(theorem)
    if not main and rest:
        raise _TooCoarse(rest)
    try:
        leading = along.leading(main)
    except _Unknown:
        return theorem
    ((shape, _),) = along.groups(leading)
    last = times(shape, {frozenset({(along.x, -order)}) if order else frozenset(): Fraction(1)})
    if rest and along.ratio(rest, last) != "vanishing":
        raise _TooCoarse(rest)
    parts = along.groups(main)
    kept = {m: c for other, part in parts if along.ratio(other, last) != "vanishing" for m, c in part.items()}
    beside = plus({m: Fraction(1) for m in main if m not in kept}, rest)
    below = along.largest(beside or times(last, {frozenset({(along.x, -1)}): Fraction(1)}))
    return along.fitted(f, [theorem], _written(kept, leading, along), as_term_of(below))


def _written(main: Polynomial, leading: Polynomial, along: _Along) -> Term:
    """The terms by size; a leading term that is more than a power stands outside."""

    def smaller(one: tuple[Polynomial, Polynomial], other: tuple[Polynomial, Polynomial]) -> int:
        return -1 if along.ratio(other[0], one[0]) == "vanishing" else 1

    inside = [part for _, part in sorted(along.groups(main), key=cmp_to_key(smaller))]
    outside: Polynomial = {frozenset(): Fraction(1)}
    if len(inside) > 1 and len(leading) == 1 and not _is_plain(leading, along):
        outside = {frozenset((a, e) for a, e in m if not _is_inverse(a)): c for m, c in leading.items()}
    over = along.known.inverse(outside)
    parts = (_term(times(over, part), along) for part in inside)
    return multiply(as_term_of(outside), _added(parts))


def _term(part: Polynomial, along: _Along) -> Term:
    """The terms with one power of the variable, their constant factor in factored form."""
    ((shape, constant),) = along.groups(part)
    if len(part) == 1:
        return as_term_of(part)
    c = as_term_of(times(constant, along.known.inverse(shape)))
    factors = factored(c)
    equal = not along.known.expanded(c - factors)
    return multiply(factors if equal else c, as_term_of(shape))


def _is_plain(leading: Polynomial, along: _Along) -> bool:
    """Whether it is a whole power of the variable and its logarithm, beside constants."""
    moving = [(a, e) for m in leading for a, e in m if along.moves(a)]
    return all(type(e) is int and not (type(a) is tuple and a[0] == "power") for a, e in moving)


def _is_inverse(atom: object) -> bool:
    return type(atom) is tuple and atom[0] == "inverse"


def _added(parts: Iterable[Term]) -> Term:
    """Their sum in that order; `add` would put a number last."""
    flat = tuple(one for part in parts for one in (part.args if part.head == "add" else (part,)))
    return Term("add", flat) if len(flat) > 1 else flat[0]


def _prove(goal: Term, given: tuple[Theorem, ...]) -> Theorem:
    """A stated expansion, or f ~ g."""
    if goal.head not in {"big_o", "similar"}:
        raise Refused(
            f"asymptotics proves expansion(f, m, g, along) and similar(f, g, along), and {goal} is neither."
        )
    limit = goal.args[LIMITS[goal.head] :]
    return _first(partial(_fit if goal.head == "big_o" else _equal, goal), limit, given, 0)


def _fit(goal: Term, along: _Along) -> Theorem:
    """F = m + O(g), from the expansion of f - m."""
    f, m, g, *_ = goal.args
    difference = _expand(f - m, along)
    order, size = along.order(difference), along.known.expanded(g)
    above = {k: c for k, c in along.main(difference).items() if along.ratio({k: c}, size) == "unknown"}
    if order and along.ratio(order, size) == "unknown":
        raise _TooCoarse(order)
    if above:
        raise Refused(f"{f} - ({m}) has the part {as_term_of(above)}, which is not known to be O({g})")
    return along.fitted(f, [along.fitted(f - m, [difference], _ZERO, g)], m, g)


def _equal(goal: Term, along: _Along) -> Theorem:
    """F ~ g, by a common leading term."""
    sides = [_expand(side, along) for side in goal.args[:2]]
    if not all(map(along.main, sides)):
        raise _TooCoarse({})
    one, other = (along.leading(along.main(side)) for side in sides)
    if one != other:
        parts = ", ".join(
            f"{_sides(side)[0]} ~ {as_term_of(m)}" for side, m in zip(sides, (one, other), strict=True)
        )
        raise Refused(f"The leading terms differ: {parts}")
    beside = times(along.groups(one)[0][0], {frozenset({(along.x, -1)}): Fraction(1)})
    for side in sides:
        beside = plus(beside, {m: Fraction(1) for m in along.main(side) if m not in one})
        beside = plus(beside, along.order(side))
    h = along.largest(beside)
    if along.ratio(h, one) != "vanishing":
        raise _TooCoarse(h)
    fitted = [along.fitted(_sides(side)[0], [side], as_term_of(one), as_term_of(h)) for side in sides]
    return apply("asymptotically_equal", *fitted, *along.facts)


def _along_what(term: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The expansion along the only size, or parameter, that occurs."""
    symbols = [own for _, own in term.declarations if own.head in {"size", "parameter"}]
    if len(symbols) != 1:
        raise Refused(f"Say along which size {term} is expanded: asymptotics(n).")
    return _derive((symbols[0],), 1, term, given)


def _options(along: Term, *ties: Term, order: int = 1) -> Tactic:
    """Expansions along a size or parameter, with ties n == path, to x^(-order) times the leading term."""
    return Tactic(name="asymptotics", prove=_prove, derive=partial(_derive, (along, *ties), order))


_FUNCTIONS: dict[str, Callable[[Term, _Along], Theorem]] = {
    "exp": _exponential,
    "log": _logarithm,
    "gamma": _gamma,
    "log_gamma": _log_gamma,
}
_METHODS: dict[str, Callable[[Term, _Along], Theorem]] = {
    "add": _sum,
    "mul": _product,
    "power": _power,
    "function": _function,
    "sum": _power_sum,
    "definition": _definition,
    "E": _mean,
    "Var": _mean,
    "Cov": _mean,
}

asymptotics = Tactic(name="asymptotics", prove=_prove, derive=_along_what, options=_options)
