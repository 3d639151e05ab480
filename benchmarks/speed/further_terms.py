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

from .compiled_terms import Example

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
    Example(
        name="some three equal",
        term=P(some_three),
        at={"n": 80, "S": 365},
    ),
    Example(
        name="days of two birthdays",
        term=E(birthdays),
        at={"n": 60, "S": 365},
    ),
    Example(
        name="every bin is met",
        term=P(all_(day, any_(j, c[j] == day))),
        at={"n": 60, "S": 16},
    ),
    Example(
        name="many indicators at once",
        term=P(Sum(j, indicator(h[j] > Fraction(1, 2))) >= 12),  # noqa: PLR2004
        at={"n": 40},
    ),
    Example(
        name="two-cycles of a random map",
        term=E(exchanged),
        at={"n": 32},
    ),
    Example(
        name="local maxima",
        term=E(peaks),
        at={"n": 32},
    ),
    Example(
        name="items with the same hashes",
        term=E(same_hashes),
        at={"n": 32, "m": 3, "S": 8},
    ),
    Example(
        name="second largest",
        term=E(max_over(i, max_over(j != i, minimum(h[i], h[j])))),
        at={"n": 30},
    ),
    Example(
        name="value of a rank",
        term=E(of_rank**2),
        at={"n": 21},
    ),
    Example(
        name="quantile of a largest overlap",
        term=quantile(max_over(j, absolute(inner(k[j], u))), Fraction(9, 10)),
        at={"n": 40, "d": 16, "u": 0.25},
    ),
    Example(
        name="covariance of power and maximum",
        term=Cov(Sum(j, h[j] ** 2), max_over(j, h[j])),
        at={"n": 32},
    ),
    Example(
        name="median of a ratio of norms",
        term=median(norm2(x) / norm2(y)),
        at={"d": 12},
    ),
    Example(
        name="query after four steps of regression",
        term=E((inner(descended, z) - inner(y, z)) ** 2),
        at={"n": 24, "d": 12, "theta": 0.5, "eta": 0.3, "T": 4},
    ),
    Example(
        name="two steps of kernel regression",
        term=E(error_at_first**2),
        at={"n": 24, "d": 6, "eta": 0.2, "T": 2},
    ),
    Example(
        name="Fourier features of random points",
        term=E((fourier - exp(-norm2(s_1 - s_2) / 2)) ** 2),
        at={"d": 12, "m": 64},
    ),
    Example(
        name="variance of a layer with dropout",
        term=Var(network),
        at={"d": 16, "m": 48, "p": 0.8, "u": 0.25},
    ),
    Example(
        name="power iteration on a spiked covariance",
        term=E(inner(powered, u) ** 2),
        at={"n": 60, "d": 20, "theta": 2, "T": 4, "u": 20**-0.5, "q0": [1, *[0] * 19]},
    ),
    Example(
        name="cube of a spiked covariance",
        term=E(inner(u, covariance**3 @ u)),
        at={"n": 40, "d": 24, "theta": 1.5, "u": 24**-0.5},
    ),
    Example(
        name="argmax by flipped signs",
        term=P(argmax(j, inner(bits[j], flipped)) != 1),
        at={"n": 50, "d": 24, "p": 0.3},
    ),
    Example(
        name="error of softmax attention",
        term=E(norm2(attended)),
        at={"n": 24, "d": 16, "d_v": 12, "beta": 5},
    ),
    Example(
        name="crosstalk of the map tanh",
        term=E(norm2(mapped)),
        at={"n": 32, "d": 24, "d_v": 12},
    ),
)
"""The examples."""
