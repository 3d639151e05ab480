"""Sums and products from any number on, as sum_{j=n}^N 1/j^2 <= 1/(n - 1), by differences that add up.

The stated bound tells the differences: of B(n) they are B(j) - B(j + 1), of A(N) they are A(j) - A(j - 1).
Each term of the sum is at most its difference. So is f(j) beside the differences F(j) - F(j - 1) and
F(j + 1) - F(j) of an antiderivative of an f that rises or falls (integral test), of sums from 1 on too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ORDER, ordered
from ..model import Size
from ..node import TRUE, Term, is_number, number, value_of
from ..outcomes import objects
from ..requirements import least
from ..substitution import fresh_name, instantiated, occurs, opened, replaced, subterms
from ..terms import Sum
from .antiderivatives import antiderivative
from .bounds import by_any_way, written_out
from .certificates import by_products, require_no_failure
from .factors import is_inverse
from .formula_orders import by_ways
from .goals import finish, same, stated, strict_facts, with_head
from .integrals import letter
from .items import Given, as_sum
from .products import by_facts
from .rewriting import (
    assumed,
    between,
    collected,
    itself,
    left,
    multiple_of,
    occurring,
    of_any,
    right,
    simplified,
    supposed,
    then,
)
from .slopes import above_zero, by_log_above, by_logs, by_slope, first_way

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


def by_later_product(goal: Term, given: Given) -> Theorem:
    """prod_{j >= m} f(j) = B(N), as B(j) = f(j) B(j - 1).

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.terms import Product
    >>> n = Size("n", minimum=2)
    >>> j = Index("j", n)
    >>> by_later_product(Product(j >= 2, 1 - 1 / j) == 1 / n, ())
    ⊢ ∏_{j = 2}^n (1 - 1/j) = 1/n
    """
    whole, bound = goal.args if goal.args[0].head == "product" else goal.args[::-1]
    later = _later(whole, goal, given, "product")
    (end, index), known = (later.index.args[0], later.index), (*given, *_from_start(_runs(later)))
    if end.head != "size":
        raise Refused(f"{end} is no size, and {bound} no function of it.")
    value = replaced(bound, end, index)
    before = replaced(value, index, index - 1)
    signs = (*known, *_denominators((later.f, value, before), known))
    step = same(value, Term("mul", (later.f, before)), signs)
    within = _within(later.start, end, given)
    condition = index >= later.start
    found = apply("telescoped", step, *within, index=index, whole=value, condition=condition, head="product")
    facts = (*strict_facts(given), *_denominators((bound,), given))
    scale = collected(1 / replaced(value, index, later.start - 1), *facts)
    return finish(apply("ring", found, *facts, left=whole, right=bound, multipliers=(scale,)), goal)


def begins_later(total: Term, head: str = "sum") -> bool:
    """Whether it is a sum, or a product, over all j from a number on."""
    if total.head != head:
        return False
    condition = total.args[1]
    return condition.head == "ge" and condition.args[0].head == "bound_index"


def _later(total: Term, goal: Term, given: Given, head: str = "sum") -> _Later:
    if not begins_later(total, head):
        raise Refused(f"{total} is no {head} from a number on.")
    index, condition, f = opened(total, goal, *stated(given))
    return _Later(total, index, condition.args[1], f)


def _telescoped(
    later: _Later, bound: Term, fall: Term, given: Given, shown: Way, *, is_below: bool
) -> Theorem:
    """sum_{j >= n} f(j) <= b, or b <= sum_{j >= n} f(j), by the differences of F."""
    f, rise = later.f, fall - replaced(fall, later.index, later.index + 1)
    known = (*given, *_from_start(_runs(later)))
    signs = (*known, *_denominators((f, rise), known))
    try:
        each = apply("weakened", same(*((f, rise) if is_below else (rise, f)), signs))
    except Refused:
        each = _of_any_number(*((f, rise) if is_below else (rise, f)), later.index, known, shown)
    found = _added_up(later, fall, each, given, signs)
    end = ordered(found.proposition)[2 if is_below else 0]
    beyond = shown(*((end, bound) if is_below else (bound, end)), given)
    return apply("transitive", *((found, beyond) if is_below else (beyond, found)))


def _runs(later: _Later) -> Theorem:
    """n <= j, where the sum runs."""
    condition = later.index >= later.start
    return assumed(condition, "where the sum runs")


def _added_up(later: _Later, fall: Term, each: Theorem, given: Given, signs: Given) -> Theorem:
    """sum_{j >= n} f(j) <= F(n) - F(N + 1) from f(j) <= F(j) - F(j + 1), or the other way about."""
    index, total = later.index, _of_differences(fall, later.index, later.start, given)
    is_below = ordered(each.proposition)[0] is later.f
    rise = ordered(each.proposition)[2 if is_below else 0]
    written = same(rise, instantiated(left(total).args[2], index), signs)
    each = apply("transitive", *((each, written) if is_below else (apply("symmetric", written), each)))
    found = apply("sum_monotone", each, condition=index >= later.start, index=index)
    return apply("transitive", *((found, total) if is_below else (apply("symmetric", total), found)))


def _from_start(held: Theorem) -> Iterator[Theorem]:
    """c <= j for the least value c of n, from n <= j, and 0 < j - n + 1 and 0 < j - c + 1."""
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
    inside = (part.args[0] for term in terms for part in subterms(term) if is_inverse(part))
    for x in dict.fromkeys(inside):
        with suppress(Refused):
            yield by_any_way(number(0) < x, known)


def _of_any_number(small: Term, large: Term, index: Term, given: Given, shown: Way) -> Theorem:
    """a(j) <= b(j), or where that is not seen of an index, the same of any number in its place."""
    with suppress(Refused):
        return shown(small, large, given)
    t = letter(small, large, *stated(given))
    order = of_any(t, index, small <= large, given, lambda own, known: shown(*own.args, known))
    return finish(order, small <= large, given)


def _equal(small: Term, large: Term, given: Given) -> Theorem:
    """a <= b as both are equal."""
    return apply("weakened", same(small, large, strict_facts(given)))


def _shown(small: Term, large: Term, given: Given) -> Theorem:
    """a <= b as an equation, at the corner, by logarithms or by slopes."""
    with suppress(Refused):
        return _equal(small, large, given)
    ways = (by_any_way, by_facts, by_log_above, by_logs, by_slope)
    return finish(first_way(partial(way, small <= large, given) for way in ways), small <= large)


def _of_differences(f: Term, index: Term, start: Term, given: Given) -> Theorem:
    """sum_{j >= n} (F(j) - F(j + 1)) = F(n) - F(N + 1)."""
    whole, upper = -replaced(f, index, index + 1), index.args[0]
    step = itself(whole - replaced(whole, index, index - 1))
    within = _within(start, upper, given)
    found = apply("telescoped", step, *within, index=index, whole=whole, condition=index >= start)
    ends = replaced(f, index, start) - replaced(f, index, upper + 1)
    return then(found, same(right(found), ends, given))


def _within(start: Term, upper: Term, given: Given) -> Given:
    """m <= n + 1, where m is neither a number nor an index up to n."""
    return () if is_number(start) or start.head == "index" else (by_ways(start, "le", upper + 1, given),)


def by_other_end(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """A goal a <= b of which one side alone speaks of a size N, and n <= N is given: by that side at n.

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.prove import prove, suppose
    >>> from theorycheck.theory.terms import Sum, sqrt
    >>> n, N = Size("n"), Size("N")
    >>> goal = Sum(Index("j", n), 1 / sqrt(Index("j", n))) <= 2 * sqrt(N)
    >>> by_other_end(goal, (suppose(n <= N),), lambda own, facts: prove(own, by=facts))
    n ≤ N ⊢ ∑_j 1/√j ≤ 2 √N
    """
    small, relation, large = ordered(goal)
    for fact in with_head(given, ORDER):
        low, _, high = ordered(fact.proposition)
        for n, other in ((low, high), (high, low)):
            sides = [side for side in (small, large) if occurs(other, side)]
            if {n.head, other.head} != {"size"} or len(sides) != 1:
                continue
            middle, is_above = replaced(sides[0], other, n), sides[0] is large
            if middle in {small, large}:
                continue
            order, rest = (small <= middle, middle <= large)[:: -1 if is_above else 1]
            with suppress(Refused):
                first = shown(order, given)
                # An induction over n needs that nothing is supposed of it.
                others = tuple(own for own in given if not occurs(other, own.proposition))
                second = shown(Term(relation, rest.args), others)
                return finish(apply("transitive", *((second, first) if is_above else (first, second))), goal)
    raise Refused(f"{goal} is about no size that is below another.")


# The integral test.


@dataclass(frozen=True)
class _Integral:
    """F with F' = f in the letter t, for first <= t, and by what is given."""

    f: Term
    whole: Term
    t: Term
    first: Term
    given: Given

    def difference(self, at: Term, *, ahead: bool) -> Term:
        """F(x + 1) - F(x), or F(x) - F(x - 1)."""
        low, high = (at, at + 1) if ahead else (at - 1, at)
        return replaced(self.whole, self.t, high) - replaced(self.whole, self.t, low)

    def step(self, at: Term, within: Theorem, *, ahead: bool, is_below: bool) -> Theorem:
        """f(x) <= its difference, or the other way about, for first <= x."""
        lemma, start = self._lemma(ahead=ahead, is_below=is_below), at if ahead else at - 1
        found = apply("instance", lemma, symbol=self.t, value=start)
        for fact in found.hypotheses:
            with suppress(Refused):
                low, _, high = ordered(fact.proposition)
                found = apply("cut", by_products(low, high, (1, within)), found)
        sides = replaced(self.f, self.t, at), self.difference(at, ahead=ahead)
        small, large = sides if is_below else sides[::-1]
        return by_products(small, large, (1, found), known=strict_facts(self.given))

    def _lemma(self, *, ahead: bool, is_below: bool) -> Theorem:
        """F(t + h) - F(t) - h f(t), or with h f(t + h), is not negative, as it rises from h = 0 on."""
        t, h = self.t, letter(self.f, self.whole, self.t, *stated(self.given))
        least_t = supposed(self.first if ahead else collected(self.first - 1), t)
        end = t if ahead else t + h
        rise, own = replaced(self.whole, t, t + h) - self.whole, h * replaced(self.f, t, end)
        gap = rise - own if is_below else own - rise
        found = above_zero(gap, h, supposed(number(0), h), (least_t, *self.given), 2)
        found = apply("instance", found, symbol=h, value=number(1))
        return apply("cut", by_ways(number(0), "le", number(1), ()), found)


def _integral_of(f: Term, index: Term, first: Term, given: Given) -> _Integral:
    """An antiderivative of f, from a number on that is positive."""
    t = letter(f, index, first, *stated(given))
    body, within = replaced(f, index, t), supposed(first, t)
    strict = by_products(number(0), t, (1, within), (value_of(first),), relation="lt")
    whole, _ = antiderivative(body, t, (strict, *strict_facts(given)))
    return _Integral(body, whole, t, first, given)


def by_integral(goal: Term, given: Given) -> Theorem:
    """A goal a <= b about a multiple of a sum of f(j), by an antiderivative of an f that rises or falls.

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.terms import Sum, sqrt
    >>> n = Size("n")
    >>> j = Index("j", n)
    >>> by_integral(Sum(j, sqrt(j)) <= 2 * sqrt(n + 1) ** 3 / 3, ())
    ⊢ ∑_j √j ≤ 2 (√(n + 1))³/3
    """
    small, relation, large = ordered(goal)
    sums = [part for part in occurring(goal, "sum") if part.args[1] is TRUE or begins_later(part)]
    if objects(goal) or not sums:
        raise Refused(f"{goal} is about no sum of numbers.")
    for total in sums:
        a = multiple_of(total, large - small)
        for is_below, factor in ((True, -a), (False, a)):
            with suppress(Refused):
                sign = by_any_way(number(0) <= collected(factor), given)
                for bound in _bounds(total, goal, given, is_below=is_below):
                    with suppress(Refused):
                        end = ordered(bound.proposition)[2 if is_below else 0]
                        order = Term(relation, tuple(replaced(side, total, end) for side in (small, large)))
                        require_no_failure(order, given)
                        order = _shown(*order.args, given)
                        return finish(by_products(small, large, (1, order), (1, sign, bound)), goal, given)
    raise Refused(f"No integral shows {goal}.")


def _bounds(total: Term, goal: Term, given: Given, *, is_below: bool) -> Iterator[Theorem]:
    """The sum below or above an integral, with its first term apart, and then without."""
    index, _, f = opened(total, goal, *stated(given))
    ways = _of_whole if total.args[1] is TRUE else _of_later
    for ahead in (False, True):
        with suppress(Refused):
            bound = ways(total, index, f, given, ahead=ahead, is_below=is_below)
            bound = bound if bound.proposition.head == "le" else apply("symmetric", bound)
            end = (right if is_below else left)(bound)
            plain = same(end, collected(simplified(end), *strict_facts(given)), given)
            yield then(bound, plain) if is_below else apply("transitive", apply("symmetric", plain), bound)


def _of_later(total: Term, index: Term, f: Term, given: Given, *, ahead: bool, is_below: bool) -> Theorem:
    """A sum over j >= n beside F(N) - F(n - 1), or F(N + 1) - F(n)."""
    later = _Later(total, index, total.args[1].args[1], f)
    first = number(least(later.start) or 0)
    at_start = by_ways(first, "le", later.start, given)
    integral, runs = _integral_of(f, index, first, given), _runs(later)
    each = integral.step(index, apply("transitive", at_start, runs), ahead=ahead, is_below=is_below)
    fall = -replaced(integral.whole, integral.t, index if ahead else index - 1)
    known = (*given, *_from_start(runs))
    rise = ordered(each.proposition)[2 if is_below else 0]
    each = finish(each, Term("le", (f, rise) if is_below else (rise, f)), known)
    return _added_up(later, fall, each, given, (*known, *_denominators((f, rise), known)))


def _of_whole(total: Term, index: Term, f: Term, given: Given, *, ahead: bool, is_below: bool) -> Theorem:
    """A sum over all j <= n beside F(n + 1) - F(1), or f(1) + F(n) - F(1), by induction."""
    upper, integral = index.args[0], _integral_of(f, index, number(1 if ahead else 2), given)
    n = Size(fresh_name(total, *stated(given)))
    own = Term("index", (n,), index.data)

    def value(at: Term) -> Term:
        whole = replaced(integral.whole, integral.t, at + 1 if ahead else at)
        start = replaced(integral.whole, integral.t, number(1))
        return whole - start + (0 if ahead else replaced(f, index, number(1)))

    def shown(at: Term, equal: Theorem, *orders: Theorem) -> Theorem:
        goal = replaced(statement, n, at)
        parts = ((1 if is_below else -1, equal), *((1, order) for order in orders))
        return finish(by_products(*ordered(goal)[::2], *parts, known=strict_facts(given)), goal)

    statement = Term("le" if is_below else "ge", (Sum(own, replaced(f, index, own)), value(n)))
    held = assumed(statement, "it holds one step before")
    step = partial(integral.step, ahead=ahead, is_below=is_below)
    one, after = (replaced(statement.args[0], n, at) for at in (number(1), n + 1))
    first = [step(number(1), by_ways(number(1), "le", number(1), ()))] if ahead else []
    base = shown(number(1), written_out(one), *first)
    next_one = step(n + 1, by_ways(integral.first, "le", n + 1, ()))
    grown = shown(n + 1, apply("last_apart", term=after), held, next_one)
    return apply(
        "instance", apply("induction", base, grown, symbol=n, statement=statement), symbol=n, value=upper
    )
