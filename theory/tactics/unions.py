"""The probability that some of a family of events happen: at most the sum of theirs, for pairs that are alike
half of it, and less where the events are independent.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import UNEQUAL
from ..node import TRUE, Term, negation
from ..substitution import instantiated, opened
from ..terms import P
from .certificates import by_products
from .goals import Given, stated, with_head
from .items import instances_at
from .rewriting import assumed, factored, left, occurring, right, then

OfChance = Callable[[Term, Given], Theorem]
"""What is found of the probability of one event."""


def some_of(event: Term, one: OfChance, given: Given) -> Theorem:
    """P(any A_i) <= the sum of what `one` finds of each P(A_i), for pairs that are alike half of it."""
    try:
        some, share = apply("union_of_pairs", event=event), Fraction(1, 2)
    except Refused:
        some, share = apply("union", event=event), Fraction(1)
    above = _added(occurring(right(some), "sum")[0], one, given)
    if share == 1:
        return apply("transitive", some, above)
    return by_products(left(some), factored(share * right(above)), (1, some), (share, above))


def _added(total: Term, one: OfChance, given: Given) -> Theorem:
    """sum_i P(A_i) <= the sum of what is found of each, counted where all are equal."""
    index, condition, body = opened(total, *stated(given))
    facts = given
    if condition is not TRUE:
        held = assumed(condition, "the range of the sum")
        both = condition.head == "and"
        facts = (*given, held, *(apply("one_of_both", held, position=k) for k in (0, 1) if both))
    facts = (*facts, *instances_at(body, facts))
    if body.head == "sum":
        each = _added(body, one, facts)
    else:
        each = some_of(body.args[0], one, facts) if body.args[0].head == "any" else one(body, facts)
    above = apply("sum_monotone", each, condition=condition, index=index)
    with suppress(Refused):
        above = apply("transitive", above, apply("count", *with_head(given, UNEQUAL), term=right(above)))
    return above


def some_pair(event: Term, one: Theorem, i: Term, j: Term) -> Theorem:
    """P(any_i any_{j != i} A_ij) <= n (n - 1) b / 2 from P(A_ij) <= b for j != i, where A_ij is A_ji."""
    some = apply("union_of_pairs", event=event)
    each = apply("sum_monotone", one, condition=j != i, index=j)
    each = apply("transitive", each, apply("count", term=right(each)))
    total = apply("sum_monotone", each, condition=TRUE, index=i)
    total = apply("transitive", total, apply("count", term=right(total)))
    return by_products(left(some), right(total) / 2, (1, some), (Fraction(1, 2), total))


def some_independent(event: Term, index: Term, one: Theorem, rest: Theorem) -> Theorem:
    """P(any_j A_j) <= 1 - (1 - b)^N from P(A_j) <= b and 0 <= 1 - b, the A_j independent by the model."""
    some, opposite = (apply("complement", event=x) for x in (event, negation(left(one).args[0])))
    missed = by_products(right(rest), left(opposite), (1, one), (-1, opposite))
    each = apply("product_monotone", rest, missed, condition=instantiated(event.args[1], index), index=index)
    none = then(apply("symmetric", apply("count", term=left(each))), each)
    none = then(none, apply("symmetric", apply("mean_of_product", term=P(negation(event)))))
    return by_products(left(some), 1 - left(none), (1, none), (1, some))
