r"""Least squares in place of outer products (S13): all of $N = d$ tokens are right, whatever f is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..rules.dichotomies import GeneralPosition
from ..rules.interpolation import targets_met
from ..rules.laws import Gaussian, Sphere
from ..rules.vectors import Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
_N: Final = sp.Symbol("N", integer=True, positive=True)
_j, _y, _z = (sp.Symbol(name, integer=True, positive=True) for name in "jyz")
_EMBEDDINGS: Final = Gaussian(_d)


@dataclass(frozen=True, kw_only=True)
class LeastSquares:
    """The law of the embeddings, and how many tokens there are."""

    law: Gaussian | Sphere = _EMBEDDINGS
    tokens: sp.Expr = _d

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the embeddings $e_j$"),
            f"there are $N = {sp.latex(self.tokens)}$ tokens in any number of classes",
            "the scores are least squares of one for the own class and zero for the others",
        )


AS_MANY: Final = LeastSquares()
"""As many tokens as dimensions."""


def least_squares_error(premises: LeastSquares = AS_MANY) -> Derivation:
    r"""The mean share of wrong tokens of least squares at $N = d$ is zero.

    >>> least_squares_error().formula
    0
    """
    chain = Chain(name="least_squares_error", title="Error of least squares", premises=premises.sentences)
    position = chain.define("the embeddings", GeneralPosition(Vector("e", _j, premises.law)))
    tokens = chain.define("as many tokens", _N, premises.tokens)
    targets = chain.define(
        "one for the own class $z$, zero for the others", sp.Symbol("t"), sp.KroneckerDelta(_y, _z)
    )
    return chain.close(chain.apply("through all of them", targets_met, position, tokens, targets))
