r"""Curvatures as matrices: what is left when one variable follows, and the least eigenvalue of two by two."""

from __future__ import annotations

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .components import Partial
from .points import WORKING_DIGITS, number, random_points, require_close


class Least(sp.Expr):
    """The least eigenvalue of a symmetric matrix."""

    is_commutative = True
    is_real = True

    def __new__(cls, of: sp.Expr) -> Least:
        """Of the matrix of second derivatives of `of`."""
        return sp.Expr.__new__(cls, of)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\mu_{{\min}}({printer._print(self.args[0])})"


def _eliminated(own: sp.Eq, mixed: sp.Eq, other: sp.Eq) -> sp.Eq:
    return sp.Eq(own.lhs, sp.factor(sp.together(own.rhs - mixed.rhs**2 / other.rhs)), evaluate=False)


def _eliminated_conditions(own: sp.Eq, mixed: sp.Eq, other: sp.Eq) -> tuple[str, ...]:
    _require_block(own, mixed, other)
    if not other.rhs.is_positive:
        raise SideConditionError(
            f"{other.rhs} is not known to be positive: the other variable has no least point."
        )
    return ("the other variable takes its best value",)


def _directions(fact: sp.Eq) -> list[sp.Basic]:
    """The two variables of a second derivative."""
    lhs = fact.lhs
    found = [atom for atom in sp.preorder_traversal(lhs) if isinstance(atom, Partial)]
    if len(found) != 2:  # noqa: PLR2004 - a second derivative
        raise SideConditionError(f"{lhs} is no second derivative.")
    return sorted((part.args[1] for part in found), key=str)


def _require_block(own: sp.Eq, mixed: sp.Eq, other: sp.Eq) -> None:
    one, two = _directions(own), _directions(other)
    if one[0] != one[1] or two[0] != two[1] or _directions(mixed) != sorted((one[0], two[0]), key=str):
        raise SideConditionError(
            "Two pure second derivatives and the mixed one of the same variables are needed."
        )


def _check_eliminated(result: sp.Eq, own: sp.Eq, mixed: sp.Eq, other: sp.Eq) -> str:
    """The least value of the quadratic form over the other variable, from its stationary point."""
    for point in random_points(own.rhs.free_symbols | mixed.rhs.free_symbols | other.rhs.free_symbols):
        a, m, c = (number(part.rhs, point) for part in (own, mixed, other))
        with mpmath.workdps(WORKING_DIGITS):
            best = -m / c
            least = a + 2 * m * best + c * best**2
        require_close(least, number(result.rhs, point), f"At {point} the least value")
    return "the quadratic form at its stationary point, at three random rational points"


def _least(own: sp.Eq, mixed: sp.Eq, other: sp.Eq) -> sp.Eq:
    middle, half = (own.rhs + other.rhs) / 2, (own.rhs - other.rhs) / 2
    root = sp.sqrt(sp.factor(half**2 + mixed.rhs**2))
    (loss,) = {_inside(part.lhs) for part in (own, mixed, other)}
    return sp.Eq(Least(loss), middle - root, evaluate=False)


def _inside(lhs: sp.Expr) -> sp.Expr:
    while not isinstance(lhs, Partial):
        (lhs,) = lhs.args
    while isinstance(lhs, Partial):
        lhs = lhs.args[0]
    return lhs


def _least_conditions(own: sp.Eq, mixed: sp.Eq, other: sp.Eq) -> tuple[str, ...]:
    _require_block(own, mixed, other)
    if len({_inside(part.lhs) for part in (own, mixed, other)}) != 1:
        raise SideConditionError("The three second derivatives are of different losses.")
    return ()


def _check_least(result: sp.Eq, own: sp.Eq, mixed: sp.Eq, other: sp.Eq) -> str:
    """A root of the characteristic polynomial, at most half the trace."""
    for point in random_points(own.rhs.free_symbols | mixed.rhs.free_symbols | other.rhs.free_symbols):
        a, m, c, root = (number(part.rhs, point) for part in (own, mixed, other, result))
        with mpmath.workdps(WORKING_DIGITS):
            one, other_side = (a - root) * (c - root), m**2
        require_close(one, other_side, f"At {point} the characteristic polynomial")
        if root > (a + c) / 2:
            raise CheckFailed(f"At {point} the other root is smaller.")
    return "a root of the characteristic polynomial, at most half the trace, at three random points"


def _escape(least: sp.Eq) -> sp.Eq:
    return sp.Eq(sp.Symbol(r"\gamma", real=True), -least.rhs, evaluate=False)


def _escape_conditions(least: sp.Eq) -> tuple[str, ...]:
    if not isinstance(least.lhs, Least):
        raise SideConditionError(f"{least.lhs} is no least eigenvalue.")
    return (
        "near the point, where the flow is that of its linear part",
        "the start has a part along the vector",
    )


def _check_escape(result: sp.Eq, least: sp.Eq) -> str:
    for point in random_points(least.rhs.free_symbols):
        require_close(
            number(result.rhs, point) + number(least.rhs, point), sp.Integer(0), f"At {point} the sum"
        )
    return "the rate and the eigenvalue add up to zero"


eliminate = Rule(
    name="curvature when another variable follows",
    statement=r"$\min_v (a u^2 + 2 m u v + c v^2) = (a - m^2/c)\, u^2$ for $c > 0$.",
    apply=_eliminated,
    conditions=_eliminated_conditions,
    check=_check_eliminated,
)

least_eigenvalue = Rule(
    name="least eigenvalue of two by two",
    statement=r"$\mu = \frac{a + c}{2} - \sqrt{(\frac{a - c}{2})^2 + m^2}$.",
    apply=_least,
    conditions=_least_conditions,
    check=_check_least,
)

escape = Rule(
    name="escape from a stationary point",
    statement=r"$\dot u = -H u$ grows at the rate $-\mu$ along an eigenvector of $\mu < 0$.",
    apply=_escape,
    conditions=_escape_conditions,
    check=_check_escape,
)
