r"""Loss and gradient of a long causal sequence, by blocks of queries and closed forms (Eqs. 13-32).

With $E_{ij} = e^{s_{ij}}$ and $Z_i = \sum_j E_{ij}$ weights are never divided: $\sum_j E_{ij} v_j$ and $Z_i$
come out of one product, and with $\tilde u_i = u_i/Z_i$ the gradients by values and scores are
$\sum_i E_{ij} \tilde u_i$ and $E_{ij} (\tilde u_i \cdot v_j - \tilde u_i \cdot g_i)$, as
$\mathbb{E}_{\alpha_i} b = u_i \cdot g_i$. Two arrays of a block by T are written, and each is read by
products whose thin side comes first: the other order costs several times as much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from .model import Head, Inputs, Losses, Targets, class_scores, projected

BLOCK: Final = 128
"""Queries at once: two arrays of them by 2000 keys stay near a cache of two megabytes."""

PLAIN: Final = 30.0
"""Scores up to it need no shift: their exponentials and sums of millions of them are far from overflow."""

_Rows = Float[Tensor, "... _ T"]


def blocked_gradients(
    head: Head, x: Inputs, y: Targets, *, causal: bool, block: int = BLOCK
) -> tuple[Losses, Head]:
    """Loss and gradient by the parameters; keys that no query of a block sees are left out."""
    run = _Blocks.of(head, x, y)
    later = torch.ones(block, block, dtype=torch.bool, device=x.device).triu(1) if causal else None
    for first in range(0, x.shape[-2], block):
        run.take(slice(first, min(first + block, x.shape[-2])), later)
    return run.loss, run.gradient()


@dataclass(kw_only=True)
class _Blocks:
    """Sums over the blocks so far; arrays of vectors stand with positions last."""

    head: Head
    x: Inputs
    y: Targets
    q: _Rows
    k: _Rows
    v: _Rows
    """The last row is one, so that products with it give Z."""
    shifted: bool
    loss: Losses
    by_query: list[_Rows] = field(default_factory=list)
    by_key: _Rows
    by_value: _Rows
    W_O: Tensor
    bias: Tensor

    @classmethod
    def of(cls, head: Head, x: Inputs, y: Targets) -> _Blocks:
        """Projections, and sums at zero; scores are divided by their root in the queries."""
        matrices = (head.W_Q / math.sqrt(head.W_Q.shape[-2]), head.W_K, head.W_V)
        q, k, v = (projected(W, x).mT.contiguous() for W in matrices)
        # |q_i . k_j| <= |q_i| |k_j|, so that few trainings pay for the largest score of a row.
        squares = (vectors.square().sum(dim=-2).amax() for vectors in (q, k))
        return cls(
            head=head,
            x=x,
            y=y,
            q=q,
            k=k,
            v=torch.cat((v, torch.ones_like(v[..., :1, :])), dim=-2),
            shifted=bool(math.prod(squares) > PLAIN**2),
            loss=torch.zeros(x.shape[:-2], dtype=x.dtype, device=x.device),
            by_key=torch.zeros_like(k),
            by_value=torch.zeros_like(v),
            W_O=torch.zeros_like(head.W_O),
            bias=torch.zeros_like(head.bias),
        )

    def take(self, rows: slice, later: Tensor | None) -> None:
        """One block of queries; `later` says which keys of their own block they do not see."""
        seen = slice(0, self.k.shape[-1] if later is None else rows.stop)
        mass = self._masses(rows, seen, later)
        k, v = self.k[..., seen], self.v[..., seen]
        sums = (v @ mass.mT).mT
        share = sums[..., -1:].reciprocal()
        g = sums[..., :-1] * share
        delta = self._residuals(g, rows)
        u = (delta @ self.head.W_O) * share
        self.by_value[..., seen] += u.mT @ mass
        level = -(u * g).sum(dim=-1, keepdim=True)
        by_score = (torch.cat((u, level), dim=-1) @ v).mul_(mass)
        self.by_query.append(k @ by_score.mT)
        self.by_key[..., seen] += self.q[..., rows] @ by_score
        self.W_O += delta.mT @ g
        self.bias += delta.sum(dim=-2)

    def gradient(self) -> Head:
        """Those by the matrices, from those by vectors."""
        by_query = torch.cat(self.by_query, dim=-1) / math.sqrt(self.head.W_Q.shape[-2])
        W_Q, W_K, W_V = (by @ self.x for by in (by_query, self.by_key, self.by_value))
        return Head(W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=self.W_O, bias=self.bias)

    def _masses(self, rows: slice, seen: slice, later: Tensor | None) -> Tensor:
        """E of the block, over the largest of each row where scores are large."""
        s = self.q[..., rows].mT @ self.k[..., seen]
        if later is not None:
            count = rows.stop - rows.start
            s[..., rows].masked_fill_(later[:count, :count], -torch.inf)
        if self.shifted:
            s -= s.amax(dim=-1, keepdim=True)
        return s.exp_()

    def _residuals(self, g: Tensor, rows: slice) -> Tensor:
        """p_i - e_{y_i} (Eq. 13); their losses are added."""
        logits, targets = class_scores(self.head.W_O, self.head.bias, g), self.y[..., rows].unsqueeze(-1)
        total = torch.logsumexp(logits, dim=-1, keepdim=True)
        self.loss += (total - logits.gather(-1, targets)).sum(dim=(-2, -1))
        p = (logits - total).exp_()
        return p.scatter_add_(-1, targets, torch.full_like(total, -1.0))
