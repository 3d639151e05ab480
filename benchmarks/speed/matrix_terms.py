"""Random matrices, features, kernels, distances and layers, each beside a careful program in torch."""

from __future__ import annotations

import math
from functools import partial

import torch
from torch import Generator, Tensor

from .example import of_text, standard_normal, unit_vectors

example = partial(of_text, (
    "g: normal(dimension=d)", "w[m]: normal(dimension=d)", "x: normal(dimension=d)",
    "y: normal(dimension=d)", "k: sphere(d)", "p: sphere(d)", "q: sphere(d)", "s: rademacher()",
    "e: rademacher(d)", "h: normal()", "v[m]: normal()", "t[m]: uniform(0, 2 pi)", "D[m]: bernoulli(delta)",
    "z[n, 3]: uniform()", "G[d, d]: normal()", "A[d]: normal(covariance=1/d, dimension=d)",
    "B[d]: normal(covariance=1/d, dimension=d)", "C[d]: normal(covariance=1/d, dimension=d)", "u: fixed(d)",
    "w0: fixed(d)", "x0: fixed(d)", "y0: fixed(d)", "q0: fixed(d)",
))  # fmt: skip

_HALF, _CLOSE, _KEPT = 0.5, 0.2, 0.8
_U = torch.full((32,), 32**-0.5)
_X = torch.linspace(-1, 1, 32) / 3
_Y = torch.linspace(1, 0, 32) / 3
_TIMES = "(sum_j <g_j + theta h_j u, w0> (g_j + theta h_j u))"
"""A spiked covariance times w0."""


def _wigner(a: str, b: str) -> str:
    """An entry of the symmetric matrix with a spike."""
    return f"((G[{a}, {b}] + G[{b}, {a}])/sqrt(2 d) + theta u_{a} u_{b})"


def _layer_norm(x: str) -> str:
    """A component of (x - mean)/sqrt(variance + 1/100)."""
    mean = f"(sum_{{c=1}}^d {x}[c])/d"
    return f"({x}[a] - {mean})/sqrt((sum_{{b=1}}^d ({x}[b] - {mean})^2)/d + 1/100)"


def _spiked(n_trials: int, g: Generator) -> Tensor:
    s = torch.randint(0, 2, (n_trials, 64, 1), generator=g).float().mul_(2).sub_(1)
    return standard_normal(n_trials, 64, 32, g=g).addcmul_(s, 1.5 * _U)


@example("E tr((sum_j g_j g_j^T)^3)", {"n": 16, "d": 48}, chunk=256, n_trials=2**14)
def wishart_cube(n_trials: int, g: Generator) -> Tensor:
    """trace of a cubed Wishart matrix"""
    x = standard_normal(n_trials, 16, 48, g=g)
    gram = torch.bmm(x, x.mT)
    return (torch.bmm(gram, gram) * gram).sum((1, 2))


@example("E[tr(sum_j g_j g_j^T)^2/tr((sum_j g_j g_j^T)^2)]", {"n": 24, "d": 40}, chunk=256, n_trials=2**14)
def effective_rank(n_trials: int, g: Generator) -> Tensor:
    """effective rank"""
    x = standard_normal(n_trials, 24, 40, g=g)
    gram = torch.bmm(x, x.mT)
    return gram.diagonal(dim1=1, dim2=2).sum(1).square() / gram.square().sum((1, 2))


@example(
    "E<u, (sum_j outer((g_j + theta s_j u), (g_j + theta s_j u)))/n @ u>",
    {"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
    chunk=256,
    n_trials=2**14,
)
def spiked_overlap(n_trials: int, g: Generator) -> Tensor:
    """overlap of a spiked covariance"""
    return (_spiked(n_trials, g) @ _U).square().mean(1)


@example(
    "E tr(((sum_j outer((g_j + theta s_j u), (g_j + theta s_j u)))/n)^2)",
    {"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
    chunk=256,
    n_trials=2**14,
)
def spiked_trace(n_trials: int, g: Generator) -> Tensor:
    """trace of a spiked covariance"""
    x = _spiked(n_trials, g)
    return torch.bmm(x.mT, x).div_(64).square().sum((1, 2))


@example(
    "E<u, ((sum_j outer(g_j + theta h_j u, g_j + theta h_j u))/n)^3 @ u>",
    {"n": 40, "d": 24, "theta": 1.5, "u": 24**-0.5},
    chunk=256,
    n_trials=2**14,
)
def spiked_quadratic(n_trials: int, g: Generator) -> Tensor:
    """cube of a spiked covariance"""
    s = standard_normal(n_trials, 40, 1, g=g)
    u = torch.full((24, 1), 24**-0.5)
    x = standard_normal(n_trials, 40, 24, g=g).addcmul_(s, 1.5 * u.squeeze(1))
    once = torch.bmm(x.mT, x @ u).div_(40)
    return torch.bmm(x, once).square().sum((1, 2)) / 40


@example(
    f"E<iterate({_TIMES}/sqrt(|{_TIMES}|^2), w0, q0, T), u>^2",
    {"n": 60, "d": 20, "theta": 2, "T": 4, "u": 20**-0.5, "q0": [1, *[0] * 19]},
    chunk=256,
    n_trials=2**14,
)
def power_iteration(n_trials: int, g: Generator) -> Tensor:
    """power iteration on a spiked covariance"""
    s = standard_normal(n_trials, 60, 1, g=g)
    x = standard_normal(n_trials, 60, 20, g=g).addcmul_(s, torch.full((20,), 2 * 20**-0.5))
    q = torch.eye(20)[:, :1].expand(n_trials, 20, 1)
    for _ in range(4):
        q = torch.bmm(x.mT, torch.bmm(x, q))
        q = q / torch.linalg.vector_norm(q, dim=1, keepdim=True)
    return q.sum((1, 2)).square() / 20


@example(
    f"E sum_a sum_b sum_c sum_f u_a {_wigner('a', 'b')} {_wigner('b', 'c')} {_wigner('c', 'f')} u_f",
    {"d": 48, "theta": 1.5, "u": 48**-0.5},
    chunk=64,
    n_trials=2**13,
)
def spiked_wigner(n_trials: int, g: Generator) -> Tensor:
    """power of a spiked Wigner matrix"""
    u = torch.full((48, 1), 48**-0.5)
    x = standard_normal(n_trials, 48, 48, g=g)
    w = (x + x.mT).mul_(96**-0.5).add_(1.5 * (u @ u.T))
    once = w @ u
    return (once.squeeze(2) * torch.bmm(w, once).squeeze(2)).sum(1)


# Features and kernels.


@example(
    "Var((sum_r relu(<w_r, x0>) relu(<w_r, y0>))/m)",
    {"d": 32, "m": 64, "x0": _X.tolist(), "y0": _Y.tolist()},
    chunk=256,
    n_trials=2**14,
)
def random_features(n_trials: int, g: Generator) -> Tensor:
    """variance of random features"""
    features = (standard_normal(n_trials * 64, 32, g=g) @ torch.stack((_X, _Y), 1)).relu_()
    return (features[:, 0] * features[:, 1]).reshape(n_trials, 64).mean(1)


@example(
    "E[((sum_r 2 cos(<w_r, x0> + t_r) cos(<w_r, y0> + t_r))/m - exp(-|x0 - y0|^2/2))^2]",
    {"d": 16, "m": 96, "x0": 0.2, "y0": torch.linspace(-0.3, 0.5, 16).tolist()},
    chunk=256,
    n_trials=2**14,
)
def fourier_features(n_trials: int, g: Generator) -> Tensor:
    """squared error of Fourier features"""
    x, y = torch.full((16,), 0.2), torch.linspace(-0.3, 0.5, 16)
    p = torch.empty(n_trials, 96).uniform_(0, 2 * math.pi, generator=g)
    z = (standard_normal(n_trials * 96, 16, g=g) @ torch.stack((x, y), 1)).reshape(n_trials, 96, 2)
    f = (z + p.unsqueeze(2)).cos_()
    estimate = (f[..., 0] * f[..., 1]).mean(1).mul_(2)
    return (estimate - math.exp(-float((x - y).square().sum()) / 2)).square()


@example(
    "E[((sum_r (cos(<w_r, p>) cos(<w_r, q>) + sin(<w_r, p>) sin(<w_r, q>)))/m - exp(-|p - q|^2/2))^2]",
    {"d": 12, "m": 64},
    chunk=512,
    n_trials=2**15,
)
def fourier_kernel(n_trials: int, g: Generator) -> Tensor:
    """Fourier features of random points"""
    x, y = unit_vectors(n_trials, 12, g=g), unit_vectors(n_trials, 12, g=g)
    w = standard_normal(n_trials, 64, 12, g=g)
    difference = x - y
    estimate = torch.bmm(w, difference.unsqueeze(2)).squeeze(2).cos_().mean(1)
    return (estimate - difference.square().sum(1).mul_(-0.5).exp_()).square()


@example(
    "E[(sum_{i, j < i} ((sum_r cos(<w_r, k_i - k_j>))/m - exp(-|k_i - k_j|^2/2))^2)/(n (n - 1)/2)]",
    {"n": 16, "d": 8, "m": 32},
    chunk=512,
    n_trials=2**14,
)
def fourier_pairs(n_trials: int, g: Generator) -> Tensor:
    """kernel of Fourier features over pairs"""
    k, w = unit_vectors(n_trials, 16, 8, g=g), standard_normal(n_trials, 32, 8, g=g)
    z = torch.bmm(k, w.mT)
    features = torch.cat([z.cos(), z.sin_()], 2)
    kernel = torch.bmm(k, k.mT).sub_(1).exp_()
    error = torch.bmm(features, features.mT).div_(32).sub_(kernel)
    error.diagonal(dim1=1, dim2=2).zero_()
    return error.square().sum((1, 2)) / (16 * 15)


@example(
    "E[(sum_{i, j < i} (2 (sum_r cos(<w_r, k_i> + t_r) cos(<w_r, k_j> + t_r))/m - exp(-|k_i - k_j|^2/2))^2)"
    "/(n (n - 1)/2)]",
    {"n": 24, "d": 8, "m": 32},
    chunk=512,
    n_trials=2**13,
)
def phased_features(n_trials: int, g: Generator) -> Tensor:
    """Fourier features with phases over pairs"""
    k, w = unit_vectors(n_trials, 24, 8, g=g), standard_normal(n_trials, 32, 8, g=g)
    b = torch.empty(n_trials, 1, 32).uniform_(0, 2 * math.pi, generator=g)
    f = torch.bmm(k, w.mT).add_(b).cos_()
    error = torch.bmm(f, f.mT).mul_(2 / 32).sub_(torch.bmm(k, k.mT).sub_(1).exp_())
    error.diagonal(dim1=1, dim2=2).zero_()
    return error.square().sum((1, 2)) / (24 * 23)


@example(
    "E max_{i, j < i} abs((sum_r (cos(<w_r, k_i>) cos(<w_r, k_j>) + sin(<w_r, k_i>) sin(<w_r, k_j>)))/m"
    " - exp(-|k_i - k_j|^2/2))",
    {"n": 16, "d": 8, "m": 32},
    chunk=512,
    n_trials=2**15,
)
def kernel_error(n_trials: int, g: Generator) -> Tensor:
    """largest error of a kernel of features"""
    x, w = unit_vectors(n_trials, 16, 8, g=g), standard_normal(n_trials, 32, 8, g=g)
    z = torch.bmm(x, w.mT)
    features = torch.cat([z.cos(), z.sin_()], 2)
    kernel = torch.bmm(x, x.mT).sub_(1).exp_()
    return torch.bmm(features, features.mT).div_(32).sub_(kernel).abs_().amax((1, 2))


@example("E exp(-|g_i - g_j|^2/16)", {"n": 32, "d": 16}, chunk=256, n_trials=2**14, where=["i != j"])
def radial_kernel(n_trials: int, g: Generator) -> Tensor:
    """radial kernel"""
    x = standard_normal(n_trials, 32, 16, g=g)
    squares = x.square().sum(2)
    apart = torch.baddbmm(squares.unsqueeze(2) + squares.unsqueeze(1), x, x.mT, alpha=-2)
    kernel = apart.mul_(-1 / 16).exp_()
    return (kernel.sum((1, 2)) - 32) / (32 * 31)


@example(
    "E sum_{i, j < i} ((sum_r 1[<w_r, k_i> <w_r, k_j> < 0])/m - arccos(<k_i, k_j>)/pi)^2",
    {"n": 16, "d": 16, "m": 32},
    chunk=256,
    n_trials=2**14,
)
def hamming_pairs(n_trials: int, g: Generator) -> Tensor:
    """angles by signs of projections"""
    k, w = unit_vectors(n_trials, 16, 16, g=g), standard_normal(n_trials, 32, 16, g=g)
    signs = torch.bmm(k, w.mT).sign_()
    apart = torch.bmm(signs, signs.mT).mul_(-0.5 / 32).add_(0.5)
    error = apart.sub_(torch.bmm(k, k.mT).clamp_(-1, 1).arccos_().div_(math.pi))
    error.diagonal(dim1=1, dim2=2).zero_()
    return error.square().sum((1, 2)) / 2


@example(
    "E sum_{i, j < i} 1[all_r (sign(<w_r, k_i>) == sign(<w_r, k_j>))]",
    {"n": 48, "m": 4, "d": 16},
    chunk=512,
    n_trials=2**15,
)
def sign_patterns(n_trials: int, g: Generator) -> Tensor:
    """pairs with equal sign patterns"""
    k, w = unit_vectors(n_trials, 48, 16, g=g), standard_normal(n_trials, 4, 16, g=g)
    code = (torch.bmm(k, w.mT) > 0).float() @ torch.tensor([1.0, 2.0, 4.0, 8.0])
    load = torch.zeros(n_trials, 16).scatter_add_(1, code.long(), torch.ones(n_trials, 48))
    return load.square().sum(1).sub_(48).div_(2)


@example(
    "P(any_j (abs((sum_r <w_r, k_j>^2)/m - 1) > 1/2))", {"n": 16, "d": 32, "m": 24}, chunk=256, n_trials=2**14
)
def projection_distortion(n_trials: int, g: Generator) -> Tensor:
    """distortion of a random projection"""
    x, p = unit_vectors(n_trials, 16, 32, g=g), standard_normal(n_trials, 24, 32, g=g)
    lengths = torch.bmm(x, p.mT).square().sum(2).div_(24)
    return ((lengths - 1).abs().amax(1) > _HALF).float()


# Vectors and distances.


@example("E[<x, y>^2/(|x|^2 |y|^2)]", {"d": 24}, chunk=8192, n_trials=2**18)
def cosine(n_trials: int, g: Generator) -> Tensor:
    """squared cosine"""
    x, y = standard_normal(n_trials, 24, g=g), standard_normal(n_trials, 24, g=g)
    return (x * y).sum(1).square() / (x.square().sum(1) * y.square().sum(1))


@example("median(|x|^2/|y|^2)", {"d": 12}, chunk=8192, n_trials=2**18)
def ratio_of_norms(n_trials: int, g: Generator) -> Tensor:
    """median of a ratio of norms"""
    x, y = standard_normal(n_trials, 12, g=g), standard_normal(n_trials, 12, g=g)
    return x.square().sum(1, keepdim=True) / y.square().sum(1, keepdim=True)


@example("E max_{i, j != i} <k_i, k_j>", {"n": 64, "d": 32}, chunk=128, n_trials=2**13)
def largest_overlap(n_trials: int, g: Generator) -> Tensor:
    """largest inner product"""
    k = unit_vectors(n_trials, 64, 32, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    return gram.amax((1, 2))


@example("quantile(max_j abs(<k_j, u>), 9/10)", {"n": 40, "d": 16, "u": 0.25}, chunk=512, n_trials=2**15)
def largest_field(n_trials: int, g: Generator) -> Tensor:
    """quantile of a largest overlap"""
    return (unit_vectors(n_trials, 40, 16, g=g) @ torch.full((16,), 0.25)).abs_().amax(1, keepdim=True)


@example(
    "E sum_{i, j < i} 1[<g_i, g_j>/sqrt(|g_i|^2 |g_j|^2) > tau]",
    {"n": 32, "d": 16, "tau": _CLOSE},
    chunk=512,
    n_trials=2**14,
)
def close_pairs(n_trials: int, g: Generator) -> Tensor:
    """cosines above a number"""
    x = standard_normal(n_trials, 32, 16, g=g)
    x /= torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    return ((torch.bmm(x, x.mT) > _CLOSE).sum((1, 2)) - 32).float() / 2


@example("E[(sum_{i, j < i} |g_i - g_j|)/(n (n - 1)/2)]", {"n": 32, "d": 8}, chunk=256, n_trials=2**15)
def distances(n_trials: int, g: Generator) -> Tensor:
    """mean distance of pairs"""
    x = standard_normal(n_trials, 32, 8, g=g)
    lengths = x.square().sum(2)
    apart = torch.baddbmm(lengths.unsqueeze(2) + lengths.unsqueeze(1), x, x.mT, alpha=-2).clamp_min_(0)
    apart.diagonal(dim1=1, dim2=2).zero_()
    return apart.sqrt_().sum((1, 2)) / (32 * 31)


@example("median(min_{i, j != i} sum_a (z[i, a] - z[j, a])^2)", {"n": 24}, chunk=512, n_trials=2**15)
def closest_pair(n_trials: int, g: Generator) -> Tensor:
    """median of the closest pair"""
    x = torch.rand((n_trials, 24, 3), generator=g)
    squares = x.square().sum(2)
    apart = torch.baddbmm(squares.unsqueeze(2) + squares.unsqueeze(1), x, x.mT, alpha=-2)
    apart.diagonal(dim1=1, dim2=2).fill_(torch.inf)
    return apart.amin((1, 2)).unsqueeze(1)


@example("P(any_{j != 1} (|y + g_1 - g_j|^2 < |y|^2))", {"n": 24, "d": 16}, chunk=512, n_trials=2**14)
def nearest_cluster(n_trials: int, g: Generator) -> Tensor:
    """nearest centre"""
    centres, noise = standard_normal(n_trials, 24, 16, g=g), standard_normal(n_trials, 16, g=g)
    x = centres[:, 0] + noise
    return ((centres - x.unsqueeze(1)).square().sum(2).argmin(1) != 0).float()


@example(
    "P(sign(<y, g[argmax_j (-|g_j - x|^2)]>) != sign(<y, x>))", {"n": 40, "d": 6}, chunk=512, n_trials=2**15
)
def nearest_label(n_trials: int, g: Generator) -> Tensor:
    """label of the nearest neighbour"""
    x, t = standard_normal(n_trials, 40, 6, g=g), standard_normal(n_trials, 6, 1, g=g)
    q = standard_normal(n_trials, 6, 1, g=g)
    place = x.square().sum(2).sub_(torch.bmm(x, q).squeeze(2), alpha=2).argmin(1)
    near = x[torch.arange(n_trials), place]
    return ((near * t.squeeze(2)).sum(1).sign() != (q * t).sum((1, 2)).sign()).float()


@example("E max_j <e, k_j>", {"n": 64, "d": 24}, chunk=512, n_trials=2**14)
def rademacher_complexity(n_trials: int, g: Generator) -> Tensor:
    """Rademacher complexity"""
    x = unit_vectors(n_trials, 64, 24, g=g)
    s = torch.empty(n_trials, 1, 24).random_(0, 2, generator=g).mul_(2).sub_(1)
    return torch.bmm(s, x.mT).squeeze(1).amax(1)


# Layers.


@example(
    "P(|tabulate_a <C_a, tabulate_a <B_a, tabulate_a <A_a, u>>>|^2 > 1)",
    {"d": 32, "u": 32**-0.5},
    chunk=128,
    n_trials=2**13,
)
def deep_linear(n_trials: int, g: Generator) -> Tensor:
    """three random layers"""
    h = torch.full((32, 1), 32**-0.5).expand(n_trials, 32, 1)
    for _ in range(3):
        h = torch.bmm(standard_normal(n_trials, 32, 32, g=g).mul_(32**-0.5), h)
    return (h.square().sum((1, 2)) > 1).float()


@example(
    "E|relu(tabulate_a <C_a, relu(tabulate_a <B_a, relu(tabulate_a <A_a, u>)>)>)|^2",
    {"d": 32, "u": 32**-0.5},
    chunk=128,
    n_trials=2**13,
)
def rectified_net(n_trials: int, g: Generator) -> Tensor:
    """three rectified layers"""
    h = torch.full((32, 1), 32**-0.5).expand(n_trials, 32, 1)
    for _ in range(3):
        h = torch.bmm(standard_normal(n_trials, 32, 32, g=g).mul_(32**-0.5), h).relu_()
    return h.square().sum((1, 2))


@example(
    "Var((sum_r D_r v_r relu(<w_r, u>))/(sqrt(m) delta))",
    {"d": 16, "m": 48, "delta": 0.8, "u": 0.25},
    chunk=512,
    n_trials=2**15,
)
def dropped_out(n_trials: int, g: Generator) -> Tensor:
    """variance of a layer with dropout"""
    z = standard_normal(n_trials * 48, 16, g=g) @ torch.full((16,), 0.25)
    a = standard_normal(n_trials, 48, g=g)
    mask = (torch.rand(n_trials, 48, generator=g) < _KEPT).float()
    total: Tensor = (z.reshape(n_trials, 48).relu_() * a * mask).sum(1)
    return total / (math.sqrt(48) * _KEPT)


@example(
    f"E[((sum_a {_layer_norm('x')} {_layer_norm('(theta x + y)')})/d)^2]",
    {"d": 48, "theta": 0.5},
    chunk=2048,
    n_trials=2**16,
)
def normalised(n_trials: int, g: Generator) -> Tensor:
    """overlap after layer normalisation"""
    x, e = standard_normal(n_trials, 48, g=g), standard_normal(n_trials, 48, g=g)
    y = torch.add(0.5 * x, e)

    def f(x: Tensor) -> Tensor:
        x = x - x.mean(1, keepdim=True)
        return x / x.square().mean(1, keepdim=True).add_(0.01).sqrt_()

    return ((f(x) * f(y)).mean(1)).square()
