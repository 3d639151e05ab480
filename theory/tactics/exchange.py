"""Means of one item of a family beside all of it, by symmetry: its share of the mean of the sum over all, as
E x_i/(x_1 + ... + x_n) = 1/n, and the chance 1/n that one of n numbers is the largest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..laws import coordinate
from ..node import Term, multiply, number
from ..substitution import fresh_name, opened, replaced, subterms
from ..terms import P, Sum, indicator, sqrt
from .certificates import by_products
from .factors import factors_of, law_in, objects_in
from .goals import Given, same, stated
from .hypotheses import first_that_holds, strict
from .integrals import letter
from .rewriting import (
    assumed,
    by_entries,
    collected,
    converted,
    itself,
    occurring,
    replaced_within,
    right,
    root_of_square,
    then,
    tidied,
)


def by_exchange(mean: Term, given: Given) -> Theorem:
    """E f(x_i, x) = E t/n from sum_j f(x_j, x) = t; so for P.

    >>> from theorycheck.theory.laws import Exponential
    >>> from theorycheck.theory.model import Index, Model, Size, iid
    >>> from theorycheck.theory.terms import E
    >>> n = Size("n")
    >>> i, j, x = Index("i", n), Index("j", n), Model(x=iid(Exponential(1), n)).x
    >>> by_exchange(E(x[i] / Sum(j, x[j])), ())
    ⊢ E[x_i/(∑_j x_j)] = 1/n
    """
    found = _coordinates(mean, given)
    mean = right(found)
    if mean.head == "P":
        found = converted(then(found, apply("written_out", term=mean)), lambda one: _apart(one, given))
    (body,) = right(found).args
    forms = [itself(body)]
    with suppress(Refused):
        forms.append(apply("componentwise", left=body, right=by_entries(body)))

    def shared(form: Theorem, place: Term) -> Theorem:
        return then(apply("within", form, term=right(found)), _shared(right(form), place, given))

    ways = [partial(shared, form, place) for form in forms for place in _places(right(form))]
    return then(found, first_that_holds(ways))


def _coordinates(mean: Term, given: Given) -> Theorem:
    """The mean with the coordinates of vectors as the items of families."""
    found = itself(mean)
    vectors = [part.args[0] for part in subterms(mean) if part.head == "component" and part.args[0].is_random]
    for x in [x for part in vectors for x in objects_in(part) if x.shape]:
        law = coordinate(law_in(x))
        if law is None:
            continue
        with suppress(Refused):
            names = {name for name, _ in right(found).declarations}
            own = (x.args[0] if x.head == "item" else x).data[0]
            name = next(f"{own}_{k}" for k in count() if f"{own}_{k}" not in names)
            family = Term("family", (law, *x.shape), (name,))
            found = then(found, apply("coordinates_apart", *given, term=right(found), x=x, family=family))
    return found


def _apart(mean: Term, given: Given) -> Theorem:
    """Indicators in a mean: 1[A and B] = 1[A] 1[B], 1[x = 1] = x of an x that is 0 or 1, and
    1[argmax_j x_j = i] = 1[x_i = max_j x_j].
    """
    found = itself(mean)
    for head in ("and", "eq"):
        for part in occurring(right(found), "indicator"):
            if part.args[0].head == head:
                with suppress(Refused):
                    found = replaced_within(found, [_plainer(part, given)])
    return found


def _plainer(indicator: Term, given: Given) -> Theorem:
    (event,) = indicator.args
    if event.args[0].head == "argmax":
        return apply("no_ties", *given, event=event, place=event.args[1])
    return apply("indicator_of", term=indicator)


def _places(body: Term) -> Iterator[Term]:
    """The indices and numbers at which one item of a family stands beside all of it."""
    counts = {part.args[0] for part in subterms(body) if part.head in {"sum", "max", "min", "product"}}
    items = [part for part in subterms(body) if part.head == "item" and not part.loose]
    yield from dict.fromkeys(
        place
        for item in items
        for place, count in zip(item.args[1:], item.args[0].args[1:], strict=True)
        if count in counts and place.head in {"index", "number"}
    )


def _shared(body: Term, place: Term, given: Given) -> Theorem:
    """E f(i) from the sum of the f(j)."""
    items = [part for part in subterms(body) if part.head == "item" and place in part.args[1:]]
    (count,) = {
        count
        for item in items
        for own, count in zip(item.args[1:], item.args[0].args[1:], strict=True)
        if own is place
    }
    index = Term("index", (count,), (fresh_name(body, *stated(given)),))
    general = body
    for item in dict.fromkeys(items):
        moved = tuple(index if part is place else part for part in item.args)
        general = replaced(general, item, Term("item", moved))
    total = _total(Sum(index, general), given)
    share = apply("exchangeable", total, *given, place=place)
    found = replaced_within(share, [_steady(part, given) for part in occurring(right(share), "E")])
    return converted(found, lambda own: same(own, collected(own), given))


def _steady(mean: Term, given: Given) -> Theorem:
    """E c = c, E c 1[A] = c P(A)."""
    found = (
        apply("linear", *given, term=mean)
        if factors_of(mean.args[0])[0] is not mean.args[0]
        else itself(mean)
    )
    if not mean.args[0].is_random:
        return apply("linear", term=mean)
    events = [part for part in occurring(right(found), "E") if part.args[0].head == "indicator"]
    chances = [apply("symmetric", apply("written_out", term=P(*part.args[0].args))) for part in events]
    return replaced_within(found, chances)


def _total(total: Term, given: Given) -> Theorem:
    """The sum over all of a family as a value: that one is the largest, or with the sum of a part of it."""
    index, _, body = opened(total)
    if body.head == "indicator":
        return apply("no_ties", *given, event=body.args[0], place=index)
    found = itself(total)
    if body.head in {"mul", "add"}:
        with suppress(Refused):
            found = apply("linear", term=total)
    for event in [part.args[0] for part in occurring(right(found), "indicator")]:
        with suppress(Refused):
            found = converted(found, lambda own, event=event: _where(own, event))
    try:
        found = tidied(found, *strict(given))
    except Refused:
        found = tidied(found, *strict(given), *_positive_sums(right(found), given))
    if any(part.is_random and part.head != "indicator" for part in factors_of(right(found))):
        raise Refused(f"{total} is not known to be a number.")
    return found


def _where(product: Term, event: Term) -> Theorem:
    """F x 1[x = c] = f c 1[x = c]."""
    factors = factors_of(product)
    x, c = event.args
    held = _held(x, c)
    rest = multiply(*(part for part in factors if part not in {x, indicator(event)}))
    if x not in factors or event.head != "eq":
        raise Refused(f"{product} is not {x} where {event}.")
    return apply("ring", held, left=product, right=multiply(c, indicator(event), rest), multipliers=(rest,))


def _held(x: Term, c: Term) -> Theorem:
    """x 1[x = c] = c 1[x = c]: the difference is neither above 0 nor below it, for any number x."""
    u = letter(x, c)
    event = Term("eq", (u, c))
    case = assumed(event, "the case that it holds")
    zero = apply("weakened", apply("reflexive", term=number(0)))
    gaps = (by_products(gap, number(0), (sign, case)) for gap, sign in ((u - c, 1), (c - u, -1)))
    one, other = (apply("where_it_holds", gap, zero, event=event) for gap in gaps)
    low, high = u * indicator(event), c * indicator(event)
    orders = by_products(low, high, (1, one)), by_products(high, low, (1, other))
    return apply("instance", apply("antisymmetric", *orders), symbol=u, value=x)


def _positive_sums(term: Term, given: Given) -> Iterator[Theorem]:
    """0 < sum_j f(j), of those in denominators."""
    below = [part.args[0] for part in subterms(term) if part.head == "power" and not part.loose]
    for total in dict.fromkeys(part for part in below if part.head == "sum"):
        with suppress(Refused):
            yield _positive_sum(total, given)


def _positive_sum(total: Term, given: Given) -> Theorem:
    """0 < f(i) + sum_{j != i} f(j), from 0 < f(i)."""
    index, _, body = opened(total)
    other = Term("index", index.args, (fresh_name(index, body),))
    first = apply("positive", *_positive_items(body, given), term=body)
    each = apply("weakened", apply("instance", first, symbol=index, value=other))
    others = apply("sum_monotone", each, condition=other != index, index=other)
    none = same(number(0), ordered(others.proposition)[0], ())
    apart = apply("taken_out", term=total, value=index)
    parts = (1, first), (1, others), (1, none), (-1, apart)
    return by_products(number(0), total, *parts, relation="lt")


def _positive_items(body: Term, given: Given) -> Iterable[Theorem]:
    """0 < x of items that are positive by their law, 0 < x^2 of normal ones."""
    for item in dict.fromkeys(part for part in subterms(body) if part.head == "item"):
        with suppress(Refused):
            square = apply("nonzero_length", *given, x=item)
            yield square
            root = apply("positive", square, term=sqrt(item**2))
            yield apply("transitive", root, root_of_square(item))
        with suppress(Refused):
            low = apply("bounded", *given, term=item, end="low")
            if low.proposition.head == "lt":
                yield low
