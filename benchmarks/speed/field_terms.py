"""Further terms of several fields beside careful programs in torch, as `compiled_terms` has them.

The compiler was not made for them: they were written to see what it makes of terms that it had not met.
"""

from __future__ import annotations

import math
from fractions import Fraction

import torch
from theorycheck.theory.laws import (
    Bernoulli,
    DiscreteUniform,
    MarkovChain,
    Mixture,
    Normal,
    Rademacher,
    Sphere,
    Uniform,
    Zipf,
)
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.node import Term, both
from theorycheck.theory.terms import (
    PI,
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
    log,
    max_over,
    median,
    min_over,
    norm2,
    outer,
    relu,
    softmax,
    sqrt,
    tabulate,
    trace,
)
from torch import Generator, Tensor

from .compiled_terms import example, standard_normal, unit_vectors

cos, sign = function("cos"), function("sign")
n, m, T, S = Size("n", minimum=3), Size("m", minimum=2), Size("T", minimum=3), Size("S")
d, d_k, d_v = sizes("d d_k d_v")
i, j, l = indices("i j l", n)
r, s = indices("r s", m)
a, b = indices("a b", d)
beta, theta, eta, tau = (Parameter(name) for name in ("beta", "theta", "eta", "tau"))
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
g = Model(g=iid(Normal(dimension=d), n)).g
h = Model(h=iid(Normal(), n)).h
x, y, z = Model(x=Normal(dimension=d), y=Normal(dimension=d), z=Normal(dimension=d))
u = fixed("u", d)
c = Model(c=iid(DiscreteUniform(S), n)).c

_HALF, _DENSITY, _FLIPPED = 0.5, 0.3, 0.1

# Crosstalk of other maps.

cubic = Sum(j != i, inner(k[i], k[j]) ** 3 * v[j])


@example(
    "crosstalk of a cubic map", E(norm2(cubic)), {"n": 48, "d_k": 16, "d_v": 24}, chunk=128, n_trials=2**13
)
def cubic_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """The mean of |sum over j != i of <k_i, k_j>^3 v_j|^2."""
    k, v = unit_vectors(n_trials, 48, 16, g=g), unit_vectors(n_trials, 48, 24, g=g)
    gram = torch.bmm(k, k.mT)
    gram = gram.square().mul_(gram)
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 48


exponential = Sum(j != i, exp(beta * (inner(k[i], k[j]) - 1)) * v[j])


@example(
    "crosstalk of an exponential map",
    E(norm2(exponential)),
    {"n": 32, "d_k": 24, "d_v": 16, "beta": 6},
    chunk=256,
    n_trials=2**13,
)
def exponential_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """The same with exp(6 (<k_i, k_j> - 1))."""
    k, v = unit_vectors(n_trials, 32, 24, g=g), unit_vectors(n_trials, 32, 16, g=g)
    gram = torch.bmm(k, k.mT).mul_(6).sub_(6).exp_()
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


w_1 = outer(v[1], k[1])
w_2 = w_1 + outer(v[2] - w_1 @ k[2], k[2])
w_3 = w_2 + outer(v[3] - w_2 @ k[3], k[3])


@example(
    "delta rule", E(norm2(w_3 @ k[1] - v[1])), {"n": 3, "d_k": 24, "d_v": 16}, chunk=1024, n_trials=2**15
)
def delta_rule(n_trials: int, g: Generator) -> Tensor:
    """What is read at the first key after it is written, then the second by the delta rule, and so on."""
    k, v = unit_vectors(n_trials, 3, 24, g=g), unit_vectors(n_trials, 3, 16, g=g)
    w = torch.bmm(v[:, 0, :, None], k[:, 0, None, :])
    for t in (1, 2):
        key = k[:, t, :, None]
        w = w + torch.bmm(v[:, t, :, None] - torch.bmm(w, key), key.mT)
    return (torch.bmm(w, k[:, 0, :, None]).squeeze(2) - v[:, 0]).square().sum(1)


# Retrieval errors.

noise = Model(e=Normal(covariance=1 / d_k, dimension=d_k)).e
noisy = k[1] + theta * noise


@example(
    "retrieval of a noisy key",
    P(argmax(j, inner(noisy, k[j])) != 1),
    {"n": 64, "d_k": 32, "theta": 0.8},
    chunk=256,
    n_trials=2**14,
)
def noisy_retrieval(n_trials: int, g: Generator) -> Tensor:
    """Whether a noisy key is nearest to another key."""
    k, e = unit_vectors(n_trials, 64, 32, g=g), standard_normal(n_trials, 32, g=g)
    query = torch.add(k[:, 0], e, alpha=0.8 / 32**0.5)
    return (torch.bmm(k, query.unsqueeze(2)).squeeze(2).argmax(1) != 0).float()


blurred = k[1] + theta * noise
softened = softmax(tabulate(j, beta * inner(blurred, k[j])))


@example(
    "squared error of softmax retrieval",
    E(norm2(Sum(j, softened[j] * k[j]) - k[1])),
    {"n": 64, "d_k": 32, "theta": 0.5, "beta": 8},
    chunk=256,
    n_trials=2**14,
)
def softmax_retrieval(n_trials: int, g: Generator) -> Tensor:
    """The squared error of a softmax average of keys for a noisy key."""
    k, e = unit_vectors(n_trials, 64, 32, g=g), standard_normal(n_trials, 32, g=g)
    query = torch.add(k[:, 0], e, alpha=0.5 / 32**0.5)
    weight = torch.softmax(torch.bmm(k, query.unsqueeze(2)).squeeze(2).mul_(8), 1)
    return (torch.bmm(weight.unsqueeze(1), k).squeeze(1) - k[:, 0]).square().sum(1)


own_weight = softmax(tabulate(j, beta * inner(k[i], k[j])))[i]


@example(
    "some key attends elsewhere",
    P(any_(i, own_weight < Fraction(1, 2))),
    {"n": 32, "d_k": 24, "beta": 4},
    chunk=256,
    n_trials=2**14,
)
def worst_attention(n_trials: int, g: Generator) -> Tensor:
    """Whether for some key as a query half of the weight is elsewhere."""
    k = unit_vectors(n_trials, 32, 24, g=g)
    weight = torch.softmax(torch.bmm(k, k.mT).mul_(4), -1)
    return (weight.diagonal(dim1=1, dim2=2) < _HALF).any(1).float()


# Random features.

w = Model(w=iid(Normal(dimension=d), m)).w
phase = Model(p=iid(Uniform(0, 2 * PI), m)).p
x_0, y_0 = fixed("x0", d), fixed("y0", d)
fourier = Sum(r, 2 * cos(inner(w[r], x_0) + phase[r]) * cos(inner(w[r], y_0) + phase[r])) / m


@example(
    "squared error of Fourier features",
    E((fourier - exp(-norm2(x_0 - y_0) / 2)) ** 2),
    {"d": 16, "m": 96, "x0": 0.2, "y0": torch.linspace(-0.3, 0.5, 16).tolist()},
    chunk=256,
    n_trials=2**14,
)
def fourier_features(n_trials: int, g: Generator) -> Tensor:
    """The squared error of an average of random Fourier features."""
    x, y = torch.full((16,), 0.2), torch.linspace(-0.3, 0.5, 16)
    p = torch.empty(n_trials, 96).uniform_(0, 2 * math.pi, generator=g)
    z = (standard_normal(n_trials * 96, 16, g=g) @ torch.stack((x, y), 1)).reshape(n_trials, 96, 2)
    f = (z + p.unsqueeze(2)).cos_()
    estimate = (f[..., 0] * f[..., 1]).mean(1).mul_(2)
    return (estimate - math.exp(-float((x - y).square().sum()) / 2)).square()


k_d, v_d = Model(k=iid(Sphere(d), n), v=iid(Sphere(d), n))
q = Model(q=Sphere(d)).q
feature_weight = Sum(r, exp(inner(w[r], k_d[j])) * exp(inner(w[r], q)))
linear_attention = Sum(j, feature_weight * v_d[j]) / Sum(j, feature_weight)


@example(
    "linear attention by positive features",
    E(norm2(linear_attention)),
    {"n": 32, "d": 16, "m": 24},
    chunk=256,
    n_trials=2**14,
)
def positive_features(n_trials: int, g: Generator) -> Tensor:
    """The squared length of an output of linear attention with positive random features."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    q, w = unit_vectors(n_trials, 16, g=g), standard_normal(n_trials, 24, 16, g=g)
    features = torch.bmm(k, w.mT).exp_()
    query = torch.bmm(w, q.unsqueeze(2)).exp_()
    weights = torch.bmm(features, query)
    out = torch.bmm(weights.mT, v).squeeze(1)
    return out.div_(weights.sum(1)).square().sum(1)


# Spiked matrices, products of random matrices.

G = Model(G=iid(Normal(), d, d)).G


def wigner(p: Term, q: Term) -> Term:
    """An entry of the symmetric matrix with a spike."""
    return (G[p, q] + G[q, p]) / sqrt(2 * d) + theta * u[p] * u[q]


a_2, a_3 = indices("a2 a3", d)
cubed = Sum(a, Sum(b, Sum(a_2, Sum(a_3, u[a] * wigner(a, b) * wigner(b, a_2) * wigner(a_2, a_3) * u[a_3]))))


@example(
    "power of a spiked Wigner matrix",
    E(cubed),
    {"d": 48, "theta": 1.5, "u": 48**-0.5},
    chunk=64,
    n_trials=2**13,
)
def spiked_wigner(n_trials: int, g: Generator) -> Tensor:
    """<u, W^3 u> of W = (G + G^T) / sqrt(2 d) + theta u u^T."""
    u = torch.full((48, 1), 48**-0.5)
    x = standard_normal(n_trials, 48, 48, g=g)
    w = (x + x.mT).mul_(96**-0.5).add_(1.5 * (u @ u.T))
    once = w @ u
    return (once.squeeze(2) * torch.bmm(w, once).squeeze(2)).sum(1)


M_1, M_2, M_3 = Model(
    A=iid(Normal(covariance=1 / d, dimension=d), d),
    B=iid(Normal(covariance=1 / d, dimension=d), d),
    C=iid(Normal(covariance=1 / d, dimension=d), d),
)


def layer(matrix: Term, x: Term) -> Term:
    """A linear layer."""
    return tabulate(a, inner(matrix[a], x))


@example(
    "three random layers",
    P(norm2(layer(M_3, layer(M_2, layer(M_1, u)))) > 1),
    {"d": 32, "u": 32**-0.5},
    chunk=128,
    n_trials=2**13,
)
def deep_linear(n_trials: int, g: Generator) -> Tensor:
    """Whether three random layers stretch a vector."""
    h = torch.full((32, 1), 32**-0.5).expand(n_trials, 32, 1)
    for _ in range(3):
        h = torch.bmm(standard_normal(n_trials, 32, 32, g=g).mul_(32**-0.5), h)
    return (h.square().sum((1, 2)) > 1).float()


@example(
    "three rectified layers",
    E(norm2(relu(layer(M_3, relu(layer(M_2, relu(layer(M_1, u)))))))),
    {"d": 32, "u": 32**-0.5},
    chunk=128,
    n_trials=2**13,
)
def rectified_net(n_trials: int, g: Generator) -> Tensor:
    """The squared length after three rectified layers."""
    h = torch.full((32, 1), 32**-0.5).expand(n_trials, 32, 1)
    for _ in range(3):
        h = torch.bmm(standard_normal(n_trials, 32, 32, g=g).mul_(32**-0.5), h).relu_()
    return h.square().sum((1, 2))


sample_covariance = Sum(j, outer(g[j], g[j]))


@example(
    "effective rank",
    E(trace(sample_covariance) ** 2 / trace(sample_covariance @ sample_covariance)),
    {"n": 24, "d": 40},
    chunk=256,
    n_trials=2**14,
)
def effective_rank(n_trials: int, g: Generator) -> Tensor:
    """(Tr S)^2 / Tr S^2 of a sample covariance."""
    x = standard_normal(n_trials, 24, 40, g=g)
    gram = torch.bmm(x, x.mT)
    return gram.diagonal(dim1=1, dim2=2).sum(1).square() / gram.square().sum((1, 2))


# Regression in context.

e = Model(e=iid(Normal(), n)).e
target = inner(y, g[j]) + theta * e[j]
guess = Sum(j, target * inner(g[j], z)) / n


@example(
    "regression by linear attention",
    E((guess - inner(y, z)) ** 2),
    {"n": 40, "d": 12, "theta": 0.3},
    chunk=512,
    n_trials=2**15,
)
def linear_attention_regression(n_trials: int, g: Generator) -> Tensor:
    """The squared error of the mean of y_j <x_j, z>."""
    x, e = standard_normal(n_trials, 40, 12, g=g), standard_normal(n_trials, 40, g=g)
    t, z = standard_normal(n_trials, 12, 1, g=g), standard_normal(n_trials, 12, 1, g=g)
    y = torch.bmm(x, t).squeeze(2).add_(e, alpha=0.3)
    score = torch.bmm(x, z).squeeze(2)
    guess = (y * score).sum(1) / 40
    return (guess - (t * z).sum((1, 2))).square()


w_0 = fixed("w0", d)
risk = Sum(j, (inner(w_0, g[j]) - target) ** 2) / (2 * n)
descended = iterate(w_0 - eta * gradient(risk, w_0), w_0, 0 * y, T)


@example(
    "four steps of regression",
    E(norm2(descended - y)),
    {"n": 32, "d": 8, "theta": 0.5, "eta": 0.4, "T": 4},
    chunk=512,
    n_trials=2**15,
)
def gradient_steps(n_trials: int, g: Generator) -> Tensor:
    """The squared error of the weights after four gradient steps from zero."""
    x, e, t = (
        standard_normal(n_trials, 32, 8, g=g),
        standard_normal(n_trials, 32, 1, g=g),
        standard_normal(n_trials, 8, 1, g=g),
    )
    y = torch.bmm(x, t).add_(e, alpha=0.5)
    gram, moment = torch.bmm(x.mT, x), torch.bmm(x.mT, y)
    w = torch.zeros(n_trials, 8, 1)
    for _ in range(4):
        w = w - (torch.bmm(gram, w) - moment) * (0.4 / 32)
    return (w - t).square().sum((1, 2))


label = sign(inner(g[j], y))
logistic = Sum(j, log(1 + exp(-label * inner(g[j], w_0)))) / n


@example(
    "gradient of a logistic loss",
    E(norm2(gradient(logistic, w_0))),
    {"n": 48, "d": 16, "w0": 0.1},
    chunk=256,
    n_trials=2**14,
)
def logistic_gradient(n_trials: int, g: Generator) -> Tensor:
    """The squared length of the gradient of a logistic loss."""
    x, t = standard_normal(n_trials, 48, 16, g=g), standard_normal(n_trials, 16, 1, g=g)
    y = torch.bmm(x, t).sign_()
    at = torch.full((16, 1), 0.1)
    slope = torch.sigmoid((x @ at).mul_(y).neg_()).mul_(y).neg_()
    return (torch.bmm(x.mT, slope) / 48).square().sum((1, 2))


log_softmax = inner(g[1], w_0) - log(Sum(j, exp(inner(g[j], w_0))))


@example(
    "gradient of log softmax",
    E(norm2(gradient(log_softmax, w_0))),
    {"n": 40, "d": 16, "w0": 0.3},
    chunk=512,
    n_trials=2**15,
)
def softmax_gradient(n_trials: int, g: Generator) -> Tensor:
    """The squared length of the gradient of log softmax(K w)_1 in w."""
    k, at = standard_normal(n_trials, 40, 16, g=g), torch.full((16, 1), 0.3)
    p = torch.softmax((k @ at).squeeze(2), 1)
    return (k[:, 0] - torch.bmm(p.unsqueeze(1), k).squeeze(1)).square().sum(1)


# Counts.

slot = Index("slot", S)
load = Sum(j, indicator(c[j] == slot))


@example("largest load", E(max_over(slot, load)), {"n": 64, "S": 32}, chunk=1024, n_trials=2**18)
def largest_load(n_trials: int, g: Generator) -> Tensor:
    """The most values in a bin."""
    x = torch.randint(0, 32, (n_trials, 64), generator=g)
    load = torch.zeros(n_trials, 32).scatter_add_(1, x, torch.ones(n_trials, 64))
    return load.amax(1)


@example(
    "empty bins",
    E(Sum(slot, indicator(all_(j, c[j] != slot)))),
    {"n": 64, "S": 48},
    chunk=1024,
    n_trials=2**18,
)
def empty_bins(n_trials: int, g: Generator) -> Tensor:
    """Bins without values."""
    x = torch.randint(0, 48, (n_trials, 64), generator=g)
    seen = torch.zeros(n_trials, 48).scatter_(1, x, 1.0)
    return 48 - seen.sum(1)


@example(
    "triples by load",
    E(Sum(slot, load * (load - 1) * (load - 2)) / 6),
    {"n": 40, "S": 40},
    chunk=1024,
    n_trials=2**18,
)
def triples(n_trials: int, g: Generator) -> Tensor:
    """Triples of equal values."""
    x = torch.randint(0, 40, (n_trials, 40), generator=g)
    load = torch.zeros(n_trials, 40).scatter_add_(1, x, torch.ones(n_trials, 40))
    return (load * (load - 1) * (load - 2)).sum(1) / 6


edge = Model(A=iid(Bernoulli(Parameter("p")), n, n)).A


@example(
    "triangles of a random graph",
    E(Sum(i, Sum(j < i, Sum(l < j, edge[i, j] * edge[j, l] * edge[i, l])))),
    {"n": 24, "p": 0.3},
    chunk=512,
    n_trials=2**14,
)
def triangles(n_trials: int, g: Generator) -> Tensor:
    """Triangles of a random graph."""
    x = (torch.rand((n_trials, 24, 24), generator=g) < _DENSITY).float().tril_(-1)
    return (torch.bmm(x, x) * x).sum((1, 2))


@example(
    "inversions",
    Var(Sum(i, Sum(j < i, indicator(h[i] < h[j])))),
    {"n": 40},
    chunk=4096,
    n_trials=2**16,
    statistic="variance",
)
def inversions(n_trials: int, g: Generator) -> Tensor:
    """Pairs that are not in order."""
    x = standard_normal(40, n_trials, g=g)
    found = torch.zeros(n_trials)
    for step in range(1, 40):
        found += (x[step:] < x[:-step]).float().sum(0)
    return found


@example("records", E(Sum(i, indicator(all_(j < i, h[j] < h[i])))), {"n": 48}, chunk=2048, n_trials=2**16)
def records(n_trials: int, g: Generator) -> Tensor:
    """Values above all before them."""
    x = standard_normal(n_trials, 48, g=g)
    best = x.cummax(1).values
    return (best[:, 1:] > best[:, :-1]).float().sum(1) + 1


# Medians, quantiles, ties.

points = Model(x=iid(Uniform(), n, 3)).x
axis_ = Index("axis", 3)
apart = Sum(axis_, (points[i, axis_] - points[j, axis_]) ** 2)


@example(
    "median of the closest pair",
    median(min_over(i, min_over(j != i, apart))),
    {"n": 24},
    chunk=512,
    n_trials=2**15,
    statistic="quantile 0.5",
)
def closest_pair(n_trials: int, g: Generator) -> Tensor:
    """The least squared distance of points."""
    x = torch.rand((n_trials, 24, 3), generator=g)
    squares = x.square().sum(2)
    apart = torch.baddbmm(squares.unsqueeze(2) + squares.unsqueeze(1), x, x.mT, alpha=-2)
    apart.diagonal(dim1=1, dim2=2).fill_(torch.inf)
    return apart.amin((1, 2)).unsqueeze(1)


unit_noise = Model(U=iid(Uniform(), n)).U
perturbed = theta * indicator(j == 1) - log(-log(unit_noise[j]))


@example(
    "largest of perturbed logits",
    P(argmax(j, perturbed) == 1),
    {"n": 40, "theta": 2},
    chunk=4096,
    n_trials=2**16,
)
def gumbel(n_trials: int, g: Generator) -> Tensor:
    """Whether the largest of logit + Gumbel noise is the first's."""
    x = torch.rand((n_trials, 40), generator=g).log_().neg_().log_().neg_()
    x[:, 0] += 2
    return (x.argmax(1) == 0).float()


@example(
    "vote with ties",
    P(argmax(j, c[j] + indicator(j == 1), ties="uniform") == 1),
    {"n": 24, "S": 8},
    chunk=2048,
    n_trials=2**16,
)
def vote(n_trials: int, g: Generator) -> Tensor:
    """The place of the largest of few values, ties broken uniformly."""
    x = torch.randint(1, 9, (n_trials, 24), generator=g).float()
    x[:, 0] += 1
    hits = (x == x.amax(1, keepdim=True)).float()
    hits *= torch.rand((n_trials, 24), generator=g)
    return (hits.argmax(1) == 0).float()


# Chains, texts, mixtures.

move, start = fixed("M", S, S), fixed("p0", S)
state = Model(s=chain(MarkovChain(move, start), T)).s
time, later = indices("t later", T)
_MOVES = torch.tensor([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.3, 0.3, 0.4]])
pairs = Sum(time, Sum(later == time + 1, indicator(both(state[time] == 1, state[later] == 1))))
firsts = Sum(time <= T - 1, indicator(state[time] == 1))


@example(
    "bigram estimate",
    E((pairs + Fraction(1, 2)) / (firsts + 1)),
    {"T": 32, "S": 3, "M": _MOVES.tolist(), "p0": [1, 0, 0]},
    chunk=4096,
    n_trials=2**15,
)
def bigrams(n_trials: int, g: Generator) -> Tensor:
    """(N_11 + 1/2) / (N_1 + 1) along a chain of three states."""
    edges, state = _MOVES.cumsum(1)[:, :-1], torch.zeros(n_trials, dtype=torch.long)
    u = torch.rand((31, n_trials), generator=g)
    pairs, first = torch.zeros(n_trials), torch.zeros(n_trials)
    for step in u:
        after = (step.unsqueeze(1) >= edges[state]).sum(1)
        at_first = state == 0
        first += at_first
        pairs += at_first & (after == 0)
        state = after
    return (pairs + 0.5) / (first + 1)


text = Model(t=iid(Zipf(Fraction(6, 5), S), n)).t
weight = slot ** Fraction(-6, 5) / Sum(slot, slot ** Fraction(-6, 5))
missing = Sum(slot, weight * indicator(all_(j, text[j] != slot)))


@example("unseen mass", E(missing), {"n": 64, "S": 128}, chunk=1024, n_trials=2**15)
def unseen(n_trials: int, g: Generator) -> Tensor:
    """The probability of what does not occur."""
    weights = torch.arange(1, 129, dtype=torch.float64) ** -1.2
    p = (weights / weights.sum()).float()
    x = torch.searchsorted(p.cumsum(0), torch.rand((n_trials, 64), generator=g)).clamp_max_(127)
    seen = torch.zeros(n_trials, 128).scatter_(1, x, 1.0)
    return 1 - seen @ p


blob = Model(b=iid(Mixture((Fraction(1, 2), Fraction(1, 2)), (Normal(-1), Normal(1))), n)).b
log_likelihood = Sum(j, log(exp(-((blob[j] - 1) ** 2) / 2) + exp(-((blob[j] + 1) ** 2) / 2))) / n


@example("likelihood of a mixture", E(log_likelihood), {"n": 64}, chunk=1024, n_trials=2**15)
def likelihood(n_trials: int, g: Generator) -> Tensor:
    """The mean of log(exp(-(x - 1)^2 / 2) + exp(-(x + 1)^2 / 2))."""
    x = standard_normal(n_trials, 64, g=g).add_(
        torch.empty(n_trials, 64).random_(0, 2, generator=g).mul_(2).sub_(1)
    )
    return torch.logaddexp(-(x - 1).square() / 2, -(x + 1).square() / 2).mean(1)


signs = Model(x=iid(Rademacher(d), n)).x
one_sign = Model(s=Rademacher(d)).s
rows = Model(k=iid(Sphere(d), n)).k


@example(
    "Rademacher complexity",
    E(max_over(j, inner(one_sign, rows[j]))),
    {"n": 64, "d": 24},
    chunk=512,
    n_trials=2**14,
)
def rademacher_complexity(n_trials: int, g: Generator) -> Tensor:
    """The largest <s, x_j> of random signs s."""
    x = unit_vectors(n_trials, 64, 24, g=g)
    s = torch.empty(n_trials, 1, 24).random_(0, 2, generator=g).mul_(2).sub_(1)
    return torch.bmm(s, x.mT).squeeze(1).amax(1)


flip = Model(f=iid(Bernoulli(Fraction(1, 10)), d)).f
local_field = Sum(j, signs[j][a] * Sum(b != a, signs[j][b] * signs[1][b] * (1 - 2 * flip[b])))


@example(
    "overlap after a Hopfield step",
    E(Sum(a, sign(local_field) * signs[1][a]) / d),
    {"n": 10, "d": 64},
    chunk=256,
    n_trials=2**14,
)
def hopfield_step(n_trials: int, g: Generator) -> Tensor:
    """The overlap of one update of a pattern that is multiplied by random signs, mostly 1."""
    x = torch.empty(n_trials, 10, 64).random_(0, 2, generator=g).mul_(2).sub_(1)
    flips = (torch.rand((n_trials, 1, 64), generator=g) < _FLIPPED).float().mul_(-2).add_(1)
    begun = x[:, :1] * flips
    overlap = torch.bmm(x, begun.mT)
    field = torch.bmm(overlap.mT, x).sub_(begun, alpha=10)
    return (field.sign_() * x[:, :1]).mean((1, 2))


lengths = Sum(r, inner(w[r], rows[j]) ** 2) / m


@example(
    "distortion of a random projection",
    P(any_(j, absolute(lengths - 1) > Fraction(1, 2))),
    {"n": 16, "d": 32, "m": 24},
    chunk=256,
    n_trials=2**14,
)
def projection_distortion(n_trials: int, g: Generator) -> Tensor:
    """Whether a random projection changes a squared length of some vector by a half."""
    x, p = unit_vectors(n_trials, 16, 32, g=g), standard_normal(n_trials, 24, 32, g=g)
    lengths = torch.bmm(x, p.mT).square().sum(2).div_(24)
    return ((lengths - 1).abs().amax(1) > _HALF).float()


def layer_norm(vector: Term) -> Term:
    """A component of (x - mean) / sqrt(variance + 1/100)."""
    mean = Sum(b, vector[b]) / d
    return (vector[a] - mean) / sqrt(Sum(b, (vector[b] - mean) ** 2) / d + Fraction(1, 100))


other = theta * x + y


@example(
    "overlap after layer normalisation",
    E((Sum(a, layer_norm(x) * layer_norm(other)) / d) ** 2),
    {"d": 48, "theta": 0.5},
    chunk=2048,
    n_trials=2**16,
)
def normalised(n_trials: int, g: Generator) -> Tensor:
    """<f(x), f(y)> / d of layer-normalised correlated vectors, squared."""
    x, e = standard_normal(n_trials, 48, g=g), standard_normal(n_trials, 48, g=g)
    y = torch.add(0.5 * x, e)

    def f(x: Tensor) -> Tensor:
        x = x - x.mean(1, keepdim=True)
        return x / x.square().mean(1, keepdim=True).add_(0.01).sqrt_()

    return ((f(x) * f(y)).mean(1)).square()


@example(
    "radial kernel",
    E(exp(-norm2(g[i] - g[j]) / 16)),
    {"n": 32, "d": 16},
    chunk=256,
    n_trials=2**14,
    where=(i != j,),
)
def radial_kernel(n_trials: int, g: Generator) -> Tensor:
    """The mean of exp(-|x_i - x_j|^2 / 16) over pairs."""
    x = standard_normal(n_trials, 32, 16, g=g)
    squares = x.square().sum(2)
    apart = torch.baddbmm(squares.unsqueeze(2) + squares.unsqueeze(1), x, x.mT, alpha=-2)
    kernel = apart.mul_(-1 / 16).exp_()
    return (kernel.sum((1, 2)) - 32) / (32 * 31)


@example(
    "nearest centre",
    P(any_(j != 1, norm2(y + g[1] - g[j]) < norm2(y))),
    {"n": 24, "d": 16},
    chunk=512,
    n_trials=2**14,
)
def nearest_cluster(n_trials: int, g: Generator) -> Tensor:
    """Whether a point of the first cluster lies nearer to another centre."""
    centres, noise = standard_normal(n_trials, 24, 16, g=g), standard_normal(n_trials, 16, g=g)
    x = centres[:, 0] + noise
    return ((centres - x.unsqueeze(1)).square().sum(2).argmin(1) != 0).float()


@example(
    "collisions by load",
    E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))),
    {"n": 96, "S": 64},
    chunk=1024,
    n_trials=2**17,
)
def collisions_by_load(n_trials: int, g: Generator) -> Tensor:
    """Pairs of equal values."""
    x = torch.randint(0, 64, (n_trials, 96), generator=g)
    load = torch.zeros(n_trials, 64).scatter_add_(1, x, torch.ones(n_trials, 96))
    return (load * (load - 1)).sum(1) / 2


triple_collisions = example(
    "triple collisions",
    E(Sum(i, Sum(j < i, Sum(l < j, indicator(both(c[i] == c[j], c[j] == c[l])))))),
    {"n": 40, "S": 40},
    chunk=1024,
    n_trials=2**16,
)(triples.hand)
