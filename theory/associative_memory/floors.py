r"""Theorem 1 from below (Eq. 8): how often a stored token is wrong at least, by one competitor alone.

| letter | meaning |
|---|---|
| `load` | $d q^2/Q$: signal over noise |
| `Q` | squared weights of the largest class |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..kernel.logic import closed_binder
from ..laws import Normal
from ..model import Model, Parameter, fixed
from ..node import Term, as_term, negation, number, power
from ..prove import suppose
from ..substitution import replaced, subterms
from ..tactics.certificates import by_products
from ..tactics.goals import same
from ..tactics.rewriting import left, nonnegative, replaced_within, right, then
from ..terms import Sum, all_, function, sqrt
from .competitors import LARGE, OneOfSeveral, dimension, known_positive, largest_class, of_each, weight

load: Final = Parameter("load")
_SIGN: Final = suppose(weight >= 0)
SOME_WEIGHT: Final = suppose(largest_class > 0)


@dataclass(frozen=True, kw_only=True)
class Light:
    """The memory, and the cut-off 3 of the set in Eq. (8)."""

    memory: OneOfSeveral = LARGE
    cut_off: Fraction = Fraction(3)

    def __post_init__(self) -> None:
        if self.cut_off < 1:
            raise ValueError(f"The cut-off is 1 or more, and {self.cut_off} is not.")

    @property
    def root(self) -> Term:
        """What the signal over the noise is at most."""
        return power(number(1 / (2 * self.cut_off)), Fraction(1, 2))

    @property
    def is_light(self) -> Term:
        """C (d + 1) q^2 <= Q."""
        return self.cut_off * (self.memory.law.shape[0] + 1) * weight**2 <= largest_class

    @property
    def least(self) -> Term:
        """Erfc(1/(2 c)^(1/2))/2."""
        return function("erfc")(self.root) / 2

    @property
    def sign(self) -> Theorem:
        """0 <= erfc(1/(2 c)^(1/2))/2, the tail of a normal number."""
        z = Model(z=Normal(0, number(Fraction(1, 2)))).z
        tail = apply("normal_tail", x=z, t=self.root)
        argument = right(tail).args[1].args[0]
        tail = replaced_within(tail, [apply("ring", left=argument, right=self.root)])
        return apply("transitive", nonnegative(left(tail)), tail)

    def wrong(self) -> Theorem:
        """Erfc(1/(2 c)^(1/2))/2 <= P(wrong), from c (d + 1) q^2 <= Q."""
        size, c = self.memory.law.shape[0], self.cut_off
        light = suppose(self.is_light, "the token is light")
        share = known_positive(1 / (size + 1))
        some = by_products(
            number(0), largest_class - weight**2, (1 / c, light, share), ((c - 1) / c, SOME_WEIGHT, share),
            (1, SOME_WEIGHT, known_positive(size), share), relation="lt",
        )  # fmt: skip
        noise = largest_class - weight**2
        inverse = apply("positive", some, term=1 / noise)
        y = size / (2 * noise)
        small = by_products(
            weight**2 * y, number(1 / (2 * c)), (1 / (2 * c), light, inverse),
            ((c - 1) / (2 * c), _SIGN, _SIGN, inverse), known=(some,),
        )  # fmt: skip
        value, root = weight * sqrt(y), apply("positive", some, term=sqrt(y))
        above = by_products(number(0), value, (1, _SIGN, root))
        total = by_products(
            number(0), self.root + value, (1, known_positive(self.root)), (1, above), relation="lt"
        )
        over = apply("positive", total, term=1 / (self.root + value))
        below = by_products(value, self.root, (1, small, over), known=(some, total))
        falls = apply("monotone", below, function="erfc", exponent=number(1))
        least = by_products(left(falls) / 2, falls.proposition.args[1] / 2, (Fraction(1, 2), falls))
        return apply("transitive", least, self.memory.falling(some, _SIGN))

    def case(self, token: Term) -> tuple[Term, Term]:
        """The weight of any token of a family, and that it is light."""
        q = fixed("q", token.upper)[token]
        return q, replaced(self.is_light, weight, q)

    def without_weight(self, token: Term) -> Theorem:
        """The same of any token of a family that has no weight."""
        q, some = fixed("q'", token.upper)[token], known_positive(self.memory.law.shape[0] + 1)
        none = apply("each", suppose(all_(token, q == 0), "the others have no weight"), index=token)
        light = replaced(self.is_light, weight, q)
        light = by_products(*light.args, (1, SOME_WEIGHT), (-self.cut_off, some, none, none))
        sign = apply("symmetric", by_products(number(0), q, (-1, none)))
        return of_each(self.wrong(), token, q, light, sign, mark="'")

    def least_error(self, token: Term, share: Theorem) -> Theorem:
        """The error of tokens of the weights p_j is at least that of the light ones, from 0 <= p_j."""
        q, light = self.case(token)
        wrong = of_each(self.wrong(), token, q, suppose(light, "the token is light"))
        p, least, chance = right(share), self.least, right(wrong)
        whole = apply("parted", term=Sum(token, p * chance), case=light, index=token)
        some = by_products(p * least, p * chance, (1, share, wrong))
        some = apply("sum_monotone", some, condition=light, index=token)
        none = by_products(number(0), p * chance, (1, share, nonnegative(chance)))
        none = apply("sum_monotone", none, condition=negation(light), index=token)
        error = least * closed_binder("sum", light, p, token)
        some = apply("transitive", same(error, left(some), ()), some)
        none = apply("transitive", same(number(0), left(none), ()), none)
        return by_products(error, left(whole), (-1, whole), (1, some), (1, none))


LIGHT: Final = Light()
"""Theorem 1, for nonnegative weights."""


def recall_floor(premises: OneOfSeveral = LARGE) -> Derivation:
    r"""$P(\text{wrong}) \ge \frac12 \mathrm{erfc} \sqrt{\lambda d/(2(d - \lambda))}$ at load $\lambda$.

    >>> recall_floor().relation
    '>='
    """
    size, below = premises.law.shape[0], suppose(load < dimension)
    signal = suppose(weight**2 == load * largest_class / dimension, "the load")
    value = largest_class * (dimension - load) / dimension
    noise = apply("ring", signal, left=as_term(premises.noise), right=value, multipliers=(number(-1),))
    some = by_products(
        number(0), value, (1, SOME_WEIGHT, below, known_positive(1 / dimension)), relation="lt"
    )
    found = premises.falling(apply("transitive", some, apply("symmetric", noise)), _SIGN)
    found = apply("rewrite", noise, found)
    known, y = (SOME_WEIGHT, below), size / (2 * value)
    (tail,) = (part for part in subterms(left(found)) if part.head == "function")
    rooted = apply("ring", *known, left=tail.args[0], right=weight * sqrt(y))
    rooted = then(rooted, premises.rooted(y, _SIGN, apply("positive", *known, term=y)))
    square = apply(
        "ring",
        signal,
        *known,
        left=weight**2 * y,
        right=load * size / (2 * (dimension - load)),
        multipliers=(y,),
    )
    rooted = then(rooted, apply("within", square, term=rooted.proposition.args[1]))
    return proved("recall_floor", "One token is wrong at least so often", apply("rewrite", rooted, found))


def recall_floor_constant(premises: Light = LIGHT) -> Derivation:
    r"""A token with $3 (d + 1) q^2 \le Q$ is wrong with at least $\frac12 \mathrm{erfc}(1/\sqrt 6)$.

    That is .28; Theorem 1 prints 1/20 (Eq. 8).

    >>> recall_floor_constant().formula
    erfc(sqrt(6)/6)/2
    """
    return proved("recall_floor_constant", "A light token is wrong at least so often", premises.wrong())
