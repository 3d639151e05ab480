r"""Proposition 1: finite data, infinite memory, on infinitely many tokens or finitely many (S1).

A memory without limits answers each token that it has seen. It is wrong where the token that is asked for is
none of the T samples, with the probability $\sum_x p(x) (1 - p(x))^T$: the mean mass of what they missed. On
finitely many tokens that is no power of T but decays exponentially, whatever a line through it reports.

| letter | meaning |
|---|---|
| `X`, `Y` | the samples $X_1, ..., X_T$, and the token that is asked for |
| `p` | $p(x)$, the share of token x |
| `N`, `T` | tokens, and samples |
| `alpha` | exponent of the Zipf law |
| `g` | 1 where a guess at an unseen token is right |
| `r` | $\log \mathcal{E}$ a sample, in units of that of the rarest token alone |
| `b` | slope of a straight line through $\log \mathcal{E}$ against $\log T$ |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..laws import Bernoulli, Zipf, probability
from ..model import Index, Model, Parameter, Size
from ..node import Term, Value, add, as_term, is_number, number, power
from ..prove import prove, suppose
from ..substitution import opened, replaced
from ..tactics import asymptotics, both, combined, discharged, linked, named, rewritten, same, summed
from ..tactics.combinations import Part
from ..tactics.events import joint_chance
from ..tactics.rewriting import left, replaced_within, right, then
from ..terms import P, all_, expansion, gamma, log, zeta

T, N, alpha = Size("T"), Size("N"), Parameter("alpha")
_token = Size("x")
_LAW: Final = suppose(alpha > 1, "the law of the tokens")


@dataclass(frozen=True, kw_only=True)
class Data:
    """The law of the tokens, the samples, and how often a guess at an unseen token is right."""

    exponent: Value = alpha
    tokens: Term | None = None
    samples: Term = T
    guess: Value = 0

    @property
    def law(self) -> Term:
        """The Zipf law, on all whole numbers where there is no number of tokens."""
        return Zipf(self.exponent, self.tokens)

    @property
    def facts(self) -> list[Theorem]:
        """What makes it a law."""
        endless = self.tokens is None and not is_number(as_term(self.exponent))
        return [_LAW] if endless else []

    @property
    def sample(self) -> Term:
        """One of the samples."""
        name = "X" if self.samples is T else f"X_{self.samples}"
        return Term("family", (self.law, self.samples), (name,))[Index("t", self.samples)]

    @property
    def asked(self) -> Term:
        """The token that is asked for."""
        return Model(Y=self.law).Y

    def missed(self) -> Theorem:
        r"""$P(X_t \ne Y, t \le T) = E (1 - p(Y))^T$."""
        sample, (_, index) = self.sample, self.sample.args
        shown, held = [], self.facts
        if self.tokens is not None:
            held = [*held, suppose(_token <= self.tokens)]
            shown = [apply("bounded", term=self.asked, end="high")]
        chance = apply("atom", *held, x=sample, value=_token)
        one = replaced_within(apply("complement", event=sample != _token), [chance])
        one = then(one, same(right(one), 1 - right(chance), ()))
        every = apply("mean_of_product", term=P(all_(index, sample != _token)))
        every = then(every, apply("under", one, binder=right(every), index=index))
        every = then(every, apply("count", term=right(every)))
        return apply("held_fixed", every, *shown, fixed=_token, x=self.asked)

    def error(self) -> Theorem:
        """The probability of a wrong answer: the token is unseen, and the guess fails."""
        if is_number(as_term(self.guess), 0):
            return self.missed()
        guess = Model(g=Bernoulli(self.guess)).g
        fails, missed = apply("atom", x=guess, value=number(0)), self.missed()
        return joint_chance(left(missed).args[0], guess == 0, missed, fails)

    def sides(self) -> tuple[Theorem, Theorem]:
        """Bounds on the error from below and from above, multiples of (1 - guess)."""
        error, near, c = self.error(), self.near(), 1 - Fraction(self.guess)
        series, b = -left(near).args[0].args[1], right(near)
        low, high = both(near)
        below = combined(c * (series - b) <= left(error), error, low)
        return apply("symmetric", below), combined(left(error) <= c * (series + b), error, high)

    def by_powers(self) -> Theorem:
        r"""The same with $c (T + 1)^{-s}$ for the ratio of Gamma functions, by Wendel's inequality."""
        near, x, a = self.near(), T + 1, as_term(self.exponent)
        s, c = 1 - 1 / a, (1 / zeta(a)) ** (1 / a) / a * gamma(1 - 1 / a)
        known = self._signs(s, x + s)
        low, high = c * x**-s, c * (x + s) ** (1 - s) / x
        above, below = (apply("gamma_between", *known, x=x, s=s, side=side) for side in ("above", "below"))
        parts = (low / gamma(x + s), above), (high / gamma(x + s), below)
        first, second = both(near)
        mean, wide = left(near).args[0].args[0], right(near) + high - low
        ends = (-wide <= mean - low, first), (mean - low <= wide, second)
        return apply("modulus", *(combined(goal, own, *parts, known=known) for goal, own in ends))

    def _signs(self, s: Term, end: Term) -> tuple[Theorem, ...]:
        """The law, and 0 < s and 0 < end = T + 1 + s, for s = 1 - 1/alpha."""
        if is_number(s):
            return ()
        law = tuple(self.facts)
        sign = combined(s > 0, (*law, 1 / as_term(self.exponent)), known=law)
        return *law, sign, combined(end > 0, sign, T, 1, known=law)

    def near(self) -> Theorem:
        r"""$|E (1 - p)^T - B| \le (1 + 1/\alpha)/(T + 1)$, B a ratio of Gamma functions."""
        return apply("share_moment", *self.facts, x=self.asked, a=number(0), b=T)


INFINITE: Final = Data()
TWO: Final = Data(exponent=2)
FINITE: Final = Data(tokens=N)


_TITLE: Final = "Mean error of a memory without limits after T samples"


def _exact(name: str, premises: Data) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} = \sum_x p(x) (1 - p(x))^T$ on infinitely many tokens, or on N.

    >>> DERIVATIONS["unseen_mass"]().formula
    TokenSum(p(x)*(1 - p(x))**T, Zipf(alpha, oo))
    """
    return proved(name, _TITLE, premises.error())


def _ordered(name: str, premises: Data) -> Derivation:
    r"""The same at a number for $\alpha$, and its order in T; an unseen token may be guessed.

    >>> DERIVATIONS["unseen_mass_two"]().exponents
    {'T': Fraction(-1, 2)}
    """
    return proved(name, _TITLE, premises.error(), T, between=premises.sides())


def _relative(name: str, premises: Data) -> Derivation:
    r"""$\lim T^{1 - 1/\alpha} \mathbb{E} \mathcal{E} / C^{1/\alpha} = \Gamma(1 - 1/\alpha) / \alpha$.

    >>> DERIVATIONS["unseen_mass_constant"]().formula, DERIVATIONS["unseen_mass_constant_two"]().formula
    (gamma(1 - 1/alpha)/alpha, sqrt(pi)/2)
    """
    over, error = 1 / as_term(premises.exponent), premises.error()
    scaled = T ** (1 - over) * zeta(premises.exponent) ** over * left(error)
    limit = (1 - as_term(premises.guess)) * gamma(1 - over) * over
    stated = expansion(scaled, limit, T**-over, T)
    found = prove(stated, by=[asymptotics, error, premises.by_powers(), *premises.facts])
    return proved(name, "Leading constant of the mean error in T", found)


_SIZES: Final = (10, 30, 100, 300, 1000, 3000, 10_000)
_ON_FEW: Final = "Mean error of a memory without limits on finitely many tokens"
_q: Final = Parameter("q")


@dataclass(frozen=True, kw_only=True)
class Line:
    """A Zipf law on finitely many tokens, and the numbers of samples through which a line is fitted."""

    data: Data
    sizes: tuple[int, ...] = _SIZES


def unseen_mass_above(data: Data = FINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} \le N/(T + 1)$ on N tokens: at most of order 1/T.

    >>> unseen_mass_above().formula, unseen_mass_above().exponents
    (N/(T + 1), {'T': Fraction(-1, 1)})
    """
    mean = data.error()
    total = then(mean, apply("listed", term=right(mean), x=data.asked))
    index, _, _ = opened(right(total))
    bound = linked(total, summed(_at_most_largest(data, index), index))
    return proved("unseen_mass_above", _ON_FEW, bound, T)


def unseen_mass_rate(data: Data = FINITE) -> Derivation:
    r"""$\log \mathbb{E} \mathcal{E}$ over $T \log(1 - p_N)$, on N tokens."""
    mean = data.error()
    rarest = probability(data.law, data.tokens)
    return proved("unseen_mass_rate", _ON_FEW, named("r", log(left(mean)) / (T * log(1 - rarest)), mean))


def _fitted(name: str, premises: Line) -> Derivation:
    """What a straight line through seven numbers of samples reports on so many tokens."""
    at = [replace(premises.data, samples=number(size)).error() for size in premises.sizes]
    slope = slope_of([log(number(size)) for size in premises.sizes], [log(left(one)) for one in at])
    return proved(name, _ON_FEW, named("b", slope, *at))


DERIVATIONS: Final = (
    table(_exact, unseen_mass=INFINITE, unseen_mass_finite=FINITE)
    | table(
        _ordered,
        unseen_mass_six_fifths=Data(exponent=Fraction(6, 5)),
        unseen_mass_three_halves=Data(exponent=Fraction(3, 2)),
        unseen_mass_two=TWO,
        unseen_mass_three=Data(exponent=3),
        unseen_mass_guessed=Data(exponent=2, guess=Fraction(1, 5)),
    )
    | table(_relative, unseen_mass_constant=INFINITE, unseen_mass_constant_two=TWO)
    | table(
        _fitted,
        naive_slope_hundred=Line(data=Data(tokens=number(100))),
        naive_slope_million=Line(data=Data(tokens=number(10**6))),
    )
)


def slope_of(places: Sequence[Term], heights: Sequence[Term]) -> Term:
    """The slope of the least squares line through points. Raises `ValueError` for fewer than two places.

    >>> slope_of([number(0), number(2)], [number(1), number(5)])
    2
    """
    if len(set(places)) < 2:  # noqa: PLR2004 - a line takes two points
        raise ValueError(f"No line is fitted through points at {places}.")
    middle = add(*places) * Fraction(1, len(places))
    spread = add(*((x - middle) ** 2 for x in places))
    return add(*((x - middle) * y for x, y in zip(places, heights, strict=True))) / spread


def _at_most_largest(data: Data, index: Term) -> Theorem:
    """p (1 - p)^T <= 1/(T + 1), for the share p of any token."""
    shown = apply("atom", *data.facts, x=data.asked, value=index)
    share, other = right(shown), 1 - right(shown)
    low, high = (rewritten(apply("bounded", term=left(shown), end=end), shown) for end in ("low", "high"))
    found = apply("instance", _largest_product(), symbol=_q, value=other)
    found = discharged(found, combined(other >= 0, high), combined(other <= 1, low))
    return linked(same(share * power(other, T), left(found), ()), found)


@cache
def _largest_product() -> Theorem:
    """(1 - q) q^T <= 1/(T + 1) for 0 <= q <= 1."""
    zero, one = number(0), number(1)
    low, high = suppose(zero <= _q), suppose(_q <= one)
    sign, whole = zero <= power(_q, T), power(_q, T) * (1 + T * (1 - _q)) <= one
    held, square = suppose(sign), (high, high)
    least = _by_induction(sign, [low], [(held, low)])
    bounded = _by_induction(whole, [square], [suppose(whole), (least, *square, T), (least, *square)])
    over = 1 / (T + 1)
    return combined((1 - _q) * power(_q, T) <= over, (over, bounded), (over, least, low))


def _by_induction(statement: Term, first: list[Part], after: list[Part]) -> Theorem:
    """The statement a <= b about T and q^T, by products of facts for T = 1, and for T + 1 from T."""
    base = combined(replaced(statement, T, number(1)), *first)
    next_one = same(power(_q, T) * _q, power(_q, T + 1), ())
    step = combined(replaced(replaced(statement, T, T + 1), right(next_one), left(next_one)), *after)
    return apply("induction", base, rewritten(step, next_one), symbol=T, statement=statement)
