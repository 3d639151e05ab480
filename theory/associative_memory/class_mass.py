r"""The least possible $p_* = \max_y p(y)$ of any function f (S7): Theorem 2 says "any $p_* \in (0, 1)$".

The first token lies in some class, and M classes share a mass of one; filling the emptiest class reaches the
larger of both bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import alpha, symbol
from ..rules.filling import filled_classes, first_token, squeezed
from ..rules.isolating import put_in
from ..rules.tokens import ClassMass, pigeonhole

M: Final = symbol("M")
_level: Final = sp.Symbol("p_*", positive=True)
_mass: Final = sp.Symbol("m", positive=True)
_x, _z = (sp.Symbol(name, integer=True, positive=True) for name in "xz")


@dataclass(frozen=True, kw_only=True)
class Classes:
    """The exponent of the Zipf law."""

    exponent: sp.Expr = alpha

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        a = sp.latex(self.exponent)
        return (
            rf"tokens have the law $x^{{-{a}}}/\zeta({a})$ on all whole numbers, ${a} > 1$",
            "f is any function into $M \\ge 2$ classes",
        )


ANY: Final = Classes()
"""Any exponent above one."""


def least_class_mass(premises: Classes = ANY) -> Derivation:
    r"""$\min_f \max_y p(y) = \max(1/\zeta(\alpha), 1/M)$.

    >>> least_class_mass().formula
    Max(1/M, 1/zeta(alpha))
    """
    chain = Chain(
        name="least_class_mass", title="Least mass of the fullest class", premises=premises.sentences
    )
    law = chain.define(
        "tokens have a Zipf law", sp.Function("p")(_x), _x**-premises.exponent / sp.zeta(premises.exponent)
    )
    first = chain.apply("the first token's class", first_token, law, level=_level)
    total = chain.define("the masses of all classes", _mass, sp.Sum(ClassMass(_z), (_z, 1, M)))
    mean = chain.apply("the fullest class", pigeonhole, total, largest=_level, classes=M)
    whole = chain.define("they add up to one", _mass, sp.S.One)
    mean = chain.apply("put it in", put_in, mean, whole)
    above = chain.apply("share the tokens out", filled_classes, law, level=_level, classes=M)
    return chain.close(chain.apply("the bounds meet", squeezed, first, mean, above))
