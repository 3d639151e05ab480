r"""The noise of Eq. (9): $Q_\infty$, the squared weights of the largest class, over $p_* \|q\|^2$ (S3.1).

With $f(x) = x \bmod M$ and M dividing N, every sum over a class is a difference of Hurwitz zeta functions.
The ratio is one where $q^2$ is p; at $q = 1$ and $q = p$ it is not.

| letter | meaning |
|---|---|
| `p_*` | mass of the heaviest class |
| `n_2` | $\|q\|^2$, all squared weights |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import mpmath
import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, Derivation, Step
from ..model import Index, Size, fixed
from ..notation import symbol
from ..prove import prove, suppose
from ..rules.equals import put_in
from ..rules.points import Point, against
from ..rules.residues import constant_order, largest_residue, sum_of_powers, tails_vanish
from ..tactics import algebra
from ..terms import Sum, Term, define, max_over, power

N: Final = symbol("N")
_tokens, _classes = Size("N"), Size("M")
_token, _class = Index("x", _tokens), Index("y", _classes)
_x = sp.Symbol("x", integer=True, positive=True)
_h, _w, _f = (sp.Function(name, positive=True) for name in ("h", "w", "f"))
_ratio, _Q, _n2, _c, _t = (sp.Symbol(name, positive=True) for name in ("r", "Q", "n_2", "c", "t"))
_ALPHA: Final = sp.Integer(2)
_MODULUS: Final = sp.Integer(5)


@dataclass(frozen=True, kw_only=True)
class Noise:
    """The power of the frequency in the weights, the Zipf law and the classes."""

    rho: sp.Expr
    alpha: sp.Expr = _ALPHA
    modulus: sp.Integer = _MODULUS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        a, power, M = (sp.latex(part) for part in (self.alpha, self.rho, self.modulus))
        return (
            rf"$p(x) \propto x^{{-{a}}}$ on N tokens, $q = p^{{{power}}}$",
            rf"$f(x) = x \bmod {M}$, and {M} divides N",
        )


UNIFORM: Final = Noise(rho=sp.Integer(0))
FREQUENCY: Final = Noise(rho=sp.Integer(1))


def noise_level_uniform(premises: Noise = UNIFORM) -> Derivation:
    r"""$Q_\infty/(p_* \|q\|^2)$ at $q = 1$: $1/(5 p_*)$, of the order $N^0$.

    >>> noise_level_uniform().exponents
    {'N': Fraction(0, 1)}
    """
    chain, ratio = _compared("noise_level_uniform", premises)
    limit = chain.apply("let the tokens grow", tails_vanish, ratio, variable=N)
    order = chain.apply("no power of N is left", constant_order, limit, variable=N)
    return chain.close(ratio, growth=order, checks=(_added(premises),))


def noise_level_frequency(premises: Noise = FREQUENCY) -> Derivation:
    r"""The same at $q = p$."""
    chain, ratio = _compared("noise_level_frequency", premises)
    return chain.close(ratio, checks=(_added(premises),))


@dataclass(frozen=True, kw_only=True)
class Power:
    """The power of the frequency in the weights, for any law on the tokens and any classes."""

    rho: Fraction = Fraction(1, 2)


ROOT: Final = Power()


def noise_level_root(premises: Power = ROOT) -> Proved:
    r"""The same at $q = p^{1/2}$, where $q^2 = p$: one.

    Raises `Refused` for another power.

    >>> noise_level_root().formula
    1
    """
    p, member = fixed("p", _tokens), fixed("c", _classes, _tokens)
    squares = power(p[_token], 2 * premises.rho)

    def heaviest(weight: Term) -> Term:
        return max_over(_class, Sum(_token, member[_class, _token] * weight))

    whole, share = Sum(_token, p[_token]), heaviest(p[_token])
    facts = [suppose(whole > 0, "tokens have masses"), suppose(share > 0, "some class has a mass")]
    ratio = define("r", heaviest(squares) / (share / whole * Sum(_token, squares)))
    found = prove(ratio == 1, by=[algebra, *facts])
    return proved("noise_level_root", "The noise over its approximation", found)


def _compared(name: str, premises: Noise) -> tuple[Chain, Step]:
    chain = Chain(name=name, title="The noise over its approximation", premises=premises.sentences)
    squares = chain.define(
        "squared weights, up to a factor", _h(_x), _x ** (-2 * premises.rho * premises.alpha)
    )
    masses = chain.define("the tokens' law, up to a factor", _w(_x), _x**-premises.alpha)
    classes = chain.define("classes are residues", _f(_x), sp.Mod(_x, premises.modulus, evaluate=False))
    largest = chain.apply("the largest class", largest_residue, squares, classes, name=_Q, tokens=N)
    whole = chain.apply("all squared weights", sum_of_powers, squares, name=_n2, tokens=N)
    heaviest = chain.apply("the heaviest class", largest_residue, masses, classes, name=_c, tokens=N)
    total = chain.apply("all tokens", sum_of_powers, masses, name=_t, tokens=N)
    ratio = chain.define("the noise over its approximation", _ratio, _Q / (_n2 * _c / _t))
    for part in (largest, whole, heaviest, total):
        ratio = chain.apply("put it in", put_in, ratio, part)
    return chain, ratio


def _added(premises: Noise) -> Callable[[sp.Expr], str]:
    """Ten and sixty tokens sorted and added up."""

    def route(point: Point) -> mpmath.mpf:
        count, modulus = int(point[N]), int(premises.modulus)
        a, power = (mpmath.mpf(x.p) / x.q for x in (premises.alpha, premises.rho))
        p = [mpmath.mpf(x) ** -a for x in range(1, count + 1)]
        squares = [u ** (2 * power) for u in p]
        noise, mass = (max(sum(terms[c::modulus]) for c in range(modulus)) for terms in (squares, p))
        return noise / (mass / sum(p) * sum(squares))

    points = [{N: premises.modulus * k} for k in (2, 12)]
    return against(route, points, "tokens sorted and added up")
