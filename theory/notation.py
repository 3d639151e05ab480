"""The symbols every derivation shares, with the assumptions its theorems need.

| symbol | meaning |
|---|---|
| `n` | stored associations (items) |
| `d_k`, `d_v` | dimensions of keys and of values |
| `t` | threshold on |<k, k'>|, between 0 and 1 |
| `tau` | threshold on the noise power |eta|^2 |
| `delta` | tolerated probability of failure |
| `L`, `H` | layers, and heads in each layer |
| `p`, `r` | probability that one head fails, and that the network fails |
| `m` | steps: items stored since, or trials of conditioning |
| `age` | items stored after the one that is asked for |
| `eta` | learning rate |
| `beta` | scale of the scores under an exponential |
| `alpha`, `kappa` | items and value dimensions for each key dimension, in limits of fixed ratio |
| `D` | width of a layer: all its heads together |
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
L: Final = sp.Symbol("L", integer=True, positive=True)
H: Final = sp.Symbol("H", integer=True, positive=True)
p: Final = sp.Symbol("p", positive=True)
r: Final = sp.Symbol("r", positive=True)
m: Final = sp.Symbol("m", integer=True, positive=True)
age: Final = sp.Symbol("age", integer=True, nonnegative=True)
eta: Final = sp.Symbol("eta", positive=True)
beta: Final = sp.Symbol("beta", positive=True)
alpha: Final = sp.Symbol("alpha", positive=True)
kappa: Final = sp.Symbol("kappa", positive=True)
D: Final = sp.Symbol("D", integer=True, positive=True)

SYMBOLS: Final[dict[str, sp.Symbol]] = {
    s.name: s for s in (n, d_k, d_v, t, tau, delta, L, H, p, r, m, age, eta, beta, alpha, kappa, D)
}


def symbol(name: str) -> sp.Symbol:
    """The shared symbol of that name, else a new positive one."""
    return SYMBOLS.get(name) or sp.Symbol(name, positive=True)
