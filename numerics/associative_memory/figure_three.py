"""Fig. 3 as numbers: the error over the plane of d and T, and three schemes against d with infinite data.

The maps (alpha = 1/2, N = 100, M = 5) are drawn by the joint route, which has the law of the definition;
the curves (alpha = 2, N = 100 as the caption says, and 1000) by the marginal one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..simulator import computed, simulator
from ..trials import Trials
from .error import plain_group
from .joint import recall_error_joint
from .marginal import recall_error_marginal
from .model import Vector, coordinates, filled_group
from .quadrature import recall_error_exact

UNIFORM: Final[Mapping[str, Value]] = {"scheme": "power", "rho": 0.0, "P": "N"}
FREQUENCY: Final[Mapping[str, Value]] = {"scheme": "power", "rho": 1.0, "P": "N"}
EIGHTH: Final[Mapping[str, Value]] = {"scheme": "threshold", "rho": 0.0, "P": "d/8"}

_MAP_DIMENSIONS: Final = (5, 8, 12, 20, 32, 50, 80, 125, 200, 320)
_MAP_SAMPLES: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_RUNS: Final = 100
"""Trials behind each point of the source's maps."""

_CURVE_DIMENSIONS: Final = (10, 16, 25, 40, 63, 100, 160, 250, 400, 630, 1000)
_CURVE_TRIALS: Final = 64
_SLOPE_TRIALS: Final = 8
"""Averaged curves of a block: each takes 100 runs at every dimension."""


def _map_group(scheme: Mapping[str, Value], T: int) -> DesignGroup:
    points = [{"d": d} for d in _MAP_DIMENSIONS]
    return plain_group(points, _RUNS, alpha=0.5, N=100, M=5, T=T, **scheme)


@simulator(
    title="Error over the plane of dimension and samples (Fig. 3, left and middle)",
    outputs=("error",),
    groups=(_map_group(scheme, T) for scheme in (UNIFORM, FREQUENCY) for T in _MAP_SAMPLES),
)
def recall_map(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The error of every point."""
    return recall_error_joint.sample(trials)[..., :1]


def _without_scheme(group: DesignGroup) -> DesignGroup:
    """The group with its scheme left open, which its simulator fills in."""
    drop = ("scheme", "rho", "P")
    return DesignGroup.sized(
        shared={name: value for name, value in group.shared.items() if name not in drop},
        points=tuple({k: v for k, v in point.items() if k not in drop} for point in group.points),
        trials_per_block=group.trials_per_block,
    )


@simulator(
    title="What storing by frequency gains over storing all alike, and the other way round",
    outputs=("frequency gains", "uniform gains"),
    groups=(_without_scheme(_map_group(UNIFORM, T)) for T in _MAP_SAMPLES),
)
def scheme_gap(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """E(q_0) - E(q_1) and its negative, on the same data and crosstalk."""
    errors = []
    state = trials.generator.get_state()
    for scheme in (UNIFORM, FREQUENCY):
        trials.generator.set_state(state)
        errors.append(
            recall_map.sample(
                Trials(group=_with(trials.group, scheme), n_trials=trials.n_trials, source=trials.source)
            )[..., 0]
        )
    gap = errors[0] - errors[1]
    return torch.stack((gap, -gap), dim=-1)


def _curve_group(N: int, d: int) -> DesignGroup:
    return _without_scheme(filled_group([{"d": d}], _CURVE_TRIALS, N=N, **FREQUENCY))


@simulator(
    version=4,
    title="Error of three schemes with infinite data (Fig. 3, right)",
    outputs=("uniform", "frequency", "threshold"),
    groups=(_curve_group(N, d) for N in (100, 1000) for d in _CURVE_DIMENSIONS),
    dtype="float64",
)
def recall_curves(*, trials: Trials) -> Float[Tensor, "trials points 3"]:
    """The mean errors of q_0, q_1 and q_(0,[d/8])."""
    columns = [
        recall_error_marginal.sample(replace(trials, group=_with(trials.group, scheme)))
        for scheme in (UNIFORM, FREQUENCY, EIGHTH)
    ]
    return torch.stack([column[..., 0] for column in columns], dim=-1)


def _slope_point(scheme: Mapping[str, Value], N: int, least: int, most: int) -> dict[str, Value]:
    """The range of a line in place of a dimension; five classes, orthonormal unembeddings."""
    return {**coordinates(N=N, u="orthonormal", **scheme), "least": least, "most": most}


@computed(
    version=3,
    title="Slope of the plotted errors in logarithms (Fig. 3, right)",
    points=(
        *(_slope_point(FREQUENCY, N, 10, 1000) for N in (100, 1000)),
        _slope_point(EIGHTH, 100, 16, 100),
        _slope_point(EIGHTH, 100, 16, 630),
        _slope_point(EIGHTH, 1000, 16, 1000),
    ),
)
def curve_slope(**at: Value) -> ExactValue:
    """Least-squares slope of log E against log d over the plotted dimensions from `least` to `most`."""
    least, most = int(at["least"]), int(at["most"])
    dimensions = [d for d in _CURVE_DIMENSIONS if least <= d <= most]
    place = {name: value for name, value in at.items() if name not in {"least", "most"}}
    values = [recall_error_exact.evaluate({**place, "d": d}) for d in dimensions]
    logs = np.log(dimensions)
    weights = (logs - logs.mean()) / ((logs - logs.mean()) ** 2).sum()
    bounds = np.array([value.error_bound / value.value for value in values])
    slope = float(weights @ np.log([value.value for value in values]))
    return ExactValue(value=slope, error_bound=float(abs(weights) @ bounds))


def _slope_group(scheme: Mapping[str, Value], N: int, ranges: tuple[tuple[int, int], ...]) -> DesignGroup:
    """Lines through one averaged curve, unembeddings on the sphere."""
    shared = {**coordinates(N=N, **scheme), "runs": _RUNS}
    return DesignGroup.sized(
        shared=shared,
        points=[{"least": least, "most": most} for least, most in ranges],
        trials_per_block=_SLOPE_TRIALS,
    )


@simulator(
    title="Slope in logarithms of errors averaged over 100 runs, unembeddings on the sphere (Fig. 3, right)",
    outputs=("slope",),
    groups=(
        *(_slope_group(FREQUENCY, N, ((10, 1000), (100, 1000))) for N in (100, 1000)),
        _slope_group(EIGHTH, 100, ((16, 100), (16, 630))),
        _slope_group(EIGHTH, 1000, ((16, 1000),)),
    ),
    dtype="float64",
)
def curve_slope_sampled(runs: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Least-squares slopes of log E against log d, E the mean over the runs of a trial, for each range."""
    logs = np.log(_CURVE_DIMENSIONS)
    place = {name: value for name, value in trials.group.shared.items() if name != "runs"}
    columns = [
        recall_error_marginal.sample(
            replace(trials, group=filled_group([{"d": d}], runs, **place), n_trials=trials.n_trials * runs)
        )[:, 0, 0]
        for d in _CURVE_DIMENSIONS
    ]
    errors = torch.stack([column.reshape(trials.n_trials, runs).mean(dim=1) for column in columns], dim=1)
    lines = [_slope_weights(logs, int(point["least"]), int(point["most"])) for point in trials.points]
    weights = torch.tensor(np.stack(lines), device=trials.device, dtype=trials.dtype)
    return (errors.log() @ weights.T).unsqueeze(-1)


def _slope_weights(logs: Vector, least: int, most: int) -> Vector:
    """What each plotted dimension counts in the slope of the line from `least` to `most`."""
    inside = np.array([least <= d <= most for d in _CURVE_DIMENSIONS])
    centred = np.where(inside, logs - logs[inside].mean(), 0.0)
    weights: Vector = centred / (centred**2).sum()
    return weights


def _with(group: DesignGroup, scheme: Mapping[str, Value]) -> DesignGroup:
    """The same points under another scheme."""
    return DesignGroup.sized(
        shared={**group.shared, **scheme},
        points=tuple({**point, **scheme} for point in group.points),
        trials_per_block=group.trials_per_block,
    )
