r"""Sums and residual streams: how their power grows (S13).

`n` terms of variance one and correlation $\rho$; a stream of `L` layers whose branches have a gain and see
either the stream itself or something of length one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import L, n, symbol
from ..rules.asymptotics import growth
from ..rules.events import Variance
from ..rules.expectation import integrate_out
from ..rules.forgetting import expect, own_square
from ..rules.laws import Gaussian
from ..rules.layers import next_layer, power, scale
from ..rules.recurrences import linear_recurrence
from ..rules.sums import Covariance, variance_of_sum
from ..rules.vectors import Vector

d: Final = symbol("d")
rho: Final = symbol("rho")
_one, _other = sp.symbols("x_1 x_2", real=True)
_layer = sp.Symbol("l", integer=True, nonnegative=True)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The variance of a term and the correlation of any two."""

    variance: sp.Expr = sp.S.One
    correlation: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"each of $n$ terms has variance ${sp.latex(self.variance)}$",
            rf"every two terms have correlation ${sp.latex(self.correlation)}$",
        )


@dataclass(frozen=True, kw_only=True)
class Stream:
    """The gain of a branch, and whether it sees the stream itself (or what was normalised)."""

    gain: sp.Expr = sp.S.One
    relative: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        seen = "as long as the stream" if self.relative else "of mean square one a coordinate"
        return (
            Gaussian(d).describe("what the branches add, over their length,"),
            rf"a branch adds ${sp.latex(self.gain)}$ times a vector {seen}",
            "the stream starts with mean square one a coordinate",
        )


INDEPENDENT: Final = Terms()
IDENTICAL: Final = Terms(correlation=sp.S.One)
CORRELATED: Final = Terms(correlation=rho)
FIXED: Final = Stream()
RELATIVE: Final = Stream(relative=True)


def independent_sum(premises: Terms = INDEPENDENT) -> Derivation:
    r"""$\mathrm{Var} \sum_i x_i = n$ for independent terms of variance one.

    >>> independent_sum().formula
    n
    """
    return _sum(premises, "independent_sum", "Variance of a sum of independent terms")


def identical_sum(premises: Terms = IDENTICAL) -> Derivation:
    r"""$\mathrm{Var} \sum_i x_i = n^2$ for terms that are all the same.

    >>> identical_sum().formula
    n**2
    """
    return _sum(premises, "identical_sum", "Variance of a sum of equal terms")


def correlated_sum(premises: Terms = CORRELATED) -> Derivation:
    r"""$\mathrm{Var} \sum_i x_i = n (1 + (n-1) \rho)$ for terms of correlation $\rho$."""
    return _sum(premises, "correlated_sum", "Variance of a sum of correlated terms")


def fixed_stream(premises: Stream = FIXED) -> Derivation:
    r"""$1 + L$ after L branches of gain 1 that see something of length one: pre-norm blocks.

    >>> fixed_stream().formula
    L + 1
    """
    return _stream(premises, "fixed_stream", "Power of a stream of branches of fixed scale")


def relative_stream(premises: Stream = RELATIVE) -> Derivation:
    r"""$2^L$ after L branches of gain 1 that see the stream itself: no normalisation.

    >>> relative_stream().formula
    2**L
    """
    return _stream(premises, "relative_stream", "Power of a stream without normalisation")


def _sum(premises: Terms, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    own = chain.define("the variance of a term", Variance(_one), premises.variance)
    covariance = premises.correlation * premises.variance
    shared = chain.define("the covariance of two terms", Covariance(_one, _other), covariance)
    total = chain.apply("add up all pairs", variance_of_sum, own, shared, count=n)
    grown = chain.apply("read off the exponent", growth, total, variables=(n,))
    return chain.close(total, growth=grown)


def _stream(premises: Stream, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    stream, branch = Vector("x"), Vector("w", None, Gaussian(d))
    found = chain.define("one block", Vector("x'"), stream + premises.gain * scale * branch)
    found = chain.apply("square it", own_square, found)
    found = chain.apply("take the mean", expect, found)
    found = chain.apply("average over the branch", integrate_out, found, letter="w")
    step = chain.apply("one layer more", next_layer, found, index=_layer, relative=premises.relative)
    start = chain.define("the stream at the start", power(0), sp.S.One)
    found = chain.apply("run through the layers", linear_recurrence, step, start, count=L)
    grown = None if premises.relative else chain.apply("read off the exponent", growth, found, variables=(L,))
    return chain.close(found, growth=grown)
