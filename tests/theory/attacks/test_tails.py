"""Attacks on exponential moments, variance proxies, tails and maxima: each would prove what is false."""

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.laws import (
    Bernoulli,
    Exponential,
    MarkovChain,
    Normal,
    OneHot,
    Rademacher,
    Sphere,
    Uniform,
    Zipf,
)
from theorycheck.theory.model import Model, Parameter, Size, chain, fixed, iid, indices
from theorycheck.theory.node import TRUE, Term, number
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics.tails import chernoff_tail
from theorycheck.theory.terms import (
    PI,
    E,
    P,
    Sum,
    absolute,
    all_,
    argmax,
    cos,
    define,
    exp,
    inner,
    max_over,
    norm2,
    sub_gaussian,
    tanh,
)

from ..uses import is_refused, misuse

n, d = Size("n", minimum=2), Size("d", minimum=2)
t, s, p, v, c = map(Parameter, ["t", "s", "p", "v", "c"])
i, j = indices("i j", n)
u, w = fixed("u", n), fixed("w", d)
g, x, h, b, r, U, k, o, q, z, y, m, a = Model(
    g=iid(Normal(), n),
    x=iid(Normal(dimension=d), n),
    h=iid(Normal(0, c), n),
    b=iid(Bernoulli(p), n),
    r=iid(Rademacher(), n),
    U=iid(Uniform(t, s), n),
    k=iid(Sphere(d), n),
    o=iid(OneHot(d), n),
    q=iid(Zipf(p), n),
    z=Normal(),
    y=Normal(),
    m=chain(MarkovChain(fixed("M", d, d), fixed("first", d)), n),
    a=iid(Exponential(1), n),
)
positive = suppose(t > 0)
late, soon = Model(late=iid(Exponential(c), n), soon=Exponential())
of_z = apply("proxy_of_law", term=z, x=z)
of_g = apply("proxy_of_law", term=g[j], x=g[j])
mean_of_g = apply("odd_moment", term=E(g[j]), x=g[j])
moment = apply("exponential_moment", term=E(exp(t * z)), x=z)
soft = tanh(z)
low, high = (apply("bounded", term=soft, end=end) for end in ("low", "high"))
of_other = apply("bounded", term=tanh(y), end="high")
J = argmax(j, inner(k[j], w))

of_unit = suppose(norm2(w) == 1), suppose(t >= 0), suppose(t <= 1)
overlap = {"term": inner(k[i], w), "x": k[i], "t": t}
wide = suppose(d >= 2)

TWO = {"factors": (number(1), number(1)), "shift": number(0)}
ATTACKS = {
    "the tail of a variance that may be negative": misuse("normal_tail", x=h[i], t=t),
    "the tail beyond a level that is drawn too": misuse("normal_tail", x=z, t=y),
    "an overlap beyond a level that may be negative": misuse(
        "overlap_tail", of_unit[0], of_unit[2], wide, **overlap, side="above"
    ),
    "an overlap beyond the largest": misuse("overlap_tail", *of_unit[:2], wide, **overlap),
    "an overlap with a vector of any length": misuse("overlap_tail", *of_unit[1:], wide, **overlap),
    "an overlap with a vector that may be zero": misuse(
        "overlap_tail", suppose(norm2(w) == s), *of_unit[1:], wide, suppose(t <= s), **overlap
    ),
    "an overlap with a vector that is longer": misuse(
        "overlap_tail", suppose(norm2(w) == 4), *of_unit[1:], wide, **{**overlap, "t": 2 * t}
    ),
    "an overlap in one dimension": misuse("overlap_tail", *of_unit, suppose(d >= 1), **overlap),
    "an overlap with itself": misuse("overlap_tail", *of_unit, wide, term=inner(k[i], k[i]), x=k[i], t=t),
    "an overlap with another that is random": misuse(
        "overlap_tail",
        apply("fixed_norm", term=norm2(k[j])),
        *of_unit[1:],
        wide,
        term=inner(k[i], k[j]),
        x=k[i],
        t=t,
    ),
    "an overlap beyond a level that is random": misuse(
        "overlap_tail", of_unit[0], suppose(d >= 2), term=inner(k[i], w), x=k[i], t=inner(k[j], w)
    ),
    "the overlap of a normal vector": misuse(
        "overlap_tail", *of_unit, wide, term=inner(x[i], w), x=x[i], t=t
    ),
    "the overlap of signs": misuse("overlap_tail", *of_unit, wide, term=inner(o[i], w), x=o[i], t=t),
    "waits that may not be a law": misuse("waiting_tail", positive, x=Sum(j, late[j]), t=t),
    "waits beyond a level that may be negative": misuse(
        "waiting_tail", suppose(c > 0), x=Sum(j, late[j]), t=t
    ),
    "one wait n times": misuse("waiting_tail", positive, suppose(c > 0), x=Sum(j, late[i]), t=t),
    "waits at two indices that may be the same": misuse(
        "waiting_tail", positive, suppose(c > 0), x=late[i] + late[j], t=t
    ),
    "one wait and its opposite": misuse("waiting_tail", positive, suppose(c > 0), x=late[i] - soon, t=t),
    "all waits but one": misuse("waiting_tail", positive, suppose(c > 0), x=Sum(j != i, late[j]), t=t),
    "waits of two rates": misuse("waiting_tail", positive, suppose(c > 0), x=late[i] + soon, t=t),
    "waits with weights": misuse("waiting_tail", positive, suppose(c > 0), x=Sum(j, u[j] * late[j]), t=t),
    "the other side of waits": misuse(
        "waiting_tail", positive, suppose(c > 0), x=Sum(j, late[j]), t=t, relation="lt"
    ),
    "waits beyond one of them": misuse("waiting_tail", positive, suppose(c > 0), x=Sum(j, late[j]), t=soon),
    "the tail of one number n times": misuse("normal_tail", x=Sum(j, z), t=t),
    "the tail of one item n times": misuse("normal_tail", x=Sum(j, g[i]), t=t),
    "the tail of all items but one": misuse("normal_tail", x=Sum(j != i, g[j]), t=t),
    "the tail of items with weights": misuse("normal_tail", x=Sum(j, u[j] * g[j]), t=t),
    "the tail of a sum of variances that may be negative": misuse("normal_tail", x=Sum(j, h[j]), t=t),
    "the tail of the states of a chain": misuse("normal_tail", x=Sum(j, m[j]), t=t),
    "the tail of a sum of signs": misuse("normal_tail", x=Sum(j, r[j]), t=t),
    "the tail of a sign": misuse("normal_tail", x=r[i], t=t),
    "a modulus as its mean": misuse("modulus_moment", term=absolute(inner(k[i], w)), x=k[i]),
    "the modulus of a number that has a mean": misuse("modulus_moment", term=E(absolute(z + 1)), x=z),
    "the least where it is assumed": misuse("largest_below", suppose(j <= i), index=i),
    "the least above another of its own": misuse(
        "largest_below", apply("weakened", apply("reflexive", term=i)), index=i
    ),
    "a cosine after a turn": misuse(
        "cosine_falls", suppose(t >= 0), suppose(t <= s), suppose(s <= 4 * PI - t), x=s, y=t
    ),
    "a cosine of a negative angle": misuse(
        "cosine_falls", suppose(t >= -1), suppose(t <= s), suppose(s <= 2 * PI - t), x=s, y=t
    ),
    "a cosine beyond pi": misuse("cosine_near_one", suppose(t >= 0), suppose(t <= 4), x=t),
    "a sign told of the opposite": misuse("own_modulus", suppose(-2 * t >= 0), x=t),
    "a sign told of a smaller number": misuse("root", suppose(t + 1 >= 0), x=t),
    "a sign told by an equation": misuse("own_modulus", suppose(t == -1), x=t),
    "a sign told by a number that is not zero": misuse("root", suppose(t != 0), x=t),
    "a strict sign told by a weak one": misuse("gamma_as_exponential", suppose(t >= 0), z=t),
    "a strict sign of what is zero": misuse("gamma_as_exponential", suppose(t > 0), z=t - t),
    "a strict sign of a square": misuse("gamma_as_exponential", suppose(t >= 0), z=t**2),
    "a sign told of a product's one factor": misuse("own_modulus", suppose(t > 0), x=t * s),
    "a chord beyond its end": misuse(
        "chord", suppose(t <= s), suppose(p <= s), x=s, a=t, b=p, function="square"
    ),
    "a mean of exponentials of products": misuse("linear", term=E(exp(z * y) + 1)),
    "a mean of exponentials of squares": misuse("linear", term=E(exp(norm2(x[i])) + 1)),
    "a mean of exponentials twice": misuse("linear", term=E(exp(exp(z)) + 1)),
    "a mean of a heavy tail's square": misuse("linear", term=E(q[i] ** 2 + 1)),
    "a mean of what a bounded number divides": misuse("linear", term=E(z / U[i] + 1)),
    "a size as any number": misuse(
        "instance", apply("componentwise", left=n**2, right=(-n) ** 2), symbol=n, value=z
    ),
    "the vector of roots": misuse("root", suppose(t >= 0), x=u),
    "the largest of all but one": misuse("extreme_event", event=max_over(j != i, g[j]) <= t),
    "the moment of a variance that may be negative": misuse(
        "exponential_moment", term=E(exp(s * h[i])), x=h[i]
    ),
    "the moment of a probability above one": misuse("exponential_moment", term=E(exp(s * b[i])), x=b[i]),
    "the moment of half a probability's range": misuse(
        "exponential_moment", suppose(p >= 0), term=E(exp(s * b[i])), x=b[i]
    ),
    "the cosine of a number that has a mean": misuse("exponential_moment", term=E(cos(z + y)), x=h[i]),
    "the cosine with a factor that holds the number": misuse(
        "exponential_moment", term=E(cos(t * z) * tanh(z)), x=z
    ),
    "the cosine at a random index": misuse("exponential_moment", term=E(cos(g[J])), x=g[J]),
    "the cosine of two items that may be one": misuse("exponential_moment", term=E(cos(g[i] - g[j])), x=g[i]),
    "an odd function of a number that stands elsewhere too": misuse(
        "odd_function", apply("componentwise", left=-g[i] * g[j], right=-(g[i] * g[j])), x=g[i]
    ),
    "an odd function of a law that is not symmetric": misuse(
        "odd_function", apply("componentwise", left=-b[i], right=-b[i]), x=b[i]
    ),
    "the moment of a square": misuse("exponential_moment", term=E(exp(s * z**2)), x=z),
    "the moment with a random factor": misuse("exponential_moment", term=E(exp(y * z)), x=z),
    "the moment of a product": misuse("exponential_moment", term=E(exp(z) * z), x=z),
    "the moment of a vector's entry": misuse("exponential_moment", term=E(exp(k[i][number(1)])), x=k[i]),
    "the moment at a random index": misuse("exponential_moment", term=E(exp(g[J])), x=g[J]),
    "the moment of a chain": misuse("exponential_moment", term=E(exp(m[i])), x=m[i]),
    "the moment of another object": misuse("exponential_moment", term=E(exp(s * z)), x=y),
    "the moment of a tangent": misuse("exponential_moment", term=E(tanh(s * z)), x=z),
    "the moment over an item that may be the other": misuse(
        "exponential_moment", term=E(exp(inner(k[i], k[j]))), x=k[i]
    ),
    "the moment with a factor that holds the item": misuse(
        "exponential_moment", suppose(i != j), term=E(exp(inner(k[i], k[j])) * inner(k[i], w)), x=k[i]
    ),
    "the moment of two exponentials": misuse(
        "exponential_moment", term=E(exp(inner(k[i], w)) * exp(inner(k[i], w))), x=k[i]
    ),
    "the moment of a sum with the item in both": misuse(
        "exponential_moment", term=E(exp(inner(k[i], w) + inner(k[i], w))), x=k[i]
    ),
    "the moment of a product without a mean": misuse(
        "exponential_moment", suppose(i != j), term=E(exp(inner(x[i], x[j]))), x=x[i]
    ),
    "a product of means that share an object": misuse("mean_of_product", term=E(exp(Sum(j, z * g[j] / n)))),
    "a product of means that share an item": misuse("mean_of_product", term=E(exp(Sum(j, g[i] + g[j])))),
    "a product of means of one object": misuse("mean_of_product", term=E(exp(Sum(j, z)))),
    "a product of means of a chain": misuse("mean_of_product", term=E(exp(Sum(j, m[j])))),
    "a product of means that are infinite": misuse("mean_of_product", term=E(exp(Sum(j, g[j] ** 2)))),
    "a product of means that are infinite from a variance on": misuse(
        "mean_of_product", suppose(s > 0), suppose(s < 1), term=E(exp(Sum(j, s * g[j] ** 2)))
    ),
    "a product of means that a condition on one item makes finite": misuse(
        "mean_of_product", suppose(2 * u[i] < 1), term=E(exp(Sum(j, u[j] * g[j] ** 2)))
    ),
    "a product of means of waiting times beyond their rate": misuse(
        "mean_of_product", suppose(s > 1), term=E(exp(Sum(j, s * a[j])))
    ),
    "a product of means of a sum of waiting times that is counted once": misuse(
        "mean_of_product", suppose(s < 1), term=E(exp(Sum(j, s * a[j] + s * a[j])))
    ),
    "a tail by a moment of squares that is infinite": misuse(
        "markov",
        apply("bounded", term=exp(s * Sum(j, g[j] ** 2)), end="low"),
        positive,
        suppose(s < 1),
        relation="gt",
    ),
    "a tail by a moment of what is not independent": misuse(
        "markov",
        apply("bounded", term=exp(s * Sum(j, (g[j] + z) ** 2)), end="low"),
        positive,
        suppose(2 * s < 1),
        relation="gt",
    ),
    "a product of means of heavy tails": misuse("mean_of_product", term=E(exp(Sum(j, q[j])))),
    "a proxy of a product": misuse("proxy_of_law", term=z * y, x=z),
    "a proxy of a square": misuse("proxy_of_law", term=z**2, x=z),
    "a proxy of a norm": misuse("proxy_of_law", term=norm2(k[i]), x=k[i]),
    "a proxy of two vectors": misuse("proxy_of_law", term=inner(k[i], k[j]), x=k[i]),
    "a proxy of a variance of unknown sign": misuse("proxy_of_law", term=h[i], x=h[i]),
    "a one-hot's variance for its proxy": misuse("proxy_of_law", term=inner(o[i], w), x=o[i]),
    "a success's variance for its proxy": misuse(
        "proxy_of_law", suppose(p >= 0), suppose(p <= 1), term=b[i], x=b[i]
    ),
    "a Zipf law's proxy": misuse("proxy_of_law", term=q[i], x=q[i]),
    "a proxy at a random index": misuse("proxy_of_law", term=g[J], x=g[J]),
    "a proxy of a chain": misuse("proxy_of_law", term=m[i], x=m[i]),
    "Hoeffding for two variables": misuse("hoeffding", low, of_other),
    "Hoeffding, turned round": misuse("hoeffding", high, low),
    "Hoeffding with one end twice": misuse("hoeffding", low, low),
    "Hoeffding with a random end": misuse(
        "hoeffding", apply("bounded", term=z**2, end="low"), apply("reflexive", term=z**2)
    ),
    "bounds of a normal": misuse("bounded", term=z, end="high"),
    "the mean of an interval that may be empty": misuse("by_covariance", term=E(U[i]), x=U[i]),
    "the proxy of an interval that may be empty": misuse("proxy_of_law", term=U[i], x=U[i]),
    "bounds of an interval of unknown order": misuse("bounded", term=U[i], end="high"),
    "bounds of a probability above one": misuse("bounded", term=b[i], end="high"),
    "bounds of an infinite Zipf law": misuse("bounded", term=q[i], end="high"),
    "bounds of an exponential": misuse("bounded", term=exp(z), end="high"),
    "bounds at a random index": misuse("bounded", term=b[J], end="low"),
    "another end": misuse("bounded", term=soft, end="middle"),
    "a random multiple": misuse("proxy_of_sum", of_z, factors=(y,), shift=number(0)),
    "a random shift": misuse("proxy_of_sum", of_z, factors=(number(1),), shift=z),
    "a sum of a variable with itself": misuse("proxy_of_sum", of_z, of_z, **TWO),
    "a factor too few": misuse("proxy_of_sum", of_z, of_g, factors=(number(1),), shift=number(0)),
    "a factor that is a vector": misuse("proxy_of_sum", of_z, factors=(w,), shift=number(0)),
    "a sum of items that may be the same": misuse(
        "proxy_of_sum", of_g, apply("proxy_of_law", term=g[i], x=g[i]), **TWO
    ),
    "a sum of functions of one variable": misuse("proxy_of_sum", of_z, apply("hoeffding", low, high), **TWO),
    "a family with an object in common": misuse(
        "proxy_of_family",
        apply("proxy_of_sum", of_z, factors=(u[j],), shift=number(0)),
        condition=TRUE,
        index=j,
    ),
    "a family that is one item": misuse(
        "proxy_of_family", apply("proxy_of_law", term=g[i], x=g[i]), condition=TRUE, index=j
    ),
    "a declared proxy for one item": misuse(
        "proxy_of_family", suppose(sub_gaussian(g[j], v)), condition=TRUE, index=j
    ),
    "a condition that is random": misuse("proxy_of_family", of_g, condition=g[j] > 0, index=j),
    "a tail of any threshold": misuse(
        "sub_gaussian_tail", of_z, suppose(t >= -1), relation="ge", side="above"
    ),
    "a tail at zero from both sides": misuse(
        "sub_gaussian_tail", of_z, suppose(t >= 0), relation="ge", side="both"
    ),
    "a tail from below": misuse("sub_gaussian_tail", of_z, positive, relation="le", side="above"),
    "another side": misuse("sub_gaussian_tail", of_z, positive, relation="ge", side="around"),
    "a variance for a proxy": misuse(
        "sub_gaussian_tail", apply("jensen", x=z, function="square"), positive, relation="ge", side="above"
    ),
    "a maximum of one declared item": misuse(
        "maximum_of_sub_gaussians", suppose(sub_gaussian(g[j], v)), mean_of_g, index=j, side="above"
    ),
    "a maximum with the mean of another": misuse(
        "maximum_of_sub_gaussians", of_g, apply("odd_moment", term=E(z), x=z), index=j, side="above"
    ),
    "a maximum with a bound for the mean": misuse(
        "maximum_of_sub_gaussians", of_g, apply("weakened", mean_of_g), index=j, side="above"
    ),
    "a maximum of proxies that differ": misuse(
        "maximum_of_sub_gaussians",
        apply("proxy_of_sum", of_g, factors=(u[j],), shift=number(0)),
        suppose(Term("eq", (E(u[j] * g[j]), number(0)))),
        index=j,
        side="above",
    ),
    "a maximum of shifts that differ": misuse(
        "maximum_of_sub_gaussians",
        apply("proxy_of_sum", of_g, factors=(number(1),), shift=u[j]),
        apply("reflexive", term=E(g[j] + u[j])),
        index=j,
        side="above",
    ),
    "a maximum over no index": misuse("maximum_of_sub_gaussians", of_g, mean_of_g, index=n, side="above"),
    "a maximum of moduli with a mean": misuse(
        "maximum_of_sub_gaussians",
        apply("proxy_of_sum", of_g, factors=(number(1),), shift=c),
        suppose(Term("eq", (E(g[j] + c), c))),
        index=j,
        side="both",
    ),
    "a maximum of another side": misuse("maximum_of_sub_gaussians", of_g, mean_of_g, index=j, side="below"),
    "the largest of one object": misuse("largest_normal", index=j, x=z),
    "the largest at a fixed index": misuse("largest_normal", index=j, x=g[i]),
    "the largest of a variance of unknown sign": misuse("largest_normal", index=j, x=h[j]),
    "the largest of signs": misuse("largest_normal", index=j, x=r[j]),
    "the largest of a mean below zero": misuse(
        "largest_normal", index=j, x=Model(low=iid(Normal(-9), n)).low[j]
    ),
    "the largest of moduli": misuse("largest_normal", index=j, x=absolute(g[j])),
    "the largest of a chain": misuse("largest_normal", index=j, x=m[j]),
    "Jensen for a concave function": misuse("jensen", x=z, function="log"),
    "Jensen for a sign": misuse("jensen", x=z, function="sign"),
    "Jensen for an infinite mean": misuse("jensen", x=z**2, function="exp"),
    "Jensen for heavy tails": misuse("jensen", x=q[i], function="square"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_misuse_is_refused(name):
    assert is_refused(ATTACKS[name])


@pytest.mark.parametrize("relation", ["gt", "le"])
def test_the_tail_of_the_sum_of_a_family_is_that_of_one_number(relation):
    theorem = apply("normal_tail", suppose(c > 0), x=Sum(j, h[j]), t=t, relation=relation)
    assert check(theorem.proposition, [c > 0])
    one = apply("normal_tail", suppose(c > 0), x=h[i], t=t, relation=relation).proposition
    with pytest.raises(CheckFailed):
        check(Term("eq", (theorem.proposition.args[0], one.args[1])), [c > 0], instances=9)


FALSE = [
    (sub_gaussian(z + z, 2), []),
    (sub_gaussian(Sum(j, z * u[j]), norm2(u)), []),
    (P(absolute(z) >= t) <= exp(-(t**2)), [t > 0]),
    (E(exp(s * z)) == exp(s**2), [s > 1]),
    (E(exp(Sum(j, z / n))) == exp(1 / (2 * n)), []),
    (E(max_over(j, absolute(g[j]))) <= number(1) / 2, []),
]


@pytest.mark.parametrize(("statement", "where"), FALSE)
def test_what_such_misuses_would_prove_is_false(statement, where):
    with pytest.raises(CheckFailed):
        check(statement, where, instances=60)


def test_a_declared_proxy_stays_a_hypothesis():
    declared = suppose(sub_gaussian(z**2, v))
    theorem = apply("sub_gaussian_tail", declared, positive, relation="ge", side="above")
    assert sub_gaussian(z**2, v) in [h.proposition for h in theorem.hypotheses]


def test_a_random_proxy_is_not_written():
    with pytest.raises(ValueError, match="random"):
        sub_gaussian(z, y**2)


def test_what_all_share_holds_no_index_by_another_name():
    """Of an odd number of signs not all are against the sum of the others."""
    rest = define("rest", Sum(i != j, r[i]), j)
    alone, together = r[j] * rest < 0, all_(j, r[j] * rest < 0)
    with pytest.raises(CheckFailed):
        check(P(alone) ** n <= P(together), instances=20)
    for event in (together, all_(j, rest < 0)):
        with pytest.raises(Refused, match="is not the same for every"):
            apply("mixed_events", event=event)


@pytest.mark.parametrize(
    ("moment", "sign", "event"),
    [
        (moment, t >= 0, z > s),
        (moment, s > 0, z >= s),
        (moment, t > 0, y >= s),
        (moment, t > 0, z >= z + 1),
        (moment, t > 0, z <= s),
        (suppose(E(exp(t * z)) >= 1), t > 0, z >= s),
        (apply("reflexive", term=E(exp(t * q[i]))), t > 0, q[i] >= s),
        (suppose(E(exp(t * z**2)) <= s), t > 0, z**2 >= s),
    ],
    ids=str,
)
def test_a_chernoff_bound_needs_the_sign_the_variable_and_a_finite_moment(moment, sign, event):
    with pytest.raises(Refused):
        chernoff_tail(moment, suppose(sign), event)


def test_a_chernoff_bound_is_above_the_tail():
    theorem = chernoff_tail(moment, positive, z >= s)
    assert repr(theorem) == "t > 0 ⊢ P(z ≥ s) ≤ exp(-t s) exp(t²/2)"
    assert check(theorem.proposition, [t > 0])
