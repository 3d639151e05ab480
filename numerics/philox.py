r"""Random numbers by their place: Philox4x32-10, in plain torch integers.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). A key of 64 bits
and a counter of four 32-bit words give four 32-bit words; nothing is carried from one number to the next,
so that any part of an array can be drawn without the rest. Triton's `tl.philox` is the same function, and
this is the twin that kernels are held to, bit by bit.

Normals come by Box and Muller from the words (a, b) and (c, d): with u = (a + 1/2) 2^{-32} and v = b 2^{-32},
sqrt(-2 log u) times cos 2 pi v and sin 2 pi v, in float32. None is larger than sqrt(66 log 2) = 6.8.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

ROUNDS: Final = 10
LANES: Final = 4
"""Numbers that one counter gives."""

_WORD: Final = 0xFFFFFFFF
_MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)

Words = tuple[Tensor, Tensor, Tensor, Tensor]


@dataclass(frozen=True, kw_only=True)
class Stream:
    """Which numbers: the key, and the two words of a counter that stay the same within one draw."""

    key: int
    first: int
    salt: int

    @classmethod
    def of(cls, generator: torch.Generator) -> Stream:
        """The stream that a generator names next: 62 bits of key and twice 31 of the counter."""
        bits = [int(torch.randint(2**31, (), generator=generator, device=generator.device)) for _ in range(4)]
        return cls(key=bits[0] << 32 | bits[1], first=bits[2], salt=bits[3])


def words(key: int, counter: Words) -> Words:
    """Four words below 2^32, as int64, of counters that broadcast.

    >>> zero = torch.zeros((), dtype=torch.int64)
    >>> [f"{int(word):08x}" for word in words(0, (zero, zero, zero, zero))]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    c0, c1, c2, c3 = counter
    low, high = key & _WORD, key >> 32 & _WORD
    for _ in range(ROUNDS):
        (high_0, low_0), (high_1, low_1) = _product(_MULTIPLIERS[0], c0), _product(_MULTIPLIERS[1], c2)
        c0, c1, c2, c3 = high_1 ^ c1 ^ low, low_1, high_0 ^ c3 ^ high, low_0
        low, high = low + _WEYL[0] & _WORD, high + _WEYL[1] & _WORD
    return c0, c1, c2, c3


def _product(factor: int, word: Int[Tensor, ...]) -> tuple[Tensor, Tensor]:
    """High and low word of a product of two words; halves keep every part below 2^63."""
    low, high = factor * (word & 0xFFFF), factor * (word >> 16)
    return (high + (low >> 16)) >> 16, (low + ((high & 0xFFFF) << 16)) & _WORD


def normals(drawn: Words) -> Float[Tensor, "... 4"]:
    """Four independent standard normals of four words."""
    (a, b), (c, d) = drawn[:2], drawn[2:]
    return torch.stack((*_pair(a, b), *_pair(c, d)), dim=-1)


def _pair(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    radius = (-2 * ((a.float() + 0.5) * 2.0**-32).log()).sqrt()
    angle = b.float() * (2 * pi * 2.0**-32)
    return radius * angle.cos(), radius * angle.sin()


def normal_vectors(
    stream: Stream, trials: int, rows: range, d: int, *, part: int, device: torch.device
) -> Float[Tensor, "trials rows d"]:
    """Standard normal vectors of R^d, by their places (trial, row); `part` tells kinds of vectors apart.

    The counter is (part 2^30 + coordinate // 4, row, first + trial, salt).
    """
    groups = torch.arange(-(-d // LANES), device=device) + (part << 30)
    row = torch.arange(rows.start, rows.stop, device=device).unsqueeze(1)
    trial = (stream.first + torch.arange(trials, device=device) & _WORD).reshape(-1, 1, 1)
    salt = torch.full((), stream.salt, device=device)
    drawn = words(stream.key, (groups, row, trial, salt))
    return normals(drawn).flatten(2)[..., :d]
