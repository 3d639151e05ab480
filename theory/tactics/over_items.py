"""Orders of sums, largest and least numbers over an index: max_j |x_j| <= |x|, |x|^2 <= n max_j x_j^2, and
max_j x_j <= log sum_j exp x_j <= max_j x_j + log n.

An order is shown by one of its parts: the largest is below what each is below, a sum is below one whose terms
are larger, and above one of its terms where the others are not negative. A number is a sum, too: of equal
parts, or of its multiples by weights that are known to add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import TRUE, Term, add, is_number, multiply, number
from ..substitution import fresh_name, instantiated, opened, replaced, subterms
from ..terms import Sum, absolute, exp, log, ones, tabulate
from .bounds import by_any_way
from .certificates import by_products, require_no_failure
from .goals import finish, same, strict_facts
from .integrals import letter
from .rewriting import (
    below,
    by_entries,
    collected,
    converted,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    root_of,
    root_of_square,
    simplified,
    then,
    tidied,
)

Given = tuple[Theorem, ...]
Tangent = Callable[[Term, Term, Given], tuple[Theorem, Given]]
_DEPTH = 7
"""An order is taken apart at most so many times."""
_OVER_ITEMS = frozenset({"sum", "max", "min", "norm2", "inner", "softmax"})
_HALF = number(Fraction(1, 2))


def by_items(goal: Term, given: Given) -> Theorem:
    """A goal a <= b with sums, largest or least numbers over an index.

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.terms import max_over
    >>> n = Size("n")
    >>> j, x = Index("j", n), fixed("x", n)
    >>> by_items(log(Sum(j, exp(x[j]))) <= max_over(j, x[j]) + log(n), ())
    ⊢ log(∑_j exp(x_j)) ≤ max_j x_j + log(n)
    """
    small, relation, large = ordered(goal)
    if relation != "le" or not _is_over_items(goal):
        raise Refused(f"{goal} is no order of sums, or of largest numbers.")
    entries = (p for p in subterms(goal) if p.head == "component" and len(p.args[0].shape) == 1)
    entry = next((one for one in entries if one.args[1].head == "number"), None)
    if entry is not None:
        x, place = entry.args
        index = Term("index", x.shape, (fresh_name(goal, *_named(given)),))
        return apply("instance", by_items(replaced(goal, entry, x[index]), given), symbol=index, value=place)
    low, high = map(_as_sums, (small, large))
    between = _at_most(right(low), right(high), given, _DEPTH)
    found = apply("transitive", apply("transitive", low, between), apply("symmetric", high))
    return finish(found, goal, given)


def _is_over_items(term: Term) -> bool:
    return any(part.head in _OVER_ITEMS for part in subterms(term))


def _as_sums(term: Term) -> Theorem:
    """The term with its lengths, inner products and weights of softmax written as sums over entries, and
    even powers of moduli as those of what is in them.
    """
    parts = dict.fromkeys(
        part
        for part in subterms(term)
        if part.head in {"norm2", "inner"} or (part.head == "component" and part.args[0].head == "softmax")
    )
    closed = (part for part in parts if not part.loose)
    written = [apply("componentwise", left=part, right=by_entries(part)) for part in closed]
    found = replaced_within(itself(term), [one for one in written if left(one) in subterms(term)])
    for total in (part for part in occurring(right(found), "sum") if part.args[1] is TRUE):
        plain = below(total, _without_moduli, term)
        with suppress(Refused):
            plain = converted(plain, lambda x: apply("componentwise", left=x, right=by_entries(x)))
        found = replaced_within(found, [plain])
    return found


def _without_moduli(term: Term) -> Theorem:
    powers = [part for part in subterms(term) if part.head == "power" and part.args[0].data == ("abs",)]
    found = []
    for part in powers:
        with suppress(Refused):
            found.append(apply("even_power", term=part))
    return replaced_within(itself(term), found)


def _at_most(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """Small <= large, by the first way that shows it."""
    if depth == 0:
        raise Refused("The order has too many parts.")
    with suppress(Refused):
        return apply("weakened", same(small, large, given))
    require_no_failure(small <= large, given)
    for way in _WAYS:
        with suppress(Refused):
            return way(small, large, given, depth - 1)
    return by_any_way(small <= large, (*given, *_known_of_items(small <= large, given)))


# What is known of each item.


def _known_of_items(order: Term, given: Given) -> Iterator[Theorem]:
    """What holds at the indices of an order: what is given of all items, that one is at most the largest, and
    at most a known sum of what is not negative.
    """
    each = _each(order, given)
    yield from each
    extremes = [part for part in subterms(order) if part.head in {"max", "min"} and not part.loose]
    for index in _indices(order):
        for total in filter(_is_known_sum, given):
            with suppress(Refused):
                yield apply("transitive", _one_of(left(total), index, (*given, *each)), total)
        for extreme in dict.fromkeys(extremes):
            with suppress(Refused):
                yield apply("largest", term=extreme, index=index)
    for part in dict.fromkeys(x for x in subterms(order) if x.data == ("log",) and not x.loose):
        with suppress(Refused):
            yield _log_of_share(part, (*given, *each))


def _log_of_share(x: Term, given: Given) -> Theorem:
    """Log r <= 0 from 0 < r and r <= 1."""
    (r,) = x.args
    known = *given, *_known_of_items(r <= 1, given)
    positive, low = apply("positive", *strict_facts(known), term=r), by_any_way(r <= 1, known)
    grown = apply("monotone", low, positive, function="log", exponent=number(1))
    return apply("transitive", grown, same(log(number(1)), number(0), ()))


def _each(term: Term, given: Given) -> list[Theorem]:
    """What is given of all items, at the indices of a term."""
    found = []
    for index in _indices(term):
        for fact in (fact for fact in given if fact.proposition.head == "all"):
            with suppress(Refused):
                found.append(apply("each", fact, index=index))
    return found


def _indices(term: Term, upper: Term | None = None) -> list[Term]:
    """The indices in a term, those alone that run so far if a size is named."""
    own = [index for _, index in term.declarations if index.head == "index"]
    return [index for index in own if upper is None or index.args[0] is upper]


def _is_known_sum(fact: Theorem) -> bool:
    return fact.proposition.head == "eq" and left(fact).head == "sum"


def _one_of(total: Term, index: Term, given: Given) -> Theorem:
    """f_i <= sum_j f_j, where no f_j is negative."""
    parted = apply("taken_out", term=total, value=index)
    own, rest = right(parted).args
    found = by_products(own, right(parted), (1, _sign(rest, given)))
    return apply("transitive", found, apply("symmetric", parted))


def _sign(x: Term, given: Given) -> Theorem:
    """0 <= x, by its form or from what is known of its parts."""
    with suppress(Refused):
        return nonnegative(x)
    if x.head == "mul":
        return by_products(number(0), x, (1, *(_sign(part, given) for part in x.args)))
    if x.head not in {"sum", "max"}:
        return by_any_way(number(0) <= x, (*given, *_each(x, given)))
    index, condition, one = opened(x, *_named(given))
    if x.head == "max":
        return apply("transitive", _sign(one, given), apply("largest", term=x, index=index))
    found = apply("sum_monotone", _sign(one, given), condition=condition, index=index)
    zero = apply("componentwise", left=number(0), right=ordered(found.proposition)[0])
    return apply("transitive", zero, found)


def _named(given: Given) -> list[Term]:
    return [fact.proposition for fact in given]


# What the sides are made of.


def _of_mean(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """E a <= E b from a <= b."""
    if not small.head == large.head == "E":
        raise Refused("There is no mean on both sides.")
    return apply("mean_monotone", _at_most(*small.args, *large.args, given, depth))


def _of_modulus(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """|a| <= b from -b <= a and a <= b."""
    if small.data != ("abs",) or not _is_over_items(small):
        raise Refused("There is no modulus.")
    (a,) = small.args
    opposite = _at_most(right(same(-a, collected(-a), given)), large, given, depth)
    below = by_products(-large, a, (1, opposite))
    return apply("modulus", below, _at_most(a, large, given, depth))


def _of_differences(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A <= b - c from a + c <= b, and a - c <= b from a <= b + c."""
    taken = [-part for side in (small, large) for part in _summands(side) if _is_taken(part)]
    if not taken:
        raise Refused("There is no difference.")
    low, high = (right(same(add(x, *taken), collected(add(x, *taken)), given)) for x in (small, large))
    return by_products(small, large, (1, _at_most(low, high, given, depth)))


def _summands(x: Term) -> tuple[Term, ...]:
    return x.args if x.head == "add" else (x,)


def _is_taken(x: Term) -> bool:
    """Whether it is a negative multiple."""
    first = x.args[0] if x.head == "mul" else x
    return first.head == "number" and first.data[0] < 0


# The largest and the least.


def _of_largest(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """max_j x_j <= b from x_j <= b, b <= min_j x_j from b <= x_j."""
    for extreme, other, head in ((small, large, "max"), (large, small, "min")):
        if extreme.head == head and extreme.args[1] is TRUE:
            index, _, one = opened(extreme, other, *_named(given))
            sides = (one, other) if head == "max" else (other, one)
            return apply("largest_below", _at_most(*sides, given, depth), index=index)
    raise Refused("There is no largest below a number.")


def _to_largest(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A <= max_j x_j from a <= x_i, and min_j x_j <= b from x_i <= b, for an index i there or any."""
    for extreme, other, head in ((large, small, "max"), (small, large, "min")):
        if extreme.head != head or extreme.args[1] is not TRUE:
            continue
        any_index, _, _ = opened(extreme, other, *_named(given))
        for index in (*_indices(other, extreme.args[0]), any_index):
            step = apply("largest", term=extreme, index=index)
            low, _, high = ordered(step.proposition)
            with suppress(Refused):
                if head == "max":
                    return apply("transitive", _at_most(small, low, given, depth), step)
                return apply("transitive", step, _at_most(high, large, given, depth))
    raise Refused("There is no largest above a number.")


# Functions that grow.


def _of_log(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """Log a <= b from a <= exp b, for a positive a."""
    if small.data != ("log",):
        raise Refused("There is no logarithm.")
    (a,), b = small.args, _exponential(large)
    positive = apply("positive", *strict_facts(given), term=a)
    order = _at_most(a, b, given, depth)
    grown = apply("monotone", order, positive, function="log", exponent=number(1))
    above = apply("transitive", positive, order)
    return apply("transitive", grown, same(log(b), large, (*given, above)))


def _to_log(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A <= log b from exp a <= b."""
    if large.data != ("log",):
        raise Refused("There is no logarithm.")
    a = _exponential(small)
    positive = apply("positive", *strict_facts(given), term=a)
    order = _at_most(a, large.args[0], given, depth)
    grown = apply("monotone", order, positive, function="log", exponent=number(1))
    return apply("transitive", same(small, log(a), (*given, positive)), grown)


def _exponential(x: Term) -> Term:
    """Exp x, of a sum as a product, of a logarithm as what is below it."""
    parts = x.args if x.head == "add" else (x,)
    return multiply(*(part.args[0] if part.data == ("log",) else exp(part) for part in parts))


def _of_exponentials(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """Exp a <= exp b from a <= b, for products of exponentials too."""
    sides = []
    for side in (small, large):
        parts = _factors(side)
        if any(part.data != ("exp",) for part in parts):
            raise Refused("There is another factor than exponentials.")
        sides.append(collected(add(*(part.args[0] for part in parts))))
    order = apply("monotone", _at_most(*sides, given, depth), function="exp", exponent=number(1))
    low, _, high = ordered(order.proposition)
    return apply("transitive", apply("transitive", same(small, low, given), order), same(high, large, given))


def _of_powers(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A^e <= b^e from 0 <= a <= b, for e > 0; for even e from |a| <= |b|."""
    if not small.head == large.head == "power" or small.args[1] is not large.args[1]:
        raise Refused("There is no power on both sides.")
    low, high = (_as_power(side, given) for side in (small, large))
    (a, e), b = right(low).args, right(high).args[0]
    order, sign = _at_most(a, b, given, depth), _sign(a, given)
    grown = apply("monotone", order, sign, *strict_facts(given), function="power", exponent=e)
    return apply("transitive", apply("transitive", low, grown), apply("symmetric", high))


def _as_power(x: Term, given: Given) -> Theorem:
    """A^e with an a that is not negative, |a|^e for even e."""
    a, e = x.args
    try:
        _sign(a, given)
    except Refused:
        return apply("symmetric", apply("even_power", term=absolute(a) ** e))
    return itself(x)


def _of_roots(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A <= b from a^2 <= b^2, for sides with roots that are not negative."""
    parts = (x for side in (small, large) for factor in _factors(side) for x in (factor,))
    inside = dict.fromkeys(x.args[0] for x in parts if x.head == "power" and x.args[1] is _HALF)
    if not inside:
        raise Refused("There is no root.")
    roots = [root_of(_sign(x, given)) for x in inside]
    known = (*given, *(low for low, _ in roots))
    ends, squares = [], []
    for side in (small, large):
        ends.append(root_of_square(side, _sign(side, known)))
        plain = same(side**2, multiply(*(part**2 for part in _factors(side))), ())
        moduli = [_plain_square(part) for part in _factors(side) if part.data == ("abs",)]
        known_squares = (*moduli, *(square for _, square in roots))
        squares.append(
            replaced_within(plain, [x for x in known_squares if left(x) in subterms(right(plain))])
        )
    order = _at_most(*map(right, squares), given, depth)
    order = apply("transitive", apply("transitive", squares[0], order), apply("symmetric", squares[1]))
    grown = apply("monotone", order, nonnegative(small**2), function="power", exponent=_HALF)
    return apply("transitive", apply("transitive", apply("symmetric", ends[0]), grown), ends[1])


def _plain_square(x: Term) -> Theorem:
    """X^2, of a modulus as that of what is in it."""
    return apply("even_power", term=x**2) if x.data == ("abs",) else itself(x**2)


def _factors(x: Term) -> tuple[Term, ...]:
    return x.args if x.head == "mul" else (x,)


def _of_quotient(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A/c <= b from a <= c b, and a <= b/c from c a <= b, for a c > 0."""
    inverses = next(
        filter(None, ([x for x in _factors(side) if _is_inverse(x)] for side in (small, large))), None
    )
    if inverses is None:
        raise Refused("There is no quotient.")
    facts, c = strict_facts(given), multiply(*inverses)
    positive = [apply("positive", *facts, term=x) for x in (c, *(part.args[0] for part in inverses))]
    low, high = (_divided(x, c, given) for x in (small, large))
    order = _at_most(right(low), right(high), given, depth)
    order = apply("transitive", apply("transitive", low, order), apply("symmetric", high))
    return by_products(small, large, (1, positive[0], order), known=tuple(positive))


def _is_inverse(x: Term) -> bool:
    return x.head == "power" and x.args[1].head == "number" and x.args[1].data[0] < 0


def _divided(x: Term, c: Term, given: Given) -> Theorem:
    """X/c in its shortest form."""
    facts = strict_facts(given)
    forms = x / c, simplified(x / c), collected(x / c, *facts)
    return same(x / c, min(forms, key=lambda one: len(repr(one))), given)


# Sums.


def _of_square_of_sum(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """sum_j g_j^2 <= (sum_j g_j)^2 for g_j that are not negative: g_j^2 <= g_j sum_l g_l."""
    if large.head != "power" or not is_number(large.args[1], 2) or large.args[0].head != "sum":
        raise Refused("There is no square of a sum.")
    total = large.args[0]
    index, condition, one = opened(total, *_named(given))
    each = by_products(one**2, one * total, (1, _sign(one, given), _at_most(one, total, given, depth)))
    each = apply("transitive", apply("symmetric", _plain_square(one)), each)
    found = apply("sum_monotone", each, condition=condition, index=index)
    squares, whole = found.proposition.args
    found = apply("transitive", found, same(whole, large, given))
    return apply("transitive", same(small, squares, given), found)


def _to_sum(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A <= sum_j f_j from a <= f_i for an index i of a, where the other terms are not negative."""
    whole = _as_sum(large, given)
    if right(whole).args[1] is not TRUE:
        raise Refused("There is a sum that leaves some out.")
    for index in _indices(small <= large, right(whole).args[0]):
        with suppress(Refused):
            step = apply("transitive", _one_of(right(whole), index, given), apply("symmetric", whole))
            return apply("transitive", _at_most(small, ordered(step.proposition)[0], given, depth), step)
    raise Refused("There is no sum with one of its terms.")


def _as_sum(x: Term, given: Given) -> Theorem:
    """A sum, or a product with one, as a sum."""
    totals = [part for part in _factors(x) if part.head == "sum"]
    if len(totals) != 1:
        raise Refused("There is no sum.")
    (total,) = totals
    index, condition, one = opened(total, x, *_named(given))
    body = multiply(*(part for part in _factors(x) if part is not total), one)
    return itself(x) if x is total else same(x, Sum(index if condition is TRUE else condition, body), given)


def _by_terms(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """sum_j f_j <= b from f_j <= b_j, with b_j that add up to b; so for b <= sum_j f_j."""
    for whole, other, is_small in ((small, large, True), (large, small, False)):
        with suppress(Refused):
            total = _as_sum(whole, given)
            index, condition, one = opened(right(total), other, *_named(given))
            for spread in _spread_over(other, right(total), index, given):
                share = instantiated(right(spread).args[2], index)
                with suppress(Refused):
                    each = _at_most(*((one, share) if is_small else (share, one)), given, depth)
                    found = apply("sum_monotone", each, condition=condition, index=index)
                    low, high = (total, spread) if is_small else (spread, total)
                    found = apply("transitive", low, found)
                    return apply("transitive", found, apply("symmetric", high))
    raise Refused("There is no sum.")


def _spread_over(x: Term, total: Term, index: Term, given: Given) -> Iterator[Theorem]:
    """X as a sum over the indices of another: a multiple of such a sum, n equal parts, and its multiples by
    weights that are known to add up to a number.
    """
    upper, condition, _ = total.args
    with suppress(Refused):
        own = _as_sum(x, given)
        if right(own).args[:2] == total.args[:2]:
            yield own
    if condition is not TRUE:
        return
    with suppress(Refused):
        counted = apply("count", term=Sum(index, right(_divided(x, upper, given))))
        yield then(same(x, right(counted), given), apply("symmetric", counted))
    for fact in (fact for fact in given if _is_known_sum(fact) and left(fact).args[:2] == total.args[:2]):
        with suppress(Refused):
            weights, c = left(fact), right(fact)
            weighed = Sum(index, instantiated(weights.args[2], index) * x / c)
            inside = same(x / c * weights, weighed, given)
            plain = replaced_within(itself(left(inside)), [fact])
            yield then(apply("symmetric", then(plain, same(right(plain), x, given))), inside)


def _of_known_sum(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """A <= max_j x_j from (a/c) sum_j p_j <= max_j x_j, where sum_j p_j = c is known; so for the least."""
    for plain_side, extreme, head in ((small, large, "max"), (large, small, "min")):
        if _is_over_items(plain_side) or not any(part.head == head for part in _factors(extreme)):
            continue
        for fact in filter(_is_known_sum, given):
            with suppress(Refused):
                weighed = plain_side / right(fact) * left(fact)
                plain = replaced_within(itself(weighed), [fact])
                told = then(plain, same(right(plain), plain_side, given))
                if head == "max":
                    return apply(
                        "transitive", apply("symmetric", told), _at_most(weighed, large, given, depth)
                    )
                return apply("transitive", _at_most(small, weighed, given, depth), told)
    raise Refused("No sum is known.")


def _by_cauchy_schwarz(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """By (sum_j a_j b_j)^2 <= sum_j a_j^2 sum_j b_j^2, for b_j = 1 too, with what is known of the sums."""
    del depth
    totals = dict.fromkeys(part for side in (small, large) for part in subterms(side) if part.head == "sum")
    for total in (part for part in totals if not part.loose and part.args[1] is TRUE):
        index, _, one = opened(total, *_named(given))
        plain = one.args[0] if one.head == "power" and is_number(one.args[1], 2) else one
        first, *others = _factors(plain)
        for x, y in ((plain, number(1)), *([(first, multiply(*others))] if others else [])):
            found = _cauchy_schwarz(x, y, index, given)
            share = apply("positive", term=1 / total.args[0])
            for parts in ((1, found), (1, found, share)):
                with suppress(Refused):
                    return by_products(small, large, parts, known=strict_facts(given))
    raise Refused("There is no sum of squares.")


def _cauchy_schwarz(x: Term, y: Term, index: Term, given: Given) -> Theorem:
    vectors = [ones(index.args[0]) if is_number(one, 1) else tabulate(index, one) for one in (x, y)]
    found = apply("cauchy_schwarz", x=vectors[0], y=vectors[1])
    low, high = map(_as_sums, found.proposition.args)
    known = [fact for fact in given if _is_known_sum(fact) and left(fact) in subterms(right(low))]
    told = replaced_within(low, known)
    return apply("transitive", apply("transitive", apply("symmetric", told), found), high)


def _by_tangents(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """By tangents below sum_j w_j f(r_j), of exponentials and squares, above and below it of logarithms: at
    1, at 1/n, or where f stands outside of sums, as at sum_j w_j r_j (Jensen).
    """
    del depth
    parts = dict.fromkeys(part for side in (small, large) for part in subterms(side) if not part.loose)
    outside = [part.args[0] for part in parts if _curve(part) and _is_over_items(part)]
    for total in (part for part in parts if part.head == "sum" and part.args[1] is TRUE):
        for c in (number(1), 1 / total.args[0], *outside):
            for tangent in (_tangent_below, _tangent_above):
                with suppress(Refused):
                    found = _by_tangent(total, c, tangent, given)
                    known = *strict_facts(given), *_positive(c, given)
                    return by_products(small, large, (1, found), known=known)
    raise Refused("There is no sum of a curve.")


def _curve(x: Term) -> str:
    """The name of a function that is convex or concave."""
    if x.head == "power" and is_number(x.args[1], 2):
        return "square"
    return x.data[0] if x.data in {("exp",), ("log",)} else ""


def _positive(x: Term, given: Given) -> list[Theorem]:
    with suppress(Refused):
        return [apply("positive", *strict_facts(given), term=x)]
    with suppress(Refused):
        return [_positive_sum(x, given)]
    return []


def _by_tangent(total: Term, c: Term, tangent: Tangent, given: Given) -> Theorem:
    """V <= sum_j w_j f(r_j), or that is at most v, from the tangents of f at any number, which is then c."""
    index, condition, one = opened(total, c, *_named(given))
    curves = [part for part in _factors(one) if _curve(part)]
    if len(curves) != 1:
        raise Refused("There is no curve.")
    (curve,), t = curves, letter(total, c, *_named(given))
    w = multiply(number(1), *(part for part in _factors(one) if part is not curve))
    held = apply("assume", proposition=t > 0, ground="condition", because="a point of the curve")
    known = *given, *_each(one, given), *([held] if _curve(curve) == "log" else [])
    order, positive = tangent(curve, t, known)
    facts = *strict_facts(known), *positive
    low, _, high = ordered(order.proposition)
    line = collected(w * (low if high is curve else high), *facts)
    sides = (line, one) if high is curve else (one, line)
    each = by_products(*sides, (1, _sign(w, known), order), known=facts)
    found = apply("sum_monotone", each, condition=condition, index=index)
    value = _valued(Sum(index, line), facts, given)
    found = apply("transitive", *((apply("symmetric", value), found) if high is curve else (found, value)))
    found = apply("instance", found, symbol=t, value=c)
    for fact in _positive(c, given):
        with suppress(Refused):
            found = apply("cut", fact, found)
    return found


def _valued(total: Term, facts: Given, given: Given) -> Theorem:
    """A sum as a number, by what is known of sums."""
    plain = apply("componentwise", *facts, left=total, right=by_entries(total, facts))
    sums = [fact for fact in given if _is_known_sum(fact) and left(fact) in subterms(right(plain))]
    return tidied(replaced_within(plain, sums), *facts)


def _tangent_below(curve: Term, c: Term, given: Given) -> tuple[Theorem, Given]:
    """Exp u >= exp(c) (1 + u - c), u^2 >= 2 c u - c^2, log r >= log c + 1 - c/r for positive r and c."""
    name, r = _curve(curve), curve.args[0]
    if name == "log":
        positive = tuple(_positive(r, given) + _positive(c, given))
        tangent, low = apply("tangent", x=log(c / r)), log(c) + 1 - c / r
        return by_products(low, curve, (1, tangent), known=(*strict_facts(given), *positive)), positive
    if name == "exp":
        tangent, above = apply("tangent", x=r - c), apply("positive", term=exp(c))
        return by_products(exp(c) * (1 + r - c), curve, (1, above, tangent)), ()
    return by_products(2 * c * r - c**2, curve, (1, nonnegative((r - c) ** 2))), ()


def _tangent_above(curve: Term, c: Term, given: Given) -> tuple[Theorem, Given]:
    """Log r <= log c + r/c - 1, for positive r and c."""
    if _curve(curve) != "log":
        raise Refused(f"{curve} is not concave.")
    r, positive = curve.args[0], tuple(_positive(curve.args[0], given) + _positive(c, given))
    tangent = apply("tangent", x=log(r / c))
    return by_products(
        curve, log(c) + r / c - 1, (1, tangent), known=(*strict_facts(given), *positive)
    ), positive


def _positive_sum(x: Term, given: Given) -> Theorem:
    """0 < sum_j f_j, for positive f_j: it is at least one of them."""
    if x.head != "sum":
        raise Refused(f"{x} is no sum.")
    index, _, one = opened(x, *_named(given))
    known = *given, *_each(one, given)
    positive = apply("positive", *strict_facts(known), term=one)
    return apply("transitive", positive, _one_of(x, index, known))


_WAYS = (
    _of_mean,
    _of_modulus,
    _of_differences,
    _of_largest,
    _to_largest,
    _of_log,
    _to_log,
    _of_quotient,
    _of_exponentials,
    _of_powers,
    _of_roots,
    _of_square_of_sum,
    _to_sum,
    _by_terms,
    _of_known_sum,
    _by_cauchy_schwarz,
    _by_tangents,
)
"""Tried in this order."""
