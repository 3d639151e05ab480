r"""Sums and residual streams: how their power grows (S13).

`n` terms of variance one and correlation $\rho$; a stream of `L` layers whose branches have a gain and see
either the stream itself or something of length one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, Derivation
from ..kernel import Theorem
from ..laws import Normal, WithMoments
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..notation import L, symbol
from ..prove import derive, suppose
from ..rules.asymptotics import growth
from ..rules.expectation import integrate_out
from ..rules.forgetting import expect
from ..rules.laws import Gaussian, Sphere
from ..rules.layers import independent_product, mean_reciprocal, sum_of_normals
from ..rules.vectors import IndexSum, Inner, Vector
from ..tactics import moments
from ..tactics.algebra import evaluated
from ..tactics.recursions import mean_of_fold
from ..tactics.rewriting import converted, itself, left, replaced_within
from ..terms import (
    E,
    Sum,
    Term,
    Value,
    Var,
    add,
    as_term,
    define,
    fold,
    inner,
    is_number,
    norm2,
    number,
    sqrt,
    unit,
)

d: Final = symbol("d")
_j = sp.Symbol("j", integer=True, positive=True)
_p = sp.Symbol("p", positive=True)

items, layers, width = map(Size, ("n", "L", "d"))
layer, correlation = Index("l", layers), Parameter("rho")
zero, one = number(0), number(1)
start: Final = fixed("x_0", width)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The variance of a term and the correlation of any two, which is what they share."""

    variance: Value = one
    correlation: Value = zero

    @property
    def total(self) -> Term:
        """The sum of terms with a part of their own and one that all share, whatever the laws of both."""
        j, law = Index("j", items), WithMoments(0, self.variance)
        own, shared = Model(y=iid(law, items), z=law)
        if not self.bounds:
            return Sum(j, define("x", own[j] if is_number(as_term(self.correlation), 0) else shared, j))
        parts = sqrt(1 - as_term(self.correlation)) * own[j], sqrt(as_term(self.correlation)) * shared
        return Sum(j, define("x", add(*parts), j))

    @property
    def bounds(self) -> tuple[Term, ...]:
        """The correlation lies between 0 and 1, at which terms are independent and the same."""
        value = as_term(self.correlation)
        return () if any(is_number(value, end) for end in (0, 1)) else (value > 0, value < 1)


@dataclass(frozen=True, kw_only=True)
class Stream:
    """The gain of a branch, and whether it sees the stream itself (or what was normalised).

    The stream starts with mean square one a coordinate.
    """

    gain: Value = one
    relative: bool = False


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
IDENTICAL: Final = Terms(correlation=one)
CORRELATED: Final = Terms(correlation=correlation)
FIXED: Final = Stream()
RELATIVE: Final = Stream(relative=True)
PRE_NORM: Final = PreNorm()


def independent_sum(premises: Terms = INDEPENDENT) -> Proved:
    r"""$\mathrm{Var} \sum_i x_i = n$ for independent terms of variance one.

    >>> independent_sum().formula
    n
    """
    return _sum(premises, "independent_sum", "Variance of a sum of independent terms")


def identical_sum(premises: Terms = IDENTICAL) -> Proved:
    r"""$\mathrm{Var} \sum_i x_i = n^2$ for terms that are all the same.

    >>> identical_sum().formula
    n**2
    """
    return _sum(premises, "identical_sum", "Variance of a sum of equal terms")


def correlated_sum(premises: Terms = CORRELATED) -> Proved:
    r"""$\mathrm{Var} \sum_i x_i = n (1 + (n-1) \rho)$ for terms of correlation $\rho$."""
    return _sum(premises, "correlated_sum", "Variance of a sum of correlated terms")


def fixed_stream(premises: Stream = FIXED) -> Proved:
    r"""$1 + L$ after L branches of gain 1 that see something of length one: pre-norm blocks.

    >>> fixed_stream().formula
    L + 1
    """
    title = "Power of a stream of branches of fixed scale"
    return proved("fixed_stream", title, _power(premises), layers)


def relative_stream(premises: Stream = RELATIVE) -> Proved:
    r"""$2^L$ after L branches of gain 1 that see the stream itself: no normalisation.

    >>> relative_stream().formula
    2**L
    """
    return proved("relative_stream", "Power of a stream without normalisation", _power(premises))


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


def _sum(premises: Terms, name: str, title: str) -> Proved:
    bounds = premises.bounds
    found = derive(Var(premises.total), by=moments, where=bounds)
    found = converted(found, lambda own: evaluated(own, tuple(map(suppose, bounds))))
    return proved(name, title, found, items)


def _power(premises: Stream) -> Theorem:
    """The mean square of a coordinate after L branches.

    A branch adds a normal vector, or a normal matrix times the stream.
    """
    unit_start = suppose(norm2(start) == width, "the stream starts with mean square one a coordinate")
    if not premises.relative:
        branch = Model(w=iid(Normal(dimension=width), layers)).w
        stream = define("x", start + premises.gain * Sum(layer, branch[layer]))
        return derive(E(norm2(stream)) / width, by=[moments, unit_start])
    rows = Model(w=iid(Normal(0, 1 / width, dimension=width), layers, width)).w
    x, row = fixed("x", width), Index("a", width)
    branch = Sum(row, inner(rows[layer, row], x) * unit(row))
    found = mean_of_fold(fold(x + premises.gain * branch, x, layer, start), x, [norm2(x)], (unit_start,))
    found = replaced_within(itself(left(found) / width), [found])
    return converted(found, evaluated)
