r"""Sums and residual streams: how their power grows (S13).

`n` terms of variance one and correlation $\rho$; a stream of `L` layers whose branches have a gain and see
either the stream itself or something of length one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal, WithMoments
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, Value, add, as_term, is_number, number
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.algebra import evaluated
from ..tactics.recursions import mean_of_fold
from ..tactics.rewriting import converted, gamma_next, itself, left, occurring, replaced_within, right, then
from ..terms import E, Sum, Var, define, fold, gamma, inner, norm2, sqrt, unit

items, layers, width = map(Size, ("n", "L", "d"))
layer, correlation = Index("l", layers), Parameter("rho")
zero, one = number(0), number(1)
_wide: Final = Size("d", minimum=3)
_OF_WIDTH: Final = Normal(0, 1 / _wide, dimension=_wide)
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

    branches: Value = 1

    @property
    def stream(self) -> Term:
        """What the last normalisation sees: the start and what every branch added, of one length in the mean,
        as what the branches see is normalised.
        """
        parts = 1 + self.branches * layers
        return Sum(Index("l", parts), Model(g=iid(_OF_WIDTH, parts)).g[Index("l", parts)])


INDEPENDENT: Final = Terms()
IDENTICAL: Final = Terms(correlation=one)
CORRELATED: Final = Terms(correlation=correlation)
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
    title = "Power of a stream of branches of fixed scale"
    return proved("fixed_stream", title, _power(premises), layers)


def relative_stream(premises: Stream = RELATIVE) -> Derivation:
    r"""$2^L$ after L branches of gain 1 that see the stream itself: no normalisation.

    >>> relative_stream().formula
    2**L
    """
    return proved("relative_stream", "Power of a stream without normalisation", _power(premises))


def last_gradient(premises: PreNorm = PRE_NORM) -> Derivation:
    r"""$(d - 1)/((d - 2)(L + 1))$: squared gradient by the last layer of pre-norm blocks.

    The loss is the inner product of the normalised stream x with a normal vector c. The last normalisation
    takes from c its part along the stream, and divides by the length of the stream.

    >>> last_gradient().formula
    (d - 1)/((L + 1)*(d - 2))
    """
    y, c = fixed("y", _wide), Model(c=_OF_WIDTH).c
    known, stream = suppose(Term("lt", (zero, norm2(y))), "the stream is not zero"), premises.stream
    across = norm2(c - inner(c, y) / norm2(y) * y) / norm2(y)
    square = norm2(c) / norm2(y) - inner(c, y) ** 2 * norm2(y) ** -2
    found = replaced_within(itself(E(across)), [apply("componentwise", known, left=across, right=square)])
    found = converted(found, lambda mean: apply("linear", term=mean))
    means = occurring(right(found), "E")
    found = replaced_within(found, [apply("by_covariance", term=mean, x=c) for mean in means])
    share = (1 - 1 / _wide) / norm2(y)
    found = then(found, apply("componentwise", known, left=right(found), right=share))
    found = apply("held_fixed", found, apply("nonzero_length", x=stream), fixed=y, x=stream)
    found = then(found, apply("length_moment", term=right(found), x=stream))
    value = (_wide - 1) / (stream.args[0] * (_wide - 2))
    factor = (_wide - 1) / (2 * stream.args[0])
    ratio = _gamma_ratio(_wide / 2 - 1)
    found = then(found, apply("ring", ratio, left=right(found), right=value, multipliers=(factor,)))
    return proved("last_gradient", "Last layer's gradient in pre-norm blocks", found, layers)


def _gamma_ratio(z: Term) -> Theorem:
    """Gamma(z)/Gamma(z + 1) = 1/z, for a z that is positive by its form."""
    positive = apply("positive", term=z)
    step = gamma_next(z)
    factor = -1 / (z * gamma(z + 1))
    return apply("ring", step, positive, left=gamma(z) / gamma(z + 1), right=1 / z, multipliers=(factor,))


def _sum(premises: Terms, name: str, title: str) -> Derivation:
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
