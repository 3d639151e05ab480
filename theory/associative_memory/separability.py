r"""Two classes and any matrix W: how likely all of N tokens can be right (Cover; Wendel).

Ledger: statement 13. The bound on outer products is one on a scheme; this is what $d^2$ parameters allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Rule, SideConditionError, Step
from ..notation import symbol
from ..rules.asymptotics import growth
from ..rules.dichotomies import GeneralPosition, all_regions, coin_tail, fair_labels, middle, one_more_point
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.points import Point, against
from ..rules.tokens import at_sizes
from ..rules.vectors import Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
_N: Final = sp.Symbol("N", integer=True, positive=True)
_j: Final = sp.Symbol("j", integer=True, positive=True)
_half: Final = sp.Symbol("N_half", positive=True)
_size: Final = symbol("d")
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
    right = chain.apply("for the sizes of a grid", at_sizes, all_right(chain, premises))

    def heads(point: Point) -> Fraction:
        many, size = (int(v) for _, v in sorted(((s.name, v) for s, v in point.items())))
        size = int(premises.law.dimension.subs(_d, size))
        return _heads(many, size)

    names = {name: sp.Symbol(name, positive=True) for name in ("N", "d")}
    points = [{names["N"]: sp.Integer(4 * k), names["d"]: sp.Integer(k)} for k in (2, 3, 7)]
    return chain.close(right, checks=(against(heads, points, "fair coins counted"),))


def separable_half(premises: Separated = SEPARATED) -> Derivation:
    r"""At $N = 2d$ the probability is $\frac{1}{2}$.

    >>> separable_half().formula
    1/2
    """
    chain = Chain(
        name="separable_half", title="Twice as many tokens as dimensions", premises=premises.sentences
    )
    size = chain.define("as many tokens", _N, 2 * _d)
    half = chain.apply("put it in", put_in, all_right(chain, premises), size)
    return chain.close(chain.apply("the middle of a symmetric law", middle, half))


def separable_size(premises: Separated = SEPARATED) -> Derivation:
    r"""The N at which the probability is $\frac{1}{2}$: $2d$, of the order d.

    >>> separable_size().formula, separable_size().exponents
    (2*d, {'d': Fraction(1, 1)})
    """
    chain = Chain(
        name="separable_size", title="Tokens that are all right by some W", premises=premises.sentences
    )
    size = chain.define("as many tokens", _N, 2 * _d)
    half = chain.apply("put it in", put_in, all_right(chain, premises), size)
    even = chain.apply("the middle of a symmetric law", middle, half)
    only = chain.apply("at no other number", at_one_size, even, size, name=_half)
    named = chain.apply("for the sizes of a grid", at_sizes, only)
    order = chain.apply("read off the exponent", growth, named, variables=(_size,))
    return chain.close(named, growth=order)


def _at_one_size(even: sp.Eq, size: sp.Eq, *, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, size.rhs, evaluate=False)


def _at_one_size_conditions(even: sp.Eq, size: sp.Eq, *, name: sp.Symbol) -> tuple[str, ...]:
    if even.rhs != sp.Rational(1, 2):
        raise SideConditionError(f"The probability is {even.rhs}, not one half.")
    return ("one more coin makes fewer than d heads less likely: the probability falls in N",)


def _check_at_one_size(result: sp.Eq, even: sp.Eq, size: sp.Eq, *, name: sp.Symbol) -> str:
    """Coins counted with one token less and one more."""
    (variable,) = size.rhs.free_symbols
    for d in (2, 5, 9):
        N = int(size.rhs.subs(variable, d))
        less, more = (_heads(N + step, d) for step in (-1, 1))
        if not more < Fraction(1, 2) < less or result.rhs.subs(variable, d) != N:
            raise CheckFailed(f"Beside N = {N} and d = {d} the probabilities are {less} and {more}.")
    return "more likely with one token less and less likely with one more, at three sizes"


def _heads(tokens: int, size: int) -> Fraction:
    """P(fewer than `size` heads of `tokens` - 1 fair coins)."""
    return Fraction(sum(comb(tokens - 1, k) for k in range(size)), 2 ** (tokens - 1))


at_one_size: Final = Rule(
    name="where a falling probability is one half",
    statement=r"$\mathbb{P}(\text{fewer than } d \text{ of } N - 1 \text{ fair coins show heads})$ falls in "
    r"N: it is $\frac{1}{2}$ at one N.",
    apply=_at_one_size,
    conditions=_at_one_size_conditions,
    check=_check_at_one_size,
)


def all_right(chain: Chain, premises: Separated) -> Step:
    """Steps to the probability that some W has all tokens right."""
    position = chain.define("the embeddings", GeneralPosition(Vector("e", _j, premises.law)))
    recurrence = chain.apply("add a token", one_more_point, position, count=_N)
    regions = chain.apply("count from one token", all_regions, recurrence, position, count=_N)
    share = chain.apply("labels are fair", fair_labels, regions, position, count=_N)
    return chain.apply("as a Beta function", coin_tail, share)
