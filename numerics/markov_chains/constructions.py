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

from collections.abc import Mapping
from functools import lru_cache
from math import ceil
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..quantity import DesignGroup, ExactQuantity, ExactValue, SampledQuantity, Value
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
_BYTES_PER_NUMBER: Final = 8
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


def worst_error_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest error of three layers."""
    k, symbols, kappa = int(at["k"]), int(at["S"]), float(at["kappa"])
    return worst(three_layers(k, symbols, kappa, base=_BASE), k, symbols, kappa)


def cold_error_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest error of three layers at kappa = 9^k x."""
    return worst_error_of({**at, "kappa": float(at["x"]) * _BASE ** (2 * int(at["k"]))})


def _plain(k: int, symbols: int) -> tuple[Transformer, float]:
    """The last head takes plain inner products, which differ by multiples of (r^-k / sum_j r^-j)^2; kappa."""
    step = (_BASE - 1) / (_BASE**k - 1)
    kappa = FAR / step**2
    return three_layers(k, symbols, kappa, base=_BASE, normalised=False), kappa


def limit_error_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest error where other contexts weigh nothing."""
    k, symbols, variant = int(at["k"]), int(at["S"]), str(at["variant"])
    if variant == "inner products":
        model, kappa = _plain(k, symbols)
        return worst(model, k, symbols, kappa)
    kappa = float(temperature(k, FAR))
    model = three_layers(k, symbols, kappa, base=_BASE, marked=variant == "marked")
    hidden = range(k - _HIDDEN[variant]) if variant in _HIDDEN else ()
    return worst(model, k, symbols, kappa, tuple(hidden))


def lone_position_error_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest error where of the first k positions i alone is seen."""
    k, symbols, i = int(at["k"]), int(at["S"]), int(at["i"])
    kappa = float(temperature(k, FAR))
    model = three_layers(k, symbols, kappa, base=_BASE, marked=False)
    return worst(model, k, symbols, kappa, tuple(j for j in range(k) if j != i - 1))


def shortest_failure_of(at: Mapping[str, Value]) -> ExactValue:
    """The least length at which plain inner products are wrong by a half or more on some sequence."""
    k, symbols = int(at["k"]), int(at["S"])
    (model, _), length = _plain(k, symbols), k + 1
    while not bool((errors(model, all_sequences(length, symbols), k, symbols) > 1 / 2 - _EXACT).any()):
        length += 1
    return ExactValue(value=float(length), error_bound=0.0)


def two_layer_error_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest error of two layers."""
    k, symbols = int(at["k"]), int(at["S"])
    kappa = float(at["kappa"])
    return worst(two_layers(k, symbols, kappa), k, symbols, kappa)


def one_layer_error_of(at: Mapping[str, Value]) -> ExactValue:
    """The largest error of one layer, over all sequences of its length."""
    k, symbols, T = int(at["k"]), int(at["S"]), int(at["T"])
    found = errors(one_layer(k, symbols, T), all_sequences(T, symbols), k, symbols)
    # Sums of as many steps as there are sequences, at thresholds of their number.
    return ExactValue(value=float(found.max()), error_bound=float(symbols**T) ** 2 * _ROUNDING)


def layers_enough_of(at: Mapping[str, Value]) -> ExactValue:
    """The number of layers of the shallowest construction that is exact on sequences of any length."""
    k, symbols = int(at["k"]), int(at["S"])
    kappa = float(temperature(k, FAR))
    models = two_layers(k, symbols, float(FAR)), three_layers(k, symbols, kappa, base=_BASE)
    exact = [len(model.layers) for model in models if worst(model, k, symbols, kappa).value < _EXACT]
    return ExactValue(value=float(min(exact)), error_bound=0.0)


def sample_sequences(
    n_trials: int, k: int, symbols: int, generator: torch.Generator, device: torch.device
) -> Int[Tensor, "trials time"]:
    """Sequences of uniform symbols whose last k are those before a position drawn at random."""
    x = torch.randint(symbols, (n_trials, LENGTH), generator=generator, device=device)
    place = torch.randint(LENGTH - 2 * k, (n_trials, 1), generator=generator, device=device)
    x[:, LENGTH - k :] = x.gather(1, place + torch.arange(k, device=device))
    return x


def sample_long_sequences(
    group: DesignGroup,
    n_trials: int,
    generator: torch.Generator,
    *,
    device: torch.device,
    dtype: torch.dtype,
) -> Float[Tensor, "trials 1 2"]:
    """Whether each construction gives the estimate to 1e-8; order and alphabet as the group says."""
    (k,), (symbols,) = group.sizes("k"), group.sizes("S")
    x = sample_sequences(n_trials, k, symbols, generator, device)
    models = (
        three_layers(k, symbols, float(temperature(k, FAR)), base=_BASE),
        two_layers(k, symbols, float(FAR)),
    )
    close = [errors(model.to(device), x, k, symbols) < _EXACT for model in models]
    return torch.stack(close, dim=-1).to(dtype).unsqueeze(1)


_SMALL: Final = tuple({"S": S, "k": k} for S in _ALPHABETS for k in _ORDERS)

worst_error: Final = ExactQuantity(
    name="markov_chains.worst_error",
    version=1,
    title="Largest error of three layers against the estimator",
    points=tuple({**point, "kappa": temperature(point["k"], leak)} for point in _SMALL for leak in _LEAKS),
    evaluate=worst_error_of,
)

cold_error: Final = ExactQuantity(
    name="markov_chains.cold_error",
    version=1,
    title="Largest error of three layers at low temperatures",
    points=tuple({"S": S, "k": k, "x": x} for S in _ALPHABETS for k, cold in _COLD.items() for x in cold),
    evaluate=cold_error_of,
)

limit_error: Final = ExactQuantity(
    name="markov_chains.limit_error",
    version=2,
    title="Largest error of three layers where other contexts weigh nothing",
    points=tuple(
        {"variant": variant, **point}
        for variant in ("marked", "unmarked", *_HIDDEN, "inner products")
        for point in _SMALL
    ),
    evaluate=limit_error_of,
)

lone_position_error: Final = ExactQuantity(
    name="markov_chains.lone_position_error",
    version=2,
    title="Largest error where one of the first k positions is seen unmarked",
    points=tuple({**point, "i": i} for point in _SMALL for i in range(1, point["k"] + 1)),
    evaluate=lone_position_error_of,
)

shortest_failure: Final = ExactQuantity(
    name="markov_chains.shortest_failure",
    version=1,
    title="Length of the shortest sequence on which plain inner products miss",
    points=tuple(point for point in _SMALL if point["k"] > 1),
    evaluate=shortest_failure_of,
)

two_layer_error: Final = ExactQuantity(
    name="markov_chains.two_layer_error",
    version=2,
    title="Largest error of two layers with a wide feed-forward part",
    points=tuple({**point, "kappa": kappa} for point in _SMALL for kappa in (*_LEAKS, *_STEEP, FAR)),
    evaluate=two_layer_error_of,
)

one_layer_error: Final = ExactQuantity(
    name="markov_chains.one_layer_error",
    version=1,
    title="Largest error of one layer that looks up sequences of one length",
    points=tuple({"S": S, "k": k, "T": T} for S, k, T in _TABLED),
    evaluate=one_layer_error_of,
)

layers_enough: Final = ExactQuantity(
    name="markov_chains.layers_enough",
    version=1,
    title="Layers of the shallowest construction that gives the estimate",
    points=_SMALL,
    evaluate=layers_enough_of,
)

long_sequences: Final = SampledQuantity(
    name="markov_chains.long_sequences",
    version=1,
    title="Long random sequences after which a construction gives the estimate to 1e-8",
    outputs=("three", "two"),
    binary=True,
    groups=tuple(
        DesignGroup.sized(
            shared=point, trials_per_block=128, bytes_per_trial=_BYTES_PER_NUMBER * 4 * LENGTH**2
        )
        for point in _SMALL
    ),
    sample=sample_long_sequences,
    dtype="float64",
)
