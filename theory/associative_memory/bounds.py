r"""Theorem 1: which tokens lie outside the set of Eq. (7).

| letter | meaning |
|---|---|
| `q` | weight q(x) of the token, positive |
| `Q` | $Q_\infty$, the largest class; `n_2` all squared weights |
| `k` | $c_\gamma = \log M + \gamma \log d$; `g` is $\gamma$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Step
from ..rules.laws import Gaussian, Sphere

d: Final = sp.Symbol("d", integer=True, positive=True)
M: Final = sp.Symbol("M", integer=True, positive=True)
gamma: Final = sp.Symbol("g", positive=True)
Q: Final = sp.Symbol("Q", positive=True)

_q = sp.Symbol("q", positive=True)
total_mass = sp.Symbol("n_2", nonnegative=True)
_k = sp.Symbol("k", positive=True)

_INPUTS: Final = Gaussian(d)
_OUTPUTS: Final = Sphere(d)


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """What Theorem 1 assumes of a memory; every bound follows from these.

    `cut_off` is the 16 of the set in Eq. (7).
    """

    input_law: Gaussian | Sphere = _INPUTS
    output_law: Sphere | Gaussian = _OUTPUTS
    weight: sp.Symbol = _q
    cut_off: int = 16

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        sign = "positive" if self.weight.is_positive else "of any sign"
        return (
            self.input_law.describe("the input embeddings $e_j$"),
            self.output_law.describe("the unembeddings $u_y$"),
            "inputs and outputs are independent; ties count as errors",
            r"there are at least two classes, $M \ge 2$",
            f"the weight of the token asked for is {sign}; those of the others are real",
        )


def rate_constant(chain: Chain) -> Step:
    r"""The paper's $c_\gamma$."""
    return chain.define("the paper's constant", _k, sp.log(M) + gamma * sp.log(d))


def outside_the_set(chain: Chain, premises: Bounded) -> Step:
    """The condition that a token lies outside the set of Eq. (7)."""
    cut = premises.cut_off * _k * (Q + 8 * _k * total_mass / d) / d
    return chain.define(
        "the token lies outside the set of Eq. (7)", sp.Ge(premises.weight, sp.sqrt(cut), evaluate=False)
    )
