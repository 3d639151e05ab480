"""Orders of sums, largest and least numbers over an index: max_j |x_j| <= |x|, |x|^2 <= n max_j x_j^2, and
max_j x_j <= log sum_j exp x_j <= max_j x_j + log n.

An order is shown by one of its parts: the largest is below what each is below, a sum is below one whose terms
are larger, and above one of its terms where the others are not negative. A number is a sum, too: of equal
parts, or of its multiples by weights that are known to add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from typing import Final

from ..heads import BINDERS
from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import TRUE, Term, add, is_number, multiply, number, power, summands, value_of
from ..substitution import fresh_names, instantiated, opened, replaced, subterms
from ..terms import Sum, absolute, exp, log
from .bounds import by_any_way, positive
from .certificates import by_products, require_no_failure
from .factors import factors_of, is_inverse
from .goals import finish, same, strict_facts
from .items import (
    Given,
    as_exponential,
    as_sum,
    as_sums,
    indices_in,
    is_known_sum,
    is_over_items,
    known_of_items,
    one_of_sum,
    sign_by_items,
    stated,
    terms_apart,
    without_moduli,
)
from .jensen import by_cauchy_schwarz, by_log_sums, by_pairs, by_tangents, positive_by_sums
from .means import by_means
from .pinsker import by_pinsker, weights_of
from .pointwise import as_mean
from .products import by_facts
from .rewriting import (
    assumed,
    between,
    by_entries,
    collected,
    converted,
    factored,
    from_modulus,
    from_squares,
    itself,
    left,
    multiple_of,
    occurring,
    replaced_within,
    right,
    root_of,
    shortest,
    simplified,
    then,
)
from .shares import by_shares
from .slopes import by_cases, by_inner_distance, first_way

_DEPTH = 7
"""An order is taken apart at most so many times."""
_WHOLE = 4
"""So many times an inequality of whole sums is tried first."""
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
    if relation != "le":
        raise Refused(f"{goal} is no order that may be met.")
    if "P" in {small.head, large.head}:
        raise Refused(f"{goal} is about the items of an event.")
    if occurring(goal, "E") and not any(part.head in BINDERS or part.shape for part in subterms(goal)):
        raise Refused(f"{goal} is about means of single numbers.")
    if any(map(_is_at_number, subterms(goal))):
        return _at_indices(goal, given)
    if any(part.head == "item" for part in subterms(goal)):
        # Inner products of items count as numbers of their own, unless their entries are needed.
        with suppress(Refused):
            return finish(_at_most(small, large, given, _DEPTH), goal, given)
    low, high = map(as_sums, (small, large))
    try:
        order = _at_most(right(low), right(high), given, _DEPTH)
    except Refused as refusal:
        front = [converted(side, partial(_taken_apart, given=given)) for side in (low, high)]
        if [*map(right, front)] == [right(low), right(high)]:
            raise
        low, high = front
        try:
            order = _at_most(right(low), right(high), given, _DEPTH)
        except Refused:
            raise refusal from None
    return finish(between(low, order, high), goal, given)


def _at_indices(goal: Term, given: Given) -> Theorem:
    """The goal about entries at numbers from that at any indices that differ."""
    entries = dict.fromkeys(part for part in subterms(goal) if _is_at_number(part))
    places = dict.fromkeys((_upper(x), x.args[1]) for x in entries)
    names = fresh_names(len(places), goal, *stated(given))
    at = {place: Term("index", place[:1], (name,)) for place, name in zip(places, names, strict=True)}
    other = goal
    for x in entries:
        other = replaced(other, x, Term(x.head, (x.args[0], at[_upper(x), x.args[1]])))
    pairs = [(one, two) for one, two in combinations(places, 2) if one[0] is two[0]]
    apart = [assumed(Term("ne", (at[one], at[two]))) for one, two in pairs]
    found = by_items(other, (*given, *apart))
    for (_, place), index in at.items():
        found = apply("instance", found, symbol=index, value=place)
    for (_, one), (_, two) in pairs:
        low, high = sorted((one, two), key=value_of)
        differ = apply("weakened", apply("told_apart", small=low, large=high), relation="ne")
        found = apply("cut", differ if low is one else apply("symmetric", differ), found)
    return found


def _upper(entry: Term) -> Term:
    """How many entries there are."""
    return (entry.args[0].shape or entry.args[0].args[1:])[0]


def _is_at_number(part: Term) -> bool:
    """Whether it is an entry of a vector, or a number of a family, whose place is a number."""
    is_entry = part.head == "component" and len(part.args[0].shape) == 1
    is_item = part.head == "item" and len(part.args) == 2 and not part.shape  # noqa: PLR2004
    return (is_entry or is_item) and part.args[1].head == "number"


def _taken_apart(term: Term, given: Given) -> Theorem:
    """The term with numbers in front of its sums, and with sums of quotients multiplied out."""
    return converted(_numbers_in_front(term), lambda own: terms_apart(own, given, with_logs=False))


def _numbers_in_front(term: Term) -> Theorem:
    """sum_j c f(j) = c sum_j f(j)."""
    sums = [
        part
        for part in subterms(term)
        if part.head == "sum" and part.args[2].head == "mul" and not part.loose
    ]
    found = itself(term)
    for total in dict.fromkeys(sums):
        with suppress(Refused):
            found = replaced_within(found, [apply("linear", term=total)])
    return found


def _at_most(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """Small <= large, by the first way that shows it."""
    if depth == 0:
        raise Refused("The order has too many parts.")
    with suppress(Refused):
        return apply("weakened", same(small, large, given))
    require_no_failure(small <= large, given)
    if depth > _DEPTH - _WHOLE:
        for inequality in (by_cauchy_schwarz, by_pairs, by_log_sums, by_tangents, by_pinsker, by_shares):
            with suppress(Refused):
                return inequality(small, large, given)
    for way in _WAYS:
        with suppress(Refused):
            return way(small, large, given, depth - 1)
    known = *given, *known_of_items(small <= large, given)
    means = () if is_over_items(small <= large) else (by_means,)
    ways = (by_any_way, *means, by_inner_distance, by_cases, by_facts)
    return first_way(partial(way, small <= large, known) for way in ways)


# What the sides are made of.


def _of_mean(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """E a <= E b from a <= b; what is not random beside a mean goes into it."""
    if not (occurring(small, "E") or occurring(large, "E")):
        raise Refused("There is no mean.")
    sides = [as_mean(side) for side in (small, large)]
    order = apply("mean_monotone", _at_most(*(right(side).args[0] for side in sides), given, depth))
    return between(sides[0], order, sides[1])


def _of_modulus(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """|a| <= b from -b <= a and a <= b."""
    if small.data != ("abs",) or not is_over_items(small):
        raise Refused("There is no modulus.")
    (a,) = small.args
    opposite = _at_most(right(same(-a, collected(-a), given)), large, given, depth)
    least = by_products(-large, a, (1, opposite))
    return apply("modulus", least, _at_most(a, large, given, depth))


def _of_differences(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= b - c from a + c <= b, a - c <= b from a <= b + c; of what is drawn a + c <= b + c from a <= b."""
    sides = [summands(side) for side in (small, large)]
    taken = [-part for side in sides for part in side if _is_taken(part)]
    common = [-part for part in sides[0] if part in sides[1]] if (small <= large).is_random else []
    if not (taken or common):
        raise Refused("There is no difference.")
    low, high = (
        right(same(add(x, *taken, *common), collected(add(x, *taken, *common)), given))
        for x in (small, large)
    )
    return by_products(small, large, (1, _at_most(low, high, given, depth)))


def _is_taken(x: Term) -> bool:
    """Whether it is a negative multiple."""
    first = x.args[0] if x.head == "mul" else x
    return first.head == "number" and first.data[0] < 0


def _without_more(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= b + c from a <= b, for a c that is not negative."""
    parts = summands(large)
    for part in parts if len(parts) > 1 else ():
        with suppress(Refused):
            sign = sign_by_items(part, given)
            order = _at_most(small, add(*(own for own in parts if own is not part)), given, depth)
            return by_products(small, large, (1, order), (1, sign))
    raise Refused("There is no sum of which a part is not negative.")


# The largest and the least.


def _of_largest(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """max_j x_j <= b from x_j <= b, b <= min_j x_j from b <= x_j."""
    for extreme, other, head in ((small, large, "max"), (large, small, "min")):
        if extreme.head == head and extreme.args[1] is TRUE:
            index, _, one = opened(extreme, other, *stated(given))
            sides = (one, other) if head == "max" else (other, one)
            return apply("largest_below", _at_most(*sides, given, depth), index=index)
    raise Refused("There is no largest below a number.")


def _to_largest(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= max_j x_j from a <= x_i, and min_j x_j <= b from x_i <= b, for an index i there or any."""
    for extreme, other, head in ((large, small, "max"), (small, large, "min")):
        if extreme.head != head or extreme.args[1] is not TRUE:
            continue
        any_index, _, _ = opened(extreme, other, *stated(given))
        for index in (*indices_in(other, extreme.args[0]), any_index):
            step = apply("largest", term=extreme, index=index)
            low, _, high = ordered(step.proposition)
            with suppress(Refused):
                if head == "max":
                    return apply("transitive", _at_most(small, low, given, depth), step)
                return apply("transitive", step, _at_most(high, large, given, depth))
    raise Refused("There is no largest above a number.")


# Functions that grow.


def _of_log(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """log a <= b from a <= exp b, for a positive a."""
    if small.data != ("log",):
        raise Refused("There is no logarithm.")
    (a,), b = small.args, _exponential(large)
    positive = apply("positive", *strict_facts(given), term=a)
    order = _at_most(a, b, given, depth)
    grown = apply("monotone", order, positive, function="log", exponent=number(1))
    above = apply("transitive", positive, order)
    return apply("transitive", grown, same(log(b), large, (*given, above)))


def _to_log(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= log b from exp a <= b."""
    if large.data != ("log",):
        raise Refused("There is no logarithm.")
    a = _exponential(small)
    positive = apply("positive", *strict_facts(given), term=a)
    order = _at_most(a, large.args[0], given, depth)
    grown = apply("monotone", order, positive, function="log", exponent=number(1))
    return apply("transitive", same(small, log(a), (*given, positive)), grown)


def _of_product(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= prod_j f_j from log a <= sum_j log f_j, and prod_j f_j <= b from sum_j log f_j <= log b."""
    is_small = small.head == "product"
    whole, other = (small, large) if is_small else (large, small)
    if whole.head != "product" or whole.args[1] is not TRUE:
        raise Refused("There is no product over all items.")
    plain, positive = as_exponential(whole, given), positive_by_sums(other, given)
    if not positive:
        totals = (x for x in subterms(other) if x.head == "sum" and not x.loose)
        positive = [by_any_way(number(0) < other, (*given, *(sign_by_items(x, given) for x in totals)))]
    logs = [right(plain).args[0], log(other)]
    order = _at_most(*(logs if is_small else logs[::-1]), given, depth)
    grown = apply("monotone", order, function="exp", exponent=number(1))
    known = same(other, exp(log(other)), (*given, *positive))
    return between(plain, grown, known) if is_small else between(known, grown, plain)


def _exponential(x: Term) -> Term:
    """exp x, of a sum as a product, of a logarithm as what is below it."""
    parts = summands(x)
    return multiply(*(part.args[0] if part.data == ("log",) else exp(part) for part in parts))


def _of_exponentials(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """exp a <= exp b from a <= b, for products of exponentials too."""
    sides = []
    for side in (small, large):
        parts = factors_of(side)
        if any(part.data != ("exp",) for part in parts):
            raise Refused("There is another factor than exponentials.")
        sides.append(collected(add(*(part.args[0] for part in parts))))
    order = apply("monotone", _at_most(*sides, given, depth), function="exp", exponent=number(1))
    low, _, high = ordered(order.proposition)
    return apply("transitive", apply("transitive", same(small, low, given), order), same(high, large, given))


def _of_powers(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a^e <= b^e from 0 <= a <= b, for e > 0; for even e from |a| <= |b|; a number may be b^e."""
    if small.head != "power":
        raise Refused("There is no power.")
    root, low = _whole_root(large, small.args[1]), _as_power(small, given)
    if root is None and not (large.head == "power" and small.args[1] is large.args[1]):
        raise Refused("There is no power on both sides.")
    high = _as_power(large, given) if root is None else itself(large)
    (a, e), b = right(low).args, right(high).args[0] if root is None else root
    order, sign = _at_most(a, b, given, depth), sign_by_items(a, given)
    grown = apply("monotone", order, sign, *strict_facts(given), function="power", exponent=e)
    return between(low, grown, high)


def _whole_root(x: Term, e: Term) -> Term | None:
    """The whole b with b^e = x, for a number x >= 0 and a whole e."""
    if not (is_number(x) and is_number(e) and value_of(x) >= 0 and value_of(e) >= 1):
        return None
    b = number(round(float(value_of(x)) ** (1 / float(value_of(e)))))
    return b if power(b, e) is x else None


def _as_power(x: Term, given: Given) -> Theorem:
    """a^e with an a that is not negative, |a|^e for even e."""
    a, e = x.args
    try:
        sign_by_items(a, given)
    except Refused:
        return apply("symmetric", apply("even_power", term=absolute(a) ** e))
    return itself(x)


def _of_factors(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a b <= c d from a <= c and b <= d, for 0 <= a and 0 <= d."""
    for (a, b), (c, d) in product(*map(_factor_apart, (small, large))):
        with suppress(Refused):
            low, high = sign_by_items(a, given), sign_by_items(d, given)
            one, other = _at_most(a, c, given, depth), _at_most(b, d, given, depth)
            return by_products(small, large, (1, one, high), (1, low, other))
    raise Refused("There are no products with larger factors.")


def _factor_apart(x: Term) -> list[tuple[Term, Term]]:
    """Each factor of a product with the rest of it."""
    factors = factors_of(x)
    pairs = ((own, [one for one in factors if one is not own]) for own in factors)
    return [(own, multiply(*rest)) for own, rest in pairs if rest]


def _of_roots(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= b from a^2 <= b^2, for sides with roots that are not negative, or from |a| <= b."""
    parts = (*factors_of(small), *factors_of(large))
    inside = dict.fromkeys(x.args[0] for x in parts if x.head == "power" and x.args[1] is _HALF)
    if not inside:
        raise Refused("There is no root.")
    roots = [root_of(_sign(x, given, depth)) for x in inside]
    known = (*given, *(low for low, _ in roots))
    signs, squares = [], []
    for side in (small, large):
        try:
            signs.append(sign_by_items(side, known))
        except Refused:
            if side is large or small.data == ("abs",):
                raise
            return from_modulus(_of_roots(absolute(small), large, given, depth))
        bases = factors_of(side.args[0] if side.data == ("abs",) else side)
        plain = converted(itself(side**2), without_moduli)
        plain = then(plain, same(right(plain), multiply(*(part**2 for part in bases)), ()))
        plain = converted(plain, without_moduli)
        inner = subterms(right(plain))
        squares.append(replaced_within(plain, [square for _, square in roots if left(square) in inner]))
    return from_squares(signs, squares, _at_most(*map(right, squares), given, depth))


def _sign(x: Term, given: Given, depth: int) -> Theorem:
    """0 <= x from what is known of its parts, or as an order of its own."""
    with suppress(Refused):
        return sign_by_items(x, given)
    return _at_most(number(0), x, given, depth)


def _of_entropy(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= b + (c sum_j p_j log(p_j/q_j))^(1/2) from a <= b + (c/2)^(1/2) sum_j |p_j - q_j| (Pinsker)."""
    roots = [x for x in occurring(large, "power") if x.args[1] is _HALF]
    if any(part.data == ("abs",) for part in subterms(small)):
        raise Refused("There is a distance on the smaller side.")
    entropies = ((root, total) for root in roots for total in occurring(root, "sum"))
    for root, total in entropies:
        for p, q, index in weights_of(total, given):
            c = power(multiple_of(total, root.args[0]) / 2, _HALF)
            distance = _at_most(c * Sum(index, absolute(p - q)), root, given, depth)
            nearer = replaced(large, root, left(distance))
            return by_facts(small <= large, (distance, _at_most(small, nearer, given, depth)))
    raise Refused("There is no root of a relative entropy.")


def _of_quotient(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a/c <= b from a <= c b, and a <= b/c from c a <= b, for a c > 0."""
    inverses = [*filter(is_inverse, factors_of(small))] or [*filter(is_inverse, factors_of(large))]
    if not inverses:
        raise Refused("There is no quotient.")
    bases = [part.args[0] for part in inverses]
    inside = [one for x in bases for one in positive_by_sums(x, given) or [positive(x, given)]]
    given, c = (*given, *inside), multiply(*inverses)
    signs = [apply("positive", *strict_facts(given), term=x) for x in (c, *(x.args[0] for x in inverses))]
    low, high = (_divided(x, c, given) for x in (small, large))
    order = _at_most(right(low), right(high), given, depth)
    order = between(low, order, high)
    return by_products(small, large, (1, signs[0], order), known=tuple(signs))


def _of_multiple(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """c log a <= b from log a <= b/c, and a <= c log b from a/c <= log b, for a c > 0."""
    for side in (small, large):
        over = [x for x in factors_of(side) if is_over_items(x)]
        if side not in over and len(over) == 1 and over[0].data == ("log",):
            c = multiply(*(x for x in factors_of(side) if x is not over[0]))
            positive = apply("positive", *strict_facts(given), term=c)
            low, high = (_divided(x, c, (*given, positive)) for x in (small, large))
            order = between(low, _at_most(right(low), right(high), given, depth), high)
            return by_products(small, large, (1, positive, order), known=(positive,))
    raise Refused("There is no multiple of a logarithm.")


def _divided(x: Term, c: Term, given: Given) -> Theorem:
    """x/c in its shortest form."""
    facts = strict_facts(given)
    forms = x / c, simplified(x / c), collected(x / c, *facts), factored(x / c)
    return same(x / c, shortest(*forms), given)


# Sums.


def _of_square_of_sum(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """sum_j g_j^2 <= (sum_j g_j)^2 for g_j that are not negative: g_j^2 <= g_j sum_l g_l."""
    if large.head != "power" or not is_number(large.args[1], 2) or large.args[0].head != "sum":
        raise Refused("There is no square of a sum.")
    total = large.args[0]
    index, condition, one = opened(total, *stated(given))
    each = by_products(
        one**2, one * total, (1, sign_by_items(one, given), _at_most(one, total, given, depth))
    )
    each = apply("transitive", apply("symmetric", without_moduli(one**2)), each)
    found = apply("sum_monotone", each, condition=condition, index=index)
    squares, whole = found.proposition.args
    found = apply("transitive", found, same(whole, large, given))
    return apply("transitive", same(small, squares, given), found)


def _to_sum(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= sum_j f_j from a <= f_i for an index i of a, where the other terms are not negative."""
    whole = as_sum(large, given)
    if right(whole).args[1] is not TRUE:
        raise Refused("There is a sum that leaves some out.")
    for index in indices_in(small <= large, right(whole).args[0]):
        with suppress(Refused):
            step = apply("transitive", one_of_sum(right(whole), index, given), apply("symmetric", whole))
            return apply("transitive", _at_most(small, ordered(step.proposition)[0], given, depth), step)
    raise Refused("There is no sum with one of its terms.")


def _by_terms(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """sum_j f_j <= b from f_j <= b_j, with b_j that add up to b; so for b <= sum_j f_j."""
    for whole, other, is_small in ((small, large, True), (large, small, False)):
        with suppress(Refused):
            total = as_sum(whole, given)
            index, condition, one = opened(right(total), other, *stated(given))
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
    """x as a sum over the indices of another: a multiple of such a sum, be it with half the difference of two
    weights that are known to add up to a number, n equal parts, and its multiples by such weights, or by the
    mean of two.
    """
    upper, condition, _ = total.args
    facts = [fact for fact in given if is_known_sum(fact) and left(fact).args[:2] == total.args[:2]]
    known = [(instantiated(left(fact).args[2], index) / right(fact), fact) for fact in facts]
    with suppress(Refused):
        own = as_sum(x, given)
        if right(own).args[:2] == total.args[:2]:
            yield own
            each = instantiated(right(own).args[2], index)
            for (w, one), (v, other) in permutations(known, 2):
                with suppress(Refused):
                    yield _written(x, each + (w - v) / 2, index, [one, other], given)
    if condition is not TRUE:
        return
    with suppress(Refused):
        counted = apply("count", term=Sum(index, right(_divided(x, upper, given))))
        yield then(same(x, right(counted), given), apply("symmetric", counted))
    weights = [(w, [fact]) for w, fact in known]
    pairs = [((w + v) / 2, [*one, *other]) for (w, one), (v, other) in combinations(weights, 2)]
    for w, own in (*weights, *pairs):
        with suppress(Refused):
            yield _written(x, w * x, index, own, given)


def _written(x: Term, each: Term, index: Term, facts: Sequence[Theorem], given: Given) -> Theorem:
    """x as the sum of each, where the facts tell what the sums in it are."""
    whole = Sum(index, each)
    plain = apply("componentwise", *strict_facts(given), left=whole, right=by_entries(whole))
    plain = replaced_within(plain, facts)
    return apply("symmetric", then(plain, same(right(plain), x, given)))


def _one_apart(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """sum_j f_j <= b from f_j <= (b - f_i)/(n - 1) for j != i, where something is given of these j."""
    whole = as_sum(small, given)
    index, condition, one = opened(right(whole), large, *stated(given))
    told = [(fact, fact.proposition.args[1]) for fact in given if fact.proposition.head == "all"]
    told = [(fact, own) for fact, own in told if own.head == "ne" and condition is TRUE]
    for fact, own in told:
        with suppress(Refused):
            apart = apply("taken_out", term=right(whole), value=own.args[1])
            first, condition = right(apart).args[0], Term("ne", (index, own.args[1]))
            held = apply("assume", proposition=condition, ground="condition", because="the others")
            share = factored((large - first) / (index.args[0] - 1))
            known = (*given, apply("each", fact, held, index=index))
            found = apply(
                "sum_monotone", _at_most(one, share, known, depth), condition=condition, index=index
            )
            counted = apply("count", term=ordered(found.proposition)[2])
            found = apply("transitive", found, counted)
            return by_products(small, large, (1, whole), (1, apart), (1, found), known=strict_facts(given))
    raise Refused("Nothing is given of all but one.")


def _of_known_sum(small: Term, large: Term, given: Given, depth: int) -> Theorem:
    """a <= max_j x_j from (a/c) sum_j p_j <= max_j x_j, where sum_j p_j = c is known; so for the least."""
    for plain_side, extreme, head in ((small, large, "max"), (large, small, "min")):
        if is_over_items(plain_side) or not any(part.head == head for part in factors_of(extreme)):
            continue
        for fact in filter(is_known_sum, given):
            with suppress(Refused):
                weighed = plain_side / right(fact) * left(fact)
                plain = replaced_within(itself(weighed), [fact])
                told = then(plain, same(right(plain), plain_side, given))
                if head == "max":
                    order = _at_most(weighed, large, given, depth)
                    return apply("transitive", apply("symmetric", told), order)
                return apply("transitive", _at_most(small, weighed, given, depth), told)
    raise Refused("No sum is known.")


_WAYS: Final[tuple[Callable[[Term, Term, Given, int], Theorem], ...]] = (
    _of_mean,
    _of_modulus,
    _of_differences,
    _of_largest,
    _to_largest,
    _of_log,
    _to_log,
    _of_product,
    _of_quotient,
    _of_multiple,
    _of_exponentials,
    _of_powers,
    _of_factors,
    _of_roots,
    _of_entropy,
    _of_square_of_sum,
    _to_sum,
    _by_terms,
    _one_apart,
    _of_known_sum,
    _without_more,
)
"""Tried in this order."""
