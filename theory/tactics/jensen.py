"""Orders of sums by an inequality of their terms: Cauchy and Schwarz, pairs of terms, and tangents of convex
functions, which give Jensen's inequality, and that entropies and relative entropies are not negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from itertools import permutations, product

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..model import Index, fixed
from ..node import TRUE, Term, is_number, multiply, number, power
from ..substitution import fresh_name, fresh_names, instantiated, opened, replaced, subterms
from ..terms import Sum, all_, exp, log, ones, tabulate
from .bounds import by_any_way
from .certificates import by_products
from .factors import factors_of
from .goals import finish, same, stated, strict_facts
from .integrals import letter
from .items import (
    Given,
    as_sum,
    as_sums,
    indices_in,
    instances_at,
    is_known_sum,
    is_over_items,
    one_of_sum,
    sign_by_items,
    terms_apart,
    with_known_sums,
)
from .products import by_facts
from .rewriting import (
    assumed,
    between,
    by_entries,
    collected,
    itself,
    left,
    nonnegative,
    replaced_within,
    right,
    then,
    tidied,
)

_MOST_RATIOS = 2
"""Other sums whose ratios are points at which there is a tangent."""
Tangent = Callable[[Term, Term, Given], tuple[Theorem, Given]]


def by_cauchy_schwarz(small: Term, large: Term, given: Given) -> Theorem:
    """By (sum_j a_j b_j)^2 <= sum_j a_j^2 sum_j b_j^2, for b_j = 1 too, with what is known of the sums."""
    totals = dict.fromkeys(part for side in (small, large) for part in subterms(side) if part.head == "sum")
    for total in (part for part in totals if not part.loose and part.args[1] is TRUE):
        index, _, one = opened(total, *stated(given))
        plain = one.args[0] if one.head == "power" and is_number(one.args[1], 2) else one
        first, *others = factors_of(plain)
        half = power(plain.args[0], plain.args[1] / 2) if plain.head == "power" else plain
        pairs = [(plain, number(1)), (half, number(1)), *([(first, multiply(*others))] if others else [])]
        for x, y in dict.fromkeys(pairs):
            found = _cauchy_schwarz(x, y, index, given)
            share = apply("positive", term=1 / total.args[0])
            for parts in ((1, found), (1, found, share)):
                with suppress(Refused):
                    return by_products(small, large, parts, known=strict_facts(given))
    raise Refused("There is no sum of squares.")


def _cauchy_schwarz(x: Term, y: Term, index: Term, given: Given) -> Theorem:
    vectors = [ones(index.args[0]) if is_number(one, 1) else tabulate(index, one) for one in (x, y)]
    found = apply("cauchy_schwarz", x=vectors[0], y=vectors[1])
    low, high = map(as_sums, found.proposition.args)
    told = with_known_sums(low, given)
    return apply("transitive", apply("transitive", apply("symmetric", told), found), high)


def by_pairs(small: Term, large: Term, given: Given) -> Theorem:
    """An order of two products of two sums, as it is for each pair of their terms: that
    (sum_j w_j x_j y_j)^2 <= sum_j w_j x_j^2 sum_j w_j y_j^2 rests on w_j w_l (x_j y_l - x_l y_j)^2 >= 0
    (Lagrange's identity).
    """
    totals = [part for side in (small, large) for part in subterms(side) if part.head == "sum"]
    one = next((part for part in totals if not part.loose and part.args[1] is TRUE), None)
    if one is None:
        raise Refused("There is no sum over all items.")
    index, _, _ = opened(one, small, large, *stated(given))
    other, _, _ = opened(one, index, small, large, *stated(given))
    ones = Sum(index, number(1))
    fills = [(ones, apply("count", term=ones)), *((left(fact), fact) for fact in given if is_known_sum(fact))]
    for fill, value in fills:
        with suppress(Refused):
            pairs = [_of_pair(side, index, other, value) for side in (small, large)]
            ends = [collected(pair) for _, pair in pairs]
            order = by_any_way(ends[0] <= ends[1], (*given, *instances_at(ends[0] * ends[1] * fill, given)))
            for own in (other, index):
                order = apply("sum_monotone", order, condition=TRUE, index=own)
            order = finish(order, Term("le", tuple(right(side) for side, _ in pairs)), given)
            return between(pairs[0][0], order, pairs[1][0])
    raise Refused("The order does not hold for each pair of terms.")


def _of_pair(side: Term, index: Term, other: Term, fill: Theorem) -> tuple[Theorem, Term]:
    """The side as c sum_j f_j sum_j g_j, and c (f_j g_l + f_l g_j)/2, which adds up to it over all j and l.

    A sum of which the value is known fills up what are less than two, and a sum of sums is two.
    """
    upper, factors, totals = index.args[0], list[Term](), list[Term]()
    for part in factors_of(side):
        squared = part.head == "power" and is_number(part.args[1], 2)
        total = part.args[0] if squared else part
        is_total = total.head == "sum" and total.args[:2] == (upper, TRUE)
        (totals if is_total else factors).extend([total] * (1 + squared) if is_total else [part])
    inside = [instantiated(part.args[2], index) for part in totals]
    if len(inside) == 1 and inside[0].head == "sum" and inside[0].args[:2] == (upper, TRUE):
        whole = instantiated(inside[0].args[2], other)
        turned = replaced(replaced(replaced(whole, index, _held(index)), other, index), _held(index), other)
        return itself(side), multiply(number(1), *factors) * (whole + turned) / 2
    missing = 2 - len(totals)
    if missing < 0:
        raise Refused(f"{side} is a product of more than two sums.")
    totals += [left(fill)] * missing
    c = multiply(power(right(fill), -missing), *factors)
    filled = replaced_within(itself(c * multiply(*totals)), [fill] * bool(missing))
    filled = apply("symmetric", then(filled, same(right(filled), side, ())))
    (f_j, f_l), (g_j, g_l) = ([instantiated(part.args[2], own) for own in (index, other)] for part in totals)
    return filled, c * (f_j * g_l + f_l * g_j) / 2


def _held(index: Term) -> Term:
    """An index that stands for another for a while."""
    return Term("index", index.args, (index.data[0] + "'",))


def by_tangents(small: Term, large: Term, given: Given) -> Theorem:
    """By tangents below sum_j w_j f(r_j), of exponentials, squares and reciprocals, above and below it of
    logarithms: at 1, at 1/n, where f stands outside of sums, as at sum_j w_j r_j (Jensen), or at the mean or
    the ratio of other sums.
    """
    parts = dict.fromkeys(part for side in (small, large) for part in subterms(side) if not part.loose)
    outside = [part.args[0] for part in parts if _curve(part) and is_over_items(part)]
    totals = [part for part in parts if part.head == "sum" and part.args[1] is TRUE]
    signs = [sign for part in totals for sign in positive_by_sums(part, given)]
    for total in totals:
        others = [part for part in totals if part is not total]
        means = [part / part.args[0] for part in others]
        ratios = [x / y for x, y in permutations(others, 2)] if len(others) <= _MOST_RATIOS else []
        for c in (number(1), 1 / total.args[0], *outside, *means, *ratios):
            for tangent in (_tangent_below, _tangent_above):
                with suppress(Refused):
                    found = _by_tangent(total, c, tangent, given)
                    known = *strict_facts(given), *signs, *positive_by_sums(c, given)
                    share = apply("positive", term=1 / total.args[0])
                    with suppress(Refused):
                        return by_products(small, large, (1, found), known=known)
                    return by_products(small, large, (1, found, share), known=known)
    return _of_two_sums(small, large, given)


def _of_two_sums(small: Term, large: Term, given: Given) -> Theorem:
    """sum_j w_j log a_j <= sum_j w_j log b_j, from w_j log(b_j/a_j) >= w_j (1 - a_j/b_j)."""
    low, high = (as_sum(side, given) for side in (small, large))
    if right(low).args[:2] != right(high).args[:2]:
        raise Refused("The sums have other ranges.")
    index, condition, one = opened(right(high), right(low), *stated(given))
    rise = collected(one - instantiated(right(low).args[2], index))
    w, b, a = _logarithms(rise)
    known = *given, *instances_at(rise, given)
    order, positive = _tangent_below(log(b / a), number(1), known)
    facts = *strict_facts(known), *positive, *positive_by_sums(a, known), *positive_by_sums(b, known)
    line = collected(w * (1 - a / b), *facts)
    each = by_products(line, rise, (1, sign_by_items(w, known), order), known=facts)
    found = apply("sum_monotone", each, condition=condition, index=index)
    found = apply("transitive", apply("symmetric", _valued(Sum(index, line), facts, given)), found)
    difference = right(high) - right(low)
    found = apply("transitive", found, same(ordered(found.proposition)[2], difference, given))
    order = by_products(right(low), right(high), (1, found))
    return between(low, order, high)


def _logarithms(rise: Term) -> tuple[Term, Term, Term]:
    """The w, b and a of w log b - w log a."""
    found = dict[bool, tuple[Term, Term]]()
    for part in rise.args if rise.head == "add" else ():
        logs = [x for x in factors_of(part) if x.data == ("log",)]
        if len(logs) == 1:
            w = multiply(number(1), *(x for x in factors_of(part) if x is not logs[0]))
            is_taken = number(-1) in factors_of(part)
            found[is_taken] = (collected(-w) if is_taken else w, logs[0].args[0])
    if len(found) != len(rise.args) or len(found) < 2 or found[True][0] is not found[False][0]:  # noqa: PLR2004
        raise Refused("There is no difference of logarithms.")
    return found[False][0], found[False][1], found[True][1]


def _curve(x: Term) -> str:
    """The name of a function that is convex or concave."""
    if x.head == "power" and is_number(x.args[1], 2):
        return "square"
    if x.head == "power" and is_number(x.args[1], -1):
        return "reciprocal"
    return x.data[0] if x.data in {("exp",), ("log",)} else ""


def by_log_sums(small: Term, large: Term, given: Given) -> Theorem:
    """By sum_j w_j log(a_j/w_j) <= log sum_j a_j (Gibbs), for weights that are known to add up to 1, or
    shares of a sum of exponentials in the goal, and by log a_i <= log sum_j a_j: log-sum-exp is convex, and
    softmax is its slope. The logarithms are those in the goal, and those of the sums that have shares.
    """
    parts = dict.fromkeys(part for side in (small, large) for part in subterms(side))
    totals = [x for x in parts if x.head == "sum" and not (x.loose or x.is_random) and x.args[1] is TRUE]
    shares = {log(total): share for total in totals for share in _shares_of(total)}
    logs = [x for x in parts if x.data == ("log",) and (x.args[0] in totals or x.args[0].head == "size")]
    known = [fact for fact in given if is_known_sum(fact) and is_number(right(fact), 1)]
    ways = [
        *(
            partial(_gibbs, *own)
            for own in product(dict.fromkeys((*logs, *shares)), (*known, *shares.values()))
        ),
        *(partial(_above_one, *own) for own in product(shares, indices_in(small <= large))),
    ]
    lemmas = []
    for way in ways:
        with suppress(Refused):
            lemma = way(given)
            one, other = (terms_apart(side, given) for side in lemma.proposition.args)
            lemmas.append(between(apply("symmetric", one), lemma, other))
    if not lemmas:
        raise Refused("There are no weights beside a logarithm of a sum.")
    signs = [sign for total in totals for sign in positive_by_sums(total, given)]
    low, high = (terms_apart(side, given) for side in (small, large))
    return between(low, by_facts(right(low) <= right(high), (*lemmas, *signs, *given)), high)


def _above_one(x: Term, index: Term, given: Given) -> Theorem:
    """log a_i <= log sum_j a_j."""
    order = one_of_sum(x.args[0], index, given)
    own = ordered(order.proposition)[0]
    grown = apply("monotone", order, apply("positive", term=own), function="log", exponent=number(1))
    return apply("transitive", same(collected(log(own)), log(own), ()), grown)


def _shares_of(total: Term) -> Iterator[Theorem]:
    """sum_j f_j/sum_l f_l = 1, for exponentials f_j."""
    index, _, one = opened(total)
    if any(part.data == ("exp",) for part in subterms(one)):
        for sign in positive_by_sums(total, ()):
            yield apply("componentwise", sign, left=Sum(index, one / total), right=number(1))


def _gibbs(x: Term, total: Theorem, given: Given) -> Theorem:
    """sum_j w_j log(a_j/w_j) <= log sum_j a_j, from sum_j w_j = 1, for positive w_j and a_j."""
    index, condition, w = opened(left(total), x, *stated(given))
    whole = x.args[0] if x.args[0].head == "sum" else Sum(index, number(1))
    if condition is not TRUE or left(total).args[:2] != whole.args[:2]:
        raise Refused(f"{total} is about other items than {x}.")
    a = instantiated(whole.args[2], index)
    known = (*given, *instances_at(a * w, given))
    facts = (*strict_facts(known), *(sign for part in (a, w) for sign in positive_by_sums(part, known)))
    y = collected(log(a / w), *facts)
    weights, entries = tabulate(index, w), tabulate(index, y)
    found, own, of_any = _log_of_mean(index.args[0])
    for symbol, value in ((own, weights), (of_any, entries)):
        found = apply("instance", found, symbol=symbol, value=value)
    plain = apply("componentwise", left=weights[index], right=w)
    sign = apply("transitive", apply("positive", *facts, term=w), apply("symmetric", plain))
    signs = apply("every", apply("symmetric", sign), condition=TRUE, index=index)
    one = then(apply("componentwise", left=Sum(index, weights[index]), right=left(total)), total)
    for fact in (signs, one):
        found = apply("cut", fact, found)
    mean, (weighed,) = found.proposition.args[0], found.proposition.args[1].args
    each = same(w * exp(y), a, facts)
    ends = (
        apply("sum_monotone", end, condition=TRUE, index=index) for end in (each, apply("symmetric", each))
    )
    plain = then(
        apply("componentwise", left=weighed, right=Sum(index, w * exp(y))), apply("antisymmetric", *ends)
    )
    plain = plain if whole is x.args[0] else then(plain, apply("count", term=whole))
    found = apply("transitive", found, apply("within", plain, term=log(weighed)))
    return apply("transitive", apply("symmetric", _valued(mean, facts, (total, *given))), found)


@lru_cache(maxsize=2**3)
def _log_of_mean(upper: Term) -> tuple[Theorem, Term, Term]:
    """sum_j p_j y_j <= log sum_j p_j exp y_j for positive p_j that add up to 1, by the tangent at the left
    side; p and y.
    """
    p, y = (fixed(name, upper) for name in fresh_names(2, upper))
    j = Index(fresh_name(p, y), upper)
    held = assumed(all_(j, p[j] > 0), "weights"), assumed(Sum(j, p[j]) == 1, "weights")
    mean, total = (Sum(j, p[j] * own) for own in (y[j], exp(y[j])))
    found = _by_tangent(total, mean, _tangent_below, held)
    found = apply("transitive", same(exp(mean), ordered(found.proposition)[0], ()), found)
    grown = apply("monotone", found, apply("positive", term=exp(mean)), function="log", exponent=number(1))
    return apply("transitive", same(mean, log(exp(mean)), ()), grown), p, y


def positive_by_sums(x: Term, given: Given) -> list[Theorem]:
    """0 < x, by what is strict, and by the sums in it, which are positive then."""
    with suppress(Refused):
        return [apply("positive", *strict_facts(given), term=x)]
    with suppress(Refused):
        totals = [part for part in subterms(x) if part.head == "sum" and not part.loose]
        sums = [_positive_sum(part, given) for part in dict.fromkeys(totals)]
        return [apply("positive", *strict_facts(given), *sums, term=x), *sums]
    return []


def _by_tangent(total: Term, c: Term, tangent: Tangent, given: Given) -> Theorem:
    """V <= sum_j w_j f(r_j), or that is at most v, from the tangents of f at any number, which is then c."""
    index, condition, one = opened(total, c, *stated(given))
    curves = [part for part in factors_of(one) if _curve(part)]
    # Of x^2/y that of the square is meant.
    curves = [part for part in curves if _curve(part) != "reciprocal"] or curves
    if len(curves) != 1:
        raise Refused("There is no curve.")
    (curve,), t = curves, letter(total, c, *stated(given))
    w = multiply(number(1), *(part for part in factors_of(one) if part is not curve))
    held = assumed(number(0) < t, "a point of the curve")
    bounded_below = _curve(curve) in {"log", "reciprocal"}
    known = *given, *instances_at(one, given), *([held] if bounded_below else [])
    # Of x^2/y the tangent at t y has a slope that is the same for all.
    inverses = [part for part in factors_of(w) if part.head == "power" and is_number(part.args[1], -1)]
    order, positive = tangent(curve, multiply(t, *(x.args[0] for x in inverses)), known)
    facts = *strict_facts(known), *positive
    low, _, high = ordered(order.proposition)
    line = collected(w * (low if high is curve else high), *facts)
    sides = (line, one) if high is curve else (one, line)
    each = by_products(*sides, (1, sign_by_items(w, known), order), known=facts)
    found = apply("sum_monotone", each, condition=condition, index=index)
    value = _valued(Sum(index, line), facts, given)
    found = apply("transitive", *((apply("symmetric", value), found) if high is curve else (found, value)))
    found = apply("instance", found, symbol=t, value=c)
    for fact in positive_by_sums(c, given):
        with suppress(Refused):
            found = apply("cut", fact, found)
    return found


def _valued(total: Term, facts: Given, given: Given) -> Theorem:
    """A sum as a number, by what is known of sums."""
    plain = apply("componentwise", *facts, left=total, right=by_entries(total, facts))
    return tidied(with_known_sums(plain, given), *facts)


def _tangent_below(curve: Term, c: Term, given: Given) -> tuple[Theorem, Given]:
    """exp u >= exp(c) (1 + u - c), u^2 >= 2 c u - c^2, and for positive r and c log r >= log c + 1 - c/r and
    1/r >= 2/c - r/c^2.
    """
    name, r = _curve(curve), curve.args[0]
    if name == "reciprocal":
        positive = tuple(positive_by_sums(r, given) + positive_by_sums(c, given))
        facts = *strict_facts(given), *positive
        inverse, square = apply("positive", *facts, term=1 / r), nonnegative((1 - r / c) ** 2)
        return by_products(2 / c - r / c**2, curve, (1, inverse, square), known=facts), positive
    if name == "log":
        positive = tuple(positive_by_sums(r, given) + positive_by_sums(c, given))
        tangent, low = apply("tangent", x=log(c / r)), log(c) + 1 - c / r
        return by_products(low, curve, (1, tangent), known=(*strict_facts(given), *positive)), positive
    if name == "exp":
        tangent, above = apply("tangent", x=r - c), apply("positive", term=exp(c))
        return by_products(exp(c) * (1 + r - c), curve, (1, above, tangent)), ()
    return by_products(2 * c * r - c**2, curve, (1, nonnegative((r - c) ** 2))), ()


def _tangent_above(curve: Term, c: Term, given: Given) -> tuple[Theorem, Given]:
    """log r <= log c + r/c - 1, for positive r and c."""
    if _curve(curve) != "log":
        raise Refused(f"{curve} is not concave.")
    (r,) = curve.args
    positive = tuple(positive_by_sums(r, given) + positive_by_sums(c, given))
    tangent, high = apply("tangent", x=log(r / c)), log(c) + r / c - 1
    return by_products(curve, high, (1, tangent), known=(*strict_facts(given), *positive)), positive


def _positive_sum(x: Term, given: Given) -> Theorem:
    """0 < sum_j f_j, for positive f_j: it is at least one of them."""
    if x.head != "sum":
        raise Refused(f"{x} is no sum.")
    index, _, one = opened(x, *stated(given))
    known = *given, *instances_at(one, given)
    positive = apply("positive", *strict_facts(known), term=one)
    return apply("transitive", positive, one_of_sum(x, index, known))
