"""Products over all items: below exponentials of sums, and above one less a sum of chances (Weierstrass)."""

from __future__ import annotations

from contextlib import suppress

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..laws import Uniform
from ..model import Model, iid
from ..node import TRUE, Term, number
from ..substitution import fresh_name, opened, subterms
from ..terms import P, all_
from .algebra import summed
from .bounds import by_any_way
from .certificates import by_products
from .events import events
from .goals import finish, same, stated
from .integrals import letter
from .items import Given, instances_at, sign_by_items
from .jensen import positive_by_sums
from .products import by_facts
from .rewriting import assumed, by_entries, collected, itself, left, occurring, replaced_within, right, then
from .rewriting import below as each_factor
from .unions import some_of


def by_product(goal: Term, given: Given) -> Theorem:
    """prod_j f_j <= m^n exp(sum_j (f_j/m - 1)), by f <= m exp(f/m - 1), for f_j that are not negative.

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import Product, Sum, all_, exp
    >>> n = Size("n")
    >>> j, x = Index("j", n), fixed("x", n)
    >>> by_product(Product(j, 1 + x[j]) <= exp(Sum(j, x[j])), (suppose(all_(j, x[j] >= 0)),))
    x_j ≥ 0 for all j ⊢ ∏_j (x_j + 1) ≤ exp(∑_j x_j)
    """
    small, relation, large = ordered(goal)
    if relation != "le" or small.head != "product" or small.args[1] is not TRUE:
        raise Refused(f"{goal} is no bound on a product over all items.")
    index, condition, f = opened(small, *stated(given))
    t = letter(goal, *stated(given))
    held = assumed(number(0) < t, "a point of the curve")
    tangent = apply("tangent", x=f / t - 1)
    each = by_products(f, t * ordered(tangent.proposition)[2], (1, tangent, held), known=(held,))
    sign = _sign(f, _known_at(f, index, given))
    below = apply("product_monotone", sign, each, condition=condition, index=index)
    high = ordered(below.proposition)[2]
    below = apply("transitive", below, same(high, by_entries(high, (held,)), (held,)))
    for m in (number(1), *(part.args[0] for part in subterms(large) if part.head == "power")):
        with suppress(Refused):
            above = positive_by_sums(m, given)
            found = apply("cut", above[0], apply("instance", below, symbol=t, value=m)) if above else below
            value = _closed(ordered(found.proposition)[2], given)
            value = then(value, same(right(value), large, (*given, *above)))
            return finish(apply("transitive", found, value), goal, given)
    raise Refused(f"{goal} does not follow by exponentials.")


def above_sum(goal: Term, given: Given) -> Theorem:
    """1 - sum_j f_j <= prod_j (1 - f_j) for 0 <= f_j <= 1, as P(u_j > f_j for all j) by the union bound, of
    independent u_j uniform on [0, 1].

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import Product, Sum
    >>> n = Size("n")
    >>> j, x = Index("j", n), fixed("x", n)
    >>> given = (suppose(all_(j, x[j] >= 0)), suppose(all_(j, x[j] <= 1)))
    >>> above_sum(1 - Sum(j, x[j]) <= Product(j, 1 - x[j]), given)
    x_j ≤ 1 for all j, x_j ≥ 0 for all j ⊢ 1 - ∑_j x_j ≤ ∏_j (1 - x_j)
    """
    small, relation, large = ordered(goal)
    whole = next(
        (part for part in subterms(large - small) if part.head == "product" and not part.loose), None
    )
    if relation != "le" or whole is None or whole.args[1] is not TRUE:
        raise Refused(f"{goal} is about no product over all items.")
    lemma = _weierstrass(whole, goal, given)
    with suppress(Refused):
        return finish(lemma, goal, given)
    closed = _closed(left(lemma), given)
    signs = [sign_by_items(part, given) for part in occurring(right(closed), "sum")]
    return by_any_way(goal, (apply("transitive", apply("symmetric", closed), lemma), *signs, *given))


def _weierstrass(whole: Term, goal: Term, given: Given) -> Theorem:
    """1 - sum_j f_j <= prod_j (1 - f_j)."""
    (u,) = Model(**{fresh_name(goal, *stated(given)): iid(Uniform(number(0), number(1)), whole.args[0])})
    index, _, body = opened(whole, goal, *stated(given))
    f = collected(1 - body)
    known = (
        *given,
        *instances_at(f, given),
        *(apply("bounded", term=index, end=end) for end in ("low", "high")),
    )
    signs = [by_any_way(number(0) <= f, known), by_facts(f <= 1, known)]
    facts = (*given, *(apply("every", sign, condition=TRUE, index=index) for sign in signs))
    chance = P(all_(index, u[index] > f))
    opposite = apply("complement", event=chance.args[0])
    (some,) = (part for part in subterms(right(opposite)) if part.head == "P")
    below, exact = some_of(some.args[0], events.derive, facts), events.derive(chance, facts)
    low = 1 - ordered(below.proposition)[2]
    order = by_products(low, right(exact), (1, below), (1, exact), (-1, opposite))
    order = apply("transitive", same(by_entries(low), low, given), order)
    plain, asked = (each_factor(own, _plain, goal, *stated(given)) for own in (right(exact), whole))
    order = apply("transitive", order, plain)
    return apply("transitive", order, apply("symmetric", asked))


def _closed(term: Term, given: Given) -> Theorem:
    """The term with its sums in closed form, where they have one."""
    totals = [summed(part, given) for part in occurring(term, "sum")]
    return replaced_within(itself(term), [total for total in totals if right(total) is not left(total)])


def _plain(factor: Term) -> Theorem:
    return same(factor, collected(factor), ())


def _known_at(f: Term, index: Term, given: Given) -> Given:
    """What is given of all items at an index, and where that lies."""
    ends = (apply("bounded", term=index, end=end) for end in ("low", "high"))
    return (*given, *instances_at(f, given), *ends)


def _sign(f: Term, known: Given) -> Theorem:
    """0 <= f, by its form or parts, or by products of what is known."""
    with suppress(Refused):
        return sign_by_items(f, known)
    return by_facts(number(0) <= f, known)
