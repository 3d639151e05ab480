r"""Prop. 2: the error of the weights $q = p^\rho$ with infinitely many tokens and two answers (S4).

The error is half the mass of the tokens beyond a place that one coordinate X of a sphere decides. Integrals
on both sides of that mass give, with $m_s = \mathbb{E}|X|^{2s}$,
$\frac{C}{2} (\frac{\zeta(r)^\kappa}{\alpha-1} m_\kappa \pm \zeta(r)^{\kappa'} m_{\kappa'})$
with $r = 2\rho\alpha > 1$, $\kappa = (\alpha-1)/r$, $\kappa' = \alpha/r$: the order $d^{-\kappa}$, without a
logarithm, in every dimension. The exact error is a Mellin integral whose only pole beyond the first gives
the leading term, so that no power of d corrects the Gamma ratio.

| letter | meaning |
|---|---|
| `alpha`, `rho` | exponent of the Zipf law, and of the weights $q = p^\rho$ |
| `d` | dimension of the embeddings |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha, symbol
from ..rules.far_orders import far_growth, far_sandwich
from ..rules.integrals import absolute_moment, evaluate_integrals
from ..rules.laws import Gaussian, Sphere
from ..rules.normal_gap import normal_gap
from ..rules.points import number
from ..rules.vectors import IndexSum, Inner, Vector
from ..rules.zipf_tails import invert, moments, put_weights, tail_between, weigh

d: Final = symbol("d")
rho: Final = symbol("rho")
_TOKENS: Final = 300
_E = sp.Symbol("E", positive=True)
_X = sp.Symbol("X", real=True)
_s = sp.Symbol("s", positive=True)
_x, _j, _i = (sp.Symbol(name, integer=True, positive=True) for name in "xji")
_q, _p = (sp.Function(name, positive=True) for name in "qp")
_sign, _gap = (sp.Function(name, real=True) for name in ("sigma", "Delta"))


@dataclass(frozen=True, kw_only=True)
class PowerWeights:
    """Exponents of the Zipf law and of the weights, and the dimension; each may be a number."""

    alpha: sp.Expr = alpha
    rho: sp.Expr = rho
    dimension: sp.Expr = d

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        a, power = sp.latex(self.alpha), sp.latex(self.rho)
        return (
            rf"$p(x) = x^{{-{a}}}/\zeta({a})$ on infinitely many tokens, ${a} > 1$",
            rf"the weights are $q = p^{{{power}}}$ with $2 \cdot {power} \cdot {a} > 1$, up to a factor",
            Gaussian(self.dimension).describe("the embeddings $e_x$"),
            "there are two answers, and neither the unembeddings nor which token has which answer matter",
        )


POWERS: Final = PowerWeights()
"""Symbolic exponents and dimension."""


def weighted_error(premises: PowerWeights = POWERS) -> Derivation:
    r"""$E = \frac{C}{2} \sum_x x^{-\alpha} \mathbb{P}(X^2 > x^{-r}/\zeta(r))$, $r = 2\rho\alpha$ (S4)."""
    chain = _chain(premises, "weighted_error", "Error of the weights $q = p^\\rho$")
    error, _ = missed_error(chain, premises)
    return chain.close(error, checks=(_by_addition(premises),))


_ALPHA_3_HALVES_RHO_HALF: Final = PowerWeights(alpha=sp.Rational(3, 2), rho=sp.Rational(1, 2))


def weighted_order_alpha_3_halves_rho_half(premises: PowerWeights = _ALPHA_3_HALVES_RHO_HALF) -> Derivation:
    r"""$E \asymp d^{-1/3}$ at $\alpha = 3/2$, $\rho = 1/2$ (S4)."""
    return _ordered(premises, "weighted_order_alpha_3_halves_rho_half")


_ALPHA_3_HALVES_RHO_1: Final = PowerWeights(alpha=sp.Rational(3, 2), rho=sp.Integer(1))


def weighted_order_alpha_3_halves_rho_1(premises: PowerWeights = _ALPHA_3_HALVES_RHO_1) -> Derivation:
    r"""$E \asymp d^{-1/6}$ at $\alpha = 3/2$, $\rho = 1$ (S4)."""
    return _ordered(premises, "weighted_order_alpha_3_halves_rho_1")


_ALPHA_2_RHO_HALF: Final = PowerWeights(alpha=sp.Integer(2), rho=sp.Rational(1, 2))


def weighted_order_alpha_2_rho_half(premises: PowerWeights = _ALPHA_2_RHO_HALF) -> Derivation:
    r"""$E \asymp d^{-1/2}$ at $\alpha = 2$, $\rho = 1/2$ (S4)."""
    return _ordered(premises, "weighted_order_alpha_2_rho_half")


_ALPHA_2_RHO_1: Final = PowerWeights(alpha=sp.Integer(2), rho=sp.Integer(1))


def weighted_order_alpha_2_rho_1(premises: PowerWeights = _ALPHA_2_RHO_1) -> Derivation:
    r"""$E \asymp d^{-1/4}$ at $\alpha = 2$, $\rho = 1$ (S4)."""
    return _ordered(premises, "weighted_order_alpha_2_rho_1")


_ALPHA_2_RHO_2: Final = PowerWeights(alpha=sp.Integer(2), rho=sp.Integer(2))


def weighted_order_alpha_2_rho_2(premises: PowerWeights = _ALPHA_2_RHO_2) -> Derivation:
    r"""$E \asymp d^{-1/8}$ at $\alpha = 2$, $\rho = 2$ (S4)."""
    return _ordered(premises, "weighted_order_alpha_2_rho_2")


_ALPHA_3_RHO_HALF: Final = PowerWeights(alpha=sp.Integer(3), rho=sp.Rational(1, 2))


def weighted_order_alpha_3_rho_half(premises: PowerWeights = _ALPHA_3_RHO_HALF) -> Derivation:
    r"""$E \asymp d^{-2/3}$ at $\alpha = 3$, $\rho = 1/2$ (S4)."""
    return _ordered(premises, "weighted_order_alpha_3_rho_half")


_ALPHA_3_RHO_QUARTER: Final = PowerWeights(alpha=sp.Integer(3), rho=sp.Rational(1, 4))


def weighted_order_alpha_3_rho_quarter(premises: PowerWeights = _ALPHA_3_RHO_QUARTER) -> Derivation:
    r"""$E \asymp d^{-4/3}$ at $\alpha = 3$, $\rho = 1/4$ (S4)."""
    return _ordered(premises, "weighted_order_alpha_3_rho_quarter")


def _ordered(premises: PowerWeights, name: str) -> Derivation:
    r"""$E \asymp d^{-(\alpha-1)/(2 \rho \alpha)}$ at given exponents, by the bounds on both sides."""
    chain = _chain(premises, name, "Order of the error of the weights $q = p^\\rho$")
    error, overlap = missed_error(chain, premises)
    sides = [one_side(chain, premises, error, overlap, above=above) for above in (False, True)]
    grown = [
        chain.apply("read off the exponent", far_growth, side, variables=(premises.dimension,))
        for side in sides
    ]
    between = chain.apply("the error lies between the two", far_sandwich, *sides, *grown)
    return chain.close(error, growth=between, checks=(_by_addition(premises),))


def _chain(premises: PowerWeights, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def missed_error(chain: Chain, premises: PowerWeights) -> tuple[Step, Step]:
    """The error as a sum over tokens, and the overlap X it is about."""
    mass = chain.define("the tokens follow a Zipf law", _p(_x), _x**-premises.alpha / sp.zeta(premises.alpha))
    weights = chain.define(
        "the weights are a power of it, up to a factor", _q(_x), _x ** (-premises.rho * premises.alpha)
    )
    gap, overlap = score_gap(chain, premises.dimension)
    wrong = chain.apply("the noise is normal given the token", normal_gap, gap, overlap)
    wrong = chain.apply("put the weights in", put_weights, wrong, weights)
    return chain.apply("average over the tokens", weigh, wrong, mass, overlap, error=_E), overlap


def score_gap(chain: Chain, dimension: sp.Expr) -> tuple[Step, Step]:
    """The own score less the other of two classes, and the overlap X by which its law is told."""
    law, sphere = Gaussian(dimension), Sphere(dimension + 1)
    own, other = Vector("e", _x, law), Vector("e", _j, law)
    noise = IndexSum(_sign(_j) * _q(_j) * Inner(own, other), (_j,), sp.oo, (_x,))
    gap = chain.define(
        "the own score minus the other, over one minus the overlap of the unembeddings",
        _gap(_x),
        _q(_x) * Inner(own, own) + noise,
    )
    overlap = chain.define(
        "the overlap of two unit vectors", _X, Inner(Vector("k", _i, sphere), Vector("k", _j, sphere))
    )
    return gap, overlap


def one_side(chain: Chain, premises: PowerWeights, error: Step, overlap: Step, *, above: bool) -> Step:
    """Steps to a bound on the error from above or below."""
    turned = chain.apply("sum over tokens first", invert, error, overlap)
    bound = chain.apply(
        f"bound the tail from {'above' if above else 'below'}", tail_between, turned, above=above
    )
    moment = chain.apply("cut the sphere in slices", absolute_moment, overlap, power=_s, half=True)
    moment = chain.apply("evaluate the Beta integrals", evaluate_integrals, moment)
    return chain.apply("put the moments in", moments, bound, moment, overlap, order=_s)


def _places(premises: PowerWeights) -> list[dict[sp.Symbol, sp.Integer]]:
    """Whole exponents and dimensions at which the sum is added up."""
    sizes = {alpha: (2, 3), rho: (1, 1), d: (64, 200)}
    wanted = premises.alpha.free_symbols | premises.rho.free_symbols | premises.dimension.free_symbols
    return [{s: sp.Integer(values[k]) for s, values in sizes.items() if s in wanted} for k in range(2)]


def _added(premises: PowerWeights, place: dict[sp.Symbol, sp.Integer]) -> tuple[mpmath.mpf, mpmath.mpf]:
    """Bounds on the error: the first tokens one by one, and none or all of the mass of the others."""
    a, power, size = (
        sp.sympify(part).subs(place) for part in (premises.alpha, premises.rho, premises.dimension)
    )
    exponent, r, token = number(a, {}), 2 * power * a, sp.Symbol("x", positive=True)
    beyond = sp.betainc_regularized(sp.S.Half, size / 2, token**-r / sp.zeta(r), 1)
    with mpmath.workdps(30):
        low = mpmath.fsum(number(token**-a * beyond, {token: sp.Integer(x)}) for x in range(1, _TOKENS + 1))
        high = low + mpmath.mpf(_TOKENS) ** (1 - exponent) / (exponent - 1)
        scale = 2 * mpmath.zeta(exponent)
        return low / scale, high / scale


def _by_addition(premises: PowerWeights) -> Callable[[sp.Expr], str]:
    def check(formula: sp.Expr) -> str:
        for place in _places(premises):
            low, high = _added(premises, place)
            value = number(formula, place)
            if not low <= value <= high:
                raise CheckFailed(f"At {place} the error is {value}, not between {low} and {high}.")
        return "between bounds of the sum over tokens, 300 terms of a Beta integral"

    return check
