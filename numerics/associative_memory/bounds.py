r"""How the error stands to the two bounds of Theorem 1, and single tokens at the edge of their sets.

The bounds of a memory are numbers: the infimum over gamma in Eq. (7) is taken at the points where a token
leaves its set, since between them the bound falls. Vacuous points (a bound of one or more) are left out.

| quantity | meaning |
|---|---|
| `upper_share`, `upper_share_sampled` | E over the bound (7): at most 1 if it holds |
| `lower_multiple`, `lower_multiple_sampled` | E over the bound (8): at least 1 if it holds |
| `heavy_token_error` | P(wrong) of a token just outside the set of (7) at gamma = `g` |
| `light_token_error` | P(wrong) of a token of load d q^2/Q = `load`, two classes |
| `negative_weight_share` | E over the bound (7) where all weights are negative |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import floor, inf, log, sqrt
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from scipy.special import betainc
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Trials
from .error import recall_error
from .marginal import recall_error_marginal
from .model import Memory, class_loads, coordinates, ideal_scheme, zipf_law
from .quadrature import recall_error_exact

_CUT_OFF: Final = 16
_SELF: Final = 8
_LIGHT: Final = 3
_FLOOR: Final = 1 / 20
_EPSILON: Final = float(np.finfo(float).eps)


def upper_bound(memory: Memory) -> float:
    """The right-hand side of Eq. (7): inf over gamma of 2 d^-gamma + p(set), N finite.

    >>> upper_bound(Memory.at(coordinates(N=1, M=4, d=10)))
    1.0
    """
    q, law = ideal_scheme(memory), zipf_law(memory.alpha, int(memory.N))
    largest, total = float(np.max(class_loads(memory))), float((q * q).sum())
    # q falls, so that the set of some gamma is what lies beyond a first token, summed from the small terms
    # up, as one less all others would lose its digits.
    beyond = np.append(np.cumsum(law[::-1])[::-1][1:], 0.0)
    best = 1.0
    for last in np.flatnonzero(np.diff(q, append=-1.0) < 0):
        if q[last] > 0:
            gamma = _largest_gamma(memory, float(q[last]) ** 2, largest, total)
            best = min(best, 2 * memory.d**-gamma + float(beyond[last]))
    return best


def _largest_gamma(memory: Memory, square: float, largest: float, total: float) -> float:
    """Where d q^2 = 16 c (Q + 8 c |q|^2/d), c = log M + gamma log d."""
    bend, load = _SELF * total / memory.d, memory.d * square / _CUT_OFF
    # The root of bend c^2 + Q c = load without a difference of nearly equal numbers.
    c = 2 * load / (sqrt(largest**2 + 4 * bend * load) + largest)
    return (c - log(memory.M)) / log(memory.d) if memory.d > 1 else -inf


def lower_bound(memory: Memory) -> float:
    """The right-hand side of Eq. (8): p({3 (d + 1) q^2 <= Q})/20, N finite."""
    q, law = ideal_scheme(memory), zipf_law(memory.alpha, int(memory.N))
    light = _LIGHT * (memory.d + 1) * q * q <= float(np.max(class_loads(memory)))
    return _FLOOR * float(law[light].sum())


def full(point: Mapping[str, Value]) -> dict[str, Value]:
    """The coordinates of a point that names its weights, 100 tokens."""
    named = {name: value for name, value in point.items() if name != "weights"}
    return coordinates(N=_TOKENS, **named, **WEIGHTS[str(point["weights"])])


def memory_of(point: Mapping[str, Value]) -> Memory:
    """The memory of a point that names its weights."""
    return Memory.at(full(point))


WEIGHTS: Final[Mapping[str, Mapping[str, Value]]] = {
    "q = 1": {"scheme": "power", "rho": 0.0},
    "q = p^(1/2)": {"scheme": "power", "rho": 0.5},
    "q = p": {"scheme": "power", "rho": 1.0},
    "q = 1 on 8": {"scheme": "threshold", "rho": 0.0, "P": 8},
    "q = 1 on d/8": {"scheme": "threshold", "rho": 0.0, "P": "d/8"},
    "q = 1 on d": {"scheme": "threshold", "rho": 0.0, "P": "d"},
    "q = p on 8": {"scheme": "threshold", "rho": 1.0, "P": 8},
}
"""Schemes by the name they have in a point."""

_TOKENS: Final = 100
_DIMENSIONS: Final = (2, 4, 16, 64, 256, 1024, 4096, 16384)


_ALPHAS: Final = (0.5, 1.5, 2.0, 3.0)


def _points(
    holds: Callable[[Memory], bool],
    classes: tuple[int, ...],
    alphas: tuple[float, ...] = (2.0,),
    dimensions: tuple[int, ...] = _DIMENSIONS,
) -> tuple[dict[str, Value], ...]:
    """Every scheme, size and number of classes where the bound says something."""
    given: tuple[dict[str, Value], ...] = tuple(
        {"weights": name, "M": M, "alpha": alpha, "d": d}
        for M in classes
        for alpha in alphas
        for name in WEIGHTS
        for d in dimensions
    )
    return tuple(point for point in given if holds(memory_of(point)))


def _informative_above(memory: Memory) -> bool:
    return upper_bound(memory) < 1


_UPPER_POINTS: Final = _points(_informative_above, (2,), _ALPHAS)


@computed(title="E over the upper bound of Theorem 1, two classes", points=_UPPER_POINTS)
def upper_share(**at: Value) -> ExactValue:
    """E over the bound (7), two classes."""
    return _over(at, upper_bound)


def _informative_below(memory: Memory) -> bool:
    return memory.stored >= 1 and lower_bound(memory) > 0


_LOWER_POINTS: Final = _points(_informative_below, (2,), _ALPHAS) + _points(
    _informative_below, (1,), dimensions=(4, 16)
)


@computed(title="E over the lower bound of Theorem 1, two classes or one", points=_LOWER_POINTS)
def lower_multiple(**at: Value) -> ExactValue:
    """E over the bound (8), two classes; one class has no wrong answer."""
    return ExactValue(value=0.0, error_bound=0.0) if int(at["M"]) == 1 else _over(at, lower_bound)


_ROUNDING: Final = 1e-12
"""Share of a bound that double precision may cost: its terms are positive, each sum of 100 tokens is off by
100 units in the last place, and d^-gamma by those of its logarithm, which is below 700."""


def _over(at: Mapping[str, Value], bound: Callable[[Memory], float]) -> ExactValue:
    error, limit = recall_error_exact.evaluate(full(at)), bound(memory_of(at))
    value = error.value / limit
    return ExactValue(value=value, error_bound=error.error_bound / limit + _ROUNDING * value)


def student_tail(d: int, x: float) -> float:
    """P(t_d > x) for x >= 0, exact in relative terms however small."""
    return float(betainc(d / 2, 0.5, d / (d + x * x))) / 2


_SMALLEST: Final = 1e-50
"""Bounds below say nothing that could be measured."""


def _heavy_points() -> tuple[dict[str, Value], ...]:
    """P equal tokens of two classes, each at the edge of the set of some gamma > 0; P even."""
    points: list[dict[str, Value]] = []
    for stored in (2, 4, 16, 64, 256):
        for d in (64, 256, 1024, 4096, 16384, 65536):
            memory = Memory.at(coordinates(N=stored, M=2, d=d))
            # Two digits, rounded down: the token stays outside the set.
            gamma = floor(100 * _largest_gamma(memory, 1.0, stored / 2, float(stored))) / 100
            if _SMALLEST < 2 * d**-gamma < 1:
                points.append({"M": 2, "P": stored, "d": d, "g": gamma})
    return tuple(points)


@computed(title="P(wrong) of a token at the edge of the set of Eq. (7), two classes", points=_heavy_points())
def heavy_token_error(d: int, P: int) -> ExactValue:
    """P(wrong) of one of P equally stored tokens of two classes: Student's law."""
    value = student_tail(d, sqrt(d / (P - 1)))
    return ExactValue(value=value, error_bound=64 * d * _EPSILON * value)


def _light_points() -> tuple[dict[str, Value], ...]:
    """Tokens at the cut-off of Eq. (8), exactly."""
    return tuple(
        {"d": d, "load": d / (_LIGHT * (d + 1)), "others": others}
        for d in (1, 2, 3, 5, 10, 30, 100, 1000, 10_000, 100_000)
        for others in ("own", "competitor", "both")
    )


@computed(title="P(wrong) of a token at the edge of the set of Eq. (8), two classes", points=_light_points())
def light_token_error(d: int, load: float, others: str) -> ExactValue:
    """P(wrong) of a token of load d q^2/Q; `others` says in which of two classes the rest of Q lies."""
    square = load / d
    noise = {"own": 1 - square, "competitor": 1.0, "both": 2 - square}[others]
    value = student_tail(d, sqrt(d * square / noise))
    return ExactValue(value=value, error_bound=64 * d * _EPSILON * value)


_UPPER_SAMPLED: Final = (256, 4096)


def _groups(points: tuple[dict[str, Value], ...]) -> tuple[DesignGroup, ...]:
    """One point a group; a trial of the marginal route holds about 100 tokens with M classes, a few times."""
    return tuple(DesignGroup.sized(shared=point, trials_per_block=_TRIALS) for point in points)


_TRIALS: Final = 64


@simulator(
    version=2,
    title="E over the upper bound of Theorem 1",
    outputs=("share",),
    groups=_groups(_points(_informative_above, (3, 4, 16), dimensions=_UPPER_SAMPLED)),
    dtype="float64",
)
def upper_share_sampled(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """E over the bound (7) from the marginal law."""
    return _sampled(trials, upper_bound)


_LOWER_SAMPLED: Final = (2, 16, 256)


@simulator(
    title="E over the lower bound of Theorem 1",
    outputs=("multiple",),
    groups=_groups(
        _points(_informative_below, (1,), dimensions=(4, 16))
        + _points(_informative_below, (3, 4, 16), dimensions=_LOWER_SAMPLED)
    ),
    dtype="float64",
)
def lower_multiple_sampled(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """E over the bound (8) from the marginal law; by the definition where there is one class."""
    return _sampled(trials, lower_bound)


def _sampled(trials: Trials, bound: Callable[[Memory], float]) -> Float[Tensor, "trials points 1"]:
    route = recall_error if trials.points[0]["M"] == 1 else recall_error_marginal
    points = tuple(full(point) for point in trials.points)
    error = route.sample(replace(trials, group=replace(trials.group, shared={}, points=points)))[..., :1]
    limits = [bound(Memory.at(point)) for point in points]
    return error / torch.as_tensor(limits, device=trials.device, dtype=error.dtype).view(1, -1, 1)


def _negative_groups() -> tuple[DesignGroup, ...]:
    return tuple(
        DesignGroup.sized(shared={"M": M, "d": d, "P": stored}, trials_per_block=64)
        for M, d, stored in ((4, 46, 1), (4, 96, 1), (5, 256, 2), (8, 512, 4))
    )


@simulator(
    version=2,
    title="E over the upper bound of Theorem 1, all weights negative",
    outputs=("share",),
    groups=_negative_groups(),
    dtype="float64",
)
def negative_weight_share(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """E over the bound (7) with q = -1 on each of P tokens, one class each; W is not formed."""
    (point,) = trials.points
    d, M, stored = (int(point[name]) for name in ("d", "M", "P"))
    draw = partial(torch.empty, device=trials.device, dtype=trials.dtype)
    e = draw((trials.n_trials, stored, d)).normal_(generator=trials.generator)
    u = draw((trials.n_trials, M, d)).normal_(generator=trials.generator)
    u = u / torch.linalg.vector_norm(u, dim=-1, keepdim=True)
    scores = -torch.bmm(torch.bmm(u, u[:, :stored].mT), torch.bmm(e, e.mT))
    own = scores.diagonal(dim1=1, dim2=2).clone()
    scores.diagonal(dim1=1, dim2=2).fill_(-inf)
    wrong = (own <= scores.amax(dim=1)).to(trials.dtype)
    limit = upper_bound(Memory.at(coordinates(alpha=0.0, N=stored, M=M, d=d)))
    return (wrong.mean(dim=1) / limit).view(-1, 1, 1)
