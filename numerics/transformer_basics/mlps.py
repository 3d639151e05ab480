r"""MLPs of a block: numbers and operations of torch's modules, images, ranks; nearly orthogonal directions.

Width `d`, hidden width 4 d, `n` tokens. `direction_rate` is $\frac1d \log n$ for the n at which one pair of n
random directions is expected to have $|\cos| > \epsilon$.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import acos, log, pi, tan
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import linear
from torch.overrides import TorchFunctionMode

from ..monte_carlo import block_generator
from ..quadrature import gauss_legendre
from ..quantity import ExactValue, Value
from ..simulator import computed
from .heads import exact_rank

_VOCABULARY: Final = 50257
_ROUNDING: Final = 1e-13
_HALF: Final = 0.5
_PRODUCTS: Final = (linear, torch.matmul, Tensor.matmul, Tensor.__matmul__)
_DECAYS: Final = 50.0
"""What lies further out than this many e-foldings is below double precision."""


def mlp(d: int, expansion: int, *, bias: bool = False) -> nn.Sequential:
    """An MLP d -> expansion d -> d with a rectifier, on torch's meta device: shapes without numbers."""
    hidden = expansion * d
    with torch.device("meta"):
        return nn.Sequential(nn.Linear(d, hidden, bias=bias), nn.ReLU(), nn.Linear(hidden, d, bias=bias))


def attention(d: int, *, bias: bool = False) -> nn.MultiheadAttention:
    """Attention of width d with heads of 64 dimensions or one head."""
    return nn.MultiheadAttention(d, max(1, d // 64), bias=bias, device="meta")


def count(*modules: nn.Module) -> int:
    """All numbers of the modules."""
    return sum(p.numel() for module in modules for p in module.parameters())


@computed(
    title="Numbers of an MLP",
    points=(
        {"bias": bias, "expansion": expansion, "d": d}
        for bias in ("no", "yes")
        for expansion in (1, 4)
        for d in (64, 256, 768, 4096)
    ),
)
def mlp_parameters(d: int, expansion: int, bias: str) -> ExactValue:
    """Numbers of the MLP."""
    network = mlp(d, expansion, bias=bias == "yes")
    return ExactValue(value=float(count(network)), error_bound=0.0)


@computed(
    title="Share of the MLP in the numbers of a block",
    points=({"bias": bias, "d": d} for bias in ("no", "yes") for d in (64, 256, 768, 4096)),
)
def mlp_share(**at: Value) -> ExactValue:
    """The MLP's share in a block; with biases also two layer normalisations are in it."""
    d, bias = int(at["d"]), at["bias"] == "yes"
    own, rest = mlp(d, 4, bias=bias), attention(d, bias=bias)
    norms = [nn.LayerNorm(d, device="meta") for _ in range(2 if bias else 0)]
    return ExactValue(value=count(own) / count(own, rest, *norms), error_bound=1e-15)


@computed(
    title="Numbers of L blocks of width d",
    points=(
        {"embedding": embedding, "L": L, "d": d}
        for embedding in ("no", "yes")
        for L, d in ((12, 768), (32, 768), (32, 4096))
    ),
)
def model_parameters(**at: Value) -> ExactValue:
    """Numbers of L blocks, and of an embedding of 50257 tokens where there is one."""
    d, L = int(at["d"]), int(at["L"])
    # Given its weights, the layer draws none: on the meta device that would import much.
    embedding = nn.Embedding(_VOCABULARY, d, _weight=torch.empty(_VOCABULARY, d, device="meta"))
    total = L * count(mlp(d, 4), attention(d)) + (count(embedding) if at["embedding"] == "yes" else 0)
    return ExactValue(value=float(total), error_bound=0.0)


def operations(module: nn.Module, *inputs: Tensor) -> int:
    """Multiplications and additions in the matrix products that the module asks torch for."""
    with _Counter() as counter:
        module(*inputs)
    return int(counter.total)


@computed(
    title="Share of the MLP in the operations of a block",
    points=(
        {"mask": mask, "d": d, "n": n}
        for mask in ("full", "causal")
        for d in (64, 128, 256, 512)
        for n in (16, 64, 128, 256, 512, 1024, 2048, 8192, 65536)
    ),
)
def compute_share(d: int, n: int, mask: str) -> ExactValue:
    """The MLP's share in the operations of a block; causal attention does those of the pairs it sees."""
    x = torch.empty(n, d, device="meta")
    inner, _, outer = mlp(d, 4)
    # A rectifier has no product, and torch imports much to run one on its meta device.
    own = operations(inner, x) + operations(outer, inner(x))
    projections = 4 * operations(nn.Linear(d, d, bias=False, device="meta"), x)
    seen = sum(2 * 2 * d * (i + 1) for i in range(n)) if mask == "causal" else None
    pairs = operations(_Mixing(), x, x, x) if seen is None else seen
    return ExactValue(value=own / (own + projections + pairs), error_bound=1e-15)


@computed(
    title="Length from which on the MLP is no more than half of the operations",
    points=({"d": d} for d in (8, 48, 64, 256, 768)),
)
def majority_length(d: int) -> ExactValue:
    """The least length at which the MLP is no more than half of the operations, every pair of tokens."""

    def minor(n: int) -> bool:
        return compute_share.evaluate({"mask": "full", "d": d, "n": n}).value <= _HALF

    high = 1
    while not minor(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if minor(middle) else (middle, high)
    return ExactValue(value=float(high), error_bound=0.0)


class _Counter(TorchFunctionMode):
    """Adds up 2 a b c for each product of an a x b and a b x c matrix."""

    total = 0

    def __torch_function__(
        self,
        func: Callable[..., Tensor],
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Tensor:
        """Calls the function, and counts it if it is a product."""
        result = func(*args, **(kwargs or {}))
        if func in _PRODUCTS:
            self.total += 2 * result.numel() * args[0].shape[-1]
        return result


class _Mixing(nn.Module):
    """Scores of all pairs, and values averaged under their softmax."""

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return torch.softmax(q @ k.mT, dim=-1) @ v


@computed(
    title="Change of norms by d -> d -> d",
    points=({"layer": layer} for layer in ("rectified", "linear", "orthogonal")),
)
def norm_change(layer: str) -> ExactValue:
    """Largest ||f(x)|/|x| - 1| over 64 random inputs of d -> d -> d."""
    d = 32
    generator = block_generator(0, "transformer_basics.mlps", 1, "instance", 2, "cpu")
    W, V, x = (torch.randn(d, k, generator=generator, dtype=torch.float64) for k in (d, d, 64))
    if layer != "linear":
        W, V = (torch.linalg.qr(matrix).Q for matrix in (W, V))
    hidden = torch.relu(W @ x) if layer == "rectified" else W @ x
    ratio = torch.linalg.vector_norm(V @ hidden, dim=0) / torch.linalg.vector_norm(x, dim=0)
    return ExactValue(value=float((ratio - 1).abs().max()), error_bound=_ROUNDING)


@computed(
    title="Rank over the tokens of an MLP's hidden layer and output",
    points=(
        {"layer": layer, "d": d, "n": n}
        for layer in ("hidden", "output")
        for d in (4, 8)
        for n in (2, 8, 24, 64)
    ),
)
def output_rank(d: int, n: int, layer: str) -> ExactValue:
    """Exact rank over n tokens of hidden layer or output of a d -> 4d -> d MLP of whole numbers."""
    generator = block_generator(0, "transformer_basics.mlps", 1, "instance", n, "cpu")
    W, V, x = (torch.randint(-5, 6, shape, generator=generator) for shape in ((4 * d, d), (d, 4 * d), (d, n)))
    hidden = torch.relu(W @ x)
    found = hidden if layer == "hidden" else V @ hidden
    return ExactValue(value=float(exact_rank(found.tolist())), error_bound=0.0)


@lru_cache(maxsize=64)
def _log_cap(start: float, d: int, nodes: int) -> float:
    """The logarithm of the integral of sin^(d-2) from 0 up to `start`, by Gauss-Legendre pieces."""
    steepness = (d - 2) / tan(start) if start < pi / 2 else 0.0
    width = min(start, _DECAYS / steepness if steepness else (2 * _DECAYS / d) ** 0.5)
    abscissae, weights = gauss_legendre(nodes)
    angles = start - width * (1 - abscissae) / 2
    logs = (d - 2) * np.log(np.sin(angles))
    return float(logs.max() + np.log((weights * np.exp(logs - logs.max())).sum() * width / 2))


@computed(
    title="Logarithm of the number of directions with one expected pair beyond eps, over d",
    points=({"eps": eps, "d": d} for eps in (0.1, 0.3, 0.5) for d in (64, 256, 1024, 4096, 16384, 65536)),
)
def direction_rate(eps: float, d: int) -> ExactValue:
    """The same rate by quadrature over the angle between two directions, at two resolutions."""
    found = []
    for nodes in (200, 400):
        log_tail = _log_cap(acos(eps), d, nodes) - _log_cap(pi / 2, d, nodes)
        found.append((log(2) - log_tail) / (2 * d))
    return ExactValue(value=found[1], error_bound=abs(found[1] - found[0]) + _ROUNDING)
