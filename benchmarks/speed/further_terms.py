"""More terms, as `compiled_terms` has them: iterations, masks, kernels, counts and ordered values."""

from __future__ import annotations

from fractions import Fraction

from theorycheck.theory.laws import Bernoulli, DiscreteUniform, Normal, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices, sizes
from theorycheck.theory.terms import (
    Cov,
    E,
    P,
    Sum,
    Var,
    absolute,
    all_,
    any_,
    argmax,
    both,
    exp,
    function,
    gradient,
    indicator,
    inner,
    iterate,
    max_over,
    median,
    minimum,
    norm2,
    outer,
    quantile,
    relu,
    softmax,
    sqrt,
    tabulate,
)

from .compiled_terms import example

cos, sin, tanh = function("cos"), function("sin"), function("tanh")
n, m, T, S = Size("n", minimum=3), Size("m", minimum=2), Size("T", minimum=2), Size("S")
d, d_v = sizes("d d_v")
i, j, l = indices("i j l", n)
r = Index("r", m)
beta, theta, eta, p = (Parameter(name) for name in ("beta", "theta", "eta", "p"))
g, h, e, c = Model(
    g=iid(Normal(dimension=d), n),
    h=iid(Normal(), n),
    e=iid(Normal(), n),
    c=iid(DiscreteUniform(S), n),
)
x, y, z = Model(x=Normal(dimension=d), y=Normal(dimension=d), z=Normal(dimension=d))
k, v, bits = Model(k=iid(Sphere(d), n), v=iid(Sphere(d_v), n), s=iid(Rademacher(d), n))
w_0, u = fixed("w0", d), fixed("u", d)

# Counts.

some_three = any_(i, any_(j < i, any_(l < j, both(c[i] == c[j], c[j] == c[l]))))

day = Index("day", S)
birthdays = Sum(day, indicator(Sum(j, indicator(c[j] == day)) == 2))  # noqa: PLR2004

to = Model(f=iid(DiscreteUniform(n), n)).f
exchanged = Sum(i, Sum(j < i, indicator(both(to[i] == j, to[j] == i))))

peaks = Sum(i, Sum(j == i + 1, Sum(l == i - 1, indicator(both(h[i] > h[j], h[i] > h[l])))))

hashes = Model(H=iid(DiscreteUniform(S), n, m)).H
same_hashes = Sum(i, Sum(j < i, indicator(all_(r, hashes[i, r] == hashes[j, r]))))

# Ordered values.

of_rank = Sum(i, h[i] * indicator(Sum(j, indicator(h[j] < h[i])) == (n - 1) / 2))

# Regression, kernels.

target = inner(g[j], y) + theta * e[j]
risk = Sum(j, (inner(w_0, g[j]) - target) ** 2) / (2 * n)
descended = iterate(w_0 - eta * gradient(risk, w_0), w_0, 0 * y, T)

alpha = fixed("a", n)
kernel = exp(-norm2(g[i] - g[j]) * Fraction(1, 10))
residual = tabulate(i, inner(g[i], y) - Sum(j, kernel * alpha[j]) - alpha[i] / 10)
fitted = iterate(alpha + eta * residual, alpha, 0 * tabulate(i, h[i]), T)
error_at_first = Sum(j, exp(-norm2(g[1] - g[j]) * Fraction(1, 10)) * fitted[j]) - inner(g[1], y)

w = Model(w=iid(Normal(dimension=d), m)).w
s_1, s_2 = Model(p=Sphere(d), q=Sphere(d))
fourier = (
    Sum(
        r,
        cos(inner(w[r], s_1)) * cos(inner(w[r], s_2)) + sin(inner(w[r], s_1)) * sin(inner(w[r], s_2)),
    )
    / m
)

a_out, mask = Model(a=iid(Normal(), m), M=iid(Bernoulli(p), m))
network = Sum(r, mask[r] * a_out[r] * relu(inner(w[r], u))) / (sqrt(m) * p)

# Spiked matrices.

spiked = g[j] + theta * h[j] * u
times = Sum(j, inner(spiked, w_0) * spiked)
powered = iterate(times / sqrt(norm2(times)), w_0, fixed("q0", d), T)

covariance = Sum(j, outer(spiked, spiked)) / n

# Retrieval, attention.

b = Index("b", d)
flip = Model(F=iid(Bernoulli(p), d)).F
flipped = tabulate(b, bits[1][b] * (1 - 2 * flip[b]))

attended = Sum(j, softmax(tabulate(l, beta * inner(k[i], k[l])))[j] * v[j]) - v[i]

mapped = Sum(j != i, inner(tanh(g[i]), tanh(g[j])) * v[j])

EXAMPLES = (
    example("some three equal", P(some_three), n=80, S=365),
    example("days of two birthdays", E(birthdays), n=60, S=365),
    example("every bin is met", P(all_(day, any_(j, c[j] == day))), n=60, S=16),
    example("many indicators at once", P(Sum(j, indicator(h[j] > Fraction(1, 2))) >= 12), n=40),  # noqa: PLR2004
    example("two-cycles of a random map", E(exchanged), n=32),
    example("local maxima", E(peaks), n=32),
    example("items with the same hashes", E(same_hashes), n=32, m=3, S=8),
    example("second largest", E(max_over(i, max_over(j != i, minimum(h[i], h[j])))), n=30),
    example("value of a rank", E(of_rank**2), n=21),
    example(
        "quantile of a largest overlap",
        quantile(max_over(j, absolute(inner(k[j], u))), Fraction(9, 10)),
        n=40,
        d=16,
        u=0.25,
    ),
    example("covariance of power and maximum", Cov(Sum(j, h[j] ** 2), max_over(j, h[j])), n=32),
    example("median of a ratio of norms", median(norm2(x) / norm2(y)), d=12),
    example(
        "query after four steps of regression",
        E((inner(descended, z) - inner(y, z)) ** 2),
        n=24,
        d=12,
        theta=0.5,
        eta=0.3,
        T=4,
    ),
    example("two steps of kernel regression", E(error_at_first**2), n=24, d=6, eta=0.2, T=2),
    example("Fourier features of random points", E((fourier - exp(-norm2(s_1 - s_2) / 2)) ** 2), d=12, m=64),
    example("variance of a layer with dropout", Var(network), d=16, m=48, p=0.8, u=0.25),
    example(
        "power iteration on a spiked covariance",
        E(inner(powered, u) ** 2),
        n=60,
        d=20,
        theta=2,
        T=4,
        u=20**-0.5,
        q0=[1, *[0] * 19],
    ),
    example("cube of a spiked covariance", E(inner(u, covariance**3 @ u)), n=40, d=24, theta=1.5, u=24**-0.5),
    example("argmax by flipped signs", P(argmax(j, inner(bits[j], flipped)) != 1), n=50, d=24, p=0.3),
    example("error of softmax attention", E(norm2(attended)), n=24, d=16, d_v=12, beta=5),
    example("crosstalk of the map tanh", E(norm2(mapped)), n=32, d=24, d_v=12),
)
"""The examples."""
