r"""Theorem 1: what bounds the probability that a stored token is answered wrongly, from both sides.

For one token x of weight q > 0, given its length and the unembeddings, the gap between its own class and a
competitor is normal. From below, one competitor is enough and Jensen's inequality averages the length
(Eq. 8); from above, all competitors and all unfavourable unembeddings are added up (Eq. 7).

| letter | meaning |
|---|---|
| `q` | weight q(x) of the token, positive |
| `S`, `R`, `T` | squared weights: others of its class, a competing class, further classes along that one |
| `Q` | $Q_\infty$, the largest class; `n_2` all squared weights |
| `k` | $c_\gamma = \log M + \gamma \log d$; `g` is $\gamma$ |
| `lambda` | load $d q^2 / Q_\infty$: signal over noise |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Step
from ..rules.class_gaps import ClassOf, Weight, by_load, either_largest, gap_law
from ..rules.laws import Gaussian, Sphere
from ..rules.monotone import at_least, worst_end, worst_limit
from ..rules.normal_tails import (
    jensen_length,
    sign_of_normal,
)
from ..rules.vectors import IndexSum, Inner, Outer, Recall, Vector

d: Final = sp.Symbol("d", integer=True, positive=True)
M: Final = sp.Symbol("M", integer=True, positive=True)
gamma: Final = sp.Symbol("g", positive=True)
load: Final = sp.Symbol("load", positive=True)
Q: Final = sp.Symbol("Q", positive=True)

_q = sp.Symbol("q", positive=True)
_r = sp.Symbol("r", positive=True)
_S, _R, _T = (sp.Symbol(name, nonnegative=True) for name in ("S", "R", "T"))
total_mass = sp.Symbol("n_2", nonnegative=True)
_kappa = sp.Symbol("kappa", positive=True)
_k = sp.Symbol("k", positive=True)
_Z, _X = sp.Symbol("Z", real=True), sp.Symbol("X", real=True)
_i, _j, _z, _N = (sp.Symbol(name, integer=True, positive=True) for name in "ijzN")


_INPUTS: Final = Gaussian(d)
_OUTPUTS: Final = Sphere(d)


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """What Theorem 1 assumes of a memory; every bound follows from these.

    `cut_off` is the 16 of the set in Eq. (7), `floor_cut_off` the 3 of the set in Eq. (8).
    """

    input_law: Gaussian | Sphere = _INPUTS
    output_law: Sphere | Gaussian = _OUTPUTS
    weight: sp.Symbol = _q
    cut_off: int = 16
    floor_cut_off: int = 3

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


"""The hypotheses of Theorem 1, with q(x) > 0; neither M >= 4 nor d > 8 log M."""


def rate_constant(chain: Chain) -> Step:
    r"""The paper's $c_\gamma$."""
    return chain.define("the paper's constant", _k, sp.log(M) + gamma * sp.log(d))


def light_token(chain: Chain, premises: Bounded) -> Step:
    """Steps to the least probability that a token below the cut-off of Eq. (8) is wrong."""
    bound = _floor_by_load(chain, premises)
    cut = premises.floor_cut_off * (d + 1)
    light = chain.define("the token is light", sp.Le(load, d / cut, evaluate=False))
    bound = chain.apply("at the cut-off", worst_end, bound, light)
    return chain.apply("for every dimension", worst_limit, bound, variable=d)


def gap_to_competitor(chain: Chain, premises: Bounded) -> Step:
    """Steps to the law, given the length and the unembeddings, of the gap to one competitor."""
    e, u = Vector("e", _j, premises.input_law), Vector("u", ClassOf(_j), premises.output_law)
    memory = IndexSum(Weight(_j) * Outer(e, u), (_j,), _N)
    asked = chain.define(
        "the memory of outer products, asked with a token", Vector("o", _i), Recall(e.at(_i), memory)
    )
    return chain.apply(
        "the gap to a competitor", gap_law, asked,
        gap=_Z, weight=premises.weight, length=_r, own=_S, competitor=_R, others=_T, distance=_kappa,
    )  # fmt: skip


def _floor_by_load(chain: Chain, premises: Bounded) -> Step:
    tail = _tail_given_length(chain, premises)
    tail = chain.apply("read as a lower bound", at_least, tail)
    nothing = chain.define("further classes only add noise", sp.Ge(_T, 0, evaluate=False))
    tail = chain.apply("leave the further classes out", worst_end, tail, nothing)
    tail = chain.apply(
        "the largest class is the own one or a competitor", either_largest, tail, _largest(chain, premises)
    )
    tail = chain.apply("average over the length", jensen_length, tail, _length(chain, premises))
    size = chain.define("the load", premises.weight, sp.sqrt(load * Q / d))
    return chain.apply("put the load in", by_load, tail, size)


def _tail_given_length(chain: Chain, premises: Bounded) -> Step:
    """Steps to the probability, given the length and the unembeddings, that one competitor is not below."""
    return chain.apply("where it is not positive", sign_of_normal, gap_to_competitor(chain, premises))


def _length(chain: Chain, premises: Bounded) -> Step:
    e = Vector("e", _i, premises.input_law)
    return chain.define("the length of the token's embedding", _r**2, Inner(e, e))


def _largest(chain: Chain, premises: Bounded) -> Step:
    return chain.define("the largest of the two classes", Q, sp.Max(_S + premises.weight**2, _R))


def outside_the_set(chain: Chain, premises: Bounded) -> Step:
    """The condition that a token lies outside the set of Eq. (7)."""
    cut = premises.cut_off * _k * (Q + 8 * _k * total_mass / d) / d
    return chain.define(
        "the token lies outside the set of Eq. (7)", sp.Ge(premises.weight, sp.sqrt(cut), evaluate=False)
    )
