r"""`asymptotics`: expansions f = m + O(g) as a size or parameter grows, to any order.

The main part m is a sum of terms c exp(L) x^a (log x)^b, where c and a may hold other symbols and L is a sum
of powers of x; the order g is such a term. A term is expanded from its parts: sums and products by the
arithmetic of O, powers, logarithms and exponentials by splitting off the leading term and Taylor's theorem,
Gamma functions by Stirling's series, sums of powers by Euler and Maclaurin, means by `moments`, and what is
given to be near another term, |x - s| <= b, by that term. All steps are rules of the kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from functools import cmp_to_key, partial, reduce

from ..heads import LIMITS, STATISTICS
from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Polynomial, plus, times
from ..kernel.limits import scale_of, taylor_coefficient
from ..kernel.theorem import EQUATION
from ..node import Term, add, is_number, multiply, number, power, summands, value_of
from ..substitution import opened, subterms
from ..terms import exp, log, log_gamma
from .along import ZERO, Along, TooCoarse, Unknown, is_inverse, order_of, sides
from .events import events
from .extremes import exact
from .goals import STRICT, Given, Tactic, with_head
from .hypotheses import strict
from .moments import evaluated
from .rewriting import (
    as_term_of,
    assumed,
    below,
    collected,
    factored,
    itself,
    left,
    replaced_within,
    right,
    then,
)
from .telescopes import gamma_product, geometric_sum

_SAME = 3
"""So many tries with one power of x in the remainder show that more terms do not help."""
_ONE: Polynomial = {frozenset(): Fraction(1)}
_MORE = (1, 2, 4, 6, 9)
"""By how much the precision within exceeds the order asked for, one try after the other."""

# Expansion of a term from its parts.


def _expand(term: Term, along: Along) -> Theorem:
    """The expansion term = m + O(g), with the precision of `along`."""
    if term not in along.expansions:
        along.expansions[term] = _expanded(term, along)
    return along.expansions[term]


def _expanded(term: Term, along: Along) -> Theorem:
    if along.is_scale(term):
        return along.combined(term)
    if not any(part.head in STATISTICS for part in subterms(term)):
        untied = _untied(term, along)
        if untied is not None:
            return untied
    known = next((fact for fact in with_head(along.given, EQUATION) if left(fact) is term), None)
    if known is not None:
        return _rewritten(known, along)
    near = next((f for f in along.given if _is_near(f.proposition, term)), None)
    if near is not None:
        return _near(term, along.lift(near), along)
    method = _METHODS.get(term.head)
    if method is None:
        raise Refused(f"asymptotics has no expansion of {term}")
    return method(term, along)


def _rewritten(equation: Theorem, along: Along) -> Theorem:
    """The expansion of the left side of an equation, by its right side."""
    term, other = equation.proposition.args
    return along.combined(term, [along.lift(equation), _expand(other, along)])


def _untied(term: Term, along: Along) -> Theorem | None:
    """The term with the paths put for the tied sizes, if that changes it."""
    for tie in along.limit[1:]:
        fact = assumed(tie, "the limit")
        with suppress(Refused):
            equation = apply("within", fact, term=term)
            if right(equation) is not term:
                return _rewritten(equation, along)
    return None


def _sum(term: Term, along: Along) -> Theorem:
    return along.combined(term, [_expand(part, along) for part in term.args if not along.is_scale(part)])


def _product(term: Term, along: Along) -> Theorem:
    """One factor after the other; those that are powers of the variable are one factor."""
    joined = _joined_gammas(term, along)
    if joined is not None:
        return joined
    plain = [part for part in term.args if along.is_scale(part)]
    factors = [_expand(part, along) for part in term.args if part not in plain]
    factors += [along.combined(multiply(*plain))] if plain else []
    return along.combined(term, [reduce(along.product, factors)])


def _joined_gammas(term: Term, along: Along) -> Theorem | None:
    """A product of powers of Gamma functions as one exponential, unless it is one Gamma function."""
    exponents: dict[Term, Term] = {}
    others = []
    for factor in term.args if term.head == "mul" else (term,):
        base, exponent = factor.args if factor.head == "power" else (factor, number(1))
        if base.data == ("gamma",) and along.moves(base) and not along.moves(exponent):
            exponents[base] = exponents.get(base, ZERO) + exponent
        else:
            others.append(factor)
    if not exponents or term in exponents:
        return None
    positive = {base: _positive(base.args[0], along) for base in exponents}
    theorem = replaced_within(
        itself(term), [apply("gamma_as_exponential", positive[base], z=base.args[0]) for base in exponents]
    )
    logarithms = [multiply(e, log_gamma(base.args[0])) for base, e in exponents.items()]
    whole = multiply(*others, exp(add(ZERO, *logarithms)))
    joined = apply("ring", *positive.values(), *along.assumed(), left=right(theorem), right=whole)
    return _rewritten(then(theorem, joined), along)


def _split(theorem: Theorem, along: Along) -> tuple[Term, Theorem]:
    """(l, u = v + O(h)) from f = m + O(g): f = l (1 + u), with l the leading term of m, and u vanishing."""
    f, _ = sides(theorem)
    if f in along.splits:
        return along.splits[f]
    main, order = along.main(theorem), along.order(theorem)
    if not main:
        raise TooCoarse({})
    leading = along.leading(main)
    if not along.is_scale(as_term_of(along.known.inverse(leading))):
        raise Refused(
            f"Missing hypothesis: {as_term_of(leading)} != 0, by the signs of its factors in `where`"
        )
    if order and along.ratio(order, leading) != "vanishing":
        raise TooCoarse(order)
    over = as_term_of(along.known.inverse(leading))
    scaled = [] if along.is_trivial(theorem) else [apply("order_of_product", along.size(over), theorem)]
    u = along.combined(over * f - 1, scaled)
    small = along.magnitude(u)
    along.facts.append(apply("vanishing", small, *along.facts, level=number(1)))
    along.splits[f] = as_term_of(leading), u
    return along.splits[f]


def _series(function: str, u: Theorem, along: Along, exponent: Term = ZERO) -> Theorem:
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
    return along.combined(sides(theorem)[0], parts)


def _terms(h: Polynomial, along: Along) -> int:
    """How many terms of a series in h give the precision."""
    if not h:
        return 1
    growth, a, _ = scale_of(along.known, next(iter(h)), along.limit)
    e = -a.get(frozenset(), Fraction(0))
    whole = not growth and set(a) == {frozenset()} and e > 0
    return max(1, math.ceil(along.precision / e)) if whole else along.precision + 1


def _power(term: Term, along: Along) -> Theorem:
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


def _require_positive(leading: Term, along: Along) -> None:
    if not along.known.positive(along.known.expanded(leading)):
        raise Refused(f"Missing hypothesis: {leading} > 0, in `where`")


def _positive(term: Term, along: Along) -> Theorem:
    """F |- 0 < t, from the facts F, where the leading term of t is positive."""
    if not along.known.positive(along.known.expanded(term)):
        _require_positive(_split(_expand(term, along), along)[0], along)
    return apply("positive", *along.assumed(), term=term)


def _logarithm(term: Term, along: Along) -> Theorem:
    leading, u = _split(_expand(term.args[0], along), along)
    _require_positive(leading, along)
    return along.combined(term, [_series("log", u, along)])


def _exponential(term: Term, along: Along) -> Theorem:
    """exp(w) = exp(G) exp(u), where G are the terms of w that do not vanish."""
    (w,) = term.args
    theorem = _expand(w, along)
    order = along.order(theorem)
    if order and along.ratio(order, _ONE) != "vanishing":
        raise TooCoarse(order)
    staying = {m: c for m, c in along.main(theorem).items() if along.ratio({m: c}, _ONE) != "vanishing"}
    outside = as_term_of(staying)
    if not along.is_scale(exp(outside)):
        raise Refused(f"exp({outside}) is no power or exponential of {along.x}")
    series = _series("exp", along.combined(w - outside, [theorem]), along)
    if staying:
        series = along.product(along.combined(exp(outside)), series)
    return along.combined(term, [series])


def _gamma(term: Term, along: Along) -> Theorem:
    positive = _positive(term.args[0], along)
    return _rewritten(apply("gamma_as_exponential", positive, z=term.args[0]), along)


def _log_gamma(term: Term, along: Along) -> Theorem:
    (z,) = term.args
    positive = _positive(z, along)
    theorem = along.lift(apply("stirling", positive, z=z, terms=max(1, along.precision // 2)))
    return _near(term, theorem, along)


def _is_near(proposition: Term, term: Term) -> bool:
    """Whether it says |term - s| <= b."""
    small = proposition.args[0]
    modulus = proposition.head == "le" and small.head == "function" and small.data == ("abs",)
    return modulus and small.args[0].head == "add" and small.args[0].args[0] is term


def _near(term: Term, theorem: Theorem, along: Along) -> Theorem:
    """The expansion of a term, from |term - s| <= b eventually."""
    difference, bound = sides(theorem)[0], order_of(theorem)
    series = -add(*difference.args[1:])
    order = along.magnitude(_expand(bound, along))
    near = apply("coarser", theorem, order)
    return along.combined(term, [near, _expand(series, along)])


def _power_sum(term: Term, along: Along) -> Theorem:
    """sum_j c j^a by Euler and Maclaurin, after linearity; sum_j log(j + c) by Gamma functions."""
    body = term.args[2]
    if not body.loose:
        return _rewritten(apply("count", term=term), along)
    if body.head == "add" or (body.head == "mul" and not all(part.loose for part in body.args)):
        return _rewritten(apply("linear", term=term), along)
    if body.head == "function" and body.data == ("log",):
        index, _, logarithm = opened(term, along.x)
        with suppress(Refused):
            start = factored(logarithm.args[0] - index + 1)
            return _rewritten(gamma_product(term, start, *strict(along.given)), along)
    equation = below(term, lambda inside: apply("ring", left=inside, right=collected(inside)), along.x)
    if right(equation) is not term and right(equation).args[2].head in {"add", "mul"}:
        return _rewritten(equation, along)
    if body.head == "power" and body.args[0].head == "power":
        return _rewritten(below(term, _one_power, along.x), along)
    conditions = with_head(along.given, STRICT)
    base, exponent = body.args if body.head == "power" else (body, number(1))
    if exponent.head == "bound_index" and not base.loose:
        return _rewritten(geometric_sum(term, *conditions), along)
    least = math.ceil(value_of(exponent) / 2) if is_number(exponent) else 1
    terms = max(1, along.precision // 2, least)
    try:
        theorem = apply("power_sum", *conditions, term=term, terms=terms)
    except Refused as refusal:
        if "must be known" in str(refusal):
            raise Refused(f"Missing hypothesis, in `where`: {refusal}") from refusal
        raise Refused(f"{term} is no sum of powers of its index, which alone are expanded") from refusal
    return _near(term, along.lift(theorem), along)


def _one_power(term: Term) -> Theorem:
    """The power (b^e)^f as b^(e f), for a positive b."""
    (base, inner), outer = term.args[0].args, term.args[1]
    return apply("ring", left=term, right=power(base, inner * outer))


def _mean(term: Term, along: Along) -> Theorem:
    try:
        value = evaluated(term, along.given)
    except Refused as refusal:
        try:
            value = exact(term, along.given)
        except Refused:
            raise refusal from None
    return _rewritten(value, along)


def _chance(term: Term, along: Along) -> Theorem:
    return _rewritten(events.derive(term, along.given), along)


def _definition(term: Term, along: Along) -> Theorem:
    return _rewritten(apply("written_out", term=term), along)


def _function(term: Term, along: Along) -> Theorem:
    method = _FUNCTIONS.get(term.data[0])
    if method is None:
        raise Refused(f"asymptotics has no expansion of {term}; give one as a theorem")
    return method(term, along)


# What is asked: an expansion to an order, a stated expansion, an asymptotic equality.


def _derive(limit: tuple[Term, ...], order: int, term: Term, given: Given) -> Theorem:
    """The expansion term = m + O(g), where m holds the terms down to x^(-order) times the leading one."""
    return _first(lambda along: _cut(_expand(term, along), order, along), limit, given, order)


def _first(attempt: Callable[[Along], Theorem], limit: tuple[Term, ...], given: Given, order: int) -> Theorem:
    lost: list[object] = []
    for more in _MORE:
        along = Along(limit, given, order + more)
        try:
            return attempt(along)
        except TooCoarse as remainder:
            lost.append(along.power_of(remainder.args[0]))
        if lost[-1] is not None and lost[-_SAME:] == [lost[-1]] * _SAME:
            raise Refused(
                "The terms fall only like powers of a logarithm; ask for order=0, the leading term."
            )
    raise Refused(f"{_MORE[-1]} further orders within do not give the order {order}: terms cancel.")


def _cut(theorem: Theorem, order: int, along: Along) -> Theorem:
    """The expansion without what vanishes against x^(-order) times its leading term."""
    f, _ = sides(theorem)
    main, rest = along.main(theorem), along.order(theorem)
    if not main and rest:
        raise TooCoarse(rest)
    try:
        leading = along.leading(main)
    except Unknown:
        return theorem
    ((shape, _),) = along.groups(leading)
    last = times(shape, {frozenset({(along.x, -order)}) if order else frozenset(): Fraction(1)})
    if rest and along.ratio(rest, last) != "vanishing":
        raise TooCoarse(rest)
    parts = along.groups(main)
    kept = {m: c for other, part in parts if along.ratio(other, last) != "vanishing" for m, c in part.items()}
    beside = plus({m: Fraction(1) for m in main if m not in kept}, rest)
    below = along.largest(beside or times(last, {frozenset({(along.x, -1)}): Fraction(1)}))
    return along.fitted(f, [theorem], _written(kept, leading, along), as_term_of(below))


def _written(main: Polynomial, leading: Polynomial, along: Along) -> Term:
    """The terms by size; a leading term that is more than a power stands outside."""

    def smaller(one: tuple[Polynomial, Polynomial], other: tuple[Polynomial, Polynomial]) -> int:
        return -1 if along.ratio(other[0], one[0]) == "vanishing" else 1

    inside = [part for _, part in sorted(along.groups(main), key=cmp_to_key(smaller))]
    outside = _ONE
    if len(inside) > 1 and len(leading) == 1 and not _is_plain(leading, along):
        outside = {frozenset((a, e) for a, e in m if not is_inverse(a)): c for m, c in leading.items()}
    over = along.known.inverse(outside)
    parts = (_term(times(over, part), along) for part in inside)
    return multiply(as_term_of(outside), _added(parts))


def _term(part: Polynomial, along: Along) -> Term:
    """The terms with one power of the variable, their constant factor in factored form."""
    ((shape, constant),) = along.groups(part)
    if len(part) == 1:
        return as_term_of(part)
    c = as_term_of(times(constant, along.known.inverse(shape)))
    factors = factored(c, minus_in_front=True)
    equal = not along.known.expanded(c - factors)
    return multiply(factors if equal else c, as_term_of(shape))


def _is_plain(leading: Polynomial, along: Along) -> bool:
    """Whether it is a whole power of the variable and its logarithm, beside constants."""
    moving = [(a, e) for m in leading for a, e in m if along.moves(a)]
    return all(type(e) is int and not (type(a) is tuple and a[0] == "power") for a, e in moving)


def _added(parts: Iterable[Term]) -> Term:
    """Their sum in that order; `add` would put a number last."""
    flat = tuple(one for part in parts for one in summands(part))
    return Term("add", flat) if len(flat) > 1 else flat[0]


def _prove(goal: Term, given: Given) -> Theorem:
    """A stated expansion, or f ~ g."""
    if goal.head not in {"big_o", "similar"}:
        raise Refused(
            f"asymptotics proves expansion(f, m, g, along) and similar(f, g, along), and {goal} is neither."
        )
    limit = goal.args[LIMITS[goal.head] :]
    return _first(partial(_fit if goal.head == "big_o" else _equal, goal), limit, given, 0)


def _fit(goal: Term, along: Along) -> Theorem:
    """F = m + O(g), from the expansion of f - m."""
    f, m, g, *_ = goal.args
    difference = _expand(f - m, along)
    order, size = along.order(difference), along.known.expanded(g)
    above = {k: c for k, c in along.main(difference).items() if along.ratio({k: c}, size) == "unknown"}
    if order and along.ratio(order, size) == "unknown":
        raise TooCoarse(order)
    if above:
        raise Refused(f"{f} - ({m}) has the part {as_term_of(above)}, which is not known to be O({g})")
    return along.fitted(f, [along.fitted(f - m, [difference], ZERO, g)], m, g)


def _equal(goal: Term, along: Along) -> Theorem:
    """F ~ g, by a common leading term."""
    expansions = [_expand(side, along) for side in goal.args[:2]]
    if not all(map(along.main, expansions)):
        raise TooCoarse({})
    one, other = (along.leading(along.main(side)) for side in expansions)
    if one != other:
        pairs = zip(goal.args, (one, other), strict=False)
        told = ", ".join(f"{side} ~ {as_term_of(leading)}" for side, leading in pairs)
        raise Refused(f"The leading terms differ: {told}")
    beside = times(along.groups(one)[0][0], {frozenset({(along.x, -1)}): Fraction(1)})
    for side in expansions:
        beside = plus(beside, {m: Fraction(1) for m in along.main(side) if m not in one})
        beside = plus(beside, along.order(side))
    h = along.largest(beside)
    if along.ratio(h, one) != "vanishing":
        raise TooCoarse(h)
    fitted = [along.fitted(sides(side)[0], [side], as_term_of(one), as_term_of(h)) for side in expansions]
    return apply("asymptotically_equal", *fitted, *along.facts)


def _along_what(term: Term, given: Given) -> Theorem:
    """The expansion along the only size, or parameter, that occurs."""
    symbols = [own for _, own in term.declarations if own.head in {"size", "parameter"}]
    if len(symbols) != 1:
        raise Refused(f"Say along which size {term} is expanded: asymptotics(n).")
    return _derive((symbols[0],), 1, term, given)


def _options(along: Term, *ties: Term, order: int = 1) -> Tactic:
    """Expansions along a size or parameter, with ties n == path, to x^(-order) times the leading term."""
    return Tactic(name="asymptotics", prove=_prove, derive=partial(_derive, (along, *ties), order))


_FUNCTIONS: dict[str, Callable[[Term, Along], Theorem]] = {
    "exp": _exponential,
    "log": _logarithm,
    "gamma": _gamma,
    "log_gamma": _log_gamma,
}
_METHODS: dict[str, Callable[[Term, Along], Theorem]] = {
    "add": _sum,
    "mul": _product,
    "power": _power,
    "function": _function,
    "sum": _power_sum,
    "definition": _definition,
    "E": _mean,
    "Var": _mean,
    "Cov": _mean,
    "P": _chance,
}

asymptotics = Tactic(
    name="asymptotics",
    prove=_prove,
    derive=_along_what,
    options=_options,
    states="expansions f = m + O(g) along a size or parameter that grows, and f ~ g",
    example='tc.derive("gamma(n + 1/2)/gamma(n) as n -> oo to order 2", by="asymptotics")',
)
