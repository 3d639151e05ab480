r"""Failures fall faster in $d_k$ than the error law: second moments where it takes the first (S3.b, S3.d).

The law would have $-\log(1-r)$ of the order of $L ((n-1)/d_k)^H$. By one moment more it is at most of the
order of $L (n/d_k)^{2H}$, for failures by noise and by near collisions alike, which no constant makes up
for at fixed n. At a constant load $n - 1 = d_k/2$, where the law is a constant, one head's failure
vanishes as $1/d_k$ or faster.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import L, d_k, d_v, n, t, tau
from ..rules.algebra import specialise
from ..rules.asymptotics import growth
from ..rules.hazards import chord, event_of, every_hazard, implied_hazard, some_hazard
from ..rules.isolating import put_in
from ..rules.monotone import worst_end
from ..rules.points import Point, number
from ..rules.structure import Independent
from ..rules.tails import falling_density, moment_tail
from .failures import one_query_fails, query_fails_by_second_moment
from .heads import NETWORK, Network, head, layer
from .model import j
from .moments import even_moment
from .overlap import cap_share, overlap_of_two
from .walk import noise_moment

_HALF: Final = sp.Rational(1, 2)
_LIGHT: Final = sp.Rational(3, 4)
_MANY: Final = 12
_CLOSE: Final = 1.1
_FEW: Final = 4
_LOOSE: Final = 8
_FAILS: Final = r"a head fails where $\| \eta_i \|^2 > 1$"
_NEAR: Final = r"a head fails where $|\langle k_i, k_j \rangle| > 1/2$ for some $j \ne i$"
_TIED: Final = "values have the dimension of keys"


"""Half as many other items as dimensions."""


def error_ceiling_one_head(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ at H = 1 is at most of the order of $L n^2/d_k^2$ (S3.b)."""
    return _error_ceiling(replace(premises, heads=sp.Integer(1)), "error_ceiling_one_head")


def error_ceiling_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ at H = 2 is at most of the order of $L n^4/d_k^4$ (S3.b)."""
    return _error_ceiling(replace(premises, heads=sp.Integer(2)), "error_ceiling_two_heads")


def error_ceiling_three_heads(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ at H = 3 is at most of the order of $L n^6/d_k^6$ (S3.b)."""
    return _error_ceiling(replace(premises, heads=sp.Integer(3)), "error_ceiling_three_heads")


def near_ceiling_one_head(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ by near collisions at H = 1 is at most of the order of $L (n-1)/d_k^2$ (S3.d)."""
    return _near_ceiling(replace(premises, heads=sp.Integer(1)), "near_ceiling_one_head")


def near_ceiling_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ by near collisions at H = 2 is at most of the order of $L (n-1)^2/d_k^4$ (S3.d)."""
    return _near_ceiling(replace(premises, heads=sp.Integer(2)), "near_ceiling_two_heads")


def _error_ceiling(premises: Network, name: str) -> Derivation:
    load = rf"$n - 1 \le {sp.latex(_LIGHT)}\, d_k$"
    sentences = (*premises.memory.sentences, _TIED, load, _FAILS, *premises.structure)
    chain = Chain(name=name, title="Logarithm of the survival, from above", premises=sentences)
    first = one_query_fails(chain, premises.memory)
    second = query_fails_by_second_moment(chain, premises.memory)
    first, second = (
        chain.apply("set the threshold to one", specialise, step, symbol=tau, value=sp.Integer(1))
        for step in (first, second)
    )
    light = chain.define(
        "no more items than that", sp.Le(n, 1 + _LIGHT * premises.memory.key_law.dimension, evaluate=False)
    )
    cap = chain.apply("the most of them", worst_end, first, light)
    tied = chain.define("values are as wide as keys", d_v, d_k)
    second = chain.apply("put the width in", put_in, second, tied)
    one = chain.apply("from the probability to its hazard", chord, second, cap)
    return _closed(chain, premises, one, _above_the_walk(premises))


def _near_ceiling(premises: Network, name: str) -> Derivation:
    sentences = (premises.memory.of_keys, _NEAR, *premises.structure)
    chain = Chain(
        name=name, title="Logarithm of the survival, near collisions, from above", premises=sentences
    )
    overlap = overlap_of_two(chain, premises.memory)
    fourth = even_moment(chain, premises.memory, 4)
    pair = chain.apply("bound the tail by the fourth moment", moment_tail, fourth, threshold=t)
    cap = chain.apply("the density falls", falling_density, overlap, threshold=t)
    pair, cap = (
        chain.apply("set the threshold to one half", specialise, step, symbol=t, value=_HALF)
        for step in (pair, cap)
    )
    one = chain.apply("from the probability to its hazard", chord, pair, cap)
    fresh = chain.define(
        "given the query, the other items are independent", Independent(pair.result.lhs.args[0], j)
    )
    one = chain.apply("some other item fails it", some_hazard, one, fresh, count=n, less=1)
    return _closed(chain, premises, one, _above_the_caps(premises))


def _closed(chain: Chain, premises: Network, one: Step, check: Callable[[sp.Expr], str]) -> Derivation:
    """From the hazard of one head to that of the network."""
    event = event_of(one.result)
    if premises.independent_heads:
        fresh = chain.define("the heads are independent", Independent(event, head))
        every = chain.apply("all heads fail", every_hazard, one, fresh, count=premises.heads)
    else:
        words = "whatever the dependence, one head counts"
        every = chain.apply(words, implied_hazard, one, index=head, count=premises.heads)
    fresh = chain.define("the layers are independent", Independent(event_of(every.result), layer))
    some = chain.apply("some layer fails", some_hazard, every, fresh, count=premises.layers)
    variables = (n, d_k, *premises.layers.free_symbols)
    grown = chain.apply("read off the exponents", growth, some, variables=variables)
    return chain.close(some, growth=grown, checks=(check,))


def _counted(premises: Network, point: Point) -> tuple[int, int]:
    """The heads that count, and the layers."""
    heads = int(premises.heads.subs(point)) if premises.independent_heads else 1
    return heads, int(premises.layers.subs(point))


def _above_the_walk(premises: Network) -> Callable[[sp.Expr], str]:
    """Above the second moment by the walk, taken to its hazard, and within a tenth of it for many items."""

    def check(formula: sp.Expr) -> str:
        for items, size in ((2, 4), (12, 16)):
            point = {n: sp.Integer(items), d_k: sp.Integer(size), d_v: sp.Integer(size), L: sp.Integer(3)}
            heads, layers = _counted(premises, point)
            second = noise_moment(premises.memory, 2, point)
            with mpmath.workdps(30):
                end = mpmath.mpf(int(_LIGHT.p)) / int(_LIGHT.q)
                one = -mpmath.log(1 - end) / end * second.numerator / second.denominator
                found = mpmath.root(number(formula, point) / layers, heads) / one
                if found < 1 or (items >= _MANY and found > _CLOSE):
                    raise CheckFailed(f"At {point} the bound is {mpmath.nstr(found, 6)} of the walk's.")
        return "above the random walk's second moment, and within a tenth of it for 12 items"

    return check


def _above_the_caps(premises: Network) -> Callable[[sp.Expr], str]:
    """Above the exact hazard, by the area of caps, and of its order in few dimensions."""

    def check(formula: sp.Expr) -> str:
        for items, size in ((2, 4), (5, 16)):
            point = {n: sp.Integer(items), d_k: sp.Integer(size), t: _HALF, L: sp.Integer(3)}
            heads, layers = _counted(premises, point)
            with mpmath.workdps(15):
                one = 1 - (1 - cap_share(premises.memory, point)) ** (items - 1)
                exact = -layers * mpmath.log1p(-(one**heads))
                bound = number(formula, point)
                if not exact <= bound or (size <= _FEW and bound > _LOOSE**heads * exact):
                    raise CheckFailed(f"At {point} the bound is {mpmath.nstr(bound, 6)}, the hazard {exact}.")
        return "above the hazard by the area of the caps, by quadrature, and of its order in 4 dimensions"

    return check
