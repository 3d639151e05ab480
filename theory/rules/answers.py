r"""Answers of nearest directions: rectified overlaps that vanish, and gaps between unit vectors."""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .class_gaps import ClassOf
from .laws import Sphere
from .vectors import IndexSum, Inner, Vector, vectors


def _silenced(answer: sp.Eq, apart: sp.Le, below: sp.Lt) -> sp.Eq:
    asked, level = answer.lhs.index, _level(answer)
    (output,) = [v for v in vectors(answer.rhs) if isinstance(v.index, ClassOf)]
    return sp.Eq(answer.lhs, (1 - level) * output.at(ClassOf(asked)), evaluate=False)


def _level(answer: sp.Eq) -> sp.Expr:
    """The eta of sum_j max(0, <e_j, e_i> - eta) u_f(j); raises `SideConditionError` for another form."""
    rectified = list(answer.rhs.atoms(sp.Max)) if isinstance(answer.rhs, IndexSum) else []
    inner = list(rectified[0].atoms(Inner)) if len(rectified) == 1 else []
    if len(inner) != 1:
        raise SideConditionError(f"{answer.rhs} is no sum of rectified overlaps.")
    (inside,) = [part for part in rectified[0].args if part != 0]
    return inner[0] - inside


def _silenced_conditions(answer: sp.Eq, apart: sp.Le, below: sp.Lt) -> tuple[str, ...]:
    level = _level(answer)
    if not isinstance(apart, sp.Le) or apart.rhs != level or not isinstance(apart.lhs, sp.Abs):
        raise SideConditionError(f"{apart} does not say that no two overlap by more than {level}.")
    if not isinstance(below, sp.Lt) or below.args != (level, sp.Integer(1)):
        raise SideConditionError(
            f"{below} does not say that {level} is below the overlap of a vector with itself."
        )
    (overlap,) = apart.lhs.args
    if not all(isinstance(v.law, Sphere) for v in vectors(overlap)):
        raise SideConditionError(f"{overlap} is not the overlap of unit vectors.")
    return ("every other term vanishes", "the own overlap is 1")


def _check_silenced(result: sp.Eq, answer: sp.Eq, apart: sp.Le, below: sp.Lt) -> str:
    """Three unit vectors of overlap eta, asked with the first."""
    level = _level(answer)
    (rectified,) = answer.rhs.atoms(sp.Max)
    (overlap,) = rectified.atoms(Inner)
    share = sp.Rational(1, 3)
    terms = [
        rectified.xreplace({overlap: value}).subs(level, share) for value in (sp.Integer(1), share, -share)
    ]
    factor = result.rhs.as_independent(Vector)[0].subs(level, share)
    if terms != [factor, 0, 0]:
        raise CheckFailed(f"With overlaps 1, eta and -eta the terms are {terms}, not {factor} and none.")
    return "three vectors whose overlaps are 1, eta and -eta, at eta = 1/3"


def _gap(answer: sp.Eq, distance: sp.Eq, *, gap: sp.Symbol) -> sp.Eq:
    factor, _ = answer.rhs.as_independent(Vector)
    return sp.Eq(gap, factor * distance.lhs / 2, evaluate=False)


def _gap_conditions(answer: sp.Eq, distance: sp.Eq, *, gap: sp.Symbol) -> tuple[str, ...]:
    factor, output = answer.rhs.as_independent(Vector)
    ends = set(vectors(distance.rhs))
    if output not in ends or len(ends) != 2 or distance.rhs.squared_norm_of is None:  # noqa: PLR2004 - a pair
        raise SideConditionError(f"{distance} is not the squared distance of {output} from a competitor.")
    if not all(isinstance(v.law, Sphere) for v in ends):
        raise SideConditionError("Only unit vectors overlap with themselves by as much as with no other.")
    if factor.has(Inner):
        raise SideConditionError(f"{factor} is no number.")
    return ("the answer is a multiple of the right unembedding", "both unembeddings are unit vectors")


def _check_gap(result: sp.Eq, answer: sp.Eq, distance: sp.Eq, *, gap: sp.Symbol) -> str:
    """Rational points of the unit sphere."""
    factor, _ = answer.rhs.as_independent(Vector)
    one = sp.Matrix([1, 2, 2]) / 3
    for other in (sp.Matrix([2, 3, 6]) / 7, sp.Matrix([-2, 1, 2]) / 3, sp.Matrix([-1, -2, -2]) / 3):
        apart = (one - other).dot(one - other)
        direct = factor * (one.dot(one) - one.dot(other))
        if sp.expand(direct - result.rhs.xreplace({distance.lhs: apart})) != 0:
            raise CheckFailed(f"Between {list(one)} and {list(other)} the gap is {direct}.")
    return "three pairs of rational unit vectors, exactly"


silenced = Rule(
    name="overlaps below the threshold",
    statement=r"$\max(0, x - \eta) = 0$ for $|x| \le \eta$, and $1 - \eta$ for $x = 1 > \eta$.",
    apply=_silenced,
    conditions=_silenced_conditions,
    check=_check_silenced,
    bounds=frozenset({1, 2}),
)

gap_by_distance = Rule(
    name="gap by distance",
    statement=r"$\langle u, u \rangle - \langle u, u' \rangle = \frac{1}{2} |u - u'|^2$ for unit vectors.",
    apply=_gap,
    conditions=_gap_conditions,
    check=_check_gap,
)
