r"""Two failures whose probability is exact: equal one-hot keys (S3.c), nearly parallel keys (S3.d).

A query fails where another stored key equals it, or where $|\langle k_i, k_j \rangle| > 1/2$ for some j.
Given the query key the other items are independent, so the law of one query is that of n-1 others.
The first failure has a power of $d_k$; the second falls exponentially in $d_k$, and is no power.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import mpmath
import sympy as sp
from flint import arb

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import d_k, n, t
from ..rules.algebra import specialise
from ..rules.certified import certified_value, integral
from ..rules.integrals import evaluate_integrals, tail
from ..rules.points import WORKING_DIGITS, Point, against, number
from ..rules.rates import exponential_rate
from ..rules.structure import Independent, hazard, some_other
from .heads import NETWORK, Network, network_fails, structure_points
from .model import UNIT_VECTORS, Premises, j
from .overlap import cap_share, overlap_of_two

_HALF: Final = sp.Rational(1, 2)
_CAPS: Final = "the area of the two caps by quadrature"
_NEARLY_PARALLEL: Final = r"a query fails where $|\langle k_i, k_j \rangle| > 1/2$ for some $j \ne i$"


def near_collision_pair(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$q = \mathbb{P}(|\langle k_i, k_j \rangle| > 1/2) = I_{3/4}((d_k-1)/2, 1/2)$ (S3.d)."""
    chain = _near_chain(premises, "near_collision_pair", "Probability that two keys are nearly parallel")
    pair = near_pair(chain, premises)

    def caps(point: Point) -> mpmath.mpf:
        return cap_share(premises, {**point, t: _HALF})

    return chain.close(pair, checks=(against(caps, _points(), _CAPS), _certified(premises)))


def near_collision_query(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$p = 1 - (1 - q)^{n-1}$: some other key is nearly parallel to the query's (S3.d)."""
    chain = _near_chain(premises, "near_collision_query", "Probability that some key is nearly parallel")
    fails = _near_query(chain, premises)
    return chain.close(fails, checks=(against(_near_route(premises), _points(), _CAPS),))


def near_collision_hazard(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r) = -L \log(1 - p^H)$ with p that of nearly parallel keys (S3.d)."""
    name, title = "near_collision_hazard", "Logarithm of the survival, nearly parallel keys"
    chain = Chain(
        name=name, title=title, premises=(premises.memory.of_keys, _NEARLY_PARALLEL, *premises.structure)
    )
    fails = network_fails(chain, _near_query(chain, premises.memory), premises)
    rate = chain.apply("take the logarithm of the survival", hazard, fails)

    def route(point: Point) -> mpmath.mpf:
        heads = int(premises.heads.subs(point)) if premises.independent_heads else 1
        return -premises.layers.subs(point) * mpmath.log1p(-(_near_route(premises.memory)(point) ** heads))

    return chain.close(rate, checks=(against(route, _points(), _CAPS),))


def near_collision_rate(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$-\lim \frac{1}{d_k} \log q = \frac{1}{2} \log \frac{4}{3}$: exponential, not a power (S3.d).

    With n, H and L fixed, $r \sim L (n-1)^H q^H$ falls at H times this rate.

    >>> near_collision_rate().formula
    -log(3/4)/2
    """
    chain = _near_chain(premises, "near_collision_rate", "Exponential rate of nearly parallel keys")
    share = chain.apply("cut the sphere in slices", tail, overlap_of_two(chain, premises), threshold=t)
    rate = chain.apply("take the largest integrand", exponential_rate, share, variable=d_k)
    rate = chain.apply("set the threshold to one half", specialise, rate, symbol=t, value=_HALF)

    return chain.close(rate, checks=(_by_reduction,))


def near_pair(chain: Chain, premises: Premises) -> Step:
    """Steps to the probability that two keys are nearly parallel."""
    share = chain.apply("cut the sphere in slices", tail, overlap_of_two(chain, premises), threshold=t)
    share = chain.apply("evaluate the Beta integrals", evaluate_integrals, share)
    return chain.apply("set the threshold to one half", specialise, share, symbol=t, value=_HALF)


def _certified(premises: Premises) -> Callable[[sp.Expr], str]:
    """The area of the two caps by rigorous integration at the dimensions of the grid."""

    def caps(point: Point) -> arb:
        power = arb(int(premises.key_law.dimension.subs(point)) - 2)
        cap, half = (integral(lambda z: z.sin() ** power, arb(0), arb.pi() / k) for k in (3, 2))
        return cap / half

    points = [{d_k: sp.Integer(d)} for d in (4, 8, 16, 32)]
    return certified_value(caps, points, digits=12, by="rigorous integration")


def _near_query(chain: Chain, premises: Premises) -> Step:
    return _some_other(chain, near_pair(chain, premises))


def _some_other(chain: Chain, pair: Step) -> Step:
    fresh = chain.define(
        "given the query, the other items are independent", Independent(pair.result.lhs.args[0], j)
    )
    return chain.apply("some other item fails it", some_other, pair, fresh, items=n)


def _near_route(premises: Premises) -> Callable[[Point], mpmath.mpf]:
    def route(point: Point) -> mpmath.mpf:
        pair = cap_share(premises, {**point, t: _HALF})
        return 1 - (1 - pair) ** (int(point[n]) - 1)

    return route


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    """Points with few heads and layers and more than three dimensions."""
    return [{**point, d_k: point[d_k] + 3} for point in structure_points()]


def _by_reduction(formula: sp.Expr) -> str:
    """The cap's area by its reduction formula up to dimension 4000; second differences leave O(1/d^2)."""
    found, logs = _logs_of_caps((1000, 2000, 4000)), number(formula, {})
    measured = -(found[2] - 2 * found[1] + found[0]) / 1000
    if abs(measured - logs) > mpmath.mpf(10) ** -5:
        raise CheckFailed(f"Areas of caps fall at {mpmath.nstr(measured, 9)}, not {mpmath.nstr(logs, 9)}.")
    return (
        "equal to the rate of the caps' areas, by their reduction formula up to dimension 4000, to 5 digits"
    )


def _logs_of_caps(dimensions: tuple[int, ...]) -> list[mpmath.mpf]:
    """Log of int_0^a sin^(d-2) over int_0^(pi/2) sin^(d-2), cos a = 1/2, by integration by parts."""
    with mpmath.workdps(WORKING_DIGITS * 8):
        cosine, sine, angle = mpmath.mpf(1) / 2, mpmath.sqrt(mpmath.mpf(3)) / 2, mpmath.pi / 3
        cap, half, logs = angle, mpmath.pi / 2, []
        for power in range(2, max(dimensions), 2):
            cap = (-(sine ** (power - 1)) * cosine + (power - 1) * cap) / power
            half *= mpmath.mpf(power - 1) / power
            if power + 2 in dimensions:
                logs.append(mpmath.log(cap / half))
        return logs


def _near_chain(premises: Premises, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=(premises.of_keys, _NEARLY_PARALLEL))
