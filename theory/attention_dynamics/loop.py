r"""The smallest feedback loop (S12): one query, two positions with scalar values, any loss of the context.

$g = \alpha_1 v_1 + \alpha_2 v_2$ with $\alpha$ the softmax of $s_1, s_2$; scores and values are free and
follow gradient flow with slope $u = dL/dg$. $D = v_1 - v_2$, $z = s_1 - s_2$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.flows import descend, rate_along
from ..rules.points import WORKING_DIGITS, Point, against, number, random_points

s_1, s_2, v_1, v_2, u = (sp.Symbol(name, real=True) for name in ("s_1", "s_2", "v_1", "v_2", "u"))
g: Final = sp.Symbol("g", real=True)
H: Final = sp.Symbol("H", real=True)
total: Final = sp.Symbol("m", real=True)


@dataclass(frozen=True, kw_only=True)
class Loop:
    """The factor on scores inside the exponentials."""

    sharpness: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        factor = sp.latex(self.sharpness)
        return (
            rf"one query weighs two scalar values by $\alpha_j \propto e^{{{factor} s_j}}$",
            "scores and values are free and follow gradient flow",
            "the loss is any function of the context $g$, with slope $u$",
        )


LOOP: Final = Loop()


def loop_conserved(premises: Loop = LOOP) -> Derivation:
    r"""$\frac{d}{dt} (D^2/2 - \cosh z) = 0$: orbits of the loop are level lines (S12).

    Level -1 passes the rest point $z = D = 0$: $D = \pm 2 \sinh(z/2)$, the branch of sign minus leads into it
    and parts the starts that end at either position.

    >>> loop_conserved().formula
    0
    """
    title = "Rate of the conserved quantity"
    chain = Chain(name="loop_conserved", title=title, premises=premises.sentences)
    velocities = _velocities(chain, premises)
    level = chain.define("half the squared difference, less the hyperbolic cosine", H, _level())
    return chain.close(chain.apply("follow it along the flow", rate_along, level, *velocities))


def loop_total(premises: Loop = LOOP) -> Derivation:
    r"""$\dot m = -u$ for $m = v_1 + v_2$: values together move by the residual, whatever the weights (S12).

    >>> loop_total().formula
    -u
    """
    chain = Chain(name="loop_total", title="Rate of the sum of the values", premises=premises.sentences)
    velocities = _velocities(chain, premises)
    level = chain.define("the sum of the values", total, v_1 + v_2)
    found = chain.apply("follow it along the flow", rate_along, level, *velocities)
    points = random_points({s_1, s_2, v_1, v_2, u})
    return chain.close(found, checks=(against(_raised(premises), points, "the context as all values rise"),))


def _raised(premises: Loop) -> Callable[[Point], mpmath.mpf]:
    """What the loss falls by where both values rise alike: as much as both together move."""

    def route(point: Point) -> mpmath.mpf:
        one, two, first, second, slope = (number(s, point) for s in (s_1, s_2, v_1, v_2, u))
        sharp = number(premises.sharpness, point)

        def context(rise: mpmath.mpf) -> mpmath.mpf:
            ratio = mpmath.exp(sharp * (two - one))
            return (first + rise + (second + rise) * ratio) / (1 + ratio)

        with mpmath.workdps(2 * WORKING_DIGITS):
            return -slope * mpmath.diff(context, 0)

    return route


def _level() -> sp.Expr:
    return (v_1 - v_2) ** 2 / 2 - sp.cosh(s_1 - s_2)


def _velocities(chain: Chain, premises: Loop) -> tuple[Step, ...]:
    one, two = (sp.exp(premises.sharpness * s) for s in (s_1, s_2))
    context = chain.define("the context", g, (one * v_1 + two * v_2) / (one + two))
    return tuple(
        chain.apply(f"velocity of {by}", descend, context, by=by, slope=u) for by in (s_1, s_2, v_1, v_2)
    )
