r"""Model (23), which keeps all embeddings (S11): where it can be wrong, and how often at most.

Without overlaps beyond eta the gap to every competitor is $(1 - \eta) \kappa^2/2 > 0$. So all P tokens are
right but where some pair overlaps, and one token is right but where it overlaps another. With orthonormal
unembeddings one overlap is not enough.

| letter | meaning |
|---|---|
| `eta` | the overlap from which on a token is heard |
| `kappa` | distance of the right unembedding from a competitor's |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha, eta, symbol
from ..rules.answers import gap_by_distance, silenced
from ..rules.class_gaps import ClassOf
from ..rules.integrals import evaluate_integrals, tail
from ..rules.laws import Gaussian, Sphere
from ..rules.mistakes import none_wrong, only_beyond, two_needed
from ..rules.pairs import cap, mean_pairs, mean_partners, some_by_mean, two_partners
from ..rules.points import WORKING_DIGITS, Point, against, number
from ..rules.stored_mass import stored_and_rest
from ..rules.tokens import at_sizes
from ..rules.vectors import IndexSum, Inner, Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
P: Final = symbol("P")
_X: Final = sp.Symbol("X", real=True)
_kappa: Final = sp.Symbol("kappa", positive=True)
_Z: Final = sp.Symbol("Z", real=True)
_i, _j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
_z: Final = sp.Symbol("z", integer=True, positive=True)
_x: Final = sp.Symbol("x", integer=True, positive=True)
_p: Final = sp.Function("p", positive=True)
_SPHERE: Final = Sphere(_d)
_SAID: Final = sp.exp(eta**2 * _d / 4)
_PLACES: Final = [
    {symbol("d"): sp.Integer(size), eta: level, alpha: power}
    for size, level, power in (
        (9, sp.Rational(2, 3), sp.Integer(2)),
        (40, sp.Rational(1, 2), sp.Rational(5, 2)),
    )
]
_NEAR: Final = mpmath.mpf(10) ** -5
_GRID: Final = (
    (5, 4, sp.Rational(1, 2)),
    (12, 9, sp.Rational(3, 4)),
    (40, 30, sp.Rational(1, 4)),
)
"""Dimensions, numbers of vectors and levels at which formulas are checked."""


@dataclass(frozen=True, kw_only=True)
class Rectified:
    """The law of the embeddings, and that of the unembeddings."""

    law: Sphere | Gaussian = _SPHERE
    output_law: Sphere | Gaussian = _SPHERE

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the embeddings $e_j$"),
            "unembeddings are unit vectors, those of two classes at a distance $\\kappa > 0$",
            r"$0 < \eta < 1$",
        )


MODEL: Final = Rectified()
"""Embeddings on the unit sphere."""


def rectified_any(premises: Rectified = MODEL) -> Derivation:
    r"""$\mathbb{P}(\text{some of P tokens is wrong}) \le \frac{P(P-1)}{2} p$, p the tail of one overlap.

    >>> rectified_any().relation
    '<='
    """
    chain = _chain("rectified_any", "Some token of model (23) is wrong", premises)
    pair = _overlap_tail(chain, premises.law)
    pairs = chain.apply("count all pairs", mean_pairs, pair, count=P)
    return _bounded(chain, premises, pair, pairs, lambda many: many * (many - 1) / 2)


def rectified_token(premises: Rectified = MODEL) -> Derivation:
    r"""$\mathbb{P}(\text{one of P tokens is wrong}) \le (P - 1)\, p$."""
    chain = _chain("rectified_token", "One token of model (23) is wrong", premises)
    pair = _overlap_tail(chain, premises.law)
    partners = chain.apply("count its partners", mean_partners, pair, count=P)
    return _bounded(chain, premises, pair, partners, lambda many: many - 1)


def rectified_sound(premises: Rectified = MODEL) -> Derivation:
    r"""No token of model (23) is wrong where no two embeddings overlap by more than $\eta$.

    >>> rectified_sound().formula
    0
    """
    chain = _chain("rectified_sound", "Model (23) on quasi-orthogonal embeddings", premises)
    return chain.close(chain.apply("no answer is wrong", none_wrong, *_gap(chain, premises)))


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The model, and the number whose whole part is stored."""

    model: Rectified = MODEL
    size: sp.Expr = _SAID

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        first, _, level = self.model.sentences
        return (
            first,
            level,
            "unembeddings are orthonormal",
            rf"the first $\lfloor {sp.latex(self.size)} \rfloor$ tokens are stored",
            r"tokens have the law $x^{-\alpha}/\zeta(\alpha)$ on all whole numbers, $\alpha > 1$",
        )


SAID: Final = Kept()
r"""$P = \lfloor e^{\eta^2 d/4} \rfloor$."""

MORE: Final = Kept(size=(1 - eta**2) ** (-_d / 4))
r"""$P = \lfloor (1 - \eta^2)^{-d/4} \rfloor$."""


def rectified_error(premises: Kept = SAID) -> Derivation:
    r"""$E/p(1) \le (y-1)^{1-\alpha}/(\alpha-1) + \zeta(\alpha) y^2 p^2/2$ at $y = e^{\eta^2 d/4}$.

    >>> rectified_error().relation
    '<='
    """
    return _error("rectified_error", premises)


def rectified_error_more(premises: Kept = MORE) -> Derivation:
    r"""The same at $y = (1 - \eta^2)^{-d/4}$."""
    return _error("rectified_error_more", premises)


def _error(name: str, premises: Kept) -> Derivation:
    chain = Chain(name=name, title="Error of model (23) under a Zipf law", premises=premises.sentences)
    pair = _overlap_tail(chain, premises.model.law)
    two = chain.apply("two overlaps at once", two_partners, pair, count=P)
    wrong = chain.apply("one is not enough", two_needed, _answer(chain, premises.model), _below(chain), two)
    law = chain.define("tokens have a Zipf law", _p(_x), _x**-alpha / sp.zeta(alpha))
    stored = chain.define("the number stored is the whole part of this", P, premises.size)
    error = chain.apply("weigh the stored and the others", stored_and_rest, wrong, law, stored)
    error = chain.apply("for the sizes of a grid", at_sizes, error)

    def areas(point: Point) -> mpmath.mpf:
        """The integral beside the rest, and two caps at once for each pair of others."""
        size, power = number(premises.size.subs(_d, symbol("d")), point), number(alpha, point)
        pairs = (size * _cap_share(premises.model.law, point)) ** 2 / 2
        return (size - 1) ** (1 - power) / (power - 1) + mpmath.zeta(power) * pairs

    checks = (against(areas, _PLACES, "the areas of the caps"), _near_the_rest(premises))
    return chain.close(error, checks=checks)


def _near_the_rest(premises: Kept) -> Callable[[sp.Expr], str]:
    """What is not stored and overlaps nothing is wrong: a bound from below, near the one from above."""

    def check(formula: sp.Expr) -> str:
        for power, size in ((sp.Rational(3, 2), 256), (sp.Integer(2), 384)):
            point = {symbol("d"): sp.Integer(size), eta: sp.Rational(1, 2), alpha: power}
            many = mpmath.floor(number(premises.size.subs(_d, symbol("d")), point))
            with mpmath.workdps(WORKING_DIGITS):
                heard = many * _cap_share(premises.model.law, point)
                low = mpmath.zeta(number(power, {}), many + 1) * (1 - heard)
                if not low < number(formula, point) < low * (1 + _NEAR):
                    raise CheckFailed(f"At {point} the bound {formula} is not just above {low}.")
        return "just above the mass of what is neither stored nor heard, at two laws"

    return check


def _bounded(
    chain: Chain, premises: Rectified, pair: Step, mean: Step, count: Callable[[mpmath.mpf], mpmath.mpf]
) -> Derivation:
    """Steps from the mean number of overlaps to the probability of a mistake."""
    some = chain.apply("at least one overlap", some_by_mean, mean)
    wrong = chain.apply("wrong only there", only_beyond, *_gap(chain, premises), pair, some)
    bound = chain.apply("for the sizes of a grid", at_sizes, wrong)

    def areas(point: Point) -> mpmath.mpf:
        return count(number(P, point)) * _cap_share(premises.law, point)

    return chain.close(bound, checks=(against(areas, _grid_points(), "the areas of the caps"),))


def _overlap_tail(chain: Chain, law: Sphere | Gaussian) -> Step:
    """Steps to the probability that two of the vectors overlap by more than eta."""
    one, other = (Vector("e", index, law) for index in (_i, _j))
    overlap = chain.define("the overlap of two", _X, Inner(one, other))
    share = chain.apply("cut the sphere in slices", tail, overlap, threshold=eta)
    return chain.apply("evaluate the Beta integrals", evaluate_integrals, share)


def _cap_share(law: Sphere | Gaussian, point: Point) -> mpmath.mpf:
    """The area of both caps beyond eta."""
    size = law.dimension.subs(_d, symbol("d")).subs(point)
    return cap(int(size), number(eta, point))


def _grid_points() -> list[dict[sp.Symbol, sp.Rational]]:
    """Places with a level below one."""
    return [{symbol("d"): sp.Integer(d), P: sp.Integer(many), eta: level} for d, many, level in _GRID]


def _gap(chain: Chain, premises: Rectified) -> tuple[Step, Step, Step]:
    """Steps to the gap of model (23), quasi-orthogonality, and the level below one."""
    e = Vector("e", _j, premises.law)
    answer, below = _answer(chain, premises), _below(chain)
    apart = chain.define(
        "quasi-orthogonality, of two that differ", sp.Le(sp.Abs(Inner(e, e.at(_i))), eta, evaluate=False)
    )
    answer = chain.apply("leave out what vanishes", silenced, answer, apart, below)
    u = Vector("u", ClassOf(_i), premises.output_law)
    distance = chain.define("the distance from a competitor", _kappa**2, Inner(u - u.at(_z), u - u.at(_z)))
    gap = chain.apply("the gap to the competitor", gap_by_distance, answer, distance, gap=_Z)
    return gap, apart, below


def _answer(chain: Chain, premises: Rectified) -> Step:
    e, u = Vector("e", _j, premises.law), Vector("u", ClassOf(_j), premises.output_law)
    total = IndexSum(sp.Max(0, Inner(e, e.at(_i)) - eta) * u, (_j,), P)
    return chain.define("the sum of rectified overlaps", Vector("o", _i), total)


def _below(chain: Chain) -> Step:
    return chain.define("the level is not vacuous", sp.Lt(eta, 1, evaluate=False))


def _chain(name: str, title: str, premises: Rectified) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)
