r"""The least possible $p_* = \max_y p(y)$ of any function f (S7): Theorem 2 says "any $p_* \in (0, 1)$".

The first token lies in some class, and M classes share a mass of one; filling the emptiest class reaches the
larger of both bounds.

| letter | meaning |
|---|---|
| `x` | the token |
| `alpha` | exponent of the Zipf law |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..laws import Zipf
from ..model import Model, Parameter, Size
from ..node import Term
from ..prove import suppose
from ..terms import fullest_class

M, alpha = Size("M", minimum=2), Parameter("alpha")


@dataclass(frozen=True, kw_only=True)
class Classes:
    """The exponent of the Zipf law, and how many classes f has."""

    exponent: Term = alpha
    classes: Term = M


ANY: Final = Classes()
"""Any exponent above one."""


def least_class_mass(premises: Classes = ANY) -> Derivation:
    r"""$\min_f \max_y p(y) = \max(1/\zeta(\alpha), 1/M)$.

    >>> least_class_mass().formula
    Max(1/M, 1/zeta(alpha))
    """
    token = Model(x=Zipf(premises.exponent)).x
    law = suppose(premises.exponent > 1, "the law of the tokens")
    found = apply("fullest_class", law, term=fullest_class(token, premises.classes))
    return proved("least_class_mass", "Least mass of the fullest class", found)
