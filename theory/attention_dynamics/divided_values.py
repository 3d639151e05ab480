r"""Values divided by their lengths (Section 8.2): to first order steps leave the length.

The loss depends on $v_j$ through $\hat v_j = v_j/|v_j|$ alone, with any slope $G = dL/d\hat v$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation
from ..model import Size, fixed
from ..node import Term, Value, as_term, power
from ..prove import suppose
from ..terms import gradient, inner, norm2
from .gaps import nothing_left

d_v = Size("d_v")
v, slope = fixed("v", d_v), fixed("G", d_v)


@dataclass(frozen=True, kw_only=True)
class Division:
    """The power of the length by which a value is divided."""

    power: Value = 1

    @property
    def divided(self) -> Term:
        """The value over that power of its length."""
        return v / power(norm2(v), as_term(self.power) / 2)


BY_LENGTH: Final = Division()


def step_along_value(premises: Division = BY_LENGTH) -> Derivation:
    r"""$v \cdot \partial L/\partial v = 0$: to first order a step leaves the length (S10.6).

    Raises `Refused` for another power of the length.

    >>> step_along_value().formula
    0
    """
    along = inner(v, gradient(inner(slope, premises.divided), v))
    return nothing_left("step_along_value", "Gradient along the value", along, suppose(norm2(v) > 0))
