r"""The gradient of the layer's loss in closed form, for many runs at once.

Written out backwards from `layer.context_logits`, letters as there: g is the derivative by a logit,
$g_c = (m_{c0} + m_{c1}) \sigma(f_c) - m_{c1}$ for a context with masses $m_c$, and `d_x` the loss's
derivative by x. Tests hold it to automatic derivatives, of which it takes a third of the time: stacks of
small matrices multiply several times faster in NumPy, and attention has its contexts last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import sqrt
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from scipy.special import expit
from torch import Tensor

from .layer import Contexts, Layer

Flat = Float[Tensor, "runs parameters"]
Masses = Float[Tensor, "#runs contexts 2"]
Array = NDArray[np.float64]
Parts = dict[str, Array]


@dataclass(frozen=True, kw_only=True)
class Forward:
    """What a pass through the layer leaves for the way back; axes are runs, places, coordinates.

    `attention` has axes runs, tokens, contexts.
    """

    tokens: Array
    query: Array
    key: Array
    value: Array
    moved: Array
    attention: Array
    y: Array
    hidden: Array
    z: Array
    logits: Array


_DIVERGED: Final = np.errstate(over="ignore", invalid="ignore")
"""Runs may diverge: their numbers are then not finite, which those who train tell by them."""


@_DIVERGED
def gradient(layer: Layer, theta: Flat, given: Contexts, masses: Masses) -> Flat:
    """The derivatives of the mean cross-entropy by all parameters, run by run."""
    w = _parts(layer, theta)
    return _backward(layer, w, given, masses.numpy(), forward(layer, w, given))


@_DIVERGED
def loss_and_gradient(
    layer: Layer, theta: Flat, given: Contexts, masses: Masses
) -> tuple[Float[Tensor, " runs"], Flat]:
    """The mean cross-entropy of contexts with the given masses, and its derivatives, run by run."""
    w, mass = _parts(layer, theta), masses.numpy()
    passed = forward(layer, w, given)
    # -log sigma(f) is log(1 + e^f) - f.
    terms = mass.sum(axis=-1) * np.logaddexp(0.0, passed.logits) - mass[..., 1] * passed.logits
    return torch.from_numpy(terms.sum(axis=-1)), _backward(layer, w, given, mass, passed)


def _parts(layer: Layer, theta: Flat) -> Parts:
    return {name: part.numpy() for name, part in layer.split(theta).items()}


def _backward(layer: Layer, w: Parts, given: Contexts, mass: Array, passed: Forward) -> Flat:
    """What follows from a forward pass; `mass` has axes runs (or one), contexts, symbols."""
    g = mass.sum(axis=-1) * expit(passed.logits) - mass[..., 1]
    found, d_y = _of_head(w, passed, g)
    found |= _of_attention(layer, w, given, passed, d_y)
    if layer.tied:
        found["e"] = found["e"] + found["a"][:, 0]
    flat = [found[name].reshape(len(g), -1) for name in layer.shapes]
    return torch.from_numpy(np.concatenate(flat, axis=-1))


def forward(layer: Layer, w: Parts, given: Contexts) -> Forward:
    """All that the layer computes after each context."""
    tokens = np.repeat(w["p"], 2, axis=1)
    tokens[:, 1::2] += w["e"][:, None, :]
    query, key, value = (tokens @ _turned(w[name]) for name in ("W_Q", "W_K", "W_V"))
    last, hidden_tokens = given.last.numpy(), _not_seen(given)
    scores = (key @ _turned(query))[:, :, last] / sqrt(layer.d)
    scores[:, hidden_tokens] = -np.inf
    attention = _softmax(scores)
    moved = value @ _turned(w["W_O"])
    y = tokens[:, last] + attention.swapaxes(1, 2) @ moved
    hidden = np.maximum(y @ _turned(w["W_1"]), 0.0)
    z = y + hidden @ _turned(w["W_2"])
    logits = (z @ w["a"][:, :, None])[:, :, 0] + w["b"][:, None]
    return Forward(
        tokens=tokens,
        query=query,
        key=key,
        value=value,
        moved=moved,
        attention=attention,
        y=y,
        hidden=hidden,
        z=z,
        logits=logits,
    )


def _softmax(scores: Array) -> Array:
    """Over tokens; maximum and sum token by token, as reductions along an axis so short are slow."""
    weights = np.exp(scores - reduce(np.maximum, scores.swapaxes(0, 1))[:, None])
    return np.asarray(weights / np.einsum("rtc->rc", weights)[:, None])


def _turned(matrices: Array) -> Array:
    """The transposes, laid out anew: products of views are not handed to the library at full speed."""
    return np.ascontiguousarray(matrices.swapaxes(1, 2))


def _of_head(w: Parts, passed: Forward, g: Array) -> tuple[Parts, Array]:
    """By read-out, bias and feed-forward part, and by y."""
    column, row, a = g[:, :, None], g[:, None, :], w["a"][:, None, :]
    d_hidden = column * (a @ w["W_2"])
    # The rectifier's derivative at zero is zero.
    d_hidden *= passed.hidden > 0
    found = {
        "a": row @ passed.z,
        "b": g.sum(axis=-1),
        "W_1": _turned(d_hidden) @ passed.y,
        "W_2": w["a"][:, :, None] * (row @ passed.hidden),
    }
    return found, column * a + d_hidden @ w["W_1"]


def _of_attention(layer: Layer, w: Parts, given: Contexts, passed: Forward, d_y: Array) -> Parts:
    """By the matrices of attention and by what the tokens are made of."""
    attention, chosen = passed.attention, _chosen(given)
    d_attention, d_moved = passed.moved @ _turned(d_y), attention @ d_y
    d_scores = attention * (d_attention - np.einsum("rtc,rtc->rc", attention, d_attention)[:, None])
    by_key = d_scores @ chosen.T / sqrt(layer.d)
    slopes = {"W_Q": _turned(by_key) @ passed.key, "W_K": by_key @ passed.query, "W_V": d_moved @ w["W_O"]}
    found = {name: _turned(slope) @ passed.tokens for name, slope in slopes.items()}
    found["W_O"] = _turned(d_moved) @ passed.value
    d_tokens = sum((slope @ w[name] for name, slope in slopes.items()), chosen @ d_y)
    of_ones = d_tokens[:, 1::2]
    return found | {"p": d_tokens[:, ::2] + of_ones, "e": of_ones.sum(axis=1)}


def _not_seen(given: Contexts) -> NDArray[np.bool_]:
    """Which tokens a context does not hold; axes tokens, contexts."""
    hidden: NDArray[np.bool_] = ~given.seen.numpy().T
    return hidden


def _chosen(given: Contexts) -> Array:
    """One where a token is the last of a context, else zero; axes tokens, contexts."""
    found: Array = (np.arange(given.seen.shape[1])[:, None] == given.last.numpy()).astype(np.float64)
    return found
