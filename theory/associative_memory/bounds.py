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

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import symbol
from ..rules.algebra import specialise
from ..rules.chernoff import chernoff, exponential_moment, sum_series, termwise, two_sided
from ..rules.class_gaps import ClassOf, Weight, by_load, either_largest, gap_law
from ..rules.integrals import absolute_moment, evaluate_integrals
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.monotone import at_least, worst_end, worst_limit
from ..rules.normal_tails import (
    average_length,
    jensen_length,
    leading_term,
    normal_exponential,
    sign_of_normal,
    slowest_decay,
)
from ..rules.points import number, random_points
from ..rules.tokens import ClassMass, at_sizes, below_largest, largest_term, room, union_over_competitors
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
_t = sp.Symbol("t", positive=True)
_Z, _X = sp.Symbol("Z", real=True), sp.Symbol("X", real=True)
_i, _j, _z, _N = (sp.Symbol(name, integer=True, positive=True) for name in "ijzN")
_m = sp.Symbol("m", integer=True, nonnegative=True)
_lambda = sp.Symbol("lambda", positive=True)


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


THEOREM: Final = Bounded()
"""The hypotheses of Theorem 1, with q(x) > 0; neither M >= 4 nor d > 8 log M."""


def recall_ceiling(premises: Bounded = THEOREM) -> Derivation:
    r"""$P(\text{wrong}) \le 2 d^{-2\gamma}$ outside the set of Eq. (7), which prints $2 d^{-\gamma}$.

    >>> recall_ceiling().formula
    2*exp(-2*g*log(d))
    """
    chain = Chain(
        name="recall_ceiling", title="A heavy token is wrong at most so often", premises=premises.sentences
    )
    wrong = heavy_token(chain, premises)
    wrong = chain.apply("for the sizes of a grid", at_sizes, wrong)
    return chain.close(wrong, checks=(_two_classes(premises),))


def heavy_token(chain: Chain, premises: Bounded) -> Step:
    """Steps to the most probability that a token outside the set of Eq. (7) is wrong."""
    tail = _gap_fails(chain, premises)
    near, overlapping = _unembeddings_overlap(chain, premises)
    apart = chain.define(
        "a further class overlaps no more than this", _t, 2 * sp.sqrt(_k / premises.output_law.dimension)
    )
    overlapping = chain.apply("put the overlap in", put_in, overlapping, apart)
    tail = chain.apply("put it into the gap", put_in, tail, apart)
    heavy = outside_the_set(chain, premises)
    tail = chain.apply("the weight is at least that", worst_end, tail, heavy)
    wrong = chain.apply("add up all competitors", union_over_competitors, tail, near, overlapping, classes=M)
    share = chain.define("the token is one of its class", sp.Le(premises.weight**2, Q, evaluate=False))
    space = chain.apply("so heavy a token needs dimensions", room, heavy, share, size=d)
    wrong = chain.apply("fewest dimensions", worst_end, wrong, space)
    wrong = chain.apply("the slowest exponential", slowest_decay, wrong)
    wrong = chain.apply("the leading power of M", leading_term, wrong, variable=M)
    return chain.apply("put it in", put_in, wrong, rate_constant(chain))


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


def _gap_fails(chain: Chain, premises: Bounded) -> Step:
    """Steps to an upper bound on the failure of one gap where the unembeddings are apart."""
    tail = chain.apply("an exponential above it", normal_exponential, _tail_given_length(chain, premises))
    tail = chain.apply("average over the length", average_length, tail, _length(chain, premises))
    top = _largest(chain, premises)
    for name, part in (("the own class", _S), ("the competitor's class", _R)):
        tail = chain.apply(
            f"{name} is at most the largest", worst_end, tail,
            chain.apply(f"bound {name}", below_largest, top, part=part),
        )  # fmt: skip
    further = chain.define(
        "further classes along the competitor", _T, sp.Sum(ClassMass(_z) * sp.Symbol("h_z") ** 2, (_z, 1, M))
    )
    overlaps = chain.apply("no overlap is large", largest_term, further, threshold=_t, mass=total_mass)
    tail = chain.apply("put their bound in", worst_end, tail, overlaps)
    apart = chain.define(
        "the two unembeddings are not near", sp.Ge(_kappa, sp.Rational(1, 2), evaluate=False)
    )
    return chain.apply("put their distance in", worst_end, tail, apart)


def _unembeddings_overlap(chain: Chain, premises: Bounded) -> tuple[Step, Step]:
    """Steps to the tails of the overlap of two unembeddings: above 1/2, and beyond t on either side."""
    one, other = (Vector("u", index, premises.output_law) for index in (_i, _j))
    overlap = chain.define("the overlap of two independent unembeddings", _X, Inner(one, other))
    moments = chain.apply("cut the sphere in slices", absolute_moment, overlap, power=_m, half=True)
    moments = chain.apply("evaluate the Beta integrals", evaluate_integrals, moments)
    bound = chain.apply("compare successive moments", termwise, moments, order=_m)
    bound = chain.apply(
        "expand the exponential", exponential_moment, bound, overlap, order=_m, parameter=_lambda
    )
    bound = chain.apply("sum the series", sum_series, bound)
    bound = chain.apply("choose the best exponent", chernoff, bound, parameter=_lambda, threshold=_t)
    near = chain.apply("two unembeddings are near", specialise, bound, symbol=_t, value=sp.Rational(1, 2))
    return near, chain.apply("count both sides", two_sided, bound, overlap)


def outside_the_set(chain: Chain, premises: Bounded) -> Step:
    """The condition that a token lies outside the set of Eq. (7)."""
    cut = premises.cut_off * _k * (Q + 8 * _k * total_mass / d) / d
    return chain.define(
        "the token lies outside the set of Eq. (7)", sp.Ge(premises.weight, sp.sqrt(cut), evaluate=False)
    )


def _two_classes(premises: Bounded) -> Callable[[sp.Expr], str]:
    """Two classes at the edge of the set, where Student's law is exact: far below the bound."""

    def check(formula: sp.Expr) -> str:
        for point in random_points({gamma}, count=3, least=1):
            rate = number(sp.log(2) + gamma * sp.log(1000), {**point})
            with mpmath.workdps(30):
                noise = 1 + 8 * rate * 2 / 1000
                x2 = premises.cut_off * rate * noise / 2
                tail = mpmath.betainc(500, mpmath.mpf(1) / 2, 0, 1000 / (1000 + x2), regularized=True) / 2
                if tail > number(
                    formula, {**point, symbol("d"): sp.Integer(1000), symbol("M"): sp.Integer(2)}
                ):
                    raise CheckFailed(f"At {point} Student's tail {tail} exceeds the bound.")
        return "above Student's tail of two equal classes at the edge of the set, 1000 dimensions"

    return check
