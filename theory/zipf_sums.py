r"""Sums $\sum_x g(p(x))$ over the tokens of a Zipf law $p(x) = C x^{-\alpha}$, and their values.

A sum is added up term by term where it is short or steep, and else by a head, an integral over the rest, and
what Euler and Maclaurin add at its ends. Of finitely many terms $p (1 - p)^T$ balls enclose the sum: it is
added up term by term where p is not small beside 1/T, and beyond as a series of Hurwitz zeta functions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx, fmpq
from mpmath.calculus.quadrature import GaussLegendre
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from .formula_balls import EnclosedSum, number
from .stored_mass import PowerSum

_Term = Callable[[mpmath.mpf], mpmath.mpf]

_ONE_BY_ONE = 2000
"""Sums no longer than this are added up term by term."""
_HEAD = 400
"""Terms that are always added up; from there on a term changes slowly from one token to the next."""
_DEGREE = 4
_CORRECTIONS = 5
_STEEP = mpmath.mpf(1) / 4
"""A term that changes by more than this share from one token to the next is not left to an expansion."""
_POWER = mpmath.mpf(1) / 20
_SHORT: Final = 200
"""Tokens that are always added up one by one between balls."""
_SMALL: Final = 4.0
"""The series is used where p is below so many times 1/T."""


class Zipf(sp.Basic):
    """The law p(x) = C x^-exponent on tokens 1, ..., tokens, which may be infinitely many."""

    def __new__(cls, exponent: sp.Expr, tokens: sp.Expr = sp.oo) -> Zipf:
        """Raise `ValueError` for a law on infinitely many tokens that has no normaliser."""
        exponent = sp.sympify(exponent, strict=True)
        if tokens == sp.oo and exponent.is_number and not exponent > 1:
            raise ValueError(
                f"Infinitely many tokens have no Zipf law of exponent {exponent}: it must exceed 1."
            )
        return sp.Basic.__new__(cls, exponent, sp.sympify(tokens, strict=True))

    @property
    def exponent(self) -> sp.Expr:
        """The exponent alpha."""
        return self.args[0]

    @property
    def tokens(self) -> sp.Expr:
        """How many tokens there are."""
        return self.args[1]

    @property
    def constant(self) -> sp.Expr:
        """C = p(1), from the masses adding up to one."""
        if self.tokens == sp.oo:
            return 1 / sp.zeta(self.exponent)
        return 1 / sp.harmonic(self.tokens, self.exponent)

    @property
    def scale(self) -> sp.Expr:
        """C^(1/alpha), the number of tokens on which shares are of order one."""
        if self.tokens == sp.oo:
            return sp.zeta(self.exponent) ** (-1 / self.exponent)
        return self.constant ** (1 / self.exponent)

    def describe(self) -> str:
        """The law as a sentence."""
        alpha, count = (sp.latex(part) for part in self.args)
        return rf"$p(x) = C x^{{-{alpha}}}$ on the tokens $x = 1, ..., {count}$"


class Share(sp.AtomicExpr):
    """p(x), the probability of the token that a `TokenSum` runs over."""

    is_positive = True
    is_commutative = True

    def _latex(self, printer: LatexPrinter) -> str:
        return "p(x)"

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return "p(x)"


SHARE = Share()


class TokenSum(sp.Expr):
    """The sum of `summand`, a function of p(x), over the tokens of a Zipf law."""

    is_commutative = True
    precedence = PRECEDENCE["Add"]

    def __new__(cls, summand: sp.Expr, law: Zipf) -> TokenSum:
        """The sum over all tokens of the law."""
        return sp.Expr.__new__(cls, summand, law)

    @property
    def summand(self) -> sp.Expr:
        """The term as a function of the share."""
        return self.args[0]

    @property
    def law(self) -> Zipf:
        """The law of the tokens."""
        return self.args[1]

    def _eval_evalf(self, prec: int) -> sp.Expr:
        """Terms one by one, then Euler and Maclaurin; symbols leave it as it is."""
        if self.free_symbols:
            return self
        # A share of 1/T is taken from one: that costs as many digits as T has.
        sizes = [abs(mpmath.mpf(x)) for x in self.summand.atoms(sp.Number)]
        lost = int(mpmath.log(max(sizes, default=1) + 2, 2))
        with mpmath.workprec(prec + 30 + lost):
            return sp.Float(_added_up(self), precision=prec)

    def _latex(self, printer: LatexPrinter) -> str:
        summand = printer.parenthesize(self.summand, PRECEDENCE["Mul"], strict=True)
        return rf"\sum_{{x=1}}^{{{printer._print(self.law.tokens)}}} {summand}"


def _added_up(total: TokenSum) -> mpmath.mpf:
    """The sum to working precision: the head, the integral of the rest, and what its ends add to it."""
    exponent = number(total.law.exponent, {})
    endless = total.law.tokens == sp.oo
    count = mpmath.inf if endless else mpmath.mpf(int(total.law.tokens))
    masses = mpmath.zeta(exponent) if endless else _power_sum(exponent, int(count))
    share = sp.Dummy(positive=True)
    of_share = sp.lambdify(share, total.summand.xreplace({SHARE: share}), "mpmath")

    def term(x: mpmath.mpf) -> mpmath.mpf:
        return of_share(mpmath.mpf(x) ** -exponent / masses)

    if not endless and (count <= _ONE_BY_ONE or _is_steep(term, count)):
        return mpmath.fsum(term(x) for x in range(1, int(count) + 1))
    head = mpmath.fsum(term(x) for x in range(1, _HEAD)) + _end(term, _HEAD, sign_of_end=-1)
    start, power, bulk = _bulk(term, exponent, count)
    rest = _power_tail(term, power, start, count)
    return head + bulk + rest + (mpmath.mpf(0) if endless else _end(term, count, sign_of_end=1))


def _power_sum(exponent: mpmath.mpf, count: int) -> mpmath.mpf:
    """1 + 2^-a + ... + count^-a: a difference of Hurwitz zeta functions where there are many terms."""
    if count <= _ONE_BY_ONE or exponent <= 1:
        return mpmath.fsum(mpmath.mpf(x) ** -exponent for x in range(1, count + 1))
    return mpmath.zeta(exponent) - mpmath.zeta(exponent, count + 1)


def _is_steep(term: _Term, x: mpmath.mpf) -> bool:
    here = term(x)
    return here != 0 and abs(term(x - 1) - here) > _STEEP * here


def _end(term: _Term, x: mpmath.mpf, *, sign_of_end: int) -> mpmath.mpf:
    """What one end adds to the integral (Euler and Maclaurin): half its term, and odd derivatives."""
    total = term(x) / 2
    for k in range(1, _CORRECTIONS + 1):
        weight = mpmath.bernoulli(2 * k) / mpmath.factorial(2 * k)
        total += sign_of_end * weight * mpmath.diff(term, x, 2 * k - 1)
    return total


def _bulk(term: _Term, exponent: mpmath.mpf, count: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    """Where the terms fall like x^-a with a > 1 from, that a, and the integral up to there.

    The integral is taken by panels in log x; where no power is reached it runs to the end.
    """
    nodes = _nodes(mpmath.mp.prec)
    width, low, total = 1 / exponent, mpmath.log(_HEAD), mpmath.mpf(0)
    end = mpmath.log(count)
    while low < end:
        terms = [term(mpmath.exp(low + k * width)) for k in range(3)]
        if all(terms):
            slope, next_slope = (mpmath.log(terms[k] / terms[k + 1]) / width for k in range(2))
            if slope > 1 and abs(next_slope - slope) < _POWER:
                return mpmath.exp(low), next_slope, total
        half = (min(low + width, end) - low) / 2
        points = ((w, mpmath.exp(low + half * (1 + y))) for y, w in nodes)
        total += half * mpmath.fsum(w * term(x) * x for w, x in points)
        low += 2 * half
    return count, exponent, total


@lru_cache(maxsize=16)
def _nodes(bits: int) -> list[tuple[mpmath.mpf, mpmath.mpf]]:
    """Nodes and weights between -1 and 1."""
    return GaussLegendre(mpmath.mp).get_nodes(-1, 1, _DEGREE, bits)


def _power_tail(term: _Term, power: mpmath.mpf, start: mpmath.mpf, count: mpmath.mpf) -> mpmath.mpf:
    """The integral where terms fall like x^-a, in w = (x/start)^(1 - a): there it is nearly constant."""
    if start >= count:
        return mpmath.mpf(0)
    root = 1 / (power - 1)
    last = mpmath.mpf(0) if count == mpmath.inf else (count / start) ** (1 - power)

    def in_w(w: mpmath.mpf) -> mpmath.mpf:
        x = start * w**-root
        return term(x) * x * root / w

    return mpmath.quad(in_w, [last, 1])


def sum_over_shares(summand: sp.Expr, law: Zipf) -> sp.Expr:
    """The sum, with balls of its own where the law is finite and the summand p (1 - p)^T."""
    base, samples = (summand / SHARE).as_base_exp()
    if law.tokens != sp.oo and base == 1 - SHARE:
        return UnseenMass(law.tokens, law.exponent, samples)
    return TokenSum(summand, law)


class UnseenMass(EnclosedSum):
    r"""$\sum_{x \le N} p(x) (1 - p(x))^T$ under $p(x) \propto x^{-\alpha}$."""

    nargs = 3
    is_positive = True

    @staticmethod
    def enclosed(tokens: fmpq | arb, alpha: fmpq | arb, samples: fmpq | arb) -> arb:
        """A ball around the sum; raises `TypeError` unless all is rational."""
        parts = (tokens, alpha, samples)
        if not all(isinstance(x, fmpq) for x in parts) or not tokens >= 0:
            raise TypeError(f"No enclosure of the sum is known at {parts}.")
        count = int(tokens.floor())
        return _enclosed(count, arb(alpha), arb(samples)) if count else arb(0)

    @staticmethod
    def _set(tokens: str, alpha: str, samples: str) -> str:
        p = rf"\frac{{x^{{-{alpha}}}}}{{\sum_{{j \le {tokens}}} j^{{-{alpha}}}}}"
        return rf"\sum_{{x \le {tokens}}} {p} \left(1 - {p}\right)^{{{samples}}}"


def _enclosed(tokens: int, alpha: arb, samples: arb) -> arb:
    bits = ctx.prec
    with ctx.workprec(bits + 40):
        first = arb(1) / PowerSum.enclosed(fmpq(tokens), fmpq(1) if alpha == 1 else alpha)
        scale = float((first * (samples + 1)).mid()) / _SMALL
        start = tokens + 1 if tokens <= _SHORT else ceil(max(2.0, scale ** (1 / float(alpha.mid()))))
        total = arb(0)
        for x in range(1, min(start, tokens + 1)):
            p = first / arb(x) ** alpha
            total += p * (1 - p) ** samples
        return total + _rest(first, alpha, samples, start, tokens) if start <= tokens else total


def _rest(first: arb, alpha: arb, samples: arb, start: int, last: int) -> arb:
    """The tokens from `start` on by the binomial series, whose terms fall by half from some term on."""
    total, factor, k = arb(0), first, 0
    least = arb(2) ** -(ctx.prec - 8)
    while True:
        power = alpha * (k + 1)
        term = factor * (power.zeta(arb(start)) - power.zeta(arb(last + 1)))
        total += term
        if k > 2 * _SMALL and abs(term) < least * abs(total):
            return total + arb(0, float(abs(term).upper()))
        factor, k = -factor * first * (samples - k) / (k + 1), k + 1
