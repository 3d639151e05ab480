r"""Coherence of the keys (S2.e)."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import d_k, n, t, tau
from ..rules.isolating import put_in, round_up
from ..rules.lambert import lambert_threshold
from ..rules.points import Point, against, number
from ..rules.structure import some_pair
from .model import UNIT_VECTORS, Premises, j
from .overlap import cap_share, overlap_tail_bound

_HALF = sp.Rational(1, 2)


def coherence_guarantee(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(\mu (n-1) > \tau) \le n (n-1) e^{-d_k \tau^2/(2 (n-1)^2)}$ for unit keys (S2.e).

    $\mu$ is the largest $|\langle k_i, k_j \rangle|$. The bound is small for n up to about
    $\tau \sqrt{d_k/(2 \log n^2)}$: an exponent 1/2 up to a logarithm.
    """
    chain = Chain(
        name="coherence_guarantee",
        title="Probability that the coherence is too large",
        premises=(premises.of_keys,),
    )
    bound = _too_coherent(chain, premises)
    return chain.close(bound, checks=(_above_the_caps(premises),))


def coherence_size_floor(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(\mu (n-1) > \tau)$ is 1/2 at $\tau \sqrt{d_k/(2 W(d_k \tau^2))}$ keys or more (S2.e).

    $W e^W$ is the identity, so that $W(x)$ is about $\log x$: the capacity by coherence is at least of the
    order of $\sqrt{d_k/\log d_k}$.
    """
    title = "Keys at which the coherence is too large, from below"
    chain = Chain(name="coherence_size_floor", title=title, premises=(premises.of_keys,))
    bound = _too_coherent(chain, premises)
    bound = chain.apply("count n rather than n - 1", round_up, bound, variable=n)
    size = chain.apply("where the bound is one half", lambert_threshold, bound, variable=n, level=_HALF)

    def root(point: Point) -> mpmath.mpf:
        # Newton's method for the logarithm of y in y + log y = log(d tau^2).
        scale = number(premises.key_law.dimension, point) * number(tau, point) ** 2
        guess = mpmath.mpf(0)
        for _ in range(60):
            guess -= (mpmath.exp(guess) + guess - mpmath.log(scale)) / (mpmath.exp(guess) + 1)
        return mpmath.sqrt(scale / (2 * mpmath.exp(guess)))

    points = [{d_k: sp.Integer(10**k), tau: sp.Rational(k, 3)} for k in (2, 4, 9)]
    return chain.close(size, checks=(against(root, points, "Newton's method for the logarithm of W"),))


def _too_coherent(chain: Chain, premises: Premises) -> Step:
    """Steps to the bound on the probability that n-1 overlaps of one size may exceed the threshold."""
    pair = overlap_tail_bound(chain, premises)
    some = chain.apply("add up all pairs", some_pair, pair, index=j, count=n)
    level = chain.define("the level at which n-1 overlaps add up to the threshold", t, tau / (n - 1))
    return chain.apply("put the level in", put_in, some, level)


def _above_the_caps(premises: Premises) -> Callable[[sp.Expr], str]:
    """The bound lies above the exact tail of one pair, which some pair exceeds at least as often."""

    def check(formula: sp.Expr) -> str:
        for k in (2, 3, 4):
            point = {d_k: sp.Integer(20 * k), n: sp.Integer(k + 1), tau: sp.Rational(k, 3)}
            with mpmath.workdps(30):
                one = cap_share(premises, {**point, t: point[tau] / (point[n] - 1)})
            if number(formula, point) < one:
                raise CheckFailed(f"At {point} the bound lies below one pair's tail {mpmath.nstr(one, 9)}.")
        return "above the area of one pair's caps at three points"

    return check
