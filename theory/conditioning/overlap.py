r"""The overlap X = <k_i, k_j> of two keys: mean modulus, tail, sub-Gaussian bound.

Part of S1, for symbolic dimension; the tail is a regularised incomplete Beta function.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k, t
from ..rules.chernoff import chernoff, exponential_moment, sum_series, termwise, two_sided
from ..rules.integrals import absolute_moment, evaluate_integrals, tail
from ..rules.laws import Gaussian
from ..rules.points import Point, against, number, random_points
from ..rules.vectors import Inner
from .model import UNIT_VECTORS, Premises, i, j

_X = sp.Symbol("X", real=True)
_m = sp.Symbol("m", integer=True, nonnegative=True)
_lambda = sp.Symbol("lambda", positive=True)


def key_overlap_tail(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(|\langle k, k' \rangle| > t) = I_{1-t^2}((d_k-1)/2, 1/2)$ for unit keys (S1).

    Raises `SideConditionError` for keys that are not of unit length.
    """
    chain = _chain(premises, "key_overlap_tail", "Tail of the key overlap")
    share = chain.apply("cut the sphere in slices", tail, overlap_of_two(chain, premises), threshold=t)
    share = chain.apply("evaluate the Beta integrals", evaluate_integrals, share)

    def caps(point: Point) -> mpmath.mpf:
        return cap_share(premises, point)

    return chain.close(
        share, checks=(against(caps, _tail_points(), "the area of the two caps by quadrature"),)
    )


def overlap_tail_bound(chain: Chain, premises: Premises) -> Step:
    r"""Steps to the sub-Gaussian bound on $\mathbb{P}(|X| > t)$ in a chain of the caller's."""
    overlap = overlap_of_two(chain, premises)
    moments = chain.apply("cut the sphere in slices", absolute_moment, overlap, power=_m, half=True)
    moments = chain.apply("evaluate the Beta integrals", evaluate_integrals, moments)
    bound = chain.apply("compare successive moments", termwise, moments, order=_m)
    bound = chain.apply(
        "expand the exponential", exponential_moment, bound, overlap, order=_m, parameter=_lambda
    )
    bound = chain.apply("sum the series", sum_series, bound)
    bound = chain.apply("choose the best exponent", chernoff, bound, parameter=_lambda, threshold=t)
    return chain.apply("count both sides", two_sided, bound, overlap)


def mean_absolute_overlap(chain: Chain, premises: Premises) -> Step:
    r"""Steps to $\mathbb{E} |\langle k_i, k_j \rangle|$ in a chain of the caller's."""
    mean = chain.apply("cut the sphere in slices", absolute_moment, overlap_of_two(chain, premises), power=1)
    return chain.apply("evaluate the integrals", evaluate_integrals, mean)


def polar_mean(premises: Premises, point: Point) -> mpmath.mpf:
    """The mean modulus by quadrature in polar coordinates: |cos| over angles, times the radii."""
    d = number(premises.key_law.dimension, point)
    angle = mpmath.quad(lambda a: mpmath.cos(a) * mpmath.sin(a) ** (d - 2), [0, mpmath.pi / 2])
    mean = angle / mpmath.quad(lambda a: mpmath.sin(a) ** (d - 2), [0, mpmath.pi / 2])
    return mean * _mean_radius(d) ** 2 if isinstance(premises.key_law, Gaussian) else mean


def overlap_of_two(chain: Chain, premises: Premises) -> Step:
    """The definition of the overlap X of two keys, in a chain of the caller's."""
    return chain.define("the overlap of two keys", _X, Inner(premises.key.at(i), premises.key.at(j)))


def cap_share(premises: Premises, point: Point) -> mpmath.mpf:
    """The share of the sphere within angle acos(t) of a line through the origin."""
    d, height = number(premises.key_law.dimension, point), number(t, point)
    cap = mpmath.quad(lambda a: mpmath.sin(a) ** (d - 2), [0, mpmath.acos(height)])
    return cap / mpmath.quad(lambda a: mpmath.sin(a) ** (d - 2), [0, mpmath.pi / 2])


def _chain(premises: Premises, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=(premises.of_keys,))


def _mean_radius(d: mpmath.mpf) -> mpmath.mpf:
    """E|k| of a Gaussian with covariance I/d, by quadrature of its radial density."""
    stops = [0, 1, 2, 4, 16]
    weight = mpmath.quad(lambda r: r ** (d - 1) * mpmath.exp(-d * r**2 / 2), stops)
    return mpmath.quad(lambda r: r**d * mpmath.exp(-d * r**2 / 2), stops) / weight


def _tail_points() -> list[dict[sp.Symbol, sp.Rational]]:
    return [{**point, t: sp.Rational(k, 7)} for k, point in enumerate(random_points({d_k}, least=3), start=2)]
