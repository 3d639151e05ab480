"""Attacks on spans, projections and shares of lengths: each would prove what is false."""

from __future__ import annotations

from fractions import Fraction

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused, Theorem, apply
from theorycheck.theory.laws import Normal, OneHot, Rademacher, Sphere
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import TRUE, Term, number
from theorycheck.theory.prove import suppose
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    absolute,
    all_,
    any_,
    exp,
    hypergeometric,
    indicator,
    inner,
    median,
    minimum,
    norm2,
    outer,
    projection,
    trace,
    unit,
)

from ..uses import is_refused, misuse

n, d = Size("n", minimum=2), Size("d", minimum=2)
s, t = Parameter("s"), Parameter("t")
ZERO = number(0)
i, j, l = indices("i j l", n)
k, signs, hot, line, flat, z, w, near = Model(
    k=iid(Sphere(d), n),
    signs=iid(Rademacher(d), n),
    hot=iid(OneHot(d), n),
    line=iid(Sphere(Size("one", minimum=1)), n),
    flat=iid(Normal(0, s, dimension=d), n),
    z=Normal(),
    w=Normal(0, 1, dimension=d),
    near=Normal(0, 2, dimension=d),
)
M, a, b, u = fixed("M", n, n), fixed("a", n), fixed("b", n), fixed("u", d)
whole, some = suppose(norm2(M) >= 0), suppose(norm2(M) > 0)


def rows(family: Term) -> Term:
    """The matrix of the items."""
    return Sum(i, outer(unit(i), family[i]))


twice = Sum(i, outer(unit(i), k[j]))
cut = Sum(i != j, outer(unit(i), k[i]))
shifted = Sum(i, outer(unit(i), k[i] + k[j]))
ATTACKS = {
    "signs that may coincide": misuse("generic_span", x=rows(signs)),
    "coordinate vectors that may coincide": misuse("generic_span", x=rows(hot)),
    "normal rows that may all be zero": misuse("generic_span", x=rows(flat)),
    "one row repeated": misuse("generic_span", x=twice),
    "a row left out": misuse("generic_span", x=cut),
    "rows that share a summand": misuse("generic_span", x=shifted),
    "a matrix that may be zero": misuse("never_annihilated", whole, x=rows(k)),
    "signs that a matrix may meet": misuse("never_annihilated", some, x=rows(signs)),
    "rows on a line": misuse("never_annihilated", some, x=rows(line)),
    "a matrix that is random": misuse(
        "never_annihilated", apply("nonzero_length", x=w), x=Sum(l, outer(unit(l), k[l]))
    ),
    "a bound that another number never meets": misuse(
        "never_met",
        apply("bounded", term=indicator(inner(hot[i], hot[j]) == 1), end="high"),
        apply("no_atom", suppose(norm2(u) > 0), x=inner(u, k[i]), value=number(1)),
    ),
    "pairs of which one may be left out alone": misuse(
        "union_of_pairs", event=any_(i != l, any_(j != i, inner(hot[i], hot[j]) == 1))
    ),
    "ordered pairs counted twice": misuse(
        "union_of_pairs", event=any_(i, any_(j != i, (inner(hot[i], w) > t) & (inner(hot[j], w) > s)))
    ),
    "a mean that is not of the number": misuse(
        "zero_in_the_mean", apply("odd_moment", term=E(z), x=z), apply("bounded", term=z**2, end="low")
    ),
    "a number that may be negative": misuse(
        "zero_in_the_mean", apply("odd_moment", term=E(z), x=z), suppose(t >= 0)
    ),
    "one vector twice": misuse("length_shares", x=w, y=w, a=number(1), b=number(1)),
    "another variance": misuse("length_shares", x=w, y=near, a=number(1), b=number(1)),
    "vectors of fixed length": misuse("length_shares", x=k[i], y=w, a=number(1), b=number(1)),
    "items that may be the same": misuse("length_shares", x=flat[i], y=flat[j], a=t, b=t),
    "a variance that may be zero": misuse("nonzero_length", x=flat[i]),
    "a query with its own products": misuse("normal_image", term=E(inner(w, w) ** 2), image=inner(w, w), w=z),
    "a product beside its vector": misuse(
        "normal_image", term=E(inner(w, k[i]) * inner(w, k[i])), image=inner(k[i], w), w=z
    ),
    "a quantile from the other tail": misuse("quantile_below", suppose(P(z < t) <= Fraction(1, 2))),
    "a series above its exponential": misuse(
        "confluent_between", suppose(t > 0), term=hypergeometric((), (t,), s**2), side="above"
    ),
    "scores that are near at one place": misuse(
        "softmax_near", suppose(absolute(a[i] - b[i]) <= t), x=a, y=b, index=i
    ),
    "a sum of what holds for one entry": misuse(
        "sum_monotone", suppose(a[j] <= b[j]), condition=TRUE, index=j
    ),
    "an event scaled by what may be negative": misuse(
        "same_event", suppose(t != 0), event=t * z > t, other=z > 1, factor=t
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_misuse_is_refused(name):
    assert is_refused(ATTACKS[name])


N = Size("N", minimum=6)
m = Size("m", minimum=0)
place = indices("place", N)[0]
y, p = fixed("y", N), fixed("p", N)
labelled = Sum(place, outer(unit(place), y[place] * Model(far=iid(Normal(dimension=d), N)).far[place]))
SIGNED = (
    suppose(all_(place, y[place] != 0)),
    apply("each", suppose(all_(place, p[place] >= 0)), index=place),
)


def missed_by_all(first: Term, least: Term, *more: Theorem) -> Theorem:
    """The rule for so many first rows, and so many missed."""
    among = place <= first
    heavy = apply("each", suppose(all_(among, p[place] >= s)), suppose(among), index=place)
    known = map(suppose, (first <= N, d < first, s > 0, t > 0, t < 1))
    room, *others = known
    return apply("missed_by_all", *SIGNED, heavy, room, *others, *more, x=labelled, index=place, k=least, t=t)


def test_rows_are_counted_by_what_does_not_hold_the_index_that_is_bound():
    """With d = 2, N = 6 and one row that weighs, none is missed; a misuse would give a positive bound."""
    positive = suppose(number(0) < Parameter("least"))
    assert missed_by_all(m, Parameter("least"), positive).status == "derived"
    assert apply("missed_by_one", *SIGNED, suppose(d < m), x=labelled, index=place, y=m).status == "derived"
    with pytest.raises(Refused, match="bound"):
        missed_by_all(2 * place - 5, Parameter("least"), positive)
    with pytest.raises(Refused, match="bound"):
        apply("missed_by_one", *SIGNED, suppose(d < place), x=labelled, index=place, y=place)
    parts = ((1, 1, (0,), ()), (1, 1, (), ()))
    left = apply(
        "certificate", suppose(place <= m), left=ZERO, right=m + 1 - place, relation="lt", parts=parts
    )
    with pytest.raises(Refused, match="bound"):
        missed_by_all(m, m + 1 - place, left)


def test_a_fact_that_rests_on_the_condition_of_the_heavy_rows_keeps_it():
    """From j <= m and 2 <= j: 1 < m, which does not hold for m = 0."""
    parts = ((1, 1, (0,), ()), (1, 1, (1,), ()), (1, 1, (2,), ()))
    facts = suppose(place <= m), suppose(d + 1 <= place), apply("positive", term=number(1))
    below = apply("certificate", *facts, left=d, right=m, relation="lt", parts=parts)
    with pytest.raises(Refused, match="is about"):
        missed_by_all(m, Parameter("least"), suppose(number(0) < Parameter("least")), below)


FALSE = [
    trace(projection(fixed("A", 3, 2) @ fixed("B", 2, 3))) <= 1,
    trace(projection(rows(signs))) == minimum(n, d),
    trace(projection(twice)) == minimum(n, d),
    P(norm2(w) > norm2(near)) == Fraction(1, 2),
    E(inner(w, w) ** 2) == E(norm2(w) * z**2),
    median(z**2) <= Fraction(1, 4),
    hypergeometric((), (1,), 4) <= exp(2),
    P(2 * z > 1) == P(-2 * z > -1),
]


@pytest.mark.parametrize("statement", FALSE)
def test_what_such_misuses_would_prove_is_false(statement):
    with pytest.raises(CheckFailed):
        check(statement, instances=40)
