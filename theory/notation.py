"""The symbols every derivation shares, with the assumptions its theorems need.

| symbol | meaning |
|---|---|
| `n` | stored associations (items) |
| `d_k`, `d_v` | dimensions of keys and of values |
| `t` | threshold on |<k, k'>|, between 0 and 1 |
| `tau` | threshold on the noise power |eta|^2 |
| `delta` | tolerated probability of failure |
"""

from __future__ import annotations

from typing import Final

import sympy as sp

n: Final = sp.Symbol("n", integer=True, positive=True)
d_k: Final = sp.Symbol("d_k", integer=True, positive=True)
d_v: Final = sp.Symbol("d_v", integer=True, positive=True)
t: Final = sp.Symbol("t", positive=True)
tau: Final = sp.Symbol("tau", positive=True)
delta: Final = sp.Symbol("delta", positive=True)

SYMBOLS: Final[dict[str, sp.Symbol]] = {s.name: s for s in (n, d_k, d_v, t, tau, delta)}


def symbol(name: str) -> sp.Symbol:
    """The shared symbol of that name, else a new positive one."""
    return SYMBOLS.get(name) or sp.Symbol(name, positive=True)
