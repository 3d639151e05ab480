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

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value, as_term, number
from ..prove import derive, prove, suppose
from ..tactics import algebra, bound
from ..tactics.certificates import by_products
from ..tactics.goals import same
from ..tactics.rewriting import left, nonnegative, right, then
from ..tactics.telescopes import hurwitz_sum
from ..terms import Sum, define, function, hurwitz_zeta, zeta
from .competitors import SEVERAL, OneOfSeveral, dimension, known_positive

tokens, many = Size("N", minimum=8), Size("P")
_x: Final = Index("x", many)
_others: Final = Parameter("R")
_ONE: Final = prove(number(1) > 0, by=bound)
_ZERO: Final = number(0)


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
        return apply("positive", self.steep, term=1 / zeta(self.exponent))

    def share_of(self, missed: Value) -> Term:
        """1 - H, for a mass H zeta(s) (s - 1) beyond what is stored."""
        return 1 - as_term(missed) / ((self.exponent - 1) * zeta(self.exponent))

    def mass(self) -> Theorem:
        r"""$1 - (y - 1)^{1 - s}/((s - 1) \zeta(s))$ is at most the mass of the first floor(y) tokens."""
        y, s = self.alike.stored, number(self.exponent)
        more = apply("one_of_both", apply("whole_part", x=y), position=0)
        more = apply("transitive", more, apply("symmetric", self.first))
        low, some = prove(y - 1 > 0, by=[bound, self.far]), known_positive(many)
        inverses = [apply("positive", low, some, term=1 / part) for part in (y - 1, many)]
        fewer = by_products(1 / many, 1 / (y - 1), (1, more, *inverses), known=(low,))
        fewer = apply("monotone", fewer, low, function="power", exponent=s - 1)
        sums = hurwitz_sum(Sum(_x, self.term), self.steep, _ONE, step=number(1), start=number(0))
        rest = apply("hurwitz_between", self.steep, some, term=hurwitz_zeta(s, many + 1), side="above")
        return by_products(
            self.share_of(right(fewer)), left(sums) / zeta(s), (-1, sums, self.over), (1, rest, self.over),
            (1, fewer, self.over, prove(1 / (s - 1) > 0, by=bound)), known=(self.steep, low),
        )  # fmt: skip

    def least_mass(self) -> tuple[Theorem, Theorem]:
        """0 <= 1 - H at the least dimension, and that it is at most 1 - H."""
        s, y, nearest = self.exponent, self.alike.stored, 1 / (self.share * self.least - 1)
        low = prove(y - 1 > 0, by=[bound, self.far])
        inverse = apply("positive", low, term=1 / (y - 1))
        fewer = by_products(
            1 / (y - 1), number(nearest), (self.share * nearest, self.far, inverse), known=(low,)
        )
        fewer = apply("monotone", fewer, low, function="power", exponent=number(s - 1))
        least = self.share_of(nearest ** (s - 1))
        one = apply("hurwitz_between", self.steep, _ONE, term=zeta(s), side="below")
        above = by_products(
            number(0),
            least,
            (1, one, self.over),
            ((1 - nearest ** (s - 1)) / (s - 1), self.over),
            known=(self.steep,),
        )
        more = by_products(
            least, self.share_of(left(fewer)), (Fraction(1, s - 1), fewer, self.over), known=(self.steep, low)
        )
        return above, more

    def least_chance(self, some: Theorem) -> Theorem:
        """A positive number is at most the probability that a stored token is wrong, from 0 < N."""
        noise, slope = self.alike.noise, 2 * self.share / self.classes
        nearest = slope * self.least - 3
        root = number(self.least / (2 * nearest))
        inverse = apply("positive", some, term=1 / noise)
        ratio = by_products(
            dimension / (2 * noise), root, (3 / (2 * nearest), self.far, inverse), known=(some,)
        )
        ratio = apply("monotone", ratio, some, function="power", exponent=number(Fraction(1, 2)))
        falls = apply("monotone", ratio, function="erfc", exponent=number(1))
        half = by_products(left(falls) / 2, right(falls) / 2, (Fraction(1, 2), falls))
        return apply(
            "transitive", half, self.alike.under_noise.falling(some, prove(number(1) >= 0, by=bound))
        )

    def bounds(self) -> tuple[Theorem, Theorem, Theorem, Theorem]:
        """What the stored tokens leave is at most the error, and so are a positive number and 0; it is at
        most one.
        """
        some = prove(self.alike.noise > 0, by=[bound, self.far])
        mass, wrong = self.mass(), self.alike.under_noise.student(some, _ONE)
        above, more = self.least_mass()
        chance, share, tail = right(wrong), right(mass), self.least_chance(some)
        error = define("E", Sum(_x, self.term / zeta(self.exponent) * chance) + _others)
        unstored = suppose((_others >= 0) & (_others <= 1 - share), "the errors of the others")
        others = [apply("one_of_both", unstored, position=place) for place in (0, 1)]
        whole, over = (
            apply("written_out", term=error),
            apply("positive", self.steep, term=zeta(self.exponent)),
        )
        whole = then(whole, same(right(whole), share * chance + _others, (over,)))
        sign, some_mass = nonnegative(chance), apply("transitive", above, more)
        below = by_products(
            left(mass) * left(wrong), right(whole), (1, mass, sign), (1, some_mass, wrong), (1, others[0])
        )
        constant = by_products(
            left(more) * left(tail),
            right(whole),
            (1, more, sign),
            (1, mass, sign),
            (1, above, tail),
            (1, others[0]),
        )
        all_stored, sure = apply("transitive", some_mass, mass), apply("bounded", term=chance, end="high")
        none = by_products(_ZERO, right(whole), (1, all_stored, sign), (1, others[0]))
        at_most = by_products(right(whole), number(1), (1, all_stored, sure), (1, others[1]))
        known = apply("symmetric", whole)
        found, least, none = (apply("transitive", one, known) for one in (below, constant, none))
        return found, least, none, apply("transitive", whole, at_most)


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
    wrong = premises.under_noise.student(prove(premises.noise > 0, by=bound), _ONE)
    x, law = Index("x", tokens), fixed("p", tokens)
    whole = suppose(Sum(x, law[x]) == 1, "the law of the tokens")
    error = derive(define("E", Sum(x, law[x] * right(wrong))), by=[algebra, whole])
    found = apply("transitive", wrong, apply("symmetric", error))
    return proved("one_rival_uniform", "Error where one competitor may win", found)


def one_rival_floor(premises: First = EIGHTH) -> Derivation:
    r"""$E \ge (1 - H)\, P(t_d > \sqrt{d/(d/20 - 3)})$, H the mass beyond $d/8 - 1$: of the order $d^0$.

    >>> one_rival_floor().relation, one_rival_floor().exponents
    ('>=', {'d': Fraction(0, 1)})
    """
    return _floor("one_rival_floor", premises)


def one_rival_dimension(premises: First = DIMENSION) -> Derivation:
    r"""The bound of `one_rival_floor` at $P = d$: of the order $d^0$.

    >>> one_rival_dimension().relation, one_rival_dimension().exponents
    ('>=', {'d': Fraction(0, 1)})
    """
    return _floor("one_rival_dimension", premises)


def _floor(name: str, premises: First) -> Derivation:
    found, least, _, most = premises.bounds()
    sides = apply("symmetric", least), most
    return proved(
        name, "Error where one competitor may win", apply("symmetric", found), dimension, between=sides
    )
