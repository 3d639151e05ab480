"""Sums of a function beside its value at the sum: g(x_1 + ... + x_n) is at most g(x_1) + ... + g(x_n) for
x_j >= 0 and a concave g that is not negative at 0, and at least that for a convex one that is not positive.

By the share t/s that t has in s, (t/s) g(s) <= g(t) for 0 <= t <= s, which is shown as an order of two
numbers. Where the whole sum is 0, so is each x_j.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..model import Parameter
from ..node import TRUE, Term, number
from ..substitution import fresh_names, opened, replaced, subterms
from ..terms import Sum
from .bounds import by_any_way
from .goals import finish, same, stated, strict_facts
from .items import Given, instances_at, one_of_sum, sign_by_items
from .jensen import positive_by_sums
from .rewriting import (
    assumed,
    between,
    by_entries,
    converted,
    itself,
    left,
    replaced_within,
    right,
    root_of_zero,
    simplified,
    then,
    zero_by_signs,
)
from .slopes import by_log_above, by_logs, by_slope, first_way
from .strict_cases import by_strict_cases, either_way


@dataclass(frozen=True)
class _Shares:
    """The sum s of x_j over an index j, and the function g of a letter t."""

    total: Term
    index: Term
    x: Term
    t: Term
    g: Term

    def at(self, value: Term) -> Term:
        """The value g(x)."""
        return replaced(self.g, self.t, value)

    @property
    def values(self) -> Term:
        """The sum of the g(x_j)."""
        return Sum(self.index, self.at(self.x))


def by_shares(small: Term, large: Term, given: Given) -> Theorem:
    """An order of g(sum_j x_j) and sum_j g(x_j).

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import all_, sqrt
    >>> n = Size("n")
    >>> j, x = Index("j", n), fixed("x", n)
    >>> by_shares(sqrt(Sum(j, x[j])), Sum(j, sqrt(x[j])), (suppose(all_(j, x[j] >= 0)),))
    x_j ≥ 0 for all j ⊢ √(∑_j x_j) ≤ ∑_j √x_j
    """
    for whole, other in ((small, large), (large, small)):
        with suppress(Refused):
            shares = _shares(whole, other, given)
            order = _order(shares, given, is_below=whole is small)
            return finish(order, small <= large, given)
    raise Refused("There is no function of a sum beside the sum of its values.")


def _shares(whole: Term, other: Term, given: Given) -> _Shares:
    """The function and the sum in a term, where the other one is the sum of its values."""
    (name,) = fresh_names(1, whole, other, *stated(given))
    t = Parameter(name)
    for total in dict.fromkeys(part for part in subterms(whole) if part.head == "sum" and not part.loose):
        if total.args[1] is TRUE:
            index, _, x = opened(total, other, *stated(given))
            found = _Shares(total, index, x, t, replaced(whole, total, t))
            with suppress(Refused):
                same(other, found.values, given)
                return found
    raise Refused(f"{other} is no sum of values of {whole}.")


def _order(shares: _Shares, given: Given, *, is_below: bool) -> Theorem:
    """g(sum_j x_j) <= sum_j g(x_j), or the opposite, where the sum is positive, and else where it is not."""
    known = (*given, *instances_at(shares.x, given))
    ends = shares.at(shares.total), shares.values
    goal = Term("le", ends if is_below else ends[::-1])
    one = one_of_sum(shares.total, shares.index, known)
    if signs := positive_by_sums(shares.total, given):
        sign = apply("positive", *strict_facts(known), term=shares.x)
        return finish(_where_positive(shares, (sign, one, signs[0]), known, is_below=is_below), goal, known)
    event, sign = shares.total > 0, sign_by_items(shares.x, known)
    above, at_most = (assumed(own) for own in (event, shares.total <= 0))
    positive = _where_positive(shares, (sign, one, above), known, is_below=is_below)
    nothing = zero_by_signs(apply("transitive", one, at_most), sign)
    none = apply("antisymmetric", at_most, sign_by_items(shares.total, given))
    one, each = _at_zero(shares, none, shares.total), _all_at_zero(shares, nothing)
    sides = (one, each) if is_below else (each, one)
    zero = between(sides[0], by_any_way(right(sides[0]) <= right(sides[1]), ()), sides[1])
    return either_way(*(finish(own, goal, known) for own in (positive, zero)), event)


def _where_positive(shares: _Shares, facts: Given, known: Given, *, is_below: bool) -> Theorem:
    """The order of both, as each g(x_j) is above its share, where the sum is positive; so are the x_j if the
    first fact says so.
    """
    is_strict = ordered(facts[0].proposition)[1] == "lt"
    letters = frozenset(shares.g.declarations)
    about = tuple(fact for fact in known if letters.issuperset(fact.proposition.declarations))
    lemma, t, s = _of_two_numbers(shares.g, shares.t, about, is_below=is_below, is_strict=is_strict)
    lemma = apply("instance", lemma, symbol=s, value=shares.total)
    lemma = apply("instance", lemma, symbol=t, value=shares.x)
    x, zero = shares.x, number(0)
    for fact, own in zip(
        facts, (zero < x if is_strict else zero <= x, x <= shares.total, zero < shares.total), strict=True
    ):
        lemma = apply("cut", finish(fact, own), lemma)
    found = apply("sum_monotone", lemma, condition=TRUE, index=shares.index)
    low, _, high = ordered(found.proposition)
    own, strict = (low if is_below else high), strict_facts((facts[-1], *known))
    value = apply("componentwise", *strict, left=own, right=by_entries(own, strict))
    value = then(value, same(right(value), shares.at(shares.total), (facts[-1], *known)))
    return between(apply("symmetric", value), found, itself(high)) if is_below else then(found, value)


def _all_at_zero(shares: _Shares, none: Theorem) -> Theorem:
    """sum_j g(x_j) = n g(0) where each x_j is 0."""
    each = _at_zero(shares, none, shares.x)
    ends = (each, apply("symmetric", each))
    orders = (apply("sum_monotone", end, condition=TRUE, index=shares.index) for end in ends)
    found = apply("antisymmetric", *orders)
    return then(found, apply("componentwise", left=right(found), right=shares.index.args[0] * right(each)))


def _at_zero(shares: _Shares, none: Theorem, value: Term) -> Theorem:
    """g(x) = g(0) from x = 0."""
    held = assumed(Term("eq", (shares.t, number(0))), "so")
    found = apply("within", held, term=shares.g)
    if left(root_of_zero()) in subterms(right(found)):
        found = replaced_within(found, [root_of_zero()])
    found = converted(found, lambda own: same(own, simplified(own), ()))
    return apply("cut", none, apply("instance", found, symbol=shares.t, value=value))


@lru_cache(maxsize=2**5)
def _of_two_numbers(
    g: Term, t: Term, given: Given, *, is_below: bool, is_strict: bool
) -> tuple[Theorem, Term, Term]:
    """0 <= t, t <= s, 0 < s |- (t/s) g(s) <= g(t), or the opposite, or for 0 < t alone, and t and s."""
    (name,) = fresh_names(1, g, t, *stated(given))
    s, zero = Parameter(name), number(0)
    facts = tuple(assumed(own, "a share") for own in (zero < t if is_strict else zero <= t, t <= s, zero < s))
    share = t / s * replaced(g, t, s)
    goal = Term("le", (share, g) if is_below else (g, share))
    return (_shown if is_strict else partial(by_strict_cases, shown=_shown))(goal, (*given, *facts)), t, s


def _shown(goal: Term, given: Given) -> Theorem:
    return first_way(partial(way, goal, given) for way in (by_any_way, by_logs, by_slope, by_log_above))
