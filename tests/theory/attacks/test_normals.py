"""Attacks on sums of normal vectors and powers of their lengths: each would prove what is false."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import apply
from theorycheck.theory.laws import Normal, Rademacher, Sphere
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term, number
from theorycheck.theory.prove import suppose
from theorycheck.theory.terms import (
    PI,
    E,
    P,
    Sum,
    Var,
    absolute,
    any_,
    argmax,
    cos,
    exp,
    function,
    gradient,
    inner,
    log,
    max_over,
    norm2,
    sigmoid,
    sin,
    softmax,
    sqrt,
    tabulate,
    zero_like,
)

from ..uses import is_refused, misuse

n, d = Size("n", minimum=2), Size("d", minimum=2)
s, t = Parameter("s"), Parameter("t")
i, j = indices("i j", n)
p, k, r, z, w, e, near, weak = Model(
    p=iid(Normal(0, 1, dimension=d), n),
    k=iid(Sphere(d), n),
    r=iid(Rademacher(d), n),
    z=Normal(),
    w=Normal(0, 1, dimension=d),
    e=Normal(0, 1, dimension=n),
    near=Normal(0, 2, dimension=d),
    weak=iid(Normal(0, s, dimension=d), n),
)
own = Sum(j, inner(p[j], p[i]) * p[j])
others = Sum(j != i, inner(p[j], p[i]) * p[j])
all_but_one = Sum(j != i, z * p[j])
normal_beyond = apply("normal_tail", x=z, t=t)
own_products = tabulate(j, inner(p[j], p[i]))
signs, spread = Sum(j, z * r[j]), Sum(j, z * p[j])
positive = suppose(t > 0)
above_zero = suppose(Term("le", (number(0), t)))
above_s, below_w = suppose(Term("le", (s, t))), suppose(Term("le", (t, Parameter("y"))))
slope_of_log = apply(
    "transitive",
    apply("weakened", apply("positive", positive, term=1 / t)),
    apply("symmetric", apply("componentwise", positive, left=gradient(log(t), t), right=1 / t)),
)
half, u, (other, perhaps) = (
    Fraction(-1, 2),
    fixed("u", d),
    Model(other=Normal(), perhaps=Normal(0, s**2, dimension=d)),
)
square = fixed("A", d, d)
e_1, e_d, tilted, many = Model(
    e_1=Normal(),
    e_d=Normal(0, 1, dimension=d),
    tilted=Normal(zero_like((d,)), square @ square.T),
    many=iid(Normal(), n),
)
turn = apply("componentwise", left=number(1), right=cos(t) ** 2 + sin(t) ** 2)


def turned(term: Term, x: Term, y: Term) -> dict[str, Any]:
    """What the rule of normal laws takes for a rotation."""
    values = cos(t) * x - sin(t) * y, sin(t) * x + cos(t) * y
    return {"term": term, "images": (x, y), "values": values}


def image(body: Term, of: Term, by: Term) -> dict[str, Term]:
    """What the rule takes."""
    return {"term": E(body), "image": of, "w": by}


e_first, largest = fixed("e_first", d), argmax(j, norm2(p[j]))
ATTACKS = {
    "weights of the vectors themselves": misuse("normal_image", **image(norm2(own), own, w)),
    "a query that is one of the items": misuse("normal_image", **image(norm2(others), others, w)),
    "products with one's own": misuse("normal_image", **image(norm2(own_products), own_products, e)),
    "signs as normal vectors": misuse("normal_image", **image(norm2(signs), signs, w)),
    "another variance": misuse("normal_image", **image(norm2(spread), spread, near)),
    "another dimension": misuse("normal_image", **image(norm2(spread), spread, e)),
    "an item beside the sum": misuse("normal_image", **image(inner(spread, p[i]), spread, w)),
    "an item that the sum does not leave out": misuse(
        "normal_image", **image(inner(all_but_one, p[1]), all_but_one, w)
    ),
    "all items beside all but one": misuse(
        "normal_image", **image(inner(all_but_one, Sum(j, p[j])), all_but_one, w)
    ),
    "a slope on the other side": misuse(
        "rises", suppose(t <= 0), apply("bounded", term=exp(-(t**2)), end="low"), function=t, at=t
    ),
    "a quantile where more is known of the number before": misuse(
        "quantile_at", normal_beyond, suppose(normal_beyond.proposition.args[1] < P(z > s)), suppose(s < t)
    ),
    "a first number where more is known of those before": misuse(
        "first_number", apply("reflexive", term=t**2), suppose(s**2 < t**2), suppose(t > 0), variable=s
    ),
    "a first number that is not positive": misuse(
        "first_number", apply("reflexive", term=t**2), suppose(s**2 < t**2), suppose(t >= 0), variable=s
    ),
    "an object that is there already": misuse("normal_image", **image(inner(spread, w), spread, w)),
    "a sum that does not occur": misuse("normal_image", **image(norm2(w), spread, near)),
    "the power of a length that may be small": misuse(
        "length_moment", suppose(t < 0), term=E(norm2(w) ** t), x=w
    ),
    "a length whose reciprocal has no mean": misuse("length_moment", term=E(norm2(w) ** -1), x=w),
    "the reciprocal of a length that may be zero": misuse(
        "length_moment", apply("bounded", term=s**2, end="low"), term=E(norm2(perhaps) ** half), x=perhaps
    ),
    "a growing exponential of a length": misuse("length_exponential", suppose(t > -1), x=w, c=t),
    "an exponential that grows as fast as the density falls": misuse(
        "length_exponential", x=w, c=number(half)
    ),
    "a product with its own vector": misuse("length_exponential", positive, x=w, c=t, w=w),
    "a product with another random vector": misuse("length_exponential", positive, x=w, c=t, w=near),
    "a random number in an exponent": misuse("length_exponential", positive, x=w, c=t, b=z),
    "a variance of an exponential without one": misuse("written_out", term=Var(exp(norm2(w) / 8))),
    "a falling exponential of a length on the sphere": misuse("length_exponential", positive, x=k[1], c=t),
    "the sum of a family's others": misuse(
        "length_moment", positive, term=E(norm2(Sum(j != i, p[j])) ** t), x=Sum(j != i, p[j])
    ),
    "a reciprocal beside its own length": misuse("linear", term=E(norm2(w) ** half * norm2(w) ** half)),
    "an exponential that grows as the density falls": misuse("linear", term=E(exp(norm2(w) / 2) + 1)),
    "two exponentials of one length": misuse("linear", term=E(exp(norm2(w) / 4) * exp(inner(w, w) / 4) + 1)),
    "an exponential of lengths of items that may be one": misuse(
        "linear", term=E(exp(norm2(p[i]) / 4) * exp(norm2(p[j]) / 4) + 1)
    ),
    "an exponential of a length and another's": misuse("linear", term=E(exp(norm2(w) * z / 9) + 1)),
    "the reciprocal of a product": misuse("linear", term=E(inner(w, u) ** -1 + 1)),
    "a mean over lengths without one": misuse(
        "held_fixed",
        apply("by_covariance", term=E(z**2 * norm2(u) ** -1), x=z),
        apply("nonzero_length", x=w),
        fixed=u,
        x=w,
    ),
    "a product of one length with itself": misuse("product_of_lengths", positive, objects=(w, w), t=t),
    "items that may be one": misuse("product_of_lengths", positive, objects=(p[i], p[j]), t=t),
    "a threshold that may be negative": misuse("product_of_lengths", objects=(w,), t=t),
    "an integrand below zero": misuse("gamma_tail_above", positive, a=t, x=s),
    "what may be negative where the event does not happen": misuse(
        "where_it_holds", suppose(t <= s), suppose(s >= -1), event=t <= s
    ),
    "what is nonnegative only where the event happens": misuse(
        "where_it_holds", apply("reflexive", term=s), suppose(s >= 0), event=s >= 0
    ),
    "signs turned": misuse("jointly_normal", turn, **turned(P(r[1][1] + r[2][1] > t), r[1][1], r[2][1])),
    "one number turned with itself": misuse("jointly_normal", turn, **turned(P(z > t), z, z)),
    "a normal vector beside one of another law": misuse(
        "jointly_normal", turn, **turned(P(w[1] > t), w, near)
    ),
    "a turn that stretches": misuse("jointly_normal", **turned(P(z > t), z, other)),
    "an item that stands in a sum too": misuse(
        "jointly_normal", turn, **turned(P(norm2(p[1]) + norm2(Sum(j, p[j])) > t), p[1], p[2])
    ),
    "a normal number that stands in a sum too": misuse(
        "jointly_normal", term=E(absolute(many[i] * Sum(j, many[j]))), images=(many[i],), values=(z,)
    ),
    "two items that may be one": misuse(
        "jointly_normal", term=P(norm2(p[i] + p[j]) > t), images=(p[i] + p[j],), values=(sqrt(2) * w,)
    ),
    "a new number that is there already": misuse(
        "jointly_normal", term=E(absolute(z + other) * e_1), images=(z + other,), values=(sqrt(2) * e_1,)
    ),
    "variances alone": misuse("jointly_normal", term=P(z > other), images=(z, other), values=(e_1, e_1)),
    "means alone": misuse("jointly_normal", term=P(norm2(w) > t), images=(w,), values=(near,)),
    "a length beside its product": misuse(
        "jointly_normal", term=P(norm2(w) > inner(w, u)), images=(inner(w, u),), values=(inner(e_d, u),)
    ),
    "a product of two random vectors": misuse(
        "jointly_normal", term=P(inner(w, e_d) > t), images=(inner(w, e_d),), values=(z,)
    ),
    "signs of a vector as numbers": misuse(
        "jointly_normal", term=P(inner(r[1], u) > t), images=(inner(r[1], u),), values=(inner(w, u),)
    ),
    "a covariance that is a matrix": misuse(
        "jointly_normal", term=P(inner(tilted, u) > t), images=(inner(tilted, u),), values=(inner(w, u),)
    ),
    "one order twice": misuse("antisymmetric", suppose(s <= t), suppose(s <= t)),
    "orders of three numbers": misuse("antisymmetric", suppose(s <= t), suppose(t <= s + 1)),
    "what cannot both hold": misuse("antisymmetric", suppose(s < t), suppose(s >= t)),
    "a power of what may be negative": misuse(
        "monotone", suppose(s <= t), function="power", exponent=number(2)
    ),
    "a power that falls": misuse(
        "monotone", suppose(s <= t), suppose(s > 0), function="power", exponent=number(-1)
    ),
    "a logarithm from zero on": misuse(
        "monotone", suppose(s <= t), suppose(s >= 0), function="log", exponent=number(1)
    ),
    "a tail by a variance that is infinite": misuse("chebyshev", positive, x=1 / z, relation="gt"),
    "one of some that is left out": misuse("one_of_some", event=any_(j != i, norm2(p[j]) > t), index=i),
    "a term that may be left out": misuse(
        "taken_out", suppose(i != j), term=Sum(j != i, norm2(p[j])), value=i
    ),
    "what rises in place of what falls": misuse(
        "below_peak",
        apply("componentwise", left=gradient(sigmoid(t), t), right=sigmoid(t) * sigmoid(-t)),
        apply("bounded", term=sigmoid(t) * sigmoid(-t), end="low"),
        apply("bounded", term=sigmoid(t), end="low"),
        x=z,
        at=t,
    ),
    "one case for both": misuse("cases", *[above_zero] * 2, low=number(0), high=t),
    "a function that falls": misuse(
        "rises", apply("weakened", positive), apply("bounded", term=t**2, end="low"), function=-t, at=s
    ),
    "an order that the letter itself tells": misuse(
        "rises", apply("transitive", above_s, below_w), slope_of_log, function=log(t), at=t
    ),
    "a logarithm from below zero on": misuse("rises", suppose(s <= 1), slope_of_log, function=log(t), at=t),
    "a logarithm that is told to be of positive numbers": misuse(
        "rises", suppose(s <= 1), slope_of_log, positive, function=log(t), at=t
    ),
    "a function that jumps": misuse(
        "rises",
        suppose(s <= 1),
        apply("bounded", term=norm2(u), end="low"),
        function=function("floor")(t),
        at=t,
    ),
    "what never meets a number as what never meets itself": misuse(
        "instance", apply("no_atom", x=z, value=t), symbol=t, value=z
    ),
    "what is above a number as above another": misuse("instance", suppose(t > 0), symbol=t, value=z),
    "what is told of a number that is drawn": misuse(
        "instance", apply("bounded", term=z**2 + t**2, end="low"), symbol=t, value=z
    ),
    "a mean at each number": misuse("instance", apply("reflexive", term=E(z * t)), symbol=t, value=z),
    "a length off its law": misuse("length_moment", positive, term=E(norm2(k[i]) ** t), x=k[i]),
    "a variance that may be negative": misuse(
        "length_moment", positive, term=E(norm2(weak[i]) ** t), x=weak[i]
    ),
    "the vector in the rest": misuse("length_moment", positive, term=E(norm2(w) ** t * w[1]), x=w),
    "roots of what is negative": misuse("power_of_product", suppose(s <= 0), positive, x=s, y=s, e=t),
    "an equation as a sign": misuse("power_of_product", suppose(s == 1), positive, x=s - 2, y=s - 2, e=t),
    "a linear map of one of the draws through a mean": misuse(
        "linear", term=inner(E(inner(p[i], e_first) * p[i]), p[i])
    ),
    "a linear map through a mean that is infinite": misuse(
        "linear", term=inner(E(norm2(p[i]) ** -9 * p[i]), e_first)
    ),
    "a product of two random vectors as one with a fixed one": misuse(
        "modulus_moment", term=E(absolute(inner(p[i], p[j])) ** 2), x=p[i]
    ),
    "a modulus to the power zero": misuse(
        "modulus_moment", suppose(t >= 0), term=E(absolute(inner(p[i], e_first)) ** t), x=p[i]
    ),
    "a modulus of an item at a random place": misuse(
        "modulus_moment", term=E(absolute(inner(p[largest], e_first))), x=p[largest]
    ),
    "a modulus off its mean": misuse("modulus_moment", term=E(absolute(z - 1)), x=z),
    "squares of what may be negative": misuse(
        "monotone", suppose(s <= t), suppose(t >= 0), function="power", exponent=number(2)
    ),
    "a power that may be zero keeps a strict order": misuse(
        "monotone", suppose(s < t), suppose(s >= 0), function="power", exponent=s
    ),
    "a tail by a moment that is infinite": misuse(
        "markov", apply("bounded", term=z**-2, end="low"), positive, positive, relation="gt"
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_misuse_is_refused(name):
    assert is_refused(ATTACKS[name])


logits, (a, b) = fixed("logits", number(3)), indices("a b", number(3))
FALSE = [
    E(norm2(own)) == E(Sum(j, inner(p[j], p[i]) ** 2) * norm2(w)),
    E(inner(all_but_one, Sum(j, p[j])) ** 2) == E(norm2(w)) * E(norm2(Sum(j, p[j]))) * (n - 1) / d,
    E(norm2(own_products)) == E(norm2(p[i]) * norm2(e)),
    P(norm2(w) > 1) <= E(norm2(w) ** 2) / 99,
    E(norm2(k[i]) ** 2) == E(norm2(w) ** 2),
    P(r[1][1] + r[2][1] > 1) == P(2 * r[1][1] > 1),
    E(sigmoid(z) * sigmoid(-z)) >= 2 * sqrt(2 / PI) * sigmoid(number(0)),
    E(sigmoid(-absolute(z))) >= sqrt(2 / PI) * log(number(2)),
    1 - max_over(a, softmax(logits)[a]) == Sum(a, Sum(b != a, sigmoid(-absolute(logits[a] - logits[b])))) / 2,
    E(exp(inner(w, near) / 2 - norm2(w))) == E(exp(norm2(near) / 32)),
    P(z > (z - 1) ** 2) == P(z**2 > (z - 1) ** 4) / 2,
]


@pytest.mark.parametrize("statement", FALSE)
def test_what_such_misuses_would_prove_is_false(statement):
    with pytest.raises(CheckFailed):
        check(statement, instances=40)
