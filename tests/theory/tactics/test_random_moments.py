"""By machine: means of random products over a mixed model are refused, or hold in random instances."""

from random import Random

from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal, OneHot, Rademacher, Sphere
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term, multiply
from theorycheck.theory.prove import derive
from theorycheck.theory.tactics import moments
from theorycheck.theory.terms import E, Sum, inner, norm2

d, n, r, s = Size("d"), Size("n", minimum=2), Parameter("r"), Parameter("s")
u, mu = fixed("u", d), fixed("mu", d)
i, j = indices("i j", n)
k, g, h, c = Model(
    k=iid(Sphere(d, r), n), g=iid(Normal(mu, s**2), n), h=iid(OneHot(d), n), c=iid(Rademacher(d, scale=s), n)
)
z = Model(z=Normal(r, s**2)).z
VECTORS = [k[i], k[j], g[i], g[j], h[i], h[j], c[i], u, mu, Sum(j, k[j]), Sum(j != i, g[j])]


def monomial(random: Random) -> Term:
    """A product of one to three inner products, squared norms and numbers."""
    factors = []
    for _ in range(random.randint(1, 3)):
        a, b = random.choice(VECTORS), random.choice(VECTORS)
        factors.append(random.choice([inner(a, b), inner(a, b), norm2(a), z, inner(a + b, u)]))
    return multiply(*factors)


def test_random_moments_are_refused_or_hold():
    random, held, refused = Random(3), 0, 0
    for _ in range(15):
        try:
            theorem = derive(E(monomial(random)), by=moments, where=[i != j])
        except Refused:
            refused += 1
            continue
        check(theorem.proposition, [i != j], instances=1, seed=random.randint(1, 99))
        held += 1
    assert held > refused
