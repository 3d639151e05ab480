"""The linear associative memory, from its definition.

Source: Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv
2508.08289, read from a summary; the definitions below are therefore ours.

| letter | meaning |
|---|---|
| `n` | stored associations (items) |
| `d_k`, `d_v` | dimensions of keys and of values |
| `K` (n x d_k), `V` (n x d_v) | keys and values, one item a row |
| `S` = K^T V | the state: sum_j k_j v_j^T |
| `o_i` = S^T k_i | what item i's key retrieves |
| `eta_i` = o_i - (k_i . k_i) v_i | crosstalk: what the other items add |
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from ..sampling import KeyLaw, sample_keys, sample_sphere
from ..trials import Source


def retrieved(
    keys: Float[Tensor, "trials n d_k"], values: Float[Tensor, "trials n d_v"]
) -> Float[Tensor, "trials n d_v"]:
    """O = K S with S = K^T V: every stored key is used as the query."""
    n, d_k = keys.shape[1:]
    if _overlaps_are_cheaper(n, d_k, values.shape[2]):
        return torch.bmm(torch.bmm(keys, keys.mT), values)
    return torch.bmm(keys, torch.bmm(keys.mT, values))


def crosstalk(
    keys: Float[Tensor, "trials n d_k"], values: Float[Tensor, "trials n d_v"]
) -> Float[Tensor, "trials n d_v"]:
    """eta_i = o_i - (k_i . k_i) v_i for every stored item."""
    return retrieved(keys, values) - own_part(keys, values)


def own_part(
    keys: Float[Tensor, "trials n d_k"], values: Float[Tensor, "trials n d_v"]
) -> Float[Tensor, "trials n d_v"]:
    """(k_i . k_i) v_i: what item i itself adds to its retrieval; its value where keys have length 1."""
    lengths: Tensor = torch.linalg.vector_norm(keys, dim=-1, keepdim=True)
    return lengths.square() * values


def sample_items(
    key_law: KeyLaw, shape: tuple[int, int], dimensions: tuple[int, int], source: Source
) -> tuple[Float[Tensor, "trials n d_k"], Float[Tensor, "trials n d_v"]]:
    """Independent keys of the key law and values uniform on the unit sphere.

    `shape` is (trials, n) and `dimensions` is (d_k, d_v).
    """
    d_k, d_v = dimensions
    keys = sample_keys(key_law, shape, d_k, source)
    return keys, sample_sphere(shape, d_v, source)


def _overlaps_are_cheaper(n: int, d_k: int, d_v: int) -> bool:
    """Whether O = (K K^T) V takes fewer operations than O = K (K^T V).

    It is the same product with its brackets moved: 2 n^2 (d_k + d_v) operations instead of
    4 n d_k d_v, which is less while few items are stored.
    """
    return n * (d_k + d_v) < 2 * d_k * d_v
