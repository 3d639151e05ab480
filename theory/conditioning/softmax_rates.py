r"""Exponential rates of the thresholds of softmax retrieval (S6), by Laplace's method: no theorems yet.

Scores have the scale $\beta = d_k$; Z and Y are those of `softmax`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import d_k
from ..rules.exponentials import exponential_slices, summit_rate, typical_rate
from ..rules.index_sums import exchange
from ..rules.laws import Sphere
from ..rules.points import number
from ..rules.vectors import Inner, Vector
from .model import i, j

_KEYS: Final = Sphere(d_k)
_NAMES: Final = {1: sp.Symbol("Z", positive=True), 2: sp.Symbol("Y", positive=True)}
_TITLES: Final = {1: "the other keys' weight", 2: "the crosstalk's power"}
_FAR: Final = (1000, 2000, 4000)


@dataclass(frozen=True, kw_only=True)
class SoftmaxScores:
    """Keys uniform on the unit sphere, and the factor on scores."""

    score_scale: sp.Expr = d_k
    law: Sphere = _KEYS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the keys $k_j$"),
            rf"scores are ${sp.latex(self.score_scale)} \langle k_i, k_j \rangle$; the query is a stored key",
            "values are independent, uniform on a unit sphere",
        )


FULL_SCORES: Final = SoftmaxScores()


def softmax_rate(premises: SoftmaxScores = FULL_SCORES) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log n_*$ of the annealed threshold of Z at $\beta = d_k$: about 0.623 (S6).

    It is $-\max_x (x - 1 + \frac{1}{2} \log(1-x^2))$, reached at the golden section $x = (\sqrt{5}-1)/2$.
    """
    return _rate(premises, "softmax_rate", 1)


def softmax_noise_rate(premises: SoftmaxScores = FULL_SCORES) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log n_*$ of the annealed threshold of Y at $\beta = d_k$: about 0.909 (S6)."""
    return _rate(premises, "softmax_noise_rate", 2)


def softmax_typical_rate(premises: SoftmaxScores = FULL_SCORES) -> Derivation:
    r"""$\lim \frac{1}{d_k} \log n_*$ of the typical threshold of Z: the annealed rate (S6, typical)."""
    chain = _chain(
        premises, "softmax_typical_rate", "Exponential rate of the size at which the median of Z is 1"
    )
    mean, square = (_one_rate(chain, premises, order) for order in (1, 2))
    rate = chain.apply("the median follows the mean", typical_rate, mean, square)
    return chain.close(rate, checks=(_by_both_sides(premises),))


def _chain(premises: SoftmaxScores, name: str, title: str) -> Chain:
    """An empty chain on these premises."""
    return Chain(name=name, title=title, premises=premises.sentences)


def _rate(premises: SoftmaxScores, name: str, order: int) -> Derivation:
    chain = _chain(premises, name, f"Exponential rate of the size at which the mean of {_TITLES[order]} is 1")
    return chain.close(_one_rate(chain, premises, order), checks=(_by_series(premises, order),))


def _one_rate(chain: Chain, premises: SoftmaxScores, order: int) -> Step:
    """Steps to the rate of the mean of one term of Z or of Y."""
    keys = [Vector("k", index, premises.law) for index in (i, j)]
    term = sp.exp(order * premises.score_scale * (Inner(*keys) - 1))
    one = chain.define(f"one term of {_TITLES[order]}", _NAMES[order], term)
    one = chain.apply("take the expectation", exchange, one)
    one = chain.apply("cut the sphere in slices", exponential_slices, one)
    return chain.apply("take the largest integrand", summit_rate, one, variable=d_k)


def _by_series(premises: SoftmaxScores, order: int) -> Callable[[sp.Expr], str]:
    """The series summed at three dimensions; second differences leave O(1/d^2)."""

    def check(formula: sp.Expr) -> str:
        _require_rate([-_log_mean(premises, d, order) for d in _FAR], formula)
        return "the series summed at dimensions 1000, 2000, 4000, to 5 digits"

    return check


def _by_both_sides(premises: SoftmaxScores) -> Callable[[sp.Expr], str]:
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


def _log_mean(premises: SoftmaxScores, d: int, order: int) -> mpmath.mpf:
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
