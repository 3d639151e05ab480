r"""A causal transformer with relative positional encodings, for weights set by hand.

A head gives position i the weights $\alpha_{ij} \propto \exp(\langle Q x_i, K x_j \rangle + b_{i-j})$ on
$j \le i$ and the output $\sum_j \alpha_{ij} (V x_j + a_{i-j})$: b and a are its tables of score and value
biases, whose last entries hold for all longer distances. A layer adds feed-forward(norm(head(x))) to x, so
that what it writes is normalised and what it finds is not; norm and feed-forward may be left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

Stream = Float[Tensor, "batch time width"]
Symbols = Int[Tensor, "batch time"]


def _distances(x: Stream) -> Int[Tensor, "time time"]:
    place = torch.arange(x.shape[1], device=x.device)
    return place.unsqueeze(-1) - place


class RelativeHead(nn.Module):
    """One causal head; `query` and `key` are rows x width, `value` is width x width."""

    def __init__(
        self,
        *,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        score_bias: Tensor,
        value_bias: Tensor | None = None,
    ) -> None:
        """Tables of biases by distance: `score_bias` of numbers, `value_bias` of vectors, zero by default."""
        super().__init__()
        table = torch.zeros(1, value.shape[0], dtype=value.dtype) if value_bias is None else value_bias
        self.query, self.key, self.value = (nn.Parameter(matrix) for matrix in (query, key, value))
        self.score_bias, self.value_bias = nn.Parameter(score_bias), nn.Parameter(table)

    def weights(self, x: Stream, hidden: Collection[int] = ()) -> Float[Tensor, "batch time time"]:
        """Attention weights; positions of `hidden`, counted from zero, are seen by none."""
        distance = _distances(x)
        scores = (x @ self.query.mT) @ (x @ self.key.mT).mT
        scores = scores + self.score_bias[distance.clamp(0, len(self.score_bias) - 1)]
        scores = scores.masked_fill(distance < 0, float("-inf"))
        scores[:, :, sorted(hidden)] = float("-inf")
        # A row that sees nothing attends to nothing.
        return torch.softmax(scores, dim=-1).nan_to_num(0.0)

    def forward(self, x: Stream, hidden: Collection[int] = ()) -> Stream:
        """What each position reads."""
        alpha = self.weights(x, hidden)
        table = self.value_bias[_distances(x).clamp(0, len(self.value_bias) - 1)]
        return alpha @ (x @ self.value.mT) + torch.einsum("bij,ijd->bid", alpha, table)


class Heads(nn.Module):
    """Several heads of one layer, whose outputs add up."""

    def __init__(self, heads: Sequence[RelativeHead]) -> None:
        """A layer's heads."""
        super().__init__()
        self.heads = nn.ModuleList(heads)

    def forward(self, x: Stream, hidden: Collection[int] = ()) -> Stream:
        """What each position reads through all of them."""
        return torch.stack([head(x, hidden) for head in self.heads]).sum(dim=0)


class Layer(nn.Module):
    """x + feed-forward(norm(head(x))), each part left out where it is None."""

    def __init__(
        self, head: RelativeHead | Heads, *, norm: nn.Module | None = None, mlp: nn.Module | None = None
    ) -> None:
        """A layer around a head, or several."""
        super().__init__()
        self.head, self.norm, self.mlp = head, norm or nn.Identity(), mlp or nn.Identity()

    def forward(self, x: Stream, hidden: Collection[int] = ()) -> Stream:
        """The stream after the layer."""
        return torch.as_tensor(x + self.mlp(self.norm(self.head(x, hidden))))


class Transformer(nn.Module):
    """One-hot symbols in the first coordinates, layers, and a linear readout of the last ones."""

    def __init__(self, layers: Sequence[Layer], *, symbols: int, width: int) -> None:
        """A transformer whose stream has `width` coordinates."""
        super().__init__()
        self.symbols = symbols
        self.embedding = nn.Parameter(torch.eye(symbols, width, dtype=torch.float64))
        self.layers = nn.ModuleList(layers)
        self.readout = nn.Parameter(torch.eye(width, dtype=torch.float64)[-symbols:])

    def stream(self, x: Symbols, hidden: Collection[int] = ()) -> Stream:
        """The stream after all layers; the last head does not see the positions of `hidden`."""
        found: Tensor = self.embedding[x]
        for layer in self.layers[:-1]:
            found = layer(found)
        return torch.as_tensor(self.layers[-1](found, hidden))

    def forward(self, x: Symbols, hidden: Collection[int] = ()) -> Float[Tensor, "batch time symbols"]:
        """What is read out of every position."""
        return self.stream(x, hidden) @ self.readout.mT


def feed_forward(
    inner: Float[Tensor, "hidden width"], bias: Float[Tensor, " hidden"], outer: Float[Tensor, "width hidden"]
) -> nn.Sequential:
    """W_2 relu(W_1 x + b)."""
    # On the meta device nothing is drawn: PyTorch would fill new layers from its global generator.
    first = nn.Linear(inner.shape[1], inner.shape[0], device="meta")
    second = nn.Linear(outer.shape[1], outer.shape[0], bias=False, device="meta")
    first.weight, first.bias = nn.Parameter(inner), nn.Parameter(bias)
    second.weight = nn.Parameter(outer)
    return nn.Sequential(first, nn.ReLU(), second)


def scaled_identity(width: int, scale: float) -> nn.Sequential:
    """The feed-forward layer that multiplies by `scale`: relu(x) - relu(-x) is x."""
    eye = torch.eye(width, dtype=torch.float64)
    both = torch.cat((eye, -eye))
    return feed_forward(scale * both, torch.zeros(2 * width, dtype=torch.float64), both.mT)
