"""Embeddings drawn coordinate by coordinate, and the inner products that scores are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from .model import Memory

_PIECE: Final = 64
"""Coordinates drawn at once: with the N normals of each they stay in a core's cache."""


def by_class(
    weights: Float[Tensor, "trials_or_one schemes N"], answers: Int[Tensor, " N"], M: int
) -> Float[Tensor, "trials_or_one N columns"]:
    """Columns (scheme, c) that hold q(x) where f(x) = c: a product with them sums each class."""
    member = torch.nn.functional.one_hot(answers, M).to(weights)
    return (weights.mT.unsqueeze(-1) * member.unsqueeze(1)).flatten(start_dim=-2)


def _together(schemes: Sequence[Tensor]) -> list[Tensor]:
    """The schemes with one leading size, that of all trials where one of them has its own data."""
    rows = max(len(scheme) for scheme in schemes)
    return [scheme.expand(rows, -1) for scheme in schemes]


class Embeddings:
    """e_x and u_y of some trials in nested dimensions, each a prefix of the next.

    `gram` is that of the raw Gaussian unembeddings in the dimension reached. For Gaussian e_x the
    products <A_c, e_x> are kept for every scheme and add up; other laws are normalised in each
    dimension, so that their coordinates are kept instead.
    """

    def __init__(
        self,
        *,
        memory: Memory,
        shape: tuple[int, int],
        generator: torch.Generator,
        device: torch.device,
        dtype: torch.dtype,
    ) -> None:
        """No coordinate is drawn yet. `shape` is (trials, N)."""
        self.trials, self.N = shape
        self.M, self.law, self.d = memory.M, memory.e, 0
        self.empty = partial(torch.empty, device=device, dtype=dtype)
        self.generator = generator
        self.gram = torch.zeros((self.trials, self.M, self.M), device=device, dtype=dtype)
        self.sums: dict[int, Tensor] = {}
        self.raw: list[Tensor] = []

    def extend(self, d: int, weights: Sequence[Tensor], answers: Int[Tensor, " N"]) -> None:
        """Draw coordinates up to d; `weights` are the schemes that are asked for there or further on."""
        distinct = list({id(scheme): scheme for scheme in weights}.values())
        members = by_class(torch.stack(_together(distinct), dim=1), answers, self.M)
        if self.law == "one-hot":
            # A uniform number names the coordinate in every dimension.
            self.raw = self.raw or [self.empty((self.trials, 1, self.N)).uniform_(generator=self.generator)]
        while self.d < d:
            width = min(_PIECE, d - self.d)
            v = self.empty((self.trials, self.M, width)).normal_(generator=self.generator)
            self.gram.baddbmm_(v, v.mT)
            self.d += width
            if self.law == "one-hot":
                continue
            e = self.empty((self.trials, width, self.N)).normal_(generator=self.generator)
            if self.law == "gaussian":
                self._add(e, members, distinct)
            else:
                self.raw.append(e)

    def projections(self, scheme: Tensor, answers: Int[Tensor, " N"]) -> Float[Tensor, "trials M N"]:
        """<A_c, e_x> in the dimension reached, up to a factor of e_x that no argmax sees."""
        if self.law == "gaussian":
            return self.sums[id(scheme)]
        if self.law == "one-hot":
            place = (self.raw[0] * self.d).long().clamp_max(self.d - 1)
            e = torch.zeros_like(self.raw[0]).expand(-1, self.d, -1).clone().scatter_(1, place, 1.0)
        else:
            e = torch.cat(self.raw, dim=1)
            scheme = scheme / torch.linalg.vector_norm(e, dim=1)
        members = by_class(scheme.unsqueeze(1), answers, self.M)
        return torch.matmul(torch.matmul(e, members).mT, e)

    def _add(self, e: Tensor, members: Tensor, schemes: Sequence[Tensor]) -> None:
        """Add a piece's share of the products; schemes that are no longer asked for are dropped."""
        share = torch.bmm(torch.matmul(e, members).mT, e)
        zero = torch.zeros((), device=e.device, dtype=e.dtype)
        self.sums = {
            id(scheme): self.sums.get(id(scheme), zero) + share[:, k * self.M : (k + 1) * self.M]
            for k, scheme in enumerate(schemes)
        }


def similarity(gram: Float[Tensor, "trials M M"], law: str) -> Float[Tensor, "trials M M"]:
    """<u_y, u_c> from the Gram matrix of raw Gaussian vectors: their directions for the sphere.

    Signs in one dimension, and symmetry, are exact, so that ties stay ties.
    """
    if law == "gaussian":
        return gram
    if law == "orthonormal":
        return torch.eye(gram.shape[-1], device=gram.device, dtype=gram.dtype).expand_as(gram)
    length = gram.diagonal(dim1=1, dim2=2).sqrt()
    cosines = (gram + gram.mT) / (2 * length.unsqueeze(2) * length.unsqueeze(1))
    cosines.diagonal(dim1=1, dim2=2).fill_(1.0)
    return cosines
