"""Attacks on laws of whole numbers and on Gamma functions: each would prove what is false."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.formula import as_formula
from theorycheck.theory.formula_balls import number as value_at
from theorycheck.theory.kernel import apply
from theorycheck.theory.laws import Bernoulli, DiscreteUniform, MarkovChain, Zipf
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, iid, indices
from theorycheck.theory.node import number, power
from theorycheck.theory.prove import derive, suppose
from theorycheck.theory.terms import Cov, E, P, Sum, Var, all_, gamma, matrix, vector, zeta

from ..uses import is_refused, misuse

T, N, alpha = Size("T"), Size("N", minimum=2), Parameter("alpha")
t, u = Index("t", T), Size("u")
X, Y, few, one, die = Model(
    X=iid(Zipf(alpha), T), Y=Zipf(alpha), few=Zipf(alpha, N), one=iid(Zipf(2), T), die=DiscreteUniform(N)
)
law = suppose(alpha > 1)
(many,), (i, l) = Model(many=iid(Zipf(alpha, N), T)), indices("i l", T)
shown = apply("atom", law, x=X[t], value=u)
on_die = apply("atom", suppose(u <= N), x=die, value=u)
below_two = apply("bounded", term=T, end="low")
by_rank = apply("atom", suppose(u <= N), x=Model(other=Zipf(alpha, N)).other, value=u)

coins, fair = Model(coins=iid(Bernoulli(alpha), T), fair=Bernoulli(Fraction(1, 2)))
one_of = Index("one_of", T)
chance = suppose(alpha > 0), suppose(alpha < 1)
successes = {"x": Sum(t, coins[t]), "k": number(1), "relation": "eq"}

keeps = matrix([alpha, 1 - alpha], [1 - alpha, alpha])
leaving, begun_late, staying = Model(
    leaving=chain(MarkovChain(matrix([alpha, alpha], [1 - alpha, alpha]), vector(alpha, 1 - alpha)), N),
    begun_late=chain(MarkovChain(keeps, vector(alpha, alpha)), N),
    staying=chain(MarkovChain(keeps, vector(1, 0)), N),
)

ATTACKS = {
    "more successes than coins": misuse("successes", *chance, **successes | {"k": T + 1}),
    "as many successes as there may be": misuse("successes", *chance, **successes | {"k": u}),
    "successes of a chance above one": misuse("successes", suppose(alpha > 0), **successes),
    "successes of a chance below zero": misuse("successes", suppose(alpha < 1), **successes),
    "half a success": misuse("successes", *chance, **successes | {"k": number(Fraction(1, 2))}),
    "a number of successes that is drawn": misuse("successes", *chance, **successes | {"k": die}),
    "one coin thrown T times": misuse("successes", *chance, **successes | {"x": Sum(t, coins[one_of])}),
    "coins with weights": misuse("successes", *chance, **successes | {"x": Sum(t, t * coins[t])}),
    "all coins but one": misuse("successes", *chance, **successes | {"x": Sum(t != one_of, coins[t])}),
    "two coins that may be one": misuse("successes", *chance, **successes | {"x": coins[i] + coins[l]}),
    "coins of two chances": misuse("successes", *chance, **successes | {"x": coins[i] + fair}),
    "a sum that is no number of coins": misuse("successes", *chance, **successes | {"x": Sum(t, many[t])}),
    "a tail from no success on": misuse(
        "successes", *chance, **successes | {"k": number(0), "relation": "ge"}
    ),
    "more than all coins": misuse("successes", *chance, **successes | {"k": T, "relation": "gt"}),
    "the other tail of successes": misuse("successes", *chance, **successes | {"relation": "le"}),
    "a law of exponent 1 or less": misuse("atom", suppose(alpha > 0), x=Y, value=u),
    "a value that is no whole number": misuse("atom", law, x=Y, value=alpha),
    "a value of zero": misuse("atom", law, x=Y, value=number(0)),
    "a value beyond the last": misuse("atom", suppose(u >= N), x=few, value=u),
    "a value that is drawn": misuse("atom", law, x=Y, value=X[t]),
    "the sample itself for every value": misuse("held_fixed", shown, fixed=u, x=X[t]),
    "a value that need not be one of few": misuse("held_fixed", on_die, fixed=u, x=Y),
    "a value of another law than is told": misuse(
        "held_fixed",
        by_rank,
        apply("bounded", term=die, end="high"),
        fixed=u,
        x=Model(other=Zipf(alpha, N)).other,
    ),
    "a mean over infinitely many values": misuse("listed", law, term=E(1 / Y), x=Y),
    "items that may be one taken along": misuse("listed", term=E(many[i] * many[l]), x=many[i]),
    "a mean of an item taken along": misuse("listed", term=E(many[i] * E(many[i])), x=many[i]),
    "other objects taken along": misuse("listed", term=E(few * one[t]), x=few),
    "a chain whose steps do not add up to one": misuse(
        "over_paths", *chance, term=E(leaving[number(2)]), x=leaving
    ),
    "a chain that begins nowhere in part": misuse(
        "over_paths", *chance, term=E(begun_late[number(1)]), x=begun_late
    ),
    "a chain of chances above one": misuse(
        "over_paths", suppose(alpha > 0), term=E(staying[number(2)]), x=staying
    ),
    "a state of a chain held fixed in a mean": misuse(
        "over_paths", *chance, term=E(staying[number(2)] * E(staying[number(1)])), x=staying
    ),
    "any state of a chain": misuse(
        "over_paths", *chance, term=E(staying[number(2)] * staying[Index("any_state", N)]), x=staying
    ),
    "a state of a chain beside a number without a mean": misuse(
        "over_paths", *chance, term=E(staying[number(2)] * X[t]), x=staying
    ),
    "a mean that a Zipf law does not have": misuse("linear", law, term=E(Y + 1)),
    "a mean of items, any one of which has none": misuse("linear", law, term=E(Sum(t, X[t]) + 1)),
    "a mean of a product of a number that has one": misuse("linear", suppose(alpha > 2), term=E(Y * Y + 1)),
    "a variance at the exponent from which on it is finite": misuse(
        "written_out", suppose(alpha >= 3), term=Var(Y)
    ),
    "a covariance with a number without a variance": misuse(
        "written_out", suppose(alpha > 2), term=Cov(Y, die)
    ),
    "powers of shares below one": misuse("share_moment", law, x=Y, a=number(0), b=number(-1)),
    "shares of few values": misuse("share_moment", x=few, a=number(0), b=T),
    "a tail of few values": misuse("zipf_beyond", law, x=few, t=T),
    "a tail from a negative number on": misuse("zipf_beyond", law, x=Y, t=number(-3)),
    "a tail of falling powers": misuse(
        "zipf_tail", below_two, law, x=Y, s=number(-1), t=number(1), side="above"
    ),
    "a tail from zero on": misuse("zipf_tail", below_two, law, x=Y, s=number(1), t=number(0), side="above"),
    "a tail of negative multiples": misuse(
        "zipf_tail", suppose(alpha >= -1), law, x=Y, s=number(1), t=number(1), side="below"
    ),
    "Wendel's inequality beyond one": misuse(
        "gamma_between", law, x=alpha, s=number(Fraction(3, 2)), side="above"
    ),
    "powers of any exponent": misuse("componentwise", left=alpha ** (alpha + 1), right=alpha**alpha * alpha),
    "a power of zero": misuse("componentwise", left=alpha ** (T - 1), right=alpha**T / alpha),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_misuse_is_refused(name):
    assert is_refused(ATTACKS[name])


def test_a_mean_that_is_told_to_be_finite_is_taken():
    for rule, term in (("linear", E(Y**2 + Y)), ("written_out", Var(Y)), ("written_out", Cov(Y, die))):
        assert apply(rule, suppose(alpha > 3), term=term).status == "derived"
    variance = derive(Var(Model(x=Zipf(6)).x)).proposition.args[1]
    ranks = np.arange(1.0, 10_000)
    weights = ranks**-6 / (ranks**-6).sum()
    spread = weights @ ranks**2 - (weights @ ranks) ** 2
    assert value_at(as_formula(variance), {}) == pytest.approx(spread)


FALSE = [
    (P(few == number(1)) == 1 / zeta(alpha), ()),
    (P(all_(t, X[t] != Y)) == E((1 - Y**-alpha) ** T), (alpha > 1,)),
    (P(die == few) == E(die**-alpha / zeta(alpha)), (alpha > 1,)),
    (gamma(alpha + Fraction(3, 2)) <= power(alpha, Fraction(3, 2)) * gamma(alpha), (alpha > 1,)),
]


@pytest.mark.parametrize(("statement", "given"), FALSE)
def test_what_such_misuses_would_prove_is_false(statement, given):
    with pytest.raises(CheckFailed):
        check(statement, given, instances=40)


@pytest.mark.parametrize(
    ("exponent", "a", "b"),
    [
        *((exponent, *powers) for exponent in (Fraction(6, 5), 2, 5) for powers in ((0, 3), (1, 0), (1, 50))),
        (2, 0, 10**4),
        (12, 0, 2**12),
    ],
)
def test_a_sum_over_shares_is_as_near_its_integral_as_is_said(exponent, a, b):
    drawn = Model(drawn=Zipf(exponent)).drawn
    near = apply("share_moment", x=drawn, a=number(a), b=number(b)).proposition
    apart, most = (sp.N(as_formula(side), 20) for side in near.args)
    assert apart <= most


@pytest.mark.parametrize("exponent", [Fraction(6, 5), 2, 5])
@pytest.mark.parametrize(
    ("y", "s", "t"), [(0, 1, 1), (1, 1, Fraction(1, 3)), (1, 2, 9), (3, Fraction(1, 2), 20)]
)
def test_a_tail_lies_between_the_integrals_beside_it(exponent, y, s, t):
    drawn, sign = Model(drawn=Zipf(exponent)).drawn, suppose(number(y) >= 0)
    sides = (
        apply("zipf_tail", sign, x=drawn, s=number(s), t=number(t), side=side).proposition.args
        for side in ("below", "above")
    )
    (low, chance), (same, high) = sides
    first = mpmath.floor((float(t) / y) ** (1 / float(s))) + 1 if y else mpmath.inf
    tail = mpmath.zeta(float(exponent), first) / mpmath.zeta(float(exponent)) if y else 0
    assert chance is same
    assert value_at(as_formula(low), {}) <= tail <= value_at(as_formula(high), {})


@pytest.mark.parametrize("s", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("x", [Fraction(1, 3), 7, 200])
@pytest.mark.parametrize("side", ["below", "above"])
def test_gamma_functions_lie_between_powers(x, s, side):
    between = apply("gamma_between", x=number(x), s=number(s), side=side).proposition
    small, large = (value_at(as_formula(part), {}) for part in between.args)
    assert small < large < small * (1 + 1 / x) ** 2
