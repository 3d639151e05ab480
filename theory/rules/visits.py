r"""Counting in a Markov chain: what is seen after the visits of a context, and how far off shares are.

The k symbols before a time are its context c, of stationary share $\pi$; after a visit symbol x comes with
probability $P_x$, whatever came before. $M_x = \sum (1\{x \text{ comes}\} - P_x)$ over the visits among T - k
places is a sum of martingale differences, and N is the number of those visits. A chain with all $P_x > 0$ is
irreducible and aperiodic: N/T tends to $\pi$, falls short of $\pi/2$ with a probability that decays
exponentially, and the last context is independent of N and M in the limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import comb

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import leading
from .components import gathered
from .events import Expectation, Probability, Variance
from .points import WORKING_DIGITS, number, random_points, require_close

LEAVE, BACK = Fraction(1, 3), Fraction(1, 4)
"""Switching probabilities of the two-state chain on which rules are tried."""

_SPREAD = sp.Symbol("V")
_PLACES = 7
_FAR = (64, 128, 256)
_TOLERANCE = 2e-3
"""Two steps of Richardson leave terms of order 1/T^3."""


def _surprises(spread: sp.Eq, share: sp.Eq, *, length: sp.Symbol, order: sp.Symbol) -> sp.Eq:
    return sp.Eq(_square_of(share), (length - order) * share.rhs * spread.rhs, evaluate=False)


def _surprise_conditions(
    spread: sp.Eq, share: sp.Eq, *, length: sp.Symbol, order: sp.Symbol
) -> tuple[str, ...]:
    _require_share(share)
    if spread.lhs != _SPREAD and not isinstance(spread.lhs, Variance):
        raise SideConditionError(f"{spread} is not the variance of what one visit shows.")
    return ("the chain is stationary", "given the past a symbol depends on its context alone")


def _square_of(share: sp.Eq) -> sp.Expr:
    """E M_c^2 of the context c whose share it is."""
    return Expectation(sp.Symbol(f"M_{share.lhs.args[0]}") ** 2)


def _require_share(share: sp.Eq) -> None:
    if not isinstance(share.lhs, Probability):
        raise SideConditionError(f"{share} is not the stationary probability of a context.")


def _check_surprises(
    result: sp.Eq, spread: sp.Eq, share: sp.Eq, *, length: sp.Symbol, order: sp.Symbol
) -> str:
    """All sequences of the two-state chain: the square of M for departures from 0, order one."""
    listed = Fraction(0)
    for path in product((0, 1), repeat=_PLACES):
        jumps = [(a, b) for a, b in pairwise(path) if a == 0]
        listed += _probability(path) * sum((b - LEAVE for _, b in jumps), start=Fraction(0)) ** 2
    point = {length: sp.Integer(_PLACES), order: sp.Integer(1)}
    tried = _surprises(
        sp.Eq(spread.lhs, _rational(LEAVE * (1 - LEAVE)), evaluate=False),
        sp.Eq(share.lhs, _rational(BACK / (LEAVE + BACK)), evaluate=False),
        length=length,
        order=order,
    )
    if tried.rhs.subs(point) != _rational(listed):
        raise CheckFailed(f"All sequences give {listed}, the rule {tried.rhs.subs(point)}.")
    for at in random_points(result.rhs.free_symbols | spread.rhs.free_symbols | share.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            parts = mpmath.fprod(number(part, at) for part in (length - order, share.rhs, spread.rhs))
        require_close(number(result.rhs, at), parts, f"At {at} the product")
    return f"all {2**_PLACES} sequences of a two-state chain were listed"


def _probability(path: tuple[int, ...]) -> Fraction:
    start = (BACK if path[0] == 0 else LEAVE) / (LEAVE + BACK)
    steps = {(0, 1): LEAVE, (0, 0): 1 - LEAVE, (1, 0): BACK, (1, 1): 1 - BACK}
    for step in pairwise(path):
        start *= steps[step]
    return start


def _rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def _per_visit(square: sp.Eq, share: sp.Eq, *, length: sp.Symbol) -> sp.Eq:
    coefficient, power = leading(sp.expand(square.rhs) * length / (length * share.rhs) ** 2, length)
    if power != 0:
        raise SideConditionError(f"{square.rhs} does not grow in proportion to {length}.")
    return sp.Eq(sp.Symbol("R"), sp.cancel(coefficient), evaluate=False)


def _per_visit_conditions(square: sp.Eq, share: sp.Eq, *, length: sp.Symbol) -> tuple[str, ...]:
    _require_share(share)
    if square.lhs != _square_of(share):
        raise SideConditionError(f"{square} is not the mean square of the surprises of {share.lhs.args[0]}.")
    return (
        "the chain is irreducible and aperiodic: all its probabilities are positive",
        "$|M/N| \\le 1$, and $N < \\pi T/2$ has a probability that decays exponentially",
    )


def _check_per_visit(result: sp.Eq, square: sp.Eq, share: sp.Eq, *, length: sp.Symbol) -> str:
    """The two-state chain's own error far out, against the rule on its mean square."""
    spread, part = LEAVE * (1 - LEAVE), BACK / (LEAVE + BACK)
    tried = _per_visit(
        sp.Eq(square.lhs, (length - 1) * _rational(part * spread), evaluate=False),
        sp.Eq(share.lhs, _rational(part), evaluate=False),
        length=length,
    )
    measured = two_state_error()
    if abs(measured / float(tried.rhs) - 1) > _TOLERANCE:
        raise CheckFailed(f"Far out the error times T is {measured}, and the rule gives {tried.rhs}.")
    for at in random_points(result.rhs.free_symbols | square.rhs.free_symbols | share.rhs.free_symbols):
        far = {**at, length: sp.Integer(10) ** WORKING_DIGITS}
        with mpmath.workdps(WORKING_DIGITS):
            scaled = number(square.rhs, far) / (number(length, far) * number(share.rhs, far) ** 2)
        require_close(number(result.rhs, far), scaled, f"At {far} the limit and what tends to it")
    return "the error of a two-state chain, summed exactly at 64 to 256 symbols and carried to infinity"


@lru_cache(maxsize=1)
def two_state_error() -> float:
    """T times the mean square of m/n - P(leave) given that the chain ends in 0, carried to infinity."""
    first, second, third = (_scaled_error(T) for T in _FAR)
    once, twice = 2 * second - first, 2 * third - second
    return (4 * twice - once) / 3


def _scaled_error(T: int) -> float:
    """By paths: n transitions out of 0, m of them departures, the times away in blocks."""
    leave, back = float(LEAVE), float(BACK)
    total = 0.0
    for n in range(1, T):
        away = T - 1 - n
        for m in range(min(n, away) + 1):
            paths = comb(n, m) * leave**m * (1 - leave) ** (n - m)
            # From 0 there are m blocks away, from 1 one more.
            starts = (comb(away - 1, m - 1) if m else away == 0, comb(away - 1, m) if away else 0)
            weight = back * starts[0] * back**m * (1 - back) ** (away - m)
            weight += leave * starts[1] * back ** (m + 1) * (1 - back) ** max(away - m - 1, 0)
            total += paths * weight * (m / n - leave) ** 2
    return T * total / back


def _over_contexts(*facts: sp.Eq) -> sp.Eq:
    groups = [facts[k : k + 3] for k in range(0, len(facts), 3)]
    total = sp.Add(*(many.rhs * share.rhs * value.rhs for many, share, value in groups))
    return sp.Eq(Expectation(facts[2].lhs), sp.expand(sp.cancel(total)), evaluate=False)


def _over_conditions(*facts: sp.Eq) -> tuple[str, ...]:
    if len(facts) % 3:
        raise SideConditionError("Each group of contexts needs its number, its share and its value.")
    whole = sp.Add(*(many.rhs * share.rhs for many, share in zip(facts[::3], facts[1::3], strict=True)))
    if sp.simplify(whole) != 1:
        raise SideConditionError(f"The shares of all contexts add up to {whole}, not to one.")
    return ("the shares of all contexts add up to one",)


def _check_over(result: sp.Eq, *facts: sp.Eq) -> str:
    for point in random_points({s for fact in facts for s in fact.rhs.free_symbols}):
        values = [number(fact.rhs, point) for fact in facts]
        with mpmath.workdps(WORKING_DIGITS):
            parts = mpmath.fsum(mpmath.fprod(values[k : k + 3]) for k in range(0, len(values), 3))
        require_close(number(result.rhs, point), parts, f"At {point} the sum over contexts")
    return "added up at random rational points to 50 digits"


def _spread(law: sp.Eq, *, symbols: sp.Expr) -> sp.Eq:
    (x,) = law.lhs.indices
    total = gathered(sp.Sum(law.rhs - law.rhs**2, (x, 1, symbols)))
    return sp.Eq(_SPREAD, sp.factor(total), evaluate=False)


def _check_spread(result: sp.Eq, law: sp.Eq, *, symbols: sp.Expr) -> str:
    """The squared distance of the symbol that comes from its law, symbol by symbol."""
    for shares, point in laws_in_numbers(law, symbols, result.rhs.free_symbols):
        listed = sum(
            share * sum((int(k == j) - other) ** 2 for k, other in enumerate(shares))
            for j, share in enumerate(shares)
        )
        require_close(number(result.rhs, point), number(listed, {}), "Symbol by symbol")
    return "the symbols that may come were listed"


def laws_in_numbers(
    law: sp.Eq, symbols: sp.Expr, free: set[sp.Symbol]
) -> Iterator[tuple[list[sp.Expr], dict[sp.Symbol, sp.Expr]]]:
    """The shares of a law at random points, over two to four symbols where their number is open.

    Raises `CheckFailed` where they do not add up to one.
    """
    (x,) = law.lhs.indices
    deltas = law.rhs.atoms(sp.KroneckerDelta)
    # The places that a delta names are among the symbols.
    places = {s: sp.Integer(1) for delta in deltas for s in delta.free_symbols - {x}}
    for count in (2, 3, 4) if symbols.free_symbols else (int(symbols),):
        sizes = {symbols: sp.Integer(count)} if symbols.free_symbols else {}
        for drawn in random_points((law.rhs.free_symbols | free) - {x, *places, *sizes}):
            point = {**drawn, **sizes, **places}
            shares = [law.rhs.subs(x, place).subs(point) for place in range(1, count + 1)]
            if sum(shares) != 1:
                raise CheckFailed(f"The law adds up to {sum(shares)} over {count} symbols.")
            yield shares, point


surprises = Rule(
    name="surprises are orthogonal",
    statement=r"$\mathbb{E} M^2 = (T - k)\, \pi V$, V the variance of what one visit shows.",
    apply=_surprises,
    conditions=_surprise_conditions,
    check=_check_surprises,
)

per_visit = Rule(
    name="law of large numbers for visits",
    statement=r"$T\, \mathbb{E} (M/N)^2 \to \lim \mathbb{E} M^2 / (T \pi^2)$ in a chain that mixes.",
    apply=_per_visit,
    conditions=_per_visit_conditions,
    check=_check_per_visit,
)

over_contexts = Rule(
    name="total expectation over contexts",
    statement=r"$\mathbb{E} f = \sum_c \pi_c f_c$, contexts that are alike taken together.",
    apply=_over_contexts,
    conditions=_over_conditions,
    check=_check_over,
)

spread = Rule(
    name="spread of a law",
    statement=r"$\mathbb{E} \sum_x (1\{x \text{ comes}\} - P_x)^2 = \sum_x P_x (1 - P_x)$.",
    apply=_spread,
    check=_check_spread,
)
