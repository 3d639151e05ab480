r"""One-hot keys drawn at random: two items collide where their keys are equal (S2, reading h)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, SideConditionError, Step
from ..notation import d_k, n
from ..rules.certified import certified_above
from ..rules.counting import all_distinct, evaluate_product
from ..rules.events import Probability
from ..rules.inequalities import weierstrass
from ..rules.laws import OneHot
from ..rules.points import Point, against, number
from ..rules.vectors import Vector
from .model import ONE_HOT, Premises, j
from .walk import walk_points


def distinct_keys(premises: Premises = ONE_HOT) -> Derivation:
    r"""$\mathbb{P}(\text{all } n \text{ keys distinct}) = d_k!/((d_k-n)!\, d_k^n)$ (S2.h)."""
    chain = _chain(premises, "distinct_keys", "Probability that all keys are distinct")
    share = survival(chain, premises)
    share = chain.apply("multiply the factors", evaluate_product, share)
    return chain.close(share, checks=(survival_check(premises),))


def distinct_keys_bound(premises: Premises = ONE_HOT) -> Derivation:
    r"""$\mathbb{P}(\text{all } n \text{ keys distinct}) \ge 1 - n(n-1)/(2 d_k)$ (S2.h).

    >>> distinct_keys_bound().formula
    1 - n*(n - 1)/(2*d_k)
    """
    chain = _chain(
        premises, "distinct_keys_bound", "Lower bound on the probability that all keys are distinct"
    )
    bound = chain.apply("subtract the parts", weierstrass, survival(chain, premises))

    def check(formula: sp.Expr) -> str:
        for point in _points():
            if number(formula, point) > survival_by_factors(premises, point):
                raise CheckFailed(f"At {point} the bound exceeds the product of its factors.")
        return "below the product of the factors at random rational dimensions"

    return chain.close(bound, checks=(check, *_certified(premises)))


def survival(chain: Chain, premises: Premises) -> Step:
    """Steps to the probability of all keys distinct, as a product."""
    return chain.apply("draw one key after another", all_distinct, mass(chain, premises), count=n)


def mass(chain: Chain, premises: Premises) -> Step:
    """The definition of the uniform law on coordinates; raises `SideConditionError` for another law."""
    if not isinstance(premises.key_law, OneHot):
        raise SideConditionError(
            f"Distinctness is a question about one-hot keys, and the keys' law is {premises.key_law}."
        )
    event = sp.Eq(Vector("k", j, premises.key_law), Vector("e", sp.Symbol("a")), evaluate=False)
    return chain.define(
        "each coordinate is equally likely", Probability(event), 1 / premises.key_law.dimension
    )


def survival_by_factors(premises: Premises, point: Point) -> mpmath.mpf:
    """The probability of all keys distinct, multiplied out in exact numbers."""
    d = _coordinates(premises, point)
    exact = prod((1 - Fraction(k) / d for k in range(int(point[n]))), start=Fraction(1))
    return mpmath.mpf(exact.numerator) / exact.denominator


def survival_check(premises: Premises) -> Callable[[sp.Expr], str]:
    """The formula against its factors, multiplied out."""

    def factors(point: Point) -> mpmath.mpf:
        return survival_by_factors(premises, point)

    return against(factors, _points(), "the factors multiplied out")


def _certified(premises: Premises) -> list[Callable[[sp.Expr], str]]:
    """The product exceeds the bound for 3 to 8 items, on a box of dimensions (for 2 they are equal)."""
    d = premises.key_law.dimension

    def gap(items: int) -> Callable[[sp.Expr], sp.Expr]:
        product = prod((1 - k / d for k in range(items)), start=sp.Integer(1))
        return lambda formula: sp.factor(product - formula.subs(n, items))

    boxes = {items: {d_k: (sp.Rational(items), sp.Rational(64))} for items in (3, 5, 8)}
    return [certified_above(gap(items), [box]) for items, box in boxes.items()]


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    """Points whose dimension exceeds the number of items."""
    return [{s: value + (10 if s != n else 0) for s, value in point.items()} for point in walk_points()]


def _coordinates(premises: Premises, point: Point) -> Fraction:
    exact = premises.key_law.dimension.subs(point)
    return Fraction(int(exact.p), int(exact.q))


def _chain(premises: Premises, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=(premises.of_keys,))
