r"""What weights that add up to one do to values, and to a derivative by scores (S4, S6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import n
from ..rules.algebra import collect, variance
from ..rules.asymptotics import growth
from ..rules.components import gather
from ..rules.moments import Coordinates, moment_of_sum
from ..rules.totals import sum_out
from .scores import UNIT, Law

i, j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
alpha, v = sp.IndexedBase(r"\alpha"), sp.IndexedBase("v")
ceiling: Final = sp.Symbol("M", real=True)
average: Final = sp.Symbol("o", real=True)
left: Final = sp.Symbol("D", real=True)


@dataclass(frozen=True, kw_only=True)
class Totals:
    """What the weights of a row add up to."""

    total: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (rf"$\sum_j \alpha_j = {sp.latex(self.total)}$",)


@dataclass(frozen=True, kw_only=True)
class Values:
    """The law of the values that are averaged with equal weights, and by how much their sum is divided."""

    law: Law = UNIT
    divisor: sp.Expr = n

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        named = ", ".join(rf"$\mu_{k} = {sp.latex(m)}$" for k, m in enumerate(self.law, start=1))
        return (
            f"values are independent, of one law with the moments {named}",
            f"their sum is divided by ${sp.latex(self.divisor)}$",
        )


CONVEX: Final = Totals()
INDEPENDENT: Final = Values()


def convex_gap(premises: Totals = CONVEX) -> Derivation:
    r"""$M - \sum_j \alpha_j v_j - \sum_j \alpha_j (M - v_j)$: zero, so no average exceeds a ceiling M (S6).

    >>> convex_gap().formula
    0
    """
    chain = Chain(
        name="convex_gap", title="How far an average lies below a ceiling", premises=premises.sentences
    )
    total = chain.define("the weights add up", sp.Sum(alpha[j], (j, 1, n)), premises.total)
    below = sp.Sum(alpha[j] * v[j], (j, 1, n))
    gaps = sp.Sum(alpha[j] * (ceiling - v[j]), (j, 1, n))
    found = chain.define("the two ways to say how far", left, ceiling - below - gaps)
    found = chain.apply("gather the sums", gather, found)
    return chain.close(chain.apply("the weights add up to their total", sum_out, found, total))


def jacobian_row_sum(premises: Totals = CONVEX) -> Derivation:
    r"""$\sum_j \alpha_i (\delta_{ij} - \alpha_j) = 0$: the own entry weighs as much as all others (S4).

    >>> jacobian_row_sum().formula
    0
    """
    title = "Row sum of the softmax Jacobian"
    chain = Chain(name="jacobian_row_sum", title=title, premises=premises.sentences)
    total = chain.define("the weights add up", sp.Sum(alpha[j], (j, 1, n)), premises.total)
    entry = alpha[i] * (sp.KroneckerDelta(i, j) - alpha[j])
    found = chain.define("the sum of a row", left, sp.Sum(entry, (j, 1, n)))
    found = chain.apply("gather the sums", gather, found)
    return chain.close(chain.apply("the weights add up to their total", sum_out, found, total))


def average_variance(premises: Values = INDEPENDENT) -> Derivation:
    r"""$\mathrm{Var}\, \frac1n \sum_j v_j = 1/n$ for independent values of variance 1 (S6).

    >>> average_variance().formula
    1/n
    """
    title = "Variance of an average of independent values"
    chain = Chain(name="average_variance", title=title, premises=premises.sentences)
    output = chain.define("the average", average, sp.Sum(v[j], (j, 1, n)) / premises.divisor)
    law = chain.define("coordinates of the values", Coordinates(v, *premises.law))
    second, first = (chain.apply(f"moment of order {m}", moment_of_sum, output, law, order=m) for m in (2, 1))
    found = chain.apply("collect", collect, chain.apply("take off the mean", variance, second, first))
    return chain.close(found, growth=chain.apply("read off the exponent", growth, found, variables=(n,)))
