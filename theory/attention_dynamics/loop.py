r"""The smallest feedback loop (S12): one query, two positions with scalar values, any loss of the context.

$g = \alpha_1 v_1 + \alpha_2 v_2$ with $\alpha$ the softmax of $s_1, s_2$; scores and values are free and
follow gradient flow with slope $u = dL/dg$. $D = v_1 - v_2$, $z = s_1 - s_2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.flows import descend, rate_along

s_1, s_2, v_1, v_2, u = (sp.Symbol(name, real=True) for name in ("s_1", "s_2", "v_1", "v_2", "u"))
g: Final = sp.Symbol("g", real=True)
H: Final = sp.Symbol("H", real=True)


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


def _level() -> sp.Expr:
    return (v_1 - v_2) ** 2 / 2 - sp.cosh(s_1 - s_2)


def _velocities(chain: Chain, premises: Loop) -> tuple[Step, ...]:
    one, two = (sp.exp(premises.sharpness * s) for s in (s_1, s_2))
    context = chain.define("the context", g, (one * v_1 + two * v_2) / (one + two))
    return tuple(
        chain.apply(f"velocity of {by}", descend, context, by=by, slope=u) for by in (s_1, s_2, v_1, v_2)
    )
