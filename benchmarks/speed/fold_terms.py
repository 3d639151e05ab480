"""What no text says, beside careful programs in torch: states that take in items in turn, random ties."""

from __future__ import annotations

import torch
from theorycheck.theory.laws import DiscreteUniform, Normal, Sphere
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.terms import E, P, argmax, fold, indicator, inner, norm2, outer
from torch import Generator, Tensor

from .example import example, standard_normal, unit_vectors

n, d, S = Size("n", minimum=2), Size("d", minimum=2), Size("S")
(j,) = indices("j", n)
theta, eta = Parameter("theta"), Parameter("eta")
g, e, c = Model(g=iid(Normal(dimension=d), n), e=iid(Normal(), n), c=iid(DiscreteUniform(S), n))
k, v = Model(k=iid(Sphere(d), n), v=iid(Sphere(d), n))
y = Model(y=Normal(dimension=d)).y
w, start, memory = fixed("w", d), fixed("q0", d), fixed("W", d, d)

least_mean_squares = w + eta * (inner(y, g[j]) + theta * e[j] - inner(w, g[j])) * g[j]


@example(
    E(norm2(fold(least_mean_squares, w, j, 0 * y) - y)),
    {"n": 24, "d": 12, "eta": 0.05, "theta": 0.5},
    chunk=1024,
    n_trials=2**16,
)
def online_steps(n_trials: int, g: Generator) -> Tensor:
    """least mean squares along a sequence"""
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


oja_step = w + eta * inner(w, g[j]) * (g[j] - inner(w, g[j]) * w)


@example(
    E(norm2(fold(oja_step, w, j, start))),
    {"n": 24, "d": 8, "eta": 0.05, "q0": [1, *[0] * 7]},
    chunk=1024,
    n_trials=2**16,
)
def oja(n_trials: int, g: Generator) -> Tensor:
    """Oja's rule"""
    x, w = standard_normal(n_trials, 24, 8, g=g), torch.eye(8)[0].expand(n_trials, 8)
    for step in range(24):
        at = x[:, step]
        out = (w * at).sum(1, keepdim=True)
        w = w + 0.05 * out * (at - out * w)
    return w.square().sum(1)


delta_rule = fold(memory + outer(v[j] - memory @ k[j], k[j]), memory, j, 0 * outer(v[1], k[1]))


@example(E(norm2(delta_rule @ k[1] - v[1])), {"n": 16, "d": 16}, chunk=256, n_trials=2**13)
def fast_weights(n_trials: int, g: Generator) -> Tensor:
    """delta rule along a sequence"""
    k, v = unit_vectors(n_trials, 16, 16, g=g), unit_vectors(n_trials, 16, 16, g=g)
    w = torch.zeros(n_trials, 16, 16)
    for step in range(16):
        key = k[:, step, :, None]
        w = w + torch.bmm(v[:, step, :, None] - torch.bmm(w, key), key.mT)
    return (torch.bmm(w, k[:, 0, :, None]).squeeze(2) - v[:, 0]).square().sum(1)


@example(
    P(argmax(j, c[j] + indicator(j == 1), ties="uniform") == 1),
    {"n": 24, "S": 8},
    chunk=2048,
    n_trials=2**16,
)
def vote(n_trials: int, g: Generator) -> Tensor:
    """vote with ties"""
    x = torch.randint(1, 9, (n_trials, 24), generator=g).float()
    x[:, 0] += 1
    hits = (x == x.amax(1, keepdim=True)).float()
    hits *= torch.rand((n_trials, 24), generator=g)
    return (hits.argmax(1) == 0).float()
