r"""The best matrix of all, two classes: few errors are unlikely for any, and none is likely for some.

Labels are fair beside random embeddings. So labels that some dichotomy meets but for k errors are at most as
many as dichotomies times sets of at most k tokens; both numbers are bounded by entropies. A matrix that is
right about the first tokens is a coin about the others.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Named, Probability
from .points import number
from .relations import require_side

_SIZES: Final = (4, 12, 40)
_HALF: Final = sp.Rational(1, 2)
_ALPHAS: Final = (sp.Rational(3, 2), sp.Integer(3))


def spread(share: sp.Rational) -> sp.Expr:
    r"""$\lambda^{-\lambda} (1-\lambda)^{\lambda - 1}$, two to the power of the entropy of a share.

    >>> spread(sp.Rational(1, 2))
    2
    """
    return share**-share * (1 - share) ** (share - 1)


def _regions(regions: sp.Eq, window: sp.Eq) -> sp.Le:
    size = _dimension(regions)
    share = sp.cancel(size / window.rhs)
    return sp.Le(regions.lhs, 2 * spread(share) ** window.rhs, evaluate=False)


def _dimension(regions: sp.Eq) -> sp.Expr:
    """The d of 2 sum_{j < d} binom(N - 1, j)."""
    sums = regions.rhs.atoms(sp.Sum)
    if len(sums) != 1 or regions.rhs != 2 * next(iter(sums)):
        raise SideConditionError(f"{regions.rhs} is no number of dichotomies.")
    return next(iter(sums)).limits[0][2] + 1


def _regions_conditions(regions: sp.Eq, window: sp.Eq) -> tuple[str, ...]:
    share = sp.cancel(_dimension(regions) / window.rhs)
    if not share.is_Rational or share > _HALF:
        raise SideConditionError(f"The share {share} of dimensions is not a number of at most one half.")
    return (
        rf"there are ${sp.latex(1 / share)}$ tokens a dimension",
        r"$\sum_{j<d} \binom{N-1}{j} \le \sum_{j \le d} \binom{N}{j}$",
    )


def _check_regions(result: sp.Le, regions: sp.Eq, window: sp.Eq) -> str:
    (size,) = window.rhs.free_symbols
    for many in _SIZES:
        tokens, dimension = (int(part.subs(size, many)) for part in (window.rhs, _dimension(regions)))
        listed = 2 * sum(comb(tokens - 1, j) for j in range(dimension))
        if listed > number(result.rhs, {size: sp.Integer(many)}):
            raise CheckFailed(f"{tokens} points in {dimension} dimensions have {listed} dichotomies.")
    return "Pascal's triangle added up at three sizes"


def _few(regions: sp.Le, window: sp.Eq, errors: sp.Eq) -> sp.Le:
    share = sp.cancel(errors.rhs / window.rhs)
    labels = regions.rhs * spread(share) ** window.rhs / 2**window.rhs
    return sp.Le(Probability(Named("some W is wrong about no more than k tokens")), labels, evaluate=False)


def _few_conditions(regions: sp.Le, window: sp.Eq, errors: sp.Eq) -> tuple[str, ...]:
    share = sp.cancel(errors.rhs / window.rhs)
    if not share.is_Rational or not 0 < share <= _HALF:
        raise SideConditionError(f"The share {share} of errors is not a number of at most one half.")
    if not isinstance(regions, sp.Le):
        raise SideConditionError(f"{regions} is no upper bound on the number of dichotomies.")
    return (
        "an embedding and its negative have one law, so that all labels are equally likely beside them",
        "labels within k errors of a dichotomy are its own, changed on at most k tokens",
    )


def _check_few(result: sp.Le, regions: sp.Le, window: sp.Eq, errors: sp.Eq) -> str:
    """Sets of tokens counted."""
    require_side(result, sp.Le)
    require_side(result, sp.Le)
    (size,) = window.rhs.free_symbols
    for many in _SIZES:
        at = {size: sp.Integer(many)}
        tokens, wrong = (int(sp.floor(part.subs(at))) for part in (window.rhs, errors.rhs))
        sets = Fraction(sum(comb(tokens, j) for j in range(wrong + 1)), 2**tokens)
        with mpmath.workdps(60):
            if mpmath.mpf(sets.numerator) / sets.denominator > number(result.rhs / regions.rhs, at):
                raise CheckFailed(f"Of {tokens} tokens there are more sets of {wrong} than the bound says.")
    return "sets of tokens counted at three sizes"


def _otherwise(few: sp.Le, window: sp.Eq, errors: sp.Eq, law: sp.Eq) -> sp.Ge:
    weight = errors.rhs * law.rhs.subs(law.lhs.args[0], window.rhs)
    return sp.Ge(sp.Symbol("E"), weight * (1 - few.rhs), evaluate=False)


def _otherwise_conditions(few: sp.Le, window: sp.Eq, errors: sp.Eq, law: sp.Eq) -> tuple[str, ...]:
    x = law.lhs.args[0]
    if not sp.cancel(x * sp.diff(sp.log(law.rhs), x)).is_negative:
        raise SideConditionError(f"The law {law.rhs} is not known to fall.")
    if not isinstance(few, sp.Le) or not isinstance(few.lhs, Probability):
        raise SideConditionError(f"{few} is no upper bound on the probability of few errors.")
    return ("otherwise more than k tokens are wrong, and each weighs at least as much as the last of the N",)


def _check_otherwise(result: sp.Ge, few: sp.Le, window: sp.Eq, errors: sp.Eq, law: sp.Eq) -> str:
    """The last tokens of the window weighed one by one."""
    require_side(result, sp.Ge)
    (size,) = window.rhs.free_symbols
    share = result.rhs / (1 - few.rhs)
    for many, alpha in zip(_SIZES, (*_ALPHAS, _ALPHAS[0]), strict=True):
        at = {s: sp.Integer(many) if s == size else alpha for s in share.free_symbols}
        tokens, wrong = (int(sp.floor(part.subs(at))) for part in (window.rhs, errors.rhs))
        weighed = sum(
            number(law.rhs, {**at, law.lhs.args[0]: sp.Integer(tokens - k)}) for k in range(wrong + 1)
        )
        if weighed < number(share, at):
            raise CheckFailed(f"At {at} the last {wrong + 1} of {tokens} tokens weigh {weighed}.")
    return "the last tokens weighed one by one at three sizes"


def _right_or_coin(right: sp.Eq, stored: sp.Eq, law: sp.Eq) -> sp.Le:
    fails, exponent, size = _fails(right, stored), _exponent(law), stored.rhs
    rest = (size - 1) ** (1 - exponent) / (exponent - 1)
    return sp.Le(sp.Symbol("E"), (rest + sp.zeta(exponent) * fails) / 2, evaluate=False)


def _fails(right: sp.Eq, stored: sp.Eq) -> sp.Expr:
    """1 - I_(1/2)(a, b) = I_(1/2)(b, a) at so many tokens."""
    tail = right.rhs
    if not isinstance(tail, sp.betainc_regularized) or tail.args[2:] != (sp.S.Zero, _HALF):
        raise SideConditionError(f"{tail} is no Beta tail to the middle.")
    a, b = (part.subs(stored.lhs, stored.rhs) for part in tail.args[:2])
    return sp.betainc_regularized(b, sp.expand(a), 0, _HALF)


def _exponent(law: sp.Eq) -> sp.Expr:
    x = law.lhs.args[0]
    return -sp.cancel(x * sp.diff(sp.log(law.rhs), x))


def _right_or_coin_conditions(right: sp.Eq, stored: sp.Eq, law: sp.Eq) -> tuple[str, ...]:
    first, second = right.rhs.args[:2]
    if not right.lhs.has(Named) or sp.diff(first, stored.lhs) != 1 or sp.diff(second, stored.lhs) != 0:
        raise SideConditionError(f"{right} does not fall in {stored.lhs}.")
    if law.rhs.subs(law.lhs.args[0], 1) != 1 or _exponent(law).has(law.lhs.args[0]):
        raise SideConditionError(f"{law} is no power in units of the first token.")
    return (
        rf"the first $\lfloor {sp.latex(stored.rhs)} \rfloor$ tokens are asked for; fewer are no harder",
        "about the others W is a coin; where no W has the first right, one of W and -W is wrong about half",
        f"${sp.latex(_exponent(law))} > 1$",
    )


def _check_right_or_coin(result: sp.Le, right: sp.Eq, stored: sp.Eq, law: sp.Eq) -> str:
    """Coins counted and Hurwitz's zeta function at the whole number itself."""
    require_side(result, sp.Le)
    (size,) = stored.rhs.free_symbols
    for many, alpha in zip(_SIZES, (*_ALPHAS, _ALPHAS[0]), strict=True):
        at = {s: sp.Integer(many) if s.name == size.name else alpha for s in result.rhs.free_symbols}
        tokens = int(sp.floor(stored.rhs.subs(size, many)))
        trials, fewer = (int(sum(right.rhs.args[:2]).subs({stored.lhs: tokens, size: many})), many)
        heads = Fraction(sum(comb(trials - 1, j) for j in range(fewer)), 2 ** (trials - 1))
        power = number(alpha, {})
        with mpmath.workdps(40):
            beyond = mpmath.zeta(power, tokens + 1)
            fails = 1 - mpmath.mpf(heads.numerator) / heads.denominator
            whole = (beyond + (mpmath.zeta(power) - beyond) * fails) / 2
            if number(result.rhs, at) < whole:
                raise CheckFailed(f"At {at} the error may be {whole}, above the bound.")
    return "fair coins counted and Hurwitz's zeta function at three sizes"


regions_by_entropy = Rule(
    name="dichotomies by entropy",
    statement=r"$\sum_{j \le \lambda n} \binom{n}{j} \le (\lambda^{-\lambda} (1-\lambda)^{\lambda-1})^n$ for "
    r"$\lambda \le \frac12$ (Chernoff).",
    apply=_regions,
    conditions=_regions_conditions,
    check=_check_regions,
)

few_errors = Rule(
    name="labels within a few errors",
    statement=r"Of $2^N$ equally likely labels at most (dichotomies) $\times$ (sets of at most k tokens) are "
    "within k errors of a dichotomy.",
    apply=_few,
    conditions=_few_conditions,
    check=_check_few,
)

otherwise_many = Rule(
    name="many errors weigh something",
    statement="More than k errors among the first N tokens weigh more than k times the last of them.",
    apply=_otherwise,
    conditions=_otherwise_conditions,
    check=_check_otherwise,
    bounds=frozenset({0}),
)

right_or_coin = Rule(
    name="right about the first, a coin about the rest",
    statement=r"$E \le \frac12 \sum_{x > P} p(x) + \frac12 \mathbb{P}(\text{no W has the first P right})$.",
    apply=_right_or_coin,
    conditions=_right_or_coin_conditions,
    check=_check_right_or_coin,
)
