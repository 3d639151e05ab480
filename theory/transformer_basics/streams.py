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
from ..rules.laws import Gaussian, Sphere
from ..rules.layers import independent_product, mean_reciprocal, next_layer, power, scale, sum_of_normals
from ..rules.recurrences import linear_recurrence
from ..rules.sums import Covariance, variance_of_sum
from ..rules.vectors import IndexSum, Inner, Vector

d: Final = symbol("d")
rho: Final = symbol("rho")
_one, _other = sp.symbols("x_1 x_2", real=True)
_j = sp.Symbol("j", integer=True, positive=True)
_p = sp.Symbol("p", positive=True)
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


@dataclass(frozen=True, kw_only=True)
class PreNorm:
    """How many branches each block has."""

    branches: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            Gaussian(d).describe("the start of the stream and what each branch adds, over one length,"),
            rf"each of $L$ blocks has ${sp.latex(self.branches)}$ branches, and what they see is normalised",
            "the loss is the inner product of the normalised stream with a normal vector $c$",
        )


INDEPENDENT: Final = Terms()
IDENTICAL: Final = Terms(correlation=sp.S.One)
CORRELATED: Final = Terms(correlation=rho)
FIXED: Final = Stream()
RELATIVE: Final = Stream(relative=True)
PRE_NORM: Final = PreNorm()


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


def last_gradient(premises: PreNorm = PRE_NORM) -> Derivation:
    r"""$(d - 1)/((d - 2)(L + 1))$: squared gradient by the last layer of pre-norm blocks, over d.

    The last normalisation takes from the direction c of the loss its part along the stream, and divides by
    the length of the stream: a sum of $L + 1$ normal vectors, as what is normalised has one length.

    >>> last_gradient().formula
    (d - 1)/((L + 1)*(d - 2))
    """
    title = "Last layer's gradient in pre-norm blocks"
    chain = Chain(name="last_gradient", title=title, premises=premises.sentences)
    terms = IndexSum(Vector("g", _j, Gaussian(d)), (_j,), 1 + premises.branches * L)
    length = chain.define("the stream: its start and what every branch added", Vector("x"), terms)
    length = chain.apply("their sum is normal", sum_of_normals, length)
    length = chain.apply("take the mean of the reciprocal", mean_reciprocal, length)
    loss, along = Vector("c", None, Gaussian(d)), Vector("u", None, Sphere(d))
    rest = chain.define("what the projection leaves of c", _p, Inner(loss, loss) - Inner(loss, along) ** 2)
    rest = chain.apply("take the mean", expect, rest)
    for letter in ("c", "u"):
        rest = chain.apply(f"integrate out {letter}", integrate_out, rest, letter=letter)
    found = chain.apply("multiply", independent_product, rest, length)
    return chain.close(found, growth=chain.apply("read off the exponent", growth, found, variables=(L,)))


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
