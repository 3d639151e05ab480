r"""Table 2 at $\rho = 0$: storing $P = s d$ tokens alike leaves an error that does not vanish (S5).

Two answers and infinitely many tokens. A stored token is wrong with probability
$P(t_d > \sqrt{d/(P - 1)})$, above $P(g > 1/\sqrt s)$ far out, g normal, and another with probability 1/2: so
the error stays above a constant and has no power of d.

| letter | meaning |
|---|---|
| `X` | the token that is asked for |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Zipf, probability
from ..model import Model
from ..node import number, value_of
from ..prove import prove, suppose
from ..substitution import subterms
from ..tactics import bound
from ..tactics.combinations import combined
from ..tactics.goals import same
from ..tactics.orders import grown, linked
from ..tactics.rewriting import left, named, occurring, replaced_within, right, then
from ..tactics.telescopes import hurwitz_sum
from ..terms import Sum, zeta
from .exact import dimension
from .two_classes import EVERY, Every, Unstored

_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """Tokens stored for each dimension, the exponent of the Zipf law, and what two classes rest on."""

    share: int = 1
    exponent: int = 2
    tokens: Every = EVERY

    @property
    def stored(self) -> Every:
        """The tokens that are stored."""
        count = self.share * dimension
        return replace(self.tokens, count=count, noise=count - 1)

    @property
    def far(self) -> Theorem:
        """At least two tokens are stored."""
        enough = dimension >= ceil(2 / self.share)
        return suppose(enough) if self.share == 1 else prove(enough, by=bound)


DIMENSION: Final = Threshold()
"""$P = d$, as Table 2 prints it, at $\\alpha = 2$."""


def thresholded_error(premises: Threshold = DIMENSION) -> Derivation:
    r"""$E = (1 - H) P(t_d > \sqrt{d/(P - 1)}) + H/2$ at $P = d$, H the mass beyond P: of the order $d^0$.

    >>> thresholded_error().exponents
    {'d': Fraction(0, 1)}
    """
    stored, law = premises.stored, Zipf(premises.exponent)
    more = prove(stored.noise > 0, by=[bound, premises.far])
    one, falling = (_without(more, found) for found in (stored.wins(), stored.falling()))
    other = Unstored(law=stored.law, length=stored.length, count=stored.count, weight=0, noise=stored.count)
    other = other.guessed()
    i, X, chance = stored.index, Model(X=law).X, right(one)
    every = Sum(i, probability(law, i) * left(one))
    beyond = apply("zipf_beyond", x=X, t=stored.count)
    put_in = apply("under", one, binder=every, index=i), beyond, other
    found = named("E", every + left(beyond) * left(other), *put_in)
    powers, whole, mass = Sum(i, i**-premises.exponent), zeta(premises.exponent), right(beyond)
    found = then(found, same(right(found), powers / whole * chance + mass / 2, ()))
    steep = prove(number(premises.exponent) > 1, by=bound)
    found = replaced_within(found, [hurwitz_sum(powers, steep)])
    found = then(found, same(right(found), (1 - mass) * chance + mass / 2, (steep,)))
    (tail,) = occurring(chance, "incomplete_beta")
    turned = apply("beta_reflected", more, term=tail)
    (rest,) = occurring(right(turned), "incomplete_beta")
    half = combined(chance <= _HALF, rest, turned, known=[more])
    least, part = _least_chance(premises, more, falling), apply("bounded", term=left(beyond), end="high")
    low = combined(left(least) <= right(found), least, one, (mass, half), known=[steep])
    high = combined(right(found) <= _HALF, (part, half), (beyond, chance - _HALF))
    sides = apply("symmetric", linked(low, found)), linked(found, high)
    title = "Error where $P = s d$ tokens are stored"
    return proved("thresholded_error", title, found, dimension, between=sides)


def _without(known: Theorem, found: Theorem) -> Theorem:
    """The theorem without a hypothesis that is known, where it has it."""
    assumed = any(h.proposition is known.proposition for h in found.hypotheses)
    return apply("cut", known, found) if assumed else found


def _least_chance(premises: Threshold, more: Theorem, falling: Theorem) -> Theorem:
    """A positive number is at most the probability that a stored token is wrong."""
    (tail,) = (part for part in subterms(left(falling)) if part.data == ("erfc",))
    square, (_, least) = tail.args[0].args[0], premises.far.proposition.args
    nearest = premises.share * value_of(least) - 1
    largest = number(value_of(least) / (2 * nearest))
    ratio = combined(square <= largest, (premises.far, 1 / premises.stored.noise), known=[more])
    falls = grown(grown(ratio, _HALF, more), "erfc")
    return combined(left(falls) / 2 <= right(falling), falls, falling)
