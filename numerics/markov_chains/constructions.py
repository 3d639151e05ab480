"""How far transformers with weights written down are from the in-context k-gram estimator.

| quantity | of what |
|---|---|
| `worst_error` | three layers, over all sequences of 2k + 1 symbols, by temperature |
| `cold_error` | the same where a match leaves little to others, temperatures in units of 9^k |
| `limit_error` | the same at a temperature where other contexts weigh nothing, by variant |
| `lone_position_error` | the same where one of the first k positions alone is seen unmarked |
| `shortest_failure` | the shortest sequence on which plain inner products miss |
| `two_layer_error`, `one_layer_error` | wide feed-forward layers in place of layers |
| `layers_enough` | the shallower of those for sequences of any length |
| `long_sequences` | three layers and two on long random sequences: exact or not |

`S` is the number of symbols, `kappa` the factor on the cosine.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Trials
from .contexts import closest_gap, context_codes
from .induction_head import MARK, all_sequences, errors, one_layer, three_layers, two_layers
from .transformer import Transformer

_BASE: Final = 3
_ORDERS: Final = (1, 2, 3, 4)
_ALPHABETS: Final = (2, 3)
_LEAKS: Final = (8, 12, 16, 20)
"""Temperatures, as the logarithm of what the closest other context loses."""
_STEEP: Final = (22, 24, 26, 28)
_COLD: Final = {
    2: (12.5, 13.5, 14.5, 15.5, 16.5),
    3: (16.0, 17.5, 19.0, 20.5, 22.0),
    4: (17.5, 19.0, 20.5, 22.0, 23.5),
}
"""kappa over 9^k, by order, where all others together weigh less than 1e-8 beside a match."""
FAR: Final = 40
_ROUNDING: Final = 1e-15
"""Sums of at most twenty weights, each rounded by 1.1e-16."""
LENGTH: Final = 64
_EXACT: Final = 1e-8
_TABLED: Final = ((2, 1, 8), (2, 2, 8), (2, 3, 8), (3, 1, 6), (3, 2, 6))
_HIDDEN: Final = {"first k hidden": 0, "first k - 1 hidden": 1}
"""How many of the first k positions are not hidden, by variant."""


@lru_cache(maxsize=64)
def temperature(k: int, leak: int) -> int:
    """A whole kappa at which the closest other context weighs at most e^-leak."""
    return ceil(leak / closest_gap(context_codes(k, 2, _BASE), MARK))


def worst(model: Transformer, k: int, symbols: int, kappa: float, hidden: tuple[int, ...] = ()) -> ExactValue:
    """The largest error over all sequences of 2k + 1 symbols, in which any context can come back."""
    found = float(errors(model, all_sequences(2 * k + 1, symbols), k, symbols, hidden).max())
    # A cosine is rounded by a few units of 1.1e-16, which kappa multiplies in the exponent.
    return ExactValue(value=found, error_bound=_ROUNDING * (1 + kappa * found))


_SMALL: Final = tuple({"S": S, "k": k} for S in _ALPHABETS for k in _ORDERS)


@computed(
    title="Largest error of three layers against the estimator",
    points=({**point, "kappa": temperature(point["k"], leak)} for point in _SMALL for leak in _LEAKS),
)
def worst_error(k: int, S: int, kappa: int) -> ExactValue:
    """The largest error of three layers."""
    return worst(three_layers(k, S, float(kappa), base=_BASE), k, S, float(kappa))


@computed(
    title="Largest error of three layers at low temperatures",
    points=({"S": S, "k": k, "x": x} for S in _ALPHABETS for k, cold in _COLD.items() for x in cold),
)
def cold_error(**at: Value) -> ExactValue:
    """The largest error of three layers at kappa = 9^k x."""
    return worst_error.evaluate({**at, "kappa": float(at["x"]) * _BASE ** (2 * int(at["k"]))})


def _plain(k: int, symbols: int) -> tuple[Transformer, float]:
    """The last head takes plain inner products, which differ by multiples of (r^-k / sum_j r^-j)^2; kappa."""
    step = (_BASE - 1) / (_BASE**k - 1)
    kappa = FAR / step**2
    return three_layers(k, symbols, kappa, base=_BASE, normalised=False), kappa


@computed(
    version=2,
    title="Largest error of three layers where other contexts weigh nothing",
    points=(
        {"variant": variant, **point}
        for variant in ("marked", "unmarked", *_HIDDEN, "inner products")
        for point in _SMALL
    ),
)
def limit_error(k: int, S: int, variant: str) -> ExactValue:
    """The largest error where other contexts weigh nothing."""
    if variant == "inner products":
        model, kappa = _plain(k, S)
        return worst(model, k, S, kappa)
    kappa = float(temperature(k, FAR))
    model = three_layers(k, S, kappa, base=_BASE, marked=variant == "marked")
    hidden = range(k - _HIDDEN[variant]) if variant in _HIDDEN else ()
    return worst(model, k, S, kappa, tuple(hidden))


@computed(
    version=2,
    title="Largest error where one of the first k positions is seen unmarked",
    points=({**point, "i": i} for point in _SMALL for i in range(1, point["k"] + 1)),
)
def lone_position_error(k: int, S: int, i: int) -> ExactValue:
    """The largest error where of the first k positions i alone is seen."""
    kappa = float(temperature(k, FAR))
    model = three_layers(k, S, kappa, base=_BASE, marked=False)
    return worst(model, k, S, kappa, tuple(j for j in range(k) if j != i - 1))


@computed(
    title="Length of the shortest sequence on which plain inner products miss",
    points=(point for point in _SMALL if point["k"] > 1),
)
def shortest_failure(k: int, S: int) -> ExactValue:
    """The least length at which plain inner products are wrong by a half or more on some sequence."""
    (model, _), length = _plain(k, S), k + 1
    while not bool((errors(model, all_sequences(length, S), k, S) > 1 / 2 - _EXACT).any()):
        length += 1
    return ExactValue(value=float(length), error_bound=0.0)


@computed(
    version=2,
    title="Largest error of two layers with a wide feed-forward part",
    points=({**point, "kappa": kappa} for point in _SMALL for kappa in (*_LEAKS, *_STEEP, FAR)),
)
def two_layer_error(k: int, S: int, kappa: int) -> ExactValue:
    """The largest error of two layers."""
    return worst(two_layers(k, S, float(kappa)), k, S, float(kappa))


@computed(
    title="Largest error of one layer that looks up sequences of one length",
    points=({"S": S, "k": k, "T": T} for S, k, T in _TABLED),
)
def one_layer_error(k: int, S: int, T: int) -> ExactValue:
    """The largest error of one layer, over all sequences of its length."""
    found = errors(one_layer(k, S, T), all_sequences(T, S), k, S)
    # Sums of as many steps as there are sequences, at thresholds of their number.
    return ExactValue(value=float(found.max()), error_bound=float(S**T) ** 2 * _ROUNDING)


@computed(title="Layers of the shallowest construction that gives the estimate", points=_SMALL)
def layers_enough(k: int, S: int) -> ExactValue:
    """The number of layers of the shallowest construction that is exact on sequences of any length."""
    kappa = float(temperature(k, FAR))
    models = two_layers(k, S, float(FAR)), three_layers(k, S, kappa, base=_BASE)
    exact = [len(model.layers) for model in models if worst(model, k, S, kappa).value < _EXACT]
    return ExactValue(value=float(min(exact)), error_bound=0.0)


def sample_sequences(
    n_trials: int, k: int, symbols: int, generator: torch.Generator
) -> Int[Tensor, "trials time"]:
    """Sequences of uniform symbols whose last k are those before a position drawn at random."""
    x = torch.randint(symbols, (n_trials, LENGTH), generator=generator, device=generator.device)
    place = torch.randint(LENGTH - 2 * k, (n_trials, 1), generator=generator, device=generator.device)
    x[:, LENGTH - k :] = x.gather(1, place + torch.arange(k, device=generator.device))
    return x


@simulator(
    title="Long random sequences after which a construction gives the estimate to 1e-8",
    outputs=("three", "two"),
    binary=True,
    groups=(DesignGroup.sized(shared=point, trials_per_block=128) for point in _SMALL),
    dtype="float64",
)
def long_sequences(k: int, S: int, *, trials: Trials) -> Float[Tensor, "trials 1 2"]:
    """Whether each construction gives the estimate to 1e-8; order and alphabet as the group says."""
    x = sample_sequences(trials.n_trials, k, S, trials.generator)
    models = (three_layers(k, S, float(temperature(k, FAR)), base=_BASE), two_layers(k, S, float(FAR)))
    close = [errors(model.to(trials.device), x, k, S) < _EXACT for model in models]
    return torch.stack(close, dim=-1).to(trials.dtype).unsqueeze(1)
