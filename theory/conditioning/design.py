r"""What the error bound would ask of a design (S9), and what it says of capacity (S10).

Every formula here is read off the bound $L ((n-1)/(d_k \tau))^H$ as if it were the error: it is a
property of the bound, and one of the network only so far as the bound is tight.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import D, H, L, d_k, n, r, tau
from ..rules.asymptotics import growth
from ..rules.inequalities import ceiling
from ..rules.isolating import isolate, least, put_in, round_up
from ..rules.points import WORKING_DIGITS, Point, against, number, random_points, require_close
from ..rules.structure import some_bound
from .model import i
from .network import NETWORK, Network, network_bound

_BOUND = "the formula is read off the bound, not off the probability of failure"


def iso_error_dimension(premises: Network = NETWORK) -> Derivation:
    r"""$d_k$ at which the bound is r: $\frac{n-1}{\tau} (L/r)^{1/H}$ (S9)."""
    chain = _chain(premises, "iso_error_dimension", "Dimension at which the bound is r")
    bound = _taken(chain, network_bound(chain, premises))
    size = chain.apply("solve for the dimension", isolate, bound, variable=d_k, level=r)
    grown = chain.apply("read off the exponents", growth, size, variables=(n,))
    return chain.close(size, growth=grown, checks=(_root(premises, d_k),))


def heads_needed(premises: Network = NETWORK) -> Derivation:
    r"""H at which the bound is r: $\log(r/L)/\log((n-1)/(d_k \tau))$ (S9)."""
    chain = _chain(premises, "heads_needed", "Heads at which the bound is r")
    bound = _taken(chain, network_bound(chain, premises))
    size = chain.apply("solve for the heads", isolate, bound, variable=H, level=r)
    return chain.close(size, checks=(_root(premises, H),))


def optimal_heads(premises: Network = NETWORK) -> Derivation:
    r"""H at which the bound is least for a fixed width $D = H d_k$: $D \tau/(e (n-1))$ (S9)."""
    chain = _chain(premises, "optimal_heads", "Heads that make the bound least at a fixed width")
    bound = _taken(chain, network_bound(chain, premises))
    width = chain.define("the width is shared among the heads", d_k, D / H)
    bound = chain.apply("put the width in", put_in, bound, width)
    best = chain.apply("make the bound least", least, bound, variable=H)
    grown = chain.apply("read off the exponents", growth, best, variables=(D, n))
    return chain.close(best, growth=grown, checks=(_slope(premises),))


def constant_error_load(premises: Network = NETWORK) -> Derivation:
    r"""N at which the bound is r: $1 + d_k \tau (r/L)^{1/H}$, linear in $d_k$ for every H (S10)."""
    chain = _chain(premises, "constant_error_load", "Items at which the bound of one query is r")
    bound = _taken(chain, network_bound(chain, premises))
    size = chain.apply("solve for the items", isolate, bound, variable=n, level=r)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))
    return chain.close(size, growth=grown, checks=(_root(premises, n),))


def constant_error_load_all(premises: Network = NETWORK) -> Derivation:
    r"""N up to which the bound for all n queries stays below r: of exponent H/(H+1) in $d_k$ (S10).

    At one head the exponent is 1/2, that of the capacity law: the two laws agree where a failure is
    that of any of the n queries, and at H = 1 only.
    """
    return _all_queries(premises, "constant_error_load_all")


def constant_error_load_all_one_head(premises: Network = NETWORK) -> Derivation:
    r"""N at which the bound for all n queries is r at H = 1: of exponent 1/2 in $d_k$ (S10)."""
    return _all_queries(replace(premises, heads=sp.Integer(1)), "constant_error_load_all_one_head")


def constant_error_load_all_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""N at which the bound for all n queries is r at H = 2: of exponent 2/3 in $d_k$ (S10)."""
    return _all_queries(replace(premises, heads=sp.Integer(2)), "constant_error_load_all_two_heads")


def _all_queries(premises: Network, name: str) -> Derivation:
    chain = _chain(premises, name, "Items at which the bound of all queries is r")
    bound = chain.apply(
        "add up the failures of all queries", some_bound, network_bound(chain, premises), index=i, count=n
    )
    bound = _taken(chain, chain.apply("count one item more", round_up, bound, variable=n))
    size = chain.apply("solve for the items", isolate, bound, variable=n, level=r)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))
    return chain.close(size, growth=grown, checks=(_below(premises),))


def _chain(premises: Network, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=(*premises.sentences, _BOUND))


def _taken(chain: Chain, bound: Step) -> Step:
    return chain.apply("take the bound by itself", ceiling, bound, name=sp.Symbol("b"))


def _bound(premises: Network, point: Point) -> mpmath.mpf:
    """The bound multiplied out from one squared overlap, 1/dimension; n, d_k, H need not be whole."""
    with mpmath.workdps(WORKING_DIGITS):
        noise = (number(n, point) - 1) / number(premises.memory.key_law.dimension, point)
        heads = number(premises.heads, point) if premises.independent_heads else mpmath.mpf(1)
        return number(premises.layers, point) * (noise / number(tau, point)) ** heads


def _points(unknown: sp.Symbol) -> list[dict[sp.Symbol, sp.Rational]]:
    """Points whose dimension is well above the number of items, with whole heads and layers."""
    found = []
    for point in random_points({n, d_k, tau, r}):
        whole = {H: sp.Integer(2), L: sp.Integer(3), D: sp.Integer(40)}
        found.append({**point, **whole, d_k: 9 * point[d_k], r: 1 / point[r]})
    return [{s: v for s, v in point.items() if s != unknown} for point in found]


def _root(premises: Network, unknown: sp.Symbol) -> Callable[[sp.Expr], str]:
    """Found by the secant method in the bound's logarithm."""

    def road(point: Point) -> mpmath.mpf:
        def gap(logarithm: mpmath.mpf) -> mpmath.mpf:
            size = mpmath.exp(logarithm) + (1 if unknown == n else 0)
            at = {**point, unknown: sp.Float(mpmath.nstr(size, 70), 70)}
            return mpmath.log(_bound(premises, at)) - mpmath.log(number(r, point))

        with mpmath.workdps(70):
            found = mpmath.findroot(gap, (0.5, 1), tol=mpmath.mpf(10) ** -110, maxsteps=60)
            return mpmath.exp(found) + (1 if unknown == n else 0)

    return against(road, _points(unknown), "the root found by the secant method")


def _slope(premises: Network) -> Callable[[sp.Expr], str]:
    """1/e of the width over the noise of one item more: the bound's base is 1/e at the best H."""

    def road(point: Point) -> mpmath.mpf:
        one = replace(premises, heads=sp.Integer(1), layers=sp.Integer(1))
        return 1 / (mpmath.e * _bound(one, {**point, d_k: number(D, point)}))

    return against(road, _points(d_k), "the head count at which each head's base is 1/e")


def _below(premises: Network) -> Callable[[sp.Expr], str]:
    """At that load n bound(n+1) is r, multiplied out: n - 1 has been rounded up to n."""

    def check(formula: sp.Expr) -> str:
        for point in _points(n):
            load = number(formula, point)
            with mpmath.workdps(WORKING_DIGITS):
                at = {**point, n: sp.Float(mpmath.nstr(load + 1, WORKING_DIGITS), WORKING_DIGITS)}
                require_close(load * _bound(premises, at), number(r, point), "The bound of all queries and r")
        return "the bound multiplied out is at r there, to 50 digits"

    return check
