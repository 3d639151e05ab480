"""Sums from any number on, as sum_{j=n}^N 1/j^2 <= 1/(n - 1), by differences that add up.

The stated bound tells the differences: of B(n) they are B(j) - B(j + 1), of A(N) they are A(j) - A(j - 1).
Each term of the sum is at most its difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import TRUE, Term, is_number, number, value_of
from ..substitution import fresh_name, instantiated, occurs, opened, replaced, subterms
from .bounds import by_any_way
from .certificates import by_products
from .formula_orders import by_ways
from .goals import finish, same, strict_facts
from .integrals import letter
from .items import Given, as_sum, stated
from .products import by_facts
from .rewriting import between, collected, itself, left, right, then
from .slopes import by_log_above, by_logs, by_slope, first_way

Way = Callable[[Term, Term, Given], Theorem]
"""From a, b and what is given to a theorem a <= b."""


@dataclass(frozen=True)
class _Later:
    """A sum of f(j) over j >= n, with the index j and the number n."""

    total: Term
    index: Term
    start: Term
    f: Term

    def falls(self, bound: Term) -> Iterator[Term]:
        """F(j) for the differences F(j) - F(j + 1), by a bound as a function of the start, and of the end."""
        letters = (own for _, own in self.start.declarations if own.head == "size")
        n = self.start if self.start.head == "index" else next(letters, None)
        end = self.index.args[0]
        if n is not None and occurs(n, bound):
            yield replaced(bound, n, self.index - collected(self.start - n))
        if end.head == "size" and occurs(end, bound):
            yield -replaced(bound, end, self.index - 1)


def by_later_sum(goal: Term, given: Given) -> Theorem:
    """A goal a R b about a multiple of a sum over j >= n, where R is <=, >= or =.

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import Sum
    >>> n, N = Size("n", minimum=2), Size("N", minimum=2)
    >>> j = Index("j", N)
    >>> by_later_sum(Sum(j >= n, 1 / j**2) <= 1 / (n - 1), (suppose(n <= N),))
    n ≤ N ⊢ ∑_{j = n}^N 1/j² ≤ 1/(n - 1)
    """
    if goal.head == "eq":
        below, above = (_by_differences(Term(head, goal.args), given, _equal) for head in ("le", "ge"))
        return finish(apply("antisymmetric", below, above), goal)
    return _by_differences(goal, given, _shown)


def _by_differences(goal: Term, given: Given, shown: Way) -> Theorem:
    """A goal a <= b, with each term compared with its difference in that way."""
    small, _, large = ordered(goal)
    for whole, bound in ((small, large), (large, small)):
        with suppress(Refused):
            sums = as_sum(whole, given)
            later = _later(right(sums), goal, given)
            order = first_way(
                partial(_telescoped, later, bound, fall, given, shown, is_below=whole is small)
                for fall in later.falls(bound)
            )
            ends = (sums, itself(bound)) if whole is small else (itself(bound), sums)
            return finish(between(ends[0], order, ends[1]), goal)
    raise Refused(f"{goal} is about no sum from a number on.")


def begins_later(total: Term) -> bool:
    """Whether it is a sum over all j from a number on."""
    condition = total.args[1]
    return total.head == "sum" and condition.head == "ge" and condition.args[0].head == "bound_index"


def _later(total: Term, goal: Term, given: Given) -> _Later:
    if not begins_later(total):
        raise Refused(f"{total} is no sum from a number on.")
    index, condition, f = opened(total, goal, *stated(given))
    return _Later(total, index, condition.args[1], f)


def _telescoped(
    later: _Later, bound: Term, fall: Term, given: Given, shown: Way, *, is_below: bool
) -> Theorem:
    """sum_{j >= n} f(j) <= b, or b <= sum_{j >= n} f(j), by the differences of F."""
    index, f = later.index, later.f
    rise = fall - replaced(fall, index, index + 1)
    condition = index >= later.start
    held = apply("assume", proposition=condition, ground="condition", because="where the sum runs")
    total = _of_differences(fall, index, later.start, given)
    known = (*given, held, *_from_start(held))
    signs = (*known, *_denominators((f, rise), known))
    written = same(rise, instantiated(left(total).args[2], index), signs)
    try:
        each = apply("weakened", same(*((f, rise) if is_below else (rise, f)), signs))
    except Refused:
        each = _of_any_number(*((f, rise) if is_below else (rise, f)), index, known, shown)
    turned = apply("symmetric", written)
    each = apply("transitive", *((each, written) if is_below else (turned, each)))
    found = apply("sum_monotone", each, condition=condition, index=index)
    ends = (right(total), bound) if is_below else (bound, right(total))
    beyond = shown(*ends, given)
    chain = (found, total, beyond) if is_below else (beyond, apply("symmetric", total), found)
    return apply("transitive", apply("transitive", *chain[:2]), chain[2])


def _from_start(held: Theorem) -> Iterator[Theorem]:
    """C <= j for the least value c of n, from n <= j, and 0 < j - n + 1 and 0 < j - c + 1."""
    orders = [held]
    with suppress(Refused):
        low = apply("bounded", term=ordered(held.proposition)[0], end="low")
        orders.append(apply("transitive", low, held))
    yield from orders[1:]
    for order in orders:
        start, _, j = ordered(order.proposition)
        yield by_products(number(0), j - start + 1, (1, order), (1,), relation="lt")


def _denominators(terms: Iterable[Term], known: Given) -> Iterator[Theorem]:
    """0 < x for what is divided by, as far as it is seen."""
    powers = (part for term in terms for part in subterms(term) if part.head == "power")
    inside = (part.args[0] for part in powers if is_number(part.args[1]) and value_of(part.args[1]) < 0)
    for x in dict.fromkeys(inside):
        with suppress(Refused):
            yield by_any_way(number(0) < x, known)


def _of_any_number(small: Term, large: Term, index: Term, given: Given, shown: Way) -> Theorem:
    """A(j) <= b(j), or where that is not seen of an index, the same of any number in its place."""
    with suppress(Refused):
        return shown(small, large, given)
    t = letter(small, large, *stated(given))
    facts = [fact for fact in given if occurs(index, fact.proposition)]
    others = tuple(fact for fact in given if fact not in facts)
    held = tuple(
        apply("assume", proposition=replaced(fact.proposition, index, t), ground="condition", because="so")
        for fact in facts
    )
    found = shown(replaced(small, index, t), replaced(large, index, t), (*others, *held))
    found = apply("instance", found, symbol=t, value=index)
    for fact in facts:
        found = apply("cut", fact, found)
    return finish(found, small <= large, given)


def _equal(small: Term, large: Term, given: Given) -> Theorem:
    """A <= b as both are equal."""
    return apply("weakened", same(small, large, strict_facts(given)))


def _shown(small: Term, large: Term, given: Given) -> Theorem:
    """A <= b as an equation, at the corner, by logarithms or by slopes."""
    with suppress(Refused):
        return _equal(small, large, given)
    ways = (by_any_way, by_facts, by_log_above, by_logs, by_slope)
    return finish(first_way(partial(way, small <= large, given) for way in ways), small <= large)


def _of_differences(f: Term, index: Term, start: Term, given: Given) -> Theorem:
    """sum_{j >= n} (F(j) - F(j + 1)) = F(n) - F(N + 1)."""
    if start.head == "index":
        return _from_index(f, index, start, given)
    upper = index.args[0]
    other = Term("index", (upper,), (fresh_name(f, index, start, *stated(given)),))
    found = _from_index(f, index, other, given)
    within = () if is_number(start) else (by_ways(start, "le", upper, given),)
    return apply("instance", found, *within, symbol=other, value=start)


def _from_index(f: Term, index: Term, start: Term, given: Given) -> Theorem:
    """sum_{j >= i} (F(j) - F(j + 1)) = F(i) - F(N + 1) for an index i: all differences but those before i.

    F is moved by a number, which is 0 in the end, as F(1) may be 1/0.
    """
    c = letter(f, index, start, *stated(given))
    whole = -replaced(f, index, index + 1 + c)
    step = apply("reflexive", term=whole - replaced(whole, index, index - 1))
    every, before = (
        apply("telescoped", step, index=index, whole=whole, condition=own) for own in (TRUE, index < start)
    )
    parts = apply("parted", term=left(every), case=index < start, index=index)
    tail = next(part for part in right(parts).args if part is not left(before))
    last, first = (replaced(whole, index, end) for end in (index.args[0], start - 1))
    signs = tuple(map(number, (1, -1, -1)))
    found = apply("ring", every, before, parts, left=tail, right=last - first, multipliers=signs)
    found = apply("instance", found, symbol=c, value=number(0))
    ends = replaced(f, index, start) - replaced(f, index, index.args[0] + 1)
    return then(found, same(right(found), ends, given))
