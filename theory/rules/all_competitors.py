r"""All tokens stored alike in several classes: the most noise in a gap where no overlap is large."""

from __future__ import annotations

from random import Random
from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Probability
from .isolating import isolated
from .points import number
from .relations import require_side

_SIZES: Final = (100, 403, 1001)
_LESS: Final = (1, 2, 5)
_DIGITS: Final = 30
_FAMILIES: Final = 8


def student_integral(fact: sp.Eq) -> sp.Expr:
    """The beta integral of Student's tail, of which the fact is half."""
    found = fact.rhs.atoms(sp.betainc_regularized)
    integral = next(iter(found)) if len(found) == 1 else None
    if integral is None or fact.rhs != integral / 2 or integral.args[1:3] != (sp.Rational(1, 2), sp.S.Zero):
        raise SideConditionError(f"{fact.rhs} is no tail of Student's law.")
    return integral


def _most_noise(stored: sp.Eq, *, classes: sp.Integer, level: sp.Rational, noise: sp.Symbol) -> sp.Le:
    # The largest class has at most (P + M - 1)/M tokens, the token asked for among its own.
    most = (stored.rhs + classes - 1) / classes
    further = 2 * (classes - 2) * most * level**2 / (1 - level)
    return sp.Le(noise, sp.expand(2 * most - 1 + further), evaluate=False)


def _most_noise_conditions(
    stored: sp.Eq, *, classes: sp.Integer, level: sp.Rational, noise: sp.Symbol
) -> tuple[str, ...]:
    if not 0 < level < 1:
        raise SideConditionError(f"An overlap of {level} is no level between 0 and 1.")
    return (
        f"all of ${sp.latex(stored.rhs)}$ tokens have weight 1, $f(x) = x \\bmod {classes}$",
        f"the two unembeddings overlap by at most ${sp.latex(level)}$",
        "and so does each further one with the direction of their difference",
    )


def _check_most_noise(
    result: sp.Le, stored: sp.Eq, *, classes: sp.Integer, level: sp.Rational, noise: sp.Symbol
) -> str:
    """Classes counted, overlaps drawn up to the level."""
    require_side(result, sp.Le)
    random = Random(7)
    (size,) = stored.rhs.free_symbols
    for tokens in _SIZES:
        counts = sorted(sum(x % int(classes) == y for x in range(1, tokens + 1)) for y in range(int(classes)))
        bound = result.rhs.subs(size, tokens)
        for family in range(_FAMILIES):
            # The first family has all overlaps at the level.
            drawn = [9 if family == 0 else random.randint(-9, 9) for _ in counts[1:]]
            near, *shares = (level * sp.Rational(part, 9) for part in drawn)
            along = sum(count * share**2 for count, share in zip(counts[2:], shares, strict=True))
            if counts[-1] + counts[-2] - 1 + 2 * along / (1 - near) > bound:
                raise CheckFailed(f"With {tokens} tokens and overlaps {shares} the noise exceeds {bound}.")
    return "eight families of overlaps at three numbers of tokens"


def _quieter(fact: sp.Eq, noise: sp.Le, *, own: sp.Symbol, competitor: sp.Symbol, weight: sp.Symbol) -> sp.Le:
    integral = student_integral(fact)
    share = sp.cancel(noise.rhs / (noise.rhs + 1))
    tail = sp.betainc_regularized(integral.args[0], sp.Rational(1, 2), 0, share) / 2
    return sp.Le(fact.lhs, tail, evaluate=False)


def _quieter_conditions(
    fact: sp.Eq, noise: sp.Le, *, own: sp.Symbol, competitor: sp.Symbol, weight: sp.Symbol
) -> tuple[str, ...]:
    share = student_integral(fact).args[3]
    total = sp.cancel(share / (1 - share) * weight**2)
    if not {own, competitor} <= total.free_symbols or not sp.expand(total - own - competitor).is_nonnegative:
        raise SideConditionError(f"{fact.rhs} is not a tail under the noise of two classes or more.")
    if not isinstance(noise, sp.Le):
        raise SideConditionError(f"{noise} is no upper bound on the noise.")
    return ("the token has weight 1, and this is all the noise", "the tail rises with the noise")


def _check_quieter(
    result: sp.Le, fact: sp.Eq, noise: sp.Le, *, own: sp.Symbol, competitor: sp.Symbol, weight: sp.Symbol
) -> str:
    """The tail under the most noise and under less."""
    require_side(result, sp.Le)
    symbols = noise.rhs.free_symbols | student_integral(fact).args[0].free_symbols
    for d in _SIZES:
        at = dict.fromkeys(symbols, sp.Integer(d))
        with mpmath.workdps(_DIGITS):
            most, bound = (number(part, at) for part in (noise.rhs, result.rhs))
            tails = [
                mpmath.betainc(mpmath.mpf(d) / 2, 0.5, 0, b / (b + 1), regularized=True) / 2
                for b in (most, *(most - less for less in _LESS))
            ]
            if any(tail > bound * (1 + mpmath.mpf(10) ** -20) for tail in tails):
                raise CheckFailed(f"At {d} the tails under less and less noise are {tails}, not {bound}.")
    return "under the most noise and less, at three sizes"


def _at_most(fact: sp.Eq) -> sp.Le:
    return sp.Le(fact.lhs, fact.rhs, evaluate=False)


def _check_at_most(result: sp.Le, fact: sp.Eq) -> str:
    require_side(result, sp.Le)
    if result.args != fact.args:
        raise CheckFailed(f"{result} is not the upper bound that {fact} gives.")
    return "both sides are those of the equation"


def _at_most_conditions(fact: sp.Eq) -> tuple[str, ...]:
    if not isinstance(fact, sp.Eq) or not isinstance(fact.lhs, Probability):
        raise SideConditionError(f"{fact} is not the probability of an event.")
    return ("an event on one side is no likelier than on both",)


def _size_within(
    fact: sp.Le, *, variable: sp.Symbol, competitors: sp.Symbol, level: sp.Rational, name: sp.Symbol
) -> sp.Ge:
    factor, exponent = _one_exponential(fact)
    return sp.Ge(name, isolated(exponent, variable, sp.log(competitors * factor / level)), evaluate=False)


def _one_exponential(fact: sp.Le) -> tuple[sp.Expr, sp.Expr]:
    """The c and g of c exp(-g)."""
    decays = fact.rhs.atoms(sp.exp)
    if not isinstance(fact, sp.Le) or len(decays) != 1:
        raise SideConditionError(f"{fact} is no upper bound with one exponential.")
    (decay,) = decays
    return sp.cancel(fact.rhs / decay), -decay.exp


def _size_within_conditions(
    fact: sp.Le, *, variable: sp.Symbol, competitors: sp.Symbol, level: sp.Rational, name: sp.Symbol
) -> tuple[str, ...]:
    factor, exponent = _one_exponential(fact)
    if not isinstance(fact, sp.Le):
        raise SideConditionError(f"{fact} is no upper bound.")
    if factor.has(variable) or not sp.diff(exponent, variable).is_negative:
        raise SideConditionError(f"{fact.rhs} is not known to rise with {variable} by its exponential alone.")
    return (
        f"there are fewer than ${sp.latex(competitors)}$ competitors, and a mistake needs one that wins",
        f"the bound rises with ${sp.latex(variable)}$, and so does the probability of a mistake",
    )


def _check_size_within(
    result: sp.Ge,
    fact: sp.Le,
    *,
    variable: sp.Symbol,
    competitors: sp.Symbol,
    level: sp.Rational,
    name: sp.Symbol,
) -> str:
    """Put back: the union over competitors is at the level there."""
    require_side(result, sp.Ge)
    for size in _SIZES:
        at = {competitors: sp.Integer(size)}
        reached = number((competitors * fact.rhs).subs(variable, result.rhs), at)
        if abs(reached - number(level, {})) > mpmath.mpf(10) ** -_DIGITS:
            raise CheckFailed(f"At {size} the union over competitors is {reached} there, not {level}.")
    return "put back at three sizes: the union over competitors is at the level"


most_noise = Rule(
    name="noise where no unembeddings overlap",
    statement=r"$S + S_y + 2T/\kappa \le 2 c - 1 + 2 (M - 2) c\, t^2/(1 - t)$ where no overlap exceeds t and "
    "no class has more than c tokens.",
    apply=_most_noise,
    conditions=_most_noise_conditions,
    check=_check_most_noise,
)

quieter = Rule(
    name="a tail under less noise",
    statement=r"$\mathbb{P}(t_d > \sqrt{d/B})$ rises with $B$.",
    apply=_quieter,
    conditions=_quieter_conditions,
    check=_check_quieter,
)

read_as_ceiling = Rule(
    name="an equation read as an upper bound",
    statement="What is equal is at most as large.",
    apply=_at_most,
    conditions=_at_most_conditions,
    check=_check_at_most,
)

size_within_union = Rule(
    name="a size within a union over competitors",
    statement=r"$m c\, e^{-g(N)} \le p$ where $g(N) \ge \log(m c/p)$: up to the N at which both are equal.",
    apply=_size_within,
    conditions=_size_within_conditions,
    check=_check_size_within,
    bounds=frozenset({0}),
)
