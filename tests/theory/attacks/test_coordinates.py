"""Attacks on coordinates of vectors, and on functions that may be any: each would prove what is false."""

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.laws import Normal, OneHot, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term, number
from theorycheck.theory.prove import suppose
from theorycheck.theory.terms import E, P, any_function, exp, gradient, inner, norm2, relu, vector

from ..uses import is_refused, misuse

n, d = Size("n", minimum=2), Size("d", minimum=3)
s, y = Parameter("s"), Parameter("y")
i, j = indices("i j", n)
a, b, c = indices("a b c", d)
f = any_function("f")
k, g, h, r, z = Model(
    k=iid(Sphere(d), n),
    g=iid(Normal(vector(0, 1, 2), 1), n),
    h=iid(OneHot(d), n),
    r=iid(Rademacher(d), n),
    z=Normal(),
)
one, two, three = map(number, (1, 2, 3))
FIRST = {"places": (one,), "others": (two,)}
PAIR = {"places": (one, two), "others": (two, three)}
apart = suppose(a != b)
signs = Model(e=iid(Rademacher(), d)).e


def family(law: Term, count: Term = d) -> Term:
    """A new family of numbers."""
    return Model(new=iid(law, count)).new[Index("i", count)].args[0]


ATTACKS = {
    "a law with a mean of its own in each place": misuse(
        "same_law", term=E(g[i][one]), x=g[i], y=g[i], **FIRST
    ),
    "two places for one": misuse(
        "same_law", term=E(k[i][one] ** 2), x=k[i], y=k[i], places=(one, one), others=(one, two)
    ),
    "one place for two": misuse(
        "same_law", term=E(k[i][one] * k[i][two]), x=k[i], y=k[i], places=(one, two), others=(one, one)
    ),
    "a third place that stays": misuse("same_law", term=E(h[i][one] * h[i][three]), x=h[i], y=h[i], **FIRST),
    "an object that the rest holds": misuse(
        "same_law", term=E(k[i][one] * k[j][one]), x=k[i], y=k[j], **FIRST
    ),
    "a place in a sum of all": misuse("same_law", term=E(r[i][one] * norm2(r[i])), x=r[i], y=r[i], **PAIR),
    "another law": misuse("same_law", term=E(k[i][one] ** 2), x=k[i], y=r[j], **FIRST),
    "a moment of places that may be one": misuse("coordinate_moment", term=E(k[i][a] * k[i][b]), x=k[i]),
    "a moment off the sphere": misuse("coordinate_moment", term=E(r[i][one] ** 4), x=r[i]),
    "a moment of two vectors": misuse("coordinate_moment", term=E(k[i][one] * k[j][one]), x=k[i]),
    "a negative moment": misuse("coordinate_moment", term=E(k[i][one] ** -2), x=k[i]),
    "a function of both places": misuse("zonal", term=k[i][one] * k[i][two], x=k[i], places=(one, two)),
    "one place as two": misuse("zonal", term=k[i][one], x=k[i], places=(one, one)),
    "one-hot vectors on a sphere": misuse("zonal", term=h[i][one], x=h[i], places=(one, two)),
    "any function of what is not bounded": misuse("linear", term=E(f(z) + f(y))),
    "coordinates on a sphere as if independent": misuse(
        "coordinates_apart", term=E(k[i][one] ** 2 * k[i][two] ** 2), x=k[i], family=family(Normal(0, 1 / d))
    ),
    "coordinates of another spread": misuse(
        "coordinates_apart", term=E(r[i][one] ** 2), x=r[i], family=family(Rademacher(scale=2))
    ),
    "coordinates that have means of their own": misuse(
        "coordinates_apart", term=E(g[i][two]), x=g[i], family=family(Normal(), number(3))
    ),
    "fewer coordinates": misuse(
        "coordinates_apart", term=E(norm2(r[i])), x=r[i], family=family(Rademacher(), one)
    ),
    "coordinates of a vector that the rest may hold": misuse(
        "coordinates_apart", term=E(inner(r[i], r[j])), x=r[i], family=family(Rademacher())
    ),
    "coordinates that the rest holds": misuse(
        "coordinates_apart", term=E(r[i][one] * signs[a]), x=r[i], family=signs[a].args[0]
    ),
    "the slope of any function": misuse("componentwise", left=gradient(f(y), y), right=number(0)),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_misuse_is_refused(name):
    assert is_refused(ATTACKS[name])


FALSE = [
    E(k[i][one] ** 2) == E(k[i][one] * k[i][two]),
    E(h[i][one] * h[i][two]) == E(h[i][one] ** 2),
    E(k[i][one] * k[j][one]) == E(k[i][one] * k[i][one]),
    E(relu(k[i][one]) * relu(k[i][two])) == E(relu(k[i][one])) ** 2,
    f(y) == f(-y),
]


@pytest.mark.parametrize("statement", FALSE)
def test_what_such_misuses_would_prove_is_false(statement):
    with pytest.raises(CheckFailed):
        check(statement, instances=40)


def test_a_name_is_no_number_and_a_function_at_once():
    known = apply("tangent", x=f(y))
    with pytest.raises(Refused, match="stands for two things"):
        apply("transitive", apply("reflexive", term=1 + f(Parameter("f"))), known)


def test_a_proxy_stays_that_of_its_variable():
    proxy = apply("proxy_of_law", term=inner(k[i], fixed("w", d)), x=k[i])
    bound = apply("exponential_bound", proxy, s=s)
    assert check(bound.proposition) == "holds in 3 random instances"
    with pytest.raises(Refused):
        apply("exponential_bound", suppose(P(k[i][one] > 0) <= s), s=s)
    with pytest.raises(Refused):
        apply("exponential_bound", proxy, s=exp(z))
