r"""Theorem 2: no weights store more than a multiple of d tokens; the error is at least that of the rest.

A light token, $3 (d + 1) q^2 \le Q_\infty$, is wrong with a probability bounded below (Theorem 1), and the
largest of M classes has a share 1/M of all squared weights, whatever f is. Hence fewer than 3 M (d + 1)
tokens are not light, and the others weigh at least what follows that many under a Zipf law. The paper
puts $p_*$, the largest class's mass, for 1/M.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import symbol
from ..rules.isolating import put_in
from ..rules.points import number
from ..rules.tokens import ClassMass, at_sizes, heavy_tokens, in_units, pigeonhole, tail_of_the_rest
from .bounds import Bounded, M, Q, d, light_token

alpha: Final = symbol("alpha")
C: Final = sp.Symbol("C", positive=True)

_x = sp.Symbol("x", integer=True, positive=True)
_z = sp.Symbol("z", integer=True, positive=True)
_n2 = sp.Symbol("n_2", positive=True)
_q = sp.Symbol("q", positive=True)
_count = sp.Symbol("K", positive=True)
_excess = sp.Symbol("b", positive=True)


@dataclass(frozen=True, kw_only=True)
class Minimax:
    """What Theorem 2 assumes; `printed` takes 1/20 for the probability that a light token is wrong."""

    memory: Bounded = field(default_factory=Bounded)
    power: sp.Expr = 1 + _excess

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *self.memory.sentences,
            f"tokens have the law $C x^{{-a}}$ on all whole numbers, $a = {sp.latex(self.power)}$",
            "f is any function into M classes",
        )


WHOLE: Final = Minimax()
"""A Zipf law on all whole numbers, a = 1 + b with b > 0."""


def minimax_floor(premises: Minimax = WHOLE) -> Derivation:
    r"""$E/C \ge \frac12 \mathrm{erfc}(1/\sqrt 6) (1 + 3 M (d + 1))^{1 - \alpha}/(\alpha - 1)$, any q, f."""
    chain = Chain(name="minimax_floor", title="Least error of any weights", premises=premises.sentences)
    wrong = light_token(chain, premises.memory)
    few = _heavy(chain, premises)
    law = chain.define("tokens have a Zipf law", sp.Function("p")(_x), C * _x**-premises.power)
    floor = chain.apply("all others are light", tail_of_the_rest, wrong, few, law, token=_x)
    floor = chain.apply("in units of the first token's mass", in_units, floor, unit=C)
    if premises.power.has(_excess):
        excess = chain.define("the law's power", _excess, alpha - 1)
        floor = chain.apply("put it in", put_in, floor, excess)
    floor = chain.apply("for the sizes of a grid", at_sizes, floor)
    return chain.close(floor, checks=(_equal_weights(premises),))


def _heavy(chain: Chain, premises: Minimax) -> Step:
    """Steps to the number of tokens that are not light."""
    total = chain.define("the squared weights, class by class", _n2, sp.Sum(ClassMass(_z), (_z, 1, M)))
    share = chain.apply("the largest class", pigeonhole, total, largest=Q, classes=M)
    cut = premises.memory.floor_cut_off * (d + 1)
    light = chain.define("a token is light", sp.Le(_q, sp.sqrt(Q / cut), evaluate=False))
    return chain.apply("few tokens are not", heavy_tokens, light, share, count=_count)


def _equal_weights(premises: Minimax) -> Callable[[sp.Expr], str]:
    """Equal weights on the first P tokens, two classes: Student's law and zeta, for the best P on a grid."""

    def check(formula: sp.Expr) -> str:
        power = premises.power.subs(_excess, 1)
        for size in (3, 20, 300):
            with mpmath.workdps(20):
                a, n = number(power, {}), mpmath.mpf(size)
                law = 1 / mpmath.zeta(a)
                point = {symbol("d"): sp.Integer(size), symbol("M"): sp.Integer(2), alpha: sp.Integer(2)}
                floor = law * number(formula, point)
                errors = []
                for stored in sorted({1, 2, size // 8 + 1, size // 4 + 1, size // 2, size, 3 * size}):
                    x2 = n / max(stored - 1, mpmath.mpf(10) ** -9)
                    one = mpmath.betainc(n / 2, mpmath.mpf(1) / 2, 0, n / (n + x2), regularized=True) / 2
                    rest = law * mpmath.zeta(a, stored + 1)
                    errors.append((1 - rest) * one + rest / 2)
                if not floor < min(errors):
                    raise CheckFailed(
                        f"At d = {size} equal weights reach {min(errors)}, the bound is {floor}."
                    )
        return "below the error of equal weights in two classes for every number stored"

    return check
