r"""Two classes and any matrix W: how likely all of N tokens can be right (Cover; Wendel).

Ledger: statement 13. The bound on outer products is one on a scheme; this is what $d^2$ parameters allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.dichotomies import GeneralPosition, all_regions, coin_tail, fair_labels, middle, one_more_point
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.points import Point, against
from ..rules.tokens import at_sizes
from ..rules.vectors import Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
_N: Final = sp.Symbol("N", integer=True, positive=True)
_j: Final = sp.Symbol("j", integer=True, positive=True)
_EMBEDDINGS: Final = Gaussian(_d)


@dataclass(frozen=True, kw_only=True)
class Separated:
    """Random embeddings, two classes."""

    law: Gaussian | Sphere = _EMBEDDINGS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the embeddings $e_j$"),
            "there are two classes, and $W$ enters by $W^\\top (u_1 - u_0)$, which may be any vector",
            "a token is right where its score is above the other, not at a tie",
        )


SEPARATED: Final = Separated()
"""Normal embeddings."""


def separable_probability(premises: Separated = SEPARATED) -> Derivation:
    r"""$P(\text{some W is right about all N tokens}) = I_{1/2}(N - d, d)$, whatever f is.

    >>> separable_probability().formula
    betainc_regularized(N - d, d, 0, 1/2)
    """
    chain = Chain(
        name="separable_probability",
        title="All tokens right by some W, two classes",
        premises=premises.sentences,
    )
    all_right = chain.apply("for the sizes of a grid", at_sizes, _all_right(chain, premises))

    def heads(point: Point) -> Fraction:
        many, size = (int(v) for _, v in sorted(((s.name, v) for s, v in point.items())))
        size = int(premises.law.dimension.subs(_d, size))
        return Fraction(sum(comb(many - 1, k) for k in range(size)), 2 ** (many - 1))

    names = {name: sp.Symbol(name, positive=True) for name in ("N", "d")}
    points = [{names["N"]: sp.Integer(4 * k), names["d"]: sp.Integer(k)} for k in (2, 3, 7)]
    return chain.close(all_right, checks=(against(heads, points, "fair coins counted"),))


def separable_half(premises: Separated = SEPARATED) -> Derivation:
    r"""At $N = 2d$ the probability is $\frac{1}{2}$.

    >>> separable_half().formula
    1/2
    """
    chain = Chain(
        name="separable_half", title="Twice as many tokens as dimensions", premises=premises.sentences
    )
    size = chain.define("as many tokens", _N, 2 * _d)
    half = chain.apply("put it in", put_in, _all_right(chain, premises), size)
    return chain.close(chain.apply("the middle of a symmetric law", middle, half))


def _all_right(chain: Chain, premises: Separated) -> Step:
    position = chain.define("the embeddings", GeneralPosition(Vector("e", _j, premises.law)))
    recurrence = chain.apply("add a token", one_more_point, position, count=_N)
    regions = chain.apply("count from one token", all_regions, recurrence, position, count=_N)
    share = chain.apply("labels are fair", fair_labels, regions, position, count=_N)
    return chain.apply("as a Beta function", coin_tail, share)
