"""Regression and gradient steps, each beside a careful program in torch."""

from __future__ import annotations

from functools import partial

import torch
from torch import Generator, Tensor

from .example import of_text, standard_normal

example = partial(of_text, (
    "g: normal(dimension=d)", "e: normal()", "x: normal(dimension=d)", "y: normal(dimension=d)",
    "z: normal(dimension=d)", "w: fixed(d)", "a: fixed(n)", "M: fixed(d, d)",
))  # fmt: skip

_PRECONDITIONER = 0.5 * torch.eye(16) + 0.1


@example(
    "E[(<w - eta grad_w (sum_j (<w, g_j> - <y, g_j> - theta e_j)^2)/(2 n), z> - <y, z>)^2]",
    {"n": 32, "d": 16, "theta": 0.5, "eta": 0.5, "w": 0},
    chunk=512,
    n_trials=2**15,
)
def regression(n_trials: int, g: Generator) -> Tensor:
    """one step of regression in context"""
    x, e = standard_normal(n_trials, 32, 16, g=g), standard_normal(n_trials, 32, 1, g=g)
    w, z = standard_normal(n_trials, 16, 1, g=g), standard_normal(n_trials, 16, g=g)
    y = torch.bmm(x, w).add_(e, alpha=0.5)
    step = torch.bmm(x.mT, y).mul_(0.5 / 32)
    return ((step - w).squeeze(2) * z).sum(1).square()


@example(
    "E[((sum_j (<y, g_j> + theta e_j) <g_j, z>)/n - <y, z>)^2]",
    {"n": 40, "d": 12, "theta": 0.3},
    chunk=512,
    n_trials=2**15,
)
def linear_attention_regression(n_trials: int, g: Generator) -> Tensor:
    """regression by linear attention"""
    x, e = standard_normal(n_trials, 40, 12, g=g), standard_normal(n_trials, 40, g=g)
    t, z = standard_normal(n_trials, 12, 1, g=g), standard_normal(n_trials, 12, 1, g=g)
    y = torch.bmm(x, t).squeeze(2).add_(e, alpha=0.3)
    score = torch.bmm(x, z).squeeze(2)
    guess = (y * score).sum(1) / 40
    return (guess - (t * z).sum((1, 2))).square()


@example(
    "E[(<M @ ((sum_j (<y, g_j> + theta e_j) g_j)/n), x> - <y, x>)^2]",
    {"n": 32, "d": 16, "theta": 0.5, "M": _PRECONDITIONER.tolist()},
    chunk=512,
    n_trials=2**15,
)
def preconditioned(n_trials: int, g: Generator) -> Tensor:
    """preconditioned step of regression"""
    x, e = standard_normal(n_trials, 32, 16, g=g), standard_normal(n_trials, 32, g=g)
    t, z = standard_normal(n_trials, 16, g=g), standard_normal(n_trials, 16, g=g)
    label = torch.bmm(x, t.unsqueeze(2)).squeeze(2).add_(e, alpha=0.5)
    step = torch.bmm(label.unsqueeze(1), x).squeeze(1).div_(32) @ _PRECONDITIONER.T
    return ((step - t) * z).sum(1).square()


@example(
    "E|iterate(w - eta grad_w (sum_j (<w, g_j> - (<y, g_j> + theta e_j))^2)/(2 n), w, zeros(d), T) - y|^2",
    {"n": 32, "d": 8, "theta": 0.5, "eta": 0.4, "T": 4},
    chunk=512,
    n_trials=2**15,
)
def gradient_steps(n_trials: int, g: Generator) -> Tensor:
    """four steps of regression"""
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


@example(
    "E[(<iterate(w - eta grad_w (sum_j (<w, g_j> - (<g_j, y> + theta e_j))^2)/(2 n), w, zeros(d), T), z>"
    " - <y, z>)^2]",
    {"n": 24, "d": 12, "theta": 0.5, "eta": 0.3, "T": 4},
    chunk=512,
    n_trials=2**15,
)
def query_after_steps(n_trials: int, g: Generator) -> Tensor:
    """query after four steps of regression"""
    x, e = standard_normal(n_trials, 24, 12, g=g), standard_normal(n_trials, 24, 1, g=g)
    t, z = standard_normal(n_trials, 12, 1, g=g), standard_normal(n_trials, 12, g=g)
    y = torch.bmm(x, t).add_(e, alpha=0.5)
    w = torch.bmm(x.mT, y).mul_(0.3 / 24)
    for _ in range(3):
        w = w - torch.bmm(x.mT, torch.bmm(x, w).sub_(y)).mul_(0.3 / 24)
    return ((w - t).squeeze(2) * z).sum(1).square()


@example(
    "E[(sum_j exp(-|g_1 - g_j|^2/10) iterate(a + eta tabulate_i (<g_i, y> - sum_j exp(-|g_i - g_j|^2/10) a_j"
    " - a_i/10), a, zeros(n), T)[j] - <g_1, y>)^2]",
    {"n": 24, "d": 6, "eta": 0.2, "T": 2},
    chunk=512,
    n_trials=2**15,
)
def kernel_step(n_trials: int, g: Generator) -> Tensor:
    """two steps of kernel regression"""
    x, t = standard_normal(n_trials, 24, 6, g=g), standard_normal(n_trials, 6, 1, g=g)
    y = torch.bmm(x, t)
    lengths = x.square().sum(2, keepdim=True)
    apart = torch.baddbmm(lengths + lengths.mT, x, x.mT, alpha=-2)
    kernel = apart.mul_(-0.1).exp_()
    a = y * 0.2
    a = a + (y - torch.bmm(kernel, a) - 0.1 * a) * 0.2
    return (torch.bmm(kernel[:, :1], a).squeeze(2) - y[:, 0]).square().squeeze(1)


@example(
    "E|grad_w (sum_j log(1 + exp(-sign(<g_j, y>) <g_j, w>)))/n|^2",
    {"n": 48, "d": 16, "w": 0.1},
    chunk=256,
    n_trials=2**14,
)
def logistic_gradient(n_trials: int, g: Generator) -> Tensor:
    """gradient of a logistic loss"""
    x, t = standard_normal(n_trials, 48, 16, g=g), standard_normal(n_trials, 16, 1, g=g)
    y = torch.bmm(x, t).sign_()
    at = torch.full((16, 1), 0.1)
    slope = torch.sigmoid((x @ at).mul_(y).neg_()).mul_(y).neg_()
    return (torch.bmm(x.mT, slope) / 48).square().sum((1, 2))


@example(
    "E|grad_w (<g_1, w> - log(sum_j exp(<g_j, w>)))|^2",
    {"n": 40, "d": 16, "w": 0.3},
    chunk=512,
    n_trials=2**15,
)
def softmax_gradient(n_trials: int, g: Generator) -> Tensor:
    """gradient of log softmax"""
    k, at = standard_normal(n_trials, 40, 16, g=g), torch.full((16, 1), 0.3)
    p = torch.softmax((k @ at).squeeze(2), 1)
    return (k[:, 0] - torch.bmm(p.unsqueeze(1), k).squeeze(1)).square().sum(1)


@example(
    "E<iterate(w - eta grad_w (sum_j log(1 + exp(-sign(<g_j, y>) <g_j, w>)))/n, w, zeros(d), T), y>",
    {"n": 32, "d": 8, "eta": 0.5, "T": 3},
    chunk=512,
    n_trials=2**16,
)
def logistic_steps(n_trials: int, g: Generator) -> Tensor:
    """three logistic steps"""
    x, t = standard_normal(n_trials, 32, 8, g=g), standard_normal(n_trials, 8, 1, g=g)
    x *= torch.bmm(x, t).sign_()
    w = torch.zeros(n_trials, 8, 1)
    for _ in range(3):
        w = w + torch.bmm(x.mT, torch.sigmoid(-torch.bmm(x, w))).mul_(0.5 / 32)
    return (w * t).sum((1, 2))


# Steps along a sequence.
