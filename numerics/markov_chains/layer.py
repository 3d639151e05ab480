r"""The single layer of the slides and its exact population loss.

The n-th symbol enters as $x_n e + p_n$; attention adds $W_O \sum_{i \le n} att_{n,i} W_V$ of the inputs,
where $att_{n,i}$ is the softmax over $i \le n$ of query times key over $\sqrt{d}$; that is $y_n$. Then
$z_n = y_n + W_2 \mathrm{ReLU}(W_1 y_n)$, $logit_n = \langle a, z_n \rangle + b$, and $f = \sigma(logit_n)$
is the probability of a one. With tied weights $a = e$ is one parameter.

$L = -\frac{1}{N} \sum_{n=1}^N E[x_{n+1} \log f(x_1^n) + (1 - x_{n+1}) \log(1 - f(x_1^n))]$, in nats.
Parameters are one flat vector, by which everything here is differentiated; leading axes are a batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from .chain import Chain, probabilities, sequences

Flat = Float[Tensor, "*batch parameters"]
Losses = Float[Tensor, "*batch"]


@dataclass(frozen=True, kw_only=True)
class Layer:
    """Sizes: N positions, width d, hidden width of the feed-forward part, and whether a = e."""

    tied: bool
    N: int = 5
    d: int = 8
    hidden: int = 16

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each parameter, in the order of the flat vector; `a` is absent where tied."""
        d = self.d
        shapes: dict[str, tuple[int, ...]] = {"e": (d,), "p": (self.N, d)}
        shapes |= dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (d, d))
        shapes |= {"W_1": (self.hidden, d), "W_2": (d, self.hidden)}
        return shapes | ({} if self.tied else {"a": (d,)}) | {"b": ()}

    @property
    def size(self) -> int:
        """The number of parameters."""
        return sum(prod(shape) for shape in self.shapes.values())

    def split(self, theta: Flat) -> dict[str, Tensor]:
        """The parameters by name, as views of the flat vector; `a` is there in both cases."""
        lengths = [prod(shape) for shape in self.shapes.values()]
        parts = zip(self.shapes.items(), torch.split(theta, lengths, dim=-1), strict=True)
        named = {name: part.reshape((*theta.shape[:-1], *shape)) for (name, shape), part in parts}
        return named | ({"a": named["e"]} if self.tied else {})

    def join(self, **named: Tensor) -> Float[Tensor, " parameters"]:
        """One flat vector of the named parameters; those left out are zero."""
        if unknown := named.keys() - self.shapes.keys():
            raise ValueError(f"This layer has no parameters {sorted(unknown)}; it has {list(self.shapes)}.")
        zero = torch.zeros((), dtype=torch.float64)
        parts = (named.get(name, zero).expand(shape).reshape(-1) for name, shape in self.shapes.items())
        return torch.cat(list(parts))

    def mask(self, *names: str) -> Bool[Tensor, " parameters"]:
        """Which entries of the flat vector belong to the named parameters."""
        parts = (torch.full((prod(s),), name in names) for name, s in self.shapes.items())
        return torch.cat(list(parts))


def logits(layer: Layer, theta: Flat, x: Int[Tensor, "sequences N"]) -> Float[Tensor, "*batch sequences N"]:
    """logit_n at every position of every sequence, as the slide writes the layer."""
    w = layer.split(theta)
    symbols = x.to(theta.dtype).unsqueeze(-1)
    embedded = symbols * w["e"][..., None, None, :] + w["p"].unsqueeze(-3)
    query, key, value = (embedded @ w[name].unsqueeze(-3).mT for name in ("W_Q", "W_K", "W_V"))
    scores = query @ key.mT / layer.d**0.5
    past = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    attention = torch.softmax(scores.masked_fill(~past, -torch.inf), dim=-1)
    y = embedded + attention @ value @ w["W_O"].unsqueeze(-3).mT
    z = y + torch.relu(y @ w["W_1"].unsqueeze(-3).mT) @ w["W_2"].unsqueeze(-3).mT
    return (z * w["a"][..., None, None, :]).sum(-1) + w["b"][..., None, None]


def population_loss(layer: Layer, theta: Flat, chain: Chain) -> Losses:
    """L by enumeration of all 2^(N+1) sequences."""
    x = sequences(layer.N + 1)
    found, after = logits(layer, theta, x[:, :-1]), x[:, 1:].to(theta.dtype)
    # log(1 - sigma(t)) = log sigma(-t).
    losses = -torch.nn.functional.logsigmoid((2 * after - 1) * found)
    return losses.mean(dim=-1) @ probabilities(chain, x)


@dataclass(frozen=True, kw_only=True)
class Contexts:
    """All sequences of 1, ..., N symbols: their last token, all their tokens, and how often 0 and 1 follow.

    Token 2 i + s is the symbol s at position i, counted from zero. Masses of one length add up to 1/N.
    """

    last: Int[Tensor, " contexts"]
    seen: Bool[Tensor, "contexts tokens"]
    masses: Float[Tensor, "contexts 2"]


@lru_cache(maxsize=64)
def contexts(chain: Chain, N: int) -> Contexts:
    """The contexts of a chain up to length N, their masses summed over all sequences one longer."""
    last, seen, masses = [], [], []
    for length in range(1, N + 1):
        x = sequences(length)
        tokens = 2 * torch.arange(length) + x
        last.append(tokens[:, -1])
        seen.append(torch.zeros(len(x), 2 * N, dtype=torch.bool).scatter(1, tokens, value=True))
        masses.append(probabilities(chain, sequences(length + 1)).reshape(-1, 2) / N)
    return Contexts(last=torch.cat(last), seen=torch.cat(seen), masses=torch.cat(masses))


def context_logits(layer: Layer, theta: Flat, given: Contexts) -> Float[Tensor, "*batch contexts"]:
    """The logit after each context: what attends is one of 2N tokens, so that scores are a table of them."""
    w = layer.split(theta)
    symbols = torch.tensor([0.0, 1.0], dtype=theta.dtype)
    tokens = w["p"].unsqueeze(-2) + symbols.unsqueeze(-1) * w["e"][..., None, None, :]
    embedded = tokens.flatten(-3, -2)
    query, key = embedded @ w["W_Q"].mT, embedded @ w["W_K"].mT
    scores = (query @ key.mT / layer.d**0.5)[..., given.last, :]
    attention = torch.softmax(scores.masked_fill(~given.seen, -torch.inf), dim=-1)
    moved = embedded @ w["W_V"].mT @ w["W_O"].mT
    y = embedded[..., given.last, :] + attention @ moved
    z = y + torch.relu(y @ w["W_1"].mT) @ w["W_2"].mT
    return (z @ w["a"].unsqueeze(-1)).squeeze(-1) + w["b"].unsqueeze(-1)


def context_loss(layer: Layer, theta: Flat, chain: Chain) -> Losses:
    """L summed over contexts: what comes later does not change what is predicted after one."""
    given = contexts(chain, layer.N)
    found = context_logits(layer, theta, given)
    # log(1 - sigma(t)) = log sigma(-t).
    sides = torch.stack((-found, found), dim=-1)
    return -(torch.nn.functional.logsigmoid(sides) * given.masses).sum(dim=(-2, -1))
