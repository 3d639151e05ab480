"""Terms of scores, sketches and steps beside careful programs in torch, as `compiled_terms` has them.

They were written before anything was measured of them, and some cost 1.5 to 60 times the program then.
"""

from __future__ import annotations

import math

import torch
from theorycheck.theory.laws import DiscreteUniform, Normal, Sphere, Uniform
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.terms import (
    PI,
    E,
    Sum,
    all_,
    exp,
    function,
    indicator,
    inner,
    log,
    max_over,
    minimum,
    norm2,
    softmax,
    sqrt,
    tabulate,
)
from torch import Generator, Tensor

from .compiled_terms import example, standard_normal, unit_vectors

cos, sign = function("cos"), function("sign")
n, m, S, d = Size("n", minimum=3), Size("m", minimum=2), Size("S", minimum=2), Size("d", minimum=2)
i, j, l = indices("i j l", n)
r, slot = Index("r", m), Index("slot", S)
beta, gamma, theta, tau = (Parameter(name) for name in ("beta", "gamma", "theta", "tau"))
k, v, q, p = Model(k=iid(Sphere(d), n), v=iid(Sphere(d), n), q=iid(Sphere(d), n), p=iid(Sphere(d), n))
g, h, e, c = Model(
    g=iid(Normal(dimension=d), n), h=iid(Normal(), n), e=iid(Normal(), n), c=iid(DiscreteUniform(S), n)
)
w, phase, tables = Model(
    w=iid(Normal(dimension=d), m), b=iid(Uniform(0, 2 * PI), m), C=iid(DiscreteUniform(S), m, n)
)
one, x, y = Model(one=Sphere(d), x=Normal(dimension=d), y=Normal(dimension=d))
matrix = fixed("M", d, d)

# Crosstalk of other maps.

f_i, f_j = exp(k[i]), exp(k[j])
normalised = Sum(j != i, inner(f_i, f_j) / sqrt(norm2(f_i) * norm2(f_j)) * v[j])


@example(
    "exponential map of normalised keys", E(norm2(normalised)), {"n": 32, "d": 16}, chunk=512, n_trials=2**14
)
def exponential_keys(n_trials: int, g: Generator) -> Tensor:
    """The mean of |sum over j != i of <f_i, f_j> v_j|^2 over i, with f = exp(k) / |exp(k)|."""
    f, v = unit_vectors(n_trials, 32, 16, g=g).exp_(), unit_vectors(n_trials, 32, 16, g=g)
    f /= torch.linalg.vector_norm(f, dim=-1, keepdim=True)
    return torch.bmm(f, torch.bmm(f.mT, v)).sub_(v).square().sum((1, 2)) / 32


both_heads = Sum(j != i, inner(k[i], k[j]) * inner(p[i], p[j]) * v[j])


@example("crosstalk of two heads", E(norm2(both_heads)), {"n": 32, "d": 16}, chunk=256, n_trials=2**13)
def two_heads(n_trials: int, g: Generator) -> Tensor:
    """The same with the product of the scores of two heads."""
    k, v, p = (unit_vectors(n_trials, 32, 16, g=g) for _ in range(3))
    gram = torch.bmm(k, k.mT).mul_(torch.bmm(p, p.mT))
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


decayed = Sum(j <= i, gamma ** (i - j) * inner(q[i], k[j]) * v[j])


@example(
    "linear attention with decay",
    E(norm2(decayed)),
    {"n": 32, "d": 16, "gamma": 0.9},
    chunk=256,
    n_trials=2**13,
)
def decaying_attention(n_trials: int, g: Generator) -> Tensor:
    """The mean of |sum over j <= i of 0.9^(i - j) <q_i, k_j> v_j|^2 over i."""
    k, v, q = (unit_vectors(n_trials, 32, 16, g=g) for _ in range(3))
    places = torch.arange(32)
    weights = torch.bmm(q, k.mT).mul_((0.9 ** (places[:, None] - places).float()).tril())
    return torch.bmm(weights, v).square().sum((1, 2)) / 32


# Scores.

weight = softmax(tabulate(l, beta * inner(k[i], k[l])))[j]


@example(
    "entropy of attention",
    E(-Sum(j, weight * log(weight))),
    {"n": 32, "d": 16, "beta": 4},
    chunk=256,
    n_trials=2**13,
)
def entropy(n_trials: int, g: Generator) -> Tensor:
    """The mean entropy of softmax(4 <k_i, k_l>) over i."""
    k = unit_vectors(n_trials, 32, 16, g=g)
    logs = torch.log_softmax(torch.bmm(k, k.mT).mul_(4), 2)
    return (logs.exp() * logs).sum((1, 2)) / -32


share = softmax(tabulate(l, h[l]))


@example("effective number of weights", E(1 / Sum(j, share[j] ** 2)), {"n": 24}, chunk=8192, n_trials=2**18)
def effective_number(n_trials: int, g: Generator) -> Tensor:
    """1 / sum p^2 of a softmax of normals."""
    return torch.softmax(standard_normal(n_trials, 24, g=g), 1).square().sum(1).reciprocal()


@example(
    "second largest score of many",
    E(max_over(i, minimum(inner(one, k[i]), max_over(j != i, inner(one, k[j]))))),
    {"n": 512, "d": 64},
    chunk=16,
    n_trials=2**9,
)
def second_score(n_trials: int, g: Generator) -> Tensor:
    """The second largest score of 512 keys."""
    k, q = unit_vectors(n_trials, 512, 64, g=g), unit_vectors(n_trials, 1, 64, g=g)
    return torch.bmm(q, k.mT).squeeze(1).topk(2, dim=1).values[:, 1]


above = Sum(j, indicator(inner(one, k[j]) > inner(one, k[i])))


@example(
    "three largest scores of many",
    E(Sum(i, inner(one, k[i]) * indicator(above < 3))),  # noqa: PLR2004
    {"n": 256, "d": 32},
    chunk=64,
    n_trials=2**11,
)
def top_three(n_trials: int, g: Generator) -> Tensor:
    """The sum of the three largest scores of 256 keys."""
    k, q = unit_vectors(n_trials, 256, 32, g=g), unit_vectors(n_trials, 1, 32, g=g)
    return torch.bmm(q, k.mT).squeeze(1).topk(3, dim=1).values.sum(1)


_CLOSE = 0.2
cosine = inner(g[i], g[j]) / sqrt(norm2(g[i]) * norm2(g[j]))


@example(
    "cosines above a number",
    E(Sum(i, Sum(j < i, indicator(cosine > tau)))),
    {"n": 32, "d": 16, "tau": _CLOSE},
    chunk=512,
    n_trials=2**14,
)
def close_pairs(n_trials: int, g: Generator) -> Tensor:
    """Pairs of normal vectors with a cosine above 0.2."""
    x = standard_normal(n_trials, 32, 16, g=g)
    x /= torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    return ((torch.bmm(x, x.mT) > _CLOSE).sum((1, 2)) - 32).float() / 2


# Tables and sketches.


@example(
    "collisions over tables",
    E(Sum(r, Sum(i, Sum(j < i, indicator(tables[r, i] == tables[r, j]))))),
    {"n": 64, "m": 4, "S": 64},
    chunk=1024,
    n_trials=2**16,
)
def table_collisions(n_trials: int, g: Generator) -> Tensor:
    """Pairs with equal values in each of four tables, counted table by table."""
    x, ones = torch.randint(0, 64, (n_trials, 4, 64), generator=g), torch.ones(n_trials, 4, 64)
    load = torch.zeros(n_trials, 4, 64).scatter_add_(2, x, ones)
    return load.square().sum((1, 2)).sub_(4 * 64).div_(2)


side = all_(r, sign(inner(w[r], k[i])) == sign(inner(w[r], k[j])))


@example(
    "pairs with equal sign patterns",
    E(Sum(i, Sum(j < i, indicator(side)))),
    {"n": 48, "m": 4, "d": 16},
    chunk=512,
    n_trials=2**15,
)
def sign_patterns(n_trials: int, g: Generator) -> Tensor:
    """Pairs of points on one side of each of four planes."""
    k, w = unit_vectors(n_trials, 48, 16, g=g), standard_normal(n_trials, 4, 16, g=g)
    code = (torch.bmm(k, w.mT) > 0).float() @ torch.tensor([1.0, 2.0, 4.0, 8.0])
    load = torch.zeros(n_trials, 16).scatter_add_(1, code.long(), torch.ones(n_trials, 48))
    return load.square().sum(1).sub_(48).div_(2)


@example(
    "largest sum in a bin",
    E(max_over(slot, Sum(j, indicator(c[j] == slot) * h[j]) ** 2)),
    {"n": 48, "S": 64},
    chunk=2048,
    n_trials=2**17,
)
def largest_bucket(n_trials: int, g: Generator) -> Tensor:
    """The largest squared sum of normals in 64 bins."""
    c, x = torch.randint(0, 64, (n_trials, 48), generator=g), standard_normal(n_trials, 48, g=g)
    return torch.zeros(n_trials, 64).scatter_add_(1, c, x).square_().amax(1)


estimated = 2 * Sum(r, cos(inner(w[r], k[i]) + phase[r]) * cos(inner(w[r], k[j]) + phase[r])) / m
pairs = n * (n - 1) / 2


@example(
    "Fourier features with phases over pairs",
    E(Sum(i, Sum(j < i, (estimated - exp(-norm2(k[i] - k[j]) / 2)) ** 2)) / pairs),
    {"n": 24, "d": 8, "m": 32},
    chunk=512,
    n_trials=2**13,
)
def phased_features(n_trials: int, g: Generator) -> Tensor:
    """The mean squared error of a Gaussian kernel of random Fourier features with phases over pairs."""
    k, w = unit_vectors(n_trials, 24, 8, g=g), standard_normal(n_trials, 32, 8, g=g)
    b = torch.empty(n_trials, 1, 32).uniform_(0, 2 * math.pi, generator=g)
    f = torch.bmm(k, w.mT).add_(b).cos_()
    error = torch.bmm(f, f.mT).mul_(2 / 32).sub_(torch.bmm(k, k.mT).sub_(1).exp_())
    error.diagonal(dim1=1, dim2=2).zero_()
    return error.square().sum((1, 2)) / (24 * 23)


# Regression in context.

_PRECONDITIONER = 0.5 * torch.eye(16) + 0.1
step = matrix @ (Sum(j, (inner(y, g[j]) + theta * e[j]) * g[j]) / n)


@example(
    "preconditioned step of regression",
    E((inner(step, x) - inner(y, x)) ** 2),
    {"n": 32, "d": 16, "theta": 0.5, "M": _PRECONDITIONER.tolist()},
    chunk=512,
    n_trials=2**15,
)
def preconditioned(n_trials: int, g: Generator) -> Tensor:
    """The squared error at a query after one preconditioned step on noisy labels."""
    x, e = standard_normal(n_trials, 32, 16, g=g), standard_normal(n_trials, 32, g=g)
    t, z = standard_normal(n_trials, 16, g=g), standard_normal(n_trials, 16, g=g)
    label = torch.bmm(x, t.unsqueeze(2)).squeeze(2).add_(e, alpha=0.5)
    step = torch.bmm(label.unsqueeze(1), x).squeeze(1).div_(32) @ _PRECONDITIONER.T
    return ((step - t) * z).sum(1).square()
