r"""Props. 2 and 3 with finitely many tokens stored and two answers: the error as a sum (S4, S5, S3).

The weights $q = p^\rho$ on the first P tokens; the others have none. A stored token is missed by Student's
law, given the squared weights of all others, and a token that is not stored half of the time. The sum over
tokens is kept as a sum, enclosed by balls: with P a whole part of a power of d, of $d/8$ or of
$d/(c \log d)$, or with all of N tokens stored.

| letter | meaning |
|---|---|
| `P` | tokens stored |
| `y` | its signs are the classes of the tokens |
| `c` | factor of the logarithm in $P = d/(c \log d)$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal, Sphere
from ..model import Index, Model, Parameter, Size, fixed
from ..node import TRUE, Term, Value, as_term, is_number, multiply, number, power, value_of
from ..prove import derive, prove, suppose
from ..substitution import opened, replaced, subterms
from ..tactics import algebra, bound
from ..tactics.certificates import by_products
from ..tactics.rewriting import itself, left, nonnegative, occurring, replaced_within, right, then
from ..tactics.tails import moment_tail
from ..tactics.telescopes import hurwitz_sum
from ..terms import (
    E,
    Sum,
    absolute,
    all_,
    define,
    function,
    hurwitz_zeta,
    inner,
    log,
    norm2,
    sqrt,
    unit,
    zeta,
)
from .exact import Competitor, dimension

d = dimension
alpha, rho, c = map(Parameter, ("alpha", "rho", "c"))
N, many = Size("N", minimum=2), Size("P", minimum=2)
_far: Final = Size("d", minimum=16)
"""From here on an eighth is two or more."""
_LAW: Final = Normal(0, 1 / d, dimension=d)
_HALF: Final = Fraction(1, 2)
_ONE: Final = number(1)
_POSITIVE: Final = prove(_ONE > 0, by=bound)
_ORDER: Final = 4
"""Of the moment X^8 by which stored tokens are bounded."""
_SERIES: Final = Fraction(6, 25)
"""Of the moment where weights fall fast: below $(\\alpha - 1)/r = 1/4$, so that a series converges."""
_TITLE: Final = "Error of the first tokens stored"


@dataclass(frozen=True, kw_only=True)
class Stored:
    """Exponents of law and weights, the number whose whole part is stored, and the law of the embeddings.

    Without a number to be stored all of N tokens are; else there are infinitely many.
    """

    alpha: Value = alpha
    rho: Value = rho
    stored: Term | None = None
    tokens: Term = N
    law: Term = _LAW

    @property
    def count(self) -> Term:
        """How many tokens are stored."""
        return self.tokens if self.stored is None else many

    @property
    def alike(self) -> bool:
        """Whether all weights are one."""
        return is_number(as_term(self.rho), 0)

    @property
    def fall(self) -> Term:
        """R, where x^-r is the squared weight of the token x."""
        return as_term(2 * self.rho * self.alpha)

    def token(self, name: str) -> Term:
        """Any stored token."""
        return Index(name, self.count)

    def squared(self, token: Term) -> Term:
        """Its squared weight."""
        return _ONE if self.alike else power(token, -self.fall)

    @property
    def steep(self) -> Theorem:
        """1 < alpha, without which infinitely many tokens have no law."""
        return _above(self.alpha, 1)

    @property
    def normaliser(self) -> Term:
        """What the powers of all tokens add up to."""
        j, a = self.token("j"), as_term(self.alpha)
        return Sum(j, power(j, -a)) if self.stored is None else zeta(a)

    def total(self) -> Theorem:
        """H, the sum of all squared weights, counted where they are alike."""
        j = self.token("j")
        whole = Sum(j, self.squared(j))
        return apply("count", term=whole) if self.alike else itself(whole)

    def others(self, x: Term) -> Theorem:
        """The sum of all but one is H less that one."""
        total, j = self.total(), self.token("j")
        taken = apply("taken_out", term=left(total), value=x)
        rest, value = Sum(j != x, self.squared(j)), right(total) - self.squared(x)
        if self.alike:
            return apply("count", term=rest)
        return apply("ring", taken, left=rest, right=value, multipliers=(-_ONE,))

    def noisy(self, x: Term) -> Theorem:
        """It is positive: there are two tokens, and the last has the least weight."""
        others, j, last = self.others(x), self.token("j"), self.count
        two = prove(last - 1 > 0, by=bound)
        if self.alike:
            return two
        falls = apply("positive", *(_above(part, 0) for part in (self.rho, self.alpha)), term=self.fall)
        inverses = [apply("positive", term=1 / part) for part in (j, last)]
        less = by_products(1 / last, 1 / j, (1, apply("bounded", term=j, end="high"), *inverses))
        less = apply("monotone", less, inverses[1], falls, function="power", exponent=self.fall)
        less = by_products(power(last, -self.fall), self.squared(j), (1, less))
        less = apply("sum_monotone", less, condition=j != x, index=j)
        counted = apply("count", term=left(less))
        some = apply("positive", two, term=right(counted))
        some = apply("transitive", some, apply("symmetric", counted))
        return apply("transitive", some, apply("transitive", less, others))

    @property
    def classes(self) -> Theorem:
        """Each stored token has one of two classes."""
        j = self.token("j")
        return suppose(all_(j, fixed("y", self.count)[j] != 0), "the sign of y_j is the class of token j")

    def gap(self, *x: Term) -> Competitor:
        """The gap of a stored token, or without one that of a token that is not stored."""
        j, y = self.token("j"), fixed("y", self.count)
        tokens = *x, j
        weight = _ONE if self.alike else power(j, -as_term(self.rho * self.alpha))
        apart = multiply(*(y[one] / absolute(y[one]) for one in tokens), weight)
        square = multiply(*(y[one] ** 2 * absolute(y[one]) ** -2 for one in tokens), self.squared(j))
        found = apply("ring", left=apart**2, right=square)
        found = replaced_within(found, [apply("even_power", term=absolute(y[one]) ** -2) for one in tokens])
        differ = [apply("each", self.classes, index=one) for one in tokens]
        found = then(found, apply("ring", *differ, left=right(found), right=self.squared(j)))
        among = j != x[0] if x else j
        found = apply("under", found, binder=Sum(among, apart**2), index=j)
        added = then(found, self.others(*x) if x else self.total())
        own = replaced(weight, j, x[0]) if x else number(0)
        some = self.noisy(*x) if x else self.some()
        return Competitor(
            law=self.law, space=self.law.shape[0], weight=own, noise=right(added), among=among, both=weight,
            apart=apart, name="Z" if x else "Z_0", asked=x, added=added, some=some,
        )  # fmt: skip

    def some(self) -> Theorem:
        """0 < H."""
        total = right(self.total())
        return apply("positive", term=total) if self.alike else _some(total)

    def missed(self, x: Term) -> Theorem:
        r"""$P(Z_x \le 0) = I_{1 - x^{-r}/H}(d/2, 1/2)/2$."""
        found, total = self.gap(x).wins(), right(self.total())
        (share,) = (part for part in subterms(right(found)) if part.head == "incomplete_beta")
        value = 1 - self.squared(x) / total
        return replaced_within(found, [apply("ring", self.some(), left=share.args[0], right=value)])

    def error(self) -> Theorem:
        """The error, as a sum over the stored tokens beside half of the mass of all others."""
        x = self.token("x")
        wins = self.missed(x)
        share = power(x, -as_term(self.alpha)) / self.normaliser
        stored = Sum(x, share * left(wins))
        put_in = apply("under", wins, binder=stored, index=x)
        if self.stored is None:
            found = replaced_within(apply("written_out", term=define("E", stored)), [put_in])
            return then(found, derive(right(found), by=algebra))
        guess, mass = self.gap().guessed(), Sum(x, share)
        error = define("E", stored + (1 - mass) * left(guess))
        found = replaced_within(apply("written_out", term=error), [put_in, guess])
        return then(found, derive(right(found), by=[algebra, self.steep, self.stored_powers()]))

    def stored_powers(self) -> Theorem:
        r"""$\sum_{x \le P} x^{-\alpha} = \zeta(\alpha) - \zeta(\alpha, P + 1)$."""
        x, a = self.token("x"), as_term(self.alpha)
        found = hurwitz_sum(Sum(x, x**-a), self.steep, _POSITIVE, step=_ONE, start=number(0))
        value = zeta(a) - hurwitz_zeta(a, self.count + 1)
        return then(found, apply("ring", left=right(found), right=value))

    def whole(self) -> Theorem:
        """P is a whole part."""
        return suppose(self.count == function("floor")(self.stored), "so many are stored")

    def held(self, theorem: Theorem) -> Theorem:
        """The theorem, with how many tokens are stored."""
        if self.stored is None:
            return theorem
        return apply("one_of_both", apply("both", theorem, self.whole()), position=0)

    def moment(self, order: Fraction) -> Theorem:
        r"""$\mathbb{E}|X|^{2s}$ of a coordinate X of a point on the sphere in $\mathbb{R}^{d + 1}$."""
        (place, point), two = self._coordinate, prove(number(2 * order) > 0, by=bound)
        unit_length = apply("componentwise", left=norm2(place), right=_ONE)
        moment = E(absolute(inner(place, point)) ** (2 * order))
        return replaced_within(apply("modulus_moment", two, term=moment, x=point), [unit_length])

    @property
    def _coordinate(self) -> tuple[Term, Term]:
        """A coordinate vector in one dimension more, and a point of the unit sphere."""
        dim = self.law.shape[0] + 1
        return unit(Index("a", dim)), Model(s=Sphere(dim)).s

    def missed_at_most(self, x: Term, order: Fraction) -> Theorem:
        r"""$I_{1 - z}(d/2, 1/2) = P(X^2 > z) \le \mathbb{E}|X|^{2s}\, z^{-s}$, $z = x^{-r}/H$, by Markov."""
        (place, point), dim, total = self._coordinate, self.law.shape[0], right(self.total())
        some, z, overlap = self.some(), self.squared(x) / total, inner(place, point)
        own, inverse = (apply("positive", some, term=part) for part in (z, 1 / total))
        most = by_products(z, _ONE, (1, self.noisy(x), inverse), known=(some,))
        most = apply("monotone", most, own, function="power", exponent=number(_HALF))
        most = apply("transitive", most, apply("ring", left=right(most), right=_ONE))
        level, wide = apply("positive", own, term=left(most)), prove(dim + 1 >= number(2), by=bound)
        unit_length = apply("componentwise", left=norm2(place), right=_ONE)
        ends = apply("weakened", level), most, wide
        tail = apply("overlap_tail", unit_length, *ends, term=overlap, x=point, t=left(most))
        pairs = zip(right(tail).args, (1 - z, dim / 2), strict=False)
        tail = replaced_within(tail, [apply("ring", some, left=one, right=other) for one, other in pairs])
        moment, two = self.moment(order), prove(number(2 * order) > 0, by=bound)
        found = moment_tail(moment, level, two)
        found = apply("transitive", apply("symmetric", tail), found)
        value = right(moment) * total**order * power(x, self.fall * order)
        return apply("transitive", found, apply("ring", some, left=right(found), right=value))

    def above(self, order: int | Fraction) -> Theorem:
        r"""$E \le (\mathbb{E}|X|^{2s} h^s w + R)/(2 Z)$ for $H \le h$ and $\sum_x x^{r s - \alpha} \le w$.

        R is at least the powers beyond P, and Z those of all. Raises `Refused` where no h, w are known.
        """
        s, x, some, error = Fraction(order), self.token("x"), self.some(), self.error()
        total, whole, chance = self.total_at_most(), self.powers_at_most(s), self.missed_at_most(x, s)
        mass, moment, h = power(x, -as_term(self.alpha)), right(self.moment(s)), left(total)
        varies = left(whole).head == "sum"
        each = power(x, self.fall * s - self.alpha) if varies else _ONE
        parts = 1, chance, apply("positive", term=mass)
        own = by_products(left(chance) * mass, moment * h**s * each, parts, known=(some,))
        found = apply("sum_monotone", own, condition=TRUE, index=x)
        found = apply("transitive", found, apply("linear" if varies else "count", term=right(found)))
        higher = apply("monotone", total, some, function="power", exponent=number(s))
        positive = apply("positive", term=moment)
        steeper = apply("transitive", apply("positive", some, term=left(higher)), higher)
        value = moment * right(higher) * right(whole)
        found = by_products(
            left(found), value, (1, found), (1, whole, positive, steeper),
            (1, higher, positive, nonnegative(left(whole)) if varies else apply("positive", term=self.count)),
            known=(some,),
        )  # fmt: skip
        stored = self.stored_sum(error)
        found = apply("transitive", apply("symmetric", prove(left(found) == stored, by=algebra)), found)
        law, over = self.law_known()
        if self.stored is None:
            value = moment * right(higher) * power(self.count, self.fall * s) / 2
            return by_products(left(error), value, (1, error), (_HALF, found, over), known=(some, law))
        rest = self.rest("above")
        value = (value + right(rest)) / (2 * self.normaliser)
        parts = (1, error), (_HALF, found, over), (_HALF, rest, over)
        return by_products(left(error), value, *parts, known=(some, law))

    def below(self) -> Theorem:
        r"""$R/(2 Z) \le E$."""
        x, error, rest, (law, over) = self.token("x"), self.error(), self.rest("below"), self.law_known()
        wins, mass = self.missed(x), apply("positive", term=power(x, -as_term(self.alpha)))
        (chance,) = occurring(right(wins), "incomplete_beta")
        parts = (2, wins, mass), (2, nonnegative(left(wins)), mass)
        own = by_products(number(0), chance * right(mass), *parts)
        own = apply("sum_monotone", own, condition=TRUE, index=x)
        own = apply("transitive", apply("symmetric", apply("count", term=left(own))), own)
        stored = prove(right(own) == self.stored_sum(error), by=algebra)
        parts = (-1, error), (_HALF, own, over), (_HALF, stored, over), (_HALF, rest, over)
        value = left(rest) / (2 * self.normaliser)
        return apply("symmetric", by_products(value, left(error), *parts, known=(law,)))

    @staticmethod
    def stored_sum(error: Theorem) -> Term:
        """The sum over the stored tokens."""
        sums = occurring(right(error), "sum")
        return next(one for one in sums if any(part.head == "incomplete_beta" for part in subterms(one)))

    def law_known(self) -> tuple[Theorem, Theorem]:
        """What makes the law one, 0 < Z or 1 < alpha, and 0 < 1/Z."""
        law = _some(self.normaliser) if self.stored is None else self.steep
        return law, apply("positive", law, term=1 / self.normaliser)

    def ends(self) -> tuple[Theorem, Theorem]:
        """B - 1 < P and P <= b, for the whole part P of b."""
        whole, both = apply("symmetric", self.whole()), apply("whole_part", x=self.stored)
        low, high = (apply("one_of_both", both, position=place) for place in (0, 1))
        return apply("transitive", low, whole), apply("transitive", self.whole(), high)

    def rest(self, side: str) -> Theorem:
        r"""$\zeta(\alpha, P + 1) \le (b - 1)^{1 - \alpha}/(\alpha - 1)$, or $\ge$ the same at b + 1."""
        (more, most), above, b = self.ends(), side == "above", as_term(self.stored)
        two, steep = apply("bounded", term=self.count, end="low"), as_term(self.alpha) - 1
        ends = (self.count, b - 1) if above else (b + 1, self.count + 1)
        some = by_products(number(0), b - 1, (1, most), (1, two), (1, _POSITIVE), relation="lt")
        some = some if above else by_products(number(0), b + 1, (1, some), (2, _POSITIVE), relation="lt")
        inverses = [apply("positive", some, term=1 / end) for end in ends]
        less = by_products(*(1 / end for end in ends), (1, more if above else most, *inverses), known=(some,))
        less = apply("monotone", less, some, self.steep, function="power", exponent=steep)
        start = apply("positive", term=self.count + (0 if above else 1))
        tail = hurwitz_zeta(as_term(self.alpha), self.count + 1)
        tail = apply("hurwitz_between", self.steep, start, term=tail, side=side)
        over = apply("positive", self.steep, term=1 / steep)
        part = (1, less, over), (1, tail)
        if above:
            return by_products(left(tail), power(b - 1, -steep) / steep, *part, known=(self.steep, some))
        return by_products(power(b + 1, -steep) / steep, right(tail), *part, known=(self.steep, some))

    def total_at_most(self) -> Theorem:
        r"""$H \le h$: $2 \sqrt b$ for $r \ge 1/2$, $\zeta(r)$ for $r > 1$; H itself where all are stored."""
        if self.stored is None:
            return apply("weakened", itself(right(self.total())))
        if value_of(self.fall) > 1:
            return self.by_zeta(self.fall)
        j, most = self.token("j"), self.ends()[1]
        low, root, before = apply("bounded", term=j, end="low"), sqrt(j), sqrt(j - 1)
        square = apply("root", low, x=j - 1)
        square, inverse = apply("one_of_both", square, position=1), apply("positive", term=1 / root)
        parts = (1, nonnegative((root - before) ** 2), inverse), (1, square, inverse)
        each = by_products(power(j, -_HALF), 2 * root - 2 * before, *parts)
        if value_of(self.fall) != _HALF:
            slower = apply("monotone", low, _POSITIVE, function="power", exponent=self.fall - _HALF)
            own = apply("positive", term=self.squared(j))
            each = apply("transitive", by_products(self.squared(j), left(each), (1, slower, own)), each)
        found = apply("sum_monotone", each, condition=TRUE, index=j)
        steps = apply("telescoped", itself(2 * root - 2 * before), index=j, whole=2 * root)
        first = apply("one_of_both", apply("root", x=number(0)), position=0)
        end = apply(
            "monotone", most, apply("positive", term=self.count), function="power", exponent=number(_HALF)
        )
        parts = (1, found), (1, steps), (2, first), (2, end)
        return by_products(left(found), 2 * sqrt(as_term(self.stored)), *parts)

    def powers_at_most(self, order: Fraction) -> Theorem:
        r"""$\sum_x x^{r s - \alpha} \le w$."""
        x, last, e = self.token("x"), self.count, self.fall * order - self.alpha
        if self.stored is not None and value_of(e) < 0:
            return self.by_zeta(-e)
        rises = self.fall * order if self.stored is None else e
        if is_number(rises, 0):
            return self.ends()[1]
        own = apply("positive", term=power(x, e - rises))
        each, end = apply("bounded", term=x, end="high"), apply("positive", term=last)
        each = apply("monotone", each, apply("positive", term=x), function="power", exponent=rises)
        value = power(last, rises) * (_ONE if self.stored is not None else power(x, e - rises))
        found = apply(
            "sum_monotone", by_products(power(x, e), value, (1, each, own)), condition=TRUE, index=x
        )
        if self.stored is None:
            return apply("transitive", found, apply("linear", term=right(found)))
        found = apply("transitive", found, apply("count", term=right(found)))
        higher = apply("monotone", self.ends()[1], end, function="power", exponent=e + 1)
        return by_products(left(found), right(higher), (1, found), (1, higher))

    def by_zeta(self, s: Term) -> Theorem:
        r"""$\sum_{x \le P} x^{-s} \le \zeta(s)$."""
        steep, x = prove(s > 1, by=bound), self.token("x")
        sums = hurwitz_sum(Sum(x, power(x, -s)), steep, _POSITIVE, step=_ONE, start=number(0))
        rest = apply("positive", steep, term=hurwitz_zeta(s, self.count + 1))
        return by_products(left(sums), zeta(s), (1, sums), (1, rest), known=(steep,))


def _above(value: Value, least: int) -> Theorem:
    """The value is above a number, by its form or as a hypothesis."""
    term = as_term(value)
    return prove(term > least, by=bound) if is_number(term) else suppose(term > least)


def _some(total: Term) -> Theorem:
    """A sum of positive terms is positive, from the term at any index and what is left."""
    index, _, own = opened(total)
    taken = apply("taken_out", term=total, value=index)
    parts = (-1, taken), (1, apply("positive", term=own)), (1, nonnegative(right(taken).args[1]))
    return by_products(number(0), total, *parts, relation="lt")


_UNIFORM: Final = Stored(rho=0, stored=d / (c * log(d)))
_FIGURE: Final = Stored(rho=0, stored=_far / 8, law=Normal(0, 1 / _far, dimension=_far))
_ALL: Final = Stored()
_EIGHTH: Final = Stored(alpha=2, rho=Fraction(1, 8), stored=power(d, Fraction(2, 3)))
_QUARTER: Final = Stored(alpha=2, rho=Fraction(1, 4), stored=sqrt(d))
_DIMENSION: Final = Stored(alpha=2, rho=Fraction(1, 8), stored=d)
_FREQUENCY: Final = Stored(alpha=2, rho=1, stored=d)
_SLOW: Final = Stored(alpha=2, rho=Fraction(1, 8))


def stored_error_eighth(premises: Stored = _EIGHTH) -> Derivation:
    r"""$E \asymp d^{-2/3}$ at $\alpha = 2$, $\rho = 1/8$ and $P = \lfloor d^{2/3} \rfloor$ (S5).

    >>> stored_error_eighth().exponents
    {'d': Fraction(-2, 3)}
    """
    return _ordered("stored_error_eighth", premises)


def stored_error_quarter(premises: Stored = _QUARTER) -> Derivation:
    r"""$E \asymp d^{-1/2}$ at $\alpha = 2$, $\rho = 1/4$ and $P = \lfloor \sqrt d \rfloor$ (S5)."""
    return _ordered("stored_error_quarter", premises)


def stored_error_logarithm(premises: Stored = _UNIFORM) -> Derivation:
    r"""The error of $P = \lfloor d/(c \log d) \rfloor$ tokens stored alike, at every d (S5.1)."""
    return proved("stored_error_logarithm", _TITLE, premises.held(premises.error()))


def stored_error_figure(premises: Stored = _FIGURE) -> Derivation:
    r"""The error of $P = \lfloor d/8 \rfloor$ tokens stored alike, at every d (S5.1)."""
    return proved("stored_error_figure", _TITLE, premises.held(premises.error()))


def stored_error_all(premises: Stored = _ALL) -> Derivation:
    r"""The error of $q = p^\rho$ on N tokens: $\frac{1}{2} \sum_x p(x)\, \mathbb{P}(X^2 > x^{-r}/H)$ (S4)."""
    return proved("stored_error_all", _TITLE, premises.held(premises.error()))


def stored_error_hundred(premises: Stored = _SLOW, tokens: int = 100) -> Derivation:
    r"""$E = O(d^{-3})$ on 100 tokens at $\alpha = 2$, $\rho = 1/8$ (S4.2).

    >>> stored_error_hundred().relation, stored_error_hundred().exponents
    ('<=', {'d': Fraction(-3, 1)})
    """
    found = apply("instance", premises.above(3), symbol=premises.tokens, value=number(tokens))
    return proved("stored_error_hundred", _TITLE, found, d)


def best_error_above(premises: Stored = _DIMENSION) -> Derivation:
    r"""The least error over P is $O(1/d)$ at $\alpha = 2$, $\rho = 1/8$: that of $P = d$ is (S5.2).

    >>> best_error_above().exponents
    {'d': Fraction(-1, 1)}
    """
    return proved("best_error_above", _TITLE, premises.above(_ORDER), d)


def best_error_frequency(premises: Stored = _FREQUENCY) -> Derivation:
    r"""The same is $O(d^{-6/25})$ at $\rho = 1$, by Markov's inequality: below $d^{-1/5}$ (S5.2).

    >>> best_error_frequency().exponents
    {'d': Fraction(-6, 25)}
    """
    return proved("best_error_frequency", _TITLE, premises.above(_SERIES), d)


def _ordered(name: str, premises: Stored) -> Derivation:
    sides = premises.below(), premises.above(_ORDER)
    return proved(name, _TITLE, premises.held(premises.error()), d, between=sides)
