r"""Layer normalisation and the rescaling of rectified layers (S13), for symbolic width and hidden size.

$y_i = (x_i - \mu)/\sqrt{v + \epsilon}$ with mean $\mu$ and variance v over the d coordinates. Two layers $V
(W x)_+$ do not change under $W \to c W$, $V \to V / c$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value, as_term, is_number, number
from ..prove import derive, suppose
from ..tactics import algebra
from ..tactics.goals import same
from ..tactics.rewriting import below, by_modulus, converted, itself, occurring, replaced_within
from ..tactics.steps import calculation, equals, worked_out
from ..terms import Sum, define, relu, sqrt

d, m, l = map(Size, "dml")
c, v, mu, eps = map(Parameter, ("c", "v", "mu", "eps"))
i, a = Index("i", d), Index("a", m)
x: Final = fixed("x", d)
zero, one = number(0), number(1)
_squares: Final = Sum(i, (x[i] - mu) ** 2)


@dataclass(frozen=True, kw_only=True)
class Normaliser:
    """What is added to the variance under the root, the gain on the result, and how much of the mean goes."""

    added: Value = zero
    gain: Value = one
    centre: Value = one

    @property
    def root(self) -> Term:
        """What deviations from the mean are divided by."""
        return sqrt(v + self.added)

    @property
    def output(self) -> Term:
        """y_i."""
        return define("y", as_term(self.gain) * (x[i] - self.centre * mu) / self.root, i)

    @property
    def facts(self) -> tuple[Theorem, ...]:
        """Mean and variance of the coordinates, and the signs."""
        mean = suppose(Sum(i, x[i]) == d * mu, "the mean of the coordinates")
        added = () if is_number(as_term(self.added), 0) else (suppose(as_term(self.added) > 0),)
        return mean, suppose(_squares == d * v, "their variance"), suppose(v > 0), *added


@dataclass(frozen=True, kw_only=True)
class Rescaling:
    """The factor on the first layer and the divisor of the second, m hidden units and d inputs."""

    factor: Term = c
    divisor: Term = c


@dataclass(frozen=True, kw_only=True)
class Length:
    """By how many of its mean squares a vector's squares are divided.

    The vector is the stream plus whatever a branch adds to it, after any number of blocks.
    """

    divisor: Value = one


UNIT: Final = Length()
EXACT: Final = Normaliser()
SAFE: Final = Normaliser(added=eps)
DOUBLED: Final = Normaliser(gain=2)
RESCALED: Final = Rescaling()


def norm_mean(premises: Normaliser = SAFE) -> Derivation:
    r"""The mean of the outputs of a layer normalisation: zero, whatever is added to the variance.

    >>> norm_mean().formula
    0
    """
    mean = define("M", Sum(i, premises.output) / d)
    found = derive(mean, by=[algebra, *premises.facts])
    return proved("norm_mean", "Mean of a normalised vector", found)


def norm_variance_gap(premises: Normaliser = EXACT) -> Derivation:
    r"""Mean square of the outputs minus 1: zero where nothing is added to the variance.

    >>> norm_variance_gap().formula
    0
    """
    title = "Variance of a normalised vector"
    return proved("norm_variance_gap", title, _mean_square(premises, 1))


def norm_variance(premises: Normaliser = SAFE) -> Derivation:
    r"""Mean square of the outputs: $v/(v + \epsilon)$.

    >>> norm_variance().formula
    v/(eps + v)
    """
    title = "Variance of a vector normalised with an addend"
    return proved("norm_variance", title, _mean_square(premises))


def doubled_variance(premises: Normaliser = DOUBLED) -> Derivation:
    r"""Mean square of the outputs with a gain of 2: its square, 4.

    >>> doubled_variance().formula
    4
    """
    title = "Variance of a normalised vector with a gain"
    return proved("doubled_variance", title, _mean_square(premises))


def unit_power(premises: Length = UNIT) -> Derivation:
    r"""Mean square of a vector over the root of its own mean square: 1, whatever the vector is.

    >>> unit_power().formula
    1
    """
    output = define("y", x[i] / sqrt(as_term(premises.divisor) * v), i)
    power = suppose(Sum(i, x[i] ** 2) == d * v, "the mean square of the coordinates")
    found = derive(define("M", Sum(i, output**2) / d), by=[algebra, power], where=[v > 0])
    return proved("unit_power", "Power of a normalised vector", found, l)


def rescaling_gap(premises: Rescaling = RESCALED) -> Derivation:
    r"""$(V/c) (c W x)_+ - V (W x)_+$: zero for $c > 0$.

    >>> rescaling_gap().formula
    0
    """
    first, second = fixed("W", m, d), fixed("V", m)
    inputs = (first @ x)[a]
    change = second[a] / premises.divisor * relu(premises.factor * inputs) - second[a] * relu(inputs)
    positive = suppose(c > 0)
    found = apply("written_out", term=define("g", Sum(a, change)))
    found = converted(found, lambda own: below(own, _by_modulus))
    found = converted(found, lambda own: same(own, number(0), (positive,)))
    return proved("rescaling_gap", "Rescaling of a rectified pair", found)


def _by_modulus(term: Term) -> Theorem:
    """Positive parts as (x + |x|)/2."""
    halves = [by_modulus(part.args[0]) for part in occurring(term, "function")]
    return replaced_within(itself(term), halves)


def _mean_square(premises: Normaliser, claimed: int = 0) -> Theorem:
    """The mean square of the outputs less what is claimed, by the sum of squared deviations."""
    by_deviations = as_term(premises.gain) ** 2 / (d * (v + premises.added)) * _squares - claimed
    _, spread, *signs = premises.facts
    return calculation(
        define("M", Sum(i, premises.output**2) / d - claimed),
        equals(by_deviations, *signs),
        worked_out(algebra, spread, *signs),
    )
