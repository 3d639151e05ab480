r"""Sines and cosines: products as sums, angles that are moved, and signs that are averaged over.

A trigonometric polynomial, also under a sum over frequencies, is brought to a sum of single sines and
cosines with coefficients; two that are equal then cancel. Every result is computed once more at random
points, sums with three terms.
"""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp

from ..derivation import Rule, SideConditionError
from .points import WORKING_DIGITS, require_close
from .vectors import with_right

_TERMS = 3
_POINTS = 3


def single_waves(expression: sp.Expr) -> sp.Expr:
    r"""The expression with $\cos a \cos b = (\cos(a - b) + \cos(a + b))/2$ and the like used up.

    >>> a, b = sp.symbols("a b")
    >>> single_waves(sp.cos(a) * sp.cos(b) + sp.sin(a) * sp.sin(b))
    cos(a - b)
    >>> single_waves(sp.cos(a) ** 2 + sp.sin(a) ** 2)
    1
    """
    sums = expression.atoms(sp.Sum)
    marks = {total: sp.Dummy() for total in sums}
    flat = _flat(expression.xreplace(marks))
    grouped: dict[tuple[sp.Basic, ...], sp.Expr] = {}
    for total, mark in marks.items():
        factor = sp.expand(flat).coeff(mark, 1)
        grouped[total.limits] = grouped.get(total.limits, sp.Integer(0)) + factor * total.function
    rest = sp.expand(flat).subs(dict.fromkeys(marks.values(), 0))
    if sp.expand(flat - rest - sum(sp.expand(flat).coeff(m, 1) * m for m in marks.values())) != 0:
        raise SideConditionError(f"{expression} is not linear in its sums.")
    return rest + sp.Add(*(_summed(_flat(body), limits) for limits, body in grouped.items()))


def _summed(body: sp.Expr, limits: tuple[sp.Basic, ...]) -> sp.Expr:
    ((index, _, last),) = limits
    constant, varying = body.as_independent(index, as_Add=True)
    return constant * last + (sp.Sum(varying, *limits) if varying != 0 else 0)


def _flat(expression: sp.Expr) -> sp.Expr:
    return sp.Add(*(_term(term) for term in sp.Add.make_args(sp.expand(_expanded_angles(expression)))))


def _expanded_angles(expression: sp.Expr) -> sp.Expr:
    return expression.replace(
        lambda e: isinstance(e, sp.sin | sp.cos), lambda wave: wave.func(sp.expand(wave.args[0]))
    )


def _term(term: sp.Expr) -> sp.Expr:
    rest, waves = sp.Integer(1), []
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if isinstance(base, sp.sin | sp.cos) and power.is_Integer and power > 0:
            waves.extend([base] * int(power))
        else:
            rest *= factor
    if len(waves) < 2:  # noqa: PLR2004 - a product needs two
        return term
    one, other, *left = waves
    return _flat(rest * _product(one, other) * sp.Mul(*left))


def _product(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    below, above = (sp.expand(one.args[0] + side * other.args[0]) for side in (-1, 1))
    match isinstance(one, sp.sin), isinstance(other, sp.sin):
        case False, False:
            return (sp.cos(below) + sp.cos(above)) / 2
        case True, True:
            return (sp.cos(below) - sp.cos(above)) / 2
        case True, False:
            return (sp.sin(above) + sp.sin(below)) / 2
    return (sp.sin(above) - sp.sin(below)) / 2


def _require_equal(before: sp.Expr, after: sp.Expr) -> str:
    """A sentence where both agree at random points, sums having three terms; else `CheckFailed`."""
    one, other = (_finite(side) for side in (before, after))
    atoms = sorted(
        {a for side in (one, other) for a in side.atoms(sp.Indexed)}
        | {
            s
            for side in (one, other)
            for s in side.xreplace({a: sp.Dummy() for a in side.atoms(sp.Indexed)}).atoms(sp.Symbol)
            if not isinstance(s, sp.Dummy)
        },
        key=str,
    )
    for seed in range(_POINTS):
        random = Random(seed)
        at = {a: sp.Rational(random.randint(2, 99), random.randint(7, 11)) for a in atoms}
        with mpmath.workdps(WORKING_DIGITS):
            sides = [mpmath.mpf(str(sp.N(side.xreplace(at), WORKING_DIGITS))) for side in (one, other)]
        require_close(*sides, f"At {at} the two sides")
    return f"equal at {_POINTS} random points to 50 digits, sums of {_TERMS} terms"


def _finite(expression: sp.Expr) -> sp.Expr:
    uppers = {last for total in expression.atoms(sp.Sum) for _, _, last in total.limits}
    return expression.xreplace(dict.fromkeys(uppers, sp.Integer(_TERMS))).doit()


def _displaced(fact: sp.Eq, *, places: sp.Tuple, by: sp.Symbol) -> sp.Eq:
    return with_right(fact, fact.rhs.subs({place: place + by for place in places}, simultaneous=True))


def _mean_over_sign(fact: sp.Eq, *, flipped: sp.Tuple) -> sp.Eq:
    turned = fact.rhs.xreplace({symbol: -symbol for symbol in flipped})
    return with_right(fact, sp.expand(fact.rhs + turned) / 2)


def _check_displaced(result: sp.Eq, fact: sp.Eq, *, places: sp.Tuple, by: sp.Symbol) -> str:
    back = result.rhs.subs({place: place - by for place in places}, simultaneous=True)
    return _require_equal(fact.rhs, back) + ", moved back"


def _check_mean_over_sign(result: sp.Eq, fact: sp.Eq, *, flipped: sp.Tuple) -> str:
    """Twice the mean is what it was and what it is with all of them negative."""
    marks = {symbol: sp.Symbol(f"{symbol.name}_opposite") for symbol in flipped}
    opposite = fact.rhs.subs(marks).subs({mark: -symbol for symbol, mark in marks.items()})
    return _require_equal(fact.rhs + opposite, 2 * result.rhs)


products_as_sums = Rule(
    name="products of sines and cosines",
    statement=r"$\cos a \cos b = \frac12 (\cos(a - b) + \cos(a + b))$, "
    r"$\sin a \sin b = \frac12 (\cos(a - b) - \cos(a + b))$, "
    r"$\sin a \cos b = \frac12 (\sin(a + b) + \sin(a - b))$.",
    apply=lambda fact: with_right(fact, single_waves(fact.rhs)),
    check=lambda result, fact: _require_equal(fact.rhs, result.rhs),
)

displace = Rule(
    name="both places moved",
    statement="A statement about any places holds for places that lie further on.",
    apply=_displaced,
    check=_check_displaced,
)

mean_over_sign = Rule(
    name="mean over a reflection",
    statement=r"$\frac12 (f(x) + f(-x))$ is the mean of f over a fair sign of x.",
    apply=_mean_over_sign,
    conditions=lambda fact, *, flipped: (
        "the law of the vectors is invariant when "
        + ", ".join(f"${sp.latex(s)}$" for s in flipped)
        + " change sign together",
    ),
    check=_check_mean_over_sign,
)
