"""Attacks on items that change places, on ties and on Stein's identity: each would prove what is false."""

from __future__ import annotations

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Theorem, apply
from theorycheck.theory.laws import Bernoulli, Exponential, MarkovChain, Normal, Sphere, Uniform
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices
from theorycheck.theory.node import Term, number
from theorycheck.theory.prove import suppose
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    absolute,
    any_permutation,
    argmax,
    exp,
    gradient,
    indicator,
    inner,
    log,
    max_over,
    min_over,
    norm2,
    sigmoid,
    tanh,
    zero_like,
)

from ..uses import Parameters, is_refused, misuse

n, d = Size("n", minimum=2), Size("d")
i, j, l = indices("i j l", n)
other = Index("other", Size("N"))
s, t, a, b = map(Parameter, "stab")
weights, u, u_m = fixed("weights", n), fixed("u", d), fixed("u_m", d)
x, y, pairs, coins, states, k, wide, z, q, w, tilted, flat = Model(
    x=iid(Normal(), n),
    y=iid(Exponential(1), n),
    pairs=iid(Normal(), n, n),
    coins=iid(Bernoulli(1 / number(2)), n),
    states=chain(MarkovChain(fixed("M", 2, 2), fixed("p", 2)), n),
    k=iid(Sphere(d), n),
    wide=iid(Uniform(a, b), n),
    z=Normal(),
    q=Normal(t, 1),
    w=Normal(dimension=d),
    tilted=Normal(zero_like((d,)), fixed("A", d, d) @ fixed("A", d, d).T),
    flat=Uniform(-1, 1),
)
all_of = Sum(l, x[l])


def shared(body: Term, place: Term = i, *facts: Theorem) -> tuple[str, tuple[Theorem, ...], Parameters]:
    """The share of an item in a sum, which is that sum."""
    return misuse("exchangeable", apply("reflexive", term=Sum(j, body)), *facts, place=place)


def tied(event: Term, *facts: Theorem, place: Term = i) -> tuple[str, tuple[Theorem, ...], Parameters]:
    """That an event about an extreme has one place."""
    return misuse("no_ties", *facts, event=event, place=place)


def slope_of(f: Term, variable: Term, value: Term, *facts: Theorem) -> Theorem:
    """The gradient of f, which is a value."""
    return apply("componentwise", *facts, left=gradient(f, variable), right=value)


tanh_slope = slope_of(tanh(t), t, 1 - tanh(t) ** 2)
along_u = slope_of(tanh(inner(u, u_m)), u, (1 - tanh(inner(u, u_m)) ** 2) * u_m)
largest = max_over(l, x[l])
ATTACKS = {
    "the index as a number": shared(j * x[j] ** 2),
    "an entry of a fixed vector": shared(weights[j] * x[j] ** 2),
    "an item beside all": shared(x[j] * x[i]),
    "the first item beside all": shared(x[j] * x[number(1)]),
    "an index that is one of all": shared(indicator(Term("eq", (j, i))) * x[j] ** 2),
    "an index that is not another": shared(Sum(Term("ne", (l, i)), x[l] * x[j])),
    "a sum with the index for a weight": shared(x[j] * Sum(l, l * x[l])),
    "a sum with fixed weights": shared(x[j] * Sum(l, weights[l] * x[l])),
    "a sum of those before": shared(Sum(l < j, x[l] * x[j])),
    "states of a chain": shared(indicator(Term("eq", (states[j], number(1))))),
    "a pair and its mirror image": shared(pairs[i, j] * pairs[j, i]),
    "a pair beside the diagonal": shared(pairs[i, j] * pairs[j, j]),
    "the first place of a largest number": shared(indicator(Term("eq", (argmax(l, coins[l]), j))) * coins[j]),
    "another permutation": shared(x[j] * x[any_permutation("sigma")(j)]),
    "an item at a place that is drawn": shared(x[j] * x[argmax(l, y[l])]),
    "a share that has no mean": shared(x[j] / all_of),
    "a mean of means": shared(x[j] ** 2 * E(x[j] * x[i])),
    "a place beyond the last": shared(x[j] ** 2, number(3)),
    "a place before the first": shared(x[j] ** 2, number(0)),
    "a place of another range": shared(x[j] ** 2, other),
    "some of all": misuse("exchangeable", apply("reflexive", term=Sum(j != i, x[j] ** 2)), place=i),
    "a total that is no sum": misuse("exchangeable", apply("reflexive", term=all_of**2), place=i),
    "ties of coins": tied(Term("eq", (coins[i], max_over(l, coins[l])))),
    "the first of the largest coins": tied(Term("eq", (argmax(l, coins[l]), i))),
    "what always holds": tied(x[i] <= largest),
    "what always holds of the least": tied(x[i] >= min_over(l, x[l])),
    "what never holds": tied(x[i] > largest),
    "the largest of equal numbers": tied(Term("eq", (x[i], max_over(l, x[i])))),
    "the largest of others": tied(x[i] >= max_over(l != i, x[l])),
    "the largest of another family": tied(Term("eq", (x[i], max_over(l, y[l])))),
    "the largest modulus": tied(Term("eq", (x[i], max_over(l, absolute(x[l]))))),
    "an interval that may be a point": tied(Term("eq", (wide[i], max_over(l, wide[l])))),
    "products with what may be zero": tied(Term("eq", (inner(k[i], u), max_over(l, inner(k[l], u))))),
    "signs on a sphere of two points": tied(
        Term("eq", (inner(k[i], u), max_over(l, inner(k[l], u)))), suppose(norm2(u) > 0)
    ),
    "a place that is not the place": tied(Term("eq", (argmax(l, x[l]), i)), place=j),
    "a slope where it is positive alone": misuse(
        "stein", slope_of(log(t), t, 1 / t, suppose(t > 0)), x=z, variable=t
    ),
    "a slope that is assumed": misuse("stein", suppose(gradient(tanh(t), t) == 2), x=z, variable=t),
    "a slope at another place": misuse(
        "stein", apply("instance", tanh_slope, symbol=t, value=s), x=z, variable=t
    ),
    "a slope in another letter": misuse("stein", tanh_slope, x=z, variable=s),
    "a uniform number": misuse("stein", tanh_slope, x=flat, variable=t),
    "an exponential number": misuse("stein", tanh_slope, x=y[i], variable=t),
    "a sign that may be negative for a variance": misuse(
        "stein", tanh_slope, x=Model(near=Normal(0, s)).near, variable=t
    ),
    "a mean that is the variable": misuse("stein", tanh_slope, x=q, variable=t),
    "a function that has no mean": misuse(
        "stein", slope_of(exp(t**2), t, 2 * t * exp(t**2)), x=z, variable=t
    ),
    "a function of what is random": misuse("stein", slope_of(t * x[i], t, x[i]), x=z, variable=t),
    "a function of the number itself": misuse("stein", slope_of(t * z, t, z), x=z, variable=t),
    "a vector for a number": misuse("stein", tanh_slope, x=w, variable=t, y=u_m),
    "a vector with a covariance": misuse("stein", along_u, x=tilted, variable=u, y=u_m),
    "a vector on a sphere": misuse("stein", along_u, x=k[i], variable=u, y=u_m),
    "a product with itself": misuse("stein", along_u, x=w, variable=u, y=w),
    "a product with the variable": misuse("stein", along_u, x=w, variable=u, y=u),
    "a number with a weight": misuse("stein", tanh_slope, x=z, variable=t, y=number(2)),
    "a condition on the variable": misuse("stein", tanh_slope, suppose(t > 0), x=z, variable=t),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_misuse_is_refused(name):
    assert is_refused(ATTACKS[name])


FALSE = [
    E(i * x[i] ** 2) == E(Sum(j, j * x[j] ** 2)) / n,
    E(x[i] * x[i]) == E(all_of * x[i]) / (n + 1),
    E(pairs[i, i] ** 2) == E(Sum(j, pairs[i, j] * pairs[j, i])) / (n + 1),
    P(Term("eq", (coins[i], max_over(l, coins[l])))) == 1 / n,
    P(x[i] <= largest) == 1 / n,
    E(flat * tanh(flat)) == E(1 - tanh(flat) ** 2),
    E(z * sigmoid(z)) == E(sigmoid(z)),
    E(inner(w, u) * tanh(inner(w, u_m))) == inner(u, u) * E(1 - tanh(inner(w, u_m)) ** 2),
]


@pytest.mark.parametrize("statement", FALSE)
def test_what_such_misuses_would_prove_is_false(statement):
    with pytest.raises(CheckFailed):
        check(statement, instances=40)
