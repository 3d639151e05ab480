r"""Theorem 1 from below (Eq. 8): how often a stored token is wrong at least, by one competitor alone.

A token of the set of Eq. (8) is wrong with at least $\frac12 \mathrm{erfc}(1/\sqrt 6)$, so that the error is
5.6 times what is printed, for every memory at once with nonnegative weights and $M \ge 2$ (S2).

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
from ..model import Index, Model, Parameter, Size, fixed
from ..node import Term, as_term, negation, number, power
from ..prove import suppose
from ..substitution import replaced, subterms
from ..tactics import at, combined, grown, linked, named, positive, rewritten, same, some_of
from ..tactics.rewriting import left, occurring, replaced_within, right, then, zero_by_signs
from ..terms import P, Sum, all_, function, inner, sqrt, unit
from .competitors import LARGE, OneOfSeveral, classes, dimension, largest_class, of_each, weight

load: Final = Parameter("load")
_SIGN: Final = suppose(weight >= 0)
_tokens: Final = Size("N")
_own, _other, _token = Index("y", classes), Index("z", classes), Index("x", _tokens)
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
        """erfc(1/(2 c)^(1/2))/2."""
        return function("erfc")(self.root) / 2

    @property
    def sign(self) -> Theorem:
        """0 <= erfc(1/(2 c)^(1/2))/2, the tail of a normal number."""
        z = Model(z=Normal(0, number(Fraction(1, 2)))).z
        tail = apply("normal_tail", x=z, t=self.root)
        argument = right(tail).args[1].args[0]
        tail = replaced_within(tail, [same(argument, self.root, ())])
        return linked(combined(left(tail) >= 0, left(tail)), tail)

    def wrong(self) -> Theorem:
        """erfc(1/(2 c)^(1/2))/2 <= P(wrong), from c (d + 1) q^2 <= Q."""
        size, c, noise = self.memory.law.shape[0], self.cut_off, largest_class - weight**2
        light, share = suppose(self.is_light, "the token is light"), 1 / (size + 1)
        some = combined(noise > 0, (light, share), (SOME_WEIGHT, share), (SOME_WEIGHT, size, share))
        y, root = size / (2 * noise), self.root
        small = weight**2 * y <= number(1 / (2 * c))
        small = combined(small, (light, 1 / noise), (_SIGN, _SIGN, 1 / noise), known=[some])
        value = weight * sqrt(y)
        above = combined(value >= 0, (_SIGN, sqrt(y)), known=[some])
        known = some, combined(root + value > 0, root, above)
        below = combined(value <= root, (small, 1 / (root + value)), known=known)
        falls = grown(below, "erfc")
        return linked(combined(left(falls) / 2 <= right(falls) / 2, falls), self.memory.falling(some, _SIGN))

    def case(self, token: Term) -> tuple[Term, Term]:
        """The weight of any token of a family, and that it is light."""
        q = fixed("q", token.upper)[token]
        return q, replaced(self.is_light, weight, q)

    def without_weight(self, token: Term) -> Theorem:
        """The same of any token of a family that has no weight."""
        q, some = fixed("q'", token.upper)[token], self.memory.law.shape[0] + 1
        none = at(suppose(all_(token, q == 0), "the others have no weight"), token)
        light = combined(replaced(self.is_light, weight, q), SOME_WEIGHT, (none, some * q))
        sign = apply("symmetric", combined(q >= 0, none))
        return of_each(self.wrong(), token, q, light, sign, mark="'")

    def least_error(self, token: Term, share: Theorem) -> Theorem:
        """The error of tokens of the weights p_j is at least that of the light ones, from 0 <= p_j."""
        q, light = self.case(token)
        wrong = of_each(self.wrong(), token, q, suppose(light, "the token is light"))
        p, least, chance = right(share), self.least, right(wrong)
        whole = apply("parted", term=Sum(token, p * chance), case=light, index=token)
        error = least * closed_binder("sum", light, p, token)
        some = combined(p * least <= p * chance, (share, wrong))
        some = apply("sum_monotone", some, condition=light, index=token)
        none = combined(p * chance >= 0, (share, chance))
        none = apply("sum_monotone", none, condition=negation(light), index=token)
        sums = same(error, left(some), ()), same(number(0), left(none), ())
        return combined(error <= left(whole), whole, some, none, *sums)


LIGHT: Final = Light()
"""Theorem 1, for nonnegative weights."""


def recall_floor(premises: OneOfSeveral = LARGE) -> Derivation:
    r"""$P(\text{wrong}) \ge \frac12 \mathrm{erfc} \sqrt{\lambda d/(2(d - \lambda))}$ at load $\lambda$.

    >>> recall_floor().relation
    '>='
    """
    size, below = premises.law.shape[0], suppose(load < dimension)
    signal = suppose(weight**2 == load * largest_class / dimension, "the load")
    value, known = largest_class * (dimension - load) / dimension, (SOME_WEIGHT, below)
    noise = combined(as_term(premises.noise) == value, signal)
    some = combined(value > 0, (SOME_WEIGHT, below, 1 / dimension))
    found = rewritten(premises.falling(linked(some, noise), _SIGN), noise)
    y, square = size / (2 * value), load * size / (2 * (dimension - load))
    (tail,) = (part for part in subterms(left(found)) if part.head == "function")
    rooted = same(tail.args[0], weight * sqrt(y), known)
    rooted = then(rooted, premises.rooted(y, _SIGN, positive(y, *known)))
    rooted = replaced_within(rooted, [combined(weight**2 * y == square, (signal, y), known=known)])
    return proved("recall_floor", "One token is wrong at least so often", rewritten(found, rooted))


def recall_floor_constant(premises: Light = LIGHT) -> Derivation:
    r"""A token with $3 (d + 1) q^2 \le Q$ is wrong with at least $\frac12 \mathrm{erfc}(1/\sqrt 6)$.

    That is .28; Theorem 1 prints 1/20 (Eq. 8).

    >>> recall_floor_constant().formula
    erfc(sqrt(6)/6)/2
    """
    return proved("recall_floor_constant", "A light token is wrong at least so often", premises.wrong())


@dataclass(frozen=True, kw_only=True)
class Printed:
    """The light tokens, and the constant that Theorem 1 prints for them."""

    light: Light = LIGHT
    floor: Fraction = Fraction(1, 20)


PRINTED: Final = Printed()
"""Theorem 1, for nonnegative weights."""


@dataclass(frozen=True, kw_only=True)
class Classes:
    """How many classes there are, and the law of the embeddings."""

    count: int = 1
    law: Term = LARGE.law


ONE_CLASS: Final = Classes()
"""One class."""


def lower_multiple(premises: Printed = PRINTED) -> Derivation:
    r"""$E / (8) \ge 10\, \mathrm{erfc}(1/\sqrt 6) = 5.6$ for $q \ge 0$ and two classes or more (S2.2).

    >>> lower_multiple().formula
    10*erfc(sqrt(6)/6)
    """
    j, p = Index("j", _tokens), fixed("p", _tokens)
    share = at(suppose(all_(j, number(0) <= p[j]), "the law of the tokens"), j)
    found = premises.light.least_error(j, share)
    (mass,) = occurring(left(found), "sum")
    some, over = suppose(mass > 0, "some token is light"), 1 / premises.floor
    error, printed = named("E", right(found)), named("B", premises.floor * mass)
    value = right(found) / right(printed)
    least = combined(over * premises.light.least <= value, (found, 1 / mass), known=[some])
    ratio = replaced_within(apply("within", error, term=left(error) / left(printed)), [printed])
    found = apply("symmetric", linked(least, ratio))
    return proved("lower_multiple", "The error over the bound (8)", found)


def lower_multiple_one_class(premises: Classes = ONE_CLASS) -> Derivation:
    r"""$E / (8) = 0$ where there is one class only, whatever W is (S2.2). Raises `Refused` for more.

    >>> lower_multiple_one_class().formula
    0
    """
    e = Model(e=premises.law).e
    u, p, W = fixed("u", classes, dimension), fixed("p", _tokens), fixed("W", dimension, dimension)
    beaten = inner(u.T @ unit(_own) - u.T @ unit(_other), W @ e) <= 0
    most = some_of(apply("bounded", term=P(beaten), end="high"), _other != _own)
    none = combined(right(most) == 0, suppose(classes == premises.count, "the classes"))
    none = linked(most, none)
    none = zero_by_signs(none, combined(left(none) >= 0, left(none)))
    found = named("E", Sum(_token, p[_token] * left(none)), none)
    found = then(found, same(right(found), number(0), ()))
    return proved("lower_multiple_one_class", "The error of one class over the bound (8)", found)
