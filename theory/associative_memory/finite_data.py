r"""Proposition 1: finite data, infinite memory.

A memory without limits answers each token that it has seen. It is wrong where the token that is asked for is
none of the T samples, with the probability $\sum_x p(x) (1 - p(x))^T$: the mean mass of what they missed.

| letter | meaning |
|---|---|
| `X`, `Y` | the samples $X_1, ..., X_T$, and the token that is asked for |
| `p` | $p(x)$, the share of token x |
| `T` | samples |
| `alpha` | exponent of the Zipf law |
| `g` | 1 where a guess at an unseen token is right |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..laws import Bernoulli, Zipf
from ..model import Index, Model, Parameter, Size
from ..node import Term, Value, as_term, is_number, number
from ..prove import prove, suppose
from ..tactics import asymptotics
from ..tactics.combinations import combined
from ..tactics.events import joint_chance
from ..tactics.goals import same
from ..tactics.orders import both
from ..tactics.rewriting import left, replaced_within, right, then
from ..terms import P, all_, expansion, gamma, zeta

T, N, alpha = Size("T"), Size("N"), Parameter("alpha")
_token = Size("x")
_LAW: Final = suppose(alpha > 1, "the law of the tokens")
_ZERO: Final = number(0)


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
        fails, missed = apply("atom", x=guess, value=_ZERO), self.missed()
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
        return apply("share_moment", *self.facts, x=self.asked, a=_ZERO, b=T)


INFINITE: Final = Data()
TWO: Final = Data(exponent=2)
FINITE: Final = Data(tokens=N)


def unseen_mass(data: Data = INFINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} = \sum_x p(x) (1 - p(x))^T$ on infinitely many tokens.

    >>> unseen_mass().formula
    TokenSum(p(x)*(1 - p(x))**T, Zipf(alpha, oo))
    """
    return proved("unseen_mass", _TITLE, data.error())


def unseen_mass_finite(data: Data = FINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} = \sum_{x \le N} p(x) (1 - p(x))^T$ on N tokens, for any $\alpha$."""
    return proved("unseen_mass_finite", _TITLE, data.error())


def unseen_mass_constant(data: Data = INFINITE) -> Derivation:
    r"""$\lim T^{1 - 1/\alpha} \mathbb{E} \mathcal{E} / C^{1/\alpha} = \Gamma(1 - 1/\alpha) / \alpha$.

    >>> unseen_mass_constant().formula
    gamma(1 - 1/alpha)/alpha
    """
    return _relative("unseen_mass_constant", data)


def unseen_mass_constant_two(data: Data = TWO) -> Derivation:
    r"""The same at $\alpha = 2$.

    >>> unseen_mass_constant_two().formula
    sqrt(pi)/2
    """
    return _relative("unseen_mass_constant_two", data)


_TITLE: Final = "Mean error of a memory without limits after T samples"


def _ordered(name: str, data: Data) -> Derivation:
    r"""The same at a number for $\alpha$, and its order in T; an unseen token may be guessed.

    >>> DERIVATIONS["unseen_mass_two"]().exponents
    {'T': Fraction(-1, 2)}
    """
    return proved(name, _TITLE, data.error(), T, between=data.sides())


DERIVATIONS: Final = table(
    _ordered,
    {
        "unseen_mass_six_fifths": Data(exponent=Fraction(6, 5)),
        "unseen_mass_three_halves": Data(exponent=Fraction(3, 2)),
        "unseen_mass_two": TWO,
        "unseen_mass_three": Data(exponent=3),
        "unseen_mass_guessed": Data(exponent=2, guess=Fraction(1, 5)),
    },
)
"""A derivation for each of these laws."""


def _relative(name: str, data: Data) -> Derivation:
    over = 1 / as_term(data.exponent)
    error = data.error()
    scaled = T ** (1 - over) * zeta(data.exponent) ** over * left(error)
    limit = (1 - as_term(data.guess)) * gamma(1 - over) * over
    stated = expansion(scaled, limit, T**-over, T)
    found = prove(stated, by=[asymptotics, error, data.by_powers(), *data.facts])
    return proved(name, "Leading constant of the mean error in T", found)
