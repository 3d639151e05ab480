"""Blocks of trials: keyed generators, fixed chunks, bounded memory, any device.

A block's numbers depend on its key (root seed, quantity, version, group, block index) and on the
device class, on nothing else: neither on the number of workers nor on memory, order or resume.
With more than one thread torch splits the sums inside a matrix product otherwise, so on a CPU blocks
are drawn with one thread a process; processes give the parallelism.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import struct
import sys
from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
import torch
from jaxtyping import Shaped, UInt8
from numpy.typing import NDArray
from torch import Tensor

from .estimate import Estimate, Histogram, Moments, merge
from .quantity import GENERATOR_VERSION, DesignGroup, SampledQuantity
from .trials import Source, Trials

MT19937_WORDS: Final = 624

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""The numbers of these options in malloc.h."""

_LARGEST_SHARED: Final = 2**25
"""Bytes of an array above which it has pages of its own, the most that the library takes."""

_KEPT: Final = 2**27
"""Bytes of freed memory at the end of the heap that are kept."""

DTYPES: Final = {"float32": torch.float32, "float64": torch.float64}


@cache
def keep_freed_memory() -> bool:
    """Let freed memory stay with the process from now on; whether its C library can be told to.

    The GNU C library hands freed memory back to the system above thresholds of a few megabytes, and the
    system clears each page anew when a chunk asks for the same arrays again: of a chunk of 16 MB that is up
    to half of its CPU time. No number depends on where arrays lie.
    """
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(
        mallopt(option, size)
        for option, size in ((_MMAP_THRESHOLD, _LARGEST_SHARED), (_TRIM_THRESHOLD, _KEPT))
    )


def device_class(device: torch.device | str) -> str:
    """The class of devices on which equal keys give equal random numbers: "cpu" or "cuda:<model name>".

    What is computed from them has equal bits on one family of processors and one version of torch.
    """
    device = torch.device(device)
    if device.type == "cuda":
        return f"cuda:{torch.cuda.get_device_name(device)}"
    return device.type


def block_generator(
    root_seed: int, quantity: str, version: int, group_key: str, block: int, device: torch.device | str
) -> torch.Generator:
    """A generator of its own for each key.

    torch's CPU seed keeps 32 bits, so the whole state of its mt19937 is filled from a
    `SeedSequence` over a 256-bit digest of the key. CUDA's Philox takes 64 bits as its seed and 62
    as its starting offset. Raises ValueError for a negative seed or block, or another device type.
    """
    device = torch.device(device)
    if root_seed < 0 or block < 0:
        raise ValueError(f"Root seed and block index must not be negative; got {root_seed} and {block}.")
    sequence = _seed_sequence(root_seed, quantity, version, group_key, block)
    if device.type not in {"cpu", "cuda"}:
        raise ValueError(f"Random numbers are keyed on cpu and cuda only, and the device is {device.type}.")
    generator = torch.Generator(device=device)
    if device.type == "cpu":
        generator.set_state(_mt19937_state(sequence.generate_state(MT19937_WORDS).astype(np.uint32)))
    else:
        seed, offset = (int(word) for word in sequence.generate_state(2, np.uint64))
        generator.manual_seed(seed)
        # Philox counts in fours; the two top bits stay free so that the offset cannot overflow.
        generator.set_offset(offset >> 2 & ~3)
    return generator


def sample_block(
    quantity: SampledQuantity, group: DesignGroup, block: int, root_seed: int, device: torch.device | str
) -> Estimate:
    """The statistics of one block, its chunks drawn and merged in order.

    Raises RuntimeError when torch runs several threads on the CPU, or when a simulator returns
    another shape than its group declares, or numbers that are not finite: nothing of the kind may
    enter the evidence unseen.
    """
    device = torch.device(device)
    if device.type == "cpu" and torch.get_num_threads() != 1:
        raise RuntimeError(
            f"Blocks on the CPU are drawn with one torch thread, as their bits depend on it, and torch has"
            f" {torch.get_num_threads()}: call torch.set_num_threads(1) in each process first."
        )
    generator = block_generator(root_seed, quantity.name, quantity.version, group.key, block, device=device)
    return merge(_chunks(quantity, group, generator))


def sample_trials(
    quantity: SampledQuantity,
    group: DesignGroup,
    n_trials: int,
    generator: torch.Generator,
    **options: object,
) -> Shaped[Tensor, "trials ..."]:
    """So many trials of a group as the quantity's simulator draws them, in the quantity's type."""
    source = Source(generator=generator, dtype=DTYPES[quantity.dtype])
    return quantity.sample(Trials(group=group, n_trials=n_trials, source=source), **options)


def _chunks(quantity: SampledQuantity, group: DesignGroup, generator: torch.Generator) -> Iterator[Estimate]:
    """The statistics of one chunk after another: however many trials, one chunk is in memory."""
    trials_per_chunk, _ = group.chunk(generator.device.type)
    for start in range(0, group.trials_per_block, trials_per_chunk):
        n_trials = min(trials_per_chunk, group.trials_per_block - start)
        yield _chunk_estimate(quantity, group, n_trials, sample_trials(quantity, group, n_trials, generator))


def _seed_sequence(
    root_seed: int, quantity: str, version: int, group_key: str, block: int
) -> np.random.SeedSequence:
    """Entropy from the root seed, spawn key from a digest of the rest, in a pool of 256 bits."""
    # A JSON list is injective: no two keys share a text.
    text = json.dumps([GENERATOR_VERSION, quantity, version, group_key, block])
    digest = hashlib.blake2b(text.encode(), digest_size=32).digest()
    return np.random.SeedSequence(root_seed, spawn_key=struct.unpack("<8I", digest), pool_size=8)


def _mt19937_state(words: NDArray[np.uint32]) -> UInt8[Tensor, " bytes"]:
    """The bytes of torch's CPU generator that is about to output the block following `words`.

    Layout (native order): seed u64, left i32, seeded i32, next u64, 624 words of u64, three
    doubles and a flag of a cached normal with padding, then a cached float normal with its flag.
    left = 1 makes the first call twist the state. The top bit of the first word is set, as in the
    reference initialisation, because the all-zero state would only repeat itself.
    """
    state = words.astype(np.uint64)
    state[0] |= np.uint64(0x80000000)
    packed = struct.pack("@QiiQ624Q3di4xf?3x", 0, 1, 1, 0, *state.tolist(), 0.0, 0.0, 0.0, 0, 0.0, False)
    return torch.frombuffer(bytearray(packed), dtype=torch.uint8)


def _chunk_estimate(
    quantity: SampledQuantity, group: DesignGroup, n_trials: int, values: Shaped[Tensor, "trials ..."]
) -> Estimate:
    """Statistics of one chunk in float64, after the checks that `sample_block` promises."""
    edges = quantity.histogram_edges
    expected = (n_trials,) if edges else (n_trials, len(group.points), len(quantity.outputs))
    if tuple(values.shape) != expected:
        raise RuntimeError(
            f"{quantity.name} must return shape {expected} and returned {tuple(values.shape)}."
        )
    numbers = values.to(device="cpu", dtype=torch.float64).numpy()
    if not np.isfinite(numbers).all():
        raise RuntimeError(f"{quantity.name} returned numbers that are not finite on group {group.key}.")
    if edges:
        return Histogram.of(numbers, edges(group))
    return Moments.of(numbers.reshape(n_trials, -1))
