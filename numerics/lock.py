"""Chunks of the groups of a topic, and the memory they take: `theorycheck.lock` in the topic's folder.

A chunk is the largest power of two of trials whose arrays fit `CHUNK_BYTES`. Random numbers are drawn chunk
by chunk, so that its size is part of the evidence's key: the file keeps it, whatever a later version of a
simulator needs. A group that the file does not have is tried out when its quantity is made;
`python -m benchmarks.lock` writes the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

if TYPE_CHECKING:
    from .quantity import DesignGroup, SampledQuantity

CHUNK_BYTES: Final = 2**21
"""Memory a chunk aims at: of its arrays about half are in use at once, and they fit a core's L2 cache."""

Positive = Annotated[int, msgspec.Meta(gt=0)]
Table = dict[str, tuple[Positive, Positive]]
"""Trials and bytes of a chunk, by the name of its group."""


class AlteredLockError(ValueError):
    """A lock file that is none: it was altered since it was written."""


def file(topic: str) -> Path:
    """The lock file of a topic."""
    return Path(__file__).parent / topic / "theorycheck.lock"


@cache
def stored(topic: str) -> Mapping[str, Table]:
    """The table of each quantity; none without a file. Raises AlteredLockError where it was altered."""
    if not file(topic).exists():
        return {}
    try:
        return msgspec.json.decode(file(topic).read_bytes(), type=dict[str, Table])
    except (msgspec.DecodeError, RecursionError) as error:
        raise AlteredLockError(
            f"{file(topic)} has no table of chunks; write it anew: python -m benchmarks.lock {topic}"
        ) from error


def entry(group: DesignGroup) -> str:
    """A group by its sizes: the coordinates that its points share, then those that vary.

    >>> from theorycheck.numerics.quantity import DesignGroup
    >>> entry(DesignGroup.sized(shared={"d": 8}, points=[{"n": 2}, {"n": 4}], trials_per_block=64))
    'd=8 n=2,4 (64 trials)'
    """
    varying = sorted({name for point in group.points for name in point} - set(group.shared))
    parts = [f"{name}={group.shared[name]}" for name in sorted(group.shared)]
    parts += [f"{name}={','.join(str(point.get(name)) for point in group.points)}" for name in varying]
    return f"{' '.join(parts)} ({group.trials_per_block} trials)"


def cut(quantity: SampledQuantity, group: DesignGroup) -> DesignGroup:
    """The group with its chunk: as the lock file has it, or as tried."""
    topic = quantity.name.partition(".")[0]
    known = stored(topic).get(quantity.name, {}).get(entry(group))
    trials, size = known or tried(quantity, group)
    return replace(group, trials_per_chunk=trials, bytes_per_chunk=size)


def tried(quantity: SampledQuantity, group: DesignGroup) -> tuple[int, int]:
    """Trials and bytes of the largest chunk of a power of two of trials that fits; at least one trial."""
    trials, size = 1, bytes_of(quantity, group, 1)
    while 2 * trials <= group.trials_per_block:
        larger = bytes_of(quantity, group, 2 * trials)
        if larger > CHUNK_BYTES:
            break
        trials, size = 2 * trials, larger
    return trials, size


def bytes_of(quantity: SampledQuantity, group: DesignGroup, n_trials: int) -> int:
    """Memory that a chunk of so many trials needs at its peak, its numbers in float64 included."""
    import torch

    from .live_memory import peak_bytes
    from .monte_carlo import block_generator, sample_trials

    generator = block_generator(0, quantity.name, quantity.version, group.key, 0, "cpu")
    return peak_bytes(lambda: sample_trials(quantity, group, n_trials, generator).to(torch.float64))
