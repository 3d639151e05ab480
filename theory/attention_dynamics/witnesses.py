r"""Sentences on value steps at the smallest heads that tell (S3): by the same definitions, then in numbers.

Values move by $\Delta v_j = -\eta \sum_r \alpha_{rj} u_r$ for any number of positions; a witness then says
what weights and errors are at query 1, 2, ..., and values are scalars. Weights on one value, and errors, are
sums of indicators of queries; all queries beyond those of a witness have none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_v, eta
from ..rules.algebra import ratio, specialise
from ..rules.components import gather, insert
from .first_order import (
    T,
    alpha,
    d_loss,
    d_value,
    e,
    gap,
    i,
    j,
    k,
    loss_change,
    r,
    signal,
    u,
    v,
)

half, third, two_thirds = sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(2, 3)
d_error: Final = sp.IndexedBase(r"\Delta u")
kappa: Final = sp.Symbol(r"\kappa", real=True)
place: Final = sp.IndexedBase("y")
mean: Final = sp.IndexedBase(r"\bar{x}")


@dataclass(frozen=True, kw_only=True)
class Users:
    """By query: its weight on the value, and its error; and where the value is."""

    weights: tuple[sp.Rational, ...]
    errors: tuple[sp.Rational, ...]
    value: sp.Rational = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        shares = ", ".join(sp.latex(weight) for weight in self.weights)
        errors = ", ".join(sp.latex(error) for error in self.errors)
        return (
            r"$\Delta v_j = -\eta \sum_r \alpha_{rj} u_r$",
            f"queries put ${shares}$ of their weight on the value, and have errors ${errors}$",
            f"values are scalars, this one is ${sp.latex(self.value)}$, and the step size is 1",
        )


@dataclass(frozen=True, kw_only=True)
class Shares:
    """By query: its weights, value by value, and its error."""

    weights: tuple[tuple[sp.Rational, ...], ...]
    errors: tuple[sp.Expr, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        shares = "; ".join(", ".join(sp.latex(weight) for weight in row) for row in self.weights)
        errors = ", ".join(sp.latex(error) for error in self.errors)
        return (
            r"$\Delta v_j = -\eta \sum_r \alpha_{rj} u_r$",
            f"weights of queries 1, 2 on values 1, 2 are ${shares}$, their errors ${errors}$",
            "values are scalars, and the step size is 1",
        )


TWO_USERS: Final = Users(weights=(two_thirds, two_thirds), errors=(-sp.S.One, -sp.S.One))
LESS_USED: Final = Users(weights=(third, third), errors=(-sp.S.One, -sp.S.One))
OPPOSED: Final = Users(weights=(two_thirds, third), errors=(-sp.S.One, sp.S.One))
SERVED: Final = Shares(
    weights=((half, half), (sp.Rational(3, 4), sp.Rational(1, 4))),
    errors=(-sp.log(2) / 2, -2 * sp.log(2) / 3),
)
CROSSED: Final = Users(
    weights=(sp.Rational(1, 4), sp.Rational(3, 4)),
    errors=(-sp.log(2) / 2, 2 * sp.log(2) / 3),
    value=sp.Integer(2),
)
TWO_VALUES: Final = Users(weights=(half, half), errors=(-sp.S.One, -sp.S.One), value=sp.S.One)


def pull_to_signal(premises: Users = TWO_USERS) -> Derivation:
    r"""$\Delta v_j \cdot \bar u_j = -\eta |\bar u_j|^2$ (S3.h).

    >>> pull_to_signal().formula
    -16/9
    """
    chain = _chain("pull_to_signal", "Value step along its sum of errors", premises)
    sums = chain.define("the sum of errors", signal[j, e], sp.Sum(alpha[r, j] * u[r, e], (r, 1, T)))
    along = chain.define("the step along it", gap, sp.Sum(signal[j, e] * d_value[j, e], (e, 1, d_v)))
    return _at(chain, premises, along, _step(chain), sums)


def pull_to_error(premises: Users = TWO_USERS) -> Derivation:
    r"""$\Delta v_j \cdot u_1$ (S3.j).

    >>> pull_to_error().formula
    -4/3
    """
    chain = _chain("pull_to_error", "Value step along an error of its users", premises)
    along = chain.define("the step along an error", gap, sp.Sum(u[1, e] * d_value[j, e], (e, 1, d_v)))
    return _at(chain, premises, along, _step(chain))


def held_compatibility(premises: Users = LESS_USED) -> Derivation:
    r"""$\Delta b_{1j} = u_1 \cdot \Delta v_j$, errors held, on the value that is used less (S3.l).

    >>> held_compatibility().formula
    -2/3
    """
    chain = _chain("held_compatibility", "Compatibility along a value step", premises)
    change = chain.define(
        "the change of the compatibility", gap, sp.Sum(u[1, e] * d_value[j, e], (e, 1, d_v))
    )
    return _at(chain, premises, change, _step(chain))


def moving_compatibility(premises: Users = LESS_USED) -> Derivation:
    r"""$u_1 \cdot \Delta v_j + \Delta u_1 \cdot v_j$, errors moving: as held, where values are zero (S3.l).

    >>> moving_compatibility().formula
    -2/3
    """
    chain = _chain("moving_compatibility", "Compatibility along a value step, errors moving", premises)
    rate = u[1, e] * d_value[j, e] + d_error[1, e] * v[j, e]
    change = chain.define("the change of the compatibility", gap, sp.Sum(rate, (e, 1, d_v)))
    turned = chain.define("the change of the error, whatever it is", d_error[i, e], kappa)
    return _at(chain, premises, change, _step(chain), turned)


def away_from_served(premises: Users = CROSSED) -> Derivation:
    r"""$-u_1 \cdot \Delta v_j$: how far the value moves from the error of a query that it serves (S5.3).

    >>> away_from_served().formula
    -3*log(2)**2/16
    """
    chain = _chain("away_from_served", "Value step away from an error", premises)
    away = chain.define("the step away from an error", gap, -sp.Sum(u[1, e] * d_value[j, e], (e, 1, d_v)))
    return _at(chain, premises, away, _step(chain))


def joint_relief(premises: Users = OPPOSED) -> Derivation:
    r"""$-\sum_i u_i \cdot \alpha_{ij} \Delta v_j$: what all queries gain (S3.i).

    >>> joint_relief().formula
    1/9
    """
    chain = _chain("joint_relief", "Gain of all queries", premises)
    total = chain.define("the gain of all", gap, -sp.Sum(d_loss[i], (i, 1, T)))
    return _at(chain, premises, total, loss_change(chain), _step(chain))


def least_relief(premises: Users = OPPOSED) -> Derivation:
    r"""$-u_2 \cdot \alpha_{2j} \Delta v_j$: what the second query gains (S3.k).

    >>> least_relief().formula
    -1/9
    """
    chain = _chain("least_relief", "Gain of the second query", premises)
    own = chain.define("the gain of query 2", gap, -d_loss[2])
    return _at(chain, premises, own, loss_change(chain), _step(chain))


def step_over_error(premises: Users = TWO_USERS) -> Derivation:
    r"""$-\Delta v_j / (\eta u_1)$, the column's sum where all errors are one: no average (S3.d).

    >>> step_over_error().formula
    4/3
    """
    chain = _chain("step_over_error", "Length of a value step over that of the errors", premises)
    above = chain.define("the step", sp.Symbol("R"), sp.Sum(-d_value[j, e], (e, 1, d_v)))
    below = chain.define("an error", sp.Symbol("K"), sp.Sum(u[1, e], (e, 1, d_v)))
    above, below = _in_numbers(chain, premises, above, _step(chain)), _in_numbers(chain, premises, below)
    return chain.close(chain.apply("their ratio", ratio, above, below))


def pull_to_query(premises: Users = TWO_VALUES) -> Derivation:
    r"""$\Delta v_j \cdot (q - v_j)$ for queries at -1 (S3.c).

    >>> pull_to_query().formula
    -2
    """
    return _pull_to_place("pull_to_query", premises, -sp.S.One)


def pull_to_output(premises: Users = TWO_VALUES) -> Derivation:
    r"""$\Delta v_j \cdot (g - v_j)$ where weights on 1 and -1 are equal, so that $g = 0$ (S3.x).

    >>> pull_to_output().formula
    -1
    """
    return _pull_to_place("pull_to_output", premises, sp.S.Zero)


def gap_to_errors(premises: Users = TWO_USERS) -> Derivation:
    r"""$v_j + \Delta v_j - \sum_i \alpha_{ij} u_i / \sum_i \alpha_{ij}$ at $\eta = 1$: no M-step (S3.o).

    >>> gap_to_errors().formula
    7/3
    """
    chain = _chain("gap_to_errors", "Stepped value less the mean of the errors", premises)
    above = chain.define("the sum of errors", mean[e], sp.Sum(alpha[r, j] * u[r, e], (r, 1, T)))
    column = chain.define("the sum of weights", sp.Symbol("A"), sp.Sum(alpha[r, j], (r, 1, T)))
    stepped = sp.Sum(v[j, e] + d_value[j, e], (e, 1, d_v))
    average = sp.Sum(mean[e], (e, 1, d_v)) / sp.Symbol("A")
    rest = chain.define("their difference", gap, stepped - average)
    return _at(chain, premises, rest, above, column, _step(chain))


def gap_to_residuals(premises: Users = TWO_USERS) -> Derivation:
    r"""$v_j + \Delta v_j$ at $\eta = 1$ less the weighted mean of $v_j - u_i$: no M-step (S3.o).

    >>> gap_to_residuals().formula
    1/3
    """
    chain = _chain("gap_to_residuals", "Stepped value less the mean of v - u", premises)
    points = sp.Sum(alpha[r, j] * (v[j, e] - u[r, e]), (r, 1, T))
    average = points / sp.Sum(alpha[r, j], (r, 1, T))
    rest = chain.define("their difference", gap, sp.Sum(v[j, e] + d_value[j, e] - average, (e, 1, d_v)))
    return _at(chain, premises, rest, _step(chain))


def advantage_of_served(premises: Shares = SERVED) -> Derivation:
    r"""$\Delta \bar b_2 - \Delta b_{22}$, errors held: value 2 serves both queries and loses (S5.5).

    >>> advantage_of_served().formula
    -log(2)**2/6
    """
    title = "Advantage of a value that serves all"
    chain = Chain(name="advantage_of_served", title=title, premises=premises.sentences)
    moves = sp.Sum(alpha[2, k] * u[2, e] * d_value[k, e], (k, 1, T))
    gain = chain.define("its mean change, less its own", gap, moves - u[2, e] * d_value[2, e])
    weights = chain.define("the weights", alpha[r, j], _table(premises.weights))
    errors = chain.define("the errors", u[r, e], _by_query(premises.errors))
    for step in (_step(chain), errors, weights):
        gain = chain.apply("put a definition in", insert, gain, step)
    gain = chain.apply("gather the sums", gather, gain)
    return chain.close(chain.apply(r"take $\eta = 1$", specialise, gain, symbol=eta, value=sp.S.One))


def _pull_to_place(name: str, premises: Users, where: sp.Rational) -> Derivation:
    chain = _chain(name, "Value step along the way to a place", premises)
    goal = chain.define("the place", place[e], where)
    way = chain.define(
        "the step along the way", gap, sp.Sum((place[e] - v[j, e]) * d_value[j, e], (e, 1, d_v))
    )
    return _at(chain, premises, way, goal, _step(chain))


def _chain(name: str, title: str, premises: Users) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _step(chain: Chain) -> Step:
    errors = sp.Sum(alpha[r, j] * u[r, e], (r, 1, T))
    return chain.define("the value step", d_value[j, e], -eta * errors)


def _at(chain: Chain, premises: Users, total: Step, *known: Step) -> Derivation:
    """What is said in general, then at the witness."""
    return chain.close(_in_numbers(chain, premises, total, *known))


def _in_numbers(chain: Chain, premises: Users, total: Step, *known: Step) -> Step:
    shares = chain.define("the weights", alpha[r, j], _by_query(premises.weights))
    errors = chain.define("the errors", u[r, e], _by_query(premises.errors))
    start = chain.define("the value", v[j, e], premises.value)
    for step in (*known, shares, errors, start):
        total = chain.apply("put a definition in", insert, total, step)
    total = chain.apply("gather the sums", gather, total)
    for symbol in (d_v, eta):
        label = f"take ${sp.latex(symbol)} = 1$"
        total = chain.apply(label, specialise, total, symbol=symbol, value=sp.S.One)
    return total


def _by_query(numbers: tuple[sp.Rational, ...]) -> sp.Expr:
    """The family over queries r = 1, 2, ... that has these numbers."""
    return sp.Add(*(x * sp.KroneckerDelta(r, q) for q, x in enumerate(numbers, start=1)))


def _table(rows: tuple[tuple[sp.Rational, ...], ...]) -> sp.Expr:
    """The family over queries r and values j = 1, 2, ... that has these numbers."""
    delta = sp.KroneckerDelta
    return sp.Add(
        *(
            x * delta(r, q) * delta(j, n)
            for q, row in enumerate(rows, start=1)
            for n, x in enumerate(row, start=1)
        )
    )
