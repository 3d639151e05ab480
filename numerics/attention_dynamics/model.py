"""One attention head over a sequence, from its definition (Eqs. 1-9).

x is an input, q, k and v are a query, a key and a value, s a score, alpha a weight, g a context, p a
prediction, y a target class and L the cross-entropy summed over positions. All arrays may have leading axes,
one instance for each of their entries. Every part is a function of its own, so that scores or values may
also be parameters themselves (Section 3). Arithmetic is plain, so that complex steps go through it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields

import torch
from jaxtyping import Bool, Int, Shaped
from torch import Tensor

from ..trials import Source

Inputs = Shaped[Tensor, "... T d_x"]
Targets = Int[Tensor, "... T"]
Scores = Shaped[Tensor, "... T T"]
Vectors = Shaped[Tensor, "... T _"]
Classes = Shaped[Tensor, "... T C"]
Matrix = Shaped[Tensor, "... _ _"]
Losses = Shaped[Tensor, "..."]


@dataclass(frozen=True, kw_only=True)
class Head:
    """The parameters; a gradient by them is a `Head` as well."""

    W_Q: Shaped[Tensor, "... d_k d_x"]
    W_K: Shaped[Tensor, "... d_k d_x"]
    W_V: Shaped[Tensor, "... d_v d_x"]
    W_O: Shaped[Tensor, "... C d_v"]
    bias: Shaped[Tensor, "... C"]

    def stepped(self, gradient: Head, rates: Mapping[str, float]) -> Head:
        """The head after a step of gradient descent, each parameter with its own rate."""
        names = [f.name for f in fields(self)]
        return Head(**{name: getattr(self, name) - rates[name] * getattr(gradient, name) for name in names})


@dataclass(frozen=True, kw_only=True)
class Pass:
    """What a forward pass computes, and its loss."""

    q: Vectors
    k: Vectors
    v: Vectors
    s: Scores
    alpha: Scores
    g: Vectors
    logits: Classes
    p: Classes
    loss: Losses


def visible(T: int, *, causal: bool, device: torch.device | None = None) -> Bool[Tensor, "T T"]:
    """Which positions j a query i sees: j <= i under the causal mask, else all."""
    everything = torch.ones(T, T, dtype=torch.bool, device=device)
    seen: Tensor = everything.tril() if causal else everything
    return seen


def projected(W: Matrix, x: Inputs) -> Vectors:
    """W x_i for every position (Eqs. 1-3)."""
    image: Tensor = x @ W.mT
    return image


def scores(q: Vectors, k: Vectors) -> Scores:
    """q_i . k_j / sqrt(d_k) (Eq. 4)."""
    products: Tensor = q @ k.mT
    return products / math.sqrt(q.shape[-1])


def weights(s: Scores, *, causal: bool) -> Scores:
    """exp(s_ij) / sum_r exp(s_ir) over the positions that query i sees (Eq. 5)."""
    seen = visible(s.shape[-1], causal=causal, device=s.device)
    # The quotient does not depend on the shift, which avoids overflow.
    shift = s.real.detach().masked_fill(~seen, -torch.inf).amax(dim=-1, keepdim=True)
    grown = torch.exp((s - shift).masked_fill(~seen, 0.0)) * seen
    return grown / grown.sum(dim=-1, keepdim=True)


def contexts(alpha: Scores, v: Vectors) -> Vectors:
    """sum_j alpha_ij v_j (Eq. 6)."""
    return alpha @ v


def class_scores(W_O: Matrix, bias: Shaped[Tensor, "... C"], g: Vectors) -> Classes:
    """W_O g_i + b, the logits (Eq. 7)."""
    return g @ W_O.mT + bias.unsqueeze(-2)


def predictions(logits: Classes) -> Classes:
    """softmax(l_i) (Eq. 8)."""
    grown = torch.exp(logits - logits.real.detach().amax(dim=-1, keepdim=True))
    return grown / grown.sum(dim=-1, keepdim=True)


def position_losses(p: Classes, y: Targets) -> Shaped[Tensor, "... T"]:
    """-log p_{i, y_i} at every position."""
    targets = y.expand(p.shape[:-1]).unsqueeze(-1)
    return -torch.log(p.gather(-1, targets).squeeze(-1))


def cross_entropy(p: Classes, y: Targets) -> Losses:
    """-sum_i log p_{i, y_i} (Eq. 9)."""
    return position_losses(p, y).sum(dim=-1)


def forward(head: Head, x: Inputs, y: Targets, *, causal: bool) -> Pass:
    """The forward pass and its loss (Eqs. 1-9)."""
    q, k, v = (projected(W, x) for W in (head.W_Q, head.W_K, head.W_V))
    s = scores(q, k)
    alpha = weights(s, causal=causal)
    g = contexts(alpha, v)
    logits = class_scores(head.W_O, head.bias, g)
    p = predictions(logits)
    return Pass(q=q, k=k, v=v, s=s, alpha=alpha, g=g, logits=logits, p=p, loss=cross_entropy(p, y))


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Positions, widths and classes; those of Section 7.1 unless told otherwise."""

    T: int = 5
    d_x: int = 3
    d_k: int = 2
    d_v: int = 2
    C: int = 3


@dataclass(frozen=True, kw_only=True)
class Instance:
    """A head with inputs and targets."""

    head: Head
    x: Inputs
    y: Targets


def sample_instances(sizes: Sizes, batch: tuple[int, ...], source: Source, *, scale: float = 1.0) -> Instance:
    """Inputs N(0, I), matrices of entries N(0, scale^2), no bias, targets uniform (Section 7.1)."""

    def normal(*shape: int) -> Tensor:
        return source.normal(*batch, *shape)

    head = Head(
        W_Q=scale * normal(sizes.d_k, sizes.d_x),
        W_K=scale * normal(sizes.d_k, sizes.d_x),
        W_V=scale * normal(sizes.d_v, sizes.d_x),
        W_O=scale * normal(sizes.C, sizes.d_v),
        bias=torch.zeros(*batch, sizes.C, device=source.device, dtype=source.dtype),
    )
    x = normal(sizes.T, sizes.d_x)
    y = torch.randint(sizes.C, (*batch, sizes.T), generator=source.generator, device=source.device)
    return Instance(head=head, x=x, y=y)
