"""Terms over pairs, triples and steps beside careful programs in torch, as `compiled_terms` has them.

They were written before anything was measured of them, and some cost 3 to 40 times the program then.
"""

from __future__ import annotations

import math

import torch
from theorycheck.theory.laws import DiscreteUniform, Normal, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import both
from theorycheck.theory.terms import (
    PI,
    E,
    P,
    Product,
    Sum,
    argmax,
    exp,
    fold,
    function,
    indicator,
    inner,
    norm2,
    outer,
    sqrt,
)
from torch import Generator, Tensor

from .compiled_terms import example, standard_normal, unit_vectors

arccos, cos, sign = (function(name) for name in ("arccos", "cos", "sign"))
n, m, S, d = Size("n", minimum=3), Size("m", minimum=2), Size("S", minimum=2), Size("d", minimum=2)
i, j, l = indices("i j l", n)
r, slot = Index("r", m), Index("slot", S)
eta = Parameter("eta")
k, v, g, c = Model(
    k=iid(Sphere(d), n), v=iid(Sphere(d), n), g=iid(Normal(dimension=d), n), c=iid(DiscreteUniform(S), n)
)
w, other = Model(w=iid(Normal(dimension=d), m), b=iid(DiscreteUniform(S), m))
x, y = Model(x=Normal(dimension=d), y=Normal(dimension=d))
w_0, start, memory = fixed("w0", d), fixed("q0", d), fixed("W", d, d)
pairs = n * (n - 1) / 2
kernel = Sum(r, cos(inner(w[r], k[i] - k[j]))) / m
kernel_error = (kernel - exp(-norm2(k[i] - k[j]) / 2)) ** 2


@example(
    "kernel of Fourier features over pairs",
    E(Sum(i, Sum(j < i, kernel_error)) / pairs),
    {"n": 16, "d": 8, "m": 32},
    chunk=512,
    n_trials=2**14,
)
def fourier_pairs(n_trials: int, g: Generator) -> Tensor:
    """The mean squared error of a kernel of random Fourier features over pairs."""
    k, w = unit_vectors(n_trials, 16, 8, g=g), standard_normal(n_trials, 32, 8, g=g)
    z = torch.bmm(k, w.mT)
    features = torch.cat([z.cos(), z.sin_()], 2)
    kernel = torch.bmm(k, k.mT).sub_(1).exp_()
    error = torch.bmm(features, features.mT).div_(32).sub_(kernel)
    error.diagonal(dim1=1, dim2=2).zero_()
    return error.square().sum((1, 2)) / (16 * 15)


differing = Sum(r, indicator(inner(w[r], k[i]) * inner(w[r], k[j]) < 0)) / m
angle_error = (differing - arccos(inner(k[i], k[j])) / PI) ** 2


@example(
    "angles by signs of projections",
    E(Sum(i, Sum(j < i, angle_error))),
    {"n": 16, "d": 16, "m": 32},
    chunk=256,
    n_trials=2**14,
)
def hamming_pairs(n_trials: int, g: Generator) -> Tensor:
    """The squared errors of angles by the signs of random projections, over pairs."""
    k, w = unit_vectors(n_trials, 16, 16, g=g), standard_normal(n_trials, 32, 16, g=g)
    signs = torch.bmm(k, w.mT).sign_()
    apart = torch.bmm(signs, signs.mT).mul_(-0.5 / 32).add_(0.5)
    error = apart.sub_(torch.bmm(k, k.mT).clamp_(-1, 1).arccos_().div_(math.pi))
    error.diagonal(dim1=1, dim2=2).zero_()
    return error.square().sum((1, 2)) / 2


equal = indicator(both(c[i] == c[j], c[j] == c[l]))
triples = Sum(i, Sum(j != i, Sum((l != i) & (l != j), equal)))


@example("equal triples in any order", E(triples), {"n": 40, "S": 100}, chunk=1024, n_trials=2**17)
def equal_triples(n_trials: int, g: Generator) -> Tensor:
    """Triples of places with equal values, in any order."""
    x = torch.randint(0, 100, (n_trials, 40), generator=g)
    load = torch.zeros(n_trials, 100).scatter_add_(1, x, torch.ones(n_trials, 40))
    return (load * (load - 1) * (load - 2)).sum(1)


@example(
    "empty bins by a product",
    E(Sum(slot, Product(j, 1 - indicator(c[j] == slot)))),
    {"n": 64, "S": 50},
    chunk=1024,
    n_trials=2**17,
)
def empty_bins(n_trials: int, g: Generator) -> Tensor:
    """Bins without values."""
    x = torch.randint(0, 50, (n_trials, 64), generator=g)
    return 50 - torch.zeros(n_trials, 50).scatter_(1, x, 1.0).sum(1)


@example(
    "matches of two samples",
    E(Sum(j, Sum(r, indicator(c[j] == other[r])))),
    {"n": 32, "m": 24, "S": 50},
    chunk=1024,
    n_trials=2**17,
)
def matches(n_trials: int, g: Generator) -> Tensor:
    """Pairs of equal values in two samples."""
    x = torch.randint(0, 50, (n_trials, 32), generator=g)
    y = torch.randint(0, 50, (n_trials, 24), generator=g)
    load = torch.zeros(n_trials, 50).scatter_add_(1, x, torch.ones(n_trials, 32))
    return load.gather(1, y).sum(1)


following = indicator(Sum(l == i + 1, c[l]) == Sum(l == j + 1, c[l]))
bigrams = Sum(i <= n - 1, Sum(j < i, indicator(c[i] == c[j]) * following))


@example("repeated bigrams", E(bigrams), {"n": 48, "S": 8}, chunk=1024, n_trials=2**15)
def repeated_bigrams(n_trials: int, g: Generator) -> Tensor:
    """Pairs of places with the same token and the same next token."""
    x = torch.empty(48, n_trials).random_(0, 8, generator=g)
    code = x[:-1] * 8 + x[1:]
    total = torch.zeros(n_trials)
    for step in range(1, 47):
        total += (code[step:] == code[:-step]).sum(0)
    return total


@example(
    "mean distance of pairs",
    E(Sum(i, Sum(j < i, sqrt(norm2(g[i] - g[j])))) / pairs),
    {"n": 32, "d": 8},
    chunk=256,
    n_trials=2**15,
)
def distances(n_trials: int, g: Generator) -> Tensor:
    """The mean distance of pairs."""
    x = standard_normal(n_trials, 32, 8, g=g)
    lengths = x.square().sum(2)
    apart = torch.baddbmm(lengths.unsqueeze(2) + lengths.unsqueeze(1), x, x.mT, alpha=-2).clamp_min_(0)
    apart.diagonal(dim1=1, dim2=2).zero_()
    return apart.sqrt_().sum((1, 2)) / (32 * 31)


nearest = g[argmax(j, -norm2(g[j] - x))]


@example(
    "label of the nearest neighbour",
    P(sign(inner(y, nearest)) != sign(inner(y, x))),
    {"n": 40, "d": 6},
    chunk=512,
    n_trials=2**15,
)
def nearest_label(n_trials: int, g: Generator) -> Tensor:
    """Whether the nearest of 40 points lies on the other side of a plane."""
    x, t = standard_normal(n_trials, 40, 6, g=g), standard_normal(n_trials, 6, 1, g=g)
    q = standard_normal(n_trials, 6, 1, g=g)
    place = x.square().sum(2).sub_(torch.bmm(x, q).squeeze(2), alpha=2).argmin(1)
    near = x[torch.arange(n_trials), place]
    return ((near * t.squeeze(2)).sum(1).sign() != (q * t).sum((1, 2)).sign()).float()


oja_step = w_0 + eta * inner(w_0, g[j]) * (g[j] - inner(w_0, g[j]) * w_0)


@example(
    "Oja's rule",
    E(norm2(fold(oja_step, w_0, j, start))),
    {"n": 24, "d": 8, "eta": 0.05, "q0": [1, *[0] * 7]},
    chunk=1024,
    n_trials=2**16,
)
def oja(n_trials: int, g: Generator) -> Tensor:
    """The squared length after a step of Oja's rule by each item."""
    x, w = standard_normal(n_trials, 24, 8, g=g), torch.eye(8)[0].expand(n_trials, 8)
    for step in range(24):
        at = x[:, step]
        out = (w * at).sum(1, keepdim=True)
        w = w + 0.05 * out * (at - out * w)
    return w.square().sum(1)


delta_rule = fold(memory + outer(v[j] - memory @ k[j], k[j]), memory, j, 0 * outer(v[1], k[1]))


@example(
    "delta rule along a sequence",
    E(norm2(delta_rule @ k[1] - v[1])),
    {"n": 16, "d": 16},
    chunk=256,
    n_trials=2**13,
)
def fast_weights(n_trials: int, g: Generator) -> Tensor:
    """The squared error at the first key after a delta rule over all keys."""
    k, v = unit_vectors(n_trials, 16, 16, g=g), unit_vectors(n_trials, 16, 16, g=g)
    w = torch.zeros(n_trials, 16, 16)
    for step in range(16):
        key = k[:, step, :, None]
        w = w + torch.bmm(v[:, step, :, None] - torch.bmm(w, key), key.mT)
    return (torch.bmm(w, k[:, 0, :, None]).squeeze(2) - v[:, 0]).square().sum(1)


written = outer(v[1], k[1]) + outer(v[2], k[2]) + outer(v[3], k[3])


@example(
    "memory of three outer products",
    E(norm2(written @ k[1] - v[1])),
    {"n": 3, "d": 24},
    chunk=512,
    n_trials=2**16,
)
def three_outer_products(n_trials: int, g: Generator) -> Tensor:
    """The squared error at the first key of a memory of three."""
    k, v = unit_vectors(n_trials, 3, 24, g=g), unit_vectors(n_trials, 3, 24, g=g)
    weight = torch.bmm(k, k[:, 0, :, None])
    return (torch.bmm(weight.mT, v).squeeze(1) - v[:, 0]).square().sum(1)
