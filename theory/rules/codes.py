r"""Codes by adding to counts: the probability of a sequence, its regret, and the excess of the next symbol.

A code that gives the symbol s the share $(n_s + a)/(n + S a)$ after n symbols gives a sequence a product of
Gamma functions. $\Gamma(2z) = 2^{2z-1} \Gamma(z) \Gamma(z + \frac12) / \sqrt\pi$.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb, exp, log

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import leading
from .components import gathered
from .events import Expectation
from .points import WORKING_DIGITS, number, random_points, require_close, require_equal
from .vectors import with_right
from .visits import laws_in_numbers

_LENGTHS = (2, 4, 6)
_FAR = (512, 1024, 2048)
_SHARE = 0.3
_TOLERANCE = 1e-5


def _coded(added: sp.Eq, first: sp.Eq, second: sp.Eq) -> sp.Eq:
    a, counts = added.rhs, (first.rhs, second.rhs)
    above = sp.Mul(*(sp.gamma(n + a) / sp.gamma(a) for n in counts))
    return sp.Eq(sp.Symbol("Q"), above * sp.gamma(2 * a) / sp.gamma(sum(counts) + 2 * a), evaluate=False)


def _check_coded(result: sp.Eq, added: sp.Eq, first: sp.Eq, second: sp.Eq) -> str:
    """The shares of one symbol after the other, multiplied, at lengths where both counts are whole."""
    lengths = sorted(first.rhs.free_symbols | second.rhs.free_symbols, key=str)
    for size in _LENGTHS:
        point = {s: sp.Integer(size + 2 * k) for k, s in enumerate(lengths)}
        zeros, ones = (sp.sympify(count.rhs).subs(point) for count in (first, second))
        if not (zeros.is_Integer and ones.is_Integer):
            raise CheckFailed(f"At {point} the counts are {zeros} and {ones}.")
        shares, seen = sp.S.One, [0, 0]
        for symbol in (1,) * int(ones) + (0,) * int(zeros):
            shares *= (seen[symbol] + added.rhs) / (sum(seen) + 2 * added.rhs)
            seen[symbol] += 1
        # At one more place each, what a code adds may be a symbol.
        others = {s: sp.Rational(size, 3) for s in added.rhs.free_symbols}
        require_close(
            number(result.rhs, {**point, **others}), number(shares, others), f"Counts {zeros}, {ones}"
        )
    return f"the shares of sequences of {', '.join(map(str, _LENGTHS))} symbols were multiplied"


def _duplicate(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    def halved(gamma: sp.gamma) -> sp.Expr:
        z = gamma.args[0] / 2
        return 2 ** (2 * z - 1) * sp.gamma(z) * sp.gamma(z + sp.Rational(1, 2)) / sp.sqrt(sp.pi)

    right = fact.rhs.replace(lambda e: isinstance(e, sp.gamma) and sp.diff(e.args[0], variable) == 1, halved)
    return with_right(fact, sp.powsimp(sp.expand_power_base(sp.expand(right)), combine="exp"))


def _regret(best: sp.Eq, code: sp.Eq) -> sp.Eq:
    return sp.Eq(sp.Symbol("e") ** sp.Symbol("R"), best.rhs / code.rhs, evaluate=False)


def _beyond_half_log(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    coefficient, power = leading(fact.rhs, variable)
    if power != sp.Rational(1, 2):
        raise SideConditionError(f"{fact.rhs} grows as {variable}^({power}), not as its square root.")
    return sp.Eq(sp.Symbol("R") - sp.log(variable) / 2, sp.log(coefficient), evaluate=False)


def _check_beyond(result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol) -> str:
    along = sp.lambdify(variable, fact.rhs, "mpmath")
    with mpmath.workdps(60):
        far = mpmath.mpf(10) ** 20
        gap = mpmath.log(along(far)) - mpmath.log(far) / 2 - number(result.rhs, {})
    if abs(gap) > mpmath.mpf(10) ** -18:
        raise CheckFailed(f"At 10^20 the formula is {mpmath.nstr(gap, 5)} from its limit.")
    return "the formula at 10^20 is within 10^-18 of its limit"


def _second_order(divergence: sp.Eq, square: sp.Eq, *, estimate: sp.Symbol, truth: sp.Symbol) -> sp.Eq:
    curvature = sp.diff(divergence.rhs, estimate, 2).subs(estimate, truth)
    return sp.Eq(sp.Symbol("D"), sp.cancel(curvature * square.rhs / 2), evaluate=False)


def _second_conditions(
    divergence: sp.Eq, square: sp.Eq, *, estimate: sp.Symbol, truth: sp.Symbol
) -> tuple[str, ...]:
    at = [sp.simplify(sp.diff(divergence.rhs, estimate, n).subs(estimate, truth)) for n in (0, 1)]
    if at != [0, 0]:
        raise SideConditionError(f"{divergence.rhs} and its slope are {at} at the truth, not zero.")
    return (
        "value and slope vanish at the truth, where the divergence is smooth",
        "the estimate is off by half of it or more with a probability that decays exponentially",
        "the estimate's logarithm is at most of order $\\log T$, and its bias is $O(1/T)$",
    )


def _check_second(
    result: sp.Eq, divergence: sp.Eq, square: sp.Eq, *, estimate: sp.Symbol, truth: sp.Symbol
) -> str:
    """Independent symbols: the rule on the mean square P(1-P), and the exact mean carried to infinity."""
    tried = _second_order(
        divergence,
        sp.Eq(square.lhs, truth * (1 - truth), evaluate=False),
        estimate=estimate,
        truth=truth,
    )
    claimed = float(tried.rhs.subs(truth, sp.Rational(str(_SHARE))))
    measured = _independent(sp.lambdify((estimate, truth), divergence.rhs, "math"))
    if abs(measured - claimed) > _TOLERANCE:
        raise CheckFailed(f"The exact mean times T tends to {measured}, and the rule gives {claimed}.")
    curved = sp.diff(divergence.rhs, estimate, 2).subs(estimate, truth)
    require_equal(2 * result.rhs, curved * square.rhs)
    return "the exact mean over independent symbols at 512 to 2048 of them, carried to infinity"


def _independent(divergence: Callable[[float, float], float]) -> float:
    """T times the mean divergence of the add-half estimate, carried to infinity."""
    first, second, third = (
        T * sum(mass * divergence((n + 0.5) / (T + 1), _SHARE) for n, mass in enumerate(_masses(T)))
        for T in _FAR
    )
    return (4 * (2 * third - second) - (2 * second - first)) / 3


@lru_cache(maxsize=4)
def _masses(T: int) -> tuple[float, ...]:
    """The probability of each number of ones."""
    logs = (log(comb(T, n)) + n * log(_SHARE) + (T - n) * log(1 - _SHARE) for n in range(T + 1))
    return tuple(exp(value) for value in logs)


def _over_symbols(fact: sp.Eq, law: sp.Eq, *, truth: sp.Symbol, symbols: sp.Expr) -> sp.Eq:
    (x,) = law.lhs.indices
    total = gathered(sp.Sum(sp.expand(fact.rhs.subs(truth, law.rhs)), (x, 1, symbols)))
    return sp.Eq(fact.lhs, sp.factor(total), evaluate=False)


def _check_over_symbols(result: sp.Eq, fact: sp.Eq, law: sp.Eq, *, truth: sp.Symbol, symbols: sp.Expr) -> str:
    for shares, point in laws_in_numbers(law, symbols, result.rhs.free_symbols | fact.rhs.free_symbols):
        with mpmath.workdps(WORKING_DIGITS):
            listed = mpmath.fsum(number(fact.rhs, {**point, truth: share}) for share in shares)
        require_close(number(result.rhs, point), listed, "Symbol by symbol")
    return "the symbols were listed at random rational points"


def _summed(fact: sp.Eq) -> sp.Eq:
    return sp.Eq(sp.Symbol("s"), fact.rhs, evaluate=False)


def _summed_conditions(fact: sp.Eq) -> tuple[str, ...]:
    if fact.lhs != Expectation(sp.Symbol("D")):
        raise SideConditionError(f"{fact} is not the limit of T times the excess of the next symbol.")
    return ("a sequence costs what its symbols cost, one after the other",)


def _check_summed(result: sp.Eq, fact: sp.Eq) -> str:
    """Excesses c/(t + 1) added up from T to 4T, per unit of log T, far out."""
    for point in random_points(result.rhs.free_symbols | fact.rhs.free_symbols):
        with mpmath.workdps(2 * WORKING_DIGITS):
            far = mpmath.mpf(10) ** WORKING_DIGITS
            added = number(fact.rhs, point) * (mpmath.digamma(4 * far + 2) - mpmath.digamma(far + 2))
            require_close(added / mpmath.log(4), number(result.rhs, point), f"At {point} the sum")
    return "excesses of c/(t + 1) were added up far out"


sequential_code = Rule(
    name="probability of a sequence under an adding code",
    statement=(
        r"$\prod_n (n_s + a)/(n + 2a) = \frac{\Gamma(n_0 + a) \Gamma(n_1 + a)}{\Gamma(a)^2} "
        r"\frac{\Gamma(2a)}{\Gamma(n_0 + n_1 + 2a)}$, in whatever order the symbols come."
    ),
    apply=_coded,
    check=_check_coded,
)

duplication = Rule(
    name="duplication",
    statement=r"$\Gamma(2z) = 2^{2z-1} \Gamma(z) \Gamma(z + 1/2)/\sqrt{\pi}$.",
    apply=_duplicate,
    check=lambda result, fact, *, variable: require_equal(fact.rhs, result.rhs),
)

regret = Rule(
    name="regret",
    statement="A code's regret is the logarithm of the largest probability of the sequence over its own.",
    apply=_regret,
    check=lambda result, best, code: require_equal(result.rhs * code.rhs, best.rhs),
)

beyond_half_log = Rule(
    name="what is left beyond half a logarithm",
    statement=r"$e^R \sim c \sqrt{T}$ means $R - \frac12 \log T \to \log c$.",
    apply=_beyond_half_log,
    check=_check_beyond,
)

summed = Rule(
    name="Stolz and Cesaro, for logarithms",
    statement=r"If $T a_T \to c$, then $\sum_{t \le T} a_t / \log T \to c$.",
    apply=_summed,
    conditions=_summed_conditions,
    check=_check_summed,
)

second_order = Rule(
    name="mean of a smooth function near its zero",
    statement=r"$T\, \mathbb{E} f(\widehat{P}) \to \frac12 f''(P) \lim T\, \mathbb{E} (\widehat{P} - P)^2$.",
    apply=_second_order,
    conditions=_second_conditions,
    check=_check_second,
)

over_symbols = Rule(
    name="sum over symbols",
    statement="What is known of a symbol of any probability is added up over the symbols of a law.",
    apply=_over_symbols,
    check=_check_over_symbols,
)
