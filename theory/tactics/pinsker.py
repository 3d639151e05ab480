"""Pinsker's inequality: the distance of two laws on the same values beside their relative entropy.

With 3 (u - v)^2 <= b (u log(u/v) - u + v), b = 4 v + 2 u, for positive numbers, the inequality of Cauchy and
Schwarz for |u_j - v_j| = b_j^(1/2) |u_j - v_j|/b_j^(1/2) shows (sum_j |u_j - v_j|)^2 <= sum_j b_j/3
(sum_j u_j log(u_j/v_j) - sum_j u_j + sum_j v_j), which is 2 sum_j u_j log(u_j/v_j) where both add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from ..kernel import Refused, Theorem, apply
from ..model import Parameter
from ..node import TRUE, Term, number
from ..substitution import opened, subterms
from ..terms import Sum, absolute, inner, log, norm2, sqrt, tabulate
from .certificates import by_products
from .factors import factors_of
from .goals import same, stated, strict_facts
from .items import Given, instances_at, with_known_sums
from .products import by_facts
from .rewriting import assumed, by_entries, collected, nonnegative, occurring, right, then
from .slopes import by_slope


def by_pinsker(small: Term, large: Term, given: Given) -> Theorem:
    """An order of sums by Pinsker's inequality, with what is known of the sums.

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import all_
    >>> n = Size("n")
    >>> j, p, q = Index("j", n), fixed("p", n), fixed("q", n)
    >>> laws = [suppose(Sum(j, x[j]) == 1) for x in (p, q)] + [suppose(all_(j, x[j] > 0)) for x in (p, q)]
    >>> distance, entropy = Sum(j, absolute(p[j] - q[j])), Sum(j, p[j] * log(p[j] / q[j]))
    >>> by_pinsker(distance**2, 2 * entropy, tuple(laws)).proposition
    (∑_j abs(p_j - q_j))² ≤ 2 (∑_j p_j log(p_j/q_j))
    """
    totals = dict.fromkeys(part for side in (small, large) for part in occurring(side, "sum"))
    for total in totals:
        for u, v, index in weights_of(total, given):
            with suppress(Refused):
                order = _with_sum(_of_weights(u, v, index, given), total)
                return by_facts(small <= large, (order,))
    raise Refused("There is no relative entropy.")


def weights_of(total: Term, given: Given) -> Iterator[tuple[Term, Term, Term]]:
    """What u_j, v_j and j may be in a sum of u_j log(u_j/v_j) over all j."""
    if total.args[1] is not TRUE:
        return
    index, _, one = opened(total, *stated(given))
    facts = strict_facts(instances_at(one, given))
    ratios = [part.args[0] for part in subterms(one) if part.data == ("log",)]
    for u in (part for part in factors_of(one) if ratios and part.data != ("log",)):
        yield u, collected(u / ratios[0], *facts), index


def _with_sum(order: Theorem, total: Term) -> Theorem:
    """The order with a sum as it stands in the goal, where it is one of those on the larger side."""
    for own in occurring(right(order), "sum"):
        with suppress(Refused):
            return apply("rewrite", same(own, total, ()), order)
    return order


def _of_weights(u: Term, v: Term, index: Term, given: Given) -> Theorem:
    """Pinsker's inequality for positive u_j and v_j."""
    facts = strict_facts(instances_at(u - v, given))
    signs = tuple(apply("positive", *facts, term=x) for x in (u, v))
    lemma, *letters = _of_two_numbers()
    for own, value, sign in zip(letters, (u, v), signs, strict=True):
        lemma = apply("cut", sign, apply("instance", lemma, symbol=own, value=value))
    b, gap = 4 * v + 2 * u, absolute(u - v)
    facts = (*facts, *signs, apply("positive", *signs, term=b))
    one, other = sqrt(b), gap / sqrt(b)
    x, y = (tabulate(index, own) for own in (one, other))
    found = apply("cauchy_schwarz", x=x, y=y)
    terms = (inner(x, y), one * other, gap), (norm2(x), one**2, b), (norm2(y), other**2, gap**2 / b)
    distance, weight, square = (_summed(*own, facts, index) for own in terms)
    below = apply("sum_monotone", _below_entropy(u, v, b, lemma, facts), condition=TRUE, index=index)
    below = apply("transitive", square, below)
    entropy, total = (_valued(own, given) for own in (right(below), right(weight)))
    below, weight = apply("transitive", below, entropy), then(weight, total)
    least, found = (apply("rewrite", weight, fact) for fact in (nonnegative(norm2(x)), found))
    squared = apply("within", apply("symmetric", distance), term=right(distance) ** 2)
    ends = right(squared), right(weight) * right(entropy)
    return apply("transitive", squared, by_products(*ends, (1, found), (1, below, least)))


def _below_entropy(u: Term, v: Term, b: Term, lemma: Theorem, facts: Given) -> Theorem:
    """|u - v|^2/b <= (u log(u/v) - u + v)/3."""
    gap, inverse = absolute(u - v), apply("positive", *facts, term=1 / b)
    even = apply("even_power", term=gap**2)
    plain = apply("ring", even, *facts, left=gap**2 / b, right=(u - v) ** 2 / b, multipliers=(1 / b,))
    entropy = (u * log(u / v) - u + v) / 3
    each = by_products(right(plain), entropy, (Fraction(1, 3), lemma, inverse), known=facts)
    return apply("transitive", plain, each)


def _summed(total: Term, own: Term, other: Term, facts: Given, index: Term) -> Theorem:
    """A product of two tables as the sum of the products of their terms, and these as by the facts."""
    each = apply("ring", *facts, left=own, right=other)
    ends = (each, apply("symmetric", each))
    orders = (apply("sum_monotone", end, condition=TRUE, index=index) for end in ends)
    written = apply("componentwise", left=total, right=Sum(index, own))
    return then(written, apply("antisymmetric", *orders))


def _valued(total: Term, given: Given) -> Theorem:
    """A sum as those of its parts, with what is known of these."""
    return with_known_sums(apply("componentwise", left=total, right=by_entries(total)), given)


@lru_cache(maxsize=1)
def _of_two_numbers() -> tuple[Theorem, Term, Term]:
    """0 < u, 0 < v |- 3 (u - v)^2 <= (4 v + 2 u) (u log(u/v) - u + v), and u and v."""
    u, v = Parameter("u"), Parameter("v")
    signs = [assumed(number(0) < x, "a weight") for x in (u, v)]
    return by_slope(3 * (u - v) ** 2 <= (4 * v + 2 * u) * (u * log(u / v) - u + v), tuple(signs)), u, v
