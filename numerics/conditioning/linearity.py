"""Two identities of the linear memory, tested in exact integer arithmetic.

With a feature map phi applied to keys and queries: phi(q) S = sum_j (phi(q) . phi(k_j)) v_j, and
the Hebbian sum S = sum_j phi(k_j) v_j^T is what S_t = S_{t-1} + phi(k_t) v_t^T arrives at.
Integers make every product and sum exact, so a gap of zero is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import torch
from jaxtyping import Int64
from torch import Tensor

from ..monte_carlo import block_generator
from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed

_LARGEST_ENTRY: Final = 9
_QUERIES: Final = 4


def identity(x: Int64[Tensor, "*axes"]) -> Int64[Tensor, "*axes"]:
    """The features of a key are its coordinates."""
    return x


FEATURE_MAPS: Final[dict[str, Callable[[Tensor], Tensor]]] = {
    "identity": identity,
    "relu": torch.relu,
    "square": torch.square,
}

_POINTS: Final[tuple[Mapping[str, Value], ...]] = tuple(
    {"feature_map": feature_map, "n": n, "d_k": d_k, "d_v": d_v}
    for feature_map in FEATURE_MAPS
    for n, d_k, d_v in ((1, 1, 1), (3, 2, 5), (16, 8, 8), (32, 64, 16))
)


def hebbian_state(
    features: Int64[Tensor, "n d_phi"], values: Int64[Tensor, "n d_v"]
) -> Int64[Tensor, "d_phi d_v"]:
    """S = sum_j phi(k_j) v_j^T, as one product."""
    return features.mT @ values


def recursive_state(
    features: Int64[Tensor, "n d_phi"], values: Int64[Tensor, "n d_v"]
) -> Int64[Tensor, "d_phi d_v"]:
    """S_t = S_{t-1} + phi(k_t) v_t^T from S_0 = 0, item after item."""
    state = torch.zeros((features.shape[1], values.shape[1]), dtype=features.dtype)
    for feature, value in zip(features, values, strict=True):
        state = state + torch.outer(feature, value)
    return state


def attended(
    queries: Int64[Tensor, "m d_phi"], features: Int64[Tensor, "n d_phi"], values: Int64[Tensor, "n d_v"]
) -> Int64[Tensor, "m d_v"]:
    """sum_j (phi(q) . phi(k_j)) v_j: linear attention, no state formed."""
    weights = (queries[:, None, :] * features[None, :, :]).sum(dim=-1)
    return (weights[:, :, None] * values[None, :, :]).sum(dim=1)


def largest_gap(left: Int64[Tensor, "rows columns"], right: Int64[Tensor, "rows columns"]) -> int:
    """The largest absolute difference between two integer matrices."""
    return int((left - right).abs().max())


@computed(title="State form against attention form of the linear memory, in integers", points=_POINTS)
def linearity_gap(**at: Value) -> ExactValue:
    """Largest entry of phi(q) S - sum_j (phi(q) . phi(k_j)) v_j for random integer items."""
    queries, features, values = _items("conditioning.linearity_gap", at)
    gap = largest_gap(queries @ hebbian_state(features, values), attended(queries, features, values))
    return ExactValue(value=float(gap), error_bound=0.0)


@computed(title="Hebbian sum against the recursion of the linear memory, in integers", points=_POINTS)
def recursion_gap(**at: Value) -> ExactValue:
    """Largest entry of the Hebbian sum minus the state of the recursion for random integer items."""
    _, features, values = _items("conditioning.recursion_gap", at)
    gap = largest_gap(hebbian_state(features, values), recursive_state(features, values))
    return ExactValue(value=float(gap), error_bound=0.0)


def _items(quantity: str, at: Mapping[str, Value]) -> tuple[Tensor, Tensor, Tensor]:
    """Features of queries and of keys, and values: integers between -9 and 9 keyed by the point."""
    group = DesignGroup.sized(shared=at, trials_per_block=1)
    generator = block_generator(0, quantity, 1, group.key, 0, device="cpu")
    n, d_k, d_v = (int(at[name]) for name in ("n", "d_k", "d_v"))
    draw = partial(torch.randint, -_LARGEST_ENTRY, _LARGEST_ENTRY + 1, generator=generator)
    phi = FEATURE_MAPS[str(at["feature_map"])]
    return phi(draw((_QUERIES, d_k))), phi(draw((n, d_k))), draw((n, d_v))
