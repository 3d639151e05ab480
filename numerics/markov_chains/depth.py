"""How many layers attention alone needs: what is reached, what is matched, and what is enough.

| quantity | of what |
|---|---|
| `doubling_error` | the doubling construction against the estimator |
| `many_heads_error` | k copying heads in one layer against the estimator |
| `reachable_order` | the best choice of one distance a head, by exhaustive search |
| `pattern_count` | independent weighted sums of the past after layers of random fixed patterns |
| `matching_rank` | the least rank of a bilinear score that matches contexts, by exhaustive search |
| `four_layer_error`, `four_layer_order` | four layers whose third looks at content |
| `sink_slope` | how the weight of their start symbol answers to epsilon |
| `long_attention` | both constructions on long random sequences: exact or not |
"""

from __future__ import annotations

from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Trials
from .attention_only import (
    doubling_layers,
    four_layers,
    independent_patterns,
    least_matching_rank,
    many_heads,
    search_order,
)
from .constructions import sample_sequences
from .induction_head import all_sequences, errors, returning_sequences
from .transformer import Symbols, Transformer

_LEAK: Final = 40.0
_ROUNDING: Final = 1e-15
_ENUMERATED: Final = 4
"""The longest contexts for which all sequences of 2k + 1 symbols are looked at."""
_POINTS: Final = tuple({"S": S, "k": k} for S, longest in ((2, 8), (3, 5)) for k in range(1, longest + 1))
_REPRESENTED: Final = 1e-6
_CLOSE: Final = 1e-4
"""Scores of the four layers, in the millions at k = 8, are rounded at 1e-6 or so."""
_ENTRIES: Final = {1: 3, 2: 2, 3: 1}
"""The largest entries of the matrices searched, by order."""


def _sequences(k: int, symbols: int) -> Symbols:
    return all_sequences(2 * k + 1, symbols) if k <= _ENUMERATED else returning_sequences(k, symbols)


def _largest(model: Transformer, k: int, symbols: int) -> float:
    return float(errors(model, _sequences(k, symbols), k, symbols).max())


def _temperature(k: int) -> float:
    """The closest code of another context is 1/(2^k - 1) away in each of two coordinates."""
    return _LEAK * float(2**k - 1) ** 2


@computed(title="Largest error of the doubling construction against the estimator", points=_POINTS)
def doubling_error(k: int, S: int) -> ExactValue:
    """The largest error of the doubling construction."""
    return ExactValue(value=_largest(doubling_layers(k, S, _LEAK), k, S), error_bound=_ROUNDING)


@computed(title="Largest error of k copying heads and a matching one against the estimator", points=_POINTS)
def many_heads_error(k: int, S: int) -> ExactValue:
    """The largest error of two layers, the first of k heads."""
    return ExactValue(value=_largest(many_heads(k, S, _LEAK), k, S), error_bound=_ROUNDING)


@computed(title="Largest error of four layers of attention alone against the estimator", points=_POINTS)
def four_layer_error(k: int, S: int) -> ExactValue:
    """The largest error of four layers of attention alone."""
    kappa = _temperature(k)
    return ExactValue(value=_largest(four_layers(k, S, kappa), k, S), error_bound=_ROUNDING * kappa)


@computed(
    title="Largest order tried that four layers of attention alone represent", points=({"L": 4, "S": 2},)
)
def four_layer_order(S: int) -> ExactValue:
    """The largest k of those tried up to which `L` = 4 layers of attention represent the estimator."""
    orders = [int(point["k"]) for point in _POINTS if point["S"] == S]
    kept = [k for k in orders if four_layer_error.evaluate({"S": S, "k": k}).value < _REPRESENTED]
    return ExactValue(value=float(max(kept, default=0)), error_bound=0.0)


@computed(
    title="Slope of the start symbol's weight in the third of four layers",
    points=({"p": ones / 7} for ones in range(8)),
)
def sink_slope(p: float) -> ExactValue:
    """The derivative of the start symbol's weight by epsilon after a context of three symbols.

    The share p of ones in its code is a multiple of 1/7, whose binary digits are the context.
    """
    ones = round(7 * p)
    x = torch.tensor([[2, ones & 1, ones >> 1 & 1, ones >> 2, 0]])
    slopes = []
    for epsilon in (2e-3, 1e-3):
        ends = [_weight_of_start(sign * epsilon, x) for sign in (1, -1)]
        slopes.append((ends[0] - ends[1]) / (2 * epsilon))
    # Differences over 2 epsilon err by order epsilon^2: four times less at half of it.
    value = (4 * slopes[1] - slopes[0]) / 3
    return ExactValue(value=value, error_bound=abs(value - slopes[1]) + 1e-12)


@torch.no_grad()
def _weight_of_start(epsilon: float, x: Symbols) -> float:
    model = four_layers(3, 2, 1.0, epsilon=epsilon)
    return float(model.stream(x)[0, -1, 9])


@computed(
    title="Largest order for which single distances reach all symbols",
    points=({"L": L, "H": H} for L, H in ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (1, 3))),
)
def reachable_order(L: int, H: int) -> ExactValue:
    """The largest order that `L` layers of single distances reach."""
    return ExactValue(value=float(search_order(L, H)), error_bound=0.0)


@computed(
    title="Independent weighted sums of the past after layers of random fixed patterns",
    points=({"L": L} for L in range(1, 7)),
)
def pattern_count(L: int) -> ExactValue:
    """The number of independent sums after `L` layers."""
    return ExactValue(value=float(independent_patterns(L)), error_bound=0.0)


@computed(title="Least rank of a bilinear score that matches contexts", points=({"k": k} for k in _ENTRIES))
def matching_rank(k: int) -> ExactValue:
    """The least rank of a score that matches contexts of k signs."""
    return ExactValue(value=float(least_matching_rank(k, _ENTRIES[k])), error_bound=0.0)


@simulator(
    title="Long random sequences after which attention alone gives the estimate to 1e-4",
    outputs=("doubling", "four"),
    binary=True,
    groups=(
        DesignGroup.sized(shared={"S": S, "k": k}, trials_per_block=128)
        for S, k in ((2, 2), (2, 4), (2, 8), (3, 3))
    ),
    dtype="float64",
)
def long_attention(k: int, S: int, *, trials: Trials) -> Float[Tensor, "trials 1 2"]:
    """Whether each construction gives the estimate to 1e-4; order and alphabet as the group says."""
    x = sample_sequences(trials.n_trials, k, S, trials.generator)
    models = (doubling_layers(k, S, _LEAK), four_layers(k, S, _temperature(k)))
    close = [errors(model.to(trials.device), x, k, S) < _CLOSE for model in models]
    return torch.stack(close, dim=-1).to(trials.dtype).unsqueeze(1)
