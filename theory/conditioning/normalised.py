r"""A chain whose outputs are normalised, or picked among the codes: no depth makes its error grow (S5)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..model import fixed
from ..prove import suppose
from ..tactics.rewriting import nonnegative
from ..tactics.steps import at_most, calculation, equals
from ..terms import inner, norm2
from .definitions import d_v
from .network import L


@dataclass(frozen=True, kw_only=True)
class Normalised:
    """Outputs of one length, scaled to it or picked among the codes, and codes of length one."""

    length: Fraction | int = 1


NORMALISED: Final = Normalised()
"""RMSNorm or LayerNorm to the length of a code, or the nearest code itself."""


def normalised_ceiling(premises: Normalised = NORMALISED) -> Derivation:
    r"""$|o^L - v^L_i|^2 \le 4$ whatever the depth, where outputs are normalised or picked (S5).

    >>> normalised_ceiling().formula
    4
    """
    output, code, length = fixed("o", d_v), fixed("v", d_v), Fraction(premises.length)
    scaled = suppose(norm2(output) == length**2, "outputs have one length")
    unit = suppose(norm2(code) == 1, "codes have length one")
    overlap, error = inner(output, code), norm2(output - code)
    least = calculation(
        overlap**2,
        at_most(norm2(output) * norm2(code), apply("cauchy_schwarz", x=output, y=code)),
        equals(length**2, scaled, unit),
    )
    ceiling = calculation(
        error,
        equals(norm2(output) - 2 * overlap + norm2(code)),
        at_most((length + 1) ** 2, scaled, unit, least, nonnegative((length + overlap) ** 2)),
    )
    return proved("normalised_ceiling", "Largest error of a chain with normalised outputs", ceiling, L)
