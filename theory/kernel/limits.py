"""Expansions f = m + O(g) along x -> oo: what O is, how it adds and multiplies, and Taylor's theorem.

`big_o` (f, m, g, x): for all values of the other symbols there are C and X with |f - m| <= C |g| for all
x >= X in the domain of x; with a tie n = path(x), for those n and x. `eventually` (p, x): p holds from some X
on. x and the tied sizes are bound: nothing else in a theorem speaks of them. C may depend on all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final, Literal

from ..heads import LIMITS
from ..node import Term, add, is_number, multiply, number, power, value_of
from ..terms import exp, log
from .algebra import Expander, Monomial, Polynomial, expander, knowing, opposite, plus, times
from .theorem import ANY, SIDE, Conclusion, Theorem, ordered, require, rule

EVENTUALLY: Final = frozenset({"eventually"})
EXPANSION: Final = frozenset({"big_o"})
Limit = tuple[Term, ...]
"""The variable, and the ties."""
Size = Literal["vanishing", "bounded"]


def _limit(theorem: Theorem) -> Limit:
    """Along what the relation holds."""
    proposition = theorem.proposition
    return proposition.args[LIMITS[proposition.head] :]


def _require_along(limit: Limit, theorems: Iterable[Theorem]) -> None:
    for theorem in theorems:
        own = _limit(theorem)
        same = len(own) == len(limit) and all(a is b for a, b in zip(own, limit, strict=True))
        require(same, "{} is about another limit.", theorem)


def _same_limit(first: Theorem, *others: Theorem) -> Limit:
    _require_along(_limit(first), others)
    return _limit(first)


def _bound(limit: Limit) -> set[Term]:
    """The variable and the tied sizes."""
    return {limit[0], *(tie.args[0] for tie in limit[1:])}


def _speaks_of(term: Term, limit: Limit) -> bool:
    return any(own in _bound(limit) for _, own in term.declarations)


def tools(limit: Limit, facts: tuple[Theorem, ...]) -> Expander:
    """Terms as polynomials, by what holds eventually."""
    _require_along(limit, facts)
    return knowing(*(fact.proposition.args[0] for fact in facts))


def size_of(known: Expander, ratio: Polynomial, limit: Limit) -> Size:
    """Whether c x^a (log x)^b exp(L) vanishes or is bounded as x grows; refused where neither is seen."""
    require(len(ratio) == 1, "It is a sum, and no power of the variable.")
    growth, a, b = scale_of(known, next(iter(ratio)), limit)
    if growth:
        falls: dict[tuple[Fraction, Fraction], Polynomial] = {}
        for m, c in growth.items():
            *scale, rest = _power_of(m, limit)
            falls[tuple(scale)] = plus(falls.get(tuple(scale), {}), {rest: -c})
        for total in falls.values():
            require(known.positive(total), "Its exponential is not known to fall.")
        return "vanishing"
    if known.positive(opposite(a)):
        return "vanishing"
    require(not a and b <= 0, "Its exponents are not known to be negative.")
    return "vanishing" if b < 0 else "bounded"


def scale_of(known: Expander, monomial: Monomial, limit: Limit) -> tuple[Polynomial, Polynomial, Fraction]:
    """(L, a, b) with c exp(L) x^a (log x)^b, where c stays, and L is a sum of c x^k (log x)^j, k > 0."""
    growth: Polynomial = {}
    a: Polynomial = {}
    b = Fraction(0)
    for atom, e in monomial:
        kind = atom[0] if type(atom) is tuple else None
        if atom is limit[0]:
            a = plus(a, {frozenset(): Fraction(e)})
        elif kind == "log" and atom[1] is limit[0]:
            b += e
        elif kind == "power" and _depends(atom[2], limit):
            _, base, exponent = atom
            logarithm = {frozenset() if base == "e" else frozenset({(("log", base), 1)}): Fraction(e)}
            growth = plus(growth, times({exponent: Fraction(1)}, logarithm))
        elif kind == "power" and atom[1] is limit[0]:
            a = plus(a, {atom[2]: Fraction(e)})
        else:
            require(not _depends(atom, limit), "It is no product of powers and logarithms of the variable.")
            finite = kind != "inverse" or known.nonzero(dict(atom[1]))
            require(finite, "A denominator is not known to be different from zero.")
    for m in growth:
        require(_power_of(m, limit)[0] > 0, "Its exponent is no sum of powers of the variable.")
    return growth, a, b


def _power_of(monomial: Monomial, limit: Limit) -> tuple[Fraction, Fraction, Monomial]:
    """(k, j, c) with c x^k (log x)^j."""
    k, j, rest = Fraction(0), Fraction(0), set()
    for atom, e in monomial:
        if atom is limit[0]:
            k += e
        elif type(atom) is tuple and atom[0] == "log" and atom[1] is limit[0]:
            j += e
        else:
            require(not _depends(atom, limit), "Its growth is no power of the variable.")
            rest.add((atom, e))
    return k, j, frozenset(rest)


def _depends(part: Any, limit: Limit) -> bool:  # noqa: ANN401 - atoms: terms, numbers, and tuples of them
    """Whether the variable or a tied size occurs in an atom or monomial."""
    if type(part) is Term:
        return _speaks_of(part, limit)
    return isinstance(part, tuple | frozenset) and any(_depends(inside, limit) for inside in part)


@rule("What holds for all large x holds eventually.", ANY, others=EVENTUALLY)
def eventually(premise: Theorem, *facts: Theorem, limit: Limit) -> Conclusion:
    """From H, x > c, n = path |- p, and facts q eventually: p eventually, without x > c, the ties, and the q.

    What is left of H does not speak of x and the tied sizes.
    """
    variable, *ties = limit
    stated = Term("eventually", (premise.proposition, *limit))
    _require_along(limit, facts)
    known = [*ties, *(fact.proposition.args[0] for fact in facts)]
    gone = []
    for h in premise.hypotheses:
        if any(h.proposition is own for own in known) or _is_large(h.proposition, limit):
            gone.append(h.proposition)
        else:
            require(
                not _speaks_of(h.proposition, limit),
                "The hypothesis {} is about {}.",
                h.proposition,
                variable,
            )
    return Conclusion(stated, tuple(gone), tuple(h for fact in facts for h in fact.hypotheses))


def _is_large(proposition: Term, limit: Limit) -> bool:
    """Whether it says x > c or x >= c, for a c that stays."""
    if proposition.head not in {"le", "lt", "ge", "gt"}:
        return False
    low, _, x = ordered(proposition)
    return x is limit[0] and not _speaks_of(low, limit)


def _difference(theorem: Theorem) -> tuple[Term, Term, Term | None]:
    """(f, m, g), of f = m + O(g); of f = m eventually, without g; of |D| <= B eventually: (D, 0, B)."""
    proposition = theorem.proposition
    if proposition.head == "big_o":
        f, m, g, *_ = proposition.args
        return f, m, g
    event = proposition.args[0]
    if event.head == "eq":
        require(not event.args[0].shape, "{} is about vectors.", event)
        return event.args[0], event.args[1], None
    small, _, large = ordered(event)
    modulus = small.head == "function" and small.data == ("abs",)
    require(modulus, "{} is no equation and bounds no modulus.", event)
    return small.args[0], number(0), large


@rule("Sums of powers of the variable are at most of the order of a larger power.", others=EVENTUALLY)
def dominated(*facts: Theorem, small: Term, large: Term, limit: Limit) -> Conclusion:
    """|- s = O(l), where s/l is a sum of bounded c x^a (log x)^b exp(L), by what the facts say of signs."""
    known = tools(limit, facts)
    total = known.expanded(small)
    ratio = times(total, known.inverse(known.expanded(large))) if total else {}
    for m, c in ratio.items():
        size_of(known, {m: c}, limit)
    return Conclusion(Term("big_o", (small, number(0), large, *limit)))


@rule("O is transitive.", EXPANSION | EVENTUALLY, EXPANSION)
def coarser(premise: Theorem, order: Theorem) -> Conclusion:
    """From f = m + O(g) and g = O(h): f = m + O(h)."""
    limit = _same_limit(premise, order)
    f, m, g = _difference(premise)
    own, zero, h, *_ = order.proposition.args
    require(g is own and is_number(zero, 0), "{} gives no order of {}.", order, g)
    return Conclusion(Term("big_o", (f, m, h, *limit)))


@rule("Differences multiply.", EXPANSION, EXPANSION)
def order_of_product(one: Theorem, other: Theorem) -> Conclusion:
    """From f = m + O(g) and k = l + O(h): (f - m)(k - l) = O(g h)."""
    limit = _same_limit(one, other)
    f, m, g, *_ = one.proposition.args
    k, l, h, *_ = other.proposition.args
    return Conclusion(Term("big_o", (multiply(f - m, k - l), number(0), multiply(g, h), *limit)))


@rule("Sums of O(g) are O(g).", others=EXPANSION | EVENTUALLY)
def combined(*premises: Theorem, left: Term, main: Term, order: Term, count: int) -> Conclusion:
    """From f_i = m_i + O(g): F = M + O(g), where F - M is the sum of the f_i - m_i, by expansion.

    The first `count` premises are the expansions, or hold eventually: f = m, |D| <= g. The others tell signs.
    """
    require(0 < count <= len(premises), "{} premises cannot be combined.", count)
    limit = _same_limit(*premises)
    known = tools(limit, premises[count:])
    total = known.expanded(main - left)
    for premise in premises[:count]:
        f, m, g = _difference(premise)
        require(g is None or g is order, "{} is not of the order {}.", premise, order)
        total = plus(total, known.expanded(f - m))
    require(known.is_zero(total), "The expansions do not add up to {} - ({}).", left, main)
    return Conclusion(Term("big_o", (left, main, order, *limit)))


@rule("What vanishes is eventually above any negative number.", EXPANSION, others=EVENTUALLY)
def vanishing(premise: Theorem, *facts: Theorem, level: Term) -> Conclusion:
    """From u = O(h), where h vanishes: 0 < c + u eventually, for a number c > 0."""
    limit = _same_limit(premise, *facts)
    u = _vanishing(premise, facts)
    require(is_number(level) and value_of(level) > 0, "{} is no positive number.", level)
    return Conclusion(Term("eventually", (Term("lt", (number(0), level + u)), *limit)))


def _vanishing(premise: Theorem, facts: tuple[Theorem, ...]) -> Term:
    """u, from u = O(h) with an h that vanishes."""
    u, m, h, *limit = premise.proposition.args
    known = tools(tuple(limit), facts)
    require(is_number(m, 0), "{} does not say that something vanishes.", premise)
    order = known.expanded(h)
    require(not order or size_of(known, order, tuple(limit)) == "vanishing", "{} does not vanish.", h)
    return u


@rule(
    "Taylor's theorem at zero for exp(u), log(1 + u) and (1 + u)^a.",
    EXPANSION,
    others=EVENTUALLY,
    schema=True,
)
def taylor(premise: Theorem, *facts: Theorem, function: str, exponent: Term, terms: int) -> Conclusion:
    """From u = O(h), where h vanishes: F(u) = sum_{j < K} c_j u^j + O(h^K), with K = terms, a constant."""
    limit = _same_limit(premise, *facts)
    u, h = _vanishing(premise, facts), premise.proposition.args[2]
    require(function in {"exp", "log", "power"} and terms > 0, "There is no series of {} here.", function)
    require(
        not exponent.shape and not _speaks_of(exponent, limit), "The exponent {} does not stay.", exponent
    )
    value = {"exp": exp(u), "log": log(1 + u), "power": power(1 + u, exponent)}[function]
    total = [multiply(taylor_coefficient(function, exponent, j), power(u, j)) for j in range(1, terms)]
    start = number(0 if function == "log" else 1)
    return Conclusion(Term("big_o", (value, add(start, *total), power(h, terms), *limit)))


def taylor_coefficient(function: str, exponent: Term, j: int) -> Term:
    """The coefficient of u^j, j >= 1."""
    if function == "log":
        return number(Fraction((-1) ** (j + 1), j))
    factors = [(exponent - i) if function == "power" else number(1) for i in range(j)]
    return multiply(*factors, *(number(Fraction(1, i)) for i in range(1, j + 1)))


@rule("What has the same leading term is asymptotically equal.", EXPANSION, EXPANSION, others=EVENTUALLY)
def asymptotically_equal(one: Theorem, other: Theorem, *facts: Theorem) -> Conclusion:
    """From f = m + O(g) and k = m + O(g), where g/m vanishes: f ~ k."""
    limit = _same_limit(one, other, *facts)
    (f, m, g, *_), (k, l, h, *_) = one.proposition.args, other.proposition.args
    require(m is l and g is h, "{} and {} have other leading terms or orders.", one, other)
    known = tools(limit, facts)
    leading = known.expanded(m)
    require(bool(leading), "The leading term is zero.")
    require(known.nonzero(leading), "{} is not known to be different from zero.", m)
    ratio = times(known.expanded(g), known.inverse(leading))
    require(not ratio or size_of(known, ratio, limit) == "vanishing", "{} is not smaller than {}.", g, m)
    return Conclusion(Term("similar", (f, k, *limit)))


@rule("What is positive by its factors.", others=SIDE)
def positive(*facts: Theorem, term: Term) -> Conclusion:
    """|- 0 < t, for a product of what is positive by the facts a < b or by its form, or a power of such."""
    known, base = expander(facts), term.args[0] if term.head == "power" else term
    above = not term.shape and any(known.positive(known.expanded(part)) for part in (base, term))
    require(above, "{} is not known to be positive.", term)
    return Conclusion(Term("lt", (number(0), term)))
