r"""Readings of capacity that only heuristics reach (S2.b, c, f, g): their status says so.

The crosstalk is taken to be normal with the exact variance along a direction. The probabilities are
functions of n, so that a capacity is where they cross a level; the loads by extreme values are
solved for, and their exponents hold up to logarithms.
"""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k, d_v, n, tau
from ..rules.heuristics import extreme_load, growth_to_logs, items_as_independent, normal_noise, normal_rivals
from ..rules.isolating import put_in
from ..rules.points import Point, against, number
from ..rules.structure import Independent
from .model import UNIT_VECTORS, Premises, i
from .moments import variance_along
from .walk import noise_moment, walk_points

_FIVE_PERCENT = sp.Rational(1, 20)
_HALF = sp.Rational(1, 2)


def item_failure_heuristic(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > \tau)$ with normal noise; 90 % succeed where it is 0.1 (S2.b)."""
    chain = _chain(premises, "item_failure_heuristic", "Failure of one query, normal noise")
    fails = _failure(chain, premises)
    return chain.close(fails, checks=(against(_tail(premises), _points(), _CHI),))


def all_items_heuristic(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(\text{all } |\eta_i|^2 \le \tau)$ as if items were independent (S2.c)."""
    chain = _chain(premises, "all_items_heuristic", "Success of all queries, normal noise")
    fails = _failure(chain, premises)
    alike = chain.define("items as if independent", Independent(fails.result.lhs.args[0], i))
    succeed = chain.apply("all succeed", items_as_independent, fails, alike, count=n)

    def route(point: Point) -> mpmath.mpf:
        return (1 - _tail(premises)(point)) ** int(point[n])

    return chain.close(succeed, checks=(against(route, _points(), _CHI),))


def argmax_failure(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}$(the largest score is not the stored value's), normal rivals (S2.f)."""
    chain = _chain(premises, "argmax_failure", "Failure of the argmax read-out, normal rivals")
    fails = chain.apply("compare with the rivals", normal_rivals, variance_along(chain, premises), items=n)

    def route(point: Point) -> mpmath.mpf:
        one = 1 - mpmath.ncdf(1 / mpmath.sqrt(_variance(premises, point)))
        return 1 - (1 - one) ** (int(point[n]) - 1)

    return chain.close(fails, checks=(against(route, _points(), "the normal distribution function"),))


def capacity_argmax(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""N at 5 % argmax errors, about $d_k d_v/(2 \log n)$: exponent 1 in $d_k$ at fixed $d_v$ (S2.f)."""
    return _load(premises, "capacity_argmax", queries=1)


def capacity_argmax_tied(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""N at 5 % argmax errors with $d_v = d_k$: exponent 2 up to a logarithm (S2.f)."""
    return _load(premises, "capacity_argmax_tied", queries=1, tied=True)


def capacity_argmax_all(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""N at which all argmax read-outs are right with probability 1/2 (S2.g)."""
    return _load(premises, "capacity_argmax_all", queries=2)


def capacity_argmax_all_tied(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""N at which all argmax read-outs are right with probability 1/2, $d_v = d_k$ (S2.g)."""
    return _load(premises, "capacity_argmax_all_tied", queries=2, tied=True)


_CHI = "the chi-square tail of the walk's mean noise"


def _load(premises: Premises, name: str, *, queries: int, tied: bool = False) -> Derivation:
    """`queries` counts the choices in a failure: a rival, or a query and a rival."""
    chain = _chain(premises, name, "Argmax capacity by extreme values")
    spread = variance_along(chain, premises)
    if tied:
        width = chain.define("the values have the dimension of the keys", d_v, d_k)
        spread = chain.apply("put the dimension in", put_in, spread, width)
    failures = _FIVE_PERCENT if queries == 1 else _HALF
    size = chain.apply("count rivals", extreme_load, spread, items=n, failures=failures, queries=queries)
    variables = (d_k,) if tied else (d_k, d_v)
    grown = chain.apply("read off the exponents", growth_to_logs, size, variables=variables)

    def root(point: Point) -> mpmath.mpf:
        at = {**point, d_v: point[d_k]} if tied else point
        one = _variance(premises, {**at, n: sp.Integer(2)})
        level = mpmath.log(-mpmath.log(1 - number(failures, {})))

        def gap(log_items: mpmath.mpf) -> mpmath.mpf:
            return queries * log_items - mpmath.exp(-log_items) / (2 * one) - level

        return 1 + mpmath.exp(mpmath.findroot(gap, (1, 2), tol=mpmath.mpf(10) ** -110, maxsteps=90))

    return chain.close(
        size, growth=grown, checks=(against(root, _points(), "the root by the secant method"),)
    )


def _failure(chain: Chain, premises: Premises) -> Step:
    spread = variance_along(chain, premises)
    return chain.apply(
        "take the noise as normal", normal_noise, spread, law=premises.value_law, threshold=tau
    )


def _variance(premises: Premises, point: Point) -> mpmath.mpf:
    """The walk's mean noise, shared among the coordinates."""
    mean = noise_moment(premises, 1, point)
    return mpmath.mpf(mean.numerator) / mean.denominator / number(premises.value_law.dimension, point)


def _tail(premises: Premises) -> Callable[[Point], mpmath.mpf]:
    def route(point: Point) -> mpmath.mpf:
        half = number(premises.value_law.dimension, point) / 2
        return mpmath.gammainc(half, number(tau, point) / (2 * _variance(premises, point)), regularized=True)

    return route


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    return [{**point, tau: sp.Rational(k, 3)} for k, point in enumerate(walk_points(), start=2)]


def _chain(premises: Premises, name: str, title: str) -> Chain:
    sentences = (*premises.sentences, "heuristic: the crosstalk is taken to be normal")
    return Chain(name=name, title=title, premises=sentences)
