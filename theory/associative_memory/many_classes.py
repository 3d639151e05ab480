r"""Several classes stored alike (S12, S5): one competitor alone leaves an error.

Of M classes $f(x) = x \bmod M$ each has more than P/M - 1 of the first P tokens, and further classes only add
noise. Where P is in proportion to d the noise of two classes is too, as the signal's square is: the error
stays above a constant, and no falling power of d is an upper bound on it.

| letter | meaning |
|---|---|
| `P` | how many tokens are stored, of weight 1, the first ones |
| `p` | the law of the tokens |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value, as_term, number
from ..prove import derive, prove, suppose
from ..tactics import algebra, both, bound, combined, grown, linked, named, positive, same
from ..tactics.rewriting import left, right, then
from ..tactics.telescopes import hurwitz_sum
from ..tactics.zetas import hurwitz_beyond
from ..terms import Sum, define, function, hurwitz_zeta, zeta
from .competitors import SEVERAL, OneOfSeveral, dimension
from .exact import least_tail

tokens, many = Size("N", minimum=8), Size("P")
_x: Final = Index("x", many)
_others: Final = Parameter("R")


@dataclass(frozen=True, kw_only=True)
class Alike:
    """The number whose whole part is stored alike, how many classes there are, and the embeddings."""

    stored: Term = tokens
    classes: int = 5
    memory: OneOfSeveral = SEVERAL

    @property
    def noise(self) -> Term:
        """The least noise of two classes: 2 (P/M - 1) tokens but the one that is asked for."""
        return 2 * (self.stored / self.classes - 1) - 1

    @property
    def under_noise(self) -> OneOfSeveral:
        """The memory with that noise."""
        because = f"two of {self.classes} classes have more than P/{self.classes} - 1 stored tokens each"
        return replace(self.memory, weight=number(1), noise=self.noise, because=because)


@dataclass(frozen=True, kw_only=True)
class First:
    """Tokens stored for each dimension, the least dimension, classes, the exponent of the Zipf law."""

    share: Fraction
    least: int
    classes: int = 5
    exponent: int = 2
    memory: OneOfSeveral = SEVERAL

    @property
    def far(self) -> Theorem:
        """The dimension is large enough for two classes to have noise."""
        return suppose(dimension >= self.least)

    @property
    def alike(self) -> Alike:
        """They are stored alike."""
        return Alike(stored=self.share * dimension, classes=self.classes, memory=self.memory)

    @property
    def first(self) -> Theorem:
        """How many they are."""
        return suppose(many == function("floor")(self.alike.stored), "the first tokens are stored")

    @property
    def steep(self) -> Theorem:
        """1 < s."""
        return prove(number(self.exponent) > 1, by=bound)

    @property
    def term(self) -> Term:
        r"""$x^{-s}$."""
        return _x ** (-self.exponent)

    @property
    def over(self) -> Theorem:
        """0 < 1/zeta(s)."""
        return positive(1 / zeta(self.exponent), self.steep)

    def share_of(self, missed: Value) -> Term:
        """1 - H, for a mass H zeta(s) (s - 1) beyond what is stored."""
        return 1 - as_term(missed) / ((self.exponent - 1) * zeta(self.exponent))

    def mass(self) -> Theorem:
        r"""$1 - (y - 1)^{1 - s}/((s - 1) \zeta(s))$ is at most the mass of the first floor(y) tokens."""
        y, s = self.alike.stored, number(self.exponent)
        more = linked(both(apply("whole_part", x=y))[0], self.first)
        low = prove(y - 1 > 0, by=[bound, self.far])
        sums, over = hurwitz_sum(Sum(_x, self.term), self.steep), self.over
        rest = hurwitz_beyond(hurwitz_zeta(s, many + 1), more, self.steep, low)
        goal = self.share_of((y - 1) ** (1 - s)) <= left(sums) / zeta(s)
        return combined(goal, (sums, over), (rest, over), known=[self.steep, low])

    def least_mass(self) -> tuple[Theorem, Theorem]:
        """0 <= 1 - H at the least dimension, and that it is at most 1 - H."""
        s, y, nearest = self.exponent, self.alike.stored, 1 / (self.share * self.least - 1)
        low = prove(y - 1 > 0, by=[bound, self.far])
        fewer = combined(1 / (y - 1) <= number(nearest), (self.far, 1 / (y - 1)), known=[low])
        fewer = grown(fewer, s - 1, low)
        least, over = self.share_of(nearest ** (s - 1)), self.over
        one = apply("hurwitz_between", self.steep, positive(number(1)), term=zeta(s), side="below")
        above = combined(least >= 0, (one, over), over, known=[self.steep])
        return above, combined(least <= self.share_of(left(fewer)), (fewer, over), known=[self.steep, low])

    def least_chance(self, some: Theorem) -> Theorem:
        """A positive number is at most the probability that a stored token is wrong, from 0 < N."""
        noise, slope = self.alike.noise, 2 * self.share / self.classes
        nearest = slope * self.least - 3
        root = number(self.least / (2 * nearest))
        ratio = combined(dimension / (2 * noise) <= root, (self.far, 1 / noise), known=[some])
        falling = self.alike.under_noise.falling(some, prove(number(1) >= 0, by=bound))
        return linked(least_tail(ratio, some), falling)

    def bounds(self) -> tuple[Theorem, Theorem, Theorem, Theorem]:
        """What the stored tokens leave is at most the error, and so are a positive number and 0; it is at
        most one.
        """
        some = prove(self.alike.noise > 0, by=[bound, self.far])
        mass, wrong = self.mass(), self.alike.under_noise.student(some, positive(number(1)))
        above, more = self.least_mass()
        chance, share, tail, over = right(wrong), right(mass), self.least_chance(some), zeta(self.exponent)
        unstored = suppose((_others >= 0) & (_others <= 1 - share), "the errors of the others")
        none, all_of = both(unstored)
        whole = named("E", Sum(_x, self.term / over * chance) + _others)
        whole = then(whole, same(right(whole), share * chance + _others, (positive(over, self.steep),)))
        least, sure = linked(above, more), apply("bounded", term=chance, end="high")
        stored, error = linked(least, mass), right(whole)
        parts = (
            (left(mass) * left(wrong), (least, wrong)),
            (left(more) * left(tail), (more, chance), (above, tail)),
        )
        found = [combined(low <= error, (mass, chance), none, *own) for low, *own in parts]
        found.append(combined(error >= 0, (stored, chance), none))
        below = (linked(one, whole) for one in found)
        return *below, linked(whole, combined(error <= 1, (stored, sure), all_of))


ALL: Final = Alike()
"""All of N tokens, five classes."""

EIGHTH: Final = First(share=Fraction(1, 8), least=61)
"""$P = \\lfloor d/8 \rfloor$, five classes, $\alpha = 2$."""

DIMENSION: Final = First(share=Fraction(1), least=8)
"""$P = d$."""


def one_rival_uniform(premises: Alike = ALL) -> Derivation:
    r"""$E \ge P(t_d > \sqrt{d/b})$, $b = \frac25 N - 3$, where all of N tokens are stored alike.

    >>> one_rival_uniform().relation
    '>='
    """
    wrong = premises.under_noise.student(prove(premises.noise > 0, by=bound), positive(number(1)))
    x, law = Index("x", tokens), fixed("p", tokens)
    whole = suppose(Sum(x, law[x]) == 1, "the law of the tokens")
    error = derive(define("E", Sum(x, law[x] * right(wrong))), by=[algebra, whole])
    found = linked(wrong, error)
    return proved("one_rival_uniform", "Error where one competitor may win", found)


def _floor(name: str, premises: First) -> Derivation:
    r"""$E \ge (1 - H)\, P(t_d > \sqrt{d/(d/20 - 3)})$, H the mass beyond $d/8 - 1$, and the same at $P = d$.

    >>> [DERIVATIONS[name]().exponents for name in ("one_rival_floor", "one_rival_dimension")]
    [{'d': Fraction(0, 1)}, {'d': Fraction(0, 1)}]
    """
    found, least, _, most = premises.bounds()
    title, sides = "Error where one competitor may win", (apply("symmetric", least), most)
    return proved(name, title, apply("symmetric", found), dimension, between=sides)


DERIVATIONS: Final = table(_floor, one_rival_floor=EIGHTH, one_rival_dimension=DIMENSION)
