"""The largest overlaps of n random keys: what the worst item meets, and the worst pair.

The coherence mu = max_{i < j} |<k_i, k_j>| is that of sparse recovery. The sizes n of a group are
nested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import KeyLaw, sample_keys
from ..simulator import simulator
from ..trials import Trials
from .collapsed import sample_overlap_table

# Parts of sqrt(d_k) about the sizes at which the mean reaches 1.
_WORST_PARTS: Final = (0.45, 0.6, 0.75, 0.9, 1.05, 1.25)
_FAR_PARTS: Final = (0.85, 0.93, 1.0, 1.08, 1.16, 1.25)
_FAR_TRIALS: Final = {2**8: 128, 2**10: 64, 2**12: 32, 2**14: 24, 2**16: 16, 2**18: 8, 2**20: 8}
_COHERENCE_PARTS: Final = (0.3, 0.4, 0.5, 0.65, 0.8, 1.0)
_NEAR: Final = 0.5
_THRESHOLD: Final = 1.0
# About the sizes at which every other draw has a near-collision: they grow exponentially with d_k.
_NEAR_SIZES: Final = {
    4: (2, 3, 4, 5),
    8: (2, 3, 4, 5, 6),
    12: (2, 4, 5, 6, 8),
    16: (3, 5, 7, 9, 11),
    20: (5, 7, 9, 12, 15),
    24: (6, 9, 13, 17, 22),
    28: (10, 14, 19, 25, 33),
    32: (14, 20, 28, 37, 50),
}
_DIMENSIONS: Final = (16, 32, 64, 128, 256, 512, 1024, 2048)


def _group(d_k: int, parts: tuple[float, ...], **held: float) -> DesignGroup:
    """Sizes at parts of sqrt(d_k), at least two items; at least four sizes, as a cubic needs."""
    sizes = sorted({max(2, round(part * d_k**0.5)) for part in parts} | {2, 3, 4, 5})
    return DesignGroup.sized(
        shared={"d_k": d_k},
        points=[{"n": n, **held} for n in sizes],
        trials_per_block=min(1024, 2**16 // d_k),
    )


@simulator(
    title="Coherent crosstalk of the worst item: max_i sum_{j != i} |<k_i, k_j>|",
    outputs=("worst",),
    groups=(_group(d_k, _WORST_PARTS) for d_k in _DIMENSIONS),
)
def worst_coherent_crosstalk(
    *, trials: Trials, key_law: KeyLaw = "sphere"
) -> Float[Tensor, "trials points 1"]:
    """max_i sum_{j != i} |<k_i, k_j>|: the crosstalk of the worst item when all values agree."""
    overlaps = _absolute_overlaps(trials, key_law)
    return torch.stack([o.sum(dim=2).amax(dim=1) for o in overlaps], dim=1).unsqueeze(-1)


@simulator(
    title="Coherent crosstalk of the worst item: max_i sum_{j != i} |<k_i, k_j>|, exact in law",
    outputs=("worst",),
    groups=(
        DesignGroup.sized(
            shared={"d_k": d_k},
            points=[{"n": round(part * d_k**0.5)} for part in _FAR_PARTS],
            trials_per_block=trials,
        )
        for d_k, trials in _FAR_TRIALS.items()
    ),
)
def worst_coherent_crosstalk_collapsed(d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The same from the table of overlaps, exact in law (`collapsed`)."""
    sizes = trials.sizes("n")
    overlap = sample_overlap_table(trials.n_trials, max(sizes), d_k, trials.source).abs_()
    overlap.diagonal(dim1=1, dim2=2).zero_()
    columns = [overlap[:, :n, :n].sum(dim=2).amax(dim=1) for n in sizes]
    return torch.stack(columns, dim=1).unsqueeze(-1)


@simulator(
    version=2,
    title="Coherence mu = max |<k_i, k_j>| of n keys, mu (n - 1), and P(mu (n - 1) > 1)",
    outputs=("mu", "scaled", "beyond"),
    groups=(_group(d_k, _COHERENCE_PARTS, tau=_THRESHOLD) for d_k in _DIMENSIONS),
)
def coherence(*, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials points 3"]:
    """The coherence mu = max_{i < j} |<k_i, k_j>|, mu (n - 1), and whether that exceeds 1."""
    overlaps = _absolute_overlaps(trials, key_law)
    mu = torch.stack([o.amax(dim=(1, 2)) for o in overlaps], dim=1)
    others = torch.tensor(trials.sizes("n"), device=trials.device, dtype=trials.dtype) - 1
    scaled = mu * others
    return torch.stack((mu, scaled, (scaled > _THRESHOLD).to(trials.dtype)), dim=-1)


def _near_group(d_k: int, sizes: tuple[int, ...]) -> DesignGroup:
    return DesignGroup.sized(
        shared={"d_k": d_k},
        points=[{"n": n} for n in sizes],
        trials_per_block=2**16 // (max(sizes) * (d_k + max(sizes))),
    )


@simulator(
    title="Probability that some pair of n keys has |<k_i, k_j>| > 1/2",
    outputs=("pair",),
    binary=True,
    groups=(_near_group(d_k, sizes) for d_k, sizes in _NEAR_SIZES.items()),
)
def near_collision(*, trials: Trials, key_law: KeyLaw = "sphere") -> Float[Tensor, "trials points 1"]:
    """Indicators that some pair of n keys has |<k_i, k_j>| > 1/2."""
    overlaps = _absolute_overlaps(trials, key_law)
    return torch.stack([o.amax(dim=(1, 2)) > _NEAR for o in overlaps], dim=1).unsqueeze(-1).to(trials.dtype)


def _absolute_overlaps(trials: Trials, key_law: KeyLaw) -> Iterator[Float[Tensor, "trials n n"]]:
    """|<k_i, k_j>| with zeros on the diagonal, at each size of the group."""
    sizes = trials.sizes("n")
    keys = sample_keys(key_law, (trials.n_trials, max(sizes)), int(trials.group.shared["d_k"]), trials.source)
    overlap = torch.bmm(keys, keys.mT).abs()
    overlap.diagonal(dim1=1, dim2=2).zero_()
    for n in sizes:
        yield overlap[:, :n, :n]
