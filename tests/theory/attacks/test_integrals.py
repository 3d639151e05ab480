"""Attacks on means by antiderivatives, on mixtures, sums of normal numbers, quantiles: each would prove what
is false. What is derived is compared with quadrature and enumeration.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import pytest
from theorycheck.theory.formula import as_formula
from theorycheck.theory.kernel import Refused, apply, believe, record
from theorycheck.theory.laws import (
    Bernoulli,
    DiscreteUniform,
    Exponential,
    Mixture,
    Normal,
    Rademacher,
    Uniform,
    Zipf,
    density,
)
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid
from theorycheck.theory.node import Term, number, power
from theorycheck.theory.prove import derive, suppose
from theorycheck.theory.substitution import replaced
from theorycheck.theory.terms import PI, E, P, absolute, cos, exp, gradient, indicator, inner, log, sqrt, unit

from ..uses import is_refused, misuse

t, a, b, c, s, v = map(Parameter, "tabcsv")
n, d = Size("n"), Size("d")
i, j = Index("i", n), Index("j", n)
u, wide, ends, one_two, z, y, q, spread = Model(
    u=Uniform(), wide=Uniform(-1, 1), ends=Uniform(a, b), one_two=Uniform(1, 2),
    z=Normal(), y=Normal(1, 2), q=Normal(c, v), spread=Normal(0, v),
)  # fmt: skip
waited, of_rate = Model(waited=Exponential(), of_rate=Exponential(c))
many, vector = Model(many=iid(Normal(), n), vector=Normal(dimension=d))
sign, coin, die, endless, few = Model(
    sign=Rademacher(), coin=Bernoulli(c), die=DiscreteUniform(6), endless=Zipf(s), few=Zipf(s, n)
)
positive, below_one, above = suppose(t > 0), suppose(t < 1), suppose(a < b)
half = Fraction(1, 2)


def erfc(x):
    """The complementary error function, as a term."""
    return Term("function", (x,), ("erfc",))


def slope(whole, body, x, *facts):
    """grad_t F(t) = f(t) p(t), proved by differentiation."""
    weight = density(x.args[0], t)
    right = Term("mul", (replaced(body, x, t), weight))
    found = apply("componentwise", *facts, left=gradient(whole, t), right=right)
    assert found.proposition.args[1] is right
    return found


def claimed(whole, body, x):
    """The same as an assumption."""
    weight = density(x.args[0], t)
    return suppose(Term("eq", (gradient(whole, t), Term("mul", (replaced(body, x, t), weight)))))


def mean(body, x, points, *wholes):
    """What the rule takes."""
    return {"term": E(body), "x": x, "variable": t, "ends": points, "wholes": wholes}


NORMAL = power(2 * PI, -half)
TAIL = -erfc(t / sqrt(number(2))) / 2
LINE, LOG, INVERSE, ROOT = t * NORMAL, log(t), -1 / t, Fraction(2, 3) * power(t, Fraction(3, 2)) / 2
BELL = -v * exp(-(t**2) / (2 * v)) * power(2 * PI * v, -half)
zero, one = number(0), number(1)
whole_line = ("-oo", "oo")
DENSITY = {
    "the inverse of a number that may be near zero": (
        (slope(LOG, 1 / u, u, positive),), mean(1 / u, u, (zero, one), LOG)
    ),
    "the inverse square": (
        (slope(INVERSE, u**-2, u, positive),), mean(u**-2, u, (zero, one), INVERSE)
    ),
    "a singularity inside the range": (
        (slope(INVERSE / 2, wide**-2, wide, suppose(t != 0)),),
        mean(wide**-2, wide, (number(-1), one), INVERSE / 2),
    ),
    "a power of exponent -1 or less": (
        (slope(power(t, s + 1) / (s + 1), u**s, u, positive, suppose(s < -1)), suppose(s < -1)),
        mean(u**s, u, (zero, one), power(t, s + 1) / (s + 1)),
    ),
    "a branch of a root": (
        (slope(ROOT, power(wide, half), wide, positive),),
        mean(power(wide, half), wide, (number(-1), one), ROOT),
    ),
    "a density that is outweighed": (
        (slope(LINE, exp(z**2 / 2), z),), mean(exp(z**2 / 2), z, whole_line, LINE)
    ),
    "half of the range": ((slope(TAIL, z**0, z),), mean(z**0, z, (zero, "oo"), TAIL)),
    "a range beyond its end": (
        (slope(t, u**0, u),), mean(u**0, u, (zero, number(2)), t)
    ),
    "a piece that goes back": (
        tuple(slope(t**2 / 2, u, u) for _ in range(3)),
        mean(u, u, (zero, number(2), number(half), one), t**2 / 2, t**2 / 2, t**2 / 2),
    ),
    "a kink of which nothing is known": (
        (slope(-t, -u / u, u, suppose(t > 0), suppose(t < c)), slope(t, u / u, u, suppose(t > c), positive)),
        mean(u / u, u, (zero, c, one), t, t),
    ),
    "an interval that may be none": (
        (slope(t**2 / (2 * (b - a)), ends, ends),), mean(ends, ends, (a, b), t**2 / (2 * (b - a)))
    ),
    "a variance that may be none": (
        (slope(BELL, spread, spread, suppose(v > 0)),),
        mean(spread, spread, whole_line, BELL),
    ),
    "a slope that is assumed": ((claimed(t**2, u, u),), mean(u, u, (zero, one), t**2)),
    "a slope on part of a piece": (
        (slope(t**2 / 2, u, u, suppose(t > c)),), mean(u, u, (zero, one), t**2 / 2)
    ),
    "another function's slope": ((slope(t**3 / 3, u**2, u),), mean(u, u, (zero, one), t**3 / 3)),
    "the density of another law": (
        (slope(t**2 / 2, u, u),), mean(wide, wide, (number(-1), one), t**2 / 2)
    ),
    "a second draw taken along": ((slope(t**2 / 2, u, u),), mean(absolute(u - z), u, (zero, one), t**2 / 2)),
    "an item that may be the same": (
        (slope(-exp(-(t**2) / 2) * NORMAL, z, z),),
        mean(many[i] * many[j], many[i], whole_line, -exp(-(t**2) / 2) * NORMAL),
    ),
    "a letter that is in the function": ((slope(t**2 / 2, u, u),), mean(t * u, u, (zero, one), t**2 / 2)),
    "exponentials that cancel": (
        (slope(exp(t) * exp(1 - t) * TAIL, exp(z) * exp(1 - z), z),),
        mean(exp(z) * exp(1 - z), z, whole_line, exp(t) * exp(1 - t) * TAIL),
    ),
    "the number of pieces": ((slope(t, u**0, u),), mean(u**0, u, (zero, one), t, t)),
    "a law of values alone": ((slope(t, u**0, u),), mean(coin, coin, (zero, one), t)),
}  # fmt: skip


@pytest.mark.parametrize("name", DENSITY)
def test_a_misuse_of_a_density_is_refused(name):
    premises, parameters = DENSITY[name]
    with pytest.raises(Refused):
        apply("by_density", *premises, **parameters)


def test_the_same_calls_with_what_they_lack_are_accepted():
    power_of = apply(
        "by_density", slope(power(t, s + 1) / (s + 1), u**s, u, positive, suppose(s > -1)), suppose(s > -1),
        **mean(u**s, u, (zero, one), power(t, s + 1) / (s + 1)),
    )  # fmt: skip
    assert {repr(h.proposition) for h in power_of.hypotheses} == {"s > -1"}
    interval = apply(
        "by_density", slope(t**2 / (2 * (b - a)), ends, ends, above), above,
        **mean(ends, ends, (a, b), t**2 / (2 * (b - a))),
    )  # fmt: skip
    assert believe(record(interval)).status == "derived"


w = Model(w=Normal(-1, 3)).w
MANY = [Fraction(1, 2), Fraction(1, 2)]
off, negative, tied, mixed, taken = Model(
    off=Mixture([c, half, half], [Normal(), Normal(), Normal()]),
    negative=Mixture([c, 1 - c], [Normal(), Uniform()]),
    tied=Mixture(MANY, [Uniform(), Uniform(2, 3)]),
    mixed=Mixture(MANY, [Normal(), Zipf(2)]),
    taken=iid(Mixture(MANY, [Normal(), Uniform()]), n),
)
first, second, third, drawn = Model(first=Normal(), second=Uniform(), third=Normal(), drawn=Zipf(2))
by = {"parts": (first, second)}
OTHERS = {
    "a number and itself": misuse("jointly_normal", term=E(absolute(z - z)), images=(z - z,), values=(w,)),
    "two dependent numbers": misuse(
        "jointly_normal", term=P(z + 2 * z > 0), images=(z + 2 * z,), values=(w,)
    ),
    "another variance": misuse("jointly_normal", term=E(absolute(z - y)), image=z - y, w=y),
    "a number that stands elsewhere": misuse(
        "jointly_normal", term=E(absolute(z - y) * z), images=(z - y,), values=(w,)
    ),
    "a number that is there already": misuse(
        "jointly_normal", term=E(absolute(z - y) * w**2), images=(z - y,), values=(w,)
    ),
    "a product of two": misuse(
        "jointly_normal", term=E(absolute(z * y - 1)), images=(z * y - 1,), values=(w,)
    ),
    "items that may be one": misuse(
        "jointly_normal", term=E(absolute(many[i] - many[j])), images=(many[i] - many[j],), values=(w,)
    ),
    "two products with one vector": misuse(
        "jointly_normal",
        term=E(absolute(inner(vector, fixed("e", d)) - inner(vector, fixed("f", d)))),
        images=(inner(vector, fixed("e", d)) - inner(vector, fixed("f", d)),),
        values=(w,),
    ),
    "signs as normal numbers": misuse(
        "jointly_normal", term=E(absolute(z - sign)), images=(z - sign,), values=(w,)
    ),
    "a variance of any sign": misuse(
        "jointly_normal", term=E(cos(spread - z)), images=(spread - z,), values=(w,)
    ),
    "weights beyond one": misuse("of_mixture", term=E(off), x=off, parts=(first, third, w)),
    "a weight of any sign": misuse("of_mixture", term=E(negative), x=negative, **by),
    "laws in another order": misuse("of_mixture", term=E(taken[i]), x=taken[i], parts=(second, first)),
    "one draw for two": misuse("of_mixture", term=E(taken[i] * first), x=taken[i], **by),
    "an item that may be the same": misuse("of_mixture", term=E(taken[i] * taken[j]), x=taken[i], **by),
    "an infinite mean": misuse("of_mixture", term=E(mixed), x=mixed, parts=(first, drawn)),
    "a coin of any probability": misuse("listed", term=E(exp(coin)), x=coin),
    "a second coin that may be the first": misuse(
        "listed", term=E(indicator(many[i] > 0) * die * die), x=many[i]
    ),
    "an infinite Zipf mean": misuse("zipf_power", suppose(s > 1), x=endless, e=number(1)),
    "a Zipf law with an end": misuse("zipf_power", suppose(s > 2), x=few, e=number(1)),
    "no atom of a die": misuse("no_atom", x=die, value=number(3)),
    "no atom of what may have one": misuse("no_atom", x=tied, value=c),
    "no atom at a level that is drawn": misuse("no_atom", x=z, value=z),
    "the median of a die": misuse("quantile_by_density", suppose(P(die <= 3) == half)),
    "a median between two laws": misuse("quantile_by_density", suppose(P(tied <= c) == half)),
    "the level zero": misuse("quantile_by_density", suppose(P(u <= c) == 0)),
    "below a positive number": misuse("bounded", term=waited, end="high"),
    "a rate that is unknown": misuse("bounded", term=of_rate, end="low"),
    "the level one": misuse("quantile_by_density", suppose(P(u <= c) == 1)),
    "a level that is drawn": misuse("quantile_by_density", suppose(P(u <= c) == half), x=z),
    "a vector turned": misuse("erfc_turned", x=fixed("e", d)),
    "the larger of two vectors": misuse("of_pair", x=unit(i), y=unit(j)),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_misuse_is_refused(name):
    assert is_refused(OTHERS[name])


@pytest.mark.parametrize(
    ("term", "laws", "where", "words"),
    [
        ("E[1/u]", ["u: uniform(0, 1)"], [], "infinite"),
        ("E[1/|z|]", ["z: normal(0, 1)"], [], "infinite"),
        ("E[1/z^2]", ["z: normal(0, 1)"], [], "infinite|finite"),
        ("E exp(z^2)", ["z: normal(0, 1)"], [], "infinite"),
        ("E exp(|g|^2)", ["g: normal(dimension=d)"], [], "0 < -1"),
        ("E exp(c z^2)", ["z: normal(0, 1)"], ["c > 0"], "infinite"),
        ("E exp(s u)", ["u: uniform(0, 1)"], [], "s > 0"),
        ("E u^s", ["u: uniform(0, 1)"], [], "Missing hypothesis: s"),
        ("E x", ["x: zipf(alpha)"], ["alpha > 1"], "1 < α - 1|finite"),
        ("P(z_i > z_j)", ["z: normal(0, 1)"], [], "i ≠ j|independent|Missing"),
        ("E max(x_i, x_j)", ["x: uniform(0, 1)"], [], "i ≠ j|Missing|independent|more"),
        ("E exp(x)", ["x: exponential()"], [], "finite|infinite"),
        ("E exp(s x)", ["x: exponential()"], ["s > 0"], "finite|infinite"),
        ("E[1/x]", ["x: exponential()"], [], "finite|infinite"),
        ("E x", ["x: exponential(-r)"], ["r > 0"], "0 < -r"),
        ("P(x > t)", ["x: exponential()"], [], "t"),
    ],
)
def test_what_is_infinite_or_not_known_is_refused(term, laws, where, words):
    with pytest.raises(Refused, match=words):
        derive(term, laws=laws, where=where)


def test_without_its_range_a_distance_is_bounded_at_any_place():
    found = derive("E|u - c|", laws=["u: uniform(0, 1)"])
    assert found.proposition.head == "le"
    bound = as_formula(found.proposition.args[1])
    (place,) = bound.free_symbols
    for c in (-1.5, 0.0, 0.3, 1.0, 2.0):
        distance = mpmath.quad(lambda x, c=c: abs(x - c), sorted({0, min(max(c, 0), 1), 1}))
        assert distance <= float(bound.subs(place, c)) <= distance + 0.1


def normal(f, mean=0.0, variance=1.0, *kinks):
    """E f(z) by quadrature."""
    points = [-mpmath.inf, *sorted({mean, *kinks}), mpmath.inf]
    return mpmath.quad(lambda x: f(x) * mpmath.npdf(x, mean, mpmath.sqrt(variance)), points)


def uniform(f, low=0.0, high=1.0, *kinks):
    """E f(u) by quadrature."""
    return mpmath.quad(f, [low, *sorted(kinks), high]) / (high - low)


def exponential(f, rate=1.0, *kinks):
    """E f(x) by quadrature."""
    points = [0, *sorted(kinks), mpmath.inf]
    return mpmath.quad(lambda x: f(x) * rate * mpmath.exp(-rate * x), points)


def die_pairs(f, sides=6):
    """E f(x, y) for two dice."""
    return sum(f(x, y) for x in range(1, sides + 1) for y in range(1, sides + 1)) / mpmath.mpf(sides) ** 2


def rises(x):
    """P(y <= x) of an exponential y."""
    return 1 - mpmath.exp(-x) if x > 0 else mpmath.mpf(0)


def first_value(chances, level):
    """The first of 1, 2, ... up to which the chances add up to a level."""
    return next(k for k in range(1, len(chances) + 1) if sum(chances[:k]) >= level - 1e-12)


def empty_buckets(buckets, balls):
    """The mean number of buckets without a ball, over all ways to throw these."""
    ways = list(product(range(buckets), repeat=balls))
    return mpmath.mpf(sum(buckets - len(set(way)) for way in ways)) / len(ways)


def longest(count, rate):
    """The mean of the longest of so many waiting times, the integral of its tail."""
    return mpmath.quad(lambda t: 1 - (1 - mpmath.exp(-mpmath.mpf(rate) * t)) ** count, [0, 1, 4, mpmath.inf])


def zipf_pairs(f):
    """E f(x, y) for independent x and y with probabilities of 1, 2, 3 as 1/x^2."""
    pairs = list(product((1, 2, 3), repeat=2))
    weights = [mpmath.mpf(1) / (x * y) ** 2 for x, y in pairs]
    return sum(w * f(x, y) for w, (x, y) in zip(weights, pairs, strict=True)) / sum(weights)


def zipf_mean(e, s):
    """E x^e over all whole numbers with probabilities as x^-s."""
    of_power, total = (mpmath.nsum(lambda k, p=p: k ** mpmath.mpf(p), [1, mpmath.inf]) for p in (e - s, -s))
    return of_power / total


def zipf_spread(s):
    """The variance of x (1 + y)."""
    first, second = (zipf_mean(e, s) for e in (1, 2))
    return second * (1 + 2 * first + second) - (first * (1 + first)) ** 2


def around(f):
    """The mean of f over the products of (1, 2) and (3, -1) with the unit vectors at all angles."""
    zeros = sorted({mpmath.atan2(sign * b, sign * a) for a, b in ((-2, 1), (1, 3)) for sign in (1, -1)})

    def at(angle):
        x, y = mpmath.cos(angle), mpmath.sin(angle)
        return mpmath.mpf(f(x + 2 * y, 3 * x - y))

    return mpmath.quad(at, [-mpmath.pi, *zeros, mpmath.pi]) / (2 * mpmath.pi)


def rectified(x, y):
    """The product of the positive parts."""
    return max(x, 0) * max(y, 0)


def squared(x: float, y: float) -> float:
    """The squares of the positive parts of two products."""
    return rectified(x, y) ** 2


def features():
    """The covariance of two features over the circle of radius 3."""
    one, other = around(lambda x, y: max(x, 0)), around(lambda x, y: abs(y))
    return 9 * (around(lambda x, y: max(x, 0) * abs(y)) - one * other)


VECTOR = normal(lambda x: mpmath.exp(-3 * x**2 / 10)) ** 3
U, U2, Z = ["u: uniform(0, 1)"], ["x: uniform(0, 1)", "y: uniform(0, 1)"], ["z: normal(0, 1)"]
ZM, Z2 = ["z: normal(m, v)"], ["x: normal(1, 2)", "y: normal(-1, 1)"]
AB, M3 = ["u: uniform(a, b)"], {"m": 0.7, "v": 1.3}
G, XY = ["g: normal(dimension=d)"], ["x: normal(dimension=d)", "y: normal(dimension=d)"]
DICE, THREE = ["x: discrete_uniform(6)", "y: discrete_uniform(6)"], ["x: discrete_uniform(3)"]
X, XR, X2 = ["x: exponential()"], ["x: exponential(r)"], ["x: exponential()", "y: exponential(3)"]
FEW, ENDLESS = ["x: zipf(2, 3)", "y: zipf(2, 3)"], ["x: zipf(s)", "y: zipf(s)"]
PLANE, CIRCLE = ([law, "u: fixed(2)", "v: fixed(2)"] for law in ("w: normal(dimension=2)", "w: sphere(2, 3)"))
LENGTHS = ["<u, u> = 5", "<v, v> = 10", "<u, v> = 1"]
BALLS = ["x[n]: discrete_uniform(m)"]
MIX = ["x: mixture(1/4, normal(0, 1), 3/4, uniform(1, 2))"]
AT = {"r": 1.6, "a": -0.5, "b": 1.75, "s": 0.8, "c": 0.3}
VALUES = [
    ("E u^3", AB, ["a < b"], AT, lambda: uniform(lambda x: x**3, -0.5, 1.75)),
    ("E exp(s u)", AB, ["a < b", "s != 0"], AT, lambda: uniform(lambda x: mpmath.exp(0.8 * x), -0.5, 1.75)),
    ("E[u exp(s u)]", U, ["s != 0"], AT, lambda: uniform(lambda x: x * mpmath.exp(0.8 * x))),
    ("E exp(-c u^2)", U, ["c > 0"], AT, lambda: uniform(lambda x: mpmath.exp(-0.3 * x**2))),
    ("E|u - c|", U, ["c > 0", "c < 1"], AT, lambda: uniform(lambda x: abs(x - 0.3), 0, 1, 0.3)),
    ("E[log(u)^2]", U, [], {}, lambda: uniform(lambda x: mpmath.log(x) ** 2)),
    ("E exp(sum_j u_j)", ["u[4]: uniform(0, 1)"], [], {}, lambda: (mpmath.e - 1) ** 4),
    ("E cos(s u)", U, ["s > 0"], AT, lambda: uniform(lambda x: mpmath.cos(0.8 * x))),
    ("E[1/u]", ["u: uniform(1, 3)"], [], {}, lambda: uniform(lambda x: 1 / x, 1, 3)),
    ("E relu(u)", ["u: uniform(-1, 2)"], [], {}, lambda: uniform(lambda x: max(x, 0), -1, 2, 0)),
    ("E|z|^3", Z, [], {}, lambda: normal(lambda x: abs(x) ** 3)),
    ("E|z|", ZM, ["v > 0"], M3, lambda: normal(abs, 0.7, 1.3, 0)),
    ("E exp(-z^2)", Z, [], {}, lambda: normal(lambda x: mpmath.exp(-(x**2)))),
    ("E exp(-z^2/2 + z)", ZM, ["v > 0"], M3, lambda: normal(lambda x: mpmath.exp(-(x**2) / 2 + x), 0.7, 1.3)),
    ("E exp(z^2/8)", Z, [], {}, lambda: normal(lambda x: mpmath.exp(x**2 / 8))),
    ("E exp(<x, y>/2)", XY, [], {"d": 3}, lambda: normal(lambda x: mpmath.exp(x**2 / 8)) ** 3),
    ("E exp(-c |g|^2)", G, ["c > 0"], {"c": 0.3, "d": 3}, lambda: VECTOR),
    ("E relu(z - c)", Z, [], AT, lambda: normal(lambda x: max(x - 0.3, 0), 0, 1, 0.3)),
    ("E[relu(z - c)^2]", Z, [], AT, lambda: normal(lambda x: max(x - 0.3, 0) ** 2, 0, 1, 0.3)),
    ("E max(z, 1 - z)", Z, [], {}, lambda: normal(lambda x: max(x, 1 - x), 0, 1, 0.5)),
    ("E[z^2 exp(-|z|)]", Z, [], {}, lambda: normal(lambda x: x**2 * mpmath.exp(-abs(x)))),
    ("Var(relu(z))", Z, [], {}, lambda: 0.5 - 1 / (2 * mpmath.pi)),
    ("E max(x, y)", U2, [], {}, lambda: uniform(lambda x: (1 + x**2) / 2)),
    ("E min(x, y)", U2, [], {}, lambda: uniform(lambda x: x - x**2 / 2)),
    ("E[(x - y)^2]", U2, [], {}, lambda: mpmath.mpf(1) / 6),
    ("E max_j u_j", [f"u[5]: {AB[0][3:]}"], ["a < b"], AT, lambda: (5 * 1.75 - 0.5) / mpmath.mpf(6)),
    ("E min_j u_j", ["u[5]: uniform(0, 1)"], [], {}, lambda: mpmath.mpf(1) / 6),
    ("P(|u| <= 1)", ["u: uniform(-2, 2)"], [], {}, lambda: mpmath.mpf(1) / 2),
    ("E max(u, 0)", AB, ["a < 0", "b > 0"], AT, lambda: mpmath.mpf(1.75) ** 2 / 4.5),
    ("E max(x, y)", Z2, [], {}, lambda: normal(lambda x: (x + abs(x - 0)) / 2, 2, 3, 0) - 1),
    ("P(x > y)", Z2, [], {}, lambda: mpmath.ncdf(2 / mpmath.sqrt(3))),
    ("P(x + 2 y <= 1)", Z2, [], {}, lambda: mpmath.ncdf(2 / mpmath.sqrt(6))),
    ("P(x > y)", ["x: uniform(0, 1)", "y: uniform(0, 2)"], [], {}, lambda: mpmath.mpf(1) / 4),
    ("P(x >= y)", ["x: uniform(0, 1)", "y: normal(0, 1)"], [], {}, lambda: uniform(mpmath.ncdf)),
    ("P(x > y)", DICE, [], {}, lambda: die_pairs(lambda x, y: x > y)),
    ("P(x >= y)", DICE, [], {}, lambda: die_pairs(lambda x, y: x >= y)),
    ("E max(x, y)", ["x: discrete_uniform(4)", "y: discrete_uniform(4)"], [], {}, lambda: die_pairs(max, 4)),
    ("P(x > 3)", ["x: zipf(2)"], [], {}, lambda: 1 - (mpmath.mpf(49) / 36) / mpmath.zeta(2)),
    ("P(x >= 3)", ["x: zipf(2)"], [], {}, lambda: 1 - mpmath.mpf(5) / 4 / mpmath.zeta(2)),
    ("P(x < 3)", ["x: zipf(2)"], [], {}, lambda: mpmath.mpf(5) / 4 / mpmath.zeta(2)),
    ("P(x <= 2)", ["x: zipf(2)"], [], {}, lambda: mpmath.mpf(5) / 4 / mpmath.zeta(2)),
    ("P(x > 3)", ["x: discrete_uniform(6)"], [], {}, lambda: mpmath.mpf(1) / 2),
    ("P(x >= 3)", ["x: discrete_uniform(6)"], [], {}, lambda: mpmath.mpf(2) / 3),
    ("E exp(s x)", THREE, [], AT, lambda: sum(mpmath.exp(0.8 * k) for k in (1, 2, 3)) / 3),
    ("E exp(s x)", ["x: rademacher()"], [], AT, lambda: mpmath.cosh(0.8)),
    ("E|x - c|", ["x: rademacher()"], [], AT, lambda: (abs(1 - 0.3) + abs(-1 - 0.3)) / 2),
    ("E x", ["x: zipf(alpha)"], ["alpha > 2"], {"alpha": 3.5}, lambda: mpmath.zeta(2.5) / mpmath.zeta(3.5)),
    ("E x", ["x: zipf(2, 3)"], [], {}, lambda: mpmath.mpf(66) / 49),
    ("E x^2", MIX, [], {}, lambda: mpmath.mpf(1) / 4 + mpmath.mpf(3) / 4 * uniform(lambda x: x**2, 1, 2)),
    ("P(x > 3/2)", MIX, [], {}, lambda: mpmath.ncdf(-1.5) / 4 + mpmath.mpf(3) / 8),
    ("E|x|", MIX, [], {}, lambda: normal(abs, 0, 1, 0) / 4 + mpmath.mpf(9) / 8),
    ("median(z)", ZM, ["v > 0"], M3, lambda: mpmath.mpf(0.7)),
    ("quantile(u, 1/4)", AB, ["a < b"], AT, lambda: mpmath.mpf(-0.5) + mpmath.mpf(2.25) / 4),
    ("E sum_{k=1}^m 1[x_j != k for all j]", BALLS, [], {"m": 3, "n": 4}, lambda: empty_buckets(3, 4)),
    ("E sum_{k=1}^m 1[x_j = k for some j]", BALLS, [], {"m": 3, "n": 4}, lambda: 3 - empty_buckets(3, 4)),
    ("median(x)", DICE, [], {}, lambda: first_value([1 / 6] * 6, 0.5)),
    ("quantile(x, 2/3)", DICE, [], {}, lambda: first_value([1 / 6] * 6, 2 / 3)),
    ("median(x)", ["x: zipf(1, 5)"], [], {}, lambda: first_value([60 / 137 / k for k in range(1, 6)], 0.5)),
    ("quantile(x, 3/5)", ["x: bernoulli(2/5)"], [], {}, lambda: first_value([0.6, 0.4], 0.6) - 1),
    ("P(u > 2)", U, [], {}, lambda: mpmath.mpf(0)),
    ("P(z > 2)", Z, [], {}, lambda: mpmath.ncdf(-2)),
    ("E x^3", XR, ["r > 0"], AT, lambda: exponential(lambda x: x**3, 1.6)),
    ("Var(x)", XR, ["r > 0"], AT, lambda: exponential(lambda x: (x - 1 / 1.6) ** 2, 1.6)),
    ("E exp(x/2)", X, [], {}, lambda: exponential(lambda x: mpmath.exp(x / 2))),
    ("E|x - 1|", X, [], {}, lambda: exponential(lambda x: abs(x - 1), 1.0, 1)),
    ("E exp(-x^2)", X, [], {}, lambda: exponential(lambda x: mpmath.exp(-(x**2)))),
    ("P(x > c)", XR, ["r > 0", "c > 0"], AT, lambda: mpmath.exp(-mpmath.mpf(1.6) * 0.3)),
    ("E max(x, y)", X2, [], {}, lambda: exponential(lambda y: y + mpmath.exp(-y), 3.0)),
    ("P(x > y)", X2, [], {}, lambda: exponential(lambda y: mpmath.exp(-y), 3.0)),
    ("P(x <= y)", ["x: exponential()", "y: normal(0, 1)"], [], {}, lambda: normal(rises, 0, 1, 0)),
    ("median(x)", XR, ["r > 0"], AT, lambda: mpmath.log(2) / mpmath.mpf(1.6)),
    ("E max_j x_j", ["x[4]: exponential(r)"], ["r > 0"], AT, lambda: longest(4, 1.6)),
    ("E[(x - y)^2]", FEW, [], {}, lambda: zipf_pairs(lambda x, y: (x - y) ** 2)),
    ("E[(x^2 - x y)^2]", FEW, [], {}, lambda: zipf_pairs(lambda x, y: (x**2 - x * y) ** 2)),
    ("E[(x - y)^2]", ENDLESS, ["s > 3"], {"s": 6}, lambda: 2 * (zipf_mean(2, 6) - zipf_mean(1, 6) ** 2)),
    ("Var(x + x y)", ENDLESS, ["s > 3"], {"s": 6}, lambda: zipf_spread(6)),
    ("P(x > 0 and y > 1)", ["x: uniform(-1, 2)", "y: normal(0, 1)"], [], {}, lambda: 2 * mpmath.ncdf(-1) / 3),
    ("E relu(<w, u>) relu(<w, v>)", PLANE, LENGTHS, {}, lambda: 2 * around(rectified)),
    ("E relu(<w, u>) relu(<w, v>)", CIRCLE, LENGTHS, {}, lambda: 9 * around(rectified)),
    ("E relu(<w, u>)^2 relu(<w, v>)^2", PLANE, LENGTHS, {}, lambda: 8 * around(squared)),
    ("E relu(<w, u>)^2 relu(<w, v>)^2", CIRCLE, LENGTHS, {}, lambda: 81 * around(squared)),
    ("E |<w, u>| |<w, v>|", PLANE, LENGTHS, {}, lambda: 2 * around(lambda x, y: abs(x * y))),
    ("Cov(relu(<w, u>), |<w, v>|)", CIRCLE, LENGTHS, {}, features),
    ("E 1[<w, u> > 0] 1[<w, v> >= 0]", PLANE, LENGTHS, {}, lambda: around(lambda x, y: min(x, y) > 0)),
    ("P(<w, u> > 0 and <w, v> < 0)", CIRCLE, LENGTHS, {}, lambda: around(lambda x, y: x > 0 > y)),
    ("P(<w, u> > 0 or <w, v> < 0)", PLANE, LENGTHS, {}, lambda: around(lambda x, y: not x < 0 < y)),
    ("P(<w, u> >= 0)", CIRCLE, LENGTHS, {}, lambda: around(lambda x, y: x > 0)),
    ("P(max_j x_j <= c)", ["x[5]: exponential()"], ["c > 0"], AT, lambda: (1 - mpmath.exp(-0.3)) ** 5),
]  # fmt: skip


@pytest.mark.parametrize(("term", "laws", "where", "values", "expected"), VALUES)
def test_what_is_derived_is_what_quadrature_and_enumeration_give(term, laws, where, values, expected):
    theorem = derive(term, laws=laws, where=where)
    found = as_formula(theorem.proposition.args[1])
    numbers = {own: values[own.name] for own in found.free_symbols}
    assert abs(mpmath.mpf(found.evalf(30, subs=numbers)) - expected()) < mpmath.mpf(10) ** -9
    assert believe(record(theorem)).status in {"derived", "derived for instances"}
