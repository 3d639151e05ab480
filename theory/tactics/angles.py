"""Angles: 0 <= arccos(x) <= pi and arccos(-x) = pi - arccos(x) for -1 <= x <= 1.

A normal vector in the plane lies in the half-spaces of (1, 0) and of (x, (1 - x^2)^(1/2)) with the chance
1/2 - arccos(x)/(2 pi), and in those of (1, 0) and of the opposite of the other with 1/2 - arccos(-x)/(2 pi).
Neither is negative, and both add up to 1/2.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..laws import Normal
from ..model import Model, Parameter
from ..node import Term, number
from ..substitution import subterms
from ..terms import PI, P, function, indicator, inner, sqrt, vector
from .bounds import by_any_way
from .certificates import by_products
from .goals import Given, finish, same
from .products import by_facts
from .rewriting import (
    between,
    converted,
    itself,
    left,
    replaced_within,
    right,
    root_of,
    simplified,
    supposed,
    then,
)

_arccos = function("arccos")


def by_angles(goal: Term, given: Given) -> Theorem:
    """A goal a R b by the ranges of angles, and with pi - arccos(x) for arccos(-x).

    >>> from theorycheck.theory.prove import suppose
    >>> x = Parameter("x")
    >>> by_angles(_arccos(x) <= 4, (suppose(x >= 0), suppose(x <= 1)))
    x ≤ 1, x ≥ 0 ⊢ arccos(x) ≤ 4
    """
    angles = [part for part in dict.fromkeys(subterms(goal)) if part.data == ("arccos",) and not part.loose]
    facts, turned = list[Theorem](), list[Theorem]()
    for angle in angles:
        with suppress(Refused):
            low, high, opposite = (_at(lemma, angle.args[0], given) for lemma in _of_one_number())
            facts += [low, high]
            turned += [] if turned else _of_another(opposite, angles, given)
    sides = [replaced_within(itself(side), turned) for side in ordered(goal)[::2]]
    if not facts or (goal.head == "eq" and not turned):
        raise Refused(f"{goal} is about no angle of a cosine that is known to be between -1 and 1.")
    plain = Term(ordered(goal)[1], tuple(map(right, sides)))
    order = same(*plain.args, given) if goal.head == "eq" else by_any_way(plain, (*given, *facts))
    return finish(between(sides[0], order, sides[1]), goal)


def _of_another(opposite: Theorem, angles: list[Term], given: Given) -> list[Theorem]:
    """The value of another of the angles by this one, where its cosine is the opposite."""
    for other in angles:
        with suppress(Refused):
            return [then(same(other, left(opposite), given), opposite)]
    return []


def _at(lemma: Theorem, x: Term, given: Given) -> Theorem:
    """What holds of any number between -1 and 1, at one that is shown to be there."""
    found = apply("instance", lemma, symbol=_of_any(), value=x)
    for order in (number(-1) <= x, x <= 1):
        found = apply("cut", by_any_way(order, given), found)
    return found


def _of_any() -> Term:
    return Parameter("x")


@lru_cache(maxsize=1)
def _of_one_number() -> tuple[Theorem, Theorem, Theorem]:
    """-1 <= x, x <= 1 |- 0 <= arccos(x), arccos(x) <= pi, and arccos(-x) = pi - arccos(x)."""
    x = _of_any()
    inside = by_facts(number(0) <= 1 - x**2, (supposed(number(-1), x), supposed(x, number(1))))
    square, root = root_of(inside)[1], sqrt(1 - x**2)
    (w,) = Model(w=Normal(dimension=2))
    u, v = vector(1, 0), vector(x, root)
    plain = apply("componentwise", left=inner(v, v), right=x**2 + root**2)
    one = same(inner(u, u), number(1), ())
    units = (
        one,
        then(plain, apply("ring", square, left=right(plain), right=number(1), multipliers=(number(1),))),
    )
    positive = apply("told_apart", small=number(0), large=number(1))
    lengths = [apply("transitive", positive, apply("symmetric", unit)) for unit in units]
    told = [*units, same(inner(u, v), x, ())]
    first, second, third = inner(w, u) > 0, inner(w, v) > 0, inner(w, v) <= 0
    half, one, other = (
        _worked_out(apply("two_directions", *lengths, term=P(event), x=w), told)
        for event in (first, first & second, first & third)
    )
    low, high = (
        apply("transitive", apply("bounded", term=left(own), end="low"), own) for own in (other, one)
    )
    whole = _parted(first, second, third)
    parts = [(half, -1), (one, 1), (other, 1), (whole, -1)]
    turn = apply(
        "ring", *(fact for fact, _ in parts), left=_arccos(-x), right=PI - _arccos(x),
        multipliers=tuple(c * 2 * PI for _, c in parts),
    )  # fmt: skip
    below = by_products(_arccos(x), PI, (1, high, apply("positive", term=2 * PI)))
    above = by_products(_arccos(-x), PI, (1, low, apply("positive", term=2 * PI)))
    above = by_products(number(0), _arccos(x), (1, above), (-1, turn))
    return above, below, turn


def _worked_out(chance: Theorem, told: list[Theorem]) -> Theorem:
    """The chance with the lengths and the product of the vectors put in."""
    known = [fact for fact in told if left(fact) in subterms(right(chance))]
    return converted(replaced_within(chance, known), lambda own: same(own, simplified(own), ()))


def _parted(first: Term, second: Term, third: Term) -> Theorem:
    """P(A) = P(A and B) + P(A and C), where C is the opposite of B: E 1[A] 1[B] = E 1[A] - E 1[A] 1[C]."""
    means = []
    for event in (first & second, first & third):
        mean = apply("written_out", term=P(event))
        inside = apply("indicator_of", term=right(mean).args[0])
        means.append(replaced_within(mean, [inside]))
    one = replaced_within(means[0], [apply("indicator_of", term=indicator(second))])
    body = right(one).args[0]
    one = replaced_within(one, [same(body, indicator(first) - indicator(first) * indicator(third), ())])
    one = converted(one, lambda mean: apply("linear", term=mean))
    one = replaced_within(one, [apply("linear", term=right(one).args[1])])
    back = [apply("symmetric", own) for own in (means[1], apply("written_out", term=P(first)))]
    return replaced_within(one, back)
