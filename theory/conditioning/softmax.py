r"""Softmax retrieval (S6, the paper's open question): sizes up to which the right key keeps half the weight.

The weight on the right key is $1/(1+Z)$ with $Z = \sum_{j \ne i} e^{\beta (\langle k_i, k_j \rangle - 1)}$;
the crosstalk beside the signal, values being independent, has the power
$Y = \sum_{j \ne i} e^{2 \beta (\langle k_i, k_j \rangle - 1)}$ in mean. The score scale $\beta$ is 4
(`fixed`), $\sqrt{d_k}$ (`root`) or $d_k$ (`full`).

An annealed threshold is the n at which a mean, $\mathbb{E} Z$ or $\mathbb{E} Y$, is 1; a typical one the n
at which the median of Z is. A median lies within one standard deviation of the mean, which encloses
the typical threshold: it differs from the annealed one, but has the same exponential rate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import beta, d_k, n, tau
from ..rules.algebra import specialise
from ..rules.asymptotics import growth, sandwich
from ..rules.certified import integral
from ..rules.convexity import reciprocal
from ..rules.exponentials import (
    exponential_slices,
    median_bound,
    overlap_exponential,
    series_bounds,
    summit_rate,
    typical_rate,
)
from ..rules.index_sums import exchange
from ..rules.inequalities import markov
from ..rules.isolating import isolate, put_in
from ..rules.laws import Sphere
from ..rules.points import WORKING_DIGITS, Point, against, number
from ..rules.vectors import IndexSum, Inner, Vector
from .model import i, j

_KEYS: Final = Sphere(d_k)
_Z: Final = sp.Symbol("Z", positive=True)
_Y: Final = sp.Symbol("Y", positive=True)
_W: Final = sp.Symbol("W", positive=True)
_FAR: Final = (1000, 2000, 4000)


@dataclass(frozen=True, kw_only=True)
class SoftmaxMemory:
    """Keys uniform on the unit sphere, and the factor on scores."""

    score_scale: sp.Expr
    law: Sphere = _KEYS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the keys $k_j$"),
            rf"scores are ${sp.latex(self.score_scale)} \langle k_i, k_j \rangle$; the query is a stored key",
            "values are independent, uniform on a unit sphere",
        )


FIXED: Final = SoftmaxMemory(score_scale=sp.Integer(4))
ROOT: Final = SoftmaxMemory(score_scale=sp.sqrt(d_k))
FULL: Final = SoftmaxMemory(score_scale=d_k)


def softmax_partition_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""$\mathbb{E} Z = (n-1) e^{-\beta}\, {}_0F_1(; d_k/2; \beta^2/4)$ at $\beta = 4$ (S6)."""
    return _sum_mean(premises, "softmax_partition_fixed", 1)


def softmax_partition_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""$\mathbb{E} Z$ at $\beta = \sqrt{d_k}$ (S6)."""
    return _sum_mean(premises, "softmax_partition_root", 1)


def softmax_partition_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""$\mathbb{E} Z$ at $\beta = d_k$ (S6)."""
    return _sum_mean(premises, "softmax_partition_full", 1)


def softmax_noise_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""$\mathbb{E} Y = (n-1) e^{-2 \beta}\, {}_0F_1(; d_k/2; \beta^2)$ at $\beta = 4$ (S6)."""
    return _sum_mean(premises, "softmax_noise_fixed", 2)


def softmax_noise_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""$\mathbb{E} Y$ at $\beta = \sqrt{d_k}$ (S6)."""
    return _sum_mean(premises, "softmax_noise_root", 2)


def softmax_noise_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""$\mathbb{E} Y$ at $\beta = d_k$ (S6)."""
    return _sum_mean(premises, "softmax_noise_full", 2)


def softmax_weight_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""$\mathbb{E} \frac{1}{1+Z} \ge \frac{1}{1 + \mathbb{E} Z}$ at $\beta = 4$ (S6)."""
    return _weight(premises, "softmax_weight_fixed")


def softmax_weight_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""The same lower bound on the mean weight at $\beta = \sqrt{d_k}$ (S6)."""
    return _weight(premises, "softmax_weight_root")


def softmax_weight_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""The same lower bound on the mean weight at $\beta = d_k$ (S6)."""
    return _weight(premises, "softmax_weight_full")


def softmax_wrong_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""$\mathbb{P}(Z > 1) \le \mathbb{E} Z$ at $\beta = 4$ (S6)."""
    return _wrong(premises, "softmax_wrong_fixed")


def softmax_wrong_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""$\mathbb{P}(Z > 1) \le \mathbb{E} Z$ at $\beta = \sqrt{d_k}$ (S6)."""
    return _wrong(premises, "softmax_wrong_root")


def softmax_wrong_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""$\mathbb{P}(Z > 1) \le \mathbb{E} Z$ at $\beta = d_k$ (S6)."""
    return _wrong(premises, "softmax_wrong_full")


def capacity_softmax_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""The n at $\mathbb{E} Z = 1$, $\beta = 4$: tends to $1 + e^4$, exponent 0 (S6, annealed)."""
    return _capacity(premises, "capacity_softmax_fixed", 1)


def capacity_softmax_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""The n at $\mathbb{E} Z = 1$, $\beta = \sqrt{d_k}$: about $e^{\sqrt{d_k} - 1/2}$ (S6, annealed)."""
    return _capacity(premises, "capacity_softmax_root", 1)


def capacity_softmax_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""The n at $\mathbb{E} Z = 1$, $\beta = d_k$: exponential in $d_k$ (S6, annealed)."""
    return _capacity(premises, "capacity_softmax_full", 1)


def capacity_softmax_noise_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""The n at $\mathbb{E} Y = 1$, $\beta = 4$: tends to $1 + e^8$, exponent 0 (S6, annealed)."""
    return _capacity(premises, "capacity_softmax_noise_fixed", 2)


def capacity_softmax_noise_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""The n at $\mathbb{E} Y = 1$, $\beta = \sqrt{d_k}$ (S6, annealed)."""
    return _capacity(premises, "capacity_softmax_noise_root", 2)


def capacity_softmax_noise_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""The n at $\mathbb{E} Y = 1$, $\beta = d_k$ (S6, annealed)."""
    return _capacity(premises, "capacity_softmax_noise_full", 2)


def capacity_softmax_typical_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""A size above the n at which the median of Z is 1, $\beta = 4$ (S6, typical)."""
    return typical_size(premises, "capacity_softmax_typical_fixed", above=True)


def capacity_softmax_typical_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""A size above the n at which the median of Z is 1, $\beta = \sqrt{d_k}$ (S6, typical)."""
    return typical_size(premises, "capacity_softmax_typical_root", above=True)


def capacity_softmax_typical_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""A size above the n at which the median of Z is 1, $\beta = d_k$ (S6, typical)."""
    return typical_size(premises, "capacity_softmax_typical_full", above=True)


def capacity_softmax_typical_floor_fixed(premises: SoftmaxMemory = FIXED) -> Derivation:
    r"""A size below the n at which the median of Z is 1, $\beta = 4$ (S6, typical)."""
    return typical_size(premises, "capacity_softmax_typical_floor_fixed", above=False)


def capacity_softmax_typical_floor_root(premises: SoftmaxMemory = ROOT) -> Derivation:
    r"""A size below the n at which the median of Z is 1, $\beta = \sqrt{d_k}$ (S6, typical)."""
    return typical_size(premises, "capacity_softmax_typical_floor_root", above=False)


def capacity_softmax_typical_floor_full(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""A size below the n at which the median of Z is 1, $\beta = d_k$ (S6, typical)."""
    return typical_size(premises, "capacity_softmax_typical_floor_full", above=False)


def softmax_rate(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log n_*$ of the annealed threshold of Z at $\beta = d_k$: about 0.623 (S6).

    It is $-\max_x (x - 1 + \frac{1}{2} \log(1-x^2))$, reached at the golden section $x = (\sqrt{5}-1)/2$.
    """
    return _rate(premises, "softmax_rate", 1)


def softmax_noise_rate(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log n_*$ of the annealed threshold of Y at $\beta = d_k$: about 0.909 (S6)."""
    return _rate(premises, "softmax_noise_rate", 2)


def softmax_typical_rate(premises: SoftmaxMemory = FULL) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log n_*$ of the typical threshold of Z: the annealed rate (S6, typical)."""
    chain = softmax_chain(
        premises, "softmax_typical_rate", "Exponential rate of the size at which the median of Z is 1"
    )
    mean, square = (_one_rate(chain, premises, order) for order in (1, 2))
    rate = chain.apply("the median follows the mean", typical_rate, mean, square)
    return chain.close(rate, checks=(_by_both_sides(premises),))


_NAMES: Final = {1: _Z, 2: _Y, 4: _W}
_TITLES: Final = {
    1: "the other keys' weight",
    2: "the crosstalk's power",
    4: "the squares of the crosstalk's terms",
}
_ANGLE: Final = "quadrature over the angle of two keys"


def softmax_chain(premises: SoftmaxMemory, name: str, title: str) -> Chain:
    """An empty chain on these premises."""
    return Chain(name=name, title=title, premises=premises.sentences)


def other_weights(chain: Chain, premises: SoftmaxMemory, order: int) -> Step:
    """Steps to the mean of Z (order 1), of Y (2) or of Y's squares (4), with the score scale put in."""
    key = Vector("k", j, premises.law)
    term = sp.exp(order * beta * (Inner(key.at(i), key) - 1))
    scale = chain.define("the factor on scores", beta, premises.score_scale)
    total = chain.define(
        f"{_TITLES[order]} beside the right key's", _NAMES[order], IndexSum(term, (j,), n, (i,))
    )
    mean = chain.apply("take the expectation", exchange, total)
    mean = chain.apply("turn one key to an axis", overlap_exponential, mean)
    return chain.apply("put the scale in", put_in, mean, scale)


def _sum_mean(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    chain = softmax_chain(premises, name, f"Mean of {_TITLES[order]}")
    mean = other_weights(chain, premises, order)
    grown = chain.apply("read off the exponent", growth, mean, variables=(n,))
    return chain.close(
        mean, growth=grown, checks=(against(mean_by_angle(premises, order), softmax_points(), _ANGLE),)
    )


def _weight(premises: SoftmaxMemory, name: str) -> Derivation:
    chain = softmax_chain(premises, name, "Mean weight on the right key")
    bound = chain.apply("the weight is convex in Z", reciprocal, other_weights(chain, premises, 1))

    def road(point: Point) -> mpmath.mpf:
        return 1 / (1 + mean_by_angle(premises, 1)(point))

    return chain.close(bound, checks=(against(road, softmax_points(), _ANGLE),))


def _wrong(premises: SoftmaxMemory, name: str) -> Derivation:
    chain = softmax_chain(premises, name, "Probability that the right key has less than half the weight")
    return chain.close(
        _exceeds(chain, premises), checks=(against(mean_by_angle(premises, 1), softmax_points(), _ANGLE),)
    )


def _exceeds(chain: Chain, premises: SoftmaxMemory) -> Step:
    bound = chain.apply("Markov's inequality", markov, other_weights(chain, premises, 1), threshold=tau)
    return chain.apply("at equal weights", specialise, bound, symbol=tau, value=sp.Integer(1))


def _capacity(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    """The exact size; its exponent by the bounds on the series where the scale is a number."""
    chain = softmax_chain(premises, name, f"Size at which the mean of {_TITLES[order]} is 1")
    size = chain.apply(
        "solve for the size", isolate, other_weights(chain, premises, order), variable=n, level=1
    )
    grown = None
    if not premises.score_scale.free_symbols:
        sides = [
            chain.apply(f"bound the series from {word}", series_bounds, size, above=above)
            for word, above in (("above", False), ("below", True))
        ]
        grown = [chain.apply("read off its exponent", growth, side, variables=(d_k,)) for side in sides]
        grown = chain.apply("the size lies between the two", sandwich, *sides, *grown)

    def road(point: Point) -> mpmath.mpf:
        return 1 + 1 / mean_by_angle(premises, order)({**point, n: sp.Integer(2)})

    return chain.close(size, growth=grown, checks=(against(road, softmax_points(), _ANGLE),))


def typical_size(premises: SoftmaxMemory, name: str, *, above: bool, order: int = 1) -> Derivation:
    """A bound on the n at which the median of Z (order 1) or of Y (order 2) is 1."""
    side, orders = "above" if above else "below", (order, 2 * order)
    chain = softmax_chain(premises, name, f"Size at which the median of {_NAMES[order]} is 1, from {side}")
    mean, square = (other_weights(chain, premises, each) for each in orders)
    bound = chain.apply("the median is near the mean", median_bound, mean, square, items=n, above=above)

    def road(point: Point) -> mpmath.mpf:
        one, two = (mean_by_angle(premises, each)({**point, n: sp.Integer(2)}) for each in orders)
        spread = mpmath.sqrt(two - one**2) * (-1 if above else 1)

        def gap(root: mpmath.mpf) -> mpmath.mpf:
            return root**2 * one + root * spread - 1

        start = 1 / mpmath.sqrt(one) + abs(spread) / one
        return 1 + mpmath.findroot(gap, (start, 2 * start), tol=mpmath.mpf(10) ** -110, maxsteps=90) ** 2

    return chain.close(
        bound, checks=(against(road, softmax_points(), "the root found by the secant method"),)
    )


def _rate(premises: SoftmaxMemory, name: str, order: int) -> Derivation:
    chain = softmax_chain(
        premises, name, f"Exponential rate of the size at which the mean of {_TITLES[order]} is 1"
    )
    return chain.close(_one_rate(chain, premises, order), checks=(_by_series(premises, order),))


def _one_rate(chain: Chain, premises: SoftmaxMemory, order: int) -> Step:
    """Steps to the rate of the mean of one term of Z or of Y."""
    keys = [Vector("k", index, premises.law) for index in (i, j)]
    term = sp.exp(order * premises.score_scale * (Inner(*keys) - 1))
    one = chain.define(f"one term of {_TITLES[order]}", _NAMES[order], term)
    one = chain.apply("take the expectation", exchange, one)
    one = chain.apply("cut the sphere in slices", exponential_slices, one)
    return chain.apply("take the largest integrand", summit_rate, one, variable=d_k)


def _by_series(premises: SoftmaxMemory, order: int) -> Callable[[sp.Expr], str]:
    """The series summed at three dimensions; second differences leave O(1/d^2)."""

    def check(formula: sp.Expr) -> str:
        _require_rate([-_log_mean(premises, d, order) for d in _FAR], formula)
        return "the series summed at dimensions 1000, 2000, 4000, to 5 digits"

    return check


def _by_both_sides(premises: SoftmaxMemory) -> Callable[[sp.Expr], str]:
    """The sizes between which the median of Z passes 1, at three dimensions."""

    def check(formula: sp.Expr) -> str:
        with mpmath.workdps(30):
            for side in (1, -1):
                logs = []
                for d in _FAR:
                    one, two = (_log_mean(premises, d, order) for order in (1, 2))
                    spread = mpmath.exp(two - 2 * one) - 1
                    root = mpmath.sqrt(spread + 4 * mpmath.exp(-one)) + side * mpmath.sqrt(spread)
                    logs.append(2 * mpmath.log(root / 2))
                _require_rate(logs, formula)
        return "the sizes that enclose it at dimensions 1000, 2000, 4000, to 5 digits"

    return check


def _log_mean(premises: SoftmaxMemory, d: int, order: int) -> mpmath.mpf:
    """The logarithm of the mean of one term, by its series."""
    at = {d_k: sp.Integer(d)}
    with mpmath.workdps(30):
        size, scale = number(premises.law.dimension, at), order * number(premises.score_scale, at)
        return mpmath.log(mpmath.hyp0f1(size / 2, scale**2 / 4, maxterms=10**6)) - scale


def _require_rate(logs: list[mpmath.mpf], formula: sp.Expr) -> None:
    with mpmath.workdps(30):
        measured = (logs[2] - 2 * logs[1] + logs[0]) / _FAR[0]
        if abs(measured - number(formula, {})) > mpmath.mpf(10) ** -5:
            raise CheckFailed(f"The logarithms of sizes rise at {mpmath.nstr(measured, 9)}.")


def mean_by_angle(premises: SoftmaxMemory, order: int) -> Callable[[Point], mpmath.mpf]:
    """The mean of Z (order 1), of Y (order 2) or of Y's squares (order 4), by quadrature."""

    def road(point: Point) -> mpmath.mpf:
        d, scale = number(premises.law.dimension, point), order * number(premises.score_scale, point)
        return (number(n, point) - 1) * _angle_mean(d, scale)

    return road


@lru_cache(maxsize=64)
def _angle_mean(d: mpmath.mpf, scale: mpmath.mpf) -> mpmath.mpf:
    """E exp(scale (cos a - 1)) for the angle a of two keys, of density sin^(d-2); d is whole."""
    with ctx.workdps(WORKING_DIGITS + 5):
        power, height = int(d) - 2, arb(mpmath.nstr(scale, WORKING_DIGITS + 2))

        def mass(s: arb) -> arb:
            return integral(lambda a: (s * (a.cos() - 1)).exp() * a.sin() ** power, arb(0), arb.pi())

        return mpmath.mpf((mass(height) / mass(arb(0))).str(WORKING_DIGITS, radius=False))


def softmax_points() -> list[dict[sp.Symbol, sp.Rational]]:
    """A whole and an odd dimension."""
    return [{d_k: sp.Integer(d), n: sp.Integer(items)} for d, items in ((4, 5), (7, 12))]
