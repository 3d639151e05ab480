r"""Values that are signs, keys that are normal: failure by Student's law (S3.f).

A sign times a normal key is a normal key, so that the crosstalk is a sum of overlaps. An item fails
where it exceeds the item's own part, $|\eta_i| > |k_i|^2$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx

from ..derivation import Chain, Derivation
from ..notation import d_k, n
from ..rules.certified import integral
from ..rules.laws import Gaussian
from ..rules.points import WORKING_DIGITS, Point, against
from ..rules.student import beyond_own_square, both_sides, student_tail
from ..rules.vectors import IndexSum, Inner, Vector
from .model import i, j

_eta: Final = sp.Symbol(r"\eta_i", real=True)
_r: Final = sp.Symbol("r", positive=True)


@dataclass(frozen=True, kw_only=True)
class ScalarMemory:
    """The law of keys whose values are signs."""

    key_law: Gaussian = Gaussian(d_k)  # noqa: RUF009 - an expression, which cannot change

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.key_law.describe("the keys $k_j$"),
            "values are signs, independent of the keys, which the keys' symmetric law takes up",
            r"an item fails where its crosstalk exceeds its own part, $|\eta_i| > \| k_i \|^2$",
        )


SCALAR: Final = ScalarMemory()


def scalar_failure(premises: ScalarMemory = SCALAR) -> Derivation:
    r"""$\mathbb{P}(|\eta_i| > |k_i|^2) = I_{(n-1)/n}(d_k/2, 1/2)$: Student's law of $d_k$ degrees (S3.f).

    >>> scalar_failure().formula
    betainc_regularized(d_k/2, 1/2, 0, (n - 1)/n)
    """
    chain = Chain(
        name="scalar_failure", title="Failure with values that are signs", premises=premises.sentences
    )
    query, key = (Vector("k", index, premises.key_law) for index in (i, j))
    noise = chain.define(
        "the crosstalk adds up the overlaps", _eta, IndexSum(Inner(query, key), (j,), n, (i,))
    )
    length = chain.define("the length of the query", _r**2, Inner(query, query))
    fails = chain.apply("given the query the sum is normal", beyond_own_square, noise, length)
    fails = chain.apply("average over the length of the query", student_tail, fails, length)
    fails = chain.apply("on either side", both_sides, fails)
    points = [{n: sp.Integer(items), d_k: sp.Integer(d)} for items, d in ((2, 3), (9, 6))]
    return chain.close(
        fails, checks=(against(_by_angle(premises), points, "the angle of Student's variable"),)
    )


def _by_angle(premises: ScalarMemory) -> Callable[[Point], mpmath.mpf]:
    r"""With $T = \sqrt{d} \tan a$ the density of the angle a is proportional to $\cos^{d-1} a$."""

    def route(point: Point) -> mpmath.mpf:
        power = int(premises.key_law.dimension.subs(point)) - 1
        with ctx.workdps(WORKING_DIGITS + 5):
            start, end = (1 / arb(int(point[n]) - 1).sqrt()).atan(), arb.pi() / 2
            above, whole = (integral(lambda a: a.cos() ** power, low, end) for low in (start, arb(0)))
            return mpmath.mpf((above / whole).str(WORKING_DIGITS, radius=False))

    return route
