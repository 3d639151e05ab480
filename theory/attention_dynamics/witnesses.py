r"""Sentences on value steps at the smallest heads that tell (S3): the definitions of any head, in numbers.

Values move by $\Delta v_j = -\eta \sum_r \alpha_{rj} u_r$; a witness says what weights and errors are at
query 1, 2, ..., values are scalars, and the step size is 1. All other queries have no weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter
from ..node import Term, Value, add, as_term, number
from ..tactics.algebra import evaluated
from ..tactics.rewriting import converted
from ..terms import define, inner, log, ones, vector

half, third, two_thirds = Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)
kappa: Final = Parameter("kappa")


@dataclass(frozen=True, kw_only=True)
class Users:
    """By query: its weight on the value, and its error; and where the value is."""

    weights: tuple[Value, ...]
    errors: tuple[Value, ...]
    value: Value = 0

    @property
    def column(self) -> Term:
        """The weights on the value."""
        return vector(*self.weights)

    @property
    def signal(self) -> Term:
        """The value's sum of errors."""
        return inner(self.column, vector(*self.errors))

    @property
    def step(self) -> Term:
        """What the value moves by."""
        return -self.signal


@dataclass(frozen=True, kw_only=True)
class Shares:
    """By query: its weights, value by value, and its error."""

    weights: tuple[tuple[Value, ...], ...]
    errors: tuple[Value, ...]


_LOG: Final = log(number(2))
TWO_USERS: Final = Users(weights=(two_thirds, two_thirds), errors=(-1, -1))
LESS_USED: Final = Users(weights=(third, third), errors=(-1, -1))
OPPOSED: Final = Users(weights=(two_thirds, third), errors=(-1, 1))
SERVED: Final = Shares(
    weights=((half, half), (Fraction(3, 4), Fraction(1, 4))), errors=(-_LOG / 2, -2 * _LOG / 3)
)
CROSSED: Final = Users(weights=(Fraction(1, 4), Fraction(3, 4)), errors=(-_LOG / 2, 2 * _LOG / 3), value=2)
TWO_VALUES: Final = Users(weights=(half, half), errors=(-1, -1), value=1)


def pull_to_signal(premises: Users = TWO_USERS) -> Derivation:
    r"""$\Delta v_j \cdot \bar u_j = -\eta |\bar u_j|^2$ (S3.h).

    >>> pull_to_signal().formula
    -16/9
    """
    title = "Value step along its sum of errors"
    return proved_value("pull_to_signal", title, premises.signal * premises.step)


def pull_to_error(premises: Users = TWO_USERS) -> Derivation:
    r"""$\Delta v_j \cdot u_1$ (S3.j).

    >>> pull_to_error().formula
    -4/3
    """
    title = "Value step along an error of its users"
    return proved_value("pull_to_error", title, premises.errors[0] * premises.step)


def held_compatibility(premises: Users = LESS_USED) -> Derivation:
    r"""$\Delta b_{1j} = u_1 \cdot \Delta v_j$, errors held, on the value that is used less (S3.l).

    >>> held_compatibility().formula
    -2/3
    """
    title = "Compatibility along a value step"
    return proved_value("held_compatibility", title, premises.errors[0] * premises.step)


def moving_compatibility(premises: Users = LESS_USED) -> Derivation:
    r"""$u_1 \cdot \Delta v_j + \Delta u_1 \cdot v_j$, errors moving: as held, where values are zero (S3.l).

    The change of the error is any number.

    >>> moving_compatibility().formula
    -2/3
    """
    change = premises.errors[0] * premises.step + kappa * premises.value
    title = "Compatibility along a value step, errors moving"
    return proved_value("moving_compatibility", title, change)


def away_from_served(premises: Users = CROSSED) -> Derivation:
    r"""$-u_1 \cdot \Delta v_j$: how far the value moves from the error of a query that it serves (S5.3).

    >>> away_from_served().formula
    -3*log(2)**2/16
    """
    title = "Value step away from an error"
    return proved_value("away_from_served", title, -premises.errors[0] * premises.step)


def joint_relief(premises: Users = OPPOSED) -> Derivation:
    r"""$-\sum_i u_i \cdot \alpha_{ij} \Delta v_j$: what all queries gain (S3.i).

    >>> joint_relief().formula
    1/9
    """
    return proved_value("joint_relief", "Gain of all queries", -premises.signal * premises.step)


def least_relief(premises: Users = OPPOSED) -> Derivation:
    r"""$-u_2 \cdot \alpha_{2j} \Delta v_j$: what the second query gains (S3.k).

    >>> least_relief().formula
    -1/9
    """
    own = -premises.errors[1] * premises.column[2] * premises.step
    return proved_value("least_relief", "Gain of the second query", own)


def step_over_error(premises: Users = TWO_USERS) -> Derivation:
    r"""$-\Delta v_j / (\eta u_1)$, the column's sum where all errors are one: no average (S3.d).

    >>> step_over_error().formula
    4/3
    """
    title = "Length of a value step over that of the errors"
    return proved_value("step_over_error", title, -premises.step / premises.errors[0])


def pull_to_query(premises: Users = TWO_VALUES) -> Derivation:
    r"""$\Delta v_j \cdot (q - v_j)$ for queries at -1 (S3.c).

    >>> pull_to_query().formula
    -2
    """
    way = premises.step * (-1 - as_term(premises.value))
    return proved_value("pull_to_query", _TO_PLACE, way)


def pull_to_output(premises: Users = TWO_VALUES) -> Derivation:
    r"""$\Delta v_j \cdot (g - v_j)$ where weights on 1 and -1 are equal, so that $g = 0$ (S3.x).

    >>> pull_to_output().formula
    -1
    """
    return proved_value("pull_to_output", _TO_PLACE, premises.step * -as_term(premises.value))


def gap_to_errors(premises: Users = TWO_USERS) -> Derivation:
    r"""$v_j + \Delta v_j - \sum_i \alpha_{ij} u_i / \sum_i \alpha_{ij}$ at $\eta = 1$: no M-step (S3.o).

    >>> gap_to_errors().formula
    7/3
    """
    mean = premises.signal / _total(premises)
    title = "Stepped value less the mean of the errors"
    return proved_value("gap_to_errors", title, premises.value + premises.step - mean)


def gap_to_residuals(premises: Users = TWO_USERS) -> Derivation:
    r"""$v_j + \Delta v_j$ at $\eta = 1$ less the weighted mean of $v_j - u_i$: no M-step (S3.o).

    >>> gap_to_residuals().formula
    1/3
    """
    points = vector(*(premises.value - as_term(u) for u in premises.errors))
    mean = inner(premises.column, points) / _total(premises)
    title = "Stepped value less the mean of v - u"
    return proved_value("gap_to_residuals", title, premises.value + premises.step - mean)


def advantage_of_served(premises: Shares = SERVED) -> Derivation:
    r"""$\Delta \bar b_2 - \Delta b_{22}$, errors held: value 2 serves both queries and loses (S5.5).

    >>> advantage_of_served().formula
    -log(2)**2/6
    """
    columns = (
        Users(weights=column, errors=premises.errors) for column in zip(*premises.weights, strict=True)
    )
    changes = [premises.errors[1] * column.step for column in columns]
    mean = add(*(w * change for w, change in zip(premises.weights[1], changes, strict=True)))
    return proved_value("advantage_of_served", "Advantage of a value that serves all", mean - changes[1])


_TO_PLACE: Final = "Value step along the way to a place"


def _total(premises: Users) -> Term:
    """The sum of the weights on the value."""
    return inner(premises.column, ones(number(len(premises.weights))))


def valued(term: Term) -> Theorem:
    """x = its value, where x stands for the term."""
    return converted(apply("written_out", term=define("x", term)), evaluated)


def proved_value(name: str, title: str, term: Term) -> Derivation:
    """The value of a term of numbers."""
    return proved(name, title, valued(term))
