r"""The smallest feedback loop (S12): one query, two positions with scalar values, any loss of the context.

$g = \alpha_1 v_1 + \alpha_2 v_2$ with $\alpha$ the softmax of $s_1, s_2$; scores and values are free and
follow gradient flow with slope $u = dL/dg$. $D = v_1 - v_2$, $z = s_1 - s_2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation
from ..model import Parameter
from ..node import Term, Value, add
from ..terms import exp, gradient
from .gaps import nothing_left

s_1, s_2, v_1, v_2, u = map(Parameter, ("s_1", "s_2", "v_1", "v_2", "u"))


@dataclass(frozen=True, kw_only=True)
class Loop:
    """The factor on scores inside the exponentials."""

    sharpness: Value = 1

    @property
    def context(self) -> Term:
        """The weighted mean of both values."""
        one, two = (exp(self.sharpness * s) for s in (s_1, s_2))
        return (one * v_1 + two * v_2) / (one + two)


LOOP: Final = Loop()
_LEVEL: Final = (v_1 - v_2) ** 2 / 2 - (exp(s_1 - s_2) + exp(s_2 - s_1)) / 2


def loop_conserved(premises: Loop = LOOP) -> Derivation:
    r"""$\frac{d}{dt} (D^2/2 - \cosh z) = 0$: orbits of the loop are level lines (S12).

    Level -1 passes the rest point $z = D = 0$: $D = \pm 2 \sinh(z/2)$, the branch of sign minus leads into it
    and parts the starts that end at either position. Raises `Refused` for scores of another sharpness.

    >>> loop_conserved().formula
    0
    """
    falls = (-u * gradient(premises.context, x) * gradient(_LEVEL, x) for x in (s_1, s_2, v_1, v_2))
    return nothing_left("loop_conserved", "Rate of the conserved quantity", add(*falls))
