r"""Matching contexts by their codes (S10): the angle between the closest ones, and plain inner products.

The code of a context $(c_1, \ldots, c_k)$, the last symbol first, is $\sum_j r^{-j} e_{c_j}$, here in units
of $r^{-k}$: $\sum_j r^{k-j} e_{c_j}$. Complete contexts share one coordinate more, the mark, whose square is
`mark` times that of the sum of all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import kappa, r, symbol
from ..rules.angles import cosine_gap, excess, inner_product, weight_of_second
from ..rules.isolating import put_in
from ..rules.recurrences import linear_recurrence
from ..rules.totals import equate

k: Final = symbol("k")
mark: Final = symbol("mark")
w_1, w_2 = symbol("w_1"), symbol("w_2")
_A: Final = symbol("A")
_TOTAL: Final = sp.Function("A")
_m: Final = sp.Symbol("m", integer=True, nonnegative=True)
_U, _V, _OWN, _OTHER, _OVERLAP = sp.symbols("U V U^2 V^2 UV")
_GAP: Final = sp.Symbol("Delta", positive=True)


@dataclass(frozen=True, kw_only=True)
class Codes:
    """The ratio of the weights of one symbol and the one before, and the square of the mark."""

    base: sp.Expr = r
    mark: sp.Expr = mark

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"a symbol weighs ${sp.latex(self.base)}$ times what the one before it weighs",
            rf"the mark's square is ${sp.latex(self.mark)}$ times that of the sum of the other coordinates",
        )


@dataclass(frozen=True, kw_only=True)
class Pair:
    """The weights of the last symbol and of the one before."""

    last: sp.Expr = w_1
    before: sp.Expr = w_2

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        last, before = sp.latex(self.last), sp.latex(self.before)
        return (rf"the last symbol weighs ${last}$, the one before ${before}$", "symbols are one-hot")


CODES: Final = Codes()
BUILT: Final = Codes(base=sp.Integer(3), mark=sp.Integer(2))
"""The codes of the construction: ternary, and marked."""
PAIR: Final = Pair()


def context_gap(premises: Codes = CODES) -> Derivation:
    r"""One minus the cosine of the contexts $a \cdots a a$ and $a \cdots a b$ (S10).

    It falls like $r^{-2k}$.
    """
    title = "One minus the cosine of neighbouring contexts"
    chain = Chain(name="context_gap", title=title, premises=premises.sentences)
    return chain.close(_gap(chain, premises))


def worst_leak(premises: Codes = BUILT) -> Derivation:
    r"""$1/(1 + e^{\kappa \Delta})$: the weight of the neighbouring context beside one match (S10)."""
    title = "Weight of a neighbouring context beside one match"
    chain = Chain(name="worst_leak", title=title, premises=premises.sentences)
    gap = _gap(chain, premises)
    match = chain.define("score of the match", sp.Symbol("s_1"), kappa)
    other = chain.define("score of the other", sp.Symbol("s_2"), kappa - kappa * _GAP)
    weight = chain.apply("softmax", weight_of_second, match, other, name=sp.Symbol("alpha"))
    return chain.close(chain.apply("put the gap in", put_in, weight, gap))


def plain_excess(premises: Pair = PAIR) -> Derivation:
    r"""$w_2 (w_1 - w_2)$: by how much the context $a a$ scores above $a b$ itself, asked for $a b$ (S10).

    >>> plain_excess().formula
    w_2*(w_1 - w_2)
    """
    title = "Plain inner product with another context, less that with the own one"
    chain = Chain(name="plain_excess", title=title, premises=premises.sentences)
    own = chain.define("code of a b", _U, sp.Tuple(premises.last, premises.before))
    competitor = chain.define("code of a a", _V, sp.Tuple(premises.last + premises.before, sp.Integer(0)))
    above = chain.apply("score of a a", inner_product, competitor, own, name=_OVERLAP)
    match = chain.apply("score of a b", inner_product, own, own, name=_OWN)
    return chain.close(chain.apply("take the difference", excess, above, match, name=sp.Symbol("x")))


def _gap(chain: Chain, premises: Codes) -> Step:
    """Delta as a formula of k."""
    step = chain.define("one symbol more", _TOTAL(_m + 1), premises.base * _TOTAL(_m) + 1)
    start = chain.define("no symbol", _TOTAL(0), sp.Integer(0))
    closed = chain.apply("k symbols", linear_recurrence, step, start, count=k)
    total = chain.apply("by its name", equate, chain.define("sum of the weights", _TOTAL(k), _A), closed)
    side = sp.sqrt(premises.mark) * _A
    one = chain.define("code of a...aa", _U, sp.Tuple(_A, sp.Integer(0), side))
    other = chain.define("code of a...ab", _V, sp.Tuple(_A - 1, sp.Integer(1), side))
    overlap = chain.apply("inner product", inner_product, one, other, name=_OVERLAP)
    own = chain.apply("square of the one", inner_product, one, one, name=_OWN)
    competitor = chain.apply("square of the other", inner_product, other, other, name=_OTHER)
    found = chain.apply("one minus the cosine", cosine_gap, overlap, own, competitor, name=_GAP)
    return chain.apply("put the sum in", put_in, found, total)
