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
| `m` | the least error over all P |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..laws import Normal, Sphere
from ..model import Index, Model, Parameter, Size, fixed
from ..node import Term, Value, as_term, is_number, multiply, number, power, value_of
from ..prove import derive, granted, prove, suppose
from ..substitution import opened, replaced, subterms
from ..tactics import algebra, at, both, bound, combined, fallen, grown, linked, named, positive, same, summed
from ..tactics.rewriting import itself, left, occurring, replaced_within, right, then
from ..tactics.tails import moment_tail
from ..tactics.telescopes import hurwitz_sum
from ..tactics.zetas import hurwitz_beyond
from ..terms import E, Sum, absolute, all_, function, hurwitz_zeta, inner, log, norm2, sqrt, unit, zeta
from .exact import Competitor, dimension

d = dimension
alpha, rho, c, least = map(Parameter, ("alpha", "rho", "c", "m"))
N, many = Size("N", minimum=2), Size("P", minimum=2)
_far: Final = Size("d", minimum=16)
"""From here on an eighth is two or more."""
_further: Final = Size("d", minimum=27)
"""From here on $d/(4 \\log d)$ is."""
_LAW: Final = Normal(0, 1 / d, dimension=d)
_HALF: Final = Fraction(1, 2)
_ONE: Final = number(1)
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
    order: int | Fraction = 4
    """Half of that of the moment of X by which stored tokens are bounded."""

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
        """r, where x^-r is the squared weight of the token x."""
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
        return granted(as_term(self.alpha) > 1)

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
        rest = Sum(j != x, self.squared(j))
        if self.alike:
            return apply("count", term=rest)
        taken = apply("taken_out", term=left(total), value=x)
        return combined(rest == right(total) - self.squared(x), taken)

    def noisy(self, x: Term) -> Theorem:
        r"""$0 < (P - 1) P^{-r} \le \sum_{j \ne x} j^{-r}$."""
        others, j, last = self.others(x), self.token("j"), self.count
        two = prove(last - 1 > 0, by=bound)
        if self.alike:
            return two
        falls = positive(self.fall, *(granted(as_term(part) > 0) for part in (self.rho, self.alpha)))
        less = summed(fallen(apply("bounded", term=j, end="high"), self.fall, falls), j != x)
        return linked(positive(left(less), two), less, others)

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
        signs = multiply(*(y[one] ** 2 * absolute(y[one]) ** -2 for one in tokens))
        found = same(apart**2, self.squared(j) * signs, ())
        found = replaced_within(found, [apply("even_power", term=absolute(y[one]) ** -2) for one in tokens])
        differ = tuple(at(self.classes, one) for one in tokens)
        found = then(found, same(right(found), self.squared(j), differ))
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
        return positive(total) if self.alike else _some(total)

    def missed(self, x: Term) -> Theorem:
        r"""$P(Z_x \le 0) = I_{1 - x^{-r}/H}(d/2, 1/2)/2$."""
        found, total = self.gap(x).wins(), right(self.total())
        (share,) = occurring(right(found), "incomplete_beta")
        return replaced_within(found, [same(share.args[0], 1 - self.squared(x) / total, (self.some(),))])

    @cached_property
    def error(self) -> Theorem:
        """The error, as a sum over the stored tokens beside half of the mass of all others."""
        x = self.token("x")
        wins = self.missed(x)
        share = power(x, -as_term(self.alpha)) / self.normaliser
        stored = Sum(x, share * left(wins))
        put_in = apply("under", wins, binder=stored, index=x)
        if self.stored is None:
            found = named("E", stored, put_in)
            return then(found, derive(right(found), by=algebra))
        guess, mass = self.gap().guessed(), Sum(x, share)
        found = named("E", stored + (1 - mass) * left(guess), put_in, guess)
        return then(found, derive(right(found), by=[algebra, self.steep, self.stored_powers()]))

    def stored_powers(self) -> Theorem:
        r"""$\sum_{x \le P} x^{-\alpha} = \zeta(\alpha) - \zeta(\alpha, P + 1)$."""
        x, a = self.token("x"), as_term(self.alpha)
        return hurwitz_sum(Sum(x, x**-a), self.steep)

    def whole(self) -> Theorem:
        """P is a whole part."""
        return suppose(self.count == function("floor")(self.stored), "so many are stored")

    def held(self, theorem: Theorem) -> Theorem:
        """The theorem, with how many tokens are stored."""
        return theorem if self.stored is None else both(apply("both", theorem, self.whole()))[0]

    def moment(self, order: Fraction) -> Theorem:
        r"""$\mathbb{E}|X|^{2s}$ of a coordinate X of a point on the sphere in $\mathbb{R}^{d + 1}$."""
        (place, point), two = self._coordinate, positive(number(2 * order))
        moment = E(absolute(inner(place, point)) ** (2 * order))
        return replaced_within(apply("modulus_moment", two, term=moment, x=point), [self._length])

    @property
    def _coordinate(self) -> tuple[Term, Term]:
        """A coordinate vector in one dimension more, and a point of the unit sphere."""
        dim = self.law.shape[0] + 1
        return unit(Index("a", dim)), Model(s=Sphere(dim)).s

    @property
    def _length(self) -> Theorem:
        """A coordinate vector has the length one."""
        return same(norm2(self._coordinate[0]), _ONE, ())

    def missed_at_most(self, x: Term, order: Fraction) -> Theorem:
        r"""$I_{1 - z}(d/2, 1/2) = P(X^2 > z) \le \mathbb{E}|X|^{2s}\, z^{-s}$, $z = x^{-r}/H$, by Markov."""
        (place, point), dim, total = self._coordinate, self.law.shape[0], right(self.total())
        some, z = self.some(), self.squared(x) / total
        small = grown(combined(z <= 1, (self.noisy(x), 1 / total), known=[some]), _HALF, positive(z, some))
        level, most = positive(left(small), some), linked(small, same(right(small), _ONE, ()))
        ends = apply("weakened", level), most, prove(dim + 1 >= number(2), by=bound)
        tail = apply("overlap_tail", self._length, *ends, term=inner(place, point), x=point, t=left(most))
        pairs = zip(right(tail).args, (1 - z, dim / 2), strict=False)
        tail = replaced_within(tail, [same(*pair, (some,)) for pair in pairs])
        moment = self.moment(order)
        found = moment_tail(moment, level, positive(number(2 * order)))
        value = right(moment) * total**order * power(x, self.fall * order)
        return linked(tail, found, same(right(found), value, (some,)))

    def above(self) -> Theorem:
        r"""$E \le (\mathbb{E}|X|^{2s} h^s w + R)/(2 Z)$ for $H \le h$ and $\sum_x x^{r s - \alpha} \le w$.

        R is at least the powers beyond P, and Z those of all. Raises `Refused` where no h, w are known.
        """
        s, x, some, error = Fraction(self.order), self.token("x"), self.some(), self.error
        whole, chance = self.powers_at_most(s), self.missed_at_most(x, s)
        mass, moment = power(x, -as_term(self.alpha)), right(self.moment(s))
        higher = grown(self.total_at_most(), s, some)
        each = combined(left(chance) * mass <= right(chance) * mass, (chance, mass), known=[some])
        found = summed(each, x)
        total = same(right(found), moment * left(higher) * left(whole), (some,))
        value = moment * right(higher) * right(whole)
        most = combined(
            right(total) <= value, (higher, moment, left(whole)), (whole, moment, left(higher)),
            (whole, moment, higher), known=[some],
        )  # fmt: skip
        stored = prove(left(found) == self.stored_sum(error), by=algebra)
        found = linked(stored, found, total, most)
        law, over = self.law_known()
        if self.stored is None:
            value = moment * right(higher) * power(self.count, self.fall * s) / 2
            return combined(left(error) <= value, error, (found, over), known=[some, law])
        rest = self.rest("above")
        value = (value + right(rest)) / (2 * self.normaliser)
        return combined(left(error) <= value, error, (found, over), (rest, over), known=[some, law])

    def below(self) -> Theorem:
        r"""$R/(2 Z) \le E$."""
        x, error, rest, (law, over) = self.token("x"), self.error, self.rest("below"), self.law_known()
        wins, mass = self.missed(x), power(x, -as_term(self.alpha))
        (chance,) = occurring(right(wins), "incomplete_beta")
        own = summed(combined(chance * mass >= 0, (wins, mass), (left(wins), mass)), x)
        stored = prove(right(own) == self.stored_sum(error), by=algebra)
        value = left(rest) / (2 * self.normaliser)
        parts = error, (own, over), (stored, over), (rest, over)
        return apply("symmetric", combined(value <= left(error), *parts, known=[law]))

    @staticmethod
    def stored_sum(error: Theorem) -> Term:
        """The sum over the stored tokens."""
        sums = occurring(right(error), "sum")
        return next(one for one in sums if any(part.head == "incomplete_beta" for part in subterms(one)))

    def law_known(self) -> tuple[Theorem, Theorem]:
        """What makes the law one, 0 < Z or 1 < alpha, and 0 < 1/Z."""
        law = _some(self.normaliser) if self.stored is None else self.steep
        return law, positive(1 / self.normaliser, law)

    def ends(self) -> tuple[Theorem, Theorem]:
        """b - 1 < P and P <= b, for the whole part P of b."""
        low, high = both(apply("whole_part", x=self.stored))
        return linked(low, self.whole()), linked(self.whole(), high)

    def rest(self, side: str) -> Theorem:
        r"""$\zeta(\alpha, P + 1) \le (b - 1)^{1 - \alpha}/(\alpha - 1)$, or $\ge$ the same at b + 1."""
        (more, most), b, P = self.ends(), as_term(self.stored), self.count
        order = more if side == "above" else combined(b + 1 >= P + 1, most)
        some = combined(b - 1 > 0, most, apply("bounded", term=P, end="low"), 1)
        return hurwitz_beyond(hurwitz_zeta(as_term(self.alpha), P + 1), order, self.steep, some)

    def total_at_most(self) -> Theorem:
        r"""$H \le h$: $2 \sqrt b$ for $r \ge 1/2$, $\zeta(r)$ for $r > 1$; H itself where all are stored."""
        if self.stored is None:
            return apply("weakened", itself(right(self.total())))
        if value_of(self.fall) > 1:
            return self.by_zeta(self.fall)
        j, most = self.token("j"), self.ends()[1]
        low, root, before = apply("bounded", term=j, end="low"), sqrt(j), sqrt(j - 1)
        rise = 2 * root - 2 * before
        _, square = both(apply("root", low, x=j - 1))
        each = combined(1 / root <= rise, ((root - before) ** 2, 1 / root), (square, 1 / root))
        if value_of(self.fall) != _HALF:
            slower = grown(low, self.fall - _HALF)
            each = linked(combined(self.squared(j) <= 1 / root, (slower, self.squared(j))), each)
        found = summed(each, j)
        steps = apply("telescoped", itself(rise), index=j, whole=2 * root)
        first, _ = both(apply("root", x=number(0)))
        end = grown(most, _HALF)
        return combined(left(found) <= 2 * sqrt(as_term(self.stored)), found, steps, first, end)

    def powers_at_most(self, order: Fraction) -> Theorem:
        r"""$\sum_x x^{r s - \alpha} \le w$."""
        x, last, e = self.token("x"), self.count, self.fall * order - self.alpha
        if self.stored is not None and value_of(e) < 0:
            return self.by_zeta(-e)
        rises, rest = (e, _ONE) if self.stored is not None else (self.fall * order, power(x, -self.alpha))
        if is_number(rises, 0):
            return self.ends()[1]
        each = grown(apply("bounded", term=x, end="high"), rises)
        each = combined(power(x, e) <= power(last, rises) * rest, (each, rest))
        found = summed(each, x)
        if self.stored is None:
            return linked(found, apply("linear", term=right(found)))
        higher = grown(self.ends()[1], e + 1)
        return combined(left(found) <= right(higher), found, higher)

    def by_zeta(self, s: Term) -> Theorem:
        r"""$\sum_{x \le P} x^{-s} \le \zeta(s)$."""
        steep, x = prove(s > 1, by=bound), self.token("x")
        sums, rest = hurwitz_sum(Sum(x, power(x, -s)), steep), hurwitz_zeta(s, self.count + 1)
        return combined(left(sums) <= zeta(s), sums, rest, known=[steep])


def _some(total: Term) -> Theorem:
    """A sum of positive terms is positive, from the term at any index and what is left."""
    index, _, own = opened(total)
    taken = apply("taken_out", term=total, value=index)
    return combined(total > 0, taken, own, right(taken).args[1])


def _ordered(name: str, premises: Stored) -> Derivation:
    r"""$E \asymp 1/P$ at $\alpha = 2$ for $P = \lfloor d^{2/3} \rfloor$ and $\lfloor \sqrt d \rfloor$ (S5).

    >>> [DERIVATIONS[f"stored_error_{rho}"]().exponents["d"] for rho in ("eighth", "quarter")]
    [Fraction(-2, 3), Fraction(-1, 2)]
    """
    sides = premises.below(), premises.above()
    return proved(name, _TITLE, premises.held(premises.error), d, between=sides)


def _exact(name: str, premises: Stored) -> Derivation:
    r"""The error of the first P tokens, or of all, at every d: $P = \lfloor d/(c \log d) \rfloor$ or
    $\lfloor d/8 \rfloor$ stored alike (S5.1), or $\frac{1}{2} \sum_x p(x)\, P(X^2 > x^{-r}/H)$ (S4).
    """
    return proved(name, _TITLE, premises.held(premises.error))


def _at_most(name: str, premises: Stored) -> Derivation:
    r"""The least error over P is $O(1/d)$ at $\alpha = 2$, $\rho = 1/8$: that of $P = d$ is; at $\rho = 1$ by
    Markov's inequality $O(d^{-6/25})$, below $d^{-1/5}$ (S5.2).

    Of the least error it is used that it is at most the error at $P = d$, which is a hypothesis here.

    >>> [DERIVATIONS[f"best_error_{name}"]().exponents["d"] for name in ("above", "frequency")]
    [Fraction(-1, 1), Fraction(-6, 25)]
    """
    above = premises.above()
    is_least = suppose(least <= left(above), "m, the least error over all P, is at most that of this one")
    return proved(name, "Least error over the number of tokens stored", linked(is_least, above), d)


def _in_units(name: str, premises: Stored) -> Derivation:
    r"""$E/p(1)$ of $P = \lfloor d/\log d \rfloor$ tokens stored alike, at every d, which Theorem 2
    says reaches its bound (S7).

    A stored token is still wrong with probability $P(t_d > \sqrt{d/(P-1)})$, about $P(g > \sqrt{\log d})$;
    with a quarter of that P at $\alpha = 2$ it falls faster than the mass of the rest.

    >>> DERIVATIONS["threshold_logarithm"]().relation
    '='
    """
    share = named("r", left(premises.error) * premises.normaliser, premises.error)
    share = then(share, derive(right(share), by=[algebra, premises.steep]))
    return proved(name, "Error of the first tokens over p(1)", premises.held(share))


_EIGHTH: Final = Fraction(1, 8)
_LESS: Final = Stored(
    alpha=2, rho=0, stored=_further / (4 * log(_further)), law=Normal(0, 1 / _further, dimension=_further)
)
DERIVATIONS: Final = (
    table(
        _ordered,
        stored_error_eighth=Stored(alpha=2, rho=_EIGHTH, stored=power(d, Fraction(2, 3))),
        stored_error_quarter=Stored(alpha=2, rho=Fraction(1, 4), stored=sqrt(d)),
    )
    | table(
        _exact,
        stored_error_logarithm=Stored(rho=0, stored=d / (c * log(d))),
        stored_error_figure=Stored(rho=0, stored=_far / 8, law=Normal(0, 1 / _far, dimension=_far)),
        stored_error_all=Stored(),
    )
    | table(
        _at_most,
        best_error_above=Stored(alpha=2, rho=_EIGHTH, stored=d),
        best_error_frequency=Stored(alpha=2, rho=1, stored=d, order=_SERIES),
    )
    | table(_in_units, threshold_logarithm=Stored(rho=0, stored=d / log(d)), threshold_small=_LESS)
)
_SLOW: Final = Stored(alpha=2, rho=_EIGHTH, order=3)


def stored_error_hundred(premises: Stored = _SLOW, tokens: int = 100) -> Derivation:
    r"""$E = O(d^{-3})$ on 100 tokens at $\alpha = 2$, $\rho = 1/8$ (S4.2).

    >>> stored_error_hundred().relation, stored_error_hundred().exponents
    ('<=', {'d': Fraction(-3, 1)})
    """
    found = apply("instance", premises.above(), symbol=premises.tokens, value=number(tokens))
    return proved("stored_error_hundred", _TITLE, found, d)
