"""More terms beside careful programs in torch: iterations, masks, kernels, counts and ordered values.

They were written before anything was measured of them, as `field_terms` were.
"""

from __future__ import annotations

import math
from fractions import Fraction

import torch
from theorycheck.theory.laws import Bernoulli, DiscreteUniform, Normal, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices, sizes
from theorycheck.theory.node import both
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
from torch import Generator, Tensor

from .compiled_terms import example, standard_normal, unit_vectors

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


@example("some three equal", P(some_three), {"n": 80, "S": 365}, chunk=1024, n_trials=2**15)
def some_triple(n_trials: int, g: Generator) -> Tensor:
    """Whether three of 80 values are equal."""
    x = torch.empty(n_trials, 80).random_(1, 366, generator=g).sort(dim=1).values
    return (x[:, 2:] == x[:, :-2]).any(1).float()


day = Index("day", S)
birthdays = Sum(day, indicator(Sum(j, indicator(c[j] == day)) == 2))  # noqa: PLR2004


@example("days of two birthdays", E(birthdays), {"n": 60, "S": 365}, chunk=512, n_trials=2**15)
def days_of_two(n_trials: int, g: Generator) -> Tensor:
    """Values that occur exactly twice."""
    x = torch.randint(0, 365, (n_trials, 60), generator=g)
    load = torch.zeros(n_trials, 365).scatter_add_(1, x, torch.ones(n_trials, 60))
    return (load == 2).float().sum(1)  # noqa: PLR2004


@example(
    "every bin is met", P(all_(day, any_(j, c[j] == day))), {"n": 60, "S": 16}, chunk=2048, n_trials=2**16
)
def all_seen(n_trials: int, g: Generator) -> Tensor:
    """Whether every value occurs."""
    x = torch.randint(0, 16, (n_trials, 60), generator=g)
    return torch.zeros(n_trials, 16).scatter_(1, x, 1.0).amin(1)


_LEVEL, _MOST = 0.5, 12


@example(
    "many indicators at once",
    P(Sum(j, indicator(h[j] > Fraction(1, 2))) >= _MOST),
    {"n": 40},
    chunk=8192,
    n_trials=2**17,
)
def many_exceed(n_trials: int, g: Generator) -> Tensor:
    """Whether at least 12 of 40 are above 1/2."""
    return ((standard_normal(40, n_trials, g=g) > _LEVEL).float().sum(0) >= _MOST).float()


to = Model(f=iid(DiscreteUniform(n), n)).f
exchanged = Sum(i, Sum(j < i, indicator(both(to[i] == j, to[j] == i))))


@example("two-cycles of a random map", E(exchanged), {"n": 32}, chunk=2048, n_trials=2**18)
def two_cycles(n_trials: int, g: Generator) -> Tensor:
    """Pairs that a random map exchanges."""
    to = torch.randint(0, 32, (n_trials, 32), generator=g)
    places = torch.arange(32)
    return ((to.gather(1, to) == places) & (to < places)).float().sum(1)


peaks = Sum(i, Sum(j == i + 1, Sum(l == i - 1, indicator(both(h[i] > h[j], h[i] > h[l])))))


@example("local maxima", E(peaks), {"n": 32}, chunk=2048, n_trials=2**18)
def local_maxima(n_trials: int, g: Generator) -> Tensor:
    """Numbers above both neighbours."""
    x = standard_normal(32, n_trials, g=g)
    return ((x[1:-1] > x[:-2]) & (x[1:-1] > x[2:])).float().sum(0)


hashes = Model(H=iid(DiscreteUniform(S), n, m)).H
same_hashes = Sum(i, Sum(j < i, indicator(all_(r, hashes[i, r] == hashes[j, r]))))


@example("items with the same hashes", E(same_hashes), {"n": 32, "m": 3, "S": 8}, chunk=2048, n_trials=2**16)
def alike_in_all(n_trials: int, g: Generator) -> Tensor:
    """Pairs of items with the same three hashes of 1, ..., 8."""
    x = torch.empty(3, 32, n_trials).random_(0, 8, generator=g)
    code = x[0].mul_(8).add_(x[1]).mul_(8).add_(x[2])
    alike: Tensor = sum((code[k:] == code[:-k]).sum(0) for k in range(1, 32))  # type: ignore[assignment]
    return alike.float()


# Ordered values.


@example(
    "second largest",
    E(max_over(i, max_over(j != i, minimum(h[i], h[j])))),
    {"n": 30},
    chunk=4096,
    n_trials=2**16,
)
def second_largest(n_trials: int, g: Generator) -> Tensor:
    """The second largest of 30."""
    return standard_normal(n_trials, 30, g=g).topk(2, dim=1).values[:, 1]


of_rank = Sum(i, h[i] * indicator(Sum(j, indicator(h[j] < h[i])) == (n - 1) / 2))


@example("value of a rank", E(of_rank**2), {"n": 21}, chunk=4096, n_trials=2**17)
def middle_of_many(n_trials: int, g: Generator) -> Tensor:
    """The square of the median of 21."""
    return standard_normal(n_trials, 21, g=g).median(dim=1).values.square()


@example(
    "quantile of a largest overlap",
    quantile(max_over(j, absolute(inner(k[j], u))), Fraction(9, 10)),
    {"n": 40, "d": 16, "u": 0.25},
    chunk=512,
    n_trials=2**15,
    statistic="quantile 0.9",
)
def largest_field(n_trials: int, g: Generator) -> Tensor:
    """The largest |<k_i, u>| of unit vectors."""
    return (unit_vectors(n_trials, 40, 16, g=g) @ torch.full((16,), 0.25)).abs_().amax(1, keepdim=True)


@example(
    "covariance of power and maximum",
    Cov(Sum(j, h[j] ** 2), max_over(j, h[j])),
    {"n": 32},
    chunk=4096,
    n_trials=2**17,
    statistic="covariance",
)
def sum_and_largest(n_trials: int, g: Generator) -> Tensor:
    """The sum of the squares, and the largest."""
    x = standard_normal(32, n_trials, g=g)
    return torch.stack((x.square().sum(0), x.amax(0)), 1)


@example(
    "median of a ratio of norms",
    median(norm2(x) / norm2(y)),
    {"d": 12},
    chunk=8192,
    n_trials=2**18,
    statistic="quantile 0.5",
)
def ratio_of_norms(n_trials: int, g: Generator) -> Tensor:
    """|x|^2 / |y|^2."""
    x, y = standard_normal(n_trials, 12, g=g), standard_normal(n_trials, 12, g=g)
    return x.square().sum(1, keepdim=True) / y.square().sum(1, keepdim=True)


# Regression, kernels.

target = inner(g[j], y) + theta * e[j]
risk = Sum(j, (inner(w_0, g[j]) - target) ** 2) / (2 * n)
descended = iterate(w_0 - eta * gradient(risk, w_0), w_0, 0 * y, T)


@example(
    "query after four steps of regression",
    E((inner(descended, z) - inner(y, z)) ** 2),
    {"n": 24, "d": 12, "theta": 0.5, "eta": 0.3, "T": 4},
    chunk=512,
    n_trials=2**15,
)
def query_after_steps(n_trials: int, g: Generator) -> Tensor:
    """The squared error of a query after four gradient steps from zero."""
    x, e = standard_normal(n_trials, 24, 12, g=g), standard_normal(n_trials, 24, 1, g=g)
    t, z = standard_normal(n_trials, 12, 1, g=g), standard_normal(n_trials, 12, g=g)
    y = torch.bmm(x, t).add_(e, alpha=0.5)
    w = torch.bmm(x.mT, y).mul_(0.3 / 24)
    for _ in range(3):
        w = w - torch.bmm(x.mT, torch.bmm(x, w).sub_(y)).mul_(0.3 / 24)
    return ((w - t).squeeze(2) * z).sum(1).square()


alpha = fixed("a", n)
kernel = exp(-norm2(g[i] - g[j]) * Fraction(1, 10))
residual = tabulate(i, inner(g[i], y) - Sum(j, kernel * alpha[j]) - alpha[i] / 10)
fitted = iterate(alpha + eta * residual, alpha, 0 * tabulate(i, h[i]), T)
error_at_first = Sum(j, exp(-norm2(g[1] - g[j]) * Fraction(1, 10)) * fitted[j]) - inner(g[1], y)


@example(
    "two steps of kernel regression",
    E(error_at_first**2),
    {"n": 24, "d": 6, "eta": 0.2, "T": 2},
    chunk=512,
    n_trials=2**15,
)
def kernel_step(n_trials: int, g: Generator) -> Tensor:
    """The squared error at the first point after two steps of kernel regression."""
    x, t = standard_normal(n_trials, 24, 6, g=g), standard_normal(n_trials, 6, 1, g=g)
    y = torch.bmm(x, t)
    lengths = x.square().sum(2, keepdim=True)
    apart = torch.baddbmm(lengths + lengths.mT, x, x.mT, alpha=-2)
    kernel = apart.mul_(-0.1).exp_()
    a = y * 0.2
    a = a + (y - torch.bmm(kernel, a) - 0.1 * a) * 0.2
    return (torch.bmm(kernel[:, :1], a).squeeze(2) - y[:, 0]).square().squeeze(1)


w = Model(w=iid(Normal(dimension=d), m)).w
s_1, s_2 = Model(p=Sphere(d), q=Sphere(d))
fourier = (
    Sum(
        r,
        cos(inner(w[r], s_1)) * cos(inner(w[r], s_2)) + sin(inner(w[r], s_1)) * sin(inner(w[r], s_2)),
    )
    / m
)


@example(
    "Fourier features of random points",
    E((fourier - exp(-norm2(s_1 - s_2) / 2)) ** 2),
    {"d": 12, "m": 64},
    chunk=512,
    n_trials=2**15,
)
def fourier_kernel(n_trials: int, g: Generator) -> Tensor:
    """The squared error of a kernel of random Fourier features at two random points."""
    x, y = unit_vectors(n_trials, 12, g=g), unit_vectors(n_trials, 12, g=g)
    w = standard_normal(n_trials, 64, 12, g=g)
    difference = x - y
    estimate = torch.bmm(w, difference.unsqueeze(2)).squeeze(2).cos_().mean(1)
    return (estimate - difference.square().sum(1).mul_(-0.5).exp_()).square()


_KEPT = 0.8
a_out, mask = Model(a=iid(Normal(), m), M=iid(Bernoulli(p), m))
network = Sum(r, mask[r] * a_out[r] * relu(inner(w[r], u))) / (sqrt(m) * p)


@example(
    "variance of a layer with dropout",
    Var(network),
    {"d": 16, "m": 48, "p": 0.8, "u": 0.25},
    chunk=512,
    n_trials=2**15,
    statistic="variance",
)
def dropped_out(n_trials: int, g: Generator) -> Tensor:
    """The output of a rectified layer with dropped units."""
    z = standard_normal(n_trials * 48, 16, g=g) @ torch.full((16,), 0.25)
    a = standard_normal(n_trials, 48, g=g)
    mask = (torch.rand(n_trials, 48, generator=g) < _KEPT).float()
    total: Tensor = (z.reshape(n_trials, 48).relu_() * a * mask).sum(1)
    return total / (math.sqrt(48) * _KEPT)


# Spiked matrices.

spiked = g[j] + theta * h[j] * u
times = Sum(j, inner(spiked, w_0) * spiked)
powered = iterate(times / sqrt(norm2(times)), w_0, fixed("q0", d), T)


@example(
    "power iteration on a spiked covariance",
    E(inner(powered, u) ** 2),
    {"n": 60, "d": 20, "theta": 2, "T": 4, "u": 20**-0.5, "q0": [1, *[0] * 19]},
    chunk=256,
    n_trials=2**14,
)
def power_iteration(n_trials: int, g: Generator) -> Tensor:
    """The squared overlap with the spike of four steps of power iteration from ones."""
    s = standard_normal(n_trials, 60, 1, g=g)
    x = standard_normal(n_trials, 60, 20, g=g).addcmul_(s, torch.full((20,), 2 * 20**-0.5))
    q = torch.eye(20)[:, :1].expand(n_trials, 20, 1)
    for _ in range(4):
        q = torch.bmm(x.mT, torch.bmm(x, q))
        q = q / torch.linalg.vector_norm(q, dim=1, keepdim=True)
    return q.sum((1, 2)).square() / 20


covariance = Sum(j, outer(spiked, spiked)) / n


@example(
    "cube of a spiked covariance",
    E(inner(u, covariance**3 @ u)),
    {"n": 40, "d": 24, "theta": 1.5, "u": 24**-0.5},
    chunk=256,
    n_trials=2**14,
)
def spiked_quadratic(n_trials: int, g: Generator) -> Tensor:
    """<u, S^3 u> of a spiked covariance."""
    s = standard_normal(n_trials, 40, 1, g=g)
    u = torch.full((24, 1), 24**-0.5)
    x = standard_normal(n_trials, 40, 24, g=g).addcmul_(s, 1.5 * u.squeeze(1))
    once = torch.bmm(x.mT, x @ u).div_(40)
    return torch.bmm(x, once).square().sum((1, 2)) / 40


# Retrieval, attention.

_FLIPPED = 0.3
b = Index("b", d)
flip = Model(F=iid(Bernoulli(p), d)).F
flipped = tabulate(b, bits[1][b] * (1 - 2 * flip[b]))


@example(
    "argmax by flipped signs",
    P(argmax(j, inner(bits[j], flipped)) != 1),
    {"n": 50, "d": 24, "p": 0.3},
    chunk=256,
    n_trials=2**14,
)
def flipped_retrieval(n_trials: int, g: Generator) -> Tensor:
    """Whether a key of signs with flipped entries is nearest to another."""
    k = torch.empty(n_trials, 50, 24).random_(0, 2, generator=g).mul_(2).sub_(1)
    flips = 1 - 2 * (torch.rand(n_trials, 24, generator=g) < _FLIPPED).float()
    query = k[:, 0] * flips
    return (torch.bmm(k, query.unsqueeze(2)).squeeze(2).argmax(1) != 0).float()


attended = Sum(j, softmax(tabulate(l, beta * inner(k[i], k[l])))[j] * v[j]) - v[i]


@example(
    "error of softmax attention",
    E(norm2(attended)),
    {"n": 24, "d": 16, "d_v": 12, "beta": 5},
    chunk=256,
    n_trials=2**14,
)
def attention_error(n_trials: int, g: Generator) -> Tensor:
    """The squared error of softmax attention by keys, at all keys."""
    k, v = unit_vectors(n_trials, 24, 16, g=g), unit_vectors(n_trials, 24, 12, g=g)
    weights = torch.softmax(torch.bmm(k, k.mT).mul_(5), dim=2)
    return torch.bmm(weights, v).sub_(v).square().sum((1, 2)) / 24


mapped = Sum(j != i, inner(tanh(g[i]), tanh(g[j])) * v[j])


@example(
    "crosstalk of the map tanh", E(norm2(mapped)), {"n": 32, "d": 24, "d_v": 12}, chunk=256, n_trials=2**14
)
def tanh_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """The crosstalk of keys tanh(x)."""
    k, v = standard_normal(n_trials, 32, 24, g=g).tanh_(), unit_vectors(n_trials, 32, 12, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32
