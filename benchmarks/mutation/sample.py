"""A share of all mutants, the same whatever else is chosen: each is in it by its own name."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

_BYTES: Final = 8


@dataclass(frozen=True, kw_only=True)
class Sample:
    """Mutants whose names hash into the first `share` of all hashes; a smaller sample is part of a larger.

    >>> half = Sample(share=0.5)
    >>> 400 < sum(half.takes("a claim", str(k)) for k in range(1000)) < 600
    True
    """

    share: float

    def takes(self, *name: str) -> bool:
        """Whether the mutant with that name belongs to the sample."""
        if self.share >= 1:
            return True
        drawn = blake2b("\0".join(name).encode(), digest_size=_BYTES).digest()
        return int.from_bytes(drawn) < self.share * float(1 << 8 * _BYTES)


ALL: Final = Sample(share=1.0)
