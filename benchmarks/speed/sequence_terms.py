"""Terms of sequences, ranks, hashes, kernels and steps beside careful programs in torch.

At first the compiled ones took up to four times as long as these, or counted a score as above itself.
"""

from __future__ import annotations

import torch
from theorycheck.theory.laws import DiscreteUniform, Normal, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import both
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    Var,
    absolute,
    exp,
    fold,
    function,
    gradient,
    indicator,
    inner,
    iterate,
    log,
    max_over,
    norm2,
)
from torch import Generator, Tensor

from .compiled_terms import example, standard_normal, unit_vectors

sign, cos, sin = function("sign"), function("cos"), function("sin")
n, m, T, S = Size("n", minimum=3), Size("m", minimum=2), Size("T", minimum=2), Size("S", minimum=2)
d = Size("d", minimum=2)
i, j, l = indices("i j l", n)
r = Index("r", m)
theta, eta = Parameter("theta"), Parameter("eta")
g, h, e = Model(g=iid(Normal(dimension=d), n), h=iid(Normal(), n), e=iid(Normal(), n))
c, s = Model(c=iid(DiscreteUniform(S), n), s=iid(Rademacher(), n))
k, v, w = Model(k=iid(Sphere(d), n), v=iid(Sphere(d), n), w=iid(Normal(dimension=d), m))
to = Model(f=iid(DiscreteUniform(n), m, n)).f
x, y = Model(x=Normal(dimension=d), y=Normal(dimension=d))
w_0 = fixed("w0", d)
correlated = Sum(i, Sum(j == i + 1, h[i] * h[j])) / Sum(i, h[i] ** 2)


@example("normalised autocorrelation", E(correlated**2), {"n": 64}, chunk=4096, n_trials=2**18)
def autocorrelation(n_trials: int, g: Generator) -> Tensor:
    """The squared ratio of the sums of h_t h_(t+1) and of h_t^2."""
    x = standard_normal(64, n_trials, g=g)
    return ((x[1:] * x[:-1]).sum(0) / x.square().sum(0)).square_()


pairs = n * (n - 1) / 2
tau = Sum(i, Sum(j < i, sign(h[i] - h[j]) * sign(e[i] - e[j]))) / pairs


@example("Kendall's tau", Var(tau), {"n": 32}, chunk=2048, n_trials=2**17, statistic="variance")
def rank_correlation(n_trials: int, g: Generator) -> Tensor:
    """Kendall's tau of two independent samples."""
    x, y = standard_normal(32, n_trials, g=g), standard_normal(32, n_trials, g=g)
    total = torch.zeros(n_trials)
    for step in range(1, 32):
        total += (x[step:] - x[:-step]).mul_(y[step:] - y[:-step]).sign_().sum(0)
    return total / (16 * 31)


alike = Sum(
    i,
    Sum(
        j < i,
        indicator(both(h[i] > h[j], e[i] > e[j])) + indicator(both(h[i] < h[j], e[i] < e[j])),
    ),
)


@example("concordant pairs", E(alike), {"n": 32}, chunk=2048, n_trials=2**17)
def concordant(n_trials: int, g: Generator) -> Tensor:
    """Pairs in the same order in two samples."""
    x, y = standard_normal(32, n_trials, g=g), standard_normal(32, n_trials, g=g)
    total = torch.zeros(n_trials)
    for step in range(1, 32):
        total += ((x[step:] > x[:-step]) == (y[step:] > y[:-step])).sum(0)
    return total


@example(
    "variance of the mean difference",
    Var(Sum(i, Sum(j < i, absolute(h[i] - h[j]))) / pairs),
    {"n": 32},
    chunk=4096,
    n_trials=2**17,
    statistic="variance",
)
def mean_difference(n_trials: int, g: Generator) -> Tensor:
    """The mean of |h_i - h_j| over pairs."""
    x, total = standard_normal(32, n_trials, g=g), torch.zeros(n_trials)
    for step in range(1, 32):
        total += (x[step:] - x[:-step]).abs_().sum(0)
    return total / (16 * 31)


error = Sum(i, Sum(j != i, indicator(c[i] == c[j]) * s[i] * s[j] * h[i] * h[j]))


@example("feature hashing", E(error**2), {"n": 64, "S": 32}, chunk=1024, n_trials=2**17)
def hashed(n_trials: int, g: Generator) -> Tensor:
    """The squared error of |h|^2 by signed sums in 32 bins."""
    c, s = torch.randint(0, 32, (n_trials, 64), generator=g), torch.empty(n_trials, 64)
    x = s.random_(0, 2, generator=g).mul_(2).sub_(1).mul_(standard_normal(n_trials, 64, g=g))
    bins = torch.zeros(n_trials, 32).scatter_add_(1, c, x)
    return (bins.square().sum(1) - x.square().sum(1)).square()


resampled = Sum(i, Sum(j, indicator(to[r, i] == j) * h[j])) / n


@example("mean square of bootstrap means", E(resampled**2), {"n": 32, "m": 8}, chunk=512, n_trials=2**16)
def bootstrap(n_trials: int, g: Generator) -> Tensor:
    """The mean square of eight bootstrap means."""
    x, f = standard_normal(n_trials, 32, g=g), torch.randint(0, 32, (n_trials, 8 * 32), generator=g)
    return x.gather(1, f).reshape(n_trials, 8, 32).mean(2).square().mean(1)


features = (
    Sum(r, cos(inner(w[r], k[i])) * cos(inner(w[r], k[j])) + sin(inner(w[r], k[i])) * sin(inner(w[r], k[j])))
    / m
)


@example(
    "largest error of a kernel of features",
    E(max_over(i, max_over(j < i, absolute(features - exp(-norm2(k[i] - k[j]) / 2))))),
    {"n": 16, "d": 8, "m": 32},
    chunk=512,
    n_trials=2**15,
)
def kernel_error(n_trials: int, g: Generator) -> Tensor:
    """The largest error of a kernel of random Fourier features among points."""
    x, w = unit_vectors(n_trials, 16, 8, g=g), standard_normal(n_trials, 32, 8, g=g)
    z = torch.bmm(x, w.mT)
    features = torch.cat([z.cos(), z.sin_()], 2)
    kernel = torch.bmm(x, x.mT).sub_(1).exp_()
    return torch.bmm(features, features.mT).div_(32).sub_(kernel).abs_().amax((1, 2))


_MOST = 3
read = Sum(l, inner(k[i], k[l]) * v[l])
above = Sum(j, indicator(inner(read, v[j]) > inner(read, v[i])))


@example("own value among three", P(above < _MOST), {"n": 32, "d": 16}, chunk=256, n_trials=2**14)
def among_three(n_trials: int, g: Generator) -> Tensor:
    """The share of items whose own score is among the three highest."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    return ((scores > scores.diagonal(dim1=1, dim2=2).unsqueeze(2)).sum(2) < _MOST).float().mean(1)


label = sign(inner(g[j], y))
loss = Sum(j, log(1 + exp(-label * inner(g[j], w_0)))) / n


@example(
    "three logistic steps",
    E(inner(iterate(w_0 - eta * gradient(loss, w_0), w_0, 0 * y, T), y)),
    {"n": 32, "d": 8, "eta": 0.5, "T": 3},
    chunk=512,
    n_trials=2**16,
)
def logistic_steps(n_trials: int, g: Generator) -> Tensor:
    """The product of the true weights with those after three gradient steps from zero."""
    x, t = standard_normal(n_trials, 32, 8, g=g), standard_normal(n_trials, 8, 1, g=g)
    x *= torch.bmm(x, t).sign_()
    w = torch.zeros(n_trials, 8, 1)
    for _ in range(3):
        w = w + torch.bmm(x.mT, torch.sigmoid(-torch.bmm(x, w))).mul_(0.5 / 32)
    return (w * t).sum((1, 2))


learned = fold(
    w_0 + eta * (inner(y, g[j]) + theta * e[j] - inner(w_0, g[j])) * g[j],
    w_0,
    j,
    0 * y,
)


@example(
    "least mean squares along a sequence",
    E(norm2(learned - y)),
    {"n": 24, "d": 12, "eta": 0.05, "theta": 0.5},
    chunk=1024,
    n_trials=2**16,
)
def online_steps(n_trials: int, g: Generator) -> Tensor:
    """The squared error of the weights after a least-mean-squares step by each item."""
    x, e, t = (
        standard_normal(n_trials, 24, 12, g=g),
        standard_normal(n_trials, 24, g=g),
        standard_normal(n_trials, 12, g=g),
    )
    y, w = torch.bmm(x, t.unsqueeze(2)).squeeze(2).add_(e, alpha=0.5), torch.zeros(n_trials, 12)
    for step in range(24):
        at = x[:, step]
        w = torch.addcmul(w, at, (y[:, step] - (w * at).sum(1)).unsqueeze(1), value=0.05)
    return (w - t).square().sum(1)
