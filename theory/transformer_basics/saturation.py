r"""Softmax of unscaled scores (S3, S4): how far the largest weight is from 1, and derivatives.

Two keys; query and keys have independent standard normal coordinates. With the gap $g \ge 0$ of the scores
the weights are $1/(1+e^{-g})$ and $1/(1+e^g)$. The softmax has the Jacobian
$\alpha_1 \alpha_2 \begin{pmatrix} 1 & -1 \\ -1 & 1 \end{pmatrix}$ by the scores, of Frobenius norm
$2 \alpha_1 \alpha_2$; by the query, $\sqrt 2\, \alpha_1 \alpha_2 |k_1 - k_2|$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import mpmath
import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, CheckFailed, Derivation, Rule, Step
from ..kernel import apply
from ..model import Size, fixed, indices
from ..notation import d_k, n
from ..rules.asymptotics import growth, sandwich
from ..rules.class_gaps import NormalLaw
from ..rules.near_ties import (
    all_pairs,
    gap,
    length,
    logistic_integrals,
    mean_over_length,
    near_tie_above,
    near_tie_below,
)
from ..rules.points import number
from ..terms import Term, Value, as_term, define, gradient, indicator, softmax

_keys: Final = Size("n")
i, j = indices("i j", _keys)
scores: Final = fixed("s", _keys)
shortfall: Final = sp.Symbol("m", nonnegative=True)
_DIMENSIONS: Final = (64, 256)
_PLACES: Final = 12


@dataclass(frozen=True, kw_only=True)
class TwoKeys:
    """The variance of one coordinate of each key."""

    variance: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            "the query has independent standard normal coordinates",
            f"two keys have independent normal coordinates of variance ${sp.latex(self.variance)}$",
            "scores are inner products, without a factor",
        )


@dataclass(frozen=True, kw_only=True)
class Weights:
    """The factor on scores inside the exponentials."""

    sharpness: Value = 1


PAIR: Final = TwoKeys()
SOFTMAX: Final = Weights()


def softmax_jacobian(premises: Weights = SOFTMAX) -> Proved:
    r"""$\partial \alpha_i / \partial s_j - \alpha_i (\delta_{ij} - \alpha_j)$: zero (S4).

    >>> softmax_jacobian().formula
    0
    """
    alpha, same = softmax(premises.sharpness * scores), indicator(Term("eq", (i, j)))
    gap = gradient(alpha, scores)[i, j] - alpha[i] * (same - alpha[j])
    none = apply("componentwise", left=define("J", gap), right=as_term(0))
    return proved("softmax_jacobian", "Jacobian of the softmax", none)


def shortfall_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E}(1 - \max) \le \log 2\, \Gamma(\frac{d_k-1}{2}) / (\sqrt{2 \pi} \Gamma(\frac{d_k}{2}))$."""
    return _bound(
        "shortfall_above", "One minus the largest weight, from above", premises, _largest, by_query=True
    )


def shortfall_below(premises: TwoKeys = PAIR) -> Derivation:
    r"""The same from below, of the same order $d_k^{-1/2}$ (S3)."""
    return _bound(
        "shortfall_below", "One minus the largest weight, from below", premises, _largest, by_query=True
    )


def row_shortfall_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E}(1 - \max)$ over n keys: at most $n (n-1)/2$ times the bound for two keys (S3)."""
    title = "One minus the largest of n weights, from above"
    chain = Chain(name="row_shortfall_above", title=title, premises=premises.sentences)
    seen = chain.define(*_largest(premises))
    pair = _side(chain, seen, _gap_law(chain, premises, by_query=True), near_tie_above)
    row = sp.Symbol("m_n", nonnegative=True)
    bound = chain.apply("add up all pairs", all_pairs, pair, seen, name=row, count=n)
    return chain.close(bound, growth=chain.apply("read off the exponents", growth, bound, variables=(d_k, n)))


def jacobian_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E} |J| \le \Gamma(\frac{d_k-1}{2})/(\sqrt{2\pi} \Gamma(\frac{d_k}{2}))$, by scores (S4)."""
    return _bound(
        "jacobian_above", "Norm of the softmax Jacobian, from above", premises, _by_scores, by_query=True
    )


def query_gradient_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E} |\partial \alpha / \partial q|_F \le 1/\sqrt{\pi}$ in every dimension (S4).

    >>> query_gradient_above().formula
    1/sqrt(pi)
    """
    title = "Norm of the weights' derivative by the query, from above"
    return _bound("query_gradient_above", title, premises, _by_query, by_query=False)


def _largest(_: TwoKeys) -> tuple[str, sp.Symbol, sp.Expr]:
    return "one minus the largest of two weights", shortfall, 1 / (1 + sp.exp(gap))


def _by_scores(_: TwoKeys) -> tuple[str, sp.Symbol, sp.Expr]:
    return "norm of the Jacobian by the scores", shortfall, 2 * _product()


def _by_query(premises: TwoKeys) -> tuple[str, sp.Symbol, sp.Expr]:
    """The keys' difference is r times the root of twice a coordinate's variance."""
    apart = length * sp.sqrt(2 * premises.variance)
    return "norm of the derivative by the query", shortfall, sp.sqrt(2) * apart * _product()


def _product() -> sp.Expr:
    """The product of the two weights."""
    return sp.exp(gap) / (1 + sp.exp(gap)) ** 2


def _bound(
    name: str,
    title: str,
    premises: TwoKeys,
    seen: Callable[[TwoKeys], tuple[str, sp.Symbol, sp.Expr]],
    *,
    by_query: bool,
) -> Derivation:
    """Both bounds and their common order; the name tells which one is the end.

    Given the query's length r (or that of the keys' difference) the gap is normal: a sum of independent
    normal coordinates with fixed coefficients.
    """
    chain = Chain(name=name, title=title, premises=premises.sentences)
    above = name.endswith("above")
    about, law = chain.define(*seen(premises)), _gap_law(chain, premises, by_query=by_query)
    sides = [_side(chain, about, law, rule) for rule in (near_tie_below, near_tie_above)]
    grown = [chain.apply("its order", growth, side, variables=(d_k,)) for side in sides]
    between = chain.apply("it lies between the two", sandwich, *sides, *grown)
    near = _near_the_mean(premises, seen(premises)[-1], above=above)
    return chain.close(sides[1] if above else sides[0], growth=between, checks=(near,))


def _near_the_mean(premises: TwoKeys, seen: sp.Expr, *, above: bool) -> Callable[[sp.Expr], str]:
    """The mean by quadrature, beyond which the bound lies by less than the density's next term."""

    def check(formula: sp.Expr) -> str:
        for d in _DIMENSIONS:
            ratio = number(formula, {d_k: sp.Integer(d)}) / _mean(seen, d, premises.variance)
            off = ratio - 1 if above else 1 - ratio
            if not 0 <= off <= number(2 / (d * premises.variance), {}):
                raise CheckFailed(f"At {d} dimensions the bound is {mpmath.nstr(ratio, 8)} times the mean.")
        return f"just beyond the mean by quadrature at {' and '.join(map(str, _DIMENSIONS))} dimensions"

    return check


@lru_cache(maxsize=64)
def _mean(seen: sp.Expr, dimension: int, variance: sp.Expr) -> mpmath.mpf:
    """Over the gap and over the length; equal steps are enough for a density that ends on both sides."""
    function = sp.lambdify((gap, length), seen, "mpmath")
    with mpmath.workdps(_PLACES):
        lengths = [mpmath.sqrt(dimension) + mpmath.mpf(k) / 4 for k in range(-20, 21)]
        masses = [mpmath.exp((dimension - 1) * mpmath.log(r) - r * r / 2) for r in lengths]

        def given(r: mpmath.mpf) -> mpmath.mpf:
            spread = 2 * number(variance, {}) * r * r
            area = mpmath.quad(lambda g: function(g, r) * mpmath.exp(-g * g / (2 * spread)), [0, 2, 8, 40])
            return area * mpmath.sqrt(2 / (mpmath.pi * spread))

        return mpmath.fsum(m * given(r) for m, r in zip(masses, lengths, strict=True)) / mpmath.fsum(masses)


def _gap_law(chain: Chain, premises: TwoKeys, *, by_query: bool) -> Step:
    given = "given the length of the query" if by_query else "given the keys"
    spread = 2 * premises.variance * length**2
    return chain.define(f"{given} the gap is normal", sp.Symbol("g_{12}"), NormalLaw(sp.S.Zero, spread))


def _side(chain: Chain, number: Step, law: Step, rule: Rule) -> Step:
    """One bound on the mean, averaged over the length."""
    side = chain.apply(rule.name, rule, number, law)
    side = chain.apply("evaluate the integrals", logistic_integrals, side)
    return chain.apply("average over the length", mean_over_length, side, dimension=d_k)
