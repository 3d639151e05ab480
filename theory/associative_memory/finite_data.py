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

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Bernoulli, Zipf
from ..model import Index, Model, Parameter, Size
from ..node import Term, Value, as_term, is_number, number
from ..prove import prove, suppose
from ..tactics import asymptotics
from ..tactics.certificates import by_products
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
        one = then(one, apply("ring", left=right(one), right=1 - right(chance)))
        every = apply("mean_of_product", term=P(all_(index, sample != _token)))
        every = then(every, apply("under", one, binder=right(every), index=index))
        every = then(every, apply("count", term=right(every)))
        return apply("held_fixed", every, *shown, fixed=_token, x=self.asked)

    def error(self) -> Theorem:
        """The probability of a wrong answer: the token is unseen, and the guess fails."""
        if is_number(as_term(self.guess), 0):
            return self.missed()
        guess = Model(g=Bernoulli(self.guess)).g
        fails = apply("atom", x=guess, value=_ZERO)
        parts = left(self.missed()).args[0], guess == 0
        whole = apply("written_out", term=P(parts[0] & parts[1]))
        found = replaced_within(whole, [apply("indicator_of", term=right(whole).args[0])])
        found = then(found, apply("mean_of_independent", term=right(found), first=(0,)))
        names = [apply("symmetric", apply("written_out", term=P(part))) for part in parts]
        return replaced_within(found, [*names, self.missed(), fails])

    def sides(self) -> tuple[Theorem, Theorem]:
        """Bounds on the error from below and from above, multiples of (1 - guess)."""
        error, near, c = self.error(), self.near(), 1 - Fraction(self.guess)
        series, b = -left(near).args[0].args[1], right(near)
        low, high = _between(near)
        below = by_products(c * (series - b), left(error), (-1, error), (c, low))
        above = by_products(left(error), c * (series + b), (1, error), (c, high))
        return apply("symmetric", below), above

    def by_powers(self) -> Theorem:
        r"""The same with $c (T + 1)^{-s}$ for the ratio of Gamma functions, by Wendel's inequality."""
        near, x, a = self.near(), T + 1, as_term(self.exponent)
        s, c = 1 - 1 / a, (1 / zeta(a)) ** (1 / a) / a * gamma(1 - 1 / a)
        known = self._signs(s, x + s)
        low, high = c * x**-s, c * (x + s) ** (1 - s) / x
        above, below = (apply("gamma_between", *known, x=x, s=s, side=side) for side in ("above", "below"))
        signs = [apply("positive", *known, term=part / gamma(x + s)) for part in (low, high)]
        beside_low, beside_high = (1, signs[0], above), (1, signs[1], below)
        first, second = _between(near)
        mean, wide = left(near).args[0].args[0], right(near) + high - low
        return apply(
            "modulus",
            by_products(-wide, mean - low, (1, first), beside_low, beside_low, beside_high, known=known),
            by_products(mean - low, wide, (1, second), beside_high, known=known),
        )

    def _signs(self, s: Term, end: Term) -> tuple[Theorem, ...]:
        """The law, and 0 < s and 0 < end = T + 1 + s, for s = 1 - 1/alpha."""
        law, zero = tuple(self.facts), number(0)
        if is_number(s):
            return ()
        inverse = apply("positive", *law, term=1 / as_term(self.exponent))
        sign = by_products(zero, s, (1, *law, inverse), relation="lt", known=law)
        parts = (sign, apply("bounded", term=T, end="low"), apply("positive", term=number(2)))
        return *law, sign, by_products(zero, end, *((1, part) for part in parts), relation="lt", known=law)

    def near(self) -> Theorem:
        r"""$|E (1 - p)^T - B| \le (1 + 1/\alpha)/(T + 1)$, B a ratio of Gamma functions."""
        return apply("share_moment", *self.facts, x=self.asked, a=_ZERO, b=T)


INFINITE: Final = Data()
SIX_FIFTHS: Final = Data(exponent=Fraction(6, 5))
THREE_HALVES: Final = Data(exponent=Fraction(3, 2))
TWO: Final = Data(exponent=2)
THREE: Final = Data(exponent=3)
GUESSED: Final = Data(exponent=2, guess=Fraction(1, 5))
FINITE: Final = Data(tokens=N)


def unseen_mass(data: Data = INFINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} = \sum_x p(x) (1 - p(x))^T$ on infinitely many tokens.

    >>> unseen_mass().formula
    TokenSum(p(x)*(1 - p(x))**T, Zipf(alpha, oo))
    """
    return proved("unseen_mass", _TITLE, data.error())


def unseen_mass_six_fifths(data: Data = SIX_FIFTHS) -> Derivation:
    r"""The same at $\alpha = 6/5$, and its order in T."""
    return _ordered("unseen_mass_six_fifths", data)


def unseen_mass_three_halves(data: Data = THREE_HALVES) -> Derivation:
    r"""The same at $\alpha = 3/2$."""
    return _ordered("unseen_mass_three_halves", data)


def unseen_mass_two(data: Data = TWO) -> Derivation:
    r"""The same at $\alpha = 2$.

    >>> unseen_mass_two().exponents
    {'T': Fraction(-1, 2)}
    """
    return _ordered("unseen_mass_two", data)


def unseen_mass_three(data: Data = THREE) -> Derivation:
    r"""The same at $\alpha = 3$."""
    return _ordered("unseen_mass_three", data)


def unseen_mass_guessed(data: Data = GUESSED) -> Derivation:
    r"""The same at $\alpha = 2$ where an unseen token is guessed, rightly with probability 1/5."""
    return _ordered("unseen_mass_guessed", data)


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


def _between(near: Theorem) -> tuple[Theorem, Theorem]:
    """-b <= x and x <= b, from |x| <= b."""
    both = apply("within_modulus", near)
    return apply("one_of_both", both, position=0), apply("one_of_both", both, position=1)


def _ordered(name: str, data: Data) -> Derivation:
    return proved(name, _TITLE, data.error(), T, between=data.sides())


def _relative(name: str, data: Data) -> Derivation:
    over = 1 / as_term(data.exponent)
    error = data.error()
    scaled = T ** (1 - over) * zeta(data.exponent) ** over * left(error)
    limit = (1 - as_term(data.guess)) * gamma(1 - over) * over
    stated = expansion(scaled, limit, T**-over, T)
    found = prove(stated, by=[asymptotics, error, data.by_powers(), *data.facts])
    return proved(name, "Leading constant of the mean error in T", found)
