"""The error for a given compute Q = T d^2, split between samples and dimension (corollary of Proposition 4).

| split | T |
|---|---|
| `balanced` | d^2, where both terms of the joint law fall alike at alpha = 2 |
| `more samples` | 64 times that, for d a factor 8 smaller |
| `more dimension` | a 64th of that, for d a factor 8 larger |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Trials
from .finite_memory import OUTPUTS, error_of_samples, samples_group

SPLITS: Final[Mapping[str, Callable[[int], tuple[int, int]]]] = {
    "balanced": lambda root: (root**2, root),
    "more samples": lambda root: (64 * root**2, root // 8),
    "more dimension": lambda root: (root**2 // 64, 8 * root),
}
"""T and d of a compute Q = root^4."""

_ROOTS: Final = (128, 256, 512, 1024, 2048)
_TRIALS: Final = 16


def _group(root: int, split: str) -> DesignGroup:
    shared: dict[str, Value] = {"Q": root**4, "split": split}
    return DesignGroup.sized(shared=shared, points=(shared,), trials_per_block=_TRIALS)


@simulator(
    version=3,
    title="Error for a compute Q = T d^2 with P = d/8 and infinitely many tokens, by how it is split",
    outputs=OUTPUTS,
    groups=(_group(root, split) for split in SPLITS for root in _ROOTS),
    dtype="float64",
)
def error_of_compute(split: str, Q: int, *, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """The error at the T and d that a split makes of the compute."""
    T, d = SPLITS[split](round(float(Q) ** 0.25))
    inner = samples_group(T, [{"d": d}], trials.group.trials_per_block)
    return error_of_samples.sample(Trials(group=inner, n_trials=trials.n_trials, source=trials.source))
