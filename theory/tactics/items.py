"""What is known of the items of sums and of largest numbers: given facts at an index, signs, one term beside
the whole sum; and lengths, inner products and weights of softmax as sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import TRUE, Term, add, is_number, multiply, number, summands
from ..substitution import fresh_names, instantiated, opened, replaced, subterms
from ..terms import Sum, all_, exp, log
from .bounds import by_any_way, positive
from .certificates import by_products
from .factors import factors_of
from .goals import Given, finish, same, stated, strict_facts
from .rewriting import (
    assumed,
    below,
    between,
    by_entries,
    by_pair,
    collected,
    converted,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    simplified,
    then,
)

_OVER_ITEMS = frozenset({"sum", "max", "min", "norm2", "inner", "softmax"})


def is_over_items(term: Term) -> bool:
    """Whether there is a sum, a largest or a least number, or a product of vectors in the term."""
    return any(part.head in _OVER_ITEMS for part in subterms(term))


def as_sums(term: Term) -> Theorem:
    """The term with its lengths, inner products and weights of softmax written as sums over entries, and
    even powers of moduli as those of what is in them.
    """
    parts = dict.fromkeys(
        part for part in subterms(term) if part.head in {"norm2", "inner"} or _is_weight(part)
    )
    found = replaced_within(itself(term), _logs_of_weights(term))
    closed = (part for part in parts if not part.loose)
    written = [apply("componentwise", left=part, right=by_entries(part)) for part in closed]
    found = replaced_within(found, [one for one in written if left(one) in subterms(right(found))])
    for total in (part for part in occurring(right(found), "sum") if part.args[1] is TRUE):
        plain = below(total, without_moduli, term)
        with suppress(Refused):
            plain = converted(plain, lambda x: apply("componentwise", left=x, right=by_entries(x)))
        with suppress(Refused):
            plain = converted(plain, _of_products)
        found = replaced_within(found, [plain])
    return found


def _of_products(total: Term) -> Theorem:
    """sum_j sum_l f_j g_l = sum_j f_j sum_l g_l; another term is itself."""
    if total.head != "sum" or total.args[2].head != "sum" or total.args[2].args[2].head != "mul":
        return itself(total)
    return converted(below(total, lambda one: apply("linear", term=one)), lambda x: apply("linear", term=x))


def _logs_of_weights(term: Term) -> Iterator[Theorem]:
    """log(c softmax(x)_i) = log c + x_i - log sum_j exp x_j of what is drawn, whose moments are seen then."""
    for part in dict.fromkeys(x for x in subterms(term) if x.data == ("log",) and x.is_random):
        weights = [] if part.loose else [x for x in subterms(part) if _is_weight(x)]
        with suppress(Refused):
            written = [apply("componentwise", left=x, right=by_entries(x)) for x in dict.fromkeys(weights)]
            found = replaced_within(itself(part), written)
            totals = dict.fromkeys(x for x in subterms(right(found)) if x.head == "sum" and not x.loose)
            facts = tuple(apply("positive", term=x) for x in totals)
            if weights:
                yield converted(found, lambda x, facts=facts: same(x, collected(x, *facts), facts))


def _is_weight(x: Term) -> bool:
    return x.head == "component" and x.args[0].head == "softmax"


def as_sum(x: Term, given: Given) -> Theorem:
    """A sum, a product with one, or a sum of these over the same indices, as a sum."""
    parts = [(part, [own for own in factors_of(part) if own.head == "sum"]) for part in summands(x)]
    if any(len(totals) != 1 for _, totals in parts) or len({totals[0].args[:2] for _, totals in parts}) > 1:
        raise Refused("There is no sum.")
    index, condition, _ = opened(parts[0][1][0], x, *stated(given))
    bodies = []
    for part, (total,) in parts:
        own = (one for one in factors_of(part) if one is not total)
        bodies.append(multiply(*own, instantiated(total.args[2], index)))
    if x.head == "sum":
        return itself(x)
    return same(x, Sum(index if condition is TRUE else condition, add(number(0), *bodies)), given)


def by_any_weights(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """A goal about softmax(x), as one about any positive numbers that add up to 1, which is shown so.

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.terms import softmax
    >>> n = Size("n")
    >>> j, p = Index("j", n), softmax(fixed("x", n))
    >>> from theorycheck.theory.tactics.over_items import by_items
    >>> by_any_weights(-Sum(j, p[j] * log(p[j])) <= log(n), (), by_items)
    ⊢ -∑_j softmax(x)_j log(softmax(x)_j) ≤ log(n)
    """
    found = (part for part in subterms(goal) if part.head == "softmax" and not (part.loose or part.is_random))
    weights = next(found, None)
    if weights is None:
        raise Refused(f"{goal} is about no weights of softmax.")
    letter, _, _, name = fresh_names(4, goal, *stated(given))
    (upper,), own = weights.shape, Term("fixed", weights.shape, (name,))
    j = Term("index", (upper,), (letter,))
    held = [assumed(fact, "weights") for fact in (all_(j, own[j] > 0), Sum(j, own[j]) == 1)]
    lemma = shown(replaced(goal, weights, own), (*given, *held))
    lemma = apply("instance", lemma, symbol=own, value=weights)
    plain = apply("componentwise", left=weights[j], right=by_entries(weights[j]))
    sign = apply("transitive", apply("positive", term=right(plain)), apply("symmetric", plain))
    signs = apply("every", apply("symmetric", sign), condition=TRUE, index=j)
    total = apply("componentwise", left=Sum(j, weights[j]), right=number(1))
    return finish(apply("cut", total, apply("cut", signs, lemma)), goal, given)


def without_moduli(term: Term) -> Theorem:
    """The term with even powers of moduli as those of what is in them."""
    powers = [part for part in subterms(term) if part.head == "power" and part.args[0].data == ("abs",)]
    found = []
    for part in powers:
        with suppress(Refused):
            found.append(apply("even_power", term=part))
    return replaced_within(itself(term), found)


def known_of_items(order: Term, given: Given) -> Iterator[Theorem]:
    """What holds at the indices of an order: what is given of all items, that one is at most the largest, and
    at most a known sum of what is not negative.
    """
    each = instances_at(order, given)
    yield from each
    extremes = [part for part in subterms(order) if part.head in {"max", "min"} and not part.loose]
    for index in indices_in(order):
        yield apply("bounded", term=index, end="high")
        for total in filter(is_known_sum, given):
            with suppress(Refused):
                yield apply("transitive", one_of_sum(left(total), index, (*given, *each)), total)
        for extreme in dict.fromkeys(extremes):
            with suppress(Refused):
                yield apply("largest", term=extreme, index=index)
    totals = [*occurring(order, "sum"), *map(left, filter(is_known_sum, given))]
    for apart, total in product((fact for fact in given if fact.proposition.head == "ne"), totals):
        with suppress(Refused):
            two = _two_of_sum(total, apart, (*given, *each))
            known = [fact for fact in given if is_known_sum(fact) and left(fact) is total]
            yield then(two, known[0]) if known else two
    for part in dict.fromkeys(x for x in subterms(order) if x.data == ("log",) and not x.loose):
        with suppress(Refused):
            yield _log_of_share(part, (*given, *each))


def _log_of_share(x: Term, given: Given) -> Theorem:
    """log r <= 0 from 0 < r and r <= 1."""
    (r,) = x.args
    known = *given, *known_of_items(r <= 1, given)
    positive, low = apply("positive", *strict_facts(known), term=r), by_any_way(r <= 1, known)
    grown = apply("monotone", low, positive, function="log", exponent=number(1))
    return apply("transitive", grown, same(log(number(1)), number(0), ()))


def instances_at(term: Term, given: Given) -> list[Theorem]:
    """What is given of all items, at the indices of a term."""
    found = []
    for index in indices_in(term):
        for fact in (fact for fact in given if fact.proposition.head == "all"):
            with suppress(Refused):
                found.append(apply("each", fact, index=index))
    return found


def indices_in(term: Term, upper: Term | None = None) -> list[Term]:
    """The indices in a term, those alone that run so far if a size is named."""
    own = [index for _, index in term.declarations if index.head == "index"]
    return [index for index in own if upper is None or index.args[0] is upper]


def is_known_sum(fact: Theorem) -> bool:
    """Whether it says what a sum over an index is."""
    return fact.proposition.head == "eq" and left(fact).head == "sum"


def with_known_sums(found: Theorem, given: Given) -> Theorem:
    """The equation with what the facts say that sums in its right-hand side are."""
    inside = subterms(right(found))
    return replaced_within(found, [fact for fact in given if is_known_sum(fact) and left(fact) in inside])


def one_of_sum(total: Term, index: Term, given: Given) -> Theorem:
    """f_i <= sum_j f_j, where no f_j is negative."""
    parted = apply("taken_out", term=total, value=index)
    own, rest = right(parted).args
    found = by_products(own, right(parted), (1, sign_by_items(rest, given)))
    return apply("transitive", found, apply("symmetric", parted))


def _two_of_sum(total: Term, apart: Theorem, given: Given) -> Theorem:
    """f_i + f_l <= sum_j f_j from i != l, where no f_j is negative."""
    i, l = apart.proposition.args
    first = apply("taken_out", term=total, value=i)
    second = apply("taken_out", apply("symmetric", apart), term=right(first).args[1], value=l)
    parts = [right(own).args[0] for own in (first, second)]
    sign = sign_by_items(right(second).args[1], given)
    return by_products(add(*parts), total, (-1, first), (-1, second), (1, sign))


def sign_by_items(x: Term, given: Given) -> Theorem:
    """0 <= x, by its form or from what is known of its parts."""
    with suppress(Refused):
        return nonnegative(x)
    if x.head == "mul":
        return by_products(number(0), x, (1, *(sign_by_items(part, given) for part in x.args)))
    if x.head not in {"sum", "max"}:
        return by_any_way(number(0) <= x, (*given, *instances_at(x, given)))
    index, condition, one = opened(x, *stated(given))
    if x.head == "max":
        return apply("transitive", sign_by_items(one, given), apply("largest", term=x, index=index))
    found = apply("sum_monotone", sign_by_items(one, given), condition=condition, index=index)
    zero = apply("componentwise", left=number(0), right=ordered(found.proposition)[0])
    return apply("transitive", zero, found)


def by_terms_of_sums(goal: Term, given: Given) -> Theorem:
    """An equation of sums over items, with positive parts and the larger of two by moduli, logarithms of
    products by what is given of the items, and known sums.
    """
    sides = []
    for side in goal.args:
        sums = [below(part, _written_by_moduli) for part in occurring(side, "sum")]
        found = replaced_within(itself(side), [one for one in sums if right(one) is not left(one)])
        wholes = [x for x in subterms(right(found)) if x.data == ("log",) and x.args[0].head == "product"]
        found = replaced_within(found, [_log_of_product(x, given) for x in wholes if not x.loose])
        sides.append(converted(found, lambda own: terms_apart(own, given)))
    return finish(between(sides[0], same(*map(right, sides), given), sides[1]), goal, given)


def terms_apart(side: Term, given: Given, *, with_logs: bool = True) -> Theorem:
    """The side with the terms of sums that hold quotients, or logarithms too, multiplied out, sums of sums
    taken apart, and known ones put in.
    """
    totals = [x for x in occurring(side, "sum") if _holds_log(x) or _holds_quotient(x)]
    totals = [x for x in totals if with_logs or not _holds_log(x)]
    found = replaced_within(itself(side), [_multiplied_out(x, given) for x in totals])
    if totals or with_logs:
        found = converted(found, lambda own: same(own, by_entries(own), ()))
    return with_known_sums(found, given)


def _holds_log(total: Term) -> bool:
    return any(x.data == ("log",) for x in subterms(total))


def _holds_quotient(total: Term) -> bool:
    return any(x.head == "power" and is_number(x.args[1], -1) for x in subterms(total))


def _multiplied_out(total: Term, given: Given) -> Theorem:
    """A sum with its terms multiplied out, by what is given of the items."""
    index, condition, one = opened(total, *stated(given))
    facts = strict_facts((*given, *instances_at(one, given)))
    each = same(one, collected(one, *facts), facts)
    ends = (each, apply("symmetric", each))
    orders = (apply("sum_monotone", end, condition=condition, index=index) for end in ends)
    return apply("antisymmetric", *orders)


def _log_of_product(whole: Term, given: Given) -> Theorem:
    """log prod_j x_j = sum_j log x_j, for positive x_j."""
    found = apply("within", as_exponential(whole.args[0], given), term=whole)
    return then(found, same(right(found), simplified(right(found)), ()))


def as_exponential(whole: Term, given: Given) -> Theorem:
    """prod_j x_j = exp(sum_j log x_j), as x_j = exp log x_j, for positive x_j."""
    index, condition, one = opened(whole, *stated(given))
    known = (*given, *instances_at(one, given))
    facts = (*strict_facts(known), positive(one, known))
    each = same(one, exp(log(one)), facts)
    ends = (each, apply("symmetric", each))
    signs = (apply("weakened", apply("positive", *facts, term=left(end))) for end in ends)
    orders = (
        apply("product_monotone", sign, end, condition=condition, index=index)
        for sign, end in zip(signs, ends, strict=True)
    )
    found = apply("antisymmetric", *orders)
    return then(found, same(right(found), by_entries(right(found)), ()))


def _written_by_moduli(body: Term) -> Theorem:
    return replaced_within(itself(body), filter(None, map(by_pair, subterms(body))))
