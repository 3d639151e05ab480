"""Claimed against derived, by algebra: the comparison that needs no data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

import sympy as sp
from flint import arb

from ..document import Comparison, ComparisonOutcome, Outcome
from ..law import Form, parse
from ..law.evaluation import PRECISIONS
from ..reason import Formula, Kind, reason
from ..theory.formula_balls import possible_value
from ..theory.notation import symbol
from .context import DecisionContext, Derived, Diagnostic, comparison

POINTS: Final = 3
DIGITS: Final = 30
SMALLEST_GAP: Final = 10 ** (DIGITS // 2)
"""A difference beyond one part in so many of the claimed value is one."""
MAX_DRIFT: Final = 0.02
DRIFT_DIGITS: Final = 150
"""What is left of log(1 - 1e-60) when its argument is rounded."""
Symbols = frozenset[sp.Symbol]

_INTEGERS: Final = (5, 11, 17, 23, 31, 41, 47, 53, 61, 71)
_RATIONALS: Final = tuple(
    sp.Rational(*pair)
    for pair in ((2, 7), (3, 11), (5, 13), (7, 17), (4, 19), (9, 29), (8, 31), (10, 37), (13, 43), (6, 41))
)
"""So many that the symbols of a formula have values of their own: equal ones hide a difference."""


@lru_cache(maxsize=256)
def same_formula(claimed: sp.Expr, derived: sp.Expr) -> bool | None:
    """Whether claimed - derived is zero: True by algebra, False by a counterexample, else None.

    The difference is evaluated to 30 digits at rational points first, so that a wrong reduction
    can neither make equal what differs nor hide what is equal.
    """
    difference = claimed - derived
    if any(_differs_at(difference, claimed, shift) for shift in range(POINTS)):
        return False
    reductions = (sp.expand, sp.cancel, sp.gammasimp, sp.simplify, _with_one_logarithm)
    return True if difference == 0 or any(reduce(difference) == 0 for reduce in reductions) else None


def _with_one_logarithm(difference: sp.Expr) -> sp.Expr:
    """Logarithms of positive numbers as that of one product, in which conjugate roots cancel."""
    return sp.simplify(sp.logcombine(sp.expand(difference)))


def compare_formulas(context: DecisionContext) -> Diagnostic:
    """The claimed formula of an equality against the derived one."""
    derived = context.derived
    if derived is None or derived.formula is None:
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NOT_DERIVED))
    same = same_formula(parse(context.claim.claimed), derived.formula)
    if derived.relation != "=":
        same = None
    if same is None:
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.FORMULA_UNSETTLED))
    if same:
        return Diagnostic(outcome=Outcome.AGREES, sentence=reason(Kind.SAME_FORMULA))
    formulas = {"derived": Formula(code=str(derived.formula)), "claimed": Formula(code=context.claim.claimed)}
    return Diagnostic(outcome=Outcome.REFUTED, sentence=reason(Kind.OTHER_FORMULA, **formulas))


def compare_exponents(context: DecisionContext, claimed: Form) -> Diagnostic | dict[str, Fraction]:
    """Derived minus claimed exponent of each variable, or why it cannot be told."""
    derived = context.derived
    if derived is None or not derived.exponents:
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_EXPONENT_DERIVED))
    if not claimed.is_power_law or claimed.fixed.free_symbols:
        code = str(claimed.fixed) if claimed.is_power_law else claimed.text
        sentence = reason(Kind.EXPONENTS_UNSPOKEN, formula=Formula(code=code))
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence)
    gaps: dict[str, Fraction] = {}
    present = set() if derived.formula is None else {str(s) for s in derived.formula.free_symbols}
    for name, exponent in claimed.exponents.items():
        if exponent == 0 and name in context.held:
            continue  # what is held fixed has no order of growth
        if name not in derived.exponents and name in present:
            sentence = reason(Kind.NO_EXPONENT_OF, variable=Formula(code=name))
            return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence)
        gaps[name] = Fraction(derived.exponents.get(name, 0)) - exponent
    return gaps


def order_drifts(
    claimed: Form, derived: Derived | None, held: Collection[str] = (), small: Collection[str] = ()
) -> bool:
    """Whether derived / claimed still moves between sizes 1e10 and 1e20, as a logarithm does.

    Of `small` variables, which go to 0, between 1e-10 and 1e-20.
    Variables that are held fixed may move it.
    A second route to equal exponents, in floating point: integers would make SymPy expand Gamma
    functions into factorials. Formulas in other symbols than the law's cannot be checked so.
    """
    if derived is None or derived.formula is None or derived.relation != "=":
        return False
    sets = (frozenset(map(symbol, names)) for names in (claimed.exponents, held, small))
    return _drifts(claimed.expr, derived.formula, *sets)


@lru_cache(maxsize=1024)
def _drifts(claimed: sp.Expr, formula: sp.Expr, free: Symbols, held: Symbols, small: Symbols) -> bool:
    """The same of two formulas, found once: it does not depend on the evidence."""
    if not formula.free_symbols <= free:
        return False
    ratio = formula / claimed
    ratio = ratio.subs(dict.fromkeys(ratio.free_symbols - free, 1))
    for moved in ratio.free_symbols - held:
        ends = ("1e-10", "1e-20") if moved in small else ("1e10", "1e20")
        rest = ratio.subs(dict.fromkeys(free - {moved}, sp.Float(1000, DRIFT_DIGITS)))
        near, far = (sp.N(rest.subs(moved, sp.Float(x, DRIFT_DIGITS)), 20) for x in ends)
        finite = all(end.is_number and end.is_finite and end != 0 for end in (near, far))
        if finite and abs(sp.log(abs(far / near))) > MAX_DRIFT:
            return True
    return False


def symbolic_comparison(diagnostic: Diagnostic, context: DecisionContext) -> Comparison:
    """The symbolic comparison; not made where there is no derivation."""
    if context.derived is None:
        return comparison(ComparisonOutcome.NOT_MADE, reason(Kind.NOT_DERIVED))
    return diagnostic.comparison


def _differs_at(difference: sp.Expr, scale: sp.Expr, shift: int) -> bool:
    """Whether the formulas differ at the point with this number; a pole of the formulas is none."""
    symbols = sorted(difference.free_symbols | scale.free_symbols, key=str, reverse=True)
    point: dict[sp.Basic, sp.Rational] = {
        s: sp.Integer(_INTEGERS[(i + shift) % len(_INTEGERS)])
        if s.is_integer
        else _RATIONALS[(i + shift) % len(_RATIONALS)]
        for i, s in enumerate(symbols)
    }
    told = _told_by_balls(difference, scale, point)
    if told is not None:
        return told
    value = sp.N(difference.subs(point), DIGITS)
    size = max(abs(sp.N(scale.subs(point), DIGITS)), sp.Integer(1))
    if not value.is_number or not value.is_finite:
        return False
    return bool(abs(value) > size * sp.Rational(1, SMALLEST_GAP))


def _told_by_balls(difference: sp.Expr, scale: sp.Expr, point: Mapping[sp.Basic, sp.Rational]) -> bool | None:
    """Whether the difference is beyond the tolerance there, where balls prove it either way."""
    for bits in PRECISIONS:
        values = [possible_value(formula, point, bits) for formula in (difference, scale)]
        gap, size = (arb("nan") if value is None else arb(value) for value in values)
        if not (gap.is_finite() and size.is_finite()):
            return None
        tolerance = abs(size).max(arb(1)) / SMALLEST_GAP
        if abs(gap) > tolerance:
            return True
        if abs(gap) <= tolerance:
            return False
    return None
