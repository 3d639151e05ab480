"""Crosstalk, retrieval, attention and written memories, each beside a careful program in torch."""

from __future__ import annotations

from functools import partial

import torch
from torch import Generator, Tensor

from .example import Hand, of_text, standard_normal, unit_vectors

example = partial(of_text, (
    "k: sphere(d)", "v: sphere(d_v)", "p: sphere(d)", "q: sphere(d)",
    "e: normal(covariance=1/d, dimension=d)", "g: normal(dimension=d)", "h: normal()",
    "w[m]: normal(dimension=d)", "x: rademacher(d)", "f[d]: bernoulli(delta)",
))  # fmt: skip

_MOST = 3
_HALF, _SELDOM, _OFTEN = 0.5, 0.1, 0.3
_TWO = "(outer(v_1, k_1) + outer(v_2 - outer(v_1, k_1) @ k_2, k_2))"
"""The memory that the delta rule has written after two items."""


def _crosstalk_sum(n_trials: int, g: Generator, size: int, keys: int, values: int) -> Tensor:
    k, v = unit_vectors(n_trials, size, keys, g=g), unit_vectors(n_trials, size, values, g=g)
    if size * (keys + values) < 2 * keys * values:
        out = torch.bmm(torch.bmm(k, k.mT), v)
    else:
        out = torch.bmm(k, torch.bmm(k.mT, v))
    return out.sub_(v)


def crosstalk(size: int, keys: int, values: int) -> Hand:
    """The mean of |sum over j != i of <k_i, k_j> v_j|^2 over i."""

    def drawn(n_trials: int, g: Generator) -> Tensor:
        return _crosstalk_sum(n_trials, g, size, keys, values).square().sum((1, 2)) / size

    drawn.__doc__ = f"crosstalk power {size} {keys} {values}"
    return drawn


@example("median(|sum_{j != i} <k_i, k_j> v_j|^2)", {"n": 8, "d": 32, "d_v": 8}, chunk=1024, n_trials=2**16)
def each_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """median crosstalk power"""
    return _crosstalk_sum(n_trials, g, 8, 32, 8).square().sum(2)


few_items, large_keys, many_items = (
    example(
        "E|sum_{j != i} <k_i, k_j> v_j|^2",
        {"n": size, "d": keys, "d_v": values},
        chunk=max(16, 2**18 // (size * (keys + values))),
        n_trials=2**25 // (size * (keys + values)),
    )(crosstalk(size, keys, values))
    for size, keys, values in ((8, 32, 8), (32, 256, 32), (64, 64, 8))
)


@example(
    "E|sum_{j != i} <relu(k_i), relu(k_j)> v_j|^2", {"n": 32, "d": 32, "d_v": 16}, chunk=256, n_trials=2**14
)
def relu_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """crosstalk of the map relu"""
    k, v = unit_vectors(n_trials, 32, 32, g=g).relu_(), unit_vectors(n_trials, 32, 16, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


@example("E|sum_{j != i} <k_i, k_j>^3 v_j|^2", {"n": 48, "d": 16, "d_v": 24}, chunk=128, n_trials=2**13)
def cubic_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """crosstalk of a cubic map"""
    k, v = unit_vectors(n_trials, 48, 16, g=g), unit_vectors(n_trials, 48, 24, g=g)
    gram = torch.bmm(k, k.mT)
    gram = gram.square().mul_(gram)
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 48


@example(
    "E|sum_{j != i} exp(beta (<k_i, k_j> - 1)) v_j|^2",
    {"n": 32, "d": 24, "d_v": 16, "beta": 6},
    chunk=256,
    n_trials=2**13,
)
def exponential_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """crosstalk of an exponential map"""
    k, v = unit_vectors(n_trials, 32, 24, g=g), unit_vectors(n_trials, 32, 16, g=g)
    gram = torch.bmm(k, k.mT).mul_(6).sub_(6).exp_()
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


@example(
    "E|sum_{j != i} <tanh(g_i), tanh(g_j)> v_j|^2", {"n": 32, "d": 24, "d_v": 12}, chunk=256, n_trials=2**14
)
def tanh_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """crosstalk of the map tanh"""
    k, v = standard_normal(n_trials, 32, 24, g=g).tanh_(), unit_vectors(n_trials, 32, 12, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


@example(
    "E|sum_{j != i} <exp(k_i), exp(k_j)>/sqrt(|exp(k_i)|^2 |exp(k_j)|^2) v_j|^2",
    {"n": 32, "d": 16, "d_v": 16},
    chunk=512,
    n_trials=2**14,
)
def exponential_keys(n_trials: int, g: Generator) -> Tensor:
    """exponential map of normalised keys"""
    f, v = unit_vectors(n_trials, 32, 16, g=g).exp_(), unit_vectors(n_trials, 32, 16, g=g)
    f /= torch.linalg.vector_norm(f, dim=-1, keepdim=True)
    return torch.bmm(f, torch.bmm(f.mT, v)).sub_(v).square().sum((1, 2)) / 32


@example(
    "E|sum_{j != i} <k_i, k_j> <p_i, p_j> v_j|^2", {"n": 32, "d": 16, "d_v": 16}, chunk=256, n_trials=2**13
)
def two_heads(n_trials: int, g: Generator) -> Tensor:
    """crosstalk of two heads"""
    k, v, p = (unit_vectors(n_trials, 32, 16, g=g) for _ in range(3))
    gram = torch.bmm(k, k.mT).mul_(torch.bmm(p, p.mT))
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


# Retrieval.


@example(
    "P(any_{j != i} (<sum_l <k_i, k_l> v_l, v_j> >= <sum_l <k_i, k_l> v_l, v_i>))",
    {"n": 32, "d": 16, "d_v": 16},
    chunk=256,
    n_trials=2**14,
)
def retrieval_error(n_trials: int, g: Generator) -> Tensor:
    """retrieval error"""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    own = scores.diagonal(dim1=1, dim2=2).clone()
    scores.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    return (scores.amax(-1) >= own).float().mean(1)


@example(
    "P(argmax_j <sum_l <k_i, k_l> v_l, v_j> != i)", {"n": 32, "d": 16, "d_v": 16}, chunk=256, n_trials=2**14
)
def nearest(n_trials: int, g: Generator) -> Tensor:
    """nearest value by argmax"""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    return (scores.argmax(-1) != torch.arange(32)).float().mean(1)


@example(
    "P(sum_j 1[<sum_l <k_i, k_l> v_l, v_j> > <sum_l <k_i, k_l> v_l, v_i>] < 3)",
    {"n": 32, "d": 16, "d_v": 16},
    chunk=256,
    n_trials=2**14,
)
def among_three(n_trials: int, g: Generator) -> Tensor:
    """own value among three"""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    return ((scores > scores.diagonal(dim1=1, dim2=2).unsqueeze(2)).sum(2) < _MOST).float().mean(1)


@example("P(argmax_j <k_1 + theta e, k_j> != 1)", {"n": 64, "d": 32, "theta": 0.8}, chunk=256, n_trials=2**14)
def noisy_retrieval(n_trials: int, g: Generator) -> Tensor:
    """retrieval of a noisy key"""
    k, e = unit_vectors(n_trials, 64, 32, g=g), standard_normal(n_trials, 32, g=g)
    query = torch.add(k[:, 0], e, alpha=0.8 / 32**0.5)
    return (torch.bmm(k, query.unsqueeze(2)).squeeze(2).argmax(1) != 0).float()


@example(
    "E|sum_j softmax(tabulate_l beta <k_1 + theta e, k_l>)[j] k_j - k_1|^2",
    {"n": 64, "d": 32, "theta": 0.5, "beta": 8},
    chunk=256,
    n_trials=2**14,
)
def softmax_retrieval(n_trials: int, g: Generator) -> Tensor:
    """squared error of softmax retrieval"""
    k, e = unit_vectors(n_trials, 64, 32, g=g), standard_normal(n_trials, 32, g=g)
    query = torch.add(k[:, 0], e, alpha=0.5 / 32**0.5)
    weight = torch.softmax(torch.bmm(k, query.unsqueeze(2)).squeeze(2).mul_(8), 1)
    return (torch.bmm(weight.unsqueeze(1), k).squeeze(1) - k[:, 0]).square().sum(1)


@example(
    "P(any_i (softmax(tabulate_j beta <k_i, k_j>)[i] < 1/2))",
    {"n": 32, "d": 24, "beta": 4},
    chunk=256,
    n_trials=2**14,
)
def worst_attention(n_trials: int, g: Generator) -> Tensor:
    """some key attends elsewhere"""
    k = unit_vectors(n_trials, 32, 24, g=g)
    weight = torch.softmax(torch.bmm(k, k.mT).mul_(4), -1)
    return (weight.diagonal(dim1=1, dim2=2) < _HALF).any(1).float()


@example(
    "P(argmax_j <x_j, tabulate_b x_1[b] (1 - 2 f_b)> != 1)",
    {"n": 50, "d": 24, "delta": 0.3},
    chunk=256,
    n_trials=2**14,
)
def flipped_retrieval(n_trials: int, g: Generator) -> Tensor:
    """argmax by flipped signs"""
    k = torch.empty(n_trials, 50, 24).random_(0, 2, generator=g).mul_(2).sub_(1)
    flips = 1 - 2 * (torch.rand(n_trials, 24, generator=g) < _OFTEN).float()
    query = k[:, 0] * flips
    return (torch.bmm(k, query.unsqueeze(2)).squeeze(2).argmax(1) != 0).float()


@example("E max_i min(<q, k_i>, max_{j != i} <q, k_j>)", {"n": 512, "d": 64}, chunk=16, n_trials=2**9)
def second_score(n_trials: int, g: Generator) -> Tensor:
    """second largest score of many"""
    k, q = unit_vectors(n_trials, 512, 64, g=g), unit_vectors(n_trials, 1, 64, g=g)
    return torch.bmm(q, k.mT).squeeze(1).topk(2, dim=1).values[:, 1]


@example(
    "E sum_i <q, k_i> 1[sum_j 1[<q, k_j> > <q, k_i>] < 3]", {"n": 256, "d": 32}, chunk=64, n_trials=2**11
)
def top_three(n_trials: int, g: Generator) -> Tensor:
    """three largest scores of many"""
    k, q = unit_vectors(n_trials, 256, 32, g=g), unit_vectors(n_trials, 1, 32, g=g)
    return torch.bmm(q, k.mT).squeeze(1).topk(3, dim=1).values.sum(1)


# Attention.


@example(
    "E|sum_j softmax(tabulate_l beta <q, k_l>)[j] v_j|^2",
    {"n": 64, "d": 32, "d_v": 32, "beta": 8},
    chunk=128,
    n_trials=2**14,
)
def attention(n_trials: int, g: Generator) -> Tensor:
    """softmax attention output"""
    k, v, q = (
        unit_vectors(n_trials, 64, 32, g=g),
        unit_vectors(n_trials, 64, 32, g=g),
        unit_vectors(n_trials, 32, g=g),
    )
    weights = torch.softmax(torch.bmm(k, q.unsqueeze(2)).squeeze(2).mul_(8.0), dim=1)
    return torch.bmm(weights.unsqueeze(1), v).squeeze(1).square().sum(1)


@example(
    "E|(sum_{j <= i} exp(beta <k_i, k_j>) v_j)/(sum_{j <= i} exp(beta <k_i, k_j>))|^2",
    {"n": 32, "d": 16, "d_v": 16, "beta": 4},
    chunk=256,
    n_trials=2**14,
)
def causal_attention(n_trials: int, g: Generator) -> Tensor:
    """causal attention output"""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(k, k.mT).mul_(4.0).exp_().tril_()
    out = torch.bmm(scores, v).div_(scores.sum(-1, keepdim=True))
    return out.square().sum((1, 2)) / 32


@example(
    "E|sum_j softmax(tabulate_l beta <k_i, k_l>)[j] v_j - v_i|^2",
    {"n": 24, "d": 16, "d_v": 12, "beta": 5},
    chunk=256,
    n_trials=2**14,
)
def attention_error(n_trials: int, g: Generator) -> Tensor:
    """error of softmax attention"""
    k, v = unit_vectors(n_trials, 24, 16, g=g), unit_vectors(n_trials, 24, 12, g=g)
    weights = torch.softmax(torch.bmm(k, k.mT).mul_(5), dim=2)
    return torch.bmm(weights, v).sub_(v).square().sum((1, 2)) / 24


@example(
    "E[-sum_{j=1}^n softmax(tabulate_l beta <k_i, k_l>)[j] log(softmax(tabulate_l beta <k_i, k_l>)[j])]",
    {"n": 32, "d": 16, "beta": 4},
    chunk=256,
    n_trials=2**13,
)
def entropy(n_trials: int, g: Generator) -> Tensor:
    """entropy of attention"""
    k = unit_vectors(n_trials, 32, 16, g=g)
    logs = torch.log_softmax(torch.bmm(k, k.mT).mul_(4), 2)
    return (logs.exp() * logs).sum((1, 2)) / -32


@example("E[1/(sum_{i=1}^n softmax(tabulate_j h_j)[i]^2)]", {"n": 24}, chunk=8192, n_trials=2**18)
def effective_number(n_trials: int, g: Generator) -> Tensor:
    """effective number of weights"""
    return torch.softmax(standard_normal(n_trials, 24, g=g), 1).square().sum(1).reciprocal()


@example(
    "E|(sum_j (sum_r exp(<w_r, k_j>) exp(<w_r, q>)) v_j)/(sum_j sum_r exp(<w_r, k_j>) exp(<w_r, q>))|^2",
    {"n": 32, "d": 16, "m": 24, "d_v": 16},
    chunk=256,
    n_trials=2**14,
)
def positive_features(n_trials: int, g: Generator) -> Tensor:
    """linear attention by positive features"""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    q, w = unit_vectors(n_trials, 16, g=g), standard_normal(n_trials, 24, 16, g=g)
    features = torch.bmm(k, w.mT).exp_()
    query = torch.bmm(w, q.unsqueeze(2)).exp_()
    weights = torch.bmm(features, query)
    out = torch.bmm(weights.mT, v).squeeze(1)
    return out.div_(weights.sum(1)).square().sum(1)


@example(
    "E|sum_{j <= i} rho^(i - j) <q_i, k_j> v_j|^2",
    {"n": 32, "d": 16, "rho": 0.9, "d_v": 16},
    chunk=256,
    n_trials=2**13,
)
def decaying_attention(n_trials: int, g: Generator) -> Tensor:
    """linear attention with decay"""
    k, v, q = (unit_vectors(n_trials, 32, 16, g=g) for _ in range(3))
    places = torch.arange(32)
    weights = torch.bmm(q, k.mT).mul_((0.9 ** (places[:, None] - places).float()).tril())
    return torch.bmm(weights, v).square().sum((1, 2)) / 32


# Memories that are written.


@example(
    f"E|({_TWO} + outer(v_3 - {_TWO} @ k_3, k_3)) @ k_1 - v_1|^2",
    {"n": 3, "d": 24, "d_v": 16},
    chunk=1024,
    n_trials=2**15,
)
def delta_rule(n_trials: int, g: Generator) -> Tensor:
    """delta rule"""
    k, v = unit_vectors(n_trials, 3, 24, g=g), unit_vectors(n_trials, 3, 16, g=g)
    w = torch.bmm(v[:, 0, :, None], k[:, 0, None, :])
    for t in (1, 2):
        key = k[:, t, :, None]
        w = w + torch.bmm(v[:, t, :, None] - torch.bmm(w, key), key.mT)
    return (torch.bmm(w, k[:, 0, :, None]).squeeze(2) - v[:, 0]).square().sum(1)


@example(
    "E|(outer(v_1, k_1) + outer(v_2, k_2) + outer(v_3, k_3)) @ k_1 - v_1|^2",
    {"n": 3, "d": 24, "d_v": 24},
    chunk=512,
    n_trials=2**16,
)
def three_outer_products(n_trials: int, g: Generator) -> Tensor:
    """memory of three outer products"""
    k, v = unit_vectors(n_trials, 3, 24, g=g), unit_vectors(n_trials, 3, 24, g=g)
    weight = torch.bmm(k, k[:, 0, :, None])
    return (torch.bmm(weight.mT, v).squeeze(1) - v[:, 0]).square().sum(1)


@example(
    "P((sum_{j != 1} x_j[a] sum_{b != a} x_j[b] x_1[b])/d x_1[a] < -1)",
    {"n": 12, "d": 64},
    chunk=256,
    n_trials=2**14,
)
def hopfield(n_trials: int, g: Generator) -> Tensor:
    """unstable bits of a Hopfield pattern"""
    x = torch.empty(n_trials, 12, 64).random_(0, 2, generator=g).mul_(2).sub_(1)
    first, rest = x[:, :1], x[:, 1:]
    overlap = torch.bmm(rest, first.mT)
    field = (torch.bmm(overlap.mT, rest) - 11 * first).div_(64)
    return (field * first < -1).float().mean((1, 2))


@example(
    "E[(sum_a sign(sum_j x_j[a] sum_{b != a} x_j[b] x_1[b] (1 - 2 f_b)) x_1[a])/d]",
    {"n": 10, "d": 64, "delta": 0.1},
    chunk=256,
    n_trials=2**14,
)
def hopfield_step(n_trials: int, g: Generator) -> Tensor:
    """overlap after a Hopfield step"""
    x = torch.empty(n_trials, 10, 64).random_(0, 2, generator=g).mul_(2).sub_(1)
    flips = (torch.rand((n_trials, 1, 64), generator=g) < _SELDOM).float().mul_(-2).add_(1)
    begun = x[:, :1] * flips
    overlap = torch.bmm(x, begun.mT)
    field = torch.bmm(overlap.mT, x).sub_(begun, alpha=10)
    return (field.sign_() * x[:, :1]).mean((1, 2))
